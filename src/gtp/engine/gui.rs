//! Commands of the graphical interface GoGui.
//!
//! GoGui's documentation, chapters "GTP interface and extensions" and "Analyze
//! commands", defines the commands and the formats: a board consists of rows
//! from the top, with cells separated by spaces; graphics are lines that begin
//! with a keyword, such as `LABEL vertex text vertex text`.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{ColoredVertex, arguments as form};
use crate::response::{Answer, Reply};
use ponnuki_core::board::Point;

/// The entries of the analyze menu: type, label and command. `%m` stands for
/// the colour to move and `%p` for a point that GoGui asks for.
const ANALYZE_COMMANDS: [&str; 26] = [
    "plist/Legal Points/all_legal %m",
    "gfx/Illegal Points with Reasons/ponnuki-illegal %m",
    "gfx/Ko and Superko Bans/ponnuki-bans %m",
    "string/Explain Move/ponnuki-explain %m %p",
    "plist/True Eyes of Black/ponnuki-eyes black",
    "plist/True Eyes of White/ponnuki-eyes white",
    "sboard/Liberties of Chains/ponnuki-liberties",
    "hstring/List of Chains/ponnuki-chains",
    "plist/Last Captures/ponnuki-last_captures",
    "bwboard/Territory/ponnuki-territory",
    "plist/Dead Stones/ponnuki-dead",
    "plist/Mark Dead Stones/ponnuki-mark_dead %p",
    "none/Clear Dead Stones/ponnuki-clear_dead",
    "dboard/Ownership by Playouts/ponnuki-ownership",
    "plist/Dead Stones by Playouts/ponnuki-estimate_dead",
    "plist/Seki Candidates by Playouts/ponnuki-estimate_seki",
    "plist/Unconditional Life/ponnuki-pass_alive",
    "string/Score by Playouts/estimate_score",
    "string/Final Score/final_score",
    "gfx/Playout Win Rates/ponnuki-win_rates %m",
    "gfx/Live Analysis/ponnuki-live_analysis %m 50",
    "none/Show the Search on the Board/ponnuki-live_graphics true",
    "none/Do Not Show the Search on the Board/ponnuki-live_graphics false",
    "string/Position Hash/ponnuki-hash",
    "string/Rules/ponnuki-rules",
    "param/Parameters/ponnuki-param",
];

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "gogui-analyze_commands",
        "the entries of the analyze menu",
        |_, _| Ok(Answer::lines(ANALYZE_COMMANDS)),
    ),
    quick(
        "gogui-play_sequence [COLOR VERTEX ...]",
        "plays all moves, or none if one is illegal",
        |e, a| e.play_sequence(&a.read(form::colored_vertices)?),
    ),
    quick(
        "gogui-setup [COLOR VERTEX ...]",
        "puts stones on the empty board",
        |e, a| {
            let stones = a.read(form::colored_vertices)?;
            e.gogui_setup(&stones)
        },
    ),
    quick(
        "gogui-setup_player COLOR",
        "sets the colour to move",
        |e, a| {
            e.game.set_to_move(a.read(form::color)?);
            Ok(Answer::Done)
        },
    ),
    quick(
        "gogui-interrupt",
        "announces that the engine reads `# interrupt`",
        |_, _| Ok(Answer::Done),
    ),
    quick("gogui-title", "the title of GoGui's window", |e, _| {
        Ok(Answer::Text(e.settings.name()))
    }),
    quick(
        "gogui-version [VERSION]",
        "accepts the version of GoGui, which changes nothing",
        |_, _| Ok(Answer::Done),
    ),
];

impl Engine {
    /// Plays all moves, or none.
    ///
    /// Fails: "illegal move".
    fn play_sequence(&mut self, moves: &[ColoredVertex]) -> Reply {
        let mut game = self.game.clone();
        for &play in moves {
            self.action(play.vertex)
                .and_then(|action| game.play(play.color, action).map(|_| ()))
                .map_err(|reason| self.refuse(play, reason))?;
        }
        self.game = game;
        Ok(Answer::Done)
    }

    /// Puts stones on the empty board. They do not count as moves. Black is to
    /// move until `gogui-setup_player` says otherwise.
    ///
    /// Fails: "board not empty", "invalid vertex", "repeated vertex", and
    /// "invalid position" when a chain has no liberty.
    fn gogui_setup(&mut self, listed: &[ColoredVertex]) -> Reply {
        self.require_empty_board()?;
        self.set_position(listed)
    }

    /// Answers with rows from the top, one cell for each point.
    pub(super) fn cells<T: ToString>(&self, cell: impl Fn(Point) -> T) -> Answer {
        let size = self.game.size();
        let rows = (0..size.height()).rev().map(|row| {
            let cells: Vec<String> = size.row(row).map(|point| cell(point).to_string()).collect();
            cells.join(" ")
        });
        Answer::picture(&rows.collect::<Vec<_>>().join("\n"))
    }
}

//! The commands of the graphical interface GoGui, and of its analyze menu.
//!
//! GoGui's documentation, chapters "GTP interface and extensions" and "Analyze
//! commands", defines the commands and the formats: a board is rows from the
//! top, the cells separated by spaces; graphics are lines that begin with a
//! keyword, such as `LABEL vertex text vertex text`.

use super::Engine;
use crate::board::{Color, IllegalMove, Point, eye};
use crate::game::Start;
use crate::gtp::command::ColoredVertex;
use crate::gtp::response::{Answer, Failure, Reply};

/// The analyze menu: type, label and command. `%m` stands for the colour to
/// move and `%p` for a point that GoGui asks for.
const ANALYZE_COMMANDS: [&str; 24] = [
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
    "none/Show Analyses on the Board/ponnuki-live_graphics true",
    "none/Do Not Show Analyses on the Board/ponnuki-live_graphics false",
    "string/Position Hash/ponnuki-hash",
    "hstring/Rules/kata-get-rules",
];

/// `gogui-analyze_commands`: what the analyze menu offers.
pub(super) fn analyze_commands() -> Answer {
    Answer::lines(ANALYZE_COMMANDS)
}

impl Engine {
    /// `gogui-play_sequence`: many moves, all or none.
    ///
    /// Fails: "illegal move".
    pub(super) fn play_sequence(&mut self, moves: &[ColoredVertex]) -> Reply {
        let mut game = self.game.clone();
        for &play in moves {
            self.action(play.vertex)
                .and_then(|action| game.play(play.color, action).map(|_| ()))
                .map_err(|reason| self.refuse(play, reason))?;
        }
        self.game = game;
        Ok(Answer::Done)
    }

    /// `gogui-setup`: stones on the empty board, which are no moves. Black is
    /// to move unless `gogui-setup_player` says otherwise.
    ///
    /// Fails: "board not empty", "invalid vertex", "repeated vertex", and
    /// "invalid position" when a chain has no liberty.
    pub(super) fn gogui_setup(&mut self, listed: &[ColoredVertex]) -> Reply {
        self.require_empty_board()?;
        self.set_position(listed)
    }

    /// `set_position` (KataGo): a new position without a history, whatever
    /// stood before. Black is to move.
    ///
    /// Fails: "invalid vertex", "repeated vertex", "invalid position".
    pub(super) fn set_position(&mut self, listed: &[ColoredVertex]) -> Reply {
        let start = Start {
            stones: self.stones(listed)?,
            ..Start::default()
        };
        self.game
            .begin(start)
            .map_err(|_| Failure::InvalidPosition)?;
        Ok(Answer::Done)
    }

    /// `gogui-setup_player`: who is to move.
    pub(super) fn setup_player(&mut self, color: Color) -> Answer {
        self.game.set_to_move(color);
        Answer::Done
    }

    /// `ponnuki-eyes`: the true eyes of a colour, by the eye rule in use.
    pub(super) fn true_eyes(&self, color: Color) -> Answer {
        let eyes = eye::true_eyes(self.game.board(), color, self.eyes);
        Answer::points(self.game.size(), &eyes)
    }

    /// `ponnuki-illegal`: the empty points where a colour may not play, each
    /// labelled with the reason, superko with the number of the move it repeats.
    pub(super) fn illegal(&self, color: Color) -> Answer {
        self.labels(self.game.forbidden(color))
    }

    /// `ponnuki-bans`: of the same points those that the ko rule forbids.
    pub(super) fn bans(&self, color: Color) -> Answer {
        let forbidden = self.game.forbidden(color);
        self.labels(forbidden.filter(|(_, reason)| reason.is_repetition()))
    }

    /// Points with short reasons, as GoGui's graphics: a label has no spaces.
    fn labels(&self, points: impl Iterator<Item = (Point, IllegalMove)>) -> Answer {
        let labels: Vec<String> = points
            .map(|(point, reason)| {
                let name = self.game.size().coordinates(point);
                match reason {
                    IllegalMove::OffBoard => format!("{name} off"),
                    IllegalMove::Occupied => format!("{name} occupied"),
                    IllegalMove::Suicide => format!("{name} suicide"),
                    IllegalMove::Ko => format!("{name} ko"),
                    IllegalMove::Superko { repeats } => format!("{name} {repeats}"),
                }
            })
            .collect();
        if labels.is_empty() {
            return Answer::Done;
        }
        Answer::Text(format!("LABEL {}", labels.join(" ")))
    }

    /// `ponnuki-liberties`: at every stone the number of its chain's liberties.
    pub(super) fn liberties(&self) -> Answer {
        let chains = self.game.board().chains();
        self.cells(|point| {
            let chain = chains.iter().find(|chain| chain.stones.contains(point));
            chain.map_or_else(
                || "\"\"".to_owned(),
                |chain| chain.liberties.len().to_string(),
            )
        })
    }

    /// `ponnuki-territory`: at every point whose it is, `B`, `W` or, of
    /// neither, `.`; the stones marked dead are taken off.
    pub(super) fn territory(&self) -> Answer {
        let area = self.counted_area();
        self.cells(|point| {
            if area.black.contains(point) {
                "B"
            } else if area.white.contains(point) {
                "W"
            } else {
                "."
            }
        })
    }

    /// Rows from the top with one cell for each point.
    pub(super) fn cells<T: ToString>(&self, cell: impl Fn(Point) -> T) -> Answer {
        let size = self.game.size();
        let rows = (0..size.height()).rev().map(|row| {
            let cells: Vec<String> = size.row(row).map(|point| cell(point).to_string()).collect();
            cells.join(" ")
        });
        Answer::picture(&rows.collect::<Vec<_>>().join("\n"))
    }
}

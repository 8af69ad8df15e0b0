//! Showing a game: the board, a status line, and messages.

use std::io::{self, Write};

use console::measure_text_width;
use ponnuki_core::game::Phase;
use ponnuki_core::{BoardSize, Color, Game, IllegalMove, Move, Turn};
use ponnuki_formats::drawing::{Glyph, TextBoard};

use crate::cli::position::count::report;

/// The display of a game in the terminal.
pub(super) struct Screen<W> {
    pub(super) output: W,
    pub(super) view: TextBoard,
    /// The height of the terminal if boards can be redrawn in place, otherwise `None`.
    pub(super) rows: Option<usize>,
    /// The width of the terminal until a board is found too wide for it, otherwise `None`.
    pub(super) columns: Option<usize>,
}

impl<W: Write> Screen<W> {
    /// Prints a line.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Prints the board, the last move and the status line. The move stands below, where a
    /// large board does not scroll it away.
    pub(super) fn show(&mut self, game: &Game) -> io::Result<()> {
        let last = game.turns().last().map(|turn| describe(turn, game.size()));
        let last = last.map_or_else(String::new, |words| words + "\n");
        let status = format!(
            "move {}, {} to move; {}",
            game.turns().len() + 1,
            game.to_move(),
            facts(game)
        );
        let board = self.board(game);
        let needed = board.lines().map(measure_text_width).max().unwrap_or(0);
        if let Some(columns) = self.columns.take_if(|columns| *columns < needed) {
            self.say(&format!(
                "This board needs a terminal of {needed} columns; yours has {columns}."
            ))?;
        }
        self.say(&format!("\n{board}{last}{status}"))
    }

    /// Prints the final diagram and the score.
    pub(super) fn score(&mut self, game: &Game) -> io::Result<()> {
        report(game, self.view, &mut self.output)?;
        self.output.flush()
    }

    /// Draws the board, ending with a line feed.
    pub(super) fn board(&self, game: &Game) -> String {
        let last = game.turns().last().and_then(|turn| turn.action.point());
        self.view.draw_position(game.board(), last)
    }

    /// Returns the symbol of a stone on the board.
    pub(super) fn stone(&self, color: Color) -> String {
        self.view.symbol(Glyph::Stone(color))
    }
}

/// Describes the captures, the komi and the clean-up in a status line.
pub(super) fn facts(game: &Game) -> String {
    let mut facts = format!(
        "black has captured {}, white {}; komi {}",
        game.captures(Color::Black),
        game.captures(Color::White),
        game.komi(),
    );
    if game.phase() != Phase::Main {
        facts.extend(["; ", &game.phase().to_string()]);
    }
    if !game.blocked().is_empty() {
        facts.extend(["; blocked: ", &game.blocked().names(game.size())]);
    }
    facts
}

/// Describes a move and its captures in a sentence.
pub(super) fn describe(turn: &Turn, size: BoardSize) -> String {
    let color = turn.color;
    let mut words = match turn.action {
        Move::Pass => format!("{color} passes"),
        Move::Play(point) => format!("{color} plays {}", size.coordinates(point)),
    };
    for (stones, verb) in [(turn.captured, "captures"), (turn.suicided, "loses")] {
        if !stones.is_empty() {
            words.extend([", ", verb, " ", &stones.names(size)]);
        }
    }
    if turn.lifted.is_some() {
        words += ", lifts the block of the ko";
    }
    words
}

/// Explains to a beginner why a move is illegal.
pub(super) fn explain(reason: IllegalMove) -> String {
    match reason {
        IllegalMove::OffBoard => "That is not on the board.".to_owned(),
        IllegalMove::Occupied => "There is a stone on that point already.".to_owned(),
        IllegalMove::Suicide => {
            "Your stone would have no liberty and capture nothing: suicide is forbidden here."
                .to_owned()
        }
        IllegalMove::Ko => {
            "That would retake the ko at once. Play somewhere else first.".to_owned()
        }
        IllegalMove::Superko { repeats: 0 } => {
            "That would repeat the start position, which superko forbids.".to_owned()
        }
        IllegalMove::Superko { repeats } => {
            format!("That would repeat the position after move {repeats}, which superko forbids.")
        }
    }
}

//! Checks openings as they are read, and warns of duplicates.

use std::collections::HashMap;
use std::fmt;

use super::OpeningLine;
use crate::cli::failure::Failure;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Fingerprint, Game, Move, Start};
use ponnuki_core::rules::{Komi, Rules};

/// The number of repeated openings that the log names individually.
const MAX_NAMED: usize = 10;

pub(super) struct OpeningReader {
    pub(super) size: BoardSize,
    pub(super) rules: Rules,
    pub(super) lines: Vec<OpeningLine>,
    /// The index of the first opening that leads to each position. Keys are
    /// fingerprints up to symmetry.
    positions: HashMap<u64, usize>,
    /// The index of each opening that repeats a position, with that of the first one.
    repeats: Vec<(usize, usize)>,
}

/// Returns a function that names the unusable opening in an error.
pub(super) fn unfit(culprit: impl fmt::Display) -> impl Fn(Failure) -> Failure {
    move |fault| Failure::new(format_args!("{culprit} cannot be an opening: {fault}"))
}

impl OpeningReader {
    pub(super) fn new(size: BoardSize, rules: Rules) -> Self {
        Self {
            size,
            rules,
            lines: Vec::new(),
            positions: HashMap::new(),
            repeats: Vec::new(),
        }
    }

    /// Adds an opening, unless it cannot be played on this board under these rules or ends the game.
    pub(super) fn add(
        &mut self,
        from: String,
        start: Start,
        turns: impl IntoIterator<Item = (Color, Move)>,
    ) -> Result<(), Failure> {
        let mut game = Game::with_start(self.size, self.rules, Komi::default(), start)?;
        for (number, (color, action)) in (1..).zip(turns) {
            if color != game.to_move() {
                return Err(Failure::new(format_args!(
                    "move {number} is of the same colour as the one before"
                )));
            }
            game.play(color, action).map_err(Failure::of(format_args!(
                "move {number}, {}, is illegal",
                action.name(self.size)
            )))?;
        }
        if game.outcome().is_some() {
            return Err(Failure::new("the game is over after it"));
        }
        let number = self.lines.len();
        let position = Fingerprint::from_position(&game).turned;
        let first = *self.positions.entry(position).or_insert(number);
        if first < number {
            self.repeats.push((number, first));
        }
        self.lines.push(OpeningLine {
            from,
            start,
            moves: game.turns().iter().map(|turn| turn.action).collect(),
        });
        Ok(())
    }

    /// Returns the openings and logs the repeated ones: they are still played, but the
    /// match has fewer distinct openings than it appears.
    pub(super) fn finish(self) -> Vec<OpeningLine> {
        for warning in self.warnings() {
            log::warn!("{warning}");
        }
        self.lines
    }

    fn warnings(&self) -> Vec<String> {
        let named = self.repeats.iter().take(MAX_NAMED).map(|&(line, first)| {
            format!(
                "the opening {} leads to the same position as {}, perhaps turned or mirrored",
                self.lines[line].from, self.lines[first].from
            )
        });
        let more = self.repeats.len().saturating_sub(MAX_NAMED);
        let rest =
            (more > 0).then(|| format!("so do {more} more openings, each as an earlier one"));
        named.chain(rest).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::r#match::openings::move_lists;

    #[test]
    fn openings_that_lead_to_one_position_are_named() {
        let size = BoardSize::square(5).unwrap();
        let mut reading = OpeningReader::new(size, Rules::default());
        let list = "C3 B2 D4\nD4 B2 C3\nB4 D2 C3\nC3 B2\nB2 C3 D4\n".to_owned();
        let list = list + &"A1\n".repeat(24);
        move_lists::read(&list, Path::new("list"), "list", &mut reading).unwrap();
        let warnings = reading.warnings();
        for (warning, line) in warnings.iter().zip([2, 3]) {
            let words = format!("the opening list:{line} leads to the same position as list:1, ");
            assert!(warning.starts_with(&words), "{warning}");
        }
        assert!(
            warnings[2].starts_with("the opening list:7 "),
            "{warnings:?}"
        );
        assert_eq!(warnings.len(), MAX_NAMED + 1);
        assert!(
            warnings[MAX_NAMED].contains("so do 15 more"),
            "{warnings:?}"
        );
        assert_eq!(reading.finish().len(), 29);
    }
}

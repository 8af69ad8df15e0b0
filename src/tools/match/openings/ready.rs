//! The openings that come with the program.
//!
//! A published set never changes; otherwise, matches that use it could not be resumed.
//! The head of each file names the command of an earlier version that made it.

use std::path::Path;

use super::move_lists;
use super::reading::OpeningReader;
use crate::cli::failure::Failure;

struct ReadySet {
    size: &'static str,
    /// The name of the file in the records.
    file: &'static str,
    text: &'static str,
}

/// The sets by ascending board size.
const SETS: [ReadySet; 2] = [
    ReadySet {
        size: "9x9",
        file: "ready/9x9.txt",
        text: include_str!("ready/9x9.txt"),
    },
    ReadySet {
        size: "13x13",
        file: "ready/13x13.txt",
        text: include_str!("ready/13x13.txt"),
    },
];

pub(super) fn read(reading: &mut OpeningReader) -> Result<(), Failure> {
    let size = reading.size.to_string();
    let set = SETS.iter().find(|set| set.size == size).ok_or_else(|| {
        Failure::new(format_args!(
            "there are no ready openings for {size}, only for {}",
            SETS.map(|set| set.size).join(" and ")
        ))
    })?;
    move_lists::read(set.text, Path::new(set.file), set.file, reading)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::r#match::openings::OpeningLine;
    use ponnuki_core::board::BoardSize;
    use ponnuki_core::game::{Fingerprint, Game, Move};
    use ponnuki_core::rules::{Komi, Rules};
    use ponnuki_formats::files::Fnv1a;

    /// The number of openings in each set, and of moves in each opening.
    const EXPECTED: [(usize, usize); 2] = [(200, 6), (100, 6)];

    fn openings(size: BoardSize) -> Vec<OpeningLine> {
        let mut reading = OpeningReader::new(size, Rules::default());
        read(&mut reading).unwrap();
        reading.finish()
    }

    fn game(size: BoardSize, line: &OpeningLine) -> Game {
        let mut game = Game::new(size, Rules::default(), Komi::default());
        for &action in &line.moves {
            game.play(game.to_move(), action).unwrap();
        }
        game
    }

    #[test]
    fn every_opening_is_legal_and_leads_to_a_position_of_its_own() {
        for (set, (count, plies)) in SETS.iter().zip(EXPECTED) {
            let size = set.size.parse().unwrap();
            let lines = openings(size);
            assert_eq!(lines.len(), count);
            let mut positions = BTreeSet::new();
            for line in &lines {
                assert_eq!(line.moves.len(), plies, "{}", line.from);
                assert!(!line.moves.contains(&Move::Pass), "{}", line.from);
                positions.insert(Fingerprint::from_position(&game(size, line)).turned);
            }
            assert_eq!(positions.len(), count);
        }
    }

    #[test]
    fn the_sets_never_change() {
        let hashes = SETS.map(|set| Fnv1a::EMPTY.with(set.text.as_bytes()).0);
        assert_eq!(hashes, [0x55d1_e7f9_9776_d085, 0xa1b0_5cfe_432b_dc1f]);
    }
}

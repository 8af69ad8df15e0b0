//! Counts games that repeat an earlier game.

use serde::Serialize;

use crate::r#match::GameRecord;
use ponnuki::game::{Course, Fingerprint};

/// The numbers of games with the same start and moves as an earlier one, which
/// add no information. Games without moves are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Duplicates {
    /// Games that are identical move for move.
    pub(crate) identical: u64,
    /// Games that are identical as they are, or after the board is rotated or
    /// mirrored.
    pub(crate) up_to_symmetry: u64,
}

/// The fingerprints of the games so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// The games as they are.
    plain: Vec<u64>,
    /// The games as one of their rotations and reflections, the same for all that
    /// are equal up to symmetry.
    turned: Vec<u64>,
}

impl Forms {
    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        if record.moves.is_empty() {
            return;
        }
        let Fingerprint { plain, turned } = Fingerprint::of_course(&course(record));
        self.plain.push(plain);
        self.turned.push(turned);
    }

    /// Counts the repeated games.
    pub(super) fn duplicates(self) -> Duplicates {
        let repeated = |mut hashes: Vec<u64>| {
            hashes.sort_unstable();
            let equal = hashes.windows(2).filter(|two| two[0] == two[1]);
            equal.count() as u64
        };
        Duplicates {
            identical: repeated(self.plain),
            up_to_symmetry: repeated(self.turned),
        }
    }
}

/// Returns the start and the moves of a game. Words that are no points are passes.
fn course(record: &GameRecord) -> Course {
    let read = |name: &String| name.parse().ok();
    let stones = [&record.stones.black, &record.stones.white];
    let colors = [record.first, !record.first].into_iter().cycle();
    Course {
        size: record.size,
        stones: stones.map(|names| names.iter().map(read).collect()),
        moves: colors.zip(record.moves.iter().map(read)).collect(),
    }
}

//! Counts games that repeat an earlier game.

use serde::Serialize;

use crate::r#match::GameRecord;
use ponnuki::game::{Course, Fingerprint};

/// The numbers of games with the same start and moves as an earlier game, which
/// add no information. Games without moves are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Duplicates {
    /// The number of games that are identical move for move.
    pub(crate) identical: u64,
    /// The number of games that are identical up to rotation and reflection of the
    /// board.
    pub(crate) up_to_symmetry: u64,
}

/// The fingerprints of the games so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// The fingerprints of the games as played.
    plain: Vec<u64>,
    /// The fingerprints up to symmetry, equal for games that differ only by a rotation
    /// or reflection.
    turned: Vec<u64>,
}

impl Forms {
    pub(super) fn add(&mut self, record: &GameRecord) {
        if record.moves.is_empty() {
            return;
        }
        let Fingerprint { plain, turned } = Fingerprint::from_course(&course(record));
        self.plain.push(plain);
        self.turned.push(turned);
    }

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

/// Returns the start and the moves of a game. A move that is not a point is a pass.
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

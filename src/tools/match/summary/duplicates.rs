//! Counts games that repeat an earlier game.

use serde::Serialize;

use crate::r#match::GameRecord;
use ponnuki_core::game::{Course, Fingerprint};

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

impl Duplicates {
    /// Counts the games whose fingerprint an earlier one has.
    pub(super) fn new(mut games: Vec<Fingerprint>) -> Self {
        let mut repeated = |hash: fn(&Fingerprint) -> u64| {
            games.sort_unstable_by_key(hash);
            let equal = games
                .windows(2)
                .filter(|two| hash(&two[0]) == hash(&two[1]));
            equal.count() as u64
        };
        Self {
            identical: repeated(|game| game.plain),
            up_to_symmetry: repeated(|game| game.turned),
        }
    }
}

/// Returns the fingerprint of a game, or `None` without moves. A move that is not a point is a pass.
pub(super) fn fingerprint(record: &GameRecord) -> Option<Fingerprint> {
    let read = |name: &String| name.parse().ok();
    let stones = [&record.stones.black, &record.stones.white];
    let colors = [record.first, !record.first].into_iter().cycle();
    let course = Course {
        size: record.size,
        stones: stones.map(|names| names.iter().map(read).collect()),
        moves: colors.zip(record.moves.iter().map(read)).collect(),
        setups: Vec::new(),
    };
    (!record.moves.is_empty()).then(|| Fingerprint::from_course(&course))
}

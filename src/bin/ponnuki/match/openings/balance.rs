//! Makes openings after which Black's win rate is close to one half.
//!
//! Each try has its own random stream for its moves and its judgement, and tries are
//! settled in numeric order, so the result does not depend on the number of threads.

mod judge;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound::{Excluded, Included};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use ponnuki::board::BoardSize;
use ponnuki::game::Move;
use ponnuki::statistics::counted;
use ponnuki::threads::{lock, on_threads};

use crate::cli::args::{RulesArgs, number_in};
use crate::cli::failure::Failure;

pub(super) use judge::OpeningJudge;

/// The number of tries in a row without a new opening after which the search gives
/// up.
const PATIENCE: u64 = 1000;

#[derive(Clone, Debug, Args)]
pub(crate) struct Balance {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25
    #[arg(long, value_name = "SIZE")]
    pub(crate) size: BoardSize,
    /// Number of moves of each opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) plies: usize,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,
    /// Largest distance of Black's win rate from 50 %, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0,
        value_parser = number_in((Excluded(0.0), Included(50.0)), "a number above 0 and up to 50"))]
    pub(crate) within: f64,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Playouts that judge an opening; each move is drawn after half as many
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) playouts: u32,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Share the work between N threads, which changes no opening
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BalancedOpening {
    /// The moves, starting with Black and without passes.
    pub(crate) moves: Vec<Move>,
    /// Black's win rate as the search estimates it: the share of its playouts that
    /// Black wins, 0 to 1. The share of games between strong players may differ.
    pub(crate) winrate: f64,
}

/// The openings that were found, no two of which lead to the same position up to symmetry.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BalancedOpenings {
    pub(crate) openings: Vec<BalancedOpening>,
    /// The number of tries up to the last opening.
    pub(crate) tries: u64,
}

impl Balance {
    /// Finds the openings, or gives up after [`PATIENCE`] tries without a new one. `report` is
    /// called after each try, from any thread, with the counts of openings and tries so far.
    pub(crate) fn find(
        &self,
        report: impl Fn(usize, u64) + Sync,
    ) -> Result<BalancedOpenings, Failure> {
        let ledger = Mutex::new(Ledger {
            wanted: self.count as usize,
            within: self.within / 100.0,
            ..Ledger::default()
        });
        on_threads(self.threads.into(), || {
            let mut judge = OpeningJudge::new(self);
            loop {
                let Some(number) = lock(&ledger).next() else {
                    break;
                };
                let attempt = judge.attempt(number, |key| lock(&ledger).claim(number, key));
                let (found, tries) = lock(&ledger).enter(number, attempt);
                report(found, tries);
            }
        });
        let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
        ledger.close()
    }
}

#[derive(Clone, Debug)]
enum Attempt {
    /// The opening has too few moves.
    Short,
    /// The opening leads to a position.
    Played {
        /// The fingerprint of the position up to symmetry.
        key: u64,
        moves: Vec<Move>,
        /// Black's win rate, or `None` if an earlier try led to the position.
        winrate: Option<f64>,
    },
}

/// The tries of all threads so far: it hands out numbers and settles outcomes in their order.
#[derive(Default)]
struct Ledger {
    /// The number of openings after which the search ends.
    wanted: usize,
    /// The largest distance of Black's win rate from one half.
    within: f64,
    /// The number of the next try to begin.
    next: u64,
    /// The first try that led to each position.
    claimed: HashMap<u64, u64>,
    /// The outcomes of tries that wait for an earlier try to end.
    waiting: BTreeMap<u64, Attempt>,
    settled: HashSet<u64>,
    openings: Vec<BalancedOpening>,
    tries: u64,
    /// The settled tries since the last opening.
    barren: u64,
    /// The settled tries with too few moves.
    short: u64,
    /// The settled tries that led to the position of an earlier one, up to symmetry.
    repeated: u64,
    /// The settled tries that were not balanced.
    unbalanced: u64,
}

impl Ledger {
    fn is_over(&self) -> bool {
        self.openings.len() >= self.wanted || self.barren >= PATIENCE
    }

    fn next(&mut self) -> Option<u64> {
        let number = (!self.is_over()).then_some(self.next)?;
        self.next += 1;
        Some(number)
    }

    /// Claims a position for a try. Returns `false` if an earlier try is known to lead
    /// there. If an earlier try claims the position afterwards, both are judged, but
    /// only the earlier one counts.
    fn claim(&mut self, number: u64, key: u64) -> bool {
        let first = self.claimed.entry(key).or_insert(number);
        *first = number.min(*first);
        *first == number
    }

    fn enter(&mut self, number: u64, attempt: Attempt) -> (usize, u64) {
        self.waiting.insert(number, attempt);
        while !self.is_over()
            && let Some(attempt) = self.waiting.remove(&self.tries)
        {
            self.settle(attempt);
        }
        (self.openings.len(), self.tries)
    }

    fn settle(&mut self, attempt: Attempt) {
        self.tries += 1;
        self.barren += 1;
        match attempt {
            Attempt::Short => self.short += 1,
            // The first try with a position decides; otherwise, a position would be
            // judged until it looked balanced by chance.
            Attempt::Played { key, .. } if !self.settled.insert(key) => self.repeated += 1,
            Attempt::Played {
                moves,
                winrate: Some(winrate),
                ..
            } if (winrate - 0.5).abs() <= self.within => {
                self.openings.push(BalancedOpening { moves, winrate });
                self.barren = 0;
            }
            Attempt::Played { .. } => self.unbalanced += 1,
        }
    }

    fn close(self) -> Result<BalancedOpenings, Failure> {
        let (openings, tries) = (self.openings, self.tries);
        let found = openings.len();
        if found >= self.wanted {
            return Ok(BalancedOpenings { openings, tries });
        }
        let wanted = counted(self.wanted as u64, "opening");
        let (unbalanced, repeated, short) = (self.unbalanced, self.repeated, self.short);
        Err(Failure::new(format_args!(
            "found only {found} of {wanted} in {tries} tries, the last {PATIENCE} without a new one: \
             {unbalanced} were not balanced, {repeated} led to a position that had been tried, \
             {short} had too few moves"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::board::Color;
    use ponnuki::game::{Fingerprint, Game};
    use std::collections::BTreeSet;

    fn balance(length: usize) -> Balance {
        Balance {
            size: BoardSize::square(length).unwrap(),
            rules: RulesArgs::default(),
            plies: 3,
            count: 6,
            within: 20.0,
            playouts: 40,
            seed: 3,
            threads: 1,
        }
    }

    #[test]
    fn the_openings_follow_from_the_seed_whatever_the_threads() {
        let options = balance(9);
        let found = options.find(|_, _| {}).unwrap();
        assert_eq!(found.openings.len(), 6);
        for threads in [2, 5] {
            let again = Balance {
                threads,
                ..options.clone()
            };
            assert_eq!(again.find(|_, _| {}).unwrap(), found, "{threads}");
        }
        let other = Balance {
            seed: 4,
            ..options.clone()
        };
        assert_ne!(other.find(|_, _| {}).unwrap(), found);
        // A longer list begins with the same openings.
        let more = Balance {
            count: 8,
            ..options
        };
        assert_eq!(more.find(|_, _| {}).unwrap().openings[..6], found.openings);
    }

    #[test]
    fn openings_are_balanced_and_differ() {
        let options = balance(9);
        let found = options.find(|_, _| {}).unwrap();
        let mut positions = BTreeSet::new();
        for opening in &found.openings {
            assert!((0.3..=0.7).contains(&opening.winrate), "{opening:?}");
            assert_eq!(opening.moves.len(), 3);
            let mut game = Game::new(options.size, options.rules.chosen(), options.rules.komi());
            for &action in &opening.moves {
                assert_ne!(action, Move::Pass);
                game.play(game.to_move(), action).unwrap();
            }
            assert_eq!(game.to_move(), Color::White);
            positions.insert(Fingerprint::from_position(&game).turned);
        }
        assert_eq!(positions.len(), found.openings.len());
    }

    #[test]
    fn the_search_gives_up_where_there_is_too_little() {
        let mut empty = balance(9);
        empty.plies = 0;
        // 2x2 has one first move up to symmetry.
        let one = Balance {
            plies: 1,
            within: 50.0,
            playouts: 8,
            threads: 2,
            ..balance(2)
        };
        // On one point every play is suicide, and an opening needs a move.
        for (options, found, repeated, short) in [
            (balance(1), 0, 0, 1000),
            (empty, 0, 0, 1000),
            (one, 1, 1000, 0),
        ] {
            let error = options.find(|_, _| {}).unwrap_err().to_string();
            let expected = format!(
                "found only {found} of 6 openings in {} tries, the last 1000 without a new one: \
                 0 were not balanced, {repeated} led to a position that had been tried, \
                 {short} had too few moves",
                found + 1000
            );
            assert_eq!(error, expected);
        }
    }
}

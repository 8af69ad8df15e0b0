//! The tries of all threads, settled in the order of their numbers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;

use super::{
    Balance, BalanceProgress, BalancedOpening, BalancedOpenings, PATIENCE, TooFewOpenings,
};
use ponnuki::game::Move;
use ponnuki::threads::lock;

/// The outcome of a try.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// It had too few moves.
    Short,
    /// It led to a position.
    Played {
        /// The position up to symmetry.
        key: u64,
        moves: Vec<Move>,
        /// Black's win rate, or `None` if an earlier try led to the position.
        winrate: Option<f64>,
    },
}

/// Whether a try has to judge its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is the first that is known to lead there.
    First,
    /// An earlier one led there.
    Repeated,
}

/// Gives out the tries and collects their outcomes.
pub(super) struct Ledger<'a> {
    balance: &'a Balance,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the next try to begin.
    next: u64,
    /// The first try that led to each position.
    claimed: HashMap<u64, u64>,
    /// The outcomes of tries that follow a try still going on.
    waiting: BTreeMap<u64, Outcome>,
    /// The positions of the settled tries.
    settled: HashSet<u64>,
    openings: Vec<BalancedOpening>,
    /// The number of settled tries.
    tries: u64,
    /// The settled tries since the last opening.
    barren: u64,
    short: u64,
    repeated: u64,
    unbalanced: u64,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(balance: &'a Balance) -> Self {
        Self {
            balance,
            state: Mutex::default(),
        }
    }

    /// Returns the number of the next try, or `None` at the end.
    pub(super) fn next(&self) -> Option<u64> {
        let mut state = lock(&self.state);
        if state.is_over(self.balance) {
            return None;
        }
        let number = state.next;
        state.next += 1;
        Some(number)
    }

    /// Notes the position of a try. An earlier try with the same position may follow;
    /// then both are judged, and the later one does not count.
    pub(super) fn claim(&self, number: u64, key: u64) -> Role {
        let mut state = lock(&self.state);
        let first = state.claimed.entry(key).or_insert(number);
        if *first < number {
            return Role::Repeated;
        }
        *first = number;
        Role::First
    }

    /// Enters the outcome of a try.
    pub(super) fn enter(&self, number: u64, outcome: Outcome) -> BalanceProgress {
        let mut state = lock(&self.state);
        state.waiting.insert(number, outcome);
        while !state.is_over(self.balance) {
            let next = state.tries;
            let Some(outcome) = state.waiting.remove(&next) else {
                break;
            };
            state.settle(outcome, self.balance);
        }
        BalanceProgress {
            found: state.openings.len(),
            tries: state.tries,
        }
    }

    /// Returns the openings.
    pub(super) fn close(self) -> Result<BalancedOpenings, TooFewOpenings> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = state.openings.len();
        if found < self.balance.count {
            return Err(TooFewOpenings {
                wanted: self.balance.count,
                found,
                tries: state.tries,
                short: state.short,
                repeated: state.repeated,
                unbalanced: state.unbalanced,
            });
        }
        Ok(BalancedOpenings {
            openings: state.openings,
            tries: state.tries,
        })
    }
}

impl State {
    fn is_over(&self, balance: &Balance) -> bool {
        self.openings.len() >= balance.count || self.barren >= PATIENCE
    }

    /// Counts the next try.
    fn settle(&mut self, outcome: Outcome, balance: &Balance) {
        self.tries += 1;
        self.barren += 1;
        match outcome {
            Outcome::Short => self.short += 1,
            // The first try with a position decides, so that no position is judged
            // until chance finds it balanced.
            Outcome::Played { key, .. } if !self.settled.insert(key) => self.repeated += 1,
            Outcome::Played {
                moves,
                winrate: Some(winrate),
                ..
            } if balance.holds(winrate) => {
                self.openings.push(BalancedOpening { moves, winrate });
                self.barren = 0;
            }
            Outcome::Played { .. } => self.unbalanced += 1,
        }
    }
}

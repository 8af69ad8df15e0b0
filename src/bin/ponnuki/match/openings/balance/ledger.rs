//! The tries of all threads, settled in numeric order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;

use super::{Balance, BalancedOpening, BalancedOpenings, PATIENCE};
use crate::cli::failure::Failure;
use ponnuki::game::Move;
use ponnuki::statistics::counted;
use ponnuki::threads::lock;

/// The outcome of a try.
#[derive(Clone, Debug)]
pub(super) enum Attempt {
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

/// The queue of tries, which hands out numbers and collects outcomes.
pub(super) struct Ledger<'a> {
    balance: &'a Balance,
    state: Mutex<LedgerState>,
}

/// The tries so far.
#[derive(Default)]
struct LedgerState {
    /// The number of the next try to begin.
    next: u64,
    /// The first try that led to each position.
    claimed: HashMap<u64, u64>,
    /// The outcomes of tries that wait for an earlier try to end.
    waiting: BTreeMap<u64, Attempt>,
    /// The positions of the settled tries.
    settled: HashSet<u64>,
    openings: Vec<BalancedOpening>,
    /// The number of settled tries.
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

impl<'a> Ledger<'a> {
    pub(super) fn new(balance: &'a Balance) -> Self {
        Self {
            balance,
            state: Mutex::default(),
        }
    }

    /// Returns the number of the next try, or `None` if no more are needed.
    pub(super) fn next(&self) -> Option<u64> {
        let mut state = lock(&self.state);
        if state.is_over(self.balance) {
            return None;
        }
        let number = state.next;
        state.next += 1;
        Some(number)
    }

    /// Claims a position for a try. Returns `false` if an earlier try is known to lead
    /// there. If an earlier try claims the position afterwards, both are judged, but
    /// only the earlier one counts.
    pub(super) fn claim(&self, number: u64, key: u64) -> bool {
        let mut state = lock(&self.state);
        let first = state.claimed.entry(key).or_insert(number);
        *first = number.min(*first);
        *first == number
    }

    /// Adds the outcome of a try. Returns the counts of openings and tries so far.
    pub(super) fn enter(&self, number: u64, attempt: Attempt) -> (usize, u64) {
        let mut state = lock(&self.state);
        state.waiting.insert(number, attempt);
        while !state.is_over(self.balance) {
            let next = state.tries;
            let Some(attempt) = state.waiting.remove(&next) else {
                break;
            };
            state.settle(attempt, self.balance);
        }
        (state.openings.len(), state.tries)
    }

    /// Returns the openings.
    pub(super) fn close(self) -> Result<BalancedOpenings, Failure> {
        let LedgerState {
            openings,
            tries,
            short,
            repeated,
            unbalanced,
            ..
        } = self
            .state
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let (found, wanted) = (openings.len(), self.balance.count);
        if found < wanted {
            return Err(Failure::new(format_args!(
                "found only {found} of {} in {tries} tries, the last {PATIENCE} without a new one: \
                 {unbalanced} were not balanced, {repeated} led to a position that had been tried, \
                 {short} had too few moves",
                counted(wanted as u64, "opening")
            )));
        }
        Ok(BalancedOpenings { openings, tries })
    }
}

impl LedgerState {
    fn is_over(&self, balance: &Balance) -> bool {
        self.openings.len() >= balance.count || self.barren >= PATIENCE
    }

    /// Settles the next try.
    fn settle(&mut self, attempt: Attempt, balance: &Balance) {
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
            } if balance.holds(winrate) => {
                self.openings.push(BalancedOpening { moves, winrate });
                self.barren = 0;
            }
            Attempt::Played { .. } => self.unbalanced += 1,
        }
    }
}

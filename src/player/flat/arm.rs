//! An arm of the bandit: a first move and the playouts after it.

use std::cmp::{Ordering, Reverse};
use std::rc::Rc;

use crate::board::{ByColor, Color, PointSet};
use crate::estimate::playout_start;
use crate::game::{Game, Move, Outcome};
use crate::playout::BatchStart;

use super::statistics::{Statistics, upper_bound};

/// A first move with the results of its playouts.
pub(super) struct Arm {
    pub(super) action: Move,
    pub(super) prior: f64,
    pub(super) statistics: Statistics,
    pub(super) after: After,
}

/// The continuation after the move.
#[derive(Clone)]
pub(super) enum After {
    /// The game continues at random from here.
    Playouts(Rc<BatchStart>),
    /// The game has ended by two passes, with these areas.
    End(ByColor<PointSet>),
}

impl Arm {
    /// Prepares the playouts after a move. Returns `None` if it is illegal.
    pub(super) fn new(game: &mut Game, color: Color, action: Move, prior: f64) -> Option<Self> {
        let after = game.explore(color, action, |game| {
            if game.outcome() == Some(Outcome::TwoPasses) {
                let area = game.area();
                return After::End(ByColor {
                    black: area.black,
                    white: area.white,
                });
            }
            let start = BatchStart::new(&playout_start(game, !color));
            After::Playouts(Rc::new(start))
        });
        Some(Self {
            action,
            prior,
            statistics: Statistics::default(),
            after: after.ok()?,
        })
    }

    /// Returns whether the move ends the game, so that all its playouts have
    /// the same result.
    pub(super) const fn is_certain(&self) -> bool {
        matches!(self.after, After::End(_))
    }

    /// Returns the upper confidence bound, by which playouts are assigned, as it would be
    /// after `more` playouts with the same mean. `log` is the logarithm of the playouts of all
    /// moves, and `usual` their win rate, which stands in for that of a move without playouts.
    pub(super) fn bound(&self, log: f64, more: u64, usual: f64) -> f64 {
        let known = self.statistics.visits();
        let winrate = if known > 0 {
            self.statistics.winrate()
        } else {
            usual
        };
        match (self.is_certain(), known + more) {
            (_, 0) => f64::INFINITY,
            (true, _) => winrate,
            (false, visits) => upper_bound(winrate, visits, log),
        }
    }

    /// Orders the better move first: by visits, then by win rate, then by point
    /// with the pass last.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (&self.statistics, &other.statistics);
        let index = |action| match action {
            Move::Play(point) => point.index(),
            Move::Pass => usize::MAX,
        };
        Reverse(ours.visits())
            .cmp(&Reverse(theirs.visits()))
            .then(theirs.winrate().total_cmp(&ours.winrate()))
            .then(index(self.action).cmp(&index(other.action)))
    }
}

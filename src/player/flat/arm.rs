//! An arm of the bandit: a first move and the playouts after it.

use std::cmp::{Ordering, Reverse};

use crate::board::{ByColor, Color, PointSet};
use crate::game::{Game, Move, Outcome};
use crate::playout::{PlayoutKo, PlayoutStart, UniformPlayouts, uniform_playouts};

use super::statistics::Statistics;

/// A first move with the results of its playouts.
pub(super) struct Arm {
    pub(super) action: Move,
    pub(super) prior: f64,
    pub(super) statistics: Statistics,
    after: After,
}

/// The continuation after the move.
enum After {
    /// The game continues at random.
    Playouts(Box<dyn UniformPlayouts>),
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
            let start = PlayoutStart {
                board: game.board(),
                to_move: !color,
                last: game.last_moves(),
                ko: game.ko_point(!color),
            };
            After::Playouts(uniform_playouts(&start, PlayoutKo::Simple))
        });
        Some(Self {
            action,
            prior,
            statistics: Statistics::default(),
            after: after.ok()?,
        })
    }

    /// Plays playout `number` of a seed. Returns Black's area minus White's at
    /// its end.
    pub(super) fn play(&mut self, seed: u64, number: u64) -> i32 {
        match &mut self.after {
            // The sum of the margins is that of the single playout.
            After::Playouts(playouts) => playouts.run(seed, number..number + 1).margin as i32,
            After::End(area) => area.margin(),
        }
    }

    /// Returns the areas at the end of the last playout.
    pub(super) fn last_area(&self) -> ByColor<PointSet> {
        match &self.after {
            After::Playouts(playouts) => playouts.last_area(),
            After::End(area) => *area,
        }
    }

    /// Returns whether the move ends the game, so that all its playouts have
    /// the same result.
    pub(super) const fn is_certain(&self) -> bool {
        matches!(self.after, After::End(_))
    }

    /// Returns the upper confidence bound, by which the next playout is
    /// assigned. `log` is the logarithm of the number of playouts of all moves.
    pub(super) fn bound(&self, log: f64) -> f64 {
        if self.is_certain() && self.statistics.visits() > 0 {
            return self.statistics.winrate();
        }
        self.statistics.upper_bound(log)
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

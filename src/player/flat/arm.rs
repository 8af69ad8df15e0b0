//! One first move, and the playouts after it.

use std::cmp::{Ordering, Reverse};

use crate::board::{ByColor, Color, PointSet};
use crate::game::{Game, Move, Outcome};
use crate::playout::{PlayoutKo, PlayoutStart, UniformPlayouts, uniform_playouts};

use super::statistics::Statistics;

/// A first move and what came of it.
pub(super) struct Arm {
    pub(super) action: Move,
    pub(super) prior: f64,
    pub(super) statistics: Statistics,
    after: After,
}

/// What follows the move.
enum After {
    /// The game goes on at random.
    Playouts(Box<dyn UniformPlayouts>),
    /// The game is over: a pass after a pass.
    End(ByColor<PointSet>),
}

impl Arm {
    /// A move of the game. `None` when it is illegal.
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

    /// Plays the playout of a seed with this number. Returns Black's area
    /// minus White's at its end.
    pub(super) fn play(&mut self, seed: u64, number: u64) -> i32 {
        match &mut self.after {
            // A single playout, so the sum of the margins is its margin.
            After::Playouts(playouts) => playouts.run(seed, number..number + 1).margin as i32,
            After::End(area) => area.margin(),
        }
    }

    /// The area of both colours at the end of the last playout.
    pub(super) fn last_area(&self) -> ByColor<PointSet> {
        match &self.after {
            After::Playouts(playouts) => playouts.last_area(),
            After::End(area) => *area,
        }
    }

    /// Nothing about the move is left to chance.
    pub(super) const fn is_certain(&self) -> bool {
        matches!(self.after, After::End(_))
    }

    /// How much the move is worth the next playout. `log` is the logarithm of
    /// the playouts of all moves together.
    pub(super) fn bound(&self, log: f64) -> f64 {
        if self.is_certain() && self.statistics.visits() > 0 {
            return self.statistics.winrate();
        }
        self.statistics.upper_bound(log)
    }

    /// The better move is the lesser: the one that was tried more often, then
    /// the one that won more often, then in the order of the points.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (&self.statistics, &other.statistics);
        let place = |action| match action {
            Move::Play(point) => point.index(),
            Move::Pass => usize::MAX,
        };
        Reverse(ours.visits())
            .cmp(&Reverse(theirs.visits()))
            .then(theirs.winrate().total_cmp(&ours.winrate()))
            .then(place(self.action).cmp(&place(other.action)))
    }
}

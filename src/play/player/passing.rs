//! Decides when a player passes, and when a search resigns.
//!
//! A pass that comes too early loses points, so the position must be settled: every point
//! has a certain owner. There are two kinds of evidence for that.
//!
//! - *An estimate*, for any player that is asked to pass in settled games
//!   ([`settled_move`]). It may also decide which stones count as dead.
//! - *The ownership and the win rates of a search* ([`SearchResult`]), for the search
//!   itself, which expects that no stones are removed at the end. A pass is then safe
//!   only if the position wins as it stands. Otherwise the search first captures the
//!   opponent's dead stones, if the win depends on them.
//!
//! A search visits a pass only if all plays seem worse than its even prior, whose virtual
//! wins then make it look better than it is. A pass is therefore judged by real playouts
//! alone, which are added to the tree if the search has too few of them.
//!
//! The ownership of a search can be wrong about a group that can be killed from inside,
//! so the position must win even without the own stones that an [`Estimate`] finds dead, whose
//! playouts know how.
//!
//! The certainty that an owner must have is defined in `estimate`, which has both kinds of
//! playouts. `cleanup.rs` captures dead stones when a server asks for it.

use crate::estimate::{DeadStones, Estimate, EstimateOptions, SETTLED_IN_SEARCH, is_settled};
use ponnuki_core::board::{Color, Point, PointSet};
use ponnuki_core::game::{Game, Move, Outcome};

use super::Ownership;
use super::cleanup::phase_move;
use super::search::MoveRecord;

/// The difference in win rate from which a move counts as worse than another.
const WORSE: f64 = 0.02;

/// The minimum visits for the win rate of a pass to be trusted.
const MIN_PASS_VISITS: u32 = 64;

/// A position whose best move wins less often than this is lost.
const LOST: f64 = 0.08;

/// How many consecutive own moves must look lost before a resignation.
const LOST_MOVES: u32 = 3;

/// Returns the move in a game that an estimate finds settled, or `None` to leave it to the
/// player. In the main phase, the move is a pass if the count is a win or matches the value of
/// the settled position, so that dead stones that would count as alive are captured first. In a
/// clean-up phase, they are captured even if the game is won. The estimate follows from the
/// seed.
pub(super) fn settled_move(
    game: &Game,
    color: Color,
    dead_stones: DeadStones,
    seed: u64,
) -> Option<Move> {
    let estimate = Estimate::new(game, &EstimateOptions::settlement(seed));
    if !estimate.is_settled() {
        return None;
    }
    phase_move(game, color, seed).or_else(|| {
        let dead = estimate.counted_dead(dead_stones);
        let sign = f64::from(color.sign());
        let lead = |dead| sign * game.margin_without(dead);
        let counts = wins_without(game, color, &dead) || lead(&dead) >= lead(&estimate.dead());
        counts.then_some(Move::Pass)
    })
}

/// Returns whether the last move is a pass by the opponent, so that another pass ends the
/// game.
pub(super) fn opponent_has_passed(game: &Game, color: Color) -> bool {
    let last = game.turns_since_setup().last();
    last.is_some_and(|turn| turn.color != color) && game.would_end_by_pass()
}

fn wins_without(game: &Game, color: Color, dead: &PointSet) -> bool {
    let counted = game.margin_without(dead);
    game.score_of(counted).winner() == Some(color)
}

/// The result of a search, from which the move is chosen.
pub(super) struct SearchResult<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    /// The moves, the most visited first.
    pub(super) moves: &'a [MoveRecord],
    /// Whether no move wins.
    pub(super) is_lost: bool,
    /// The ownership of the points by the colour.
    pub(super) ownership: Ownership,
    pub(super) seed: u64,
}

impl SearchResult<'_> {
    /// Returns whether a position is lost if its best move has this win rate.
    pub(super) const fn is_lost(chance: f64) -> bool {
        chance < LOST
    }

    /// Returns the move to make: the most visited one, unless the position is settled or the
    /// most visited move is a premature pass. `search_pass` plays the given number of playouts
    /// through the pass and returns its record.
    pub(super) fn choice(&self, search_pass: impl FnOnce(u32) -> Option<MoveRecord>) -> Move {
        let is_play = |found: &&MoveRecord| found.action != Move::Pass;
        let (Some(best), Some(play)) = (self.moves.first(), self.moves.iter().find(is_play)) else {
            return Move::Pass;
        };
        let is_settled = self.is_settled();
        if is_settled && self.is_lost && !self.leaves_open_region() {
            return Move::Pass;
        }
        let stands_won = if self.game.rules().plays_cost() {
            // Dead stones need not be captured, which would cost points.
            let dead = self.dead(self.color) | self.dead(!self.color);
            wins_without(self.game, self.color, &dead)
        } else {
            self.game.score().winner() == Some(self.color)
        };
        if is_settled
            && !stands_won
            && let Some(capture) = self.cleaning_move(best)
        {
            return capture;
        }
        let prefers_pass = best.action == Move::Pass && !self.is_lost && !self.is_open();
        if (prefers_pass || is_settled && stands_won)
            && self.pass_is_as_good_as(play, search_pass)
            && (prefers_pass || self.wins_without_dead_stones())
        {
            return Move::Pass;
        }
        play.action
    }

    /// Returns whether a pass wins as often as a play or, if a region is open, more often.
    fn pass_is_as_good_as(
        &self,
        play: &MoveRecord,
        search_pass: impl FnOnce(u32) -> Option<MoveRecord>,
    ) -> bool {
        let pass = self.moves.iter().find(|found| found.action == Move::Pass);
        let missing = pass.map_or(MIN_PASS_VISITS, |pass| {
            MIN_PASS_VISITS.saturating_sub(pass.visits)
        });
        let pass = match missing {
            0 => pass.copied(),
            _ => search_pass(missing),
        };
        pass.is_some_and(|pass| {
            pass.visits >= MIN_PASS_VISITS
                && pass.winrate >= play.winrate - WORSE
                && (pass.winrate > play.winrate + WORSE || !self.leaves_open_region())
        })
    }

    /// Returns whether nothing is left to play for. If half of the board is open, this also
    /// requires a pass by the opponent.
    pub(super) fn is_settled(&self) -> bool {
        let (game, color) = (self.game, self.color);
        let dead = self.dead(color) | self.dead(!color);
        let ownership = |point| f64::from(color.sign()) * self.ownership.at(point);
        (!self.is_open() || opponent_has_passed(game, color))
            && is_settled(game.board(), &dead, ownership, SETTLED_IN_SEARCH)
    }

    /// Returns whether an estimate finds a neutral region that is large enough to play for.
    /// In a lost position, a search takes its own stones for dead and thus open regions for
    /// the opponent's, and after few playouts its ownership is chance.
    fn leaves_open_region(&self) -> bool {
        Estimate::new(self.game, &EstimateOptions::quick_status(self.seed)).has_open_region()
    }

    /// Returns whether half of the board is neutral as it stands.
    fn is_open(&self) -> bool {
        2 * self.game.area().neutral.len() >= self.game.size().area()
    }

    /// Returns the stones of this colour that the other colour certainly owns.
    fn dead(&self, color: Color) -> PointSet {
        let sign = if color == self.color { -1.0 } else { 1.0 };
        let is_dead = |stone: &Point| sign * self.ownership.at(*stone) >= SETTLED_IN_SEARCH;
        let stones = self.game.board().stones(color);
        stones.iter().filter(is_dead).collect()
    }

    /// Returns whether the position wins even if the opponent captures all stones of the
    /// colour that an estimate finds dead. Where plays cost points, the opponent's dead stones
    /// are taken off too.
    fn wins_without_dead_stones(&self) -> bool {
        let game = self.game;
        let estimate = Estimate::new(game, &EstimateOptions::quick_status(self.seed));
        let dead = if game.rules().plays_cost() {
            estimate.dead()
        } else {
            estimate.dead() & game.board().stones(self.color)
        };
        wins_without(game, self.color, &dead)
    }

    /// Returns the best move that takes a liberty from the opponent's dead
    /// stones.
    fn cleaning_move(&self, best: &MoveRecord) -> Option<Move> {
        let board = self.game.board();
        let dead = self.dead(!self.color);
        let liberties = dead.neighbours(board.size()) & board.empty();
        let takes_liberty = |action: &Move| {
            let point = action.point();
            point.is_some_and(|point| liberties.contains(point))
        };
        self.moves
            .iter()
            .filter(|found| found.visits > 0 && found.value >= best.value - WORSE)
            .map(|found| found.action)
            .find(takes_liberty)
    }
}

/// Returns whether a pass wins without any search: the opponent has just
/// passed, or the game is over, and the colour wins the position as it stands. Where
/// plays cost points, that depends on the dead stones, so only the end is certain.
pub(super) fn passing_wins(game: &Game, color: Color) -> bool {
    let is_over = game.outcome() == Some(Outcome::TwoPasses);
    let stands = !game.rules().plays_cost() && opponent_has_passed(game, color);
    (stands || is_over) && game.score().winner() == Some(color)
}

/// Counts consecutive own moves that look lost. A move that is searched again counts once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResignCounter {
    /// The number of turns before the move that was counted last.
    turns: Option<usize>,
    /// The lost moves in a row before that move.
    before: u32,
    /// The lost moves in a row, with that move.
    lost: u32,
}

impl ResignCounter {
    /// Counts a move, given the win rate of the best move. Returns whether to resign, which
    /// never happens in the opening.
    pub(super) fn count(&mut self, game: &Game, chance: f64) -> bool {
        let turns = Some(game.turns().len());
        if self.turns != turns {
            self.turns = turns;
            self.before = self.lost;
        }
        self.lost = if SearchResult::is_lost(chance) {
            self.before + 1
        } else {
            0
        };
        self.lost >= LOST_MOVES && turns >= Some(game.size().area() / 4)
    }
}

#[cfg(test)]
mod tests;

//! Decides when the search passes and when it resigns.
//!
//! No stones are removed at the end of the game, so a pass is safe only if the
//! position wins as it stands. Otherwise the search first captures the
//! opponent's dead stones, if the win depends on them.
//!
//! The ownership of a search can be wrong about a group that can be killed from inside,
//! so the position must win even without the own stones that an [`Estimate`] finds dead, whose
//! playouts know how.

use crate::board::{Color, Point, PointSet, area};
use crate::estimate::{Estimate, EstimateOptions, SETTLED_IN_SEARCH};
use crate::game::{Game, Move, Outcome};
use crate::player::{Ownership, opponent_has_passed};

use super::record::MoveRecord;

/// The share of wins by which one move must trail another to count as worse.
const WORSE: f64 = 0.02;

/// A position whose best move wins less often than this is lost.
const LOST: f64 = 0.08;

/// The number of own moves in a row that must look lost before a resignation.
const LOST_MOVES: u32 = 3;

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
    /// The seed of the estimate.
    pub(super) seed: u64,
}

impl SearchResult<'_> {
    /// Returns whether a position with this share of wins for its best move is
    /// lost.
    pub(super) const fn is_lost(chance: f64) -> bool {
        chance < LOST
    }

    /// Returns the move to make: the most visited one, unless the position is
    /// settled.
    pub(super) fn choice(&self) -> Move {
        let Some(best) = self.moves.first() else {
            return Move::Pass;
        };
        if self.is_settled() {
            let stands_won = self.game.score().winner() == Some(self.color);
            if stands_won && self.pass_is_as_good_as(best) && self.wins_without_dead_stones()
                || self.is_lost
            {
                return Move::Pass;
            }
            if !stands_won && let Some(capture) = self.cleaning_move(best) {
                return capture;
            }
        }
        best.action
    }

    fn pass_is_as_good_as(&self, best: &MoveRecord) -> bool {
        let mut passes = self.moves.iter().filter(|found| found.action == Move::Pass);
        passes.any(|pass| pass.visits > 0 && pass.value >= best.value - WORSE)
    }

    /// Returns whether every point that belongs to a colour as the board stands
    /// has a certain owner. Neutral points are left out.
    fn is_settled(&self) -> bool {
        let neutral = self.game.area().neutral;
        let points = self.game.board().points() - neutral;
        points
            .iter()
            .all(|point| self.ownership.at(point).abs() >= SETTLED_IN_SEARCH)
    }

    /// Returns whether the position wins even if the opponent captures all stones of the
    /// colour that an estimate finds dead.
    fn wins_without_dead_stones(&self) -> bool {
        let game = self.game;
        let estimate = Estimate::new(game, &EstimateOptions::status(self.seed));
        let dead = estimate.dead() & game.board().stones(self.color);
        let counted = area(game.board(), &dead).margin();
        game.score_of(counted).winner() == Some(self.color)
    }

    /// Returns the best move that takes a liberty from the opponent's dead
    /// stones.
    fn cleaning_move(&self, best: &MoveRecord) -> Option<Move> {
        let board = self.game.board();
        let is_dead = |stone: &Point| self.ownership.at(*stone) >= SETTLED_IN_SEARCH;
        let stones = board.stones(!self.color);
        let dead: PointSet = stones.iter().filter(is_dead).collect();
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
/// passed, or the game is over, and the colour wins the position as it stands.
pub(super) fn passing_wins(game: &Game, color: Color) -> bool {
    let is_over = game.outcome() == Some(Outcome::TwoPasses);
    (opponent_has_passed(game, color) || is_over) && game.score().winner() == Some(color)
}

/// Counts the own moves in a row that look lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResignCounter(u32);

impl ResignCounter {
    /// Counts a move by the share of wins of the best move. Returns whether to
    /// resign, which never happens in the opening.
    pub(super) fn count(&mut self, game: &Game, chance: f64) -> bool {
        self.0 = if SearchResult::is_lost(chance) {
            self.0 + 1
        } else {
            0
        };
        self.0 >= LOST_MOVES && game.turns().len() >= game.size().area() / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing::{empty, position};

    /// A search of a position in which White's stone at A4 is dead. Black has 5
    /// points as the board stands and 15 without that stone, White 11 and 10.
    struct Search {
        komi: &'static str,
        /// The ownership of A4 by Black.
        dead_stone: f64,
        is_lost: bool,
    }

    /// Black wins without a capture.
    const WON: Search = Search {
        komi: "-7.5",
        dead_stone: 0.9,
        is_lost: false,
    };

    /// Black wins once the dead stone is captured.
    const WON_BY_CAPTURE: Search = Search { komi: "0.5", ..WON };

    impl Search {
        /// Returns the move that Black makes, as [`choice`] does.
        fn choice(&self, moves: &[(&str, u32, f64)]) -> String {
            let game = position("..XO./O.XO./..XO./..XO./..XO.", Color::Black, self.komi);
            let mut owners = owners(&game);
            owners[game.size().point_named("A4").unwrap().index()] = self.dead_stone;
            choice(&game, owners, moves, self.is_lost)
        }
    }

    /// Returns the ownership by Black if all points keep the owner they have on the board.
    fn owners(game: &Game) -> Vec<f64> {
        let mut owners = vec![0.0; game.size().grid_len()];
        for (color, owner) in [(Color::Black, 0.9), (Color::White, -0.9)] {
            for point in game.area()[color] {
                owners[point.index()] = owner;
            }
        }
        owners
    }

    /// Returns the move that Black makes, given the ownership of the points and the names
    /// of the moves, their visits and their shares of wins.
    fn choice(game: &Game, owners: Vec<f64>, moves: &[(&str, u32, f64)], is_lost: bool) -> String {
        let size = game.size();
        let record = |&(name, visits, value): &(&str, u32, f64)| MoveRecord {
            action: size.point_named(name).map_or(Move::Pass, Move::Play),
            visits,
            value,
            winrate: value,
            margin: 0.0,
            square: 0.0,
            prior: 0.0,
        };
        let moves: Vec<_> = moves.iter().map(record).collect();
        let result = SearchResult {
            game,
            color: Color::Black,
            moves: &moves,
            is_lost,
            ownership: Ownership::new(owners),
            seed: 1,
        };
        result.choice().name(size)
    }

    #[test]
    fn a_won_position_is_passed_if_no_move_wins_much_more_often() {
        let with_pass = |visits, value| WON.choice(&[("E3", 60, 0.5), ("pass", visits, value)]);
        assert_eq!(with_pass(40, 0.48), "pass");
        assert_eq!(with_pass(40, 0.47), "E3");
        // Nothing is known about a pass that has not been tried.
        assert_eq!(with_pass(0, 0.5), "E3");
        assert_eq!(WON.choice(&[]), "pass");
    }

    #[test]
    fn a_won_position_needs_no_capture() {
        let moves = [("E3", 60, 0.5), ("B4", 40, 0.5), ("pass", 30, 0.3)];
        assert_eq!(WON.choice(&moves), "E3");
    }

    #[test]
    fn dead_stones_are_captured_before_a_pass_that_would_lose() {
        // E3, E2 and B1 take liberties of living stones.
        let others = [("E3", 60, 0.5), ("E2", 55, 0.5), ("B1", 50, 0.5)];
        let with = |more: &[(&str, u32, f64)]| WON_BY_CAPTURE.choice(&[&others, more].concat());
        assert_eq!(with(&[("pass", 45, 0.5), ("B4", 40, 0.5)]), "B4");
        assert_eq!(with(&[("A5", 40, 0.5), ("A3", 30, 0.5)]), "A5");
        assert_eq!(with(&[("A5", 40, 0.47), ("A3", 30, 0.48)]), "A3");
        // No good capture is known.
        assert_eq!(with(&[("A5", 40, 0.47), ("A3", 0, 0.5)]), "E3");
    }

    #[test]
    fn a_position_is_settled_if_the_owner_of_every_stone_is_certain_enough() {
        let choice = |dead_stone| {
            let search = Search {
                dead_stone,
                ..WON_BY_CAPTURE
            };
            search.choice(&[("E3", 60, 0.5), ("pass", 50, 0.5), ("B4", 40, 0.5)])
        };
        assert_eq!(choice(0.6), "B4");
        assert_eq!(choice(0.59), "E3");
        assert_eq!(choice(-0.6), "E3");
    }

    #[test]
    fn a_won_position_is_not_passed_while_a_group_dies_that_the_win_needs() {
        // Black's group in the corner has one eye, because White is at its vital point.
        let rows = ".O.XO../XXXXO../OOOOO../......./OOOOOOO/XXXXXXX/.X.X.X.";
        let with_komi = |komi| {
            let game = position(rows, Color::Black, komi);
            let moves = [("A7", 50, 0.9), ("pass", 50, 0.9)];
            choice(&game, owners(&game), &moves, false)
        };
        // As the board stands, Black has 21 points and White 26. Without the group, Black
        // has 14 and White 35.
        assert_eq!(with_komi("-6.5"), "A7");
        assert_eq!(with_komi("-20.5"), "A7");
        assert_eq!(with_komi("-21.5"), "pass");
        assert_eq!(with_komi("-4.5"), "A7");
    }

    #[test]
    fn a_lost_position_is_passed_once_it_is_settled() {
        let lost = |dead_stone| Search {
            dead_stone,
            is_lost: true,
            ..WON_BY_CAPTURE
        };
        let moves = [("B4", 60, 0.05), ("pass", 50, 0.01)];
        assert_eq!(lost(0.9).choice(&moves), "pass");
        assert_eq!(lost(0.5).choice(&moves), "B4");
    }

    #[test]
    fn a_pass_wins_after_a_pass_if_the_position_does() {
        // The empty board is a win for White.
        let mut game = empty(5, "0.5");
        let winners = |game: &Game| Color::BOTH.map(|color| passing_wins(game, color));
        assert_eq!(winners(&game), [false, false]);
        game.play(Color::Black, Move::Pass).unwrap();
        assert_eq!(winners(&game), [false, true]);
        // White's own pass lets Black move, but after two passes the game is over.
        let mut other = empty(5, "0.5");
        other.play(Color::White, Move::Pass).unwrap();
        assert_eq!(winners(&other), [false, false]);
        game.play(Color::White, Move::Pass).unwrap();
        assert_eq!(winners(&game), [false, true]);
    }

    /// Returns a game on 5x5 after this number of moves.
    fn game_of(moves: usize) -> Game {
        let mut game = empty(5, "0.5");
        for point in game.size().iter().take(moves) {
            game.play(game.to_move(), Move::Play(point)).unwrap();
        }
        game
    }

    #[test]
    fn three_lost_moves_in_a_row_are_resigned() {
        let game = game_of(6);
        let mut counter = ResignCounter::default();
        let resigns = |chance| counter.count(&game, chance);
        // A position that is won eight times in a hundred is not lost yet.
        let chances = [0.07, 0.07, 0.08, 0.07, 0.0, 0.079, 0.0, 0.5];
        assert_eq!(
            chances.map(resigns),
            [false, false, false, false, false, true, true, false]
        );
    }

    #[test]
    fn nobody_resigns_before_a_quarter_of_the_points_are_played() {
        for (moves, resigns) in [(0, false), (5, false), (6, true), (7, true)] {
            let mut counter = ResignCounter(LOST_MOVES);
            assert_eq!(counter.count(&game_of(moves), 0.0), resigns, "{moves}");
        }
    }
}

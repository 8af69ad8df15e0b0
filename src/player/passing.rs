//! Decides when a player passes, and when a search resigns.
//!
//! A pass that comes too early loses points, so the position must be settled: every point
//! has a certain owner. There are two kinds of evidence for that.
//!
//! - *An estimate*, for any player that is asked to pass in settled games
//!   ([`SettledGame`]). It may also decide which stones count as dead.
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

use crate::board::{Color, Point, PointSet};
use crate::estimate::{DeadStones, Estimate, EstimateOptions, SETTLED_IN_SEARCH, is_settled};
use crate::game::{Game, Move, Outcome};

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

/// The side that passes first in a settled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassingOrder {
    /// The opponent, so that the player's pass ends the game.
    Opponent,
    /// Either player.
    Either,
}

/// Plays in a game that an estimate finds settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettledGame {
    /// The stones that are removed before the count.
    pub(super) dead_stones: DeadStones,
    pub(super) order: PassingOrder,
}

impl SettledGame {
    /// Returns this policy for a player that need not wait for the opponent's pass.
    pub(super) const fn passing_first(self) -> Self {
        Self {
            order: PassingOrder::Either,
            ..self
        }
    }

    /// Returns the move in a settled game, or `None` to leave it to the player. In the main
    /// phase, the move is a pass if the count is a win or matches the value of the settled
    /// position, so that dead stones that would count as alive are captured first. In a
    /// clean-up phase, they are captured even if the game is won. The estimate follows from
    /// the seed.
    pub(super) fn choice(self, game: &Game, color: Color, seed: u64) -> Option<Move> {
        if self.order == PassingOrder::Opponent && !opponent_has_passed(game, color) {
            return None;
        }
        let estimate = Estimate::new(game, &EstimateOptions::settlement(seed));
        if !estimate.is_settled() {
            return None;
        }
        phase_move(game, color, seed).or_else(|| {
            let dead = estimate.counted_dead(self.dead_stones);
            let sign = f64::from(color.sign());
            let lead = |dead| sign * game.margin_without(dead);
            let counts = wins_without(game, color, &dead) || lead(&dead) >= lead(&estimate.dead());
            counts.then_some(Move::Pass)
        })
    }

    /// Returns whether a pass would end a game before it is settled although an estimate
    /// decides which stones are dead, so that the count may differ from the board.
    pub(super) fn ends_too_soon(self, game: &Game, color: Color) -> bool {
        self.dead_stones.needs_estimate(game) && opponent_has_passed(game, color)
    }
}

/// Returns whether the last move is a pass by the opponent, so that another pass ends the
/// game.
fn opponent_has_passed(game: &Game, color: Color) -> bool {
    let last = game.turns().last();
    last.is_some_and(|turn| turn.color != color) && game.would_end_by_pass()
}

/// Returns whether the position wins for a colour without these stones.
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
    /// The seed of the estimate.
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
    fn is_settled(&self) -> bool {
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
        Estimate::new(self.game, &EstimateOptions::status(self.seed)).has_open_region()
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
        let estimate = Estimate::new(game, &EstimateOptions::status(self.seed));
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
mod tests {
    use super::*;
    use crate::board::{BoardSize, area};
    use crate::game::testing::{empty, position};
    use crate::rules::{Komi, Preset};

    /// A search of a position in which White's stone at A4 is dead. Black has 11
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
            let game = position("..XO./O.XO./XXXO./.XXO./X.XO.", Color::Black, self.komi);
            let stone = game.size().point_named("A4").unwrap();
            let mut owners = owners(&game, &PointSet::single(stone));
            owners[stone.index()] = self.dead_stone;
            choice(&game, owners, moves, self.is_lost)
        }
    }

    /// Returns the ownership by Black if all points keep the owner they have on the board
    /// without the dead stones.
    fn owners(game: &Game, dead: &PointSet) -> Vec<f64> {
        let mut owners = vec![0.0; game.size().grid_len()];
        let area = area(game.board(), dead);
        for (color, owner) in [(Color::Black, 0.9), (Color::White, -0.9)] {
            for point in area[color] {
                owners[point.index()] = owner;
            }
        }
        owners
    }

    /// Returns the record of a move with this name, its visits and its win rate.
    fn record(game: &Game, &(name, visits, winrate): &(&str, u32, f64)) -> MoveRecord {
        let point = game.size().point_named(name);
        MoveRecord {
            action: point.map_or(Move::Pass, Move::Play),
            visits,
            value: winrate,
            winrate,
            margin: 0.0,
            square: 0.0,
            prior: 0.0,
        }
    }

    /// Returns the move that Black makes, given the ownership of the points and the names
    /// of the moves, their visits and their win rates. Nothing more is searched.
    fn choice(game: &Game, owners: Vec<f64>, moves: &[(&str, u32, f64)], is_lost: bool) -> String {
        let moves: Vec<_> = moves.iter().map(|found| record(game, found)).collect();
        choice_of(game, owners, &moves, is_lost, |_| None)
    }

    /// Returns the move that Black makes, as [`choice`] does. `search_pass` searches the pass.
    fn choice_of(
        game: &Game,
        owners: Vec<f64>,
        moves: &[MoveRecord],
        is_lost: bool,
        search_pass: impl FnOnce(u32) -> Option<MoveRecord>,
    ) -> String {
        let result = SearchResult {
            game,
            color: Color::Black,
            moves,
            is_lost,
            ownership: Ownership::new(owners),
            seed: 1,
        };
        result.choice(search_pass).name(game.size())
    }

    #[test]
    fn a_won_position_is_passed_if_no_move_wins_much_more_often() {
        let with_pass = |visits, value| WON.choice(&[("E3", 99, 0.5), ("pass", visits, value)]);
        assert_eq!(with_pass(64, 0.48), "pass");
        assert_eq!(with_pass(64, 0.47), "E3");
        // Not enough is known about a pass that has hardly been tried.
        assert_eq!(with_pass(63, 0.5), "E3");
        assert_eq!(WON.choice(&[]), "pass");
    }

    /// A search of a position in which Black leads by the komi and may pass.
    fn won() -> (Game, Vec<f64>) {
        let game = position(
            ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O",
            Color::Black,
            "0.5",
        );
        let owners = owners(&game, &PointSet::EMPTY);
        (game, owners)
    }

    #[test]
    fn a_pass_is_searched_until_its_win_rate_says_something() {
        let (game, owners) = won();
        let moves = [("C1", 900, 0.9), ("pass", 3, 0.9)].map(|found| record(&game, &found));
        let after = |visits, winrate| {
            let mut missing = 0;
            let search_pass = |playouts| {
                missing = playouts;
                Some(record(&game, &("pass", visits, winrate)))
            };
            let choice = choice_of(&game, owners.clone(), &moves, false, search_pass);
            assert_eq!(missing, 61);
            choice
        };
        assert_eq!(after(64, 0.89), "pass");
        assert_eq!(after(64, 0.87), "C1");
        // The search was interrupted.
        assert_eq!(after(63, 0.9), "C1");
    }

    #[test]
    fn imagined_visits_of_a_pass_do_not_count() {
        let (game, owners) = won();
        let pass = |value, winrate| MoveRecord {
            value,
            ..record(&game, &("pass", 64, winrate))
        };
        let choice = |pass| {
            let moves = [record(&game, &("C1", 900, 0.41)), pass];
            choice_of(&game, owners.clone(), &moves, false, |_| None)
        };
        assert_eq!(choice(pass(0.5, 0.3)), "C1");
        assert_eq!(choice(pass(0.3, 0.41)), "pass");
    }

    #[test]
    fn a_pass_that_the_search_prefers_must_be_as_good_as_a_play() {
        // The position is not settled, because Black's stones might die.
        let (game, _) = won();
        let choice = |pass, is_lost| {
            let owners = vec![0.0; game.size().grid_len()];
            choice(&game, owners, &[pass, ("C1", 60, 0.5)], is_lost)
        };
        assert_eq!(choice(("pass", 99, 0.5), false), "pass");
        assert_eq!(choice(("pass", 99, 0.4), false), "C1");
        assert_eq!(choice(("pass", 63, 0.5), false), "C1");
        assert_eq!(choice(("pass", 99, 0.5), true), "C1");
    }

    #[test]
    fn no_position_is_settled_while_a_neutral_region_is_open() {
        // The walls are safe, and three or two points between them are empty.
        let open = ".X.O./.X.O./.X.O./.XXO./.XXO.";
        let closed = ".XXO./.X.O./.X.O./.XXO./.XXO.";
        for (rows, passes) in [(open, false), (closed, true)] {
            for (komi, is_lost) in [("-7.5", false), ("30.5", true)] {
                let game = position(rows, Color::Black, komi);
                let moves = [("C3", 99, 0.05), ("pass", 70, 0.05)];
                let found = choice(&game, owners(&game, &PointSet::EMPTY), &moves, is_lost);
                let expected = if passes { "pass" } else { "C3" };
                assert_eq!(found, expected, "{rows} {is_lost}");
            }
        }
    }

    #[test]
    fn no_pass_leaves_an_open_region_that_only_the_search_counts_as_owned() {
        let game = position(".X.O./.X.O./.X.O./.XXO./.XXO.", Color::Black, "30.5");
        // The search takes all of Black's stones for dead.
        let dead = game.board().stones(Color::Black);
        let moves = [("C3", 99, 0.05), ("pass", 70, 0.05)];
        assert_eq!(choice(&game, owners(&game, &dead), &moves, true), "C3");
        let preferred = |winrate| {
            let owners = vec![0.0; game.size().grid_len()];
            let moves = [("pass", 99, winrate), ("C3", 60, 0.5)];
            choice(&game, owners, &moves, false)
        };
        assert_eq!(preferred(0.51), "C3");
        // Every play is a mistake, as in a seki.
        assert_eq!(preferred(0.6), "pass");
    }

    #[test]
    fn only_a_pass_ends_a_game_on_a_board_half_of_which_is_neutral_as_it_stands() {
        // White's stone is dead, but as the board stands it makes all empty points neutral.
        let rows = "...../...../..X../...../O....";
        let moves = [("B1", 99, 0.05), ("pass", 70, 0.05)];
        for (komi, is_lost) in [("-0.5", false), ("30.5", true)] {
            let mut game = position(rows, Color::White, komi);
            let dead = game.board().stones(Color::White);
            let choice = |game: &Game| choice(game, owners(game, &dead), &moves, is_lost);
            assert_eq!(choice(&game), "B1");
            game.play(Color::White, Move::Pass).unwrap();
            assert_eq!(choice(&game), "pass");
        }
    }

    #[test]
    fn a_won_position_needs_no_capture() {
        let moves = [("E3", 90, 0.5), ("B4", 80, 0.5), ("pass", 70, 0.3)];
        assert_eq!(WON.choice(&moves), "E3");
    }

    #[test]
    fn dead_stones_are_captured_before_a_pass_that_would_lose() {
        // E3, E2 and B1 take liberties of living stones.
        let others = [("E3", 60, 0.5), ("E2", 55, 0.5), ("B1", 50, 0.5)];
        let with = |more: &[(&str, u32, f64)]| WON_BY_CAPTURE.choice(&[&others, more].concat());
        assert_eq!(with(&[("pass", 45, 0.5), ("B4", 40, 0.5)]), "B4");
        assert_eq!(with(&[("A5", 40, 0.5), ("B4", 30, 0.5)]), "A5");
        assert_eq!(with(&[("A5", 40, 0.47), ("B4", 30, 0.48)]), "B4");
        // No good capture is known.
        assert_eq!(with(&[("A5", 40, 0.47), ("B4", 0, 0.5)]), "E3");
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
            let moves = [("A7", 90, 0.9), ("pass", 90, 0.9)];
            choice(&game, owners(&game, &PointSet::EMPTY), &moves, false)
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
        let mut counter = ResignCounter::default();
        let mut games = (6..).map(game_of);
        let mut resigns = |chance| {
            let game = games.next().unwrap();
            // A second search of the position changes nothing.
            let first = counter.count(&game, chance);
            assert_eq!(counter.count(&game, chance), first);
            first
        };
        // A position that is won eight times in a hundred is not lost yet.
        let chances = [0.07, 0.07, 0.08, 0.07, 0.0, 0.079, 0.0, 0.5];
        assert_eq!(
            chances.map(&mut resigns),
            [false, false, false, false, false, true, true, false]
        );
    }

    #[test]
    fn a_pass_wins_at_once_only_if_it_ends_the_game_and_area_counts() {
        for (preset, wins) in [
            (Preset::Cgos, true),
            (Preset::AgaButton, false),
            (Preset::Japanese, false),
        ] {
            let size = BoardSize::square(9).unwrap();
            let mut game = Game::new(size, preset.rules(), Komi::default());
            game.play(Color::Black, Move::Pass).unwrap();
            assert_eq!(passing_wins(&game, Color::White), wins, "{preset}");
        }
    }

    #[test]
    fn nobody_resigns_before_a_quarter_of_the_points_are_played() {
        for (moves, resigns) in [(0, false), (5, false), (6, true), (7, true)] {
            let mut counter = ResignCounter {
                lost: LOST_MOVES,
                ..ResignCounter::default()
            };
            assert_eq!(counter.count(&game_of(moves), 0.0), resigns, "{moves}");
        }
    }
}

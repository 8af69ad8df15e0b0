//! Tests of passes and resignations, of searches that are made up.

use super::*;
use ponnuki_core::board::{BoardSize, area};
use ponnuki_core::game::testing::{empty, position};
use ponnuki_core::rules::{Komi, Preset};

/// Returns the move that Black makes, as [`choice`] does, in a position in which White's
/// stone at A4 is dead, given its ownership by Black. Black has 11 points as the board stands
/// and 15 without that stone, White 11 and 10.
fn choice_beside(komi: &str, dead_stone: f64, moves: &[(&str, u32, f64)], is_lost: bool) -> String {
    let game = position("..XO./O.XO./XXXO./.XXO./X.XO.", Color::Black, komi);
    let stone = game.size().point_named("A4").unwrap();
    let mut owners = owners(&game, &PointSet::single(stone));
    owners[stone.index()] = dead_stone;
    choice(&game, owners, moves, is_lost)
}

/// Returns the move that Black makes if it wins without a capture.
fn choice_in_won(moves: &[(&str, u32, f64)]) -> String {
    choice_beside("-7.5", 0.9, moves, false)
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
    let with_pass = |visits, value| choice_in_won(&[("E3", 99, 0.5), ("pass", visits, value)]);
    assert_eq!(with_pass(64, 0.48), "pass");
    assert_eq!(with_pass(64, 0.47), "E3");
    // Not enough is known about a pass that has hardly been tried.
    assert_eq!(with_pass(63, 0.5), "E3");
    assert_eq!(choice_in_won(&[]), "pass");
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
    assert_eq!(choice_in_won(&moves), "E3");
}

#[test]
fn dead_stones_are_captured_before_a_pass_that_would_lose() {
    // E3, E2 and B1 take liberties of living stones.
    let others = [("E3", 60, 0.5), ("E2", 55, 0.5), ("B1", 50, 0.5)];
    let with =
        |more: &[(&str, u32, f64)]| choice_beside("0.5", 0.9, &[&others, more].concat(), false);
    assert_eq!(with(&[("pass", 45, 0.5), ("B4", 40, 0.5)]), "B4");
    assert_eq!(with(&[("A5", 40, 0.5), ("B4", 30, 0.5)]), "A5");
    assert_eq!(with(&[("A5", 40, 0.47), ("B4", 30, 0.48)]), "B4");
    // No good capture is known.
    assert_eq!(with(&[("A5", 40, 0.47), ("B4", 0, 0.5)]), "E3");
}

#[test]
fn a_position_is_settled_if_the_owner_of_every_stone_is_certain_enough() {
    let moves = [("E3", 60, 0.5), ("pass", 50, 0.5), ("B4", 40, 0.5)];
    let choice = |dead_stone| choice_beside("0.5", dead_stone, &moves, false);
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
    let moves = [("B4", 60, 0.05), ("pass", 50, 0.01)];
    let lost = |dead_stone| choice_beside("0.5", dead_stone, &moves, true);
    assert_eq!(lost(0.9), "pass");
    assert_eq!(lost(0.5), "B4");
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

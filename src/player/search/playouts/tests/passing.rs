//! Positions with open regions that earlier versions passed.

use super::*;
use crate::game::testing::play;

/// Stones that are all safe, and a win for White as the board stands, which the search
/// expects to lose: moves from the empty board, White to move.
const STANDS_WON: &str = "D6 F5 D4 F7 F3 D8 F4 G5 G4 C7 C6 B6 B5 B7 E7 C5 B4 E6 E5 F6 H5 D7 D5";

/// Returns the position after these moves from the empty board.
fn after(moves: &str) -> Game {
    let mut game = empty(9, "7");
    play(&mut game, moves);
    game
}

/// Checks that the search with this seed and number of playouts does not pass.
fn assert_plays(game: &Game, seed: u64, playouts: u32) {
    let mut player = PlayoutPlayer::new(seed, searching(playouts));
    let choice = player.choose(game, game.to_move(), &StopFlag::new());
    assert!(matches!(choice, Choice::Move(Move::Play(_))), "seed {seed}");
}

#[test]
fn an_even_position_is_not_passed_because_it_stands_won() {
    assert_plays(&after(STANDS_WON), 1, 12_000);
    for (more, seed) in [("H6 H4", 4), ("H6 H4 C3 C4 J5 J4 J6 A6", 1)] {
        assert_plays(&after(&format!("{STANDS_WON} {more}")), seed, 500);
    }
    let early = "E4 D6 B5 B6 C5 C6 D5 E6 F5 E5 F4 D4 D3 C4 B4 C3 C2";
    assert_plays(&after(early), 1, 4_000);
}

#[test]
fn a_lost_position_is_not_passed_while_regions_are_open() {
    for (moves, seed) in [
        (
            "J2 C5 B6 C6 C7 D7 D8 E7 E8 F7 F8 G7 G8 E3 H7 H6 H8 G5 B5 B7 C8 C4 B4 C3 B3 F2 C2 H3",
            1,
        ),
        (
            "G7 A8 E4 E5 D4 D5 C5 C6 F5 C4 C3 B5 B4 C5 B3 F4 F3 G4 G3 F6 G5 G6 H5 H6 H4 H7 H8 F7 G8 F8",
            2,
        ),
        (
            "G2 G3 C6 F3 E6 E5 D5 F5 F6 G6 G7 G5 D4 H7 H8 F7 G8 E7 D6 F8 H6 H5 J7 H2 F9 E9 D7 E8 D9 G9 H9 D8 C8 C9 F9 B8 D9 B9 B4",
            1,
        ),
    ] {
        assert_plays(&after(moves), seed, 500);
    }
}

#[test]
fn a_settled_position_is_passed_however_short_the_search() {
    // Black has won and could play inside its own territory, which would win as well.
    let rows = "...XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";
    let game = position(rows, Color::Black, "3.5");
    for playouts in [20, 300] {
        assert_eq!(choose(&mut player(playouts), &game), "pass", "{playouts}");
    }
}

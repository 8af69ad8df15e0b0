//! Tests that the same seed gives the same games.

use super::*;
use crate::playout::TacticalPolicy;

#[test]
fn the_same_seed_gives_the_same_games() {
    let mut first = player(60);
    let games = [(); 2].map(|()| {
        let game = play_out(&mut first, &mut empty(7, "7.5"));
        first.new_game();
        game
    });
    assert_ne!(games[0], games[1]);
    first.set_seed(1);
    assert_eq!(play_out(&mut first, &mut empty(7, "7.5")), games[0]);
    let mut second = player(60);
    assert_eq!(play_out(&mut second, &mut empty(7, "7.5")), games[0]);
}

#[test]
fn a_golden_game() {
    // A version that plays another game has changed the play.
    let golden = |mut player| play_out(&mut player, &mut empty(5, "0.5"));
    assert_eq!(
        golden(player(100).with_policy(TacticalPolicy::ALL)),
        "C3 C4 B3 D3 D2 D1 D4 E3 E2 E1 C1 D1 E1 E4 E5 pass pass"
    );
}

#[test]
fn suggestions_depend_on_the_position_alone() {
    let mut player = player(100);
    let game = empty(7, "7.5");
    let stop = StopFlag::new();
    let suggestion = |player: &PlayoutPlayer| {
        let mut fresh = player.fresh(&game, Color::Black);
        fresh.choose(&game, Color::Black, &stop)
    };
    let suggested = suggestion(&player);
    let chosen = player.choose(&game, Color::Black, &stop);
    assert_eq!(suggestion(&player), suggested);
    assert!(matches!(chosen, Choice::Move(Move::Play(_))));
}

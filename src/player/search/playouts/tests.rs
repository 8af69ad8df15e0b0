//! Tests of the search player by its moves.

mod analyses;
mod limits;
mod passing;
mod repetition;

use super::*;
use crate::board::{BoardSize, Color};
use crate::game::testing::{empty, position};
use crate::game::{Choice, Game, Move};
use crate::player::SearchOptions;
use crate::player::testing::{analyze, analyzing, ask, name, play_out, searching};
use crate::player::{AnalysisOptions, Player, Question, RestrictionKind, Restrictions, StopFlag};
use crate::rules::{KoRule, Komi, Preset, Rules, Scoring};

fn player(playouts: u32) -> PlayoutPlayer {
    PlayoutPlayer::new(1, searching(playouts))
}

fn choose(player: &mut PlayoutPlayer, game: &Game) -> String {
    name(game, player.choose(game, game.to_move(), &StopFlag::new()))
}

#[test]
fn games_with_pass_stones_are_played_as_by_area() {
    let moves = Scoring::ALL.map(|scoring| {
        let rules = Rules {
            scoring,
            has_pass_stones: true,
            ..Rules::default()
        };
        let mut game = Game::new(BoardSize::square(5).unwrap(), rules, "3.5".parse().unwrap());
        play_out(&mut player(200), &mut game)
    });
    assert_eq!(moves[0], moves[1]);
}

#[test]
fn the_vital_point_of_an_eye_space_is_found() {
    // White's chain has an eye space of three points in a row. The middle point
    // makes it live or kills it, and decides the game for either colour.
    let rows = "XO.OX../XO.OX../XO.OX../XOOOX../XXXXX../......./.......";
    for color in Color::BOTH {
        let game = position(rows, color, "30.5");
        assert_eq!(choose(&mut player(1_000), &game), "C6", "{color}");
    }
}

#[test]
fn a_settled_game_is_passed_and_a_lost_one_resigned() {
    // Both sides live. Black has 28 points and White 21.
    let rows = ".X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O/XXXXOOO/.X.XO.O";
    let game = position(rows, Color::Black, "3.5");
    assert_eq!(choose(&mut player(300), &game), "pass");
    // White has lost, whatever it plays.
    let game = position(rows, Color::White, "3.5");
    let never = SearchOptions {
        never_resign: true,
        ..searching(300)
    };
    assert_eq!(choose(&mut PlayoutPlayer::new(1, never), &game), "pass");
}

#[test]
fn a_pass_is_answered_by_a_pass_if_the_position_wins() {
    let mut game = empty(5, "0.5");
    game.play(Color::Black, Move::Pass).unwrap();
    // The empty board is a win for White.
    assert_eq!(choose(&mut player(50), &game), "pass");
    let mut game = empty(5, "-0.5");
    game.play(Color::Black, Move::Pass).unwrap();
    assert_ne!(choose(&mut player(50), &game), "pass");
}

#[test]
fn superko_holds_in_the_tree_and_for_the_choice() {
    for preset in [
        Preset::Cgos,
        Preset::Aga,
        Preset::NewZealand,
        Preset::Chinese,
        Preset::TrompTaylor,
    ] {
        let size = BoardSize::square(3).unwrap();
        let mut game = Game::new(size, preset.rules(), Komi::default());
        let mut player = player(40);
        for _ in 0..150 {
            let color = game.to_move();
            match player.choose(&game, color, &StopFlag::new()) {
                Choice::Move(action) => game.play(color, action).expect("a legal move"),
                Choice::Resign => break,
            };
        }
    }
}

#[test]
fn the_ko_rule_of_the_game_decides_about_retaking() {
    for (ko, is_listed) in [
        (KoRule::Simple, false),
        (KoRule::Positional, false),
        (KoRule::Unrestricted, true),
    ] {
        let mut game = position(".XO../XO.O./.XO../...../.....", Color::Black, "7.5");
        game.set_rules(Rules {
            ko,
            ..Rules::default()
        });
        let at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
        let (take, retake) = (at("C4"), at("B4"));
        game.play(Color::Black, take).unwrap();
        let found = analyze(&mut player(1), &game, Color::White, 50);
        let listed = found.moves.iter().any(|found| found.action == retake);
        assert_eq!(listed, is_listed, "{ko:?}");
    }
}

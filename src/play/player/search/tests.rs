//! Tests of the player by its moves and reports.

use std::time::{Duration, Instant};

use super::*;
use crate::player::testing::{self, analyze, analyze_with, analyzing, name, play_out, searching};
use crate::player::{
    Analysis, AnalysisOptions, Player, RestrictionKind, Restrictions, SearchOptions, StopFlag,
};
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::testing::{empty, play, position};
use ponnuki_core::game::{Choice, Clocks, Game, Move, TimeSystem};
use ponnuki_core::rules::{KoRule, Komi, Preset, Rules};

fn player(visits: u32) -> SearchPlayer {
    SearchPlayer::new(1, searching(visits))
}

fn choose(player: &mut SearchPlayer, game: &Game) -> String {
    name(game, player.choose(game, game.to_move(), &StopFlag::new()))
}

fn visits_of(analysis: &Analysis, wanted: Move) -> u64 {
    let mut moves = analysis.moves.iter();
    moves.find(|entry| entry.action == wanted).unwrap().visits
}

#[test]
fn an_analysis_has_the_visits_that_were_asked_for() {
    let game = empty(9, "7");
    for visits in [1, 2, 20, 100] {
        let found = analyze(&mut player(1), &game, Color::Black, visits);
        assert_eq!(found.visits, visits);
        let of_moves: u64 = found.moves.iter().map(|entry| entry.visits).sum();
        assert_eq!(of_moves, visits - 1, "the position itself is one");
        assert!(found.moves.iter().all(|entry| entry.pv[0] == entry.action));
        let priors: f64 = found.moves.iter().map(|entry| entry.prior).sum();
        assert!((priors - 1.0).abs() < 1e-5);
    }
}

#[test]
fn a_single_visit_chooses_the_likeliest_move() {
    let game = empty(9, "7");
    let mut player = player(1);
    assert_eq!(choose(&mut player, &game), "E5");
}

#[test]
fn whoever_is_to_move_captures() {
    // Both sides have one liberty, C3.
    let rows = "XXXOO/XXXOO/XX.OO/XXXOO/XXXOO";
    for color in Color::BOTH {
        let game = position(rows, color, "0");
        let found = analyze(&mut player(1), &game, color, 20);
        assert_eq!(found.moves[0].action.name(game.size()), "C3", "{color}");
    }
}

#[test]
fn games_end_under_all_kinds_of_rules() {
    for rules in [
        Preset::TrompTaylor,
        Preset::Japanese,
        Preset::JapanesePlayout,
        Preset::Aga,
    ] {
        let size = BoardSize::square(5).unwrap();
        let mut game = Game::new(size, rules.rules(), "6.5".parse().unwrap());
        let options = SearchOptions {
            never_resign: true,
            ..searching(40)
        };
        let moves = play_out(&mut SearchPlayer::new(1, options), &mut game);
        assert!(moves.starts_with("C3 "), "{moves}");
        assert!(game.turns().len() < 80, "{moves}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let record = |seed| {
        let mut player = SearchPlayer::new(seed, searching(30));
        play_out(&mut player, &mut empty(7, "9"))
    };
    assert_eq!(record(1), record(1));
    assert_ne!((record(1), record(2)), (record(2), record(3)));
    // Each game of a session follows from the seed and its number.
    let mut player = player(30);
    let first = play_out(&mut player, &mut empty(7, "9"));
    assert_eq!(first, record(1));
    player.new_game();
    assert_ne!(play_out(&mut player, &mut empty(7, "9")), first);
    player.set_seed(1);
    assert_eq!(play_out(&mut player, &mut empty(7, "9")), first);
}

#[test]
fn a_golden_game() {
    // A version that plays another game has changed the play.
    assert_eq!(
        play_out(&mut player(20), &mut empty(5, "0.5")),
        "C3 C4 B4 B3 D4 C2 D3 D2 B2 B1 A3 A2 A1 pass pass"
    );
}

#[test]
fn forbidden_moves_are_not_in_the_tree() {
    // Positional superko forbids White to take back at once.
    let size = BoardSize::new(4, 3).unwrap();
    for ko in KoRule::ALL {
        let rules = Rules {
            ko,
            ..Rules::default()
        };
        let mut game = Game::new(size, rules, Komi::default());
        play(&mut game, "B3 C3 A2 B2 B1 C1 A1 D2 C2");
        let retake = size.point_named("B2").unwrap();
        let found = analyze(&mut player(1), &game, Color::White, 50);
        let is_considered = found
            .moves
            .iter()
            .any(|entry| entry.action == Move::Play(retake));
        // The network never expects a play that a simple ko forbids.
        assert!(!is_considered, "{ko}");
    }
}

#[test]
fn the_tree_is_kept_when_the_game_moves_on() {
    let mut game = empty(9, "7");
    let mut player = player(200);
    let found = analyze(&mut player, &game, Color::Black, 200);
    let line = found.moves[0].pv.clone();
    for &action in &line[..2] {
        game.play(game.to_move(), action).unwrap();
    }
    let (kept, visits) = (found.moves[0].pv_visits[1], 10);
    let later = analyze(&mut player, &game, Color::Black, visits);
    assert_eq!(later.visits, kept + visits);
    // Another komi is another question.
    game.set_komi("5".parse().unwrap());
    assert_eq!(
        analyze(&mut player, &game, Color::Black, visits).visits,
        visits
    );
}

#[test]
fn restrictions_hold() {
    let game = empty(5, "7");
    let at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
    let choice = |kind, moves: Vec<Move>| {
        let restrictions = Restrictions::of_next_turn(kind, Color::Black, moves);
        let options = AnalysisOptions {
            restrictions,
            ..analyzing(30)
        };
        testing::choose(&mut player(1), &game, Color::Black, options)
    };
    let (action, _) = choice(RestrictionKind::Allow, vec![at("A1"), at("A2")]);
    assert!([at("A1"), at("A2")].map(Choice::Move).contains(&action));
    let (action, found) = choice(RestrictionKind::Avoid, vec![at("C3")]);
    assert_ne!(action, Choice::Move(at("C3")));
    assert!(found.moves.iter().all(|entry| entry.action != at("C3")));
    let (action, found) = choice(RestrictionKind::Allow, vec![]);
    assert_eq!((action, found.visits), (Choice::Move(Move::Pass), 0));
}

#[test]
fn threads_share_one_tree() {
    let options = SearchOptions {
        threads: 4,
        ..searching(1)
    };
    let mut player = SearchPlayer::new(1, options);
    let game = empty(9, "7");
    let found = analyze(&mut player, &game, Color::Black, 300);
    assert_eq!(found.visits, 300);
    assert_eq!(
        found.moves.iter().map(|entry| entry.visits).sum::<u64>(),
        299
    );
}

#[test]
fn a_flag_and_a_clock_end_the_search() {
    let game = empty(9, "7");
    let stop = StopFlag::new();
    let raised = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        raised.raise();
    });
    let stopped = StopFlag::new();
    stopped.raise();
    let mut visits = None;
    let options = AnalysisOptions::default();
    player(1).analyze(&game, Color::Black, &options, &stopped, &mut |found| {
        visits = Some(found.visits);
    });
    assert_eq!(visits, Some(0));

    let begun = Instant::now();
    player(u32::MAX).choose(&game, Color::Black, &stop);
    thread.join().unwrap();
    let mut timed = SearchPlayer::new(
        1,
        SearchOptions {
            playouts: None,
            time_per_move: Some(Duration::from_millis(50)),
            ..searching(1)
        },
    );
    timed.choose(&game, Color::Black, &StopFlag::new());
    let mut player = SearchPlayer::new(
        1,
        SearchOptions {
            playouts: None,
            ..searching(1)
        },
    );
    let main = Duration::from_secs(2);
    player.set_clocks(&Clocks::new(TimeSystem::Absolute { main }));
    player.choose(&game, Color::Black, &StopFlag::new());
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_full_memory_drops_the_least_visited_positions() {
    let game = empty(9, "7");
    let options = SearchOptions {
        memory: 1,
        ..searching(1)
    };
    let mut player = SearchPlayer::new(1, options);
    // More than a MiB holds, with 80 moves a position.
    let found = analyze(&mut player, &game, Color::Black, 2_000);
    assert_eq!(found.visits, 2_000);
    assert!(visits_of(&found, found.moves[0].action) > 100);
}

#[test]
fn a_lost_game_is_resigned_unless_that_is_forbidden() {
    for never_resign in [false, true] {
        let options = SearchOptions {
            never_resign,
            ..searching(20)
        };
        let mut player = SearchPlayer::new(1, options);
        // More than the board.
        let mut game = empty(5, "60");
        let mut is_resigned = false;
        for _ in 0..8 {
            match player.choose(&game, Color::Black, &StopFlag::new()) {
                Choice::Move(action) => drop(game.play(Color::Black, action).unwrap()),
                Choice::Resign => is_resigned = true,
            }
            game.play(Color::White, Move::Pass).unwrap();
        }
        assert_eq!(is_resigned, !never_resign);
    }
}

#[test]
fn reports_come_with_owners_if_asked_for() {
    let mut game = empty(9, "7");
    play(
        &mut game,
        "D9 A9 D8 A8 D7 A7 D6 A6 D5 A5 D4 A4 D3 A3 D2 A2 D1 A1",
    );
    let options = AnalysisOptions {
        ownership: true,
        ..analyzing(50)
    };
    let found = analyze_with(&mut player(1), &game, Color::White, &options);
    let owner = |name| {
        found
            .ownership
            .as_ref()
            .unwrap()
            .at(game.size().point_named(name).unwrap())
    };
    // White to move loses nearly everything.
    assert!(owner("D5") < -0.9 && owner("B5") < -0.5);
    assert!(found.winrate < 0.1 && found.score_lead < -20.0);
    assert!(found.moves[0].lcb <= found.moves[0].winrate);
}

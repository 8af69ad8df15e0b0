//! Tests of the search player by the moves that it makes.

use std::time::{Duration, Instant};

use super::record::MoveRecord;
use super::*;
use crate::board::{BoardSize, Color};
use crate::game::testing::{empty, position};
use crate::game::{Choice, Clocks, Game, Move, TimeSystem};
use crate::player::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Player, Restriction, RestrictionKind,
    Restrictions, StopFlag,
};
use crate::rules::{KoRule, Komi, Preset, Rules};

fn options(playouts: u32) -> SearchOptions {
    SearchOptions {
        playouts: Some(playouts),
        memory: 16,
        ..SearchOptions::default()
    }
}

fn player(playouts: u32) -> SearchPlayer {
    SearchPlayer::new(1, options(playouts))
}

fn name(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Move(action) => action.name(game.size()),
        Choice::Resign => "resign".to_owned(),
    }
}

fn choose(player: &mut SearchPlayer, game: &Game) -> String {
    name(game, player.choose(game, game.to_move(), &StopFlag::new()))
}

/// Plays a game against itself.
fn play_out(player: &mut SearchPlayer, game: &mut Game) -> String {
    let mut names = Vec::new();
    while game.outcome().is_none() && names.len() < 300 {
        let color = game.to_move();
        let choice = player.choose(game, color, &StopFlag::new());
        names.push(name(game, choice));
        match choice {
            Choice::Move(action) => {
                game.play(color, action).expect("a legal move");
            }
            Choice::Resign => game.resign(color),
        }
    }
    assert!(game.outcome().is_some());
    names.join(" ")
}

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
fn threads_with_trees_of_their_own_repeat_too() {
    let two = SearchOptions {
        threads: 2,
        trees: TreeSharing::Separate,
        ..options(200)
    };
    let games = [(); 2].map(|()| {
        let mut player = SearchPlayer::new(3, two.clone());
        play_out(&mut player, &mut empty(5, "0"))
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn threads_share_the_playouts_of_one_tree() {
    // The tree of one MiB is pruned during the search.
    for (threads, memory) in [(2, 16), (5, 16), (3, 1)] {
        let options = SearchOptions {
            threads,
            memory,
            ..options(u32::MAX)
        };
        let game = empty(13, "7.5");
        let most = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(2_000),
            ..AnalysisOptions::default()
        };
        let mut visits = 0;
        let mut player = SearchPlayer::new(3, options);
        player.analyze(&game, Color::Black, &most, &StopFlag::new(), &mut |found| {
            visits = found.moves.iter().map(|one| one.visits).sum();
        });
        assert_eq!(visits, 2_000, "{threads} threads");
    }
    let options = SearchOptions {
        threads: 3,
        ..options(100)
    };
    play_out(&mut SearchPlayer::new(3, options), &mut empty(5, "0"));
}

#[test]
fn a_golden_game() {
    // A version that plays another game has changed the play.
    let golden = |priors| {
        let options = SearchOptions {
            priors,
            ..options(100)
        };
        play_out(&mut SearchPlayer::new(1, options), &mut empty(5, "0.5"))
    };
    assert_eq!(
        golden(PriorSource::Rules),
        "C3 C4 B3 D3 D2 D1 D4 E3 E2 pass pass"
    );
    assert_eq!(
        golden(PriorSource::Learned),
        "C3 D3 D4 D2 C2 C4 B4 C5 D5 E4 B5 pass pass"
    );
}

#[test]
fn a_flag_ends_the_search() {
    let game = empty(19, "7.5");
    let mut player = player(u32::MAX);
    let stop = StopFlag::new();
    stop.raise();
    let start = Instant::now();
    assert!(matches!(
        player.choose(&game, Color::Black, &stop),
        Choice::Move(_)
    ));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_raised_flag_leaves_no_time_for_a_playout() {
    let (game, stop) = (empty(5, "7.5"), StopFlag::new());
    stop.raise();
    let mut visits = None;
    let mut count = |analysis: &Analysis| {
        visits = Some(analysis.moves.iter().map(|entry| entry.visits).sum::<u64>());
    };
    let options = AnalysisOptions::default();
    player(100).choose_and_analyze(&game, Color::Black, &options, &stop, &mut count);
    assert_eq!(visits, Some(0));
}

#[test]
fn reports_do_not_change_the_choice() {
    let game = empty(7, "7.5");
    let stop = StopFlag::new();
    let mut reports = Vec::new();
    let mut keep = |analysis: &Analysis| reports.push(analysis.clone());
    let (mut silent, mut reporting) = (player(600), player(600));
    let reported =
        reporting.choose_and_report(&game, Color::Black, Duration::ZERO, &stop, &mut keep);
    assert_eq!(reported, silent.choose(&game, Color::Black, &stop));
    let last = reports.last().expect("a report after each round");
    assert_eq!(
        last.moves[0].action.name(game.size()),
        name(&game, reported)
    );
    assert!(reports.is_sorted_by_key(|analysis| analysis.visits));
    assert!(last.bonus == 0.0 && last.choice_rule == ChoiceRule::Best);
}

#[test]
fn a_report_states_the_points_that_a_lost_side_is_given() {
    // White owns everything but the corner, so Black is as good as lost.
    let game = position(
        "......./OOOOOOO/......./OOOOOOO/......./OOOOOOO/.......",
        Color::Black,
        "7.5",
    );
    let mut bonus = None;
    let mut keep = |analysis: &Analysis| bonus = Some(analysis.bonus);
    let stop = StopFlag::new();
    player(300).choose_and_report(&game, Color::Black, Duration::ZERO, &stop, &mut keep);
    assert!(bonus.is_some_and(|points| points >= 8.0), "{bonus:?}");
}

#[test]
fn an_analysis_counts_no_imagined_wins() {
    // Black wins every playout, and White none.
    let game = position(
        "......./XXXXXXX/......./XXXXXXX/......./XXXXXXX/.......",
        Color::White,
        "0.5",
    );
    for (color, certain) in [(Color::Black, 1.0), (Color::White, 0.0)] {
        let options = AnalysisOptions {
            playouts: Some(40),
            ..AnalysisOptions::default()
        };
        let mut last = None;
        let mut keep = |analysis: &Analysis| last = Some(analysis.clone());
        player(40).analyze(&game, color, &options, &StopFlag::new(), &mut keep);
        let last = last.expect("a report");
        assert!((last.winrate - certain).abs() < 1e-3, "{}", last.winrate);
        let tried = last.moves.iter().filter(|entry| entry.visits > 0);
        for entry in tried {
            assert!((entry.winrate - certain).abs() < 1e-3, "{entry:?}");
        }
    }
}

#[test]
fn a_choice_with_an_analysis_does_not_pass_too_soon() {
    let game = empty(7, "7.5");
    let options = AnalysisOptions::default();
    let analysed = player(100).choose_and_analyze(
        &game,
        Color::Black,
        &options,
        &StopFlag::new(),
        &mut |_| {},
    );
    assert_ne!(analysed, Choice::Move(Move::Pass));
}

#[test]
fn the_same_move_of_two_trees_has_the_mean_of_all_visits() {
    let record = |visits, value, margin, square| MoveRecord {
        action: Move::Pass,
        visits,
        value,
        winrate: value / 2.0,
        margin,
        square,
        prior: 0.5,
    };
    let mut sum = record(3, 0.5, 2.0, 5.0);
    sum.add(&record(5, 0.9, -6.0, 37.0));
    let MoveRecord {
        visits,
        value,
        winrate,
        margin,
        square,
        ..
    } = sum;
    assert_eq!(visits, 8);
    let expected = [
        (value, 0.75),
        (winrate, 0.375),
        (margin, -3.0),
        (square, 25.0),
    ];
    for (mean, expected) in expected {
        assert!((mean - expected).abs() < 1e-9, "{mean}");
    }
    // A move that neither tree has visited keeps numbers.
    let mut none = record(0, 0.0, 0.0, 0.0);
    none.add(&record(0, 0.0, 0.0, 0.0));
    assert_eq!(none, record(0, 0.0, 0.0, 0.0));
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
        ..options(300)
    };
    assert_eq!(choose(&mut SearchPlayer::new(1, never), &game), "pass");
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
        let options = AnalysisOptions {
            playouts: Some(50),
            ..AnalysisOptions::default()
        };
        let mut listed = false;
        let stop = StopFlag::new();
        player(1).analyze(&game, Color::White, &options, &stop, &mut |found| {
            listed = found.moves.iter().any(|found| found.action == retake);
        });
        assert_eq!(listed, is_listed, "{ko:?}");
    }
}

#[test]
fn an_analysis_shows_the_tree_and_keeps_it() {
    let game = empty(7, "7.5");
    let mut player = player(200);
    let options = AnalysisOptions {
        interval: Duration::ZERO,
        playouts: Some(500),
        ownership: true,
        ..AnalysisOptions::default()
    };
    let mut reports = Vec::new();
    let stop = StopFlag::new();
    player.analyze(&game, Color::Black, &options, &stop, &mut |found| {
        reports.push(found.clone());
    });
    assert!(reports.len() > 2);
    let last = reports.last().unwrap();
    assert_eq!(last.visits, 500);
    assert_eq!(last.moves.len(), 50);
    let sum = |value: fn(&MoveAnalysis) -> f64| last.moves.iter().map(value).sum::<f64>();
    assert!((sum(|found| found.visits as f64) - 500.0).abs() < 1e-9);
    assert!((sum(|found| found.prior) - 1.0).abs() < 1e-6);
    let best = &last.moves[0];
    assert!(best.pv.len() > 1 && best.pv[0] == best.action);
    assert!(0.0 < best.lcb && best.lcb < best.winrate && best.winrate < 1.0);
    assert!(best.score_lead.abs() < 49.0 && best.score_stdev > 0.0);
    let centre = last.ownership.as_ref().unwrap();
    let centre = centre.at(game.size().point_named("D4").unwrap());
    assert!(centre.abs() <= 1.0);
    // The next analysis continues in the same tree.
    let more = AnalysisOptions {
        playouts: Some(100),
        ..options
    };
    player.analyze(&game, Color::Black, &more, &stop, &mut |found| {
        reports.push(found.clone());
    });
    assert_eq!(reports.last().unwrap().visits, 600);
}

#[test]
fn a_search_with_full_memory_prunes_and_continues() {
    let game = empty(9, "7.5");
    let options = SearchOptions {
        memory: 1,
        ..options(1)
    };
    let long = AnalysisOptions {
        interval: Duration::from_secs(600),
        playouts: Some(12_000),
        ..AnalysisOptions::default()
    };
    let mut last = None;
    let stop = StopFlag::new();
    let mut player = SearchPlayer::new(1, options);
    player.analyze(&game, Color::Black, &long, &stop, &mut |found| {
        last = Some(found.clone());
    });
    let best = &last.unwrap().moves[0];
    assert!(best.visits > 1_000 && best.pv.len() > 3, "{best:?}");
}

#[test]
fn a_random_opponent_is_not_expected_to_defend() {
    // White lives by playing the middle of three points. Black is forced to play
    // elsewhere. A strong opponent then lives, a random one hardly ever does.
    let rows = "XO.OX../XO.OX../XO.OX../XOOOX../XXXXX../......./.......";
    let game = position(rows, Color::Black, "30.5");
    let elsewhere = Restriction {
        kind: RestrictionKind::Allow,
        color: Color::Black,
        moves: vec![Move::Play(game.size().point_named("G1").unwrap())],
        depth: 1,
    };
    let [strong, random] = [Opponent::Strong, Opponent::Random].map(|opponent| {
        let options = SearchOptions {
            opponent,
            ..options(1_000)
        };
        let restricted = AnalysisOptions {
            restrictions: Restrictions(vec![elsewhere.clone()]),
            ..AnalysisOptions::default()
        };
        let mut player = SearchPlayer::new(1, options);
        let mut chance = 0.0;
        let stop = StopFlag::new();
        player.choose_and_analyze(&game, Color::Black, &restricted, &stop, &mut |found| {
            chance = found.winrate;
        });
        chance
    });
    assert!(random - strong > 0.15, "{strong} {random}");
}

#[test]
fn games_against_a_random_opponent_repeat_too() {
    let options = SearchOptions {
        opponent: Opponent::Random,
        ..options(60)
    };
    let games = [(); 2].map(|()| {
        let mut player = SearchPlayer::new(3, options.clone());
        play_out(&mut player, &mut empty(5, "0.5"))
    });
    assert_eq!(games[0], games[1]);
}

#[test]
fn restrictions_hold_in_the_tree_and_for_the_choice() {
    let game = empty(5, "0.5");
    let at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
    let restriction = |kind, color, names: &[&str]| Restriction {
        kind,
        color,
        moves: names.iter().map(|name| at(name)).collect(),
        depth: 2,
    };
    let options = AnalysisOptions {
        restrictions: Restrictions(vec![
            restriction(RestrictionKind::Allow, Color::Black, &["A1", "B1"]),
            restriction(RestrictionKind::Allow, Color::White, &["E5"]),
        ]),
        ..AnalysisOptions::default()
    };
    let mut last = None;
    let mut player = player(300);
    let stop = StopFlag::new();
    let choice = player.choose_and_analyze(&game, Color::Black, &options, &stop, &mut |found| {
        last = Some(found.clone());
    });
    assert!(["A1", "B1"].contains(&name(&game, choice).as_str()));
    let last = last.unwrap();
    assert_eq!(last.moves.len(), 2);
    assert_eq!(last.moves[0].pv[1], at("E5"));
}

#[test]
fn the_clock_limits_a_search() {
    let game = empty(9, "7.5");
    let mut player = SearchPlayer::new(
        1,
        SearchOptions {
            memory: 16,
            ..SearchOptions::default()
        },
    );
    let main = Duration::from_millis(300);
    player.set_clocks(&Clocks::new(TimeSystem::Absolute { main }));
    let start = Instant::now();
    for _ in 0..3 {
        player.choose(&game, Color::Black, &StopFlag::new());
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn suggestions_depend_on_the_position_alone() {
    let mut player = player(100);
    let game = empty(7, "7.5");
    let (all, stop) = (Restrictions::default(), StopFlag::new());
    let suggested = player.suggest(&game, Color::Black, &all, &stop);
    let chosen = player.choose(&game, Color::Black, &stop);
    assert_eq!(player.suggest(&game, Color::Black, &all, &stop), suggested);
    assert!(matches!(chosen, Choice::Move(Move::Play(_))));
}

#[test]
fn memory_that_no_system_has_is_refused() {
    let options = SearchOptions {
        memory: usize::MAX,
        threads: 1000,
        ..SearchOptions::default()
    };
    let refused = options.check_memory().unwrap_err().to_string();
    assert!(refused.contains("on 1000 threads"), "{refused}");
    assert_eq!(SearchOptions::default().check_memory(), Ok(()));
}

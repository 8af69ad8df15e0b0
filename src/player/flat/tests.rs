use super::*;
use crate::game::testing::{empty, position};
use crate::player::testing::analyzing;
use crate::player::{RestrictionKind, Restrictions};
use crate::rules::{Rules, Scoring};

fn flat(game: &Game, color: Color, options: &AnalysisOptions) -> FlatAnalysis {
    FlatAnalysis::new(game, color, EyeRule::OwnDiagonals, 1, options)
}

/// Returns the analysis after this many playouts, independent of time.
fn after(game: &Game, color: Color, playouts: u64) -> Analysis {
    on_threads(1, game, color, playouts)
}

/// Returns the analysis after this many playouts on this many threads.
fn on_threads(threads: usize, game: &Game, color: Color, playouts: u64) -> Analysis {
    let options = AnalysisOptions {
        ownership: true,
        ..AnalysisOptions::default()
    };
    let mut flat = flat(game, color, &options).on_threads(threads);
    while flat.total.visits() < playouts {
        let before = flat.total.visits();
        flat.round(playouts - before, &StopFlag::new(), &mut |_| ());
        assert!(flat.total.visits() > before);
    }
    flat.analysis()
}

fn names(game: &Game, analysis: &Analysis) -> Vec<String> {
    let name = |entry: &MoveAnalysis| entry.action.name(game.size());
    let mut names: Vec<_> = analysis.moves.iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn pass_stones_give_the_analysis_by_area() {
    let mut game = position(".XO./.XO./.XO.", Color::Black, "0.5");
    let [area, territory] = Scoring::ALL.map(|scoring| {
        game.set_rules(Rules {
            scoring,
            has_pass_stones: true,
            ..game.rules()
        });
        after(&game, Color::Black, 200)
    });
    assert_eq!(area, territory);
}

#[test]
fn the_same_playouts_give_the_same_analysis() {
    let game = empty(9, "7.5");
    let first = after(&game, Color::Black, 500);
    assert_eq!(first, after(&game, Color::Black, 500));
    assert_ne!(first, after(&game, Color::Black, 501));
    assert_eq!(first.visits, 500);
    let visits: Vec<u64> = first.moves.iter().map(|entry| entry.visits).collect();
    assert_eq!(visits.iter().sum::<u64>(), 500);
    assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    let prior: f64 = first.moves.iter().map(|entry| entry.prior).sum();
    assert!((prior - 1.0).abs() < 1e-9);
    // A recorded result, which is the same on every machine.
    let best = &first.moves[0];
    assert_eq!(
        (best.action.name(game.size()), best.visits),
        ("C7".to_owned(), 23)
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Long enough for a round that three threads share.
    for (size, playouts) in [(3, 1_000), (7, 13_001)] {
        let game = empty(size, "7.5");
        let alone = after(&game, Color::Black, playouts);
        assert_eq!(alone.visits, playouts);
        for threads in [0, 2, 3] {
            let shared = on_threads(threads, &game, Color::Black, playouts);
            assert_eq!(shared, alone, "{size} {playouts} {threads}");
        }
    }
}

#[test]
fn sums_over_the_moves_are_those_of_the_whole() {
    for color in Color::BOTH {
        let analysis = after(&empty(5, "7.5"), color, 2_000);
        let mean = |value: fn(&MoveAnalysis) -> f64| {
            let all = analysis.moves.iter();
            all.map(|entry| entry.visits as f64 * value(entry))
                .sum::<f64>()
                / 2_000.0
        };
        assert!((mean(|entry| entry.winrate) - analysis.winrate).abs() < 1e-9);
        assert!((mean(|entry| entry.score_lead) - analysis.score_lead).abs() < 1e-9);
        // At the end of a playout every point is owned, so ownership and score agree.
        let ownership = analysis.ownership.unwrap();
        let owned: f64 = empty(5, "7.5")
            .size()
            .iter()
            .map(|at| ownership.at(at))
            .sum();
        let komi = if color == Color::Black { -7.5 } else { 7.5 };
        assert!((owned + komi - analysis.score_lead).abs() < 1e-9);
        for entry in &analysis.moves {
            assert!((0.0..=1.0).contains(&entry.lcb) && entry.lcb <= entry.winrate);
            assert_eq!(entry.pv, [entry.action]);
        }
    }
}

#[test]
fn the_view_is_that_of_the_colour_to_play() {
    let won = position("XX.XX/XXXXX/X.XXX/XXXXX/XXXX.", Color::Black, "7.5");
    let black = after(&won, Color::Black, 20);
    assert!((black.winrate - 1.0).abs() < 1e-9 && (black.score_lead - 17.5).abs() < 1e-9);
    let white = after(&won, Color::White, 20);
    assert!(white.winrate.abs() < 1e-9 && (white.score_lead + 17.5).abs() < 1e-9);
    let corner = won.size().point_named("A1").unwrap();
    assert!((black.ownership.unwrap().at(corner) - 1.0).abs() < 1e-9);
    assert!((white.ownership.unwrap().at(corner) + 1.0).abs() < 1e-9);
}

#[test]
fn ties_are_half_wins() {
    let tied = position("X.O", Color::Black, "0");
    let analysis = after(&tied, Color::Black, 1);
    let huge = position("X.O", Color::Black, "1e300");
    assert!(after(&huge, Color::Black, 3).score_stdev.is_finite());
    assert!(analysis.moves.iter().all(|entry| entry.winrate <= 1.0));
    let mut over = tied.clone();
    over.play(Color::White, Move::Pass).unwrap();
    let options = AnalysisOptions {
        restrictions: Restrictions::of_next_turn(
            RestrictionKind::Allow,
            Color::Black,
            vec![Move::Pass],
        ),
        ..AnalysisOptions::default()
    };
    let mut flat = flat(&over, Color::Black, &options);
    flat.round(1, &StopFlag::new(), &mut |_| ());
    assert!((flat.analysis().winrate - 0.5).abs() < 1e-9);
}

#[test]
fn the_moves_are_the_legal_ones_without_own_eyes() {
    let mut game = position(".XO../XO.O./.XO../...../.....", Color::Black, "7.5");
    game.play(
        Color::Black,
        Move::Play(game.size().point_named("C4").unwrap()),
    )
    .unwrap();
    let analysis = after(&game, Color::White, 200);
    let listed = names(&game, &analysis);
    // Black has taken the ko at B4. A5 is suicide, and retaking is forbidden.
    assert!(!listed.contains(&"B4".to_owned()), "{listed:?}");
    assert_eq!(listed.len(), game.legal_points(Color::White).len() + 1);
    let eyes = self::position(".X.../XX.../...../...../.....", Color::Black, "7.5");
    let listed = names(&eyes, &after(&eyes, Color::Black, 10));
    assert!(!listed.contains(&"A5".to_owned()), "{listed:?}");
}

#[test]
fn playouts_do_not_retake_a_ko() {
    // Black takes at C4. White may not retake at B4, which a playout without
    // the ko point would sometimes do.
    let ko = position(".XO../XO.O./.XO../...../.....", Color::Black, "7.5");
    let mut trial = ko.clone();
    let take = Move::Play(ko.size().point_named("C4").unwrap());
    let arm = Arm::new(&mut trial, Color::Black, take, 1.0).unwrap();
    assert_eq!(trial.turns().len(), 0);
    assert!(matches!(arm.after, After::Playouts(_)));
    trial.play(Color::Black, take).unwrap();
    assert_eq!(trial.ko_point(Color::White), ko.size().point_named("B4"));
}

#[test]
fn restrictions_are_kept_and_named_eyes_are_moves() {
    let game = position(".X.../XX.../...../...../.....", Color::Black, "7.5");
    let at = |name| Move::Play(game.size().point_named(name).unwrap());
    let with = |kind, moves: Vec<Move>| AnalysisOptions {
        restrictions: Restrictions::of_next_turn(kind, Color::Black, moves),
        ..AnalysisOptions::default()
    };
    let all = flat(&game, Color::Black, &AnalysisOptions::default()).len();
    let fewer = with(RestrictionKind::Avoid, vec![at("C3"), Move::Pass]);
    assert_eq!(flat(&game, Color::Black, &fewer).len(), all - 2);
    let two = with(RestrictionKind::Allow, vec![at("A5"), at("C3")]);
    let mut two = flat(&game, Color::Black, &two);
    two.round(2, &StopFlag::new(), &mut |_| ());
    assert_eq!(names(&game, &two.analysis()), ["A5", "C3"]);
}

#[test]
fn nothing_to_try_ends_and_never_spins() {
    let mut over = position(".", Color::Black, "0.5");
    over.play(Color::White, Move::Pass).unwrap();
    let stop = StopFlag::new();
    let options = analyzing(1_000_000);
    let mut reports = Vec::new();
    let mut seen = |analysis: &Analysis| reports.push(analysis.clone());
    flat(&over, Color::Black, &options).run(&options, &stop, &mut seen);
    stop.raise();
    let endless = AnalysisOptions::default();
    flat(&over, Color::Black, &endless).run(&endless, &stop, &mut seen);
    let [certain, stopped] = &reports[..] else {
        panic!("{reports:?}");
    };
    assert_eq!(names(&over, certain), ["pass"]);
    assert!((certain.visits, certain.winrate) == (1, 0.0));
    // The flag was raised before the first playout.
    assert_eq!(stopped.visits, 0);
}

#[test]
fn a_good_move_is_found_and_tried_most() {
    // The side that plays in the middle captures the other's stones.
    let game = position("XXXXX/XXXXX/XX.OO/OOOOO/OOOOO", Color::Black, "0.5");
    let analysis = after(&game, Color::Black, 2_000);
    let [best, pass] = &analysis.moves[..] else {
        panic!("{analysis:?}");
    };
    assert_eq!(best.action.point(), game.size().point_named("C3"));
    assert!(
        best.visits > pass.visits && best.winrate > pass.winrate,
        "{analysis:?}"
    );
}

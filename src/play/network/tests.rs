use serde_json::Value;

use super::*;
use ponnuki_core::board::{EyeRule, PointSet, true_eyes};
use ponnuki_core::game::Move;
use ponnuki_core::game::testing::play;
use ponnuki_core::random::RandomStream;
use ponnuki_core::rules::{Komi, Preset, Rules, Scoring};

/// Positions with planes and answers by an implementation in Python, from
/// `scripts/learn/export.py`.
const REFERENCE: &str = include_str!("../../../gtp-tests/data/network.jsonl");

/// The boards of the tests: the smallest, the largest, and rectangles.
const SHAPES: [(usize, usize); 8] = [
    (1, 1),
    (1, 7),
    (2, 3),
    (5, 5),
    (9, 9),
    (13, 9),
    (19, 19),
    (25, 25),
];

fn levels() -> impl Iterator<Item = KernelLevel> {
    let levels = KernelLevel::ALL.into_iter();
    levels.filter(|level| level.is_available())
}

/// Plays random moves, but none in an own eye.
fn game_of(width: usize, height: usize, moves: usize, seed: u64) -> Game {
    let size = BoardSize::new(width, height).unwrap();
    let mut game = Game::new(size, Rules::default(), Komi::default());
    let mut stream = RandomStream::new(seed, 0);
    for _ in 0..moves {
        let color = game.to_move();
        let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
        let plays = game.legal_points(color) - eyes;
        let action = plays.choose(&mut stream).map_or(Move::Pass, Move::Play);
        game.play(color, action).unwrap();
    }
    game
}

/// Returns the network of small boards.
fn network() -> &'static Network<'static> {
    &Network::built_in()[0]
}

fn evaluate(game: &Game, level: KernelLevel) -> Evaluation {
    let network = network();
    network.evaluate_as(game, game.to_move(), Symmetry::default(), level)
}

#[test]
fn planes_and_answers_are_those_of_the_reference() {
    let numbers = |value: &Value| {
        let numbers = value.as_array().unwrap().iter();
        numbers
            .map(|number| number.as_i64().unwrap() as i32)
            .collect::<Vec<_>>()
    };
    for line in REFERENCE.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap();
        let size = BoardSize::square(row["size"].as_u64().unwrap() as usize).unwrap();
        let komi = row["komi"].to_string().parse().unwrap();
        let mut game = Game::new(size, Rules::default(), komi);
        play(&mut game, text("moves"));
        let images = images(size, Symmetry::default());
        let question = Question::new(&game, game.to_move(), &images);
        let planes: Vec<_> = question
            .planes
            .iter()
            .map(|bits| format!("{bits:04x}"))
            .collect();
        assert_eq!(planes.join(" "), text("planes"), "{}", text("moves"));
        let expected = Answer {
            policy: numbers(&row["policy"]),
            win: row["win"].as_i64().unwrap() as i32,
            lead: row["lead"].as_i64().unwrap() as i32,
            owners: numbers(&row["owners"]),
        };
        for level in levels() {
            let (weights, question) = (&network().weights, &question);
            let answer = dispatch(Evaluate { weights, question }, level);
            assert_eq!(answer, expected, "{level}, {}", text("moves"));
        }
    }
}

#[test]
fn all_levels_give_the_same_bits() {
    for (width, height) in SHAPES {
        let area = width * height;
        for (moves, seed) in [(0, 0), (area / 2, 1), (area, 2)] {
            let game = game_of(width, height, moves, seed);
            let plain = evaluate(&game, KernelLevel::Plain);
            for level in levels() {
                assert_eq!(
                    plain,
                    evaluate(&game, level),
                    "{level}, {width}x{height}, {moves} moves"
                );
            }
        }
    }
}

#[test]
fn symmetries_turn_planes_and_answers() {
    for (width, height) in [(9, 9), (4, 6)] {
        let game = game_of(width, height, width * height / 2, 3);
        let size = game.size();
        let upright = images(size, Symmetry::default());
        let planes = |images: &[usize]| Question::new(&game, game.to_move(), images).planes;
        for symmetry in Symmetry::all(size) {
            let images = images(size, symmetry);
            for (&here, &there) in upright.iter().zip(&images) {
                assert_eq!(planes(&upright)[here], planes(&images)[there]);
            }
            let found = network().evaluate_as(&game, game.to_move(), symmetry, KernelLevel::best());
            let first = evaluate(&game, KernelLevel::best());
            assert!((found.win - first.win).abs() < 0.3, "{found:?} {first:?}");
            for (found, first) in found.policy.iter().zip(&first.policy) {
                assert_eq!(*found == 0.0, *first == 0.0);
            }
        }
    }
}

#[test]
fn an_evaluation_is_a_distribution_over_legal_plays_but_eyes() {
    for (width, height) in SHAPES {
        let game = game_of(width, height, width * height, 4);
        let (color, size) = (game.to_move(), game.size());
        let evaluation = evaluate(&game, KernelLevel::best());
        let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
        let plays: PointSet = size
            .iter()
            .filter(|&point| evaluation.policy_of(point) > 0.0)
            .collect();
        assert!(plays.is_subset(&(game.legal_points(color) - eyes)));
        assert!((evaluation.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(evaluation.policy_of_pass() > 0.0 && (0.0..=1.0).contains(&evaluation.win));
        assert!(evaluation.owners.iter().all(|owner| owner.abs() <= 1.0));
    }
}

#[test]
fn a_won_game_is_won_and_its_points_are_owned() {
    let mut game = ponnuki_core::game::testing::empty(9, "7");
    // Black has all but the left edge.
    let wall = "D9 A9 D8 A8 D7 A7 D6 A6 D5 A5 D4 A4 D3 A3 D2 A2 D1 A1";
    play(&mut game, wall);
    let evaluation = evaluate(&game, KernelLevel::best());
    assert!(
        evaluation.win > 0.9 && evaluation.lead > 20.0,
        "{evaluation:?}"
    );
    let owner = |name| evaluation.owner_of(game.size().point_named(name).unwrap());
    assert!(owner("G5") > 0.5 && owner("D5") > 0.9, "{evaluation:?}");
}

#[test]
fn komi_and_scoring_change_what_the_network_is_told() {
    let mut game = game_of(9, 9, 40, 5);
    let color = game.to_move();
    let question =
        |game: &Game| Question::new(game, color, &images(game.size(), Symmetry::default())).komi;
    let area = question(&game);
    assert_eq!(area, (4.0 * f64::from(color.sign()) * -7.5) as i32);
    game.set_komi("0.5".parse().unwrap());
    assert_eq!(question(&game), -color.sign() * 2);
    let rules = Preset::Japanese.rules();
    assert_eq!(rules.scoring, Scoring::Territory);
    game.set_rules(rules);
    let played = |color| {
        game.turns()
            .iter()
            .filter(|turn| turn.color == color && turn.action != Move::Pass)
            .count() as i32
    };
    let excess = played(Color::Black) - played(Color::White);
    assert_eq!(question(&game), -color.sign() * (2 + 4 * excess));
}

#[test]
fn what_the_board_decides_is_not_guessed() {
    let mut game = game_of(5, 5, 0, 0);
    for (komi, win, leads) in [
        ("60", 0.0, -85.0..=-35.0),
        ("-30", 1.0, 5.0..=55.0),
        ("1e30", 0.0, -2e30..=-1e29),
    ] {
        game.set_komi(komi.parse().unwrap());
        let found = evaluate(&game, KernelLevel::best());
        assert_eq!(found.win.to_bits(), f32::to_bits(win), "{komi}");
        assert!(leads.contains(&found.lead), "{komi}: {}", found.lead);
    }
}

#[test]
fn many_positions_are_evaluated_in_their_order() {
    let games: Vec<_> = (0..7)
        .map(|seed| game_of(5, 5, 3 * seed as usize, seed))
        .collect();
    let positions: Vec<_> = games.iter().map(|game| (game, game.to_move())).collect();
    let network = network();
    let one_by_one: Vec<_> = positions
        .iter()
        .map(|&(game, color)| network.evaluate(game, color))
        .collect();
    for threads in [1, 3] {
        assert_eq!(Network::evaluate_all(&positions, threads), one_by_one);
    }
    assert!(Network::evaluate_all(&[], 2).is_empty());
}

#[test]
fn exponentials_are_near_those_of_the_system() {
    for n in -800..=800 {
        let x = n as f32 / 10.0;
        let error = f64::from(exp(x)) / f64::from(x).exp() - 1.0;
        // The argument itself is rounded.
        assert!(error.abs() < 1e-5, "{x}: {error}");
    }
    assert_eq!(logistic(0.0).to_bits(), 0.5_f32.to_bits());
    assert!(exp(-1e9) > 0.0 && exp(1e9).is_finite());
}

#[test]
fn each_board_has_the_network_that_knows_it() {
    let names = [
        (1, "b6c64:"),
        (11, "b6c64:"),
        (12, "b6c64-large:"),
        (25, "b6c64-large:"),
    ];
    for (length, name) in names {
        let size = BoardSize::square(length).unwrap();
        let network = Network::on(size);
        assert!(network.record().starts_with(name), "{size}");
        assert!(network.knows(size), "{size}");
    }
    // No board between them is left out.
    let size = BoardSize::new(14, 9).unwrap();
    assert!(Network::on(size).knows(size));
}

#[test]
fn a_point_of_komi_is_a_point_of_the_lead_on_large_boards() {
    for (length, moves) in [(13, 0), (19, 60)] {
        let mut game = game_of(length, length, moves, 4);
        let network = Network::on(game.size());
        let found = [-6.5, 0.5, 7.5, 14.5].map(|komi| {
            game.set_komi(Komi::from_points(komi));
            network.evaluate(&game, Color::White)
        });
        for pair in found.windows(2) {
            let [less, more] = pair else { unreachable!() };
            assert!((more.lead - less.lead - 7.0).abs() < 1e-3, "{length}");
            assert!(more.win > less.win, "{length}");
            assert_eq!(more.policy, less.policy);
        }
    }
    // Told the komi, the network chooses other moves.
    let game = game_of(13, 13, 100, 1);
    let network = Network::on(game.size());
    let mut other = game.clone();
    other.set_komi(Komi::from_points(40.5));
    let told = [&game, &other].map(|game| network.evaluate_told(game, Color::Black).policy);
    assert_ne!(told[0], told[1]);
}

#[test]
fn a_damaged_file_is_refused() {
    let (Aligned(file), _) = FILES[0];
    assert!(Weights::read(file).is_some());
    assert!(network().record().contains("b6c64"));
    for length in [0, 7, 40, 1_000, file.len() - 1] {
        assert!(Weights::read(&file[..length]).is_none(), "{length}");
    }
}

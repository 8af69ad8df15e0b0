use super::training::{TrainingOptions, train, visit_positions};
use super::*;
use crate::board::{Color, Coordinates, SizedBoard, on_sized};
use crate::game::testing::position;
use crate::game::{Game, Move, Start};
use crate::player::search::playouts::position::Position;
use crate::player::{Player, RandomPlayer, StopFlag};
use crate::rules::{Komi, Rules};

/// Returns a game played by the random player.
fn random_game(size: BoardSize, seed: u64) -> Game {
    let mut game = Game::new(size, Rules::default(), Komi::default());
    let mut player = RandomPlayer::new(seed, crate::board::EyeRule::default(), None);
    while game.outcome().is_none() && game.turns().len() < 60 {
        let color = game.to_move();
        let crate::game::Choice::Move(action) = player.choose(&game, color, &StopFlag::new())
        else {
            break;
        };
        game.play(color, action).unwrap();
    }
    game
}

/// Returns the probabilities of all empty points in a game's final position.
fn chances_on<const W: usize, const N: usize>(
    _: &SizedBoard<W, N>,
    game: &Game,
) -> Vec<(Point, f32)> {
    let position = Position::<W, N>::new(game, game.to_move());
    let points: Vec<Point> = position.board.empty().into_iter().collect();
    let mut found = Vec::new();
    chances(&position, &points, &mut found);
    points.into_iter().zip(found).collect()
}

fn chances_of(game: &Game) -> Vec<(Point, f32)> {
    on_sized!(game.board().sized(), board => chances_on(board, game))
}

#[test]
fn the_weights_of_both_files_can_be_read() {
    for text in [
        include_str!("weights/small.txt"),
        include_str!("weights/large.txt"),
    ] {
        let model = Model::read(text).unwrap();
        assert!(model.to_string().len() > 10_000);
        assert!(text.len() < 500_000, "both together take less than 1 MB");
    }
}

#[test]
fn chances_are_positive_and_add_up_to_one() {
    for (length, seed) in [(5, 1), (9, 2), (13, 3), (19, 4), (25, 5)] {
        let game = random_game(BoardSize::square(length).unwrap(), seed);
        let chances = chances_of(&game);
        assert!(chances.iter().all(|&(_, chance)| chance > 0.0));
        let sum: f32 = chances.iter().map(|&(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{length}: {sum}");
    }
}

#[test]
fn chances_do_not_depend_on_the_turn_of_the_board_and_the_colours() {
    let size = BoardSize::square(9).unwrap();
    let game = random_game(size, 6);
    let chances = chances_of(&game);
    // The same moves by the other colour, turned by a quarter.
    let turned = |point: Point| {
        let Coordinates { column, row } = size.coordinates(point);
        let at = Coordinates {
            column: 8 - row,
            row: column,
        };
        size.point(at).unwrap()
    };
    let start = Start {
        to_move: Color::White,
        ..Start::default()
    };
    let mut other = Game::with_start(size, Rules::default(), Komi::default(), start).unwrap();
    for turn in game.turns() {
        let action = match turn.action {
            Move::Play(point) => Move::Play(turned(point)),
            Move::Pass => Move::Pass,
        };
        other.play(!turn.color, action).unwrap();
    }
    let others = chances_of(&other);
    for (point, chance) in chances {
        let (_, same) = others
            .iter()
            .find(|(other, _)| *other == turned(point))
            .unwrap();
        assert!((chance - same).abs() < 1e-6, "{}", point.index());
    }
}

#[test]
fn strong_moves_are_likely() {
    // White's two stones at D5 and D6 are in atari, and Black has just played C6.
    let rows =
        "........./........./...X...../..XOX..../..XOX..../........./........./........./.........";
    let game = position(rows, Color::Black, "7.5");
    let chances = chances_of(&game);
    let (best, chance) = chances.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert_eq!(Some(*best), game.size().point_named("D4"));
    assert!(*chance > 0.3, "{chance}");
}

#[test]
fn corners_are_played_first_on_a_large_board() {
    let size = BoardSize::square(19).unwrap();
    let game = Game::new(size, Rules::default(), Komi::default());
    let mut chances = chances_of(&game);
    chances.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (point, _) in &chances[..8] {
        let Coordinates { column, row } = size.coordinates(*point);
        let line = |at: u8| at.min(18 - at);
        assert!((2..=4).contains(&line(column)) && (2..=4).contains(&line(row)));
    }
}

/// The weights belong to these facts, codes and shapes, so that whoever changes a number
/// here has to fit them again.
#[test]
fn the_scores_of_random_games_stay_the_same() {
    let found = [5, 9, 13, 19].map(|length| {
        let size = BoardSize::square(length).unwrap();
        let mut hash = 0_u64;
        for seed in 0..4 {
            let game = random_game(size, seed);
            visit_positions(&game, &mut || true, &mut |candidates, _| {
                for candidate in candidates {
                    let score = model(size).score(&candidate.facts, candidate.shapes);
                    hash = (hash ^ u64::from(score as u32)).wrapping_mul(0x0100_0000_01b3);
                }
            });
        }
        hash
    });
    let expected = [
        8_388_258_515_727_331_682,
        7_863_233_147_471_526_873,
        10_534_641_605_032_872_560,
        7_993_785_071_829_877_173,
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_code_has_a_weight() {
    for seed in 0..20 {
        let game = random_game(BoardSize::square(7).unwrap(), seed);
        visit_positions(&game, &mut || true, &mut |candidates, chosen| {
            assert!(chosen < candidates.len());
            for candidate in candidates {
                for feature in &features::FEATURES {
                    let code = (feature.code)(&candidate.facts);
                    assert!(code.is_none_or(|code| code.index() < features::CODES));
                }
            }
        });
    }
}

#[test]
fn a_fit_learns_the_games_and_can_be_repeated() {
    let size = BoardSize::square(7).unwrap();
    // The player of these games plays as near as possible to the last move.
    let games: Vec<Game> = (0..30)
        .map(|number| {
            let mut game = Game::new(size, Rules::default(), Komi::default());
            let mut last = size.iter().nth(number).unwrap();
            for _ in 0..12 {
                let color = game.to_move();
                let from = size.coordinates(last);
                let near = game.legal_points(color).iter().min_by_key(|&point| {
                    let at = size.coordinates(point);
                    at.column.abs_diff(from.column) + at.row.abs_diff(from.row)
                });
                last = near.unwrap();
                game.play(color, Move::Play(last)).unwrap();
            }
            game
        })
        .collect();
    let options = TrainingOptions {
        least: 2,
        ..TrainingOptions::default()
    };
    let fit = train(&games, &options);
    assert_eq!(fit.games, 30);
    assert!(fit.shapes > 0);
    for prediction in [fit.seen, fit.unseen] {
        assert!(
            prediction.log_likelihood > prediction.uniform + 1.0,
            "{prediction}"
        );
        assert!(
            (0.2..=1.0).contains(&prediction.first) && (0.6..=1.0).contains(&prediction.first_five),
            "{prediction}"
        );
        // From 49 points down to 37 are empty.
        let empty = -f64::ln(49.0)..-f64::ln(36.0);
        assert!(empty.contains(&prediction.uniform), "{prediction}");
    }
    assert_eq!(fit.unseen.positions, 3 * 12);
    assert_eq!(train(&games, &options).weights(), fit.weights());
    assert!(Model::read(&fit.weights()).is_some());
    // The strongest feature doubles a chance several times.
    let written = fit.weights();
    let numbers = written.split_whitespace().filter_map(|word| {
        let (_, weight) = word.split_once(':')?;
        weight.parse::<i32>().ok()
    });
    let largest = numbers.max().unwrap();
    assert!((DOUBLING..20 * DOUBLING).contains(&largest), "{largest}");
}

#[test]
fn the_games_that_test_a_fit_teach_it_nothing() {
    let size = BoardSize::square(7).unwrap();
    let mut games = vec![Game::new(size, Rules::default(), Komi::default()); 9];
    games.push(random_game(size, 1));
    let options = TrainingOptions {
        least: 1,
        ..TrainingOptions::default()
    };
    let fit = train(&games, &options);
    assert_eq!((fit.shapes, fit.seen.positions), (0, 0));
    assert!(fit.unseen.positions > 0);
    assert!((fit.unseen.log_likelihood - fit.unseen.uniform).abs() < 1e-6);
}

#[test]
fn a_fit_to_no_games_has_no_weights() {
    let fit = train(&[], &TrainingOptions::default());
    assert_eq!((fit.games, fit.shapes, fit.seen.positions), (0, 0, 0));
    assert_eq!(fit.weights(), Model::zero().to_string());
}

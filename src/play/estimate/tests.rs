//! Tests on known positions and on finished games.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use ponnuki_core::board::{Board, BoardSize, Coordinates, Suicide, diagram};
use ponnuki_core::game::Start;
use ponnuki_core::game::testing::{position, position_on};
use ponnuki_core::rules::{Komi, Preset, Rules};

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn status(game: &Game) -> Estimate {
    Estimate::new(game, &EstimateOptions::status(1))
}

fn settlement(game: &Game) -> Estimate {
    Estimate::new(game, &EstimateOptions::settlement(1))
}

#[test]
fn certain_positions_have_exact_estimates() {
    // Black lives with two eyes, and White's stone has no room to live.
    let game = position(".X.XX/XXXXX/XXX../XXXO./XXX..", Color::Black, "0.5");
    for (options, playouts) in [
        (EstimateOptions::status(1), 16),
        (EstimateOptions::settlement(3), 128),
        (EstimateOptions::picture(7), 1_000),
    ] {
        for policy in [EstimatePolicy::Tactical, EstimatePolicy::Uniform] {
            let options = EstimateOptions { policy, ..options };
            let estimate = Estimate::new(&game, &options);
            assert_eq!(estimate.dead().names(game.size()), "D2");
            assert_eq!(estimate.score().to_string(), "B+24.5");
            assert_eq!(estimate.area().black.len(), 25);
            assert!(estimate.is_settled());
            assert_eq!(estimate.playouts(), playouts);
            for point in game.size().iter() {
                assert!(is_near(estimate.ownership(point), 1.0));
                assert!(is_near(estimate.neutrality(point), 0.0));
            }
            let [black, white] = estimate.chains() else {
                panic!("{:?}", estimate.chains());
            };
            assert_eq!((black.color, black.stones.len()), (Color::Black, 17));
            assert_eq!(black.status, ChainStatus::Alive);
            assert!(is_near(black.ownership, 1.0));
            assert_eq!((white.color, white.stones.len()), (Color::White, 1));
            assert_eq!(white.status, ChainStatus::Dead);
            assert!(is_near(white.ownership, -1.0));
        }
    }
}

#[test]
fn a_group_with_a_stone_on_its_vital_point_is_dead() {
    // Black's eye space in the corner has five points, and White is on the vital one.
    let rows =
        "........./........./........./........./........./OOOO...../XXXOO..../..XXO..../.O.XO....";
    let game = position(rows, Color::Black, "7.5");
    let estimate = status(&game);
    assert_eq!(estimate.dead(), game.board().stones(Color::Black));
    // With the vital point its own, Black lives.
    let alive =
        "........./........./........./........./........./OOOO...../XXXOO..../..XXO..../.X.XO....";
    let game = position(alive, Color::Black, "7.5");
    assert!(status(&game).dead().is_empty());
}

#[test]
fn only_life_under_the_rules_of_the_game_is_certain() {
    // White can capture all black stones if it may first remove its own, by
    // suicide at D3.
    let board = diagram::parse("XXXX/XXO./XOOX/XXX.").unwrap();
    let size = board.size();
    for suicide in Suicide::ALL {
        let start = Start {
            stones: board.position(),
            ..Start::default()
        };
        let rules = Rules {
            suicide,
            ..Rules::default()
        };
        let game = Game::with_start(size, rules, Komi::default(), start).unwrap();
        let estimate = settlement(&game);
        let certain = estimate.pass_alive().black.points();
        if suicide == Suicide::Forbidden {
            assert_eq!(certain, board.points());
            assert!(size.iter().all(|p| is_near(estimate.ownership(p), 1.0)));
            assert!(estimate.is_settled());
        } else {
            assert!(certain.is_empty());
            let c2 = size.point_named("C2").unwrap();
            assert!(estimate.ownership(c2) < 0.5);
            assert!(!estimate.is_settled());
        }
    }
}

#[test]
fn a_game_is_settled_if_the_playouts_agree_with_the_area() {
    // Each side has two eyes.
    assert!(settlement(&position(".X.XO.O./XXXXOOOO", Color::Black, "0.5")).is_settled());
    // The area gives the whole board to the only stone, which the playouts do
    // not.
    for stone in ["X", "O"] {
        let rows = format!("......./......./......./...{stone}.../......./......./.......");
        let estimate = settlement(&position(&rows, Color::Black, "0.5"));
        assert_eq!(estimate.area().neutral, PointSet::EMPTY);
        assert!(!estimate.is_settled());
    }
}

#[test]
fn the_empty_board_is_open() {
    for length in [9, 19] {
        let size = BoardSize::square(length).unwrap();
        let game = Game::new(size, Rules::default(), Komi::default());
        for policy in [EstimatePolicy::Tactical, EstimatePolicy::Uniform] {
            let options = EstimateOptions {
                policy,
                ..EstimateOptions::settlement(1)
            };
            let estimate = Estimate::new(&game, &options);
            assert!(!estimate.is_settled());
            assert!(estimate.chains().is_empty());
            assert!((0.1..0.9).contains(&estimate.black_win_rate()));
            assert!(estimate.score_deviation() > 10.0);
        }
    }
}

#[test]
fn boards_without_room_have_an_estimate() {
    for rows in [".", "X.", "..", ".O.", "X.O", "XX.OO/XX.OO"] {
        let game = position(rows, Color::Black, "0");
        let estimate = status(&game);
        let sum: f64 = game.size().iter().map(|p| estimate.ownership(p)).sum();
        assert!((estimate.score().value() - sum).abs() < 1e-9, "{rows}");
        for point in game.size().iter() {
            let share = estimate.neutrality(point) + estimate.ownership(point).abs();
            assert!((0.0..=1.0 + 1e-9).contains(&share), "{rows}");
        }
        assert!((0.0..=1.0).contains(&estimate.black_win_rate()), "{rows}");
    }
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let game = position("...../.XO../.XO../...../.....", Color::Black, "0.5");
    let ownership = |seed| {
        let estimate = Estimate::new(&game, &EstimateOptions::picture(seed));
        let points = game.size().iter().map(|p| estimate.ownership(p));
        points.collect::<Vec<f64>>()
    };
    assert_eq!(ownership(3), ownership(3));
    assert_ne!(ownership(3), ownership(4));
}

#[test]
fn unclear_chains_get_all_playouts() {
    let crosscut = "....../....../..XO../..OX../....../......";
    let game = position(crosscut, Color::Black, "0.5");
    for first in [First::Natural, First::Both] {
        for policy in [EstimatePolicy::Tactical, EstimatePolicy::Uniform] {
            let all = EstimateOptions {
                playouts: 101,
                first,
                policy,
                ..EstimateOptions::settlement(1)
            };
            let until_clear = EstimateOptions {
                stop: Stop::WhenClear,
                ..all
            };
            let [all, until_clear] = [all, until_clear].map(|o| Estimate::new(&game, &o));
            assert_eq!(until_clear.playouts(), 101);
            for point in game.size().iter() {
                assert!(is_near(until_clear.ownership(point), all.ownership(point)));
            }
        }
    }
}

#[test]
fn an_estimate_can_be_stopped() {
    let game = position(".../.../...", Color::Black, "0.5");
    for policy in [EstimatePolicy::Tactical, EstimatePolicy::Uniform] {
        let options = EstimateOptions {
            policy,
            ..EstimateOptions::picture(1)
        };
        let calls = AtomicUsize::new(0);
        let is_stopped = || calls.fetch_add(1, Ordering::Relaxed) >= 10;
        assert!(Estimate::unless_stopped(&game, &options, &is_stopped).is_none());
        // The playouts end as soon as one call says so.
        assert!(calls.into_inner() < 20, "{policy:?}");
    }
}

#[test]
fn a_game_that_is_not_near_its_end_gets_no_more_playouts() {
    let mut board = Board::new(BoardSize::square(19).unwrap());
    let black = "C3 D4 C10 D11 C16 D17 K3 L4 K16 L17 Q3 R4 Q10 R11 Q16 R17";
    let white = "D3 C4 D10 C11 D16 C17 L3 K4 L16 K17 R3 Q4 R10 Q11 R16 Q17";
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        for name in names.split(' ') {
            board.place(color, board.size().point_named(name).unwrap());
        }
    }
    let estimate = status(&position_on(&board, Color::Black, "0.5"));
    assert_eq!(estimate.playouts(), 156);
}

#[test]
fn after_a_pass_both_colours_begin() {
    let mut game = position("...../.XO../.XO../...../.....", Color::Black, "0.5");
    let options = EstimateOptions::picture(1);
    assert_eq!(
        starters(&game, &options),
        [(Color::Black, 0..1_000), (Color::White, 0..0)]
    );
    game.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(
        starters(&game, &options),
        [(Color::White, 0..500), (Color::Black, 500..1_000)]
    );
}

#[test]
fn a_seki_is_found() {
    // A play at C9 or E9 is captured, whichever side makes it.
    let rows =
        ".O.X.O.OX/OOOXOOOOX/XXXOOXXXX/..XXXX.../........./........./........./........./.........";
    let game = position(rows, Color::Black, "0.5");
    let estimate = status(&game);
    assert_eq!(estimate.dead().names(game.size()), "");
    let seki = estimate.stones(ChainStatus::Seki);
    for name in ["A8", "D9", "F9"] {
        assert!(
            seki.contains(game.size().point_named(name).unwrap()),
            "{name}"
        );
    }
}

#[test]
fn the_stones_of_a_double_ko_are_alive() {
    // Black's second eye at D6 needs one of the kos at B5 and E7: if White takes B5,
    // Black takes E7.
    let rows =
        "...OO..../.OOO.OO../.OXXOXO../OOX.XXO../OX.XXOO../.OXXOO.../.OXXXOO../.OX.XXO../.OOXXOO..";
    let estimate = status(&position(rows, Color::Black, "0.5"));
    assert_eq!(estimate.dead(), PointSet::EMPTY);
}

#[test]
fn a_chain_that_may_live_or_die_is_in_doubt() {
    let crosscut = "......./......./..XO.../..OX.../......./......./.......";
    let estimate = status(&position(crosscut, Color::Black, "0.5"));
    assert!(!estimate.doubtful().is_empty());
    let settled = status(&position(".X.XO.O./XXXXOOOO", Color::Black, "0.5"));
    assert!(settled.doubtful().is_empty());
}

#[test]
fn the_same_seed_gives_the_same_reading() {
    let game = position(
        "OOOOOOOO./..O.OXXX./..OOX.X../OOO.XX.XX/O....XXXX/OX..XX.../OXXXX.OOO/O.X.XXOX./....X.O..",
        Color::Black,
        "0.5",
    );
    let chains = |seed| {
        Estimate::new(&game, &EstimateOptions::status(seed))
            .chains()
            .to_vec()
    };
    assert_eq!(chains(3), chains(3));
}

/// A finished game, with the stones that the players removed as dead.
struct Finished {
    name: String,
    board: Board,
    dead: PointSet,
}

/// Reads a file of `gtp-tests/data/deadstones`. After a few header lines it has the rows
/// of the board from the top, with 1 for Black and -1 for White, and the same rows again
/// with 1 for every dead stone.
fn finished(path: &Path) -> Finished {
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<i8>> = text
        .lines()
        .filter_map(|line| {
            let row: Result<Vec<i8>, _> = line.split_whitespace().map(str::parse).collect();
            row.ok().filter(|row| !row.is_empty())
        })
        .collect();
    let (board, marks) = rows.split_at(rows.len() / 2);
    let size = BoardSize::new(board[0].len(), board.len()).unwrap();
    let points_of = |rows: &[Vec<i8>], value: i8| -> PointSet {
        let all = (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (x, y)));
        all.filter(|&(x, y)| rows[y][x] == value)
            .map(|(x, y)| {
                let at = Coordinates {
                    column: x as u8,
                    row: (size.height() - 1 - y) as u8,
                };
                size.point(at).unwrap()
            })
            .collect()
    };
    let stones = ByColor {
        black: points_of(board, 1),
        white: points_of(board, -1),
    };
    Finished {
        name: path.file_stem().unwrap().to_string_lossy().into_owned(),
        board: Board::with_stones(size, &stones).unwrap(),
        dead: points_of(marks, 1) & (stones.black | stones.white),
    }
}

/// Reads the finished games in a folder of `gtp-tests/data` and in those below it.
fn finished_games(folder: &str) -> Vec<Finished> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gtp-tests/data");
    let mut games = games_below(&data.join(folder));
    games.retain(|game| game.board.empty() != game.board.points());
    games
}

fn games_below(path: &Path) -> Vec<Finished> {
    if path.extension().is_some_and(|kind| kind == "game") {
        return vec![finished(path)];
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| games_below(path)).collect()
}

#[test]
fn dead_stones_of_finished_games_are_found() {
    let games = finished_games("deadstones");
    assert_eq!(games.len(), 53);
    assert_eq!(dead_stones_found(&games), (52, 7_253, 7_275));
}

#[test]
fn dead_stones_of_endings_are_found() {
    for (half, least) in [("tuned", 31), ("unseen", 33)] {
        let games = finished_games(&format!("endings/{half}"));
        assert_eq!(games.len(), 34, "{half}");
        let (exact, ..) = dead_stones_found(&games);
        assert!(exact >= least, "{half}: {exact}");
    }
}

/// Returns in how many games all dead stones are found and no others, the number of
/// stones whose status is right, and the number of stones.
fn dead_stones_found(games: &[Finished]) -> (usize, usize, usize) {
    let (mut exact, mut right, mut stones) = (0, 0, 0);
    for finished in games {
        let game = position_on(&finished.board, Color::Black, "0.5");
        let estimate = Estimate::new(&game, &EstimateOptions::status(1));
        let dead = estimate.dead();
        let wrong = (dead - finished.dead) | (finished.dead - dead);
        if wrong.is_empty() {
            exact += 1;
        } else {
            println!("{}: {} stones wrong", finished.name, wrong.len());
        }
        let on_board = finished.board.points() - finished.board.empty();
        stones += on_board.len();
        right += on_board.len() - wrong.len();
        certain_life_is_respected(&estimate, &finished.board);
    }
    (exact, right, stones)
}

/// Checks that stones that live unconditionally are never dead, and that stones
/// in the opponent's unconditional territory always are.
fn certain_life_is_respected(estimate: &Estimate, board: &Board) {
    for color in Color::BOTH {
        let life = estimate.pass_alive()[color];
        let sign = f64::from(color.sign());
        assert!(!estimate.dead().intersects(&life.stones));
        assert!((life.territory & board.stones(!color)).is_subset(&estimate.dead()));
        assert!(
            life.points()
                .iter()
                .all(|p| is_near(estimate.ownership(p), sign))
        );
    }
}

/// White's stones in the corners would be found dead, but nobody captured them where that is free.
#[test]
fn stones_left_after_the_second_cleanup_live() {
    let board = diagram::parse("O...O/XXXX./XXXXX/XXXXX/XX.X.").unwrap();
    let start = Start {
        stones: board.position(),
        ..Start::default()
    };
    let rules = Preset::JapanesePlayout.rules();
    let mut game = Game::with_start(board.size(), rules, Komi::default(), start).unwrap();
    for pass in 0..6 {
        let is_over = pass >= 4;
        assert_eq!(game.phase() == Phase::SecondCleanup, is_over, "{pass}");
        assert_eq!(DeadStones::Estimated.needs_estimate(&game), !is_over);
        assert_eq!(
            counted_dead(&game, DeadStones::Estimated, 1).is_empty(),
            is_over
        );
        game.play(game.to_move(), Move::Pass).unwrap();
    }
    assert!(counted_dead(&game, DeadStones::Estimated, 1).is_empty());
}

#[test]
fn every_stone_has_one_status() {
    for finished in finished_games("deadstones").iter().step_by(5) {
        let estimate = status(&position_on(&finished.board, Color::Black, "0.5"));
        let [alive, seki, dead] = [ChainStatus::Alive, ChainStatus::Seki, ChainStatus::Dead]
            .map(|status| estimate.stones(status));
        assert_eq!(
            alive | seki | dead,
            finished.board.points() - finished.board.empty()
        );
        assert_eq!(
            alive.len() + seki.len() + dead.len(),
            (alive | seki | dead).len()
        );
        let counted = estimate.area();
        assert!(
            !counted
                .black
                .intersects(&(dead & finished.board.stones(Color::Black)))
        );
    }
}

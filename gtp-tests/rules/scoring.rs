//! Finished positions with their scores under every kind of scoring and tax
//! (`scoring.jsonl`), games with a button (`button.jsonl`), and an identity that ties area
//! to territory on random games and in every position of small boards.
//!
//! The scores come from an independent scorer. Most positions were also counted by the
//! rules core of KataGo (6a1fc5d) and by goscorer (0ac5f59). `settled` is goscorer's margin by
//! territory without the points of groups in seki and of protecting moves. The games were
//! played in KataGo's rules core.

use std::fs;
use std::path::Path;

use libtest_mimic::Trial;
use ponnuki_core::board::{Board, ByColor, Count, NeutralPoints, PointSet, diagram, pass_alive};
use ponnuki_core::rules::{HandicapBonus, Rules, Scoring, Suicide, Tax, fixed_handicap};
use ponnuki_core::{BoardSize, Choice, Color, Game, Komi, Move, Preset};
use ponnuki_core::{Outcome, Score, Start};
use ponnuki_play::Player;
use ponnuki_play::RandomPlayer;
use ponnuki_play::player::StopFlag;
use serde_json::Value;

use crate::{data, fill_and_answer};
use ponnuki_testing::trial;

/// The boards whose positions are all counted.
const SMALL_BOARDS: [(usize, usize); 6] = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)];

/// Makes a test for each position and each game, those of the identity, and one of seki.
pub(crate) fn trials() -> Vec<Trial> {
    let positions = data::trials("scoring::", include_str!("../data/scoring.jsonl"), check);
    let button = data::trials(
        "scoring::button-",
        include_str!("../data/button.jsonl"),
        check_button,
    );
    let differ = "scoring::area-and-territory-differ-by-the-plays";
    let agree = "scoring::area-and-territory-agree-with-pass-stones";
    let whole = [
        trial(differ, check_identity),
        trial(agree, check_pass_stones),
        trial("scoring::two-judgements-of-seki-agree", compare_judgements),
    ];
    let small = SMALL_BOARDS.map(|(width, height)| {
        let name = format!("scoring::area-and-territory-in-every-position::{width}x{height}");
        trial(name, move || check_every_position(width, height))
    });
    let trials = positions.chain(button).chain(whole);
    trials.chain(small).collect()
}

/// Counts a position and compares each part and each of the six margins.
fn check(entry: &Value) {
    let board = diagram::parse(data::text(&entry["rows"])).expect("a legal position");
    let points = |names: &Value| -> PointSet {
        let names = data::list(names).iter().map(data::text);
        names
            .map(|name| board.size().point_named(name).expect("a point"))
            .collect()
    };
    let by_color = |value: &Value| ByColor {
        black: data::number(&value["black"]),
        white: data::number(&value["white"]),
    };
    let prisoners = by_color(&entry["prisoners"]);
    let dead = points(&entry["dead"]);
    let count = Count::new(&board, prisoners, &dead, NeutralPoints::Open);
    assert_eq!(count.independent_groups, by_color(&entry["independent"]));
    assert_eq!(count.neutral, points(&entry["neutral"]));
    assert_eq!(count.in_seki(), points(&entry["seki"]));
    for scoring in Scoring::ALL {
        for tax in Tax::ALL {
            let expected = &entry["margins"][format!("{scoring}/{tax}")];
            let margin = count.margin(scoring, tax);
            assert_eq!(expected.as_i64(), Some(margin.into()), "{scoring}/{tax}");
        }
    }
    let settled = Count::new(&board, prisoners, &dead, NeutralPoints::Protected);
    let margin = settled.margin(Scoring::Territory, Tax::Seki);
    assert_eq!(entry["settled"].as_i64(), Some(margin.into()), "settled");
    let result = &entry["final"];
    let button = match result["button"].as_str() {
        Some("b") => 0.5,
        Some(_) => -0.5,
        None => 0.0,
    };
    let scoring = data::text(&result["scoring"]).parse().expect("a scoring");
    let tax = data::text(&result["tax"]).parse().expect("a tax");
    let bonus = data::number(&result["white_handicap_points"]) as f64;
    let komi: Komi = result["komi"].to_string().parse().expect("a komi");
    let margin = f64::from(count.margin(scoring, tax)) + button - bonus;
    let score = Score::new(margin, &komi);
    assert_eq!(score.to_string(), data::text(&result["result"]));
}

/// Replays a game with a button: before each move it compares the number of legal plays,
/// and after the moves the board, the end and the score. Takes all moves back and replays
/// them, because the button changes the history.
fn check_button(entry: &Value) {
    let rules = Rules {
        handicap_bonus: HandicapBonus::Nothing,
        ..Preset::AgaButton.rules()
    };
    let mut game = data::game_from(entry, rules);
    let size = game.size();
    let moves = data::text(&entry["moves"]).split_whitespace();
    let actions: Vec<_> = moves.map(|name| data::action(size, name)).collect();
    for _ in 0..2 {
        for (&action, legal) in actions.iter().zip(data::list(&entry["legal"])) {
            let plays = game.legal_points(game.to_move()).len();
            assert_eq!((plays, game.outcome()), (data::number(legal), None));
            game.play(game.to_move(), action).expect("a legal move");
        }
        assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
        let last = diagram::parse(data::text(&entry["final"])).expect("a legal position");
        assert_eq!(game.board().position(), last.position());
        // KataGo takes off by itself the stones inside unconditional territory.
        let alive = pass_alive(game.board(), rules.suicide);
        let dead = |color| alive[color].territory & game.board().stones(!color);
        game.decide_dead(dead(Color::Black) | dead(Color::White));
        assert_eq!(Some(game.score().value()), entry["result"].as_f64());
        game.undo_to(0);
    }
}

/// Every stone that was played is on the board or was lost, so the margins by area and by
/// territory differ by Black's plays less White's, whatever is taxed.
fn check_identity() {
    for seed in 0..200 {
        let size = BoardSize::new(2 + seed as usize % 8, 3 + seed as usize % 5).expect("a size");
        let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
        let mut player = RandomPlayer::new(seed);
        while game.outcome().is_none() {
            let color = game.to_move();
            match player.choose(&game, color, &StopFlag::new()) {
                Choice::Move(action) => drop(game.play(color, action).expect("a legal move")),
                Choice::Resign => unreachable!("it never resigns"),
            }
            let plays = game.turns().iter().filter(|turn| turn.action != Move::Pass);
            let difference: i32 = plays.map(|turn| turn.color.sign()).sum();
            let count = game.count(&PointSet::EMPTY, NeutralPoints::Filled);
            let area_rules = game.rules();
            for tax in Tax::ALL {
                let area = count.margin(Scoring::Area, tax);
                assert_eq!(area - difference, count.margin(Scoring::Territory, tax));
                for scoring in Scoring::ALL {
                    let rules = Rules {
                        scoring,
                        tax,
                        ..area_rules
                    };
                    game.set_rules(rules);
                    let margin = count.margin(scoring, tax).into();
                    assert_eq!(game.score(), Score::new(margin, game.komi()), "{rules}");
                }
            }
            game.set_rules(area_rules);
        }
    }
}

/// Plays games with passes. With pass stones the score by territory is at any time the score by
/// area with a point for each handicap stone but the first, and at the end the count by hand.
fn check_pass_stones() {
    for seed in 0..200 {
        let size = BoardSize::square(3 + 2 * (seed as usize % 4)).expect("a size");
        let handicap = if size.area() > 25 {
            seed as usize % 4
        } else {
            0
        };
        let stones = fixed_handicap(size, handicap).unwrap_or_default();
        let start = Start {
            stones: ByColor {
                black: stones,
                white: PointSet::EMPTY,
            },
            handicap: stones.len(),
            to_move: if stones.is_empty() {
                Color::Black
            } else {
                Color::White
            },
        };
        let area = Rules {
            suicide: Suicide::Allowed,
            ..Preset::Aga.rules()
        };
        let mut game = Game::with_start(size, area, Komi::default(), start).expect("a position");
        let mut player = RandomPlayer::new(seed);
        while game.outcome().is_none() {
            let color = game.to_move();
            let action = match player.choose(&game, color, &StopFlag::new()) {
                Choice::Move(action) if game.turns().len() % 7 != 3 => action,
                _ => Move::Pass,
            };
            game.play(color, action).expect("a legal move");
            for tax in Tax::ALL {
                let [area, territory] = Scoring::ALL.map(|scoring| {
                    game.set_rules(Rules {
                        scoring,
                        tax,
                        has_pass_stones: true,
                        ..area
                    });
                    let count = game.count(&PointSet::EMPTY, NeutralPoints::Filled);
                    assert_eq!(game.score(), game.score_of_count(&count), "{game:?}");
                    game.score()
                });
                assert_eq!(area, territory, "{game:?}, tax {tax}");
            }
            game.set_rules(area);
        }
        let turns = game.turns();
        let passes = turns.iter().filter(|turn| turn.action == Move::Pass);
        let mut margin: i32 = passes.map(|turn| -turn.color.sign()).sum();
        if turns.last().is_some_and(|last| last.color == Color::Black) {
            margin += 1;
        }
        let owned = game.area();
        for (color, owned) in [(Color::Black, owned.black), (Color::White, owned.white)] {
            let territory = (owned & game.board().empty()).len();
            margin += color.sign() * (territory + game.captures(color)) as i32;
        }
        assert_eq!(
            game.score(),
            Score::new(margin.into(), game.komi()),
            "{game:?}"
        );
    }
}

/// Counts every legal position of a board, with no stone dead and with one colour dead: the
/// margins by area and by territory differ by the stones on the board.
fn check_every_position(width: usize, height: usize) {
    for code in 0..3_usize.pow((width * height) as u32) {
        let letter = |point: usize| b".XO"[code / 3_usize.pow(point as u32) % 3] as char;
        let rows = (0..height).map(|row| (0..width).map(move |column| row * width + column));
        let rows: Vec<String> = rows.map(|row| row.map(letter).collect()).collect();
        let Ok(board) = diagram::parse(&rows.join("/")) else {
            continue;
        };
        let [black, white] = Color::BOTH.map(|color| board.stones(color));
        let difference = black.len() as i32 - white.len() as i32;
        for dead in [PointSet::EMPTY, black, white] {
            for neutral in [NeutralPoints::Open, NeutralPoints::Filled] {
                let count = Count::new(&board, ByColor::default(), &dead, neutral);
                for tax in Tax::ALL {
                    let area = count.margin(Scoring::Area, tax);
                    let territory = count.margin(Scoring::Territory, tax);
                    assert_eq!(area - difference, territory, "{board:?}, tax {tax}");
                }
            }
        }
    }
}

/// Fills the neutral points of finished games with open borders, and compares the stones that
/// are in seki then with those of [`Count`]. One game differs: there, filling finds only some
/// of the chains that share the liberties of a seki.
fn compare_judgements() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/endings/tuned");
    let (mut compared, mut with_seki, mut differing) = (0, 0, Vec::new());
    for file in fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let (board, dead) = read_ending(&fs::read_to_string(&path).expect("a text file"));
        let count = Count::new(&board, ByColor::default(), &dead, NeutralPoints::Filled);
        let living = Board::with_stones(board.size(), &count.stones).expect("a legal position");
        compared += 1;
        with_seki += usize::from(!count.in_seki().is_empty());
        if count.in_seki() != fill_and_answer::in_seki(&living) {
            differing.push(path.file_stem().expect("a name").to_owned());
        }
    }
    assert_eq!((compared, with_seki), (34, 10));
    assert_eq!(differing, ["seki-1"]);
}

/// Reads a board and its dead stones: two grids of numbers, from the top.
fn read_ending(text: &str) -> (Board, PointSet) {
    let cells = |line: &str| -> Option<Vec<i8>> {
        let cells = line.split_whitespace().map(|cell| cell.parse().ok());
        cells.collect()
    };
    let rows = text.lines().filter_map(cells);
    let rows: Vec<_> = rows.filter(|row| !row.is_empty()).collect();
    let (stones, dead) = rows.split_at(rows.len() / 2);
    let size = BoardSize::new(stones[0].len(), stones.len()).expect("a size");
    let set = |grid: &[Vec<i8>], value| -> PointSet {
        let cells = size.iter_top_down().zip(grid.iter().flatten());
        cells
            .filter(|(_, cell)| **cell == value)
            .map(|(point, _)| point)
            .collect()
    };
    let position = ByColor {
        black: set(stones, 1),
        white: set(stones, -1),
    };
    let board = Board::with_stones(size, &position).expect("a legal position");
    (board, set(dead, 1))
}

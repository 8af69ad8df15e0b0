//! Finished positions with their scores under every kind of scoring and tax
//! (`scoring.jsonl`), and an identity that ties area to territory on random games.
//!
//! The scores come from an independent scorer. Most positions were also counted by the
//! rules core of KataGo (6a1fc5d) and by goscorer (0ac5f59).

use libtest_mimic::Trial;
use ponnuki::board::{ByColor, Count, PointSet, Scoring, Tax, diagram};
use ponnuki::player::StopFlag;
use ponnuki::{BoardSize, Choice, Color, EyeRule, Game, Komi, Move, Player, Preset};
use ponnuki::{RandomPlayer, Score};
use serde_json::Value;

use crate::data;

/// Makes a test for each position, and one of the identity.
pub(crate) fn trials() -> Vec<Trial> {
    let lines = include_str!("../data/scoring.jsonl").lines();
    let entries = lines.map(|line| serde_json::from_str(line).expect("a JSON object"));
    let positions = entries.map(|entry: Value| {
        let name = format!("scoring::{}", data::text(&entry["id"]));
        Trial::test(name, move || {
            check(&entry);
            Ok(())
        })
    });
    let identity = Trial::test("scoring::area-and-territory-differ-by-the-plays", || {
        check_identity();
        Ok(())
    });
    positions.chain([identity]).collect()
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
    let count = Count::new(&board, prisoners, &dead, &PointSet::EMPTY);
    assert_eq!(count.independent_groups, by_color(&entry["independent"]));
    assert_eq!(count.neutral, points(&entry["neutral"]));
    let living = count.stones.black | count.stones.white;
    let independent = count.independent.black | count.independent.white;
    assert_eq!(living - independent, points(&entry["seki"]));
    for scoring in Scoring::ALL {
        for tax in Tax::ALL {
            let expected = &entry["margins"][format!("{scoring}/{tax}")];
            let margin = count.margin(scoring, tax);
            assert_eq!(expected.as_i64(), Some(margin.into()), "{scoring}/{tax}");
        }
    }
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

/// Every stone that was played is on the board or was lost, so the margins by area and by
/// territory differ by Black's plays less White's, whatever is taxed.
fn check_identity() {
    for seed in 0..200 {
        let size = BoardSize::new(2 + seed as usize % 8, 3 + seed as usize % 5).expect("a size");
        let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
        let mut player = RandomPlayer::new(seed, EyeRule::default(), None);
        while game.outcome().is_none() {
            let color = game.to_move();
            match player.choose(&game, color, &StopFlag::new()) {
                Choice::Move(action) => drop(game.play(color, action).expect("a legal move")),
                Choice::Resign => unreachable!("it never resigns"),
            }
            let plays = |color| {
                let turns = game.turns().iter();
                turns
                    .filter(|turn| turn.color == color && turn.action != Move::Pass)
                    .count() as i32
            };
            let count = game.count(&PointSet::EMPTY, &PointSet::EMPTY);
            for tax in Tax::ALL {
                let difference = plays(Color::Black) - plays(Color::White);
                let area = count.margin(Scoring::Area, tax);
                assert_eq!(area - difference, count.margin(Scoring::Territory, tax));
            }
        }
    }
}

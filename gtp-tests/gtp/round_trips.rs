//! Random games under all rules that `printsgf` writes and `loadsgf` reads: nothing that a GUI can
//! ask for may change.

use libtest_mimic::Trial;

use crate::files::with_games;
use crate::runner::trial;

/// The names of all sets of rules.
const RULES: [&str; 12] = [
    "cgos",
    "tromp-taylor",
    "chinese",
    "chinese-ogs",
    "aga",
    "new-zealand",
    "japanese",
    "japanese-playout",
    "stone-scoring",
    "ancient-territory",
    "aga-button",
    "ing",
];

/// How many games are played under each set of rules.
const GAMES: u64 = 4;

/// The number of plays and passes that are tried in each game.
const TRIES: usize = 40;

pub(crate) fn trials() -> Vec<Trial> {
    let under = |rules| trial(format!("round-trip::{rules}"), move || check(rules));
    RULES.into_iter().map(under).collect()
}

/// Plays random games, in which one try in four is a pass, so that phases end.
fn check(rules: &str) {
    let (_folder, mut engine) = with_games("--boardsize 4 --seed 1 --dead-stones estimate");
    engine.must(&format!("kata-set-rules {rules}"));
    for game in 0..GAMES {
        let mut random = Random(game);
        engine.must("clear_board");
        engine.must(&format!("komi {}", random.below(9)));
        for number in 0..TRIES {
            let color = ["b", "w"][number % 2];
            let vertex = match random.below(4) {
                0 => "pass".to_owned(),
                _ => format!(
                    "{}{}",
                    ["A", "B", "C", "D"][random.below(4)],
                    random.below(4) + 1
                ),
            };
            engine.ask(&format!("play {color} {vertex}"));
        }
        let questions = [
            "showboard",
            "move_history",
            "kata-get-rules",
            "get_komi",
            "all_legal b",
            "all_legal w",
            "printsgf",
            "ponnuki-dead",
            "final_score",
        ];
        // A record tells dead stones by territory, so those on neutral points come back alive.
        let dead = engine.must("ponnuki-dead");
        let record = engine.must("printsgf");
        let is_told = dead
            .split_whitespace()
            .all(|stone| record.contains(&sgf_point(stone)));
        let asked = if is_told {
            questions.len()
        } else {
            questions.len() - 3
        };
        let before: Vec<_> = questions[..asked]
            .iter()
            .map(|one| engine.must(one))
            .collect();
        engine.must("printsgf game.sgf");
        engine.must("clear_board");
        engine.must("loadsgf games/game.sgf");
        for (question, before) in questions.iter().zip(before) {
            assert_eq!(engine.must(question), before, "{question} of {record}");
        }
    }
}

/// Returns a point of a board of 4x4 in SGF notation with its brackets.
fn sgf_point(vertex: &str) -> String {
    let column = vertex.as_bytes()[0].to_ascii_lowercase();
    let row = b'a' + (b'4' - vertex.as_bytes()[1]);
    format!("[{}{}]", char::from(column), char::from(row))
}

/// A small generator of random numbers (Knuth's MMIX, high bits).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

//! Random games under all rules that `printsgf` writes and `loadsgf` reads: nothing that a GUI can
//! ask for may change.

use libtest_mimic::Trial;
use ponnuki::{Preset, RandomStream};

use crate::files::with_games;
use ponnuki_testing::trial;

/// How many games are played under each set of rules.
const GAMES: u64 = 4;

/// The number of plays and passes that are tried in each game.
const TRIES: usize = 40;

pub(crate) fn trials() -> Vec<Trial> {
    let under = |rules| trial(format!("round-trip::{rules}"), move || check(rules));
    Preset::ALL.into_iter().map(under).collect()
}

/// Plays random games. One try in four is a pass, so that phases end.
fn check(rules: Preset) {
    let (_folder, mut engine) = with_games("--boardsize 4 --seed 1 --dead-stones estimate");
    engine.must(&format!("kata-set-rules {rules}"));
    for game in 0..GAMES {
        let mut random = RandomStream::new(game, 0);
        let mut below = |bound| random.below(bound).unwrap() as usize;
        engine.must("clear_board");
        engine.must(&format!("komi {}", below(9)));
        for number in 0..TRIES {
            let color = ["b", "w"][number % 2];
            let vertex = match below(4) {
                0 => "pass".to_owned(),
                _ => format!("{}{}", ["A", "B", "C", "D"][below(4)], below(4) + 1),
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
        let record = engine.must("printsgf");
        let before = questions.map(|question| engine.must(question));
        engine.must("printsgf game.sgf");
        engine.must("clear_board");
        engine.must("loadsgf games/game.sgf");
        for (question, before) in questions.iter().zip(before) {
            assert_eq!(engine.must(question), before, "{question} of {record}");
        }
    }
}

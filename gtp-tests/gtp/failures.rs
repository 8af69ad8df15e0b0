//! "A failed command must never change any state" (specification, section 5.3).
//!
//! Every line of every session is sent again, one after another, to a single engine. The whole
//! state is queried before and after each line. If the answer is a failure, both must be equal.

use std::collections::BTreeSet;
use std::path::PathBuf;

use libtest_mimic::Trial;

use crate::engine::Engine;
use crate::session;
use ponnuki_testing::trial;

/// The commands whose answers show everything that a command can change.
const STATE: &str = "showboard|printsgf|move_history|kata-get-rules|ponnuki-param|\
    get_random_seed|ponnuki-dead|ponnuki-hash|ponnuki-illegal black|ponnuki-illegal white|\
    final_score";

/// Shows the state of the player, as long as it searches with one thread. A search with several
/// threads may choose another move each time.
const MOVE: &str = "reg_genmove black";

/// The length limit for the lines that are sent. Longer ones only test how lines are read.
const LONGEST: usize = 300;

pub(crate) fn trials(files: &[PathBuf]) -> Vec<Trial> {
    let trial = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut seen = BTreeSet::new();
        let mut lines = session::lines(path);
        lines.retain(|line| is_tried(line) && seen.insert(line.clone()));
        trial(format!("failure::{stem}"), move || check(&lines))
    };
    files.iter().map(trial).collect()
}

/// Returns whether a line gets an answer, is short and complete, and does not end the session.
fn is_tried(line: &[u8]) -> bool {
    let ends = line.windows(4).any(|word| word == b"quit");
    line.len() <= LONGEST && line.ends_with(b"\n") && is_command(line) && !ends
}

/// Returns whether anything is left of a line without its control characters, comment and blanks
/// (section 3.1 of the specification).
fn is_command(line: &[u8]) -> bool {
    let mut text = line.iter().take_while(|&&byte| byte != b'#');
    text.any(|&byte| byte > b' ' && byte != 0x7f)
}

/// Sends the lines and compares the state before and after each refused one.
fn check(lines: &[Vec<u8>]) {
    let mut engine = Engine::start("--seed 1 --boardsize 7");
    // The state holds some of everything: setup stones, moves, captures, marks.
    for command in [
        "gogui-setup b A2 w B2 w F6 b F2",
        "play w A1",
        "play b B1",
        "play w C1",
        "ponnuki-mark_dead F6",
    ] {
        engine.must(command);
    }
    let mut before = state(&mut engine);
    let mut refused = 0;
    for line in lines {
        let answer = engine.ask_bytes(line.clone());
        let after = state(&mut engine);
        if !answer.success {
            refused += 1;
            let line = String::from_utf8_lossy(line);
            let is_same = before == after;
            assert!(
                is_same,
                "{line}? {}\nbefore {before}\nafter {after}",
                answer.text
            );
        }
        before = after;
    }
    // Only a short file may have no refused line at all.
    assert!(refused > 0 || lines.len() < 60, "no line was refused");
    engine.end();
}

/// Returns the answers that show the state. Only the score may be missing: a game can end without
/// a result.
fn state(engine: &mut Engine) -> String {
    let mut shown = |question| {
        let answer = engine.ask(question);
        assert!(
            answer.success || answer.text == "cannot score",
            "{question}: {answer:?}"
        );
        answer.text
    };
    let mut state = STATE
        .split('|')
        .map(&mut shown)
        .collect::<Vec<_>>()
        .join("\n");
    if state.contains("threads 1\n") {
        state += &shown(MOVE);
    }
    state
}

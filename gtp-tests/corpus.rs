//! Replays the inputs that fuzzing starts from, `scripts/fuzz/corpus/`.
//!
//! `cargo test --test corpus` feeds every line of `TARGET.jsonl` to the same checks as
//! `scripts/fuzz/fuzz.sh`. Each line is a test, `TARGET::NAME`: a kind of input, or one that
//! reproduces a defect.

use std::process::ExitCode;

use ponnuki_testing::corpus;

/// The name of a target, and the check that takes the bytes of its inputs.
type Target = (&'static str, fn(&[u8]));

/// The targets of `scripts/fuzz/`. The unit tests of the program replay what it alone reads: its
/// arguments and files.
const TARGETS: &[Target] = &[
    ("gtp_line", corpus::line),
    ("gtp_session", corpus::session),
    ("analysis", corpus::analyze),
    ("sgf", corpus::sgf),
    ("game", corpus::game),
];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for &(target, check) in TARGETS {
        let inputs = corpus::inputs(target);
        let inputs = inputs.unwrap_or_else(|error| panic!("{target}.jsonl: {error}"));
        for (name, bytes) in inputs {
            trials.push(ponnuki_testing::trial(
                format!("{target}::{name}"),
                move || {
                    check(&bytes);
                },
            ));
        }
    }
    ponnuki_testing::run(trials)
}

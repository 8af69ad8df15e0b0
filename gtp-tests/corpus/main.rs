//! Replays the inputs that fuzzing starts from, `scripts/fuzz/corpus/`.
//!
//! `cargo test --test corpus` feeds every line of `TARGET.jsonl` to the same checks as
//! `scripts/fuzz/fuzz.sh`. Each line is a test, `TARGET::NAME`: a kind of input, or one that
//! reproduces a defect.

mod analysis;
mod frames;
mod game;
mod gtp;
mod inputs;
#[path = "../runner.rs"]
mod runner;
mod sgf;

#[expect(dead_code, reason = "the random games use the rest")]
#[path = "../rules/compare.rs"]
mod compare;
#[expect(dead_code, reason = "the random games use the rest")]
#[path = "../rules/draw.rs"]
mod draw;
#[path = "../rules/grid.rs"]
mod grid;
#[expect(dead_code, reason = "the proofs use the rest")]
#[path = "../rules/proof.rs"]
mod proof;
#[path = "../rules/twin.rs"]
mod twin;

use std::process::ExitCode;

/// The name of a target, and the check that takes the bytes of its inputs.
type Target = (&'static str, fn(&[u8]));

/// The targets of `scripts/fuzz/`, except those of the program's own arguments and
/// files, which its unit tests replay.
const TARGETS: &[Target] = &[
    ("gtp_line", gtp::line),
    ("gtp_session", gtp::session),
    ("analysis", analysis::analyze),
    ("sgf", sgf::read),
    ("game", game::play),
];

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for &(target, check) in TARGETS {
        let inputs = inputs::read(target);
        let inputs = inputs.unwrap_or_else(|error| panic!("{target}.jsonl: {error}"));
        for (name, bytes) in inputs {
            trials.push(runner::trial(format!("{target}::{name}"), move || {
                check(&bytes);
            }));
        }
    }
    runner::run(trials)
}

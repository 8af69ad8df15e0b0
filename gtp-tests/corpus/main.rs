//! Replays the inputs found by fuzzing, `scripts/fuzz/corpus/`.
//!
//! `cargo test --test corpus` feeds every file of the corpus to the same checks as
//! `scripts/fuzz.sh`. Each file is a test, `TARGET::FILE`. A file whose name is made
//! of words reproduces a defect that fuzzing found. The others are named by their
//! contents and kept for the code that they reach.

mod analysis;
mod frames;
mod game;
mod gtp;
mod sgf;

#[expect(dead_code, reason = "the random games use the rest")]
#[path = "../rules/compare.rs"]
mod compare;
#[expect(dead_code, reason = "the random games use the rest")]
#[path = "../rules/draw.rs"]
mod draw;
#[path = "../rules/grid.rs"]
mod grid;
#[path = "../groups.rs"]
mod groups;
#[expect(dead_code, reason = "the proofs use the rest")]
#[path = "../rules/proof.rs"]
mod proof;
#[path = "../rules/twin.rs"]
mod twin;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::Trial;

/// The name of a folder, and the check that takes the bytes of its files.
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
    groups::run(trials())
}

/// Makes a test of each file.
///
/// # Errors
/// A report if a folder cannot be read or is empty.
fn trials() -> Result<Vec<Trial>, String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fuzz/corpus");
    let mut trials = Vec::new();
    for (name, target) in TARGETS.iter().copied() {
        let folder = corpus.join(name);
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        let before = trials.len();
        for entry in fs::read_dir(&folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let bytes = fs::read(&path).map_err(fail)?;
            trials.push(Trial::test(format!("{name}::{file}"), move || {
                target(&bytes);
                Ok(())
            }));
        }
        if trials.len() == before {
            return Err(format!("{}: the folder is empty", folder.display()));
        }
    }
    Ok(trials)
}

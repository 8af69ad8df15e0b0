//! `ponnuki conform`, before right engines and before engines that deviate from GTP or from the
//! rules.
//!
//! `cargo test --test conform` runs the tests. Each case is a test with its own name, and part of
//! a name selects tests: `cargo test --test conform -- planted::undo`.
//!
//! | names | source |
//! |---|---|
//! | `output::...` | the output in all its forms, and the exit status |
//! | `odd::...` | engines that deviate in several ways, as real ones do |
//! | `planted::NAME` | the checks that find an engine with this deviation |
//! | `deviation::NAME` | what the deviation changes |
//!
//! The deviating engine is this program too: with the arguments `deviate NAME [ENGINE...]`, it is
//! a proxy before an engine, or before Ponnuki, which commits one deviation. `deviate` alone
//! lists them. `scripts/check/conform.sh` puts all of them before GNU Go.

mod deviation;
mod deviations;
mod odd;
mod output;
mod planted;
// Each test has the path of the built program from its own compilation.
#[path = "../program/runner.rs"]
#[cfg_attr(unix, expect(dead_code, reason = "the other tests use the rest"))]
mod program;
mod proxy;

use std::env;
use std::process::{Command, ExitCode};

use serde_json::Value;

use program::{Folder, InFolder, Run};

/// The argument that makes this program a deviating engine.
const DEVIATE: &str = "deviate";

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    if arguments.next().as_deref() == Some(DEVIATE) {
        deviate(arguments.next().as_deref(), &arguments.collect::<Vec<_>>());
        return ExitCode::SUCCESS;
    }
    let trials = [
        planted::trials(),
        odd::trials(),
        output::trials(),
        deviations::trials(),
    ];
    ponnuki_testing::run_waiting(trials.into_iter().flatten().collect())
}

/// Runs the proxy before an engine, or before our own program if no words name one. Without a
/// deviation, lists all of them.
fn deviate(name: Option<&str>, words: &[String]) {
    let Some(name) = name else {
        for deviation in deviation::ALL {
            println!("{}: {}", deviation.name, deviation.meaning);
        }
        return;
    };
    let known = deviation::ALL.iter().find(|known| known.name == name);
    let deviation = known.unwrap_or_else(|| panic!("there is no deviation {name}"));
    let engine = match words.split_first() {
        Some((program, arguments)) => {
            let mut engine = Command::new(program);
            engine.args(arguments);
            engine
        }
        None => program::command("--quiet --seed 1"),
    };
    proxy::run(*deviation, engine).unwrap();
}

/// Returns the command of an engine with a deviation.
fn proxied(deviation: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([DEVIATE, deviation]);
    command
}

/// Returns the command line of an engine with a deviation.
fn deviating(deviation: &str) -> String {
    let this = env::current_exe().unwrap();
    format!("\"{}\" {DEVIATE} {deviation}", this.display())
}

/// Checks an engine.
fn conform(folder: &Folder, engine: &str, options: &str) -> Run {
    folder.run(&format!("conform '{engine}' {options}"))
}

/// Checks an engine. Returns the JSON of the results.
fn results(engine: &str, options: &str) -> Value {
    let run = conform(&Folder::new(), engine, &format!("--json {options}"));
    serde_json::from_str(&run.out).unwrap()
}

/// The slow checks. In most of the engines, they find nothing that others miss.
const SLOW: &str = "rules-play,rules-refused,rules-undo,rules-captures,rules-legal,time-absolute,\
                    time-canadian,analyze-lz,analyze-kata,analyze-genmove-lz,\
                    analyze-genmove-kata,analyze-genmove-cgos,analyze-genmove-plays,\
                    analyze-raw-nn,memory-bounded";

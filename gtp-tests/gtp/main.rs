//! Tests that talk to the built engine over GTP, as a controller does.
//!
//! `cargo test --test gtp` runs them. Each case is a test with its own name, and part of a name
//! selects tests: `cargo test --test gtp -- undo`, `-- stream::crlf`, `-- position::psk`. Without
//! such a part, a dot stands for each test.
//!
//! | names | source |
//! |---|---|
//! | `tst::FILE::NUMBER` | `*.tst`, regression files in GNU Go's format |
//! | `session::FILE::NAME` | `*.session`, sessions with their exact bytes |
//! | `stream::FORM::...` | both kinds again: pipelined, byte by byte, with CR LF, tabs, comments and noise; all sessions are one test |
//! | `position::RULES::ID` | `../data/positions.json`, each position under each rule set |
//! | `eye::RULE::ID` | `../data/eyes.json`, each point under both eye rules |
//! | `life::RULE::ID` | `../data/life.json`, each position under every rule on suicide |
//! | `command::...` | the lists of commands, and GoGui's analyze menu |
//! | `failure::...` | every line of every session, to show that a refused one changes nothing |
//! | `files::...` | files that the engine reads and writes |
//! | `written::...` | links, pipes and full disks in the way of `printsgf` |
//! | `hangup::...` | controllers that go away while the engine thinks |
//! | `limits::...` | little memory and few threads |
//! | `bulk::...` | thousands of lines at once, and random lines |
//!
//! `GTP_TESTS_ENGINE` names another program to test, see `engine.rs`.
//!
//! # Regression files, `*.tst`
//!
//! ```text
//! boardsize 9
//! play b E5
//! 10 list_stones black
//! #? [E5]
//! 20 reg_genmove white
//! #? [!E5]
//! 30 is_legal white E5
//! #? [1]*
//! ```
//!
//! The lines are sent unchanged, so a file can be piped into any engine, and gogui-regress can
//! run it: `gogui-regress ponnuki gtp-tests/gtp/*.tst`. See `regression.rs`.
//!
//! # Sessions, `*.session`
//!
//! ```text
//! # A comment. A file holds any number of sessions, each with a fresh engine.
//! session refused plays change nothing
//! arguments: --boardsize 9
//! > 7 play b E5
//! =7
//! > play w E5
//! ? illegal move
//! > list_commands
//! = name
//! |version
//! ```
//!
//! `session NAME` begins a session. Header lines may follow: `arguments:` for the engine's command
//! line, `status:` for an exit status other than 0, and `bytes: exact` if the test is about the
//! bytes of the lines themselves, which only line-by-line and pipelined sending leave unchanged.
//!
//! `> ` sends a line. A line that begins with `=` or `?` is the expected answer, and `|` continues
//! it. The output must be exactly these lines, each answer followed by its two line feeds; nothing
//! else may be written and nothing may be missing. A bare sign and id stand for themselves and a
//! space (`=7` means `=7 `), because every answer but an analysis has that space.
//!
//! `game: E3 D2 pass` stands for `genmove b`, `genmove w` and so on in turn, with these answers.
//!
//! Escapes work in sent lines and in answers: `\xFF` is a byte, `\t` a tab, `\r` a carriage return,
//! `\s` a space, `\\` a backslash, `\V` the version of this package, and `\*300{ab}` stands for
//! three hundred times `ab`. `\c` at the end of a line sends it without its line feed.

mod bulk;
mod commands;
mod data;
mod engine;
mod failures;
mod files;
#[cfg(unix)]
mod hangup;
mod life;
#[cfg(target_os = "linux")]
mod limits;
mod positions;
mod regression;
#[path = "../runner.rs"]
mod runner;
mod session;
mod stream;
#[expect(dead_code, reason = "`ponnuki regress` uses the rest")]
#[path = "../../src/bin/ponnuki/regress/suite.rs"]
mod suite;
#[cfg(unix)]
mod written;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::Trial;

fn main() -> ExitCode {
    runner::run(trials())
}

/// Collects all tests. A file that cannot be read fails the whole run, so that no test can go
/// missing unnoticed.
fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    let mut sessions = Vec::new();
    for path in test_files()? {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("tst") => trials.extend(regression::trials(&path)?),
            Some("session") => {
                trials.extend(session::trials(&path)?);
                sessions.push(path);
            }
            _ => (),
        }
    }
    trials.extend(stream::trials(&sessions));
    trials.extend(positions::trials()?);
    trials.extend(life::trials()?);
    trials.extend(commands::trials()?);
    trials.extend(failures::trials(&test_files()?)?);
    trials.extend(files::trials());
    #[cfg(unix)]
    trials.extend(written::trials());
    #[cfg(unix)]
    trials.extend(hangup::trials());
    #[cfg(target_os = "linux")]
    trials.extend(limits::trials());
    trials.extend(bulk::trials());
    Ok(trials)
}

/// Returns the files beside this one, sorted by name.
fn test_files() -> Result<Vec<PathBuf>, String> {
    let home = engine::home();
    let fail = |error: std::io::Error| format!("{}: {error}", home.display());
    let entries = fs::read_dir(&home).map_err(fail)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|e| e.path())).collect();
    let mut paths = paths.map_err(fail)?;
    paths.sort();
    Ok(paths)
}

//! Tests that talk to the built engine over GTP, as a controller does.
//!
//! `cargo test --test gtp` runs them. Each case is a test with its own name, and part of a name
//! selects tests: `cargo test --test gtp -- undo`, `-- stream::crlf`. Without such a part, a dot
//! stands for each test.
//!
//! | names | source |
//! |---|---|
//! | `tst::FILE::NUMBER` | `*.tst`, regression files in GNU Go's format |
//! | `session::FILE::NAME` | `*.session`, sessions with their exact bytes |
//! | `stream::FORM::...` | the sessions again: pipelined, byte by byte, with CR LF, tabs, comments and noise; all of them are one test |
//! | `stream::flood` | many thousand lines at once |
//! | `command::...` | the lists of commands, and GoGui's analyze menu |
//! | `failure::...` | every line of every session, to show that a refused one changes nothing |
//! | `files::...` | files that the engine reads and writes |
//! | `written::...` | full disks in the way of `printsgf`, and files beside it |
//! | `hangup::...` | controllers that go away while the engine thinks |
//! | `limits::...` | little memory, few threads and a small stack |
//! | `round-trip::...` | random games that are written and read again |
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
//!
//! `UPDATE_EXPECT=1 cargo test --test gtp -- session::FILE` writes the answers of today into the
//! file. So a new session needs only the lines to send.

mod accept;
mod commands;
mod engine;
mod failures;
mod files;
#[cfg(unix)]
mod hangup;
#[cfg(target_os = "linux")]
mod limits;
mod regression;
mod round_trips;
mod session;
mod stream;
#[cfg(unix)]
mod written;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Collects all tests. A file that cannot be read fails the whole run, so that no test can go
/// missing unnoticed.
fn main() -> ExitCode {
    let sessions = test_files("session");
    let trials = [
        test_files("tst")
            .iter()
            .flat_map(|path| regression::trials(path))
            .collect(),
        sessions
            .iter()
            .flat_map(|path| session::trials(path))
            .collect(),
        stream::trials(&sessions),
        commands::trials(),
        failures::trials(&sessions),
        files::trials(),
        round_trips::trials(),
        #[cfg(unix)]
        written::trials(),
        #[cfg(unix)]
        hangup::trials(),
        #[cfg(target_os = "linux")]
        limits::trials(),
    ];
    ponnuki_testing::run(trials.into_iter().flatten().collect())
}

/// Returns the files beside this one with an extension, sorted by name.
fn test_files(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(engine::home()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_of_kind = |path: &PathBuf| path.extension() == Some(extension.as_ref());
    let mut paths: Vec<_> = paths.filter(is_of_kind).collect();
    paths.sort();
    paths
}

//! The built program: what it prints where, and how it ends.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the program with these arguments and this input.
fn ponnuki(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends before it reads closes the pipe, which is no failure.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A file of this test run, removed when it goes out of scope.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ponnuki-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn it_speaks_gtp_under_every_name() {
    for arguments in [&[][..], &["--gtp"], &["-g"], &["--mode", "gtp"]] {
        let output = ponnuki(arguments, "1 protocol_version\n2 quit\n");
        assert_eq!(stdout(&output), "=1 2\n\n=2 \n\n", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn the_seed_is_always_told_and_only_on_standard_error() {
    let output = ponnuki(&["--seed", "42"], "get_random_seed\n");
    assert_eq!(stdout(&output), "= 42\n\n");
    assert_eq!(stderr(&output), "[info] random seed: 42\n");
    let output = ponnuki(&["--seed", "42", "-q"], "get_random_seed\n");
    assert_eq!(stderr(&output), "");
    let fresh: Vec<_> = (0..2)
        .map(|_| stderr(&ponnuki(&[], "quit\n")).to_owned())
        .collect();
    assert!(fresh[0].starts_with("[info] random seed: "), "{fresh:?}");
    assert_ne!(fresh[0], fresh[1]);
}

#[test]
fn options_reach_the_engine() {
    let output = ponnuki(
        &[
            "--boardsize",
            "9x13",
            "--komi",
            "-3",
            "--rules",
            "aga",
            "--seed",
            "1",
        ],
        "get_komi\nplay b J13\nplay b K13\nprintsgf\n",
    );
    let told = stdout(&output);
    assert!(
        told.starts_with("= -3\n\n= \n\n? illegal move\n\n= (;"),
        "{told}"
    );
    assert!(
        told.contains("SZ[9:13]KM[-3]RU[AGA]C[random seed 1]"),
        "{told}"
    );
}

#[test]
fn the_log_goes_to_its_file_and_is_appended() {
    let log = Scratch::new("log.txt", "before\n");
    let output = ponnuki(
        &["--log-file", log.name(), "--seed", "7", "-vv"],
        "play b z25\n",
    );
    assert_eq!(stdout(&output), "? illegal move\n\n");
    assert_eq!(stderr(&output), "random seed: 7\n");
    let written = std::fs::read_to_string(&log.0).unwrap();
    assert!(
        written.starts_with("before\n[info] random seed: 7\n"),
        "{written}"
    );
    assert!(written.contains("[debug] "), "{written}");
}

#[test]
fn commands_can_come_from_a_file() {
    let commands = Scratch::new("commands.gtp", "1 name\n2 boardsize 26");
    let output = ponnuki(&["--gtp-input", commands.name()], "3 quit\n");
    assert_eq!(stdout(&output), "=1 Ponnuki\n\n?2 unacceptable size\n\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn usage_errors_end_with_2_and_others_with_1() {
    for (arguments, code, words) in [
        (&["--rules", "japanese"][..], 2, "territory"),
        (&["--boardsize", "26"], 2, "1 to 25"),
        (&["dance"], 2, "dance"),
        (
            &["--gtp-input", "no/such/file"],
            1,
            "ponnuki: cannot read no/such/file: ",
        ),
        (
            &["--log-file", "no/such/file"],
            1,
            "ponnuki: cannot write the log file no/such/file: ",
        ),
        (
            &["--sgf-dir", "no/such/folder"],
            1,
            "ponnuki: cannot write into no/such/folder: ",
        ),
        (
            &["score", "no/such/file"],
            1,
            "ponnuki: cannot score no/such/file: ",
        ),
        (
            &["play", "--boardsize", "2", "--handicap", "4"],
            1,
            "at most",
        ),
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(
            stderr(&output).contains(words),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn a_file_is_scored() {
    let game = Scratch::new("score.sgf", "(;SZ[3]KM[0.5];B[bb];W[];B[])");
    let output = ponnuki(&["score", game.name()], "");
    assert!(
        stdout(&output).ends_with("komi: 0.5\nresult: B+8.5\n"),
        "{}",
        stdout(&output)
    );
    let output = ponnuki(&["score", game.name(), "--dead", "B2"], "");
    assert!(stdout(&output).ends_with("dead: B2\nkomi: 0.5\nresult: W+0.5\n"));
    let output = ponnuki(&["score", game.name(), "--dead", "A1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("no stone on A1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let output = ponnuki(
        &["play", "--boardsize", "5", "--seed", "3"],
        "c3\nundo\npass\nquit\n",
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).contains("black plays C3\n"),
        "{}",
        stdout(&output)
    );
    // No colours outside a terminal.
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn a_game_is_saved_and_loaded_over_gtp() {
    let folder = std::env::temp_dir();
    let game = Scratch::new("saved.sgf", "");
    let file = Path::new(game.name())
        .file_name()
        .unwrap()
        .to_str()
        .unwrap();
    let commands = format!(
        "boardsize 9\nplay b E5\nplay w pass\nprintsgf {file}\nclear_board\nloadsgf {}\nlast_move\nloadsgf {} 2\nlast_move\n",
        game.name(),
        game.name(),
    );
    let output = ponnuki(&["--sgf-dir", folder.to_str().unwrap()], &commands);
    assert!(
        stdout(&output).contains("= white pass\n"),
        "{}",
        stdout(&output)
    );
    assert!(
        stdout(&output).ends_with("= black E5\n\n"),
        "{}",
        stdout(&output)
    );
}

//! The built program on the command line: its output, its log and its exit status.

mod analysis;
mod check;
mod generate;
mod options;
#[cfg(unix)]
mod paths;
mod play;
mod regress;
mod regress_page;
mod review;
mod scores;
#[cfg(unix)]
mod terminal;
mod train;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempPath;

/// Starts the program with these arguments and pipes for all streams.
fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program to its end with these arguments and this input.
fn ponnuki(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    // A program that ends before it reads its input closes the pipe, which is fine.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the program in a folder. Returns standard output, standard error and the exit
/// status.
fn ponnuki_in(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let (out, err) = (stdout(&output).to_owned(), stderr(&output).to_owned());
    (out, err, output.status.code())
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A temporary file, removed when it goes out of scope.
struct Scratch(TempPath);

impl Scratch {
    /// Creates a file whose name ends with these words.
    fn new(name: &str, content: &str) -> Self {
        // A game is not written to a file whose name begins with a dot.
        let file = tempfile::Builder::new()
            .prefix("ponnuki-")
            .suffix(name)
            .tempfile();
        let path = file.unwrap().into_temp_path();
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
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
    let answers = stdout(&output);
    assert!(
        answers.starts_with("= -3\n\n= \n\n? illegal move\n\n= (;"),
        "{answers}"
    );
    assert!(
        answers.contains("SZ[9:13]KM[-3]RU[AGA]C[random seed 1]"),
        "{answers}"
    );
}

#[test]
fn the_log_goes_to_its_file_and_is_appended() {
    let log = Scratch::new("log.txt", "[warn] before\n");
    let output = ponnuki(
        &["--log-file", log.name(), "--seed", "7", "-vv"],
        "play b z25\n",
    );
    assert_eq!(stdout(&output), "? illegal move\n\n");
    assert_eq!(stderr(&output), "random seed: 7\n");
    let written = std::fs::read_to_string(&log.0).unwrap();
    assert!(
        written.starts_with("[warn] before\n[info] random seed: 7\n"),
        "{written}"
    );
    assert!(written.contains("[debug] "), "{written}");

    std::fs::write(&log.0, "A thesis.\n").unwrap();
    let output = ponnuki(&["--log-file", log.name()], "name\n");
    let words = "the file exists already and is no log of this program";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
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
            &["estimate", "no/such/file"],
            1,
            "ponnuki: cannot estimate no/such/file: ",
        ),
        (&["estimate", "game.sgf", "--playouts", "0"], 2, "playouts"),
        (&["--dead-stones", "guess"], 2, "estimate"),
        (&["--pass", "never"], 2, "settled"),
        (
            &["play", "--boardsize", "2", "--handicap", "4"],
            1,
            "at most",
        ),
        (
            &["play", "--load", "no/such/file"],
            1,
            "ponnuki: cannot load no/such/file: ",
        ),
        (
            &["play", "--watch", "1", "2", "--playouts", "9"],
            2,
            "neither of its players is mcts",
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
fn playouts_are_measured() {
    let output = ponnuki(&["bench", "--games", "500"], "");
    assert_eq!(output.status.code(), Some(0));
    let table = stdout(&output);
    assert!(
        table.starts_with("500 playouts on 9x9, core single, ko simple, seed 1, threads 1: "),
        "{table}"
    );
    for label in [
        "playouts/s ",
        "ns/move ",
        "Black wins, komi 7.5 ",
        "signature ",
    ] {
        assert!(table.contains(&format!("\n{label}")), "{table}");
    }
    // There is no progress bar outside a terminal.
    assert_eq!(stderr(&output), "");
}

/// Returns the JSON that `ponnuki bench --json` prints with these additional
/// arguments.
fn measured(arguments: &str) -> serde_json::Value {
    let arguments: Vec<_> = ["bench", "--json"]
        .into_iter()
        .chain(arguments.split_whitespace())
        .collect();
    let output = ponnuki(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(stdout(&output)).unwrap()
}

#[test]
fn the_measurement_is_told_as_json() {
    for core in ["single", "batch"] {
        let json = measured(&format!("--games 2000 --core {core}"));
        for key in [
            "moves_per_second",
            "playouts_per_second",
            "nanoseconds_per_move",
            "mean_length",
            "mean_score",
            "black_wins_komi_0",
            "black_wins_komi_7_5",
        ] {
            assert!(json[key].is_number(), "{key}: {json}");
        }
        let length = json["mean_length"].as_f64().unwrap();
        assert!((109.0..113.0).contains(&length), "{json}");
        let wins = json["black_wins_komi_7_5"].as_f64().unwrap();
        assert!((0.35..0.5).contains(&wins), "{json}");
    }
}

/// The arguments of measurements and their signatures, recorded with version 0.1.0.
const GOLDEN_SIGNATURES: [(&str, &str); 7] = [
    ("--size 9 --games 3000 --seed 7", "bf9b9e3caeddb389"),
    (
        "--size 9 --games 3000 --seed 7 --ko positional",
        "e054dcd7374046d8",
    ),
    ("--size 13 --games 1000 --seed 7", "e70394c80bc843b4"),
    (
        "--size 5x7 --games 1000 --seed 7 --core batch",
        "b7d02abad59e282f",
    ),
    (
        "--size 9 --games 3000 --seed 7 --core batch",
        "c2852eab5ac48280",
    ),
    (
        "--size 19 --games 1200 --seed 7 --core batch",
        "180e592fff3ab146",
    ),
    (
        "--size 9 --games 3000 --seed 7 --core batch --ko positional",
        "02cf0e43d6b55fc1",
    ),
];

#[test]
fn golden_signatures_follow_from_the_seed() {
    let signature = |arguments: &str| measured(arguments)["signature"].clone();
    for (arguments, expected) in GOLDEN_SIGNATURES {
        assert_eq!(signature(arguments), expected, "{arguments}");
        assert_eq!(signature(&format!("{arguments} --threads 2")), expected);
    }
    assert_ne!(signature("--games 10 --seed 7"), signature("--games 10"));
}

#[test]
fn wrong_measurements_are_usage_errors() {
    for (arguments, words) in [
        ("--core fast", "batch"),
        ("--ko situational", "simple, positional"),
        ("--size 26", "1 to 25"),
        ("--size 0", "1 to 25"),
        ("--games 0", "--games"),
        ("--games many", "--games"),
        ("--threads 0", "--threads"),
        ("--seed -1", "-1"),
        ("nine", "nine"),
    ] {
        let all: Vec<_> = ["bench"]
            .into_iter()
            .chain(arguments.split_whitespace())
            .collect();
        let output = ponnuki(&all, "");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let message = stderr(&output);
        assert!(
            message.starts_with("error: ") && message.contains(words),
            "{message}"
        );
        assert_eq!(stdout(&output), "", "{arguments}");
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
    assert!(stdout(&output).ends_with("dead: B2\nrules: cgos\nkomi: 0.5\nresult: W+0.5\n"));
    let output = ponnuki(&["score", game.name(), "--dead", "A1"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("no stone on A1"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_position_is_estimated() {
    let game = Scratch::new("estimate.sgf", "(;SZ[5]KM[0.5];B[cc];W[aa];B[bb];W[])");
    let picture = Scratch::new("estimate.svg", "");
    let arguments = ["estimate", game.name(), "--svg", picture.name()];
    let output = ponnuki(&arguments, "");
    let text = stdout(&output);
    assert!(text.starts_with("   A B C D E\n 5 "), "{text}");
    assert!(text.contains("\nafter move 4, black to move\n"), "{text}");
    assert!(text.contains("\ndead: A5\n"), "{text}");
    assert!(text.contains("\n1000 playouts: B+"), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
    let svg = std::fs::read_to_string(&picture.0).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(stdout(&ponnuki(&arguments, "")), text);
    let earlier = ponnuki(&["estimate", game.name(), "--move", "0"], "");
    assert!(stdout(&earlier).contains("\nat the start, black to move\n"));
    let late = ponnuki(&["estimate", game.name(), "--move", "5"], "");
    assert_eq!(late.status.code(), Some(1));
    assert!(
        stderr(&late).contains("the game has only 4 moves"),
        "{}",
        stderr(&late)
    );
    let nowhere = ponnuki(&["estimate", game.name(), "--svg", "no/such/a.svg"], "");
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(
        stderr(&nowhere).contains("cannot write no/such/a.svg: "),
        "{}",
        stderr(&nowhere)
    );
    assert_eq!(stdout(&nowhere), "");
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

#[test]
fn a_reader_who_leaves_ends_the_program_quietly() {
    let mut child = start(&["--seed", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"name\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= Ponnuki\n");
    drop(output);
    // The first answer after the reader left ends the program, which closes this pipe.
    while input.write_all(b"genmove b\nshowboard\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "[info] random seed: 1\n");
}

/// A file that can be opened but not written, as on a full disk.
#[cfg(target_os = "linux")]
const FULL: &str = "/dev/full";

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_the_log_is_told_once_and_no_end() {
    let output = ponnuki(
        &["--log-file", FULL, "--seed", "7", "-vvv"],
        "genmove b\nplay b z99\nplay b a0\nname\n",
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).ends_with("= Ponnuki\n\n"),
        "{}",
        stdout(&output)
    );
    let log = stderr(&output);
    assert!(
        log.starts_with("ponnuki: cannot write the log file /dev/full: "),
        "{log}"
    );
    assert_eq!(log.matches("ponnuki: ").count(), 1, "{log}");
    assert!(log.ends_with("\nrandom seed: 7\n"), "{log}");
}

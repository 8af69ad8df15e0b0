//! The policy for files through the built program: every option that takes a path meets
//! pipes, devices, links, files of other people, halves of our own, inputs of the same run
//! and full disks.
//!
//! The manual, which is made from the definition of the command line, lists the options. A
//! new one fails the test until it has a row in the table.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const ENGINE: &str = env!("CARGO_BIN_EXE_ponnuki");

/// No run of this test takes a second on a quiet machine.
const MAX_RUN: Duration = Duration::from_secs(60);

/// Contents of files that this program has not written.
const FOREIGN: [&str; 2] = ["thesis\n", r#"{ "name": "my-app", "scripts":"#];

/// How a command uses a path.
#[derive(Clone, Copy)]
enum Role {
    /// Reads a file like this one, or the same from a pipe.
    Stream(&'static str),
    /// Reads a file like this one, of at most this number of MiB, and no pipe.
    Regular(&'static str, u64),
    /// Writes a file as a whole.
    Whole,
    /// Appends to a file; with these further arguments also to its own.
    Appended(&'static str),
    /// Writes files into a folder, one of which has this name.
    Folder(&'static str),
}

use Role::{Appended, Folder, Regular, Stream, Whole};

/// A page of the manual, an entry of its files, the arguments and the input that use the
/// path at `PATH`, and its role.
type Row = (&'static str, &'static str, &'static str, &'static str, Role);

const GAME: &str = "match -q --black ENGINE --white ENGINE --size 5";

const ROWS: &[Row] = &[
    ("ponnuki", "*.sgf", "--sgf-dir .", "printsgf PATH\n", Whole),
    (
        "ponnuki",
        "*.sgf",
        "",
        "loadsgf PATH\n",
        Regular("game.sgf", 8),
    ),
    (
        "ponnuki",
        "--gtp-input",
        "--gtp-input PATH",
        "",
        Stream("game.gtp"),
    ),
    (
        "ponnuki",
        "--log-file",
        "--log-file PATH -v",
        "name\n",
        Appended(""),
    ),
    (
        "ponnuki-play",
        "*.sgf",
        "play -q --boardsize 5",
        "save PATH\nquit\n",
        Whole,
    ),
    (
        "ponnuki-play",
        "*.sgf",
        "play -q --load PATH",
        "quit\n",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-score",
        "FILE.sgf",
        "score PATH",
        "",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-score",
        "--svg",
        "score game.sgf --svg PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-estimate",
        "FILE.sgf",
        "estimate PATH",
        "",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-estimate",
        "--svg",
        "estimate game.sgf --svg PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-review",
        "FILE.sgf",
        "review PATH --visits 2",
        "",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-review",
        "--sgf",
        "review game.sgf --visits 2 --sgf PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-review",
        "--html",
        "review game.sgf --visits 2 --html PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-check",
        "FILE",
        "check PATH",
        "",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-check",
        "--fix-encoding",
        "check game.sgf --fix-encoding PATH",
        "",
        Folder("game.sgf"),
    ),
    (
        "ponnuki-match",
        "--tournament",
        "match -q --tournament PATH",
        "",
        Regular("two.toml", 16),
    ),
    (
        "ponnuki-match",
        "--openings",
        "GAME --games 2 --openings PATH",
        "",
        Regular("openings.txt", 8),
    ),
    (
        "ponnuki-match",
        "--out",
        "GAME --games 2 --out PATH",
        "",
        Appended("--resume"),
    ),
    (
        "ponnuki-match",
        "--sgf-dir",
        "GAME --games 2 --sgf-dir PATH",
        "",
        Folder("game-000001.sgf"),
    ),
    (
        "ponnuki-match-report",
        "FILE.jsonl",
        "match report PATH",
        "",
        Stream("pairs.jsonl"),
    ),
    (
        "ponnuki-match-report",
        "--html",
        "match report pairs.jsonl --html PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-match-report",
        "--ratings-svg",
        "match report three.jsonl --ratings-svg PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-match-merge",
        "FILE.jsonl",
        "match merge PATH --out new --overwrite",
        "",
        Stream("pairs.jsonl"),
    ),
    (
        "ponnuki-match-merge",
        "--out",
        "match merge pairs.jsonl --out PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-match-plan",
        "--like",
        "match plan --elo1 400 --pairs --like PATH",
        "",
        Stream("pairs.jsonl"),
    ),
    (
        "ponnuki-match-openings",
        "--out",
        "match openings -q --size 5 --plies 1 --count 1 --within 50 --playouts 4 --out PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-regress",
        "FILE.tst",
        "regress ENGINE PATH",
        "",
        Regular("name.tst", 64),
    ),
    (
        "ponnuki-regress",
        "--save",
        "regress ENGINE name.tst --save PATH",
        "",
        Appended(""),
    ),
    (
        "ponnuki-regress",
        "--compare",
        "regress ENGINE name.tst --compare PATH",
        "",
        Regular("saved.jsonl", 1024),
    ),
    (
        "ponnuki-regress",
        "--html",
        "regress ENGINE name.tst --html PATH",
        "",
        Whole,
    ),
    (
        "ponnuki-train",
        "FILE",
        "train --size 5 --epochs 1 PATH",
        "",
        Stream("game.sgf"),
    ),
    (
        "ponnuki-generate-man",
        "DIR",
        "generate man PATH",
        "",
        Folder("ponnuki.1"),
    ),
];

/// A run of the program that ended as it must: soon, and neither by a panic nor by a signal.
struct Run {
    words: String,
    is_refused: bool,
}

/// A folder with inputs of all kinds, and the place in it that a row tries.
struct TestFolder {
    folder: tempfile::TempDir,
}

impl TestFolder {
    fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        place.write("game.sgf", "(;FF[4]GM[1]SZ[5]KM[0.5];B[cc];W[bc];B[bb])\n");
        place.write("game.gtp", "boardsize 5\nplay b C3\n");
        place.write("openings.txt", "A1 B2\n");
        place.write("name.tst", "1 name\n#? [Ponnuki]\n");
        let player = |name| format!("[[player]]\nname = '{name}'\ncommand = '{ENGINE}'\n");
        let two = format!("size = 3\ngames = 2\n{}{}", player("a"), player("b"));
        place.write("two.toml", &two);
        place.write("three.toml", &(two.clone() + &player("c")));
        for line in [
            "match -q --tournament three.toml --out three.jsonl",
            "GAME --pairs --random-opening 2 --games 8 --out pairs.jsonl",
            "regress ENGINE name.tst --save saved.jsonl",
        ] {
            let run = place.run(line, "", None);
            assert!(!run.is_refused, "{line}: {}", run.words);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.path(name), content).unwrap();
    }

    fn mkfifo(&self, name: &str) {
        let made = Command::new("mkfifo")
            .arg(self.path(name))
            .status()
            .unwrap();
        assert!(made.success());
    }

    /// Removes whatever is at a path.
    fn clear(&self, name: &str) {
        let path = self.path(name);
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }

    /// Runs the program in the folder. With a limit no file may have more than this number
    /// of bytes, as on a full disk.
    fn run(&self, line: &str, input: &str, limit: Option<u32>) -> Run {
        let mut words = vec![ENGINE.to_owned()];
        let line = line.replace("GAME", GAME);
        let given = line.split_whitespace();
        words.extend(given.map(|word| word.replace("ENGINE", ENGINE)));
        let shell = limit.map(|limit| format!(r#"ulimit -f {limit}; exec "$0" "$@""#));
        let shell = shell.unwrap_or_else(|| r#"exec "$0" "$@""#.to_owned());
        let mut child = Command::new("sh")
            .args(["-c", &shell])
            .args(&words)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.folder.path())
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let id = child.id().to_string();
        let (done, wait) = mpsc::channel::<()>();
        let watch = thread::spawn(move || {
            let is_late = wait.recv_timeout(MAX_RUN) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                let _ = Command::new("kill").args(["-9", &id]).status();
            }
        });
        let output = child.wait_with_output().unwrap();
        drop(done);
        watch.join().unwrap();
        let words = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let code = output.status.code();
        assert!(
            matches!(code, Some(0..=2)),
            "{line}: {}\n{words}",
            output.status
        );
        assert!(!words.contains("panicked"), "{line}: {words}");
        let is_refused = code != Some(0)
            || ["? cannot", "annot write"]
                .iter()
                .any(|it| words.contains(it));
        Run { words, is_refused }
    }

    /// Runs a row with this path.
    fn row(&self, (_, _, line, input, _): Row, path: &str, more: &str) -> Run {
        let line = format!("{line} {more}").replace("PATH", path);
        self.run(&line, &input.replace("PATH", path), None)
    }

    /// Checks that a row leaves a file alone.
    fn refuses(&self, row: Row, path: &str, more: &str) {
        let before = fs::read(self.path(path)).unwrap();
        let run = self.row(row, path, more);
        assert!(run.is_refused, "{row:?}: {path}", row = (row.0, row.1));
        assert!(
            fs::read(self.path(path)).unwrap() == before,
            "{}: {}",
            row.2,
            run.words
        );
    }
}

/// Returns the entries of the files in all pages of the manual.
fn entries() -> BTreeSet<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let made = Command::new(ENGINE)
        .args(["generate", "man"])
        .arg(folder.path())
        .status();
    assert!(made.unwrap().success());
    let mut entries = BTreeSet::new();
    for file in fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        let text = fs::read_to_string(file.path()).unwrap();
        let name = file.file_name().into_string().unwrap();
        let page = name.strip_suffix(".1").unwrap();
        let files = text.split(".SH FILES\n").nth(1).unwrap_or_default();
        let files = files.split("\n.SH").next().unwrap_or_default();
        for entry in files.split(".TP\n").skip(1) {
            let entry = entry
                .lines()
                .next()
                .unwrap()
                .replace("\\fB", "")
                .replace("\\fR", "");
            let entry = entry.replace('\\', "");
            let name = entry.split(' ').next().unwrap().to_owned();
            entries.insert((page.to_owned(), name));
        }
        assert!(text.contains("log\\-file"), "{page}");
    }
    entries
}

#[test]
fn every_path_of_the_manual_has_a_row() {
    let mut rows: BTreeSet<_> = ROWS
        .iter()
        .map(|row| (row.0.to_owned(), row.1.to_owned()))
        .collect();
    assert!(rows.remove(&("ponnuki".to_owned(), "--log-file".to_owned())));
    assert_eq!(rows, entries());
}

#[test]
fn nothing_of_a_users_is_overwritten_and_nothing_waits() {
    thread::scope(|scope| {
        for half in [0, 1] {
            scope.spawn(move || {
                let place = TestFolder::new();
                for &row in ROWS.iter().skip(half).step_by(2) {
                    match row.4 {
                        Stream(valid) => reads(&place, row, valid, None),
                        Regular(valid, limit) => reads(&place, row, valid, Some(limit)),
                        Whole => writes(&place, row, ""),
                        Appended(again) => writes(&place, row, again),
                        Folder(file) => fills(&place, row, file),
                    }
                }
            });
        }
    });
}

/// Tries an option that names an input.
fn reads(place: &TestFolder, row: Row, valid: &'static str, limit: Option<u64>) {
    let content = fs::read_to_string(place.path(valid)).unwrap();
    let expected = place.row(row, valid, "");
    assert!(!expected.is_refused, "{}: {}", row.2, expected.words);

    symlink(valid, place.path("link")).unwrap();
    assert!(!place.row(row, "link", "").is_refused, "{}", row.2);
    place.clear("link");

    assert!(place.row(row, "/dev/zero", "").is_refused, "{}", row.2);

    place.mkfifo("pipe");
    match limit {
        Some(_) => assert!(place.row(row, "pipe", "").is_refused, "{}", row.2),
        None => thread::scope(|scope| {
            scope.spawn(|| fs::write(place.path("pipe"), &content).unwrap());
            let run = place.row(row, "pipe", "");
            assert!(!run.is_refused, "{}: {}", row.2, run.words);
        }),
    }
    place.clear("pipe");

    // What these mean differs; none of them is changed.
    for text in FOREIGN
        .into_iter()
        .chain([&content[..content.len() / 2], ""])
    {
        place.write("input", text);
        place.row(row, "input", "");
        assert_eq!(
            fs::read_to_string(place.path("input")).unwrap(),
            text,
            "{}",
            row.2
        );
    }
    // A gigabyte takes too long.
    if let Some(limit) = limit.filter(|&limit| limit < 1024) {
        let large = fs::File::create(place.path("input")).unwrap();
        large.set_len((limit << 20) + 1).unwrap();
        assert!(place.row(row, "input", "").is_refused, "{}", row.2);
    }
    place.clear("input");
    assert_eq!(fs::read_to_string(place.path(valid)).unwrap(), content);
}

/// Tries an option that names an output, with further arguments for one that is there.
fn writes(place: &TestFolder, row: Row, again: &str) {
    place.clear("out");
    let run = place.row(row, "out", "");
    assert!(!run.is_refused, "{}: {}", row.2, run.words);
    let own = fs::read(place.path("out")).unwrap();
    assert!(!own.is_empty(), "{}", row.2);
    for length in [own.len(), own.len() / 2, 1] {
        fs::write(place.path("out"), &own[..length]).unwrap();
        let run = place.row(row, "out", again);
        let left = fs::read(place.path("out")).unwrap();
        assert!(
            !run.is_refused || left == own[..length],
            "{} {length}: {}",
            row.2,
            run.words
        );
    }
    for text in FOREIGN {
        place.write("out", text);
        place.refuses(row, "out", "");
        place.refuses(row, "out", again);
    }
    place.clear("out");

    symlink("game.sgf", place.path("out")).unwrap();
    place.refuses(row, "out", again);
    place.clear("out");

    place.mkfifo("out");
    assert!(place.row(row, "out", again).is_refused, "{}", row.2);
    assert!(
        fs::symlink_metadata(place.path("out"))
            .unwrap()
            .file_type()
            .is_fifo()
    );
    place.clear("out");
    assert!(place.row(row, "/dev/zero", again).is_refused, "{}", row.2);

    for input in row
        .2
        .split(' ')
        .filter(|word| word.contains('.') && place.path(word).is_file())
    {
        place.refuses(row, input, again);
        place.refuses(row, input, "--overwrite");
    }

    let (line, input) = (row.2.replace("PATH", "out"), row.3.replace("PATH", "out"));
    let run = place.run(&line, &input, Some(0));
    assert!(
        run.is_refused && run.words.contains("File too large"),
        "{line}: {}",
        run.words
    );
    assert!(
        fs::read(place.path("out")).unwrap_or_default().is_empty(),
        "{line}"
    );
    place.clear("out");
    let names = fs::read_dir(place.folder.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left = names.find(|name| name.starts_with(".ponnuki-"));
    assert_eq!(left, None, "{line}");
}

/// Tries an option that names a folder for outputs.
fn fills(place: &TestFolder, row: Row, file: &str) {
    place.clear("out");
    for text in FOREIGN {
        place.write("out", text);
        place.refuses(row, "out", "");
    }
    place.clear("out");
    place.mkfifo("out");
    assert!(place.row(row, "out", "").is_refused, "{}", row.2);
    place.clear("out");
    fs::create_dir(place.path("out")).unwrap();
    let inside = format!("out/{file}");
    place.write(&inside, FOREIGN[0]);
    assert!(place.row(row, "out", "").is_refused, "{}", row.2);
    assert_eq!(fs::read_to_string(place.path(&inside)).unwrap(), FOREIGN[0]);
    fs::remove_file(place.path(&inside)).unwrap();
    symlink("../game.sgf", place.path(&inside)).unwrap();
    let before = fs::read(place.path("game.sgf")).unwrap();
    assert!(place.row(row, "out", "").is_refused, "{}", row.2);
    assert_eq!(fs::read(place.path("game.sgf")).unwrap(), before);
    place.clear("out");
    let run = place.row(row, "out", "");
    assert!(
        !run.is_refused && place.path(&inside).is_file(),
        "{}: {}",
        row.2,
        run.words
    );
    place.clear("out");
}

/// A folder may hold anything.
#[test]
fn only_regular_files_of_a_folder_are_read() {
    let place = TestFolder::new();
    fs::create_dir(place.path("games")).unwrap();
    fs::copy(place.path("game.sgf"), place.path("games/a.sgf")).unwrap();
    place.mkfifo("games/b.sgf");
    symlink("/dev/zero", place.path("games/c.sgf")).unwrap();
    for line in [
        "check games",
        "train --size 5 --epochs 1 games",
        "GAME --games 1 --openings games",
    ] {
        let run = place.run(line, "", None);
        assert!(!run.is_refused, "{line}: {}", run.words);
    }
}

/// The shell opens standard input, so the program only sees the file behind it.
#[test]
fn standard_input_is_no_output() {
    let place = TestFolder::new();
    let game = fs::read(place.path("game.sgf")).unwrap();
    for option in ["--sgf", "--html"] {
        let output = Command::new(ENGINE)
            .args([
                "review",
                "-",
                "--visits",
                "2",
                "--overwrite",
                option,
                "game.sgf",
            ])
            .current_dir(place.folder.path())
            .stdin(fs::File::open(place.path("game.sgf")).unwrap())
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains("would overwrite standard input"), "{words}");
        assert!(fs::read(place.path("game.sgf")).unwrap() == game);
    }
    let typed = "save! typed\nquit\n";
    place.write("typed", typed);
    let output = Command::new(ENGINE)
        .args(["play", "-q", "--boardsize", "5"])
        .current_dir(place.folder.path())
        .stdin(fs::File::open(place.path("typed")).unwrap())
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(
        words.contains("Cannot write typed: it is the standard input"),
        "{words}"
    );
    assert_eq!(fs::read_to_string(place.path("typed")).unwrap(), typed);
}

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
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::runner::{self, Folder, InFolder, PROGRAM, assert_contains, rows};

/// No run of this test takes a second on a quiet machine.
const MAX_RUN: Duration = Duration::from_secs(60);

/// Contents of files that this program has not written.
const FOREIGN: [&str; 2] = ["thesis\n", r#"{ "name": "my-app", "scripts":"#];

const WEIGHTS: &[u8] = include_bytes!("../../src/play/network/weights/b6c64.bin");

const GAME: &str = "match -q --black ENGINE --white ENGINE --size 5";

/// A page of the manual, an entry of its files, the arguments that use the path at `PATH`,
/// the line of input that does, and how it is used:
///
/// - `reads FILE`: as a file like this one, or the same from a pipe
/// - `reads FILE below N`: as a file like this one, of at most N MiB, and no pipe
/// - `writes`: as a whole
/// - `appends MORE`: with these further arguments also to a file of its own
/// - `fills NAME`: as a folder with files, one of which has this name
const ROWS: &str = "
    ponnuki              | *.sgf          | --sgf-dir .                          | printsgf PATH | writes
    ponnuki              | *.sgf          |                                      | loadsgf PATH | reads game.sgf below 8
    ponnuki              | --gtp-input    | --gtp-input PATH                     |           | reads game.gtp
    ponnuki              | --network      | --network PATH                       |           | reads b6c64.bin below 64
    ponnuki              | --log-file     | --log-file PATH -v                   | name      | appends
    ponnuki-play         | *.sgf          | play -q --boardsize 5                | save PATH | writes
    ponnuki-play         | *.sgf          | play -q --load PATH                  | quit      | reads game.sgf
    ponnuki-score        | FILE.sgf       | score PATH                           |           | reads game.sgf
    ponnuki-score        | --svg          | score game.sgf --svg PATH            |           | writes
    ponnuki-estimate     | FILE.sgf       | estimate PATH                        |           | reads game.sgf
    ponnuki-estimate     | --svg          | estimate game.sgf --svg PATH         |           | writes
    ponnuki-review       | FILE.sgf       | review PATH --visits 2               |           | reads game.sgf
    ponnuki-review       | --sgf          | review game.sgf --visits 2 --sgf PATH |          | writes
    ponnuki-review       | --html         | review game.sgf --visits 2 --html PATH |         | writes
    ponnuki-check        | FILE           | check PATH                           |           | reads game.sgf
    ponnuki-check        | --html         | check game.sgf --html PATH           |           | writes
    ponnuki-match        | --tournament   | match -q --tournament PATH           |           | reads two.toml below 16
    ponnuki-match        | --openings     | GAME --games 2 --openings PATH       |           | reads openings.txt below 8
    ponnuki-match        | --out          | GAME --games 2 --out PATH            |           | appends --resume
    ponnuki-match        | --sgf-dir      | GAME --games 2 --sgf-dir PATH        |           | fills game-000001.sgf
    ponnuki-match-report | FILE.jsonl     | match report PATH                    |           | reads pairs.jsonl
    ponnuki-match-report | --html         | match report pairs.jsonl --html PATH |           | writes
    ponnuki-match-report | --ratings-svg  | match report three.jsonl --ratings-svg PATH |    | writes
    ponnuki-match-merge  | FILE.jsonl     | match merge PATH --out new --overwrite |         | reads pairs.jsonl
    ponnuki-match-merge  | --out          | match merge pairs.jsonl --out PATH   |           | writes
    ponnuki-conform      | --known        | conform ENGINE --only engine-survives --known PATH | | reads known.txt below 1
    ponnuki-conform      | --html         | conform ENGINE --only engine-survives --html PATH | | writes
    ponnuki-regress      | FILE.tst       | regress ENGINE PATH                  |           | reads name.tst below 64
    ponnuki-regress      | --save         | regress ENGINE name.tst --save PATH  |           | appends
    ponnuki-regress      | --compare      | regress ENGINE name.tst --compare PATH |         | reads saved.jsonl below 1024
    ponnuki-regress      | --html         | regress ENGINE name.tst --html PATH  |           | writes
    ponnuki-generate-man | DIR            | generate man PATH                    |           | fills ponnuki.1
";

/// The arguments and the input of a row of the table.
#[derive(Clone, Copy)]
struct Row {
    line: &'static str,
    input: &'static str,
}

/// A run of the program that ended as it must: soon, and neither by a panic nor by a signal.
struct Ended {
    words: String,
    is_refused: bool,
}

/// A folder with inputs of all kinds, and the place in it that a row tries.
struct TestFolder(Folder);

impl TestFolder {
    fn new() -> Self {
        let player = |name| format!("[[player]]\nname = '{name}'\ncommand = '{PROGRAM}'\n");
        let two = format!("size = 3\ngames = 2\n{}{}", player("a"), player("b"));
        let three = two.clone() + &player("c");
        let place = Self(Folder::with_files(&[
            ("game.sgf", "(;FF[4]GM[1]SZ[5]KM[0.5];B[cc];W[bc];B[bb])\n"),
            ("game.gtp", "boardsize 5\nplay b C3\n"),
            ("openings.txt", "A1 B2\n"),
            ("known.txt", "engine-survives\n"),
            ("name.tst", "1 name\n#? [Ponnuki]\n"),
            ("two.toml", &two),
            ("three.toml", &three),
        ]));
        fs::write(place.0.path("b6c64.bin"), WEIGHTS).unwrap();
        place.succeeds("match -q --tournament three.toml --out three.jsonl");
        place.succeeds("GAME --pairs --random-opening 2 --games 8 --out pairs.jsonl");
        place.succeeds("regress ENGINE name.tst --save saved.jsonl");
        place
    }

    fn mkfifo(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.0.path(name)).status();
        assert!(made.unwrap().success());
    }

    fn link(&self, target: &str, name: &str) {
        symlink(target, self.0.path(name)).unwrap();
    }

    /// Runs the program in the folder. With a limit no file may have more than this number
    /// of bytes, as on a full disk.
    fn run(&self, line: &str, input: &str, limit: Option<u32>) -> Ended {
        let limit = limit.map_or_else(String::new, |limit| format!("ulimit -f {limit}; "));
        let mut shell = runner::shell(&format!(r#"{limit}exec "$0" "$@""#));
        let line = line.replace("GAME", GAME).replace("ENGINE", PROGRAM);
        shell.args(line.split_whitespace());
        shell.env("TMPDIR", self.0.path(""));
        let mut child = runner::start(self.0.within(&mut shell));
        let _ = writeln!(child.stdin.take().unwrap(), "{input}");
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
        let is_expected = matches!(code, Some(0..=2)) && !words.contains("panicked");
        assert!(is_expected, "{line}: {}\n{words}", output.status);
        let refusals = ["? cannot", "annot write"];
        let is_refused = code != Some(0) || refusals.iter().any(|it| words.contains(it));
        Ended { words, is_refused }
    }

    /// Runs a line that must succeed.
    fn succeeds(&self, line: &str) {
        let run = self.run(line, "", None);
        assert!(!run.is_refused, "{line}: {}", run.words);
    }

    /// Runs a row with this path.
    fn row(&self, row: Row, path: &str, more: &str) -> Ended {
        let line = format!("{} {more}", row.line).replace("PATH", path);
        self.run(&line, &row.input.replace("PATH", path), None)
    }

    /// Checks that a row takes a path.
    fn takes(&self, row: Row, path: &str) {
        let run = self.row(row, path, "");
        assert!(!run.is_refused, "{} {path}: {}", row.line, run.words);
    }

    /// Checks that a row does not take a path.
    fn refuses(&self, row: Row, path: &str, more: &str) {
        let run = self.row(row, path, more);
        assert!(run.is_refused, "{} {path} {more}", row.line);
    }

    /// Checks that a row does not take a file, and leaves it alone.
    fn spares(&self, row: Row, path: &str, more: &str) {
        let before = self.0.read(path);
        self.refuses(row, path, more);
        assert_eq!(self.0.read(path), before, "{} {path} {more}", row.line);
    }
}

/// Returns the entries of the files in all pages of the manual.
fn entries() -> BTreeSet<[String; 2]> {
    let folder = Folder::new();
    folder.run("generate man .").succeeds();
    let mut entries = BTreeSet::new();
    for name in folder.names() {
        let text = folder.read(&name);
        let page = name.strip_suffix(".1").unwrap();
        let files = text.split(".SH FILES\n").nth(1).unwrap_or_default();
        let files = files.split("\n.SH").next().unwrap_or_default();
        for entry in files.split(".TP\n").skip(1) {
            let entry = entry.lines().next().unwrap();
            let entry = entry.replace("\\fB", "").replace("\\fR", "");
            let entry = entry.replace('\\', "");
            let name = entry.split(' ').next().unwrap().to_owned();
            entries.insert([page.to_owned(), name]);
        }
        assert_contains(&text, "log\\-file");
    }
    entries
}

#[test]
fn every_path_of_the_manual_has_a_row() {
    let names = rows(ROWS).map(|[page, entry, ..]: [&str; 5]| [page, entry].map(str::to_owned));
    let mut names: BTreeSet<_> = names.collect();
    assert!(names.remove(&["ponnuki", "--log-file"].map(str::to_owned)));
    assert_eq!(names, entries());
}

#[test]
fn nothing_of_a_users_is_overwritten_and_nothing_waits() {
    thread::scope(|scope| {
        for half in [0, 1] {
            scope.spawn(move || {
                let place = TestFolder::new();
                for [_, _, line, input, used] in rows(ROWS).skip(half).step_by(2) {
                    let row = Row { line, input };
                    let words: Vec<_> = used.split(' ').collect();
                    match words[..] {
                        ["reads", valid] => reads(&place, row, valid, None),
                        ["reads", valid, "below", limit] => {
                            reads(&place, row, valid, limit.parse().ok());
                        }
                        ["writes" | "appends"] => writes(&place, row, "", used),
                        ["appends", again] => writes(&place, row, again, used),
                        ["fills", file] => fills(&place, row, file),
                        _ => panic!("{used}"),
                    }
                }
            });
        }
    });
}

/// Tries an option that names an input.
fn reads(place: &TestFolder, row: Row, valid: &str, limit: Option<u64>) {
    let folder = &place.0;
    let content = fs::read(folder.path(valid)).unwrap();
    place.takes(row, valid);

    place.link(valid, "link");
    place.takes(row, "link");
    folder.clear("link");

    place.refuses(row, "/dev/zero", "");

    place.mkfifo("pipe");
    match limit {
        Some(_) => place.refuses(row, "pipe", ""),
        None => thread::scope(|scope| {
            scope.spawn(|| fs::write(folder.path("pipe"), &content).unwrap());
            place.takes(row, "pipe");
        }),
    }
    folder.clear("pipe");

    // What these mean differs; none of them is changed.
    let halves = [&content[..content.len() / 2], b""];
    for bytes in FOREIGN.map(str::as_bytes).into_iter().chain(halves) {
        folder.write("input", bytes);
        place.row(row, "input", "");
        let left = fs::read(folder.path("input")).unwrap();
        assert_eq!(left, bytes, "{}", row.line);
    }
    // A gigabyte takes too long.
    if let Some(limit) = limit.filter(|&limit| limit < 1024) {
        let large = fs::File::create(folder.path("input")).unwrap();
        large.set_len((limit << 20) + 1).unwrap();
        place.refuses(row, "input", "");
    }
    folder.clear("input");
    assert_eq!(fs::read(folder.path(valid)).unwrap(), content);
}

/// Tries an option that names an output, with further arguments for one that is there.
fn writes(place: &TestFolder, row: Row, again: &str, used: &str) {
    let folder = &place.0;
    folder.clear("out");
    place.takes(row, "out");
    let own = fs::read(folder.path("out")).unwrap();
    assert!(!own.is_empty(), "{}", row.line);
    for length in [own.len(), own.len() / 2, 1] {
        folder.write("out", &own[..length]);
        let run = place.row(row, "out", again);
        let is_left = fs::read(folder.path("out")).unwrap() == own[..length];
        assert!(!run.is_refused || is_left, "{}: {}", row.line, run.words);
    }
    for text in FOREIGN {
        folder.write("out", text);
        place.spares(row, "out", "");
        place.spares(row, "out", again);
    }
    if used == "writes" {
        // Whatever somebody has added, and wherever, even if only at the ends of lines.
        let own = String::from_utf8_lossy(&own);
        for text in [
            format!("{own}my notes\n"),
            own.replacen('>', " lang=''>", 1)
                .replacen(";B", ";C[mine]B", 1)
                + " ",
            own.replace('\n', "\r\n"),
        ] {
            folder.write("out", &text);
            place.spares(row, "out", "");
        }
    }
    folder.clear("out");

    // The sign of standard output is no file: it is refused, or the output is printed.
    let run = place.row(row, "-", again);
    let is_printed = run.words.contains("(;") || run.words.contains("<svg ");
    assert!(run.is_refused || is_printed, "{}: {}", row.line, run.words);
    assert!(!folder.exists("-"), "{}", row.line);

    place.link("game.sgf", "out");
    place.spares(row, "out", again);
    folder.clear("out");

    place.mkfifo("out");
    place.refuses(row, "out", again);
    let left = fs::symlink_metadata(folder.path("out")).unwrap();
    assert!(left.file_type().is_fifo(), "{}", row.line);
    folder.clear("out");
    place.refuses(row, "/dev/zero", again);

    let is_input = |word: &&str| word.contains('.') && folder.path(word).is_file();
    for input in row.line.split(' ').filter(is_input) {
        fs::hard_link(folder.path(input), folder.path("hard")).unwrap();
        for name in [input, &format!("./{input}"), "hard"] {
            place.spares(row, name, again);
            place.spares(row, name, "--overwrite");
        }
        folder.clear("hard");
    }

    let [line, input] = [row.line, row.input].map(|words| words.replace("PATH", "out"));
    let run = place.run(&line, &input, Some(0));
    assert!(run.is_refused, "{line}");
    assert_contains(&run.words, "File too large");
    assert!(!run.words.contains(".ponnuki-"), "{}", run.words);
    let left = fs::read(folder.path("out")).unwrap_or_default();
    assert!(left.is_empty(), "{line}");
    folder.clear("out");
    let mut names = folder.names().into_iter();
    let left = names.find(|name| name.starts_with(".ponnuki-"));
    assert_eq!(left, None, "{line}");
}

/// Tries an option that names a folder for outputs.
fn fills(place: &TestFolder, row: Row, file: &str) {
    let folder = &place.0;
    folder.clear("out");
    for text in FOREIGN {
        folder.write("out", text);
        place.spares(row, "out", "");
    }
    folder.clear("out");
    place.refuses(row, "-", "");
    assert!(!folder.exists("-"), "{}", row.line);
    place.mkfifo("out");
    place.refuses(row, "out", "");
    folder.clear("out");
    let inside = format!("out/{file}");
    folder.write(&inside, FOREIGN[0]);
    place.refuses(row, "out", "");
    assert_eq!(folder.read(&inside), FOREIGN[0]);
    folder.clear(&inside);
    place.link("../game.sgf", &inside);
    let before = folder.read("game.sgf");
    place.refuses(row, "out", "");
    assert_eq!(folder.read("game.sgf"), before);
    folder.clear("out");
    place.takes(row, "out");
    assert!(folder.path(&inside).is_file(), "{}", row.line);
    folder.clear("out");
}

/// A folder may hold anything.
#[test]
fn only_regular_files_of_a_folder_are_read() {
    let place = TestFolder::new();
    place.0.write("games/a.sgf", place.0.read("game.sgf"));
    place.mkfifo("games/b.sgf");
    place.link("/dev/zero", "games/c.sgf");
    place.link("a.sgf", "games/d.sgf");
    place.link("..", "games/loop");
    let run = place.run("check --duplicates games", "", None);
    assert_contains(&run.words, "1 game in 1 file, no findings");
    place.succeeds("GAME --games 1 --openings games");
}

/// The shell opens standard input, so the program only sees the file behind it.
#[test]
fn standard_input_is_no_output() {
    let game = "(;SZ[5];B[cc])";
    let folder = Folder::with_files(&[("game.sgf", game), ("typed", "save! typed\nquit\n")]);
    for option in ["--sgf", "--html"] {
        let line = format!("review - --visits 2 --overwrite {option} game.sgf");
        let run = folder.shell(&format!("\"$0\" {line} < game.sgf"));
        assert_contains(&run.err, "would overwrite standard input");
        assert_eq!(folder.read("game.sgf"), game);
    }
    let run = folder.shell("\"$0\" play -q --boardsize 5 < typed");
    let reason = "Cannot write typed: it is the standard input";
    assert_contains(&run.out, reason);
    assert_eq!(folder.read("typed"), "save! typed\nquit\n");
}

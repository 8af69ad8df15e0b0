//! Files that the engine reads and writes: `printsgf` with `--sgf-dir`, the limits of `loadsgf`,
//! and `--gtp-input`.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

use libtest_mimic::Trial;

use crate::engine::{Engine, ensure, parse_answers};

/// A test, which returns a report if it fails.
pub(crate) type Test = fn() -> Result<(), String>;

/// Returns the tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("written-games-are-read-again", written_again),
        ("only-plain-names-are-written", plain_names),
        ("nothing-is-written-without-a-folder", no_folder),
        ("reading-is-bounded", bounded),
        #[cfg(unix)]
        ("nothing-is-waited-for", waits),
        ("the-rules-of-a-file-are-logged", rules_of_a_file),
        ("commands-from-a-file", gtp_input),
    ];
    tests
        .iter()
        .map(|&(name, test)| Trial::test(format!("files::{name}"), move || Ok(test()?)))
        .collect()
}

/// Creates a new folder for a test, with an empty folder `games` in it.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left it behind.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("games")).map_err(|error| error.to_string())?;
    Ok(folder)
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| error.to_string())?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Checks that a finished game is written to a file and read back unchanged.
fn written_again() -> Result<(), String> {
    let folder = folder("written")?;
    let arguments = [
        "--sgf-dir",
        "games",
        "--seed",
        "3",
        "--komi",
        "5.5",
        "--rules",
        "aga",
    ];
    let mut engine = Engine::start_in(&folder, &arguments)?;
    engine.must("boardsize 5 7")?;
    let mut color = "b";
    while !engine.must("showboard")?.contains("Over") {
        engine.must(&format!("genmove {color}"))?;
        color = if color == "b" { "w" } else { "b" };
    }
    let printed = engine.must("printsgf")?;
    let questions = [
        "showboard",
        "move_history",
        "final_score",
        "kata-get-rules",
        "printsgf",
    ];
    let mut before = Vec::new();
    for question in questions {
        before.push(engine.must(question)?);
    }
    engine.must("printsgf game.sgf")?;
    let written = fs::read_to_string(folder.join("games/game.sgf")).map_err(|e| e.to_string())?;
    ensure(written.trim_end() == printed, || {
        format!("{written}\ndiffers from\n{printed}")
    })?;
    engine.must("kata-set-rules cgos")?;
    engine.must("komi 0")?;
    engine.must("boardsize 19")?;
    engine.must("loadsgf games/game.sgf")?;
    for (question, before) in questions.iter().zip(before) {
        let now = engine.must(question)?;
        ensure(now == before, || format!("{question}: {before}\nnow {now}"))?;
    }
    engine.finish().map(|_| ())
}

/// Checks that names that lead out of the folder or to hidden files are refused, and that no such
/// file appears.
fn plain_names() -> Result<(), String> {
    let folder = folder("plain")?;
    let mut engine = Engine::start_in(&folder, &["--sgf-dir", "games"])?;
    for name in [
        "../x.sgf",
        "..",
        ".",
        "/tmp/../x.sgf",
        "a/b.sgf",
        "./x.sgf",
        ".hidden",
        "..\\x.sgf",
        "C:x.sgf",
        "games/x.sgf",
        "\u{1}../x.sgf",
    ] {
        let answer = engine.ask(&format!("printsgf {name}"))?;
        let refused = !answer.success && answer.text == "cannot write file";
        ensure(refused, || format!("{name}: {answer:?}"))?;
    }
    engine.must("printsgf x.sgf")?;
    engine.finish()?;
    let (outside, inside) = (names(&folder)?, names(&folder.join("games"))?);
    ensure(outside == ["games"] && inside == ["x.sgf"], || {
        format!("{outside:?} {inside:?}")
    })
}

/// Checks that no command writes a file without `--sgf-dir`.
fn no_folder() -> Result<(), String> {
    let folder = folder("none")?;
    let mut engine = Engine::start_in::<&str>(&folder, &[])?;
    for name in ["x.sgf", "games/x.sgf"] {
        let answer = engine.ask(&format!("printsgf {name}"))?;
        ensure(!answer.success, || format!("{name}: {answer:?}"))?;
    }
    engine.finish()?;
    let (outside, inside) = (names(&folder)?, names(&folder.join("games"))?);
    ensure(outside == ["games"] && inside.is_empty(), || {
        format!("{outside:?} {inside:?}")
    })
}

/// Checks that a file of 8 MiB is read, but not one byte more, and that deep nesting and long
/// games exhaust neither the stack nor the memory.
fn bounded() -> Result<(), String> {
    let folder = folder("bounded")?;
    let padded = |length: usize| {
        let (start, end) = ("(;GM[1]SZ[9]C[", "];B[ee])");
        let padding = "x".repeat(length - start.len() - end.len());
        format!("{start}{padding}{end}")
    };
    let deep = format!("{}{}", "(;B[]".repeat(200_000), ")".repeat(200_000));
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(100_000));
    let files = [
        ("limit.sgf", padded(8 << 20), true),
        ("beyond.sgf", padded((8 << 20) + 1), false),
        ("deep.sgf", deep, true),
        ("long.sgf", long, true),
    ];
    let mut engine = Engine::start_in::<&str>(&folder, &[])?;
    for (name, text, readable) in files {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
        let answer = engine.ask(&format!("loadsgf {name}"))?;
        let expected = if readable { "" } else { "cannot load file" };
        let as_expected = answer.success == readable && answer.text == expected;
        ensure(as_expected, || format!("{name}: {answer:?}"))?;
    }
    engine.finish().map(|_| ())
}

/// Checks that `loadsgf` refuses what would keep it waiting, and reads only files on a disk, even
/// where the system shows a regular file.
#[cfg(unix)]
fn waits() -> Result<(), String> {
    let folder = folder("waits")?;
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    ensure(made.is_ok_and(|status| status.success()), || {
        "mkfifo fails".to_owned()
    })?;
    // The command line of this engine contains a game.
    let mut engine = Engine::start_in(&folder, &["--log-file", "(;SZ[5])"])?;
    for name in [
        "pipe",
        "/dev/zero",
        "/proc/self/cmdline",
        // Root may read the messages of the kernel, and waits for the next one.
        "/proc/kmsg",
        "/sys/kernel/tracing/trace_pipe",
    ] {
        let answer = engine.ask(&format!("loadsgf {name}"))?;
        let refused = !answer.success && answer.text == "cannot load file";
        ensure(refused, || format!("{name}: {answer:?}"))?;
    }
    let size = engine.must("query_boardsize")?;
    ensure(size == "19", || size)?;
    engine.finish().map(|_| ())
}

/// Checks that the log tells under which rules a file is replayed, and which move the engine's own
/// rules forbid.
fn rules_of_a_file() -> Result<(), String> {
    let folder = folder("rules")?;
    let moves = ";B[aa];W[ac];B[ab];W[ac];B[aa]";
    for (rules, expected) in [
        (
            "",
            ", which forbids move 5: superko, repeats the position after move 2",
        ),
        (
            "RU[Japanese]",
            ", which forbids move 5: superko, repeats the position after move 2",
        ),
    ] {
        let file = format!("(;SZ[1:3]{rules}{moves})");
        fs::write(folder.join("repeats.sgf"), file).map_err(|error| error.to_string())?;
        let mut engine = Engine::start_in(&folder, &["-v", "--rules", "cgos"])?;
        engine.must("loadsgf repeats.sgf")?;
        engine.must("loadsgf repeats.sgf 5")?;
        let log = engine.finish()?.log;
        let begin = "the file is replayed under ko simple and suicide allowed; \
                     the game continues under ko positional and suicide forbidden";
        for line in [
            format!("[info] {begin}{expected}\n"),
            format!("[info] {begin}\n"),
        ] {
            ensure(log.matches(&line).count() == 1, || {
                format!("{line} in {log}")
            })?;
        }
    }
    // The rules that a file states judge its moves.
    let file = format!("(;SZ[1:3]RU[AGA]{moves})");
    fs::write(folder.join("legal.sgf"), file).map_err(|error| error.to_string())?;
    let mut engine = Engine::start_in(&folder, &["-v", "--rules", "cgos"])?;
    engine.must("loadsgf legal.sgf")?;
    let log = engine.finish()?.log;
    ensure(!log.contains("replayed"), || log)
}

/// Checks that `--gtp-input FILE` reads commands from the file instead of standard input.
fn gtp_input() -> Result<(), String> {
    let folder = folder("input")?;
    let commands = "1 boardsize 9\n2 play b E5\n\n# comment\n3 play w E5\n4 color E5";
    fs::write(folder.join("commands.gtp"), commands).map_err(|error| error.to_string())?;
    let engine = Engine::start_in(&folder, &["--gtp-input", "commands.gtp"])?;
    let ended = engine.finish()?;
    let answers = parse_answers(&ended.output)?;
    let texts: Vec<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
    let expected = ["", "", "illegal move", "black"];
    ensure(ended.status.success() && texts == expected, || {
        format!("{answers:?} {}", ended.log)
    })
}

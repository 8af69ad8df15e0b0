//! Files that the engine reads and writes: `printsgf` with `--sgf-dir`, the limits of `loadsgf`,
//! and `--gtp-input`.

#[cfg(unix)]
use std::process::Command;

use libtest_mimic::Trial;

use crate::engine::{Engine, parse_answers};
use ponnuki_testing::Folder;
use ponnuki_testing::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("files::written-games-are-read-again", written_again),
        trial("files::only-plain-names-are-written", plain_names),
        trial("files::nothing-is-written-without-a-folder", no_folder),
        trial("files::reading-is-bounded", bounded),
        trial("files::the-reason-is-told", reasons),
        trial(
            "files::strangers-learn-of-no-other-files",
            reasons_in_a_folder,
        ),
        #[cfg(unix)]
        trial("files::nothing-is-waited-for", waits),
        trial("files::the-rules-of-a-file-are-logged", rules_of_a_file),
        trial("files::commands-from-a-file", gtp_input),
    ]
}

/// The answer of the engine that does not write a file.
pub(crate) const NOT_WRITTEN: &str = "cannot write file";

/// The answer of the engine that does not read a file.
const NOT_LOADED: &str = "cannot load file";

fn start(folder: &Folder, arguments: &str) -> Engine {
    Engine::start_in(&folder.path(""), arguments)
}

/// Makes a folder for games in a new folder, and starts the engine there.
pub(crate) fn with_games(arguments: &str) -> (Folder, Engine) {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("games")).unwrap();
    let engine = start(&folder, &format!("--sgf-dir games {arguments}"));
    (folder, engine)
}

/// Checks that a finished game is written to a file and read back unchanged.
fn written_again() {
    let (folder, mut engine) = with_games("--seed 3 --komi 5.5 --rules aga");
    engine.must("boardsize 5 7");
    for color in ["b", "w"].iter().cycle() {
        if engine.must("showboard").contains("Over") {
            break;
        }
        engine.must(&format!("genmove {color}"));
    }
    let questions = [
        "showboard",
        "move_history",
        "final_score",
        "kata-get-rules",
        "printsgf",
    ];
    let before = questions.map(|question| engine.must(question));
    engine.must("printsgf game.sgf");
    assert_eq!(folder.read("games/game.sgf").trim_end(), before[4]);
    engine.must("kata-set-rules cgos");
    engine.must("komi 0");
    engine.must("boardsize 19");
    engine.must("loadsgf games/game.sgf");
    for (question, before) in questions.iter().zip(before) {
        engine.expect(question, &before);
    }
}

/// Checks that names that lead out of the folder or to hidden files are refused, that no such
/// file appears, and that only files of the session are replaced.
fn plain_names() {
    let (folder, mut engine) = with_games("");
    folder.write("games/thesis.sgf", "precious");
    engine.refuses("printsgf thesis.sgf", NOT_WRITTEN);
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
        engine.refuses(&format!("printsgf {name}"), NOT_WRITTEN);
    }
    for line in ["printsgf x.sgf", "play b D4", "printsgf x.sgf"] {
        engine.must(line);
    }
    engine.finish();
    assert_eq!(folder.names(), ["games"]);
    assert_eq!(folder.names_in("games"), ["thesis.sgf", "x.sgf"]);
    assert_eq!(folder.read("games/thesis.sgf"), "precious");
    assert!(folder.read("games/x.sgf").contains(";B[dp]"));
}

/// Checks that no command writes a file without `--sgf-dir`.
fn no_folder() {
    let folder = Folder::with_files(&[("games/kept.sgf", "")]);
    let mut engine = start(&folder, "");
    for name in ["x.sgf", "games/x.sgf"] {
        let answer = engine.ask(&format!("printsgf {name}"));
        assert!(!answer.success, "{name}: {answer:?}");
    }
    engine.finish();
    assert_eq!(folder.names(), ["games"]);
    assert_eq!(folder.names_in("games"), ["kept.sgf"]);
}

/// Checks that a file of 8 MiB is read, but not one byte more, and that deep nesting and long
/// games exhaust neither the stack nor the memory.
fn bounded() {
    let padded = |length: usize| {
        let (start, end) = ("(;GM[1]SZ[9]C[", "];B[ee])");
        let padding = "x".repeat(length - start.len() - end.len());
        format!("{start}{padding}{end}")
    };
    let deep = format!("{}{}", "(;B[]".repeat(200_000), ")".repeat(200_000));
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(100_000));
    let folder = Folder::with_files(&[
        ("limit.sgf", &padded(8 << 20)),
        ("beyond.sgf", &padded((8 << 20) + 1)),
        ("deep.sgf", &deep),
        ("long.sgf", &long),
    ]);
    let mut engine = start(&folder, "");
    engine.expect("loadsgf limit.sgf", "");
    engine.refuses(
        "loadsgf beyond.sgf",
        "cannot load file: the file is longer than 8 MiB",
    );
    engine.expect("loadsgf deep.sgf", "");
    engine.expect("loadsgf long.sgf", "");
}

/// Checks that `loadsgf` refuses what would keep it waiting, and reads only files on a disk, even
/// where the system shows a regular file.
#[cfg(unix)]
fn waits() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.unwrap().success());
    // The command line of this engine contains a game.
    let mut engine = start(&folder, "--log-file (;SZ[5])");
    for name in [
        "pipe",
        "/dev/zero",
        "/proc/self/cmdline",
        // Root may read the messages of the kernel, and waits for the next one.
        "/proc/kmsg",
        "/sys/kernel/tracing/trace_pipe",
    ] {
        not_loaded(&mut engine, name);
    }
    engine.expect("query_boardsize", "19");
}

/// Asks for a file that cannot be loaded. Returns the reason that the engine tells.
fn not_loaded(engine: &mut Engine, name: &str) -> Option<String> {
    let answer = engine.ask(&format!("loadsgf {name}"));
    let rest = answer.text.strip_prefix(NOT_LOADED);
    let rest = rest.filter(|_| !answer.success);
    let rest = rest.unwrap_or_else(|| panic!("{name}: {answer:?}"));
    let reason = rest.strip_prefix(": ").map(str::to_owned);
    assert_eq!(reason.is_none(), rest.is_empty(), "{name}: {answer:?}");
    reason
}

/// Checks that `loadsgf` tells why it cannot load a file. The system words some reasons.
fn reasons() {
    let folder = Folder::with_files(&[("chess.sgf", "(;GM[3])")]);
    let mut engine = start(&folder, "");
    for name in ["missing.sgf", "missing/game.sgf"] {
        let reason = not_loaded(&mut engine, name).unwrap();
        assert!(!reason.is_empty() && !reason.contains(name), "{reason}");
    }
    let reason = not_loaded(&mut engine, "chess.sgf").unwrap();
    assert_eq!(reason, "the file contains a game other than Go");
}

/// Checks that, with `--sgf-dir`, the error about a file outside of the folder tells neither
/// what the file is nor whether it exists.
fn reasons_in_a_folder() {
    let (folder, mut engine) = with_games("");
    for name in ["secret.txt", "games/notes.sgf"] {
        folder.write(name, "secret");
    }
    let inside = not_loaded(&mut engine, "games/notes.sgf");
    assert_eq!(
        inside.as_deref(),
        Some("no game found: an SGF game starts with '(;'")
    );
    for name in [
        "secret.txt",
        "games/../secret.txt",
        "missing.sgf",
        ".",
        "games/missing.sgf",
    ] {
        assert_eq!(not_loaded(&mut engine, name), None, "{name}");
    }
}

/// Checks that the log tells under which rules a file is replayed, and which move the engine's own
/// rules forbid.
fn rules_of_a_file() {
    let moves = ";B[aa];W[ac];B[ab];W[ac];B[aa]";
    let folder = Folder::with_files(&[
        ("unknown.sgf", &format!("(;SZ[1:3]{moves})")),
        ("repeats.sgf", &format!("(;SZ[1:3]RU[House]{moves})")),
        ("legal.sgf", &format!("(;SZ[1:3]RU[AGA]{moves})")),
    ]);
    let replayed = |lines: &[&str]| {
        let mut engine = start(&folder, "-v --rules cgos");
        for line in lines {
            engine.must(line);
        }
        engine.finish().log
    };
    for name in ["unknown.sgf", "repeats.sgf"] {
        let log = replayed(&[&format!("loadsgf {name}"), &format!("loadsgf {name} 5")]);
        let begin = "the file is replayed under ko simple and suicide allowed; \
                     the game continues under ko positional and suicide forbidden";
        let forbids = "which forbids move 5: superko, repeats the position after move 2";
        for line in [
            format!("[info] {begin}, {forbids}\n"),
            format!("[info] {begin}\n"),
        ] {
            assert_eq!(log.matches(&line).count(), 1, "{line} in {log}");
        }
    }
    // The rules that a file states judge its moves.
    let log = replayed(&["loadsgf legal.sgf"]);
    assert!(!log.contains("replayed"), "{log}");
}

/// Checks that `--gtp-input FILE` reads commands from the file instead of standard input.
fn gtp_input() {
    let commands = "1 boardsize 9\n2 play b E5\n\n# comment\n3 play w E5\n4 color E5";
    let folder = Folder::with_files(&[("commands.gtp", commands)]);
    let ended = start(&folder, "--gtp-input commands.gtp").end();
    let answers = parse_answers(&ended.output).into_iter();
    let texts: Vec<_> = answers.map(|answer| answer.text).collect();
    assert_eq!(texts, ["", "", "illegal move", "black"]);
}

//! The lists of commands: the engine must know every command that it lists, and list every
//! command that clients rely on.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::engine::Engine;
use ponnuki_testing::trial;

/// The tables of all commands, which a test of the library compares with its rows.
const PROTOCOL: &str = include_str!("../../src/manual/gtp.md");

/// The types of GoGui's analyze commands.
const ANALYZE_TYPES: &str = "bwboard cboard dboard eplist gfx gspecial hpstring hstring none \
    param plist pspecial pstring sboard string var varb varc varp varw";

/// Returns the tests of this file, with one for each entry of the analyze menu.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("command::help-has-the-same-names", help),
        trial("command::all-listed-are-known", all_known),
        trial("command::all-listed-are-documented", all_documented),
        trial("command::live-graphics-when-asked-for", live_graphics),
        trial("command::live-analysis", live_analysis),
        trial("command::live-graphics-of-the-search", live_search),
    ];
    let menu = Engine::start("").must("gogui-analyze_commands");
    for entry in menu.lines().map(str::to_owned) {
        let label = entry.split('/').nth(1).unwrap_or("?").replace(' ', "-");
        let name = format!("command::analyze::{label}");
        trials.push(trial(name, move || analyze(&entry)));
    }
    trials
}

/// Returns the names of the commands in the documentation.
fn documented() -> impl Iterator<Item = &'static str> {
    let tables = PROTOCOL
        .split("<!-- commands -->")
        .nth(1)
        .unwrap_or_default();
    let rows = tables.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split([' ', '`']).next())
}

fn list(engine: &mut Engine) -> Vec<String> {
    let listed = engine.must("list_commands");
    listed.lines().map(str::to_owned).collect()
}

/// Checks that `help` prints the same names in the same order, and `help NAME` the line of that
/// name.
fn help() {
    let mut engine = Engine::start("");
    let listed = list(&mut engine);
    let lines = engine.must("help");
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let helped: Vec<String> = lines.lines().map(first).collect();
    assert_eq!(helped, listed);
    for (name, line) in listed.iter().zip(lines.lines()) {
        let alone = engine.must(&format!("help {name}"));
        assert_eq!(alone.lines().next(), Some(line));
    }
    engine.end();
}

/// Checks that `known_command` agrees with the list, and that no listed command is answered as
/// unknown.
fn all_known() {
    let mut engine = Engine::start("");
    // Searches are soon over on a small board.
    engine.must("boardsize 5");
    for name in list(&mut engine) {
        engine.expect(&format!("known_command {name}"), "true");
        if name != "quit" {
            // An analysis runs until the next line comes. A blank line gets no answer.
            let answer = engine.ask_bytes(format!("{name}\n\n").into_bytes());
            let ran = answer.text != "unknown command" && answer.text != "internal error";
            assert!(ran, "{name}: {answer:?}");
        }
    }
    engine.end();
}

/// Checks that a ruler lists the commands of the documentation and no others, each once, and that
/// any other engine lists those of them that are not for rulers.
fn all_documented() {
    for arguments in ["--ruler", ""] {
        let mut engine = Engine::start(arguments);
        let is_for_rulers = |name: &&str| name.starts_with("gogui-rules_");
        let documented = documented().filter(|name| arguments == "--ruler" || !is_for_rulers(name));
        let documented: BTreeSet<_> = documented.collect();
        assert!(list(&mut engine).iter().eq(documented), "{arguments}");
        engine.end();
    }
}

/// Checks that analyses draw on GoGui's board, through lines in the log, only between the command
/// that turns this on and the one that turns it off.
fn live_graphics() {
    let mut engine = Engine::start("--boardsize 3");
    for asked in ["false", "true", "false"] {
        engine.must(&format!("ponnuki-live_graphics {asked}"));
        let answer = engine.must("kata-genmove_analyze b 100000 playouts 30");
        assert!(!answer.contains("gogui"), "{answer}");
    }
    let log = engine.finish().log;
    let (before, after) = log.split_once("gogui-gfx:\n").expect("a picture");
    let (picture, rest) = after.split_once("\n\ngogui-gfx: CLEAR\n").expect("its end");
    let is_alone = !before.contains("gogui-gfx") && !rest.contains("gogui-gfx");
    assert!(is_alone, "more than one picture: {log}");
    check_form("gfx", picture);
}

/// Checks that a live analysis draws, whether or not graphics are on, and answers with its last
/// picture, which GoGui leaves on the board.
fn live_analysis() {
    let mut engine = Engine::start("--boardsize 3");
    let answer = engine.must("ponnuki-live_analysis w 100000 playouts 144");
    engine.expect("ponnuki-win_rates w", &answer);
    check_form("gfx", &answer);
    let log = engine.finish().log;
    let is_drawn = log.contains(&format!("gogui-gfx:\n{answer}\n\n"));
    assert!(is_drawn && !log.contains("CLEAR"), "{log}");
}

/// Checks that the search draws while it chooses a move if graphics are on, clears the board at
/// the end, and writes nothing of the kind otherwise. The random player has nothing to draw.
fn live_search() {
    for (player, draws) in [("--player search --time-per-move 1.5", true), ("", false)] {
        let mut engine = Engine::start(&format!("{player} --boardsize 9"));
        engine.must("genmove b");
        engine.must("ponnuki-live_graphics true");
        engine.must("genmove w");
        let log = engine.finish().log;
        let pictures = log.matches("gogui-gfx:\n").count();
        assert_eq!((1..=3).contains(&pictures), draws, "{log}");
        let cleared = log.matches("gogui-gfx: CLEAR\n").count();
        assert_eq!(cleared, usize::from(draws), "{log}");
        let drawn = log.split("gogui-gfx:\n").skip(1);
        for picture in drawn.filter_map(|rest| rest.split("\n\n").next()) {
            check_form("gfx", picture);
            assert!(picture.contains("\nVAR w "), "{picture}");
        }
    }
}

/// Checks that an entry of the menu has a type that GoGui knows, and that its command works on a
/// board with stones and answers in the format of that type.
fn analyze(entry: &str) {
    let fields: Vec<&str> = entry.split('/').collect();
    let [kind, _, command] = fields[..] else {
        panic!("not of the form type/label/command: {entry}");
    };
    let is_known = ANALYZE_TYPES.split_whitespace().any(|known| known == kind);
    assert!(is_known, "GoGui knows no type {kind}");
    let command = command.replace("%m", "white").replace("%p", "D4");
    assert!(!command.contains('%'), "{entry}: an argument is missing");
    let mut engine = Engine::start("--boardsize 9");
    // A ko on the left in which Black has just captured; D4 stands alone.
    engine.must("gogui-setup w B5 w A4 w B3 w C4 b C5 b D4 b C3");
    engine.must("play b B4");
    // The live analysis runs until the next line comes. A blank line gets no answer.
    let answer = engine.ask_bytes(format!("{command}\n\n").into_bytes());
    assert!(answer.success, "{command}: {answer:?}");
    check_form(kind, &answer.text);
    engine.end();
}

/// Checks that an answer has the format that GoGui expects for this type.
fn check_form(kind: &str, answer: &str) {
    let is_right = match kind {
        "bwboard" | "cboard" | "dboard" | "sboard" => {
            let rows: Vec<&str> = answer.trim_start_matches('\n').lines().collect();
            let cells = |row: &&str| row.split_whitespace().count() == 9;
            answer.starts_with('\n') && rows.len() == 9 && rows.iter().all(cells)
        }
        "plist" => {
            let is_point = |word: &str| word.len() == 2 && word.is_ascii();
            answer.split_whitespace().all(is_point)
        }
        "gfx" => {
            let keys = "BLACK WHITE CIRCLE SQUARE TRIANGLE MARK LABEL COLOR INFLUENCE VAR TEXT";
            let is_known = |line: &str| keys.split(' ').any(|key| line.starts_with(key));
            answer.lines().all(is_known)
        }
        "string" => !answer.contains('\n'),
        "param" => {
            let typed = |line: &str| {
                let (kind, setting) = line.strip_prefix('[')?.split_once("] ")?;
                let is_known = kind == "bool" || kind == "string" || kind.starts_with("list/");
                (is_known && setting.contains(' ')).then_some(())
            };
            answer.lines().all(|line| typed(line).is_some())
        }
        "none" => answer.is_empty(),
        _ => true,
    };
    assert!(is_right, "not of the type {kind}: {answer}");
}

//! The lists of commands: the engine must know every command that it lists, and list every
//! command that clients rely on.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::data::end;
use crate::engine::{Engine, ensure};

/// The tables of all commands, which a test of the library compares with its rows.
const PROTOCOL: &str = include_str!("../../src/gtp/PROTOCOL.md");

/// The types of GoGui's analyze commands.
const ANALYZE_TYPES: &str = "bwboard cboard dboard eplist gfx gspecial hpstring hstring none \
    param plist pspecial pstring sboard string var varb varc varp varw";

/// Returns the tests of this file, with one for each expected command and each entry of the
/// analyze menu.
///
/// # Errors
/// A report if the engine does not print its menu.
pub(crate) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = vec![
        Trial::test("command::the-list-has-no-repetition", || {
            Ok(no_repetition()?)
        }),
        Trial::test("command::help-has-the-same-names", || Ok(help()?)),
        Trial::test("command::all-listed-are-known", || Ok(all_known()?)),
        Trial::test("command::all-listed-are-documented", || {
            Ok(all_documented()?)
        }),
        Trial::test("command::live-graphics-when-asked-for", || {
            Ok(live_graphics()?)
        }),
        Trial::test("command::live-analysis", || Ok(live_analysis()?)),
        Trial::test(
            "command::live-graphics-of-the-search",
            || Ok(live_search()?),
        ),
    ];
    for name in documented() {
        let is_of_the_ruler = name.starts_with("gogui-rules_");
        let arguments = if is_of_the_ruler {
            &["--ruler"]
        } else {
            NO_ARGUMENTS
        };
        let test = move || {
            let mut engine = Engine::start(arguments)?;
            let listed = list(&mut engine)?.iter().any(|listed| listed == name);
            ensure(listed, || format!("{name} is missing in list_commands"))?;
            Ok(end(engine)?)
        };
        trials.push(Trial::test(format!("command::{name}"), test));
    }
    let mut engine = Engine::start(NO_ARGUMENTS)?;
    let menu = engine.must("gogui-analyze_commands")?;
    for entry in menu.lines().map(str::to_owned) {
        let label = entry.split('/').nth(1).unwrap_or("?").replace(' ', "-");
        let name = format!("command::analyze::{label}");
        trials.push(Trial::test(name, move || Ok(analyze(&entry)?)));
    }
    Ok(trials)
}

/// No arguments for the engine.
const NO_ARGUMENTS: &[&str] = &[];

/// Returns the names of the commands in the documentation.
fn documented() -> impl Iterator<Item = &'static str> {
    let tables = PROTOCOL
        .split("<!-- commands -->")
        .nth(1)
        .unwrap_or_default();
    let rows = tables.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split([' ', '`']).next())
}

/// Returns the lines of `list_commands`.
fn list(engine: &mut Engine) -> Result<Vec<String>, String> {
    let listed = engine.must("list_commands")?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Checks that no name is listed twice.
fn no_repetition() -> Result<(), String> {
    let mut engine = Engine::start(NO_ARGUMENTS)?;
    let listed = list(&mut engine)?;
    let different: BTreeSet<_> = listed.iter().collect();
    ensure(different.len() == listed.len(), || format!("{listed:?}"))?;
    end(engine)
}

/// Checks that `help` prints the same names in the same order, and `help NAME` the line of that
/// name.
fn help() -> Result<(), String> {
    let mut engine = Engine::start(NO_ARGUMENTS)?;
    let listed = list(&mut engine)?;
    let lines = engine.must("help")?;
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let helped: Vec<String> = lines.lines().map(first).collect();
    ensure(helped == listed, || format!("{helped:?} {listed:?}"))?;
    for (name, line) in listed.iter().zip(lines.lines()) {
        let alone = engine.must(&format!("help {name}"))?;
        ensure(alone.lines().next() == Some(line), || {
            format!("help {name}: {alone}")
        })?;
    }
    end(engine)
}

/// Checks that `known_command` agrees with the list, and that no listed command is answered as
/// unknown.
fn all_known() -> Result<(), String> {
    let mut engine = Engine::start(NO_ARGUMENTS)?;
    for name in list(&mut engine)? {
        let known = engine.must(&format!("known_command {name}"))?;
        ensure(known == "true", || format!("known_command {name}: {known}"))?;
        if name != "quit" {
            // An analysis runs until the next line comes. A blank line gets no answer.
            let answer = engine.ask_bytes(format!("{name}\n\n").into_bytes())?;
            let ran = answer.text != "unknown command" && answer.text != "internal error";
            ensure(ran, || format!("{name}: {answer:?}"))?;
        }
    }
    end(engine)
}

/// Checks that a ruler lists the commands of the documentation and no others.
fn all_documented() -> Result<(), String> {
    let mut engine = Engine::start(&["--ruler"])?;
    let listed: BTreeSet<_> = list(&mut engine)?.into_iter().collect();
    let documented: BTreeSet<_> = documented().map(str::to_owned).collect();
    ensure(listed == documented, || {
        format!("{:?}", &listed ^ &documented)
    })?;
    end(engine)
}

/// Checks that analyses draw on GoGui's board, through lines in the log, only between the command
/// that turns this on and the one that turns it off.
fn live_graphics() -> Result<(), String> {
    let mut engine = Engine::start(&["--boardsize", "3"])?;
    for asked in ["false", "true", "false"] {
        engine.must(&format!("ponnuki-live_graphics {asked}"))?;
        let answer = engine.must("kata-genmove_analyze b 100000 playouts 30")?;
        ensure(!answer.contains("gogui"), || answer.clone())?;
    }
    let log = engine.finish()?.log;
    let drawn = log.split_once("gogui-gfx:\n").and_then(|(before, after)| {
        let (picture, rest) = after.split_once("\n\ngogui-gfx: CLEAR\n")?;
        let alone = !before.contains("gogui-gfx") && !rest.contains("gogui-gfx");
        Some(picture).filter(|_| alone)
    });
    let drawn = drawn.ok_or_else(|| format!("not exactly one picture: {log}"))?;
    check_form("gfx", drawn).map_err(|error| format!("{error} in {drawn}"))
}

/// Checks that a live analysis draws, whether or not graphics are on, and answers with its last
/// picture, which GoGui leaves on the board.
fn live_analysis() -> Result<(), String> {
    let mut engine = Engine::start(&["--boardsize", "3"])?;
    let answer = engine.must("ponnuki-live_analysis w 100000 playouts 144")?;
    ensure(answer == engine.must("ponnuki-win_rates w")?, || {
        answer.clone()
    })?;
    check_form("gfx", &answer)?;
    let log = engine.finish()?.log;
    let drawn = log.contains(&format!("gogui-gfx:\n{answer}\n\n"));
    ensure(drawn && !log.contains("CLEAR"), || log)
}

/// Checks that the search draws while it chooses a move if graphics are on, clears the board at
/// the end, and writes nothing of the kind otherwise. The random player has nothing to draw.
fn live_search() -> Result<(), String> {
    let search = ["--player", "mcts", "--time-per-move", "1.5"];
    for (player, draws) in [(&search[..], true), (NO_ARGUMENTS, false)] {
        let mut engine = Engine::start(&[player, &["--boardsize", "9"]].concat())?;
        engine.must("genmove b")?;
        engine.must("ponnuki-live_graphics true")?;
        engine.must("genmove w")?;
        let log = engine.finish()?.log;
        let pictures = log.matches("gogui-gfx:\n").count();
        ensure((1..=3).contains(&pictures) == draws, || log.clone())?;
        let cleared = log.matches("gogui-gfx: CLEAR\n").count();
        ensure(cleared == usize::from(draws), || log.clone())?;
        let mut drawn = log.split("gogui-gfx:\n").skip(1);
        for picture in drawn.by_ref().filter_map(|rest| rest.split("\n\n").next()) {
            check_form("gfx", picture).map_err(|error| format!("{error} in {picture}"))?;
            ensure(picture.contains("\nVAR w "), || picture.to_owned())?;
        }
    }
    Ok(())
}

/// Checks that an entry of the menu has a type that GoGui knows, and that its command works on a
/// board with stones and answers in the format of that type.
fn analyze(entry: &str) -> Result<(), String> {
    let fields: Vec<&str> = entry.split('/').collect();
    let [kind, _, command] = fields[..] else {
        return Err(format!("not of the form type/label/command: {entry}"));
    };
    let known = ANALYZE_TYPES.split_whitespace().any(|known| known == kind);
    ensure(known, || format!("GoGui knows no type {kind}"))?;
    let command = command.replace("%m", "white").replace("%p", "D4");
    ensure(!command.contains('%'), || {
        format!("{entry}: an argument is missing")
    })?;
    let mut engine = Engine::start(&["--boardsize", "9"])?;
    // A ko on the left in which Black has just captured; D4 stands alone.
    engine.must("gogui-setup w B5 w A4 w B3 w C4 b C5 b D4 b C3")?;
    engine.must("play b B4")?;
    // The live analysis runs until the next line comes. A blank line gets no answer.
    let answer = engine.ask_bytes(format!("{command}\n\n").into_bytes())?;
    ensure(answer.success, || format!("{command}: {answer:?}"))?;
    check_form(kind, &answer.text).map_err(|error| format!("{command}: {error} in {answer:?}"))?;
    end(engine)
}

/// Checks that an answer has the format that GoGui expects for this type.
fn check_form(kind: &str, answer: &str) -> Result<(), String> {
    match kind {
        "bwboard" | "cboard" | "dboard" | "sboard" => {
            let rows: Vec<&str> = answer.trim_start_matches('\n').lines().collect();
            let cells = |row: &&str| row.split_whitespace().count() == 9;
            let whole = answer.starts_with('\n') && rows.len() == 9 && rows.iter().all(cells);
            ensure(whole, || "not a board".to_owned())
        }
        "plist" => {
            let place = |word: &str| word.len() == 2 && word.is_ascii();
            let words = answer.split_whitespace().all(place);
            ensure(words, || "not a list of points".to_owned())
        }
        "gfx" => {
            let keys = "BLACK WHITE CIRCLE SQUARE TRIANGLE MARK LABEL COLOR INFLUENCE VAR TEXT";
            let known = |line: &str| keys.split(' ').any(|key| line.starts_with(key));
            ensure(answer.lines().all(known), || "not graphics".to_owned())
        }
        "string" => ensure(!answer.contains('\n'), || "more than one line".to_owned()),
        "param" => {
            let typed = |line: &str| {
                let (kind, setting) = line.strip_prefix('[')?.split_once("] ")?;
                let is_known = kind == "bool" || kind == "string" || kind.starts_with("list/");
                (is_known && setting.contains(' ')).then_some(())
            };
            let known = answer.lines().all(|line| typed(line).is_some());
            ensure(known, || "not a list of parameters".to_owned())
        }
        "none" => ensure(answer.is_empty(), || "not empty".to_owned()),
        _ => Ok(()),
    }
}

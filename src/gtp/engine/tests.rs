//! Conversations with an engine, without the streams of a session.

use super::table::COMMANDS;
use super::*;
use crate::parse;
use crate::response::{ResponseWriter, frame};
use ponnuki_play::player::StopFlag;

pub(super) fn engine(size: &str) -> Engine {
    Engine::new(EngineOptions {
        size: size.parse().unwrap(),
        ..EngineOptions::new(1)
    })
}

/// Returns the response to one line, without the line feeds at its end. An
/// analysis ends only by its number of playouts.
pub(super) fn ask(engine: &mut Engine, line: &str) -> String {
    let mut line = line.as_bytes().to_vec();
    let request = parse::request(&mut line).expect("a command");
    let command = find(request.name).expect("a known command");
    let (mut output, stop) = (Vec::new(), StopFlag::new());
    let mut writer = ResponseWriter::new(&mut output, request.id, &stop);
    let reply = command.run(engine, Arguments(request.arguments), &stop, &mut writer);
    frame(&mut output, request.id, &reply);
    String::from_utf8(output)
        .unwrap()
        .trim_end_matches('\n')
        .to_owned()
}

pub(super) fn talk(engine: &mut Engine, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(ask(engine, line), *expected, "{line}");
    }
}

/// Returns the state that a failed command must not change.
fn state(engine: &mut Engine) -> Vec<String> {
    let questions = "showboard|get_komi|query_boardsize|move_history|captures b|captures w|\
        ponnuki-hash|ponnuki-dead|kata-get-rules|ponnuki-param|get_random_seed|printsgf|\
        reg_genmove b|ponnuki-bans b|ponnuki-bans w";
    let answers = questions.split('|').map(|question| ask(engine, question));
    let mut state: Vec<_> = answers.collect();
    state.push(format!("{:?}", engine.clocks()));
    state
}

#[test]
fn every_listed_command_can_be_carried_out() {
    for row in COMMANDS.iter() {
        let arguments = match row.arguments {
            "COLOR" => "b",
            "COLOR SECONDS STONES" => "b 1 0",
            "COLOR VERTEX" | "COLOR VERTEX ..." => "b D4",
            "FILE [MOVE]" => "no-such-file.sgf",
            "JSON" => "{}",
            "KOMI" | "SEED" => "1",
            "MAIN BYOYOMI STONES" => "1 0 0",
            "N" => "3",
            "NAME" | "NAME|JSON" => "chinese",
            "PARAMETER" => "seed",
            "PARAMETER VALUE" => "level 1",
            "RULE VALUE" => "ko simple",
            "STONES" => "2",
            "SYSTEM [NUMBER ...]" => "none",
            "VERTEX" => "D4",
            "VERTEX VERTEX ..." => "A1 B1",
            "WIDTH [HEIGHT]" | "WIDTH HEIGHT" => "9 9",
            "[COLOR] [INTERVAL] [KEY VALUE ...]" => "b playouts 3",
            "[COLOR] 0-7|all" => "all",
            optional if optional.starts_with('[') => "",
            // The first of several words.
            words => words.split('|').next().unwrap_or_default(),
        };
        let mut engine = engine("9");
        if row.arguments == "VERTEX" || ["undo", "gg-undo", "last_move"].contains(&row.name) {
            ask(&mut engine, "play b D4");
        }
        let response = ask(&mut engine, &format!("{} {arguments}", row.name));
        let expected = match row.name {
            "loadsgf" => "? cannot load file",
            _ => "=",
        };
        assert!(response.starts_with(expected), "{}: {response}", row.name);
    }
}

#[test]
fn commands_that_must_not_fail_do_not() {
    let mut engine = engine("9");
    for _ in 0..3 {
        let lines = "name|version|protocol_version|known_command|known_command \u{1f600}|\
            list_commands|clear_board|genmove b|genmove w|genmove w|reg_genmove b|\
            play b pass|play w pass|genmove b|genmove w|showboard|quit";
        for line in lines.split('|') {
            assert!(ask(&mut engine, line).starts_with("= "), "{line}");
        }
    }
}

/// `gtp-tests/gtp/failures.rs` tests this for every line of every session, but does not
/// see the clocks. The lines here are in no session, or are about the clocks.
#[test]
fn failed_commands_change_nothing() {
    let mut engine = engine("9");
    talk(
        &mut engine,
        &[
            ("komi 5.5", "= "),
            ("play b D4", "= "),
            ("play w C4", "= "),
            ("time_settings 60 30 5", "= "),
            ("time_left w 50 0", "= "),
            ("ponnuki-mark_dead C4", "= C4"),
        ],
    );
    let before = state(&mut engine);
    for (line, expected) in [
        ("boardsize 99999999999999999999999", "? unacceptable size"),
        ("rectangular_boardsize 9", "? syntax error"),
        ("rectangular_boardsize 9 0", "? unacceptable size"),
        ("rectangular_boardsize 9:0", "? unacceptable size"),
        ("rectangular_boardsize 9:", "? syntax error"),
        ("rectangular_boardsize 9:13:9", "? syntax error"),
        ("boardsize 26:9", "? unacceptable size"),
        ("boardsize :9", "? syntax error"),
        ("komi 1e999", "? syntax error"),
        ("play x D5", "? syntax error"),
        ("play b D4", "? illegal move"),
        ("play w Z25", "? illegal move"),
        ("play w K1", "? illegal move"),
        ("reg_genmove red", "? syntax error"),
        ("gg-undo 3", "? cannot undo"),
        ("fixed_handicap 2", "? board not empty"),
        ("set_free_handicap D4 E5", "? board not empty"),
        ("gogui-play_sequence b E5 w F5 b E5", "? illegal move"),
        ("set_position b E5 b pass", "? invalid vertex"),
        ("set_position b A1 w A2 w B1", "? invalid position"),
        ("time_settings 1 2", "? syntax error"),
        ("time_left b", "? syntax error"),
        ("final_status_list black", "? syntax error"),
        ("final_status_list Alive", "? syntax error"),
        ("final_status_list", "? syntax error"),
        ("countlib K1", "? invalid vertex"),
        ("countlib A1", "? vertex must not be empty"),
        ("ponnuki-mark_dead A1", "? vertex must not be empty"),
        ("loadsgf .", "? cannot load file: not a regular file"),
        (
            "loadsgf Cargo.toml",
            "? cannot load file: no game found: an SGF game starts with '(;'",
        ),
        ("printsgf out.sgf", "? cannot write file"),
        ("kata-set-param level", "? syntax error"),
        ("kata-set-params level 5", "? syntax error"),
        ("kata-time_settings fischer 60", "? syntax error"),
        ("kgs-time_settings canadian 1", "? syntax error"),
        ("help nothing", "? unknown command"),
    ] {
        assert_eq!(ask(&mut engine, line), expected, "{line}");
        assert_eq!(state(&mut engine), before, "{line}");
    }
}

#[test]
fn regression_moves_change_nothing() {
    let mut engine = engine("9");
    let first = ask(&mut engine, "reg_genmove b");
    let before = state(&mut engine);
    ask(&mut engine, "genmove b");
    ask(&mut engine, "undo");
    assert_eq!(ask(&mut engine, "reg_genmove b"), first);
    assert_eq!(state(&mut engine), before);
}

#[test]
fn ownership_comes_from_as_many_playouts_as_were_asked_for() {
    let mut engine = engine("5");
    let cells = |engine: &mut Engine, line: &str| {
        let answer = ask(engine, line);
        let cells = answer[2..].split_whitespace();
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    // One playout leaves no doubt about the owner of a point.
    let certain = ["1.00", "0.00", "-1.00"];
    let one = cells(&mut engine, "ponnuki-ownership 1");
    assert_eq!(one.len(), 25);
    assert!(
        one.iter().all(|cell| certain.contains(&cell.as_str())),
        "{one:?}"
    );
    let many = cells(&mut engine, "ponnuki-ownership 100");
    assert!(
        !many.iter().all(|cell| certain.contains(&cell.as_str())),
        "{many:?}"
    );
}

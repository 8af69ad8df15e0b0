//! Conversations with an engine, without the streams of a session.

use super::*;
use crate::gtp::io::writer::ResponseWriter;
use crate::gtp::parse;
use crate::gtp::parse::commands::COMMANDS;
use crate::gtp::response::frame;

/// Creates an engine with a board of this size.
pub(super) fn engine(size: &str) -> Engine {
    Engine::new(EngineOptions {
        size: size.parse().unwrap(),
        ..EngineOptions::new(1)
    })
}

/// Returns the response to one line, without the line feeds at its end. An
/// analysis ends only by its number of playouts.
pub(super) fn ask(engine: &mut Engine, line: &str) -> String {
    let request = parse::request(&mut line.as_bytes().to_vec()).expect("a command");
    let mut output = Vec::new();
    let stop = StopFlag::new();
    let mut writer = ResponseWriter::new(&mut output, request.id, &stop);
    let reply = request
        .command
        .map_err(|_| Failure::Syntax)
        .and_then(|command| engine.execute(command, &stop, &mut writer));
    frame(&mut output, request.id, &reply);
    String::from_utf8(output)
        .unwrap()
        .trim_end_matches('\n')
        .to_owned()
}

/// Sends each line and compares the responses.
pub(super) fn talk(engine: &mut Engine, lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(ask(engine, line), *expected, "{line}");
    }
}

/// Returns the state that a failed command must not change.
fn state(engine: &mut Engine) -> Vec<String> {
    let questions = [
        "showboard",
        "get_komi",
        "query_boardsize",
        "move_history",
        "captures b",
        "captures w",
        "ponnuki-hash",
        "ponnuki-dead",
        "kata-get-rules",
        "ponnuki-param",
        "get_random_seed",
        "printsgf",
        "reg_genmove b",
        "ponnuki-bans b",
        "ponnuki-bans w",
    ];
    let mut state: Vec<_> = questions.map(|question| ask(engine, question)).into();
    state.push(format!("{:?}", engine.clocks()));
    state
}

#[test]
fn every_listed_command_can_be_carried_out() {
    for entry in COMMANDS {
        let arguments = match entry.name {
            "fixed_handicap" | "place_free_handicap" => "2",
            "final_status_list" => "alive",
            "kata-set-rule" => "ko simple",
            "kata-get-param" => "seed",
            "kata-set-param" => "level 1",
            "kata-set-params" => "{}",
            "kata-set-rules" | "kgs-rules" => "chinese",
            "kata-time_settings" | "kgs-time_settings" => "none",
            "set_free_handicap" => "A1 B1",
            "boardsize" | "rectangular_boardsize" => "9 9",
            "loadsgf" => "no-such-file.sgf",
            "set_random_seed" | "komi" => "1",
            "time_left" => "b 1 0",
            "ponnuki-live_graphics" => "false",
            "ponnuki-live_analysis" => "b playouts 0",
            name if name.contains("analyze") && !name.contains("gogui") => "b playouts 3",
            "time_settings" => "1 0 0",
            _ if entry.arguments.contains("COLOR VERTEX") => "b D4",
            _ if entry.arguments.contains("COLOR") => "b",
            "printsgf" => "",
            _ if entry.arguments.contains("VERTEX") => "D4",
            _ => "",
        };
        let mut engine = engine("9");
        if [
            "countlib",
            "findlib",
            "ponnuki-mark_dead",
            "undo",
            "gg-undo",
            "last_move",
        ]
        .contains(&entry.name)
        {
            ask(&mut engine, "play b D4");
        }
        let response = ask(&mut engine, &format!("{} {arguments}", entry.name));
        let expected = if entry.name == "loadsgf" {
            "? cannot load file"
        } else {
            "="
        };
        assert!(response.starts_with(expected), "{}: {response}", entry.name);
    }
}

#[test]
fn commands_that_must_not_fail_do_not() {
    let mut engine = engine("9");
    for _ in 0..3 {
        for line in [
            "name",
            "version",
            "protocol_version",
            "known_command",
            "known_command \u{1f600}",
            "list_commands",
            "clear_board",
            "genmove b",
            "genmove w",
            "genmove w",
            "reg_genmove b",
            "play b pass",
            "play w pass",
            "genmove b",
            "genmove w",
            "showboard",
            "quit",
        ] {
            assert!(ask(&mut engine, line).starts_with("= "), "{line}");
        }
    }
}

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
        ("boardsize 0", "? unacceptable size"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize -9", "? unacceptable size"),
        ("boardsize 9 26", "? unacceptable size"),
        ("boardsize 99999999999999999999999", "? unacceptable size"),
        ("boardsize", "? syntax error"),
        ("boardsize nine", "? syntax error"),
        ("rectangular_boardsize 9", "? syntax error"),
        ("rectangular_boardsize 9 0", "? unacceptable size"),
        ("rectangular_boardsize 9:0", "? unacceptable size"),
        ("rectangular_boardsize 9:", "? syntax error"),
        ("rectangular_boardsize 9:13:9", "? syntax error"),
        ("boardsize 26:9", "? unacceptable size"),
        ("boardsize :9", "? syntax error"),
        ("komi", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi inf", "? syntax error"),
        ("komi 5,5", "? syntax error"),
        ("komi 1e999", "? syntax error"),
        ("play", "? syntax error"),
        ("play b", "? syntax error"),
        ("play b resign", "? syntax error"),
        ("play x D5", "? syntax error"),
        ("play b i5", "? syntax error"),
        ("play b 4d", "? syntax error"),
        ("play b a0", "? syntax error"),
        ("play b D4", "? illegal move"),
        ("play w Z25", "? illegal move"),
        ("play w K1", "? illegal move"),
        ("genmove", "? syntax error"),
        ("reg_genmove red", "? syntax error"),
        ("gg-undo 3", "? cannot undo"),
        ("gg-undo x", "? syntax error"),
        ("fixed_handicap 2", "? board not empty"),
        ("place_free_handicap 2", "? board not empty"),
        ("set_free_handicap D4 E5", "? board not empty"),
        ("gogui-setup b D4", "? board not empty"),
        ("gogui-play_sequence b E5 w F5 b E5", "? illegal move"),
        ("gogui-play_sequence b E5 w", "? syntax error"),
        ("set_position b E5 b pass", "? invalid vertex"),
        ("set_position b E5 w E5", "? repeated vertex"),
        ("set_position b A1 w A2 w B1", "? invalid position"),
        ("time_settings 1 2", "? syntax error"),
        ("time_left b", "? syntax error"),
        ("final_status_list", "? syntax error"),
        ("final_status_list black", "? syntax error"),
        ("countlib K1", "? invalid vertex"),
        ("countlib A1", "? vertex must not be empty"),
        ("findlib pass", "? invalid vertex"),
        ("color", "? syntax error"),
        ("ponnuki-mark_dead A1", "? vertex must not be empty"),
        ("loadsgf", "? syntax error"),
        ("loadsgf .", "? cannot load file"),
        ("loadsgf no-such-file.sgf", "? cannot load file"),
        ("loadsgf Cargo.toml", "? cannot load file"),
        ("printsgf out.sgf", "? cannot write file"),
        ("set_random_seed -1", "? syntax error"),
        ("kata-set-rule ko", "? syntax error"),
        ("kata-set-rules", "? syntax error"),
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
fn a_new_size_keeps_the_komi_and_clears_the_board() {
    let mut engine = engine("19");
    talk(
        &mut engine,
        &[
            ("komi 1e1", "= "),
            ("play b Q16", "= "),
            ("boardsize 9 13", "= "),
            ("get_komi", "= 1e1"),
            ("query_boardsize", "= 9 13"),
            ("list_stones b", "= "),
            ("move_history", "= "),
            ("last_move", "? no previous move known"),
            ("play b J13", "= "),
            ("play b K13", "? illegal move"),
            ("rectangular_boardsize 13 9", "= "),
            ("query_boardsize", "= 13 9"),
            ("rectangular_boardsize 9:13", "= "),
            ("query_boardsize", "= 9 13"),
            ("boardsize 25:2", "= "),
            ("query_boardsize", "= 25 2"),
            ("boardsize 25 square", "= "),
            ("query_boardsize", "= 25"),
            ("play b z25", "= "),
            ("last_move", "= black Z25"),
        ],
    );
}

#[test]
fn moves_are_listed_and_taken_back() {
    let mut engine = engine("9");
    talk(
        &mut engine,
        &[
            ("undo", "? cannot undo"),
            ("gg-undo 0", "= "),
            ("play b d04", "= "),
            ("play B PASS", "= "),
            ("play white e5", "= "),
            ("move_history", "= white E5\nblack pass\nblack D4"),
            ("gg-undo 2", "= "),
            ("move_history", "= black D4"),
            ("color D4", "= black"),
            ("color E5", "= empty"),
            ("undo", "= "),
            ("undo", "? cannot undo"),
        ],
    );
}

#[test]
fn handicap_follows_the_table() {
    for (size, line, expected) in [
        (
            "19",
            "fixed_handicap 9",
            "= D4 K4 Q4 D10 K10 Q10 D16 K16 Q16",
        ),
        ("19", "fixed_handicap 1", "? invalid handicap"),
        ("19", "fixed_handicap 10", "? invalid handicap"),
        ("9", "fixed_handicap 2", "= C3 G7"),
        ("12", "fixed_handicap 4", "= C3 K3 C10 K10"),
        ("8", "fixed_handicap 5", "? invalid handicap"),
        ("6", "fixed_handicap 2", "? invalid handicap"),
        ("9", "place_free_handicap 3", "= C3 C7 G7"),
        ("9", "place_free_handicap 1", "? invalid handicap"),
        ("1", "place_free_handicap 2", "? invalid handicap"),
        ("9", "set_free_handicap A1 b2", "= "),
        ("9", "set_free_handicap A1", "? invalid handicap"),
        ("9", "set_free_handicap", "? invalid handicap"),
        ("9", "set_free_handicap A1 a1", "? repeated vertex"),
        ("9", "set_free_handicap A1 K1", "? invalid vertex"),
        ("9", "set_free_handicap A1 pass", "? invalid vertex"),
        ("2", "set_free_handicap A1 B1 A2", "= "),
        ("2", "set_free_handicap A1 B1 A2 B2", "? invalid handicap"),
    ] {
        let mut engine = engine(size);
        assert_eq!(ask(&mut engine, line), expected, "{line} on {size}");
        let placed = expected.starts_with('=');
        assert_eq!(
            engine.game().to_move() == crate::board::Color::White,
            placed,
            "{line}"
        );
        assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
        if placed {
            assert_eq!(ask(&mut engine, line), "? board not empty");
        }
    }
    let mut full = engine("5");
    ask(&mut full, "place_free_handicap 1000");
    // There is a stone on every second point, because no two may touch.
    assert_eq!(full.game().board().empty().len(), 12);
}

#[test]
fn dead_marks_count_until_the_next_move() {
    let mut engine = engine("3");
    talk(
        &mut engine,
        &[
            ("komi 0", "= "),
            ("final_score", "= 0"),
            ("gogui-setup b A2 b B2 b C2 w A1", "= "),
            ("final_score", "= B+5"),
            ("final_status_list alive", "= A1\nA2 B2 C2"),
            ("final_status_list dead", "= "),
            ("final_status_list seki", "= "),
            ("ponnuki-mark_dead A1", "= A1"),
            ("final_score", "= B+9"),
            ("final_status_list dead", "= A1"),
            ("final_status_list alive", "= A2 B2 C2"),
            ("ponnuki-territory", "= \nB B B\nB B B\nB B B"),
            ("ponnuki-dead", "= A1"),
            ("ponnuki-clear_dead", "= "),
            ("ponnuki-territory", "= \nB B B\nB B B\nW . ."),
            ("ponnuki-mark_dead A1", "= A1"),
            ("play w pass", "= "),
            ("ponnuki-dead", "= "),
        ],
    );
}

#[test]
fn chains_are_listed() {
    let mut engine = engine("3");
    talk(
        &mut engine,
        &[
            ("gogui-setup b A1 b A2 w B1", "= "),
            (
                "ponnuki-chains",
                "= black length 2 liberties 2 stones A1 A2\nwhite length 1 liberties 2 stones B1",
            ),
            (
                "ponnuki-liberties",
                "= \n\"\" \"\" \"\"\n2 \"\" \"\"\n2 2 \"\"",
            ),
            ("countlib A2", "= 2"),
            ("findlib A1", "= B2 A3"),
        ],
    );
}

#[test]
fn the_board_is_shown() {
    let mut engine = engine("2");
    talk(
        &mut engine,
        &[
            ("play b A1", "= "),
            (
                "showboard",
                "= \n   A B\n 2 . . 2\n 1 X . 1\n   A B\nCaptures: black 0, white 0\n\
             Rules: cgos, komi 7.5\nMove 1: black A1\nTo move: white",
            ),
        ],
    );
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
fn games_are_written_only_into_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_owned();
    std::fs::write(folder.join("thesis.sgf"), "precious").unwrap();
    let mut engine = Engine::new(EngineOptions {
        sgf_dir: Some(folder.clone()),
        ..EngineOptions::new(5)
    });
    talk(
        &mut engine,
        &[
            ("play b D4", "= "),
            ("play w Q16", "= "),
            ("printsgf game.sgf", "= "),
            ("printsgf game.sgf", "= "),
            ("printsgf thesis.sgf", "? cannot write file"),
            ("printsgf ../game.sgf", "? cannot write file"),
            ("printsgf .game.sgf", "? cannot write file"),
            ("clear_board", "= "),
        ],
    );
    let path = folder.join("game.sgf");
    let load = format!("loadsgf {}", path.display());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(";B[dp];W[pd]"), "{text}");
    talk(
        &mut engine,
        &[
            (&load, "= "),
            ("move_history", "= white Q16\nblack D4"),
            (&format!("{load} 1"), "= "),
            ("move_history", "= "),
            (&format!("{load} 2"), "= "),
            ("move_history", "= black D4"),
        ],
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn resignation_is_recorded() {
    let mut engine = Engine::new(EngineOptions {
        player: PlayerSettings {
            resign_after: Some(1),
            ..PlayerSettings::default()
        },
        ..EngineOptions::new(1)
    });
    ask(&mut engine, "play b D4");
    assert_eq!(ask(&mut engine, "genmove w"), "= resign");
    let record = ask(&mut engine, "printsgf");
    assert!(record.contains("RE[B+R"));
    assert_eq!(ask(&mut engine, "printsgf -"), record);
    assert!(ask(&mut engine, "showboard").ends_with("Over: white resigned"));
}

#[test]
fn the_estimated_score_names_the_leader() {
    let mut engine = engine("1");
    let score = |engine: &mut Engine| ask(engine, "estimate_score");
    // No move is possible, so every playout ends with the komi.
    for (komi, answer) in [
        ("0", "= 0 (upper bound: 0.0, lower: 0.0)"),
        ("0.5", "= W+0.5 (upper bound: 0.5, lower: 0.5)"),
        ("-0.5", "= B+0.5 (upper bound: -0.5, lower: -0.5)"),
    ] {
        assert_eq!(ask(&mut engine, &format!("komi {komi}")), "= ");
        assert_eq!(score(&mut engine), answer);
    }
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

#[test]
fn a_record_names_the_seed_of_the_player() {
    let mut engine = engine("5");
    let seed = engine.player.seed();
    let record = ask(&mut engine, "printsgf");
    assert!(
        record.contains(&format!("C[random seed {seed}]")),
        "{record}"
    );
}

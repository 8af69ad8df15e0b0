//! Analysis commands of an engine with the random player. A number of playouts
//! ends each analysis, so that nothing depends on time.

use crate::engine::tests::{ask, engine, talk};

/// Returns the moves of the last line of an answer.
fn moves(answer: &str) -> Vec<String> {
    let line = answer
        .lines()
        .rfind(|line| line.starts_with("info"))
        .unwrap();
    let part = |text: &str| text.split(' ').next().unwrap().to_owned();
    line.split("info move ").skip(1).map(part).collect()
}

#[test]
fn the_answer_is_one_line_per_report() {
    let mut engine = engine("9");
    let answer = ask(&mut engine, "7 kata-analyze w 100000 playouts 200");
    let lines: Vec<&str> = answer.lines().collect();
    let [sign, line] = lines[..] else {
        panic!("{answer}");
    };
    assert_eq!(sign, "=7");
    assert!(line.starts_with("info move "), "{line}");
    assert!(moves(&answer).len() > 5, "{answer}");
    let last = line.split(" pv ").last().unwrap();
    assert!(last.len() == 2 || last == "pass", "{last}");
    // The analysis depends on the position and the seed alone.
    assert_eq!(
        ask(&mut engine, "7 kata-analyze w 100000 playouts 200"),
        answer
    );
    assert_ne!(
        ask(&mut engine, "7 kata-analyze b 100000 playouts 200"),
        answer
    );
}

#[test]
fn every_analysis_and_every_search_finds_the_move_of_genmove() {
    let (mut with, mut without) = (engine("7"), engine("7"));
    let commands = [
        "genmove_analyze COLOR playouts 5",
        "lz-genmove_analyze COLOR playouts 5",
        "kata-genmove_analyze COLOR playouts 5",
        "cgos-genmove_analyze COLOR playouts 5",
        "kata-search COLOR",
        "kata-search_cancellable COLOR",
        "kata-search_analyze COLOR playouts 5",
        "kata-search_analyze_cancellable COLOR playouts 5",
    ];
    for (number, command) in commands.iter().cycle().take(24).enumerate() {
        let color = ["b", "w"][number % 2];
        ask(&mut with, "kata-analyze playouts 10");
        ask(&mut with, &format!("ponnuki-win_rates {color}"));
        let answer = ask(&mut with, &command.replace("COLOR", color));
        let expected = ask(&mut without, &format!("genmove {color}"));
        let last = answer.lines().last().unwrap();
        assert_eq!(last.replace("play", "="), expected, "{command}");
        // A search plays nothing, so its move is legal still.
        if command.contains("search") {
            let vertex = expected.trim_start_matches("= ");
            let played = ask(&mut with, &format!("play {color} {vertex}"));
            assert_eq!(played, "= ", "{command}");
        }
        for question in ["move_history", "showboard", "reg_genmove b"] {
            assert_eq!(ask(&mut with, question), ask(&mut without, question));
        }
    }
}

#[test]
fn the_object_for_cgos_comes_before_the_move() {
    let mut engine = engine("5");
    let answer = ask(&mut engine, "cgos-genmove_analyze b");
    let lines: Vec<&str> = answer.lines().collect();
    assert!(
        lines.len() == 3 && lines[0] == "=" && lines[2].starts_with("play "),
        "{answer}"
    );
    let object: serde_json::Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!(object["visits"], 16 * 25);
    assert!(!object["moves"].as_array().unwrap().is_empty());
    assert_eq!(object["ownership"].as_str().unwrap().len(), 25);
}

#[test]
fn odd_positions_have_sensible_answers() {
    let mut one = engine("1");
    assert_eq!(
        moves(&ask(&mut one, "lz-analyze b 1 playouts 20")),
        ["pass"]
    );
    // A second pass ends the game.
    talk(&mut one, &[("play w pass", "= ")]);
    assert_eq!(
        ask(&mut one, "lz-analyze b 100 playouts 20"),
        "=\ninfo move pass visits 19 winrate 0 prior 10000 lcb 0 order 0 pv pass"
    );
    talk(&mut one, &[("play b pass", "= "), ("komi -3", "= ")]);
    let over = ask(&mut one, "kata-genmove_analyze playouts 2");
    assert!(
        over.starts_with("=\ninfo move pass visits 1 winrate 0.000000 scoreMean -"),
        "{over}"
    );
    assert!(over.ends_with("\nplay pass"), "{over}");
    // Black owns the whole board. Only its eyes are left, where White may not play.
    let mut full = engine("3");
    talk(
        &mut full,
        &[("gogui-setup b B1 b A2 b B2 b C2 b B3 b C3 b C1", "= ")],
    );
    for color in ["b", "w"] {
        let answer = ask(
            &mut full,
            &format!("lz-analyze {color} playouts 9 ownership true"),
        );
        assert_eq!(moves(&answer), ["pass"], "{answer}");
    }
    // A finished game can be analyzed like any other.
    let mut over = engine("2");
    talk(&mut over, &[("play b pass", "= "), ("play w pass", "= ")]);
    assert_eq!(moves(&ask(&mut over, "analyze playouts 50")).len(), 5);
}

#[test]
fn restrictions_limit_the_moves_shown_and_played() {
    let mut engine = engine("9");
    let only = ask(
        &mut engine,
        "lz-analyze b playouts 40 allow b C3,d4 1 avoid b D4 1",
    );
    assert_eq!(moves(&only), ["C3"]);
    // Restrictions on White's moves do not affect Black's.
    let white = ask(&mut engine, "lz-analyze b playouts 200 avoid w E5,pass 9");
    assert!(moves(&white).len() > 5, "{white}");
    for _ in 0..8 {
        let answer = ask(
            &mut engine,
            "lz-genmove_analyze b playouts 1 allow b A1,B1,C1,D1,E1,F1,G1,H1 1",
        );
        let played = answer.lines().last().unwrap();
        assert!(played.ends_with('1'), "{answer}");
    }
    talk(
        &mut engine,
        &[
            ("lz-analyze b allow b K1 1", "? invalid vertex"),
            (
                "lz-analyze b allow b J1 1 avoid b J1 1",
                "? no move left to analyze",
            ),
            (
                "lz-genmove_analyze b allow b A1 1",
                "? no move left to analyze",
            ),
        ],
    );
}

#[test]
fn extra_parts_come_on_request() {
    let mut engine = engine("9");
    let plain = ask(
        &mut engine,
        "kata-analyze b playouts 100 pvVisits true ownership false",
    );
    assert!(!plain.contains("rootInfo") && !plain.contains("ownership"));
    let all = ask(
        &mut engine,
        "kata-analyze b playouts 100 rootInfo true ownership true maxmoves 2",
    );
    let (moves, rest) = all.split_once(" rootInfo visits 100 winrate ").unwrap();
    assert_eq!(moves.matches("info move ").count(), 2);
    let (_, owned) = rest.split_once(" ownership ").unwrap();
    let owned: Vec<f64> = owned
        .split(' ')
        .map(|value| value.parse().unwrap())
        .collect();
    assert_eq!(owned.len(), 81);
    assert!(owned.iter().all(|value| (-1.0..=1.0).contains(value)));
}

#[test]
fn an_analysis_without_playouts_shows_nothing() {
    let mut engine = engine("9");
    for name in ["analyze", "lz-analyze", "kata-analyze"] {
        let request = format!("{name} b playouts 0 rootInfo true minmoves 5");
        assert_eq!(ask(&mut engine, &request), "=");
    }
    let played = ask(&mut engine, "cgos-genmove_analyze b playouts 0");
    assert_eq!(played.lines().count(), 2, "{played}");
    assert_eq!(
        ask(&mut engine, "ponnuki-live_analysis w playouts 0"),
        "= TEXT No playouts yet"
    );
}

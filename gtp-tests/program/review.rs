//! `ponnuki review` through the built program.

use std::collections::BTreeSet;

use ponnuki::sgf;
use serde_json::Value;

use super::scores::{documented, members};
use crate::ponnuki;
#[cfg(unix)]
use crate::runner;
use crate::runner::{Folder, InFolder, Run, assert_contains, assert_ends, assert_starts, rows};

/// A game on 5x5 in which White's third move lets Black capture two stones. The names
/// and comments need escapes, and one move has a variation.
const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]PB[<Bl\\]ack> & Co]BR[3k]PW[W\\\\hite]RE[B+R]C[first \\] comment]
;B[cc]C[the centre];W[bc];B[bb](;W[bd];B[ac];W[ee];B[cd];W[ed];B[be];W[];B[ad])(;W[ab];B[aa]))";

/// Runs a fast review of `game.sgf` in a folder.
fn reviewed(folder: &Folder, options: &str) -> Run {
    let has = |names: &[&str]| names.iter().any(|name| options.contains(name));
    let mut line = format!("review game.sgf {options}");
    if !has(&["--visits", "--level"]) {
        line += " --visits 80";
    }
    if !has(&["-j "]) {
        line += " -j 2";
    }
    folder.run(&line)
}

/// Makes a folder with a game.
fn folder(game: &str) -> Folder {
    Folder::with_files(&[("game.sgf", game)])
}

fn json(folder: &Folder, options: &str) -> Value {
    let out = reviewed(folder, &format!("{options} --json")).succeeds();
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_text_shows_both_players_and_the_turning_points() {
    let folder = folder(GAME);
    let run = reviewed(&folder, "--top 2");
    assert_eq!(run.err, "");
    let out = run.succeeds();
    let head = "<Bl]ack> & Co (3k) - W\\hite, B+R\nBlack won; ";
    assert_starts(&out, head);
    let settings = "\n5x5, 11 moves, komi 0.5, chinese rules; 80 visits per position, seed 1\n";
    assert_contains(&out, settings);
    let moves = "moves                              6           5\n";
    assert_contains(&out, moves);
    let heading = "turning points, the greatest loss first:\n";
    let (_, points) = out.split_once(heading).unwrap();
    let lines: Vec<_> = points.lines().collect();
    assert_eq!(lines.len(), 4, "{points}");
    let better = lines[1].strip_prefix("      better: ").unwrap();
    let size = ponnuki::BoardSize::square(5).unwrap();
    let is_move = |name: &str| name == "pass" || size.point_named(name).is_some();
    assert!(better.split(' ').all(is_move), "{points}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let none = reviewed(&folder, "--top 0").succeeds();
    assert_ends(&none, "no turning points\n");
}

#[test]
fn the_json_has_the_documented_members_and_does_not_depend_on_the_threads() {
    let folder = folder(GAME);
    let review = json(&folder, "");
    assert_eq!(review, json(&folder, "-j 1"));
    assert_ne!(review, json(&folder, "--seed 2"));
    let moves = review["reviewed"].as_array().unwrap();
    let found: BTreeSet<_> = &members(&review) | &members(&moves[0]);
    assert_eq!(found, documented("`ponnuki review --json`"));
    assert_eq!(moves.len(), 11);
    assert_eq!(review["visits"], 80);
    assert_eq!(review["level"], Value::Null);
    assert_eq!(review["black"]["name"], "<Bl]ack> & Co");
    assert_eq!(review["black"]["moves"], 6);
    let white = &review["white"];
    assert_eq!(white["rank"], Value::Null);
    let lost = |of: &Value| of["points_lost"].as_f64().unwrap();
    let phases = ["opening", "middle_game", "endgame"];
    let sum: f64 = phases.map(|phase| lost(&white[phase])).iter().sum();
    assert!((sum - lost(white)).abs() < 0.01, "{white}");
    let mut before = &review["start"];
    for (index, reviewed) in moves.iter().enumerate() {
        assert_eq!(reviewed["number"], index + 1);
        assert_eq!(&reviewed["before"], before);
        assert!(lost(reviewed) >= 0.0);
        assert_eq!(reviewed["line"][0], reviewed["move"]);
        let is_first_choice = reviewed["rank"] == 1;
        assert_eq!(reviewed["better"].is_null(), is_first_choice, "{reviewed}");
        assert!(!is_first_choice || lost(reviewed) == 0.0, "{reviewed}");
        before = &reviewed["after"];
    }
    let numbers = review["turning_points"].as_array().unwrap().iter();
    let losses = numbers.map(|number| {
        let reviewed = &moves[number.as_u64().unwrap() as usize - 1];
        assert!(reviewed["mistake"].is_string(), "{reviewed}");
        reviewed["chance_lost"].as_f64().unwrap()
    });
    let losses: Vec<_> = losses.collect();
    let is_sorted = losses.is_sorted_by(|one, next| one >= next);
    assert!(!losses.is_empty() && is_sorted, "{losses:?}");
}

#[test]
fn rules_and_komi_replace_those_of_the_file() {
    let folder = folder(GAME);
    let review = json(&folder, "--rules aga --komi -20");
    assert_eq!(review["rules"], "aga");
    assert_eq!(review["komi"], -20.0);
    let plain = json(&folder, "");
    let lead = |review: &Value| review["start"]["score"].as_f64().unwrap();
    assert!(lead(&review) > lead(&plain) + 10.0, "{}", lead(&review));
}

#[test]
fn the_copy_keeps_the_game_and_is_legal() {
    let folder = folder(GAME);
    let out = reviewed(&folder, "--sgf new.sgf").succeeds();
    assert_ends(&out, "written: new.sgf\n");
    let copy = folder.read("new.sgf");
    let [old, new] = [GAME, copy.as_str()].map(|text| sgf::read(text.as_bytes(), None).unwrap());
    assert_eq!(old.turns(), new.turns());
    assert_eq!(old.start(), new.start());
    for kept in [
        "PB[<Bl\\]ack> & Co]BR[3k]PW[W\\\\hite]RE[B+R]C[first \\] comment\n\nReview by Ponnuki ",
        "CA[UTF-8]",
        ";B[cc]C[the centre\n\nBlack wins ",
        "(;W[ab];B[aa])",
    ] {
        assert_contains(&copy, kept);
    }
    // One for each position, the start included.
    let count = |words: &str| copy.matches(words).count();
    assert_eq!([count("SBKV["), count("]V[")], [12, 12]);
    let review = json(&folder, "");
    let reviewed = review["reviewed"].as_array().unwrap();
    let mistakes = reviewed.iter().filter(|it| it["mistake"].is_string());
    let mistakes = mistakes.count();
    assert!(mistakes > 0);
    assert_eq!(count("C[Better for "), mistakes);
    assert_eq!(count("BM[") + count("DO["), mistakes);
    let checked = folder.run("check --all --json new.sgf").succeeds();
    let checked: Value = serde_json::from_str(&checked).unwrap();
    assert_eq!(checked["variations"], mistakes + 1);
    // A review of the copy replaces the values and keeps the comments.
    let again = folder.run("review new.sgf --visits 20 --sgf again.sgf");
    again.succeeds();
    let again = folder.read("again.sgf");
    assert_eq!(again.matches("SBKV[").count(), 12);
    assert_eq!(again.matches("Review by Ponnuki").count(), 2);
}

#[test]
fn other_games_are_reviewed_as_well() {
    for [name, game, moves, first] in rows(
        "
        rectangle | (;SZ[7:3]KM[2]AB[bb]AW[fb]PL[W];W[db];B[da];W[ea]) | 3 | 1
        passes    | (;SZ[5]KM[7];B[cc];W[];B[];W[])             | 4 | 1
        handicap  | (;SZ[9]HA[2]AB[cg][gc];W[ee];B[ge])         | 2 | 1
        twice     | (;SZ[5];B[aa];B[bb];B[cc];W[dd])            | 4 | 1
        small     | (;SZ[1];B[];W[])                            | 2 | 1
        large     | (;SZ[25];B[dd];W[vv])                       | 2 | 1
        setup     | (;SZ[5];B[aa];W[bb];AB[cc]PL[W];W[dd];B[ee]) | 4 | 1
        only before a setup | (;SZ[5];B[aa];W[bb];AB[cc])         | 2 | 1
        suicide where the file forbids none    | (;SZ[3];B[ba];W[];B[ab];W[aa];B[bb])         | 5 | 1
        ",
    ) {
        let folder = folder(game);
        let [moves, first]: [usize; 2] = [moves, first].map(|number| number.parse().unwrap());
        let review = json(&folder, "--visits 30 --sgf n.sgf --html n.html");
        let reviewed = review["reviewed"].as_array().unwrap();
        assert_eq!(reviewed.len(), moves, "{name}");
        assert_eq!(reviewed[0]["number"], first, "{name}");
        let copy = folder.read("n.sgf");
        let [old, new] = [game, &copy].map(|text| sgf::read(text.as_bytes(), None).unwrap());
        assert_eq!(new.turns(), old.turns(), "{name}");
        let values = copy.matches("SBKV[").count();
        assert_eq!(values, moves + usize::from(first == 1), "{name}");
    }
}

#[test]
fn a_pass_does_not_leave_dead_stones_on_the_board() {
    // White's stone at E5 is dead, so Black wins by a point. Black passes, and White's pass
    // would end a game that White wins.
    let game = "(;SZ[5]KM[24]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[];W[])";
    let review = json(&folder(game), "--visits 200");
    for reviewed in review["reviewed"].as_array().unwrap() {
        let black_wins = reviewed["after"]["black_wins"].as_f64().unwrap();
        assert!(black_wins > 0.5, "{reviewed}");
    }
}

#[test]
fn one_game_of_a_file_is_chosen() {
    let games = "(;SZ[5];B[cc])\n(;SZ[6];B[dd];W[aa])";
    let folder = folder(games);
    assert_eq!(json(&folder, "--game 2")["size"], "6x6");
    assert_eq!(json(&folder, "")["size"], "5x5");
    let reason = "cannot review game.sgf: the file has only 2 games";
    reviewed(&folder, "--game 3").fails(1, reason);
    let out = ponnuki("review - --game 2 --visits 5 --json", games).out;
    let review: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(review["file"], "-");
    assert_eq!(review["game"], 2);
}

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    for (options, game, reason) in [
        ("--strict", "(;SZ[5];B[cc];W[cc])", "move 2 is illegal"),
        (
            "--strict",
            "(;SZ[5];B[cc]",
            "ends in the middle of the game",
        ),
        ("", "no game", "no game found"),
        ("", "", "no game found"),
        ("", "(;SZ[5]AB[cc])", "the game has no moves to review"),
        ("", "(;GM[2]SZ[8])", "a game other than Go"),
        ("", "(;SZ[26];B[aa])", "the board must be"),
    ] {
        let folder = folder(game);
        reviewed(&folder, &format!("--sgf n.sgf --html n.html {options}")).fails(1, reason);
        assert_eq!(folder.names(), ["game.sgf"], "{game}");
    }
}

#[test]
fn a_record_with_defects_is_reviewed_as_far_as_it_goes() {
    let run = reviewed(&folder("(SZ[5];B[cc];W[bc];B[cc]"), "--json --visits 5");
    let review: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(review["moves"], 2);
    let warning = "the record is not in order: move 3 is illegal: occupied; \
                   the game ends before that (and 2 more)";
    assert_contains(&run.err, warning);
}

#[test]
fn bad_options_are_refused() {
    let folder = folder(GAME);
    for [options, status, reason] in rows(
        "
        --visits 0            | 2 | '0'
        --level 5             | 2 | '--visits N'
        --game 0              | 2 | '0'
        -j 0                  | 2 | '0'
        --rules chess         | 2 | cgos, tromp-taylor
        --html game.sgf       | 1 | --html game.sgf would overwrite game.sgf
        --sgf ./game.sgf      | 1 | would overwrite
        --sgf a --html a      | 1 | name the same file
        --html no/such/a.html | 1 | cannot write no/such/a.html
        --sgf .               | 1 | not a regular file
        ",
    ) {
        reviewed(&folder, options).fails(status.parse().unwrap(), reason);
    }
    let missing = folder.run("review none.sgf");
    missing.fails(1, "cannot review none.sgf: ");
    assert_eq!(folder.read("game.sgf"), GAME);
    assert_eq!(folder.names(), ["game.sgf"]);
}

#[test]
fn earlier_outputs_are_replaced_and_others_on_request() {
    let folder = folder(GAME);
    folder.write("n.html", "old");
    let review = |more: &str| reviewed(&folder, &format!("--html n.html --sgf n.sgf {more}"));
    let reason = "was not written for this purpose; --overwrite replaces it";
    review("").fails(1, reason);
    review("--overwrite").succeeds();
    review("").succeeds();
    let text = folder.read("n.html");
    assert_starts(&text, "<!DOCTYPE html>");
    assert_ends(&text, "</html>");
    let title = "<title>&lt;Bl]ack&gt; &amp; Co (3k) – W\\hite, B+R</title>";
    assert_contains(&text, title);
}

/// Ctrl-C, as the terminal sends it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_and_writes_nothing() {
    use std::io::{BufRead, BufReader, Read};

    let folder = folder(GAME);
    let mut review = runner::command("review game.sgf -v --visits 10000000 --sgf n.sgf");
    let mut child = runner::start(folder.within(&mut review));
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // The log begins after the handler is there.
    while !line.contains("11 moves on 5x5") {
        line.clear();
        assert!(errors.read_line(&mut line).unwrap() > 0);
    }
    runner::signal(&child, "-INT");
    let status = runner::ended(&mut child);
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_contains(&rest, "interrupted; nothing has been written");
    assert_eq!(folder.names(), ["game.sgf"]);
}

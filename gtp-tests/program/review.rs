//! `ponnuki review` through the built program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ponnuki::sgf;
use serde_json::Value;

use super::scores::documented;
#[cfg(unix)]
use super::start;
use super::{ponnuki, ponnuki_in, stdout};

/// A game on 5x5 in which White's third move lets Black capture two stones. The names
/// and comments need escapes, and one move has a variation.
const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]PB[<Bl\\]ack> & Co]BR[3k]PW[W\\\\hite]RE[B+R]C[first \\] comment]
;B[cc]C[the centre];W[bc];B[bb](;W[bd];B[ac];W[ee];B[cd];W[ed];B[be];W[];B[ad])(;W[ab];B[aa]))";

/// Runs a fast review of `game.sgf` in a folder.
fn reviewed(folder: &Path, options: &[&str]) -> (String, String, Option<i32>) {
    let mut arguments = vec!["review", "game.sgf"];
    let has = |names: &[&str]| names.iter().any(|name| options.contains(name));
    if !has(&["--visits", "--level"]) {
        arguments.extend(["--visits", "80"]);
    }
    if !has(&["-j"]) {
        arguments.extend(["-j", "2"]);
    }
    arguments.extend(options);
    ponnuki_in(folder, &arguments)
}

/// Makes a folder with a game.
fn folder(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), game).unwrap();
    folder
}

fn json(folder: &Path, options: &[&str]) -> Value {
    let (out, err, status) = reviewed(folder, &[options, &["--json"]].concat());
    assert_eq!(status, Some(0), "{err}");
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).unwrap()
}

fn members(json: &Value) -> BTreeSet<String> {
    json.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_text_shows_both_players_and_the_turning_points() {
    let folder = folder(GAME);
    let (out, err, status) = reviewed(folder.path(), &["--top", "2"]);
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("<Bl]ack> & Co (3k) - W\\hite, B+R\n5x5, 11 moves, komi 0.5, chinese; 80 visits per position, seed 1\n"), "{out}");
    assert!(
        out.contains("moves                              6           5\n"),
        "{out}"
    );
    let (_, points) = out
        .split_once("turning points, the greatest loss first:\n")
        .unwrap();
    let lines: Vec<_> = points.lines().collect();
    assert_eq!(lines.len(), 4, "{points}");
    let better = lines[1].strip_prefix("      better: ").unwrap();
    let size = ponnuki::BoardSize::square(5).unwrap();
    let is_move = |name: &str| name == "pass" || size.point_named(name).is_some();
    assert!(better.split(' ').all(is_move), "{points}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let (none, ..) = reviewed(folder.path(), &["--top", "0"]);
    assert!(none.ends_with("no turning points\n"), "{none}");
}

#[test]
fn the_json_has_the_documented_members_and_does_not_depend_on_the_threads() {
    let folder = folder(GAME);
    let review = json(folder.path(), &[]);
    assert_eq!(review, json(folder.path(), &["-j", "1"]));
    assert_ne!(review, json(folder.path(), &["--seed", "2"]));
    let moves = review["reviewed"].as_array().unwrap();
    let found: BTreeSet<_> = &members(&review) | &members(&moves[0]);
    assert_eq!(found, documented("`ponnuki review --json`"));
    assert_eq!(moves.len(), 11);
    assert_eq!(
        (&review["visits"], &review["level"]),
        (&Value::from(80), &Value::Null)
    );
    assert_eq!(review["black"]["name"], "<Bl]ack> & Co");
    assert_eq!(review["black"]["moves"], 6);
    let white = &review["white"];
    assert_eq!(white["rank"], Value::Null);
    let sum: f64 = ["opening", "middle_game", "endgame"]
        .map(|phase| white[phase]["points_lost"].as_f64().unwrap())
        .iter()
        .sum();
    assert!(
        (sum - white["points_lost"].as_f64().unwrap()).abs() < 0.01,
        "{white}"
    );
    let mut before = &review["start"];
    for (index, reviewed) in moves.iter().enumerate() {
        assert_eq!(reviewed["number"], index + 1);
        assert_eq!(&reviewed["before"], before);
        assert!(reviewed["points_lost"].as_f64().unwrap() >= 0.0);
        assert_eq!(reviewed["line"][0], reviewed["move"]);
        let is_first_choice = reviewed["rank"] == 1;
        assert_eq!(reviewed["better"].is_null(), is_first_choice, "{reviewed}");
        assert!(
            !is_first_choice || reviewed["points_lost"] == 0.0,
            "{reviewed}"
        );
        before = &reviewed["after"];
    }
    let numbers = review["turning_points"].as_array().unwrap();
    let losses: Vec<_> = numbers
        .iter()
        .map(|number| {
            let reviewed = &moves[number.as_u64().unwrap() as usize - 1];
            assert!(reviewed["mistake"].is_string(), "{reviewed}");
            reviewed["chance_lost"].as_f64().unwrap()
        })
        .collect();
    assert!(
        !losses.is_empty() && losses.is_sorted_by(|one, next| one >= next),
        "{losses:?}"
    );
}

#[test]
fn a_level_searches_as_it_plays() {
    let folder = folder(GAME);
    let options = ["review", "game.sgf", "--level", "6", "--json"];
    let (out, err, status) = ponnuki_in(folder.path(), &options);
    assert_eq!(status, Some(0), "{err}");
    let review: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (review["level"].as_u64(), review["visits"].as_u64()),
        (Some(6), Some(100))
    );
    let same = json(folder.path(), &["--visits", "100"]);
    assert_ne!(review["reviewed"], same["reviewed"]);
}

#[test]
fn rules_and_komi_replace_those_of_the_file() {
    let folder = folder(GAME);
    let review = json(folder.path(), &["--rules", "aga", "--komi", "-20"]);
    assert_eq!(
        (&review["rules"], &review["komi"]),
        (&Value::from("aga"), &Value::from(-20.0))
    );
    let plain = json(folder.path(), &[]);
    let lead = |review: &Value| review["start"]["score"].as_f64().unwrap();
    assert!(lead(&review) > lead(&plain) + 10.0, "{}", lead(&review));
}

#[test]
fn the_copy_keeps_the_game_and_is_legal() {
    let folder = folder(GAME);
    let (out, err, status) = reviewed(folder.path(), &["--sgf", "new.sgf"]);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.ends_with("written: new.sgf\n"), "{out}");
    let copy = fs::read_to_string(folder.path().join("new.sgf")).unwrap();
    let [old, new] = [GAME, copy.as_str()].map(|text| sgf::read(text.as_bytes(), None).unwrap());
    assert_eq!(old.turns(), new.turns());
    assert_eq!(old.start(), new.start());
    for kept in [
        "PB[<Bl\\]ack> & Co]BR[3k]PW[W\\\\hite]RE[B+R]C[first \\] comment\n\nReview by Ponnuki ",
        "CA[UTF-8]",
        ";B[cc]C[the centre\n\nBlack wins ",
        "(;W[ab];B[aa])",
    ] {
        assert!(copy.contains(kept), "{kept}: {copy}");
    }
    // One for each position, the start included.
    assert_eq!(copy.matches("SBKV[").count(), 12);
    assert_eq!(copy.matches("]V[").count(), 12);
    let review = json(folder.path(), &[]);
    let reviewed = review["reviewed"].as_array().unwrap();
    let mistakes = reviewed.iter().filter(|it| it["mistake"].is_string());
    let mistakes = mistakes.count();
    assert!(mistakes > 0);
    assert_eq!(copy.matches("C[Better for ").count(), mistakes);
    assert_eq!(
        copy.matches("BM[").count() + copy.matches("DO[").count(),
        mistakes
    );
    let check = ["check", "--all", "--json", "new.sgf"];
    let (out, err, status) = ponnuki_in(folder.path(), &check);
    assert_eq!(status, Some(0), "{err}{out}");
    let checked: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(checked["variations"], mistakes + 1);
    // A review of the copy replaces the values and keeps the comments.
    let again = ["review", "new.sgf", "--visits", "20", "--sgf", "again.sgf"];
    let (_, err, status) = ponnuki_in(folder.path(), &again);
    assert_eq!(status, Some(0), "{err}");
    let again = fs::read_to_string(folder.path().join("again.sgf")).unwrap();
    assert_eq!(again.matches("SBKV[").count(), 12);
    assert_eq!(again.matches("Review by Ponnuki").count(), 2);
}

#[test]
fn other_games_are_reviewed_as_well() {
    for (name, game, moves, first) in [
        (
            "rectangle",
            "(;SZ[7:3]KM[2]AB[bb]AW[fb]PL[W];W[db];B[da];W[ea])",
            3,
            1,
        ),
        ("passes", "(;SZ[5]KM[7];B[cc];W[];B[];W[])", 4, 1),
        ("handicap", "(;SZ[9]HA[2]AB[cg][gc];W[ee];B[ge])", 2, 1),
        ("twice", "(;SZ[5];B[aa];B[bb];B[cc];W[dd])", 4, 1),
        ("small", "(;SZ[1];B[];W[])", 2, 1),
        ("large", "(;SZ[25];B[dd];W[vv])", 2, 1),
        // Moves before setup stones are left out.
        (
            "setup",
            "(;SZ[5];B[aa];W[bb];AB[cc]PL[W];W[dd];B[ee])",
            2,
            3,
        ),
        // The file does not state that suicide is forbidden, and has one.
        ("suicide", "(;SZ[3];B[ba];W[];B[ab];W[aa];B[bb])", 5, 1),
    ] {
        let folder = folder(game);
        let review = json(
            folder.path(),
            &["--visits", "30", "--sgf", "n.sgf", "--html", "n.html"],
        );
        let reviewed = review["reviewed"].as_array().unwrap();
        assert_eq!(reviewed.len(), moves, "{name}");
        assert_eq!(reviewed[0]["number"], first, "{name}");
        let copy = fs::read(folder.path().join("n.sgf")).unwrap();
        let old = sgf::read(game.as_bytes(), None).unwrap();
        assert_eq!(
            sgf::read(&copy, None).unwrap().turns(),
            old.turns(),
            "{name}"
        );
        let values = String::from_utf8(copy).unwrap().matches("SBKV[").count();
        assert_eq!(values, moves + usize::from(first == 1), "{name}");
    }
}

#[test]
fn a_pass_does_not_leave_dead_stones_on_the_board() {
    // White's stone at E5 is dead, so Black wins by a point. Black passes, and White's pass
    // would end a game that White wins.
    let game = "(;SZ[5]KM[24]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[];W[])";
    let folder = folder(game);
    let review = json(folder.path(), &["--visits", "200"]);
    for reviewed in review["reviewed"].as_array().unwrap() {
        let black_wins = reviewed["after"]["black_wins"].as_f64().unwrap();
        assert!(black_wins > 0.5, "{reviewed}");
    }
}

#[test]
fn one_game_of_a_file_is_chosen() {
    let games = "(;SZ[5];B[cc])\n(;SZ[6];B[dd];W[aa])";
    let folder = folder(games);
    assert_eq!(json(folder.path(), &["--game", "2"])["size"], "6x6");
    assert_eq!(json(folder.path(), &[])["size"], "5x5");
    let (_, err, status) = reviewed(folder.path(), &["--game", "3"]);
    assert_eq!(status, Some(1));
    assert!(
        err.contains("cannot review game.sgf: the file has only 2 games"),
        "{err}"
    );
    let output = ponnuki(
        &["review", "-", "--game", "2", "--visits", "5", "--json"],
        games,
    );
    let review: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(
        (&review["file"], &review["game"]),
        (&Value::from("-"), &Value::from(2))
    );
}

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    for (game, words) in [
        ("(;SZ[5];B[cc];W[cc])", "move 2 is illegal"),
        ("(;SZ[5];B[cc]", "ends in the middle of the game"),
        ("no game", "no game found"),
        ("", "no game found"),
        ("(;SZ[5]AB[cc])", "the game has no moves to review"),
        ("(;SZ[5];B[aa];AB[cc])", "the game has no moves to review"),
        ("(;GM[2]SZ[8])", "a game other than Go"),
        ("(;SZ[26];B[aa])", "the board must be"),
    ] {
        let folder = folder(game);
        let (out, err, status) = reviewed(folder.path(), &["--sgf", "n.sgf", "--html", "n.html"]);
        assert_eq!((status, out.as_str()), (Some(1), ""), "{game}");
        assert!(
            err.contains(&format!("cannot review game.sgf: {words}")) || err.contains(words),
            "{game}: {err}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{game}");
    }
}

#[test]
fn bad_options_are_refused() {
    let folder = folder(GAME);
    for (options, status, words) in [
        (&["--visits", "0"][..], 2, "'0'"),
        (&["--level", "0"], 2, "expected a number from 1 to 9"),
        (&["--level", "10"], 2, "expected a number from 1 to 9"),
        (&["--level", "5", "--visits", "9"], 2, "cannot be used with"),
        (&["--game", "0"], 2, "'0'"),
        (&["-j", "0"], 2, "'0'"),
        (&["--rules", "japanese"], 2, "territory"),
        (
            &["--html", "game.sgf"],
            1,
            "--html game.sgf would overwrite game.sgf",
        ),
        (&["--sgf", "./game.sgf"], 1, "would overwrite"),
        (&["--sgf", "a", "--html", "a"], 1, "name the same file"),
        (
            &["--html", "no/such/a.html"],
            1,
            "cannot write no/such/a.html",
        ),
        (&["--sgf", "."], 1, "not a regular file"),
    ] {
        let (out, err, found) = reviewed(folder.path(), options);
        assert_eq!(
            (found, out.as_str()),
            (Some(status), ""),
            "{options:?}: {err}"
        );
        assert!(err.contains(words), "{options:?}: {err}");
    }
    let (_, err, status) = ponnuki_in(folder.path(), &["review", "none.sgf"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("cannot review none.sgf: "), "{err}");
    assert_eq!(
        fs::read_to_string(folder.path().join("game.sgf")).unwrap(),
        GAME
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn earlier_outputs_are_replaced_and_others_on_request() {
    let folder = folder(GAME);
    let page = folder.path().join("n.html");
    fs::write(&page, "old").unwrap();
    for (options, words) in [
        (
            &[][..],
            "was not written for this purpose; --overwrite replaces it",
        ),
        (&["--overwrite"], ""),
        (&[], ""),
    ] {
        let options = [&["--html", "n.html", "--sgf", "n.sgf"], options].concat();
        let (_, err, status) = reviewed(folder.path(), &options);
        assert_eq!(status == Some(0), words.is_empty(), "{err}");
        assert!(err.contains(words), "{err}");
    }
    let text = fs::read_to_string(&page).unwrap();
    assert!(
        text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>"),
        "{text}"
    );
    let title = "<title>&lt;Bl]ack&gt; &amp; Co (3k) – W\\hite, B+R</title>";
    assert!(text.contains(title), "{text}");
}

/// Ctrl-C, as the terminal sends it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_and_writes_nothing() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Command;
    use std::time::{Duration, Instant};

    let folder = folder(GAME);
    let [game, copy] = ["game.sgf", "n.sgf"].map(|name| folder.path().join(name));
    let [game, copy] = [&game, &copy].map(|path| path.to_str().unwrap());
    let options = ["review", game, "-v", "--visits", "10000000", "--sgf", copy];
    let mut child = start(&options);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    // The log begins after the handler is there.
    while !line.contains("11 moves on 5x5") {
        line.clear();
        assert!(errors.read_line(&mut line).unwrap() > 0);
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let begun = Instant::now();
    let status = child.wait().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert!(
        rest.contains("interrupted; nothing has been written"),
        "{rest}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

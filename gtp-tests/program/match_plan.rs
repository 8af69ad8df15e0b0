//! `ponnuki match plan` on the command line.

use serde_json::Value;

use super::match_files::ponnuki_match;
use super::match_pairs::{printed, report};
use super::{Folder, RANDOM, assert_refused, play, shlex, stderr};

fn json(words: &str) -> Value {
    serde_json::from_str(&printed(words)).unwrap()
}

#[test]
fn a_plan_says_how_many_games_a_test_needs() {
    let text = printed("plan --elo1 60 --pairs --variance-ratio 0.5 --elo -20 --runs 200");
    let expected = "SPRT of 0 against 60 Elo on pairs, 0.0 % draws, variance ratio 0.50\n";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(
        text,
        printed("plan --elo1 60 --variance-ratio 0.5 --elo -20 --runs 200")
    );
    let plan = |options: &str| json(&format!("plan --elo1 60 --runs 200 --json {options}"));
    let (single, paired) = (plan(""), plan("--pairs --variance-ratio 0.5"));
    let games = |plan: &Value, row: usize| plan["differences"][row]["games"].as_f64().unwrap();
    for row in 0..3 {
        let share = games(&paired, row) / games(&single, row);
        assert!((0.4..0.65).contains(&share), "{single} {paired}");
    }
    assert_eq!(
        (&single["on"], &single["seconds_per_game"]),
        (&"games".into(), &Value::Null)
    );
    let elo: Vec<_> = (0..3)
        .map(|row| single["differences"][row]["elo"].as_f64())
        .collect();
    assert_eq!(elo, [Some(0.0), Some(30.0), Some(60.0)]);
    assert!(games(&single, 1) > games(&single, 0) && games(&single, 1) > games(&single, 2));
    let timed = plan("--seconds-per-game 36 -j 2");
    let hours = timed["differences"][0]["hours"].as_f64().unwrap();
    assert!((hours - games(&single, 0) / 200.0).abs() < 1e-9);
    assert_eq!(timed["games_to_allow"], single["games_to_allow"]);
    // A player 400 points stronger cannot share enough pairs.
    let note = printed("plan --elo1 60 --pairs --variance-ratio 0.1 --elo 400 --runs 10");
    assert!(
        note.contains("At 400 Elo the variance ratio is 0.90"),
        "{note}"
    );
}

#[test]
fn a_plan_takes_its_figures_from_a_match() {
    let folder = Folder::new();
    let path = folder.path("out");
    play(&format!("{RANDOM} --games 20 --pairs --komi 7"), &path);
    let summary: Value = serde_json::from_str(&report(&path, "--json")).unwrap();
    let like = format!(
        "plan --elo1 60 --runs 20 --json --like \"{}\"",
        path.display()
    );
    let plan = json(&format!("{like} --pairs"));
    assert_eq!(plan["variance_ratio"], summary["pairs"]["variance_ratio"]);
    let draws = summary["players"][0]["black"]["draws"].as_f64().unwrap()
        + summary["players"][0]["white"]["draws"].as_f64().unwrap();
    assert_eq!(plan["draws"].as_f64(), Some(draws / 20.0));
    assert!(plan["seconds_per_game"].as_f64().unwrap() > 0.0);
    // Options come before the file.
    let plan = json(&format!("{like} --pairs --variance-ratio 0.7 --draws 0.1"));
    assert_eq!(
        (&plan["variance_ratio"], &plan["draws"]),
        (&0.7.into(), &0.1.into())
    );
    let without = folder.path("without");
    play(&format!("{RANDOM} --games 4 --alternate"), &without);
    let output = ponnuki_match(shlex(&format!(
        "plan --elo1 60 --pairs --like \"{}\"",
        without.display()
    )));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("no pairs of games"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_senseless_plan_is_refused_with_the_reason() {
    let folder = Folder::new();
    let text = folder.write("text", "my thesis\n");
    let like = format!("--elo1 20 --like \"{}\"", text.display());
    for (options, reason) in [
        ("--elo0 20 --elo1 20", "the smaller first"),
        ("--elo0 30 --elo1 20", "the smaller first"),
        ("--elo1 -5", "the smaller first"),
        ("--elo1 3000", "within 2000 points"),
        ("--elo1 nan", "within 2000 points"),
        ("--elo1 0.001", "choose hypotheses further apart"),
        (
            "--elo1 400 --draws 0.9",
            "at most 0.4805 of the games can be draws",
        ),
        (
            "--elo1 20 --like /nowhere.jsonl",
            "cannot read /nowhere.jsonl",
        ),
        (&like, "line 1: no record of a game"),
    ] {
        let output = ponnuki_match(shlex(&format!("plan {options}")));
        assert_refused(&output, reason, options);
        assert!(output.stdout.is_empty());
    }
    for options in [
        "",
        "--elo1 many",
        "--elo1 20 --draws 1.5",
        "--elo1 20 --draws nan",
        "--elo1 20 --elo inf",
        "--elo1 20 --pairs --variance-ratio 0",
        "--elo1 20 --pairs --variance-ratio 2.5",
        "--elo1 20 -j 2",
        "--elo1 20 --seconds-per-game 0",
        "--elo1 20 --runs 0",
    ] {
        let output = ponnuki_match(shlex(&format!("plan {options}")));
        assert_eq!(
            output.status.code(),
            Some(2),
            "{options}: {}",
            stderr(&output)
        );
    }
}

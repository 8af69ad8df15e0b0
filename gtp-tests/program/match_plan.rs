//! `ponnuki match plan` on the command line.

use serde_json::Value;

use super::match_files::report;
use super::runner::{Folder, Run, assert_contains, assert_starts, rows};
use super::{RANDOM, play};

/// Runs `ponnuki match plan` with these options.
fn plan(folder: &Folder, options: &str) -> Run {
    folder.run(&format!("match plan {options}"))
}

fn json(folder: &Folder, options: &str) -> Value {
    let text = plan(folder, &format!("--elo1 60 --json {options}")).succeeds();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_plan_says_how_many_games_a_test_needs() {
    let folder = Folder::new();
    let options = "--elo1 60 --variance-ratio 0.5 --elo -20 --runs 200";
    let text = plan(&folder, &format!("{options} --pairs")).succeeds();
    let head = "SPRT of 0 against 60 Elo on pairs, 0.0 % draws, variance ratio 0.50\n";
    assert_starts(&text, head);
    assert_eq!(text, plan(&folder, options).succeeds());
    let [single, paired, timed] = [
        "",
        "--pairs --variance-ratio 0.5",
        "--seconds-per-game 36 -j 2",
    ]
    .map(|options| json(&folder, &format!("--runs 200 {options}")));
    let games = |plan: &Value, row: usize| plan["differences"][row]["games"].as_f64().unwrap();
    for row in 0..3 {
        let share = games(&paired, row) / games(&single, row);
        assert!((0.4..0.65).contains(&share), "{single} {paired}");
        assert_eq!(single["differences"][row]["elo"], 30.0 * row as f64);
    }
    assert_eq!(single["on"], "games");
    assert_eq!(single["seconds_per_game"], Value::Null);
    assert!(games(&single, 1) > games(&single, 0) && games(&single, 1) > games(&single, 2));
    let hours = timed["differences"][0]["hours"].as_f64().unwrap();
    assert!((hours - games(&single, 0) / 200.0).abs() < 1e-9);
    assert_eq!(timed["games_to_allow"], single["games_to_allow"]);
    // A player 400 points stronger cannot share enough pairs.
    let options = "--elo1 60 --pairs --variance-ratio 0.1 --elo 400 --runs 10";
    let note = plan(&folder, options).succeeds();
    assert_contains(&note, "At 400 Elo the variance ratio is 0.90");
}

#[test]
fn a_plan_takes_its_figures_from_a_match() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 20 --pairs --komi 7");
    play(&folder, &options, "out");
    let summary: Value = serde_json::from_str(&report(&folder, "out", "--json")).unwrap();
    let like = "--runs 20 --like out --pairs";
    let taken = json(&folder, like);
    assert_eq!(taken["variance_ratio"], summary["pairs"]["variance_ratio"]);
    let draws = |color: &str| summary["players"][0][color]["draws"].as_f64().unwrap();
    let draws = (draws("black") + draws("white")) / 20.0;
    assert_eq!(taken["draws"].as_f64(), Some(draws));
    assert!(taken["seconds_per_game"].as_f64().unwrap() > 0.0);
    // Options come before the file.
    let given = json(&folder, &format!("{like} --variance-ratio 0.7 --draws 0.1"));
    assert_eq!(given["variance_ratio"], 0.7);
    assert_eq!(given["draws"], 0.1);
    let options = format!("{RANDOM} --games 4 --alternate");
    play(&folder, &options, "without");
    let refused = plan(&folder, "--elo1 60 --pairs --like without");
    refused.fails(1, "no pairs of games");
}

#[test]
fn a_senseless_plan_is_refused_with_the_reason() {
    let folder = Folder::of(&[("text", "my thesis\n")]);
    for [options, reason] in rows(
        "
        --elo1 0.001            | choose hypotheses further apart
        --elo1 400 --draws 0.9  | at most 0.4805 of the games can be draws
        --elo1 20 --like /nowhere.jsonl | cannot read /nowhere.jsonl
        --elo1 20 --like text   | line 1: no record of a game
        ",
    ) {
        plan(&folder, options).fails(1, reason);
    }
    for options in [
        "--elo0 20 --elo1 20",
        "--elo0 30 --elo1 20",
        "--elo1 0",
        "--elo1 -5",
        "--elo1 3000",
        "--elo1 nan",
    ] {
        let reason = "within 2000 points, the smaller first, such as --elo0 0 --elo1 30";
        plan(&folder, options).fails(2, reason);
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
        plan(&folder, options).fails(2, "");
    }
}

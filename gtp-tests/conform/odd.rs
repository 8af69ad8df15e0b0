//! Engines like those that people have written: a fault is one failure, and no false fact.

use libtest_mimic::Trial;

use crate::program::{self, Folder, assert_contains, rows};
use crate::{SLOW, conform, deviating, proxied, results};
use ponnuki_testing::trial;

/// Each engine, by its command line or its deviation, with the facts that are learned about it, and
/// the checks that it fails, except for the slow ones. What rests on its faults is no failure.
const ODD_ENGINES: &str = "
    ponnuki --quiet --seed 1       | 1 to 25   | --rules cgos                        | fit for Sabaki, GoGui | 
    ponnuki --quiet --resign-after 0 | 1 to 25 | --rules cgos                        | as far as checked, fit for Sabaki, GoGui | 
    size-twice                     | 9, 13, 19 | --ko positional --suicide forbidden | not for Sabaki (1 failure), OGS (1 failure), Lizzie (1 failure) | id-in-every-answer output-one-answer
    size-twice-id                  | 1 to 25   | --rules cgos                        | fit for Sabaki, GoGui | output-one-answer
    color-letters                  | 1 to 25   | --ko positional --suicide forbidden | not for GoGui (1 failure), OGS (1 failure) | play-colors play-occupied
    play-anywhere                  | 1 to 25   | unknown                             | not for | known-command-required play-occupied known-undo known-clock known-final-score known-final-status-list known-place-free-handicap known-set-free-handicap rules-refused
";

pub(crate) fn trials() -> Vec<Trial> {
    let learned = rows(ODD_ENGINES).map(|[engine, boards, rules, verdict, failing]| {
        let name = format!("odd::{}", engine.replace(' ', "-"));
        trial(name, move || {
            learn(engine, [boards, rules, verdict], failing);
        })
    });
    learned
        .chain([
            trial("odd::a-dialogue-replays-to-the-failure", replay),
            trial("odd::a-second-answer-has-its-command", second_answer),
        ])
        .collect()
}

/// Returns the deviations of the engines.
pub(crate) fn deviations() -> impl Iterator<Item = &'static str> {
    let engines = rows(ODD_ENGINES).map(|[engine, _, _, _, _]| engine);
    engines.filter(|engine| !engine.contains(' '))
}

/// Checks what is learned about an engine, and that it fails the expected checks alone.
fn learn(engine: &str, [boards, rules, verdict]: [&str; 3], failing: &str) {
    let engine = if engine.contains(' ') {
        engine.to_owned()
    } else {
        deviating(engine)
    };
    let skipped = SLOW
        .replace("rules-refused,", "")
        .replace("analyze-genmove-plays,", "");
    let options = format!("--time-limit 2 --all --skip {skipped}");
    let out = conform(&Folder::new(), &engine, &options).out;
    assert_contains(&out, &format!("\nboards: {boards}\n"));
    assert_contains(&out, rules);
    assert_contains(&out, verdict);
    let is_failure = |line: &&str| {
        ["must    ", "should  "]
            .iter()
            .any(|level| line.starts_with(level))
    };
    let failed = out.lines().filter(is_failure);
    let failed = failed.filter_map(|line| line[8..].split_once(": "));
    let mut failed: Vec<_> = failed.map(|(name, _)| name).collect();
    let mut expected: Vec<_> = failing.split_ascii_whitespace().collect();
    failed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(failed, expected);
}

/// Checks that the lines of a failed random game lead to the same failure.
fn replay() {
    for (deviation, check) in [
        ("column-off", "rules-play"),
        ("undo-captures", "rules-undo"),
    ] {
        let json = results(&deviating(deviation), &format!("--only {check}"));
        let lines = json["checks"][0]["dialogue"].as_array().unwrap();
        let lines: Vec<_> = lines.iter().map(|line| line.as_str().unwrap()).collect();
        let sent = lines.iter().filter_map(|line| line.strip_prefix("> "));
        let sent: Vec<_> = sent.collect();
        assert!(sent[0].starts_with("boardsize "), "{lines:?}");
        let input = sent.join("\n") + "\n";
        let replayed = program::run(&mut proxied(deviation), &input).out;
        let last = replayed.split_terminator("\n\n").last().unwrap();
        // Answers without text are not shown.
        let shown = lines.last().unwrap().strip_prefix("< ").unwrap_or("=");
        assert_eq!(last.trim(), shown.trim(), "{lines:?}");
    }
}

fn second_answer() {
    let engine = deviating("size-twice");
    let out = conform(&Folder::new(), &engine, "--only output-one-answer").out;
    let sentence = "\n        after the answer to `boardsize 1`, another one: = \n";
    assert_contains(&out, sentence);
}

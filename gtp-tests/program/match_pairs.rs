//! `ponnuki match --pairs` on the command line.

use ponnuki::Color;
use serde_json::{Value, json};

use super::match_files::{merging, report};
use super::runner::{Folder, InFolder, assert_contains, rows};
use super::{RANDOM, first_lines, play, records, run};

#[test]
fn pairs_are_the_games_of_alternating_colours() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 20 --random-opening 3 --seed 9");
    let alternating = play(&folder, &format!("{options} --alternate"), "plain");
    let paired = play(&folder, &format!("{options} --pairs -j 2"), "pairs");
    let mut points = [0_u64; 5];
    for pair in paired.chunks(2) {
        let number = pair[0].game / 2;
        assert_eq!([pair[0].pair, pair[1].pair], [Some(number); 2]);
        assert_eq!(pair[0].moves[..3], pair[1].moves[..3]);
        let wins = |game: usize, color| u64::from(pair[game].winner() == Some(color));
        points[2 * (wins(0, Color::Black) + wins(1, Color::White)) as usize] += 1;
    }
    for (one, other) in alternating.into_iter().zip(paired) {
        assert_eq!((one.pair, &one.moves), (None, &other.moves));
    }
    let summary = report(&folder, "pairs", "--sprt 0,30");
    let [lost, _, shared, _, won] = points;
    let counts = format!("\npairs with 0, 0.5, 1, 1.5 and 2 points: {lost}, 0, {shared}, 0, {won}");
    assert_contains(&summary, &counts);
    assert_contains(&summary, "(95 %, by pairs)");
    assert_contains(&summary, "SPRT of 0 against 30 Elo on pairs: ");
    let figures = report(&folder, "pairs", "--json --sprt 0,30");
    let figures: Value = serde_json::from_str(&figures).unwrap();
    assert_eq!(figures["pairs"]["counts"], json!(points));
    assert_eq!(figures["pairs"]["unpaired"], 0);
    assert_eq!(figures["sprt"]["on"], "pairs");
    assert_eq!(figures["sprt"]["model"], "logistic");
    let normalized = "--sprt 0,30 --sprt-model normalized";
    let scaled = report(&folder, "pairs", normalized);
    assert_contains(&scaled, "SPRT of 0 against 30 normalised Elo on pairs: ");
    let scaled = report(&folder, "pairs", &format!("--json {normalized}"));
    let scaled: Value = serde_json::from_str(&scaled).unwrap();
    assert_eq!(scaled["sprt"]["model"], "normalized");
    assert_ne!(scaled["sprt"]["ratio"], figures["sprt"]["ratio"]);
    for (sprt, status, message) in [
        (
            "--sprt 0,300 --sprt-model normalized",
            1,
            "within 200 points",
        ),
        ("--sprt-model normalized", 2, "--sprt <ELO0,ELO1>"),
        ("--sprt 0,30 --sprt-model bayesian", 2, "possible values"),
    ] {
        for command in [
            "match report pairs",
            "match --black ponnuki --white ponnuki",
        ] {
            folder
                .run(&format!("{command} {sprt}"))
                .fails(status, message);
        }
    }
    let plain = report(&folder, "plain", "--sprt 0,30");
    assert!(!plain.contains("pairs"), "{plain}");
    // The order and the parts of the file do not matter.
    let text = folder.read("pairs");
    let mut lines: Vec<_> = text.lines().rev().collect();
    folder.write("half", lines.split_off(7).join("\n") + "\n");
    folder.write("rest", lines.join("\n") + "\n");
    assert_contains(&merging(&folder, "half rest", "merged").out, &counts);
    let whole = report(&folder, "pairs", "");
    assert_eq!(report(&folder, "merged", ""), whole);
    // A game whose partner is missing is in no pair.
    assert_contains(&report(&folder, "half", ""), "; 1 game in no pair\n");
}

#[test]
fn pairs_stay_together_in_shards_and_need_results() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 18 --pairs --random-opening 2");
    let whole = play(&folder, &options, "whole");
    let mut parts = Vec::new();
    for shard in ["1", "2"] {
        parts.extend(play(
            &folder,
            &format!("{options} --shard {shard}/2"),
            shard,
        ));
        assert!(!report(&folder, shard, "").contains("in no pair"));
    }
    parts.sort_by_key(|record| record.game);
    assert_eq!(parts, whole);
    let short = options.replace("--max-moves 300", "--max-moves 7");
    play(&folder, &short.replace("--games 18", "--games 4"), "void");
    let summary = report(&folder, "void", "--sprt 0,30");
    let none = "\npairs with 0, 0.5, 1, 1.5 and 2 points: 0, 0, 0, 0, 0; 4 games in no pair\n";
    assert_contains(&summary, none);
    assert_contains(&summary, "log-likelihood ratio 0.00");
}

/// Numbers of pairs that contradict the players, as other programs may write them.
#[test]
fn games_that_are_no_pair_are_not_counted_as_one() {
    let folder = Folder::new();
    play(&folder, &format!("{RANDOM} --games 6 --pairs"), "pairs");
    let text = folder.read("pairs");
    // Three games of pair 0, one of pair 1, and two of pair 2.
    folder.write("triple", text.replacen("\"pair\":1", "\"pair\":0", 1));
    // Games 0 and 2 have the same colours.
    let swapped = text.replace("\"game\":1,\"pair\":0", "\"game\":1,\"pair\":7");
    let swapped = swapped.replace("\"game\":2,\"pair\":1", "\"game\":2,\"pair\":0");
    folder.write("swapped", swapped);
    for file in ["triple", "swapped"] {
        assert_contains(&report(&folder, file, ""), "; 4 games in no pair\n");
    }
    folder.write("broken", text.replacen("\"pair\":1", "\"pair\":-1", 1));
    let refused = folder.run("match report broken");
    refused.fails(1, "broken, line 3: no record of a game");
}

#[test]
fn a_test_on_pairs_is_decided_at_the_same_pair_however_it_is_played() {
    let folder = Folder::new();
    let options = "--black 'ponnuki -q' --white 'ponnuki -q --resign-after 9' --size 5 \
                   --games 400 --pairs --random-opening 4 --sprt 0,60";
    let sprt = |results: &str| report(&folder, results, "--sprt 0,60");
    let summary = run(&folder, options, "one").succeeds();
    assert_contains(&summary, "on pairs: ");
    assert_contains(&summary, "H1 accepted");
    let played = records(&folder, "one");
    let (_, decided) = summary.split_once("accepted after ").unwrap();
    let decided: usize = decided.split(' ').next().unwrap().parse().unwrap();
    let is_early = decided.is_multiple_of(2) && (10..200).contains(&decided);
    assert!(is_early, "{summary}");
    // The next games have begun by then.
    assert!((decided..decided + 8).contains(&played.len()), "{summary}");
    let after = format!("H1 accepted after {decided} games\n");
    // One game fewer does not decide it.
    let text = folder.read("one");
    folder.write("fewer", first_lines(&text, decided - 1));
    assert_contains(&sprt("fewer"), "undecided");
    // Continued in the middle of a pair, and on other threads.
    folder.write("five", first_lines(&text, 5));
    for (more, out) in [("--resume", "five"), ("-j 3", "threads")] {
        let again = play(&folder, &format!("{options} {more}"), out);
        assert_eq!(again[..decided], played[..decided]);
        assert_contains(&sprt(out), &after);
    }
    // A decided match is not continued.
    let resumed = play(&folder, &format!("{options} --resume"), "one");
    assert_eq!(resumed, played);
}

#[test]
fn pairs_that_cannot_be_played_are_refused() {
    let folder = Folder::new();
    for [options, status, reason] in rows(
        "
        --black ponnuki --pairs --games 7   | 1 | --games must be even, not 7
        --black ponnuki --pairs --sprt 0,9 --shard 1/2 | 2 |
        ",
    ) {
        let options = format!("--white 'ponnuki -q' --size 5 {options}");
        run(&folder, &options, "out").fails(status.parse().unwrap(), reason);
    }
    run(&folder, "--tournament t.toml --pairs", "out").fails(2, "");
    assert!(!folder.exists("out"));
    // A match without pairs is another match, also in its file.
    let options = format!("{RANDOM} --games 2 --alternate");
    play(&folder, &options, "out");
    let other = run(&folder, &format!("{options} --pairs --resume"), "out");
    let reason = "pair of game 0 is 'none' there, '0' here";
    assert_contains(&other.err, reason);
}

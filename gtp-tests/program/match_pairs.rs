//! `ponnuki match --pairs` on the command line.

use std::fs;
use std::path::Path;

use ponnuki::Color;
use serde_json::Value;

use super::match_files::{merging, ponnuki_match};
use super::{Folder, RANDOM, play, records, run, shlex, stderr};

/// Runs `ponnuki match` with these words, which must succeed. Returns its output.
pub(super) fn printed(words: &str) -> String {
    let output = ponnuki_match(shlex(words));
    assert!(output.status.success(), "{words}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Summarises a file of results.
pub(super) fn report(path: &Path, options: &str) -> String {
    printed(&format!("report \"{}\" {options}", path.display()))
}

#[test]
fn pairs_are_the_games_of_alternating_colours() {
    let folder = Folder::new();
    let path = folder.path("pairs");
    let options = format!("{RANDOM} --games 20 --random-opening 3 --seed 9");
    let alternating = play(&format!("{options} --alternate"), &folder.path("plain"));
    let paired = play(&format!("{options} --pairs -j 2"), &path);
    let mut points = [0_u64; 5];
    for pair in paired.chunks(2) {
        let number = pair[0].game / 2;
        assert_eq!([pair[0].pair, pair[1].pair], [Some(number); 2]);
        assert_eq!(pair[0].moves[..3], pair[1].moves[..3]);
        let wins = |game: usize, color| u64::from(pair[game].winner == Some(color));
        points[2 * (wins(0, Color::Black) + wins(1, Color::White)) as usize] += 1;
    }
    for (one, other) in alternating.into_iter().zip(paired) {
        assert_eq!((one.pair, &one.moves), (None, &other.moves));
    }
    let summary = report(&path, "--sprt 0,30");
    let [lost, _, shared, _, won] = points;
    let counts = format!("\npairs with 0, 0.5, 1, 1.5 and 2 points: {lost}, 0, {shared}, 0, {won}");
    assert!(summary.contains(&counts), "{counts}: {summary}");
    assert!(summary.contains("(95 %, by pairs)"), "{summary}");
    assert!(
        summary.contains("SPRT of 0 against 30 Elo on pairs: "),
        "{summary}"
    );
    let figures: Value = serde_json::from_str(&report(&path, "--json --sprt 0,30")).unwrap();
    assert_eq!(figures["pairs"]["counts"], serde_json::json!(points));
    assert_eq!(figures["pairs"]["unpaired"], 0);
    assert_eq!(figures["sprt"]["on"], "pairs");
    let plain = report(&folder.path("plain"), "--sprt 0,30");
    assert!(!plain.contains("pairs"), "{plain}");
    // The order and the parts of the file do not matter.
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<_> = text.lines().rev().collect();
    let half = folder.write("half", &(lines.split_off(7).join("\n") + "\n"));
    let rest = folder.write("rest", &(lines.join("\n") + "\n"));
    let merged = folder.path("merged");
    let output = merging(&[&half, &rest], &merged);
    assert!(String::from_utf8_lossy(&output.stdout).contains(&counts));
    assert_eq!(report(&merged, ""), report(&path, ""));
    // A game whose partner is missing is in no pair.
    assert!(report(&half, "").contains("; 1 game in no pair\n"));
}

#[test]
fn pairs_stay_together_in_shards_and_need_results() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 18 --pairs --random-opening 2");
    let whole = play(&options, &folder.path("whole"));
    let mut parts = Vec::new();
    for shard in 1..=2 {
        let path = folder.path(&shard.to_string());
        let part = play(&format!("{options} --shard {shard}/2"), &path);
        assert!(!report(&path, "").contains("in no pair"));
        parts.extend(part);
    }
    parts.sort_by_key(|record| record.game);
    assert_eq!(parts, whole);
    let path = folder.path("void");
    let short = options.replace("--max-moves 300", "--max-moves 7");
    play(&short.replace("--games 18", "--games 4"), &path);
    let summary = report(&path, "--sprt 0,30");
    let none = "\npairs with 0, 0.5, 1, 1.5 and 2 points: 0, 0, 0, 0, 0; 4 games in no pair\n";
    assert!(summary.contains(none), "{summary}");
    assert!(summary.contains("log-likelihood ratio 0.00"), "{summary}");
}

/// Numbers of pairs that contradict the players, as other programs may write them.
#[test]
fn games_that_are_no_pair_are_not_counted_as_one() {
    let folder = Folder::new();
    let path = folder.path("pairs");
    play(&format!("{RANDOM} --games 6 --pairs"), &path);
    let text = fs::read_to_string(&path).unwrap();
    // Three games of pair 0, one of pair 1, and two of pair 2.
    let triple = folder.write("triple", &text.replacen("\"pair\":1", "\"pair\":0", 1));
    assert!(report(&triple, "").contains("; 4 games in no pair\n"));
    // Games 0 and 2 have the same colours.
    let swapped = text.replace("\"game\":1,\"pair\":0", "\"game\":1,\"pair\":7");
    let swapped = swapped.replace("\"game\":2,\"pair\":1", "\"game\":2,\"pair\":0");
    let swapped = folder.write("swapped", &swapped);
    assert!(report(&swapped, "").contains("; 4 games in no pair\n"));
    let broken = folder.write("broken", &text.replacen("\"pair\":1", "\"pair\":-1", 1));
    let output = ponnuki_match([Path::new("report"), &broken]);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert!(
        error.contains("broken, line 3: no record of a game"),
        "{error}"
    );
}

#[test]
fn a_test_on_pairs_is_decided_at_the_same_pair_however_it_is_played() {
    let folder = Folder::new();
    let options = "--black \"ponnuki -q\" --white \"ponnuki -q --resign-after 9\" --size 5 \
                   --games 400 --pairs --random-opening 4 --sprt 0,60";
    let path = folder.path("one");
    let output = run(options, &path);
    assert!(output.status.success(), "{}", stderr(&output));
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(
        summary.contains("on pairs: ") && summary.contains("H1 accepted"),
        "{summary}"
    );
    let played = records(&path);
    let decided = &summary[summary.find("accepted after ").unwrap()..];
    let decided: usize = decided.split(' ').nth(2).unwrap().parse().unwrap();
    assert!(
        decided.is_multiple_of(2) && (10..200).contains(&decided),
        "{summary}"
    );
    // The next games have begun by then.
    assert!((decided..decided + 8).contains(&played.len()), "{summary}");
    let after = format!("H1 accepted after {decided} games\n");
    // One game fewer does not decide it.
    let text = fs::read_to_string(&path).unwrap();
    let head = |games: usize| {
        let end = text.match_indices('\n').nth(games - 1).unwrap().0;
        folder.write(&games.to_string(), &text[..=end])
    };
    assert!(report(&head(decided - 1), "--sprt 0,60").contains("undecided"));
    // Continued in the middle of a pair, and on other threads.
    let resumed = play(&format!("{options} --resume"), &head(5));
    assert_eq!(resumed[..decided], played[..decided]);
    assert!(report(&folder.path("5"), "--sprt 0,60").contains(&after));
    let threads = folder.path("threads");
    assert_eq!(
        play(&format!("{options} -j 3"), &threads)[..decided],
        played[..decided]
    );
    assert!(report(&threads, "--sprt 0,60").contains(&after));
    // A decided match is not continued.
    assert_eq!(play(&format!("{options} --resume"), &path), played);
}

#[test]
fn pairs_that_cannot_be_played_are_refused() {
    let folder = Folder::new();
    let path = folder.path("out");
    for (options, reason) in [
        (
            format!("{RANDOM} --pairs --games 7"),
            "--games must be even, not 7",
        ),
        (
            "--white \"ponnuki -q\" --size 5 --handicap ladder --pairs --games 2".to_owned(),
            "on a ladder",
        ),
    ] {
        let output = run(&options, &path);
        assert_eq!(output.status.code(), Some(1), "{options}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(!path.exists());
    }
    for options in [
        "--tournament t.toml --pairs",
        &format!("{RANDOM} --pairs --sprt 0,9 --shard 1/2"),
    ] {
        assert_eq!(run(options, &path).status.code(), Some(2), "{options}");
    }
    // A match without pairs is another match, also in its file.
    let options = format!("{RANDOM} --games 2 --alternate");
    play(&options, &path);
    let output = run(&format!("{options} --pairs --resume"), &path);
    let reason = "pair of game 0 is 'none' there, '0' here";
    assert!(stderr(&output).contains(reason), "{}", stderr(&output));
}

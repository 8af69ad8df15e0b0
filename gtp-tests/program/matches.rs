//! `ponnuki match` and `ponnuki test-engine` on the command line, with the built
//! program on both sides.

mod game_record;
mod match_adjudication;
mod match_faults;
mod match_files;
mod match_openings;
mod match_outputs;
mod match_pairs;
mod match_plan;
mod match_setup;
mod match_tournaments;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ponnuki::sgf;
use serde_json::Value;
use tempfile::TempDir;

use game_record::{Ending, GameRecord, records};

/// A temporary folder, removed when it goes out of scope.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }
}

/// Runs `ponnuki match` with these options, split at blanks, and this file of results.
fn run(options: &str, out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .arg("match")
        .args(shlex(options))
        .arg("--out")
        .arg(out)
        .env_remove("RUST_LOG")
        .output()
        .unwrap()
}

/// Splits a text into words as a shell does.
fn shlex(text: &str) -> Vec<String> {
    shlex::split(text).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks that a run has ended with status 1 and this reason.
fn assert_refused(output: &Output, reason: &str, context: &str) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{context}: {text}");
    assert!(text.contains(reason), "{context}: {text}");
}

/// Plays a match that must succeed. Returns its records in order, without the times.
fn play(options: &str, out: &Path) -> Vec<GameRecord> {
    let output = run(options, out);
    assert!(output.status.success(), "{options}: {}", stderr(&output));
    records(out)
}

/// The options for two random players on a small board.
const RANDOM: &str = "--black \"ponnuki -q\" --white \"ponnuki -q\" --size 5 --max-moves 300";

#[test]
fn the_same_match_has_the_same_games_however_it_is_played() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 24 --alternate --random-opening 3 --seed 5");
    let whole = play(&options, &folder.path("whole"));
    assert_eq!(whole.len(), 24);
    assert_eq!(
        play(&format!("{options} -j 3"), &folder.path("threads")),
        whole
    );
    let mut parts = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let name = shard.replace('/', "-");
        parts.extend(play(
            &format!("{options} --shard {shard}"),
            &folder.path(&name),
        ));
    }
    parts.sort_by_key(|record| record.game);
    assert_eq!(parts, whole);
    let other = play(
        &options.replace("--seed 5", "--seed 6"),
        &folder.path("other"),
    );
    assert_ne!(other[0].moves, whole[0].moves);
    // Colours alternate, and both games of a pair have the same opening.
    assert_eq!(whole[0].black.player, "A");
    assert_eq!(whole[1].black.player, "B");
    assert_eq!(whole[0].moves[..3], whole[1].moves[..3]);
    assert_ne!(whole[0].moves[..3], whole[2].moves[..3]);
}

#[test]
fn records_tell_the_whole_game_and_the_sgf_files_too() {
    let folder = Folder::new();
    let games = folder.path("games");
    let options = format!(
        "{RANDOM} --games 6 --komi 0.5 --rules aga --referee \"ponnuki -q\" --sgf-dir \"{}\"",
        games.display()
    );
    for record in play(&options, &folder.path("out")) {
        let game = record.replay();
        assert!(matches!(record.end, Ending::Passes | Ending::MaxMoves));
        if record.end == Ending::Passes {
            let score = game.score().to_string();
            assert_eq!(record.result, score);
            for counted in [
                &record.scores.ours,
                &record.scores.black,
                &record.scores.white,
                &record.scores.referee,
            ] {
                assert_eq!(counted.as_deref(), Some(score.as_str()));
            }
        }
        let text = fs::read(games.join(format!("game-{:06}.sgf", record.game))).unwrap();
        let read = sgf::read(&text, None).unwrap();
        assert_eq!(read.turns(), game.turns());
        assert_eq!(read.rules(), game.rules());
        assert_eq!(read.komi().to_string(), "0.5");
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(&format!("RE[{}]", record.result)), "{text}");
        assert!(text.contains("PB[Ponnuki "), "{text}");
    }
}

#[test]
fn a_match_is_continued_where_it_was_cut_off() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 9");
    let whole_path = folder.path("whole");
    let whole = play(&options, &whole_path);
    let text = fs::read_to_string(&whole_path).unwrap();
    // The file is cut off in the middle of the fifth line.
    let end = text.match_indices('\n').nth(3).unwrap().0;
    let cut = folder.write("cut", &text[..end + 40]);
    let refused = run(&options, &cut);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("--resume"),
        "{}",
        stderr(&refused)
    );
    let other = run(&format!("{options} --komi 3 --resume"), &cut);
    assert!(stderr(&other).contains("komi of game 0 is '7.5' there, '3' here"));
    assert_eq!(fs::read_to_string(&cut).unwrap(), text[..end + 40]);
    let resumed = run(&format!("{options} --resume"), &cut);
    assert!(resumed.status.success());
    assert!(
        stderr(&resumed).contains("middle of a line"),
        "{}",
        stderr(&resumed)
    );
    assert_eq!(records(&cut), whole);
    // More games of the same match.
    let more = play(&format!("{RANDOM} --games 11 --resume"), &cut);
    assert_eq!(more.len(), 11);
    assert_eq!(more[..9], whole);
    let twice = folder.write("twice", &text.repeat(2));
    let refused = run(&format!("{options} --resume"), &twice);
    assert!(stderr(&refused).contains("game 0 is there twice"));
}

#[test]
fn a_lost_clock_loses_the_game() {
    let folder = Folder::new();
    let options = "--black \"ponnuki -q\" --white \"ponnuki test-engine -q --fault hang --after 4\" \
                   --size 5 --games 1 --time 1,0,0 --move-timeout 1.5";
    let records = play(options, &folder.path("out"));
    assert_eq!(records[0].end, Ending::Time);
    assert_eq!(records[0].result, "B+T");
}

#[cfg(unix)]
#[test]
fn a_move_that_takes_longer_than_the_clock_loses_the_game() {
    let folder = Folder::new();
    let late = match_faults::engine(&folder, &[("genmove", r"sleep 1.1; printf '= pass\n\n'")]);
    let options =
        format!("--black \"{late}\" --white \"ponnuki -q\" --size 5 --games 1 --time 1,0,0");
    let records = play(&options, &folder.path("out"));
    assert_eq!(
        (records[0].end, records[0].result.as_str()),
        (Ending::Time, "W+T")
    );
    assert_eq!(records[0].winner, Some(ponnuki::Color::White));
}

#[test]
fn a_game_that_is_too_long_has_no_result() {
    let folder = Folder::new();
    let path = folder.path("out");
    let options = format!("{} --games 3", RANDOM.replace("300", "7"));
    for record in play(&options, &path) {
        assert_eq!(record.end, Ending::MaxMoves);
        assert_eq!(record.moves.len(), 7);
        assert_eq!((record.result.as_str(), record.winner), ("Void", None));
    }
    for line in fs::read_to_string(path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let moves = |color: &str| record["time"][color]["moves"].as_u64();
        assert_eq!((moves("black"), moves("white")), (Some(4), Some(3)));
    }
}

#[test]
fn openings_are_played_in_order_and_checked() {
    let folder = Folder::new();
    folder.write(
        "b.sgf",
        "(;GM[1]SZ[5]AB[aa]AW[ee];W[bb];B[cc](;W[dd])(;W[ab]))",
    );
    folder.write("a.sgf", "(;GM[1]SZ[5]KM[3];B[ac];W[ca])");
    let options = format!(
        "{RANDOM} --games 4 --alternate --openings \"{}\"",
        folder.0.path().display()
    );
    let records = play(&options, &folder.path("out"));
    let opening = |record: &GameRecord| record.opening.clone().unwrap();
    assert_eq!(opening(&records[1]).from, "a.sgf");
    assert_eq!(records[1].moves[..2], ["A3", "C5"]);
    assert_eq!(opening(&records[2]).from, "b.sgf");
    assert_eq!(opening(&records[2]).moves, 3);
    assert_eq!(records[2].moves[..3], ["B4", "C3", "D2"]);
    assert_eq!(records[2].stones.black, ["A5"]);
    assert_eq!(records[2].first, ponnuki::Color::White);
    for (text, reason) in [
        ("(;GM[1]SZ[9];B[aa])", "board of 9x9"),
        ("(;GM[1]SZ[5];B[aa];B[bb])", "move 2 is of the same colour"),
        ("(;GM[1]SZ[5];B[];W[])", "over after it"),
        ("nothing", "no game found"),
    ] {
        let broken = folder.write("c.sgf", text);
        let refused = run(&options, &folder.path("other"));
        assert_eq!(refused.status.code(), Some(1));
        assert!(stderr(&refused).contains(reason), "{}", stderr(&refused));
        fs::remove_file(broken).unwrap();
    }
}

#[test]
fn a_ladder_follows_the_results_also_when_continued() {
    let folder = Folder::new();
    let options = "--white \"ponnuki -q\" --size 5 --games 12 --handicap ladder --komi 0";
    let path = folder.path("out");
    let records = play(options, &path);
    let mut handicap = 0;
    for record in &records {
        assert_eq!(record.handicap, handicap);
        assert_eq!(record.stones.black.len(), handicap);
        match record.winner {
            Some(ponnuki::Color::White) => handicap += 1,
            Some(ponnuki::Color::Black) => handicap = handicap.saturating_sub(1),
            None => {}
        }
    }
    assert!(records.iter().any(|record| record.handicap > 0));
    let text = fs::read_to_string(&path).unwrap();
    let end = text.match_indices('\n').nth(6).unwrap().0;
    let cut = folder.write("cut", &text[..=end]);
    assert_eq!(play(&format!("{options} --resume"), &cut), records);
    for wrong in ["-j 2", "--shard 1/2", "--alternate", "--sprt 0,10"] {
        let refused = run(&format!("{options} {wrong}"), &folder.path("other"));
        assert_eq!(refused.status.code(), Some(1), "{wrong}");
        assert!(stderr(&refused).contains("ladder"), "{}", stderr(&refused));
    }
}

#[test]
fn a_tournament_plays_everybody_against_everybody() {
    let folder = Folder::new();
    let file = folder.write(
        "players.toml",
        "games = 2\nsize = 5\nmax-moves = 300\n\
         [[player]]\nname = 'one'\ncommand = 'ponnuki -q'\n\
         [[player]]\nname = 'two'\ncommand = 'ponnuki -q --eyes enemy-diagonals'\n\
         [[player]]\nname = 'three'\ncommand = 'ponnuki -q'\n",
    );
    let options = format!("--tournament \"{}\"", file.display());
    let records = play(&options, &folder.path("out"));
    let pairs: BTreeSet<_> = records
        .iter()
        .map(|record| (record.black.player.clone(), record.white.player.clone()))
        .collect();
    assert_eq!((records.len(), pairs.len()), (6, 6));
}

#[test]
fn what_cannot_be_played_is_told() {
    let folder = Folder::new();
    let out = folder.path("out");
    for (options, reason) in [
        (
            "--black ponnuki --white /nowhere/engine --games 2",
            "cannot be started as '/nowhere/engine'",
        ),
        (
            "--black ponnuki --white \"ponnuki --boardsize 99\" --games 2",
            "player B",
        ),
        (
            "--black \"ponnuki 'x\" --white ponnuki",
            "--black: a quotation mark in the command line is not closed",
        ),
        (
            "--black ponnuki --white \"\"",
            "--white: the command line is empty",
        ),
        (
            "--black ponnuki --white ponnuki --openings /nowhere/openings",
            "cannot read the openings in /nowhere/openings: ",
        ),
        (
            "--black ponnuki --white ponnuki --name-a one --name-b one",
            "--name-b: the name \"one\" is also that of player 1",
        ),
        (
            "--black ponnuki --white ponnuki --name-a \" \"",
            "--name-a: the name is empty",
        ),
        (
            "--black ponnuki --white ponnuki --name-b a\u{202e}b",
            "--name-b: the name \"a\\u{202e}b\" contains a control character",
        ),
        (
            "--black ponnuki --white ponnuki --size 9 --handicap 80",
            "at most",
        ),
        ("--tournament /nowhere.toml", "cannot read /nowhere.toml"),
    ] {
        let output = run(options, &out);
        assert_refused(&output, reason, options);
        let _ = fs::remove_file(&out);
    }
    for wrong in [
        "--black ponnuki",
        "--black ponnuki --white ponnuki --shard 0/4",
        "--black ponnuki --white ponnuki --shard 5/4",
        "--black ponnuki --white ponnuki --time 5,10",
        "--black ponnuki --white ponnuki --handicap many",
        "--black ponnuki --white ponnuki --games 0",
        "--black ponnuki --white ponnuki --random-opening 2 --handicap 2",
        "--black ponnuki --white ponnuki --move-timeout 0",
    ] {
        assert_eq!(run(wrong, &out).status.code(), Some(2), "{wrong}");
        assert!(!out.exists());
    }
}

#[test]
fn a_sequential_test_ends_the_match_when_it_is_decided() {
    let folder = Folder::new();
    let options = "--black \"ponnuki -q\" --white \"ponnuki -q --resign-after 2\" --size 5 \
                   --games 400 --sprt 0,50";
    let output = run(options, &folder.path("out"));
    assert!(output.status.success(), "{}", stderr(&output));
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(summary.contains("H1 accepted"), "{summary}");
    let played = records(&folder.path("out")).len();
    assert!((5..100).contains(&played), "{played}");
    // The games are evaluated in order, so other threads may be ahead of the decision.
    let threads = play(&format!("{options} -j 3"), &folder.path("threads"));
    assert!((played..400).contains(&threads.len()), "{}", threads.len());
    // A decided match is not continued.
    assert_eq!(
        play(&format!("{options} --resume"), &folder.path("out")).len(),
        played
    );
    let refused = run(&format!("{options} --shard 1/2"), &folder.path("other"));
    assert_eq!(refused.status.code(), Some(2));
}

/// Interrupts a running match, as Ctrl-C does, once `path` has this number of lines.
#[cfg(unix)]
fn interrupted(options: &str, path: &Path, lines: usize) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .arg("match")
        .args(shlex(options))
        .arg("--out")
        .arg(path)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let begun = || fs::read_to_string(path).unwrap_or_default().lines().count();
    while begun() < lines {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_was_played_and_goes_on() {
    let folder = Folder::new();
    let games = folder.path("games");
    let options = format!(
        "{RANDOM} --games 3000 -j 2 --sgf-dir \"{}\"",
        games.display()
    );
    let path = folder.path("out");
    let output = interrupted(&options, &path, 5);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("--resume goes on"),
        "{}",
        stderr(&output)
    );
    let kept = records(&path);
    assert!((5..3000).contains(&kept.len()), "{}", kept.len());
    assert!(kept.iter().all(|record| !record.end.is_fault()));
    let next = kept.len() + 20;
    let goes_on = options.replace("3000", &next.to_string());
    let all = play(&format!("{goes_on} --resume"), &path);
    let numbers: BTreeSet<u64> = all.iter().map(|record| record.game).collect();
    assert!((0..next as u64).all(|game| numbers.contains(&game)));
    for record in kept {
        assert!(all.contains(&record));
    }
}

//! `ponnuki match` and `ponnuki test-engine` on the command line, with the built
//! program on both sides.

mod game_record;
mod match_adjudication;
mod match_faults;
mod match_files;
mod match_openings;
mod match_outputs;
mod match_pairs;
mod match_setup;
mod match_tournaments;
mod runner;

use std::collections::BTreeSet;
#[cfg(unix)]
use std::process::Child;

use ponnuki::{Color, sgf};
use serde_json::{Value, json};

use game_record::{GameRecord, records};
use runner::{Folder, InFolder, Run, assert_contains, rows};

/// Runs `ponnuki match` in a folder with these options and this file of results.
fn run(folder: &Folder, options: &str, out: &str) -> Run {
    folder.run(&format!("match {options} --out {out}"))
}

/// Plays a match that must succeed. Returns its records in order, without the times.
#[track_caller]
fn play(folder: &Folder, options: &str, out: &str) -> Vec<GameRecord> {
    run(folder, options, out).succeeds();
    records(folder, out)
}

/// Plays a match that must succeed, in a folder of its own.
#[track_caller]
fn played(options: &str) -> Vec<GameRecord> {
    play(&Folder::new(), options, "out")
}

/// The options for two random players on a small board.
const RANDOM: &str = "--black 'ponnuki -q' --white 'ponnuki -q' --size 5 --max-moves 300";

/// Returns a tournament file for random players on 5x5 with these names.
fn tournament(head: &str, names: &[&str]) -> String {
    let players = names
        .iter()
        .map(|name| format!("[[player]]\nname = '{name}'\ncommand = 'ponnuki -q'\n"));
    format!("size = 5\n{head}\n{}", players.collect::<String>())
}

/// Returns the first lines of a text, with their ends.
fn first_lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

/// Writes an engine for the shell, which answers these commands by an action and
/// all others by success. Returns its command line.
#[cfg(unix)]
fn scripted(folder: &Folder, name: &str, actions: &[(&str, &str)]) -> String {
    let cases = actions
        .iter()
        .map(|(command, action)| format!("{command}) {action} ;;\n"));
    let script = format!(
        "while read -r command rest; do\ncase $command in\n{}*) printf '= \\n\\n' ;;\nesac\ndone\n",
        cases.collect::<String>()
    );
    folder.write(name, script);
    format!("sh {name}")
}

/// Makes a script executable.
#[cfg(unix)]
fn make_executable(folder: &Folder, name: &str) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(name), mode).unwrap();
}

#[test]
fn the_same_match_has_the_same_games_however_it_is_played() {
    let options = format!("{RANDOM} --games 24 --alternate --random-opening 3 --seed 5");
    let whole = played(&options);
    assert_eq!(whole.len(), 24);
    assert_eq!(played(&format!("{options} -j 3")), whole);
    let other = played(&options.replace("--seed 5", "--seed 6"));
    assert_ne!(other[0].moves, whole[0].moves);
    // Colours alternate, and both games of a pair have the same opening.
    assert_eq!(whole[0].black["player"], "A");
    assert_eq!(whole[1].black["player"], "B");
    assert_eq!(whole[0].moves[..3], whole[1].moves[..3]);
    assert_ne!(whole[0].moves[..3], whole[2].moves[..3]);
}

#[test]
fn records_tell_the_whole_game_and_the_sgf_files_too() {
    let folder = Folder::new();
    let more = "--games 6 --komi 0.5 --rules aga --referee 'ponnuki -q' --sgf-dir games";
    for record in play(&folder, &format!("{RANDOM} {more}"), "out") {
        let game = record.replay();
        assert!(["passes", "max-moves"].contains(&record.end.as_str()));
        if record.end == "passes" {
            let score = game.score().to_string();
            assert_eq!(record.result, score);
            for party in ["ours", "black", "white", "referee"] {
                assert_eq!(record.scores[party], score);
            }
        }
        let text = folder.read(&record.sgf("games"));
        let read = sgf::read(text.as_bytes(), None).unwrap();
        assert_eq!(read.turns(), game.turns());
        assert_eq!(read.rules(), game.rules());
        assert_eq!(read.komi().to_string(), "0.5");
        assert_contains(&text, &format!("RE[{}]", record.result));
        assert_contains(&text, "PB[Ponnuki ");
    }
}

#[test]
fn a_match_is_continued_where_it_was_cut_off() {
    let folder = Folder::new();
    let options = format!("{RANDOM} --games 9");
    let whole = play(&folder, &options, "whole");
    let text = folder.read("whole");
    // The file is cut off in the middle of the fifth line.
    let cut = &text[..first_lines(&text, 4).len() + 40];
    folder.write("cut", cut);
    let refused = run(&folder, &options, "cut");
    assert_eq!(refused.status, Some(1));
    assert_contains(&refused.err, "--resume");
    let other = run(&folder, &format!("{options} --komi 3 --resume"), "cut");
    let reason = "komi of game 0 is '7.5' there, '3' here";
    assert_contains(&other.err, reason);
    assert_eq!(folder.read("cut"), cut);
    let resumed = run(&folder, &format!("{options} --resume"), "cut");
    assert_contains(&resumed.err, "middle of a line");
    resumed.succeeds();
    assert_eq!(records(&folder, "cut"), whole);
    // More games of the same match.
    let more = play(&folder, &format!("{RANDOM} --games 11 --resume"), "cut");
    assert_eq!(more.len(), 11);
    assert_eq!(more[..9], whole);
}

#[test]
fn a_lost_clock_loses_the_game() {
    let records = played(
        "--black 'ponnuki -q' --white 'ponnuki test-engine -q --fault hang --after 4' \
         --size 5 --games 1 --time 1,0,0 --move-timeout 1.5",
    );
    assert_eq!(records[0].end, "time");
    assert_eq!(records[0].result, "B+T");
    assert_eq!(records[0].winner(), Some(Color::Black));
}

#[cfg(unix)]
#[test]
fn a_move_that_takes_longer_than_the_clock_loses_the_game() {
    let folder = Folder::new();
    let late = scripted(
        &folder,
        "late",
        &[("genmove", r"sleep 1.1; printf '= pass\n\n'")],
    );
    let options = format!("--black '{late}' --white 'ponnuki -q' --size 5 --games 1 --time 1,0,0");
    let record = &play(&folder, &options, "out")[0];
    assert_eq!(record.outcome(), ("time", "W+T"));
    assert_eq!(record.winner(), Some(Color::White));
}

#[test]
fn a_game_that_is_too_long_has_no_result() {
    let folder = Folder::new();
    let options = format!("{} --games 3", RANDOM.replace("300", "7"));
    for record in play(&folder, &options, "out") {
        assert_eq!(record.outcome(), ("max-moves", "Void"));
        assert_eq!(record.moves.len(), 7);
        assert_eq!(record.winner(), None);
    }
    for line in folder.read("out").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["time"]["black"]["moves"], 4);
        assert_eq!(record["time"]["white"]["moves"], 3);
    }
}

#[test]
fn openings_are_played_in_order_and_checked() {
    let folder = Folder::with_files(&[
        (
            "b.sgf",
            "(;GM[1]SZ[5]AB[aa]AW[ee];W[bb];B[cc](;W[dd])(;W[ab]))",
        ),
        ("a.sgf", "(;GM[1]SZ[5]KM[3];B[ac];W[ca])"),
    ]);
    let options = format!("{RANDOM} --games 4 --alternate --openings .");
    let records = play(&folder, &options, "out");
    assert_eq!(records[1].opening["from"], "a.sgf");
    assert_eq!(records[1].moves[..2], ["A3", "C5"]);
    assert_eq!(records[2].opening["from"], "b.sgf");
    assert_eq!(records[2].opening["moves"], 3);
    assert_eq!(records[2].moves[..3], ["B4", "C3", "D2"]);
    assert_eq!(records[2].stones["black"], json!(["A5"]));
    assert_eq!(records[2].first, "white");
    folder.write("c.sgf", "nothing");
    run(&folder, &options, "other").fails(1, "c.sgf cannot be an opening: no game found");
}

#[test]
fn a_tournament_plays_everybody_against_everybody() {
    let players = tournament("games = 2\nmax-moves = 300", &["one", "two", "three"]);
    let odd = players.replacen("-q", "-q --eyes enemy-diagonals", 1);
    let folder = Folder::with_files(&[("players.toml", &odd)]);
    let records = play(&folder, "--tournament players.toml", "out");
    let name = |who: &Value| who["player"].to_string();
    let names = |record: &GameRecord| [&record.black, &record.white].map(name);
    let pairs: BTreeSet<_> = records.iter().map(names).collect();
    assert_eq!((records.len(), pairs.len()), (6, 6));
}

#[test]
fn what_cannot_be_played_is_told() {
    let folder = Folder::new();
    for [options, reason] in rows(
        r#"
        --black ponnuki --white /nowhere/engine --games 2       | cannot be started as '/nowhere/engine'
        --black ponnuki --white 'ponnuki --boardsize 99' --games 2 | player B
        --black "ponnuki 'x" --white ponnuki                    | --black: a quotation mark in the command line is not closed
        --black ponnuki --white ""                              | --white: the command line is empty
        --black ponnuki --white ponnuki --openings /nowhere/openings | cannot read the openings in /nowhere/openings:
        --black ponnuki --white ponnuki --name-a one --name-b one | --name-b: the name "one" is also that of player 1
        --black ponnuki --white ponnuki --name-a " "            | --name-a: the name is empty
        --black ponnuki --white ponnuki --size 9 --handicap 80  | at most
        --tournament /nowhere.toml                              | cannot read /nowhere.toml
        "#,
    ) {
        run(&folder, options, "out").fails(1, reason);
        folder.clear("out");
    }
    let options = "--black ponnuki --white ponnuki --name-b a\u{202e}b";
    let reason = r#"--name-b: the name "a\u{202e}b" contains a control character"#;
    run(&folder, options, "out").fails(1, reason);
    for wrong in [
        "",
        "--white ponnuki --shard 0/4",
        "--white ponnuki --shard 5/4",
        "--white ponnuki --time 5,10",
        "--white ponnuki --handicap many",
        "--white ponnuki --games 0",
        "--white ponnuki --random-opening 2 --handicap 2",
        "--white ponnuki --move-timeout 0",
    ] {
        run(&folder, &format!("--black ponnuki {wrong}"), "wrong").fails(2, "");
    }
    assert!(!folder.exists("wrong"));
}

#[test]
fn a_sequential_test_ends_the_match_when_it_is_decided() {
    let folder = Folder::new();
    let options = "--black 'ponnuki -q' --white 'ponnuki -q --resign-after 2' --size 5 \
                   --games 400 --sprt 0,50";
    let summary = run(&folder, options, "out").succeeds();
    assert_contains(&summary, "H1 accepted");
    let played = records(&folder, "out").len();
    assert!((5..100).contains(&played), "{played}");
    // The games are evaluated in order, so other threads may be ahead of the decision.
    let threads = play(&folder, &format!("{options} -j 3"), "threads").len();
    assert!((played..400).contains(&threads), "{threads}");
    // A decided match is not continued.
    let resumed = play(&folder, &format!("{options} --resume"), "out");
    assert_eq!(resumed.len(), played);
    run(&folder, &format!("{options} --shard 1/2"), "other").fails(2, "");
}

/// Waits until a match has recorded this number of games in `out`.
#[cfg(unix)]
fn wait_for_games(folder: &Folder, child: &mut Child, games: usize) {
    while !folder.exists("out") || folder.read("out").lines().count() < games {
        assert!(child.try_wait().unwrap().is_none(), "the match has ended");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Starts a match with these options and the file `out` of results.
#[cfg(unix)]
fn begun(folder: &Folder, options: &str) -> Child {
    let mut command = runner::command(&format!("match {options} --out out"));
    runner::start(folder.within(&mut command))
}

/// Interrupts a running match, as Ctrl-C does, once `out` has this number of games.
#[cfg(unix)]
fn interrupted(folder: &Folder, options: &str, games: usize) -> Run {
    let mut child = begun(folder, options);
    wait_for_games(folder, &mut child, games);
    runner::signal(&child, "-INT");
    child.wait_with_output().unwrap().into()
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_was_played_and_goes_on() {
    let folder = Folder::new();
    let options = |games: usize| format!("{RANDOM} --games {games} -j 2 --sgf-dir games");
    let run = interrupted(&folder, &options(3000), 5);
    assert_eq!(run.status, Some(130), "{}", run.err);
    assert_contains(&run.err, "--resume goes on");
    let kept = records(&folder, "out");
    assert!((5..3000).contains(&kept.len()), "{}", kept.len());
    assert!(kept.iter().all(|record| !record.is_fault()));
    let next = kept.len() + 20;
    let all = play(&folder, &format!("{} --resume", options(next)), "out");
    let numbers: BTreeSet<u64> = all.iter().map(|record| record.game).collect();
    assert!((0..next as u64).all(|game| numbers.contains(&game)));
    assert!(kept.iter().all(|record| all.contains(record)));
}

#[test]
fn a_game_that_is_played_out_is_counted_alike_by_all() {
    for (player, size) in [("", 5), (" --level 1", 9)] {
        let command = format!("'ponnuki -q{player}'");
        for record in played(&format!(
            "--black {command} --white {command} --size {size} --games 2 --rules japanese-playout"
        )) {
            assert_eq!(record.end, "passes");
            for party in ["ours", "black", "white"] {
                assert_eq!(record.scores[party], record.result);
            }
        }
    }
}

#[test]
fn dead_stones_are_taken_off_if_a_program_lists_them() {
    let folder = Folder::new();
    // White's stones in the upper corners are dead.
    let black = "[ae][be][ad][bd][cd][dd][ed][ac][bc][cc][dc][ec][bb][cb][db][de]";
    folder.write("end.sgf", format!("(;SZ[5]AB{black}AW[aa][ea])"));
    for (black, white, result) in [
        ("gui", "kgs", "B+24.5"),
        ("gui", "cgos", "B+24.5"),
        ("cgos", "gui", "B+24.5"),
        ("twogtp", "cgos", "B+15.5"),
    ] {
        let options = format!(
            "--black 'ponnuki -q --level 5 --profile {black}' --size 5 --komi 0.5 \
             --white 'ponnuki -q --level 5 --profile {white}' --games 1 --openings end.sgf"
        );
        let records = play(&folder, &options, &format!("{black}-{white}"));
        assert_eq!(records[0].result, result, "{black} {white}");
    }
}

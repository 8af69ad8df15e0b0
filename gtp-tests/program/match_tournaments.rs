//! Formats of tournaments, and players with settings of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use super::game_record::GameRecord;
use super::{Folder, assert_refused, play, run};
#[cfg(target_os = "linux")]
use super::{records, stderr};

/// Returns a tournament file for random players on 5x5 with these names.
fn players(head: &str, names: &[&str]) -> String {
    let players = names
        .iter()
        .map(|name| format!("[[player]]\nname = '{name}'\ncommand = 'ponnuki -q'\n"));
    format!("size = 5\n{head}\n{}", players.collect::<String>())
}

/// Returns the names of a game's players in alphabetical order.
fn pair(record: &GameRecord) -> [String; 2] {
    let mut pair = [&record.black, &record.white].map(|who| who.player.clone());
    pair.sort();
    pair
}

#[test]
fn in_a_gauntlet_the_first_player_meets_all_others() {
    let folder = Folder::new();
    let names = ["new", "one", "two", "three"];
    let file = folder.write("t.toml", &players("format = 'gauntlet'\ngames = 2", &names));
    let options = format!("--tournament \"{}\" -j 2", file.display());
    let records = play(&options, &folder.path("out"));
    assert_eq!(records.len(), 6);
    let mut games: BTreeMap<[String; 2], u32> = BTreeMap::new();
    for record in &records {
        *games.entry(pair(record)).or_default() += 1;
        assert!(pair(record).contains(&"new".to_owned()));
    }
    assert_eq!(games.into_values().collect::<Vec<_>>(), [2, 2, 2]);
    let blacks = records.iter().filter(|game| game.black.player == "new");
    assert_eq!(blacks.count(), 3);
}

/// In a round that is not over all other threads wait, so they take their memory at the
/// same time.
#[cfg(target_os = "linux")]
#[test]
fn a_tournament_is_played_by_the_threads_that_the_system_starts() {
    let folder = Folder::new();
    let head = "format = 'swiss'\nrounds = 3";
    let file = folder.write("t.toml", &players(head, &["a", "b", "c", "d"]));
    let options = format!("--tournament \"{}\"", file.display());
    let expected = play(&options, &folder.path("whole"));
    let out = folder.path("out");
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -v 250000; exec \"$0\" match {options} -j 255 --out \"$1\""
        ))
        .arg(env!("CARGO_BIN_EXE_ponnuki"))
        .arg(&out)
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let log = stderr(&output);
    assert!(output.status.success(), "{log}");
    assert!(log.contains(" of 255 threads"), "{log}");
    assert_eq!(records(&out), expected);
}

#[test]
fn a_swiss_tournament_has_the_same_games_in_any_number_of_runs() {
    let folder = Folder::new();
    let names = ["a", "b", "c", "d", "e"];
    let write = |rounds| {
        let head = format!("format = 'swiss'\nrounds = {rounds}");
        folder.write("t.toml", &players(&head, &names))
    };
    let file = write(4);
    let options = |more: &str| format!("--tournament \"{}\" {more}", file.display());
    let records = play(&options("-j 3"), &folder.path("whole"));
    assert_eq!(records.len(), 16);
    for round in records.chunks(4) {
        let pairs: BTreeSet<_> = round.iter().map(pair).collect();
        assert_eq!(pairs.len(), 2, "two pairs play two games each");
        let playing: BTreeSet<_> = pairs.into_iter().flatten().collect();
        assert_eq!(playing.len(), 4, "nobody plays twice");
    }
    let met: BTreeSet<_> = records.iter().map(pair).collect();
    assert!(met.len() >= 7, "hardly anybody meets again: {met:?}");
    // Two rounds first, then the others, after a cut through the second round.
    write(2);
    let parts = folder.path("parts");
    assert_eq!(play(&options(""), &parts).len(), 8);
    let lines = fs::read_to_string(&parts).unwrap();
    let cut: String = lines.split_inclusive('\n').take(6).collect();
    fs::write(&parts, cut).unwrap();
    write(4);
    assert_eq!(play(&options("--resume -j 2"), &parts), records);
    // A game whose pair does not follow from the results is refused.
    let text = fs::read_to_string(&parts).unwrap();
    let wrong = text.replace("\"winner\":\"black\"", "\"winner\":\"white\"");
    fs::write(&parts, wrong).unwrap();
    let output = run(&options("--resume"), &parts);
    assert_refused(&output, "Swiss", "another winner");
    let shard = run(&options("--shard 1/2"), &folder.path("shard"));
    assert_refused(&shard, "cannot use shards", "--shard");
}

#[cfg(unix)]
#[test]
fn players_have_a_folder_an_environment_commands_a_clock_and_a_handicap() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let engines = folder.path("engines");
    fs::create_dir(&engines).unwrap();
    let engine = engines.join("engine.sh");
    let script = format!(
        "#!/bin/sh\npwd > place\nprintf %s \"$GO_NAME\" > variable\n\
         tee -a commands | exec \"{}\" -q\n",
        env!("CARGO_BIN_EXE_ponnuki")
    );
    fs::write(&engine, script).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let own = "[[player]]\nname = 'own'\ncommand = './engine.sh'\ndirectory = 'engines'\n\
               environment = { GO_NAME = 'tengen 10' }\nstartup = ['komi 3', 'ponnuki-param eyes enemy-diagonals']\n\
               time = '600,0,0'\nhandicap = 3\nelo = 700\n";
    let file = |own: &str| {
        let text = players("games = 2", &["one", "two"]).replace("size = 5", "size = 9") + own;
        folder.write("t.toml", &text)
    };
    let options = format!("--tournament \"{}\"", file(own).display());
    let out = folder.path("out");
    let records = play(&options, &out);
    assert_eq!(records.len(), 6);
    for record in &records {
        let is_own = pair(record).contains(&"own".to_owned());
        assert_eq!(record.handicap, if is_own { 3 } else { 0 });
        assert!(!is_own || record.black.player == "own");
        assert_eq!(record.black.elo, is_own.then_some(700.0));
    }
    let place = fs::read_to_string(engines.join("place")).unwrap();
    assert_eq!(
        fs::canonicalize(place.trim()).unwrap(),
        fs::canonicalize(&engines).unwrap()
    );
    assert_eq!(
        fs::read_to_string(engines.join("variable")).unwrap(),
        "tengen 10"
    );
    let commands = fs::read_to_string(engines.join("commands")).unwrap();
    assert!(
        commands.starts_with(
            "name\nversion\nlist_commands\nkomi 3\nponnuki-param eyes enemy-diagonals\n"
        )
    );
    assert!(commands.contains("\ntime_settings 600 0 0\n"), "{commands}");
    assert!(commands.contains("\nset_free_handicap "), "{commands}");
    assert_eq!(commands.matches("\nkomi 3\n").count(), 1);
    // The known rating is kept.
    let report = std::process::Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["match", "report"])
        .arg(&out)
        .output()
        .unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    assert!(
        report.contains("Ratings are on a scale with own at 700."),
        "{report}"
    );
    // A command that the program refuses ends the match before its first game.
    file(&own.replace("komi 3", "make-tea"));
    let output = run(&options, &folder.path("refused"));
    assert_refused(&output, "refused 'make-tea'", "startup");
    for (from, to, reason) in [
        ("'engines'", "'nowhere'", "is not a folder"),
        ("handicap = 3", "handicap = 300", "at most"),
        ("elo = 700", "elo = inf", "a rating of inf"),
        ("GO_NAME", "'A='", "\"A=\" cannot be set"),
        ("games = 2", "games = 2\nrandom-opening = 2", "exclude"),
        (
            "games = 2",
            "games = 2\nformat = 'knockout'",
            "unknown variant",
        ),
        (
            "games = 2",
            "games = 2\nformat = 'swiss'",
            "number of rounds",
        ),
    ] {
        file(own);
        let text = fs::read_to_string(folder.path("t.toml")).unwrap();
        fs::write(folder.path("t.toml"), text.replace(from, to)).unwrap();
        let output = run(&options, &folder.path("refused"));
        assert_refused(&output, reason, to);
    }
}

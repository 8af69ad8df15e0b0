//! Formats of tournaments, and players with settings of their own.

use std::collections::BTreeMap;

use serde_json::Value;

use super::game_record::GameRecord;
#[cfg(target_os = "linux")]
use super::records;
use super::runner::Folder;
#[cfg(target_os = "linux")]
use super::runner::InFolder;
#[cfg(unix)]
use super::runner::{PROGRAM, assert_contains, assert_starts};
#[cfg(unix)]
use super::{make_executable, match_files::report, run};
use super::{play, tournament};

/// Returns the names of a game's players in alphabetical order.
fn pair(record: &GameRecord) -> [String; 2] {
    let name = |who: &Value| who["player"].as_str().unwrap().to_owned();
    let mut pair = [&record.black, &record.white].map(name);
    pair.sort();
    pair
}

#[test]
fn in_a_gauntlet_the_first_player_meets_all_others() {
    let names = ["new", "one", "two", "three"];
    let players = tournament("format = 'gauntlet'\ngames = 2", &names);
    let folder = Folder::with_files(&[("t.toml", &players)]);
    let records = play(&folder, "--tournament t.toml -j 2", "out");
    assert_eq!(records.len(), 6);
    let mut games: BTreeMap<[String; 2], u32> = BTreeMap::new();
    for record in &records {
        *games.entry(pair(record)).or_default() += 1;
        assert!(pair(record).contains(&"new".to_owned()));
    }
    assert_eq!(games.into_values().collect::<Vec<_>>(), [2, 2, 2]);
    let blacks = records.iter().filter(|game| game.black["player"] == "new");
    assert_eq!(blacks.count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_tournament_is_played_by_the_threads_that_the_system_starts() {
    let players = tournament("games = 4", &["a", "b", "c", "d"]);
    let folder = Folder::with_files(&[("t.toml", &players)]);
    let expected = play(&folder, "--tournament t.toml", "whole");
    let threads = "exec \"$0\" match --tournament t.toml -j 255 --out out";
    let run = folder.shell(&format!("ulimit -v 350000; {threads}"));
    assert_contains(&run.err, " of 255 threads");
    run.succeeds();
    assert_eq!(records(&folder, "out"), expected);
}

#[cfg(unix)]
#[test]
fn players_have_a_folder_an_environment_commands_a_clock_and_a_handicap() {
    let script = format!(
        "#!/bin/sh\npwd > place\nprintf %s \"$GO_NAME\" > variable\n\
         tee -a commands | exec \"{PROGRAM}\" -q\n"
    );
    let own = "[[player]]\nname = 'own'\ncommand = './engine.sh'\ndirectory = 'engines'\n\
               environment = { GO_NAME = 'tengen 10' }\nstartup = ['komi 3', 'ponnuki-param eyes enemy-diagonals']\n\
               time = '600,0,0'\nhandicap = 3\nelo = 700\n";
    let players = tournament("games = 2", &["one", "two"]).replace("size = 5", "size = 9") + own;
    let folder = Folder::with_files(&[("engines/engine.sh", &script), ("t.toml", &players)]);
    make_executable(&folder, "engines/engine.sh");
    let records = play(&folder, "--tournament t.toml", "out");
    assert_eq!(records.len(), 6);
    for record in &records {
        let is_own = pair(record).contains(&"own".to_owned());
        assert_eq!(record.handicap, if is_own { 3 } else { 0 });
        assert!(!is_own || record.black["player"] == "own");
        assert_eq!(record.black["elo"].as_f64(), is_own.then_some(700.0));
    }
    let place = folder.read("engines/place");
    let [place, engines] = [place.trim().into(), folder.path("engines")];
    assert_eq!(
        place.canonicalize().unwrap(),
        engines.canonicalize().unwrap()
    );
    assert_eq!(folder.read("engines/variable"), "tengen 10");
    let commands = folder.read("engines/commands");
    let start = "name\nversion\nlist_commands\nkomi 3\nponnuki-param eyes enemy-diagonals\n";
    assert_starts(&commands, start);
    assert_contains(&commands, "\ntime_settings 600 0 0\n");
    assert_contains(&commands, "\nset_free_handicap ");
    assert_eq!(commands.matches("\nkomi 3\n").count(), 1);
    // The known rating is kept.
    let scale = "Ratings are on a scale with own at 700.";
    assert_contains(&report(&folder, "out", ""), scale);
    // A command that the program refuses ends the match before its first game.
    folder.write("t.toml", players.replace("komi 3", "make-tea"));
    run(&folder, "--tournament t.toml", "refused").fails(1, "refused 'make-tea'");
}

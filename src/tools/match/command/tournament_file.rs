//! The settings of a tournament, from its file.

use std::collections::HashMap;
use std::path::Path;

use crate::cli::plain;
use crate::r#match::{Entrant, MAX_PLAYERS};
use ponnuki_formats::files::FileKind;

use super::args::{check_name, double_name};
use super::options::{MatchOptions, MatchSetup};
use crate::cli::failure::Failure;

const MAX_ELO: f64 = 10_000.0;

pub(super) fn read(path: &Path) -> Result<MatchSetup, Failure> {
    let bytes = FileKind::TOURNAMENT
        .read_file(path)
        .map_err(Failure::file("read", path))?;
    let text = String::from_utf8(bytes).map_err(Failure::file("read", path))?;
    let mut options: MatchOptions = toml::from_str(&text).map_err(Failure::of(path.display()))?;
    // Paths are relative to the file.
    let folder = path.parent().unwrap_or(Path::new(""));
    let openings = options.openings.take();
    options.openings = openings.map(|source| source.relative_to(folder));
    options.alternate = true;
    let mut players = std::mem::take(&mut options.player);
    check_players(&players, folder).map_err(Failure::of(path.display()))?;
    for player in &mut players {
        // Labels A and B would be replaced by the programs' own names.
        let is_letter = Entrant::LABELS.contains(&player.label.as_str());
        player.title = is_letter.then(|| player.label.clone());
    }
    let settings = options.settings(players, folder.to_owned())?;
    let games = match options.games().checked_mul(settings.pairings()) {
        Some(games @ 1..) => Ok(games),
        Some(0) => Err("games must be at least 1"),
        None => Err("too many games"),
    };
    Ok(MatchSetup {
        games: games.map_err(Failure::of(path.display()))?,
        settings,
        openings: options.openings,
    })
}

/// Checks the number of players, their entries, and that their names differ. Paths are
/// relative to `folder`.
fn check_players(players: &[Entrant], folder: &Path) -> Result<(), Failure> {
    if !(2..=MAX_PLAYERS).contains(&players.len()) {
        return Err(Failure::new(format_args!(
            "a tournament has 2 to {MAX_PLAYERS} players"
        )));
    }
    let mut names = HashMap::new();
    for (number, player) in (1..).zip(players) {
        let unfit = Failure::of(format!("player {number}"));
        check_player(player, folder).map_err(&unfit)?;
        if let Some(other) = names.insert(player.label.as_str(), number) {
            return Err(unfit(double_name(&player.label, other)));
        }
    }
    for player in players {
        player
            .check()
            .map_err(Failure::of(format_args!("player {:?}", player.label)))?;
    }
    Ok(())
}

/// Checks the entry of a player except for its command line.
fn check_player(player: &Entrant, folder: &Path) -> Result<(), Failure> {
    check_name(&player.label)?;
    if let Some(directory) = &player.directory {
        let directory = folder.join(directory);
        if !directory.is_dir() {
            return Err(Failure::path(&directory, "is not a folder"));
        }
    }
    for (name, value) in &player.environment {
        if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
            return Err(Failure::new(format_args!(
                "the environment variable {name:?} cannot be set: names have no '=', and neither \
                 names nor values have the character 0"
            )));
        }
    }
    for command in &player.startup {
        let is_command = !command.trim().is_empty() && !command.trim().starts_with('#');
        if !is_command || !plain::is_line(command) {
            return Err(Failure::new(format_args!(
                "the start-up command {command:?} is not one line with a command of GTP"
            )));
        }
    }
    match player.elo {
        Some(elo) if elo.is_nan() || elo.abs() > MAX_ELO => Err(Failure::new(format_args!(
            "a rating of {elo} Elo is not within {MAX_ELO}"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::r#match::{Adjudication, AtMaxMoves, Beginning, MatchSettings, TournamentFormat};
    use ponnuki_core::{BoardSize, KoRule, Suicide};
    use ponnuki_testing::rows;

    fn read_text(text: &str) -> Result<(MatchSettings, u64), String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        let chosen = read(file.path()).map_err(|error| error.to_string());
        chosen.map(|chosen| (chosen.settings, chosen.games))
    }

    const PLAYERS: &str = "\
        [[player]]\nname = 'one'\ncommand = 'ponnuki --seed 1'\n\
        [[player]]\nname = 'two'\ncommand = 'ponnuki --seed 2'\n\
        [[player]]\nname = 'three'\ncommand = 'gnugo --mode gtp'\n";

    #[test]
    fn a_tournament_is_read() {
        let head = "games = 4\nsize = 9\nkomi = 6.5\nrules = 'aga'\nsuicide = 'allowed'\n\
                    time = '60,30,5'\nmove-timeout = 2.5\nseed = 7\nrandom-opening = 3\n";
        let (settings, games) = read_text(&format!("{head}{PLAYERS}")).unwrap();
        assert_eq!(games, 12);
        assert_eq!(settings.size.to_string(), "9x9");
        assert_eq!(settings.komi.to_string(), "6.5");
        assert_eq!(settings.rules.ko, KoRule::Situational);
        assert_eq!(settings.rules.suicide, Suicide::Allowed);
        assert_eq!(settings.players[2].label, "three");
        assert_eq!(settings.move_timeout, Duration::from_millis(2500));
        assert!(settings.alternate);
        assert!(matches!(settings.beginning, Beginning::Random(3)));
        assert_eq!(settings.adjudication, Adjudication::default());
        let rules = "resign-rule = '3,3'\nreferee = 'gnugo'\njudge-after = 60\n\
                     at-max-moves = 'score'\n";
        let (settings, _) = read_text(&format!("{rules}{PLAYERS}")).unwrap();
        assert_eq!(settings.adjudication.resign, "3,3".parse().ok());
        assert_eq!(settings.adjudication.judge, "60,10,20".parse().ok());
        assert_eq!(settings.adjudication.at_max_moves, AtMaxMoves::Score);
        let (settings, games) = read_text(&format!("size = '9x13'\n{PLAYERS}")).unwrap();
        assert_eq!(settings.size, BoardSize::new(9, 13).unwrap());
        assert_eq!(games, 300);
    }

    #[test]
    fn invalid_files_are_refused_with_the_reason() {
        for (text, reason) in [
            ("sise = 9\n", "sise"),
            ("size = 26\n", "1 to 25"),
            ("komi = 'seven'\n", "komi"),
            ("rules = 'chess'\n", "cgos, tromp-taylor"),
            ("scoring = 'stones'\n", "area, territory"),
            ("time = '5,10'\n", "MAIN,PERIOD,STONES"),
            ("move-timeout = 0.0\n", "above 0"),
            ("resign-rule = '3'\n", "PERCENT,MOVES"),
            ("draw-rule = '60,2,5'\n", "draw-rule"),
            ("judge-after = '60,0'\n", "FROM,EVERY,MARGIN"),
            ("at-max-moves = 'draw'\n", "void or score"),
            ("random-opening = 3\nhandicap = 2\n", "exclude"),
            ("size = 9\nhandicap = 80\n", "at most"),
            ("games = many\n", "line 1"),
            ("format = 'knockout'\n", "round-robin"),
            ("format = 'swiss'\n", "round-robin"),
            ("games = 0\n", "at least 1"),
            ("judge-after = 60\n", "needs a referee"),
            ("games = 9223372036854775807\n", "too many games"),
        ] {
            let error = read_text(&format!("{text}{PLAYERS}")).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(read_text("games = 2\n").unwrap_err().contains("player"));
        let one = PLAYERS.split_inclusive("1'\n").next().unwrap();
        assert!(read_text(one).unwrap_err().contains("2 to 1000 players"));
    }

    #[test]
    fn a_gauntlet_has_fewer_pairs() {
        let (settings, games) = read_text(&format!("format = 'gauntlet'\n{PLAYERS}")).unwrap();
        assert_eq!((settings.format, games), (TournamentFormat::Gauntlet, 200));
    }

    #[test]
    fn a_player_has_its_own_folder_environment_commands_time_handicap_and_rating() {
        let own = "directory = '.'\nenvironment = { A = '1', B = '' }\nstartup = ['komi 7']\n\
                   time = '60,0,0'\nhandicap = 3\nelo = 1800\n";
        let (settings, _) = read_text(&format!("size = 9\n{PLAYERS}{own}")).unwrap();
        let player = &settings.players[2];
        assert_eq!(player.directory, Some(".".into()));
        assert_eq!(player.environment["A"], "1");
        assert_eq!(player.startup, ["komi 7"]);
        assert_eq!(player.time.unwrap().main, 60);
        assert_eq!((player.handicap, player.elo), (3, Some(1800.0)));
        for [own, reason] in rows(
            r#"
            directory = 'missing'        | missing is not a folder
            environment = { 'A=' = '1' } | variable "A=" cannot be set
            startup = ['']               | player 3: the start-up command ""
            startup = ["a\nb"]           | is not one line
            elo = nan                    | player 3: a rating of NaN
            elo = 1e6                    | player 3: a rating of 1000000
            time = '1,2'                 | MAIN,PERIOD,STONES
            handicap = -1                | expected usize
            handicap = 60                | at most
            colour = 'black'             | unknown field
            "#,
        ) {
            let error = read_text(&format!("size = 9\n{PLAYERS}{own}\n")).unwrap_err();
            assert!(error.contains(reason), "{own}: {error}");
        }
        let both = format!("random-opening = 3\n{PLAYERS}handicap = 2\n");
        assert!(read_text(&both).unwrap_err().contains("exclude"));
    }

    #[test]
    fn every_player_has_a_visible_name_of_its_own() {
        for [name, reason] in rows(
            r#"
            'one'       | "one" is also that of player 1
            ''          | is empty
            " \t"       | is empty
            "on\ne"     | "on\ne" contains a control character
            "\u001b[2J" | "\u{1b}[2J" contains a control character
            "on\u202ee" | "on\u{202e}e" contains a control character
            "#,
        ) {
            let error = read_text(&PLAYERS.replace("'two'", name)).unwrap_err();
            let reason = format!("player 2: the name {reason}");
            assert!(error.ends_with(&reason), "{name}: {error}");
        }
        let kanji = PLAYERS.replace("'two'", "'本因坊 2'");
        assert_eq!(read_text(&kanji).unwrap().0.players[1].label, "本因坊 2");
    }
}

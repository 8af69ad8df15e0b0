//! Records and settings that the tests of this module share.

use std::path::PathBuf;
use std::time::Duration;

use super::adjudication::Adjudication;
#[cfg(test)]
use super::record::GameRecord;
use super::settings::{Beginning, Entrant, MatchSettings, TournamentFormat};
use ponnuki_core::board::BoardSize;
use ponnuki_core::rules::{Komi, Rules};

/// Returns the line of a finished game on 3x3 between A and B, which A wins as
/// Black.
#[cfg(test)]
pub(super) fn line(fingerprint: &str, game: u64) -> String {
    format!(
        concat!(
            r#"{{"schema":1,"match":"{}","game":{},"#,
            r#""black":{{"player":"A","name":"Ponnuki","version":"0.1.0","command":"ponnuki","seed":7}},"#,
            r#""white":{{"player":"B","name":"GNU Go","version":"3.8","command":"gnugo","seed":null}},"#,
            r#""size":"3x3","rules":{{"ko":"positional","suicide":"forbidden","handicap_bonus":"none"}},"#,
            r#""komi":"7.5","handicap":0,"stones":{{"black":[],"white":[]}},"first":"black","#,
            r#""opening":null,"moves":["B2","pass","pass"],"#,
            r#""result":"B+1.5","winner":"black","end":"passes","detail":"","#,
            r#""scores":{{"ours":"B+1.5","black":null,"white":null,"referee":null}},"#,
            r#""time":{{"black":{{"total":0.25,"longest":0.25,"moves":2}},"#,
            r#""white":{{"total":0.5,"longest":0.5,"moves":1}}}}}}"#
        ),
        fingerprint, game
    )
}

/// Returns the record in [`line`].
#[cfg(test)]
pub(super) fn record(fingerprint: &str, game: u64) -> GameRecord {
    GameRecord::from_line(&line(fingerprint, game)).unwrap()
}

/// Returns the settings of a match on 9x9 between this number of players.
pub(crate) fn settings(players: usize) -> MatchSettings {
    let player = |number: usize| {
        let label = char::from(b'A' + number as u8);
        Entrant::new(label, format!("program-{number}"))
    };
    MatchSettings {
        players: (0..players).map(player).collect(),
        folder: PathBuf::new(),
        format: TournamentFormat::RoundRobin,
        alternate: true,
        pairs: false,
        size: BoardSize::square(9).expect("9 is a size"),
        rules: Rules::default(),
        komi: Komi::default(),
        beginning: Beginning::Empty,
        time: None,
        max_moves: 1000,
        move_timeout: Duration::from_secs(10),
        seed: 1,
        referee: None,
        adjudication: Adjudication::default(),
    }
}

//! Records for the tests of this room.

/// The line of a finished game with this number of a match.
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

//! The record of one game of a match: one line of JSON.
//!
//! The keys of the line are the fields of [`GameRecord`], under the same names
//! unless the field says otherwise. Points are written as in `D4`, a pass as
//! `pass`, colours as `black` and `white`, times in seconds. A later version
//! may add keys; one that changes the meaning of a key raises `schema`.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::text::{in_words, maybe_in_words};
use crate::board::{BoardSize, ByColor, Color};
use crate::game::{Game, Move, Start};
use crate::rules::{HandicapBonus, KoRule, Komi, Rules, Suicide};

/// The value of `schema` in the lines that this version writes, and the only
/// one it reads.
pub const SCHEMA: u32 = 1;

/// One game of a match, finished or lost by a fault.
///
/// Two runs of the same match give equal records but for `time`:
/// see [`without_time`](Self::without_time).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of this format: [`SCHEMA`].
    pub schema: u32,
    /// The fingerprint of all settings that decide the games, 16 hexadecimal
    /// digits: games belong to the same match when they have the same. The
    /// number of games is no part of it.
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// The number of the game in the whole match, from 0. No two games of a
    /// match have the same number.
    pub game: u64,
    /// Who had Black.
    pub black: Participant,
    /// Who had White.
    pub white: Participant,
    /// The board: `9x9`, the width first.
    #[serde(with = "in_words")]
    pub size: BoardSize,
    /// The rules of the game.
    pub rules: RecordRules,
    /// The komi as text, `"7.5"`, so that it stays as it was given.
    #[serde(with = "in_words")]
    pub komi: Komi,
    /// How many handicap stones Black was given and White is paid for, as the
    /// rules say; 0 in an even game.
    pub handicap: usize,
    /// The stones on the board before the first move, handicap stones included.
    pub stones: Stones,
    /// Who moves first. After that the colours alternate.
    #[serde(with = "in_words")]
    pub first: Color,
    /// Where the first moves came from, or `null` when the players chose all.
    pub opening: Option<Opening>,
    /// All moves, those of the opening included. A move that lost the game by
    /// being illegal is not among them; `detail` names it.
    pub moves: Vec<String>,
    /// The result as SGF spells it: `B+3.5`, `W+R` (resignation), `W+T` (time),
    /// `W+F` (forfeit, by a fault), `0` (a tie), `Void` (no result).
    pub result: String,
    /// The colour that won, or `null` for a tie and for no result.
    #[serde(with = "maybe_in_words")]
    pub winner: Option<Color>,
    /// How the game ended.
    pub end: Ending,
    /// What happened, in words, when a fault ended the game or came after its
    /// end, as when a program does not answer `final_score`; else empty.
    pub detail: String,
    /// What everybody says about the score.
    pub scores: Scores,
    /// Who spent how much time. It differs from run to run.
    pub time: Times,
}

/// A program that took part in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// Who it is in the match, whichever colour it has: `A` for the program
    /// given as `--black`, `B` for that given as `--white`, or its name in a
    /// tournament.
    pub player: String,
    /// The answer to the command `name`, or the program's file name.
    pub name: String,
    /// The answer to `version`; may be empty.
    pub version: String,
    /// The command line that starts it.
    pub command: String,
    /// The seed it was given for this game by `set_random_seed`, or `null` if
    /// it does not know that command.
    pub seed: Option<u64>,
}

/// The rules of a game, each axis by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRules {
    /// `simple`, `positional`, `situational`, `natural-situational` or `none`.
    #[serde(with = "in_words")]
    pub ko: KoRule,
    /// `forbidden`, `multi-stone` or `allowed`.
    #[serde(with = "in_words")]
    pub suicide: Suicide,
    /// White's points for handicap stones: `none`, `stones` or
    /// `stones-minus-one`.
    #[serde(with = "in_words")]
    pub handicap_bonus: HandicapBonus,
}

impl From<Rules> for RecordRules {
    fn from(rules: Rules) -> Self {
        Self {
            ko: rules.ko,
            suicide: rules.suicide,
            handicap_bonus: rules.handicap_bonus,
        }
    }
}

impl From<RecordRules> for Rules {
    fn from(rules: RecordRules) -> Self {
        Self {
            ko: rules.ko,
            suicide: rules.suicide,
            handicap_bonus: rules.handicap_bonus,
        }
    }
}

/// The stones a game began with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stones {
    /// Black's points, handicap stones among them.
    pub black: Vec<String>,
    /// White's points.
    pub white: Vec<String>,
}

/// Where the first moves of a game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The file name of a game record, or `random`.
    pub from: String,
    /// How many of the game's moves it gave.
    pub moves: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Two passes in a row: the score decides.
    Passes,
    /// The loser resigned.
    Resign,
    /// The loser's clock ran out.
    Time,
    /// Simple ko: a position came back, and the game has no result.
    Repetition,
    /// The move limit was reached, and the game has no result.
    MaxMoves,
    /// Fault: the loser played an illegal move.
    Illegal,
    /// Fault: the loser refused a legal move or another command that every
    /// engine must obey.
    Refused,
    /// Fault: the loser's answer was none that the protocol knows.
    Malformed,
    /// Fault: the loser ended, or closed its output.
    Crash,
    /// Fault: the loser did not answer in time, and was killed.
    Hang,
}

impl Ending {
    /// Every way.
    pub const ALL: [Self; 10] = [
        Self::Passes,
        Self::Resign,
        Self::Time,
        Self::Repetition,
        Self::MaxMoves,
        Self::Illegal,
        Self::Refused,
        Self::Malformed,
        Self::Crash,
        Self::Hang,
    ];

    /// Whether the game was lost by a fault of a program. A lost clock is none.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Illegal | Self::Refused | Self::Malformed | Self::Crash | Self::Hang
        )
    }
}

impl fmt::Display for Ending {
    /// Writes the word that the record has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passes => "passes",
            Self::Resign => "resign",
            Self::Time => "time",
            Self::Repetition => "repetition",
            Self::MaxMoves => "max-moves",
            Self::Illegal => "illegal",
            Self::Refused => "refused",
            Self::Malformed => "malformed",
            Self::Crash => "crash",
            Self::Hang => "hang",
        })
    }
}

/// What everybody says about the score of the last position. `null` where
/// nobody was asked or the answer was an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// Our count of the area, no stone taken for dead: `B+3.5`.
    pub ours: Option<String>,
    /// Black's answer to `final_score`.
    pub black: Option<String>,
    /// White's answer to `final_score`.
    pub white: Option<String>,
    /// The referee's answer to `final_score`, which is then the result.
    pub referee: Option<String>,
}

impl Scores {
    /// The score that counts: the referee's or, without one, ours.
    pub fn official(&self) -> Option<&str> {
        self.referee.as_deref().or(self.ours.as_deref())
    }

    /// Whether a program's own `final_score` differs from the one that counts.
    /// Without an answer it does not.
    pub fn disagrees(&self, color: Color) -> bool {
        let theirs = match color {
            Color::Black => self.black.as_deref(),
            Color::White => self.white.as_deref(),
        };
        match (self.official(), theirs) {
            (Some(official), Some(theirs)) => match (points(official), points(theirs)) {
                (Some(official), Some(theirs)) => (official - theirs).abs() > 1e-6,
                _ => true,
            },
            _ => false,
        }
    }
}

/// Black's points minus White's of a score such as `B+3.5`, `W+12` or `0`.
pub(super) fn points(score: &str) -> Option<f64> {
    let (sign, number) = match score.get(..2) {
        Some("B+" | "b+") => (1.0, &score[2..]),
        Some("W+" | "w+") => (-1.0, &score[2..]),
        _ => (1.0, score),
    };
    let number: f64 = number.trim().parse().ok()?;
    number.is_finite().then_some(sign * number)
}

/// The time that both sides spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Black's time.
    pub black: Clock,
    /// White's time.
    pub white: Clock,
}

/// The time that one side spent on its own moves, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// All moves together.
    pub total: f64,
    /// The move that took longest.
    pub longest: f64,
    /// How many moves it was asked for, the one that lost the game included.
    pub moves: usize,
}

/// Why a line is no record of a game.
#[derive(Debug)]
pub enum RecordError {
    /// The line is no JSON, or a key is missing or has a value that makes no
    /// sense.
    Json(serde_json::Error),
    /// The line has another `schema` than [`SCHEMA`].
    Schema(u32),
    /// The stones or the moves cannot be replayed.
    Game,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "no record of a game: {error}"),
            Self::Schema(schema) => {
                write!(
                    f,
                    "the record has schema {schema}; this version reads {SCHEMA}"
                )
            }
            Self::Game => f.write_str("the moves of the record cannot be replayed"),
        }
    }
}

impl Error for RecordError {}

impl GameRecord {
    /// Reads one line.
    ///
    /// # Errors
    /// [`RecordError::Json`] or [`RecordError::Schema`].
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        /// The one key that every schema has.
        #[derive(Deserialize)]
        struct Version {
            schema: u32,
        }
        match serde_json::from_str(line) {
            Ok(Version { schema }) if schema != SCHEMA => Err(RecordError::Schema(schema)),
            _ => serde_json::from_str(line).map_err(RecordError::Json),
        }
    }

    /// The line, without a line feed.
    ///
    /// # Panics
    /// Never: every record has a line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has text keys only")
    }

    /// The same record with all times 0, to compare runs.
    #[must_use]
    pub fn without_time(&self) -> Self {
        Self {
            time: Times::default(),
            ..self.clone()
        }
    }

    /// The program that had a colour.
    pub const fn participant(&self, color: Color) -> &Participant {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The game, replayed.
    ///
    /// # Errors
    /// [`RecordError::Game`] when a stone or a move is impossible.
    pub fn replay(&self) -> Result<Game, RecordError> {
        let named = |names: &[String]| -> Option<_> {
            names
                .iter()
                .map(|name| self.size.point_named(name))
                .collect()
        };
        let stones = (named(&self.stones.black), named(&self.stones.white));
        let (Some(black), Some(white)) = stones else {
            return Err(RecordError::Game);
        };
        let start = Start {
            stones: ByColor { black, white },
            handicap: self.handicap,
            to_move: self.first,
        };
        let mut game = Game::with_start(self.size, self.rules.into(), self.komi.clone(), start)
            .map_err(|_| RecordError::Game)?;
        for text in &self.moves {
            let action = match text.as_str() {
                "pass" => Move::Pass,
                name => Move::Play(self.size.point_named(name).ok_or(RecordError::Game)?),
            };
            game.play(game.to_move(), action)
                .map_err(|_| RecordError::Game)?;
        }
        if self.end == Ending::Resign
            && let Some(winner) = self.winner
        {
            game.resign(!winner);
        }
        Ok(game)
    }

    /// Black's points minus White's if the game was counted to its result, as
    /// opposed to resigned or forfeited; a tie is 0.
    pub fn margin(&self) -> Option<f64> {
        (self.end == Ending::Passes)
            .then(|| points(&self.result))
            .flatten()
    }

    /// Whether Black's or White's own score differs from the one that counts.
    pub fn is_disputed(&self) -> bool {
        Color::BOTH
            .into_iter()
            .any(|color| self.scores.disagrees(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A finished game on 3x3 that Black wins by all points.
    fn record() -> GameRecord {
        let line = r#"{"schema":1,"match":"00112233aabbccdd","game":4,
            "black":{"player":"A","name":"Ponnuki","version":"0.1.0","command":"ponnuki --seed 1","seed":7},
            "white":{"player":"B","name":"GNU Go","version":"3.8","command":"gnugo --mode gtp","seed":null},
            "size":"3x3","rules":{"ko":"positional","suicide":"forbidden","handicap_bonus":"none"},
            "komi":"0.50","handicap":0,"stones":{"black":["A1"],"white":[]},"first":"black",
            "opening":{"from":"random","moves":1},"moves":["B2","pass","pass"],
            "result":"B+8.5","winner":"black","end":"passes","detail":"",
            "scores":{"ours":"B+8.5","black":"B+8.5","white":null,"referee":null},
            "time":{"black":{"total":0.25,"longest":0.25,"moves":1},"white":{"total":0.0,"longest":0.0,"moves":1}}}"#;
        GameRecord::from_line(line).unwrap()
    }

    #[test]
    fn a_line_is_read_back() {
        let record = record();
        let line = record.to_line();
        assert!(!line.contains('\n'));
        assert!(line.starts_with(r#"{"schema":1,"match":"00112233aabbccdd","game":4,"#));
        assert!(line.contains(r#""komi":"0.50","#), "{line}");
        assert_eq!(GameRecord::from_line(&line).unwrap(), record);
    }

    #[test]
    fn other_lines_are_refused_with_the_reason() {
        let line = record().to_line();
        let refused = |line: &str| GameRecord::from_line(line).unwrap_err().to_string();
        assert!(refused(&line.replace(r#""schema":1"#, r#""schema":2"#)).contains("schema 2"));
        assert!(refused(&line[..line.len() / 2]).contains("no record of a game"));
        assert!(refused(&line.replace("3x3", "33x3")).contains("1 to 25"));
        assert!(refused(&line.replace("\"passes\"", "\"flood\"")).contains("flood"));
        assert!(
            refused(&line.replace("\"winner\":\"black\"", "\"winner\":\"red\""))
                .contains("black or white")
        );
        assert!(refused("{}").contains("schema"));
    }

    #[test]
    fn a_record_is_replayed() {
        let mut record = record();
        let game = record.replay().unwrap();
        assert_eq!(game.score().to_string(), record.result);
        assert_eq!(record.margin(), Some(8.5));
        record.moves[0] = "A1".to_owned();
        assert!(record.replay().is_err());
        record.moves[0] = "D4".to_owned();
        assert!(record.replay().is_err());
    }

    #[test]
    fn every_ending_has_its_word() {
        for end in Ending::ALL {
            assert_eq!(serde_json::to_string(&end).unwrap(), format!("\"{end}\""));
        }
    }

    #[test]
    fn scores_are_compared_as_numbers() {
        let mut record = record();
        assert!(!record.is_disputed());
        record.scores.black = Some("B+8.50".to_owned());
        record.scores.white = Some("B+8.5".to_owned());
        assert!(!record.is_disputed());
        record.scores.referee = Some("W+12".to_owned());
        assert!(record.scores.disagrees(Color::Black));
        record.scores.black = Some("W+12.0".to_owned());
        assert!(!record.scores.disagrees(Color::Black));
        record.scores.white = Some("unknown".to_owned());
        assert!(record.scores.disagrees(Color::White));
        assert_eq!(points("0"), Some(0.0));
        assert_eq!(points("B+NaN"), None);
        assert_eq!(points(""), None);
    }

    #[test]
    fn time_is_set_apart() {
        let mut other = record();
        other.time.white.total = 3.0;
        assert_ne!(other, record());
        assert_eq!(other.without_time(), record().without_time());
    }
}

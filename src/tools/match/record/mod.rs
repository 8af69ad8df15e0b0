//! The record of one game of a match: one line of JSON.
//!
//! The keys are the field names of [`GameRecord`] unless an attribute renames them.
//! Points are written as `D4`, a pass as `pass`, colours as `black` and `white`, times
//! in seconds. Later versions may add keys, but changing the meaning of a key raises
//! `schema`.

mod ending;
mod names;
mod parts;
mod rules;
mod run;
mod serde_text;
mod sgf;

pub(crate) use ending::{Ending, GameResult};
pub(super) use names::{program, titles};
pub(super) use parts::points;
pub(crate) use parts::{
    Participant, RecordOpening, RecordStones, RefereeFault, Scores, TimeSpent, Times,
};
pub(crate) use run::Run;
pub(crate) use run::now;
pub(crate) use sgf::sgf_title;

use std::fmt::Display;
use std::str;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::statistics::Counts;
use crate::cli::failure::Failure;
use ponnuki_core::board::{BoardSize, ByColor, Color};
use ponnuki_core::game::{Game, Move, Start};
use ponnuki_core::rules::{Komi, Rules};

/// The only schema that this version writes and reads.
pub(super) const SCHEMA: u32 = 1;

/// The value of `result` for a game without a result.
pub(super) const NO_RESULT: &str = "Void";

/// One game of a match, played to its end or lost by a fault.
///
/// Records from two runs of the same match differ only in `time` and `run`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// The version of the format, currently 1.
    pub(crate) schema: u32,
    /// The hash of all settings that affect the games, as 16 hexadecimal digits.
    /// Games with the same fingerprint belong to the same match. The number of games
    /// is not hashed, so that a match can be extended.
    #[serde(rename = "match")]
    pub(crate) fingerprint: String,
    /// The number of the game, unique within the match and counted from 0.
    pub(crate) game: u64,
    /// The number of the pair that the game belongs to, unique within the match and
    /// counted from 0. Both games of a pair have the same players and opening, but the
    /// players exchange colours. Absent unless the match is played in pairs, and in
    /// files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pair: Option<u64>,
    /// The program that played Black.
    pub(crate) black: Participant,
    /// The program that played White.
    pub(crate) white: Participant,
    /// The board size, width first: `9x9`.
    #[serde(with = "serde_text")]
    pub(crate) size: BoardSize,
    /// The rules of the game.
    #[serde(with = "rules")]
    pub(crate) rules: Rules,
    /// The komi as a string, `"7.5"`, which keeps the user's spelling.
    #[serde(with = "serde_text")]
    pub(crate) komi: Komi,
    /// The number of handicap stones for which the rules may compensate White;
    /// 0 in an even game.
    pub(crate) handicap: usize,
    /// The stones on the board before the first move, handicap stones included.
    pub(crate) stones: RecordStones,
    /// The colour that moves first; colours alternate from there.
    #[serde(with = "serde_text")]
    pub(crate) first: Color,
    /// The source of the first moves, or `null` if the players chose every move.
    pub(crate) opening: Option<RecordOpening>,
    /// All moves, including those of the opening but not an illegal move that lost
    /// the game, which `detail` names.
    pub(crate) moves: Vec<String>,
    /// The result as SGF spells it: `B+3.5`, `W+R` (resignation, or lost by the win
    /// rates that both programs reported), `W+T` (time), `W+F` (forfeit, by a fault),
    /// `0` (a tie), `Void` (no result).
    pub(crate) result: String,
    /// The colour that won, or `null` for a tie and for a game without a result.
    #[serde(with = "serde_text::optional")]
    pub(crate) winner: Option<Color>,
    /// The reason why the game ended.
    pub(crate) end: Ending,
    /// A description of the fault that ended the game or followed its end (a crash on
    /// `final_score`), or the reason why a rule of the match ended or scored the game.
    /// Empty otherwise.
    pub(crate) detail: String,
    /// The score as counted by each party.
    pub(crate) scores: Scores,
    /// The fault because of which the referee gave no score, so that our own count
    /// decides, or stopped judging the running game. Absent without a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) referee_fault: Option<RefereeFault>,
    /// The time that each side spent, which differs from run to run.
    pub(crate) time: Times,
    /// The run that played this game and the following ones. Present only in the first
    /// game that the run recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<Run>,
}

impl GameRecord {
    /// Reads a record from a line of JSON.
    ///
    /// # Errors
    /// If the line is not JSON, lacks a key or has an invalid value, or has a `schema`
    /// that this version does not read.
    pub(crate) fn from_line(line: &str) -> Result<Self, Failure> {
        match serde_json::from_str::<Self>(line) {
            Ok(record) if record.schema == SCHEMA => Ok(record),
            Ok(record) => Err(other_schema(record.schema)),
            Err(error) => match serde_json::from_str::<Value>(line) {
                // The only key that all schemas share.
                Ok(line) if line["schema"].is_u64() && line["schema"] != SCHEMA => {
                    Err(other_schema(&line["schema"]))
                }
                _ if line.starts_with("(;") => Err(Failure::new(
                    "no record of a game of a match, but SGF: 'ponnuki review' and 'ponnuki score' read it",
                )),
                _ => Err(Failure::of("no record of a game")(error)),
            },
        }
    }

    pub(super) fn from_bytes(line: &[u8]) -> Result<Self, Failure> {
        Self::from_line(str::from_utf8(line).map_err(Failure::of("no record of a game"))?)
    }

    /// Returns whether a line of [`to_line`](Self::to_line) could start with these
    /// bytes, in the match with this fingerprint if one is given. If not, another
    /// program wrote the bytes.
    pub(super) fn is_beginning(bytes: &[u8], fingerprint: Option<&str>) -> bool {
        let head = match fingerprint {
            None => format!(r#"{{"schema":{SCHEMA},"match":""#),
            Some(name) => {
                let name = serde_json::Value::from(name);
                format!(r#"{{"schema":{SCHEMA},"match":{name},"game":"#)
            }
        };
        bytes.starts_with(head.as_bytes()) || head.as_bytes().starts_with(bytes)
    }

    /// Writes the record as one line, without a line feed.
    ///
    /// # Panics
    /// Never: all map keys of a record are strings, as JSON requires.
    pub(crate) fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has text keys only")
    }

    pub(crate) const fn participant(&self, color: Color) -> &Participant {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    pub(crate) fn replay(&self) -> Result<Game, Failure> {
        self.replayed()
            .ok_or_else(|| Failure::new("the moves of the record cannot be replayed"))
    }

    fn replayed(&self) -> Option<Game> {
        let named = |names: &[String]| -> Option<_> {
            names
                .iter()
                .map(|name| self.size.point_named(name))
                .collect()
        };
        let start = Start {
            stones: ByColor {
                black: named(&self.stones.black)?,
                white: named(&self.stones.white)?,
            },
            handicap: self.handicap,
            to_move: self.first,
        };
        let mut game = Game::with_start(self.size, self.rules, self.komi.clone(), start).ok()?;
        for text in &self.moves {
            let action = match text.as_str() {
                "pass" => Move::Pass,
                name => Move::Play(self.size.point_named(name)?),
            };
            game.play(game.to_move(), action).ok()?;
        }
        if matches!(self.end, Ending::Resign | Ending::WinRate)
            && let Some(winner) = self.winner
        {
            game.resign(!winner);
        }
        Some(game)
    }

    pub(crate) fn result(&self) -> GameResult {
        match self.winner {
            Some(color) => GameResult::Won(color),
            None if self.result == NO_RESULT => GameResult::NoResult,
            None => GameResult::Drawn,
        }
    }

    /// Returns the result from a player's side: one win, draw or loss, or no game
    /// if the game has no result or the player did not take part.
    pub(crate) fn counts(&self, player: &str) -> Counts {
        Color::BOTH
            .into_iter()
            .find(|&color| self.participant(color).player == player)
            .map_or(Counts::default(), |color| self.result().counts(color))
    }

    /// Returns whether a player's own score differs from the official one.
    pub(crate) fn is_disputed(&self) -> bool {
        Color::BOTH
            .into_iter()
            .any(|color| self.scores.disagrees(color))
    }
}

fn other_schema(schema: impl Display) -> Failure {
    Failure::new(format_args!(
        "the record has schema {schema}; this version reads {SCHEMA}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::testing;

    /// Returns a game on 3x3 with a setup stone, in which Black owns every
    /// point.
    fn record() -> GameRecord {
        let mut record = testing::record("00112233aabbccdd", 4);
        record.komi = "0.50".parse().unwrap();
        record.stones.black.push("A1".to_owned());
        record.opening = Some(RecordOpening {
            from: "random".to_owned(),
            moves: 1,
        });
        record.result = "B+8.5".to_owned();
        record.scores.ours = Some("B+8.5".to_owned());
        record
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

    /// Files of early versions lack these keys.
    #[test]
    fn some_keys_are_optional() {
        let without = record().to_line();
        for (place, key) in [
            (
                ",\"time\":",
                r#","referee_fault":{"end":"hang","detail":"ended"}"#,
            ),
            (
                "}",
                r#","run":{"program":"","command":"","seed":3,"begun":"","machine":""}"#,
            ),
            ("}}", r#","ended":"2026-01-31T23:59:59Z""#),
            (",\"name\":\"Ponnuki\"", r#","title":"one""#),
            (",\"black\":{\"player\"", r#","pair":2"#),
        ] {
            let (before, after) = without.split_at(without.rfind(place).unwrap());
            let line = format!("{before}{key}{after}");
            assert_eq!(GameRecord::from_line(&line).unwrap().to_line(), line);
        }
    }

    #[test]
    fn every_beginning_of_a_line_is_known_as_one() {
        let line = record().to_line();
        for end in 1..line.len() {
            let bytes = &line.as_bytes()[..end];
            assert!(GameRecord::is_beginning(bytes, None));
            assert!(GameRecord::is_beginning(bytes, Some("00112233aabbccdd")));
            assert_eq!(
                GameRecord::is_beginning(bytes, Some("00112233aabbccde")),
                end < r#"{"schema":1,"match":"00112233aabbccdd"#.len(),
                "{end}"
            );
        }
        for other in [
            r#"{"name":"my-app"}"#,
            "<!DOCTYPE html>",
            r#"{"schema":"draft"}"#,
        ] {
            assert!(!GameRecord::is_beginning(other.as_bytes(), None), "{other}");
        }
    }

    #[test]
    fn a_result_is_a_win_a_draw_or_none() {
        let mut record = record();
        assert_eq!(record.result(), GameResult::Won(Color::Black));
        assert_eq!(record.counts("A"), Counts::new(1, 0, 0));
        assert_eq!(record.counts("B"), Counts::new(0, 0, 1));
        assert_eq!(record.counts("C"), Counts::default());
        record.winner = None;
        assert_eq!(record.result(), GameResult::Drawn);
        record.result = NO_RESULT.to_owned();
        assert_eq!(record.result(), GameResult::NoResult);
        assert_eq!(record.counts("A"), Counts::default());
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
        record.moves[0] = "A1".to_owned();
        assert!(record.replay().is_err());
        record.moves[0] = "D4".to_owned();
        assert!(record.replay().is_err());
    }
}

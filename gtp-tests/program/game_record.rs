//! The records of `ponnuki match`, read by their documented keys as another program
//! would read them.

use ponnuki::game::Start;
use ponnuki::{BoardSize, ByColor, Color, Game, Move, Preset};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::runner::Folder;

/// A game. What has no field here is in `rest`, so that records compare by every key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct GameRecord {
    #[serde(rename = "match")]
    pub(crate) fingerprint: String,
    pub(crate) game: u64,
    pub(crate) pair: Option<u64>,
    pub(crate) black: Participant,
    pub(crate) white: Participant,
    size: String,
    rules: Value,
    komi: String,
    pub(crate) handicap: usize,
    pub(crate) stones: Stones,
    #[serde(deserialize_with = "color")]
    pub(crate) first: Color,
    pub(crate) opening: Option<Opening>,
    pub(crate) moves: Vec<String>,
    pub(crate) result: String,
    #[serde(deserialize_with = "winner")]
    pub(crate) winner: Option<Color>,
    pub(crate) end: Ending,
    pub(crate) detail: String,
    pub(crate) scores: Scores,
    pub(crate) referee_fault: Option<RefereeFault>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Participant {
    pub(crate) player: String,
    pub(crate) title: Option<String>,
    pub(crate) elo: Option<f64>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Stones {
    pub(crate) black: Vec<String>,
    white: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Opening {
    pub(crate) from: String,
    pub(crate) moves: usize,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Scores {
    pub(crate) ours: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) referee: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct RefereeFault {
    pub(crate) end: Ending,
    pub(crate) detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    Passes,
    Resign,
    Time,
    Repetition,
    MaxMoves,
    WinRate,
    AgreedDraw,
    Judged,
    Illegal,
    Refused,
    Malformed,
    Crash,
    Hang,
}

fn color<'de, D: Deserializer<'de>>(text: D) -> Result<Color, D::Error> {
    let name = String::deserialize(text)?;
    Color::BOTH
        .into_iter()
        .find(|color| color.to_string() == name)
        .ok_or_else(|| serde::de::Error::custom(name))
}

fn winner<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Color>, D::Error> {
    let name = Option::<Value>::deserialize(text)?;
    name.map(|name| color(name).map_err(serde::de::Error::custom))
        .transpose()
}

impl Ending {
    /// Returns whether a fault ended the game.
    pub(crate) fn is_fault(self) -> bool {
        self >= Self::Illegal
    }
}

/// Reads the games of a file in order, without what differs from run to run: the times,
/// and the run itself.
pub(crate) fn records(folder: &Folder, name: &str) -> Vec<GameRecord> {
    let text = folder.read(name);
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut records: Vec<_> = text.lines().map(GameRecord::from_line).collect();
    records.sort_by_key(|record| record.game);
    records
}

impl GameRecord {
    fn from_line(line: &str) -> Self {
        let mut record: Self = serde_json::from_str(line).unwrap();
        let time = record.rest.remove("time");
        assert!(time.is_some_and(|time| time.is_object()), "{line}");
        record.rest.remove("run");
        record
    }

    /// Returns the end and the result.
    pub(crate) fn outcome(&self) -> (Ending, &str) {
        (self.end, &self.result)
    }

    /// Returns the name of its SGF file in a folder.
    pub(crate) fn sgf(&self, folder: &str) -> String {
        format!("{folder}/game-{:06}.sgf", self.game)
    }

    /// Replays the game under the rules that it names.
    pub(crate) fn replay(&self) -> Game {
        let size: BoardSize = self.size.parse().unwrap();
        let points = |names: &[String]| {
            let points = names.iter().map(|name| size.point_named(name));
            points.collect::<Option<_>>().unwrap()
        };
        let start = Start {
            stones: ByColor {
                black: points(&self.stones.black),
                white: points(&self.stones.white),
            },
            handicap: self.handicap,
            to_move: self.first,
        };
        let named = |preset: &&Preset| {
            let rules = preset.rules();
            self.rules["ko"] == rules.ko.name()
                && self.rules["suicide"] == rules.suicide.name()
                && self.rules["handicap_bonus"] == rules.handicap_bonus.name()
        };
        let preset = Preset::ALL.iter().find(named).unwrap();
        let komi = self.komi.parse().unwrap();
        let mut game = Game::with_start(size, preset.rules(), komi, start).unwrap();
        for name in &self.moves {
            let action = match name.as_str() {
                "pass" => Move::Pass,
                name => Move::Play(size.point_named(name).unwrap()),
            };
            game.play(game.to_move(), action).unwrap();
        }
        game
    }
}

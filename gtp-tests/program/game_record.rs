//! The records of `ponnuki match`, read by their documented keys as another program
//! would read them.

use ponnuki::game::Start;
use ponnuki::{BoardSize, ByColor, Color, Game, Move, Preset};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::runner::Folder;

/// A game. What has no field here is in `rest`, so that records compare by every key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct GameRecord {
    #[serde(rename = "match")]
    pub(crate) fingerprint: String,
    pub(crate) game: u64,
    pub(crate) pair: Option<u64>,
    pub(crate) black: Value,
    pub(crate) white: Value,
    size: String,
    rules: Value,
    komi: String,
    pub(crate) handicap: usize,
    pub(crate) stones: Value,
    pub(crate) first: String,
    pub(crate) opening: Value,
    pub(crate) moves: Vec<String>,
    pub(crate) result: String,
    winner: Option<String>,
    pub(crate) end: String,
    pub(crate) detail: String,
    pub(crate) scores: Value,
    #[serde(default)]
    pub(crate) referee_fault: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The endings by which a program loses that is at fault.
const FAULTS: [&str; 5] = ["illegal", "refused", "malformed", "crash", "hang"];

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
    pub(crate) fn outcome(&self) -> (&str, &str) {
        (&self.end, &self.result)
    }

    /// Returns whether a fault ended the game.
    pub(crate) fn is_fault(&self) -> bool {
        FAULTS.contains(&self.end.as_str())
    }

    /// Returns the colour that won, if one did.
    pub(crate) fn winner(&self) -> Option<Color> {
        self.winner.as_ref().map(|name| name.parse().unwrap())
    }

    /// Returns the name of its SGF file in a folder.
    pub(crate) fn sgf(&self, folder: &str) -> String {
        format!("{folder}/game-{:06}.sgf", self.game)
    }

    /// Replays the game under the rules that it names.
    pub(crate) fn replay(&self) -> Game {
        let size: BoardSize = self.size.parse().unwrap();
        let points = |color: &str| {
            let names = self.stones[color].as_array().unwrap().iter();
            let points = names.map(|name| size.point_named(name.as_str()?));
            points.collect::<Option<_>>().unwrap()
        };
        let start = Start {
            stones: ByColor {
                black: points("black"),
                white: points("white"),
            },
            handicap: self.handicap,
            to_move: self.first.parse().unwrap(),
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

//! The parts of a record: the programs, the rules, the start and the times.

use serde::{Deserialize, Serialize};

use super::serde_text;
use ponnuki::rules::{HandicapBonus, KoRule, Rules, Scoring, Suicide, Tax};

/// A program that took part in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Participant {
    /// The player's label, the same for both colours: `A` for the program given as
    /// `--black`, `B` for the one given as `--white`, or the player's name in a
    /// tournament.
    pub(crate) player: String,
    /// The name that the user gave the player in a match of two. Tables, pages and SGF
    /// files show it instead of the program's own name. Absent if none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The answer to the command `name`, or the program's file name.
    pub(crate) name: String,
    /// The answer to `version`; may be empty.
    pub(crate) version: String,
    /// The command line that starts the program.
    pub(crate) command: String,
    /// The player's Elo rating. Absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) elo: Option<f64>,
    /// The seed that `set_random_seed` gave the program for this game, or
    /// `null` if the program does not know that command.
    pub(crate) seed: Option<u64>,
}

/// The rules of a game, one key per rule: `#[serde(with = "RecordRules")]`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Rules")]
pub(super) struct RecordRules {
    /// `simple`, `positional`, `situational`, `natural-situational` or `none`.
    #[serde(with = "serde_text")]
    ko: KoRule,
    /// `forbidden`, `multi-stone` or `allowed`.
    #[serde(with = "serde_text")]
    suicide: Suicide,
    /// White's compensation for handicap stones: `none`, `stones` or
    /// `stones-minus-one`.
    #[serde(with = "serde_text")]
    handicap_bonus: HandicapBonus,
    /// `area` or `territory`; absent for `area`.
    #[serde(with = "serde_text", default, skip_serializing_if = "is_default")]
    scoring: Scoring,
    /// `none`, `seki` or `all`; absent for `none`.
    #[serde(with = "serde_text", default, skip_serializing_if = "is_default")]
    tax: Tax,
    /// Whether the first pass of the game takes the button; absent if not.
    #[serde(default, skip_serializing_if = "is_default")]
    has_button: bool,
    /// Whether clean-up phases follow the main phase; absent if not.
    #[serde(default, skip_serializing_if = "is_default")]
    has_cleanup: bool,
    /// Whether each pass gives the opponent a prisoner; absent if not.
    #[serde(default, skip_serializing_if = "is_default")]
    has_pass_stones: bool,
}

/// Returns whether a value is the default, which a record leaves out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The stones on the board before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordStones {
    /// The names of Black's points, including handicap stones.
    pub(crate) black: Vec<String>,
    /// The names of White's points.
    pub(crate) white: Vec<String>,
}

/// The source of a game's first moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordOpening {
    /// The name of the file, with the number of the game or line if it has several, or `random`.
    pub(crate) from: String,
    /// The number of moves that come from the opening.
    pub(crate) moves: usize,
}

/// The time that each side spent, and when the game ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Times {
    /// Black's time.
    pub(crate) black: TimeSpent,
    /// White's time.
    pub(crate) white: TimeSpent,
    /// The time at which the game ended, in UTC: `2026-01-31T23:59:59Z`. Absent in
    /// files of early versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<String>,
}

/// The time that one side spent on its own moves, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TimeSpent {
    /// The time for all moves.
    pub(crate) total: f64,
    /// The time for the slowest move.
    pub(crate) longest: f64,
    /// The number of moves that the program was asked for, including the one
    /// that lost the game.
    pub(crate) moves: usize,
}

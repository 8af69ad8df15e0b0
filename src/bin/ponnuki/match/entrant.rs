//! The programs of a match.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::clock::TimeSettings;
use crate::client::split;

/// One of the programs of a match: a `[[player]]` of a tournament file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    /// The player's name in the records, whichever colour it has.
    #[serde(rename = "name")]
    pub(crate) label: String,
    /// The name to show instead of the program's own, if the label is only a
    /// letter. It decides nothing in the games.
    #[serde(skip)]
    pub(crate) title: Option<String>,
    /// The command line that starts the program.
    pub(crate) command: String,
    /// The folder in which the program runs, relative to that of the settings; `None`
    /// for that of this program. A path to the program in `command` begins there.
    pub(crate) directory: Option<PathBuf>,
    /// The variables that are added to the program's environment.
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    /// GTP commands for the program after each start, all of which it must accept.
    #[serde(default)]
    pub(crate) startup: Vec<String>,
    /// The time settings of this player, if they are not those of the match.
    #[serde(default, deserialize_with = "parsed")]
    pub(crate) time: Option<TimeSettings>,
    /// The number of handicap stones that this player gets from a player without
    /// handicap. If both have one, the difference counts. The player with the larger
    /// number has Black.
    #[serde(default)]
    pub(crate) handicap: usize,
    /// The rating of the player in Elo, if it is known. Ratings keep it. It decides
    /// nothing in the games.
    pub(crate) elo: Option<f64>,
}

impl Entrant {
    /// The labels of the players in a match of two.
    pub(crate) const LABELS: [&str; 2] = ["A", "B"];

    /// Creates a player with a name and a command line alone.
    pub(crate) fn new(label: impl Into<String>, command: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            command: command.into(),
            ..Self::default()
        }
    }

    /// Checks that the command line has words, without starting anything.
    ///
    /// # Errors
    /// If there are none.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        split(&self.command).map(drop)
    }

    /// Adds all settings that decide games, one per line. Settings that are left at
    /// their defaults add nothing, so that matches of earlier versions continue.
    pub(super) fn add_lines(&self, text: &mut String) {
        // Writing to memory does not fail.
        let _ = writeln!(text, "player {:?} {:?}", self.label, self.command);
        if let Some(directory) = &self.directory {
            let _ = writeln!(text, "directory {:?}", directory.to_string_lossy());
        }
        for (name, value) in &self.environment {
            let _ = writeln!(text, "environment {name:?} {value:?}");
        }
        for command in &self.startup {
            let _ = writeln!(text, "startup {command:?}");
        }
        if let Some(time) = &self.time {
            let _ = writeln!(text, "own time {time}");
        }
        if self.handicap > 0 {
            let _ = writeln!(text, "own handicap {}", self.handicap);
        }
    }
}

/// Reads a value that a tournament file gives as a string or a number, as in `9`, `7.5`
/// or `"9x13"`, from its text.
pub(super) fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    /// The forms in the file.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Plain {
        Text(String),
        Whole(i64),
        Decimal(f64),
    }
    let text = match Plain::deserialize(deserializer)? {
        Plain::Text(text) => text,
        Plain::Whole(number) => number.to_string(),
        Plain::Decimal(number) => number.to_string(),
    };
    text.parse().map(Some).map_err(de::Error::custom)
}

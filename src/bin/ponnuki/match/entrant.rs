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
    /// The player's name in the records, whichever colour the player has.
    #[serde(rename = "name")]
    pub(crate) label: String,
    /// The name to show instead of the program's own, if the label is only a letter.
    /// Games do not depend on it.
    #[serde(skip)]
    pub(crate) title: Option<String>,
    /// The command line that starts the program.
    pub(crate) command: String,
    /// The working directory of the program, relative to the folder of the settings, or `None` for
    /// that of this process. A relative path to the program in `command` is resolved from there.
    pub(crate) directory: Option<PathBuf>,
    /// The variables that are added to the program's environment.
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    /// The GTP commands that the program must accept after each start.
    #[serde(default)]
    pub(crate) startup: Vec<String>,
    /// The time settings of this player, if they differ from the match's.
    #[serde(default, deserialize_with = "parsed")]
    pub(crate) time: Option<TimeSettings>,
    /// The handicap stones against a player without any. If both players have a
    /// handicap, the one with the larger gets the difference. That player has Black.
    #[serde(default)]
    pub(crate) handicap: usize,
    /// The known rating in Elo, at which the player is anchored when ratings are
    /// computed. Games do not depend on it.
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

    /// Checks that the command line can be split into words. Nothing is started.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        split(&self.command).map(drop)
    }

    /// Appends all settings that affect games, one per line. Defaults are left out, so
    /// that matches of earlier versions can be resumed.
    pub(super) fn add_lines(&self, text: &mut String) {
        // Writing to a string cannot fail.
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

/// Parses a value that a tournament file gives as a string or a number: `9`, `7.5` or `"9x13"`.
pub(super) fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    /// The accepted TOML types.
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

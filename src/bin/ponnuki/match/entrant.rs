//! The programs of a match.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::clock::TimeSettings;
use crate::client::split;

/// One of the programs of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entrant {
    /// The player's name in the records, whichever colour it has.
    pub(crate) label: String,
    /// The name to show instead of the program's own, if the label is only a
    /// letter. It decides nothing in the games.
    pub(crate) title: Option<String>,
    /// The command line that starts the program.
    pub(crate) command: String,
    /// The folder in which the program runs, relative to that of the settings; `None`
    /// for that of this program. A path to the program in `command` begins there.
    pub(crate) directory: Option<PathBuf>,
    /// The variables that are added to the program's environment.
    pub(crate) environment: BTreeMap<String, String>,
    /// GTP commands for the program after each start, all of which it must accept.
    pub(crate) startup: Vec<String>,
    /// The time settings of this player, if they are not those of the match.
    pub(crate) time: Option<TimeSettings>,
    /// The number of handicap stones that this player gets from a player without
    /// handicap. If both have one, the difference counts. The player with the larger
    /// number has Black.
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

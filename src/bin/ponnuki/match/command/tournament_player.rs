//! The players of a tournament file.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::r#match::{Entrant, TimeSettings};
use crate::plain;
use serde::Deserialize;

use super::settings::NameError;
use super::tournament_file::Parsed;

/// The largest known rating of a player, in Elo on either side of 0.
const LARGEST_ELO: f64 = 10_000.0;

/// A `[[player]]` of the tournament file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerEntry {
    name: String,
    command: String,
    directory: Option<PathBuf>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    #[serde(default)]
    startup: Vec<String>,
    time: Option<Parsed<TimeSettings>>,
    #[serde(default)]
    handicap: usize,
    elo: Option<f64>,
}

/// Why a player cannot take part.
#[derive(Debug)]
pub(super) enum PlayerError {
    /// Its name cannot be used.
    Name(NameError),
    /// Its folder does not exist.
    Directory(PathBuf),
    /// An environment variable cannot have this name or value.
    Variable(String),
    /// A start-up command is not one line of text.
    Startup(String),
    /// Its known rating is not a number near those of programs.
    Elo(f64),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => write!(f, "{error}"),
            Self::Directory(path) => write!(f, "{} is not a folder", path.display()),
            Self::Variable(name) => write!(
                f,
                "the environment variable {name:?} cannot be set: names have no '=', and neither \
                 names nor values have the character 0"
            ),
            Self::Startup(command) => write!(
                f,
                "the start-up command {command:?} is not one line with a command of GTP"
            ),
            Self::Elo(elo) => write!(f, "a rating of {elo} Elo is not within {LARGEST_ELO}"),
        }
    }
}

impl Error for PlayerError {}

impl PlayerEntry {
    /// Checks the entry. Paths are relative to the folder of the file.
    fn check(&self, folder: &Path) -> Result<(), PlayerError> {
        NameError::check(&self.name).map_err(PlayerError::Name)?;
        if let Some(directory) = &self.directory {
            let directory = folder.join(directory);
            if !directory.is_dir() {
                return Err(PlayerError::Directory(directory));
            }
        }
        for (name, value) in &self.environment {
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                return Err(PlayerError::Variable(name.clone()));
            }
        }
        for command in &self.startup {
            let is_command = !command.trim().is_empty() && !command.trim().starts_with('#');
            if !is_command || !plain::is_line(command) {
                return Err(PlayerError::Startup(command.clone()));
            }
        }
        match self.elo {
            Some(elo) if elo.is_nan() || elo.abs() > LARGEST_ELO => Err(PlayerError::Elo(elo)),
            _ => Ok(()),
        }
    }

    /// Returns the player.
    pub(super) fn into_entrant(self) -> Entrant {
        // The letters of a match of two would be replaced by what the program says.
        let is_letter = Entrant::LABELS.contains(&self.name.as_str());
        Entrant {
            title: is_letter.then(|| self.name.clone()),
            label: self.name,
            command: self.command,
            directory: self.directory,
            environment: self.environment,
            startup: self.startup,
            time: self.time.map(|Parsed(time)| time),
            handicap: self.handicap,
            elo: self.elo,
        }
    }
}

/// Checks the players of a file in this folder, each of which needs a name of its own.
///
/// # Errors
/// The number of a player, counted from 1, and why it cannot take part.
pub(super) fn check(players: &[PlayerEntry], folder: &Path) -> Result<(), (usize, PlayerError)> {
    let mut names = HashMap::new();
    for (number, player) in (1..).zip(players) {
        player.check(folder).map_err(|error| (number, error))?;
        if let Some(other) = names.insert(player.name.as_str(), number) {
            let double = NameError::Double(player.name.clone(), other);
            return Err((number, PlayerError::Name(double)));
        }
    }
    Ok(())
}

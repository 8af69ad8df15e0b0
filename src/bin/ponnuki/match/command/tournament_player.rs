//! The players of a tournament file.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use crate::cli::plain;
use crate::r#match::{Entrant, TimeSettings};
use serde::Deserialize;

use super::settings::{check_name, double_name};
use super::tournament_file::Parsed;
use crate::cli::failure::Failure;

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

impl PlayerEntry {
    /// Checks the entry. Paths are relative to the folder of the file.
    fn check(&self, folder: &Path) -> Result<(), Failure> {
        check_name(&self.name)?;
        if let Some(directory) = &self.directory {
            let directory = folder.join(directory);
            if !directory.is_dir() {
                return Err(Failure::new(format_args!(
                    "{} is not a folder",
                    directory.display()
                )));
            }
        }
        for (name, value) in &self.environment {
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                return Err(Failure::new(format_args!(
                    "the environment variable {name:?} cannot be set: names have no '=', and neither \
                     names nor values have the character 0"
                )));
            }
        }
        for command in &self.startup {
            let is_command = !command.trim().is_empty() && !command.trim().starts_with('#');
            if !is_command || !plain::is_line(command) {
                return Err(Failure::new(format_args!(
                    "the start-up command {command:?} is not one line with a command of GTP"
                )));
            }
        }
        match self.elo {
            Some(elo) if elo.is_nan() || elo.abs() > LARGEST_ELO => Err(Failure::new(
                format_args!("a rating of {elo} Elo is not within {LARGEST_ELO}"),
            )),
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
pub(super) fn check(players: &[PlayerEntry], folder: &Path) -> Result<(), Failure> {
    let mut names = HashMap::new();
    for (number, player) in (1..).zip(players) {
        let unfit = Failure::of(format!("player {number}"));
        player.check(folder).map_err(&unfit)?;
        if let Some(other) = names.insert(player.name.as_str(), number) {
            return Err(unfit(double_name(&player.name, other)));
        }
    }
    Ok(())
}

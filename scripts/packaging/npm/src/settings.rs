//! The settings of estimates and players.

use std::fmt;
use std::time::Duration;

use ponnuki_play::estimate::{EstimateOptions, Stop};
use ponnuki_play::player::{Level, PlayerKind, PlayerSettings, SearchOptions};
use serde::Deserialize;

/// The most memory of a search in MiB. WebAssembly can address four times as much.
const MAX_MEMORY: usize = 1024;

/// The settings of an estimate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EstimateSettings {
    playouts: Option<u64>,
    #[serde(default = "first_seed")]
    seed: u64,
}

const fn first_seed() -> u64 {
    1
}

/// The player of a move or of a GTP engine.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PlayerChoice {
    pub(crate) seed: u64,
    level: Option<u8>,
    playouts: Option<u32>,
    /// In seconds.
    time_per_move: Option<f64>,
    /// In MiB.
    memory: Option<usize>,
    #[serde(default)]
    never_resign: bool,
}

/// The reason why a text holds no settings.
#[derive(Debug)]
pub(crate) enum SettingsError {
    Json(serde_json::Error),
    /// The playouts of an estimate are 0 or too many.
    Playouts,
    NoPlayouts,
    Level,
    LevelAndLimit,
    Time,
    Memory,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "options: {error}"),
            Self::Playouts => write!(
                f,
                "playouts: expected 1 to {}",
                EstimateOptions::MAX_PLAYOUTS
            ),
            Self::NoPlayouts => f.write_str("playouts: expected a number from 1"),
            Self::Level => write!(f, "level: expected 0 to {}", Level::MAX),
            Self::LevelAndLimit => f.write_str("a level has no playouts or time of its own"),
            Self::Time => f.write_str("timePerMove: expected a positive number of seconds"),
            Self::Memory => write!(f, "memory: expected 1 to {MAX_MEMORY} MiB"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl EstimateSettings {
    pub(crate) fn read(json: &str) -> Result<Self, SettingsError> {
        let settings: Self = serde_json::from_str(json).map_err(SettingsError::Json)?;
        let is_accepted = |playouts| (1..=EstimateOptions::MAX_PLAYOUTS).contains(&playouts);
        if settings.playouts.is_none_or(is_accepted) {
            Ok(settings)
        } else {
            Err(SettingsError::Playouts)
        }
    }

    /// Returns the options for dead stones.
    pub(crate) fn status(&self) -> EstimateOptions {
        self.with_playouts(EstimateOptions::status(self.seed))
    }

    /// Returns the options for the score and the owners of the points.
    pub(crate) fn picture(&self) -> EstimateOptions {
        self.with_playouts(EstimateOptions::picture(self.seed))
    }

    /// Returns these options with the number of playouts that was asked for, if any.
    fn with_playouts(&self, options: EstimateOptions) -> EstimateOptions {
        self.playouts.map_or(options, |playouts| EstimateOptions {
            playouts,
            stop: Stop::AtNumber,
            ..options
        })
    }
}

impl PlayerChoice {
    pub(crate) fn read(json: &str) -> Result<Self, SettingsError> {
        serde_json::from_str(json).map_err(SettingsError::Json)
    }

    /// Returns the settings of the player: a level, or a search if it has a limit,
    /// or else the random player.
    pub(crate) fn settings(&self) -> Result<PlayerSettings, SettingsError> {
        let has_limit = self.playouts.is_some() || self.time_per_move.is_some();
        let kind = match self.level {
            Some(_) if has_limit => return Err(SettingsError::LevelAndLimit),
            Some(level) => PlayerKind::Level(Level::new(level).ok_or(SettingsError::Level)?),
            None if has_limit => PlayerKind::Search,
            None => PlayerKind::Random,
        };
        let default = SearchOptions::default();
        let memory = self.memory.unwrap_or(default.memory);
        if !(1..=MAX_MEMORY).contains(&memory) {
            return Err(SettingsError::Memory);
        }
        if self.playouts == Some(0) {
            return Err(SettingsError::NoPlayouts);
        }
        let search = SearchOptions {
            playouts: self.playouts,
            time_per_move: self.time_per_move.map(duration).transpose()?,
            memory,
            never_resign: self.never_resign,
            ..default
        };
        Ok(PlayerSettings {
            kind,
            search,
            ..PlayerSettings::default()
        })
    }
}

fn duration(seconds: f64) -> Result<Duration, SettingsError> {
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| SettingsError::Time)?;
    if time.is_zero() {
        return Err(SettingsError::Time);
    }
    Ok(time)
}

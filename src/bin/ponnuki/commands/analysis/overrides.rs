//! The settings of KataGo's `-override-config`: `KEY=VALUE, KEY=VALUE, ...`.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ponnuki::analysis::{AnalysisSettings, Perspective};
use ponnuki::player::SearchOptions;

/// The largest number of positions analysed at the same time.
pub(super) const MOST_ANALYSIS_THREADS: u64 = 1024;

/// The largest number of visits, as in queries.
const MOST_VISITS: u64 = 1 << 50;

/// The longest time of a search in seconds, as in queries.
const LONGEST_TIME: f64 = 1_000_000.0;

/// The settings that have a meaning here, and the names of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Overrides {
    analysis_threads: Option<u64>,
    search_threads: Option<u64>,
    visits: Option<u64>,
    playouts: Option<u64>,
    time: Option<Duration>,
    pv_len: Option<u64>,
    perspective: Option<Perspective>,
    warns_of_unused: Option<bool>,
    /// The names of the settings without a meaning.
    pub(super) ignored: Vec<String>,
}

impl Overrides {
    /// Changes the settings of an engine.
    pub(super) fn apply(&self, settings: &mut AnalysisSettings) {
        let set = |setting: &mut usize, value: Option<u64>| {
            if let Some(value) = value {
                *setting = value as usize;
            }
        };
        set(&mut settings.analysis_threads, self.analysis_threads);
        set(&mut settings.search_threads, self.search_threads);
        set(&mut settings.pv_len, self.pv_len);
        let visits = self.visits.unwrap_or(settings.visits);
        settings.visits = visits.min(self.playouts.unwrap_or(u64::MAX));
        settings.time = self.time.or(settings.time);
        settings.perspective = self.perspective.unwrap_or(settings.perspective);
        settings.warns_of_unused = self.warns_of_unused.unwrap_or(settings.warns_of_unused);
    }

    /// Reads one setting.
    fn set(&mut self, key: &str, value: &str) -> Result<(), OverrideError> {
        let number = |range: RangeInclusive<u64>| {
            let number = value.parse().ok().filter(|number| range.contains(number));
            number.map(Some).ok_or(OverrideError::value(key, value))
        };
        let wrong = || OverrideError::value(key, value);
        match key {
            "numAnalysisThreads" => self.analysis_threads = number(1..=MOST_ANALYSIS_THREADS)?,
            "numSearchThreads" | "numSearchThreadsPerAnalysisThread" => {
                self.search_threads = number(1..=SearchOptions::MAX_THREADS as u64)?;
            }
            "maxVisits" => self.visits = number(1..=MOST_VISITS)?,
            "maxPlayouts" => self.playouts = number(1..=MOST_VISITS)?,
            "maxTime" => {
                let seconds: f64 = value.parse().map_err(|_| wrong())?;
                let is_possible = (0.0..=LONGEST_TIME).contains(&seconds);
                let time = is_possible.then(|| Duration::from_secs_f64(seconds));
                self.time = Some(time.ok_or_else(wrong)?);
            }
            "analysisPVLen" => self.pv_len = number(1..=1000)?,
            "reportAnalysisWinratesAs" => {
                self.perspective = Some(value.parse().map_err(|_| wrong())?);
            }
            "warnUnusedFields" => {
                let warns = value.to_ascii_lowercase().parse();
                self.warns_of_unused = Some(warns.map_err(|_| wrong())?);
            }
            _ => self.ignored.push(key.to_owned()),
        }
        Ok(())
    }
}

impl FromStr for Overrides {
    type Err = OverrideError;

    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let mut overrides = Self::default();
        let pairs = text.split(',').map(str::trim);
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| OverrideError::Pair(pair.to_owned()))?;
            overrides.set(key.trim(), value.trim())?;
        }
        Ok(overrides)
    }
}

/// Why settings cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OverrideError {
    /// A part without an equals sign.
    Pair(String),
    /// A setting with a wrong value.
    Value {
        /// The name of the setting.
        key: String,
        /// Its value.
        value: String,
    },
}

impl OverrideError {
    fn value(key: &str, value: &str) -> Self {
        Self::Value {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair(pair) => write!(f, "'{pair}' is not of the form KEY=VALUE"),
            Self::Value { key, value } => write!(f, "{key} cannot be '{value}'"),
        }
    }
}

impl Error for OverrideError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_with_a_meaning_are_read_and_the_others_named() {
        let text = "logDir=, maxVisits = 100,maxPlayouts=30, reportAnalysisWinratesAs=SIDETOMOVE, \
                    numSearchThreads=2, warnUnusedFields=False, maxTime=1.5, nnRandSeed=a=b,";
        let overrides: Overrides = text.parse().unwrap();
        assert_eq!(overrides.ignored, ["logDir", "nnRandSeed"]);
        assert_eq!(
            (overrides.visits, overrides.playouts),
            (Some(100), Some(30))
        );
        assert_eq!(overrides.search_threads, Some(2));
        assert_eq!(overrides.perspective, Some(Perspective::SideToMove));
        assert_eq!(overrides.warns_of_unused, Some(false));
        assert_eq!(overrides.time, Some(Duration::from_millis(1500)));
        for (wrong, message) in [
            ("maxVisits", "'maxVisits' is not of the form KEY=VALUE"),
            ("maxVisits=0", "maxVisits cannot be '0'"),
            ("analysisPVLen=-1", "analysisPVLen cannot be '-1'"),
            ("numAnalysisThreads=x", "numAnalysisThreads cannot be 'x'"),
            ("maxTime=nan", "maxTime cannot be 'nan'"),
            ("warnUnusedFields=1", "warnUnusedFields cannot be '1'"),
            (
                "reportAnalysisWinratesAs=RED",
                "reportAnalysisWinratesAs cannot be 'RED'",
            ),
        ] {
            let error = wrong.parse::<Overrides>().unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}

//! KataGo's settings that have an effect here. `-override-config` changes them for all
//! queries, and the member `overrideSettings` for a single one.

#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::time::Duration;

use super::settings::{AnalysisSettings, QuerySettings};
use ponnuki_play::player::SearchOptions;

/// Sets a setting to a value. Returns `None`, and changes nothing, if the value is invalid.
type Setter<T> = fn(&mut T, &str) -> Option<()>;

/// Settings of the whole engine. KataGo has two names for the threads of a search.
const ENGINE_SETTINGS: &[(&str, Setter<AnalysisSettings>)] = &[
    ("numAnalysisThreads", |engine, text| {
        let most = AnalysisSettings::MAX_ANALYSIS_THREADS as u64;
        engine.analysis_threads = whole(text, most)? as usize;
        Some(())
    }),
    ("numSearchThreads", set_search_threads),
    ("numSearchThreadsPerAnalysisThread", set_search_threads),
    ("warnUnusedFields", |engine, text| {
        engine.queries.warns_of_unused = text.to_ascii_lowercase().parse().ok()?;
        Some(())
    }),
];

fn set_search_threads(engine: &mut AnalysisSettings, text: &str) -> Option<()> {
    engine.search_threads = whole(text, SearchOptions::MAX_THREADS as u64)? as usize;
    Some(())
}

/// Settings of queries.
const QUERY_SETTINGS: &[(&str, Setter<QuerySettings>)] = &[
    ("maxVisits", |query, text| {
        query.visits = whole(text, QuerySettings::MAX_VISITS)?;
        Some(())
    }),
    ("maxPlayouts", |query, text| {
        query.playouts = Some(whole(text, QuerySettings::MAX_VISITS)?);
        Some(())
    }),
    ("maxTime", |query, text| {
        let seconds = text.parse().ok();
        let possible = 0.0..=QuerySettings::MAX_TIME.as_secs_f64();
        let seconds = seconds.filter(|seconds| possible.contains(seconds));
        query.time = Some(Duration::from_secs_f64(seconds?));
        Some(())
    }),
    ("analysisPVLen", |query, text| {
        query.pv_len = whole(text, QuerySettings::MAX_PV_LEN as u64)? as usize;
        Some(())
    }),
    ("reportAnalysisWinratesAs", |query, text| {
        query.perspective = text.parse().ok()?;
        Some(())
    }),
];

/// Parses an integer from 1 to a maximum.
fn whole(text: &str, most: u64) -> Option<u64> {
    let number = text.parse().ok();
    number.filter(|number| (1..=most).contains(number))
}

/// Why a setting was left unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnchangedSetting {
    /// The setting has no effect here.
    NoMeaning,
    /// The value is out of range or has the wrong type.
    WrongValue,
}

impl QuerySettings {
    /// Changes a setting of a query.
    pub(super) fn change(&mut self, name: &str, text: &str) -> Result<(), UnchangedSetting> {
        change(QUERY_SETTINGS, name, text, self)
    }
}

impl AnalysisSettings {
    /// Changes a setting of the engine or of all queries.
    fn change(&mut self, name: &str, text: &str) -> Result<(), UnchangedSetting> {
        match change(ENGINE_SETTINGS, name, text, self) {
            Err(UnchangedSetting::NoMeaning) => self.queries.change(name, text),
            changed => changed,
        }
    }
}

/// Changes the setting with this name.
fn change<T>(
    settings: &[(&str, Setter<T>)],
    name: &str,
    text: &str,
    to: &mut T,
) -> Result<(), UnchangedSetting> {
    let known = settings.iter().find(|(known, _)| *known == name);
    let (_, set) = known.ok_or(UnchangedSetting::NoMeaning)?;
    set(to, text.trim()).ok_or(UnchangedSetting::WrongValue)
}

/// KataGo settings with their values, from `-override-config`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    /// The settings that have an effect, with values that have been checked.
    changes: Vec<(String, String)>,
    ignored: Vec<String>,
}

impl Overrides {
    /// Returns the names of the settings without an effect, in input order.
    pub(crate) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Applies the overrides to the settings of an engine.
    pub(crate) fn apply(&self, settings: &mut AnalysisSettings) {
        for (name, value) in &self.changes {
            let changed = settings.change(name, value);
            debug_assert_eq!(changed, Ok(()), "{name} has had this value before");
        }
    }
}

impl FromStr for Overrides {
    type Err = String;

    /// Reads `KEY=VALUE, KEY=VALUE, ...`, the form of `-override-config`. The last value of
    /// a repeated key counts.
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut overrides, mut tried) = (Self::default(), AnalysisSettings::default());
        let pairs = text.split(',').map(str::trim);
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| format!("'{pair}' is not of the form KEY=VALUE"))?;
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            match tried.change(&key, &value) {
                Ok(()) => overrides.changes.push((key, value)),
                Err(UnchangedSetting::NoMeaning) => overrides.ignored.push(key),
                Err(UnchangedSetting::WrongValue) => {
                    return Err(format!("{key} cannot be '{value}'"));
                }
            }
        }
        Ok(overrides)
    }
}

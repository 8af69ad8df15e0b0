//! KataGo's settings that have an effect here. `-override-config` changes them for all
//! queries, and the member `overrideSettings` for a single one.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::settings::{AnalysisSettings, Perspective, QuerySettings};
use ponnuki::player::SearchOptions;

/// The type and range of a setting, with the function that sets it.
enum Kind<T> {
    /// Integers in a range.
    Whole(RangeInclusive<u64>, fn(&mut T, u64)),
    /// Seconds, from 0 to this maximum.
    Seconds(Duration, fn(&mut T, Duration)),
    /// The names of perspectives, in any case.
    Side(fn(&mut T, Perspective)),
    /// `true` and `false`, in any case.
    Truth(fn(&mut T, bool)),
}

/// Settings of the whole engine.
const ENGINE_SETTINGS: &[(&str, Kind<AnalysisSettings>)] = &[
    (
        "numAnalysisThreads",
        Kind::Whole(
            1..=AnalysisSettings::MAX_ANALYSIS_THREADS as u64,
            |engine, number| engine.analysis_threads = number as usize,
        ),
    ),
    ("numSearchThreads", SEARCH_THREADS),
    ("numSearchThreadsPerAnalysisThread", SEARCH_THREADS),
    (
        "warnUnusedFields",
        Kind::Truth(|engine, warns| engine.queries.warns_of_unused = warns),
    ),
];

/// Listed twice, because KataGo has two names for the threads of a search.
const SEARCH_THREADS: Kind<AnalysisSettings> =
    Kind::Whole(1..=SearchOptions::MAX_THREADS as u64, |engine, number| {
        engine.search_threads = number as usize;
    });

/// Settings of queries.
const QUERY_SETTINGS: &[(&str, Kind<QuerySettings>)] = &[
    (
        "maxVisits",
        Kind::Whole(1..=QuerySettings::MAX_VISITS, |query, visits| {
            query.visits = visits;
        }),
    ),
    (
        "maxPlayouts",
        Kind::Whole(1..=QuerySettings::MAX_VISITS, |query, playouts| {
            query.playouts = Some(playouts);
        }),
    ),
    (
        "maxTime",
        Kind::Seconds(QuerySettings::MAX_TIME, |query, time| {
            query.time = Some(time);
        }),
    ),
    (
        "analysisPVLen",
        Kind::Whole(1..=QuerySettings::MAX_PV_LEN as u64, |query, len| {
            query.pv_len = len as usize;
        }),
    ),
    (
        "reportAnalysisWinratesAs",
        Kind::Side(|query, side| query.perspective = side),
    ),
];

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
    settings: &[(&str, Kind<T>)],
    name: &str,
    text: &str,
    to: &mut T,
) -> Result<(), UnchangedSetting> {
    let known = settings.iter().find(|(known, _)| *known == name);
    let (_, kind) = known.ok_or(UnchangedSetting::NoMeaning)?;
    kind.read(text.trim(), to)
        .ok_or(UnchangedSetting::WrongValue)
}

impl<T> Kind<T> {
    /// Parses a value and applies it. Returns `None`, and changes nothing, if the value is
    /// invalid.
    fn read(&self, text: &str, to: &mut T) -> Option<()> {
        match self {
            Self::Whole(range, set) => {
                let number = text.parse().ok().filter(|number| range.contains(number));
                set(to, number?);
            }
            Self::Seconds(most, set) => {
                let seconds: f64 = text.parse().ok()?;
                let is_possible = (0.0..=most.as_secs_f64()).contains(&seconds);
                let time = is_possible.then(|| Duration::from_secs_f64(seconds));
                set(to, time?);
            }
            Self::Side(set) => set(to, text.parse().ok()?),
            Self::Truth(set) => set(to, text.to_ascii_lowercase().parse().ok()?),
        }
        Some(())
    }
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

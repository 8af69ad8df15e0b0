//! The settings of KataGo's that have a meaning here. `-override-config` changes them for
//! all queries, and the member `overrideSettings` for one.

#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::settings::{AnalysisSettings, Perspective, QuerySettings};
use ponnuki::player::SearchOptions;

/// A setting that has a meaning here.
struct Setting {
    name: &'static str,
    scope: Scope,
    kind: Kind,
}

/// The settings that may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those of the whole engine.
    Engine,
    /// Those of a query alone.
    Query,
}

/// The values of a setting, and the place to which they go.
enum Kind {
    /// Whole numbers in a range.
    Whole(RangeInclusive<u64>, fn(&mut Overrides, u64)),
    /// Numbers of seconds from 0 to this time.
    Seconds(Duration, fn(&mut Overrides, Duration)),
    /// The names of perspectives, in any case.
    Side(fn(&mut Overrides, Perspective)),
    /// `true` and `false`, in any case.
    Truth(fn(&mut Overrides, bool)),
}

/// All settings that have a meaning here.
const SETTINGS: &[Setting] = &[
    Setting {
        name: "numAnalysisThreads",
        scope: Scope::Engine,
        kind: Kind::Whole(
            1..=AnalysisSettings::MAX_ANALYSIS_THREADS as u64,
            |own, number| own.analysis_threads = Some(number as usize),
        ),
    },
    Setting {
        name: "numSearchThreads",
        scope: Scope::Engine,
        kind: SEARCH_THREADS,
    },
    Setting {
        name: "numSearchThreadsPerAnalysisThread",
        scope: Scope::Engine,
        kind: SEARCH_THREADS,
    },
    Setting {
        name: "warnUnusedFields",
        scope: Scope::Engine,
        kind: Kind::Truth(|own, warns| own.warns_of_unused = Some(warns)),
    },
    Setting {
        name: "maxVisits",
        scope: Scope::Query,
        kind: Kind::Whole(1..=QuerySettings::MAX_VISITS, |own, visits| {
            own.visits = Some(visits);
        }),
    },
    Setting {
        name: "maxPlayouts",
        scope: Scope::Query,
        kind: Kind::Whole(1..=QuerySettings::MAX_VISITS, |own, playouts| {
            own.playouts = Some(playouts);
        }),
    },
    Setting {
        name: "maxTime",
        scope: Scope::Query,
        kind: Kind::Seconds(QuerySettings::MAX_TIME, |own, time| own.time = Some(time)),
    },
    Setting {
        name: "analysisPVLen",
        scope: Scope::Query,
        kind: Kind::Whole(1..=QuerySettings::MAX_PV_LEN as u64, |own, len| {
            own.pv_len = Some(len as usize);
        }),
    },
    Setting {
        name: "reportAnalysisWinratesAs",
        scope: Scope::Query,
        kind: Kind::Side(|own, side| own.perspective = Some(side)),
    },
];

/// KataGo has two names for the threads of a search.
const SEARCH_THREADS: Kind = Kind::Whole(1..=SearchOptions::MAX_THREADS as u64, |own, number| {
    own.search_threads = Some(number as usize);
});

/// Settings of KataGo's with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    analysis_threads: Option<usize>,
    search_threads: Option<usize>,
    warns_of_unused: Option<bool>,
    visits: Option<u64>,
    playouts: Option<u64>,
    time: Option<Duration>,
    pv_len: Option<usize>,
    perspective: Option<Perspective>,
    ignored: Vec<String>,
}

impl Overrides {
    /// Returns the names of the settings that have no meaning, in the order in which they
    /// were read.
    pub(crate) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Changes the settings of an engine.
    pub(crate) fn apply(&self, settings: &mut AnalysisSettings) {
        set(&mut settings.analysis_threads, self.analysis_threads);
        set(&mut settings.search_threads, self.search_threads);
        let queries = &mut settings.queries;
        set(&mut queries.warns_of_unused, self.warns_of_unused);
        self.apply_to_query(queries);
    }

    /// Changes the settings of a query.
    pub(super) fn apply_to_query(&self, settings: &mut QuerySettings) {
        set(&mut settings.visits, self.visits);
        settings.playouts = self.playouts.or(settings.playouts);
        settings.time = self.time.or(settings.time);
        set(&mut settings.pv_len, self.pv_len);
        set(&mut settings.perspective, self.perspective);
    }

    /// Reads a setting. One without a meaning in this scope is ignored, whatever its value.
    ///
    /// # Errors
    /// [`WrongValue`] if the setting does not have this value. Nothing has changed then.
    pub(super) fn read(&mut self, scope: Scope, name: &str, text: &str) -> Result<(), WrongValue> {
        let has_meaning = |known: &&Setting| {
            known.name == name && (scope == Scope::Engine || known.scope == Scope::Query)
        };
        let Some(known) = SETTINGS.iter().find(has_meaning) else {
            self.ignored.push(name.to_owned());
            return Ok(());
        };
        known.kind.read(text.trim(), self).ok_or(WrongValue)
    }
}

impl Kind {
    /// Reads a value, or returns `None` if it is a wrong one.
    fn read(&self, text: &str, overrides: &mut Overrides) -> Option<()> {
        match self {
            Self::Whole(range, set) => {
                let number = text.parse().ok().filter(|number| range.contains(number));
                set(overrides, number?);
            }
            Self::Seconds(most, set) => {
                let seconds: f64 = text.parse().ok()?;
                let is_possible = (0.0..=most.as_secs_f64()).contains(&seconds);
                let time = is_possible.then(|| Duration::from_secs_f64(seconds));
                set(overrides, time?);
            }
            Self::Side(set) => set(overrides, text.parse().ok()?),
            Self::Truth(set) => set(overrides, text.to_ascii_lowercase().parse().ok()?),
        }
        Some(())
    }
}

/// Replaces a value if there is another.
fn set<T: Copy>(value: &mut T, other: Option<T>) {
    *value = other.unwrap_or(*value);
}

/// A setting does not have this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrongValue;

impl FromStr for Overrides {
    type Err = OverrideError;

    /// Reads `KEY=VALUE, KEY=VALUE, ...`, the form of `-override-config`. The last value of
    /// a setting counts.
    ///
    /// # Errors
    /// [`OverrideError`] for a part of another form and for a wrong value.
    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let mut overrides = Self::default();
        let pairs = text.split(',').map(str::trim);
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| OverrideError::Pair(pair.to_owned()))?;
            let (key, value) = (key.trim(), value.trim());
            overrides
                .read(Scope::Engine, key, value)
                .map_err(|WrongValue| OverrideError::Value {
                    key: key.to_owned(),
                    value: value.to_owned(),
                })?;
        }
        Ok(overrides)
    }
}

/// Why the settings of `-override-config` cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OverrideError {
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

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair(pair) => write!(f, "'{pair}' is not of the form KEY=VALUE"),
            Self::Value { key, value } => write!(f, "{key} cannot be '{value}'"),
        }
    }
}

impl Error for OverrideError {}

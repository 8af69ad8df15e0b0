//! The settings that a query overrides.

use std::str::FromStr;
use std::time::Duration;

use serde_json::Value;

use super::error::{QueryError, QueryWarning};
use super::fields::Fields;
use super::{INTERVALS, MOST_VISITS};
use crate::board::Color;
use crate::board::named_enum;
use crate::rules::{UnknownAxisValue, axis_value};

named_enum! {
    /// The side from whose point of view values are given.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Perspective {
        /// Black, as in KataGo's example configuration.
        #[default]
        Black = "black",
        /// White.
        White = "white",
        /// The side to move.
        SideToMove = "sidetomove",
    }
}

impl Perspective {
    /// Returns the colour for a position with this side to move.
    pub(crate) const fn color(self, to_move: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::SideToMove => to_move,
        }
    }
}

impl FromStr for Perspective {
    type Err = UnknownAxisValue;

    /// Reads a name in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAxisValue> {
        axis_value(&Self::ALL, Self::NAMES, text)
    }
}

/// The settings of `overrideSettings` that have a meaning here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overrides {
    pub(super) visits: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) pv_len: Option<usize>,
    pub(super) perspective: Option<Perspective>,
}

impl Overrides {
    /// Reads the settings, and warns of those without a meaning.
    ///
    /// # Errors
    /// The answer to a setting with a wrong value.
    pub(super) fn read(
        fields: &Fields<'_>,
        warnings: &mut Vec<QueryWarning>,
    ) -> Result<Self, QueryError> {
        let mut overrides = Self::default();
        let field = "overrideSettings";
        let settings = match fields.get(field) {
            None => return Ok(overrides),
            Some(Value::Object(settings)) => settings,
            Some(_) => return Err(fields.error(field, "Must be an object")),
        };
        let mut unknown = Vec::new();
        for (name, value) in settings {
            let wrong = || {
                fields.error(
                    field,
                    format!("Could not set settings: {name} cannot be {value}"),
                )
            };
            match name.as_str() {
                "maxVisits" | "maxPlayouts" => {
                    let visits = number(value, Value::as_u64)
                        .filter(|visits| (1..=MOST_VISITS as u64).contains(visits));
                    let visits = visits.ok_or_else(wrong)?;
                    overrides.visits =
                        Some(overrides.visits.map_or(visits, |most| most.min(visits)));
                }
                "maxTime" => {
                    let [_, most] = INTERVALS;
                    let seconds = number(value, Value::as_f64)
                        .filter(|seconds| (0.0..=most).contains(seconds));
                    overrides.time = Some(Duration::from_secs_f64(seconds.ok_or_else(wrong)?));
                }
                "analysisPVLen" => {
                    let len = number(value, Value::as_u64).filter(|len| (1..=1000).contains(len));
                    overrides.pv_len = Some(len.ok_or_else(wrong)? as usize);
                }
                "reportAnalysisWinratesAs" => {
                    let named = value.as_str().and_then(|name| name.parse().ok());
                    overrides.perspective = Some(named.ok_or_else(wrong)?);
                }
                _ => unknown.push(name.as_str()),
            }
        }
        if !unknown.is_empty() {
            let text = format!("Unknown config params: {}", unknown.join(","));
            warnings.push(QueryWarning::new(fields.id, field, text));
        }
        Ok(overrides)
    }
}

/// Reads a number with `plain`, or from a text that contains it.
fn number<T: FromStr>(value: &Value, plain: fn(&Value) -> Option<T>) -> Option<T> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => plain(value),
    }
}

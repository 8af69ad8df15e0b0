//! The settings that a query overrides.

use serde_json::Value;

use super::error::{QueryError, QueryWarning};
use super::fields::Fields;
use crate::analysis::overrides::{Overrides, Scope, WrongValue};

/// Reads `overrideSettings`, and warns of settings without a meaning.
///
/// # Errors
/// The answer to a setting with a wrong value.
pub(super) fn read(
    fields: &Fields<'_>,
    warnings: &mut Vec<QueryWarning>,
) -> Result<Overrides, QueryError> {
    let mut overrides = Overrides::default();
    let field = "overrideSettings";
    let settings = match fields.get(field) {
        None => return Ok(overrides),
        Some(Value::Object(settings)) => settings,
        Some(_) => return Err(fields.error(field, "Must be an object")),
    };
    for (name, value) in settings {
        // KataGo, too, reads all values as texts.
        let read = match value {
            Value::String(text) => overrides.read(Scope::Query, name, text),
            other => overrides.read(Scope::Query, name, &other.to_string()),
        };
        read.map_err(|WrongValue| {
            let message = format!("Could not set settings: {name} cannot be {value}");
            fields.error(field, message)
        })?;
    }
    let ignored = overrides.ignored();
    if !ignored.is_empty() {
        let text = format!("Unknown config params: {}", ignored.join(","));
        warnings.push(QueryWarning::new(fields.id, field, text));
    }
    Ok(overrides)
}

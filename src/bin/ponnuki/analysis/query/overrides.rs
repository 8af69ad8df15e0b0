//! The settings that one query overrides.

use serde_json::Value;

use super::error::{OVERRIDE_SETTINGS, QueryError, QueryWarning};
use super::fields::Fields;
use crate::analysis::overrides::UnchangedSetting;
use crate::analysis::settings::QuerySettings;

/// Applies `overrideSettings` to the settings of the query, and warns about settings
/// without an effect.
pub(super) fn read(
    fields: &Fields<'_>,
    query: &mut QuerySettings,
    warnings: &mut Vec<QueryWarning>,
) -> Result<(), QueryError> {
    let field = OVERRIDE_SETTINGS;
    let settings = match fields.get(field) {
        None => return Ok(()),
        Some(Value::Object(settings)) => settings,
        Some(_) => return Err(fields.error(field, "Must be an object")),
    };
    let mut ignored = Vec::new();
    for (name, value) in settings {
        // KataGo reads all values as strings, too.
        let text = match value {
            Value::String(text) => text,
            other => &other.to_string(),
        };
        match query.change(name, text) {
            Ok(()) => {}
            Err(UnchangedSetting::NoMeaning) => ignored.push(name.as_str()),
            Err(UnchangedSetting::WrongValue) => {
                let message = format!("Could not set settings: {name} cannot be {value}");
                return Err(fields.error(field, message));
            }
        }
    }
    if !ignored.is_empty() {
        let text = format!("Unknown config params: {}", ignored.join(","));
        warnings.push(QueryWarning::new(fields.id, field, text));
    }
    Ok(())
}

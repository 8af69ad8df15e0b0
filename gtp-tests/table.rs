//! The JSON tables of `data/`: positions with verdicts that do not come from this engine.

use serde_json::Value;

/// Returns the entries of a table.
pub(crate) fn entries(json: &str) -> Vec<Value> {
    serde_json::from_str(json).expect("a list")
}

/// Returns the text of a field.
#[track_caller]
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// Returns the number in a field.
#[track_caller]
pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Returns the entries of a list.
#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

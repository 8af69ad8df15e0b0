//! Errors that refuse a query, and warnings about an accepted one.

use serde::Serialize;

/// The answer to a refused line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct QueryError {
    /// The message.
    error: String,
    /// The member that caused the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The identifier of the query, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl QueryError {
    /// A line that is no query.
    pub(crate) fn of_line(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            field: None,
            id: None,
        }
    }

    /// A member of a query with a wrong value.
    pub(crate) fn of_field(id: &str, field: &str, error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
            field: Some(field.to_owned()),
            id: Some(id.to_owned()),
        }
    }
}

/// The member of a query with KataGo's settings.
pub(super) const OVERRIDE_SETTINGS: &str = "overrideSettings";

/// A remark about a query that is answered nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct QueryWarning {
    /// The member of the query that it is about.
    field: String,
    /// The identifier of the query.
    id: String,
    /// The message.
    warning: String,
}

impl QueryWarning {
    /// Makes a remark about a member of a query.
    pub(crate) fn new(id: &str, field: &str, warning: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            id: id.to_owned(),
            warning: warning.into(),
        }
    }

    /// Returns the message.
    pub(crate) fn message(&self) -> &str {
        &self.warning
    }

    /// Returns whether the warning is about settings without a meaning, which do no harm.
    pub(crate) fn is_about_settings(&self) -> bool {
        self.field == OVERRIDE_SETTINGS
    }
}

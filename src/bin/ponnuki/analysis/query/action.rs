//! Actions: queries that do not ask for an analysis.

use super::fields::{Fields, QueryError};

/// An action, carried out at once. The answer repeats the members of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Report the version.
    Version,
    /// List the networks. The answer is an empty list, because there are no networks.
    Models,
    /// Clear the cached playouts of earlier queries.
    ClearCache,
    /// Stop the analysis of some or all queries.
    Terminate {
        /// The identifier of the queries to stop; `None` stops all.
        id: Option<String>,
        /// The turns to stop; `None` stops all.
        turns: Option<Vec<i64>>,
    },
}

impl Action {
    /// Reads an action by its name.
    pub(super) fn read(name: &str, fields: &Fields<'_>) -> Result<Self, QueryError> {
        let turns = || {
            fields.integers(
                "turnNumbers",
                "If provided, must be an array of integers indicating turns to terminate",
            )
        };
        Ok(match name {
            "query_version" => Self::Version,
            "query_models" => Self::Models,
            "clear_cache" => Self::ClearCache,
            "terminate" => {
                let message =
                    "Requests for a terminate action must have a string \"terminateId\" field";
                let id = fields.text("terminateId", message)?;
                let id = id.ok_or_else(|| fields.error("terminateId", message))?;
                Self::Terminate {
                    id: Some(id.to_owned()),
                    turns: turns()?,
                }
            }
            "terminate_all" => Self::Terminate {
                id: None,
                turns: turns()?,
            },
            _ => {
                return Err(QueryError::of_line(
                    "'action' field must be 'query_version' or 'query_models' or 'clear_cache' \
                     or 'terminate' or 'terminate_all'",
                ));
            }
        })
    }
}

//! Actions: queries that do not ask for an analysis.

use serde_json::{Map, Value};

use super::fields::{Fields, QueryError};

/// An action, carried out at once. The answer repeats the members of the query.
#[derive(Debug)]
pub(crate) struct Action {
    /// The kind of action.
    pub(crate) kind: ActionKind,
    /// The members of the query, for the answer.
    pub(crate) members: Map<String, Value>,
}

/// The kinds of action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ActionKind {
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
    /// Reads the members of an action.
    pub(super) fn read(
        id: &str,
        name: &str,
        members: Map<String, Value>,
    ) -> Result<Self, QueryError> {
        let fields = Fields {
            id,
            members: &members,
        };
        let turns = || {
            fields.integers(
                "turnNumbers",
                "If provided, must be an array of integers indicating turns to terminate",
            )
        };
        let kind = match name {
            "query_version" => ActionKind::Version,
            "query_models" => ActionKind::Models,
            "clear_cache" => ActionKind::ClearCache,
            "terminate" => {
                let message =
                    "Requests for a terminate action must have a string \"terminateId\" field";
                let id = fields.text("terminateId", message)?;
                let id = id.ok_or_else(|| fields.error("terminateId", message))?;
                ActionKind::Terminate {
                    id: Some(id.to_owned()),
                    turns: turns()?,
                }
            }
            "terminate_all" => ActionKind::Terminate {
                id: None,
                turns: turns()?,
            },
            _ => {
                return Err(QueryError::of_line(
                    "'action' field must be 'query_version' or 'query_models' or 'clear_cache' \
                     or 'terminate' or 'terminate_all'",
                ));
            }
        };
        Ok(Self { kind, members })
    }
}

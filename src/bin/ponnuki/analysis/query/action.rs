//! Queries that ask for something else than an analysis.

use serde_json::{Map, Value};

use super::error::QueryError;
use super::fields::Fields;

/// Something to do at once. The answer repeats the members of the query.
#[derive(Debug)]
pub(crate) struct Action {
    /// The kind.
    pub(crate) kind: ActionKind,
    /// The members of the query.
    pub(crate) members: Map<String, Value>,
}

/// The kind of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ActionKind {
    /// Name the version.
    Version,
    /// Name the networks, of which there are none.
    Models,
    /// Forget what earlier queries have left behind.
    ClearCache,
    /// Stop analysing.
    Terminate {
        /// The identifier of the queries to stop; `None` stops all.
        id: Option<String>,
        /// The turns to stop; `None` stops all.
        turns: Option<Vec<i64>>,
    },
}

impl Action {
    /// Reads the members of an action.
    ///
    /// # Errors
    /// The answer to an unknown action or a wrong member.
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

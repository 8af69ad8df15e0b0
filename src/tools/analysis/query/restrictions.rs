//! The moves that a query forbids or allows.

use serde_json::Value;

use super::fields::{Fields, QueryError};
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_play::player::{Restriction, RestrictionKind, Restrictions};

/// The error of an entry with the wrong shape.
const FORM: &str = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'";

/// Reads `allowMoves` or `avoidMoves`.
pub(super) fn read(fields: &Fields<'_>, size: BoardSize) -> Result<Restrictions, QueryError> {
    let (field, kind, value) = match (fields.get("allowMoves"), fields.get("avoidMoves")) {
        (None, None) => return Ok(Restrictions::default()),
        (Some(_), Some(_)) => {
            let message = "Cannot specify both allowMoves and avoidMoves";
            return Err(fields.error("allowMoves", message));
        }
        (Some(value), None) => ("allowMoves", RestrictionKind::Allow, value),
        (None, Some(value)) => ("avoidMoves", RestrictionKind::Avoid, value),
    };
    let wrong = |message: &str| fields.error(field, message);
    let entries = value.as_array().ok_or_else(|| wrong(FORM))?;
    let is_allow = kind == RestrictionKind::Allow;
    if is_allow && entries.len() > Color::BOTH.len() {
        let message = "Currently allowMoves only allows at most one entry per player";
        return Err(wrong(message));
    }
    let mut restrictions: Vec<Restriction> = Vec::new();
    for entry in entries {
        let entry = entry_of(fields, field, entry, kind, size)?;
        let is_double = restrictions.iter().any(|other| other.color == entry.color);
        if is_allow && is_double {
            let message = "Cannot specify allowMoves more than once for the same player";
            return Err(wrong(message));
        }
        restrictions.push(entry);
    }
    Ok(Restrictions(restrictions))
}

/// Reads one entry of the list.
fn entry_of(
    fields: &Fields<'_>,
    field: &str,
    entry: &Value,
    kind: RestrictionKind,
    size: BoardSize,
) -> Result<Restriction, QueryError> {
    let wrong = || fields.error(field, FORM);
    let members = entry.as_object().ok_or_else(wrong)?;
    let own = Fields {
        id: fields.id,
        members,
    };
    let is_missing = |name: &str| own.get(name).is_none();
    if ["moves", "untilDepth", "player"]
        .into_iter()
        .any(is_missing)
    {
        return Err(wrong());
    }
    let color = own.color("player")?.ok_or_else(wrong)?;
    let moves = own.vertices("moves", size)?.ok_or_else(wrong)?;
    let depths = [1, 1_000_000_000];
    let depth = own.integer("untilDepth", depths, "Must be a positive integer")?;
    let depth = depth.and_then(|depth| usize::try_from(depth).ok());
    Ok(Restriction {
        kind,
        color,
        moves,
        depth: depth.ok_or_else(wrong)?,
    })
}

//! Typed access to the members of a query, with KataGo's error messages, and warnings about an
//! accepted query.

use serde::Serialize;
use serde_json::{Map, Value};

use ponnuki_core::board::{BoardSize, Color, Coordinates};
use ponnuki_core::game::Move;

/// KataGo's message for lists of moves.
const PAIRS: &str = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

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

/// The members of a JSON object, with the identifier of its query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    pub(super) id: &'a str,
    pub(super) members: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// Creates an error about a member.
    pub(super) fn error(&self, field: &str, message: impl Into<String>) -> QueryError {
        QueryError::of_field(self.id, field, message)
    }

    /// Returns a member, if it is present.
    pub(super) fn get(&self, field: &str) -> Option<&'a Value> {
        self.members.get(field)
    }

    /// Reads a member with `read`, which returns `None` for a wrong value. `message` is
    /// then the error, and says what the value must be.
    fn read<T>(
        &self,
        field: &str,
        message: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, QueryError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let read = read(value).ok_or_else(|| self.error(field, message))?;
        Ok(Some(read))
    }

    /// Reads a boolean, which is false by default.
    pub(super) fn flag(&self, field: &str) -> Result<bool, QueryError> {
        let flag = self.read(field, "Must be a boolean", Value::as_bool)?;
        Ok(flag.unwrap_or_default())
    }

    /// Reads an integer within a range, ends included.
    pub(super) fn integer(
        &self,
        field: &str,
        range: [i64; 2],
        message: &str,
    ) -> Result<Option<i64>, QueryError> {
        self.read(field, message, |value| within(value.as_i64(), range))
    }

    /// Reads a number within a range, ends included.
    pub(super) fn number(
        &self,
        field: &str,
        range: [f64; 2],
        message: &str,
    ) -> Result<Option<f64>, QueryError> {
        self.read(field, message, |value| within(value.as_f64(), range))
    }

    /// Reads a string, if the member is present.
    pub(super) fn text(&self, field: &str, message: &str) -> Result<Option<&'a str>, QueryError> {
        self.read(field, message, Value::as_str)
    }

    /// Reads a list of integers.
    pub(super) fn integers(
        &self,
        field: &str,
        message: &str,
    ) -> Result<Option<Vec<i64>>, QueryError> {
        self.read(field, message, |value| {
            value.as_array()?.iter().map(Value::as_i64).collect()
        })
    }

    /// Reads a colour.
    pub(super) fn color(&self, field: &str) -> Result<Option<Color>, QueryError> {
        self.read(field, "Must be \"b\" or \"w\"", |value| {
            Color::named(value.as_str()?)
        })
    }

    /// Reads a list of moves with their colours.
    pub(super) fn moves(
        &self,
        field: &str,
        size: BoardSize,
    ) -> Result<Option<Vec<(Color, Move)>>, QueryError> {
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let pairs = value.as_array().ok_or_else(|| self.error(field, PAIRS))?;
        let read = |pair: &Value| {
            let Some([Value::String(by), Value::String(at)]) = pair.as_array().map(|it| &it[..])
            else {
                return Err(self.error(field, PAIRS));
            };
            let unknown = || self.error(field, format!("Could not parse player: {by}"));
            let color = Color::named(by).ok_or_else(unknown)?;
            Ok((color, self.vertex(field, at, size)?))
        };
        pairs.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    /// Reads a list of points and passes.
    pub(super) fn vertices(
        &self,
        field: &str,
        size: BoardSize,
    ) -> Result<Option<Vec<Move>>, QueryError> {
        let wrong = || self.error(field, "Must be an array of GTP board vertices");
        let Some(value) = self.get(field) else {
            return Ok(None);
        };
        let vertices = value.as_array().ok_or_else(wrong)?;
        let read = |value: &Value| self.vertex(field, value.as_str().ok_or_else(wrong)?, size);
        let read = vertices.iter().map(read);
        read.collect::<Result<_, _>>().map(Some)
    }

    /// Reads a point or a pass.
    fn vertex(&self, field: &str, text: &str, size: BoardSize) -> Result<Move, QueryError> {
        vertex(text, size)
            .ok_or_else(|| self.error(field, format!("Could not parse board location: {text}")))
    }
}

/// Returns the number if it lies within the range, ends included.
fn within<T: PartialOrd>(number: Option<T>, [least, most]: [T; 2]) -> Option<T> {
    number.filter(|number| (least..=most).contains(number))
}

/// Reads `pass`, a GTP point, or `(x,y)` with indices from the top left.
fn vertex(text: &str, size: BoardSize) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    let at = match text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(numbers) => {
            let (column, row) = numbers.split_once(',')?;
            let [column, row] = [column, row].map(|number| number.trim().parse::<u8>().ok());
            let row = size.height().checked_sub(usize::from(row?) + 1)?;
            Coordinates {
                column: column?,
                row: row.try_into().ok()?,
            }
        }
        None => text.parse().ok()?,
    };
    size.point(at).map(Move::Play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_names_or_numbers_from_the_top_left() {
        let size = BoardSize::new(9, 13).unwrap();
        let named = |name| Some(Move::Play(size.point_named(name).unwrap()));
        assert_eq!(vertex("c4", size), named("C4"));
        assert_eq!(vertex("(0,0)", size), named("A13"));
        assert_eq!(vertex("(8, 12)", size), named("J1"));
        assert_eq!(vertex("PASS", size), Some(Move::Pass));
        for wrong in [
            "", "I5", "K1", "A14", "(9,0)", "(0,13)", "(-1,0)", "(1)", "(300,1)",
        ] {
            assert_eq!(vertex(wrong, size), None, "{wrong}");
        }
    }
}

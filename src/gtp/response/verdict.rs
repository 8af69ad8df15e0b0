//! Whether a move is legal, in words and as JSON.

use serde_json::{Map, Value};

use crate::parse::ColoredVertex;
use ponnuki_core::board::IllegalMove;

/// Writes `legal`, or the reason a move is illegal. The start position is
/// called move 0, as a label on a board shows it.
pub(crate) fn in_words(verdict: Result<(), IllegalMove>) -> String {
    match verdict {
        Ok(()) => "legal".to_owned(),
        Err(reason @ IllegalMove::Superko { repeats: 0 }) => format!("{reason}, move 0"),
        Err(reason) => reason.to_string(),
    }
}

/// Writes whether a move is legal, and if not, why, as the JSON object of `kata-check-move`.
/// The members are in the order of their names.
pub(crate) fn object(play: ColoredVertex, verdict: Result<(), IllegalMove>) -> Value {
    let color = play.color.initial().to_ascii_lowercase().to_string();
    let reason = verdict.err();
    let members = [
        ("color", Some(color.into())),
        ("isLegal", Some(reason.is_none().into())),
        ("reason", reason.map(|reason| reason.code().into())),
        (
            "repeats",
            reason.and_then(IllegalMove::repeats).map(Value::from),
        ),
        ("vertex", Some(play.vertex.to_string().into())),
    ];
    let members = members.into_iter();
    let members: Map<_, _> = members
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect();
    Value::Object(members)
}

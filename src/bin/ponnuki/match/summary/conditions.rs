//! The board, komi, rules and handicap of the games of a match.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::r#match::GameRecord;
use ponnuki::rules::Counting;

/// The settings of the games, with all values that occur: a single one each in an
/// ordinary match.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Conditions {
    /// Board sizes, as in `9x9`.
    pub(crate) sizes: BTreeSet<String>,
    /// Komi values, as the user spelled them.
    pub(crate) komi: BTreeSet<String>,
    /// Ko rules.
    pub(crate) ko: BTreeSet<String>,
    /// Suicide rules.
    pub(crate) suicide: BTreeSet<String>,
    /// How points are counted, left out if it is `area` in all games.
    #[serde(skip_serializing_if = "is_plain", serialize_with = "as_strings")]
    pub(crate) scoring: BTreeSet<Counting>,
    /// Handicaps.
    pub(crate) handicaps: BTreeSet<usize>,
}

impl Conditions {
    /// Adds the settings of a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        self.sizes.insert(record.size.to_string());
        self.komi.insert(record.komi.to_string());
        self.ko.insert(record.rules.ko.to_string());
        self.suicide.insert(record.rules.suicide.to_string());
        self.scoring.insert(record.rules.counting());
        self.handicaps.insert(record.handicap);
    }

    /// Formats the settings as `9x9, komi 7.5, ko positional, suicide forbidden`, followed
    /// by the handicap if there is one.
    pub(crate) fn to_line(&self) -> String {
        let handicap = match (self.handicaps.first(), self.handicaps.last()) {
            (Some(0), Some(0)) | (None, _) | (_, None) => String::new(),
            (Some(least), Some(most)) if least == most => format!(", handicap {least}"),
            (Some(least), Some(most)) => format!(", handicap {least} to {most}"),
        };
        let scoring = if is_plain(&self.scoring) {
            String::new()
        } else {
            format!(", scoring {}", joined(&self.scoring))
        };
        format!(
            "{}, komi {}, ko {}, suicide {}{scoring}{handicap}",
            joined(&self.sizes),
            joined(&self.komi),
            joined(&self.ko),
            joined(&self.suicide)
        )
    }
}

/// Returns whether the whole area counts in all games.
fn is_plain(scoring: &BTreeSet<Counting>) -> bool {
    scoring
        .iter()
        .all(|scoring| *scoring == Counting::default())
}

/// Serialises how points are counted as an array of strings.
fn as_strings<S: Serializer>(
    scoring: &BTreeSet<Counting>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(scoring.iter().map(Counting::to_string))
}

/// Joins the values with `or`.
fn joined<T: ToString>(values: &BTreeSet<T>) -> String {
    let values: Vec<_> = values.iter().map(T::to_string).collect();
    values.join(" or ")
}

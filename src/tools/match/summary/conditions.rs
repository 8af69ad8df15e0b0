//! The board, komi, rules and handicap of the games of a match.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::r#match::GameRecord;
use ponnuki_core::rules::Counting;

/// The settings of the games, with all values that occur: a single one each in an
/// ordinary match.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Conditions {
    /// Board sizes, as in `9x9`.
    pub(crate) sizes: BTreeSet<String>,
    /// Komi values, as the user spelled them.
    pub(crate) komi: BTreeSet<String>,
    pub(crate) ko: BTreeSet<String>,
    pub(crate) suicide: BTreeSet<String>,
    /// How points are counted, left out if it is `area` in all games.
    #[serde(skip_serializing_if = "is_plain")]
    pub(crate) scoring: BTreeSet<String>,
    pub(crate) handicaps: BTreeSet<usize>,
}

impl Conditions {
    pub(super) fn add(&mut self, record: &GameRecord) {
        self.sizes.insert(record.size.to_string());
        self.komi.insert(record.komi.to_string());
        self.ko.insert(record.rules.ko.to_string());
        self.suicide.insert(record.rules.suicide.to_string());
        self.scoring.insert(record.rules.counting().to_string());
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
        let [sizes, komi] = [&self.sizes, &self.komi].map(joined);
        let [ko, suicide] = [&self.ko, &self.suicide].map(joined);
        format!("{sizes}, komi {komi}, ko {ko}, suicide {suicide}{scoring}{handicap}")
    }
}

/// Returns whether the whole area counts in all games.
fn is_plain(scoring: &BTreeSet<String>) -> bool {
    let area = Counting::default().to_string();
    scoring.iter().all(|scoring| *scoring == area)
}

fn joined(values: &BTreeSet<String>) -> String {
    let values: Vec<_> = values.iter().map(String::as_str).collect();
    values.join(" or ")
}

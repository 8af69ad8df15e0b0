//! The runs that played the games of a match.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::r#match::GameRecord;
use crate::r#match::record::Run;

const MAX_MACHINES: usize = 8;

/// The runs that played the games, as far as the records contain them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Runs {
    /// The number of runs, more than one if the match was continued or divided.
    pub(crate) number: u64,
    /// The run that began first; `null` if the records contain none.
    pub(crate) first: Option<Run>,
    /// The time at which the last game ended, in UTC.
    pub(crate) ended: Option<String>,
    /// The machines, at most the first eight in alphabetical order.
    pub(crate) machines: BTreeSet<String>,
}

impl Runs {
    pub(super) fn add(&mut self, record: &GameRecord) {
        if let Some(ended) = &record.time.ended
            && self.ended.as_ref().is_none_or(|last| last < ended)
        {
            self.ended = Some(ended.clone());
        }
        let Some(run) = &record.run else { return };
        self.number += 1;
        self.machines.insert(run.machine.clone());
        if self.machines.len() > MAX_MACHINES {
            self.machines.pop_last();
        }
        let order = |run: &Run| (run.begun.clone(), run.command.clone());
        let is_earlier = |first: &Run| order(run) < order(first);
        if self.first.as_ref().is_none_or(is_earlier) {
            self.first = Some(run.clone());
        }
    }

    pub(crate) fn machines(&self) -> String {
        let names: Vec<_> = self.machines.iter().map(String::as_str).collect();
        names.join("; ")
    }

    /// Returns the period of the games: `2026-01-31 23:58 to 2026-02-01 00:10 UTC`.
    pub(crate) fn period(&self) -> Option<String> {
        let minutes = |time: &str| time.get(..16).unwrap_or(time).replace('T', " ");
        let begun = minutes(&self.first.as_ref()?.begun);
        let ended = self.ended.as_deref().map(minutes);
        Some(match ended.filter(|ended| *ended > begun) {
            Some(ended) => {
                // Omit the date if the match ended on the same day.
                let day = begun.get(..11).filter(|day| day.ends_with(' '));
                let hour = day.and_then(|day| ended.strip_prefix(day));
                format!("{begun} to {} UTC", hour.unwrap_or(&ended))
            }
            None => format!("{begun} UTC"),
        })
    }
}

impl fmt::Display for Runs {
    /// Writes one line without a line feed, or nothing if the records contain no run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(run), Some(period)) = (&self.first, self.period()) else {
            return Ok(());
        };
        let (seed, machines) = (run.seed, self.machines());
        write!(f, "played: {period}, seed {seed}, on {machines}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::testing;

    fn played(game: u64, begun: &str, ended: &str, machine: &str) -> GameRecord {
        let mut record = testing::record("m", game);
        record.time.ended = Some(ended.to_owned());
        record.run = Some(Run {
            begun: begun.to_owned(),
            machine: machine.to_owned(),
            seed: 7,
            ..Run::default()
        });
        record
    }

    fn runs(records: &[GameRecord]) -> Runs {
        let mut runs = Runs::default();
        for record in records {
            runs.add(record);
        }
        runs
    }

    #[test]
    fn the_first_run_and_the_last_game_give_the_period() {
        let (early, late) = ("2026-01-31T09:58:10Z", "2026-01-31T10:10:00Z");
        let next_day = "2026-02-01T00:10:00Z";
        let same_day = runs(&[played(1, late, late, "two"), played(0, early, early, "one")]);
        assert_eq!(
            same_day.to_string(),
            "played: 2026-01-31 09:58 to 10:10 UTC, seed 7, on one; two"
        );
        assert_eq!(same_day.number, 2);
        let night = runs(&[played(0, early, next_day, "one")]);
        assert_eq!(
            night.period().unwrap(),
            "2026-01-31 09:58 to 2026-02-01 00:10 UTC"
        );
        assert_eq!(
            runs(&[played(0, late, late, "")]).period().unwrap(),
            "2026-01-31 10:10 UTC"
        );
        // Older files contain no runs, and malformed times are harmless.
        assert_eq!(runs(&[testing::record("m", 0)]).to_string(), "");
        assert!(
            runs(&[played(0, "é", "ééééééééééééééééé", "")])
                .period()
                .is_some()
        );
    }

    #[test]
    fn many_machines_are_not_all_listed() {
        let records: Vec<_> = (0..20)
            .map(|game| played(game, "a", "b", &format!("{game:02}")))
            .collect();
        let runs = runs(&records);
        assert_eq!((runs.number, runs.machines.len()), (20, 8));
        assert!(runs.machines().starts_with("00; 01"));
    }
}

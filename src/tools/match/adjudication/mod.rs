//! Rules that end a game before its players do, or score it at the move limit.
//!
//! All rules are off by default. A game that a rule ends gives the reason in its record.

mod judge;
mod reports;
mod rules;

pub(super) use judge::PositionJudge;
pub(super) use reports::WinRateReports;
pub(crate) use rules::{AtMaxMoves, JudgeRule, ResignRule};

use std::fmt::Write as _;

/// The rules by which the runner, not the players, decides a game. None by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Adjudication {
    pub(crate) resign: Option<ResignRule>,
    pub(crate) judge: Option<JudgeRule>,
    pub(crate) at_max_moves: AtMaxMoves,
}

impl Adjudication {
    /// Returns whether a rule depends on win rates that the programs report.
    pub(super) const fn needs_reports(&self) -> bool {
        self.resign.is_some()
    }

    /// Writes the rules that differ from the default, one per line, for the
    /// fingerprint. Matches without rules thus keep their fingerprints.
    pub(super) fn to_lines(self) -> String {
        let mut text = String::new();
        if let Some(rule) = self.resign {
            let _ = writeln!(text, "resign-rule {rule}");
        }
        if let Some(rule) = self.judge {
            let _ = writeln!(text, "judge-after {rule}");
        }
        if self.at_max_moves != AtMaxMoves::default() {
            let _ = writeln!(text, "at-max-moves {}", self.at_max_moves);
        }
        text
    }
}

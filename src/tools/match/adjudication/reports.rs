//! The win rates that the programs report with their moves.

use super::Adjudication;
use crate::r#match::end::GameEnd;
use crate::r#match::record::Ending;
use crate::r#match::statistics::Interval;
use ponnuki_core::board::{ByColor, Color};

/// The win rates that both sides reported in one game, each from 0 to 1 from the
/// point of view of the side that reported it.
#[derive(Clone, Debug, Default)]
pub(in crate::r#match) struct WinRateReports {
    /// One win rate per move; `None` if the program reported nothing.
    rates: ByColor<Vec<Option<f64>>>,
}

impl WinRateReports {
    pub(in crate::r#match) fn add(&mut self, color: Color, rate: Option<f64>) {
        self.rates[color].push(rate);
    }

    /// Returns the end of the game, if the reports decide it. Both sides must agree, so that a program that errs or reports from the wrong
    /// point of view decides nothing alone.
    pub(in crate::r#match) fn end(&self, rules: &Adjudication) -> Option<GameEnd> {
        let rule = rules.resign?;
        let ranges = self.last(rule.moves)?;
        let is_lost = |loser: &Color| {
            ranges[*loser].high <= rule.highest() && ranges[!*loser].low >= rule.lowest()
        };
        let loser = Color::BOTH.into_iter().find(is_lost)?;
        let detail = format!(
            "{loser} reported {:.1} % or less in its last {}, and {} {:.1} % or more",
            up(ranges[loser].high),
            counted(rule.moves),
            !loser,
            down(ranges[!loser].low),
        );
        Some(GameEnd::won(Ending::WinRate, !loser).because(detail))
    }

    /// Returns the range of each side's last reports, or `None` if a side has made fewer
    /// moves or left out a report.
    fn last(&self, moves: usize) -> Option<ByColor<Interval>> {
        let range = |rates: &Vec<Option<f64>>| {
            let last = &rates[rates.len().checked_sub(moves)?..];
            let last: Vec<f64> = last.iter().copied().collect::<Option<_>>()?;
            Some(Interval {
                low: last.iter().copied().fold(1.0, f64::min),
                high: last.into_iter().fold(0.0, f64::max),
            })
        };
        Some(ByColor {
            black: range(&self.rates.black)?,
            white: range(&self.rates.white)?,
        })
    }
}

/// The tolerance for rounding errors, in tenths of a percent, so that they do not move
/// a win rate to the next tenth.
const ERROR: f64 = 1e-6;

fn down(rate: f64) -> f64 {
    (rate * 1000.0 + ERROR).floor() / 10.0
}

/// Converts a win rate to percent, rounded up to tenths.
fn up(rate: f64) -> f64 {
    (rate * 1000.0 - ERROR).ceil().abs() / 10.0
}

/// Formats a number of moves: `move`, `3 moves`.
fn counted(moves: usize) -> String {
    match moves {
        1 => "move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::end::GameVerdict;

    /// Returns the end after these pairs of reports by Black and White.
    fn end(rules: &Adjudication, pairs: &[(Option<f64>, Option<f64>)]) -> Option<GameEnd> {
        let mut reports = WinRateReports::default();
        for &(black, white) in pairs {
            reports.add(Color::Black, black);
            reports.add(Color::White, white);
        }
        reports.end(rules)
    }

    fn resign(rule: &str) -> Adjudication {
        Adjudication {
            resign: Some(rule.parse().unwrap()),
            ..Adjudication::default()
        }
    }

    #[test]
    fn a_game_is_lost_when_both_sides_say_so_for_long_enough() {
        let rules = resign("3,2");
        let lost = (Some(0.99), Some(0.012));
        let found = end(&rules, &[lost, (Some(0.97), Some(0.03))]).unwrap();
        assert_eq!(found.how, Ending::WinRate);
        assert_eq!(found.verdict, GameVerdict::Won(Color::Black));
        assert_eq!(
            found.detail,
            "white reported 3.0 % or less in its last 2 moves, and black 97.0 % or more"
        );
        let found = end(&resign("3,1"), &[(Some(0.0), Some(1.0))]).unwrap();
        assert_eq!(found.verdict, GameVerdict::Won(Color::White));
        assert_eq!(
            found.detail,
            "black reported 0.0 % or less in its last move, and white 100.0 % or more"
        );
        for pairs in [
            &[lost][..],
            &[lost, (Some(0.99), Some(0.031))],
            &[lost, (Some(0.969), Some(0.01))],
            &[lost, (None, Some(0.01))],
            &[lost, (Some(0.99), None), lost],
            // Both report from Black's point of view, or both believe that they lose.
            &[(Some(0.99), Some(0.99)); 5],
            &[(Some(0.01), Some(0.01)); 5],
        ] {
            assert!(end(&rules, pairs).is_none(), "{pairs:?}");
        }
        assert!(end(&Adjudication::default(), &[lost; 9]).is_none());
        // Black alone has moved.
        let mut reports = WinRateReports::default();
        reports.add(Color::Black, Some(0.0));
        reports.add(Color::Black, Some(0.0));
        assert!(reports.end(&rules).is_none());
    }

    #[test]
    fn percentages_are_rounded_away_from_the_limit() {
        for (rate, low, high) in [
            (0.029, 2.9, 2.9),
            (0.0301, 3.0, 3.1),
            (0.9649, 96.4, 96.5),
            (0.0, 0.0, 0.0),
            (1.0, 100.0, 100.0),
        ] {
            assert_eq!((down(rate), up(rate)), (low, high), "{rate}");
        }
        assert!(up(0.0).is_sign_positive());
    }
}

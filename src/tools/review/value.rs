//! The value of a position.

use ponnuki_core::board::Color;
use ponnuki_formats::text::lead_text;
use ponnuki_play::player::Analysis;

/// The value of a position, from Black's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PositionValue {
    /// Black's win rate, from 0 to 1.
    pub(crate) black_wins: f64,
    /// Black's lead in points, komi included.
    pub(crate) lead: f64,
}

impl PositionValue {
    pub(super) fn new(analysis: &Analysis) -> Self {
        match analysis.color {
            Color::Black => Self {
                black_wins: analysis.winrate,
                lead: analysis.score_lead,
            },
            Color::White => Self {
                black_wins: 1.0 - analysis.winrate,
                lead: -analysis.score_lead,
            },
        }
    }

    /// Returns a colour's win rate, from 0 to 1.
    pub(crate) fn chance(self, color: Color) -> f64 {
        match color {
            Color::Black => self.black_wins,
            Color::White => 1.0 - self.black_wins,
        }
    }

    /// Returns a colour's lead in points, negative if it is behind.
    pub(crate) fn lead(self, color: Color) -> f64 {
        f64::from(color.sign()) * self.lead
    }

    /// Returns the colour for which the position is decided, if it is.
    pub(super) fn decided_for(self) -> Option<Color> {
        let is_decided = |&color: &Color| self.chance(color) >= Analysis::DECIDED;
        Color::BOTH.into_iter().find(is_decided)
    }

    /// Formats the lead: `B+3.5`, `W+12.0`, or `0` for a tie.
    pub(crate) fn score(self) -> String {
        lead_text(self.lead)
    }

    /// Describes the value in a phrase for comments.
    pub(super) fn words(self) -> String {
        let percent = 100.0 * self.black_wins;
        format!("Black wins {percent:.1} %, score {}", self.score())
    }
}

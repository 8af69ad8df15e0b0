//! How points are counted.

use std::fmt;

use super::{Rules, Scoring, Tax};

/// The axes of [`Rules`] that decide how points are counted. The default is the whole area
/// without a button, as under most rules of programs.
///
/// ```
/// use ponnuki::{Preset, Rules, rules::Counting};
///
/// assert_eq!(Rules::default().counting(), Counting::default());
/// let button = Preset::AgaButton.rules().counting();
/// assert_eq!(button.to_string(), "area, tax none, button");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counting {
    /// The points that count.
    pub scoring: Scoring,
    /// The points that are taken away again.
    pub tax: Tax,
    /// Whether the first pass of the game takes the button.
    pub has_button: bool,
    /// Whether clean-up phases follow the main phase.
    pub has_cleanup: bool,
    /// Whether each pass gives the opponent a prisoner.
    pub has_pass_stones: bool,
}

impl fmt::Display for Counting {
    /// Writes the axes, as in `territory, tax seki` or `area, tax none, button`; `area` alone
    /// for the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.scoring)?;
        if *self != Self::default() {
            write!(f, ", tax {}", self.tax)?;
        }
        f.write_str(if self.has_button { ", button" } else { "" })?;
        f.write_str(if self.has_cleanup { ", clean-up" } else { "" })?;
        f.write_str(if self.has_pass_stones {
            ", pass stones"
        } else {
            ""
        })
    }
}

impl Rules {
    /// Returns whether the whole area counts, as under most rules of programs.
    pub const fn counts_plain_area(&self) -> bool {
        matches!((self.scoring, self.tax), (Scoring::Area, Tax::None))
    }

    /// Returns how points are counted.
    pub const fn counting(&self) -> Counting {
        Counting {
            scoring: self.scoring,
            tax: self.tax,
            has_button: self.has_button,
            has_cleanup: self.has_cleanup,
            has_pass_stones: self.has_pass_stones,
        }
    }

    /// Returns whether a game has clean-up phases, after which its score needs no judgement
    /// of dead stones.
    pub const fn is_played_out(&self) -> bool {
        self.has_cleanup && matches!(self.scoring, Scoring::Territory)
    }

    /// Returns whether each pass costs a point, as each play does.
    pub const fn passes_cost(&self) -> bool {
        self.has_pass_stones && matches!(self.scoring, Scoring::Territory)
    }

    /// Returns whether a play costs a point more than a pass, as it does where territory counts
    /// without pass stones.
    pub const fn plays_cost(&self) -> bool {
        !self.has_pass_stones && matches!(self.scoring, Scoring::Territory)
    }
}

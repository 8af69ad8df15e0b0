//! How points are counted.

use std::fmt;

use super::{Axis, AxisForm, Rules, Scoring, Stated, Tax};

/// How points are counted: [`Rules`] but for the axes that files always state, on ko, suicide and
/// White's points for handicap stones. The default is the whole area without a button, as under
/// most rules of programs.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Preset, Rules, rules::Counting};
///
/// assert_eq!(Rules::default().counting(), Counting::default());
/// let button = Preset::AgaButton.rules().counting();
/// assert_eq!(button.to_string(), "area, tax none, button");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counting(Rules);

impl Default for Counting {
    fn default() -> Self {
        Rules::default().counting()
    }
}

impl fmt::Display for Counting {
    /// Writes the axes, as in `territory, tax seki` or `area, tax none, button`; `area` alone
    /// for the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(rules) = *self;
        write!(f, "{}", rules.scoring)?;
        let others = Axis::ALL.iter().filter(|axis| {
            axis.stated != Stated::Always && axis.name != "scoring" && axis.is_stated(rules)
        });
        for axis in others {
            match (axis.form, (axis.get)(&rules)) {
                (AxisForm::Names(_), name) => write!(f, ", {} {name}", axis.key)?,
                (AxisForm::Flag(word), "true") => write!(f, ", {word}")?,
                (AxisForm::Flag(_), _) => {}
            }
        }
        Ok(())
    }
}

impl Rules {
    /// Returns whether the whole area counts, as under most rules of programs.
    pub const fn counts_plain_area(&self) -> bool {
        matches!((self.scoring, self.tax), (Scoring::Area, Tax::None))
    }

    /// Returns how points are counted.
    pub const fn counting(&self) -> Counting {
        let plain = Self::PLAIN;
        Counting(Self {
            ko: plain.ko,
            suicide: plain.suicide,
            handicap_bonus: plain.handicap_bonus,
            ..*self
        })
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

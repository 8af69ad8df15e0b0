//! The choices in which rule sets differ: ko, suicide, scoring, tax, the button, clean-up, pass
//! stones and White's points for handicap stones; named rule sets; komi, scores and the placement
//! of handicap stones.
//!
//! ```
//! use ponnuki::{KoRule, Komi, Preset, Rules};
//!
//! let chinese = Preset::Chinese.rules();
//! assert_eq!(chinese.ko, KoRule::Simple);
//! let with_superko = Rules { ko: KoRule::Positional, ..chinese };
//! assert_ne!(with_superko, chinese);
//! assert!("7.5".parse::<Komi>().is_ok() && "7,5".parse::<Komi>().is_err());
//! ```

pub(crate) mod handicap;
#[cfg(feature = "gtp")]
pub mod kata;
pub(crate) mod komi;
mod preset;

pub use handicap::{fixed_handicap, free_handicap, max_fixed_handicap};
pub use komi::{Komi, ParseKomiError, Score};
pub use preset::Preset;

pub use crate::board::{Scoring, Suicide, Tax};

use std::fmt;

use crate::board::named_enum;

named_enum! {
    /// The earlier positions that a play may not bring back. Passes are always
    /// legal.
    ///
    /// Positional and situational superko differ on a board of one column:
    ///
    /// ```text
    /// 3   .   O   .   O   O
    /// 2   .   .   X   .   .
    /// 1   X   X   X   .   X
    ///     1   2   3   4   5?
    /// ```
    ///
    /// Move 3 captures A3 and move 4 captures two stones. Move 5 would bring
    /// back the board after move 2, but with White to move instead of Black.
    ///
    /// ```
    /// use ponnuki::{BoardSize, Game, IllegalMove, KoRule, Komi, Move, Rules};
    ///
    /// let verdict = |ko| {
    ///     let rules = Rules { ko, ..Rules::default() };
    ///     let size = BoardSize::new(1, 3).expect("1x3 is a board size");
    ///     let at = |name| size.point_named(name).expect(name);
    ///     let mut game = Game::new(size, rules, Komi::default());
    ///     for name in ["A1", "A3", "A2", "A3"] {
    ///         game.play(game.to_move(), Move::Play(at(name))).expect(name);
    ///     }
    ///     game.check(game.to_move(), at("A1"))
    /// };
    /// assert_eq!(
    ///     verdict(KoRule::Positional),
    ///     Err(IllegalMove::Superko { repeats: 2 })
    /// );
    /// assert_eq!(verdict(KoRule::Situational), Ok(()));
    /// assert_eq!(verdict(KoRule::Simple), Ok(()));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum KoRule {
        /// Only the position before the play that the opponent has just made. A
        /// position that comes back later ends the game without a result.
        Simple = "simple",
        /// Any earlier position of the game, including the start.
        Positional = "positional",
        /// Any earlier position with the same colour to move next, whether a
        /// play or a pass led to it.
        Situational = "situational",
        /// Any earlier position that the same player created by a play.
        NaturalSituational = "natural-situational",
        /// No position. Every repetition is legal.
        Unrestricted = "none",
    }
}

impl KoRule {
    /// Returns whether the game ends without a result when a play brings back
    /// an earlier position with the same colour to move.
    pub(crate) const fn repetition_ends_game(self) -> bool {
        match self {
            Self::Simple => true,
            Self::Positional
            | Self::Situational
            | Self::NaturalSituational
            | Self::Unrestricted => false,
        }
    }
}

named_enum! {
    /// The points that White receives for Black's handicap stones.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HandicapBonus {
        /// No points.
        Nothing = "none",
        /// One point for each stone.
        Stones = "stones",
        /// One point for each stone except the first.
        StonesMinusOne = "stones-minus-one",
    }
}

impl HandicapBonus {
    /// Returns the points for this number of handicap stones.
    pub const fn points(self, stones: usize) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Stones => stones,
            Self::StonesMinusOne => stones.saturating_sub(1),
        }
    }
}

/// A complete set of rules, one value on each axis. The default is
/// [`Preset::Cgos`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The positions that may not return.
    pub ko: KoRule,
    /// The suicide rule.
    pub suicide: Suicide,
    /// The points that count.
    pub scoring: Scoring,
    /// The points that are taken away again.
    pub tax: Tax,
    /// Whether the first pass of the game takes the button, which is worth half a point.
    pub has_button: bool,
    /// Whether two clean-up phases follow the main phase where territory counts, so that the
    /// position is played out. It changes nothing where area counts.
    pub has_cleanup: bool,
    /// Whether each pass gives the opponent a prisoner and White passes last, so that territory
    /// gives the same result as area. It changes nothing where area counts.
    pub has_pass_stones: bool,
    /// The points that White receives for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
}

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

/// Values for some of the axes of [`Rules`]; `None` leaves an axis unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleChanges {
    /// The positions that may not return.
    pub ko: Option<KoRule>,
    /// The suicide rule.
    pub suicide: Option<Suicide>,
    /// The points that count.
    pub scoring: Option<Scoring>,
    /// The points that are taken away again.
    pub tax: Option<Tax>,
    /// Whether there is a button.
    pub has_button: Option<bool>,
    /// Whether clean-up phases follow the main phase.
    pub has_cleanup: Option<bool>,
    /// Whether each pass gives the opponent a prisoner.
    pub has_pass_stones: Option<bool>,
}

impl Default for Rules {
    fn default() -> Self {
        Preset::default().rules()
    }
}

impl fmt::Display for Rules {
    /// Writes the name of the rules or, if they have none, the axes that decide which
    /// moves are legal and how points are counted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(preset) = self.preset() {
            return preset.fmt(f);
        }
        write!(f, "ko {}, suicide {}", self.ko, self.suicide)?;
        let counting = self.counting();
        if counting != Counting::default() {
            write!(f, ", scoring {counting}")?;
        }
        Ok(())
    }
}

impl Rules {
    /// Returns the named set with exactly these axes, if there is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.rules() == *self)
    }

    /// Returns these rules with the given changes.
    pub fn with(self, changes: RuleChanges) -> Self {
        Self {
            ko: changes.ko.unwrap_or(self.ko),
            suicide: changes.suicide.unwrap_or(self.suicide),
            scoring: changes.scoring.unwrap_or(self.scoring),
            tax: changes.tax.unwrap_or(self.tax),
            has_button: changes.has_button.unwrap_or(self.has_button),
            has_cleanup: changes.has_cleanup.unwrap_or(self.has_cleanup),
            has_pass_stones: changes.has_pass_stones.unwrap_or(self.has_pass_stones),
            ..self
        }
    }

    /// Iterates over all rules: every combination of the axes.
    pub fn all() -> impl Iterator<Item = Self> {
        fn next<T: Copy>(code: &mut usize, values: &[T]) -> T {
            let value = values[*code % values.len()];
            *code /= values.len();
            value
        }
        let others = Suicide::ALL.len() * Scoring::ALL.len() * Tax::ALL.len() * 8;
        let all = KoRule::ALL.len() * others * HandicapBonus::ALL.len();
        (0..all).map(|mut code| Self {
            ko: next(&mut code, &KoRule::ALL),
            suicide: next(&mut code, &Suicide::ALL),
            scoring: next(&mut code, &Scoring::ALL),
            tax: next(&mut code, &Tax::ALL),
            has_button: next(&mut code, &[false, true]),
            has_cleanup: next(&mut code, &[false, true]),
            has_pass_stones: next(&mut code, &[false, true]),
            handicap_bonus: next(&mut code, &HandicapBonus::ALL),
        })
    }

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

    /// Returns the komi that is usual under these rules: 6.5 where territory counts, 7 with
    /// a button and under New Zealand's rules, otherwise 7.5, as in KataGo.
    pub fn usual_komi(&self) -> Komi {
        if self.scoring == Scoring::Territory {
            Komi::from_points(6.5)
        } else if self.has_button || self.preset() == Some(Preset::NewZealand) {
            Komi::from_points(7.0)
        } else {
            Komi::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_readme_lists_every_preset() {
        let readme = include_str!("README.md");
        for preset in Preset::ALL {
            let rules = preset.rules();
            let is_default = rules == Rules::default();
            let default = if is_default { " (default)" } else { "" };
            let bonus = match rules.handicap_bonus {
                HandicapBonus::Nothing => "0",
                HandicapBonus::Stones => "N",
                HandicapBonus::StonesMinusOne => "N - 1",
            };
            let button = if rules.has_button { ", button" } else { "" };
            let cleanup = if rules.has_cleanup { ", clean-up" } else { "" };
            let row = format!(
                "| `{preset}`{default} | {} | {} | {}{cleanup} | {}{button} | {bonus} | {} |",
                rules.ko,
                rules.suicide,
                rules.scoring,
                rules.tax,
                rules.usual_komi()
            );
            assert!(readme.contains(&row), "{row}");
        }
        for ko in KoRule::ALL {
            assert!(readme.contains(&format!("\n- `{ko}`: ")), "{ko}");
        }
        let names = Suicide::ALL.map(Suicide::name).into_iter();
        let names = names.chain(Scoring::ALL.map(Scoring::name));
        for name in names.chain(Tax::ALL.map(Tax::name)) {
            assert!(readme.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            assert_eq!(preset.rules().preset(), Some(preset));
        }
        for ko in KoRule::ALL {
            assert_eq!(ko.to_string().parse(), Ok(ko));
        }
        for suicide in Suicide::ALL {
            assert_eq!(suicide.to_string().parse(), Ok(suicide));
        }
        for bonus in HandicapBonus::ALL {
            assert_eq!(bonus.to_string().parse(), Ok(bonus));
        }
        for scoring in Scoring::ALL {
            assert_eq!(scoring.to_string().parse(), Ok(scoring));
        }
        for tax in Tax::ALL {
            assert_eq!(tax.to_string().parse(), Ok(tax));
        }
        assert_eq!("New Zealand".parse(), Ok(Preset::NewZealand));
        assert_eq!("TROMP_TAYLOR".parse(), Ok(Preset::TrompTaylor));
        for (name, preset) in [
            ("chinese-kgs", Preset::ChineseOgs),
            ("chinese_kgs", Preset::ChineseOgs),
            ("BGA", Preset::Aga),
            ("french", Preset::Aga),
            ("newzealand", Preset::NewZealand),
            ("Korean rules", Preset::Japanese),
            ("ancient area", Preset::StoneScoring),
            ("GOE", Preset::Ing),
        ] {
            assert_eq!(name.parse(), Ok(preset), "{name}");
        }
        assert_eq!(
            "ko".parse::<Suicide>().unwrap_err().to_string(),
            "expected one of forbidden, multi-stone, allowed"
        );
    }

    #[test]
    fn rules_without_a_name_are_described_by_their_axes() {
        let described = |changes| Rules::default().with(changes).to_string();
        let ko = RuleChanges {
            ko: Some(KoRule::Unrestricted),
            ..RuleChanges::default()
        };
        assert_eq!(described(ko), "ko none, suicide forbidden");
        let button = RuleChanges {
            has_button: Some(true),
            tax: Some(Tax::Seki),
            ..RuleChanges::default()
        };
        assert_eq!(
            described(button),
            "ko positional, suicide forbidden, scoring area, tax seki, button"
        );
        let cleanup = RuleChanges {
            scoring: Some(Scoring::Territory),
            has_cleanup: Some(true),
            ..RuleChanges::default()
        };
        assert_eq!(
            described(cleanup),
            "ko positional, suicide forbidden, scoring territory, tax none, clean-up"
        );
        let pass_stones = RuleChanges {
            scoring: Some(Scoring::Territory),
            has_pass_stones: Some(true),
            ..RuleChanges::default()
        };
        assert_eq!(
            described(pass_stones),
            "ko positional, suicide forbidden, scoring territory, tax none, pass stones"
        );
    }

    #[test]
    fn the_handicap_bonus_depends_on_the_rules() {
        assert_eq!(HandicapBonus::Nothing.points(4), 0);
        assert_eq!(HandicapBonus::Stones.points(4), 4);
        assert_eq!(HandicapBonus::StonesMinusOne.points(4), 3);
        assert_eq!(HandicapBonus::StonesMinusOne.points(0), 0);
    }
}

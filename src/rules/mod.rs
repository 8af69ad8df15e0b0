//! The choices in which rule sets differ: ko, suicide and White's points for handicap
//! stones; named rule sets; komi, scores and the placement of handicap stones.
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

pub use crate::board::Suicide;

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
    /// The points that White receives for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Default for Rules {
    fn default() -> Self {
        Preset::Cgos.rules()
    }
}

impl fmt::Display for Rules {
    /// Writes the name of the rules or, if they have none, the axes that decide which
    /// moves are legal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.preset() {
            Some(preset) => preset.fmt(f),
            None => write!(f, "ko {}, suicide {}", self.ko, self.suicide),
        }
    }
}

impl Rules {
    /// Returns the named set with exactly these axes, if there is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.rules() == *self)
    }

    /// Returns these rules with the given ko and suicide rules. `None` leaves an
    /// axis unchanged.
    pub fn with_axes(self, ko: Option<KoRule>, suicide: Option<Suicide>) -> Self {
        Self {
            ko: ko.unwrap_or(self.ko),
            suicide: suicide.unwrap_or(self.suicide),
            ..self
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
            let default = if preset.rules() == Rules::default() {
                " (default)"
            } else {
                ""
            };
            let bonus = match rules.handicap_bonus {
                HandicapBonus::Nothing => "0",
                HandicapBonus::Stones => "N",
                HandicapBonus::StonesMinusOne => "N - 1",
            };
            let (ko, suicide) = (rules.ko, rules.suicide);
            let row = format!("| `{preset}`{default} | {ko} | {suicide} | {bonus} |");
            assert!(readme.contains(&row), "{row}");
        }
        for ko in KoRule::ALL {
            assert!(readme.contains(&format!("\n- `{ko}`: ")), "{ko}");
        }
        for suicide in Suicide::ALL {
            assert!(readme.contains(&format!("`{suicide}`")), "{suicide}");
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
        assert_eq!("New Zealand".parse(), Ok(Preset::NewZealand));
        assert_eq!("TROMP_TAYLOR".parse(), Ok(Preset::TrompTaylor));
        for (name, preset) in [
            ("chinese-kgs", Preset::ChineseOgs),
            ("chinese_kgs", Preset::ChineseOgs),
            ("BGA", Preset::Aga),
            ("french", Preset::Aga),
            ("newzealand", Preset::NewZealand),
        ] {
            assert_eq!(name.parse(), Ok(preset), "{name}");
        }
        assert_eq!(
            "ko".parse::<Suicide>().unwrap_err().to_string(),
            "expected one of forbidden, multi-stone, allowed"
        );
    }

    #[test]
    fn other_scoring_is_refused_with_the_reason() {
        let stones = "Stone Scoring".parse::<Preset>().unwrap_err().to_string();
        assert!(
            stones.starts_with("stone-scoring rules score stones"),
            "{stones}"
        );
        assert!(stones.ends_with("cgos, tromp-taylor, chinese, chinese-ogs, aga, new-zealand"));
        for name in ["", "rules", "aga!x", "chinese\u{65e5}\u{672c}"] {
            assert!(name.parse::<Preset>().is_err(), "{name}");
        }
        let refused = "Japanese".parse::<Preset>().unwrap_err();
        assert!(refused.to_string().contains("territory"));
        assert!("korean".parse::<Preset>().is_err());
        assert!(
            "chess"
                .parse::<Preset>()
                .unwrap_err()
                .to_string()
                .contains("cgos, tromp-taylor")
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

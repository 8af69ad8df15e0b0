//! The rules of play as axes, and the named sets of rules that people ask for.
//!
//! Every set scores area and ends the game by two passes. What differs is which
//! earlier positions may not return ([`KoRule`]), whether a player may capture
//! own stones ([`Suicide`]) and what White is paid for handicap stones
//! ([`HandicapBonus`]). The axes are those of KataGo's rules.

pub(crate) mod handicap;
pub(crate) mod komi;

pub use handicap::{fixed_handicap, free_handicap, max_fixed_handicap};
pub use komi::{Komi, ParseKomiError, Score};

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Which earlier positions a play may not bring back. Passes are always legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the board as it stood before the opponent's immediately preceding play.
    Simple,
    /// Any earlier board of the game, the start included.
    Positional,
    /// Any earlier board with the same colour to move next, moments after passes included.
    Situational,
    /// Any earlier board that the same player created by a play.
    NaturalSituational,
    /// Any position may return.
    Unrestricted,
}

/// Whether a play may leave its own stones without a liberty, removing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Only when two or more own stones are removed.
    MultiStone,
    /// Always, as far as the ko rule permits.
    Allowed,
}

/// The points that White is given for Black's handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// No points.
    Nothing,
    /// One point for each stone.
    Stones,
    /// One point for each stone but the first.
    StonesMinusOne,
}

impl HandicapBonus {
    /// The points given for so many handicap stones.
    pub const fn points(self, stones: usize) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Stones => stones,
            Self::StonesMinusOne => stones.saturating_sub(1),
        }
    }
}

/// A complete set of rules. The default is CGOS's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which positions may not return.
    pub ko: KoRule,
    /// Whether own stones may be captured.
    pub suicide: Suicide,
    /// What White is paid for handicap stones.
    pub handicap_bonus: HandicapBonus,
}

impl Default for Rules {
    fn default() -> Self {
        Preset::Cgos.rules()
    }
}

impl Rules {
    /// The named set with exactly these axes, if there is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.rules() == *self)
    }

    /// These rules with another ko rule or suicide rule, where one is given.
    pub fn with_axes(self, ko: Option<KoRule>, suicide: Option<Suicide>) -> Self {
        Self {
            ko: ko.unwrap_or(self.ko),
            suicide: suicide.unwrap_or(self.suicide),
            ..self
        }
    }
}

/// A set of rules that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The Computer Go Server: positional superko, no suicide.
    Cgos,
    /// Tromp and Taylor: positional superko, suicide allowed.
    TrompTaylor,
    /// Chinese rules as played over the board: simple ko, no suicide.
    Chinese,
    /// Chinese rules as the Online Go Server plays them: positional superko.
    ChineseOgs,
    /// The American Go Association: situational superko, no suicide.
    Aga,
    /// New Zealand: situational superko, suicide allowed.
    NewZealand,
}

impl Preset {
    /// Every named set.
    pub const ALL: [Self; 6] = [
        Self::Cgos,
        Self::TrompTaylor,
        Self::Chinese,
        Self::ChineseOgs,
        Self::Aga,
        Self::NewZealand,
    ];

    /// The name, as it is asked for.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cgos => "cgos",
            Self::TrompTaylor => "tromp-taylor",
            Self::Chinese => "chinese",
            Self::ChineseOgs => "chinese-ogs",
            Self::Aga => "aga",
            Self::NewZealand => "new-zealand",
        }
    }

    /// The axes of this set.
    pub const fn rules(self) -> Rules {
        let (ko, suicide, handicap_bonus) = match self {
            Self::Cgos => (
                KoRule::Positional,
                Suicide::Forbidden,
                HandicapBonus::Nothing,
            ),
            Self::TrompTaylor => (KoRule::Positional, Suicide::Allowed, HandicapBonus::Nothing),
            Self::Chinese => (KoRule::Simple, Suicide::Forbidden, HandicapBonus::Stones),
            Self::ChineseOgs => (
                KoRule::Positional,
                Suicide::Forbidden,
                HandicapBonus::Stones,
            ),
            Self::Aga => (
                KoRule::Situational,
                Suicide::Forbidden,
                HandicapBonus::StonesMinusOne,
            ),
            Self::NewZealand => (
                KoRule::Situational,
                Suicide::Allowed,
                HandicapBonus::Nothing,
            ),
        };
        Rules {
            ko,
            suicide,
            handicap_bonus,
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rules asked for are not played here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownRules {
    /// Rules that score territory, by their name.
    Territory(String),
    /// No rules of this name are known.
    Unknown(String),
}

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Territory(name) => write!(
                f,
                "{name} rules score territory and settle dead stones by agreement; this engine scores area only"
            ),
            Self::Unknown(name) => {
                write!(f, "unknown rules '{name}', expected one of")?;
                for (index, preset) in Preset::ALL.into_iter().enumerate() {
                    write!(f, "{} {preset}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl Error for UnknownRules {}

impl FromStr for Preset {
    type Err = UnknownRules;

    /// Reads a name in any case, with `-`, `_` or a space between its words.
    ///
    /// # Errors
    /// [`UnknownRules::Territory`] for Japanese and Korean rules, which score
    /// territory; [`UnknownRules::Unknown`] for any other name.
    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        let name = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        if matches!(name.as_str(), "japanese" | "korean") {
            return Err(UnknownRules::Territory(name));
        }
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| UnknownRules::Unknown(text.trim().to_owned()))
    }
}

/// The text names no value of the rule axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAxisValue {
    expected: &'static str,
}

impl UnknownAxisValue {
    /// The error that names what would be understood.
    pub(crate) const fn expecting(expected: &'static str) -> Self {
        Self { expected }
    }
}

impl fmt::Display for UnknownAxisValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {}", self.expected)
    }
}

impl Error for UnknownAxisValue {}

impl KoRule {
    /// Every ko rule.
    pub const ALL: [Self; 5] = [
        Self::Simple,
        Self::Positional,
        Self::Situational,
        Self::NaturalSituational,
        Self::Unrestricted,
    ];
}

impl fmt::Display for KoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Simple => "simple",
            Self::Positional => "positional",
            Self::Situational => "situational",
            Self::NaturalSituational => "natural-situational",
            Self::Unrestricted => "none",
        })
    }
}

impl FromStr for KoRule {
    type Err = UnknownAxisValue;

    /// Reads the word that `Display` writes, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAxisValue> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string().eq_ignore_ascii_case(text))
            .ok_or(UnknownAxisValue {
                expected: "simple, positional, situational, natural-situational, none",
            })
    }
}

impl Suicide {
    /// Every suicide rule.
    pub const ALL: [Self; 3] = [Self::Forbidden, Self::MultiStone, Self::Allowed];

    /// Whether a play may lose this number of own stones, the one played
    /// included. A play that loses none is no suicide and always permitted.
    #[inline]
    pub const fn permits(self, lost: usize) -> bool {
        match self {
            Self::Allowed => true,
            Self::MultiStone => lost != 1,
            Self::Forbidden => lost == 0,
        }
    }
}

impl fmt::Display for Suicide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Forbidden => "forbidden",
            Self::MultiStone => "multi-stone",
            Self::Allowed => "allowed",
        })
    }
}

impl FromStr for Suicide {
    type Err = UnknownAxisValue;

    /// Reads the word that `Display` writes, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAxisValue> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string().eq_ignore_ascii_case(text))
            .ok_or(UnknownAxisValue {
                expected: "forbidden, multi-stone, allowed",
            })
    }
}

impl HandicapBonus {
    /// Every way to pay for handicap.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Stones, Self::StonesMinusOne];
}

impl fmt::Display for HandicapBonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Nothing => "none",
            Self::Stones => "stones",
            Self::StonesMinusOne => "stones-minus-one",
        })
    }
}

impl FromStr for HandicapBonus {
    type Err = UnknownAxisValue;

    /// Reads the word that `Display` writes, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownAxisValue> {
        Self::ALL
            .into_iter()
            .find(|bonus| bonus.to_string().eq_ignore_ascii_case(text))
            .ok_or(UnknownAxisValue {
                expected: "none, stones, stones-minus-one",
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn territory_rules_are_refused_with_the_reason() {
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
    fn handicap_is_paid_as_the_rules_say() {
        assert_eq!(HandicapBonus::Nothing.points(4), 0);
        assert_eq!(HandicapBonus::Stones.points(4), 4);
        assert_eq!(HandicapBonus::StonesMinusOne.points(4), 3);
        assert_eq!(HandicapBonus::StonesMinusOne.points(0), 0);
    }
}

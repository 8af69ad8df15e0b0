//! The named sets of rules.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{HandicapBonus, KoRule, Rules, Suicide};
use crate::board::named_enum;

named_enum! {
    /// A named set of rules.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Preset {
        /// The Computer Go Server: positional superko, no suicide.
        Cgos = "cgos",
        /// Tromp and Taylor: positional superko, suicide allowed.
        TrompTaylor = "tromp-taylor",
        /// Chinese rules as played over the board: simple ko, no suicide.
        Chinese = "chinese",
        /// Chinese rules as on the Online Go Server: positional superko.
        ChineseOgs = "chinese-ogs",
        /// The American Go Association: situational superko, no suicide.
        Aga = "aga",
        /// New Zealand: situational superko, suicide allowed.
        NewZealand = "new-zealand",
    }
}

impl Preset {
    /// Returns the rules, axis by axis.
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

/// The reason why a name does not stand for rules that this engine supports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownRules {
    /// The rules with this name score territory.
    Territory(String),
    /// The name is unknown.
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
                let names = Preset::NAMES;
                write!(f, "unknown rules '{name}', expected one of {names}")
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

//! The named sets of rules.

use std::str::FromStr;

use super::{HandicapBonus, KoRule, Rules, Suicide};
use crate::board::{UnknownValue, named_enum};

named_enum! {
    names only:
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

impl Preset {
    /// Other common names of the sets, in lower case without punctuation.
    const ALIASES: [(&str, Self); 6] = [
        // The British and French federations play by the AGA's rules.
        ("bga", Self::Aga),
        ("chinesekgs", Self::ChineseOgs),
        ("cn", Self::Chinese),
        ("french", Self::Aga),
        ("nz", Self::NewZealand),
        ("tt", Self::TrompTaylor),
    ];

    /// Returns the set with this common name, ignoring case, punctuation and the
    /// word "rules".
    ///
    /// ```
    /// use ponnuki::Preset;
    ///
    /// assert_eq!(Preset::named("tt"), Some(Preset::TrompTaylor));
    /// assert_eq!(Preset::named("none"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let plain = plain(name);
        let plain = plain.trim_end_matches("rules");
        let mut presets = Self::ALL.into_iter();
        let aliases = || Self::ALIASES.into_iter().find(|(alias, _)| *alias == plain);
        presets
            .find(|preset| self::plain(preset.name()) == plain)
            .or_else(|| aliases().map(|(_, preset)| preset))
    }
}

/// Returns a name in lower case, without punctuation and spaces.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl FromStr for Preset {
    type Err = UnknownValue;

    /// Reads a name, ignoring case and punctuation: a name of this engine, or one
    /// that other programs use for the same rules, such as `chinese-kgs`, `bga`
    /// and `french`.
    ///
    /// # Errors
    /// The reason why the rules are not supported: Japanese and Korean rules score
    /// territory, stone scoring counts no territory, and any other name is
    /// unknown.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        if let Some(preset) = Self::named(text) {
            return Ok(preset);
        }
        let (name, names) = (text.trim(), Self::NAMES);
        let plain = name.to_ascii_lowercase().replace(['_', ' '], "-");
        Err(UnknownValue::new(match plain.as_str() {
            "japanese" | "korean" => format!(
                "{plain} rules score territory and settle dead stones by agreement; this engine scores area only"
            ),
            "stone-scoring" => format!(
                "{plain} rules score stones without territory; this engine scores area, by one of {names}"
            ),
            _ => format!("unknown rules '{name}', expected one of {names}"),
        }))
    }
}

//! The named sets of rules.

use std::fmt;
use std::str::FromStr;

use super::{Counting, HandicapBonus, KoRule, Komi, Rules, Scoring, Suicide, Tax};
use crate::board::{UnknownValue, named_enum};

named_enum! {
    names only:
    /// A named set of rules.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::Preset;
    ///
    /// // The entries of a menu: the rules and the komi that is usual under them.
    /// let entry = |preset: Preset| format!("{preset}, {} points", preset.rules().usual_komi());
    /// let menu = Preset::ALL.map(entry);
    /// assert_eq!(menu[0], "cgos, 7.5 points");
    /// assert!(menu.contains(&"japanese, 6.5 points".to_owned()));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Preset {
        /// The Computer Go Server: positional superko, no suicide.
        #[default]
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
        /// Japanese and Korean rules: territory and prisoners, no points in seki, simple ko.
        Japanese = "japanese",
        /// Japanese rules with two clean-up phases, in which everything is played out, so that
        /// nobody has to judge which stones are dead.
        JapanesePlayout = "japanese-playout",
        /// Stone scoring: the area less two points for each living group, simple ko.
        StoneScoring = "stone-scoring",
        /// Territory with group tax, as in ancient China, simple ko.
        AncientTerritory = "ancient-territory",
        /// The American Go Association's rules with a button.
        AgaButton = "aga-button",
        /// Ing's rules as KataGo approximates them: positional superko, suicide allowed. The
        /// ko rules of Ing's own texts are others.
        Ing = "ing",
    }
}

impl Preset {
    /// Returns the rules, axis by axis.
    pub const fn rules(self) -> Rules {
        let plain = Rules::PLAIN;
        match self {
            Self::Cgos => plain,
            Self::TrompTaylor => Rules {
                suicide: Suicide::Allowed,
                ..plain
            },
            Self::Ing => Rules {
                suicide: Suicide::MultiStone,
                ..plain
            },
            Self::Chinese => Rules {
                ko: KoRule::Simple,
                handicap_bonus: HandicapBonus::Stones,
                ..plain
            },
            Self::ChineseOgs => Rules {
                handicap_bonus: HandicapBonus::Stones,
                ..plain
            },
            Self::Aga => Rules {
                ko: KoRule::Situational,
                handicap_bonus: HandicapBonus::StonesMinusOne,
                ..plain
            },
            Self::AgaButton => Rules {
                has_button: true,
                ..Self::Aga.rules()
            },
            Self::NewZealand => Rules {
                ko: KoRule::Situational,
                suicide: Suicide::Allowed,
                ..plain
            },
            Self::Japanese => Rules {
                ko: KoRule::Simple,
                scoring: Scoring::Territory,
                tax: Tax::Seki,
                ..plain
            },
            Self::JapanesePlayout => Rules {
                has_cleanup: true,
                ..Self::Japanese.rules()
            },
            Self::StoneScoring => Rules {
                ko: KoRule::Simple,
                tax: Tax::All,
                ..plain
            },
            Self::AncientTerritory => Rules {
                scoring: Scoring::Territory,
                ..Self::StoneScoring.rules()
            },
        }
    }
}

impl Preset {
    /// Other common names of the sets, in lower case without punctuation.
    const ALIASES: [(&str, Self); 13] = [
        ("ancientarea", Self::StoneScoring),
        // The British and French federations play by the AGA's rules.
        ("bga", Self::Aga),
        ("chinesekgs", Self::ChineseOgs),
        ("cn", Self::Chinese),
        ("french", Self::Aga),
        ("goe", Self::Ing),
        ("inggoe", Self::Ing),
        ("jp", Self::Japanese),
        ("jpn", Self::Japanese),
        ("korean", Self::Japanese),
        ("nz", Self::NewZealand),
        ("oldchinese", Self::StoneScoring),
        ("tt", Self::TrompTaylor),
    ];

    /// Returns the set with this common name, ignoring case, punctuation and the word "rules".
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
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
    /// and `korean`.
    ///
    /// # Errors
    /// [`UnknownValue`], with the names of all sets.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        Self::named(text).ok_or_else(|| {
            let names = Self::NAMES;
            UnknownValue::new(format!(
                "unknown rules '{}', expected one of {names}",
                text.trim()
            ))
        })
    }
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

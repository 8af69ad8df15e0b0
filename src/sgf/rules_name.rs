//! The property RU, which names the rules of a game, in both directions.

use std::fmt::Write as _;
use std::str::FromStr;

#[cfg(feature = "gtp")]
use crate::rules::kata;
use crate::rules::{Counting, Preset, Rules, Scoring, Suicide};

/// The rules that a file states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileRules {
    /// The rules for the rest of the game.
    pub(super) rules: Rules,
    /// The rules under which the moves of the file are replayed.
    pub(super) played: Rules,
}

impl From<Rules> for FileRules {
    fn from(rules: Rules) -> Self {
        let played = rules;
        Self { rules, played }
    }
}

/// Parses a value of RU: a common name, ignoring case and punctuation, one of KataGo's forms,
/// or axes as [`rules_name`] writes them. Returns `None` for rules that this program does not
/// know.
pub(super) fn rules_named(name: &str) -> Option<FileRules> {
    let common = common_rules(name).map(FileRules::from);
    common.or_else(|| axes(name))
}

/// Reads a common name, KataGo's short form, which its records have, or its JSON object, which
/// `KaTrain` writes.
#[cfg(feature = "gtp")]
fn common_rules(name: &str) -> Option<Rules> {
    kata::read(name.trim()).ok()
}

/// Reads a common name. KataGo's forms need the feature `gtp`.
#[cfg(not(feature = "gtp"))]
fn common_rules(name: &str) -> Option<Rules> {
    Preset::named(name).map(Preset::rules)
}

/// Returns the value of RU for these rules: the name that the format defines, otherwise
/// the name of our preset, otherwise the axes one by one.
pub(super) fn rules_name(rules: Rules) -> String {
    match rules.preset() {
        Some(Preset::Chinese) => "Chinese".to_owned(),
        Some(Preset::Aga) => "AGA".to_owned(),
        Some(Preset::NewZealand) => "NZ".to_owned(),
        Some(Preset::Japanese) => "Japanese".to_owned(),
        Some(Preset::Ing) => "GOE".to_owned(),
        Some(
            preset @ (Preset::Cgos
            | Preset::TrompTaylor
            | Preset::ChineseOgs
            | Preset::JapanesePlayout
            | Preset::StoneScoring
            | Preset::AncientTerritory
            | Preset::AgaButton),
        ) => preset.to_string(),
        None => axes_of(rules),
    }
}

/// Returns the value of RU if the moves so far are legal only under weaker rules.
///
/// This happens if the rules changed during the game, and if the game comes from a file
/// with unsupported rules.
pub(super) fn rules_name_going_on(rules: Rules, played: Rules) -> String {
    let cleanup = if played.has_cleanup { CLEANUP } else { "" };
    format!("{} so-far={}{cleanup}", axes_of(rules), played.ko)
}

/// The suffix of the ko rule in `so-far` if the moves were played with clean-up phases.
const CLEANUP: &str = "+cleanup";

/// Returns the rules for the replay of moves that the game's own rules forbid, from those with
/// the ko rule and the clean-up phases of the replay. Suicide is allowed; a button stays,
/// because positions before it may return.
pub(super) const fn weakened(rules: Rules) -> Rules {
    Rules {
        suicide: Suicide::Allowed,
        scoring: if rules.has_cleanup {
            Scoring::Territory
        } else {
            rules.scoring
        },
        ..rules
    }
}

/// Formats the rules axis by axis. Scoring, tax and button are left out where the whole
/// area counts, as in files of earlier versions, and the clean-up and pass stones where
/// there are none.
fn axes_of(rules: Rules) -> String {
    let mut text = format!(
        "ko={} suicide={} handicap-bonus={}",
        rules.ko, rules.suicide, rules.handicap_bonus
    );
    let counting = rules.counting();
    if counting != Counting::default() {
        let (scoring, tax, button) = (counting.scoring, counting.tax, counting.has_button);
        let _ = write!(text, " scoring={scoring} tax={tax} button={button}");
        if rules.has_cleanup {
            text += " cleanup=true";
        }
        if rules.has_pass_stones {
            text += " pass-stones=true";
        }
    }
    text
}

/// Parses `ko=... suicide=... handicap-bonus=...`, with or without
/// `scoring=... tax=... button=...`, `cleanup=...`, `pass-stones=...` and `so-far=...`.
fn axes(text: &str) -> Option<FileRules> {
    fn value<T: FromStr>(word: Option<&str>, axis: &str) -> Option<T> {
        let value = word?.strip_prefix(axis)?.strip_prefix('=')?;
        value.parse().ok()
    }
    let mut words = text.split_ascii_whitespace().peekable();
    let mut rules = Rules {
        ko: value(words.next(), "ko")?,
        suicide: value(words.next(), "suicide")?,
        handicap_bonus: value(words.next(), "handicap-bonus")?,
        ..Rules::default()
    };
    if let Some(scoring) = value(words.peek().copied(), "scoring") {
        words.next();
        rules.scoring = scoring;
        rules.tax = value(words.next(), "tax")?;
        rules.has_button = value(words.next(), "button")?;
        if let Some(cleanup) = value(words.peek().copied(), "cleanup") {
            words.next();
            rules.has_cleanup = cleanup;
        }
        if let Some(pass_stones) = value(words.peek().copied(), "pass-stones") {
            words.next();
            rules.has_pass_stones = pass_stones;
        }
    }
    Some(match words.next() {
        None => rules.into(),
        Some(word) => {
            let ko = word.strip_prefix("so-far=")?;
            let with_cleanup = ko.strip_suffix(CLEANUP);
            let played = weakened(Rules {
                ko: with_cleanup.unwrap_or(ko).parse().ok()?,
                has_cleanup: with_cleanup.is_some(),
                ..rules
            });
            FileRules { rules, played }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::KoRule;

    #[test]
    fn every_rule_set_is_read_back() {
        for rules in Rules::all() {
            assert_eq!(rules_named(&rules_name(rules)), Some(rules.into()));
            for has_cleanup in [false, true] {
                let played = weakened(Rules {
                    ko: KoRule::Simple,
                    has_cleanup,
                    ..rules
                });
                let going_on = rules_name_going_on(rules, played);
                let expected = FileRules { rules, played };
                assert_eq!(rules_named(&going_on), Some(expected));
            }
        }
    }

    #[test]
    fn names_in_use_are_known() {
        for (name, preset) in [
            ("Chinese", Preset::Chinese),
            ("chinese rules", Preset::Chinese),
            ("Tromp/Taylor", Preset::TrompTaylor),
            ("AGA", Preset::Aga),
            ("New Zealand", Preset::NewZealand),
            ("NZ", Preset::NewZealand),
            ("Chinese-OGS", Preset::ChineseOgs),
            ("tt", Preset::TrompTaylor),
            ("CN", Preset::Chinese),
            ("Chinese KGS", Preset::ChineseOgs),
            ("BGA", Preset::Aga),
            ("French", Preset::Aga),
            ("Japanese", Preset::Japanese),
            ("jpn", Preset::Japanese),
            ("Korean", Preset::Japanese),
            ("GOE", Preset::Ing),
            ("Ing Goe", Preset::Ing),
            ("Old Chinese", Preset::StoneScoring),
        ] {
            assert_eq!(rules_named(name), Some(preset.rules().into()), "{name}");
        }
        #[cfg(feature = "gtp")]
        for (name, preset) in [
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Preset::Japanese),
            ("koPOSITIONALscoreAREAtaxNONEsui0whbN", Preset::ChineseOgs),
            (
                r#" {"ko": "SIMPLE", "scoring": "AREA", "tax": "ALL", "suicide": false}"#,
                Preset::StoneScoring,
            ),
        ] {
            assert_eq!(rules_named(name), Some(preset.rules().into()), "{name}");
        }
        for name in [
            "",
            "Go",
            "koSPIGHTscoreAREAtaxNONEsui0",
            "{}}",
            "ko=simple",
            "日本",
            "ko=simple suicide=forbidden handicap-bonus=none so-far=eager",
        ] {
            assert_eq!(rules_named(name), None, "{name}");
        }
    }
}

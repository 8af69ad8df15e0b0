//! The property RU, which names the rules of a game, in both directions.

use ponnuki_core::rules::kata;
use ponnuki_core::rules::{Axis, Preset, Rules, Scoring, Stated, Suicide};

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
    // Records of KataGo have its short form, and KaTrain writes its JSON object.
    let common = kata::read(name.trim()).ok();
    common.map(FileRules::from).or_else(|| axes(name))
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

/// Formats the rules axis by axis, as in `ko=simple suicide=forbidden handicap-bonus=none`.
fn axes_of(rules: Rules) -> String {
    let stated = Axis::ALL.iter().filter(|axis| axis.is_stated(rules));
    let words = stated.map(|axis| format!("{}={}", axis.key, (axis.get)(&rules)));
    words.collect::<Vec<_>>().join(" ")
}

/// Parses what [`axes_of`] writes, with or without `so-far=...`. The axes of counting are all there
/// or none is.
fn axes(text: &str) -> Option<FileRules> {
    let mut words = text.split_ascii_whitespace().peekable();
    let mut rules = Rules::default();
    let mut is_given = |axis: &Axis| {
        let mut set = |word: &str| {
            let value = word.strip_prefix(axis.key)?.strip_prefix('=')?;
            (axis.set)(&mut rules, value).ok()
        };
        words.next_if(|word| set(word).is_some()).is_some()
    };
    let stated = |when| Axis::ALL.iter().filter(move |axis| axis.stated == when);
    if !stated(Stated::Always).all(&mut is_given) {
        return None;
    }
    let mut counting = stated(Stated::WithCounting);
    if counting.next().is_some_and(&mut is_given) {
        if !counting.all(&mut is_given) {
            return None;
        }
        for axis in stated(Stated::IfChosen) {
            is_given(axis);
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
    use ponnuki_core::rules::KoRule;

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

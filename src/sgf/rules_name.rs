//! The property RU: which rules a record was played under.

use crate::{KoRule, Preset, Rules, Suicide};

/// What a file says about its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileRules {
    /// Rules that are played here.
    Known(Rules),
    /// Rules that are not, such as the Japanese.
    Foreign,
}

/// The rules of this name: the names in use, in any case and punctuation, or
/// axes as [`rules_name`] writes them.
pub(super) fn rules_named(name: &str) -> FileRules {
    let plain: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let preset = match plain.trim_end_matches("rules") {
        "cgos" => Preset::Cgos,
        "tromptaylor" | "tt" => Preset::TrompTaylor,
        "chinese" | "cn" => Preset::Chinese,
        "chineseogs" | "chinesekgs" => Preset::ChineseOgs,
        // The British and the French federations play by the AGA's rules.
        "aga" | "bga" | "french" => Preset::Aga,
        "newzealand" | "nz" => Preset::NewZealand,
        _ => return axes(name).map_or(FileRules::Foreign, FileRules::Known),
    };
    FileRules::Known(preset.rules())
}

/// The name to write for these rules: the format's own name where it has one,
/// else our preset's name, else the axes one by one.
pub(super) fn rules_name(rules: Rules) -> String {
    match rules.preset() {
        Some(Preset::Chinese) => "Chinese".to_owned(),
        Some(Preset::Aga) => "AGA".to_owned(),
        Some(Preset::NewZealand) => "NZ".to_owned(),
        Some(preset) => preset.to_string(),
        None => format!(
            "ko={} suicide={} handicap-bonus={}",
            rules.ko, rules.suicide, rules.handicap_bonus
        ),
    }
}

/// The rules that `ko=... suicide=... handicap-bonus=...` spells.
fn axes(text: &str) -> Option<Rules> {
    let mut words = text.split_ascii_whitespace();
    let mut value = |axis: &str| words.next()?.strip_prefix(axis)?.strip_prefix('=');
    let ko = value("ko")?.parse::<KoRule>().ok()?;
    let suicide = value("suicide")?.parse::<Suicide>().ok()?;
    let handicap_bonus = value("handicap-bonus")?.parse().ok()?;
    Some(Rules {
        ko,
        suicide,
        handicap_bonus,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HandicapBonus;

    #[test]
    fn every_rule_set_is_read_back() {
        for ko in KoRule::ALL {
            for suicide in Suicide::ALL {
                for handicap_bonus in HandicapBonus::ALL {
                    let rules = Rules {
                        ko,
                        suicide,
                        handicap_bonus,
                    };
                    assert_eq!(rules_named(&rules_name(rules)), FileRules::Known(rules));
                }
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
        ] {
            assert_eq!(
                rules_named(name),
                FileRules::Known(preset.rules()),
                "{name}"
            );
        }
        for name in ["Japanese", "Korean", "GOE", "", "ko=simple", "日本"] {
            assert_eq!(rules_named(name), FileRules::Foreign, "{name}");
        }
    }
}

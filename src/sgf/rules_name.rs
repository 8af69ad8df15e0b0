//! The property RU, which names the rules of a game, in both directions.

use crate::rules::{KoRule, Preset, Rules, Suicide};

/// The rules that a file states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileRules {
    /// Rules that this program supports.
    Known(Rules),
    /// Rules for the rest of the game, and the weaker rules from [`played_under`] under which
    /// the moves of the file are replayed.
    GoesOn { rules: Rules, played: Rules },
    /// Rules that this program does not support, such as Japanese rules.
    Foreign,
}

/// Parses a value of RU: a common name, ignoring case and punctuation, or axes as
/// [`rules_name`] writes them.
pub(super) fn rules_named(name: &str) -> FileRules {
    match Preset::named(name) {
        Some(preset) => FileRules::Known(preset.rules()),
        None => axes(name).unwrap_or(FileRules::Foreign),
    }
}

/// Returns the value of RU for these rules: the name that the format defines, otherwise
/// the name of our preset, otherwise the axes one by one.
pub(super) fn rules_name(rules: Rules) -> String {
    match rules.preset() {
        Some(Preset::Chinese) => "Chinese".to_owned(),
        Some(Preset::Aga) => "AGA".to_owned(),
        Some(Preset::NewZealand) => "NZ".to_owned(),
        Some(preset @ (Preset::Cgos | Preset::TrompTaylor | Preset::ChineseOgs)) => {
            preset.to_string()
        }
        None => axes_of(rules),
    }
}

/// Returns the value of RU if the moves so far are legal only under weaker rules.
///
/// This happens if the rules changed during the game, and if the game comes from a file
/// with unsupported rules.
pub(super) fn rules_name_going_on(rules: Rules, played: KoRule) -> String {
    format!("{} so-far={played}", axes_of(rules))
}

/// Returns the rules for the replay of moves that the game's own rules forbid: this ko
/// rule, with suicide allowed.
pub(super) fn played_under(ko: KoRule) -> Rules {
    Rules {
        ko,
        suicide: Suicide::Allowed,
        ..Rules::default()
    }
}

/// Formats the rules axis by axis.
fn axes_of(rules: Rules) -> String {
    format!(
        "ko={} suicide={} handicap-bonus={}",
        rules.ko, rules.suicide, rules.handicap_bonus
    )
}

/// Parses `ko=... suicide=... handicap-bonus=...`, with or without
/// `so-far=...`.
fn axes(text: &str) -> Option<FileRules> {
    let mut words = text.split_ascii_whitespace();
    let mut value = |axis: &str| words.next()?.strip_prefix(axis)?.strip_prefix('=');
    let ko = value("ko")?.parse::<KoRule>().ok()?;
    let suicide = value("suicide")?.parse::<Suicide>().ok()?;
    let handicap_bonus = value("handicap-bonus")?.parse().ok()?;
    let rules = Rules {
        ko,
        suicide,
        handicap_bonus,
    };
    Some(match words.next() {
        None => FileRules::Known(rules),
        Some(word) => FileRules::GoesOn {
            rules,
            played: played_under(word.strip_prefix("so-far=")?.parse().ok()?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::HandicapBonus;

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
                    let going_on = rules_name_going_on(rules, KoRule::Simple);
                    let played = played_under(KoRule::Simple);
                    let expected = FileRules::GoesOn { rules, played };
                    assert_eq!(rules_named(&going_on), expected);
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
            ("tt", Preset::TrompTaylor),
            ("CN", Preset::Chinese),
            ("Chinese KGS", Preset::ChineseOgs),
            ("BGA", Preset::Aga),
            ("French", Preset::Aga),
        ] {
            assert_eq!(
                rules_named(name),
                FileRules::Known(preset.rules()),
                "{name}"
            );
        }
        for name in [
            "Japanese",
            "Korean",
            "GOE",
            "",
            "ko=simple",
            "日本",
            "ko=simple suicide=forbidden handicap-bonus=none so-far=eager",
        ] {
            assert_eq!(rules_named(name), FileRules::Foreign, "{name}");
        }
    }
}

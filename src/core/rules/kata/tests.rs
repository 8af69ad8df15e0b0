//! Tests of rules in KataGo's notation: read, refused and written.

use super::*;
use crate::rules::{HandicapBonus, KoRule};

fn read(json: &str) -> Option<Vec<(String, String)>> {
    let pairs = settings(json)?
        .into_iter()
        .map(|setting| (setting.key, setting.value));
    Some(pairs.collect())
}

#[test]
fn objects_of_plain_values_are_read() {
    let expected = [("ko", "SIMPLE"), ("suicide", "false"), ("n", "-1.5")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let text = r#"{ "ko" :"SIMPLE","suicide":false , "n":-1.5}"#;
    assert_eq!(read(text).unwrap(), expected);
    assert_eq!(read("{}").unwrap(), []);
    assert_eq!(read("{ }").unwrap(), []);
}

#[test]
fn other_text_is_refused() {
    for text in [
        "",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\":[1]}",
        "{\"a\":{}}",
        "{\"a\\n\":1}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn later_settings_win() {
    let settings = settings(r#"{"ko":"SIMPLE","ko":"NONE","whiteHandicapBonus":0}"#).unwrap();
    assert_eq!(settings.len(), 3);
    let rules = from_settings(&settings).unwrap();
    assert_eq!(rules.ko, KoRule::Unrestricted);
    assert_eq!(rules.handicap_bonus, HandicapBonus::Nothing);
}

#[test]
fn missing_rules_are_those_of_tromp_taylor() {
    let tromp_taylor = Preset::TrompTaylor.rules();
    for (json, rules) in [
        ("{}", tromp_taylor),
        (
            r#"{"ko":"SIMPLE"}"#,
            Rules {
                ko: KoRule::Simple,
                ..tromp_taylor
            },
        ),
        (
            r#"{"suicide":false,"whiteHandicapBonus":"N"}"#,
            Preset::ChineseOgs.rules(),
        ),
    ] {
        assert_eq!(from_settings(&settings(json).unwrap()), Ok(rules), "{json}");
    }
}

#[test]
fn every_set_of_rules_is_read_back_whatever_the_rules_before() {
    for rules in Rules::all() {
        let json = to_json(rules);
        let mut settings = settings(&json).unwrap();
        assert_eq!(from_settings(&settings), Ok(rules), "{json}");
        settings.reverse();
        assert_eq!(from_settings(&settings), Ok(rules), "{json}");
        for before in Rules::all().step_by(7) {
            // Clients may send the members one by one, sorted by name.
            let mut sorted = settings.clone();
            sorted.sort_by(|a, b| a.key.cmp(&b.key));
            let read = sorted.iter().try_fold(before, with_setting);
            assert_eq!(read, Ok(rules), "{json}");
        }
    }
}

#[test]
fn the_short_form_of_katago_is_read() {
    let tax = |rules, tax| Rules { tax, ..rules };
    let ing = Preset::Ing.rules();
    let chinese = Preset::ChineseOgs.rules();
    for (text, rules) in [
        ("koPOSITIONALscoreAREAtaxNONEsui1", ing),
        (" ko POSITIONAL score AREA sui1fpok1 ", ing),
        ("koPOSITIONALscoreAREAtaxALLsui1", tax(ing, Tax::All)),
        (
            "koSIMPLEscoreTERRITORYtaxSEKIsui0",
            Preset::Japanese.rules(),
        ),
        ("koSIMPLEscoringTERRITORYsui0", Preset::Japanese.rules()),
        (
            "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1",
            Preset::AgaButton.rules(),
        ),
        ("koPOSITIONALscoreAREAtaxNONEsui0whbN", chinese),
        ("sui0whbN", chinese),
    ] {
        assert_eq!(super::read(text), Ok(rules), "{text}");
    }
    let texts = "|ko|koSIMPLEscore|koSPIGHTscoreAREAtaxNONEsui0|koSIMPLEscoreAREAtaxNONEsui2|\
        koSIMPLEscoreAREAtaxNONEsui0komi7.5|SIMPLE|koSIMPLE\u{e9}";
    for text in texts.split('|') {
        assert_eq!(super::read(text).ok(), None, "{text}");
    }
}

#[test]
fn single_stones_need_legal_suicide() {
    let often = settings(r#"{"suicideOfSingleStones":"often","suicide":true}"#).unwrap();
    let refused = from_settings(&often).unwrap_err().to_string();
    assert!(refused.contains("suicideOfSingleStones"), "{refused}");
    let forbidden = settings(r#"{"suicideOfSingleStones":true,"suicide":false}"#).unwrap();
    assert_eq!(from_settings(&forbidden), Ok(Preset::Cgos.rules()));
    let single = with_setting(Preset::Cgos.rules(), &forbidden[0]).unwrap_err();
    assert!(single.to_string().contains("suicide is false"), "{single}");
    let setting = &settings(r#"{"suicideOfSingleStones":false}"#).unwrap()[0];
    for (before, after) in [
        (Suicide::Allowed, Suicide::MultiStone),
        (Suicide::MultiStone, Suicide::MultiStone),
        (Suicide::Forbidden, Suicide::Forbidden),
    ] {
        let rules = |suicide| Rules {
            suicide,
            ..Rules::default()
        };
        assert_eq!(with_setting(rules(before), setting), Ok(rules(after)));
    }
}

#[test]
fn only_rules_that_katago_does_not_know_have_a_member_of_our_own() {
    for rules in Rules::all() {
        let has_own = to_json(rules) != to_katago_json(rules);
        assert_eq!(
            has_own,
            rules.suicide == Suicide::Allowed || rules.has_cleanup || rules.has_pass_stones
        );
    }
}

//! Rules set and shown.

use crate::engine::tests::{ask, engine};
use ponnuki_core::rules::Preset;

#[test]
fn rules_are_set_and_shown() {
    let json = |ko, suicide, bonus| {
        format!(
            "= {{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"AREA\",\
             \"suicide\":{suicide},\"tax\":\"NONE\",\"whiteHandicapBonus\":\"{bonus}\"}}"
        )
    };
    let single = |ko| {
        let more = "\"suicideOfSingleStones\":true,\"tax\"";
        json(ko, true, "0").replace("\"tax\"", more)
    };
    let mut engine = engine("9");
    assert_eq!(
        ask(&mut engine, "kata-get-rules"),
        json("POSITIONAL", false, "0")
    );
    for (line, rules) in [
        ("kata-set-rules tromp-taylor", single("POSITIONAL")),
        ("kgs-rules new_zealand", single("SITUATIONAL")),
        ("kgs-rules chinese", json("POSITIONAL", false, "N")),
        ("kata-set-rules chinese", json("SIMPLE", false, "N")),
        ("kgs-rules Chinese", json("POSITIONAL", false, "N")),
        ("kata-set-rules New Zealand", single("SITUATIONAL")),
        ("kata-set-rules AGA", json("SITUATIONAL", false, "N-1")),
        (
            "kata-set-rule ko NATURAL_SITUATIONAL",
            json("NATURAL-SITUATIONAL", false, "N-1"),
        ),
        (
            "kata-set-rule whiteHandicapBonus 0",
            json("NATURAL-SITUATIONAL", false, "0"),
        ),
        (
            "kata-set-rule friendlyPassOk true",
            json("NATURAL-SITUATIONAL", false, "0"),
        ),
        (
            r#"kata-set-rules {"ko": "SIMPLE", "suicide": true}"#,
            json("SIMPLE", true, "0"),
        ),
    ] {
        assert_eq!(ask(&mut engine, line), "= ", "{line}");
        assert_eq!(ask(&mut engine, "kata-get-rules"), rules, "{line}");
    }
    let territory = json("SIMPLE", false, "0")
        .replace("AREA", "TERRITORY")
        .replace("NONE", "SEKI");
    for line in [
        "kgs-rules japanese",
        "kata-set-rules korean",
        r#"kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY","suicide":false}"#,
    ] {
        ask(&mut engine, "kata-set-rules tromp-taylor");
        assert_eq!(ask(&mut engine, line), "= ", "{line}");
        assert_eq!(ask(&mut engine, "kata-get-rules"), territory, "{line}");
    }
    let button = json("SIMPLE", false, "0").replace("Button\":false", "Button\":true");
    for line in ["scoring AREA", "tax NONE", "hasButton true"] {
        ask(&mut engine, &format!("kata-set-rule {line}"));
    }
    assert_eq!(ask(&mut engine, "kata-get-rules"), button);
    let own = ask(&mut engine, "kata-get-rules");
    assert_eq!(
        ask(&mut engine, &format!("kata-set-rules {}", &own[2..])),
        "= "
    );
    for (line, reason) in [
        ("kata-set-rules chess", "unknown rules 'chess'"),
        ("kata-set-rule scoring STONES", "one of area, territory"),
        ("kata-set-rule komi 5", "unknown rule 'komi'"),
        (
            r#"kata-set-rules {"ko":"NONE","tax":"HALF"}"#,
            "one of none",
        ),
        (r#"kata-set-rules {"ko":"NONE","#, "syntax error"),
        (r#"kata-set-rules {"ko":"NONE"} x"#, "syntax error"),
        ("kata-set-rules  ", "syntax error"),
        ("kgs-rules", "syntax error"),
    ] {
        let response = ask(&mut engine, line);
        assert!(
            response.starts_with("? ") && response.contains(reason),
            "{line}: {response}"
        );
        assert_eq!(ask(&mut engine, "kata-get-rules"), own);
    }
}

/// GUIs ask for the rules at the start and restore them later.
#[test]
fn the_rules_of_the_engine_are_restored_by_what_it_answered() {
    let mut engine = engine("9");
    let others = Preset::ALL.map(|preset| preset.to_string());
    for name in &others {
        assert_eq!(ask(&mut engine, &format!("kata-set-rules {name}")), "= ");
        let (rules, answer) = (engine.game().rules(), ask(&mut engine, "kata-get-rules"));
        for other in &others {
            ask(&mut engine, &format!("kata-set-rules {other}"));
            let restored = ask(&mut engine, &format!("kata-set-rules {}", &answer[2..]));
            assert_eq!(restored, "= ", "{name} after {other}");
            assert_eq!(engine.game().rules(), rules, "{name} after {other}");
            assert_eq!(ask(&mut engine, "kata-get-rules"), answer);
        }
    }
}

//! Rules in KataGo's notation: the JSON object of `kata-get-rules`, and the
//! settings of `kata-set-rule` and `kata-set-rules`.
//!
//! KataGo's `docs/GTP_Extensions.md` defines the keys and values. A value that
//! this engine does not support is refused with the reason; one that matches
//! what it always does, such as `"scoring":"AREA"`, is accepted.

use std::error::Error;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{HandicapBonus, Rules, Suicide, UnknownAxisValue};

/// One rule and its value, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The name of the rule.
    pub(crate) key: String,
    /// The value, without quotes.
    pub(crate) value: String,
}

/// A setting that this engine does not support, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefusedSetting {
    setting: Setting,
    reason: Reason,
}

/// The reason a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    /// No rule has this key.
    Key,
    /// The rule has no such value.
    Value(UnknownAxisValue),
    /// The engine supports only this value.
    Only(&'static str),
}

impl fmt::Display for RefusedSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { key, value } = &self.setting;
        match &self.reason {
            Reason::Key => write!(f, "unknown rule '{key}' with value '{value}'"),
            Reason::Value(expected) => write!(f, "{key} cannot be '{value}': {expected}"),
            Reason::Only(played) => {
                write!(
                    f,
                    "{key} cannot be '{value}': this engine plays {played} only"
                )
            }
        }
    }
}

impl Error for RefusedSetting {}

/// The members of KataGo's object, in the order in which they are written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    friendly_pass_ok: bool,
    has_button: bool,
    ko: String,
    scoring: &'static str,
    suicide: bool,
    tax: &'static str,
    white_handicap_bonus: &'static str,
}

/// Writes rules as a JSON object.
///
/// KataGo's `suicide` has no value for suicide of two or more stones, so it is
/// true when any suicide is legal.
pub(crate) fn to_json(rules: Rules) -> String {
    let members = Members {
        friendly_pass_ok: false,
        has_button: false,
        ko: rules.ko.to_string().to_uppercase(),
        scoring: AREA,
        suicide: rules.suicide != Suicide::Forbidden,
        tax: NO_TAX,
        white_handicap_bonus: bonus_name(rules.handicap_bonus),
    };
    serde_json::to_string(&members).unwrap_or_default()
}

/// Reads the settings of a flat JSON object, in order. Returns `None` for any
/// other text, and for escapes, which no key or value needs.
pub(crate) fn settings(json: &str) -> Option<Vec<Setting>> {
    if json.contains('\\') {
        return None;
    }
    let Settings(settings) = serde_json::from_str(json).ok()?;
    Some(settings)
}

/// Changes one rule and keeps the others.
///
/// # Errors
/// [`RefusedSetting`] if this engine does not support the setting.
pub(crate) fn with_setting(mut rules: Rules, setting: &Setting) -> Result<Rules, RefusedSetting> {
    let value = setting.value.as_str();
    let refused = |reason| RefusedSetting {
        setting: setting.clone(),
        reason,
    };
    let unknown = |expected| refused(Reason::Value(expected));
    let only = |played: &'static str| {
        let is_played = value.eq_ignore_ascii_case(played);
        is_played
            .then_some(())
            .ok_or_else(|| refused(Reason::Only(played)))
    };
    match setting.key.to_ascii_lowercase().as_str() {
        "ko" | "korule" => rules.ko = value.replace('_', "-").parse().map_err(unknown)?,
        "suicide" | "multistonesuicidelegal" => rules.suicide = suicide(value).map_err(unknown)?,
        "whitehandicapbonus" => rules.handicap_bonus = bonus(value).map_err(unknown)?,
        "scoring" | "scoringrule" => only(AREA)?,
        "tax" | "taxrule" => only(NO_TAX)?,
        "hasbutton" => only("false")?,
        // Advice to players on when to pass; it changes no rule here.
        "friendlypassok" if value == "true" || value == "false" => {}
        _ => return Err(refused(Reason::Key)),
    }
    Ok(rules)
}

/// The only scoring that this engine supports.
const AREA: &str = "AREA";

/// The only value of KataGo's `tax` that this engine supports.
const NO_TAX: &str = "NONE";

/// Reads one of KataGo's truth values, or a name of [`Suicide`].
fn suicide(value: &str) -> Result<Suicide, UnknownAxisValue> {
    match value {
        "true" => Ok(Suicide::MultiStone),
        "false" => Ok(Suicide::Forbidden),
        word => word.parse(),
    }
}

/// Reads KataGo's name for a handicap bonus.
fn bonus(value: &str) -> Result<HandicapBonus, UnknownAxisValue> {
    HandicapBonus::ALL
        .into_iter()
        .find(|&bonus| bonus_name(bonus).eq_ignore_ascii_case(value))
        .ok_or(UnknownAxisValue::expecting("0, N-1, N"))
}

/// Returns KataGo's name for a handicap bonus; N is the number of handicap
/// stones.
const fn bonus_name(bonus: HandicapBonus) -> &'static str {
    match bonus {
        HandicapBonus::Nothing => "0",
        HandicapBonus::StonesMinusOne => "N-1",
        HandicapBonus::Stones => "N",
    }
}

/// Settings as the members of a JSON object. If a key occurs twice, the last
/// value counts, because the settings are applied in order.
struct Settings(Vec<Setting>);

impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SettingsVisitor)
    }
}

/// Collects the members of an object.
struct SettingsVisitor;

impl<'de> Visitor<'de> for SettingsVisitor {
    type Value = Settings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of strings, numbers, true and false")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Settings, A::Error> {
        let mut settings = Vec::new();
        while let Some((key, value)) = members.next_entry()? {
            let value = match value {
                Scalar::Text(text) => text,
                Scalar::Bool(value) => value.to_string(),
                Scalar::Number(value) => value.to_string(),
            };
            settings.push(Setting { key, value });
        }
        Ok(Settings(settings))
    }
}

/// The JSON types that a value may have.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Bool(bool),
    Number(serde_json::Number),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{KoRule, Preset};

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
        let rules = settings
            .iter()
            .try_fold(Preset::Aga.rules(), with_setting)
            .unwrap();
        assert_eq!(rules.ko, KoRule::Unrestricted);
        assert_eq!(rules.handicap_bonus, HandicapBonus::Nothing);
    }

    #[test]
    fn every_set_of_rules_is_read_back() {
        for preset in Preset::ALL {
            let json = to_json(preset.rules());
            let settings = settings(&json).unwrap();
            let read = settings
                .iter()
                .try_fold(Preset::Cgos.rules(), with_setting)
                .unwrap();
            let suicide = match preset.rules().suicide {
                Suicide::Forbidden => Suicide::Forbidden,
                Suicide::MultiStone | Suicide::Allowed => Suicide::MultiStone,
            };
            let expected = Rules {
                suicide,
                ..preset.rules()
            };
            assert_eq!(read, expected, "{json}");
        }
    }
}

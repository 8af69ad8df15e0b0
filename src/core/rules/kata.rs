//! Rules in KataGo's notation: the JSON object of `kata-get-rules`, the settings of
//! `kata-set-rule` and `kata-set-rules`, and the short form of its game records.
//!
//! ```
//! # use ponnuki_core as ponnuki;
//! use ponnuki::rules::{HandicapBonus, Preset, Rules, kata};
//!
//! let settings = kata::settings(r#"{"ko":"SITUATIONAL","suicide":false}"#).unwrap();
//! let rules = kata::from_settings(&settings)?;
//! assert_eq!(rules, Rules { handicap_bonus: HandicapBonus::Nothing, ..Preset::Aga.rules() });
//! # Ok::<(), ponnuki::board::UnknownValue>(())
//! ```
//!
//! KataGo's `docs/GTP_Extensions.md` defines the keys and values, and its ko rules and
//! kinds of scoring are read in any case. Its `cpp/game/rules.cpp` defines the short form,
//! as in `koSIMPLEscoreTERRITORYtaxSEKIsui0`.
//!
//! KataGo's `suicide` is a truth value: suicide of two or more stones is legal
//! or not. Where single stones may die too, the object has one more member,
//! `"suicideOfSingleStones":true`. KataGo refuses members that it does not know,
//! and rightly so, because it does not play by such rules.
//!
//! Where clean-up phases follow the main phase, the object has the member
//! `"territoryCleanup":true`. KataGo needs no such member: it always plays territory out.
//! Where passes cost a stone, it has the member `"passStones":true`.

use std::collections::BTreeMap;

use super::axis::truth;
use super::{Axis, AxisForm, Preset, Rules, Scoring, Suicide, Tax};
use crate::board::UnknownValue;

/// A rule or another setting, with its value as a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// The name of the setting.
    pub key: String,
    /// The value, without quotes.
    pub value: String,
}

/// Writes rules as a JSON object, which [`from_settings`] reads back.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Preset, rules::kata};
///
/// let rules = Preset::JapanesePlayout.rules();
/// let json = kata::to_json(rules);
/// assert!(json.contains(r#""territoryCleanup":true"#));
/// assert_eq!(kata::read(&json), Ok(rules));
/// ```
pub fn to_json(rules: Rules) -> String {
    let mut members = members(rules);
    let own = Axis::ALL.iter().filter(|axis| axis.kata.is_own);
    let own = own.map(|axis| (axis.kata.name, value_of(axis, rules)));
    let single_stones = (rules.suicide == Suicide::Allowed).to_string();
    let own = own.chain([(SINGLE_STONES, single_stones)]);
    members.extend(own.filter(|(_, value)| value == "true"));
    object(&members)
}

/// Writes rules as a JSON object with KataGo's members only, for programs that
/// know no others. Any rule that allows suicide is written as `"suicide":true`,
/// which KataGo reads as suicide of two or more stones; it plays territory out in any case.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Preset, Suicide, rules::kata};
///
/// let rules = Preset::TrompTaylor.rules();
/// assert_eq!(rules.suicide, Suicide::Allowed);
/// let json = kata::to_katago_json(rules);
/// assert_eq!(kata::read(&json)?.suicide, Suicide::MultiStone);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_katago_json(rules: Rules) -> String {
    object(&members(rules))
}

/// Writes members as a JSON object. No key or value needs an escape.
fn object(members: &BTreeMap<&str, String>) -> String {
    let member = |(key, value): (&&str, &String)| {
        let quote = if is_truth_value(value) { "" } else { "\"" };
        format!("\"{key}\":{quote}{value}{quote}")
    };
    let members: Vec<_> = members.iter().map(member).collect();
    format!("{{{}}}", members.join(","))
}

fn is_truth_value(text: &str) -> bool {
    matches!(text, "true" | "false")
}

/// Returns the members of KataGo's object. Their order is alphabetical, as in KataGo.
fn members(rules: Rules) -> BTreeMap<&'static str, String> {
    let axes = Axis::ALL.iter().filter(|axis| !axis.kata.is_own);
    axes.map(|axis| (axis.kata.name, value_of(axis, rules)))
        .chain([(FRIENDLY_PASS, "false".to_owned())])
        .collect()
}

/// Returns the value of an axis as that of a member.
fn value_of(axis: &Axis, rules: Rules) -> String {
    match (axis.kata.get, axis.form) {
        (Some(get), _) => get(&rules).to_owned(),
        (None, AxisForm::Flag(_)) => (axis.get)(&rules).to_owned(),
        (None, AxisForm::Names(_)) => (axis.get)(&rules).to_uppercase(),
    }
}

/// Returns the axis with this name as a member, in any case.
fn axis_named(name: &str) -> Option<&'static Axis> {
    let is_name = |known: &str| known.eq_ignore_ascii_case(name);
    let mut axes = Axis::ALL.iter();
    axes.find(|axis| is_name(axis.kata.name) || axis.kata.alias.is_some_and(is_name))
}

/// Reads rules by name, as a JSON object or in the short form.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Preset, rules::kata};
///
/// for text in [
///     "chinese",
///     "koSIMPLEscoreAREAtaxNONEsui0whbN",
///     r#"{"ko":"SIMPLE","suicide":false,"whiteHandicapBonus":"N"}"#,
/// ] {
///     assert_eq!(kata::read(text), Ok(Preset::Chinese.rules()));
/// }
/// ```
///
/// # Errors
/// [`UnknownValue`], with the reason.
pub fn read(text: &str) -> Result<Rules, UnknownValue> {
    if !text.starts_with('{') {
        return named(text);
    }
    let settings = settings(text).ok_or_else(|| UnknownValue::new("expected a JSON object"))?;
    from_settings(&settings)
}

/// Reads rules by name or in the short form.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Preset, rules::kata};
///
/// let japanese = kata::named("koSIMPLEscoreTERRITORYtaxSEKIsui0");
/// assert_eq!(japanese, Ok(Preset::Japanese.rules()));
/// ```
///
/// # Errors
/// [`UnknownValue`], with the names of all sets.
pub fn named(text: &str) -> Result<Rules, UnknownValue> {
    let in_short_form = || from_settings(&short_form(text)?).ok();
    let preset: Result<Preset, _> = text.parse();
    preset
        .map(Preset::rules)
        .or_else(|unknown| in_short_form().ok_or(unknown))
}

/// Reads the settings of the short form: keys in lower case, each followed by its value in
/// capitals and digits. Returns `None` for any other string.
fn short_form(text: &str) -> Option<Vec<KeyValue>> {
    let mut settings = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_lowercase())?);
        let end = after.find(|c: char| c.is_ascii_lowercase());
        let (value, after) = after.split_at(end.unwrap_or(after.len()));
        let axis = |axis: &&Axis| axis.kata.short_names.contains(&key);
        let (key, is_truth_value) = match Axis::ALL.iter().find(axis) {
            Some(axis) => (
                axis.kata.name,
                is_truth_value(&value_of(axis, Rules::default())),
            ),
            None if key == "fpok" => (FRIENDLY_PASS, true),
            None => return None,
        };
        let value = match value.trim() {
            "0" if is_truth_value => "false",
            "1" if is_truth_value => "true",
            value => value,
        };
        settings.push(KeyValue {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        rest = after;
    }
    Some(settings).filter(|settings| !settings.is_empty())
}

/// Reads the settings of a flat JSON object, in order. Returns `None` for any
/// other input, and for escapes, which no key or value needs.
pub fn settings(json: &str) -> Option<Vec<KeyValue>> {
    if json.contains('\\') {
        return None;
    }
    let mut rest = trim(trim(json).strip_prefix('{')?.strip_suffix('}')?);
    let mut settings = Vec::new();
    if rest.is_empty() {
        return Some(settings);
    }
    loop {
        let (key, after) = quoted(rest)?;
        let value = trim(trim(after).strip_prefix(':')?);
        let (value, after) = quoted(value).or_else(|| unquoted(value))?;
        settings.push(KeyValue {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        rest = trim(after);
        if rest.is_empty() {
            return Some(settings);
        }
        rest = trim(rest.strip_prefix(',')?);
    }
}

/// Takes away the white space of JSON at both ends.
fn trim(json: &str) -> &str {
    json.trim_matches([' ', '\t', '\r', '\n'])
}

/// Splits a string without escapes from what follows it.
fn quoted(json: &str) -> Option<(&str, &str)> {
    let (text, after) = json.strip_prefix('"')?.split_once('"')?;
    (!text.contains(char::is_control)).then_some((text, after))
}

/// Splits a number or a truth value from what follows it.
fn unquoted(json: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let (word, after) = json.split_at(json.find(|c| !is_part(c)).unwrap_or(json.len()));
    let begins_as_number = word
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    let is_number = begins_as_number && word.parse::<f64>().is_ok();
    (is_number || is_truth_value(word)).then_some((word, after))
}

/// Returns the rules that an object describes. Omitted rules are those of
/// `tromp-taylor`, as in KataGo, whatever the current rules are; an omitted tax is `SEKI`
/// where territory counts.
///
/// A later setting of the same rule wins. Otherwise the order makes no
/// difference, as in any JSON object. `"suicide":false` forbids that of single stones, too,
/// because `LizzieYzy` sends back our object with some of its members changed.
///
/// # Errors
/// [`UnknownValue`] if this engine does not support one of the settings, with the reason.
pub fn from_settings(settings: &[KeyValue]) -> Result<Rules, UnknownValue> {
    // Suicide of single stones refines the suicide rule.
    let (refining, others): (Vec<_>, Vec<_>) =
        (settings.iter()).partition(|setting| is_refining(&setting.key));
    let has_tax = others.iter().any(|setting| is_tax(&setting.key));
    let refined = |rules: Rules, setting: &KeyValue| {
        let is_of_single_stones = setting.key.eq_ignore_ascii_case(SINGLE_STONES);
        match (rules.suicide, setting.value.as_str()) {
            (Suicide::Forbidden, "true") if is_of_single_stones => Ok(rules),
            _ => with_setting(rules, setting),
        }
    };
    let mut others = others.into_iter();
    let rules = others.try_fold(Preset::TrompTaylor.rules(), with_setting)?;
    let mut rules = refining.into_iter().try_fold(rules, refined)?;
    if rules.scoring == Scoring::Territory && !has_tax {
        rules.tax = Tax::Seki;
    }
    Ok(rules)
}

/// Returns whether a key refines the value of another one, and so comes after it.
fn is_refining(key: &str) -> bool {
    let is_own = axis_named(key).is_some_and(|axis| axis.kata.is_own);
    is_own || key.eq_ignore_ascii_case(SINGLE_STONES)
}

fn is_tax(key: &str) -> bool {
    axis_named(key).is_some_and(|axis| axis.name == "tax")
}

/// Changes one rule and keeps the others.
///
/// # Errors
/// [`UnknownValue`] if this engine does not support the setting, with the reason.
pub fn with_setting(mut rules: Rules, setting: &KeyValue) -> Result<Rules, UnknownValue> {
    let KeyValue { key, value } = setting;
    let refused = |reason| UnknownValue::new(format!("{key} cannot be '{value}': {reason}"));
    match axis_named(key) {
        Some(axis) => {
            let set = axis.kata.set.unwrap_or(axis.set);
            set(&mut rules, value).map_err(refused)?;
        }
        None if key.eq_ignore_ascii_case(SINGLE_STONES) => {
            rules.suicide = single_stones(value, rules.suicide).map_err(refused)?;
        }
        // Advice to players on when to pass; it changes no rule here.
        None if key.eq_ignore_ascii_case(FRIENDLY_PASS) => drop(truth(value).map_err(refused)?),
        None => {
            let unknown = format!("unknown rule '{key}' with value '{value}'");
            return Err(UnknownValue::new(unknown));
        }
    }
    Ok(rules)
}

/// A member that KataGo lacks. The name sorts after `suicide`, for clients that send the
/// members one by one.
const SINGLE_STONES: &str = "suicideOfSingleStones";

/// A member of KataGo's object that is no axis.
const FRIENDLY_PASS: &str = "friendlyPassOk";

/// Reads whether single stones may die too, and returns the suicide rule `before` refined by that.
fn single_stones(value: &str, before: Suicide) -> Result<Suicide, UnknownValue> {
    match (truth(value)?, before) {
        (true, Suicide::Forbidden) => Err(UnknownValue::new("suicide is false")),
        (true, _) => Ok(Suicide::Allowed),
        (false, Suicide::Allowed) => Ok(Suicide::MultiStone),
        (false, _) => Ok(before),
    }
}

#[cfg(test)]
mod tests;

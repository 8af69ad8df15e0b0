//! The rules, as KataGo and KGS ask for them.
//!
//! KataGo's `docs/GTP_Extensions.md` defines the keys and values. What is not
//! played here is refused with the reason; a value that changes nothing, such
//! as `"scoring":"AREA"`, is accepted.

use super::Engine;
use crate::gtp::command::{RuleSetting, RulesRequest};
use crate::gtp::response::{Answer, Failure, Reply};
use crate::rules::{HandicapBonus, Preset, Rules, Suicide};

impl Engine {
    /// `kata-get-rules`: the rules as a JSON object.
    ///
    /// KataGo's `suicide` does not tell suicide of one stone from that of
    /// more; here it is true when any suicide is legal.
    pub(super) fn kata_get_rules(&self) -> Answer {
        Answer::Text(kata_rules(self.game.rules()))
    }

    /// `kata-set-rules` and `kgs-rules`: a named set, or single rules; what is
    /// not mentioned stays. They count for the moves to come.
    ///
    /// Fails: with the reason why the rules are not played here.
    pub(super) fn set_rules(&mut self, request: RulesRequest) -> Reply {
        let rules = match request {
            RulesRequest::Named(name) => named(&name)?,
            RulesRequest::Settings(settings) => {
                settings.iter().try_fold(self.game.rules(), with)?
            }
        };
        self.game.set_rules(rules);
        Ok(Answer::Done)
    }

    /// `kata-set-rule`: one rule.
    ///
    /// Fails: with the reason why the rule is not played here.
    pub(super) fn kata_set_rule(&mut self, setting: &RuleSetting) -> Reply {
        let rules = with(self.game.rules(), setting)?;
        self.game.set_rules(rules);
        Ok(Answer::Done)
    }
}

/// The rules as the JSON object that `kata-set-rules` reads and
/// `kata-get-rules` writes.
pub(crate) fn kata_rules(rules: Rules) -> String {
    let ko = rules.ko.to_string().to_uppercase();
    let suicide = rules.suicide != Suicide::Forbidden;
    let bonus = bonus_name(rules.handicap_bonus);
    format!(
        "{{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"AREA\",\
         \"suicide\":{suicide},\"tax\":\"NONE\",\"whiteHandicapBonus\":\"{bonus}\"}}"
    )
}

/// The rules with this name.
fn named(name: &str) -> Result<Rules, Failure> {
    let preset: Preset = name.parse().map_err(refused)?;
    Ok(preset.rules())
}

/// Rules that differ in one setting.
fn with(mut rules: Rules, setting: &RuleSetting) -> Result<Rules, Failure> {
    let RuleSetting { key, value } = setting;
    match key.to_ascii_lowercase().as_str() {
        "ko" | "korule" => {
            let name = value.replace('_', "-");
            rules.ko = name.parse().map_err(|error| because(setting, error))?;
        }
        "suicide" | "multistonesuicidelegal" => rules.suicide = suicide(setting)?,
        "whitehandicapbonus" => rules.handicap_bonus = bonus(setting)?,
        "scoring" | "scoringrule" => only(setting, "AREA")?,
        "tax" | "taxrule" => only(setting, "NONE")?,
        "hasbutton" => only(setting, "false")?,
        // Says whether a player may pass while dead stones stand: advice to a
        // player who reads the board, which changes no rule here.
        "friendlypassok" if value == "true" || value == "false" => {}
        _ => {
            return Err(refused(format!(
                "unknown rule '{key}' with value '{value}'"
            )));
        }
    }
    Ok(rules)
}

/// KataGo's truth values, or one of our three words.
fn suicide(setting: &RuleSetting) -> Result<Suicide, Failure> {
    match setting.value.as_str() {
        "true" => Ok(Suicide::MultiStone),
        "false" => Ok(Suicide::Forbidden),
        word => word.parse().map_err(|error| because(setting, error)),
    }
}

/// What White is paid for handicap stones.
fn bonus(setting: &RuleSetting) -> Result<HandicapBonus, Failure> {
    [
        HandicapBonus::Nothing,
        HandicapBonus::StonesMinusOne,
        HandicapBonus::Stones,
    ]
    .into_iter()
    .find(|&bonus| bonus_name(bonus).eq_ignore_ascii_case(&setting.value))
    .ok_or_else(|| because(setting, "expected one of 0, N-1, N"))
}

/// KataGo's word for what White is paid.
const fn bonus_name(bonus: HandicapBonus) -> &'static str {
    match bonus {
        HandicapBonus::Nothing => "0",
        HandicapBonus::StonesMinusOne => "N-1",
        HandicapBonus::Stones => "N",
    }
}

/// The setting must have the one value that is played here.
fn only(setting: &RuleSetting, value: &str) -> Result<(), Failure> {
    if setting.value.eq_ignore_ascii_case(value) {
        return Ok(());
    }
    Err(because(
        setting,
        format_args!("this engine plays {value} only"),
    ))
}

/// A refusal that names the setting.
fn because(setting: &RuleSetting, reason: impl std::fmt::Display) -> Failure {
    refused(format!(
        "{} cannot be '{}': {reason}",
        setting.key, setting.value
    ))
}

/// A refusal with its reason.
fn refused(reason: impl std::fmt::Display) -> Failure {
    Failure::Rules(reason.to_string())
}

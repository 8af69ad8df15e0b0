//! Commands that show and change the parameters of the session.
//!
//! GoGui's documentation, chapter "Analyze commands", defines the form of
//! `ponnuki-param`, an analyze command of the type `param`; KataGo's
//! `docs/GTP_Extensions.md` defines `kata-get-param` and its relatives. Both see
//! the same parameters.

mod values;

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::arguments as form;
use crate::response::{Answer, Reply};
use ponnuki_core::rules::kata::KeyValue;
use values::{Parameter, RULES, SessionParameters, index};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "ponnuki-param [PARAMETER VALUE]",
        "all parameters in the form of GoGui's analyze type `param`, or sets one",
        |e, a| {
            if a.are_missing() {
                return Ok(e.show_parameters());
            }
            e.set_parameters(&[a.read(form::parameter)?])
        },
    ),
    quick(
        "kata-get-param PARAMETER",
        "the value of one parameter",
        |e, a| e.get_parameter(&a.read(form::word)?),
    ),
    quick(
        "kata-set-param PARAMETER VALUE",
        "sets one parameter",
        |e, a| e.set_parameters(&[a.read(form::setting)?]),
    ),
    quick("kata-list-params", "the names of the parameters", |e, _| {
        Ok(e.list_parameters())
    }),
    quick(
        "kata-get-params",
        "all parameters as a JSON object",
        |e, _| Ok(e.get_parameters()),
    ),
    quick(
        "kata-set-params JSON",
        "sets the parameters of a JSON object, all or none",
        |e, a| e.set_parameters(&a.read(form::settings)?),
    ),
    quick(
        "level N",
        "sets the parameter `level`, as in GNU Go; a number above 9 counts as 9, a negative one as 0",
        |e, a| {
            let level = a.read(form::level)?;
            e.set_parameters(&[KeyValue {
                key: "level".to_owned(),
                value: level.to_string(),
            }])
        },
    ),
];

impl Engine {
    /// `ponnuki-param` without arguments: answers with the type, name and value of each
    /// parameter that applies to the player, one per line.
    fn show_parameters(&self) -> Answer {
        let parameters = self.values().parameters().into_iter();
        let lines = parameters.map(|one| format!("[{}] {} {}", one.kind(), one.name, one.value));
        Answer::lines(lines.collect::<Vec<_>>())
    }

    /// `kata-list-params`: answers with the names of the parameters that apply to the player.
    fn list_parameters(&self) -> Answer {
        let names: Vec<&str> = self.kata_parameters().map(|one| one.kata_name).collect();
        Answer::Text(names.join(" "))
    }

    /// `kata-get-param`: answers with the value of one parameter.
    ///
    /// Fails: if the parameter is unknown or does not apply to the player.
    fn get_parameter(&self, name: &str) -> Reply {
        let parameter = self.values().get(index(name)?)?;
        Ok(Answer::Text(match parameter.to_json() {
            Value::Bool(flag) => flag.to_string(),
            _ => parameter.value,
        }))
    }

    /// `kata-get-params`: answers with the parameters that apply to the player, as a JSON object.
    fn get_parameters(&self) -> Answer {
        let parameters = self.kata_parameters();
        let members = parameters.map(|one| (one.kata_name.to_owned(), one.to_json()));
        let mut members: Map<_, _> = members.collect();
        members.sort_keys();
        Answer::text(Value::Object(members))
    }

    /// `ponnuki-param` with a name and a value, `kata-set-param` and
    /// `kata-set-params`: changes all given parameters or none, from the next move on.
    ///
    /// Fails: if a parameter is unknown or does not apply to the player, if a value is
    /// invalid, or if the system does not provide the memory.
    fn set_parameters(&mut self, settings: &[KeyValue]) -> Reply {
        let mut indexed = Vec::new();
        for KeyValue { key, value } in settings {
            indexed.push((index(key)?, value));
        }
        // The player decides which parameters there are, so it comes first.
        indexed.sort_by_key(|&(index, _)| index);
        let mut values = self.values();
        for (index, value) in indexed {
            values.set(index, value)?;
        }
        self.adopt(values);
        Ok(Answer::Done)
    }

    /// Returns the parameters that KataGo's commands list. The rules have commands of their own.
    fn kata_parameters(&self) -> impl Iterator<Item = Parameter> {
        let parameters = self.values().parameters().into_iter();
        parameters.filter(|one| one.name != RULES)
    }

    fn values(&self) -> SessionParameters {
        SessionParameters {
            player: self.settings.clone(),
            ending: self.ending,
            rules: self.game.rules(),
            ponder: self.pondering.is_asked_for,
            live_graphics: self.live_graphics,
            seed: self.player.seed(),
        }
    }

    /// Adopts new values. A player whose settings are unchanged continues its game.
    fn adopt(&mut self, new: SessionParameters) {
        let old = self.values();
        if new.makes() != old.makes() {
            let player = new.player.player(new.seed);
            self.player = new.habits().apply(player);
            self.player.set_clocks(&self.clocks);
        } else if new.seed != old.seed {
            self.player.set_seed(new.seed);
        }
        self.settings = new.player;
        self.ending = new.ending;
        self.pondering.is_asked_for = new.ponder;
        self.live_graphics = new.live_graphics;
        if new.rules != old.rules {
            self.game.set_rules(new.rules);
        }
    }

    /// Describes the player: the parameters of the search if it searches.
    pub(super) fn describe_player(&self) -> Vec<String> {
        let values = self.values();
        let searches = values.player.searches();
        let parameters = values.parameters().into_iter();
        let of_search = parameters.filter(|one| searches && one.is_of_search);
        let line = |one: Parameter| format!("{} {}", one.name.replace('_', " "), one.value);
        of_search.map(line).collect()
    }
}

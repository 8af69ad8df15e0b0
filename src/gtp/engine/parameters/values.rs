//! The values of the parameters: the settings of the player and those of the session.

use crate::board::Named;
use crate::estimate::DeadStones;
use crate::gtp::command::RefusedParameter;
use crate::gtp::engine::Passing;
use crate::player::{Form, PlayerSettings, Players, RefusedValue, Setting, choose};
use crate::rules::{Preset, Rules, kata};

/// The state of a session that parameters show and change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values {
    pub(super) player: PlayerSettings,
    pub(super) passing: Passing,
    pub(super) dead_stones: DeadStones,
    pub(super) rules: Rules,
    pub(super) live_graphics: bool,
    pub(super) seed: u64,
}

impl Setting<Values> {
    /// The parameters beside those of the player.
    const SESSION: &'static [Self] = &[
        Self::new(
            "pass",
            Players::All,
            Form::Names(
                Passing::names,
                |session| session.passing.name(),
                |session, name| choose(name, &mut session.passing),
            ),
        ),
        Self::new(
            "dead_stones",
            Players::All,
            Form::Names(
                DeadStones::names,
                |session| session.dead_stones.name(),
                |session, name| choose(name, &mut session.dead_stones),
            ),
        ),
        Self::new(
            RULES,
            Players::All,
            Form::Notation(
                |session| {
                    let presets = Preset::ALL.map(|preset| preset.to_string());
                    let other = session.rules.preset().is_none();
                    let other = other.then(|| kata::to_json(session.rules));
                    presets.into_iter().chain(other).collect()
                },
                |session| match session.rules.preset() {
                    Some(preset) => preset.to_string(),
                    None => kata::to_json(session.rules),
                },
                |session, text| rules(text).map(|rules| session.rules = rules),
            ),
        ),
        Self::new(
            "live_graphics",
            Players::All,
            Form::Flag(
                |session| session.live_graphics,
                |session, shown| session.live_graphics = shown,
            ),
        ),
        Self::new(
            "seed",
            Players::All,
            Form::Number(
                0..=u64::MAX,
                |session| session.seed,
                |session, seed| session.seed = seed,
            ),
        ),
    ];
}

/// The name of the parameter for the rules.
pub(super) const RULES: &str = "rules";

/// A parameter that the player has use for, with its value.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kata_name: &'static str,
    pub(super) kind: Kind,
    pub(super) value: String,
    /// Whether it is an option of the search.
    pub(super) is_of_search: bool,
}

/// The kind of a parameter's values.
#[derive(Debug)]
pub(super) enum Kind {
    /// True or false.
    Flag,
    /// One of a list.
    List(Vec<String>),
    /// A number or another text.
    Text,
}

impl Parameter {
    fn new<T>(setting: &Setting<T>, state: &T) -> Self {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let kind = match &setting.form {
            Form::Flag(..) => Kind::Flag,
            Form::Names(names, ..) => {
                Kind::List(owned(names().into_iter().map(|(name, _)| name).collect()))
            }
            Form::Limit(none, ..) if !setting.form.listed().is_empty() => {
                Kind::List(owned([&[*none], setting.form.listed()].concat()))
            }
            Form::Notation(texts, ..) => Kind::List(texts(state)),
            Form::Number(..) | Form::Limit(..) | Form::Seconds(..) => Kind::Text,
        };
        Self {
            name: setting.name,
            kata_name: setting.kata_name,
            kind,
            value: setting.write(state),
            is_of_search: setting.players.imply_search(),
        }
    }
}

/// Returns the names of all parameters, each its own and KataGo's.
pub(super) fn names() -> impl Iterator<Item = [&'static str; 2]> {
    let of_player = Setting::<PlayerSettings>::ALL.iter();
    let of_session = Setting::<Values>::SESSION.iter();
    of_player
        .map(|setting| [setting.name, setting.kata_name])
        .chain(of_session.map(|setting| [setting.name, setting.kata_name]))
}

/// Returns the index of the parameter with this name, its own or KataGo's, among all
/// parameters.
///
/// # Errors
/// [`RefusedParameter::Unknown`] if no parameter has the name.
pub(super) fn index(name: &str) -> Result<usize, RefusedParameter> {
    let unknown = || RefusedParameter::Unknown {
        name: name.to_owned(),
        names: names().map(|[own, _]| own).collect(),
    };
    let found = names().position(|names| names.contains(&name));
    found.ok_or_else(unknown)
}

impl Values {
    /// Returns the values from which the player is made.
    pub(super) fn makes(&self) -> (&PlayerSettings, Option<DeadStones>) {
        let counts = self.passing == Passing::Settled;
        (&self.player, counts.then_some(self.dead_stones))
    }

    /// Returns the parameters that the player has use for.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let all = 0..names().count();
        all.filter_map(|index| self.get(index).ok()).collect()
    }

    /// Returns the parameter with this index.
    ///
    /// # Errors
    /// [`RefusedParameter::Unused`] if the player has no use for it.
    pub(super) fn get(&self, index: usize) -> Result<Parameter, RefusedParameter> {
        let of_player = Setting::<PlayerSettings>::ALL;
        Ok(match of_player.get(index) {
            Some(setting) => Parameter::new(self.require(setting)?, &self.player),
            None => Parameter::new(&Setting::SESSION[index - of_player.len()], self),
        })
    }

    /// Changes the parameter with this index.
    ///
    /// # Errors
    /// [`RefusedParameter::Unused`] if the player has no use for it, and
    /// [`RefusedParameter::Value`] if it has no such value. Nothing has changed
    /// then.
    pub(super) fn set(&mut self, index: usize, text: &str) -> Result<(), RefusedParameter> {
        let of_player = Setting::<PlayerSettings>::ALL;
        let (name, done) = if let Some(setting) = of_player.get(index) {
            let name = self.require(setting)?.name;
            (name, setting.read(text, &mut self.player))
        } else {
            let setting = &Setting::SESSION[index - of_player.len()];
            (setting.name, setting.read(text, self))
        };
        done.map_err(|reason| RefusedParameter::Value {
            name,
            value: text.to_owned(),
            reason,
        })
    }

    /// Returns the setting if the player has use for it.
    fn require<'a>(
        &self,
        setting: &'a Setting<PlayerSettings>,
    ) -> Result<&'a Setting<PlayerSettings>, RefusedParameter> {
        let players = setting.players;
        let used = players.include(&self.player).then_some(setting);
        used.ok_or(RefusedParameter::Unused {
            name: setting.name,
            requirement: players.requirement(),
        })
    }
}

/// Reads the name of a set of rules or the JSON object of `kata-get-rules`.
fn rules(text: &str) -> Result<Rules, RefusedValue> {
    if !text.starts_with('{') {
        let preset: Preset = text.parse().map_err(RefusedValue::new)?;
        return Ok(preset.rules());
    }
    let refused = || RefusedValue::new("expected a JSON object");
    let settings = kata::settings(text).ok_or_else(refused)?;
    kata::from_settings(&settings).map_err(RefusedValue::new)
}

//! The values of the parameters: the settings of the player and those of the session.

use serde_json::Value;

use ponnuki_core::board::{Named, UnknownValue};
use ponnuki_core::rules::{Preset, Rules, kata};
use ponnuki_play::estimate::DeadStones;
use ponnuki_play::player::{
    EndingHabits, EndingSettings, Form, Passing, PlayerSettings, Players, Setting, is_true, put,
    written,
};

/// The state of a session that parameters show and change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SessionParameters {
    pub(super) player: PlayerSettings,
    pub(super) ending: EndingSettings,
    pub(super) rules: Rules,
    pub(super) ponder: bool,
    pub(super) live_graphics: bool,
    pub(super) seed: u64,
}

type SessionSetting = Setting<SessionParameters>;

/// The parameters of a session beyond the player's.
static SESSION: &[SessionSetting] = &[
    SessionSetting::new(
        "pass",
        Players::All,
        Form::Names(Passing::names),
        |session| session.habits().passing.to_string(),
        |session, name| {
            session.ending.passing = Some(name.parse()?);
            Ok(())
        },
    ),
    SessionSetting::new(
        "dead_stones",
        Players::All,
        Form::Names(DeadStones::names),
        |session| session.habits().dead_stones.to_string(),
        |session, name| {
            session.ending.dead_stones = Some(name.parse()?);
            Ok(())
        },
    ),
    SessionSetting::new(
        RULES,
        Players::All,
        Form::Names(|| Preset::ALL.map(|preset| (preset.name(), "")).to_vec()),
        |session| match session.rules.preset() {
            Some(preset) => preset.to_string(),
            None => kata::to_json(session.rules),
        },
        |session, text| {
            session.rules = kata::read(text)?;
            Ok(())
        },
    ),
    SessionSetting::new(
        "ponder",
        Players::All,
        Form::Flag,
        |session| written(session.ponder),
        |session, text| {
            session.ponder = is_true(text);
            Ok(())
        },
    )
    .kata_name("ponderingEnabled"),
    SessionSetting::new(
        "live_graphics",
        Players::All,
        Form::Flag,
        |session| written(session.live_graphics),
        |session, text| {
            session.live_graphics = is_true(text);
            Ok(())
        },
    ),
    SessionSetting::new(
        "seed",
        Players::All,
        Form::Number(0..=u64::MAX, None),
        |session| session.seed.to_string(),
        |session, text| put(text, &mut session.seed),
    ),
];

pub(super) const RULES: &str = "rules";

/// A parameter that applies to the player, with its value.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) kata_name: &'static str,
    form: &'static Form,
    pub(super) value: String,
    /// Whether the parameter is an option of the search.
    pub(super) is_of_search: bool,
}

impl Parameter {
    fn new<T>(setting: &'static Setting<T>, state: &T) -> Self {
        Self {
            name: setting.name,
            kata_name: setting.kata_name,
            form: &setting.form,
            value: (setting.get)(state),
            is_of_search: setting.players.imply_search(),
        }
    }

    /// Returns GoGui's name for the form of the values.
    pub(super) fn kind(&self) -> String {
        let mut list: Vec<&str> = match self.form {
            Form::Flag => return "bool".to_owned(),
            Form::Names(names) => names().into_iter().map(|(name, _)| name).collect(),
            Form::Number(_, none) if !self.form.listed().is_empty() => {
                none.iter().chain(self.form.listed()).copied().collect()
            }
            Form::Number(..) | Form::Seconds(_) => return "string".to_owned(),
        };
        // Rules may have no name.
        if !list.contains(&&*self.value) {
            list.push(&self.value);
        }
        format!("list/{}", list.join("/"))
    }

    pub(super) fn to_json(&self) -> Value {
        match (self.form, self.value.parse()) {
            (Form::Flag, _) => Value::Bool(is_true(&self.value)),
            (_, Ok(number)) => Value::Number(number),
            (_, Err(_)) => Value::String(self.value.clone()),
        }
    }
}

/// Returns the two names of each parameter, ours and KataGo's.
pub(super) fn names() -> impl Iterator<Item = [&'static str; 2]> {
    let of_player = Setting::<PlayerSettings>::ALL.iter();
    let of_session = SESSION.iter();
    of_player
        .map(|setting| [setting.name, setting.kata_name])
        .chain(of_session.map(|setting| [setting.name, setting.kata_name]))
}

/// Returns the index of the parameter with this name, ours or KataGo's.
///
/// # Errors
/// [`UnknownValue`] if no parameter has the name.
pub(super) fn index(name: &str) -> Result<usize, UnknownValue> {
    let unknown = || {
        let known: Vec<&str> = names().map(|[own, _]| own).collect();
        let known = known.join(", ");
        UnknownValue::new(format!(
            "unknown parameter '{name}', expected one of {known}"
        ))
    };
    names()
        .position(|names| names.contains(&name))
        .ok_or_else(unknown)
}

impl SessionParameters {
    /// Returns the settings from which the player is made.
    pub(super) fn makes(&self) -> (&PlayerSettings, Option<DeadStones>) {
        let habits = self.habits();
        let counts = habits.passing == Passing::Settled;
        (&self.player, counts.then_some(habits.dead_stones))
    }

    pub(super) fn habits(&self) -> EndingHabits {
        self.ending.habits(&self.player)
    }

    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let all = 0..names().count();
        all.filter_map(|index| self.get(index).ok()).collect()
    }

    /// Returns the parameter with this index.
    ///
    /// # Errors
    /// [`UnknownValue`] if the parameter does not apply to the player.
    pub(super) fn get(&self, index: usize) -> Result<Parameter, UnknownValue> {
        let of_player = Setting::<PlayerSettings>::ALL;
        Ok(match of_player.get(index) {
            Some(setting) => Parameter::new(self.require(setting)?, &self.player),
            None => Parameter::new(&SESSION[index - of_player.len()], self),
        })
    }

    /// Changes the parameter with this index.
    ///
    /// # Errors
    /// [`UnknownValue`] if the parameter does not apply to the player, or the value is
    /// invalid. Nothing is changed then.
    pub(super) fn set(&mut self, index: usize, text: &str) -> Result<(), UnknownValue> {
        let of_player = Setting::<PlayerSettings>::ALL;
        let (name, done) = if let Some(setting) = of_player.get(index) {
            let name = self.require(setting)?.name;
            (name, setting.read(text, &mut self.player))
        } else {
            let setting = &SESSION[index - of_player.len()];
            (setting.name, setting.read(text, self))
        };
        done.map_err(|reason| UnknownValue::new(format!("{name} cannot be '{text}': {reason}")))
    }

    /// Returns the setting if it applies to the player.
    fn require(
        &self,
        setting: &'static Setting<PlayerSettings>,
    ) -> Result<&'static Setting<PlayerSettings>, UnknownValue> {
        if setting.players.include(&self.player) {
            return Ok(setting);
        }
        let needed = match setting.players {
            Players::Unleveled => "the player search without a level",
            _ => "a player that searches",
        };
        Err(UnknownValue::new(format!(
            "{} needs {needed}",
            setting.name
        )))
    }
}

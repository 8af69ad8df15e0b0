//! The values of the parameters: how they are written, read and changed.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::board::{EyeRule, Named, UnknownName};
use crate::estimate::DeadStones;
use crate::gtp::command::{Parameter, RefusedParameter, RefusedValue};
use crate::gtp::engine::Passing;
use crate::player::{
    Level, Opponent, PlayerKind, PlayerSettings, PriorSource, SearchOptions, TreeSharing,
};
use crate::rules::{Preset, Rules, kata};

/// The value of `playouts` that stands for the limit of a search without limits.
const DEFAULT: &str = "default";

/// The value of `level` and `time_per_move` that stands for no level and no
/// limit.
const NONE: &str = "none";

/// The values of `player`.
const PLAYERS: [&str; 2] = ["random", "mcts"];

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

/// The kind of a parameter's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// True or false.
    Flag,
    /// One of a list.
    List(Vec<String>),
    /// A number or another text.
    Text,
}

impl Values {
    /// Returns the values from which the player is made.
    pub(super) fn makes(&self) -> (&PlayerSettings, Option<DeadStones>) {
        let counts = self.passing == Passing::Settled;
        (&self.player, counts.then_some(self.dead_stones))
    }

    /// Returns the parameters that the player has use for.
    pub(super) fn parameters(&self) -> impl Iterator<Item = Parameter> {
        Parameter::ALL.into_iter().filter(|&one| self.uses(one))
    }

    /// Returns whether the player has use for a parameter.
    fn uses(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::Playouts | Parameter::TimePerMove | Parameter::Priors => {
                self.player.kind == PlayerKind::Search
            }
            Parameter::Trees | Parameter::Memory | Parameter::Opponent | Parameter::Resign => {
                self.player.searches()
            }
            Parameter::Player
            | Parameter::Level
            | Parameter::Threads
            | Parameter::Eyes
            | Parameter::Pass
            | Parameter::DeadStones
            | Parameter::Rules
            | Parameter::LiveGraphics
            | Parameter::Seed => true,
        }
    }

    /// Checks that the player has use for a parameter.
    ///
    /// # Errors
    /// [`RefusedParameter::Unused`] if not.
    fn require(&self, parameter: Parameter) -> Result<(), RefusedParameter> {
        let used = self.uses(parameter).then_some(());
        used.ok_or(RefusedParameter::Unused(parameter))
    }

    /// Returns the kind of a parameter's values.
    pub(super) fn kind(&self, parameter: Parameter) -> Kind {
        match parameter {
            Parameter::Resign | Parameter::LiveGraphics => Kind::Flag,
            Parameter::Player => list(PLAYERS),
            Parameter::Level => {
                let numbers = (0..=Level::HIGHEST).map(|level| level.to_string());
                Kind::List([NONE.to_owned()].into_iter().chain(numbers).collect())
            }
            Parameter::Trees => list(TreeSharing::ALL),
            Parameter::Opponent => list(Opponent::ALL),
            Parameter::Priors => list(PriorSource::ALL),
            Parameter::Eyes => list(EyeRule::ALL),
            Parameter::Pass => list(Passing::ALL),
            Parameter::DeadStones => list(DeadStones::ALL),
            Parameter::Rules => {
                let presets = Preset::ALL.map(|preset| preset.to_string());
                let other = self.rules.preset().is_none();
                let other = other.then(|| kata::to_json(self.rules));
                Kind::List(presets.into_iter().chain(other).collect())
            }
            Parameter::Playouts
            | Parameter::TimePerMove
            | Parameter::Threads
            | Parameter::Memory
            | Parameter::Seed => Kind::Text,
        }
    }

    /// Writes the value of a parameter. [`set`](Self::set) reads it back.
    ///
    /// # Errors
    /// [`RefusedParameter::Unused`] if the player has no use for it.
    pub(super) fn get(&self, parameter: Parameter) -> Result<String, RefusedParameter> {
        self.require(parameter)?;
        let search = &self.player.search;
        Ok(match parameter {
            Parameter::Player => PLAYERS[usize::from(self.player.searches())].to_owned(),
            Parameter::Level => match self.player.kind {
                PlayerKind::Level(level) => level.number().to_string(),
                PlayerKind::Random | PlayerKind::Search => NONE.to_owned(),
            },
            Parameter::Playouts => match search.playouts {
                Some(playouts) => playouts.to_string(),
                None => DEFAULT.to_owned(),
            },
            Parameter::TimePerMove => match search.time_per_move {
                Some(time) => time.as_secs_f64().to_string(),
                None => NONE.to_owned(),
            },
            Parameter::Threads => self.player.threads().to_string(),
            Parameter::Trees => search.trees.to_string(),
            Parameter::Memory => search.memory.to_string(),
            Parameter::Opponent => search.opponent.to_string(),
            Parameter::Priors => search.priors.to_string(),
            Parameter::Resign => flag(!search.never_resign),
            Parameter::Eyes => self.player.eyes.to_string(),
            Parameter::Pass => self.passing.to_string(),
            Parameter::DeadStones => self.dead_stones.to_string(),
            Parameter::Rules => match self.rules.preset() {
                Some(preset) => preset.to_string(),
                None => kata::to_json(self.rules),
            },
            Parameter::LiveGraphics => flag(self.live_graphics),
            Parameter::Seed => self.seed.to_string(),
        })
    }

    /// Changes a parameter.
    ///
    /// # Errors
    /// [`RefusedParameter::Unused`] if the player has no use for it, and
    /// [`RefusedParameter::Value`] if it has no such value. Nothing has changed
    /// then.
    pub(super) fn set(&mut self, parameter: Parameter, text: &str) -> Result<(), RefusedParameter> {
        self.require(parameter)?;
        self.read(parameter, text)
            .map_err(|reason| RefusedParameter::Value {
                parameter,
                value: text.to_owned(),
                reason,
            })
    }

    /// Reads the value of a parameter and changes it.
    fn read(&mut self, parameter: Parameter, text: &str) -> Result<(), RefusedValue> {
        let search = &mut self.player.search;
        match parameter {
            Parameter::Player => self.player.kind = player(text)?,
            Parameter::Level => self.player.kind = level(text, &self.player)?,
            Parameter::Playouts => {
                let expected = RefusedValue::Expected("default or a number above 0");
                search.playouts = (text != DEFAULT)
                    .then(|| number(text, 1..=u32::MAX).ok_or(expected))
                    .transpose()?;
            }
            Parameter::TimePerMove => {
                let expected = RefusedValue::Expected("none or a number of seconds above 0");
                search.time_per_move = (text != NONE)
                    .then(|| seconds(text).ok_or(expected))
                    .transpose()?;
            }
            Parameter::Threads => {
                let threads = number(text, 1..=SearchOptions::MAX_THREADS)
                    .ok_or(RefusedValue::Expected("a number from 1 to 256"))?;
                self.player.set_threads(threads);
            }
            Parameter::Trees => {
                search.trees = named(text)?;
            }
            Parameter::Memory => {
                search.memory = number(text, 1..=SearchOptions::MAX_MEMORY)
                    .ok_or(RefusedValue::Expected("a number from 1 to 1048576"))?;
            }
            Parameter::Opponent => {
                search.opponent = named(text)?;
            }
            Parameter::Priors => {
                search.priors = named(text)?;
            }
            Parameter::Resign => search.never_resign = !truth(text)?,
            Parameter::Eyes => self.player.eyes = named(text)?,
            Parameter::Pass => self.passing = named(text)?,
            Parameter::DeadStones => {
                self.dead_stones = named(text)?;
            }
            Parameter::Rules => self.rules = rules(text)?,
            Parameter::LiveGraphics => self.live_graphics = truth(text)?,
            Parameter::Seed => {
                self.seed = number(text, 0..=u64::MAX)
                    .ok_or(RefusedValue::Expected("a number of 64 bits"))?;
            }
        }
        Ok(())
    }
}

/// Makes a list of names.
fn list<T: ToString>(names: impl IntoIterator<Item = T>) -> Kind {
    Kind::List(names.into_iter().map(|name| name.to_string()).collect())
}

/// Writes a truth value as GoGui does.
fn flag(value: bool) -> String {
    u8::from(value).to_string()
}

/// Reads a truth value in GoGui's form or in KataGo's.
fn truth(text: &str) -> Result<bool, RefusedValue> {
    match text {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(RefusedValue::Expected("1 or 0")),
    }
}

/// Reads one of these names, in any case.
fn named<T: Named>(text: &str) -> Result<T, RefusedValue> {
    text.parse().map_err(RefusedValue::Name)
}

/// Reads a number in this range.
fn number<T: std::str::FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.filter(|number| range.contains(number))
}

/// Reads a number of seconds above 0.
fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    Some(time).filter(|time| !time.is_zero())
}

/// Reads the name of a player, which has no level.
fn player(text: &str) -> Result<PlayerKind, RefusedValue> {
    match text {
        "random" => Ok(PlayerKind::Random),
        "mcts" => Ok(PlayerKind::Search),
        _ => Err(RefusedValue::Name(UnknownName::new(
            "expected one of random, mcts",
        ))),
    }
}

/// Reads a level. Without a level, the player goes on without its limits.
fn level(text: &str, before: &PlayerSettings) -> Result<PlayerKind, RefusedValue> {
    if text == NONE {
        let search = before.searches().then_some(PlayerKind::Search);
        return Ok(search.unwrap_or(PlayerKind::Random));
    }
    number(text, 0..=Level::HIGHEST)
        .and_then(Level::new)
        .map(PlayerKind::Level)
        .ok_or(RefusedValue::Expected("none or a number from 0 to 9"))
}

/// Reads the name of a set of rules or the JSON object of `kata-get-rules`.
fn rules(text: &str) -> Result<Rules, RefusedValue> {
    if !text.starts_with('{') {
        let preset: Preset = text.parse().map_err(RefusedValue::Name)?;
        return Ok(preset.rules());
    }
    let settings = kata::settings(text).ok_or(RefusedValue::Expected("a JSON object"))?;
    kata::from_settings(&settings).map_err(RefusedValue::RuleSetting)
}

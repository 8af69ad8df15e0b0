//! The form of a setting: one row of a table that the command line and GTP read.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::{PlayerKind, PlayerSettings};
use crate::board::{Named, UnknownName};

/// A setting of a `T`, one row of a table.
#[derive(Clone, Debug)]
pub struct Setting<T: 'static> {
    /// The name as a GTP parameter. It has no spaces; GoGui shows underscores as spaces.
    pub name: &'static str,
    /// The name in KataGo's commands, which is KataGo's own if KataGo has the setting.
    pub kata_name: &'static str,
    /// The players that have use for the setting.
    pub players: Players,
    /// The option of the command line, if the setting has one.
    pub option: Option<SettingOption>,
    /// The form of the values.
    pub form: Form<T>,
}

/// The option of the command line that changes a setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingOption {
    /// The option as users type it.
    pub name: &'static str,
    /// The placeholder for the value in the help.
    pub value: &'static str,
    /// The help, in which `{default}` stands for the default value.
    pub help: &'static str,
    /// The paragraph that the long help adds.
    pub details: Option<fn() -> String>,
}

/// The players that have use for a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// All players, one of which the setting chooses.
    Chosen,
    /// All players.
    All,
    /// All players that think: the search, and the random player in analyses.
    Thinking,
    /// The players that search: `mcts` and the levels above 0.
    Searching,
    /// `mcts` without a level, which has limits and priors of its own.
    Unleveled,
}

impl Players {
    /// Returns whether the player with these settings is among them.
    pub fn include(self, player: &PlayerSettings) -> bool {
        match self {
            Self::Chosen | Self::All | Self::Thinking => true,
            Self::Searching => player.searches(),
            Self::Unleveled => player.kind == PlayerKind::Search,
        }
    }

    /// Returns whether the setting is one of the search, so that its option implies
    /// `mcts`.
    pub const fn imply_search(self) -> bool {
        matches!(self, Self::Thinking | Self::Searching | Self::Unleveled)
    }

    /// Returns the requirement of the setting, for the refusal of other players.
    pub(crate) const fn requirement(self) -> &'static str {
        match self {
            Self::Unleveled => "the player mcts without a level",
            _ => "a player that searches",
        }
    }
}

/// The names of values, each with its meaning for the help.
pub type Meanings = Vec<(&'static str, &'static str)>;

/// The form of the values of a setting, with a way to get and to set them.
#[derive(Clone, Debug)]
pub enum Form<T: 'static> {
    /// True or false. The option reverses the default.
    Flag {
        /// Returns the value.
        get: fn(&T) -> bool,
        /// Changes the value.
        set: fn(&mut T, bool),
    },
    /// One of several names.
    Names {
        /// Returns the names.
        names: fn() -> Meanings,
        /// Returns the name of the value.
        get: fn(&T) -> &'static str,
        /// Changes the value to the one with this name.
        set: fn(&mut T, &str) -> Result<(), UnknownName>,
    },
    /// A whole number.
    Number {
        /// The numbers that are accepted.
        range: RangeInclusive<u64>,
        /// Returns the value.
        get: fn(&T) -> u64,
        /// Changes the value.
        set: fn(&mut T, u64),
    },
    /// A whole number, or none.
    Limit {
        /// The word for no number.
        none: &'static str,
        /// The numbers that are accepted.
        range: RangeInclusive<u64>,
        /// Returns the value.
        get: fn(&T) -> Option<u64>,
        /// Changes the value.
        set: fn(&mut T, Option<u64>),
    },
    /// A number of seconds above 0, or none.
    Seconds {
        /// The word for no number.
        none: &'static str,
        /// Returns the value.
        get: fn(&T) -> Option<Duration>,
        /// Changes the value.
        set: fn(&mut T, Option<Duration>),
    },
    /// One of several texts, or one in a notation of its own.
    Notation {
        /// Returns the texts to choose from.
        texts: fn(&T) -> Vec<String>,
        /// Writes the value.
        get: fn(&T) -> String,
        /// Reads the value and changes it.
        set: fn(&mut T, &str) -> Result<(), RefusedValue>,
    },
}

/// The reason why a setting does not have a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedValue(String);

impl RefusedValue {
    /// Returns the refusal for this reason.
    pub(crate) fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RefusedValue {}

impl<T> Setting<T> {
    /// Returns a setting of a session, which all players have use for and which no
    /// option of the player's changes.
    pub(crate) const fn of_session(name: &'static str, form: Form<T>) -> Self {
        Self {
            name,
            kata_name: name,
            players: Players::All,
            option: None,
            form,
        }
    }

    /// Writes the value. [`read`](Self::read) reads it back.
    pub fn write(&self, from: &T) -> String {
        let or = |number: Option<String>, none: &str| number.unwrap_or_else(|| none.to_owned());
        match &self.form {
            // Written as GoGui does.
            Form::Flag { get, .. } => u8::from(get(from)).to_string(),
            Form::Names { get, .. } => get(from).to_owned(),
            Form::Number { get, .. } => get(from).to_string(),
            Form::Limit { none, get, .. } => or(get(from).map(|number| number.to_string()), none),
            Form::Seconds { none, get, .. } => {
                or(get(from).map(|time| time.as_secs_f64().to_string()), none)
            }
            Form::Notation { get, .. } => get(from),
        }
    }

    /// Reads a value and changes the setting.
    ///
    /// # Errors
    /// If the setting has no such value. Nothing has changed then.
    pub(crate) fn read(&self, text: &str, to: &mut T) -> Result<(), RefusedValue> {
        match &self.form {
            Form::Flag { set, .. } => set(to, truth(text)?),
            Form::Names { set, .. } => set(to, text).map_err(RefusedValue::new)?,
            Form::Number { range, set, .. } => set(to, number(text, range, "")?),
            Form::Limit { none, set, .. } if text == *none => set(to, None),
            Form::Limit {
                none, range, set, ..
            } => set(to, Some(number(text, range, &format!("{none} or "))?)),
            Form::Seconds { none, set, .. } if text == *none => set(to, None),
            Form::Seconds { none, set, .. } => {
                let refused = format!("expected {none} or a number of seconds above 0");
                set(to, Some(seconds(text).ok_or(RefusedValue(refused))?));
            }
            Form::Notation { set, .. } => set(to, text)?,
        }
        Ok(())
    }
}

impl<T> Form<T> {
    /// Returns the numbers of a short range, which are offered as a list.
    pub fn listed(&self) -> &'static [&'static str] {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let (Self::Number { range, .. } | Self::Limit { range, .. }) = self else {
            return &[];
        };
        let [first, last] = [range.start(), range.end()].map(|&end| usize::try_from(end));
        let digits = first.and_then(|first| Ok(DIGITS.get(first..=last?)));
        digits.ok().flatten().unwrap_or_default()
    }
}

/// Reads the value with this name.
pub(crate) fn choose<E: Named>(name: &str, value: &mut E) -> Result<(), UnknownName> {
    *value = E::from_str(name)?;
    Ok(())
}

/// Reads a truth value in GoGui's form or in KataGo's.
fn truth(text: &str) -> Result<bool, RefusedValue> {
    match text {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(RefusedValue::new("expected 1 or 0")),
    }
}

/// Reads a number of digits alone in this range. The error says that `other` is possible
/// too.
fn number(text: &str, range: &RangeInclusive<u64>, other: &str) -> Result<u64, RefusedValue> {
    const MAX_32_BITS: u64 = u32::MAX as u64;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.filter(|n| range.contains(n)).ok_or_else(|| {
        RefusedValue(match (*range.start(), *range.end()) {
            (0, u64::MAX) => format!("expected {other}a number of 64 bits"),
            (least, MAX_32_BITS) if least > 0 => {
                format!("expected {other}a number above {}", least - 1)
            }
            (least, most) => format!("expected {other}a number from {least} to {most}"),
        })
    })
}

/// Reads a number of seconds above 0, which may have a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    Some(time).filter(|time| !time.is_zero())
}

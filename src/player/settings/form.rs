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
    /// The form of the values, and how to get and set them.
    pub form: Form<T>,
    /// The option of the command line as users type it, if there is one.
    pub option: Option<&'static str>,
    /// The placeholder for the value in the help of the option.
    pub placeholder: &'static str,
    /// The help of the option, in which `{default}` stands for the default value.
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

/// The form of the values of a setting. The last two functions of each form get and set
/// the value.
#[derive(Clone, Debug)]
pub enum Form<T: 'static> {
    /// True or false. The option reverses the default.
    Flag(fn(&T) -> bool, fn(&mut T, bool)),
    /// One of these names.
    Names(
        fn() -> Meanings,
        fn(&T) -> &'static str,
        fn(&mut T, &str) -> Result<(), UnknownName>,
    ),
    /// A whole number in this range.
    Number(RangeInclusive<u64>, fn(&T) -> u64, fn(&mut T, u64)),
    /// A whole number in this range, or none, for which the word stands.
    Limit(
        &'static str,
        RangeInclusive<u64>,
        fn(&T) -> Option<u64>,
        fn(&mut T, Option<u64>),
    ),
    /// A number of seconds above 0, or none, for which the word stands.
    Seconds(
        &'static str,
        fn(&T) -> Option<Duration>,
        fn(&mut T, Option<Duration>),
    ),
    /// One of these texts, or another in a notation of its own.
    Notation(
        fn(&T) -> Vec<String>,
        fn(&T) -> String,
        fn(&mut T, &str) -> Result<(), RefusedValue>,
    ),
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
    /// Returns a setting without an option, which KataGo does not name otherwise.
    pub(crate) const fn new(name: &'static str, players: Players, form: Form<T>) -> Self {
        Self {
            name,
            kata_name: name,
            players,
            form,
            option: None,
            placeholder: "",
            help: "",
            details: None,
        }
    }

    /// Gives the setting KataGo's name.
    pub(super) const fn kata_name(mut self, name: &'static str) -> Self {
        self.kata_name = name;
        self
    }

    /// Gives the setting an option, with the placeholder for its value and its help.
    pub(super) const fn option(
        mut self,
        option: &'static str,
        placeholder: &'static str,
        help: &'static str,
    ) -> Self {
        self.option = Some(option);
        self.placeholder = placeholder;
        self.help = help;
        self
    }

    /// Adds a paragraph to the long help of the option.
    pub(super) const fn details(mut self, details: fn() -> String) -> Self {
        self.details = Some(details);
        self
    }

    /// Writes the value. [`read`](Self::read) reads it back.
    pub fn write(&self, from: &T) -> String {
        let or = |number: Option<String>, none: &str| number.unwrap_or_else(|| none.to_owned());
        match &self.form {
            // Written as GoGui does.
            Form::Flag(get, _) => u8::from(get(from)).to_string(),
            Form::Names(_, get, _) => get(from).to_owned(),
            Form::Number(_, get, _) => get(from).to_string(),
            Form::Limit(none, _, get, _) => or(get(from).map(|number| number.to_string()), none),
            Form::Seconds(none, get, _) => {
                or(get(from).map(|time| time.as_secs_f64().to_string()), none)
            }
            Form::Notation(_, get, _) => get(from),
        }
    }

    /// Reads a value and changes the setting.
    ///
    /// # Errors
    /// If the setting has no such value. Nothing has changed then.
    pub(crate) fn read(&self, text: &str, to: &mut T) -> Result<(), RefusedValue> {
        match &self.form {
            Form::Flag(_, set) => set(to, truth(text)?),
            Form::Names(_, _, set) => set(to, text).map_err(RefusedValue::new)?,
            Form::Number(range, _, set) => set(to, number(text, range, "")?),
            Form::Limit(none, _, _, set) if text == *none => set(to, None),
            Form::Limit(none, range, _, set) => {
                set(to, Some(number(text, range, &format!("{none} or "))?));
            }
            Form::Seconds(none, _, set) if text == *none => set(to, None),
            Form::Seconds(none, _, set) => {
                let refused = format!("expected {none} or a number of seconds above 0");
                set(to, Some(seconds(text).ok_or(RefusedValue(refused))?));
            }
            Form::Notation(_, _, set) => set(to, text)?,
        }
        Ok(())
    }
}

impl<T> Form<T> {
    /// Returns the numbers of a short range, which are offered as a list.
    pub fn listed(&self) -> &'static [&'static str] {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let (Self::Number(range, ..) | Self::Limit(_, range, ..)) = self else {
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

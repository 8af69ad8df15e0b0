//! The form of a setting: one row of a table that the command line and GTP read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::{PlayerKind, PlayerSettings};
use ponnuki_core::board::UnknownValue;

/// A setting of a `T`, one row of a table.
#[derive(Clone, Debug)]
pub struct Setting<T: 'static> {
    /// The name as a GTP parameter. It has no spaces; GoGui shows underscores as spaces.
    pub name: &'static str,
    /// The name in KataGo's commands, which is KataGo's own if KataGo has the setting.
    pub kata_name: &'static str,
    /// The players that the setting applies to.
    pub players: Players,
    /// The form of the values.
    pub form: Form,
    /// Writes the value. [`set`](Self::set) reads it back.
    pub get: fn(&T) -> String,
    /// Parses and sets a value that has the form. Fails for an unknown name.
    pub set: fn(&mut T, &str) -> Result<(), UnknownValue>,
    /// The option of the command line as users type it, if there is one.
    pub option: Option<&'static str>,
    /// The placeholder for the value in the help of the option.
    pub placeholder: &'static str,
    /// The help of the option, in which `{default}` stands for the default value.
    pub help: &'static str,
    /// The paragraph that the long help adds.
    pub details: Option<fn() -> String>,
}

/// The players that a setting applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// All players, one of which the setting chooses.
    Chosen,
    /// All players.
    All,
    /// All players that think: the search, which analyses for the random player, too.
    Thinking,
    /// The players that search: `search` and the levels above 0.
    Searching,
    /// `search` without a level, which has limits of its own.
    Unleveled,
}

/// The form of the values of a setting.
#[derive(Clone, Debug)]
pub enum Form {
    /// True or false. The option reverses the default.
    Flag,
    /// One of these names, each with its meaning for the help, or a notation that only
    /// the setting reads.
    Names(fn() -> Vec<(&'static str, &'static str)>),
    /// A whole number in this range, or the word for none.
    Number(RangeInclusive<u64>, Option<&'static str>),
    /// A number of seconds above 0, or the word for none.
    Seconds(&'static str),
}

impl Players {
    /// Returns whether the player with these settings is among these players.
    pub fn include(self, player: &PlayerSettings) -> bool {
        match self {
            Self::Chosen | Self::All | Self::Thinking => true,
            Self::Searching => player.searches(),
            Self::Unleveled => player.kind == PlayerKind::Search,
        }
    }

    /// Returns whether the setting is one of the search, so that its option implies
    /// `search`.
    pub const fn imply_search(self) -> bool {
        matches!(self, Self::Thinking | Self::Searching | Self::Unleveled)
    }
}

impl<T> Setting<T> {
    /// Returns a setting without an option, which KataGo does not name otherwise.
    pub const fn new(
        name: &'static str,
        players: Players,
        form: Form,
        get: fn(&T) -> String,
        set: fn(&mut T, &str) -> Result<(), UnknownValue>,
    ) -> Self {
        Self {
            name,
            kata_name: name,
            players,
            form,
            get,
            set,
            option: None,
            placeholder: "",
            help: "",
            details: None,
        }
    }

    /// Sets the name in KataGo's commands.
    pub const fn kata_name(mut self, name: &'static str) -> Self {
        self.kata_name = name;
        self
    }

    /// Gives the setting an option, with the placeholder for its value.
    pub(super) const fn option(mut self, option: &'static str, placeholder: &'static str) -> Self {
        self.option = Some(option);
        self.placeholder = placeholder;
        self
    }

    pub(super) const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    pub(super) const fn details(mut self, details: fn() -> String) -> Self {
        self.details = Some(details);
        self
    }

    /// Reads a value and changes the setting.
    ///
    /// # Errors
    /// If the value is invalid. The setting is then unchanged.
    pub fn read(&self, text: &str, to: &mut T) -> Result<(), UnknownValue> {
        match self.form.expected_instead_of(text) {
            None => (self.set)(to, text),
            Some(expected) => Err(UnknownValue::new(format!("expected {expected}"))),
        }
    }
}

impl Form {
    /// Returns a description of the valid values if the input does not have their form.
    fn expected_instead_of(&self, text: &str) -> Option<String> {
        match self {
            Self::Names(_) => None,
            Self::Flag => {
                let is_flag = matches!(text, "1" | "true" | "0" | "false");
                (!is_flag).then(|| "1 or 0".to_owned())
            }
            Self::Number(range, none) => {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|_| digits);
                let has_form = number.is_some_and(|number| range.contains(&number));
                (!has_form && *none != Some(text)).then(|| {
                    let none = none.map_or(String::new(), |none| format!("{none} or "));
                    format!("{none}{}", described(range))
                })
            }
            Self::Seconds(none) => {
                let has_form = seconds(text).is_some() || text == *none;
                (!has_form).then(|| format!("{none} or a number of seconds above 0"))
            }
        }
    }

    /// Returns the numbers of a short range, which are offered as a list.
    pub fn listed(&self) -> &'static [&'static str] {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        match self {
            Self::Number(range, _) => {
                let [first, last] = [*range.start() as usize, *range.end() as usize];
                DIGITS.get(first..=last).unwrap_or_default()
            }
            Self::Flag | Self::Names(_) | Self::Seconds(_) => &[],
        }
    }
}

fn described(range: &RangeInclusive<u64>) -> String {
    const MAX_32_BITS: u64 = u32::MAX as u64;
    match (*range.start(), *range.end()) {
        (0, u64::MAX) => "a number of 64 bits".to_owned(),
        (1, MAX_32_BITS) => "a number above 0".to_owned(),
        (least, most) => format!("a number from {least} to {most}"),
    }
}

/// Reads a value of any type that is read from a string.
///
/// # Errors
/// [`UnknownValue`], with the reason of the type.
pub fn put<V: FromStr<Err: Display>>(text: &str, to: &mut V) -> Result<(), UnknownValue> {
    let value = text.parse();
    *to = value.map_err(|error: V::Err| UnknownValue::new(error.to_string()))?;
    Ok(())
}

/// Reads a number of seconds above 0, which may have a fraction.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
    Some(time).filter(|time| !time.is_zero())
}

/// Writes a truth value as GoGui does.
pub fn written(flag: bool) -> String {
    u8::from(flag).to_string()
}

/// Reads a truth value in GoGui's form or in KataGo's.
pub fn is_true(text: &str) -> bool {
    matches!(text, "1" | "true")
}

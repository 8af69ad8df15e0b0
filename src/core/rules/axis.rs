//! The form of an axis: one row of the table that options, files and protocols read.

use super::Rules;
use crate::board::UnknownValue;

/// Sets a value. Fails with the values that are expected.
type Setter = fn(&mut Rules, &str) -> Result<(), UnknownValue>;

/// An axis of the rules: one row of [`Axis::ALL`].
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::rules::{Axis, Rules};
///
/// let mut rules = Rules::default();
/// for axis in Axis::ALL.iter().filter(|axis| axis.key == "pass-stones") {
///     assert_eq!((axis.get)(&rules), "false");
///     (axis.set)(&mut rules, "true")?;
/// }
/// assert!(rules.has_pass_stones);
/// # Ok::<(), ponnuki::board::UnknownValue>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The name of the field of [`Rules`], also in JSON, in game records of matches and in Python.
    pub name: &'static str,
    /// The name in options, tournament files and SGF files.
    pub key: &'static str,
    /// The form of the values.
    pub form: AxisForm,
    /// Returns the value: a name, `true` or `false`.
    pub get: fn(&Rules) -> &'static str,
    /// Sets the value. Fails with the values that are expected.
    pub set: Setter,
    /// Returns the value in words, or an empty text where there is nothing to say.
    pub words: fn(&Rules) -> &'static str,
    /// What the axis decides.
    pub decides: Decides,
    /// When SGF files state the axis.
    pub stated: Stated,
    /// The option of the command line, if there is one.
    pub option: Option<AxisOption>,
    /// The axis in KataGo's notation.
    pub kata: KataMember,
}

/// The form of the values of an axis.
#[derive(Clone, Copy, Debug)]
pub enum AxisForm {
    /// One of these names, each with its meaning.
    Names(fn() -> Vec<(&'static str, &'static str)>),
    /// Whether the rules have something, with the word for it.
    Flag(&'static str),
}

/// What an axis decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// The moves of a game.
    Moves,
    /// The points, which can be counted again after a game.
    Points,
    /// White's points for handicap stones.
    Handicap,
}

/// When SGF files state an axis. Files leave later axes out where they change nothing, as in
/// earlier versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// Always.
    Always,
    /// Where points are [counted](super::Counting) otherwise than by default.
    WithCounting,
    /// Where the value is not the default.
    IfChosen,
}

/// The option for an axis, which replaces the value in a named set of rules.
#[derive(Clone, Copy, Debug)]
pub struct AxisOption {
    /// The placeholder for the value in the help, or an empty text for a flag.
    pub placeholder: &'static str,
    /// The help.
    pub help: &'static str,
    /// The help of `ponnuki match`, if it differs.
    pub help_of_match: Option<&'static str>,
}

/// An axis in KataGo's notation, where it is a member of a JSON object.
#[derive(Clone, Copy, Debug)]
pub struct KataMember {
    /// The name of the member.
    pub name: &'static str,
    /// Another name that is read.
    pub alias: Option<&'static str>,
    /// The names in the short form of game records.
    pub short_names: &'static [&'static str],
    /// Whether KataGo lacks the member, and so refuses it. It is written only if it is true.
    pub is_own: bool,
    /// Returns the value, unless that is the flag or the name in capitals.
    pub get: Option<fn(&Rules) -> &'static str>,
    /// Sets the value and what follows from it, unless that is what the axis does.
    pub set: Option<Setter>,
}

impl Axis {
    /// Reads a value in any case, and returns it as [`get`](Self::get) does.
    ///
    /// # Errors
    /// [`UnknownValue`], with the values that are expected.
    pub fn value(&self, text: &str) -> Result<&'static str, UnknownValue> {
        let mut rules = Rules::default();
        (self.set)(&mut rules, text)?;
        Ok((self.get)(&rules))
    }

    /// Returns whether the value is that of the default rules.
    pub fn is_default(&self, rules: &Rules) -> bool {
        (self.get)(rules) == (self.get)(&Rules::default())
    }

    /// Returns whether an SGF file states the axis of these rules.
    pub fn is_stated(&self, rules: Rules) -> bool {
        match self.stated {
            Stated::Always => true,
            Stated::WithCounting => rules.counting() != Rules::default().counting(),
            Stated::IfChosen => !self.is_default(&rules),
        }
    }
}

/// Writes a truth value.
pub(super) const fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Reads a truth value, in lower case only.
pub(super) fn truth(text: &str) -> Result<bool, UnknownValue> {
    let unknown = |_| UnknownValue::new("expected one of true, false");
    text.parse().map_err(unknown)
}

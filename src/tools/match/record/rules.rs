//! Reads and writes the rules of a record, one key for each axis: `#[serde(with = "rules")]`.
//!
//! The names of the axes are the keys. The axes that every SGF file states are always there, and
//! the others where they are not the default.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserializer, Serializer};

use crate::cli::position::axis_value;
use ponnuki_core::rules::{Axis, AxisForm, Rules, Stated};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference to the field"
)]
pub(super) fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    let axes = Axis::ALL.iter();
    let axes = axes.filter(|axis| is_required(axis) || !axis.is_default(rules));
    serializer.collect_map(axes.map(|axis| (axis.name, axis_value(axis, *rules))))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
    deserializer.deserialize_map(RulesVisitor)
}

struct RulesVisitor;

impl<'de> Visitor<'de> for RulesVisitor {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Rules")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Rules, A::Error> {
        let (mut rules, mut given) = (Rules::default(), Vec::new());
        while let Some(key) = keys.next_key::<String>()? {
            // Later versions may add keys.
            let Some(axis) = Axis::ALL.iter().find(|axis| axis.name == key) else {
                keys.next_value::<IgnoredAny>()?;
                continue;
            };
            if given.contains(&axis.name) {
                return Err(A::Error::duplicate_field(axis.name));
            }
            let value = match axis.form {
                AxisForm::Flag(_) => keys.next_value::<bool>()?.to_string(),
                AxisForm::Names(_) => keys.next_value()?,
            };
            (axis.set)(&mut rules, &value).map_err(A::Error::custom)?;
            given.push(axis.name);
        }
        let is_missing = |axis: &&Axis| is_required(axis) && !given.contains(&axis.name);
        match Axis::ALL.iter().find(is_missing) {
            Some(axis) => Err(A::Error::missing_field(axis.name)),
            None => Ok(rules),
        }
    }
}

fn is_required(axis: &Axis) -> bool {
    axis.stated == Stated::Always
}

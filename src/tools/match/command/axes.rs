//! The axes of the rules as keys of a tournament file, by the table of axes.

use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use crate::r#match::settings::parsed;
use ponnuki_core::rules::{Axis, AxisForm};

/// A tournament file without the axes of the rules, for a struct with the other keys. The axes are
/// read on the way, so that their errors have a place in the file, and an error for an unknown
/// key lists them after `rules`.
pub(super) struct WithoutAxes<'a, M> {
    file: M,
    axes: &'a mut Vec<(&'static Axis, &'static str)>,
    /// The other keys that the struct has.
    others: &'static [&'static str],
}

impl<'a, M> WithoutAxes<'a, M> {
    /// Reads from a file, and adds the axes with their values to a list.
    pub(super) const fn new(file: M, axes: &'a mut Vec<(&'static Axis, &'static str)>) -> Self {
        Self {
            file,
            axes,
            others: &[],
        }
    }
}

impl<'de, M: MapAccess<'de>> Deserializer<'de> for WithoutAxes<'_, M> {
    type Error = M::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, M::Error> {
        visitor.visit_map(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, M::Error> {
        self.others = keys;
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for WithoutAxes<'_, M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        mut other: K,
    ) -> Result<Option<K::Value>, M::Error> {
        let others = self.others;
        while let Some(key) = self.file.next_key_seed(KeySeed { other, others })? {
            match key {
                Key::Other(key) => return Ok(Some(key)),
                Key::Axis(axis, seed) => {
                    let value = self.file.next_value_seed(ValueSeed(axis))?;
                    self.axes.push((axis, value));
                    other = seed;
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        self.file.next_value_seed(seed)
    }
}

/// A key of a tournament file: an axis, or what another seed reads.
enum Key<K, V> {
    /// The seed is left.
    Axis(&'static Axis, K),
    Other(V),
}

struct KeySeed<K> {
    other: K,
    others: &'static [&'static str],
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<K> {
    type Value = Key<K, K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        let key = String::deserialize(key)?;
        if let Some(axis) = axes().find(|axis| axis.key == key) {
            return Ok(Key::Axis(axis, self.other));
        }
        if !self.others.contains(&&*key) {
            let known = known(self.others).join("`, `");
            let unknown = format!("unknown field `{key}`, expected one of `{known}`");
            return Err(D::Error::custom(unknown));
        }
        self.other
            .deserialize(key.into_deserializer())
            .map(Key::Other)
    }
}

/// Reads the value of an axis: a name, `true` or `false`.
struct ValueSeed(&'static Axis);

impl<'de> DeserializeSeed<'de> for ValueSeed {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<&'static str, D::Error> {
        let text = match self.0.form {
            AxisForm::Flag(_) => bool::deserialize(value)?.to_string(),
            AxisForm::Names(_) => parsed::<String, D>(value)?.unwrap_or_default(),
        };
        self.0.value(&text).map_err(D::Error::custom)
    }
}

/// Returns the axes with an option, which a tournament file may set.
fn axes() -> impl Iterator<Item = &'static Axis> {
    Axis::ALL.iter().filter(|axis| axis.option.is_some())
}

/// Returns all keys that are known, the axes after `rules`.
fn known(others: &[&'static str]) -> Vec<&'static str> {
    let mut keys = others.to_vec();
    let rules = others.iter().position(|key| *key == "rules");
    let place = rules.map_or(keys.len(), |rules| rules + 1);
    keys.splice(place..place, axes().map(|axis| axis.key));
    keys
}

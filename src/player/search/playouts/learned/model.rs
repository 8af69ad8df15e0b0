//! The weights of the features, and their file format.
//!
//! A line `NAME CODE:WEIGHT ...` holds the weights of one feature, and lines
//! `shapes HASH:WEIGHT ...` hold those of the shapes, with hexadecimal hashes. `#` starts
//! a comment line. Codes and shapes that are not listed have the weight 0.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::{BuildHasherDefault, Hasher};

use super::facts::Facts;
use super::features::{CODES, FEATURES};
use super::shapes::SHAPES;

/// The unit of the weights: a feature with this weight makes a move twice as likely.
pub(super) const DOUBLING: i32 = 64;

/// The first word of the lines that list shapes.
const SHAPES_NAME: &str = "shapes";

/// How many shapes are written per line.
const SHAPES_IN_LINE: usize = 12;

/// The weights of the features and shapes, in units of 1/[`DOUBLING`] of a doubling.
pub(super) struct Model {
    codes: Vec<[i16; CODES]>,
    shapes: HashMap<u32, i16, BuildHasherDefault<IdentityHasher>>,
}

/// A hasher that returns its input, because shapes are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u32(&mut self, hash: u32) {
        // Hash maps use the highest bits, too.
        self.0 = u64::from(hash) << 32 | u64::from(hash);
    }
}

impl Model {
    pub(super) fn zero() -> Self {
        Self {
            codes: vec![[0; CODES]; FEATURES.len()],
            shapes: HashMap::default(),
        }
    }

    /// Parses a file of weights. Returns `None` if a line has an unknown feature, an invalid
    /// code or an invalid weight.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut model = Self::zero();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            if let Some(name) = words.next() {
                model.read_line(name, words)?;
            }
        }
        Some(model)
    }

    fn read_line<'a>(&mut self, name: &str, words: impl Iterator<Item = &'a str>) -> Option<()> {
        let feature = FEATURES.iter().position(|feature| feature.name == name);
        for word in words {
            let (code, weight) = word.split_once(':')?;
            let weight = weight.parse().ok()?;
            if name == SHAPES_NAME {
                self.set_shape(u32::from_str_radix(code, 16).ok()?, weight);
            } else {
                *self.codes[feature?].get_mut(code.parse::<usize>().ok()?)? = weight;
            }
        }
        Some(())
    }

    pub(super) fn set_code(&mut self, feature: usize, code: usize, weight: i16) {
        self.codes[feature][code] = weight;
    }

    pub(super) fn set_shape(&mut self, hash: u32, weight: i16) {
        self.shapes.insert(hash, weight);
    }

    /// Returns the sum of the weights of a move's features and shapes.
    #[inline(always)]
    pub(super) fn score(&self, facts: &Facts, shapes: [u32; SHAPES]) -> i32 {
        let mut score = 0;
        for (feature, weights) in FEATURES.iter().zip(&self.codes) {
            if let Some(code) = (feature.code)(facts) {
                score += i32::from(weights[code.index()]);
            }
        }
        let known = shapes.iter().filter_map(|hash| self.shapes.get(hash));
        score + known.copied().map(i32::from).sum::<i32>()
    }
}

impl fmt::Display for Model {
    /// Writes the weights in the format that [`Model::read`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (feature, weights) in FEATURES.iter().zip(&self.codes) {
            let mut line = feature.name.to_owned();
            for (code, weight) in weights.iter().enumerate() {
                if *weight != 0 {
                    write!(line, " {code}:{weight}")?;
                }
            }
            writeln!(f, "{line}")?;
        }
        let mut shapes: Vec<_> = self.shapes.iter().collect();
        shapes.sort();
        for part in shapes.chunks(SHAPES_IN_LINE) {
            f.write_str(SHAPES_NAME)?;
            for (hash, weight) in part {
                write!(f, " {hash:x}:{weight}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_form_keeps_all_weights() {
        let mut model = Model::zero();
        model.set_code(0, 3, -17);
        model.set_code(FEATURES.len() - 1, CODES - 1, 400);
        for hash in 0..30 {
            model.set_shape(hash << 20, hash as i16 - 15);
        }
        let text = format!("# A comment.\n\n{model}");
        assert_eq!(Model::read(&text).unwrap().to_string(), model.to_string());
        assert!(text.contains("capture 3:-17\n"), "{text}");
    }

    #[test]
    fn broken_lines_are_refused() {
        for line in [
            "capture 3",
            "capture 3:x",
            "capture 1024:1",
            "capture 3:40000",
            "castle 3:1",
            "shapes xyz:1",
            "shapes 123456789:1",
        ] {
            let model = Model::read(&format!("# weights\n{line}"));
            assert!(model.is_none(), "{line}");
        }
    }
}

//! The table of the features of moves.
//!
//! A feature gives a move at most one code, and each code has a weight. To add a
//! feature, add a row to [`FEATURES`] and the facts it reads to [`Facts`], and retrain
//! the weights. The kinds of features follow Coulom, "Computing Elo ratings of move
//! patterns in the game of Go", 2007.

use super::facts::{Facts, NearChain};

/// A feature of moves: a function from the facts about a move to a code.
pub(super) struct Feature {
    pub(super) name: &'static str,
    /// Returns the code of a move, or `None` if the move lacks the feature.
    pub(super) code: fn(&Facts) -> Option<Code>,
}

impl Feature {
    const fn new(name: &'static str, code: fn(&Facts) -> Option<Code>) -> Self {
        Self { name, code }
    }
}

/// All features other than the shapes.
pub(super) const FEATURES: [Feature; 15] = [
    Feature::new("capture", |facts| {
        let code = given(facts.captured > 0)?.stones(facts.captured);
        let code = code.stones(facts.rescued).flag(facts.captures_last);
        Some(code.flag(facts.captured_runs).flag(facts.takes_ko))
    }),
    Feature::new("self-atari", |facts| {
        let code = given(facts.captured == 0 && facts.liberties <= 1)?;
        Some(code.stones(facts.stones).stones(facts.attacked.stones))
    }),
    Feature::new("escape", |facts| {
        let escapes = facts.captured == 0 && facts.liberties >= 2 && facts.escaping.stones > 0;
        let code = given(escapes)?.chain(facts.escaping);
        Some(code.number(facts.liberties - 2, 3))
    }),
    Feature::new("strengthen", |facts| {
        let code = given(facts.liberties >= 2 && facts.strengthened.stones > 0)?;
        Some(
            code.chain(facts.strengthened)
                .number(facts.liberties - 2, 4),
        )
    }),
    Feature::new("atari", |facts| {
        let code = given(facts.ataris > 0)?.chain(facts.attacked);
        let code = code.flag(facts.is_ladder).flag(facts.ataris > 1);
        Some(code.flag(facts.is_ko))
    }),
    Feature::new("approach", |facts| {
        let near = facts.approached;
        Some(
            given(near.stones > 0)?
                .stones(near.stones)
                .flag(near.is_of_last),
        )
    }),
    Feature::new("eye-space", |facts| {
        let code = given(facts.eye_space > 0)?.number(facts.eye_space, 7);
        Some(code.flag(facts.is_own_eye).flag(facts.is_vital))
    }),
    Feature::new("liberties", |facts| {
        let code = Code(0).number(facts.liberties, 7);
        Some(code.number(facts.own_chains, 4))
    }),
    Feature::new("contact", |facts| {
        let code = Code(0).number(facts.own_chains, 5);
        Some(code.number(facts.enemy_chains, 5))
    }),
    Feature::new("distance", |facts| Some(distance(facts.distances[0]))),
    Feature::new("distance-before", |facts| {
        Some(distance(facts.distances[1]))
    }),
    Feature::new("fate", |facts| {
        Some(fate(facts.fates[0]).flag(facts.is_in_atari))
    }),
    Feature::new("fate-before", |facts| Some(fate(facts.fates[1]))),
    Feature::new("line", |facts| {
        Some(Code(0).phase(facts.filled).number(facts.lines[0], 7))
    }),
    Feature::new("place", |facts| {
        let [near, far] = facts.lines;
        Some(Code(0).phase(facts.filled).number(near, 10).number(far, 10))
    }),
];

/// How many codes a feature may have: codes are below this bound.
pub(super) const CODES: usize = 1024;

/// The value of a feature: several choices packed into one number, in mixed radix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(usize);

/// Returns an empty code if the condition holds.
fn given(condition: bool) -> Option<Code> {
    condition.then_some(Code(0))
}

/// Returns the code of a distance from a move, or of a pass.
fn distance(distance: Option<usize>) -> Code {
    Code(0).number(distance.map_or(0, |distance| distance.min(18)), 19)
}

fn fate(distance: Option<usize>) -> Code {
    Code(0).number(distance.map_or(0, |distance| distance + 1), 7)
}

impl Code {
    pub(super) const fn index(self) -> usize {
        self.0
    }

    /// Appends a digit with `choices` values; larger numbers saturate.
    fn number(self, number: usize, choices: usize) -> Self {
        Self(self.0 * choices + number.min(choices - 1))
    }

    fn flag(self, is_set: bool) -> Self {
        self.number(usize::from(is_set), 2)
    }

    /// Appends the class of a stone count: 0, 1, 2, 3 to 5, or more.
    fn stones(self, stones: usize) -> Self {
        let class = match stones {
            0..=2 => stones,
            3..=5 => 3,
            _ => 4,
        };
        self.number(class, 5)
    }

    fn chain(self, chain: NearChain) -> Self {
        self.stones(chain.stones)
            .flag(chain.is_of_last)
            .flag(chain.is_caught)
    }

    /// Appends the phase of the game. `filled` is the occupied share of the board in percent.
    fn phase(self, filled: usize) -> Self {
        let phase = match filled {
            0..=2 => 0,
            3..=6 => 1,
            7..=16 => 2,
            17..=31 => 3,
            32..=51 => 4,
            _ => 5,
        };
        self.number(phase, 6)
    }
}

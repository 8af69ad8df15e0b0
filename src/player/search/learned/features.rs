//! The table of the features of moves.
//!
//! A feature gives a move at most one code, and each code has a weight. To add a
//! feature, add a row to [`FEATURES`] and the facts it reads to [`Facts`], and retrain
//! the weights. The kinds of features follow Coulom, "Computing Elo ratings of move
//! patterns in the game of Go", 2007.

use super::facts::{Facts, NearChain};

/// A feature of moves: a function from the facts about a move to a code.
pub(super) struct Feature {
    /// The feature's name in the files of weights.
    pub(super) name: &'static str,
    /// Returns the code of a move, or `None` if the move lacks the feature.
    pub(super) code: fn(&Facts) -> Option<Code>,
}

/// All features other than the shapes.
pub(super) const FEATURES: [Feature; 15] = [
    Feature {
        name: "capture",
        code: |facts| {
            given(facts.captured > 0)
                .map(|code| code.stones(facts.captured).stones(facts.rescued))
                .map(|code| code.flag(facts.captures_last).flag(facts.captured_runs))
                .map(|code| code.flag(facts.takes_ko))
        },
    },
    Feature {
        name: "self-atari",
        code: |facts| {
            given(facts.captured == 0 && facts.liberties <= 1)
                .map(|code| code.stones(facts.stones).stones(facts.attacked.stones))
        },
    },
    Feature {
        name: "escape",
        code: |facts| {
            given(facts.captured == 0 && facts.liberties >= 2 && facts.escaping.stones > 0)
                .map(|code| code.chain(facts.escaping).number(facts.liberties - 2, 3))
        },
    },
    Feature {
        name: "strengthen",
        code: |facts| {
            given(facts.liberties >= 2 && facts.strengthened.stones > 0).map(|code| {
                code.chain(facts.strengthened)
                    .number(facts.liberties - 2, 4)
            })
        },
    },
    Feature {
        name: "atari",
        code: |facts| {
            given(facts.ataris > 0)
                .map(|code| code.chain(facts.attacked).flag(facts.is_ladder))
                .map(|code| code.flag(facts.ataris > 1).flag(facts.is_ko))
        },
    },
    Feature {
        name: "approach",
        code: |facts| {
            given(facts.approached.stones > 0)
                .map(|code| code.stones(facts.approached.stones))
                .map(|code| code.flag(facts.approached.is_of_last))
        },
    },
    Feature {
        name: "eye-space",
        code: |facts| {
            given(facts.eye_space > 0)
                .map(|code| code.number(facts.eye_space, 7))
                .map(|code| code.flag(facts.is_own_eye).flag(facts.is_vital))
        },
    },
    Feature {
        name: "liberties",
        code: |facts| {
            given(true).map(|code| code.number(facts.liberties, 7).number(facts.own_chains, 4))
        },
    },
    Feature {
        name: "contact",
        code: |facts| {
            given(true).map(|code| {
                code.number(facts.own_chains, 5)
                    .number(facts.enemy_chains, 5)
            })
        },
    },
    Feature {
        name: "distance",
        code: |facts| Some(distance(facts.distances[0])),
    },
    Feature {
        name: "distance-before",
        code: |facts| Some(distance(facts.distances[1])),
    },
    Feature {
        name: "fate",
        code: |facts| Some(fate(facts.fates[0]).flag(facts.is_in_atari)),
    },
    Feature {
        name: "fate-before",
        code: |facts| Some(fate(facts.fates[1])),
    },
    Feature {
        name: "line",
        code: |facts| given(true).map(|code| code.phase(facts.filled).number(facts.lines[0], 7)),
    },
    Feature {
        name: "place",
        code: |facts| {
            given(true).map(|code| {
                let [near, far] = facts.lines;
                code.phase(facts.filled).number(near, 10).number(far, 10)
            })
        },
    },
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

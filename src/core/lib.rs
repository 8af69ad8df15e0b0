//! The rules of Go on bitboards: boards, rule sets and games.
//!
//! The package `ponnuki` exports what a program needs of it; the rest is shared by the packages
//! of the engine and may change.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod board;
pub mod game;
#[doc(hidden)]
pub mod random;
pub mod rules;
#[doc(hidden)]
pub mod threads;

pub use board::{
    Area, Board, BoardSize, ByColor, Chain, Color, Coordinates, EyeRule, IllegalMove, Point,
    PointSet, Preview, Zobrist,
};
pub use game::{Choice, Game, Move, Outcome, Start, Turn};
pub use random::RandomStream;
pub use rules::{HandicapBonus, KoRule, Komi, Preset, Rules, Score, Suicide};

#![doc = include_str!("../README.md")]

mod board;
pub mod drawing;
mod estimate;
mod game;
mod gtp;
mod player;
mod playout;
mod random;
mod rules;
pub mod sgf;
mod statistics;
#[cfg(feature = "program")]
pub mod tournament;

pub use board::diagram;

pub use board::Zobrist;
pub use board::{Area, area, dead_region};
pub use board::{Board, Chain, IllegalMove, Preview, Removed, StonesError};
pub use board::{BoardSize, Coordinates, MAX_LENGTH, ParsePointError, Point, UnacceptableSize};
pub use board::{ByColor, Color, UnknownColor};
pub use board::{EyeRule, UnknownEyeRule, true_eyes};
pub use board::{PassAlive, pass_alive, pass_alive_of};
pub use board::{PointSet, WIDEST};
pub use estimate::{
    ChainEstimate, ChainStatus, DeadStones, Estimate, EstimateOptions, EstimatePolicy, First,
};
pub use game::{Choice, Game, Move, Outcome, Start, Turn};
pub use game::{Passes, PerftCounts, perft};
pub use gtp::{Engine, EngineOptions, Passing, Session};
pub use player::Level;
pub use player::search::{Opponent, SearchOptions, SearchPlayer};
pub use player::{
    Analysis, AnalysisOptions, Distracted, MoveAnalysis, Ownership, Player, RandomPlayer,
    ReportTimer, Restriction, RestrictionKind, Restrictions, StopFlag,
};
pub use playout::{Bench, BenchCore, BenchOptions, bench};
pub use playout::{
    LockstepPlayouts, PlayoutCore, PlayoutKo, SimdLevel, TacticalPolicy, Tally, single_playouts,
};
pub use random::RandomStream;
pub use rules::{HandicapBonus, KoRule, Preset, Rules, Suicide, UnknownAxisValue, UnknownRules};
pub use rules::{Komi, ParseKomiError, Score};
pub use rules::{fixed_handicap, free_handicap, max_fixed_handicap};

#![doc = include_str!("../README.md")]

mod bench;
mod benson;
mod board;
mod clock;
mod color;
pub mod diagram;
mod estimate;
mod eye;
mod game;
mod gtp;
mod handicap;
mod komi;
mod levels;
mod perft;
mod picture;
mod player;
mod playout;
mod point;
mod point_set;
mod random;
mod rules;
mod score;
mod search;
pub mod sgf;
pub mod tournament;
mod zobrist;

pub use bench::{Bench, BenchCore, BenchOptions, bench};
pub use benson::{PassAlive, pass_alive, pass_alive_of};
pub use board::{Board, Chain, IllegalMove, Preview, Removed, StonesError};
pub use color::{ByColor, Color, UnknownColor};
pub use estimate::{ChainEstimate, ChainStatus, Estimate, EstimateOptions, EstimatePolicy, First};
pub use eye::{EyeRule, UnknownEyeRule, true_eyes};
pub use game::{Choice, Game, Move, Outcome, Start, Turn};
pub use gtp::{DeadStones, Engine, EngineOptions, Passing, Session};
pub use handicap::{fixed_handicap, free_handicap, max_fixed_handicap};
pub use komi::{Komi, ParseKomiError, Score};
pub use levels::Level;
pub use perft::{Passes, PerftCounts, perft};
pub use picture::{Mark, Picture};
pub use player::{
    Analysis, AnalysisOptions, Distracted, MoveAnalysis, Ownership, Player, RandomPlayer,
    ReportTimer, Restriction, RestrictionKind, Restrictions, StopFlag,
};
pub use playout::{
    LockstepPlayouts, Owners, Playout, PlayoutCore, PlayoutKo, SimdLevel, SinglePlayouts,
    TacticalEnd, TacticalPlayouts, TacticalPolicy, TacticalStart, Tally, single_playouts,
    tactical_playouts,
};
pub use point::{BoardSize, Coordinates, MAX_LENGTH, ParsePointError, Point, UnacceptableSize};
pub use point_set::{PointSet, WIDEST};
pub use random::RandomStream;
pub use rules::{HandicapBonus, KoRule, Preset, Rules, Suicide, UnknownAxisValue, UnknownRules};
pub use score::{Area, area, dead_region};
pub use search::{Opponent, SearchOptions, SearchPlayer};
pub use zobrist::Zobrist;

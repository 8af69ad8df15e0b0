#![doc = include_str!("README.md")]

mod answer;
mod engine;
mod query;
mod queue;
mod worker;

pub use engine::{AnalysisEngine, AnalysisSettings};
pub use query::Perspective;

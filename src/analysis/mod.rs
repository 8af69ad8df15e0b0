#![doc = include_str!("README.md")]

mod answer;
mod engine;
mod overrides;
mod query;
mod queue;
mod settings;
mod worker;

pub use engine::AnalysisEngine;
pub use overrides::{OverrideError, Overrides};
pub use settings::{AnalysisSettings, Perspective, QuerySettings};

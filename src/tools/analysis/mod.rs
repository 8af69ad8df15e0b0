#![doc = include_str!("README.md")]

mod answer;
pub(crate) mod command;
mod engine;
mod overrides;
mod query;
mod queue;
mod settings;

pub(crate) use engine::AnalysisEngine;
pub(crate) use overrides::Overrides;
pub(crate) use settings::AnalysisSettings;

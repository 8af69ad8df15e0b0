#![doc = include_str!("README.md")]

mod analyst;
mod judgement;
mod line;
mod remarks;
mod report;
mod run;
mod summary;
#[cfg(test)]
mod tests;

pub use analyst::Strength;
pub use judgement::{Better, Mistake, ReviewedMove, Value};
pub use report::Report;
pub use run::{Review, ReviewOptions, review};
pub use summary::{Phase, PhaseSummary, PlayerSummary};

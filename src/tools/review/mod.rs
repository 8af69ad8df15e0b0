#![doc = include_str!("README.md")]

mod analyst;
pub(crate) mod command;
mod judgement;
mod record;
mod remarks;
mod report;
mod run;
mod summary;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use judgement::{Mistake, ReviewedMove, names};
pub(crate) use record::{RecordWords, notes};
pub(crate) use run::{Review, ReviewOptions, named_winner, review};
pub(crate) use summary::PhaseSummary;
pub(crate) use value::PositionValue;

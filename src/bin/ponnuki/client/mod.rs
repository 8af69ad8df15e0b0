#![doc = include_str!("README.md")]

mod answers;
mod command_line;
mod fault;
mod interrupt;
mod pipes;
mod process;
mod program;
mod waiting;

pub(crate) use answers::{Answer, excerpt};
pub(crate) use command_line::{command, file_name, split};
pub(crate) use fault::{Fault, FaultKind};
pub(crate) use interrupt::Interrupt;
pub(crate) use program::Program;

#![doc = include_str!("README.md")]

mod advice;
mod answers;
mod command_line;
mod excerpt;
mod fault;
mod interrupt;
mod pipes;
mod process;
mod program;
mod waiting;

pub(crate) use answers::Answer;
pub(crate) use command_line::{command, file_name, split};
pub(crate) use excerpt::excerpt;
pub(crate) use fault::{Fault, FaultKind};
pub(crate) use interrupt::Interrupt;
pub(crate) use program::Program;

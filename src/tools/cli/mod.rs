//! The parts shared by the subcommands: options, clocks, the error type, outputs, the log, JSON,
//! `JUnit` XML, expected answers, reading positions, and sanitising foreign strings.

pub(crate) mod args;
pub(crate) mod clock;
pub(crate) mod expected;
pub(crate) mod failure;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod logging;
pub(crate) mod outputs;
pub(crate) mod plain;
pub(crate) mod position;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod signals;
pub(crate) mod stdout;
pub(crate) mod terminal;
pub(crate) mod version;

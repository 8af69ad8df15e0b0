//! Fuzzes the arguments of the program. The checks are those of the
//! program's unit tests, and need all its modules at the
//! root of the crate.
#![no_main]
#![expect(dead_code, reason = "the program uses the rest")]

#[path = "../../../../src/bin/ponnuki/args/mod.rs"]
mod args;
#[path = "../../../../src/bin/ponnuki/commands/mod.rs"]
mod commands;
#[path = "../../../../src/bin/ponnuki/failure.rs"]
mod failure;
#[path = "../../../../src/bin/ponnuki/logging.rs"]
mod logging;
#[path = "../../../../src/bin/ponnuki/outputs.rs"]
mod outputs;
#[path = "../../../../src/bin/ponnuki/seed.rs"]
mod seed;
#[path = "../../../../src/bin/ponnuki/stdout.rs"]
mod stdout;
#[path = "../../../../src/bin/ponnuki/terminal.rs"]
mod terminal;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| commands::corpus::options(bytes));

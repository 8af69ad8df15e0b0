//! Fuzzes the arguments of the program. The checks are those of the program's unit tests.
#![no_main]
#![expect(dead_code, reason = "the program uses the rest")]

include!("../program.rs");

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| corpus::options(bytes));

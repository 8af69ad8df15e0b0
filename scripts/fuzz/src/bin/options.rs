//! Fuzzes the arguments of the program. The checks are those of the program's unit tests.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_tools::corpus::options(bytes));

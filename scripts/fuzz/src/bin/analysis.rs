//! Fuzzes the arguments of analysis commands.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testing::corpus::analyze(bytes));

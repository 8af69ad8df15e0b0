//! Fuzzes single lines of GTP.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testing::corpus::line(bytes));

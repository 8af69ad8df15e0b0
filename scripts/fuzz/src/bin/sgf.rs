//! Fuzzes SGF files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testing::corpus::sgf(bytes));

//! Fuzzes whole GTP sessions.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testing::corpus::session(bytes));

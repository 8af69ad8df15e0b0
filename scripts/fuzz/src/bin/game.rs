//! Fuzzes games, played by the library and the naive twin.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_testing::corpus::game(bytes));

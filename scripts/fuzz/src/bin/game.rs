//! Fuzzes `ponnuki_fuzz::game`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_fuzz::game(bytes));

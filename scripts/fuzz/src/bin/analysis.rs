//! Fuzzes `ponnuki_fuzz::analysis`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_fuzz::analysis(bytes));

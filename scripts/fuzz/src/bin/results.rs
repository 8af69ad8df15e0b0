//! Fuzzes `ponnuki_fuzz::results`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_fuzz::results(bytes));

//! Fuzzes `ponnuki_fuzz::queries`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_fuzz::queries(bytes));

//! Fuzzes `ponnuki_fuzz::sgf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ponnuki_fuzz::sgf(bytes));

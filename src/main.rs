//! The engine's binary.
fn main() {}

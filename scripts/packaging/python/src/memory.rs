//! Memory that is asked for before work begins which could not go on without it.
//!
//! Rust ends the process where a small allocation fails, and the crate that speaks to Python
//! panics. Large work therefore reserves what it will need, all at once, and returns it: where
//! the system limits the memory (`ulimit -v`), Python raises `MemoryError` instead.

use std::hint::black_box;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::PyResult;

/// The bytes that are left for everything else.
const SPARE: usize = 16 << 20;

/// Checks that an object of this many bytes can be allocated, with a reserve of [`SPARE`].
///
/// # Errors
/// `MemoryError`, which names the object.
pub(crate) fn check_memory(bytes: usize, object: &str) -> PyResult<()> {
    let mut space = Vec::<u8>::new();
    let reserved = space.try_reserve_exact(bytes.saturating_add(SPARE));
    // The compiler removes a reservation that nobody uses, and takes it for a success.
    black_box(space);
    reserved.map_err(|_| PyMemoryError::new_err(format!("no memory for {object}")))
}

//! A flag that ends a thought.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a thinking player to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the player to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// The player is asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Takes the flag down for the next thought.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }
}

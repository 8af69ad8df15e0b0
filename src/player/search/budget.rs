//! A budget of playouts that threads share.

use std::sync::atomic::{AtomicU32, Ordering};

/// The playouts that the threads of a tree have yet to play.
#[derive(Debug)]
pub(super) struct Budget(AtomicU32);

impl Budget {
    pub(super) const fn new(playouts: u32) -> Self {
        Self(AtomicU32::new(playouts))
    }

    /// Takes up to `most` playouts, and returns how many.
    pub(super) fn take(&self, most: u32) -> u32 {
        let order = Ordering::Relaxed;
        let take = |left: u32| Some(left.saturating_sub(most));
        self.0
            .fetch_update(order, order, take)
            .unwrap_or(0)
            .min(most)
    }

    /// Returns whether there are playouts left.
    pub(super) fn is_left(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Gives back playouts that were taken but not played.
    pub(super) fn put_back(&self, playouts: u32) {
        self.0.fetch_add(playouts, Ordering::Relaxed);
    }
}

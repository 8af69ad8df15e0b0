//! A flag that interrupts a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Interrupts a player that thinks. Clones share one flag.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use std::time::Duration;
///
/// use ponnuki::player::{AnalysisOptions, SearchOptions, SearchPlayer, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Player, Rules};
///
/// let game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// let options = AnalysisOptions { interval: Duration::ZERO, ..AnalysisOptions::default() };
/// let (mut player, stop) = (SearchPlayer::new(1, SearchOptions::default()), StopFlag::new());
/// let mut visits = 0;
/// // The analysis has no limit, so it goes on until the flag is raised.
/// player.analyze(&game, Color::Black, &options, &stop, &mut |analysis| {
///     visits = analysis.visits;
///     if visits >= 50 {
///         stop.raise();
///     }
/// });
/// assert!(visits >= 50);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates a lowered flag.
    pub fn new() -> Self {
        Self::default()
    }

    /// Interrupts the player.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::player::StopFlag;
    ///
    /// let stop = StopFlag::new();
    /// let of_another_thread = stop.clone();
    /// of_another_thread.raise();
    /// assert!(stop.is_raised());
    /// ```
    pub fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the player should stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Lowers the flag before the next choice or analysis.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }
}

//! The settings of the search player.

use std::time::Duration;

/// The settings of the search player.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{SearchOptions, SearchPlayer};
/// use ponnuki::{BoardSize, Color, Game, Komi, Outcome, Preset, play_match};
///
/// // With this komi, Black loses however well it plays.
/// let (size, komi) = (BoardSize::square(5)?, "100.5".parse::<Komi>()?);
/// let outcome = |never_resign| {
///     let options = SearchOptions { playouts: Some(5), never_resign, ..SearchOptions::default() };
///     let [mut black, mut white] = [1, 2].map(|seed| SearchPlayer::new(seed, options.clone()));
///     let mut game = Game::new(size, Preset::TrompTaylor.rules(), komi.clone());
///     play_match(&mut game, &mut black, &mut white)
/// };
/// assert_eq!(outcome(false), Outcome::Resignation { winner: Color::White });
/// assert_eq!(outcome(true), Outcome::TwoPasses);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SearchOptions {
    /// The maximum number of positions that the network judges for a move, here called playouts.
    /// `None` means 1,000, and no maximum if `time_per_move` or a clock limits the move.
    pub playouts: Option<u32>,
    /// The maximum time per move.
    pub time_per_move: Option<Duration>,
    /// The time kept in reserve on a clock for delays on the way, such as those of a network.
    /// `None` means a margin for clocks on the same machine: 0.2 s, less in short periods and
    /// more of an absolute time.
    pub lag_buffer: Option<Duration>,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// The most memory of the tree, in MiB. If it is full, or the system has no more, the least
    /// visited positions are dropped.
    pub memory: usize,
    /// Whether lost games are played to the end instead of resigned.
    pub never_resign: bool,
}

impl Default for SearchOptions {
    /// Returns options with one thread, 256 MiB and no limits.
    fn default() -> Self {
        Self {
            playouts: None,
            time_per_move: None,
            lag_buffer: None,
            threads: 1,
            memory: 256,
            never_resign: false,
        }
    }
}

impl SearchOptions {
    /// The most threads that the program and GTP accept.
    pub const MAX_THREADS: usize = 256;

    /// The most memory that the program and GTP accept, in MiB: one TiB.
    pub const MAX_MEMORY: usize = 1 << 20;
}

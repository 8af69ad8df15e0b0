//! Players: who chooses the moves.

mod random;
mod stop;

pub use random::RandomPlayer;
pub use stop::StopFlag;

use crate::color::Color;
use crate::game::{Choice, Game};

/// Somebody who chooses moves. Never makes them: the game does.
pub trait Player: Send {
    /// A new game begins.
    fn new_game(&mut self);

    /// Chooses for a colour. Ends soon after the flag is raised, with the best
    /// choice known then.
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice;

    /// What the player would choose, for regression tests: changes nothing,
    /// and the same position gives the same answer whatever was asked before.
    fn suggest(&self, game: &Game, color: Color) -> Choice;

    /// A choice may take so long that it should be interruptible.
    fn thinks(&self) -> bool;

    /// The seed that the player's games follow from.
    fn seed(&self) -> u64;

    /// Begins a new series of games that follows from this seed.
    fn set_seed(&mut self, seed: u64);
}

//! The compact form of a game, from which the statistics of a match are computed.

use crate::r#match::record::{Ending, GameResult};
use crate::r#match::statistics::Counts;
use ponnuki::board::{ByColor, Color};

/// A game of a match in 40 bytes, however long its record is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CourseGame {
    /// The number of the game.
    pub(crate) game: u64,
    /// The number of the pair of games with exchanged colours, if it belongs to one.
    pub(crate) pair: Option<u64>,
    /// The number of moves, passes included.
    pub(crate) moves: u32,
    /// The number of handicap stones. The largest board has 625 points, so a `u16` holds it.
    pub(crate) handicap: u16,
    /// The indices of the players in the summary.
    pub(crate) players: ByColor<u16>,
    /// The result of the game.
    pub(crate) result: GameResult,
    /// The reason why the game ended.
    pub(crate) end: Ending,
    /// Whether a player's own score differs from the official one.
    pub(crate) is_disputed: bool,
    /// The fault that kept the referee from counting or judging the game.
    pub(crate) referee_fault: Option<Ending>,
}

impl CourseGame {
    /// Returns the result from a player's side, like
    /// [`GameRecord::counts`](crate::r#match::GameRecord::counts).
    pub(crate) fn counts(&self, player: u16) -> Counts {
        let colors = [
            (Color::Black, self.players.black),
            (Color::White, self.players.white),
        ];
        colors
            .into_iter()
            .find(|&(_, index)| index == player)
            .map_or(Counts::default(), |(color, _)| self.result.counts(color))
    }
}

//! The few figures of each game from which the figures of the match follow.

use crate::r#match::record::{Ending, GameResult};
use crate::r#match::statistics::Counts;
use ponnuki::board::{ByColor, Color};

/// A game of a match in 40 bytes, whatever its record holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CourseGame {
    /// The number of the game.
    pub(crate) game: u64,
    /// The number of the pair of games with exchanged colours, if it belongs to one.
    pub(crate) pair: Option<u64>,
    /// The number of moves, passes included.
    pub(crate) moves: u32,
    /// The number of handicap stones. No board has more than fit here.
    pub(crate) handicap: u16,
    /// The players, as indices into those of the summary.
    pub(crate) players: ByColor<u16>,
    /// The result.
    pub(crate) result: GameResult,
    /// The reason why the game ended.
    pub(crate) end: Ending,
    /// Whether a player's own score differs from the official one.
    pub(crate) is_disputed: bool,
    /// The fault by which the referee did not count or judge the game, if it should
    /// have.
    pub(crate) referee_fault: Option<Ending>,
}

impl CourseGame {
    /// Returns the result as one player sees it, as
    /// [`GameRecord::counts`](crate::r#match::GameRecord::counts) does.
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

//! Players: who chooses the moves.

mod analysis;
mod distracted;
mod flat;
mod levels;
mod random;
pub(crate) mod search;
mod stop;

pub use analysis::{
    Analysis, AnalysisOptions, MoveAnalysis, Ownership, ReportTimer, Restriction, RestrictionKind,
    Restrictions,
};
pub use distracted::Distracted;
pub use levels::Level;
pub use random::RandomPlayer;
pub use stop::StopFlag;

use crate::board::Color;
use crate::game::{Choice, Clocks, Game};

/// Somebody who chooses moves. Never makes them: the game does.
pub trait Player: Send {
    /// A new game begins.
    fn new_game(&mut self);

    /// Is told the time system and what the clocks show, each time they change.
    /// Who does not think need not know.
    fn set_clocks(&mut self, _clocks: &Clocks) {}

    /// Chooses for a colour. Ends soon after the flag is raised, with the best
    /// choice known then.
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice;

    /// Analyses the position with this colour to play.
    ///
    /// Reports after every interval of the options and ends soon after the flag
    /// is raised, or when the playouts of the options are done. Also reports at
    /// the end, unless the flag ended it after an earlier report; so there is
    /// always a report. A player that keeps what it found, such as a tree, goes
    /// on from there when the position is the same as before or follows from
    /// it, and may use it in its next choice.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    );

    /// Chooses as [`choose`](Self::choose) does, among the moves that the
    /// options permit, and reports after every interval and always at the end.
    fn choose_and_analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice;

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

/// A number for a position with a colour to move, to draw random numbers by
/// that depend on nothing else.
fn position_number(game: &Game, color: Color) -> u64 {
    game.board().hash().value().wrapping_add(color as u64)
}

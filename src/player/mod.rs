#![doc = include_str!("README.md")]

mod analysis;
mod cleanup;
mod distracted;
mod flat;
mod levels;
mod random;
mod search;
mod settings;
mod settled;
mod stop;

pub use analysis::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Ownership, ReportTimer, Restriction,
    RestrictionKind, Restrictions,
};
pub use distracted::Distracted;
pub use levels::Level;
pub use random::RandomPlayer;
pub use search::{
    Opponent, OutOfMemory, PlayoutCache, PriorSource, SearchOptions, SearchPlayer, TreeSharing,
    learned,
};
pub use settings::{PlayerKind, PlayerSettings};
pub use settled::Settled;
pub use stop::StopFlag;

use std::time::Duration;

use crate::board::Color;
use crate::game::{Choice, Clocks, Game, Move};

/// Chooses moves. A player never makes them: the caller plays the chosen move
/// in the game.
pub trait Player: Send {
    /// Begins the next game of the series that follows from the seed.
    fn new_game(&mut self);

    /// Called whenever the time system or a clock changes. Players that answer
    /// instantly may ignore it.
    fn set_clocks(&mut self, _clocks: &Clocks) {}

    /// Chooses a move for a colour, which need not be the one to move. Returns
    /// soon after the flag is raised, with the best choice known by then.
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice;

    /// Chooses exactly as [`choose`](Self::choose) does, and reports after every
    /// interval meanwhile. A player that answers at once reports nothing.
    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        _interval: Duration,
        stop: &StopFlag,
        _report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        self.choose(game, color, stop)
    }

    /// Analyses the position with this colour to move.
    ///
    /// Ends soon after the flag is raised, or after the playouts of the options.
    /// Reports after every interval of the options, and at the end unless the
    /// flag ended it after an earlier report, so there is always at least one
    /// report. It has no visits if the flag ended the analysis before the first
    /// playout. A player that keeps a tree continues in it if the position is the
    /// same as before or follows from it, and may use it for its next choice.
    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    );

    /// Chooses as [`choose`](Self::choose) does among the moves that the options
    /// permit. Reports after every interval and always at the end.
    fn choose_and_analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice;

    /// Returns the choice among the permitted moves of a position, for regression
    /// tests. Changes nothing and does not depend on earlier calls. When the flag
    /// is raised, it returns soon with the best choice so far.
    fn suggest(
        &self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        stop: &StopFlag,
    ) -> Choice;

    /// Chooses a move that captures the opponent's dead stones or prepares to,
    /// and passes when none are left.
    fn clean_up(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        match cleanup::next_move(game, color, self.seed()) {
            Some(action) => Choice::Move(action),
            None => self.choose(game, color, stop),
        }
    }

    /// Returns whether a choice may take so long that the caller should be able
    /// to interrupt it.
    fn thinks(&self) -> bool;

    /// Returns the seed from which the player's games follow.
    fn seed(&self) -> u64;

    /// Begins a new series of games that follows from this seed.
    fn set_seed(&mut self, seed: u64);
}

/// Returns a number that depends only on the position and the colour to move,
/// for the random choices of [`Player::suggest`].
fn position_number(game: &Game, color: Color) -> u64 {
    game.board().hash().value().wrapping_add(color as u64)
}

/// Returns whether the last move is a pass by the opponent.
fn opponent_has_passed(game: &Game, color: Color) -> bool {
    let last = game.turns().last();
    last.is_some_and(|turn| turn.color != color && turn.action == Move::Pass)
}

//! Players choose moves: the random one, the search, levels of strength, and players that
//! wrap another one. The caller plays the chosen move.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
//! use ponnuki::player::{Level, SearchOptions, StopFlag};
//! use ponnuki::{BoardSize, Choice, EyeRule, Game, Komi, Player, Preset};
//!
//! let size = BoardSize::square(5)?;
//! let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
//! let level = Level::new(5).unwrap();
//! let mut player = level.player(1, EyeRule::default(), &SearchOptions::default());
//! while game.outcome().is_none() {
//!     let color = game.to_move();
//!     match player.choose(&game, color, &StopFlag::new()) {
//!         Choice::Move(action) => drop(game.play(color, action)?),
//!         Choice::Resign => game.resign(color),
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod cleanup;
mod levels;
mod passing;
mod random;
mod search;
mod settings;
mod settled;
mod stop;
#[cfg(test)]
mod testing;

pub use analysis::{
    Analysis, AnalysisOptions, ChoiceRule, MoveAnalysis, Ownership, Restriction, RestrictionKind,
    Restrictions,
};
pub use levels::Level;
pub use random::RandomPlayer;
pub use search::{SearchOptions, SearchPlayer};
#[doc(hidden)]
pub use search::{deviation, selfplay};
pub use settings::{
    EndingHabits, EndingSettings, Form, Passing, PlayerKind, PlayerSettings, Players, Profile,
    Setting,
};
pub use settled::SettledPlayer;
pub use stop::StopFlag;

pub use analysis::ReportTimer;
pub use settings::{is_true, put, written};

use std::time::Duration;

use ponnuki_core::board::Color;
use ponnuki_core::game::{Choice, Clocks, Game, Move};

/// A question about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A move for the game, with a report after every interval.
    Choice {
        /// The time between two reports.
        interval: Duration,
    },
    /// A move among those that the options permit, with a report after every interval
    /// and always at the end.
    AnalyzedChoice(AnalysisOptions),
    /// An analysis without a choice, until the flag is raised or the playouts of the options
    /// are used up. A report comes after every interval, and at the end unless the flag ended
    /// the analysis after an earlier report. There is always at least one report; it has no
    /// visits if the flag was raised before the first playout.
    Analysis(AnalysisOptions),
}

impl Question {
    /// Returns the options of the analysis that the reports describe.
    pub(crate) fn options(&self) -> AnalysisOptions {
        match self {
            Self::Choice { interval } => AnalysisOptions {
                interval: *interval,
                ..AnalysisOptions::default()
            },
            Self::AnalyzedChoice(options) | Self::Analysis(options) => options.clone(),
        }
    }
}

/// A player chooses moves, but never plays them: the caller plays the chosen move in the
/// game.
pub trait Player: Send {
    /// Begins the next game of the series that follows from the seed.
    fn new_game(&mut self);

    /// Called whenever the time system or a clock changes. Players that answer
    /// instantly may ignore it.
    fn set_clocks(&mut self, _clocks: &Clocks) {}

    /// Thinks about a position with this colour to move, which need not be the one
    /// whose turn it is. Returns a choice unless the question is an
    /// [analysis](Question::Analysis).
    ///
    /// Returns soon after the flag is raised, with the best choice known by then. A player
    /// that answers at once reports nothing about a plain [choice](Question::Choice). A player
    /// that keeps a tree continues in it if the position is the same as before or follows from
    /// it.
    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice>;

    /// Returns the choice for a colour, without reports.
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        let question = Question::Choice {
            interval: Duration::MAX,
        };
        let choice = self.think(game, color, &question, stop, &mut |_| {});
        choice.unwrap_or(Choice::Move(Move::Pass))
    }

    /// Returns a player with the same settings and no earlier searches, whose random choices
    /// depend on this position alone, for regression tests.
    fn fresh(&self, game: &Game, color: Color) -> Box<dyn Player>;

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

    /// Reseeds the player; the next game is game 0 of the new seed.
    fn set_seed(&mut self, seed: u64);
}

/// Returns a number that depends only on the position and the colour to move,
/// for the random choices of a [fresh](Player::fresh) player.
fn position_number(game: &Game, color: Color) -> u64 {
    game.board().hash().value().wrapping_add(color as u64)
}

//! Players choose moves: the random one, the search, levels of strength, and players that
//! wrap another one. The caller plays the chosen move.

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
use ponnuki_core::game::{Choice, Clocks, Game, Outcome};

/// What a player reports while it chooses.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use std::time::Duration;
///
/// use ponnuki::player::{Reports, SearchOptions, SearchPlayer, StopFlag};
/// use ponnuki::{BoardSize, Color, Game, Komi, Player, Rules};
///
/// let game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// let options = SearchOptions { playouts: Some(50), ..SearchOptions::default() };
/// let (mut player, stop) = (SearchPlayer::new(1, options), StopFlag::new());
/// let mut visits = Vec::new();
/// // A report comes whenever the search pauses.
/// let reports = Reports::Every(Duration::ZERO);
/// player.choose_and_report(&game, Color::Black, &reports, &stop, &mut |analysis| {
///     visits.push(analysis.visits);
/// });
/// assert!(visits.len() > 1 && visits.is_sorted());
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Reports {
    /// What is known after every interval.
    Every(Duration),
    /// A whole analysis, also at the end. The choice is one of the moves that the options
    /// permit.
    Analysis(AnalysisOptions),
}

impl Reports {
    /// No report.
    pub const NONE: Self = Self::Every(Duration::MAX);

    /// Returns the options of the analysis that is reported.
    pub(crate) fn options(&self) -> AnalysisOptions {
        match self {
            Self::Every(interval) => AnalysisOptions {
                interval: *interval,
                ..AnalysisOptions::default()
            },
            Self::Analysis(options) => options.clone(),
        }
    }
}

/// A player chooses moves, but never plays them: the caller plays the chosen move in the
/// game.
///
/// One method makes a player, which can then play [games](crate::play_match) and speak GTP:
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::board::{EyeRule, true_eyes};
/// use ponnuki::player::{RandomPlayer, StopFlag};
/// use ponnuki::{BoardSize, Choice, Color, Game, Komi, Move, Player, Rules, play_match};
///
/// /// Plays the first legal point that is no true eye of its own, from A1 on.
/// struct FirstPoint;
///
/// impl Player for FirstPoint {
///     fn choose(&mut self, game: &Game, color: Color, _stop: &StopFlag) -> Choice {
///         let eyes = true_eyes(game.board(), color, EyeRule::default());
///         let first = (game.legal_points(color) - eyes).iter().next();
///         Choice::Move(first.map_or(Move::Pass, Move::Play))
///     }
/// }
///
/// let mut game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// play_match(&mut game, &mut FirstPoint, &mut RandomPlayer::new(1));
/// assert!(game.outcome().is_some());
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub trait Player: Send {
    /// Chooses a move for a colour, even out of turn. Returns soon after the flag is raised,
    /// with the best choice known by then.
    ///
    /// A player that keeps a tree continues in it if the position is the same as before or
    /// follows from it.
    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice;

    /// Chooses as [`choose`](Self::choose), and reports what it thinks. A player that judges no
    /// moves reports nothing and heeds no restriction, as here.
    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        _reports: &Reports,
        stop: &StopFlag,
        _report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        self.choose(game, color, stop)
    }

    /// Analyses a position without choosing, until the flag is raised or the playouts of the
    /// options are used up. A report comes after every interval, and at the end unless the flag
    /// ended the analysis after an earlier report. There is at least one, without visits if the
    /// flag was raised before the first playout. A player that judges no moves reports nothing,
    /// as here.
    fn analyze(
        &mut self,
        _game: &Game,
        _color: Color,
        _options: &AnalysisOptions,
        _stop: &StopFlag,
        _report: &mut dyn FnMut(&Analysis),
    ) {
    }

    /// Begins the next game of the series that follows from the seed.
    fn new_game(&mut self) {}

    /// Called whenever the time system or a clock changes. Players that answer
    /// instantly may ignore it.
    fn set_clocks(&mut self, _clocks: &Clocks) {}

    /// Returns a player for regression tests: with the same settings, without earlier searches,
    /// and with random choices that depend on this position alone. `None` stands for the player
    /// itself, which then has to choose without regard to what came before.
    fn fresh(&self, _game: &Game, _color: Color) -> Option<Box<dyn Player>> {
        None
    }

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
    fn thinks(&self) -> bool {
        false
    }

    /// Returns the seed of the player's games, or 0 if the player leaves nothing to chance.
    fn seed(&self) -> u64 {
        0
    }

    /// Reseeds the player; the next game is game 0 of the new seed.
    fn set_seed(&mut self, _seed: u64) {}
}

/// Lets two players play a game to its end.
///
/// Each is asked in its turn, and a move that is not legal resigns the game. The players begin
/// no new game and see no clock; [`Player::new_game`] is the caller's to call. Where no
/// repetition is forbidden, a game need not end.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::{BoardSize, Game, Komi, RandomPlayer, Rules, play_match};
///
/// let mut game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// let (mut black, mut white) = (RandomPlayer::new(1), RandomPlayer::new(2));
/// let outcome = play_match(&mut game, &mut black, &mut white);
/// assert_eq!(game.outcome(), Some(outcome));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn play_match(game: &mut Game, black: &mut dyn Player, white: &mut dyn Player) -> Outcome {
    let stop = StopFlag::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let color = game.to_move();
        let choice = match color {
            Color::Black => black.choose(game, color, &stop),
            Color::White => white.choose(game, color, &stop),
        };
        let is_played = match choice {
            Choice::Move(action) => game.play(color, action).is_ok(),
            Choice::Resign => false,
        };
        if !is_played {
            game.resign(color);
        }
    }
}

/// Returns a number that depends only on the position and the colour to move,
/// for the random choices of a [fresh](Player::fresh) player.
fn position_number(game: &Game, color: Color) -> u64 {
    game.board().hash().value().wrapping_add(color as u64)
}

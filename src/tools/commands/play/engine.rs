//! The engine's side of a game: its moves, and its advice.

use std::convert::identity;

use ponnuki_core::game::Clocks;
use ponnuki_core::{Choice, Color, Game};
use ponnuki_play::Player;
use ponnuki_play::player::{
    EndingHabits, Level, Passing, PlayerKind, PlayerSettings, SettledPlayer, StopFlag,
};

use super::advice::{self, Advice};

/// A player and the settings that it was created from.
pub(super) struct TerminalEngine {
    settings: PlayerSettings,
    seed: u64,
    habits: EndingHabits,
    player: Box<dyn Player>,
}

impl TerminalEngine {
    pub(super) fn new(settings: PlayerSettings, seed: u64, habits: EndingHabits) -> Self {
        Self::with_order(settings, seed, habits, identity)
    }

    /// Creates an engine. `order` decides which side passes first in a settled game.
    fn with_order(
        settings: PlayerSettings,
        seed: u64,
        habits: EndingHabits,
        order: impl FnOnce(SettledPlayer) -> SettledPlayer,
    ) -> Self {
        let player = player(&settings, seed, habits, order);
        Self {
            settings,
            seed,
            habits,
            player,
        }
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the player's name for a game record.
    pub(super) fn title(&self) -> String {
        self.settings.name()
    }

    /// Describes in a sentence how the engine plays.
    pub(super) fn style(&self) -> String {
        match self.settings.kind {
            PlayerKind::Level(level) if !level.is_random() => {
                format!("The engine plays at level {level} of {}.", Level::MAX)
            }
            PlayerKind::Search => "The engine searches for its moves.".to_owned(),
            PlayerKind::Random | PlayerKind::Level(_) => {
                "The engine plays at random, but keeps its eyes.".to_owned()
            }
        }
    }

    /// Returns whether the engine answers a pass with a pass only in a settled game.
    pub(super) fn waits_for_a_settled_game(&self) -> bool {
        self.habits.passing == Passing::Settled
    }

    /// Replaces the player.
    pub(super) fn change(&mut self, kind: PlayerKind) {
        let settings = PlayerSettings {
            kind,
            ..self.settings.clone()
        };
        *self = Self::new(settings, self.seed, self.habits);
    }

    /// Creates an engine with the same settings that finishes games: it never resigns, and
    /// passes first once the game is settled.
    pub(super) fn finisher(&self, seed: u64) -> Self {
        let mut settings = self.settings.clone();
        settings.search.never_resign = true;
        Self::with_order(settings, seed, self.habits, SettledPlayer::passing_first)
    }

    /// Chooses and plays a move, or resigns.
    pub(super) fn move_in(&mut self, game: &mut Game, color: Color, clocks: Option<&Clocks>) {
        if let Some(clocks) = clocks {
            self.player.set_clocks(clocks);
        }
        let choice = self.player.choose(game, color, &StopFlag::new());
        let Choice::Move(action) = choice else {
            return game.resign(color);
        };
        if let Err(reason) = game.play(color, action) {
            // A player that chooses an illegal move has a bug, and would choose the same
            // move again. So the engine resigns.
            log::error!("the engine chose an illegal move: {reason}");
            game.resign(color);
        }
    }

    /// Returns advice for a colour. A new player gives it, so that it does not influence the
    /// engine's later moves.
    pub(super) fn advise<'a>(&self, game: &'a Game, color: Color) -> Advice<'a> {
        let settings = advice::settings(self.settings.search.memory);
        let mut player = player(&settings, self.seed, self.habits, identity);
        Advice::ask(&mut *player, game, color)
    }
}

/// Creates the player of these settings. `order` decides which side passes first in a settled
/// game.
fn player(
    settings: &PlayerSettings,
    seed: u64,
    habits: EndingHabits,
    order: impl FnOnce(SettledPlayer) -> SettledPlayer,
) -> Box<dyn Player> {
    let player = settings.player(seed);
    match habits.passing {
        Passing::Player => player,
        Passing::Settled => Box::new(order(SettledPlayer::new(player, habits.dead_stones))),
    }
}

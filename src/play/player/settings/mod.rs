//! The settings from which a player is made.

mod ending;
mod form;
mod table;

pub use ending::{EndingHabits, EndingSettings, Passing, Profile};
pub use form::{Form, Players, Setting};

pub use form::{is_true, put, written};

use super::{Level, Player, RandomPlayer, SearchOptions, SearchPlayer};
use ponnuki_core::board::EyeRule;

/// The kind of a player, with its strength if that is a level.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{Level, PlayerKind, PlayerSettings};
///
/// let name = |word: &str| {
///     let kind = match word {
///         "random" => PlayerKind::Random,
///         "search" => PlayerKind::Search,
///         number => PlayerKind::Level(Level::new(number.parse().ok()?)?),
///     };
///     Some(PlayerSettings { kind, ..PlayerSettings::default() }.name())
/// };
/// assert_eq!(name("5").as_deref(), Some("Ponnuki level 5"));
/// assert_eq!((name("10"), name("strong")), (None, None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerKind {
    /// The random player.
    #[default]
    Random,
    /// The search, with limits of its own.
    Search,
    /// A level of strength.
    Level(Level),
}

/// The settings from which a player is made, except for the seed. By default it is the random
/// player.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::{Level, PlayerKind, PlayerSettings};
/// use ponnuki::{BoardSize, Color, Game, Komi, Preset, play_match};
///
/// let settings = |level| {
///     let kind = PlayerKind::Level(Level::new(level).expect("a level from 0 to 9"));
///     PlayerSettings { kind, ..PlayerSettings::default() }
/// };
/// let mut game = Game::new(BoardSize::square(5)?, Preset::TrompTaylor.rules(), Komi::default());
/// play_match(&mut game, &mut *settings(6).player(1), &mut *settings(1).player(2));
/// assert_eq!(game.score().winner(), Some(Color::Black));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSettings {
    /// The kind of the player.
    pub kind: PlayerKind,
    /// The options of the search. The random player needs them for analyses only, and a level
    /// replaces the limits.
    pub search: SearchOptions,
    /// The eyes that random moves keep.
    pub eyes: EyeRule,
    /// The length of the game, in moves, from which the random player resigns.
    pub resign_after: Option<usize>,
}

impl PlayerSettings {
    /// Returns a new player whose games follow from the seed.
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        match self.kind {
            PlayerKind::Level(level) if !level.is_random() => {
                let search = SearchOptions {
                    time_per_move: None,
                    ..self.search.clone()
                };
                level.player(seed, self.eyes, &search)
            }
            PlayerKind::Search => Box::new(SearchPlayer::new(seed, self.search.clone())),
            PlayerKind::Random | PlayerKind::Level(_) => {
                let random = RandomPlayer::new(seed)
                    .with_eyes(self.eyes)
                    .resigning_after(self.resign_after);
                Box::new(random.analysing_with(self.search.clone()))
            }
        }
    }

    /// Returns whether the player searches.
    pub const fn searches(&self) -> bool {
        match self.kind {
            PlayerKind::Random => false,
            PlayerKind::Search => true,
            PlayerKind::Level(level) => !level.is_random(),
        }
    }

    /// Returns whether a search of the player resigns lost games.
    const fn may_resign(&self) -> bool {
        let is_level_too_low = match self.kind {
            PlayerKind::Level(level) => !level.resigns(),
            PlayerKind::Random | PlayerKind::Search => false,
        };
        !self.search.never_resign && !is_level_too_low
    }

    /// Returns the name under which the player takes part in games: `Ponnuki`,
    /// `Ponnuki MCTS` or `Ponnuki level 5`.
    pub fn name(&self) -> String {
        match self.kind {
            PlayerKind::Random => "Ponnuki".to_owned(),
            PlayerKind::Search => "Ponnuki MCTS".to_owned(),
            PlayerKind::Level(level) => format!("Ponnuki level {}", level.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::StopFlag;
    use crate::player::testing::searching;
    use ponnuki_core::board::Color;
    use ponnuki_core::game::Choice;
    use ponnuki_core::game::testing::empty;
    use std::time::Duration;

    fn settings(kind: PlayerKind) -> PlayerSettings {
        PlayerSettings {
            kind,
            search: searching(20),
            ..PlayerSettings::default()
        }
    }

    #[test]
    fn players_are_told_apart_by_their_names() {
        let level = |number| PlayerKind::Level(Level::new(number).unwrap());
        assert_eq!(Level::new(10), None);
        for (kind, name, searches) in [
            (PlayerKind::Random, "Ponnuki", false),
            (PlayerKind::Search, "Ponnuki MCTS", true),
            (level(0), "Ponnuki level 0", false),
            (level(1), "Ponnuki level 1", true),
            (level(9), "Ponnuki level 9", true),
        ] {
            let settings = settings(kind);
            assert_eq!(settings.name(), name);
            assert_eq!(settings.searches(), searches, "{name}");
            let player = settings.player(7);
            assert_eq!(player.thinks(), searches, "{name}");
            assert_eq!(player.seed(), 7);
        }
    }

    #[test]
    fn only_the_random_player_resigns_when_asked_to() {
        let game = empty(5, "7.5");
        let resigns = |kind| {
            let settings = PlayerSettings {
                resign_after: Some(0),
                ..settings(kind)
            };
            let mut player = settings.player(1);
            player.choose(&game, Color::Black, &StopFlag::new()) == Choice::Resign
        };
        assert!(resigns(PlayerKind::Random));
        assert!(resigns(PlayerKind::Level(Level::new(0).unwrap())));
        assert!(!resigns(PlayerKind::Search));
    }

    #[test]
    fn a_level_has_no_limit_of_time() {
        let game = empty(5, "7.5");
        let suggestion = |time_per_move| {
            let mut settings = settings(PlayerKind::Level(Level::new(6).unwrap()));
            settings.search.time_per_move = time_per_move;
            let mut player = settings.player(3).fresh(&game, Color::Black).unwrap();
            player.choose(&game, Color::Black, &StopFlag::new())
        };
        assert_eq!(suggestion(Some(Duration::from_nanos(1))), suggestion(None));
    }
}

//! How an engine ends games: when it passes, and which stones count as dead.

use super::PlayerSettings;
use crate::estimate::DeadStones;
use crate::player::{Player, SettledPlayer};
use ponnuki_core::board::named_enum;

named_enum! {
    /// The policy that decides when an engine passes.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::player::{EndingSettings, Passing, PlayerSettings, StopFlag};
    /// use ponnuki::{Choice, Color, Game, Komi, Move, Preset, board::diagram};
    ///
    /// // White has passed, and nothing is left to play for.
    /// let board = diagram::parse(".X.XX/XXXXX/XXX../XXXO./XXX..")?;
    /// let mut game = Game::new(board.size(), Preset::Chinese.rules(), Komi::default());
    /// game.set_up(board.position(), Color::White)?;
    /// game.play(Color::White, Move::Pass)?;
    /// let random = PlayerSettings::default();
    /// let passes = |passing| {
    ///     let ending = EndingSettings { passing: Some(passing), ..EndingSettings::default() };
    ///     let mut player = ending.habits(&random).apply(random.player(1));
    ///     player.choose(&game, Color::Black, &StopFlag::new()) == Choice::Move(Move::Pass)
    /// };
    /// assert!(passes(Passing::Settled) && !passes(Passing::Player));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Passing {
        /// When its player passes.
        ///
        /// The random player fills the board except for eyes. Where territory counts, the
        /// engine passes as soon as nothing is left to play for.
        Player = "filled",
        /// Also when nothing is left to play for.
        ///
        /// Either the opponent has just passed or territory counts; and no point is open, and
        /// passing wins or costs nothing.
        Settled = "settled",
    }
}

named_enum! {
    /// The kind of program or server that an engine plays under.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::estimate::DeadStones;
    /// use ponnuki::player::{EndingSettings, PlayerKind, PlayerSettings, Profile};
    ///
    /// // A search leaves dead stones on the board, but CGOS would count them as alive.
    /// let search = PlayerSettings { kind: PlayerKind::Search, ..PlayerSettings::default() };
    /// let on_cgos = EndingSettings { profile: Some(Profile::Cgos), ..EndingSettings::default() };
    /// let habits = [EndingSettings::default(), on_cgos].map(|settings| settings.habits(&search));
    /// assert_eq!(habits.map(|it| it.dead_stones), [DeadStones::Estimated, DeadStones::Marked]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Profile {
        /// A GUI, in which people agree on the dead stones.
        Gui = "gui",
        /// The server KGS, where a clean-up follows if the players do not agree.
        Kgs = "kgs",
        /// The server CGOS, which counts all stones on the board as alive.
        Cgos = "cgos",
        /// A program that plays matches and takes no stones off the board.
        Twogtp = "twogtp",
    }
}

/// How an engine ends its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingHabits {
    /// The policy that decides when to pass.
    pub passing: Passing,
    /// The stones that count as dead at the end.
    pub dead_stones: DeadStones,
}

/// The settings from which [`EndingHabits`] are made. A value that is not set follows from
/// the profile, and the profile from the player.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::DeadStones;
/// use ponnuki::player::{EndingSettings, Passing, PlayerSettings, Profile};
///
/// let settings = EndingSettings {
///     profile: Some(Profile::Kgs),
///     passing: Some(Passing::Player),
///     dead_stones: None,
/// };
/// let habits = settings.habits(&PlayerSettings::default());
/// // What is set comes before the profile, which decides the rest.
/// assert_eq!((habits.passing, habits.dead_stones), (Passing::Player, DeadStones::Estimated));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndingSettings {
    /// The kind of controller.
    pub profile: Option<Profile>,
    /// The policy that decides when to pass.
    pub passing: Option<Passing>,
    /// The stones that count as dead at the end.
    pub dead_stones: Option<DeadStones>,
}

impl Profile {
    /// Returns the profile of a player for which none is chosen. The random player fills
    /// the board, so it needs no estimate.
    const fn of_player(player: &PlayerSettings) -> Self {
        if player.searches() {
            Self::Gui
        } else {
            Self::Twogtp
        }
    }

    /// Returns the habits that the controller expects.
    pub const fn habits(self) -> EndingHabits {
        match self {
            Self::Gui | Self::Kgs => EndingHabits {
                passing: Passing::Settled,
                dead_stones: DeadStones::Estimated,
            },
            Self::Cgos | Self::Twogtp => EndingHabits {
                passing: Passing::Player,
                dead_stones: DeadStones::Marked,
            },
        }
    }
}

impl EndingHabits {
    /// Lets a player end its games with these habits.
    pub fn apply(self, player: Box<dyn Player>) -> Box<dyn Player> {
        let player = SettledPlayer::new(player, self.dead_stones);
        match self.passing {
            Passing::Player => Box::new(player.only_territory()),
            Passing::Settled => Box::new(player),
        }
    }
}

impl EndingSettings {
    /// Returns the habits of an engine with this player.
    pub fn habits(&self, player: &PlayerSettings) -> EndingHabits {
        let profile = self.profile.unwrap_or(Profile::of_player(player));
        let default = profile.habits();
        EndingHabits {
            passing: self.passing.unwrap_or(default.passing),
            dead_stones: self.dead_stones.unwrap_or(default.dead_stones),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Level, PlayerKind};

    fn habits(settings: EndingSettings, kind: PlayerKind) -> (&'static str, &'static str) {
        let player = PlayerSettings {
            kind,
            ..PlayerSettings::default()
        };
        let habits = settings.habits(&player);
        (habits.passing.name(), habits.dead_stones.name())
    }

    #[test]
    fn players_that_search_end_games_as_people_do() {
        let level = |number| PlayerKind::Level(Level::new(number).unwrap());
        for (kind, expected) in [
            (PlayerKind::Random, ("filled", "marked")),
            (level(0), ("filled", "marked")),
            (level(1), ("settled", "estimate")),
            (PlayerKind::Search, ("settled", "estimate")),
        ] {
            assert_eq!(habits(EndingSettings::default(), kind), expected);
        }
    }

    #[test]
    fn the_protocol_lists_the_profiles() {
        let protocol = include_str!("../../../manual/gtp.md");
        for profile in Profile::ALL {
            let habits = profile.habits();
            let (passing, dead_stones) = (habits.passing, habits.dead_stones);
            let values = format!("` | `{passing}` | `{dead_stones}` |");
            let mut rows = protocol.lines().filter(|line| line.contains(&values));
            assert!(
                rows.any(|row| row.contains(&format!("`{profile}`"))),
                "{profile}"
            );
        }
    }

    #[test]
    fn a_profile_replaces_the_defaults_and_a_set_value_the_profile() {
        for kind in [PlayerKind::Random, PlayerKind::Search] {
            for (profile, expected) in [
                (Profile::Gui, ("settled", "estimate")),
                (Profile::Kgs, ("settled", "estimate")),
                (Profile::Cgos, ("filled", "marked")),
                (Profile::Twogtp, ("filled", "marked")),
            ] {
                let settings = EndingSettings {
                    profile: Some(profile),
                    ..EndingSettings::default()
                };
                assert_eq!(habits(settings, kind), expected, "{profile}");
                let settings = EndingSettings {
                    passing: Some(Passing::Player),
                    dead_stones: Some(DeadStones::Estimated),
                    ..settings
                };
                assert_eq!(habits(settings, kind), ("filled", "estimate"), "{profile}");
            }
        }
    }
}

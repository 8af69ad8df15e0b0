//! Levels of strength, from the random player upwards.

use std::fmt;

use super::search::{SearchOptions, SearchPlayer, Sight};
use super::{Player, RandomPlayer};
use ponnuki_core::board::EyeRule;

/// A level of strength, from 0 to 9.
///
/// Level 0 is the random player. The others ask the network. Levels 1 to 6 draw their moves by its policy,
/// from those that they do not overlook, and the others search, the more the higher they are.
/// Levels below 6 play lost games to the end, as beginners do.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::Level;
///
/// // A menu of the opponents that play lost games to the end.
/// let levels = (0..=Level::MAX).filter_map(Level::new).filter(|level| !level.resigns());
/// let menu: Vec<_> = levels.map(|level| format!("{level}: {}", level.style())).collect();
/// assert_eq!(menu[0], "0: plays anywhere but in its own eyes");
/// assert_eq!(menu.len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The settings of a level that asks the network.
struct LevelSettings {
    /// The positions that the network judges for each move.
    playouts: u32,
    /// What the level overlooks, if it draws its moves.
    sight: Option<Sight>,
}

/// The positions that a level judges before it draws a move: enough to know when a game is settled.
const GLANCES: u32 = 2;

/// The levels from 1 upwards.
const LEVELS: [LevelSettings; 9] = [
    LevelSettings::drawing(195),
    LevelSettings::drawing(180),
    LevelSettings::drawing(160),
    LevelSettings::drawing(135),
    LevelSettings::drawing(95),
    LevelSettings::drawing(25),
    LevelSettings::searching(3),
    LevelSettings::searching(8),
    LevelSettings::searching(20),
];

/// How each level plays, from 0 upwards.
const STYLES: [&str; LEVELS.len() + 1] = [
    "plays anywhere but in its own eyes",
    "plays at first sight, and overlooks three moves of four",
    "overlooks seven moves of ten",
    "overlooks five moves of eight",
    "overlooks every other move",
    "overlooks two moves of five, and plays lost games to the end as the levels below do",
    "overlooks one move of ten, and resigns lost games as the levels above do",
    "overlooks nothing, and reads hardly ahead",
    "reads a little",
    "reads more than twice as much as level 8",
];

const MIN_RESIGNING: u8 = 6;

impl LevelSettings {
    /// Returns a level that overlooks each move with this chance in 256ths.
    const fn drawing(overlooked: u8) -> Self {
        Self {
            playouts: GLANCES,
            sight: Some(Sight { overlooked }),
        }
    }

    const fn searching(playouts: u32) -> Self {
        Self {
            playouts,
            sight: None,
        }
    }
}

impl Level {
    /// The strongest level.
    pub const MAX: u8 = LEVELS.len() as u8;

    /// Returns the level with this number, or `None` above
    /// [`MAX`](Self::MAX).
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::MAX {
            Some(Self(level))
        } else {
            None
        }
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns whether the level is that of the random player.
    pub const fn is_random(self) -> bool {
        self.0 == 0
    }

    /// Returns whether players of this level resign lost games.
    pub const fn resigns(self) -> bool {
        self.0 >= MIN_RESIGNING
    }

    /// Describes how the level plays: `reads short fights`.
    pub const fn style(self) -> &'static str {
        STYLES[self.0 as usize]
    }

    /// Describes the styles of all levels.
    pub(super) fn descriptions() -> String {
        let levels = (0..=Self::MAX).filter_map(Self::new);
        let styles: Vec<_> = levels
            .map(|level| format!("{level} {}", level.style()))
            .collect();
        format!("{}.", styles.join(". "))
    }

    /// Returns a player of this level whose games follow from the seed. Only level 0 asks for the rule
    /// of eyes; the others search with these options, but for the playouts.
    pub fn player(self, seed: u64, eyes: EyeRule, options: &SearchOptions) -> Box<dyn Player> {
        let Some(settings) = self.settings() else {
            return Box::new(RandomPlayer::new(seed).with_eyes(eyes));
        };
        let options = SearchOptions {
            playouts: Some(settings.playouts),
            never_resign: options.never_resign || !self.resigns(),
            ..options.clone()
        };
        let player = SearchPlayer::new(seed, options);
        Box::new(match settings.sight {
            None => player,
            Some(sight) => player.with_sight(sight),
        })
    }

    /// Returns the settings of the search, or `None` for the random player.
    fn settings(self) -> Option<&'static LevelSettings> {
        LEVELS.get(usize::from(self.0).checked_sub(1)?)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::StopFlag;
    use crate::player::testing::{analyze, play_out, searching};
    use ponnuki_core::board::Color;
    use ponnuki_core::game::testing::empty;
    use ponnuki_core::game::{Choice, Outcome};

    fn player(level: u8, seed: u64) -> Box<dyn Player> {
        let level = Level::new(level).unwrap();
        level.player(seed, EyeRule::default(), &searching(7))
    }

    #[test]
    fn moves_of_low_levels_follow_from_the_seed_and_the_game() {
        let game = empty(9, "7.5");
        // The first moves of ten games.
        let choices = |player: &mut dyn Player| {
            [(); 10].map(|()| {
                let choice = player.choose(&game, Color::Black, &StopFlag::new());
                player.new_game();
                choice
            })
        };
        let mut asked = player(1, 1);
        let first = choices(&mut *asked);
        assert_ne!(first, [first[0]; 10]);
        assert_ne!(choices(&mut *asked), first);
        asked.set_seed(1);
        assert_eq!(choices(&mut *asked), first);
        asked.set_seed(2);
        assert_ne!(choices(&mut *asked), first);
        // For a position, neither the game nor what was asked before counts.
        let fresh = |player: &dyn Player| choices(&mut *player.fresh(&game, Color::Black).unwrap());
        assert_eq!(fresh(&*asked), fresh(&*player(1, 2)));
    }

    #[test]
    fn a_golden_game() {
        // A version that plays another game has changed the play.
        assert_eq!(
            play_out(&mut *player(3, 1), &mut empty(5, "0.5")),
            "B3 C2 E3 C4 D2 C3 B2 B1 A2 B4 A4 D3 pass E4 pass pass"
        );
    }

    #[test]
    fn an_analysis_overlooks_nothing() {
        let game = empty(7, "7.5");
        for seed in 0..4 {
            let mut plain = SearchPlayer::new(seed, searching(7));
            let expected = analyze(&mut plain, &game, Color::Black, 20);
            assert_eq!(
                analyze(&mut *player(1, seed), &game, Color::Black, 20),
                expected
            );
        }
    }

    #[test]
    fn the_styles_are_those_of_the_manual() {
        let players = include_str!("../../manual/players.md");
        let (_, levels) = players.split_once("\n## Levels\n").unwrap();
        for level in (0..=Level::MAX).map(Level) {
            let row = format!("\n| {level} | {} | ", level.style());
            assert!(levels.contains(&row), "{level}");
        }
    }

    #[test]
    fn low_levels_play_lost_games_to_the_end() {
        for level in [1, 5, 6] {
            let mut players = [1, 2].map(|seed| player(level, seed));
            let mut game = empty(5, "100.5");
            while game.outcome().is_none() {
                let color = game.to_move();
                let player = &mut players[color as usize];
                match player.choose(&game, color, &StopFlag::new()) {
                    Choice::Move(action) => drop(game.play(color, action).unwrap()),
                    Choice::Resign => game.resign(color),
                }
            }
            let is_resigned = game.outcome() != Some(Outcome::TwoPasses);
            assert_eq!(is_resigned, Level(level).resigns(), "{level}");
        }
    }

    #[test]
    fn higher_levels_see_and_read_more() {
        let all: Vec<_> = (1..=Level::MAX)
            .filter_map(|level| Level(level).settings())
            .collect();
        for pair in all.windows(2) {
            let [lower, higher] = [pair[0], pair[1]].map(|it| it.sight.map(|it| it.overlooked));
            match (lower, higher) {
                (Some(lower), Some(higher)) => assert!(lower > higher),
                (None, None) => assert!(pair[0].playouts < pair[1].playouts),
                order => assert!(
                    order.1.is_none(),
                    "a level that searches is below one that draws"
                ),
            }
        }
    }
}

//! Levels of strength, from the random player upwards.

use std::fmt;

use crate::board::EyeRule;
use crate::playout::TacticalPolicy;

use super::search::{PlayoutPlayer, SearchOptions};
use super::{Player, RandomPlayer};

/// A level of strength, from 0 to 9.
///
/// Level 0 is the random player. The others search: levels 1 to 3 make some of
/// their moves without thought, levels 1 to 5 use uniform playouts, which overlook
/// what tactical playouts see, and the number of playouts grows with the level.
/// Levels below 6 play lost games to the end, as beginners do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The settings of a level that searches.
struct LevelSettings {
    playouts: u32,
    policy: TacticalPolicy,
    /// The chance of a move without thought, in 256ths. `None` also permits worthless plays
    /// in the opening.
    distraction: Option<u8>,
    /// The measured rating, as in the tables of this module's `README.md`.
    elo: u32,
    elo_19x19: Option<u32>,
}

/// The levels from 1 upwards.
const LEVELS: [LevelSettings; 9] = [
    LevelSettings::new(10, TacticalPolicy::UNIFORM, Some(240), 425, None),
    LevelSettings::new(10, TacticalPolicy::UNIFORM, Some(160), 716, None),
    LevelSettings::new(10, TacticalPolicy::UNIFORM, Some(80), 984, None),
    LevelSettings::new(20, TacticalPolicy::UNIFORM, Some(0), 1271, None),
    LevelSettings::new(100, TacticalPolicy::UNIFORM, None, 1592, Some(0)),
    LevelSettings::new(100, TacticalPolicy::ALL, None, 1938, Some(334)),
    LevelSettings::new(300, TacticalPolicy::ALL, None, 2620, Some(511)),
    LevelSettings::new(1_000, TacticalPolicy::ALL, None, 3016, Some(971)),
    LevelSettings::new(5_000, TacticalPolicy::ALL, None, 3547, Some(1501)),
];

/// How each level plays, from 0 upwards.
const STYLES: [&str; LEVELS.len() + 1] = [
    "plays anywhere but in its own eyes",
    "plays where it looks natural, and almost never thinks",
    "thinks about one move in three, and leaves many stones in atari",
    "thinks about two moves in three, and leaves some stones in atari",
    "thinks for a moment about every move, and hardly reads ahead",
    "reads a little, and plays lost games to the end as the levels below do",
    "answers ataris, reads ladders, and resigns lost games as the levels above do",
    "reads short fights",
    "reads longer fights",
    "reads five times as much as level 8",
];

const MIN_RESIGNING: u8 = 6;

impl LevelSettings {
    const fn new(
        playouts: u32,
        policy: TacticalPolicy,
        distraction: Option<u8>,
        elo: u32,
        elo_19x19: Option<u32>,
    ) -> Self {
        Self {
            playouts,
            policy,
            distraction,
            elo,
            elo_19x19,
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

    /// Returns the number of playouts for each move, or `None` for the random player.
    pub fn playouts(self) -> Option<u32> {
        self.settings().map(|settings| settings.playouts)
    }

    /// Returns the rating on 9x9 over level 0, in Elo.
    pub fn elo(self) -> u32 {
        self.settings().map_or(0, |settings| settings.elo)
    }

    /// Returns the rating on 19x19 over level 5, in Elo, or `None` for the levels below,
    /// which were not rated there.
    fn elo_19x19(self) -> Option<u32> {
        self.settings()?.elo_19x19
    }

    /// Returns whether players of this level resign lost games.
    pub const fn resigns(self) -> bool {
        self.0 >= MIN_RESIGNING
    }

    /// Describes how the level plays: `reads short fights`.
    pub const fn style(self) -> &'static str {
        STYLES[self.0 as usize]
    }

    /// Describes the styles and ratings of all levels.
    pub(super) fn descriptions() -> String {
        let levels = || (0..=Self::MAX).filter_map(Self::new);
        let list = |ratings: Vec<u32>| {
            let names: Vec<_> = ratings.iter().map(u32::to_string).collect();
            let (last, others) = names.split_last().expect("there are levels");
            format!("{} and {last}", others.join(", "))
        };
        let styles: Vec<_> = levels()
            .map(|level| format!("{level} {}", level.style()))
            .collect();
        format!(
            "{}. On 9x9 the levels from 1 upwards are {} Elo above level 0. On 19x19 those from 6 \
             upwards are {} Elo above level 5.",
            styles.join(". "),
            list(levels().map(Self::elo).skip(1).collect()),
            list(levels().filter_map(Self::elo_19x19).skip(1).collect()),
        )
    }

    /// Returns a player of this level whose games follow from the seed. The
    /// level replaces the playouts, their policy and the priors in the options.
    /// Moves without thought keep the true eyes of this rule.
    pub fn player(self, seed: u64, eyes: EyeRule, options: &SearchOptions) -> Box<dyn Player> {
        let Some(settings) = self.settings() else {
            return Box::new(RandomPlayer::new(seed, eyes, None));
        };
        let options = SearchOptions {
            playouts: Some(settings.playouts),
            never_resign: options.never_resign || !self.resigns(),
            ..options.clone()
        };
        let player = PlayoutPlayer::new(seed, options).with_policy(settings.policy);
        Box::new(match settings.distraction {
            None => player,
            Some(chance) => player.distracted(eyes, chance),
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
    use crate::board::Color;
    use crate::game::testing::empty;
    use crate::game::{Choice, Outcome};
    use crate::player::testing::{ask, searching};
    use crate::player::{AnalysisOptions, MoveAnalysis, Question, StopFlag};

    /// Returns the visits and values of a player's first search.
    fn first_search(player: &mut dyn Player) -> Vec<(u64, String)> {
        let game = empty(7, "7.5");
        let question = Question::AnalyzedChoice(AnalysisOptions::default());
        let (_, found) = ask(player, &game, Color::Black, &question);
        let value = |entry: &MoveAnalysis| format!("{:?} {}", entry.action, entry.winrate);
        let moves = found.expect("a report").moves.into_iter();
        moves.map(|it| (it.visits, value(&it))).collect()
    }

    #[test]
    fn moves_without_thought_follow_from_the_seed_and_the_game() {
        let level = Level::new(1).unwrap();
        let player = |seed| level.player(seed, EyeRule::default(), &searching(7));
        let game = empty(9, "7.5");
        let choices = |player: &mut dyn Player| {
            let choose = |()| player.choose(&game, Color::Black, &StopFlag::new());
            [(); 20].map(choose)
        };
        let mut asked = player(1);
        let first = choices(&mut *asked);
        asked.new_game();
        assert_ne!(choices(&mut *asked), first);
        asked.set_seed(1);
        assert_eq!(choices(&mut *asked), first);
        asked.set_seed(2);
        assert_ne!(choices(&mut *asked), first);
        // For a position, neither the game nor what was asked before counts.
        let mut fresh = player(2).fresh(&game, Color::Black);
        assert_eq!(
            choices(&mut *asked.fresh(&game, Color::Black)),
            choices(&mut *fresh)
        );
        assert_ne!(choices(&mut *fresh), choices(&mut *player(2)));
    }

    #[test]
    fn analyses_are_never_distracted() {
        let level = Level::new(1).unwrap();
        let settings = level.settings().unwrap();
        for seed in 0..8 {
            let mut player = level.player(seed, EyeRule::default(), &searching(7));
            let found = first_search(&mut *player);
            let plain = PlayoutPlayer::new(seed, searching(settings.playouts));
            assert_eq!(found, first_search(&mut plain.with_policy(settings.policy)));
        }
    }

    #[test]
    fn a_level_decides_the_playouts_and_their_policy() {
        // Levels 5 and 6 differ in their policy alone.
        let [uniform, tactical] = [5, 6].map(|level| {
            let level = Level::new(level).unwrap();
            let settings = level.settings().unwrap();
            let search = |playouts, policy| {
                first_search(&mut PlayoutPlayer::new(3, searching(playouts)).with_policy(policy))
            };
            // The level replaces the playouts of the options.
            let found = first_search(&mut *level.player(3, EyeRule::default(), &searching(7)));
            assert_eq!(found, search(settings.playouts, settings.policy));
            found
        });
        assert_ne!(uniform, tactical);
    }

    #[test]
    fn the_ratings_are_those_of_the_readme() {
        let readme = include_str!("README.md");
        let (_, levels) = readme.split_once("\n### Levels\n").unwrap();
        let (small, large) = levels.split_once("on 19x19").unwrap();
        let rating = |text: &str, level: Level, column: usize| {
            let mut rows = text
                .lines()
                .map(|line| line.split(" | ").collect::<Vec<_>>());
            let row = rows.find(|row| row[0] == format!("| {level}"))?;
            row[column].split(' ').next()?.parse::<u32>().ok()
        };
        for level in (0..=Level::MAX).map(Level) {
            assert_eq!(rating(small, level, 3), Some(level.elo()), "{level}");
            let row = small
                .lines()
                .find(|row| row.starts_with(&format!("| {level} | ")));
            assert_eq!(row.unwrap().split(" | ").nth(1), Some(level.style()));
            let above_5 = level.elo_19x19().filter(|&elo| elo > 0);
            assert_eq!(rating(large, level, 1), above_5, "{level}");
        }
    }

    #[test]
    fn low_levels_play_lost_games_to_the_end() {
        for level in [1, 5, 6] {
            let level = Level::new(level).unwrap();
            let player = |seed| level.player(seed, EyeRule::default(), &searching(7));
            let mut players = [1, 2].map(player);
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
            assert_eq!(is_resigned, level.resigns(), "{level}");
        }
    }

    #[test]
    fn higher_levels_do_more() {
        let all: Vec<_> = (1..=Level::MAX)
            .filter_map(|level| Level(level).settings())
            .collect();
        assert_eq!(all.len(), usize::from(Level::MAX));
        for pair in all.windows(2) {
            assert!(pair[0].playouts <= pair[1].playouts);
            assert!(pair[0].distraction >= pair[1].distraction);
        }
    }
}

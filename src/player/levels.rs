//! Levels of strength: a ladder from the random player upwards.

use crate::board::EyeRule;
use crate::player::search::{SearchOptions, SearchPlayer};
use crate::player::{Distracted, Player, RandomPlayer};
use crate::playout::TacticalPolicy;

/// A rung of the ladder.
///
/// Level 0 is the random player. The lowest others make some of their moves at
/// random, those below the middle play out uniformly and overlook what the
/// upper ones see, and those have more playouts the higher they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level plays.
struct Habits {
    playouts: u32,
    policy: TacticalPolicy,
    /// Random moves in 256.
    distraction: u8,
}

impl Level {
    /// The strongest level.
    pub const HIGHEST: u8 = 9;

    /// The level of a number, or `None` for one above 9.
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::HIGHEST {
            Some(Self(level))
        } else {
            None
        }
    }

    /// It is the random player's level.
    pub const fn is_random(self) -> bool {
        self.0 == 0
    }

    /// A player of this level whose games follow from the seed. Of the options
    /// the playouts and what they do are the level's; random moves keep the
    /// eyes of this rule.
    pub fn player(self, seed: u64, eyes: EyeRule, options: &SearchOptions) -> Box<dyn Player> {
        let Some(habits) = self.habits() else {
            return Box::new(RandomPlayer::new(seed, eyes, None));
        };
        let options = SearchOptions {
            playouts: Some(habits.playouts),
            policy: habits.policy,
            ..options.clone()
        };
        let player = SearchPlayer::new(seed, options);
        match habits.distraction {
            0 => Box::new(player),
            chance => Box::new(Distracted::new(player, eyes, chance)),
        }
    }

    /// How the level searches, or `None` when it does not.
    const fn habits(self) -> Option<Habits> {
        let (playouts, policy, distraction) = match self.0 {
            0 => return None,
            1 => (10, TacticalPolicy::UNIFORM, 208),
            2 => (10, TacticalPolicy::UNIFORM, 128),
            3 => (10, TacticalPolicy::UNIFORM, 48),
            4 => (20, TacticalPolicy::UNIFORM, 0),
            5 => (100, TacticalPolicy::UNIFORM, 0),
            6 => (100, TacticalPolicy::ALL, 0),
            7 => (300, TacticalPolicy::ALL, 0),
            8 => (1_000, TacticalPolicy::ALL, 0),
            _ => (5_000, TacticalPolicy::ALL, 0),
        };
        Some(Habits {
            playouts,
            policy,
            distraction,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_begins_with_the_random_player() {
        assert_eq!(Level::new(10), None);
        let thinks = |level: u8| {
            let level = Level::new(level).unwrap();
            let player = level.player(7, EyeRule::default(), &SearchOptions::default());
            assert_eq!(player.seed(), 7);
            player.thinks()
        };
        assert!(!thinks(0));
        assert!((1..=Level::HIGHEST).all(thinks));
    }

    #[test]
    fn higher_levels_do_more() {
        let all: Vec<_> = (1..=Level::HIGHEST)
            .filter_map(|level| Level(level).habits())
            .collect();
        assert_eq!(all.len(), usize::from(Level::HIGHEST));
        for pair in all.windows(2) {
            assert!(pair[0].playouts <= pair[1].playouts);
            assert!(pair[0].distraction >= pair[1].distraction);
        }
    }
}

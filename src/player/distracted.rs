//! A player that makes some of its moves at random.

use crate::board::{Color, EyeRule};
use crate::game::{Choice, Clocks, Game, Phase};
use crate::random::RandomStream;

use super::{Analysis, Player, Question, RandomPlayer, StopFlag, position_number};

/// Plays like another player, but makes some moves at random.
///
/// The result is a weak opponent that overlooks things as beginners do, with a strength
/// between the random player's and the inner player's.
pub struct DistractedPlayer {
    player: Box<dyn Player>,
    random: RandomPlayer,
    /// The chance of a random move, in 256ths.
    chance: u8,
    game_number: u64,
    stream: RandomStream,
}

impl DistractedPlayer {
    /// Wraps a player. With probability `chance / 256`, a move is made by the random player
    /// with this eye rule. The games follow from the inner player's seed.
    pub fn new(player: Box<dyn Player>, eyes: EyeRule, chance: u8) -> Self {
        let seed = player.seed();
        Self {
            random: RandomPlayer::new(seed, eyes, None),
            player,
            chance,
            game_number: 0,
            stream: stream(seed, 0),
        }
    }
}

/// Draws whether to move at random, with a chance in 256ths.
fn is_distracted(chance: u8, stream: &mut RandomStream) -> bool {
    stream
        .below(256)
        .is_some_and(|drawn| drawn < u64::from(chance))
}

/// Returns the stream that decides when to move at random. Such streams are
/// numbered from `u64::MAX` down, so that they never coincide with the players'
/// own streams, which are numbered from 0 up.
fn stream(seed: u64, game_number: u64) -> RandomStream {
    RandomStream::new(seed, !game_number)
}

impl Player for DistractedPlayer {
    fn new_game(&mut self) {
        self.game_number += 1;
        self.stream = stream(self.seed(), self.game_number);
        self.player.new_game();
        self.random.new_game();
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.player.set_clocks(clocks);
    }

    /// Delegates analyses, choices that come with an analysis, and clean-up phases to the
    /// inner player, so these are never random.
    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        let is_plain = matches!(question, Question::Choice { .. }) && game.phase() == Phase::Main;
        let player = if is_plain && is_distracted(self.chance, &mut self.stream) {
            &mut self.random
        } else {
            &mut *self.player
        };
        player.think(game, color, question, stop, report)
    }

    fn fresh(&self, game: &Game, color: Color) -> Box<dyn Player> {
        Box::new(Self {
            player: self.player.fresh(game, color),
            random: self.random.at_position(game, color),
            stream: stream(self.seed(), position_number(game, color)),
            ..*self
        })
    }

    fn thinks(&self) -> bool {
        self.player.thinks()
    }

    fn seed(&self) -> u64 {
        self.player.seed()
    }

    fn set_seed(&mut self, seed: u64) {
        self.player.set_seed(seed);
        self.random.set_seed(seed);
        self.game_number = 0;
        self.stream = stream(seed, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::game::TimeSystem;
    use crate::player::{AnalysisOptions, SearchOptions, SearchPlayer};
    use crate::rules::{Komi, Rules};
    use std::time::Duration;

    /// Returns a player that resigns whenever it is not distracted.
    fn distracted(chance: u8) -> DistractedPlayer {
        let quitter = RandomPlayer::new(1, EyeRule::default(), Some(0));
        DistractedPlayer::new(Box::new(quitter), EyeRule::default(), chance)
    }

    fn choices(player: &mut DistractedPlayer) -> Vec<Choice> {
        let game = Game::new(
            BoardSize::square(9).unwrap(),
            Rules::default(),
            Komi::default(),
        );
        let stop = StopFlag::new();
        let choose = |()| player.choose(&game, Color::Black, &stop);
        [(); 400].map(choose).to_vec()
    }

    fn resignations(choices: &[Choice]) -> usize {
        let resigns = |choice: &&Choice| **choice == Choice::Resign;
        choices.iter().filter(resigns).count()
    }

    #[test]
    fn it_is_distracted_as_often_as_it_should_be() {
        let made = |chance| resignations(&choices(&mut distracted(chance)));
        assert_eq!(made(0), 400);
        // 300 on average, with a standard deviation of 8.7.
        assert!((270..330).contains(&made(64)), "{}", made(64));
    }

    #[test]
    fn clocks_and_analyses_are_those_of_the_inner_player() {
        let game = Game::new(
            BoardSize::square(5).unwrap(),
            Rules::default(),
            Komi::default(),
        );
        let search = SearchPlayer::new(
            1,
            SearchOptions {
                playouts: Some(100),
                memory: 16,
                ..SearchOptions::default()
            },
        );
        let mut player = DistractedPlayer::new(Box::new(search), EyeRule::default(), 0);
        let visits = |player: &mut DistractedPlayer, playouts| {
            let options = AnalysisOptions {
                playouts,
                ..AnalysisOptions::default()
            };
            let (mut visits, stop) = (None, StopFlag::new());
            let mut count = |analysis: &Analysis| {
                visits = Some(analysis.moves.iter().map(|entry| entry.visits).sum::<u64>());
            };
            let question = match playouts {
                Some(_) => Question::Analysis(options),
                None => Question::AnalyzedChoice(options),
            };
            player.think(&game, Color::Black, &question, &stop, &mut count);
            visits
        };
        assert_eq!(visits(&mut player, Some(50)), Some(50));
        player.new_game();
        assert_eq!(visits(&mut player, None), Some(100));
        let main = Duration::ZERO;
        player.set_clocks(&Clocks::new(TimeSystem::Absolute { main }));
        player.new_game();
        assert_eq!(visits(&mut player, None), Some(0));
    }

    #[test]
    fn its_games_follow_from_the_seed() {
        let mut player = distracted(128);
        let first = choices(&mut player);
        player.new_game();
        assert_ne!(choices(&mut player), first);
        player.set_seed(1);
        assert_eq!(choices(&mut player), first);
        player.set_seed(2);
        assert_ne!(choices(&mut player), first);
    }
}

//! A player that makes some of its moves at random.

use std::time::Duration;

use crate::board::{Color, EyeRule};
use crate::game::{Choice, Clocks, Game};
use crate::random::RandomStream;

use super::{
    Analysis, AnalysisOptions, Player, RandomPlayer, Restrictions, StopFlag, position_number,
};

/// Plays as another player does, but makes some of its moves at random.
///
/// The result is a weak opponent that overlooks things as beginners do. Its
/// strength lies anywhere between the random player's and the inner player's.
pub struct Distracted<P> {
    player: P,
    random: RandomPlayer,
    /// The chance of a random move, in 256ths.
    chance: u8,
    game_number: u64,
    stream: RandomStream,
}

impl<P: Player> Distracted<P> {
    /// Wraps a player. It makes a move of the random player, with this eye rule,
    /// `chance` times in 256. Its games follow from the inner player's seed.
    pub fn new(player: P, eyes: EyeRule, chance: u8) -> Self {
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

impl<P: Player> Player for Distracted<P> {
    fn new_game(&mut self) {
        self.game_number += 1;
        self.stream = stream(self.seed(), self.game_number);
        self.player.new_game();
        self.random.new_game();
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.player.set_clocks(clocks);
    }

    fn choose(&mut self, game: &Game, color: Color, stop: &StopFlag) -> Choice {
        self.choose_and_report(game, color, Duration::MAX, stop, &mut |_| {})
    }

    fn choose_and_report(
        &mut self,
        game: &Game,
        color: Color,
        interval: Duration,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        if is_distracted(self.chance, &mut self.stream) {
            self.random.choose(game, color, stop)
        } else {
            self.player
                .choose_and_report(game, color, interval, stop, report)
        }
    }

    fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) {
        self.player.analyze(game, color, options, stop, report);
    }

    /// Leaves the analysis and its choice to the inner player, so this choice
    /// is never distracted.
    fn choose_and_analyze(
        &mut self,
        game: &Game,
        color: Color,
        options: &AnalysisOptions,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Choice {
        self.player
            .choose_and_analyze(game, color, options, stop, report)
    }

    fn suggest(
        &self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        stop: &StopFlag,
    ) -> Choice {
        let mut stream = stream(self.seed(), position_number(game, color));
        if is_distracted(self.chance, &mut stream) {
            self.random.suggest(game, color, restrictions, stop)
        } else {
            self.player.suggest(game, color, restrictions, stop)
        }
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
    use crate::player::{SearchOptions, SearchPlayer};
    use crate::rules::{Komi, Rules};

    /// Returns a player that resigns whenever it is not distracted.
    fn distracted(chance: u8) -> Distracted<RandomPlayer> {
        let quitter = RandomPlayer::new(1, EyeRule::default(), Some(0));
        Distracted::new(quitter, EyeRule::default(), chance)
    }

    fn choices(player: &mut Distracted<RandomPlayer>) -> Vec<Choice> {
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
        let mut player = Distracted::new(search, EyeRule::default(), 0);
        let visits = |player: &mut Distracted<SearchPlayer>, playouts| {
            let options = AnalysisOptions {
                playouts,
                ..AnalysisOptions::default()
            };
            let (mut visits, stop) = (None, StopFlag::new());
            let mut count = |analysis: &Analysis| {
                visits = Some(analysis.moves.iter().map(|entry| entry.visits).sum::<u64>());
            };
            match playouts {
                Some(_) => player.analyze(&game, Color::Black, &options, &stop, &mut count),
                None => {
                    player.choose_and_analyze(&game, Color::Black, &options, &stop, &mut count);
                }
            }
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

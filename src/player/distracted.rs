//! A player that makes some of its moves without thought.

use crate::board::{Color, EyeRule, Point, true_eyes};
use crate::game::{Choice, Clocks, Game, Move, Phase};
use crate::random::RandomStream;

use super::search::first_values;
use super::{Analysis, Player, Question, StopFlag, position_number};

/// Plays like another player, but makes some moves without thought.
///
/// Such a move is drawn at random, with a chance in proportion to its value at first sight,
/// which is high near the last move, on the third line, where stones are captured, and where
/// a pattern matches. In the opening there are no plays on the first line but those that
/// capture or save a chain in atari, not even of the other player, because a short search
/// cannot tell how little they are worth.
/// The result is a weak opponent that overlooks things as beginners do.
pub struct DistractedPlayer {
    player: Box<dyn Player>,
    eyes: EyeRule,
    /// The chance of a move without thought, in 256ths.
    chance: u8,
    game_number: u64,
    stream: RandomStream,
}

impl DistractedPlayer {
    /// Wraps a player. With probability `chance / 256`, a move is made without thought, but
    /// keeps the true eyes of this rule. The games follow from the inner player's seed.
    pub fn new(player: Box<dyn Player>, eyes: EyeRule, chance: u8) -> Self {
        let seed = player.seed();
        Self {
            player,
            eyes,
            chance,
            game_number: 0,
            stream: stream(seed, 0),
        }
    }
}

/// Draws a play with a chance in proportion to its value. Returns `None` if none has any.
fn hasty_move(values: &[(Point, f32)], stream: &mut RandomStream) -> Option<Choice> {
    /// The unit of a value.
    const UNIT: f32 = (1 << 16) as f32;
    let chance = |value: f32| (UNIT * value) as u64;
    let mut drawn = stream.below(values.iter().map(|&(_, value)| chance(value)).sum())?;
    let found = values.iter().find(|&&(_, value)| {
        let is_before = drawn < chance(value);
        drawn = drawn.saturating_sub(chance(value));
        is_before
    });
    found.map(|&(point, _)| Choice::Move(Move::Play(point)))
}

/// Returns whether a choice is a play without any value.
fn is_worthless(choice: Choice, values: &[(Point, f32)]) -> bool {
    let mut worthless = values.iter().filter(|&&(_, value)| value <= 0.0);
    worthless.any(|&(point, _)| choice == Choice::Move(Move::Play(point)))
}

/// Draws whether to move without thought, with a chance in 256ths.
fn is_distracted(chance: u8, stream: &mut RandomStream) -> bool {
    stream
        .below(256)
        .is_some_and(|drawn| drawn < u64::from(chance))
}

/// Returns the stream that decides when to move without thought, and where. Such streams are
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
    }

    fn set_clocks(&mut self, clocks: &Clocks) {
        self.player.set_clocks(clocks);
    }

    /// Delegates analyses, choices that come with an analysis, and clean-up phases to the
    /// inner player, so these are never distracted.
    fn think(
        &mut self,
        game: &Game,
        color: Color,
        question: &Question,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Choice> {
        let is_plain = matches!(question, Question::Choice { .. }) && game.phase() == Phase::Main;
        if !is_plain {
            return self.player.think(game, color, question, stop, report);
        }
        let eyes = true_eyes(game.board(), color, self.eyes);
        let mut values = first_values(game, color);
        values.retain(|&(point, _)| !eyes.contains(point));
        let mut thought = None;
        if !is_distracted(self.chance, &mut self.stream) {
            thought = self.player.think(game, color, question, stop, report);
            if thought.is_some_and(|choice| !is_worthless(choice, &values)) {
                return thought;
            }
        }
        hasty_move(&values, &mut self.stream)
            .or(thought)
            .or_else(|| self.player.think(game, color, question, stop, report))
    }

    fn fresh(&self, game: &Game, color: Color) -> Box<dyn Player> {
        Box::new(Self {
            player: self.player.fresh(game, color),
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
        self.game_number = 0;
        self.stream = stream(seed, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TimeSystem;
    use crate::game::testing::{empty, position};
    use crate::player::testing::ask;
    use crate::player::{AnalysisOptions, RandomPlayer, SearchOptions, SearchPlayer};
    use std::time::Duration;

    /// Returns a player that resigns whenever it is not distracted.
    fn distracted(chance: u8) -> DistractedPlayer {
        let quitter = RandomPlayer::new(1, EyeRule::default(), Some(0));
        DistractedPlayer::new(Box::new(quitter), EyeRule::default(), chance)
    }

    fn choices(player: &mut DistractedPlayer) -> Vec<Choice> {
        let game = empty(9, "7.5");
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

    /// Returns the lines, from 0 at the edge, of 400 hasty moves in a 9x9 game.
    fn lines(rows: &str) -> Vec<usize> {
        let game = position(rows, Color::Black, "7.5");
        let values = first_values(&game, Color::Black);
        let mut stream = RandomStream::new(3, 0);
        let mut line = |()| match hasty_move(&values, &mut stream) {
            Some(Choice::Move(Move::Play(point))) => {
                let at = game.size().coordinates(point);
                usize::from(at.column.min(at.row).min(8 - at.column).min(8 - at.row))
            }
            other => panic!("{other:?}"),
        };
        [(); 400].map(&mut line).to_vec()
    }

    #[test]
    fn hasty_moves_keep_off_the_edge_until_the_opening_is_over() {
        let empty = "........./........./........./........./........./........./........./........./.........";
        let moves = lines(empty);
        assert!(moves.iter().all(|&line| line > 0));
        let on_line = |wanted| moves.iter().filter(|&&line| line == wanted).count();
        // The second line has 24 points and the third has 16.
        assert!(on_line(2) > on_line(1));
        let late = "........./.XXXOOOO./.XXXOOOO./.XXXOOOO./.XXXOOOO./........./........./........./.........";
        assert!(lines(late).contains(&0));
    }

    #[test]
    fn a_play_on_the_edge_is_worthless_in_the_opening_unless_it_captures_or_saves() {
        let rows = "OX......./........./........./........./........./O......../XO......./XO......./.XX......";
        let game = position(rows, Color::Black, "7.5");
        let values = first_values(&game, Color::Black);
        let play = |name| Choice::Move(Move::Play(game.size().point_named(name).unwrap()));
        for (name, expected) in [("J5", true), ("A8", false), ("A1", false), ("E5", false)] {
            assert_eq!(is_worthless(play(name), &values), expected, "{name}");
        }
        assert!(!is_worthless(Choice::Move(Move::Pass), &values));
    }

    #[test]
    fn clocks_and_analyses_are_those_of_the_inner_player() {
        let game = empty(5, "7.5");
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
            let question = match playouts {
                Some(_) => Question::Analysis(options),
                None => Question::AnalyzedChoice(options),
            };
            let (_, found) = ask(player, &game, Color::Black, &question);
            found.map(|found| found.moves.iter().map(|it| it.visits).sum::<u64>())
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

//! The moves that a search of a low level makes without thought.

use crate::board::{Color, EyeRule, Point, true_eyes};
use crate::game::{Choice, Game, Move};
use crate::random::RandomStream;

use super::first_values;

/// Lets a search make some moves without thought, so that it overlooks things as beginners do.
///
/// Such a move is drawn at random, with a chance in proportion to its value at first sight,
/// which is high near the last move, on the third line, where stones are captured, and where
/// a pattern matches. In the opening there are no plays on the first line but those that
/// capture or save a chain in atari, not even after thought, because a short search
/// cannot tell how little they are worth.
#[derive(Clone)]
pub(super) struct Distraction {
    /// The rule of the true eyes that a move without thought keeps.
    eyes: EyeRule,
    /// The chance of a move without thought, in 256ths.
    chance: u8,
    stream: RandomStream,
}

impl Distraction {
    pub(super) fn new(eyes: EyeRule, chance: u8, seed: u64) -> Self {
        Self {
            eyes,
            chance,
            stream: stream(seed, 0),
        }
    }

    /// Returns the distraction in a game with this number, or at a position with it.
    pub(super) fn begun(&self, seed: u64, number: u64) -> Self {
        Self {
            stream: stream(seed, number),
            ..*self
        }
    }

    /// Chooses without thought or as `think` does.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        color: Color,
        mut think: impl FnMut() -> Option<Choice>,
    ) -> Option<Choice> {
        let eyes = true_eyes(game.board(), color, self.eyes);
        let mut values = first_values(game, color);
        values.retain(|&(point, _)| !eyes.contains(point));
        let mut thought = None;
        let drawn = self.stream.below(256);
        if drawn.is_none_or(|drawn| drawn >= u64::from(self.chance)) {
            thought = think();
            if thought.is_some_and(|choice| !is_worthless(choice, &values)) {
                return thought;
            }
        }
        hasty_move(&values, &mut self.stream)
            .or(thought)
            .or_else(think)
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

/// Returns the stream that decides when to move without thought, and where. Such streams are
/// numbered from `u64::MAX` down, so that they never coincide with the search's
/// own streams, which are numbered from 0 up.
fn stream(seed: u64, game_number: u64) -> RandomStream {
    RandomStream::new(seed, !game_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing::{empty, position};

    /// Returns 400 choices of a player that resigns whenever it is not distracted.
    fn choices(distraction: &mut Distraction) -> Vec<Choice> {
        let game = empty(9, "7.5");
        let resign = || Some(Choice::Resign);
        let choose = |()| distraction.choose(&game, Color::Black, resign).unwrap();
        [(); 400].map(choose).to_vec()
    }

    fn resignations(choices: &[Choice]) -> usize {
        let resigns = |choice: &&Choice| **choice == Choice::Resign;
        choices.iter().filter(resigns).count()
    }

    #[test]
    fn it_is_distracted_as_often_as_it_should_be() {
        let distraction = |chance| Distraction::new(EyeRule::default(), chance, 1);
        let made = |chance| resignations(&choices(&mut distraction(chance)));
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
    fn its_games_follow_from_the_seed() {
        let mut first = Distraction::new(EyeRule::default(), 128, 1);
        let expected = choices(&mut first);
        for (seed, number) in [(1, 0), (1, 1), (2, 0)] {
            let is_same = choices(&mut first.begun(seed, number)) == expected;
            assert_eq!(is_same, (seed, number) == (1, 0));
        }
    }
}

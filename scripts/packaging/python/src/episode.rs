//! Games of an environment, and the rows of the arrays that show them.

use ponnuki_core::{BoardSize, Color, Game, Move, Outcome, PointSet, RandomStream};

use crate::array::{action_move, action_number};
use crate::planes::{Planes, write_set};

/// The games that a thread takes at a time.
pub(crate) const SHARE: usize = 16;

/// One game, and what is known of its position.
#[derive(Clone)]
pub(crate) struct Episode {
    pub(crate) game: Game,
    /// The points where the side to move may play; none after the end.
    pub(crate) legal: PointSet,
    pub(crate) is_over: bool,
}

/// The end of a game, or that it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    None,
    Terminated,
    Truncated,
}

impl Episode {
    pub(crate) fn new(game: Game, max_moves: usize) -> Self {
        let mut episode = Self {
            game,
            legal: PointSet::EMPTY,
            is_over: false,
        };
        episode.look(max_moves);
        episode
    }

    /// Finds out whether the game is over and what is legal.
    fn look(&mut self, max_moves: usize) -> Ending {
        let game = &self.game;
        let ending = if game.outcome().is_some() {
            Ending::Terminated
        } else if game.turns().len() >= max_moves {
            Ending::Truncated
        } else {
            Ending::None
        };
        self.is_over = ending != Ending::None;
        self.legal = if self.is_over {
            PointSet::EMPTY
        } else {
            game.playable_points(game.to_move())
        };
        ending
    }

    /// Returns the number of a legal action, each equally likely.
    pub(crate) fn draw(&self, stream: &mut RandomStream) -> usize {
        let drawn = stream.below(self.legal.len() as u64 + 1).unwrap_or(0);
        let point = self.legal.nth(drawn as usize);
        let size = self.game.size();
        point.map_or(size.area(), |point| action_number(size, point))
    }

    /// Makes a legal move, or begins the next game after the end of one.
    fn advance(&mut self, action: i64, max_moves: usize) -> Ending {
        if self.is_over {
            self.game.clear();
        } else {
            let action = action_move(self.game.size(), action).unwrap_or(Move::Pass);
            let played = self.game.play(self.game.to_move(), action);
            debug_assert!(played.is_ok(), "the actions are checked before");
        }
        self.look(max_moves)
    }

    /// Returns the score as Black's points minus White's, or not a number without a result.
    fn score(&self) -> f32 {
        match self.game.outcome() {
            Some(Outcome::NoResult { .. }) => f32::NAN,
            _ => self.game.score().value() as f32,
        }
    }
}

/// The settings that all games of a vector share.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) size: BoardSize,
    pub(crate) planes: Planes,
    pub(crate) max_moves: usize,
    pub(crate) threads: usize,
}

/// Where the actions of a step come from: they are given, or drawn from the streams of a seed
/// from this number on.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Given(&'a [i64]),
    Drawn { seed: u64, first: u64 },
}

/// The rows of the arrays for some of the games.
pub(crate) struct Rows<'a> {
    /// The index of the first game.
    pub(crate) first: usize,
    pub(crate) episodes: &'a mut [Episode],
    pub(crate) observations: &'a mut [u8],
    pub(crate) legal: &'a mut [u8],
    pub(crate) to_move: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) scores: &'a mut [f32],
    pub(crate) terminated: &'a mut [u8],
    pub(crate) truncated: &'a mut [u8],
    pub(crate) actions: &'a mut [i64],
}

impl<'a> Rows<'a> {
    /// Takes the rows of the next games, or `None` if none are left.
    pub(crate) fn take_share(&mut self, settings: &Settings) -> Option<Rows<'a>> {
        let number = SHARE.min(self.episodes.len());
        if number == 0 {
            return None;
        }
        let (area, first) = (settings.size.area(), self.first);
        self.first += number;
        Some(Rows {
            first,
            episodes: self.episodes.split_off_mut(..number)?,
            observations: self
                .observations
                .split_off_mut(..number * settings.planes.count() * area)?,
            legal: self.legal.split_off_mut(..number * (area + 1))?,
            to_move: self.to_move.split_off_mut(..number)?,
            rewards: self.rewards.split_off_mut(..number)?,
            scores: self.scores.split_off_mut(..number)?,
            terminated: self.terminated.split_off_mut(..number)?,
            truncated: self.truncated.split_off_mut(..number)?,
            actions: self.actions.split_off_mut(..number)?,
        })
    }

    /// Makes a move in each game.
    pub(crate) fn step(&mut self, settings: &Settings, source: Source<'_>) {
        for index in 0..self.episodes.len() {
            let episode = &mut self.episodes[index];
            let game = self.first + index;
            self.actions[index] = match source {
                Source::Given(actions) => actions[game],
                Source::Drawn { seed, first } => {
                    let number = first.wrapping_add(game as u64);
                    episode.draw(&mut RandomStream::new(seed, number)) as i64
                }
            };
            let mover = episode.game.to_move();
            let ending = episode.advance(self.actions[index], settings.max_moves);
            self.terminated[index] = u8::from(ending == Ending::Terminated);
            self.truncated[index] = u8::from(ending == Ending::Truncated);
            let (score, reward) = match ending {
                Ending::None => (0.0, 0.0),
                _ => reward(episode.score(), mover),
            };
            (self.scores[index], self.rewards[index]) = (score, reward);
            self.show(settings, index);
        }
    }

    /// Shows that no game has just ended.
    pub(crate) fn clear_results(&mut self) {
        self.rewards.fill(0.0);
        self.scores.fill(0.0);
        self.terminated.fill(0);
        self.truncated.fill(0);
    }

    /// Shows the games as they are.
    pub(crate) fn show_all(&mut self, settings: &Settings) {
        for index in 0..self.episodes.len() {
            self.show(settings, index);
        }
    }

    /// Shows a game in its rows.
    fn show(&mut self, settings: &Settings, index: usize) {
        let Episode { game, legal, .. } = &self.episodes[index];
        let (size, color) = (settings.size, game.to_move());
        let row = size.area() + 1;
        let actions = &mut self.legal[index * row..][..row];
        write_set(legal, size, &mut actions[..row - 1]);
        actions[row - 1] = 1;
        let row = settings.planes.count() * size.area();
        let observation = &mut self.observations[index * row..][..row];
        settings.planes.write(game, color, legal, observation);
        self.to_move[index] = color.sign() as i8;
    }
}

/// Returns a final score and the reward of the player who moved last.
fn reward(score: f32, mover: Color) -> (f32, f32) {
    let winner = if score > 0.0 {
        1.0
    } else if score < 0.0 {
        -1.0
    } else {
        0.0
    };
    (score, winner * mover.sign() as f32)
}

//! The few figures of each game that depend on the order of the games.

use crate::r#match::record::GameResult;
use crate::r#match::statistics::Counts;
use ponnuki::board::{ByColor, Color};

/// The games of a match in the order of their numbers. A game takes 24 bytes,
/// whatever its record holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    steps: Vec<Step>,
}

/// A game of the course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the game.
    pub(crate) game: u64,
    /// The number of handicap stones. No board has more than fit here.
    pub(crate) handicap: u16,
    /// The players, as indices into those of the summary.
    pub(crate) players: ByColor<u16>,
    /// The result.
    pub(crate) result: GameResult,
    /// Whether a fault ended the game.
    pub(crate) is_fault: bool,
    /// Whether a player's own score differs from the official one.
    pub(crate) is_disputed: bool,
    /// Whether the referee should have counted or judged the game but did not.
    pub(crate) is_uncounted: bool,
}

impl Step {
    /// Returns the result as one player sees it, as
    /// [`GameRecord::counts`](crate::r#match::GameRecord::counts) does.
    pub(crate) fn counts(&self, player: u16) -> Counts {
        let colors = [
            (Color::Black, self.players.black),
            (Color::White, self.players.white),
        ];
        colors
            .into_iter()
            .find(|&(_, index)| index == player)
            .map_or(Counts::default(), |(color, _)| self.result.counts(color))
    }
}

impl Course {
    /// Adds a game. The games may come in any order until [`sort`](Self::sort).
    pub(super) fn add(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Sorts the games by number, and replaces the indices of players by their
    /// places in the summary.
    pub(super) fn sort(&mut self, places: &[u16]) {
        self.steps.sort_by_key(|step| step.game);
        for step in &mut self.steps {
            for player in [&mut step.players.black, &mut step.players.white] {
                *player = places[usize::from(*player)];
            }
        }
    }

    /// Returns the results of the games that have one, as the player with place 0 sees
    /// them: 0 for a loss, 1 for a draw, 2 for a win.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = usize> {
        let counts = self.steps.iter().map(|step| step.counts(0));
        let with_result = counts.filter(|counts| counts.games() == 1);
        with_result.map(|counts| (2 * counts.wins + counts.draws) as usize)
    }

    /// Returns the games.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }
}

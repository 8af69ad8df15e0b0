//! The end of a game in the terminal: resignation, dead stones and the score.

use std::io::{self, Write};

use ponnuki_core::board::dead_region;
use ponnuki_core::game::Phase;
use ponnuki_core::{Coordinates, Game, Outcome, PointSet};
use ponnuki_play::estimate::{DeadStones, Estimate, EstimateOptions};

use super::game::TerminalGame;

impl<W: Write> TerminalGame<W> {
    /// Prints how the game has ended, if it has. After two passes, proposes dead stones and
    /// prints the score.
    pub(super) fn show_end(&mut self) -> io::Result<()> {
        match self.game.outcome() {
            None => Ok(()),
            Some(Outcome::TwoPasses) => {
                self.say("Both passed: the game is over.")?;
                let doubtful = propose_dead(&mut self.game, self.dead_stones, self.engine.seed());
                self.screen.score(&self.game)?;
                if !doubtful.is_empty() {
                    let names = doubtful.names(self.game.size());
                    self.say(&format!("It is not clear whether these live: {names}."))?;
                }
                let advice = match self.dead_stones {
                    // The game was played out.
                    _ if self.game.phase() == Phase::SecondCleanup => "",
                    DeadStones::Estimated => {
                        "If a region is wrong, type dead D4 or alive D4 to correct it.\n"
                    }
                    DeadStones::Marked => {
                        "Which stones are dead? Type dead D4 for each region or alive D4 to unmark it.\n"
                    }
                };
                self.say(&format!(
                    "{advice}Type undo to play on, save FILE.sgf, or quit."
                ))
            }
            Some(Outcome::Resignation { winner }) => {
                let letter = winner.initial();
                self.say(&format!("{} resigns: {letter}+R.", !winner))
            }
            Some(Outcome::NoResult { repeats }) => self.say(&format!(
                "The position after move {repeats} is repeated: the game ends without a result."
            )),
        }
    }

    /// Marks the regions of these stones dead.
    pub(super) fn mark_dead(&mut self, stones: &[Coordinates]) -> io::Result<()> {
        self.change_dead(stones, |dead, region| dead | region)
    }

    /// Marks the regions of these stones alive, or all stones if the list is empty.
    pub(super) fn mark_alive(&mut self, stones: &[Coordinates]) -> io::Result<()> {
        if stones.is_empty() {
            self.game.clear_dead();
        }
        self.change_dead(stones, |dead, region| dead - region)
    }

    /// Updates the marks with the region of each stone, and prints the score. Changes
    /// nothing if one of the points is off the board or empty.
    fn change_dead(
        &mut self,
        stones: &[Coordinates],
        change: impl Fn(PointSet, PointSet) -> PointSet,
    ) -> io::Result<()> {
        let mut dead = *self.game.dead();
        for &at in stones {
            let Some(point) = self.game.size().point(at) else {
                return self.say_off_board(at);
            };
            let Some(region) = dead_region(self.game.board(), point) else {
                return self.say(&format!("There is no stone on {at}."));
            };
            dead = change(dead, region);
        }
        self.game.decide_dead(dead);
        self.screen.score(&self.game)
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.say("The game is over.");
        }
        self.game.resign(self.person);
        self.show_end()
    }
}

/// Marks the stones that an estimate finds dead, if estimates are enabled and no dead
/// stones have been decided. Returns the stones whose status the estimate leaves in doubt.
pub(super) fn propose_dead(game: &mut Game, dead_stones: DeadStones, seed: u64) -> PointSet {
    if !dead_stones.needs_estimate(game) {
        return PointSet::EMPTY;
    }
    let estimate = Estimate::new(game, &EstimateOptions::status(seed));
    game.decide_dead(estimate.dead());
    estimate.doubtful()
}

//! Commands about the score and the dead stones at the end of a game.

use super::Engine;
use crate::board::{Area, Color, PointSet, area};
use crate::estimate::{ChainStatus, DeadStones, counted_dead};
use crate::game::{Game, Outcome};
use crate::gtp::command::{ScoringCommand, Status, Vertex};
use crate::gtp::response::{Answer, Failure, Reply};

impl Engine {
    /// Carries out a command about the score.
    pub(super) fn settle_score(&mut self, command: &ScoringCommand) -> Reply {
        Ok(match *command {
            ScoringCommand::ClearDead => self.clear_dead(),
            ScoringCommand::Dead => Answer::points(self.game.size(), &self.counted_dead()),
            ScoringCommand::FinalScore => return self.final_score(),
            ScoringCommand::FinalStatusList(status) => self.final_status_list(status),
            ScoringCommand::MarkDead(vertex) => return self.mark_dead(vertex),
            ScoringCommand::Territory => self.territory(),
        })
    }

    /// `final_score`: answers with the score by area, after removing the stones
    /// that are marked dead or, with `--dead-stones estimate`, those that an
    /// estimate finds.
    ///
    /// Fails: "cannot score" if the game ended without a result, by a repetition
    /// under the simple ko rule. The specification has no score for it: `0` would
    /// be a draw.
    fn final_score(&self) -> Reply {
        if let Some(Outcome::NoResult { repeats }) = self.game.outcome() {
            log::info!(
                "no score: the position after move {repeats} came back, which ends the game without a result"
            );
            return Err(Failure::CannotScore);
        }
        let margin = self.counted_area().margin();
        Ok(Answer::text(self.game.score_of(margin)))
    }

    /// `final_status_list`: answers with the chains of one status, one per line,
    /// or with the empty points of one status, all in one line.
    fn final_status_list(&self, status: Status) -> Answer {
        let area = || self.counted_area();
        match status {
            Status::Chains(status) => self.chains_of_status(status),
            Status::Territory(Color::Black) => self.empty_of(&area().black),
            Status::Territory(Color::White) => self.empty_of(&area().white),
            Status::Dame => self.empty_of(&area().neutral),
        }
    }

    /// Lists the empty points of an area, as GNU Go does.
    fn empty_of(&self, area: &PointSet) -> Answer {
        let points = self.game.board().empty() & *area;
        Answer::points(self.game.size(), &points)
    }

    /// Lists the chains of a status.
    ///
    /// A chain is dead if `final_score` removes it. Any other chain is in seki
    /// if the engine uses an estimate that finds it to be a seki candidate. All
    /// others are alive.
    fn chains_of_status(&self, status: ChainStatus) -> Answer {
        let (dead, seki) = match self.dead_stones {
            DeadStones::Marked => (*self.game.dead(), PointSet::EMPTY),
            DeadStones::Estimated => {
                let estimate = self.status_estimate();
                let dead = estimate.counted_dead(self.dead_stones);
                (dead, estimate.stones(ChainStatus::Seki) - dead)
            }
        };
        let listed = |stones: &PointSet| match status {
            ChainStatus::Alive => !stones.intersects(&(dead | seki)),
            ChainStatus::Dead => stones.intersects(&dead),
            ChainStatus::Seki => stones.intersects(&seki),
        };
        let chains = self.game.board().chains().into_iter();
        let lines = chains
            .filter(|chain| listed(&chain.stones))
            .map(|chain| chain.stones.names(self.game.size()));
        Answer::lines(lines)
    }

    /// `ponnuki-mark_dead`: marks a chain as dead, with all stones that die
    /// with it, and answers with the marked stones. `final_score` and
    /// `final_status_list` respect the mark until the next move. With
    /// `--dead-stones estimate` the stones that the estimate finds stay marked
    /// too.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    fn mark_dead(&mut self, vertex: Vertex) -> Reply {
        let point = self.point(vertex)?;
        self.game.board().at(point).ok_or(Failure::EmptyVertex)?;
        let already = self.counted_dead();
        self.game.decide_dead(already);
        let marked = self.game.mark_dead(point).ok_or(Failure::EmptyVertex)?;
        Ok(Answer::points(self.game.size(), &marked))
    }

    /// `ponnuki-clear_dead`: unmarks all dead stones.
    fn clear_dead(&mut self) -> Answer {
        self.game.clear_dead();
        Answer::Done
    }

    /// `ponnuki-territory`: shows the owner of every point: `B`, `W`, or `.`
    /// for neither. Stones that count as dead are removed first.
    fn territory(&self) -> Answer {
        let area = self.counted_area();
        self.cells(|point| {
            if area.black.contains(point) {
                "B"
            } else if area.white.contains(point) {
                "W"
            } else {
                "."
            }
        })
    }

    /// Returns the stones that count as dead: those marked or, if the engine
    /// uses an estimate and the marks have not been changed, those that the
    /// estimate finds.
    fn counted_dead(&self) -> PointSet {
        counted_dead(&self.game, self.dead_stones, self.player.seed())
    }

    /// Returns the area of each colour after the dead stones are removed.
    pub(super) fn counted_area(&self) -> Area {
        area(self.game.board(), &self.counted_dead())
    }

    /// Returns a copy of the game in which, if the game has ended, the stones
    /// that count as dead are marked.
    pub(super) fn counted_game(&self) -> Game {
        let mut game = self.game.clone();
        if game.outcome() == Some(Outcome::TwoPasses) {
            game.decide_dead(self.counted_dead());
        }
        game
    }
}

//! Commands about the score and the dead stones at the end of a game.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{Vertex, arguments as form};
use crate::response::{Answer, Failure, Reply};
use ponnuki_core::board::{Color, Count, PointSet, Tax, area};
use ponnuki_core::game::Outcome;
use ponnuki_play::estimate::{ChainStatus, DeadStones, counted_dead};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "final_score",
        "the score by the rules, without the stones that count as dead",
        |e, _| e.final_score(),
    ),
    quick(
        "final_status_list alive|seki|dead|black_territory|white_territory|dame",
        "the chains of one status, one per line, or the empty points of one status, all in one line",
        |e, a| e.final_status_list(&a.read(form::word)?),
    ),
    quick(
        "ponnuki-mark_dead VERTEX",
        "marks a chain as dead until the next move, with all stones that die with it, and answers with the marked stones",
        |e, a| e.mark_dead(a.read(form::vertex)?),
    ),
    quick("ponnuki-clear_dead", "unmarks all dead stones", |e, _| {
        e.game.clear_dead();
        Ok(Answer::Done)
    }),
    quick("ponnuki-dead", "the stones that count as dead", |e, _| {
        Ok(Answer::points(e.game.size(), &e.counted_dead()))
    }),
    quick(
        "ponnuki-territory",
        "the owner of every point without the dead stones: `B`, `W`, or `.` for neither, in rows from the top",
        |e, _| Ok(e.territory()),
    ),
];

impl Engine {
    /// Counts the score by the rules.
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
        let margin = self.game.margin_without(&self.counted_dead());
        Ok(Answer::text(self.game.score_of(margin)))
    }

    /// Lists the chains of one status, or the empty points of one of GNU Go's further ones.
    fn final_status_list(&self, status: &str) -> Reply {
        let territory = |color| {
            let rules = self.game.rules();
            let count = self.count();
            count.counted_territory(color, rules.scoring, rules.tax)
        };
        let points = match status {
            "alive" => return Ok(self.chains_of_status(ChainStatus::Alive)),
            "seki" => return Ok(self.chains_of_status(ChainStatus::Seki)),
            "dead" => return Ok(self.chains_of_status(ChainStatus::Dead)),
            "black_territory" => territory(Color::Black),
            "white_territory" => territory(Color::White),
            "dame" => self.count().neutral,
            _ => return Err(Failure::Syntax),
        };
        // The points under dead stones are left out, as in GNU Go.
        let empty = self.game.board().empty() & points;
        Ok(Answer::points(self.game.size(), &empty))
    }

    /// Lists the chains of a status.
    ///
    /// A chain is dead if `final_score` removes it. Any other chain is in seki if the
    /// rules tax seki and its group lives in one, or if the engine uses an estimate that
    /// finds it to be a seki candidate. All others are alive.
    fn chains_of_status(&self, status: ChainStatus) -> Answer {
        let (dead, seki) = match (self.game.rules().tax, self.dead_stones()) {
            (Tax::Seki | Tax::All, _) => {
                let dead = self.counted_dead();
                (dead, self.count_without(&dead).in_seki())
            }
            (Tax::None, DeadStones::Marked) => (*self.game.dead(), PointSet::EMPTY),
            (Tax::None, DeadStones::Estimated) => {
                let estimate = self.status_estimate();
                let dead = estimate.counted_dead(self.dead_stones());
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

    /// Marks a chain as dead, with all stones that die with it. With
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

    fn territory(&self) -> Answer {
        let area = area(self.game.board(), &self.counted_dead());
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
        counted_dead(&self.game, self.dead_stones(), self.player.seed())
    }

    pub(super) fn count(&self) -> Count {
        self.count_without(&self.counted_dead())
    }

    fn count_without(&self, dead: &PointSet) -> Count {
        self.game.count(dead, self.game.neutral_points())
    }

    /// Returns the stones that are shown as dead: those marked or, if the game has ended,
    /// those that count as dead.
    pub(super) fn shown_dead(&self) -> PointSet {
        match self.game.outcome() {
            Some(Outcome::TwoPasses) => self.counted_dead(),
            _ => *self.game.dead(),
        }
    }
}

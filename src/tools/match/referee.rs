//! The referee of a match: a program whose score decides the games that end with
//! two passes.

use super::contender::Contender;
use super::openings::OpeningLine;
use super::plan::Plan;
use super::record::points;
use super::settings::{Entrant, MatchSettings};
use crate::client::{Fault, FaultKind, Interrupt, excerpt};
use ponnuki_core::game::Game;

/// The tolerance, in points, for rounding errors of scores and of a komi like 6.7.
const TOLERANCE: f64 = 1e-6;

pub(super) struct Referee(Contender);

impl Referee {
    /// Creates the referee of a match, if it has one. Its program is not running
    /// yet.
    pub(super) fn new(settings: &MatchSettings, interrupt: &Interrupt) -> Option<Self> {
        let player = Entrant::new("referee", settings.referee.clone()?);
        Some(Self(Contender::referee(player, interrupt.clone())))
    }

    /// Checks, before the first game, that the program can be set up for games and
    /// knows the command for the score. A fault makes the match impossible.
    pub(super) fn prove(&mut self, settings: &MatchSettings, plan: &Plan) -> Result<(), Fault> {
        if self.0.is_proven() {
            return Ok(());
        }
        self.0.prepare(settings, plan, None)?;
        if !self.0.knows("final_score") {
            let fault = Fault::new(FaultKind::Refused, "does not list the command final_score");
            return Err(self.0.fail(fault));
        }
        self.0.ready()
    }

    /// Sends a whole game and asks for its score. An answer that is not a score
    /// is a fault.
    pub(super) fn score(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        game: &Game,
    ) -> Result<String, Fault> {
        self.prepare(settings, plan, game, None)?;
        let score = self.0.must("final_score", settings.move_timeout)?;
        self.check(score, game)
    }

    /// Sends an unfinished game and asks for the score that the referee expects.
    /// `estimate_score` is preferred to `final_score`, for which GNU Go plays the game
    /// to its end and so takes seconds.
    pub(super) fn judge(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        game: &Game,
    ) -> Result<String, Fault> {
        // The seed makes estimates by playouts reproducible.
        self.prepare(settings, plan, game, Some(plan.seeds.black))?;
        let commands = ["estimate_score", "final_score"];
        let command = commands.into_iter().find(|command| self.0.knows(command));
        let command = command.unwrap_or("final_score");
        let answer = self.0.must(command, settings.move_timeout)?;
        // Bounds follow the score: `W+12.5 (upper bound: 15.0, lower: 9.5)`.
        let score = answer.split_whitespace().next().unwrap_or_default();
        self.check(score.to_owned(), game)
    }

    fn prepare(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        game: &Game,
        seed: Option<u64>,
    ) -> Result<(), Fault> {
        let opening = OpeningLine {
            from: String::new(),
            start: *game.start(),
            moves: game.turns().iter().map(|turn| turn.action).collect(),
        };
        let plan = Plan {
            opening,
            ..plan.clone()
        };
        self.0.prepare(settings, &plan, seed)?;
        self.0.ready()
    }

    /// Returns the answer if it is a score within the points of the board plus komi and
    /// handicap bonus. Any other answer is a fault.
    fn check(&mut self, score: String, game: &Game) -> Result<String, Fault> {
        let most = game.size().area() as f64 + game.compensation().abs();
        let answer = excerpt(score.as_bytes());
        let detail = match points(&score) {
            None => format!("answered '{answer}' instead of a score"),
            Some(points) if points.abs() > most + TOLERANCE => {
                format!("answered '{answer}', although no score exceeds {most} points")
            }
            Some(_) => return Ok(score),
        };
        Err(self.0.fail(Fault::malformed(detail)))
    }

    pub(super) fn quit(&mut self) {
        self.0.quit();
    }
}

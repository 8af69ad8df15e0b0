//! The referee of a match: a program whose score decides the games that end with
//! two passes.

use super::contender::Contender;
use super::entrant::Entrant;
use super::openings::OpeningLine;
use super::plan::Plan;
use super::record::points;
use super::settings::MatchSettings;
use crate::client::{Fault, FaultKind, Interrupt, excerpt};
use crate::game::Game;

/// The program that counts, running or not.
pub(super) struct Referee(Contender);

impl Referee {
    /// Creates the referee of a match, if it has one. Its program is not running
    /// yet.
    pub(super) fn new(settings: &MatchSettings, interrupt: &Interrupt) -> Option<Self> {
        let player = Entrant::new("referee", settings.referee.clone()?);
        Some(Self(Contender::referee(player, interrupt.clone())))
    }

    /// Checks, before the first game, that the program can be set up for games and
    /// knows the command for the score.
    ///
    /// # Errors
    /// A fault, which makes the match impossible.
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
    ///
    /// # Errors
    /// A fault, after which the program is not running.
    pub(super) fn score(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        game: &Game,
    ) -> Result<String, Fault> {
        let opening = OpeningLine {
            from: String::new(),
            start: *game.start(),
            moves: game.turns().iter().map(|turn| turn.action).collect(),
        };
        let plan = Plan {
            opening,
            ..plan.clone()
        };
        self.0.prepare(settings, &plan, None)?;
        self.0.ready()?;
        let score = self.0.must_score(settings.move_timeout)?;
        if points(&score).is_none() {
            let detail = format!(
                "answered '{}' instead of a score",
                excerpt(score.as_bytes())
            );
            return Err(self.0.fail(Fault::new(FaultKind::Malformed, detail)));
        }
        Ok(score)
    }

    /// Asks the program to quit, if it is running.
    pub(super) fn quit(&mut self) {
        self.0.quit();
    }
}

//! The rules of the match that end a game before the players do, or at the move limit.

use super::{Umpire, UnplayedGame};
use crate::r#match::adjudication::{AtMaxMoves, estimate};
use crate::r#match::end::{GameEnd, GameVerdict};
use crate::r#match::record::{Ending, RefereeFault, points};
use ponnuki::board::Color;
use ponnuki::rules::Score;
use ponnuki::threads::lock;

impl Umpire<'_> {
    /// Warns, once per player, that the player reports no win rates although a rule needs them.
    pub(super) fn warn_of_silence(&self) {
        if !self.settings.adjudication.needs_reports() {
            return;
        }
        for color in Color::BOTH {
            let contender = &self.contenders[color];
            if contender.style().is_none() && lock(self.warned).insert(self.plan.players[color]) {
                contender.warn_of_silence();
            }
        }
    }

    /// Returns the end of the game, if the win rates reported by both sides decide it.
    pub(super) fn agreed(&self) -> Option<GameEnd> {
        let moves = self.game.turns().len();
        self.reports.end(&self.settings.adjudication, moves)
    }

    pub(super) fn at_max_moves(&self) -> Option<GameEnd> {
        let settings = self.settings;
        let verdict = match settings.adjudication.at_max_moves {
            AtMaxMoves::Void => GameVerdict::Void,
            AtMaxMoves::Score => GameVerdict::Counted,
        };
        let is_at_limit = self.game.turns().len() >= settings.max_moves;
        is_at_limit.then(|| GameEnd::new(Ending::MaxMoves, verdict))
    }

    /// Judges the position, if a judgement is due. Returns the end of the game, if the
    /// last two judgements agree. The clocks are stopped meanwhile.
    pub(super) fn judge(&mut self) -> Result<Option<GameEnd>, UnplayedGame> {
        let moves = self.game.turns().len();
        let Some(judge) = self.judge.as_mut().filter(|judge| judge.is_due(moves)) else {
            return Ok(None);
        };
        let Some(referee) = &mut self.referee else {
            let score = estimate(&self.game, self.plan.seeds.black);
            return Ok(judge.hear("our own estimate", moves, score));
        };
        match referee.judge(self.settings, self.plan, &self.game) {
            Ok(score) => {
                let score = Score::from_points(points(&score).unwrap_or(0.0));
                Ok(judge.hear("the referee", moves, score))
            }
            Err(fault) => {
                let RefereeFault { end, detail } = self.referee_fault(&fault)?;
                let detail = format!("at move {moves}: {detail}");
                if !self.interrupt.is_raised() {
                    let game = self.plan.game;
                    log::warn!("referee: {detail}; it judges game {game} no further");
                }
                if let Some(judge) = &mut self.judge {
                    judge.fault = Some(RefereeFault { end, detail });
                }
                Ok(None)
            }
        }
    }
}

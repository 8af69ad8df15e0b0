//! The scores of a game, from the players and from the referee.

use super::{Umpire, UnplayedGame};
use crate::client::Fault;
use crate::r#match::end::{GameEnd, GameVerdict};
use crate::r#match::record::{Ending, RefereeFault, Scores};
use ponnuki_core::board::{ByColor, Color};
use ponnuki_play::estimate::dead_stones;

impl Umpire<'_> {
    /// Counts the game, and asks both programs for their scores if it ended with two passes.
    /// A fault is noted in `end` and does not change the result.
    pub(super) fn scores(&mut self, end: &mut GameEnd) -> Scores {
        let plays_cost = self.settings.rules.plays_cost();
        if plays_cost {
            self.game.decide_dead(dead_stones(&self.game));
        }
        let ours = Some(self.game.score().to_string());
        if end.how != Ending::Passes {
            return Scores {
                ours,
                ..Scores::default()
            };
        }
        let limit = self.settings.move_timeout;
        let mut remark = |color: Color, fault: &Fault| end.detail = format!("{color} {fault}");
        let mut asked = ByColor::default();
        for color in Color::BOTH {
            let last = (self.uninformed == Some(color)).then_some((!color, "pass"));
            match self.contenders[color].ask_score(last, limit) {
                Ok(()) => asked[color] = true,
                Err(fault) => remark(color, &fault),
            }
        }
        let mut answers = ByColor::default();
        for color in Color::BOTH {
            if asked[color] {
                match self.contenders[color].final_score() {
                    Ok(answer) => answers[color] = answer,
                    Err(fault) => remark(color, &fault),
                }
            }
        }
        let mut scores = Scores {
            ours,
            black: answers.black,
            white: answers.white,
            referee: None,
        };
        // Where plays cost nothing, programs may have captured what is dead, or may expect
        // that it is taken off. An estimate confirms what they say.
        let size = self.game.size();
        for color in Color::BOTH {
            if plays_cost || !scores.disagrees(color) {
                continue;
            }
            match self.contenders[color].dead_stones(size, limit) {
                Ok(listed) if !listed.is_empty() => {
                    self.game.decide_dead(listed & dead_stones(&self.game));
                    scores.ours = Some(self.game.score().to_string());
                    break;
                }
                Ok(_) => {}
                Err(fault) => remark(color, &fault),
            }
        }
        scores
    }

    /// Asks the referee to score a game that a count decides. If the referee is at
    /// fault, returns the fault, and our own count decides. A game that a judgement
    /// ended already has its score.
    pub(super) fn referee_score(
        &mut self,
        end: &mut GameEnd,
        scores: &mut Scores,
    ) -> Result<Option<RefereeFault>, UnplayedGame> {
        let mut fault = self.judge.take().and_then(|judge| judge.fault);
        if let (Some(referee), GameVerdict::Counted) = (&mut self.referee, end.verdict) {
            match referee.score(self.settings, self.plan, &self.game) {
                Ok(score) => scores.referee = Some(score),
                Err(found) => {
                    let found = self.referee_fault(&found)?;
                    let (detail, game) = (&found.detail, self.plan.game);
                    log::warn!("referee: {detail}; our own count decides game {game}");
                    fault = Some(found);
                }
            }
        }
        match end.verdict {
            GameVerdict::Scored(score) if self.referee.is_some() => {
                scores.referee = Some(score.to_string());
            }
            GameVerdict::Counted if end.how == Ending::MaxMoves => {
                end.detail = match scores.referee {
                    Some(_) => "scored by the referee".to_owned(),
                    None => "scored by our own count".to_owned(),
                };
            }
            _ => {}
        }
        Ok(fault)
    }

    /// Converts a fault of the referee for the record, unless it cannot be started, so that no game
    /// can be counted.
    pub(super) fn referee_fault(&self, fault: &Fault) -> Result<RefereeFault, UnplayedGame> {
        if fault.is_unstarted {
            return Err(self.unfit_referee(fault));
        }
        let (end, detail) = (fault.kind.into(), fault.to_string());
        Ok(RefereeFault { end, detail })
    }
}

//! Commands about the rules, and about the moves that they forbid.

use super::Engine;
use crate::board::{Color, IllegalMove, Point};
use crate::gtp::command::{ColoredVertex, RulesCommand, RulesRequest};
use crate::gtp::response::{Answer, Failure, Reply, board, move_check, verdict};
use crate::rules::Preset;
use crate::rules::kata::{self, Setting};

impl Engine {
    /// Carries out a command about the rules.
    pub(super) fn apply_rules(&mut self, command: RulesCommand) -> Reply {
        Ok(match command {
            RulesCommand::Bans(color) => self.bans(color),
            RulesCommand::Check(play) => self.check_move(play),
            RulesCommand::Describe => self.describe_rules(),
            RulesCommand::Explain(play) => self.explain(play),
            RulesCommand::Get => Answer::Text(kata::to_json(self.game.rules())),
            RulesCommand::Illegal(color) => self.illegal(color),
            RulesCommand::Set(request) => return self.set_rules(request),
            RulesCommand::SetOne(setting) => return self.kata_set_rule(&setting),
        })
    }

    /// `ponnuki-rules`: answers with the rules and the komi in words, in one line.
    fn describe_rules(&self) -> Answer {
        Answer::Text(board::rules_in_words(self.game.rules(), self.game.komi()))
    }

    /// `kata-set-rules` and `kgs-rules`: sets all rules, by the name of a rule set
    /// or by a JSON object; rules that the object does not mention are those of
    /// Tromp-Taylor. The new rules apply to future moves.
    ///
    /// Fails: with the reason why the engine does not play by these rules.
    fn set_rules(&mut self, request: RulesRequest) -> Reply {
        let rules = match request {
            RulesRequest::Named(name) => {
                let preset: Preset = name.parse().map_err(Failure::UnknownRules)?;
                preset.rules()
            }
            RulesRequest::Settings(settings) => {
                kata::from_settings(&settings).map_err(Failure::RuleSetting)?
            }
        };
        self.game.set_rules(rules);
        Ok(Answer::Done)
    }

    /// `kata-set-rule`: sets one rule.
    ///
    /// Fails: with the reason why the engine does not play by this rule.
    fn kata_set_rule(&mut self, setting: &Setting) -> Reply {
        let rules = kata::with_setting(self.game.rules(), setting).map_err(Failure::RuleSetting)?;
        self.game.set_rules(rules);
        Ok(Answer::Done)
    }

    /// `ponnuki-explain`: answers `legal`, or the reason why a move is illegal;
    /// for superko with the number of the move whose position it repeats.
    fn explain(&self, play: ColoredVertex) -> Answer {
        Answer::Text(verdict(self.verdict(play)))
    }

    /// `kata-check-move`: answers with a JSON object: whether the move is legal,
    /// and if not, the reason; for superko also the number of the move whose
    /// position it repeats.
    ///
    /// The command and its members are those of a fork of KataGo
    /// (<https://github.com/ChinChangYang/KataGo/pull/14>); `repeats` is added
    /// here. `wrong_turn`, a reason there, is never given: either colour may move.
    fn check_move(&self, play: ColoredVertex) -> Answer {
        Answer::Text(move_check(play, self.verdict(play)))
    }

    /// `ponnuki-illegal`: labels the empty points where a colour may not play
    /// with the reason; for superko with the number of the move whose position
    /// it repeats.
    fn illegal(&self, color: Color) -> Answer {
        self.labels(self.game.forbidden(color))
    }

    /// `ponnuki-bans`: labels in the same way, but only the points that the ko
    /// rule forbids.
    pub(super) fn bans(&self, color: Color) -> Answer {
        let forbidden = self.game.forbidden(color);
        self.labels(forbidden.filter(|(_, reason)| reason.is_repetition()))
    }

    /// Labels points with short reasons, as GoGui's graphics. A label has no
    /// spaces.
    fn labels(&self, points: impl Iterator<Item = (Point, IllegalMove)>) -> Answer {
        let labels: Vec<String> = points
            .map(|(point, reason)| {
                let name = self.game.size().coordinates(point);
                match reason {
                    IllegalMove::OffBoard => format!("{name} off"),
                    IllegalMove::Occupied => format!("{name} occupied"),
                    IllegalMove::Suicide => format!("{name} suicide"),
                    IllegalMove::Ko => format!("{name} ko"),
                    IllegalMove::Superko { repeats } => format!("{name} {repeats}"),
                }
            })
            .collect();
        if labels.is_empty() {
            return Answer::Done;
        }
        Answer::Text(format!("LABEL {}", labels.join(" ")))
    }
}

#[cfg(test)]
mod tests;

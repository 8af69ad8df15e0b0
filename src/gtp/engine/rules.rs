//! Commands about the rules, and about the moves that they forbid.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::arguments as form;
use crate::response::{Answer, Failure, Reply, board, verdict};
use ponnuki_core::board::{Color, IllegalMove, Point};
use ponnuki_core::rules::{Rules, kata};

pub(super) const COMMANDS: &[CommandRow] = &[
    // This one and the next two fail with the reason why the engine does not play by these rules.
    quick(
        "kata-set-rules NAME|JSON",
        "sets all rules, for future moves",
        |e, a| match form::text(a.0) {
            object if object.starts_with('{') => {
                let settings = kata::settings(&object).ok_or(Failure::Syntax)?;
                e.set_rules(kata::from_settings(&settings)?)
            }
            name if name.is_empty() => Err(Failure::Syntax),
            name => e.set_rules(kata::named(&name)?),
        },
    ),
    quick("kata-set-rule RULE VALUE", "sets one rule", |e, a| {
        let rules = kata::with_setting(e.game.rules(), &a.read(form::setting)?)?;
        e.set_rules(rules)
    }),
    quick("kata-get-rules", "the rules as a JSON object", |e, _| {
        Ok(Answer::Text(kata::to_json(e.game.rules())))
    }),
    quick("kgs-rules NAME", "as `kata-set-rules`", |e, a| {
        // As in KataGo, `chinese` means the rules of KGS, which forbid every repetition.
        let name = a.read(form::word)?;
        let is_chinese = name.eq_ignore_ascii_case("chinese");
        e.set_rules(kata::named(if is_chinese { "chinese-kgs" } else { &name })?)
    }),
    quick(
        "ponnuki-rules",
        "the rules and the komi in words, in one line",
        |e, _| {
            let words = board::rules_in_words(e.game.rules(), e.game.komi());
            Ok(Answer::Text(words))
        },
    ),
    quick(
        "ponnuki-explain COLOR VERTEX",
        "`legal`, or the reason why the move is illegal, for superko with the number of the move whose position it repeats",
        |e, a| {
            let verdict = e.verdict(a.read(form::colored_vertex)?);
            Ok(Answer::Text(verdict::in_words(verdict)))
        },
    ),
    // The command and its members are those of a fork of KataGo
    // (<https://github.com/ChinChangYang/KataGo/pull/14>); `repeats` is added
    // here. `wrong_turn`, a reason there, is never given: either colour may move.
    quick(
        "kata-check-move COLOR VERTEX",
        "the same as JSON, as in a fork of KataGo: \
         `{\"color\":\"b\",\"isLegal\":false,\"reason\":\"superko\",\"repeats\":41,\"vertex\":\"E5\"}`",
        |e, a| {
            let play = a.read(form::colored_vertex)?;
            Ok(Answer::text(verdict::object(play, e.verdict(play))))
        },
    ),
    quick(
        "ponnuki-illegal COLOR",
        "labels for GoGui on the empty points where a colour may not play: the reason, or the number of the move \
         whose position would be repeated",
        |e, a| Ok(e.labels(e.game.forbidden(a.read(form::color)?))),
    ),
    quick(
        "ponnuki-bans COLOR",
        "the same labels, but only on the points that the ko rule forbids",
        |e, a| Ok(e.bans(a.read(form::color)?)),
    ),
];

impl Engine {
    #[expect(clippy::unnecessary_wraps, reason = "the rows need a reply")]
    fn set_rules(&mut self, rules: Rules) -> Reply {
        self.game.set_rules(rules);
        Ok(Answer::Done)
    }

    pub(super) fn bans(&self, color: Color) -> Answer {
        let forbidden = self.game.forbidden(color);
        self.labels(forbidden.filter(|(_, reason)| reason.is_repetition()))
    }

    /// Labels points with short reasons, as GoGui's graphics. A label has no spaces.
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

//! What the record of a reviewed game says, beside its moves.

use ponnuki::game::Game;
use ponnuki::sgf::{About, RulesBasis};

/// The words of a record.
pub(crate) struct RecordWords {
    /// The names, the date and the result.
    pub(crate) about: About,
    /// Where the rules of the review come from.
    pub(crate) rules: RulesBasis,
}

impl RecordWords {
    /// Names the rules of a game, as in `japanese rules` or `rules not named (japanese, by the komi)`.
    pub(crate) fn rules_of(&self, game: &Game) -> String {
        let (rules, named) = (game.rules(), self.rules.describe(game.rules()));
        if self.rules.is_assumed() {
            format!("rules {named}")
        } else if rules.preset().is_some() {
            format!("{named} rules")
        } else {
            named
        }
    }
}

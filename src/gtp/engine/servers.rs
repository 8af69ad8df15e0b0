//! The commands of the servers KGS and CGOS and of the tournament program gomill.

use std::fmt::Write as _;

use super::{Engine, spec};
use crate::gtp::response::{Answer, colored_move, vertices};
use crate::gtp::show;

/// What a server tells and nothing here depends on: it is logged.
pub(super) fn note(what: &str, text: &str) -> Answer {
    log::info!("{what}: {text}");
    Answer::Done
}

impl Engine {
    /// `gomill-describe_engine`: what plays here, by which rules, and the seed
    /// its games follow from.
    pub(super) fn describe_engine(&self) -> Answer {
        Answer::lines([
            format!("{} {}", spec::NAME, spec::VERSION),
            format!("rules {}", show::rules(self.game.rules())),
            format!("true eyes by {}", self.eyes),
            format!("seed {}", self.player.seed()),
        ])
    }

    /// `gomill-explain_last_move`: the last move and what it took off the
    /// board; empty before the first.
    pub(super) fn explain_last_move(&self) -> Answer {
        let Some(last) = self.game.turns().last() else {
            return Answer::Done;
        };
        let size = self.game.size();
        let mut text = colored_move(size, last);
        if !last.captured.is_empty() {
            let _ = write!(text, " captures {}", vertices(size, &last.captured));
        }
        if !last.suicided.is_empty() {
            let _ = write!(text, " loses {}", vertices(size, &last.suicided));
        }
        Answer::Text(text)
    }
}

//! Commands of the servers KGS and CGOS and of the match program gomill.

use std::fmt::Write as _;

use super::{Engine, admin};
use crate::gtp::command::ServerCommand;
use crate::gtp::response::{Answer, Reply, colored_move};

impl Engine {
    /// Carries out a command of a server or match program.
    #[expect(clippy::unnecessary_wraps, reason = "every subject returns a reply")]
    pub(super) fn serve(&self, command: &ServerCommand) -> Reply {
        Ok(match command {
            ServerCommand::CgosGameOver(result) => note("the server's result", result),
            ServerCommand::CgosOpponentName(name) => note("the opponent's name", name),
            ServerCommand::CgosOpponentRating(rating) => note("the opponent's rating", rating),
            ServerCommand::DescribeEngine => self.describe_engine(),
            ServerCommand::ExplainLastMove => self.explain_last_move(),
            ServerCommand::KgsGameOver => Answer::Done,
        })
    }

    /// `gomill-describe_engine`: answers with the program, the parameters of its
    /// search, its rules and the seed of its games.
    fn describe_engine(&self) -> Answer {
        let mut lines = vec![format!("{} {}", self.settings.name(), admin::VERSION)];
        lines.extend(self.describe_player());
        lines.extend([
            format!("rules {}", self.game.rules()),
            format!("true eyes by {}", self.settings.eyes),
            format!("seed {}", self.player.seed()),
        ]);
        Answer::lines(lines)
    }

    /// `gomill-explain_last_move`: answers with the last move and the stones
    /// that it removed. The answer is empty before the first move.
    fn explain_last_move(&self) -> Answer {
        let Some(last) = self.game.turns().last() else {
            return Answer::Done;
        };
        let size = self.game.size();
        let mut text = colored_move(size, last);
        if !last.captured.is_empty() {
            let _ = write!(text, " captures {}", last.captured.names(size));
        }
        if !last.suicided.is_empty() {
            let _ = write!(text, " loses {}", last.suicided.names(size));
        }
        Answer::Text(text)
    }
}

/// Logs a text that has no effect on the engine.
fn note(what: &str, text: &str) -> Answer {
    log::info!("{what}: {text}");
    Answer::Done
}

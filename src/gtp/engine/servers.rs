//! Commands of the servers KGS and CGOS and of the match program gomill.

use std::fmt::Write as _;

use super::row::{CommandRow, quick};
use super::{Engine, admin};
use crate::parse::arguments as form;
use crate::response::{Answer, colored_move};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick("kgs-game_over", "needs no action", |_, _| Ok(Answer::Done)),
    quick(
        "kgs-chat [MESSAGE]",
        "logs the message, and says which program is playing",
        |e, a| {
            log("chat", a.0);
            Ok(Answer::Text(e.program()))
        },
    ),
    quick(
        "cgos-opponent_name [NAME]",
        "logs the name of the opponent",
        |_, a| Ok(log("the opponent's name", a.0)),
    ),
    quick(
        "cgos-opponent_rating [RATING]",
        "logs the rating of the opponent",
        |_, a| Ok(log("the opponent's rating", a.0)),
    ),
    quick(
        "cgos-gameover [RESULT]",
        "logs the result of the server",
        |_, a| Ok(log("the server's result", a.0)),
    ),
    quick(
        "gomill-describe_engine",
        "the program, the parameters of its search, its rules and its seed",
        |e, _| Ok(e.describe_engine()),
    ),
    quick(
        "gomill-explain_last_move",
        "the last move and the stones that it removed; empty before the first move",
        |e, _| Ok(e.explain_last_move()),
    ),
];

impl Engine {
    /// Describes the program, its search, its rules and the seed of its games.
    fn describe_engine(&self) -> Answer {
        let mut lines = vec![self.program()];
        lines.extend(self.describe_player());
        lines.extend([
            format!("rules {}", self.game.rules()),
            format!("true eyes by {}", self.settings.eyes),
            format!("seed {}", self.player.seed()),
        ]);
        Answer::lines(lines)
    }

    fn program(&self) -> String {
        format!("{} {}", self.settings.name(), admin::VERSION)
    }

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
        if let Some(stone) = last.lifted {
            let _ = write!(text, " lifts the block of {}", size.coordinates(stone));
        }
        Answer::Text(text)
    }
}

/// Logs a message of the server that does not affect the engine.
fn log(what: &str, text: &[u8]) -> Answer {
    log::info!("{what}: {}", form::text(text));
    Answer::Done
}

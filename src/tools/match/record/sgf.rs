//! Writes a game of a match as SGF.

use std::fmt::Write as _;

use super::GameRecord;
use crate::cli::plain;
use crate::r#match::umpire::PlayedGame;
use ponnuki_formats::files::UNSEALED;
use ponnuki_formats::sgf;

impl PlayedGame {
    /// Returns the game as SGF, ending in a line feed. The comment of the root node
    /// holds the command lines, the seeds and the reason why the game ended.
    pub(crate) fn sgf(&self) -> String {
        let Self { record, game } = self;
        let titles = record.titles();
        let about = sgf::Record {
            result: Some(record.result.clone()),
            black: Some(plain::line(&titles.black)),
            white: Some(plain::line(&titles.white)),
            comment: Some(comment(record)),
            ..sgf::Record::default()
        };
        let mut text = sgf::write(game, &about);
        text.push('\n');
        text
    }
}

/// Returns the beginning of the comment in the SGF file of a game, which identifies
/// the game and its match. Its digest follows.
pub(crate) fn sgf_title(game: u64, fingerprint: &str) -> String {
    format!("Game {game} of match {fingerprint}")
}

fn comment(record: &GameRecord) -> String {
    let mut text = sgf_title(record.game, &record.fingerprint) + UNSEALED;
    for (color, program) in [("Black", &record.black), ("White", &record.white)] {
        let _ = write!(text, "\n{color}: {}: {}", program.player, program.command);
        if let Some(seed) = program.seed {
            let _ = write!(text, " (seed {seed})");
        }
    }
    let _ = write!(text, "\nEnd: {}", record.end);
    if !record.detail.is_empty() {
        let _ = write!(text, ": {}", record.detail);
    }
    if let Some(fault) = &record.referee_fault {
        let _ = write!(text, "\nReferee: {}: {}", fault.end, fault.detail);
    }
    plain::lines(&text)
}

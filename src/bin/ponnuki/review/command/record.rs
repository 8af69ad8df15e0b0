//! Reads the game to review.

use std::io::{self, Read};
use std::path::Path;

use ponnuki::Game;
use ponnuki::files::open_stream;
use ponnuki::sgf::{About, GameText, Games, read_numbered};
use ponnuki::statistics::counted;

use crate::cli::args::FileRulesArgs;
use crate::cli::failure::Failure;

/// A game and its record.
pub(super) struct ReviewRecord {
    /// The bytes of the game in the file.
    pub(super) text: GameText,
    /// The names, date and result in the record.
    pub(super) about: About,
    /// The game under the rules and the komi of the options.
    pub(super) game: Game,
    /// The number of moves in the record. It exceeds that of the game if setup stones
    /// follow a move, because the game begins after them.
    pub(super) moves: usize,
}

impl ReviewRecord {
    /// Reads a game of a file by number, counted from 1. `-` is standard input.
    pub(super) fn read(file: &Path, number: u64, rules: &FileRulesArgs) -> Result<Self, Failure> {
        let input: Box<dyn Read> = if file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(open_stream(file)?)
        };
        let mut games = 0;
        for text in Games::new(input) {
            let text = text?;
            games += 1;
            if games == number {
                return Self::new(text, rules);
            }
        }
        Err(Failure::new(format_args!(
            "the file has only {}",
            counted(games, "game")
        )))
    }

    fn new(text: GameText, rules: &FileRulesArgs) -> Result<Self, Failure> {
        let (mut game, moves) = read_numbered(&text.bytes, &rules.unstated())?;
        rules.apply(&mut game);
        if game.turns().is_empty() {
            return Err(Failure::new("the game has no moves to review"));
        }
        let about = About::read(&text.bytes)?;
        Ok(Self {
            text,
            about,
            game,
            moves,
        })
    }
}

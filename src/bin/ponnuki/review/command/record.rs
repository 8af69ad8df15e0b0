//! Reads the game that is reviewed.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;

use ponnuki::Game;
use ponnuki::files::open_stream;
use ponnuki::sgf::{About, GameText, Games, SgfError, read_numbered};
use ponnuki::statistics::counted;

use crate::args::FileRulesArgs;

/// A game with its record.
pub(super) struct Record {
    /// The bytes of the game in the file.
    pub(super) text: GameText,
    /// The names, the date and the result in the record.
    pub(super) about: About,
    /// The game, under the rules and the komi of the options.
    pub(super) game: Game,
    /// The number of moves in the record, which is larger than that of the game if setup
    /// stones follow a move.
    pub(super) moves: usize,
}

/// Why a game cannot be reviewed.
#[derive(Debug)]
pub(super) enum RecordError {
    /// The file cannot be read.
    File(io::Error),
    /// The file has fewer games than `--game`.
    TooFewGames {
        /// Their number.
        games: u64,
    },
    /// The game cannot be read.
    Sgf(SgfError),
    /// The game has no moves, at least after the last setup stones.
    NoMoves,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::TooFewGames { games } => {
                write!(f, "the file has only {}", counted(*games, "game"))
            }
            Self::Sgf(error) => error.fmt(f),
            Self::NoMoves => f.write_str("the game has no moves to review"),
        }
    }
}

impl Error for RecordError {}

impl Record {
    /// Reads a game of a file by its number, counted from 1. `-` is standard input.
    ///
    /// # Errors
    /// Any [`RecordError`].
    pub(super) fn read(
        file: &Path,
        number: u64,
        rules: &FileRulesArgs,
    ) -> Result<Self, RecordError> {
        let input: Box<dyn Read> = if file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(open_stream(file).map_err(RecordError::File)?)
        };
        let mut games = 0;
        for text in Games::new(input) {
            let text = text.map_err(RecordError::File)?;
            games += 1;
            if games == number {
                return Self::of(text, rules);
            }
        }
        Err(RecordError::TooFewGames { games })
    }

    fn of(text: GameText, rules: &FileRulesArgs) -> Result<Self, RecordError> {
        let (mut game, moves) =
            read_numbered(&text.bytes, &rules.unstated()).map_err(RecordError::Sgf)?;
        rules.apply(&mut game);
        if game.turns().is_empty() {
            return Err(RecordError::NoMoves);
        }
        let about = About::read(&text.bytes).map_err(RecordError::Sgf)?;
        Ok(Self {
            text,
            about,
            game,
            moves,
        })
    }
}

//! Reads and writes games as SGF, the Smart Game Format, version FF\[4\]
//! (<https://www.red-bean.com/sgf/>), and reads the records of some servers (GIB, NGF and UGF).
//!
//! [`read`] takes the main line of the first game of a file and replays it with
//! [`Game::play`](ponnuki_core::Game::play), so a file can never produce a
//! position that live play could not reach. [`write()`] writes one line of play
//! without variations. [`Remarks::copy`] copies a whole game and adds to it.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
//! use ponnuki::sgf::{self, Record};
//!
//! let game = sgf::read(b"(;GM[1]SZ[9]KM[7];B[ee];W[ce];B[])", None)?;
//! assert_eq!(game.turns().len(), 3);
//! let record = Record { black: Some("Ann".to_owned()), ..Record::default() };
//! assert!(sgf::write(&game, &record).contains("PB[Ann]"));
//! # Ok::<(), sgf::SgfError>(())
//! ```
//!
//! | property | read | written |
//! |---|---|---|
//! | `FF` | no | `4` |
//! | `GM` | must be 1 (Go) if present | `1` |
//! | `CA` | any label of the Encoding Standard, unless valid UTF-8; Latin-1 if absent | `UTF-8` |
//! | `AP` | only `foxwq` and `SGFC`, whose komi may be in hundredths | program and version |
//! | `SZ` | board size, 1 to 25 in each direction; 19x19 if absent | `9`, `9:13` |
//! | `KM` | komi; also as `KO`, if it has a number | komi |
//! | `RU` | a common name (`Chinese`, `AGA`, `NZ`, ...), our axes, or one of KataGo's forms | a name or our axes |
//! | `HA` | number of handicap stones among the setup stones; also as `HD` | from 2 stones on |
//! | `AB`, `AW` | setup stones, also after moves | setup stones |
//! | `AE` | cleared points | after moves |
//! | `PL` | colour to move, also as `1` and `2` (CGoban 1) | if a reader would not infer it |
//! | `B`, `W` | moves; an empty value, and `tt` up to 19x19, is a pass | moves |
//! | `RE` | only a resignation; [`StatedResult`] reads all | result, once the game is over |
//! | `TB`, `TW` | in the last node of a finished game: the dead stones are those in territory of the other colour | in the last node, if asked for |
//! | `PB`, `PW` | no | players, if given |
//! | `C` | no | random seed and comment, in the root |
//!
//! Nodes are read one at a time and, except in a [`GameTree`], none is kept, because a file may
//! have several hundred thousand of them, each nested in the previous one.
//!
//! `README.md` beside this file has the files in reading order. For collections, [`Games`] splits a
//! file into games and [`check`] reports defects. A [`GameTree`] holds a whole game with its
//! variations, for programs that edit it.

mod about;
pub mod check;
mod collection;
mod encoding;
mod finding;
mod fix;
mod foreign;
mod header;
mod mend;
mod nodes;
mod reader;
mod remarks;
mod rules_name;
mod steps;
mod tree;
mod words;
mod writer;

use std::error::Error;
use std::fmt;
use std::io;

use ponnuki_core::board::{IllegalMove, StonesError};

pub use about::About;
pub use collection::{GameText, Games};
pub use foreign::RECORD_ENDINGS;
pub use header::{ReadOptions, RulesBasis};
pub use reader::read_position;
pub use reader::{ReadGame, read, read_from, read_logged, read_with_defects};
pub use remarks::{Remark, Remarks, Value, Variation, Verdict};
pub use tree::{GameTree, TreeNode, TreeProperty};
pub use words::{StatedResult, WinMargin};
pub use writer::{Record, result, vertex_text, write};

/// The size limit of a file, in bytes.
pub const MAX_SGF_BYTES: usize = 8 << 20;

/// The reason no game can be read from a file.
#[derive(Debug)]
pub enum SgfError {
    /// The file cannot be opened or read.
    File(io::Error),
    /// The file is longer than [`MAX_SGF_BYTES`].
    TooLong,
    /// The file contains no game: there is no `(;`.
    NoGame,
    /// The file has a syntax error at this offset.
    Broken {
        /// The offset of the error in bytes of the input decoded as UTF-8.
        offset: usize,
    },
    /// The file ends in the middle of the game.
    Truncated,
    /// The file contains a game other than Go.
    OtherGame,
    /// A property that the game depends on has an invalid value.
    Value {
        /// The property's identifier, such as `SZ`.
        property: String,
    },
    /// The width or height of the board is not within 1 to 25.
    Size,
    /// Setup stones lie off the board or have no liberty.
    Setup(StonesError),
    /// Stones are set up after more than 1000 moves of the main line.
    TooManySetups,
    /// A move of the main line is illegal under the file's rules.
    IllegalMove {
        /// The move number, from 1.
        number: usize,
        /// The reason the move is illegal.
        reason: IllegalMove,
    },
}

impl SgfError {
    /// Returns whether the text is not SGF.
    fn is_syntax(&self) -> bool {
        matches!(self, Self::NoGame | Self::Broken { .. } | Self::Truncated)
    }
}

/// Counts the line feeds in the input.
fn line_ends(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::TooLong => write!(f, "the file is longer than {} MiB", MAX_SGF_BYTES >> 20),
            Self::NoGame => f.write_str("no game found: an SGF game starts with '(;'"),
            Self::Broken { offset } => write!(f, "not SGF at byte {offset}"),
            Self::Truncated => f.write_str("the text ends in the middle of the game"),
            Self::OtherGame => f.write_str("the file contains a game other than Go"),
            Self::Value { property } => write!(f, "property {property} has an unreadable value"),
            Self::Size => f.write_str("the board must be 1 to 25 points wide and high"),
            Self::Setup(error) => write!(f, "impossible setup stones: {error}"),
            Self::TooManySetups => {
                write!(f, "stones are set up more than {} times", steps::MAX_SETUPS)
            }
            Self::IllegalMove { number, reason } => write!(f, "move {number} is illegal: {reason}"),
        }
    }
}

impl Error for SgfError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            Self::Setup(error) => Some(error),
            Self::IllegalMove { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;

//! Reads and writes games as SGF, the Smart Game Format, version FF\[4\]
//! (<https://www.red-bean.com/sgf/>), and reads the records of some servers (GIB, NGF and UGF).
//!
//! Nodes are read one at a time and, except in a [`GameTree`], none is kept, because a file may
//! have several hundred thousand of them, each nested in the previous one.
//!
//! `README.md` has the files in reading order, and the module of this name in the package `ponnuki`
//! the properties.

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
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, MAX_SGF_BYTES, SgfError};
///
/// let mut record = b"(;GM[1];B[dd])".to_vec();
/// record.resize(MAX_SGF_BYTES, b' ');
/// assert!(sgf::read(&record, None).is_ok());
/// record.push(b' ');
/// assert!(matches!(sgf::read(&record, None), Err(SgfError::TooLong)));
/// ```
pub const MAX_SGF_BYTES: usize = 8 << 20;

/// The reason no game can be read from a file.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, ReadOptions, SgfError};
///
/// let record = b"(;SZ[9];B[ee];W[ce];B[ee])";
/// let strict = ReadOptions { is_strict: true, ..ReadOptions::default() };
/// let error = sgf::read_from(&record[..], None, &strict).unwrap_err();
/// assert_eq!(error.to_string(), "move 3 is illegal: occupied");
/// if let SgfError::IllegalMove { number, .. } = error {
///     let before = sgf::read(record, Some(number))?;
///     assert_eq!(before.turns().len(), 2);
/// }
/// # Ok::<(), SgfError>(())
/// ```
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

//! Responses: the exact texts, and the frame around them.
//!
//! Section 3.4 of the specification: `=[id] response`, section 3.5: `?[id]
//! error_message`, each ended by two line feeds. The space is always printed,
//! also before an empty response: widespread controllers need it.

use std::error::Error;
use std::fmt::{self, Display};

use crate::board::{BoardSize, IllegalMove, PointSet};
use crate::game::{Choice, Move, Turn};
use crate::gtp::analyze::UnreadableKey;

/// What a command that succeeded answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// That it is done.
    Done,
    /// A text of one or more lines, without a line end after the last.
    Text(String),
    /// A text as it came in, which need not be UTF-8.
    Bytes(Vec<u8>),
    /// A move or a resignation on a board of this size.
    Choice(BoardSize, Choice),
    /// What has been written already, line by line: only the end is missing.
    Streamed,
}

impl Answer {
    /// The text of a value.
    pub(crate) fn text(value: impl Display) -> Self {
        Self::Text(value.to_string())
    }

    /// One value a line.
    pub(crate) fn lines(values: impl IntoIterator<Item = impl Display>) -> Self {
        let lines: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        Self::Text(lines.join("\n"))
    }

    /// A picture, whose first line must not stand beside the `=`.
    pub(crate) fn picture(rows: &str) -> Self {
        Self::Text(format!("\n{rows}"))
    }

    /// The names of points, separated by spaces.
    pub(crate) fn points(size: BoardSize, points: &PointSet) -> Self {
        Self::Text(vertices(size, points))
    }
}

/// Why a command failed. `Display` writes the protocol's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No command has this name.
    UnknownCommand,
    /// The arguments cannot be read.
    Syntax,
    /// The line is longer than any line may be.
    LineTooLong,
    /// Width or height is not within 1 to 25.
    UnacceptableSize,
    /// The move is not allowed. The reason is logged.
    IllegalMove,
    /// There are not so many moves to take back.
    CannotUndo,
    /// The file cannot be read or is no game record.
    CannotLoadFile,
    /// The file may not or cannot be written.
    CannotWriteFile,
    /// Handicap and setup stones need an empty board without moves.
    BoardNotEmpty,
    /// There is no handicap of so many stones.
    InvalidHandicap,
    /// The same vertex was given twice.
    RepeatedVertex,
    /// The vertex is not on the board, or is a pass where a point is meant.
    InvalidVertex,
    /// So many playouts are not played.
    InvalidPlayouts,
    /// There is no stone on the vertex.
    EmptyVertex,
    /// Stones cannot stand so: a chain has no liberty.
    InvalidPosition,
    /// No move was made yet.
    NoMove,
    /// The rules are not played here; the text says why.
    Rules(String),
    /// A key of an analysis cannot be read.
    UnreadableKey(UnreadableKey),
    /// All moves are to be avoided, the pass too.
    NoMoveLeft,
    /// A defect of this program.
    Internal,
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnreadableKey(UnreadableKey::Unknown(key)) => {
                return write!(f, "unknown key '{key}'");
            }
            Self::UnreadableKey(UnreadableKey::Value(key)) => {
                return write!(f, "{key} needs {}", key_value(key));
            }
            Self::NoMoveLeft => "no move left to analyze",
            Self::UnknownCommand => "unknown command",
            Self::Syntax => "syntax error",
            Self::LineTooLong => "line too long",
            Self::UnacceptableSize => "unacceptable size",
            Self::IllegalMove => "illegal move",
            Self::CannotUndo => "cannot undo",
            Self::CannotLoadFile => "cannot load file",
            Self::CannotWriteFile => "cannot write file",
            Self::BoardNotEmpty => "board not empty",
            Self::InvalidHandicap => "invalid handicap",
            Self::RepeatedVertex => "repeated vertex",
            Self::InvalidVertex => "invalid vertex",
            Self::InvalidPlayouts => "invalid number of playouts",
            Self::EmptyVertex => "vertex must not be empty",
            Self::InvalidPosition => "invalid position",
            Self::NoMove => "no previous move known",
            Self::Rules(reason) => reason,
            Self::Internal => "internal error",
        })
    }
}

impl Error for Failure {}

/// What the value of an analysis' key must be.
fn key_value(key: &str) -> &'static str {
    match key {
        "avoid" | "allow" => "a color, vertices as in D4,Q16 and a number of turns",
        "interval" => "a number of hundredths of a second",
        "minmoves" | "maxmoves" | "playouts" => "a whole number",
        _ => "true or false",
    }
}

/// What a command comes to.
pub(crate) type Reply = Result<Answer, Failure>;

/// The names of points, separated by spaces.
pub(crate) fn vertices(size: BoardSize, points: &PointSet) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|point| size.coordinates(point).to_string())
        .collect();
    names.join(" ")
}

/// The name of a move: `D4` or `pass`.
pub(crate) fn vertex(size: BoardSize, action: Move) -> String {
    match action {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => size.coordinates(point).to_string(),
    }
}

/// A choice: `D4`, `pass` or `resign`.
pub(crate) fn choice(size: BoardSize, choice: Choice) -> String {
    match choice {
        Choice::Move(action) => vertex(size, action),
        Choice::Resign => "resign".to_owned(),
    }
}

/// A move with its colour: `black D4`.
pub(crate) fn colored_move(size: BoardSize, turn: &Turn) -> String {
    format!("{} {}", turn.color, vertex(size, turn.action))
}

/// The verdict on a move: `legal`, or the reason why it is not.
pub(crate) fn verdict(verdict: Result<(), IllegalMove>) -> String {
    match verdict {
        Ok(()) => "legal".to_owned(),
        Err(IllegalMove::OffBoard) => "off the board".to_owned(),
        Err(IllegalMove::Occupied) => "occupied".to_owned(),
        Err(IllegalMove::Suicide) => "suicide".to_owned(),
        Err(IllegalMove::Ko) => "ko".to_owned(),
        Err(IllegalMove::Superko { repeats: 0 }) => {
            "superko, repeats the start position, move 0".to_owned()
        }
        Err(IllegalMove::Superko { repeats }) => {
            format!("superko, repeats the position after move {repeats}")
        }
    }
}

/// Appends a response with its frame to the output.
pub(crate) fn frame(output: &mut Vec<u8>, id: Option<u32>, reply: &Reply) {
    if *reply == Ok(Answer::Streamed) {
        output.push(b'\n');
        return;
    }
    output.push(if reply.is_ok() { b'=' } else { b'?' });
    if let Some(id) = id {
        output.extend(id.to_string().bytes());
    }
    output.push(b' ');
    match reply {
        Ok(Answer::Done | Answer::Streamed) => {}
        Ok(Answer::Text(text)) => append(output, text.as_bytes()),
        Ok(Answer::Bytes(bytes)) => append(output, bytes),
        Ok(Answer::Choice(size, made)) => append(output, choice(*size, *made).as_bytes()),
        Err(failure) => append(output, failure.to_string().as_bytes()),
    }
    output.extend(b"\n\n");
}

/// Appends a text, but no blank line, no line end after it, and no control
/// character: a blank line would end the response early.
fn append(output: &mut Vec<u8>, text: &[u8]) {
    let begin = output.len();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let visible = |byte: &u8| !byte.is_ascii_control();
        if index > 0 {
            if !line.iter().any(|byte| visible(byte) && *byte != b' ') {
                continue;
            }
            output.push(b'\n');
        }
        output.extend(line.iter().filter(|byte| visible(byte)));
    }
    debug_assert!(output.len() - begin <= text.len());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn framed(id: Option<u32>, reply: &Reply) -> String {
        let mut output = Vec::new();
        frame(&mut output, id, reply);
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_space_is_always_there() {
        assert_eq!(framed(None, &Ok(Answer::Done)), "= \n\n");
        assert_eq!(framed(Some(7), &Ok(Answer::Done)), "=7 \n\n");
        assert_eq!(framed(Some(0), &Ok(Answer::text(2))), "=0 2\n\n");
        assert_eq!(
            framed(None, &Err(Failure::UnknownCommand)),
            "? unknown command\n\n"
        );
        assert_eq!(
            framed(Some(12), &Err(Failure::Syntax)),
            "?12 syntax error\n\n"
        );
    }

    #[test]
    fn no_line_inside_is_blank() {
        let text = |text: &str| framed(None, &Ok(Answer::text(text)));
        assert_eq!(text("a\n\nb\n \n\n"), "= a\nb\n\n");
        assert_eq!(text("\n\n\na\r\n"), "= \na\n\n");
        assert_eq!(text("\n"), "= \n\n");
        assert_eq!(framed(None, &Ok(Answer::picture("X\nO"))), "= \nX\nO\n\n");
        assert_eq!(framed(None, &Ok(Answer::lines(["a", "b"]))), "= a\nb\n\n");
    }

    proptest! {
        #[test]
        fn every_response_ends_where_it_should(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let mut output = Vec::new();
            frame(&mut output, None, &Ok(Answer::Bytes(bytes)));
            let end = output.windows(2).position(|pair| pair == b"\n\n");
            prop_assert_eq!(end, Some(output.len() - 2));
            prop_assert!(output.starts_with(b"= "));
        }
    }
}

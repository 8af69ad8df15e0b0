//! The contents of all responses, and the frame around them.
//!
//! Section 3.4 of the specification: `=[id] response`, section 3.5: `?[id]
//! error_message`, each ended by two line feeds. The space is always printed,
//! even before an empty response, because widespread controllers need it.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod graphics;
mod models;
pub(crate) mod raw_nn;
mod streaming;
pub(crate) mod verdict;

pub(crate) use super::failure::Failure;
pub use models::models;
pub(crate) use streaming::{ResponseWriter, write_graphics};

use std::fmt::Display;

use ponnuki_core::board::{BoardSize, PointSet};
use ponnuki_core::game::{Choice, Turn};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Success with an empty response.
    Done,
    /// One or more lines, without a line end after the last.
    Text(String),
    /// The bytes of the input, which need not be UTF-8.
    Bytes(Vec<u8>),
    /// A move or a resignation on a board of this size.
    Choice(BoardSize, Choice),
    /// All lines have been written to a [`ResponseWriter`]; only the final line feed is missing.
    Streamed,
}

impl Answer {
    /// Answers with a value, as `Display` formats it.
    pub(crate) fn text(value: impl Display) -> Self {
        Self::Text(value.to_string())
    }

    /// Answers with one value per line.
    pub(crate) fn lines(values: impl IntoIterator<Item = impl Display>) -> Self {
        let lines: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        Self::Text(lines.join("\n"))
    }

    /// Answers with rows that must line up, so the first begins below the `=`.
    pub(crate) fn picture(rows: &str) -> Self {
        Self::Text(format!("\n{rows}"))
    }

    /// Answers with the names of points, separated by spaces.
    pub(crate) fn points(size: BoardSize, points: &PointSet) -> Self {
        Self::Text(points.names(size))
    }
}

pub(crate) type Reply = Result<Answer, Failure>;

/// Writes a choice: `D4`, `pass` or `resign`.
pub(crate) fn choice(size: BoardSize, choice: Choice) -> String {
    match choice {
        Choice::Move(action) => action.name(size),
        Choice::Resign => "resign".to_owned(),
    }
}

/// Writes a move with its colour: `black D4`.
pub(crate) fn colored_move(size: BoardSize, turn: &Turn) -> String {
    format!("{} {}", turn.color, turn.action.name(size))
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

/// Appends the content of a response without blank lines, which would end the response
/// early, control characters and a trailing line feed.
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

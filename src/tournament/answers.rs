//! Splits the output of a GTP program into answers.
//!
//! ```text
//! answer = ("=" | "?") [id] [" "] text LF LF
//! ```
//!
//! The format is that of the specification (section 2.6), with two allowances
//! that all controllers make: carriage returns are dropped, and blank lines
//! before an answer are skipped. Commands are sent without ids.

use std::fmt;
use std::io::{self, ErrorKind, Read};

/// The length limit of one answer, in bytes. A longer answer is a fault.
const MAX_ANSWER: usize = 1 << 20;

/// The number of bytes requested by one read.
const CHUNK: usize = 1 << 13;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// `=`, with the trimmed text after it.
    Success(String),
    /// `?`, with the trimmed error message after it.
    Failure(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Success(text) => write!(f, "= {text}"),
            Self::Failure(reason) => write!(f, "? {reason}"),
        }
    }
}

/// Why the program gave no valid answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The output ended. The text is the beginning of an unfinished answer, if
    /// there is one.
    Ended(String),
    /// The output is not an answer. The text is its beginning.
    Malformed(String),
    /// Reading the output failed.
    Unreadable(io::Error),
}

/// The output of a program, with a buffer for bytes that no answer has
/// consumed yet.
pub(super) struct Answers<R> {
    output: R,
    buffer: Vec<u8>,
    /// The index in `buffer` of the first byte not consumed yet.
    start: usize,
}

impl<R: Read> Answers<R> {
    /// Reads answers from the start of an output.
    pub(super) const fn new(output: R) -> Self {
        Self {
            output,
            buffer: Vec::new(),
            start: 0,
        }
    }

    /// Waits for the next answer and returns it.
    pub(super) fn next(&mut self) -> Result<Answer, NoAnswer> {
        // The number of bytes of the answer that are known to contain no end.
        let mut seen = 0;
        loop {
            if seen == 0 {
                self.skip_blank();
                // Garbage is reported at once, as a blank line may never follow.
                if let Some(line) = self.first_line()
                    && !line.starts_with(b"=")
                    && !line.starts_with(b"?")
                {
                    return Err(NoAnswer::Malformed(excerpt(line)));
                }
            }
            if let Some(end) = self.end_of_answer(self.start + seen) {
                let text = String::from_utf8_lossy(&self.buffer[self.start..end]).replace('\r', "");
                self.start = end;
                return answer(&text);
            }
            if self.buffer.len() - self.start > MAX_ANSWER {
                let text = excerpt(&self.buffer[self.start..]);
                return Err(NoAnswer::Malformed(format!("{text} (and 1 MiB more)")));
            }
            // The buffer may end with the first of the two line feeds.
            seen = (self.buffer.len() - self.start).saturating_sub(2);
            self.read_more()?;
        }
    }

    /// Returns the beginning of any output that follows the last answer, unless
    /// it is blank. A program that only answers commands produces no such output.
    pub(super) fn unasked(&self) -> Option<String> {
        let rest = self.buffer[self.start..].trim_ascii();
        (!rest.is_empty()).then(|| excerpt(rest))
    }

    /// Skips white space before an answer.
    fn skip_blank(&mut self) {
        let rest = &self.buffer[self.start..];
        self.start += rest.len() - rest.trim_ascii_start().len();
    }

    /// Returns the first line as far as it has arrived, or `None` before its
    /// first byte.
    fn first_line(&self) -> Option<&[u8]> {
        let rest = &self.buffer[self.start..];
        let line = rest.split(|&byte| byte == b'\n').next()?;
        (!line.is_empty()).then_some(line)
    }

    /// Returns the index after the blank line that ends the answer, searching
    /// from the index `from`.
    fn end_of_answer(&self, from: usize) -> Option<usize> {
        let mut blank = false;
        for (index, byte) in self.buffer[from..].iter().enumerate() {
            match byte {
                b'\n' if blank => return Some(from + index + 1),
                b'\n' => blank = true,
                b'\r' => {}
                _ => blank = false,
            }
        }
        None
    }

    /// Reads the bytes that are available, waiting for at least one.
    fn read_more(&mut self) -> Result<(), NoAnswer> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let len = self.buffer.len();
        self.buffer.resize(len + CHUNK, 0);
        let read = loop {
            match self.output.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Err(NoAnswer::Ended(self.unasked().unwrap_or_default())),
            Ok(_) => Ok(()),
            Err(error) => Err(NoAnswer::Unreadable(error)),
        }
    }
}

/// Parses the text of one answer, blank line included.
fn answer(text: &str) -> Result<Answer, NoAnswer> {
    let kind = if text.starts_with('=') {
        Answer::Success
    } else {
        Answer::Failure
    };
    let rest = &text[1..];
    if rest.starts_with(|first: char| !first.is_ascii_whitespace()) {
        return Err(NoAnswer::Malformed(excerpt(text.as_bytes())));
    }
    Ok(kind(rest.trim().to_owned()))
}

/// Returns the beginning of a text on one line, for messages.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    /// The maximum number of bytes to show.
    const LONGEST: usize = 100;
    let (shown, more) = match bytes.get(..LONGEST) {
        Some(beginning) if bytes.len() > LONGEST => (beginning, "..."),
        _ => (bytes, ""),
    };
    let text = String::from_utf8_lossy(shown);
    let words: Vec<_> = text.split_whitespace().collect();
    format!("{}{more}", words.join(" ").escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that arrives in these pieces, one per read.
    struct Pieces<'a>(Vec<&'a [u8]>);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            into[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    /// Returns all answers and how the output ends.
    fn all(pieces: &[&str]) -> Vec<String> {
        let mut answers = Answers::new(Pieces(
            pieces.iter().map(|piece| piece.as_bytes()).collect(),
        ));
        let mut found = Vec::new();
        loop {
            found.push(match answers.next() {
                Ok(Answer::Success(text)) => format!("={text}"),
                Ok(Answer::Failure(text)) => format!("?{text}"),
                Err(NoAnswer::Malformed(text)) => format!("malformed {text}"),
                Err(NoAnswer::Ended(text)) => format!("ended {text}"),
                Err(NoAnswer::Unreadable(error)) => format!("{error}"),
            });
            let last = found.last().map_or("", String::as_str);
            if last.starts_with("malformed") || last.starts_with("ended") {
                return found;
            }
        }
    }

    #[test]
    fn answers_end_with_a_blank_line() {
        assert_eq!(
            all(&["= D4\n\n? illegal move\n\n=\n\n= a\nb\n\n"]),
            ["=D4", "?illegal move", "=", "=a\nb", "ended "]
        );
    }

    #[test]
    fn answers_arrive_in_any_pieces() {
        let text = "= D4\r\n\r\n? no\n\n\n= 1\n2\n\n";
        let bytes: Vec<String> = text.chars().map(String::from).collect();
        let single: Vec<&str> = bytes.iter().map(String::as_str).collect();
        let expected = ["=D4", "?no", "=1\n2", "ended "];
        assert_eq!(all(&[text]), expected);
        assert_eq!(all(&single), expected);
    }

    #[test]
    fn anything_else_is_malformed() {
        assert_eq!(all(&["D4\n"]), ["malformed D4"]);
        assert_eq!(
            all(&["= D4\n\nwarning: x\n"]),
            ["=D4", "malformed warning: x"]
        );
        assert_eq!(all(&["=x D4\n\n"]), ["malformed =x D4"]);
        assert_eq!(all(&["=7 D4\n\n"]), ["malformed =7 D4"]);
        assert_eq!(all(&["= D", "4\n"]), ["ended = D4"]);
    }

    #[test]
    fn an_endless_answer_is_malformed() {
        struct Endless;
        impl Read for Endless {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                into.fill(b'=');
                Ok(into.len())
            }
        }
        let mut answers = Answers::new(Endless);
        assert!(matches!(answers.next(), Err(NoAnswer::Malformed(_))));
    }

    #[test]
    fn output_that_was_not_asked_for_is_noticed() {
        let mut answers = Answers::new(&b"= 1\n\n\n= 2\n\n"[..]);
        answers.next().unwrap();
        assert_eq!(answers.unasked().as_deref(), Some("= 2"));
        answers.next().unwrap();
        assert_eq!(answers.unasked(), None);
    }
}

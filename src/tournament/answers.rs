//! The answers of a GTP program, taken out of its output.
//!
//! ```text
//! answer = ("=" | "?") [id] [" "] text LF LF
//! ```
//!
//! The rules are the specification's (section 2.6), with two allowances that
//! all controllers make: carriage returns are dropped, and blank lines before
//! an answer are skipped. Commands are sent without ids.

use std::fmt;
use std::io::{self, ErrorKind, Read};

/// The longest answer, in bytes. A program that says more in one answer is at
/// fault.
const MAX_ANSWER: usize = 1 << 20;

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 13;

/// What a program answers to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// `=`, with the text after it, white space around it taken off.
    Success(String),
    /// `?`, with the reason.
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

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The output has ended; what stood there of an answer, if anything.
    Ended(String),
    /// This is no answer.
    Malformed(String),
    /// The output cannot be read.
    Unreadable(io::Error),
}

/// The output of a program, and what of it has not been taken yet.
pub(super) struct Answers<R> {
    output: R,
    buffer: Vec<u8>,
    /// The bytes before this one were taken.
    start: usize,
}

impl<R: Read> Answers<R> {
    /// The answers in an output of which nothing has been read.
    pub(super) const fn new(output: R) -> Self {
        Self {
            output,
            buffer: Vec::new(),
            start: 0,
        }
    }

    /// Takes the next answer, waiting for it.
    pub(super) fn next(&mut self) -> Result<Answer, NoAnswer> {
        // How many bytes of the answer hold no end.
        let mut seen = 0;
        loop {
            if seen == 0 {
                self.skip_blank();
                // Garbage is told at once: no blank line may ever come.
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
                return Err(NoAnswer::Malformed(format!("{text} (and on for 1 MiB)")));
            }
            // What ends the buffer may be the first line feed of the two.
            seen = (self.buffer.len() - self.start).saturating_sub(2);
            self.read_more()?;
        }
    }

    /// What has been read and belongs to no answer that was taken, unless it is
    /// blank. A program that has only answered what it was asked has none.
    pub(super) fn unasked(&self) -> Option<String> {
        let rest = self.buffer[self.start..].trim_ascii();
        (!rest.is_empty()).then(|| excerpt(rest))
    }

    /// Skips white space before an answer.
    fn skip_blank(&mut self) {
        let rest = &self.buffer[self.start..];
        self.start += rest.len() - rest.trim_ascii_start().len();
    }

    /// The first line, as soon as enough of it is there to judge it.
    fn first_line(&self) -> Option<&[u8]> {
        let rest = &self.buffer[self.start..];
        let line = rest.split(|&byte| byte == b'\n').next()?;
        (!line.is_empty()).then_some(line)
    }

    /// Where the blank line ends that ends the answer, searched from a byte on.
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

    /// Reads what is there, waiting for at least one byte.
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

/// The answer in the text up to its blank line.
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

/// The beginning of a text, on one line.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    /// How many bytes are told.
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

    /// An output that arrives in pieces.
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

    /// All answers, and how the output ends.
    fn all(pieces: &[&str]) -> Vec<String> {
        let mut answers = Answers::new(Pieces(
            pieces.iter().map(|piece| piece.as_bytes()).collect(),
        ));
        let mut told = Vec::new();
        loop {
            told.push(match answers.next() {
                Ok(Answer::Success(text)) => format!("={text}"),
                Ok(Answer::Failure(text)) => format!("?{text}"),
                Err(NoAnswer::Malformed(text)) => format!("malformed {text}"),
                Err(NoAnswer::Ended(text)) => format!("ended {text}"),
                Err(NoAnswer::Unreadable(error)) => format!("{error}"),
            });
            let last = told.last().map_or("", String::as_str);
            if last.starts_with("malformed") || last.starts_with("ended") {
                return told;
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
    fn what_was_not_asked_for_is_seen() {
        let mut answers = Answers::new(&b"= 1\n\n\n= 2\n\n"[..]);
        answers.next().unwrap();
        assert_eq!(answers.unasked().as_deref(), Some("= 2"));
        answers.next().unwrap();
        assert_eq!(answers.unasked(), None);
    }
}

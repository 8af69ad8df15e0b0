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

use super::excerpt::excerpt;
use super::fault::Fault;

/// The length limit of one answer, in bytes. A longer answer is a fault.
const MAX_ANSWER: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `=`, with the trimmed response after it.
    Success(String),
    /// `?`, with the trimmed error message after it.
    Failure(String),
}

impl Answer {
    pub(crate) fn success(self) -> Option<String> {
        match self {
            Self::Success(text) => Some(text),
            Self::Failure(_) => None,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Success(text) => write!(f, "= {text}"),
            Self::Failure(reason) => write!(f, "? {reason}"),
        }
    }
}

/// Output of a program that has not been returned as an answer yet.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    buffer: Vec<u8>,
    /// The index in `buffer` of the first pending byte.
    start: usize,
    /// How many bytes from `start` on are known not to contain the end of an answer.
    seen: usize,
}

impl Answers {
    /// Returns the buffer, so that output can be appended.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        self.buffer.drain(..self.start);
        self.start = 0;
        &mut self.buffer
    }

    /// Returns the next answer, or `None` if it is still incomplete.
    pub(crate) fn next(&mut self) -> Result<Option<Answer>, Fault> {
        if self.seen == 0 {
            self.skip_blank();
            // Reported at once, because the blank line after garbage may never come.
            if let Some(line) = self.first_line()
                && !line.starts_with(b"=")
                && !line.starts_with(b"?")
            {
                return Err(malformed(&excerpt(line)));
            }
        }
        if let Some(end) = self.end_of_answer(self.start + self.seen) {
            let text = String::from_utf8_lossy(&self.buffer[self.start..end]);
            let answer = if text.contains('\r') {
                answer(&text.replace('\r', ""))
            } else {
                answer(&text)
            };
            self.start = end;
            self.seen = 0;
            return answer.map(Some);
        }
        self.check_length()?;
        // The buffer may end with the first of the two line feeds.
        self.seen = (self.buffer.len() - self.start).saturating_sub(2);
        Ok(None)
    }

    /// Checks that the pending bytes may still become an answer.
    pub(super) fn check_length(&self) -> Result<(), Fault> {
        let rest = &self.buffer[self.start..];
        if rest.len() > MAX_ANSWER {
            return Err(malformed(&format!("{} (and 1 MiB more)", excerpt(rest))));
        }
        Ok(())
    }

    /// Returns the bytes up to the empty line that ends an answer, without judging them, or
    /// `None` if the output does not contain it yet. Empty lines before the answer are included.
    pub(super) fn next_bytes(&mut self) -> Option<Vec<u8>> {
        let begin = self.start;
        self.skip_blank();
        let end = self.end_of_answer(self.start);
        let bytes = end.map(|end| self.buffer[begin..end].to_vec());
        self.start = end.unwrap_or(begin);
        self.seen = 0;
        bytes
    }

    /// Returns an excerpt of the output after the last answer, unless it is blank: an
    /// incomplete answer, or output that no command asked for.
    pub(crate) fn rest(&self) -> Option<String> {
        let rest = self.buffer[self.start..].trim_ascii();
        (!rest.is_empty()).then(|| excerpt(rest))
    }

    fn skip_blank(&mut self) {
        let rest = &self.buffer[self.start..];
        self.start += rest.len() - rest.trim_ascii_start().len();
    }

    /// Returns what has arrived of the first line, or `None` before its first byte.
    fn first_line(&self) -> Option<&[u8]> {
        let rest = &self.buffer[self.start..];
        let line = rest.split(|&byte| byte == b'\n').next()?;
        (!line.is_empty()).then_some(line)
    }

    /// Returns the index after the blank line that ends the answer. The search begins at
    /// index `from`.
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
}

/// Parses one answer, blank line included.
fn answer(text: &str) -> Result<Answer, Fault> {
    let kind = if text.starts_with('=') {
        Answer::Success
    } else {
        Answer::Failure
    };
    let rest = &text[1..];
    if rest.starts_with(|first: char| !first.is_ascii_whitespace()) {
        return Err(malformed(&excerpt(text.as_bytes())));
    }
    Ok(kind(rest.trim().to_owned()))
}

fn malformed(output: &str) -> Fault {
    Fault::malformed(format!("answered no GTP: {output}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all answers to output that arrives in these pieces, and the error or rest.
    fn all(pieces: &[&str]) -> Vec<String> {
        let mut answers = Answers::default();
        let mut found = Vec::new();
        for piece in pieces {
            answers.buffer().extend_from_slice(piece.as_bytes());
            loop {
                match answers.next() {
                    Ok(Some(Answer::Success(text))) => found.push(format!("={text}")),
                    Ok(Some(Answer::Failure(text))) => found.push(format!("?{text}")),
                    Ok(None) => break,
                    Err(fault) => {
                        found.push(fault.detail);
                        return found;
                    }
                }
            }
        }
        found.push(format!("ended {}", answers.rest().unwrap_or_default()));
        found
    }

    #[test]
    fn answers_end_with_a_blank_line_and_arrive_in_any_pieces() {
        let text = "= D4\r\n\r\n? illegal move\n\n\n=\n\n= 1\n2\n\n";
        let bytes: Vec<String> = text.chars().map(String::from).collect();
        let single: Vec<&str> = bytes.iter().map(String::as_str).collect();
        let expected = ["=D4", "?illegal move", "=", "=1\n2", "ended "];
        assert_eq!(all(&[text]), expected);
        assert_eq!(all(&single), expected);
    }

    #[test]
    fn anything_else_is_malformed() {
        for (text, fault) in [
            ("D4\n", "answered no GTP: D4"),
            ("=x D4\n\n", "answered no GTP: =x D4"),
            ("=7 D4\n\n", "answered no GTP: =7 D4"),
        ] {
            assert_eq!(all(&[text]), [fault]);
        }
        let found = all(&["= D4\n\nwarning: x\n"]);
        assert_eq!(found, ["=D4", "answered no GTP: warning: x"]);
        assert_eq!(all(&["= D", "4\n"]), ["ended = D4"]);
    }

    #[test]
    fn an_endless_answer_is_malformed() {
        let mut answers = Answers::default();
        for _ in 0..MAX_ANSWER / 1024 {
            answers.buffer().extend_from_slice(&[b'='; 1024]);
            assert_eq!(answers.next(), Ok(None));
        }
        answers.buffer().push(b'=');
        assert!(answers.next().unwrap_err().detail.contains("1 MiB more"));
    }

    #[test]
    fn output_that_was_not_asked_for_is_noticed() {
        let mut answers = Answers::default();
        answers.buffer().extend_from_slice(b"= 1\n\n\n= 2\n\n");
        answers.next().unwrap();
        assert_eq!(answers.rest().as_deref(), Some("= 2"));
        answers.next().unwrap();
        assert_eq!(answers.rest(), None);
    }
}

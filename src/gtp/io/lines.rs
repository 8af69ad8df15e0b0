//! Splits a stream into lines, in bounded memory.

use std::io::{self, ErrorKind, Read};

use crate::parse;

/// The maximum length of a line, in bytes without its line feed. Longer lines are skipped.
pub(super) const MAX_LINE: usize = 1 << 20;

/// The size of a read in bytes, once a read has filled smaller buffers.
pub(super) const CHUNK: usize = 1 << 16;

/// The size of the first buffer in bytes. Few sessions fill it, and memory costs time when it is
/// first written. Standard input would pass smaller reads through a buffer of its own.
const MIN_BUFFER: usize = 1 << 13;

/// The maximum number of bytes that are kept: a line of maximum length and a chunk.
pub(super) const MAX_KEPT: usize = MAX_LINE + CHUNK;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine<'a> {
    /// The line, without its line feed. The last line of a stream may lack one.
    Text(&'a mut [u8]),
    /// A line longer than [`MAX_LINE`], whose bytes are skipped. Of a comment or a blank line
    /// of this length, an empty line is left.
    TooLong,
}

#[derive(Debug)]
enum StreamState {
    /// The stream is open, so more input may come.
    Open,
    /// The stream has ended.
    Ended,
    /// Reading failed, and the error has not been reported yet.
    Failed(io::Error),
}

/// Reads a stream in chunks and returns its lines.
///
/// ```text
/// buffer  | returned | line LF line LF part of a li | free |
///                    start           scanned        end
/// ```
#[derive(Debug)]
pub(super) struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The end of the bytes that have been searched for a line feed.
    scanned: usize,
    /// The offset in the input at which the buffer begins.
    origin: u64,
    /// Whether the bytes up to the next line feed belong to a line that is too long.
    skipping: bool,
    /// The first visible byte among those that have been skipped of the line.
    first_visible: Option<u8>,
    state: StreamState,
}

impl<R: Read> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; MIN_BUFFER],
            start: 0,
            end: 0,
            scanned: 0,
            origin: 0,
            skipping: false,
            first_visible: None,
            state: StreamState::Open,
        }
    }

    /// Returns whether the buffer holds a whole line, so that [`next`](Self::next) does not wait.
    pub(super) fn is_ready(&mut self) -> bool {
        self.line_feed().is_some()
    }

    /// Waits for the next line and returns it, or `None` at the end of the stream.
    ///
    /// # Errors
    /// A read error, after all lines that were read before it.
    pub(super) fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        loop {
            if let Some(line_feed) = self.line_feed() {
                let begin = std::mem::replace(&mut self.start, line_feed + 1);
                self.scanned = self.start;
                return Ok(Some(self.line(begin, line_feed)));
            }
            if self.end - self.start > MAX_LINE {
                self.skipping = true;
            }
            if self.skipping {
                let skipped = &self.buffer[self.start..self.end];
                self.first_visible = self.first_visible.or_else(|| parse::first_visible(skipped));
                self.start = self.end;
                self.scanned = self.end;
            }
            if !self.fill() {
                return self.last();
            }
        }
    }

    /// Finds the line feed of the next line in the buffer.
    fn line_feed(&mut self) -> Option<usize> {
        let unseen = &self.buffer[self.scanned..self.end];
        let found = unseen.iter().position(|&byte| byte == b'\n');
        self.scanned += found.unwrap_or(unseen.len());
        found.map(|_| self.scanned)
    }

    /// Returns the bytes of a complete line.
    fn line(&mut self, begin: usize, end: usize) -> InputLine<'_> {
        let skipped = std::mem::take(&mut self.skipping);
        let first = self.first_visible.take();
        let line = &mut self.buffer[begin..end];
        if !skipped && line.len() <= MAX_LINE {
            InputLine::Text(line)
        } else if parse::is_answered(first.or_else(|| parse::first_visible(line))) {
            InputLine::TooLong
        } else {
            InputLine::Text(&mut [])
        }
    }

    /// Returns what is left at the end of the stream: a line without its line
    /// feed, or the read error.
    fn last(&mut self) -> io::Result<Option<InputLine<'_>>> {
        let begin = std::mem::replace(&mut self.start, self.end);
        if begin < self.end || self.skipping {
            let end = self.end;
            return Ok(Some(self.line(begin, end)));
        }
        match std::mem::replace(&mut self.state, StreamState::Ended) {
            StreamState::Failed(error) => Err(error),
            StreamState::Open | StreamState::Ended => Ok(None),
        }
    }

    /// Returns the stream, the bytes in the buffer that belong to no returned line, and their
    /// offset in the input.
    pub(super) fn input_and_unread(&mut self) -> (&mut R, &[u8], u64) {
        let unread = &self.buffer[self.start..self.end];
        (&mut self.input, unread, self.origin + self.start as u64)
    }

    pub(super) const fn has_ended(&self) -> bool {
        !matches!(self.state, StreamState::Open)
    }

    /// Waits for more bytes. Returns `false` at the end of the stream, and when
    /// the buffer is full.
    fn fill(&mut self) -> bool {
        if !matches!(self.state, StreamState::Open) || !self.make_room() {
            return false;
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.state = StreamState::Ended,
                Ok(count) => {
                    self.end += count;
                    return true;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => self.state = StreamState::Failed(error),
            }
            return false;
        }
    }

    /// Makes free space after the bytes that are kept: moves them to the front and, if they
    /// or a read smaller than a chunk have filled the buffer, enlarges it. Returns `false`
    /// at the limit.
    fn make_room(&mut self) -> bool {
        let is_small = self.end == self.buffer.len() && self.end < CHUNK;
        if self.start == self.end || self.end == self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.origin += self.start as u64;
            self.start = 0;
        }
        if is_small || self.end == self.buffer.len() {
            let larger = (2 * self.buffer.len()).min(MAX_KEPT);
            self.buffer.resize(larger, 0);
        }
        self.end < self.buffer.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that returns at most this many bytes at a time.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// Returns all lines, with `...` for a skipped one.
    fn all(input: &[u8], at_once: usize) -> Vec<String> {
        let mut lines = LineReader::new(Drip(input, at_once));
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                InputLine::Text(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
                InputLine::TooLong => "...".to_owned(),
            });
            assert!(lines.buffer.len() <= MAX_KEPT);
        }
        found
    }

    #[test]
    fn lines_come_whole_however_they_arrive() {
        for at_once in [1, 2, 3, 7, 1000] {
            assert_eq!(
                all(b"one\n\ntwo\r\nthree", at_once),
                ["one", "", "two\r", "three"]
            );
            assert_eq!(all(b"one\n", at_once), ["one"]);
            assert_eq!(all(b"", at_once), [""; 0]);
            assert_eq!(all(b"\n", at_once), [""]);
        }
    }

    #[test]
    fn long_lines_are_skipped() {
        let longest = "x".repeat(MAX_LINE);
        for at_once in [4096, usize::MAX] {
            for excess in ["", "x", &longest, &longest.repeat(3)] {
                let line = if excess.is_empty() {
                    longest.as_str()
                } else {
                    "..."
                };
                let input = format!("a\n{longest}{excess}\nb\n{longest}{excess}");
                let found = all(input.as_bytes(), at_once);
                assert!(
                    found == ["a", line, "b", line],
                    "{} {at_once}",
                    excess.len()
                );
            }
        }
    }

    #[test]
    fn long_comments_and_blank_lines_become_empty() {
        let (spaces, long) = (" ".repeat(MAX_LINE), "x".repeat(MAX_LINE));
        for at_once in [4096, usize::MAX] {
            for (line, expected) in [
                (format!("#{long}"), ""),
                (format!("\t\r #{long}"), ""),
                (format!("{spaces} "), ""),
                (format!("{spaces} # {long}"), ""),
                (format!("{spaces} x # {long}"), "..."),
                (format!("x#{long}"), "..."),
            ] {
                let found = all(format!("{line}\nb\n{line}").as_bytes(), at_once);
                assert_eq!(found, [expected, "b", expected], "{at_once}");
            }
        }
    }

    #[test]
    fn many_lines_pass_through_a_small_buffer() {
        let input = "play b D4\n".repeat(100_000);
        let mut lines = LineReader::new(input.as_bytes());
        let mut count = 0;
        while let Some(line) = lines.next().unwrap() {
            assert_eq!(line, InputLine::Text(&mut b"play b D4".to_vec()));
            count += 1;
        }
        assert_eq!(count, 100_000);
        assert_eq!(lines.buffer.len(), CHUNK);
    }

    #[test]
    fn unread_bytes_are_available() {
        let mut lines = LineReader::new(Drip(b"one\ntwo\nthree", 9));
        assert_eq!(lines.input_and_unread().1, b"");
        for (line, unread, position) in [("one", "two\nt", 4), ("two", "t", 8), ("three", "", 13)] {
            let mut bytes = line.as_bytes().to_vec();
            assert_eq!(lines.next().unwrap(), Some(InputLine::Text(&mut bytes)));
            let (_, rest, at) = lines.input_and_unread();
            assert_eq!((rest, at), (unread.as_bytes(), position));
        }
        assert_eq!(lines.next().unwrap(), None);
        assert!(lines.has_ended());
    }

    #[test]
    fn the_buffer_is_bounded() {
        let mut lines = LineReader::new(io::repeat(b'\n'));
        while lines.fill() {}
        assert_eq!(lines.end, MAX_KEPT);
        assert!(lines.next().unwrap().is_some());
        assert!(lines.fill());
    }

    #[test]
    fn an_error_comes_after_the_lines_before_it() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut lines = LineReader::new(b"one\ntw".chain(Broken));
        assert_eq!(
            lines.next().unwrap(),
            Some(InputLine::Text(&mut b"one".to_vec()))
        );
        assert_eq!(
            lines.next().unwrap(),
            Some(InputLine::Text(&mut b"tw".to_vec()))
        );
        assert_eq!(lines.next().unwrap_err().to_string(), "broken");
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn an_interrupted_read_is_tried_again() {
        struct Interrupted(bool);
        impl Read for Interrupted {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                if std::mem::take(&mut self.0) {
                    Err(ErrorKind::Interrupted.into())
                } else {
                    Ok(0)
                }
            }
        }
        let mut lines = LineReader::new(Interrupted(true).chain(&b"one"[..]));
        let mut one = b"one".to_vec();
        assert_eq!(lines.next().unwrap(), Some(InputLine::Text(&mut one)));
    }
}

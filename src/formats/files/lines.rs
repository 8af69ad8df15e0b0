//! Reads files line by line, so that their size does not matter.

use std::io::{self, BufRead, Read};

/// The longest line in bytes: a game of three million moves. A file without line
/// feeds is refused at this length instead of filling the memory.
const MAX_LINE_BYTES: u64 = 1 << 24;

/// The lines of a file, one at a time.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    max_bytes: u64,
    buffer: Vec<u8>,
    number: u32,
    offset: u64,
}

/// One line of a file.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The number of the line, counted from 1.
    pub number: u32,
    /// The number of bytes before the line.
    pub offset: u64,
    /// The line, without its line feed.
    pub bytes: &'a [u8],
    /// Whether the line ends with a line feed. Only the last line may lack it.
    pub is_complete: bool,
}

impl<R: BufRead> Lines<R> {
    /// Starts at the beginning of a file.
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            max_bytes: MAX_LINE_BYTES,
            buffer: Vec::new(),
            number: 0,
            offset: 0,
        }
    }

    /// Sets the longest line in bytes, 16 MiB by default.
    #[must_use]
    pub fn with_limit(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// Reads the next line; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read, or if the line is too long.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.offset += self.buffer.len() as u64;
        if !read_limited(&mut self.reader, &mut self.buffer, self.max_bytes)? {
            return Ok(None);
        }
        self.number = self.number.saturating_add(1);
        let without = self.buffer.strip_suffix(b"\n");
        Ok(Some(Line {
            number: self.number,
            offset: self.offset,
            bytes: without.unwrap_or(&self.buffer),
            is_complete: without.is_some(),
        }))
    }
}

/// Replaces the buffer with the next line with its line feed. Returns `false` at
/// the end of the file.
///
/// # Errors
/// If the file cannot be read, or if the line is too long.
pub fn read_line(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    read_limited(reader, buffer, MAX_LINE_BYTES)
}

/// Reads a line as [`read_line`] does, of at most this number of bytes.
fn read_limited(
    reader: &mut impl BufRead,
    buffer: &mut Vec<u8>,
    max_bytes: u64,
) -> io::Result<bool> {
    buffer.clear();
    let length = reader.take(max_bytes).read_until(b'\n', buffer)?;
    if length as u64 == max_bytes && !buffer.ends_with(b"\n") {
        let words = format!("a line is longer than {} MiB", max_bytes >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, words));
    }
    Ok(length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_with_their_numbers_and_places() {
        let mut lines = Lines::new(&b"one\n\nthree"[..]);
        for (number, offset, bytes, is_complete) in [
            (1, 0, &b"one"[..], true),
            (2, 4, b"", true),
            (3, 5, b"three", false),
        ] {
            let line = lines.next_line().unwrap().unwrap();
            assert_eq!((line.number, line.offset), (number, offset));
            assert_eq!((line.bytes, line.is_complete), (bytes, is_complete));
        }
        assert!(lines.next_line().unwrap().is_none());
    }

    #[test]
    fn a_file_without_line_feeds_does_not_fill_the_memory() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b' ')));
        let error = lines.next_line().unwrap_err();
        assert!(error.to_string().contains("longer than 16 MiB"), "{error}");
    }
}

//! Marks in the files that the program writes, so that it knows them again, and notices
//! whether anybody has edited them since.
//!
//! A mark is words about the purpose of the file, such as `Ponnuki review 0.1.0`, and the
//! 64-bit FNV-1a hash of the file. This hash finds edits, not forgeries: whoever can change
//! the file can also replace it. It covers every byte, so converted line endings are edits too.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// How many bytes at the beginning of a file are searched for its mark.
pub(super) const HEAD: u64 = 1 << 20;

/// The end of a mark before the digest of the complete file is known.
pub const UNSEALED: &str = ", digest 0000000000000000";

/// The largest number of bytes between the purpose and the digest: the version.
const MAX_VERSION: usize = 32;

/// The number of digits of a digest.
const DIGITS: usize = 16;

/// What stands before the digits.
const LABEL: &str = UNSEALED.split_at(UNSEALED.len() - DIGITS).0;

/// The 64-bit FNV-1a hash of bytes (Fowler, Noll and Vo, 1991).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv1a(pub u64);

impl Fnv1a {
    /// The hash of no bytes.
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Returns the hash of the bytes so far and these.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let hash = bytes.iter().fold(self.0, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(hash)
    }

    /// Returns the hash of the bytes so far and the rest of a file.
    pub(super) fn with_rest(mut self, mut file: impl Read) -> io::Result<Self> {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(self),
                length => self = self.with(&buffer[..length]),
            }
        }
    }
}

/// What a file says about itself.
pub(super) struct Marks {
    /// The digits of the marks of one purpose, with their places. There are several where the
    /// file includes an earlier one.
    digests: Vec<(Range<usize>, [u8; DIGITS])>,
    /// The digest that the file has, with zeros in all of these places.
    digest: String,
}

impl Marks {
    /// Reads a file from its beginning.
    pub(super) fn read(mut file: impl Read, purpose: &str) -> io::Result<Self> {
        let mut head = Vec::new();
        file.by_ref().take(HEAD).read_to_end(&mut head)?;
        let mut digests = Vec::new();
        for place in places(&head, purpose.as_bytes()) {
            if let Ok(digits) = head[place.clone()].try_into() {
                digests.push((place, digits));
            }
        }
        for (place, _) in &digests {
            head[place.clone()].fill(b'0');
        }
        let digest = Fnv1a::EMPTY.with(&head).with_rest(file)?;
        Ok(Self {
            digests,
            digest: format!("{:016x}", digest.0),
        })
    }

    /// Returns whether the file is as it was written.
    pub(super) fn is_unedited(&self) -> bool {
        let mut digests = self.digests.iter();
        digests.any(|(_, digits)| digits == self.digest.as_bytes())
    }
}

/// Returns the places of the digits in marks of a purpose.
fn places(head: &[u8], purpose: &[u8]) -> Vec<Range<usize>> {
    let ends = head.windows(purpose.len()).enumerate();
    let ends = ends.filter_map(|(at, part)| (part == purpose).then_some(at + purpose.len()));
    let place = |end: usize| {
        let near = &head[end..head.len().min(end + MAX_VERSION + LABEL.len())];
        let mut labels = near.windows(LABEL.len());
        let start = end + labels.position(|part| part == LABEL.as_bytes())? + LABEL.len();
        let digits = head.get(start..start + DIGITS)?;
        let is_digest = digits.iter().all(u8::is_ascii_hexdigit);
        is_digest.then_some(start..start + DIGITS)
    };
    ends.filter_map(place).collect()
}

/// Writes the digest of a complete file into its mark of this purpose, if it has an
/// unsealed one.
///
/// # Errors
/// If the file cannot be read or written.
pub(super) fn seal(mut file: impl Read + Write + Seek, purpose: &str) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let marks = Marks::read(&mut file, purpose)?;
    for (place, digits) in marks.digests {
        if digits == [b'0'; DIGITS] {
            file.seek(SeekFrom::Start(place.start as u64))?;
            file.write_all(marks.digest.as_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const PURPOSE: &str = "content=\"Ponnuki review ";

    fn sealed(text: &str) -> String {
        let mut file = Cursor::new(text.as_bytes().to_vec());
        seal(&mut file, PURPOSE).unwrap();
        String::from_utf8(file.into_inner()).unwrap()
    }

    fn is_unedited(text: &str, purpose: &str) -> bool {
        Marks::read(text.as_bytes(), purpose).unwrap().is_unedited()
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(Fnv1a::EMPTY.with(text.as_bytes()), Fnv1a(hash), "{text}");
        }
    }

    /// Every byte counts, those of the mark as well.
    #[test]
    fn any_edit_is_noticed() {
        let text = format!(
            "<meta {PURPOSE}0.1.0{UNSEALED}\">\n{}\n",
            "line\n".repeat(9)
        );
        assert!(!is_unedited(&text, PURPOSE));
        let text = sealed(&text);
        assert!(is_unedited(&text, PURPOSE));
        assert_eq!(sealed(&text), text);
        assert!(!is_unedited(&text, "content=\"Ponnuki check "));
        assert!(!is_unedited(&text.replace('\n', "\r\n"), PURPOSE));
        assert!(!is_unedited(&text[..text.len() - 1], PURPOSE));
        assert!(!is_unedited(&(text.clone() + "\n"), PURPOSE));
        for at in 0..text.len() {
            let mut edited = text.clone().into_bytes();
            edited[at] ^= 1;
            let edited = String::from_utf8(edited).unwrap();
            assert!(!is_unedited(&edited, PURPOSE), "{edited}");
        }
    }

    /// A review of a review includes the mark of the first.
    #[test]
    fn a_file_may_include_an_earlier_one() {
        let first = sealed(&format!("{PURPOSE}0.1.0{UNSEALED}"));
        let both = sealed(&format!("{first}\n{PURPOSE}0.1.0{UNSEALED}"));
        assert!(both.starts_with(&first));
        assert!(is_unedited(&both, PURPOSE));
        assert!(!is_unedited(&both.replace('\n', " "), PURPOSE));
    }

    #[test]
    fn a_mark_is_far_from_no_digest_and_has_its_length() {
        let far = "0".repeat(MAX_VERSION);
        for text in [
            PURPOSE.to_owned(),
            format!("{PURPOSE}1, digest 00"),
            format!("{PURPOSE}1, digest 000000000000000g"),
            format!("{PURPOSE}{far}1{UNSEALED}"),
        ] {
            assert_eq!(sealed(&text), text);
            assert!(!is_unedited(&text, PURPOSE));
        }
    }
}

//! Decodes the bytes of a file to text.
//!
//! The properties that a game needs are ASCII in every common encoding. The
//! remaining text only has to be prevented from looking like SGF's brackets.

use std::borrow::Cow;

/// Decodes a file: as UTF-8 if it is valid UTF-8, otherwise as Latin-1, the
/// default of the format, unless the file declares a double-byte encoding of East
/// Asia.
///
/// In those encodings the second byte of a character can be `\` or `]`, which
/// would end a comment too early, so every such character becomes a `?`.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    match lead_bytes(&charset(bytes)) {
        Some(is_lead) => Cow::Owned(without_double_bytes(bytes, is_lead)),
        None => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Returns the value of the first `CA` property, in lower case and without
/// punctuation.
fn charset(bytes: &[u8]) -> String {
    let name = bytes
        .windows(3)
        .position(|window| window == b"CA[")
        .map_or(&[][..], |at| &bytes[at + 3..]);
    name.iter()
        .take_while(|&&byte| byte != b']')
        .take(20)
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|&byte| char::from(byte.to_ascii_lowercase()))
        .collect()
}

/// Returns the test for the first byte of a double-byte character in the named
/// encoding, or `None` for other encodings.
fn lead_bytes(charset: &str) -> Option<fn(u8) -> bool> {
    match charset {
        "shiftjis" | "sjis" | "xsjis" | "mskanji" | "cp932" | "windows31j" => {
            Some(|byte| matches!(byte, 0x81..=0x9F | 0xE0..=0xFC))
        }
        "gb2312" | "gbk" | "gb18030" | "cp936" | "big5" | "cp950" | "euckr" | "cp949" | "uhc"
        | "eucjp" => Some(|byte| matches!(byte, 0x81..=0xFE)),
        _ => None,
    }
}

/// Decodes the text as Latin-1, with a `?` for each double-byte character.
fn without_double_bytes(bytes: &[u8], is_lead: fn(u8) -> bool) -> String {
    let mut bytes = bytes.iter().copied();
    let mut text = String::new();
    while let Some(byte) = bytes.next() {
        if is_lead(byte) {
            bytes.next();
            text.push('?');
        } else {
            text.push(char::from(byte));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_stays_unchanged() {
        assert_eq!(decode("\u{FEFF}(;C[囲碁])".as_bytes()), "(;C[囲碁])");
    }

    #[test]
    fn other_bytes_are_latin_1() {
        assert_eq!(decode(b"(;PB[Andr\xE9])"), "(;PB[André])");
    }

    #[test]
    fn a_bracket_inside_a_double_byte_is_hidden() {
        // 0x83 0x5D is one katakana; 0x5D alone is `]`.
        assert_eq!(
            decode(b"(;CA[Shift_JIS]PB[\x83\x5D];B[aa])"),
            "(;CA[Shift_JIS]PB[?];B[aa])"
        );
        assert_eq!(decode(b"(;CA[GBK]C[\x81\x5C]"), "(;CA[GBK]C[?]");
        assert_eq!(decode(b"(;CA[big5]C[\x81"), "(;CA[big5]C[?");
    }
}

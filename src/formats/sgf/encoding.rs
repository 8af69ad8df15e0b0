//! Decodes the bytes of a file to a string.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

pub(super) type TextEncoding = &'static Encoding;

/// The decoded content of a file.
pub(super) struct DecodedFile<'a> {
    /// The content, with U+FFFD in place of invalid bytes.
    pub(super) text: Cow<'a, str>,
    pub(super) encoding: TextEncoding,
    pub(super) has_invalid_bytes: bool,
}

/// Decodes a file: as UTF-8 or UTF-16 if it has a byte order mark, as UTF-8 if it is valid
/// UTF-8, otherwise by its property `CA`, otherwise as Latin-1, the default of the
/// format.
///
/// In the double-byte encodings of East Asia, the second byte of a character can be `\` or
/// `]`, so a file must be decoded before its brackets are parsed.
pub(super) fn decode(bytes: &[u8]) -> DecodedFile<'_> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let decoded = DecodedFile::new(&bytes[mark..], encoding);
        if encoding != UTF_8 || !decoded.has_invalid_bytes {
            return decoded;
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return DecodedFile {
            text: Cow::Borrowed(text),
            encoding: UTF_8,
            has_invalid_bytes: false,
        };
    }
    // Input that claims to be UTF-8 but is not valid has the default encoding.
    let encoding = match stated(bytes) {
        Some(encoding) if encoding != UTF_8 => encoding,
        _ => WINDOWS_1252,
    };
    DecodedFile::new(bytes, encoding)
}

impl<'a> DecodedFile<'a> {
    fn new(bytes: &'a [u8], encoding: TextEncoding) -> Self {
        let (text, has_invalid_bytes) = encoding.decode_without_bom_handling(bytes);
        Self {
            text,
            encoding,
            has_invalid_bytes,
        }
    }
}

/// Returns the encoding that the first `CA` property names, or `None` if it is absent or
/// unknown.
fn stated(bytes: &[u8]) -> Option<TextEncoding> {
    let at = bytes.windows(3).position(|window| window == b"CA[")?;
    let name = &bytes[at + 3..];
    named(&name[..name.iter().take(40).position(|&byte| byte == b']')?])
}

/// Returns the encoding of this name, or `None` if it is unknown or cannot be decoded.
pub(super) fn named(name: &[u8]) -> Option<TextEncoding> {
    Encoding::for_label_no_replacement(name).or_else(|| {
        // Files also use names that are not labels of the Encoding Standard.
        let plain: Vec<u8> = name
            .iter()
            .filter(|byte| byte.is_ascii_alphanumeric())
            .map(u8::to_ascii_lowercase)
            .collect();
        let label: &[u8] = match plain.as_slice() {
            b"mskanji" | b"cp932" => b"shift_jis",
            b"cp936" => b"gbk",
            b"cp950" => b"big5",
            b"cp949" | b"uhc" => b"euc-kr",
            other => other,
        };
        Encoding::for_label_no_replacement(label)
    })
}

/// Returns a predicate for the first byte of a double-byte character, or `None` if the
/// file does not state a double-byte encoding.
pub(super) fn lead_bytes(bytes: &[u8]) -> Option<fn(u8) -> bool> {
    let encoding = stated(bytes)?;
    match encoding.name() {
        "Shift_JIS" => Some(|byte| matches!(byte, 0x81..=0x9F | 0xE0..=0xFC)),
        "GBK" | "gb18030" | "Big5" | "EUC-KR" | "EUC-JP" => {
            Some(|byte| matches!(byte, 0x81..=0xFE))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).text.into_owned()
    }

    #[test]
    fn utf_8_stays_unchanged() {
        assert_eq!(text("\u{FEFF}(;C[囲碁])".as_bytes()), "(;C[囲碁])");
        // Valid UTF-8 overrides the encoding that the file claims.
        assert_eq!(text("(;CA[GBK]C[囲碁])".as_bytes()), "(;CA[GBK]C[囲碁])");
    }

    #[test]
    fn utf_16_has_a_mark() {
        let bytes: Vec<u8> = "\u{FEFF}(;C[碁])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(text(&bytes), "(;C[碁])");
    }

    #[test]
    fn other_bytes_are_latin_1() {
        assert_eq!(text(b"(;PB[Andr\xE9])"), "(;PB[André])");
        assert_eq!(text(b"(;CA[UTF-8]PB[\xE9])"), "(;CA[UTF-8]PB[é])");
        assert_eq!(text(b"(;CA[x-unknown]PB[\xE9])"), "(;CA[x-unknown]PB[é])");
    }

    #[test]
    fn a_bracket_inside_a_double_byte_is_no_bracket() {
        // 0x83 0x5D is one katakana; 0x5D alone is `]`.
        for name in ["Shift_JIS", "SJIS", "x-sjis", "MS_Kanji", "cp932"] {
            let bytes = [b"(;CA[", name.as_bytes(), b"]PB[\x83\x5D];B[aa])"].concat();
            assert_eq!(text(&bytes), format!("(;CA[{name}]PB[ゾ];B[aa])"));
        }
        assert_eq!(text(b"(;CA[GBK]C[\x81\x5C]"), "(;CA[GBK]C[乗]");
    }

    #[test]
    fn bytes_without_meaning_are_noticed() {
        assert!(decode(b"(;CA[big5]C[\x81").has_invalid_bytes);
        assert!(!decode(b"(;CA[big5]C[\xA4\x40]").has_invalid_bytes);
    }
}

//! Helpers for the tests of pages.

use sha2::{Digest, Sha256};

/// Returns the script data of a page.
pub(crate) fn data(page: &str) -> serde_json::Value {
    let (_, data) = page
        .split_once(r#"<script id="data" type="application/json">"#)
        .unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// Checks that the policy of a page allows its script, and nothing else.
pub(crate) fn check_policy(page: &str) {
    let (_, script) = page.split_once("<script>").unwrap();
    let (script, _) = script.split_once("</script>").unwrap();
    let sources = format!("script-src 'sha256-{}';", base64(&Sha256::digest(script)));
    assert!(page.contains(&sources), "{sources}");
}

/// Returns bytes in Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let byte = |index| u32::from(bytes.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digits = [18, 12, 6, 0].map(|shift| char::from(DIGITS[(bits >> shift & 63) as usize]));
        let digits: String = digits[..=bytes.len()].iter().collect();
        format!("{digits:=<4}")
    };
    bytes.chunks(3).map(group).collect()
}

//! JSON objects made of parts, and JSON for terminals.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::cli::plain;

/// Returns one object with the members of all these in their order.
pub(crate) fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let members = objects.into_iter().filter_map(|object| match object {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect())
}

/// Removes the members of an object that are `null`.
pub(crate) fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

/// Returns a value as JSON on one line, with hidden characters [`escaped`].
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(escaped(&serde_json::to_string(value)?))
}

/// Returns the same JSON with escapes for hidden characters other than line feeds, since some of
/// them control terminals. JSON allows them in strings only.
pub(crate) fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && plain::is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(text, "\\u{unit:04x}");
            }
        } else {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_mean_the_same() {
        let value = serde_json::json!({ "\u{9b}31m": ["\u{7f}\u{202e}", "\u{e0041}囲碁 \"\n"] });
        let text = line(&value).unwrap();
        assert_eq!(
            text,
            r#"{"\u009b31m":["\u007f\u202e","\udb40\udc41囲碁 \"\n"]}"#
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        assert_eq!(escaped(&pretty).lines().count(), pretty.lines().count());
    }
}

//! Parsers for the arguments of commands, one small function for each form.
//!
//! Extra arguments are ignored, as GNU Go and gomill do. A command that takes any
//! number of arguments requires that all of them are readable.

use std::ops::RangeInclusive;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, map_opt, opt, peek, value};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded, terminated};

use super::words::{self, Parsed, end_of_line, spaces};
use crate::board::Color;
use crate::estimate::ChainStatus;
use crate::gtp::command::{ColoredVertex, FinalStatus, Lengths, RulesRequest, Vertex};
use crate::rules::Komi;
use crate::rules::kata::{self, KeyValue};

/// Returns the value at the start of the input, and ignores the rest.
pub(super) fn first<T>(parsed: Parsed<'_, T>) -> Option<T> {
    parsed.ok().map(|(_, value)| value)
}

/// Returns the value of the whole input, or `None` if anything is left over.
fn all<'a, T>(parser: impl Parser<&'a [u8], Output = T, Error = ()>, input: &'a [u8]) -> Option<T> {
    first(terminated(parser, end_of_line).parse(input))
}

/// "color".
pub(crate) fn color(input: &[u8]) -> Option<Color> {
    first(words::color(input))
}

/// "boolean".
pub(crate) fn boolean(input: &[u8]) -> Option<bool> {
    first(words::boolean(input))
}

/// "vertex".
pub(crate) fn vertex(input: &[u8]) -> Option<Vertex> {
    first(words::vertex(input))
}

/// "move: A move is the combination of one color and one vertex, separated by space."
pub(crate) fn colored_vertex(input: &[u8]) -> Option<ColoredVertex> {
    first(color_and_vertex(input))
}

/// Reads a move and leaves the rest.
fn color_and_vertex(input: &[u8]) -> Parsed<'_, ColoredVertex> {
    map(pair(words::color, words::vertex), |(color, vertex)| {
        ColoredVertex { color, vertex }
    })
    .parse(input)
}

/// Any number of moves or stones: "color vertex color vertex ...".
pub(crate) fn colored_vertices(input: &[u8]) -> Option<Vec<ColoredVertex>> {
    all(many0(color_and_vertex), input)
}

/// "vertex*".
pub(crate) fn vertices(input: &[u8]) -> Option<Vec<Vertex>> {
    all(many0(words::vertex), input)
}

/// `kata-raw-nn`: an optional colour, and the symmetries, `all` or one from 0 to 7.
pub(crate) fn symmetries(input: &[u8]) -> Option<(Option<Color>, RangeInclusive<u8>)> {
    let symmetries = map_opt(words::string, |word| match word {
        b"all" => Some(0..=7),
        [digit @ b'0'..=b'7'] => Some(digit - b'0'..=digit - b'0'),
        _ => None,
    });
    first(pair(opt(words::color), symmetries).parse(input))
}

/// `restricted_genmove`: "color vertex+".
pub(crate) fn color_and_vertices(input: &[u8]) -> Option<(Color, Vec<Vertex>)> {
    all(pair(words::color, many1(words::vertex)), input)
}

/// `boardsize`: "`int size`", or width and height as in KataGo.
///
/// A second argument that is not a number is ignored like any extra argument.
pub(crate) fn board_size(input: &[u8]) -> Option<Lengths> {
    lengths(input).or_else(|| {
        let side = first(words::length(input))?;
        Some(Lengths {
            width: side,
            height: side,
        })
    })
}

/// `rectangular_boardsize`: width and height, also in KataGo's form `9:13`.
pub(crate) fn lengths(input: &[u8]) -> Option<Lengths> {
    let sides = alt((words::two_lengths, pair(words::length, words::length)));
    first(map(sides, |(width, height)| Lengths { width, height }).parse(input))
}

/// "`int number_of_stones`".
pub(crate) fn count(input: &[u8]) -> Option<usize> {
    first(words::int(input))
}

/// Reads an optional number, by default 1.
pub(crate) fn count_or_one(input: &[u8]) -> Option<usize> {
    first(alt((words::int, value(1, end_of_line))).parse(input))
}

/// Reads an optional number with this default.
pub(crate) fn count_or(input: &[u8], default: u64) -> Option<u64> {
    first(alt((words::int, value(default, end_of_line))).parse(input))
}

/// Reads an optional colour, by default both.
pub(crate) fn color_or_both(input: &[u8]) -> Option<Vec<Color>> {
    let one = map(words::color, |color| vec![color]);
    first(alt((one, value(Color::BOTH.to_vec(), end_of_line))).parse(input))
}

/// Reads a seed: an unsigned number of 64 bits.
pub(crate) fn seed(input: &[u8]) -> Option<u64> {
    first(words::int(input))
}

/// "`float new_komi`": any finite decimal number.
pub(crate) fn komi(input: &[u8]) -> Option<Komi> {
    first(words::from_string(input))
}

/// `final_status_list`: "`string status`", one of alive, seki and dead, or one of
/// GNU Go's further ones for empty points.
pub(crate) fn status(input: &[u8]) -> Option<FinalStatus> {
    let status = map_opt(words::string, |word| match word {
        b"alive" => Some(FinalStatus::Chains(ChainStatus::Alive)),
        b"seki" => Some(FinalStatus::Chains(ChainStatus::Seki)),
        b"dead" => Some(FinalStatus::Chains(ChainStatus::Dead)),
        b"black_territory" => Some(FinalStatus::Territory(Color::Black)),
        b"white_territory" => Some(FinalStatus::Territory(Color::White)),
        b"dame" => Some(FinalStatus::Dame),
        _ => None,
    });
    first({ status }.parse(input))
}

/// `loadsgf`: "`string filename`, `int move_number` (optional)".
pub(crate) fn sgf_file(input: &[u8]) -> Option<(String, Option<usize>)> {
    let number = alt((map(words::int, Some), value(None, end_of_line)));
    first(pair(map(words::string, owned), number).parse(input))
}

/// Reads one word.
pub(crate) fn word(input: &[u8]) -> Option<String> {
    first(map(words::string, owned).parse(input))
}

/// Returns the rest of the line as a string, without the spaces around it.
pub(crate) fn text(input: &[u8]) -> String {
    owned(input.trim_ascii())
}

/// Returns the rest of the line as bytes, without the spaces before it.
pub(crate) fn bytes(input: &[u8]) -> Vec<u8> {
    input.trim_ascii_start().to_vec()
}

/// Converts a word to a string. Bytes that are not UTF-8 are replaced, because no known
/// name contains any.
fn owned(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// `kata-set-rules`: a JSON object, or the name of a set of rules, which may
/// be several words.
pub(crate) fn rules(input: &[u8]) -> Option<RulesRequest> {
    let begins_object = peek(preceded(spaces, tag("{")));
    if begins_object.map(|_: &[u8]| ()).parse(input).is_ok() {
        return kata::settings(&owned(input)).map(RulesRequest::Settings);
    }
    Some(RulesRequest::Named(text(input))).filter(|_| !input.trim_ascii().is_empty())
}

/// `kgs-rules`: the name of a set of rules. As in KataGo, `chinese` means the rules of KGS,
/// which forbid every repetition.
pub(crate) fn kgs_rules(input: &[u8]) -> Option<RulesRequest> {
    let name = word(input)?;
    let is_chinese = name.eq_ignore_ascii_case("chinese");
    let name = if is_chinese {
        "chinese-kgs".to_owned()
    } else {
        name
    };
    Some(RulesRequest::Named(name))
}

/// `kata-set-rule`, `kata-set-param`: a name and its value.
pub(crate) fn setting(input: &[u8]) -> Option<KeyValue> {
    let setting = pair(map(words::string, owned), map(words::string, owned));
    first(map(setting, |(key, value)| KeyValue { key, value }).parse(input))
}

/// `kata-set-params`: a JSON object of names and values.
pub(crate) fn settings(input: &[u8]) -> Option<Vec<KeyValue>> {
    kata::settings(&owned(input))
}

/// `ponnuki-param`: a name and its value, which may be several words.
pub(crate) fn parameter(input: &[u8]) -> Option<KeyValue> {
    let (value, key) = map(words::string, owned).parse(input).ok()?;
    let value = Some(text(value)).filter(|value| !value.is_empty())?;
    Some(KeyValue { key, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_arguments_than_expected_are_ignored() {
        assert_eq!(color(b" b x y"), Some(Color::Black));
        assert_eq!(count(b" 3 stones"), Some(3));
        assert!(colored_vertex(b" b D4 please").is_some());
        assert!(komi(b" 6.5 0").is_some());
    }

    #[test]
    fn lists_must_be_readable_to_the_end() {
        assert_eq!(vertices(b"").map(|list| list.len()), Some(0));
        assert_eq!(vertices(b" a1 b2 ").map(|list| list.len()), Some(2));
        assert_eq!(vertices(b" a1 b2 x"), None);
        assert_eq!(
            colored_vertices(b" b a1 w pass").map(|list| list.len()),
            Some(2)
        );
        assert_eq!(colored_vertices(b" b a1 w"), None);
    }

    #[test]
    fn two_numbers_are_width_and_height() {
        let size = |width, height| Some(Lengths { width, height });
        assert_eq!(board_size(b" 9"), size(9, 9));
        assert_eq!(board_size(b" 9 13"), size(9, 13));
        assert_eq!(board_size(b" 9 thirteen"), size(9, 9));
        assert_eq!(board_size(b" -9"), size(0, 0));
        assert_eq!(board_size(b" nine"), None);
        assert_eq!(board_size(b""), None);
        assert_eq!(lengths(b" 9"), None);
        assert_eq!(lengths(b" 9 13"), size(9, 13));
    }

    #[test]
    fn numbers_may_be_left_out_but_not_misspelt() {
        assert_eq!(count_or_one(b" "), Some(1));
        assert_eq!(count_or_one(b" 4"), Some(4));
        assert_eq!(count_or_one(b" four"), None);
        assert_eq!(sgf_file(b" a.sgf"), Some(("a.sgf".into(), None)));
        assert_eq!(sgf_file(b" a.sgf 7"), Some(("a.sgf".into(), Some(7))));
        assert_eq!(sgf_file(b" a.sgf seven"), None);
        assert_eq!(sgf_file(b""), None);
    }

    #[test]
    fn statuses_are_those_of_the_specification_and_of_gnu_go() {
        let territory = |color| Some(FinalStatus::Territory(color));
        assert_eq!(status(b" black_territory"), territory(Color::Black));
        assert_eq!(status(b" white_territory"), territory(Color::White));
        assert_eq!(status(b" dame"), Some(FinalStatus::Dame));
        let chains = |status| Some(FinalStatus::Chains(status));
        assert_eq!(status(b" alive"), chains(ChainStatus::Alive));
        assert_eq!(status(b" seki"), chains(ChainStatus::Seki));
        assert_eq!(status(b" dead"), chains(ChainStatus::Dead));
        assert_eq!(status(b" Alive"), None);
        assert_eq!(status(b""), None);
    }

    #[test]
    fn a_parameter_has_a_name_and_a_value() {
        let set = |key: &str, value: &str| {
            let (key, value) = (key.into(), value.into());
            Some(KeyValue { key, value })
        };
        assert_eq!(parameter(b"  "), None);
        assert_eq!(parameter(b" level 5 "), set("level", "5"));
        let words = parameter(b" rules new zealand");
        assert_eq!(words, set("rules", "new zealand"));
        assert_eq!(parameter(b" level "), None);
        let settings = settings(br#" {"level":5,"resign":true} "#).unwrap();
        assert_eq!(settings.len(), 2);
        assert_eq!(super::settings(b" level 5"), None);
        assert_eq!(super::settings(b""), None);
    }

    #[test]
    fn rules_are_a_name_or_an_object() {
        assert_eq!(
            rules(b" new zealand "),
            Some(RulesRequest::Named("new zealand".into()))
        );
        assert_eq!(rules(b"  "), None);
        assert_eq!(rules(br#" {"ko":"SIMPLE"} x"#), None);
        let setting = KeyValue {
            key: "ko".into(),
            value: "SIMPLE".into(),
        };
        assert_eq!(
            rules(br#" {"ko": "SIMPLE"} "#),
            Some(RulesRequest::Settings(vec![setting]))
        );
    }
}

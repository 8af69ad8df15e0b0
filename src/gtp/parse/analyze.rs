//! Parses the arguments of analysis commands.
//!
//! KataGo's `docs/GTP_Extensions.md` defines them, following Leela Zero: a
//! colour, the interval in hundredths of a second, and keys with their values.
//! Both programs allow them in any order.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, value};

use super::words::{self, Parsed, end_of_line};
use crate::board::Color;
use crate::gtp::command::{AnalyzeRequest, NamedRestriction, UnreadableKey};
use crate::player::RestrictionKind;

/// `[color] [interval] [key value ...]`.
///
/// # Errors
/// The first key that is unknown or has no readable value.
pub(crate) fn analyze(input: &[u8]) -> Result<AnalyzeRequest, UnreadableKey> {
    let mut request = AnalyzeRequest::default();
    let mut rest = input;
    while end_of_line(rest).is_err() {
        let setting;
        (rest, setting) = match without_key(rest) {
            Ok(found) => found,
            Err(_) => with_key(rest)?,
        };
        apply(&mut request, setting);
    }
    Ok(request)
}

/// One argument.
#[derive(Clone)]
enum AnalyzeArgument {
    Color(Color),
    Interval(u64),
    MinMoves(u64),
    MaxMoves(u64),
    Playouts(u64),
    Ownership(bool),
    RootInfo(bool),
    Restriction(NamedRestriction),
    /// A key that changes nothing here.
    Ignored,
}

/// Adds an argument to a request. If it is repeated, the last one counts,
/// except that restrictions add up.
fn apply(request: &mut AnalyzeRequest, setting: AnalyzeArgument) {
    let moves = |number| usize::try_from(number).unwrap_or(usize::MAX);
    match setting {
        AnalyzeArgument::Color(color) => request.color = Some(color),
        AnalyzeArgument::Interval(hundredths) => request.interval = Some(hundredths),
        AnalyzeArgument::MinMoves(number) => request.min_moves = moves(number),
        AnalyzeArgument::MaxMoves(number) => request.max_moves = Some(moves(number)),
        AnalyzeArgument::Playouts(number) => request.playouts = Some(number),
        AnalyzeArgument::Ownership(is_wanted) => request.ownership = is_wanted,
        AnalyzeArgument::RootInfo(is_wanted) => request.root_info = is_wanted,
        AnalyzeArgument::Restriction(restriction) => request.restrictions.push(restriction),
        AnalyzeArgument::Ignored => {}
    }
}

/// Reads an argument without a key: a colour or an interval.
fn without_key(input: &[u8]) -> Parsed<'_, AnalyzeArgument> {
    alt((
        map(words::color, AnalyzeArgument::Color),
        map(words::huge, AnalyzeArgument::Interval),
    ))
    .parse(input)
}

/// Reads a key and its value.
fn with_key(input: &[u8]) -> Result<(&[u8], AnalyzeArgument), UnreadableKey> {
    let (after, key) = words::string(input).unwrap_or((input, b""));
    let name = || String::from_utf8_lossy(key).into_owned();
    let setting = match key {
        b"interval" => map(words::huge, AnalyzeArgument::Interval).parse(after),
        b"minmoves" => map(words::huge, AnalyzeArgument::MinMoves).parse(after),
        b"maxmoves" => map(words::huge, AnalyzeArgument::MaxMoves).parse(after),
        b"playouts" => map(words::huge, AnalyzeArgument::Playouts).parse(after),
        b"ownership" => map(words::boolean, AnalyzeArgument::Ownership).parse(after),
        b"rootInfo" => map(words::boolean, AnalyzeArgument::RootInfo).parse(after),
        b"avoid" => restriction(RestrictionKind::Avoid, after),
        b"allow" => restriction(RestrictionKind::Allow, after),
        // In KataGo, these keys add parts to a line that this engine does not write.
        b"movesOwnership"
        | b"movesOwnershipStdev"
        | b"noResultValue"
        | b"ownershipStdev"
        | b"pvEdgeVisits"
        | b"pvVisits" => value(AnalyzeArgument::Ignored, words::boolean).parse(after),
        _ => return Err(UnreadableKey::Unknown(name())),
    };
    setting.map_err(|_| UnreadableKey::Value(name()))
}

/// "PLAYER VERTEX,VERTEX,... UNTILDEPTH".
fn restriction(kind: RestrictionKind, input: &[u8]) -> Parsed<'_, AnalyzeArgument> {
    let parts = (words::color, words::vertex_list, words::huge);
    map(parts, |(color, vertices, depth)| {
        AnalyzeArgument::Restriction(NamedRestriction {
            kind,
            color,
            vertices,
            depth: usize::try_from(depth).unwrap_or(usize::MAX),
        })
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::command::Vertex;

    fn read(text: &str) -> Result<AnalyzeRequest, UnreadableKey> {
        analyze(text.as_bytes())
    }

    #[test]
    fn colour_and_interval_may_be_left_out() {
        let none = AnalyzeRequest::default();
        assert_eq!(read(""), Ok(none.clone()));
        let interval = AnalyzeRequest {
            interval: Some(50),
            ..none
        };
        assert_eq!(read(" 50"), Ok(interval.clone()));
        assert_eq!(read(" interval 50 "), Ok(interval.clone()));
        let both = AnalyzeRequest {
            color: Some(Color::White),
            ..interval
        };
        for text in [" W 50", " 50 white", " interval 50 w", " w 7 interval 050"] {
            assert_eq!(read(text), Ok(both.clone()), "{text}");
        }
        let huge = read(" 99999999999999999999999999").unwrap();
        assert_eq!(huge.interval, Some(u64::MAX));
    }

    #[test]
    fn keys_have_values() {
        let request = read(
            "b 10 minmoves 3 maxmoves 5 ownership true rootInfo TRUE pvVisits true \
             movesOwnership false playouts 100",
        );
        let expected = AnalyzeRequest {
            color: Some(Color::Black),
            interval: Some(10),
            min_moves: 3,
            max_moves: Some(5),
            playouts: Some(100),
            ownership: true,
            root_info: true,
            restrictions: Vec::new(),
        };
        assert_eq!(request, Ok(expected));
    }

    #[test]
    fn restrictions_are_lists_and_add_up() {
        let request = read("avoid b D4,pass,q16 5 allow W c3 1 interval 1").unwrap();
        assert_eq!(request.interval, Some(1));
        let [avoid, allow] = &request.restrictions[..] else {
            panic!("{request:?}");
        };
        assert_eq!(
            (avoid.kind, avoid.color, avoid.depth),
            (RestrictionKind::Avoid, Color::Black, 5)
        );
        assert_eq!(avoid.vertices.len(), 3);
        assert_eq!(avoid.vertices[1], Vertex::Pass);
        assert_eq!(
            (allow.kind, allow.color, allow.vertices.len()),
            (RestrictionKind::Allow, Color::White, 1)
        );
    }

    #[test]
    fn unreadable_keys_are_named() {
        let unknown = |name: &str| Err(UnreadableKey::Unknown(name.to_owned()));
        assert_eq!(read("b 10 colour 1"), unknown("colour"));
        assert_eq!(read("-5"), unknown("-5"));
        assert_eq!(read("0.5"), unknown("0.5"));
        assert_eq!(read("Interval 5"), unknown("Interval"));
        for (text, name) in [
            ("interval", "interval"),
            ("b interval -1", "interval"),
            ("interval 1.5", "interval"),
            ("ownership 1", "ownership"),
            ("rootInfo yes", "rootInfo"),
            ("maxmoves", "maxmoves"),
            ("pvVisits", "pvVisits"),
            ("avoid", "avoid"),
            ("avoid b", "avoid"),
            ("avoid b D4", "avoid"),
            ("avoid D4 5", "avoid"),
            ("avoid b D4 D5 5", "avoid"),
            ("avoid b D4, 5", "avoid"),
            ("allow b i5 5", "allow"),
        ] {
            assert_eq!(
                read(text),
                Err(UnreadableKey::Value(name.to_owned())),
                "{text}"
            );
        }
    }
}

//! Parses the arguments of analysis commands.
//!
//! KataGo's `docs/GTP_Extensions.md` defines them, following Leela Zero: a
//! colour, the interval in hundredths of a second, and keys with their values.
//! Both programs allow them in any order.

use nom::Parser;
use nom::combinator::{map, map_opt};

use super::arguments::boolean;
use super::words::{self, Parsed, Vertex, end_of_line, parsed, vertex_named};
use crate::failure::Failure;
use ponnuki_core::board::Color;
use ponnuki_play::player::RestrictionKind;

/// The arguments of an analysis command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnalyzeRequest {
    /// The colour to analyze for; by default the colour to move.
    pub(crate) color: Option<Color>,
    /// The time between two lines, in hundredths of a second.
    pub(crate) interval: Option<u64>,
    /// Shows at least this many moves, including unvisited ones if necessary.
    pub(crate) min_moves: usize,
    /// Shows at most this many moves.
    pub(crate) max_moves: Option<usize>,
    /// Ends the analysis after this many playouts.
    pub(crate) playouts: Option<u64>,
    /// Shows the ownership of the points.
    pub(crate) ownership: bool,
    /// Shows visits, win rate and score of the position itself.
    pub(crate) root_info: bool,
    /// Restricts the moves to consider.
    pub(crate) restrictions: Vec<NamedRestriction>,
}

/// The value of `avoid` or `allow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedRestriction {
    /// Whether to avoid the moves or to allow no others.
    pub(crate) kind: RestrictionKind,
    pub(crate) color: Color,
    pub(crate) vertices: Vec<Vertex>,
    /// The number of turns for which the restriction holds.
    pub(crate) depth: usize,
}

/// `[color] [interval] [key value ...]`. If an argument is repeated, the last one counts,
/// except that restrictions add up.
///
/// Fails: with the first key that is unknown or has no readable value.
pub(crate) fn analyze(input: &[u8]) -> Result<AnalyzeRequest, Failure> {
    let mut request = AnalyzeRequest::default();
    let mut rest = input;
    while end_of_line(rest).is_err() {
        if let Ok(color) = take(&mut rest, words::color) {
            request.color = Some(color);
        } else if let Ok(hundredths) = take(&mut rest, huge) {
            request.interval = Some(hundredths);
        } else {
            let key = take(&mut rest, words::string).unwrap_or_default();
            let name = || String::from_utf8_lossy(key).into_owned();
            let is_known = set(&mut request, key, &mut rest);
            if !is_known.map_err(|_| Failure::UnreadableValue(name()))? {
                return Err(Failure::UnknownKey(name()));
            }
        }
    }
    Ok(request)
}

/// Reads a value from the rest of the input.
fn take<'a, T>(
    rest: &mut &'a [u8],
    mut form: impl Parser<&'a [u8], Output = T, Error = ()>,
) -> Result<T, nom::Err<()>> {
    let (after, value) = form.parse(rest)?;
    *rest = after;
    Ok(value)
}

/// Reads and sets the value of a key. Returns whether there is a key of this name.
fn set(request: &mut AnalyzeRequest, key: &[u8], rest: &mut &[u8]) -> Result<bool, nom::Err<()>> {
    match key {
        b"interval" => request.interval = Some(take(rest, huge)?),
        b"minmoves" => request.min_moves = size(take(rest, huge)?),
        b"maxmoves" => request.max_moves = Some(size(take(rest, huge)?)),
        b"playouts" => request.playouts = Some(take(rest, huge)?),
        b"ownership" => request.ownership = take(rest, boolean)?,
        b"rootInfo" => request.root_info = take(rest, boolean)?,
        b"avoid" => {
            let named = take(rest, restriction(RestrictionKind::Avoid))?;
            request.restrictions.push(named);
        }
        b"allow" => {
            let named = take(rest, restriction(RestrictionKind::Allow))?;
            request.restrictions.push(named);
        }
        // In KataGo, these keys add parts to a line that this engine does not write.
        b"movesOwnership"
        | b"movesOwnershipStdev"
        | b"noResultValue"
        | b"ownershipStdev"
        | b"pvEdgeVisits"
        | b"pvVisits" => _ = take(rest, boolean)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads an int of any size. One that does not fit becomes `u64::MAX`.
fn huge(input: &[u8]) -> Parsed<'_, u64> {
    map(words::digits, |digits| parsed(digits).unwrap_or(u64::MAX)).parse(input)
}

/// KataGo's "VERTEX,VERTEX,VERTEX,...": one word without spaces.
fn vertex_list(input: &[u8]) -> Parsed<'_, Vec<Vertex>> {
    map_opt(words::string, |word| {
        word.split(|&byte| byte == b',').map(vertex_named).collect()
    })
    .parse(input)
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// "PLAYER VERTEX,VERTEX,... UNTILDEPTH".
fn restriction<'a>(
    kind: RestrictionKind,
) -> impl Parser<&'a [u8], Output = NamedRestriction, Error = ()> {
    let parts = (words::color, vertex_list, huge);
    map(parts, move |(color, vertices, depth)| NamedRestriction {
        kind,
        color,
        vertices,
        depth: size(depth),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<AnalyzeRequest, Failure> {
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
        let unknown = |name: &str| Err(Failure::UnknownKey(name.to_owned()));
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
                Err(Failure::UnreadableValue(name.to_owned())),
                "{text}"
            );
        }
    }
}

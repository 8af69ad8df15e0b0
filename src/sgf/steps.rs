//! The moves and setup stones of a node.

use sgf_parse::SgfParseError;
use sgf_parse::go::{self, Prop};

use super::SgfError;
use super::nodes::Property;
use crate::board::{BoardSize, Color, Coordinates, Point, PointSet, StonesError};
use crate::game::Move;

/// The largest side of a board on which `tt` means a pass, as it did before
/// FF\[4\].
const TT_IS_A_PASS_UP_TO: usize = 19;

/// The maximum number of rectangles such as `AB[aa:sd]` in a file. `sgf-parse`
/// expands each of them, so a file full of rectangles would take minutes.
const MOST_RECTANGLES: usize = 10_000;

/// Interprets some of the properties of a node.
///
/// # Errors
/// [`SgfError::OtherGame`], and [`SgfError::Value`] for `GM`.
pub(super) fn interpreted(
    node: &[Property],
    is_wanted: fn(&Property) -> bool,
) -> Result<Vec<Prop>, SgfError> {
    let mut text = "(;".to_owned();
    for property in node.iter().filter(|property| is_wanted(property)) {
        property.append_to(&mut text);
    }
    text.push(')');
    let tree = go::parse(&text).map_err(|error| match error {
        SgfParseError::UnexpectedGameType => SgfError::OtherGame,
        // `Nodes` has checked the syntax, so only the value of GM can be wrong.
        _ => SgfError::Value {
            property: "GM".to_owned(),
        },
    })?;
    Ok(tree
        .into_iter()
        .next()
        .map(|node| node.properties)
        .unwrap_or_default())
}

/// Returns whether a property is a part of a step.
pub(super) fn is_step(property: &Property) -> bool {
    matches!(
        property.identifier.as_bytes(),
        b"B" | b"W" | b"AB" | b"AW" | b"AE" | b"PL"
    )
}

/// Points with their new contents.
pub(super) type Edit = (Option<Color>, PointSet);

/// One step of a line of play.
pub(super) enum Step {
    /// The setup properties of one node.
    Setup {
        /// Later entries override earlier ones.
        edits: Vec<Edit>,
        /// The value of PL.
        to_move: Option<Color>,
    },
    /// A move; `None` for a point off the board.
    Move { color: Color, action: Option<Move> },
}

/// Reads the steps of the nodes of a game.
#[derive(Debug, Default)]
pub(super) struct NodeReader {
    /// The number of colons so far, which may be rectangles.
    colons: usize,
}

impl NodeReader {
    /// Appends the steps of a node: its setup, then its moves.
    ///
    /// # Errors
    /// [`SgfError::Value`], and [`SgfError::Setup`] for a stone off the board.
    pub(super) fn read(
        &mut self,
        node: &[Property],
        size: BoardSize,
        steps: &mut Vec<Step>,
    ) -> Result<(), SgfError> {
        if !node.iter().any(is_step) {
            return Ok(());
        }
        if let Some(step) = single_move(node, size) {
            steps.push(step);
            return Ok(());
        }
        self.colons += node
            .iter()
            .filter(|property| is_step(property))
            .map(|property| property.values.matches(':').count())
            .sum::<usize>();
        if self.colons > MOST_RECTANGLES {
            return Err(unreadable("AB"));
        }
        add_steps(interpreted(node, is_step)?, size, steps)
    }
}

/// Reads a node with one move in the usual form and nothing else that the game
/// depends on. Nearly all nodes are such, and this is much faster.
pub(super) fn single_move(node: &[Property], size: BoardSize) -> Option<Step> {
    let mut steps = node.iter().filter(|property| is_step(property));
    let property = steps.next()?;
    let color = match &*property.identifier {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let played = match *property.values.as_bytes() {
        [b'[', x @ b'a'..=b'z', y @ b'a'..=b'z', b']'] => go::Move::Move(go::Point {
            x: x - b'a',
            y: y - b'a',
        }),
        [b'[', b']'] => go::Move::Pass,
        _ => return None,
    };
    let is_alone = steps.next().is_none();
    is_alone.then(|| Step::Move {
        color,
        action: action(played, size),
    })
}

fn add_steps(node: Vec<Prop>, size: BoardSize, steps: &mut Vec<Step>) -> Result<(), SgfError> {
    let mut edits = Vec::new();
    let mut to_move = None;
    let mut moves = Vec::new();
    for property in node {
        match property {
            Prop::AB(points) => edits.push((Some(Color::Black), setup_points(points, size)?)),
            Prop::AW(points) => edits.push((Some(Color::White), setup_points(points, size)?)),
            Prop::AE(points) => edits.push((None, setup_points(points, size)?)),
            Prop::PL(color) => to_move = Some(ours(color)),
            Prop::B(played) => moves.push((Color::Black, played)),
            Prop::W(played) => moves.push((Color::White, played)),
            Prop::Invalid(name, values) if name == "PL" => {
                to_move = unusual_turn(&values)?.or(to_move);
            }
            Prop::Invalid(name, values) => check_invalid(name, &values)?,
            _ => {}
        }
    }
    if !edits.is_empty() || to_move.is_some() {
        steps.push(Step::Setup { edits, to_move });
    }
    steps.extend(moves.into_iter().map(|(color, played)| Step::Move {
        color,
        action: action(played, size),
    }));
    Ok(())
}

/// Reads a value of PL other than `B` and `W`, or `None` if it is empty.
///
/// CGoban 1 and other old programs write 1 for Black and 2 for White, after a
/// comment in the specification of FF\[3\].
fn unusual_turn(values: &[String]) -> Result<Option<Color>, SgfError> {
    match values.concat().trim() {
        "" => Ok(None),
        "1" => Ok(Some(Color::Black)),
        "2" => Ok(Some(Color::White)),
        name => Color::named(name).map(Some).ok_or_else(|| unreadable("PL")),
    }
}

/// Rejects a move or setup property that cannot be parsed. Some programs write
/// empty lists of stones, which are accepted.
fn check_invalid(property: String, values: &[String]) -> Result<(), SgfError> {
    let empty = values.iter().all(|value| value.trim().is_empty());
    match property.as_str() {
        "AB" | "AW" | "AE" if empty => Ok(()),
        "AB" | "AW" | "AE" | "B" | "W" => Err(SgfError::Value { property }),
        _ => Ok(()),
    }
}

/// Converts a colour of `sgf-parse`.
fn ours(color: sgf_parse::Color) -> Color {
    match color {
        sgf_parse::Color::Black => Color::Black,
        sgf_parse::Color::White => Color::White,
    }
}

/// Converts a point of the file, where rows count from the top; `None` off the
/// board.
fn point(at: go::Point, size: BoardSize) -> Option<Point> {
    let row = size.height().checked_sub(usize::from(at.y) + 1)?;
    size.point(Coordinates {
        column: at.x,
        row: row as u8,
    })
}

/// Converts the points of a setup property.
fn setup_points(
    points: impl IntoIterator<Item = go::Point>,
    size: BoardSize,
) -> Result<PointSet, SgfError> {
    points
        .into_iter()
        .map(|at| point(at, size).ok_or(SgfError::Setup(StonesError::OffBoard)))
        .collect()
}

/// Converts a move of the file; `None` off the board.
fn action(played: go::Move, size: BoardSize) -> Option<Move> {
    match played {
        go::Move::Pass => Some(Move::Pass),
        go::Move::Move(go::Point { x: 19, y: 19 })
            if size.width().max(size.height()) <= TT_IS_A_PASS_UP_TO =>
        {
            Some(Move::Pass)
        }
        go::Move::Move(at) => point(at, size).map(Move::Play),
    }
}

/// Returns the error for a property with an invalid value.
pub(super) fn unreadable(property: &str) -> SgfError {
    SgfError::Value {
        property: property.to_owned(),
    }
}

//! The moves and setup stones of a node.

use super::SgfError;
use super::nodes::Property;
use ponnuki_core::board::{
    Board, BoardSize, ByColor, Color, Coordinates, Point, PointSet, StonesError,
};
use ponnuki_core::game::Move;

/// The longest side of a board on which `tt` means a pass, as it did before FF\[4\].
const TT_IS_A_PASS_UP_TO: usize = 19;

/// The most rectangles such as `AB[aa:sd]` in a file. The limit bounds the time that it
/// takes to expand them.
const MAX_RECTANGLES: usize = 10_000;

/// How many times stones may be set up along one line of play. Each time begins a history,
/// which takes some 2 KiB of memory.
pub(super) const MAX_SETUPS: usize = 1000;

/// Returns whether a property is a move or part of a setup.
pub(super) fn is_step(property: &Property) -> bool {
    matches!(
        property.identifier.as_bytes(),
        b"B" | b"W" | b"AB" | b"AW" | b"AE" | b"PL"
    )
}

/// A set of points and their new contents.
pub(super) type Edit = (Option<Color>, PointSet);

/// One step of a line of play.
pub(super) enum Step {
    /// The setup properties of one node.
    Setup {
        /// The edits, in order: later ones override earlier ones.
        edits: Vec<Edit>,
        /// The value of PL.
        to_move: Option<Color>,
    },
    /// A move, whose action is `None` if its point is off the board.
    Move { color: Color, action: Option<Move> },
    /// The territory of both colours, in TB and TW.
    Territory(Box<ByColor<PointSet>>),
}

/// Returns the stones of a finished game that are dead: those in territory of the other colour.
pub(super) fn dead_in(territory: &ByColor<PointSet>, board: &Board) -> PointSet {
    let captured = |color| territory[color] & board.stones(!color);
    captured(Color::Black) | captured(Color::White)
}

/// Reads the steps of the nodes of a game.
#[derive(Debug, Default)]
pub(super) struct NodeReader {
    /// How many colons have been read so far, an upper bound of the rectangles.
    colons: usize,
    /// How many colons have been read so far in territory; more than [`MAX_RECTANGLES`] and
    /// the territory of the file is ignored.
    territory_colons: usize,
    /// Whether values must have the form that the format asks for.
    is_strict: bool,
}

impl NodeReader {
    /// Returns a reader of a record, which may have to be SGF to the letter.
    pub(super) fn new(is_strict: bool) -> Self {
        Self {
            is_strict,
            ..Self::default()
        }
    }

    /// Appends the steps of a node: its setup, its moves, then its territory, which is
    /// left out if it cannot be read.
    ///
    /// # Errors
    /// [`SgfError::Value`], and [`SgfError::Setup`] for a stone off the board.
    pub(super) fn read(
        &mut self,
        node: &[Property],
        size: BoardSize,
        steps: &mut Vec<Step>,
    ) -> Result<(), SgfError> {
        if let Some(step) = single_move(node, size) {
            steps.push(step);
        } else if node.iter().any(is_step) {
            self.colons += colons(node.iter().filter(|property| is_step(property)));
            if self.colons > MAX_RECTANGLES {
                return Err(unreadable("AB"));
            }
            add_steps(node, size, self.is_strict, steps)?;
        }
        let territory = self.territory(node, size);
        steps.extend(territory.map(|found| Step::Territory(Box::new(found))));
        Ok(())
    }

    /// Reads TB and TW, if the node has one of them.
    fn territory(&mut self, node: &[Property], size: BoardSize) -> Option<ByColor<PointSet>> {
        let mut marked = node
            .iter()
            .filter_map(|property| Some((territory_color(property)?, property)))
            .peekable();
        marked.peek()?;
        let mut territory = ByColor::default();
        for (color, property) in marked {
            self.territory_colons += colons([property]);
            if self.territory_colons > MAX_RECTANGLES {
                return None;
            }
            if let Some((_, points)) = edit(property, None, size).ok()? {
                territory[color] |= points;
            }
        }
        Some(territory)
    }
}

fn colons<'a>(properties: impl IntoIterator<Item = &'a Property<'a>>) -> usize {
    let count = |property: &Property| property.values.matches(':').count();
    properties.into_iter().map(count).sum()
}

fn territory_color(property: &Property) -> Option<Color> {
    match &*property.identifier {
        "TB" => Some(Color::Black),
        "TW" => Some(Color::White),
        _ => None,
    }
}

/// Reads a node with a single move in the usual form and no setup. This is the fast path
/// for nearly all nodes.
pub(super) fn single_move(node: &[Property], size: BoardSize) -> Option<Step> {
    let mut steps = node.iter().filter(|property| is_step(property));
    let property = steps.next()?;
    let color = match &*property.identifier {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let played = match *property.values.as_bytes() {
        [b'[', x @ b'a'..=b'z', y @ b'a'..=b'z', b']'] => Some(FilePoint {
            column: x - b'a',
            row: y - b'a',
        }),
        [b'[', b']'] => None,
        _ => return None,
    };
    let is_alone = steps.next().is_none();
    is_alone.then(|| Step::Move {
        color,
        action: action(played, size),
    })
}

fn add_steps(
    node: &[Property],
    size: BoardSize,
    is_strict: bool,
    steps: &mut Vec<Step>,
) -> Result<(), SgfError> {
    let mut edits = Vec::new();
    let mut to_move = None;
    let mut moves = Vec::new();
    for property in node {
        match &*property.identifier {
            "AB" => edits.extend(edit(property, Some(Color::Black), size)?),
            "AW" => edits.extend(edit(property, Some(Color::White), size)?),
            "AE" => edits.extend(edit(property, None, size)?),
            "PL" => to_move = turn(&property.decoded())?.or(to_move),
            "B" => moves.push((Color::Black, played(property, is_strict)?)),
            "W" => moves.push((Color::White, played(property, is_strict)?)),
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

/// Reads the value of PL, or `None` if it is empty.
///
/// CGoban 1 and other old programs write 1 for Black and 2 for White, following a comment
/// in the specification of FF\[3\].
fn turn(values: &[String]) -> Result<Option<Color>, SgfError> {
    match values.concat().trim() {
        "" => Ok(None),
        "1" => Ok(Some(Color::Black)),
        "2" => Ok(Some(Color::White)),
        name => Color::named(name).map(Some).ok_or_else(|| unreadable("PL")),
    }
}

/// A point as the file writes it, perhaps off the board. Columns count from the left and
/// rows from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FilePoint {
    column: u8,
    row: u8,
}

impl FilePoint {
    /// Parses two letters, of which `a` to `z` count from 0 and `A` to `Z` from 26.
    fn read(value: &str) -> Option<Self> {
        let number = |letter: u8| match letter {
            b'a'..=b'z' => Some(letter - b'a'),
            b'A'..=b'Z' => Some(letter - b'A' + 26),
            _ => None,
        };
        let &[column, row] = value.as_bytes() else {
            return None;
        };
        Some(Self {
            column: number(column)?,
            row: number(row)?,
        })
    }

    /// Returns the point, or `None` off the board.
    fn point(self, size: BoardSize) -> Option<Point> {
        let row = size.height().checked_sub(usize::from(self.row) + 1)?;
        size.point(Coordinates {
            column: self.column,
            row: row as u8,
        })
    }
}

/// Returns the points of a list of points and rectangles. What is neither is left out.
pub(super) fn listed_points(values: &[String], size: BoardSize) -> PointSet {
    let rectangles = values.iter().filter_map(|value| rectangle(value.trim()));
    rectangles
        .flat_map(places)
        .filter_map(|place| place.point(size))
        .collect()
}

/// Iterates over the places in a rectangle.
fn places([first, last]: [FilePoint; 2]) -> impl Iterator<Item = FilePoint> {
    (first.column..=last.column)
        .flat_map(move |column| (first.row..=last.row).map(move |row| FilePoint { column, row }))
}

/// Parses a point or a rectangle, and returns its upper left and lower right corners.
fn rectangle(value: &str) -> Option<[FilePoint; 2]> {
    let Some((first, last)) = value.split_once(':') else {
        return FilePoint::read(value).map(|place| [place; 2]);
    };
    let [first, last] = [FilePoint::read(first)?, FilePoint::read(last)?];
    (first.column <= last.column && first.row <= last.row).then_some([first, last])
}

/// Reads a setup property. Returns `None` if its list is empty, as some programs write it.
fn edit(
    property: &Property,
    color: Option<Color>,
    size: BoardSize,
) -> Result<Option<Edit>, SgfError> {
    let values = property.decoded();
    if values.iter().all(|value| value.trim().is_empty()) {
        return Ok(None);
    }
    let rectangles: Option<Vec<_>> = values.iter().map(|value| rectangle(value)).collect();
    let rectangles = rectangles.ok_or_else(|| unreadable(&property.identifier))?;
    let points = rectangles
        .into_iter()
        .flat_map(places)
        .map(|place| place.point(size));
    let points: Option<PointSet> = points.collect();
    let points = points.ok_or(SgfError::Setup(StonesError::OffBoard))?;
    Ok(Some((color, points)))
}

/// Returns whether the value of a move has white space around it, which the format forbids.
pub(super) fn is_padded_move(property: &Property) -> bool {
    let is_padded = |value: String| value.trim().len() < value.len();
    matches!(&*property.identifier, "B" | "W") && property.single().is_some_and(is_padded)
}

/// Reads the value of a move property. `None` is a pass.
fn played(property: &Property, is_strict: bool) -> Result<Option<FilePoint>, SgfError> {
    let value = property.single();
    let value = value.ok_or_else(|| unreadable(&property.identifier))?;
    let value = if is_strict { &value } else { value.trim() };
    if value.is_empty() {
        return Ok(None);
    }
    let place = FilePoint::read(value).ok_or_else(|| unreadable(&property.identifier))?;
    Ok(Some(place))
}

/// Converts a move of the file. Returns `None` if it is off the board.
fn action(played: Option<FilePoint>, size: BoardSize) -> Option<Move> {
    let tt = FilePoint {
        column: 19,
        row: 19,
    };
    match played {
        None => Some(Move::Pass),
        Some(place) if place == tt && size.width().max(size.height()) <= TT_IS_A_PASS_UP_TO => {
            Some(Move::Pass)
        }
        Some(place) => place.point(size).map(Move::Play),
    }
}

pub(super) fn unreadable(property: &str) -> SgfError {
    SgfError::Value {
        property: property.to_owned(),
    }
}

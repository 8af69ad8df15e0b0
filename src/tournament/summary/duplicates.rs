//! Counts games that repeat an earlier game.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use crate::board::{BoardSize, Color, Coordinates};
use crate::tournament::GameRecord;

/// The numbers of games with the same start and moves as an earlier one, which
/// add no information. Games without moves are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Duplicates {
    /// Games that are identical move for move.
    pub(crate) identical: u64,
    /// Games that are identical as they are, or after the board is rotated or
    /// mirrored.
    pub(crate) up_to_symmetry: u64,
}

/// The starts and moves of the games so far, each as a hash of 64 bits. Among a
/// million different games, the chance that two share one is below one in ten
/// million.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// The games as they are.
    plain: Vec<u64>,
    /// The games as one of their rotations and reflections, the same for all that
    /// are equal up to symmetry.
    turned: Vec<u64>,
}

impl Forms {
    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        if record.moves.is_empty() {
            return;
        }
        let points = Points::of(record);
        let mut hashes = symmetries(record.size).map(|turn| hash(&points.form(turn)));
        let Some(plain) = hashes.next() else { return };
        self.plain.push(plain);
        self.turned.push(hashes.fold(plain, u64::min));
    }

    /// Counts the repeated games.
    pub(super) fn duplicates(self) -> Duplicates {
        let repeated = |mut hashes: Vec<u64>| {
            hashes.sort_unstable();
            let equal = hashes.windows(2).filter(|two| two[0] == two[1]);
            equal.count() as u64
        };
        Duplicates {
            identical: repeated(self.plain),
            up_to_symmetry: repeated(self.turned),
        }
    }
}

/// Returns a hash that is the same in every run.
fn hash(form: &Form) -> u64 {
    let mut hasher = DefaultHasher::new();
    form.hash(&mut hasher);
    hasher.finish()
}

/// A game as a list of numbers: size, stones, first colour, moves.
type Form = Vec<u16>;

/// A rotation or reflection of the board.
#[derive(Clone, Copy)]
struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    swap: bool,
}

/// Returns the symmetries of a board, the identity first: eight for a square,
/// four for a rectangle.
fn symmetries(size: BoardSize) -> impl Iterator<Item = Symmetry> {
    let swaps = if size.is_square() { 2 } else { 1 };
    (0..4 * swaps).map(|number: u8| Symmetry {
        mirror_columns: number & 1 != 0,
        mirror_rows: number & 2 != 0,
        swap: number & 4 != 0,
    })
}

impl Symmetry {
    /// Returns the number, counted from 1, of the point that a point is mapped to.
    fn place(self, at: Coordinates, size: BoardSize) -> u16 {
        let (mut column, mut row) = (usize::from(at.column), usize::from(at.row));
        if self.mirror_columns {
            column = size.width().saturating_sub(column + 1);
        }
        if self.mirror_rows {
            row = size.height().saturating_sub(row + 1);
        }
        if self.swap {
            (column, row) = (row, column);
        }
        (row * size.width() + column + 1) as u16
    }
}

/// The points of a game. A pass, and any other word, is `None`.
struct Points {
    size: BoardSize,
    first: Color,
    stones: [Vec<Option<Coordinates>>; 2],
    moves: Vec<Option<Coordinates>>,
}

impl Points {
    fn of(record: &GameRecord) -> Self {
        let read = |names: &[String]| names.iter().map(|name| name.parse().ok()).collect();
        Self {
            size: record.size,
            first: record.first,
            stones: [read(&record.stones.black), read(&record.stones.white)],
            moves: read(&record.moves),
        }
    }

    /// Returns the game as played on the transformed board. A pass is 0; the
    /// largest number separates the parts.
    fn form(&self, turn: Symmetry) -> Form {
        let size = self.size;
        let place = |&at: &Option<Coordinates>| at.map_or(0, |at| turn.place(at, size));
        let mut form = vec![size.width() as u16, size.height() as u16];
        for stones in &self.stones {
            let mut places: Vec<_> = stones.iter().map(place).collect();
            places.sort_unstable();
            form.extend(places);
            form.push(u16::MAX);
        }
        form.push(self.first as u16);
        form.extend(self.moves.iter().map(place));
        form
    }
}

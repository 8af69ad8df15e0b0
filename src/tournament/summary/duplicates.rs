//! Counts games that repeat an earlier game.

use std::collections::HashSet;

use serde::Serialize;

use crate::board::{BoardSize, Coordinates};
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

impl Duplicates {
    /// Counts the repeated games among these.
    pub(super) fn of(records: &[&GameRecord]) -> Self {
        let mut seen = HashSet::new();
        let mut seen_turned = HashSet::new();
        let mut duplicates = Self::default();
        for record in records.iter().filter(|record| !record.moves.is_empty()) {
            let forms: Vec<_> = symmetries(record.size)
                .map(|turn| form(record, turn))
                .collect();
            let smallest = forms.iter().min().cloned();
            duplicates.identical += u64::from(!seen.insert(forms.into_iter().next()));
            duplicates.up_to_symmetry += u64::from(!seen_turned.insert(smallest));
        }
        duplicates
    }
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

/// Returns the game as played on the transformed board. A pass is 0; the largest
/// number separates the parts.
fn form(record: &GameRecord, turn: Symmetry) -> Form {
    let size = record.size;
    let place = |name: &String| name.parse().map_or(0, |at| turn.place(at, size));
    let mut form = vec![size.width() as u16, size.height() as u16];
    for stones in [&record.stones.black, &record.stones.white] {
        let mut places: Vec<_> = stones.iter().map(place).collect();
        places.sort_unstable();
        form.extend(places);
        form.push(u16::MAX);
    }
    form.push(record.first as u16);
    form.extend(record.moves.iter().map(place));
    form
}

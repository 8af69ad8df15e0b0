//! The rotations and reflections of a board.

use super::{BoardSize, Coordinates};

/// A rotation or reflection of a board, or both; by default the identity.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Coordinates};
/// use ponnuki::board::Symmetry;
///
/// // A book of openings stores a single one of the up to eight forms of each.
/// let size = BoardSize::square(19)?;
/// let stored = |at: Coordinates| Symmetry::all(size).map(|turn| turn.image(at, size)).min();
/// assert_eq!(stored("Q3".parse()?), stored("D17".parse()?));
/// assert_ne!(stored("Q3".parse()?), stored("Q4".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    mirror_columns: bool,
    mirror_rows: bool,
    swap: bool,
}

impl Symmetry {
    /// Returns the symmetries of a board, the identity first: eight for a square,
    /// four for a rectangle.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::BoardSize;
    /// use ponnuki::board::Symmetry;
    ///
    /// assert_eq!(Symmetry::all(BoardSize::square(9)?).count(), 8);
    /// assert_eq!(Symmetry::all(BoardSize::new(9, 13)?).count(), 4);
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        let swaps = if size.is_square() { 2 } else { 1 };
        (0..4 * swaps).map(|number: u8| Self {
            mirror_columns: number & 1 != 0,
            mirror_rows: number & 2 != 0,
            swap: number & 4 != 0,
        })
    }

    /// Returns the image of a point of the board.
    pub fn image(self, at: Coordinates, size: BoardSize) -> Coordinates {
        let Coordinates {
            mut column,
            mut row,
        } = at;
        if self.mirror_columns {
            column = (size.width() as u8).saturating_sub(column + 1);
        }
        if self.mirror_rows {
            row = (size.height() as u8).saturating_sub(row + 1);
        }
        if self.swap {
            (column, row) = (row, column);
        }
        Coordinates { column, row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_different_and_keeps_the_board() {
        for (width, height, count) in [(3, 3, 8), (3, 4, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut images: Vec<Vec<Coordinates>> = Symmetry::all(size)
                .map(|turn| {
                    let at = |point| turn.image(size.coordinates(point), size);
                    size.iter().map(at).collect()
                })
                .collect();
            assert!(images.iter().flatten().all(|&at| size.point(at).is_some()));
            images.sort_by_key(|image| format!("{image:?}"));
            images.dedup();
            assert_eq!(images.len(), count);
        }
    }
}

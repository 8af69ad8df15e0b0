//! How sets are shown: as names, as bits of a row, and as `Debug` in failing assertions.

use std::fmt;
use std::ops::RangeInclusive;

use super::PointSet;
use crate::board::{BoardSize, Point};

impl<const W: usize> fmt::Debug for PointSet<W> {
    /// Lists the grid indices of the points, because the width of the board is unknown. With a
    /// format width, draws the rows of a board of that width up to the highest point:
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// # use ponnuki::{BoardSize, PointSet};
    /// # let size = BoardSize::square(5)?;
    /// # let stones: PointSet = ["B2", "B3", "D5"]
    /// #     .into_iter()
    /// #     .filter_map(|name| size.point_named(name))
    /// #     .collect();
    /// assert_eq!(format!("{stones:?}"), "{7, 13, 27}");
    /// assert_eq!(format!("{stones:5?}"), "
    /// ...x.
    /// .....
    /// .x...
    /// .x...
    /// .....");
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.width() {
            Some(width) => self.draw_rows(f, width),
            None => self.list_indices(f),
        }
    }
}

impl<const W: usize> PointSet<W> {
    /// Returns the names of the points on a board of this size, such as
    /// `A1 D4`, from the lower left, row by row.
    pub fn names(&self, size: BoardSize) -> String {
        let names: Vec<String> = self
            .iter()
            .map(|point| size.coordinates(point).to_string())
            .collect();
        names.join(" ")
    }

    /// Returns the points of a row of a board of this size as bits, the leftmost the lowest.
    /// Row 0 is the bottom row, named 1.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, PointSet};
    ///
    /// let size = BoardSize::new(5, 3)?;
    /// let points = ["A2", "D2", "E2", "A3"].map(|name| size.point_named(name).unwrap());
    /// let set: PointSet = points.into_iter().collect();
    /// assert_eq!([0, 1, 2].map(|row| set.row(size, row)), [0, 0b11001, 0b00001]);
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    ///
    /// # Panics
    /// If the row is not on the board.
    #[inline]
    pub fn row(&self, size: BoardSize, row: usize) -> u32 {
        assert!(row < size.height(), "the row is on the board");
        let start = row * size.stride();
        let (word, bit) = (start / 64, start % 64);
        let above = self.0.get(word + 1).copied().unwrap_or(0);
        // Two shifts, because none by 64 is possible.
        let bits = self.0[word] >> bit | above << 1 << (63 - bit);
        bits as u32 & ((1 << size.width()) - 1)
    }

    /// Draws the rows of a board of this width, up to the highest point of the set.
    fn draw_rows(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        let stride = width + 1;
        let height = self.iter().last().map_or(0, |top| top.index() / stride + 1);
        for row in (0..height).rev() {
            f.write_str("\n")?;
            for column in 0..width {
                let point = Point::from_index(row * stride + column);
                f.write_str(if self.contains(point) { "x" } else { "." })?;
            }
        }
        Ok(())
    }

    /// Lists the grid indices, with runs as ranges.
    fn list_indices(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs = Vec::<RangeInclusive<usize>>::new();
        for index in self.iter().map(Point::index) {
            match runs.last_mut() {
                Some(run) if run.end() + 1 == index => *run = *run.start()..=index,
                _ => runs.push(index..=index),
            }
        }
        let mut set = f.debug_set();
        for run in runs {
            if run.start() == run.end() {
                set.entry(run.start());
            } else {
                set.entry(&run);
            }
        }
        set.finish()
    }
}

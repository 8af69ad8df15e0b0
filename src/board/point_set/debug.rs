//! The `Debug` output of a set, as seen in failing assertions.

use std::fmt;
use std::ops::RangeInclusive;

use super::PointSet;
use crate::board::Point;

impl<const W: usize> fmt::Debug for PointSet<W> {
    /// Lists the grid indices of the points, or draws them on a board as wide
    /// as the format width: `{:9?}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.width() {
            Some(width) => self.draw_rows(f, width),
            None => self.list_indices(f),
        }
    }
}

impl<const W: usize> PointSet<W> {
    /// Draws the rows of a board of this width, up to the highest point of the
    /// set.
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

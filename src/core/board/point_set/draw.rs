//! A draw of a point without a branch, for playouts.

use super::PointSet;
use crate::board::Point;

impl<const W: usize> PointSet<W> {
    /// Returns the point that has `random * len / 2^64` points of the set below
    /// it, or `None` for the empty set. A uniform `random` draws a point
    /// uniformly, to one part in `2^64 / len`.
    ///
    /// `select(word, n)` returns the position of the bit of `word` with `n` set bits below it.
    #[inline(always)]
    pub fn draw(&self, random: u64, select: impl Fn(u64, u32) -> u32) -> Option<Point> {
        let mut below = [0; W];
        let mut len = 0;
        for (below, word) in below.iter_mut().zip(self.0) {
            *below = len;
            len += word.count_ones();
        }
        if len == 0 {
            return None;
        }
        let number = ((u128::from(random) * u128::from(len)) >> 64) as u32;
        // Finds, without a branch, the last word that starts at or before the number.
        let (mut word, mut start, mut rank) = (0, 0, 0);
        for (index, (&here, &below)) in self.0.iter().zip(&below).enumerate() {
            let is_here = number >= below;
            word = if is_here { here } else { word };
            start = if is_here { index * 64 } else { start };
            rank = if is_here { number - below } else { rank };
        }
        Some(Point::from_index(start + select(word, rank) as usize))
    }
}

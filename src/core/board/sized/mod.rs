//! The fast board underneath [`Board`](super::Board), specialised to a size class.
//!
//! It keeps two views of the same stones. *Sets* ([`PointSet`]) of the empty
//! points and of each colour's stones answer questions about many points at
//! once. *Cells*, arrays with one entry for each grid point, answer questions
//! about one point and its chain.
//!
//! The length `N` of the arrays is a power of two that leaves room for the
//! grid and the wall around it. Masking an index with `N - 1` replaces the
//! bounds check, and a step below the bottom row wraps to the unused end of
//! the arrays, which holds wall:
//!
//! ```text
//!          N=128, 9x9, stride 10
//!   0 ... 8 |  9      row 1 and the wall beside it
//!   ...
//!  80 .. 88 | 89      row 9
//!  90 .. 127          wall: the row above (90..) and the row below (118..)
//! ```
//!
//! The array of the codes around points starts a row earlier, below the bottom
//! row, and its length must leave room for the row above the top one, so that the
//! surroundings of a point are three runs in it ([`SizedBoard::toggle`]).
//!
//! Every point belongs to a chain, and the index of one of its points names
//! the chain. Stones belong to the chain of their colour. An empty point is a
//! chain by itself whose "liberties" are the empty points next to it. Placing
//! a stone therefore removes one liberty from each of the four neighbouring
//! chains, whatever they are, and the liberties of the new stone are already
//! known.
//!
//! The parts: [`cells`] reads the contents of points, [`chains`] joins and
//! removes chains, [`play`] previews and places stones, [`shapes`] looks around a
//! point and [`tactics`] one move ahead, and [`check`] recomputes everything for the tests.

mod cells;
mod chains;
mod check;
mod play;
mod shapes;
mod tactics;
mod two_liberties;

use super::liberties::LibertySum;
use super::{BoardSize, ByColor, Color, Point, PointSet, Zobrist};
use cells::{Around, Cell};

pub use play::PlacementObserver;

/// A board whose grid fits `W` words of 64 points and, with its wall, arrays
/// of length `N`, a power of two.
#[derive(Clone)]
pub struct SizedBoard<const W: usize, const N: usize> {
    size: BoardSize,
    /// The steps from the index of a point to those of its neighbours, modulo `N`.
    steps: [u16; 4],
    points: PointSet<W>,
    empty: PointSet<W>,
    stones: ByColor<PointSet<W>>,
    hash: Zobrist,
    cells: [Cell; N],
    /// For each point, the contents of the points around it.
    around: [Around; N],
    /// For each grid point, the index that names its chain.
    chain: [u16; N],
    /// For each stone, the next stone of its chain: the stones form a ring.
    next: [u16; N],
    /// The liberties of each chain, stored at the index that names it.
    liberties: [LibertySum; N],
    /// The number of stones of each chain, stored at the same index; 0 for an empty point.
    length: [u16; N],
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// Returns whether a board of this size has room in sets of `W` words and `N` cells.
    pub const fn fits(size: BoardSize) -> bool {
        size.grid_len() <= 64 * W && size.grid_len() + 2 * size.stride() + 2 <= N
    }

    /// Returns the empty board.
    ///
    /// # Panics
    /// If the size does not [fit](Self::fits).
    pub fn new(size: BoardSize) -> Self {
        assert!(Self::fits(size), "the caller picks the width of the board");
        let points = size.points::<W>();
        let stride = size.stride();
        let mut board = Self {
            size,
            steps: [N - 1, 1, N - stride, stride].map(|step| step as u16),
            points,
            empty: points,
            stones: ByColor::default(),
            hash: Zobrist::EMPTY,
            cells: [Cell::Wall; N],
            around: [Around::default(); N],
            chain: std::array::from_fn(|index| index as u16),
            next: std::array::from_fn(|index| index as u16),
            liberties: [LibertySum::NONE; N],
            length: [0; N],
        };
        for point in points {
            board.cells[point.index()] = Cell::Empty;
        }
        for point in points {
            board.add_liberty(point);
            let around = board.read_around(point);
            board.set_around(point, around);
        }
        board
    }

    /// Returns the board with stones that are known to form a legal position.
    ///
    /// # Panics
    /// If the size does not [fit](Self::fits).
    pub fn with_stones(size: BoardSize, stones: &ByColor<PointSet<W>>) -> Self {
        let mut board = Self::new(size);
        board.place_all(stones);
        board
    }

    /// Places the stones of a legal position on the empty board.
    ///
    /// Nothing is captured along the way: a liberty in the final position is empty throughout.
    pub(crate) fn place_all(&mut self, stones: &ByColor<PointSet<W>>) {
        for color in Color::BOTH {
            for point in stones[color] {
                self.place(color, point);
            }
        }
    }

    /// Returns the size.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns all points.
    pub const fn points(&self) -> &PointSet<W> {
        &self.points
    }

    /// Returns the empty points.
    #[inline]
    pub const fn empty(&self) -> &PointSet<W> {
        &self.empty
    }

    /// Returns the stones of each colour.
    #[inline]
    pub const fn stones(&self) -> &ByColor<PointSet<W>> {
        &self.stones
    }

    /// Returns the hash of the position.
    #[inline]
    pub const fn hash(&self) -> Zobrist {
        self.hash
    }

    #[inline]
    pub(crate) fn at(&self, point: Point) -> Option<Color> {
        self.cell(point.index()).color()
    }
}

/// Returns the exclusive or of the keys of these stones.
#[inline]
fn key_of(color: Color, stones: impl IntoIterator<Item = Point>) -> Zobrist {
    stones.into_iter().fold(Zobrist::EMPTY, |all, stone| {
        all ^ Zobrist::stone(color, stone)
    })
}

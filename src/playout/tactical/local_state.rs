//! State that tactical playouts update with every stone.

use crate::board::{BoardSize, Color, PlacementObserver, Point, PointSet, SizedBoard};
use crate::playout::candidates::Candidates;

use super::patterns::Code;

/// For each place around a point, the place that the point has in the
/// surroundings of the neighbour there.
const OPPOSITE: [u32; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

/// The candidates of both colours, the 3x3 surroundings of every point, and
/// the chains that fell into atari at the last two moves.
#[derive(Clone)]
pub(super) struct LocalState<const W: usize, const N: usize> {
    size: BoardSize,
    pub(super) candidates: Candidates<W, N>,
    codes: [Code; N],
    /// A stone of each chain that fell into atari: at the last move, and at the
    /// move before it.
    ataris: [Stones; 2],
}

impl<const W: usize, const N: usize> LocalState<W, N> {
    /// Returns the state of an empty board.
    pub(super) fn new(size: BoardSize) -> Self {
        let empty = SizedBoard::<W, N>::new(size);
        let mut codes = [0; N];
        for point in *empty.points() {
            for (place, index) in SizedBoard::<W, N>::surroundings(size, point)
                .into_iter()
                .enumerate()
            {
                if empty.is_wall(index) {
                    codes[point.index()] |= 3 << (2 * place);
                }
            }
        }
        Self {
            size,
            candidates: Candidates::new(size, *empty.points()),
            codes,
            ataris: [Stones::default(); 2],
        }
    }

    /// Adds the stones of a board to the state of the empty board.
    pub(super) fn set_stones(&mut self, board: &SizedBoard<W, N>) {
        self.candidates = Candidates::new(self.size, *board.empty());
        for color in Color::BOTH {
            for stone in board.stones()[color] {
                self.toggle(color, SizedBoard::<W, N>::surroundings(self.size, stone));
            }
        }
    }

    /// Returns the 3x3 surroundings of a point.
    #[inline(always)]
    pub(super) fn code(&self, index: usize) -> Code {
        self.codes[index & (N - 1)]
    }

    /// Iterates over the chains that fell into atari at the last two moves, by
    /// one stone of each. The stone may have been captured or saved since.
    #[inline(always)]
    pub(super) fn ataris(&self) -> impl Iterator<Item = Point> {
        let [last, before] = self.ataris;
        last.iter().chain(before.iter())
    }

    /// Starts a turn: the ataris of the last move become those of the move
    /// before it.
    #[inline(always)]
    pub(super) fn next_turn(&mut self) {
        self.ataris[1] = self.ataris[0];
        self.ataris[0].len = 0;
    }

    /// Adds a chain in atari, by one of its stones, to those of the last move
    /// (0) or of the move before it (1).
    pub(super) fn remember_atari(&mut self, moves_ago: usize, stone: Point) {
        self.ataris[moves_ago].push(stone);
    }

    /// Records a stone that is about to be placed.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point, surroundings: [usize; 8]) {
        let [_, _, _, _, a, b, c, d] = surroundings;
        self.candidates.place(color, point, [a, b, c, d]);
        self.toggle(color, surroundings);
    }

    /// Adds or removes a stone in the codes of the points around it.
    #[inline(always)]
    fn toggle(&mut self, color: Color, surroundings: [usize; 8]) {
        let bit = match color {
            Color::Black => 1,
            Color::White => 2,
        };
        for (index, place) in surroundings.into_iter().zip(OPPOSITE) {
            self.codes[index & (N - 1)] ^= bit << (2 * place);
        }
    }
}

impl<const W: usize, const N: usize> PlacementObserver<W> for LocalState<W, N> {
    #[inline]
    fn captured(&mut self, color: Color, stones: &PointSet<W>, empty: &PointSet<W>) {
        self.candidates.captured(color, stones, empty);
        for stone in stones {
            self.toggle(color, SizedBoard::<W, N>::surroundings(self.size, stone));
        }
    }

    #[inline]
    fn in_atari(&mut self, color: Color, stone: Point, liberty: Point) {
        self.candidates.in_atari(color, stone, liberty);
        self.ataris[0].push(stone);
    }
}

/// Reads the 3x3 surroundings of a point from a board.
pub(super) fn code<const W: usize, const N: usize>(board: &SizedBoard<W, N>, point: Point) -> Code {
    let around = SizedBoard::<W, N>::surroundings(board.size(), point);
    let cells = around.into_iter().map(|index| board.cell_bits(index));
    cells.enumerate().fold(0, |code, (place, bits)| {
        code | Code::from(bits) << (2 * place)
    })
}

/// At most five stones: one for each neighbour of a move, and the move itself.
#[derive(Clone, Copy, Default)]
struct Stones {
    stones: [u16; 5],
    len: u8,
}

impl Stones {
    /// Adds a stone, unless there are already five.
    #[inline]
    fn push(&mut self, stone: Point) {
        if let Some(slot) = self.stones.get_mut(usize::from(self.len)) {
            *slot = stone.index() as u16;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = Point> {
        let stones = self.stones.into_iter().take(usize::from(self.len));
        stones.map(|index| Point::from_index(usize::from(index)))
    }
}

#[cfg(test)]
impl<const W: usize, const N: usize> LocalState<W, N> {
    /// Returns whether the codes match the board.
    pub(super) fn is_consistent(&self, board: &SizedBoard<W, N>) -> bool {
        let mut fresh = Self::new(self.size);
        fresh.set_stones(board);
        let same = |point: Point| fresh.code(point.index()) == self.code(point.index());
        board.points().iter().all(same)
    }
}

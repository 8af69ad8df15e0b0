//! What is kept up to date while stones are placed and captured.

use crate::board::{BoardSize, Color, PlacementObserver, Point, PointSet, SizedBoard};
use crate::playout::candidates::Candidates;

use super::patterns::Code;

/// Where each of the surroundings sees the point back.
const OPPOSITE: [u32; 8] = [1, 0, 3, 2, 7, 6, 5, 4];

/// The candidates of both colours, the 3x3 surroundings of every point, and
/// the chains that fell into atari at the last two moves.
#[derive(Clone)]
pub(super) struct LocalState<const W: usize, const N: usize> {
    size: BoardSize,
    pub(super) candidates: Candidates<W, N>,
    codes: [Code; N],
    /// Those of the last move, then those of the move before.
    ataris: [Stones; 2],
}

impl<const W: usize, const N: usize> LocalState<W, N> {
    /// Watches the empty board.
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

    /// Takes over the stones of a board, in place of an empty one.
    pub(super) fn set_stones(&mut self, board: &SizedBoard<W, N>) {
        self.candidates = Candidates::new(self.size, *board.empty());
        for color in Color::BOTH {
            for stone in board.stones()[color] {
                self.turn_over(color, SizedBoard::<W, N>::surroundings(self.size, stone));
            }
        }
    }

    /// The 3x3 surroundings of a point.
    #[inline(always)]
    pub(super) fn code(&self, index: usize) -> Code {
        self.codes[index & (N - 1)]
    }

    /// A stone of each chain that fell into atari at the last two moves. It
    /// may be gone or in no danger any more.
    #[inline(always)]
    pub(super) fn ataris(&self) -> impl Iterator<Item = Point> {
        let [last, before] = self.ataris;
        last.iter().chain(before.iter())
    }

    /// A turn begins.
    #[inline(always)]
    pub(super) fn next_turn(&mut self) {
        self.ataris[1] = self.ataris[0];
        self.ataris[0].len = 0;
    }

    /// Names a chain in atari next to the last move, or the one before.
    pub(super) fn remember_atari(&mut self, moves_ago: usize, stone: Point) {
        self.ataris[moves_ago].push(stone);
    }

    /// A stone is about to be placed.
    #[inline(always)]
    pub(super) fn place(&mut self, color: Color, point: Point, surroundings: [usize; 8]) {
        let [_, _, _, _, a, b, c, d] = surroundings;
        self.candidates.place(color, point, [a, b, c, d]);
        self.turn_over(color, surroundings);
    }

    /// A stone of the colour comes or goes between these points.
    #[inline(always)]
    fn turn_over(&mut self, color: Color, surroundings: [usize; 8]) {
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
            self.turn_over(color, SizedBoard::<W, N>::surroundings(self.size, stone));
        }
    }

    #[inline]
    fn in_atari(&mut self, color: Color, stone: Point, liberty: Point) {
        self.candidates.in_atari(color, stone, liberty);
        self.ataris[0].push(stone);
    }
}

/// The 3x3 surroundings of a point, as they stand on a board.
pub(super) fn code<const W: usize, const N: usize>(board: &SizedBoard<W, N>, point: Point) -> Code {
    let around = SizedBoard::<W, N>::surroundings(board.size(), point);
    let cells = around.into_iter().map(|index| board.home_bits(index));
    cells.enumerate().fold(0, |code, (place, bits)| {
        code | Code::from(bits) << (2 * place)
    })
}

/// A few stones, at most one for each side of a move and the move itself.
#[derive(Clone, Copy, Default)]
struct Stones {
    stones: [u16; 5],
    len: u8,
}

impl Stones {
    /// Adds a stone, if there is room.
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
    /// The surroundings are those of the board.
    pub(super) fn is_consistent(&self, board: &SizedBoard<W, N>) -> bool {
        let mut fresh = Self::new(self.size);
        fresh.set_stones(board);
        let same = |point: Point| fresh.code(point.index()) == self.code(point.index());
        board.points().iter().all(same)
    }
}

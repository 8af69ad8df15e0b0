//! A group of games that advance together.

use crate::playout::cpu::Vector;
use crate::playout::{PlayoutStart, move_cap};
use ponnuki_core::board::{Board, BoardSize, ByColor, Color, Point, PointSet};

use super::arithmetic::{ROW_BITS, at_least, increment};
use super::layout::{SLOPED_ROWS, place};
use super::random::Generators;
use super::tag::EarlierPosition;

/// How many bits hold a count of points on the board.
pub(super) const AREA_BITS: usize = 10;

/// How many bits hold the number of moves in a game.
const MOVE_BITS: usize = 11;

#[derive(Clone, Debug)]
pub(crate) struct BatchStart {
    pub(super) size: BoardSize,
    pub(super) stones: ByColor<PointSet>,
    /// The point that the first move may not take, if any.
    pub(super) ko: Option<Point>,
    pub(super) to_move: Color,
    /// The earlier positions, which superko does not allow to return.
    pub(super) earlier: Vec<EarlierPosition>,
}

impl BatchStart {
    /// Returns the start of playouts that run one at a time.
    pub(crate) fn new(start: &PlayoutStart<&Board>) -> Self {
        Self {
            size: start.board.size(),
            stones: start.board.position(),
            ko: start.ko,
            to_move: start.to_move,
            earlier: Vec::new(),
        }
    }

    /// Sets the positions that occurred before this one.
    pub(crate) fn set_earlier(&mut self, positions: impl IntoIterator<Item = ByColor<PointSet>>) {
        let positions = positions.into_iter();
        let earlier = positions.map(|stones| EarlierPosition::new(self.size, stones));
        self.earlier = earlier.collect();
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }
}

/// A point in all games. *Own* stones are those of the side to move.
#[derive(Clone, Copy)]
pub(super) struct BatchCell<V> {
    pub(super) own: V,
    pub(super) opponent: V,
    /// The point holds neither a stone nor wall.
    pub(super) empty: V,
    /// A chain of a single stone without two liberties. In games whose play has
    /// been resolved: a stone that it captures. On an empty point: a play here
    /// turned out to be suicide this turn.
    pub(super) single: V,
    /// A point to draw from. While plays are resolved: an own stone, the new one
    /// included.
    pub(super) candidate: V,
    /// During the sweeps: a stone that is known to have a liberty at an odd
    /// distance along its chain. Afterwards: a stone known to have two liberties.
    /// At the end of a game: an empty point that reaches an own stone.
    pub(super) odd: V,
    /// During the sweeps: a stone that is known to have a liberty at an even
    /// distance along its chain. Afterwards: a point where the effect of a play is
    /// not known. While plays are resolved: a stone with a liberty after the play.
    /// At the end of a game: an empty point that reaches an opposing stone.
    pub(super) even: V,
}

/// The meaning of a point for plays next to it.
#[derive(Clone, Copy)]
pub(super) struct Influence<V> {
    /// An enemy stone that may or may not be captured by a play next to it.
    pub(super) doubt: V,
    /// A point that does not save a play next to it from being suicide.
    pub(super) lifeless: V,
    /// A point that cannot make a play next to it legal.
    pub(super) closed: V,
}

impl<V: Vector> Influence<V> {
    #[inline(always)]
    pub(super) fn of_wall() -> Self {
        Self {
            doubt: V::none(),
            lifeless: V::all(),
            closed: V::all(),
        }
    }
}

/// The captures and changes of a step, as superko needs them.
pub(super) struct Changes<V> {
    /// For each cell, the games in which a stone of each colour was ever captured there.
    /// Empty if no changes are recorded.
    pub(super) lost: Vec<ByColor<V>>,
    /// For each row, the games whose play captures an odd number of stones in it.
    pub(super) captured_rows: Vec<V>,
    /// For each [slope](super::layout::slope), the games whose play changes an odd number of its
    /// stones.
    pub(super) slopes: Vec<V>,
    /// The games whose play is not fresh.
    pub(super) returns: V,
    /// The games whose play captures, and those in which it captures a stone of a fresh play
    /// or of the start.
    pub(super) captures: V,
    pub(super) captures_fresh: V,
}

impl<V: Vector> Changes<V> {
    /// Returns a record for boards of a size, or one that takes nothing down.
    #[inline(always)]
    pub(super) fn new(size: Option<BoardSize>) -> Self {
        let none = V::none();
        let (width, height) = size.map_or((0, 0), |size| (size.width() + 2, size.height() + 2));
        Self {
            lost: vec![ByColor::both(none); width * height],
            captured_rows: vec![none; padded(height)],
            slopes: vec![none; padded(width + SLOPED_ROWS - 1)],
            returns: none,
            captures: none,
            captures_fresh: none,
        }
    }
}

/// Returns the length of a list of this many lines, padded to one that superko can add up.
const fn padded(lines: usize) -> usize {
    if lines <= 16 { 16 } else { 32 }
}

/// `V::GAMES` games side by side. The board has a border of wall, which is never
/// written: row and column `r` and `c` of the board are at `r + 1` and `c + 1`.
pub(super) struct Group<V> {
    pub(super) size: BoardSize,
    /// The cells, row by row, with the wall.
    pub(super) cells: Vec<BatchCell<V>>,
    /// The latest three rows of the sweep down: row `r` is at `r % 3`.
    pub(super) influence: [Vec<Influence<V>>; 3],
    /// The marks `odd` and `even` in the latest row of the sweep down.
    pub(super) marks: Vec<[V; 2]>,
    /// The number of candidates in each row.
    pub(super) counts: Vec<[V; ROW_BITS]>,

    /// The row and the column of the play that is drawn but not yet made. The bit
    /// is 0 in all other rows and columns, and everywhere after a pass.
    pub(super) rows: Vec<V>,
    pub(super) columns: Vec<V>,
    /// The columns beside that of the play.
    pub(super) columns_beside: Vec<V>,
    /// The row and the column of the point that may not be played because of the
    /// ko. Without a ko, the row is 0 everywhere.
    pub(super) ko_rows: Vec<V>,
    pub(super) ko_columns: Vec<V>,

    pub(super) changes: Changes<V>,

    /// The games whose turn ends with the next sweep up, by the play drawn or a
    /// pass.
    pub(super) ended: V,
    /// The games whose turn ends by a pass.
    pub(super) passes: V,
    /// The games whose turn ended with the latest sweep up.
    pub(super) turned: V,
    /// The games that draw no move in this step.
    pub(super) held: V,
    /// The games in which `single` holds the captures of the play.
    pub(super) resolved: V,
    /// The slots with a game that goes on.
    pub(super) live: V,
    /// The games with a play that is drawn but whose effect is not yet known.
    pub(super) pending: V,
    /// The games with White to move.
    pub(super) white: V,
    /// The games whose last move was a pass.
    pub(super) passed: V,
    /// The games that are over and not yet counted.
    pub(super) over: V,
    pub(super) moves: [V; MOVE_BITS],
    pub(super) random: Generators<V>,
}

impl<V: Vector> Group<V> {
    #[inline(always)]
    pub(super) fn new(size: BoardSize) -> Self {
        let none = V::none();
        let cell = BatchCell {
            own: none,
            opponent: none,
            empty: none,
            single: none,
            candidate: none,
            odd: none,
            even: none,
        };
        let (width, height) = (size.width() + 2, size.height() + 2);
        let row = vec![Influence::of_wall(); width];
        Self {
            size,
            cells: vec![cell; width * height],
            influence: [row.clone(), row.clone(), row],
            marks: vec![[none; 2]; width],
            counts: vec![[none; ROW_BITS]; height],
            rows: vec![none; padded(height)],
            columns: vec![none; padded(width)],
            columns_beside: vec![none; width],
            ko_rows: vec![none; height],
            ko_columns: vec![none; width],
            changes: Changes::new(None),
            ended: none,
            passes: none,
            turned: none,
            held: none,
            resolved: none,
            live: none,
            pending: none,
            white: none,
            passed: none,
            over: none,
            moves: [none; MOVE_BITS],
            random: Generators::new(),
        }
    }

    /// Returns the length of a row of cells.
    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        self.size.width() + 2
    }

    /// Makes the moves of the step before, and finds the candidates for the next.
    #[inline(always)]
    pub(super) fn make_moves(&mut self) {
        self.end_turns();
        self.sweep_up();
        self.sweep_down();
    }

    /// Counts the moves that end their turns, and swaps the sides.
    #[inline(always)]
    fn end_turns(&mut self) {
        increment(&mut self.moves, self.ended);
        let is_long = at_least(&self.moves, move_cap(self.size));
        self.over |= (self.passes & self.passed) | (self.ended & is_long);
        self.live &= !self.over;
        self.passed = self.ended.select(self.passes, self.passed);
        self.passes = V::none();
        self.white ^= self.ended;
        self.turned = self.ended;
    }

    /// Removes some games and starts others in their slots, on an empty board with
    /// Black to move.
    #[inline(always)]
    pub(super) fn restart(&mut self, removed: V, started: V) {
        let stride = self.stride();
        let kept = !removed;
        for row in self.cells[stride..]
            .chunks_exact_mut(stride)
            .take(self.size.height())
        {
            for cell in &mut row[1..stride - 1] {
                cell.own &= kept;
                cell.opponent &= kept;
                cell.empty |= removed;
                cell.single &= kept;
            }
        }
        for row in &mut self.ko_rows {
            *row &= kept;
        }
        for plane in &mut self.moves {
            *plane &= kept;
        }
        self.live = (self.live & kept) | started;
        self.white &= kept;
        self.passed &= kept;
        self.over &= kept;
    }

    /// Sets up the position in which some games start, on an empty board.
    #[inline(always)]
    pub(super) fn set_up(&mut self, games: V, start: &BatchStart) {
        if start.to_move == Color::White {
            self.white |= games;
        }
        for color in Color::BOTH {
            for point in &start.stones[color] {
                let cell = self.cell(point);
                let cell = &mut self.cells[cell];
                cell.empty &= !games;
                if color == start.to_move {
                    cell.own |= games;
                } else {
                    cell.opponent |= games;
                }
            }
        }
        if let Some((row, column)) = start.ko.map(|point| self.place(point)) {
            for column in &mut self.ko_columns {
                *column &= !games;
            }
            self.ko_rows[row] |= games;
            self.ko_columns[column] |= games;
        }
    }

    #[inline(always)]
    pub(super) fn cell(&self, point: Point) -> usize {
        let (row, column) = self.place(point);
        row * self.stride() + column
    }

    #[inline(always)]
    pub(super) fn place(&self, point: Point) -> (usize, usize) {
        place(self.size, point)
    }
}

/// Returns the four neighbours of a cell in a row: to the left and right, below
/// and above.
#[inline(always)]
pub(super) fn neighbours<'a, T>(
    below: &'a [T],
    here: &'a [T],
    above: &'a [T],
    column: usize,
) -> [&'a T; 4] {
    [
        &here[column - 1],
        &here[column + 1],
        &below[column],
        &above[column],
    ]
}

/// Returns a row of cells to change, and the rows below and above it.
#[inline(always)]
pub(super) fn around<V>(
    cells: &mut [BatchCell<V>],
    row: usize,
    stride: usize,
) -> [&mut [BatchCell<V>]; 3] {
    let (below, rest) = cells[(row - 1) * stride..].split_at_mut(stride);
    let (here, rest) = rest.split_at_mut(stride);
    [below, here, &mut rest[..stride]]
}

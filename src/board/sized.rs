//! The rules core for boards up to a given size.
//!
//! Two views of the stones are kept side by side. *Sets* ([`PointSet`]) of the
//! empty points and of each colour's stones answer questions about many points
//! at once. *Cells*, one entry a grid point in arrays, answer questions about
//! one point and its chain.
//!
//! The arrays have a length `N` that is a power of two with room for the grid
//! and the wall around it. An index is masked by `N - 1`, so it needs no bounds
//! check, and a step below the bottom row wraps to the unused end of the
//! arrays, which holds wall:
//!
//! ```text
//!          N=128, 9x9, stride 10
//!   0 ... 8 |  9      row 1 and the wall beside it
//!   ...
//!  80 .. 88 | 89      row 9
//!  90 .. 127          wall: the row above (90..) and the row below (118..)
//! ```
//!
//! Every grid point belongs to a chain, named by one of its points: stones to
//! the chain of their colour, an empty point to a chain of its own whose
//! "liberties" are the empty points next to it. So placing a stone takes it
//! out of the liberties of its four neighbours' chains without asking what the
//! neighbours are, and the new stone's own liberties are already known.

use super::point::{BoardSize, Point};
use super::point_set::PointSet;
use super::zobrist::Zobrist;
use crate::board::{ByColor, Color};

mod tactics;

use super::liberties::LibertySum;
use super::{IllegalMove, Preview, Removed};

/// What a grid point holds: a bit for each colour that is at home there. The
/// wall has both, so that it closes an eye of either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Cell {
    Empty = 0,
    Black = 1,
    White = 2,
    Wall = 3,
}

impl Cell {
    #[inline]
    const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    #[inline]
    const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Wall => None,
        }
    }
}

/// What four grid points hold, a byte each.
///
/// All four are asked at once: with the bits of [`Cell`], a stone of a colour
/// has its bit and not the other, and a byte has room to shift one onto the
/// other.
#[derive(Clone, Copy)]
struct Four(u32);

impl Four {
    /// The lowest bit of each byte.
    const LOW: u32 = 0x0101_0101;

    /// The lowest bit of the bytes that are stones of a colour.
    #[inline(always)]
    const fn stones(self, color: Color) -> u32 {
        let (black, white) = (self.0, self.0 >> 1);
        Self::LOW
            & match color {
                Color::Black => black & !white,
                Color::White => white & !black,
            }
    }

    /// The lowest bit of the bytes that are wall.
    #[inline(always)]
    const fn walls(self) -> u32 {
        self.0 & self.0 >> 1 & Self::LOW
    }

    /// All four are stones of a colour or wall.
    #[inline(always)]
    const fn are_home_of(self, color: Color) -> bool {
        let home = Self::LOW * Cell::stone(color) as u32;
        self.0 & home == home
    }
}

/// Sees what else a placed stone does to the board. The random playouts keep
/// their candidates up to date with it.
pub(crate) trait PlacementObserver<const W: usize> {
    /// Stones of a colour were captured; their points are `empty` now.
    fn captured(&mut self, color: Color, stones: &PointSet<W>, empty: &PointSet<W>);
    /// The chain of this stone, next to the new one or the new one itself, has
    /// one liberty left.
    fn in_atari(&mut self, color: Color, stone: Point, liberty: Point);
}

/// Nobody watches.
impl<const W: usize> PlacementObserver<W> for () {
    #[inline]
    fn captured(&mut self, _: Color, _: &PointSet<W>, _: &PointSet<W>) {}
    #[inline]
    fn in_atari(&mut self, _: Color, _: Point, _: Point) {}
}

/// A board whose grid fits `W` words of 64 points and, with its wall, arrays
/// of length `N`, a power of two.
#[derive(Clone)]
pub(crate) struct SizedBoard<const W: usize, const N: usize> {
    size: BoardSize,
    points: PointSet<W>,
    empty: PointSet<W>,
    stones: ByColor<PointSet<W>>,
    hash: Zobrist,
    cells: [Cell; N],
    /// The point that names the chain of a grid point.
    chain: [u16; N],
    /// The next stone of the same chain: the stones of a chain form a ring.
    next: [u16; N],
    /// By the name of a chain: its liberties and the number of its stones.
    liberties: [LibertySum; N],
    length: [u16; N],
}

impl<const W: usize, const N: usize> SizedBoard<W, N> {
    /// A board of this size fits.
    pub(crate) const fn fits(size: BoardSize) -> bool {
        size.grid_len() <= 64 * W && size.grid_len() + size.stride() < N
    }

    /// The empty board. The size must fit.
    pub(crate) fn new(size: BoardSize) -> Self {
        assert!(Self::fits(size), "the caller picks the width of the board");
        let points = size.points::<W>();
        let mut board = Self {
            size,
            points,
            empty: points,
            stones: ByColor::default(),
            hash: Zobrist::EMPTY,
            cells: [Cell::Wall; N],
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
        }
        board
    }

    /// The board with stones that are known to stand by themselves. The size
    /// must fit.
    pub(crate) fn with_stones(size: BoardSize, stones: &ByColor<PointSet<W>>) -> Self {
        // No chain lacks a liberty on the way: a liberty of the whole position
        // is empty all along.
        let mut board = Self::new(size);
        for color in Color::BOTH {
            for point in stones[color] {
                board.place(color, point);
            }
        }
        board
    }

    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    pub(crate) const fn points(&self) -> &PointSet<W> {
        &self.points
    }

    #[inline]
    pub(crate) const fn empty(&self) -> &PointSet<W> {
        &self.empty
    }

    #[inline]
    pub(crate) const fn stones(&self) -> &ByColor<PointSet<W>> {
        &self.stones
    }

    #[inline]
    pub(crate) const fn hash(&self) -> Zobrist {
        self.hash
    }

    #[inline]
    pub(crate) fn at(&self, point: Point) -> Option<Color> {
        self.cell(point.index()).color()
    }

    #[inline]
    fn cell(&self, index: usize) -> Cell {
        self.cells[index & (N - 1)]
    }

    /// The name of the chain of a grid point.
    #[inline]
    fn chain_of(&self, index: usize) -> usize {
        usize::from(self.chain[index & (N - 1)]) & (N - 1)
    }

    /// The four neighbours, some of which may be wall.
    #[inline]
    fn neighbours(&self, point: Point) -> [usize; 4] {
        let index = point.index();
        let stride = self.size.stride();
        [
            index.wrapping_sub(1) & (N - 1),
            (index + 1) & (N - 1),
            index.wrapping_sub(stride) & (N - 1),
            (index + stride) & (N - 1),
        ]
    }

    /// The four diagonal points, some of which may be wall.
    #[inline(always)]
    pub(crate) fn diagonal_neighbours(&self, point: Point) -> [usize; 4] {
        let [_, _, below, above] = self.neighbours(point);
        [
            below.wrapping_sub(1),
            below + 1,
            above.wrapping_sub(1),
            above + 1,
        ]
        .map(|index| index & (N - 1))
    }

    /// The eight points around a point, some of which may be wall: left,
    /// right, below, above, then the diagonal_neighbours in the order of the rows.
    #[inline(always)]
    pub(crate) fn surroundings(size: BoardSize, point: Point) -> [usize; 8] {
        let index = point.index();
        let below = index.wrapping_sub(size.stride());
        let above = index + size.stride();
        [
            index.wrapping_sub(1),
            index + 1,
            below,
            above,
            below.wrapping_sub(1),
            below.wrapping_add(1),
            above.wrapping_sub(1),
            above + 1,
        ]
        .map(|index| index & (N - 1))
    }

    /// A grid index is of an empty point.
    #[inline]
    pub(crate) fn is_empty(&self, index: usize) -> bool {
        self.cell(index) == Cell::Empty
    }

    /// What a grid index holds as two bits: 0 is empty, 1 black, 2 white, 3
    /// wall.
    #[inline]
    pub(crate) fn home_bits(&self, index: usize) -> u8 {
        self.cell(index) as u8
    }

    /// A grid index is of the wall.
    #[inline]
    pub(crate) fn is_wall(&self, index: usize) -> bool {
        self.cell(index) == Cell::Wall
    }

    #[inline]
    fn in_atari(&self, chain: usize) -> bool {
        self.liberties[chain & (N - 1)].is_at_most_one()
    }

    /// An empty point has an empty neighbour.
    #[inline]
    pub(crate) fn has_empty_neighbour(&self, point: Point) -> bool {
        !self.liberties[point.index() & (N - 1)].is_none()
    }

    /// What four grid points hold.
    #[inline(always)]
    fn cells(&self, [a, b, c, d]: [usize; 4]) -> Four {
        let cell = |index| self.cell(index) as u32;
        Four(cell(a) | cell(b) << 8 | cell(c) << 16 | cell(d) << 24)
    }

    /// All neighbours of a point are stones of a colour or wall.
    #[inline(always)]
    pub(crate) fn is_enclosed_by(&self, color: Color, point: Point) -> bool {
        self.cells(self.neighbours(point)).are_home_of(color)
    }

    /// The number of diagonal points with a stone of a colour, and whether
    /// any is wall.
    #[inline(always)]
    pub(crate) fn diagonals(&self, color: Color, point: Point) -> (usize, bool) {
        let cells = self.cells(self.diagonal_neighbours(point));
        (
            cells.stones(color).count_ones() as usize,
            cells.walls() != 0,
        )
    }

    /// A play on a point without an empty neighbour is not suicide: an own
    /// chain next to it has another liberty or an enemy chain has none.
    #[inline(always)]
    pub(crate) fn connects_or_captures(&self, color: Color, point: Point) -> bool {
        let neighbours = self.neighbours(point);
        let cells = self.cells(neighbours);
        let atari = self.ataris(neighbours.map(|neighbour| self.chain_of(neighbour)));
        (cells.stones(color) & !atari) | (cells.stones(!color) & atari) != 0
    }

    /// Where the simple ko rule forbids the opponent to take back, after a play
    /// that captured these stones: one stone was captured, and the stone that
    /// was played is a chain of its own with one liberty.
    #[inline(always)]
    pub(crate) fn ko_after(&self, point: Point, captured: &PointSet<W>) -> Option<Point> {
        // Few plays capture, and counting costs most.
        if captured.is_empty() {
            return None;
        }
        let chain = self.chain_of(point.index());
        let is_lone_in_atari = self.length[chain] == 1 && self.in_atari(chain);
        if is_lone_in_atari && captured.len() == 1 {
            captured.first()
        } else {
            None
        }
    }

    /// The points of the chain of this name.
    #[inline]
    fn ring(&self, chain: usize) -> impl Iterator<Item = Point> {
        let mut index = Some(chain);
        std::iter::from_fn(move || {
            let point = index?;
            let next = usize::from(self.next[point & (N - 1)]);
            index = (next != chain).then_some(next);
            Some(Point::from_index(point))
        })
    }

    /// The stones of the chain that a stone belongs to, or nothing for an
    /// empty point.
    pub(crate) fn chain_at(&self, point: Point) -> PointSet<W> {
        match self.at(point) {
            Some(_) => self.ring(self.chain_of(point.index())).collect(),
            None => PointSet::EMPTY,
        }
    }

    /// The empty points next to a set of stones.
    pub(crate) fn liberties_of(&self, stones: &PointSet<W>) -> PointSet<W> {
        stones.neighbours(self.size) & self.empty
    }

    /// What a play would do, judged before anything changes. Capture comes
    /// before suicide.
    ///
    /// A play keeps a liberty when it has an empty neighbour, when an own chain
    /// next to it has another liberty, or when it captures. The point is a
    /// liberty of every chain next to it, so a chain in atari next to it has no
    /// other.
    #[inline]
    pub(crate) fn preview(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        match self.cells.get(point.index()) {
            Some(Cell::Empty) => {}
            Some(Cell::Black | Cell::White) => return Err(IllegalMove::Occupied),
            Some(Cell::Wall) | None => return Err(IllegalMove::OffBoard),
        }
        let neighbours = self.neighbours(point);
        let chains = neighbours.map(|neighbour| self.chain_of(neighbour));
        let cells = self.cells(neighbours);
        let atari = self.ataris(chains);
        let own = cells.stones(color);
        let captured = cells.stones(!color) & atari;
        let hash = self.hash ^ Zobrist::stone(color, point);
        if captured != 0 {
            let (stones, keys) = self.dying(!color, captured, chains);
            return Ok(Preview {
                captured: stones,
                suicided: 0,
                hash: hash ^ keys,
            });
        }
        if self.has_empty_neighbour(point) || own & !atari != 0 {
            return Ok(Preview {
                captured: 0,
                suicided: 0,
                hash,
            });
        }
        let (joined, keys) = self.dying(color, own, chains);
        Ok(Preview {
            captured: 0,
            suicided: joined + 1,
            hash: self.hash ^ keys,
        })
    }

    /// The lowest bit of the bytes, in the manner of [`Four`], of those chains
    /// that have at most one liberty.
    #[inline(always)]
    fn ataris(&self, chains: [usize; 4]) -> u32 {
        let mut atari = 0;
        for (slot, chain) in chains.into_iter().enumerate() {
            atari |= u32::from(self.in_atari(chain)) << (8 * slot);
        }
        atari
    }

    /// The number and the keys of the stones of those chains of a colour whose
    /// bytes are set, each chain once.
    fn dying(&self, color: Color, mut slots: u32, chains: [usize; 4]) -> (usize, Zobrist) {
        let (mut stones, mut keys) = (0, Zobrist::EMPTY);
        while slots != 0 {
            let chain = chains[(slots.trailing_zeros() as usize / 8) & 3];
            stones += usize::from(self.length[chain]);
            keys ^= key_of(color, self.ring(chain));
            for (slot, &other) in chains.iter().enumerate() {
                slots &= !(u32::from(other == chain) << (8 * slot));
            }
        }
        (stones, keys)
    }

    /// The stones that a play on an empty point would remove.
    pub(crate) fn removed_by(&self, color: Color, point: Point) -> Removed<W> {
        let mut removed = Removed::default();
        let suicide = self
            .preview(color, point)
            .is_ok_and(|preview| preview.suicided > 0);
        for neighbour in self.neighbours(point) {
            let chain = self.chain_of(neighbour);
            if self.cell(neighbour) == Cell::stone(!color) && self.in_atari(chain) {
                removed.captured.extend(self.ring(chain));
            } else if self.cell(neighbour) == Cell::stone(color) && suicide {
                removed.suicided.extend(self.ring(chain));
            }
        }
        if suicide {
            removed.suicided.insert(point);
        }
        removed
    }

    /// Puts a stone on an empty point and removes what then has no liberty:
    /// first the opponent's chains, then, if the own chain still has none,
    /// the own chain.
    ///
    /// The caller has judged the play: see [`preview`](Self::preview).
    #[inline]
    pub(crate) fn place(&mut self, color: Color, point: Point) -> Removed<W> {
        self.place_watched(color, point, &mut ())
    }

    /// [`place`](Self::place), with somebody watching.
    ///
    /// What the processor cannot foresee costs more than work, so the common
    /// case is one straight line: the new stone joins the first own chain next
    /// to it, or the chain of its own that the empty point was. Only a second
    /// own chain to join, and a chain with at most one liberty, are branches.
    #[inline(always)]
    pub(crate) fn place_watched(
        &mut self,
        color: Color,
        point: Point,
        observer: &mut impl PlacementObserver<W>,
    ) -> Removed<W> {
        debug_assert!(
            self.empty.contains(point),
            "a stone is placed on an empty point"
        );
        let index = point.index() & (N - 1);
        let neighbours = self.neighbours(point);
        let chains = neighbours.map(|neighbour| self.chain_of(neighbour));
        let cells = self.cells(neighbours);
        let own = cells.stones(color);
        let enemy = cells.stones(!color);
        self.cells[index] = Cell::stone(color);
        self.empty.remove(point);
        self.stones[color].insert(point);
        self.hash ^= Zobrist::stone(color, point);
        for chain in chains {
            self.liberties[chain] -= LibertySum::one(point);
        }
        let name = self.join(index, neighbours, chains, own);
        let mut is_quiet = !self.in_atari(name);
        for (slot, chain) in chains.into_iter().enumerate() {
            is_quiet &= (enemy >> (8 * slot) & 1 == 0) | !self.in_atari(chain);
        }
        if is_quiet {
            return Removed::default();
        }
        self.settle(color, point, neighbours, observer)
    }

    /// Joins a new stone with the own chains next to it, and returns their name.
    #[inline(always)]
    fn join(
        &mut self,
        index: usize,
        neighbours: [usize; 4],
        chains: [usize; 4],
        own: u32,
    ) -> usize {
        // The fifth choice is the empty point's own chain, without stones.
        let [a, b, c, d] = neighbours;
        let first = [a, b, c, d, index, 0, 0, 0]
            [((u64::from(own) | 1 << 32).trailing_zeros() as usize / 8) & 7];
        let mut name = self.chain_of(first);
        let gained = if name == index {
            LibertySum::NONE
        } else {
            self.liberties[index]
        };
        self.liberties[name] += gained;
        self.chain[index] = name as u16;
        self.next[index] = index as u16;
        self.next.swap(index, name);
        self.length[name] += 1;
        let mut others = 0;
        for (slot, chain) in chains.into_iter().enumerate() {
            others |= u32::from(chain != name) << (8 * slot);
        }
        others &= own;
        while others != 0 {
            let other = chains[(others.trailing_zeros() as usize / 8) & 3];
            name = self.merge(name, self.chain_of(other));
            others &= others - 1;
        }
        name
    }

    /// Removes the chains that a new stone left without liberties, and tells
    /// the observer of those with one.
    fn settle(
        &mut self,
        color: Color,
        point: Point,
        neighbours: [usize; 4],
        observer: &mut impl PlacementObserver<W>,
    ) -> Removed<W> {
        let mut removed = Removed::default();
        for neighbour in neighbours {
            if self.cell(neighbour) == Cell::stone(!color) {
                let chain = self.chain_of(neighbour);
                let liberties = self.liberties[chain];
                if liberties.is_none() {
                    let stones = self.remove_chain(!color, chain);
                    removed.captured |= stones;
                    observer.captured(!color, &stones, &self.empty);
                } else if let Some(liberty) = liberties.only() {
                    observer.in_atari(!color, Point::from_index(neighbour), liberty);
                }
            }
        }
        let own = self.chain_of(point.index());
        let liberties = self.liberties[own];
        if liberties.is_none() {
            removed.suicided = self.remove_chain(color, own);
            observer.captured(color, &removed.suicided, &self.empty);
        } else if let Some(liberty) = liberties.only() {
            observer.in_atari(color, point, liberty);
        }
        removed
    }

    /// An empty point becomes a liberty of everything around it.
    #[inline]
    fn add_liberty(&mut self, point: Point) {
        let liberty = LibertySum::one(point);
        for neighbour in self.neighbours(point) {
            let chain = self.chain_of(neighbour);
            self.liberties[chain] += liberty;
        }
    }

    /// Joins two chains, the shorter into the longer, whose name it returns.
    #[inline]
    fn merge(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let (long, short) = if self.length[a] >= self.length[b] {
            (a, b)
        } else {
            (b, a)
        };
        let mut index = short;
        loop {
            self.chain[index] = long as u16;
            index = usize::from(self.next[index]) & (N - 1);
            if index == short {
                break;
            }
        }
        self.next.swap(long, short);
        let liberties = self.liberties[short];
        self.liberties[long] += liberties;
        self.length[long] += self.length[short];
        long
    }

    /// Takes a chain off the board.
    fn remove_chain(&mut self, color: Color, chain: usize) -> PointSet<W> {
        let mut stones = PointSet::EMPTY;
        let mut index = chain;
        loop {
            let stone = Point::from_index(index);
            stones.insert(stone);
            self.hash ^= Zobrist::stone(color, stone);
            self.cells[index] = Cell::Empty;
            self.chain[index] = index as u16;
            self.liberties[index] = LibertySum::NONE;
            self.length[index] = 0;
            index = usize::from(self.next[index]) & (N - 1);
            if index == chain {
                break;
            }
        }
        loop {
            self.add_liberty(Point::from_index(index));
            index = usize::from(self.next[index]) & (N - 1);
            if index == chain {
                break;
            }
        }
        self.stones[color] -= stones;
        self.empty |= stones;
        stones
    }

    /// Recomputes everything that is kept up to date from the stones alone and
    /// says whether it is the same.
    pub(crate) fn is_consistent(&self) -> bool {
        let ByColor { black, white } = self.stones;
        let sets = self.empty == self.points - black - white
            && !black.intersects(&white)
            && (black | white).is_subset(&self.points);
        let cells = self.points.iter().all(|point| {
            let expected = if black.contains(point) {
                Cell::stone(Color::Black)
            } else if white.contains(point) {
                Cell::stone(Color::White)
            } else {
                Cell::Empty
            };
            self.cell(point.index()) == expected
        });
        let hash = Color::BOTH
            .into_iter()
            .map(|color| key_of(color, self.stones[color]))
            .fold(Zobrist::EMPTY, |all, key| all ^ key);
        let chains = Color::BOTH.into_iter().all(|color| {
            let mut chains = self.stones[color].components(self.size);
            chains.all(|stones| self.chain_is_consistent(&stones))
        });
        let empties = self.empty.iter().all(|point| {
            self.chain_of(point.index()) == point.index()
                && self.liberties[point.index()] == self.liberty_sum(&PointSet::single(point))
        });
        sets && cells && hash == self.hash && chains && empties
    }

    /// The kept state of one chain is that of these stones, and it has a liberty.
    fn chain_is_consistent(&self, stones: &PointSet<W>) -> bool {
        let Some(first) = stones.first() else {
            return false;
        };
        let chain = self.chain_of(first.index());
        let ring: PointSet<W> = self.ring(chain).take(N).collect();
        ring == *stones
            && stones
                .iter()
                .all(|stone| self.chain_of(stone.index()) == chain)
            && usize::from(self.length[chain]) == stones.len()
            && self.liberties[chain] == self.liberty_sum(stones)
            && !self.liberties_of(stones).is_empty()
    }

    fn liberty_sum(&self, stones: &PointSet<W>) -> LibertySum {
        let mut sum = LibertySum::NONE;
        for stone in stones {
            for neighbour in self.neighbours(stone) {
                if self.cell(neighbour) == Cell::Empty {
                    sum += LibertySum::one(Point::from_index(neighbour));
                }
            }
        }
        sum
    }
}

/// The keys of all these stones together.
#[inline]
fn key_of(color: Color, stones: impl IntoIterator<Item = Point>) -> Zobrist {
    stones.into_iter().fold(Zobrist::EMPTY, |all, stone| {
        all ^ Zobrist::stone(color, stone)
    })
}

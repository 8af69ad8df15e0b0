//! What the features need to know about a position, computed once for all its moves.

use crate::board::{Color, Point, PointSet, SizedBoard};
use crate::player::search::fate;
use crate::player::search::position::Position;
use crate::playout::vital_point;

use super::ladder;
use super::shapes::Grid;

/// The number of rings of common fate distance around the last moves.
pub(super) const RINGS: usize = 5;

/// The number of neighbours of a point.
const NEIGHBOURS: usize = 4;

/// A chain as the colour to move sees it.
pub(super) struct ChainFacts<const W: usize> {
    pub(super) is_own: bool,
    pub(super) stones: PointSet<W>,
    pub(super) len: usize,
    pub(super) liberties: usize,
    /// Whether its owner cannot save it: an own chain in atari that cannot escape,
    /// or a chain with two liberties that a ladder catches.
    pub(super) is_caught: bool,
    /// The plays that catch a chain with two liberties.
    pub(super) attacks: PointSet<W>,
}

/// The chains of a position, the surroundings of its last two moves, and the
/// contents of its points for the shapes.
pub(super) struct Context<'a, const W: usize, const N: usize> {
    pub(super) position: &'a Position<W, N>,
    pub(super) chains: Vec<ChainFacts<W>>,
    /// For each grid point, one more than the index of its chain, or 0.
    of: [u16; N],
    /// The points of the last move and of the one before it; `None` for a pass and
    /// for a stone that has been captured since.
    pub(super) last: [Option<Point>; 2],
    /// The points at each common fate distance from them.
    rings: [Option<[PointSet<W>; RINGS]>; 2],
    /// The small regions of empty points that one colour encloses.
    pub(super) eyes: Vec<EyeSpace<W>>,
    pub(super) grid: Grid,
    pub(super) stones: usize,
    /// Whether an own chain is in atari.
    pub(super) is_in_atari: bool,
}

impl<'a, const W: usize, const N: usize> Context<'a, W, N> {
    pub(super) fn new(position: &'a Position<W, N>) -> Self {
        let board = &position.board;
        let stones = *board.points() - *board.empty();
        let mut chains = Vec::with_capacity(64);
        let mut of = [0; N];
        let mut grid = Grid::new(board.size());
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let chain = ChainFacts::of(board, stone, position.to_move);
            rest -= chain.stones;
            for point in chain.stones {
                of[point.index()] = chains.len() as u16 + 1;
                grid.set(
                    board.size().coordinates(point),
                    chain.is_own,
                    chain.liberties,
                );
            }
            chains.push(chain);
        }
        let last = position
            .last
            .map(|last| last.filter(|&stone| board.at(stone).is_some()));
        Self {
            position,
            of,
            last,
            rings: last.map(|last| last.map(|last| fate::rings(board, last))),
            eyes: eye_spaces(position),
            grid,
            stones: stones.len(),
            is_in_atari: chains
                .iter()
                .any(|chain| chain.is_own && chain.liberties == 1),
            chains,
        }
    }

    /// Returns the indices of the chains next to a point, each once.
    pub(super) fn chains_next_to(&self, point: Point) -> impl Iterator<Item = usize> + use<W, N> {
        let board = &self.position.board;
        let mut found = [0; NEIGHBOURS];
        let mut len = 0;
        for color in Color::BOTH {
            for stone in board.stones_next_to(color, point) {
                let chain = usize::from(self.of[stone.index()]);
                if !found[..len].contains(&chain) {
                    found[len] = chain;
                    len += 1;
                }
            }
        }
        found.into_iter().take(len).map(|chain| chain - 1)
    }

    /// Returns whether a chain contains the last move.
    pub(super) fn is_of_last(&self, chain: usize) -> bool {
        self.last[0].is_some_and(|last| usize::from(self.of[last.index()]) == chain + 1)
    }

    /// Returns the common fate distance of a point from the last move and from the
    /// one before it: [`RINGS`] if it is farther away, `None` after a pass.
    pub(super) fn fate(&self, point: Point) -> [Option<usize>; 2] {
        self.rings.map(|rings| {
            let rings = rings?;
            let ring = rings.iter().position(|ring| ring.contains(point));
            Some(ring.unwrap_or(RINGS))
        })
    }
}

impl<const W: usize> ChainFacts<W> {
    fn of<const N: usize>(board: &SizedBoard<W, N>, stone: Point, to_move: Color) -> Self {
        let stones = board.chain_at(stone);
        let liberties = board.liberties_of(&stones);
        let is_own = board.at(stone) == Some(to_move);
        let mut attacks = PointSet::EMPTY;
        let mut is_caught = false;
        match liberties.len() {
            1 if is_own => is_caught = ladder::is_lost_in_atari(board, stone),
            2 => {
                for attack in liberties {
                    if ladder::is_caught_by(board, stone, attack) {
                        attacks.insert(attack);
                    }
                }
                is_caught = !attacks.is_empty();
            }
            _ => {}
        }
        Self {
            is_own,
            len: stones.len(),
            stones,
            liberties: liberties.len(),
            is_caught,
            attacks,
        }
    }
}

/// A small region of empty points that one colour encloses.
pub(super) struct EyeSpace<const W: usize> {
    pub(super) points: PointSet<W>,
    pub(super) len: usize,
    pub(super) is_own: bool,
    /// The point at which the owner lives or the opponent kills.
    pub(super) vital: Option<Point>,
}

/// The number of points of the largest eye space that a single play may decide.
const MAX_EYE_POINTS: usize = 6;

/// Returns the eye spaces of a position.
fn eye_spaces<const W: usize, const N: usize>(position: &Position<W, N>) -> Vec<EyeSpace<W>> {
    let board = &position.board;
    let size = board.size();
    let stones = board.stones();
    let mut spaces = Vec::new();
    for points in board.empty().components(size) {
        let len = points.len();
        if len > MAX_EYE_POINTS {
            continue;
        }
        let around = points.neighbours(size);
        let is_own = !around.intersects(&stones[!position.to_move]);
        if !is_own && around.intersects(&stones[position.to_move]) {
            continue;
        }
        spaces.push(EyeSpace {
            points,
            len,
            is_own,
            vital: vital_point(&points, size),
        });
    }
    spaces
}

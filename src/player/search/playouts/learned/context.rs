//! The properties of a position that its moves' features need, computed once for all moves.

use crate::board::{Color, Point, PointSet, SizedBoard};
use crate::player::search::playouts::fate;
use crate::player::search::playouts::position::Position;
use crate::playout::vital_point;

use super::ladder;
use super::shapes::Grid;

/// How many rings of common fate distance are kept around each of the last two moves.
pub(super) const RINGS: usize = 5;

const NEIGHBOURS: usize = 4;

/// A chain, described from the point of view of the colour to move.
pub(super) struct ChainFacts<const W: usize> {
    pub(super) is_own: bool,
    pub(super) stones: PointSet<W>,
    pub(super) len: usize,
    pub(super) liberties: usize,
    /// Whether the chain is beyond saving: an own chain in atari that cannot escape, or a
    /// chain with two liberties that a ladder catches.
    pub(super) is_caught: bool,
    /// The plays that catch the chain, if it has two liberties.
    pub(super) attacks: PointSet<W>,
}

/// The chains and eye spaces of a position, the surroundings of its last two moves, and
/// the grid from which shapes are hashed.
pub(super) struct Context<'a, const W: usize, const N: usize> {
    pub(super) position: &'a Position<W, N>,
    pub(super) chains: Vec<ChainFacts<W>>,
    /// By grid point: the index of its chain plus 1, or 0 on an empty point.
    of: [u16; N],
    /// The points of the last two moves, most recent first; `None` for a pass and for a
    /// stone that has since been captured.
    pub(super) last: [Option<Point>; 2],
    /// By grid point: the common fate distances from the last two moves, or [`RINGS`] if the
    /// point is farther away; `None` after a pass.
    fates: [Option<[u8; N]>; 2],
    /// The small empty regions that one colour encloses, and all their points.
    eyes: Vec<EyeSpace<W>>,
    eye_points: PointSet<W>,
    pub(super) grid: Grid,
    pub(super) stones: usize,
    /// Whether an own chain is in atari.
    pub(super) is_in_atari: bool,
}

impl<'a, const W: usize, const N: usize> Context<'a, W, N> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position<W, N>) -> Self {
        let board = &position.board;
        let stones = *board.points() - *board.empty();
        let mut chains = Vec::with_capacity(64);
        let mut of = [0; N];
        let mut grid = Grid::new(board.size());
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let chain = ChainFacts::new(board, stone, position.to_move);
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
        let eyes = eye_spaces(position);
        Self {
            position,
            of,
            last,
            fates: last.map(|last| Some(fates(board, last?))),
            eye_points: PointSet::union(eyes.iter().map(|eye| eye.points)),
            eyes,
            grid,
            stones: stones.len(),
            is_in_atari: chains
                .iter()
                .any(|chain| chain.is_own && chain.liberties == 1),
            chains,
        }
    }

    /// Returns the indices of the chains adjacent to a point, without repetition.
    #[inline(always)]
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

    /// Returns whether the chain with this index contains the last move.
    #[inline(always)]
    pub(super) fn is_of_last(&self, chain: usize) -> bool {
        self.last[0].is_some_and(|last| usize::from(self.of[last.index()]) == chain + 1)
    }

    /// Returns the common fate distances of a point from the last two moves, most recent
    /// first: [`RINGS`] if the point is farther away, `None` after a pass.
    #[inline(always)]
    pub(super) fn fate(&self, point: Point) -> [Option<usize>; 2] {
        self.fates
            .each_ref()
            .map(|fates| fates.as_ref().map(|fates| fates[point.index() % N].into()))
    }

    #[inline(always)]
    pub(super) fn eye_around(&self, point: Point) -> Option<&EyeSpace<W>> {
        // Most points are in none.
        if !self.eye_points.contains(point) {
            return None;
        }
        self.eyes.iter().find(|eye| eye.points.contains(point))
    }
}

/// Returns the common fate distance of each grid point from a move.
fn fates<const W: usize, const N: usize>(board: &SizedBoard<W, N>, last: Point) -> [u8; N] {
    let mut fates = [RINGS as u8; N];
    for (ring, distance) in fate::rings::<RINGS, W, N>(board, last).iter().zip(0..) {
        for point in ring {
            fates[point.index()] = distance;
        }
    }
    fates
}

impl<const W: usize> ChainFacts<W> {
    fn new<const N: usize>(board: &SizedBoard<W, N>, stone: Point, to_move: Color) -> Self {
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

/// A small empty region that one colour encloses.
pub(super) struct EyeSpace<const W: usize> {
    pub(super) points: PointSet<W>,
    pub(super) len: usize,
    pub(super) is_own: bool,
    /// The vital point: the owner lives by playing there first, the opponent kills.
    pub(super) vital: Option<Point>,
}

/// The size in points of the largest eye space that a single play can decide.
const MAX_EYE_POINTS: usize = 6;

/// Returns the enclosed empty regions of up to [`MAX_EYE_POINTS`] points.
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

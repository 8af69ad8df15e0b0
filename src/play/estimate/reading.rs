//! Reads the parts of a position whose chains the playouts leave in doubt.
//!
//! Playouts invade and defend at random, so that a chain with one good answer to each
//! threat dies in about half of them. A small tree search of the part around it finds
//! these answers. It draws from the points of the part alone, and what counts is the
//! area there, so it costs little on a large board.

use crate::playout::{OwnershipCounts, PlayoutStart, Tactical, TacticalPolicy};
use ponnuki_core::board::{
    ByColor, Chain, Color, PassAlive, Point, PointSet, SizedBoard, on_sized, owned,
};
use ponnuki_core::game::Game;
use ponnuki_core::random::RandomStream;

use super::EstimateOptions;
use super::corrected::CorrectedCounts;

/// A chain is in doubt if its ownership is in this range.
const DOUBTFUL: std::ops::RangeInclusive<f64> = -0.4..=0.2;

/// A point is open if its ownership is nearer to 0 than this.
const OPEN: f64 = 0.95;

/// The number of points of the largest part that is read. In larger ones, so few playouts
/// are worse than those of the estimate.
const MAX_PART_POINTS: usize = 40;

/// The number of playouts with each colour moving first.
const PLAYOUTS: u32 = 1_500;

/// The number of visits after which a node gets children.
const EXPAND_AT: u32 = 3;

const EXPLORATION: f64 = 0.1;

/// The equivalence parameter of RAVE: the number of visits at which the results of a
/// move and those of the playouts that play it later count alike.
const EQUIVALENCE: f64 = 60.0;

/// The greatest depth of the tree, in moves. It ends endless repetitions.
const MAX_DEPTH_MOVES: usize = 60;

/// A part of the position that has been read.
pub(super) struct PartReading {
    /// The chains in doubt.
    stones: PointSet,
    /// The owners at the ends of the later playouts, for each colour moving first.
    counts: [OwnershipCounts; 2],
}

impl PartReading {
    /// Returns the mean ownership of the points of a chain, from its colour's point of
    /// view, if this part has been read because of it.
    pub(super) fn ownership(&self, chain: &Chain) -> Option<f64> {
        let sum = |counts: &OwnershipCounts, color| -> u64 {
            chain.stones.iter().map(|p| counts.count(color, p)).sum()
        };
        let mean = |counts| {
            let margin = sum(counts, chain.color) as f64 - sum(counts, !chain.color) as f64;
            margin / (counts.playouts() * chain.stones.len() as u64) as f64
        };
        let is_read = chain.stones.is_subset(&self.stones);
        is_read.then(|| f64::midpoint(mean(&self.counts[0]), mean(&self.counts[1])))
    }
}

/// Reads the parts of the position around the chains in doubt.
pub(super) fn read(
    game: &Game,
    options: &EstimateOptions,
    counts: &CorrectedCounts,
    chains: &[Chain],
    life: &ByColor<PassAlive>,
) -> Vec<PartReading> {
    let certain = life.black.points() | life.white.points();
    let in_doubt = chains.iter().filter(|chain| {
        !chain.stones.is_subset(&certain) && DOUBTFUL.contains(&counts.chain_ownership(chain))
    });
    let stones = PointSet::union(in_doubt.map(|chain| chain.stones));
    if stones.is_empty() {
        return Vec::new();
    }
    let size = game.size();
    let is_open = |&point: &Point| counts.ownership(point).abs() < OPEN;
    let open: PointSet = size.iter().filter(is_open).collect();
    // The liberties of the chains around may decide a race to capture.
    let near = stones | stones.neighbours(size);
    let around = chains.iter().filter(|chain| chain.stones.intersects(&near));
    let around = around.fold(open, |all, chain| all | chain.stones | chain.liberties);
    let parts = around - certain;
    let policy = TacticalPolicy::ESTIMATE.under(game.rules().suicide);
    parts
        .components(size)
        .filter(|part| part.len() <= MAX_PART_POINTS && part.intersects(&stones))
        .map(|part| PartReading {
            stones: part & stones,
            counts: Color::BOTH.map(|color| {
                let board = game.board().sized();
                on_sized!(board, root => search_part(root, &part, color, policy, options.seed))
            }),
        })
        .collect()
}

/// Searches a part of a position, with this colour to move.
fn search_part<const W: usize, const N: usize>(
    root: &SizedBoard<W, N>,
    part: &PointSet,
    to_move: Color,
    policy: TacticalPolicy,
    seed: u64,
) -> OwnershipCounts {
    let part: PointSet<W> = part.resized();
    let mut stream = RandomStream::new(seed, 0);
    let mut playout = Tactical::new(root, policy);
    let mut counts = OwnershipCounts::new(root.size());
    let mut tree = vec![Node::new(None)];
    for number in 0..PLAYOUTS {
        let mut position = TreePosition {
            board: root.clone(),
            to_move,
            ko: None,
            last: [None; 2],
            passes: 0,
            first: ByColor::default(),
        };
        let path = descend(&mut tree, &mut position, &part);
        if position.passes < 2 {
            playout.play_within(position.start(), &part, &mut stream);
            position.finish(&playout);
        }
        let board = &position.board;
        let area = owned(board.size(), board.points(), board.stones());
        if 2 * number >= PLAYOUTS {
            counts.add(&area);
        }
        let margin = (area.black & part).len() as f64 - (area.white & part).len() as f64;
        let black = f64::midpoint(1.0, margin / part.len() as f64);
        record(&mut tree, &path, to_move, black, &position.first);
    }
    counts
}

struct TreePosition<const W: usize, const N: usize> {
    board: SizedBoard<W, N>,
    to_move: Color,
    ko: Option<Point>,
    last: [Option<Point>; 2],
    passes: u32,
    /// For each colour, the points that it played on before the opponent.
    first: ByColor<PointSet<W>>,
}

impl<const W: usize, const N: usize> TreePosition<W, N> {
    fn play(&mut self, action: Option<Point>) {
        self.ko = None;
        self.passes += 1;
        if let Some(point) = action {
            let removed = self.board.place(self.to_move, point);
            self.ko = self.board.ko_after(point, &removed.captured);
            self.passes = 0;
            let is_first = !self.first[!self.to_move].contains(point);
            self.first[self.to_move].insert_if(point, is_first);
        }
        self.last = [action, self.last[0]];
        self.to_move = !self.to_move;
    }

    /// Returns whether a play is neither suicide nor forbidden by the ko rule, and fills
    /// no eye.
    fn is_sensible(&self, point: Point) -> bool {
        self.ko != Some(point)
            && (self.board.has_empty_neighbour(point)
                || (self.board.connects_or_captures(self.to_move, point)
                    && !self.board.is_enemy_diagonal_eye(self.to_move, point)))
    }

    const fn start(&self) -> PlayoutStart<&SizedBoard<W, N>> {
        PlayoutStart {
            board: &self.board,
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
        }
    }

    /// Takes over the end of a playout from this position.
    fn finish(&mut self, playout: &Tactical<W, N>) {
        self.board.clone_from(playout.board());
        let tree = self.first;
        for color in Color::BOTH {
            self.first[color] |= playout.first()[color] - tree[!color];
        }
    }
}

/// A move in the tree, with the sums of its results for the colour that plays it.
struct Node {
    action: Option<Point>,
    visits: u32,
    sum: f64,
    /// The number of playouts that play the move now or later.
    later: u32,
    later_sum: f64,
    children: std::ops::Range<usize>,
}

impl Node {
    const fn new(action: Option<Point>) -> Self {
        Self {
            action,
            visits: 0,
            sum: 0.0,
            later: 0,
            later_sum: 0.0,
            children: 0..0,
        }
    }

    /// Returns the mean result, or `otherwise` before the first visit.
    fn mean(&self, otherwise: f64) -> f64 {
        if self.visits == 0 {
            otherwise
        } else {
            self.sum / f64::from(self.visits)
        }
    }

    /// Returns the mean result, mixed with that of the playouts that play the move
    /// later.
    fn value(&self, otherwise: f64) -> f64 {
        let mean = self.mean(otherwise);
        if self.later == 0 {
            return mean;
        }
        let share = EQUIVALENCE / (EQUIVALENCE + f64::from(self.visits));
        mean + share * (self.later_sum / f64::from(self.later) - mean)
    }
}

/// Plays the best moves of the tree until they leave it, and returns their nodes, the
/// root first.
fn descend<const W: usize, const N: usize>(
    tree: &mut Vec<Node>,
    position: &mut TreePosition<W, N>,
    part: &PointSet<W>,
) -> Vec<usize> {
    let mut path = vec![0];
    let mut at = 0;
    while position.passes < 2 && path.len() < MAX_DEPTH_MOVES {
        if tree[at].children.is_empty() {
            if tree[at].visits < EXPAND_AT {
                break;
            }
            let plays = *part & *position.board.empty();
            let plays = plays.iter().filter(|&point| position.is_sensible(point));
            let first = tree.len();
            tree.extend(plays.map(Some).chain([None]).map(Node::new));
            tree[at].children = first..tree.len();
        }
        at = best_child(tree, at);
        path.push(at);
        position.play(tree[at].action);
    }
    path
}

/// Returns the child with the highest value and bonus for exploration.
fn best_child(tree: &[Node], parent: usize) -> usize {
    let parent = &tree[parent];
    let otherwise = 1.0 - parent.mean(0.5);
    let scale = EXPLORATION * f64::from(parent.visits).sqrt();
    let (mut best, mut highest) = (parent.children.start, f64::MIN);
    for child in parent.children.clone() {
        let node = &tree[child];
        let value = node.value(otherwise) + scale / (1.0 + f64::from(node.visits));
        if value > highest {
            (best, highest) = (child, value);
        }
    }
    best
}

/// Adds the result of a playout, for Black from 0 to 1, to the nodes of its path and to
/// those of the moves that it plays later.
fn record<const W: usize>(
    tree: &mut [Node],
    path: &[usize],
    to_move: Color,
    black: f64,
    first: &ByColor<PointSet<W>>,
) {
    let result = |color| match color {
        Color::Black => black,
        Color::White => 1.0 - black,
    };
    let mut to_move = to_move;
    for &at in path {
        tree[at].visits += 1;
        tree[at].sum += result(!to_move);
        for child in tree[at].children.clone() {
            let node = &mut tree[child];
            if node
                .action
                .is_some_and(|point| first[to_move].contains(point))
            {
                node.later += 1;
                node.later_sum += result(to_move);
            }
        }
        to_move = !to_move;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::count;
    use ponnuki_core::board::{diagram, pass_alive};
    use ponnuki_core::game::testing::position;

    /// Returns the number of parts that are read.
    fn parts(rows: &str) -> usize {
        let game = position(rows, Color::Black, "0.5");
        let options = EstimateOptions::status(1);
        let life = pass_alive(game.board(), game.rules().suicide);
        let chains = game.board().chains();
        let counts = count::count(&game, &options, &life, &chains, &|| false).unwrap();
        read(&game, &options, &counts, &chains, &life).len()
    }

    #[test]
    fn a_part_with_the_most_points_is_read() {
        // All points of the board are in doubt: 40 and 45.
        assert_eq!(parts("......../..XO..../..OX..../......../........"), 1);
        assert_eq!(
            parts("........./..XO...../..OX...../........./........."),
            0
        );
    }

    #[test]
    fn a_ko_is_not_retaken_at_once() {
        let board = diagram::sized::<1, 64>(".XO../X.XO./.XO../...../.....");
        let size = board.size();
        let point = |name| size.point_named(name).unwrap();
        let [ko, taking] = [point("C4"), point("B4")];
        let mut position = TreePosition {
            board,
            to_move: Color::White,
            ko: None,
            last: [None; 2],
            passes: 0,
            first: ByColor::default(),
        };
        position.play(Some(taking));
        assert!(position.board.empty().contains(ko));
        assert!(!position.is_sensible(ko));
        // After a move elsewhere by each, it is free.
        position.play(Some(point("E1")));
        position.play(Some(point("A1")));
        assert!(position.is_sensible(ko));
    }
}

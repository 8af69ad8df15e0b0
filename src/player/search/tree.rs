//! The search tree, in an arena.
//!
//! A node is a move: it holds what is known of the position after it, as seen
//! by who made it. The children of a node lie side by side, and each property
//! has an array of its own, so that the choice among children is a plain loop
//! over numbers.
//!
//! A tree and no graph: every node has one way to it, so what superko forbids
//! in a node is certain when its children are made.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::board::{Point, PointSet};
use crate::game::Move;
use crate::random::RandomStream;

/// Stands for a pass among the points of nodes.
const PASS: u16 = u16::MAX;

/// The index of a node.
pub(super) type Node = usize;

/// The root of every tree.
pub(super) const ROOT: Node = 0;

/// What a node knows before its first visit: so many imagined visits, and the
/// share of wins among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prior {
    pub(super) action: Move,
    pub(super) weight: f32,
    pub(super) value: f32,
}

/// The nodes, property by property.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    capacity: usize,
    /// The point that is played, or [`PASS`].
    points: Vec<u16>,
    /// The playouts through the node.
    visits: Vec<u32>,
    /// The visits, imagined ones included.
    weights: Vec<f32>,
    /// The mean result of them, 1 for a win of who made the move.
    values: Vec<f32>,
    /// The playouts in which the same colour was the first to play the point
    /// later on: all moves as first.
    amaf_weights: Vec<f32>,
    amaf_values: Vec<f32>,
    /// The mean margin by which who made the move leads, in points.
    margins: Vec<f32>,
    /// The mean square of that.
    squares: Vec<f32>,
    /// The imagined wins among the weight.
    priors: Vec<f32>,
    first_child: Vec<u32>,
    children: Vec<u16>,
    /// The values of the children among which one is being chosen.
    urgencies: Vec<f32>,
}

/// The bytes that a node takes.
pub(super) const NODE_BYTES: usize = 2 * 2 + 9 * 4;

/// How many playouts of the same colour playing the same point anywhere weigh
/// as much as the visits of the move itself (Gelly and Silver, 2007, call it
/// the equivalence parameter).
const EQUIVALENCE: f32 = 3500.0;

/// The value of a child that may not be chosen.
const FORBIDDEN: f32 = -1e9;

impl Tree {
    /// A tree of the root alone, with room for so many nodes.
    ///
    /// The room is reserved at once, since arrays that double when they are
    /// full would not keep to it; the system gives memory when it is used.
    pub(super) fn new(capacity: usize) -> Self {
        let mut tree = Self {
            capacity,
            points: Vec::with_capacity(capacity),
            visits: Vec::with_capacity(capacity),
            weights: Vec::with_capacity(capacity),
            values: Vec::with_capacity(capacity),
            amaf_weights: Vec::with_capacity(capacity),
            amaf_values: Vec::with_capacity(capacity),
            margins: Vec::with_capacity(capacity),
            squares: Vec::with_capacity(capacity),
            priors: Vec::with_capacity(capacity),
            first_child: Vec::with_capacity(capacity),
            children: Vec::with_capacity(capacity),
            urgencies: Vec::new(),
        };
        tree.clear();
        tree
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
        self.push(Prior {
            action: Move::Pass,
            weight: 0.0,
            value: 0.5,
        });
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn visits(&self, node: Node) -> u32 {
        self.visits[node]
    }

    pub(super) fn value(&self, node: Node) -> f32 {
        self.values[node]
    }

    pub(super) fn margin(&self, node: Node) -> f32 {
        self.margins[node]
    }

    pub(super) fn square(&self, node: Node) -> f32 {
        self.squares[node]
    }

    pub(super) fn prior(&self, node: Node) -> f32 {
        self.priors[node]
    }

    /// The move that leads to the node. Undefined for the root.
    #[inline]
    pub(super) fn action(&self, node: Node) -> Move {
        match self.points[node] {
            PASS => Move::Pass,
            point => Move::Play(Point::from_index(usize::from(point))),
        }
    }

    /// The children of a node, none before it is expanded.
    #[inline]
    pub(super) fn children(&self, node: Node) -> Range<Node> {
        let first = self.first_child[node] as usize;
        first..first + usize::from(self.children[node])
    }

    /// There is room for so many nodes.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        self.len() + nodes <= self.capacity
    }

    /// Gives a node its children, for which there should be room: the root of
    /// a tree may be given children beyond it.
    ///
    /// They are put in a random order, since the first of equals is chosen.
    pub(super) fn expand(&mut self, node: Node, priors: &mut [Prior], stream: &mut RandomStream) {
        stream.shuffle(priors);
        self.first_child[node] = self.len() as u32;
        self.children[node] = priors.len() as u16;
        for &prior in &*priors {
            self.push(prior);
        }
    }

    /// The most urgent child: the mean of its playouts and the mean of those
    /// in which the same point was played later, which counts the less the
    /// more there are of the former (RAVE; Gelly and Silver, 2007, with the
    /// schedule of Silver, 2009).
    pub(super) fn select(&mut self, node: Node) -> Option<Node> {
        let children = self.children(node);
        let first = children.start;
        self.urgencies.clear();
        let weights = &self.weights[children.clone()];
        let values = &self.values[children.clone()];
        let amaf_weights = &self.amaf_weights[children.clone()];
        let amaf_values = &self.amaf_values[children];
        let urgencies = weights
            .iter()
            .zip(values)
            .zip(amaf_weights.iter().zip(amaf_values))
            .map(|((&weight, &value), (&amaf_weight, &amaf_value))| {
                let beta = amaf_weight
                    / (amaf_weight + weight + weight * amaf_weight * (1.0 / EQUIVALENCE));
                value + beta * (amaf_value - value)
            });
        self.urgencies.extend(urgencies);
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (index, &urgency) in self.urgencies.iter().enumerate() {
            if urgency > most {
                most = urgency;
                best = Some(first + index);
            }
        }
        best
    }

    /// Any child, each as likely as the others.
    pub(super) fn draw(&self, node: Node, stream: &mut RandomStream) -> Option<Node> {
        let children = self.children(node);
        let drawn = stream.below(children.len() as u64)?;
        Some(children.start + drawn as usize)
    }

    /// Counts a playout through a node: `result` is 1 when who made the move
    /// wins, `margin` his lead in points.
    #[inline]
    pub(super) fn update(&mut self, node: Node, result: f32, margin: f32) {
        self.visits[node] = self.visits[node].saturating_add(1);
        let weight = &mut self.weights[node];
        *weight += 1.0;
        self.values[node] += (result - self.values[node]) / *weight;
        let visits = self.visits[node] as f32;
        self.margins[node] += (margin - self.margins[node]) / visits;
        self.squares[node] += (margin * margin - self.squares[node]) / visits;
    }

    /// Counts a playout for the children of a node whose points the colour to
    /// move was the first to play.
    #[inline]
    pub(super) fn update_amaf<const W: usize>(
        &mut self,
        node: Node,
        first: &PointSet<W>,
        result: f32,
    ) {
        let children = self.children(node);
        let points = &self.points[children.clone()];
        let weights = &mut self.amaf_weights[children.clone()];
        let values = &mut self.amaf_values[children];
        for ((&point, weight), value) in points.iter().zip(weights).zip(values) {
            if point != PASS && first.contains(Point::from_index(usize::from(point))) {
                *weight += 1.0;
                *value += (result - *value) / *weight;
            }
        }
    }

    /// Takes a child out of every choice.
    pub(super) fn forbid(&mut self, node: Node) {
        self.weights[node] = 1.0;
        self.values[node] = FORBIDDEN;
        self.visits[node] = 0;
        self.amaf_weights[node] = 0.0;
    }

    /// A child has been taken out.
    pub(super) fn is_forbidden(&self, node: Node) -> bool {
        self.values[node] <= FORBIDDEN / 2.0
    }

    /// Makes a child of the root the root, and drops what cannot be reached
    /// from it. Says `false` when the root has no such child.
    pub(super) fn advance(&mut self, action: Move) -> bool {
        let mut children = self.children(ROOT);
        let Some(child) = children.find(|&child| self.action(child) == action) else {
            return false;
        };
        if self.is_forbidden(child) {
            return false;
        }
        self.keep(child, 0);
        true
    }

    /// Makes room when there is little: forgets what is below the nodes with
    /// the fewest visits, until half of the memory is free or only the moves
    /// of the root are left.
    pub(super) fn prune(&mut self) {
        let mut least = 1;
        while 2 * self.len() > self.capacity && self.len() > 1 + self.children(ROOT).len() {
            least *= 2;
            self.keep(ROOT, least);
        }
    }

    /// Keeps the part of the tree below a node, but of the nodes below that
    /// have fewer than `least` visits only themselves.
    ///
    /// Children lie behind their parents, so taking blocks of siblings in the
    /// order in which they lie, and moving each to the front, writes over
    /// nothing that is still wanted.
    fn keep(&mut self, node: Node, least: u32) {
        let mut blocks = BinaryHeap::new();
        let take = |tree: &mut Self, blocks: &mut BinaryHeap<_>, from: Node, to: Node| {
            tree.copy(from, to);
            if to != ROOT && tree.visits[to] < least {
                tree.children[to] = 0;
            }
            if tree.children[to] > 0 {
                blocks.push(Reverse((tree.first_child[to], to)));
            }
        };
        take(self, &mut blocks, node, ROOT);
        let mut len = 1;
        while let Some(Reverse((_, parent))) = blocks.pop() {
            let children = self.children(parent);
            self.first_child[parent] = len as u32;
            for child in children {
                take(self, &mut blocks, child, len);
                len += 1;
            }
        }
        self.truncate(len);
    }

    fn copy(&mut self, from: Node, to: Node) {
        self.points[to] = self.points[from];
        self.visits[to] = self.visits[from];
        self.weights[to] = self.weights[from];
        self.values[to] = self.values[from];
        self.amaf_weights[to] = self.amaf_weights[from];
        self.amaf_values[to] = self.amaf_values[from];
        self.margins[to] = self.margins[from];
        self.squares[to] = self.squares[from];
        self.priors[to] = self.priors[from];
        self.first_child[to] = self.first_child[from];
        self.children[to] = self.children[from];
    }

    fn push(&mut self, prior: Prior) {
        let point = prior.action.point();
        self.points
            .push(point.map_or(PASS, |point| point.index() as u16));
        self.visits.push(0);
        self.weights.push(prior.weight);
        self.values.push(prior.value);
        self.amaf_weights.push(0.0);
        self.amaf_values.push(0.5);
        self.margins.push(0.0);
        self.squares.push(0.0);
        self.priors.push(prior.weight * prior.value);
        self.first_child.push(0);
        self.children.push(0);
    }

    fn truncate(&mut self, len: usize) {
        self.points.truncate(len);
        self.visits.truncate(len);
        self.weights.truncate(len);
        self.values.truncate(len);
        self.amaf_weights.truncate(len);
        self.amaf_values.truncate(len);
        self.margins.truncate(len);
        self.squares.truncate(len);
        self.priors.truncate(len);
        self.first_child.truncate(len);
        self.children.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(index: usize) -> Move {
        Move::Play(Point::from_index(index))
    }

    fn prior(index: usize, value: f32) -> Prior {
        Prior {
            action: play(index),
            weight: 10.0,
            value,
        }
    }

    fn expand(tree: &mut Tree, node: Node, values: &[(usize, f32)]) {
        let mut priors: Vec<_> = values
            .iter()
            .map(|&(point, value)| prior(point, value))
            .collect();
        tree.expand(node, &mut priors, &mut RandomStream::new(1, 1));
    }

    fn child(tree: &Tree, node: Node, point: usize) -> Node {
        let mut children = tree.children(node);
        children
            .find(|&child| tree.action(child) == play(point))
            .unwrap()
    }

    #[test]
    fn the_most_urgent_child_is_selected() {
        let mut tree = Tree::new(100);
        assert_eq!(tree.select(ROOT), None);
        expand(&mut tree, ROOT, &[(3, 0.5), (4, 0.6), (5, 0.4)]);
        assert_eq!(tree.select(ROOT), Some(child(&tree, ROOT, 4)));
        // A loss of ten and one visits brings it below the next.
        let four = child(&tree, ROOT, 4);
        for _ in 0..3 {
            tree.update(four, 0.0, -5.0);
        }
        assert!((tree.value(four) - 6.0 / 13.0).abs() < 1e-6);
        assert!((tree.margin(four) + 5.0).abs() < 1e-6);
        assert_eq!(tree.visits(four), 3);
        assert_eq!(tree.select(ROOT), Some(child(&tree, ROOT, 3)));
        // What was played later counts before the move itself is tried.
        let five: PointSet<2> = PointSet::single(Point::from_index(5));
        for _ in 0..30 {
            tree.update_amaf(ROOT, &five, 1.0);
        }
        assert_eq!(tree.select(ROOT), Some(child(&tree, ROOT, 5)));
        let chosen = child(&tree, ROOT, 5);
        tree.forbid(chosen);
        assert_eq!(tree.select(ROOT), Some(child(&tree, ROOT, 3)));
    }

    #[test]
    fn the_subtree_of_a_move_is_kept_and_nothing_else() {
        let mut tree = Tree::new(100);
        expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
        for (point, below) in [(3, [31, 32]), (2, [21, 22]), (1, [11, 12])] {
            let node = child(&tree, ROOT, point);
            expand(
                &mut tree,
                node,
                &below.map(|index| (index, index as f32 / 100.0)),
            );
        }
        let deep = child(&tree, child(&tree, ROOT, 2), 22);
        expand(&mut tree, deep, &[(221, 0.7)]);
        tree.update(deep, 1.0, 2.0);
        assert!(!tree.clone().advance(play(9)));
        assert!(tree.advance(play(2)));
        assert_eq!(tree.len(), 1 + 2 + 1);
        let kept = child(&tree, ROOT, 22);
        assert_eq!(tree.visits(kept), 1);
        assert!((tree.value(child(&tree, ROOT, 21)) - 0.21).abs() < 1e-6);
        assert!((tree.value(child(&tree, kept, 221)) - 0.7).abs() < 1e-6);
        assert!(tree.advance(play(22)));
        assert!(tree.advance(play(221)));
        assert_eq!(tree.len(), 1);
    }

    #[test]
    fn pruning_forgets_what_is_least_visited() {
        let mut tree = Tree::new(12);
        expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
        for (point, visits) in [(3, 1), (2, 9), (1, 4)] {
            let node = child(&tree, ROOT, point);
            expand(
                &mut tree,
                node,
                &[(10 * point + 1, 0.5), (10 * point + 2, 0.5)],
            );
            for _ in 0..visits {
                tree.update(node, 1.0, 2.0);
            }
        }
        assert_eq!(tree.len(), 10);
        tree.prune();
        assert_eq!(tree.len(), 6);
        let best = child(&tree, ROOT, 2);
        assert_eq!((tree.visits(best), tree.children(best).len()), (9, 2));
        child(&tree, best, 22);
        for forgotten in [1, 3] {
            let node = child(&tree, ROOT, forgotten);
            assert!(tree.visits(node) > 0 && tree.children(node).is_empty());
        }
        // There is room enough now, and nothing more is forgotten.
        tree.prune();
        assert_eq!(tree.len(), 6);
        // The moves of the root always stay.
        let mut small = Tree::new(4);
        expand(&mut small, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
        small.prune();
        assert_eq!(small.len(), 4);
    }

    #[test]
    fn room_is_bounded() {
        let mut tree = Tree::new(4);
        assert!(tree.has_room(3) && !tree.has_room(4));
        expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
        assert!(!tree.has_room(1));
        assert!(tree.advance(play(2)));
        assert!(tree.has_room(3));
    }
}

//! The search tree, in an arena.
//!
//! A node is a move: it holds the statistics of the position after it, from the
//! point of view of the colour that made it. The children of a node lie side by
//! side, and each property has an array of its own, so that the selection among
//! children is a plain loop over numbers.
//!
//! Transpositions are not merged: each node has a single path from the root, so
//! superko can be checked when its children are made.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, TryReserveError};
use std::ops::Range;

use crate::board::{Point, PointSet};
use crate::game::Move;
use crate::playout::cpu::{self, Kernel, Processor};
use crate::random::RandomStream;
use crate::threads::has_spare_memory;

/// The entry for a pass in the array of points.
const PASS: u16 = u16::MAX;

/// The index of a node in the arrays.
pub(super) type Node = usize;

/// The root of every tree.
pub(super) const ROOT: Node = 0;

/// The prior of a move: imagined visits, and the share of wins among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prior {
    pub(super) action: Move,
    pub(super) weight: f32,
    pub(super) value: f32,
}

/// The nodes, as one array per property.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    capacity: usize,
    /// The point of the move, or [`PASS`].
    points: Vec<u16>,
    /// The number of playouts through the node.
    visits: Vec<u32>,
    /// The number of visits, imagined ones included.
    weights: Vec<f32>,
    /// The mean result of these visits: 1 is a win for the colour that made the
    /// move.
    values: Vec<f32>,
    /// The number of playouts through the parent in which the same colour played
    /// the point first, now or later ("all moves as first").
    amaf_weights: Vec<f32>,
    /// The mean result of these playouts.
    amaf_values: Vec<f32>,
    /// The mean margin of the colour that made the move, in points.
    margins: Vec<f32>,
    /// The mean squared margin.
    squares: Vec<f32>,
    /// The number of imagined wins.
    priors: Vec<f32>,
    first_child: Vec<u32>,
    children: Vec<u16>,
    /// A buffer for the urgencies of the children in [`select`](Self::select).
    urgencies: Vec<f32>,
    /// A buffer for [`update_amaf`](Self::update_amaf), with a number for each
    /// point.
    first: Box<[f32; POINTS]>,
    /// Another buffer for it, with a number for each child.
    hits: Vec<f32>,
}

/// A power of two that is larger than the index of every point.
const POINTS: usize = 1024;

/// The size of a node in bytes, over all arrays.
pub(super) const NODE_BYTES: usize = 2 * 2 + 9 * 4;

/// The equivalence parameter of RAVE: the number of visits at which the mean of
/// all moves as first has about the same weight as the mean of the move itself
/// (Gelly and Silver, 2007).
const EQUIVALENCE: f32 = 3500.0;

/// The value of a child that must not be selected.
const FORBIDDEN: f32 = -1e9;

/// Reserves an array of this many elements, for example for one property of the
/// nodes.
pub(super) fn array<T>(capacity: usize) -> Result<Vec<T>, TryReserveError> {
    let mut array = Vec::new();
    array.try_reserve_exact(capacity)?;
    Ok(array)
}

impl Tree {
    /// Creates a tree with only the root, for at most `capacity` nodes, or fewer
    /// if the system does not provide the memory for them and some more.
    ///
    /// The arrays are reserved at once, because arrays that double when they are
    /// full would exceed the limit. The system provides the memory as it is
    /// used.
    pub(super) fn new(mut capacity: usize) -> Self {
        loop {
            match Self::reserved(capacity) {
                Ok(tree) if capacity == 0 || has_spare_memory() => return tree,
                _ => capacity /= 2,
            }
        }
    }

    /// Creates a tree with only the root, for `capacity` nodes or as many as it
    /// can number.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub(super) fn reserved(capacity: usize) -> Result<Self, TryReserveError> {
        // `first_child` holds indices of 32 bits.
        let capacity = capacity.min(u32::MAX as usize);
        let mut tree = Self {
            capacity,
            points: array(capacity)?,
            visits: array(capacity)?,
            weights: array(capacity)?,
            values: array(capacity)?,
            amaf_weights: array(capacity)?,
            amaf_values: array(capacity)?,
            margins: array(capacity)?,
            squares: array(capacity)?,
            priors: array(capacity)?,
            first_child: array(capacity)?,
            children: array(capacity)?,
            urgencies: Vec::new(),
            first: Box::new([0.0; POINTS]),
            hits: Vec::new(),
        };
        tree.clear();
        Ok(tree)
    }

    /// Returns the maximum number of nodes.
    pub(super) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Removes all nodes and adds a new root.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
        self.push(Prior {
            action: Move::Pass,
            weight: 0.0,
            value: 0.5,
        });
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn visits(&self, node: Node) -> u32 {
        self.visits[node]
    }

    pub(super) fn value(&self, node: Node) -> f32 {
        self.values[node]
    }

    /// Returns the share of wins among the visits, without the imagined ones, or
    /// 0 before the first visit.
    pub(super) fn winrate(&self, node: Node) -> f64 {
        let wins = f64::from(self.weights[node]) * f64::from(self.values[node])
            - f64::from(self.priors[node]);
        (wins / f64::from(self.visits[node].max(1))).clamp(0.0, 1.0)
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

    /// Returns the move that leads to the node. Undefined for the root.
    #[inline]
    pub(super) fn action(&self, node: Node) -> Move {
        match self.points[node] {
            PASS => Move::Pass,
            point => Move::Play(Point::from_index(usize::from(point))),
        }
    }

    /// Returns the children of a node. The range is empty until the node is
    /// expanded.
    #[inline]
    pub(super) fn children(&self, node: Node) -> Range<Node> {
        let first = self.first_child[node] as usize;
        first..first + usize::from(self.children[node])
    }

    /// Returns whether this number of nodes can be added.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        self.len() + nodes <= self.capacity
    }

    /// Gives a node its children. The caller checks that there is room, except
    /// for the root, whose children may exceed the capacity.
    ///
    /// The order of the children is random, because the first of equally urgent
    /// ones is selected.
    pub(super) fn expand(&mut self, node: Node, priors: &mut [Prior], stream: &mut RandomStream) {
        stream.shuffle(priors);
        self.first_child[node] = self.len() as u32;
        self.children[node] = priors.len() as u16;
        for &prior in &*priors {
            self.push(prior);
        }
    }

    /// Returns the most urgent child. Its urgency is a weighted mean of the
    /// results of its playouts and of those in which the same point was played
    /// later, whose weight falls with the number of visits (RAVE; Gelly and
    /// Silver, 2007, with the schedule of Silver, 2009).
    pub(super) fn select(&mut self, node: Node) -> Option<Node> {
        let children = self.children(node);
        let best = cpu::dispatch(Selection {
            weights: &self.weights[children.clone()],
            values: &self.values[children.clone()],
            amaf_weights: &self.amaf_weights[children.clone()],
            amaf_values: &self.amaf_values[children.clone()],
            urgencies: &mut self.urgencies,
        });
        best.map(|index| children.start + index)
    }

    /// Returns a child drawn uniformly.
    pub(super) fn draw(&self, node: Node, stream: &mut RandomStream) -> Option<Node> {
        let children = self.children(node);
        let drawn = stream.below(children.len() as u64)?;
        Some(children.start + drawn as usize)
    }

    /// Adds a playout through a node, with the result and the margin of the
    /// colour that made the move: `result` is 1 for a win.
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

    /// Adds a playout to the AMAF statistics of those children of a node whose
    /// points the colour to move played first. The sets of one tree have one
    /// width.
    pub(super) fn update_amaf<const W: usize>(
        &mut self,
        node: Node,
        first: &PointSet<W>,
        result: f32,
    ) {
        let children = self.children(node);
        cpu::dispatch(AmafUpdate {
            words: first.words(W),
            first: &mut self.first,
            hits: &mut self.hits,
            points: &self.points[children.clone()],
            weights: &mut self.amaf_weights[children.clone()],
            values: &mut self.amaf_values[children],
            result,
        });
    }

    /// Excludes a child from every selection.
    pub(super) fn forbid(&mut self, node: Node) {
        self.weights[node] = 1.0;
        self.values[node] = FORBIDDEN;
        self.visits[node] = 0;
        self.amaf_weights[node] = 0.0;
    }

    /// Returns whether a child is excluded.
    pub(super) fn is_forbidden(&self, node: Node) -> bool {
        self.values[node] <= FORBIDDEN / 2.0
    }

    /// Makes a child of the root the new root and drops all nodes that are not
    /// below it. Returns `false` if the root has no such child.
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

    /// Drops the nodes below the least visited ones, until half of the capacity
    /// is free or only the moves of the root are left.
    pub(super) fn prune(&mut self) {
        let mut least = 1;
        while 2 * self.len() > self.capacity && self.len() > 1 + self.children(ROOT).len() {
            least *= 2;
            self.keep(ROOT, least);
        }
    }

    /// Makes a node the root and keeps the nodes below it, but drops the children
    /// of those with fewer than `least` visits.
    ///
    /// Children lie behind their parents. Blocks of siblings are therefore moved
    /// to the front in the order in which they lie, which overwrites no node
    /// that is still needed.
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

/// The choice of the most urgent of some siblings.
struct Selection<'a> {
    weights: &'a [f32],
    values: &'a [f32],
    amaf_weights: &'a [f32],
    amaf_values: &'a [f32],
    urgencies: &'a mut Vec<f32>,
}

impl Kernel for Selection<'_> {
    /// The index of the first of the most urgent siblings.
    type Output = Option<usize>;

    #[inline(always)]
    fn run<P: Processor>(self) -> Option<usize> {
        let own = self.weights.iter().zip(self.values);
        let amaf = self.amaf_weights.iter().zip(self.amaf_values);
        let urgencies = own.zip(amaf).map(
            #[inline(always)]
            |((&weight, &value), (&amaf_weight, &amaf_value))| {
                let beta = amaf_weight
                    / (amaf_weight + weight + weight * amaf_weight * (1.0 / EQUIVALENCE));
                value + beta * (amaf_value - value)
            },
        );
        self.urgencies.clear();
        self.urgencies.extend(urgencies);
        first_maximum(self.urgencies)
    }
}

/// The update of the AMAF statistics of some siblings.
///
/// About half of the points are played first, in no order that a branch
/// predictor could learn. The update is therefore computed for every sibling and
/// multiplied by 1 or 0.
struct AmafUpdate<'a> {
    /// The words of the set of points that were played first.
    words: &'a [u64],
    /// A buffer for the same set: 1 for each of its points, and 0 for others.
    first: &'a mut [f32; POINTS],
    /// A buffer for the entry of each sibling in `first`.
    hits: &'a mut Vec<f32>,
    points: &'a [u16],
    weights: &'a mut [f32],
    values: &'a mut [f32],
    result: f32,
}

impl Kernel for AmafUpdate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        for (lanes, &word) in self.first.chunks_exact_mut(64).zip(self.words) {
            let (low, high) = lanes.split_at_mut(32);
            for (lanes, half) in [(low, word as u32), (high, (word >> 32) as u32)] {
                for (bit, lane) in lanes.iter_mut().enumerate() {
                    *lane = (half >> bit & 1) as i32 as f32;
                }
            }
        }
        // A loop of its own lets the compiler use vectors in the other one.
        let hits = self.points.iter().map(
            // The remainder for a pass is behind the indices of all points.
            #[inline(always)]
            |&point| self.first[usize::from(point) % POINTS],
        );
        self.hits.clear();
        self.hits.extend(hits);
        let siblings = self.weights.iter_mut().zip(self.values);
        for (&hit, (weight, value)) in self.hits.iter().zip(siblings) {
            *weight += hit;
            *value += hit * (self.result - *value) / weight.max(1.0);
        }
    }
}

/// Returns the index of the first of the largest numbers. The maximum of every
/// 16th number is computed first, which is a plain loop over lanes.
#[inline(always)]
fn first_maximum(numbers: &[f32]) -> Option<usize> {
    let mut maxima = [f32::NEG_INFINITY; 16];
    for chunk in numbers.chunks(maxima.len()) {
        for (most, &number) in maxima.iter_mut().zip(chunk) {
            *most = if number > *most { number } else { *most };
        }
    }
    let most = maxima.into_iter().fold(f32::NEG_INFINITY, f32::max);
    // Whole blocks are passed over with one branch each.
    let has_most = |block: &&[f32]| block.iter().filter(|&&number| number >= most).count() > 0;
    let blocks = numbers
        .chunks(maxima.len())
        .take_while(|block| !has_most(block));
    let start = maxima.len() * blocks.count();
    let mut rest = numbers.get(start..)?.iter();
    Some(start + rest.position(|&number| number >= most)?)
}

#[cfg(test)]
mod tests;

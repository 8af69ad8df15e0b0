//! The search tree, in an arena that several threads grow at once.
//!
//! A node is a move: it holds the statistics of the position after the move, from the
//! point of view of the colour that made it. Nodes are stored as a struct of arrays, and
//! the children of a node are contiguous, so that selection is a loop over numbers that
//! vectorises ([`kernels`]).
//!
//! The tree is lock-free (Enzenberger and Muller, "A lock-free multithreaded Monte-Carlo
//! tree search algorithm", 2009): every number is atomic, the first thread to
//! [`claim`](Tree::claim) a node expands it, and the children are published once they are
//! complete ([`nodes`]). Each playout is counted on its way down and back up
//! ([`counting`]). A single thread gets the same results as without atomics.
//!
//! Transpositions are not merged: each node has a single path from the root, so
//! superko can be checked when its children are made.

mod counting;
mod kernels;
mod nodes;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicUsize, Ordering};

use crate::board::BoardSize;
use crate::game::Move;
use crate::playout::cpu;
use crate::random::RandomStream;
use crate::threads::has_spare_memory;

use kernels::{Selection, copied};
use nodes::{Counts, Mean, pack};

pub(super) use counting::{NodePlayout, PathNode, PlayoutCounter};
pub(super) use kernels::Buffers;
pub(super) use nodes::NODE_BYTES;

/// The index of a node in the arrays.
pub(super) type Node = usize;

pub(super) const ROOT: Node = 0;

/// The prior of a move: virtual visits (pseudo-counts), and the share of wins among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prior {
    pub(super) action: Move,
    pub(super) weight: f32,
    pub(super) value: f32,
}

/// Returns the maximum number of children of a node: the points and the pass.
pub(super) const fn max_children(size: BoardSize) -> usize {
    size.area() + 1
}

/// A search tree that one or more threads grow, as one array per property of the nodes.
#[derive(Debug)]
pub(super) struct Tree {
    /// How many threads grow the tree.
    threads: usize,
    len: AtomicUsize,
    capacity: usize,
    /// The point of the move, or [`PASS`](nodes::PASS).
    points: Box<[AtomicU16]>,
    /// The visits, virtual ones included, and their mean result: 1 is a win for the colour
    /// that made the move.
    results: Box<[Mean]>,
    /// The AMAF statistics ("all moves as first"): the playouts through the parent in which
    /// the same colour played the point first, now or later, and their mean result.
    amaf: Box<[Mean]>,
    /// The counts that each playout updates along with the result, adjacent so that they
    /// share a cache line.
    counts: Box<[Counts]>,
    /// The first child, [`CHILDLESS`](nodes::CHILDLESS) or [`CLAIMED`](nodes::CLAIMED).
    first_child: Box<[AtomicU32]>,
    /// The number of children.
    children: Box<[AtomicU16]>,
}

/// The value of a child that must not be selected.
const FORBIDDEN: f32 = -1e9;

/// The smallest capacity of a tree, reserved even if little other memory is left. It takes
/// less than a megabyte.
const MIN_NODES: usize = 1 << 14;

impl Tree {
    /// Creates a tree with only the root for one thread and at most `capacity` nodes, or
    /// fewer if the system does not provide the memory for them and some more.
    ///
    /// The arrays are reserved at once, because arrays that double when they are
    /// full would exceed the limit. The system provides the memory as it is
    /// used.
    pub(super) fn new(mut capacity: usize) -> Self {
        loop {
            match Self::reserved(capacity) {
                Some(tree) if capacity <= MIN_NODES || has_spare_memory() => return tree,
                _ => capacity /= 2,
            }
        }
    }

    pub(super) const fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    const fn is_shared(&self) -> bool {
        self.threads > 1
    }

    /// Removes all nodes and adds a new root.
    pub(super) fn clear(&mut self) {
        let root = Prior {
            action: Move::Pass,
            weight: 0.0,
            value: 0.5,
        };
        self.write(ROOT, root);
        *self.len.get_mut() = 1;
    }

    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    pub(super) fn value(&self, node: Node) -> f32 {
        self.result(node).1
    }

    /// Returns the share of wins among the real visits, or 0 before the first.
    pub(super) fn winrate(&self, node: Node) -> f64 {
        let (weight, value) = self.result(node);
        let wins = f64::from(weight) * f64::from(value) - f64::from(self.prior(node));
        (wins / f64::from(self.visits(node).max(1))).clamp(0.0, 1.0)
    }

    pub(super) fn child(&self, node: Node, action: Move) -> Option<Node> {
        let mut children = self.children(node);
        children.find(|&child| self.action(child) == action)
    }

    /// Returns whether this many nodes can be added.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        self.len() + nodes <= self.capacity()
    }

    /// Gives children to the root or to a node that was [claimed](Self::claim), if they fit.
    /// The children of the root may exceed the capacity.
    ///
    /// The children are shuffled, because selection breaks ties by order.
    pub(super) fn expand(&self, node: Node, priors: &mut [Prior], stream: &mut RandomStream) {
        stream.shuffle(priors);
        let most = match node {
            ROOT => self.points.len(),
            _ => self.capacity(),
        };
        let taken = self
            .len
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |len| {
                Some(len + priors.len()).filter(|&after| after <= most)
            });
        let Ok(first) = taken else {
            self.clear_children(node);
            return;
        };
        for (child, &mut prior) in (first..).zip(&mut *priors) {
            self.write(child, prior);
        }
        self.set_children(node, first, priors.len());
    }

    /// Excludes a child from every selection.
    pub(super) fn forbid(&mut self, node: Node) {
        *self.results[node].get_mut() = pack(1.0, FORBIDDEN);
        self.clear_visits(node);
        *self.amaf[node].get_mut() = pack(0.0, 0.5);
    }

    pub(super) fn is_forbidden(&self, node: Node) -> bool {
        self.value(node) <= FORBIDDEN / 2.0
    }

    /// Makes a child of the root the new root, and drops all nodes outside its subtree.
    /// Returns `false` if the root has no child by this move.
    pub(super) fn advance(&mut self, action: Move) -> bool {
        let Some(child) = self.child(ROOT, action) else {
            return false;
        };
        if self.is_forbidden(child) {
            return false;
        }
        self.keep(child, 0);
        true
    }

    /// Returns whether this many nodes do not fit although [`prune`](Self::prune) could free
    /// memory for them.
    pub(super) fn is_full(&self, nodes: usize) -> bool {
        !self.has_room(nodes) && self.can_be_pruned()
    }

    fn can_be_pruned(&self) -> bool {
        2 * self.len() > self.capacity() && self.len() > 1 + self.children(ROOT).len()
    }

    /// Drops the children of the least visited nodes, until half of the capacity is free or
    /// only the moves of the root are left.
    pub(super) fn prune(&mut self) {
        let mut least = 1;
        while self.can_be_pruned() {
            least *= 2;
            self.keep(ROOT, least);
        }
    }

    /// Makes a node the root and keeps its subtree, but drops the children of nodes with
    /// fewer than `least` visits.
    ///
    /// Children are stored after their parents, so blocks of siblings can be compacted
    /// towards the front in storage order without overwriting a node that is still needed.
    fn keep(&mut self, node: Node, least: u32) {
        let mut blocks = BinaryHeap::new();
        let take = |tree: &mut Self, blocks: &mut BinaryHeap<_>, from: Node, to: Node| {
            tree.copy(from, to);
            if to != ROOT && tree.visits(to) < least {
                tree.clear_children(to);
            }
            let children = tree.children(to);
            if !children.is_empty() {
                blocks.push(Reverse((children.start, to)));
            }
        };
        take(self, &mut blocks, node, ROOT);
        let mut len = 1;
        while let Some(Reverse((_, parent))) = blocks.pop() {
            let children = self.children(parent);
            self.set_children(parent, len, children.len());
            for child in children {
                take(self, &mut blocks, child, len);
                len += 1;
            }
        }
        *self.len.get_mut() = len;
    }
}

/// A tree as a thread reaches it while it grows.
#[derive(Debug)]
pub(super) enum TreeAccess<'a> {
    /// No other thread grows the tree, so vectors can read and write its numbers.
    Alone(&'a mut Tree),
    Shared(&'a Tree),
}

impl Deref for TreeAccess<'_> {
    type Target = Tree;

    #[inline]
    fn deref(&self) -> &Tree {
        match self {
            Self::Alone(tree) => tree,
            Self::Shared(tree) => tree,
        }
    }
}

impl TreeAccess<'_> {
    /// Returns the most urgent child under this equivalence parameter of RAVE.
    pub(super) fn select(
        &mut self,
        node: Node,
        equivalence: f32,
        buffers: &mut Buffers,
    ) -> Option<Node> {
        let children = self.children(node);
        let (results, amaf) = match self {
            Self::Alone(Tree { results, amaf, .. }) => {
                (&mut results[children.clone()], &mut amaf[children.clone()])
            }
            Self::Shared(Tree { results, amaf, .. }) => (
                copied(&results[children.clone()], &mut buffers.results),
                copied(&amaf[children.clone()], &mut buffers.amaf),
            ),
        };
        let best = cpu::dispatch(Selection {
            results,
            amaf,
            equivalence,
            urgencies: &mut buffers.urgencies,
        });
        best.map(|index| children.start + index)
    }
}

#[cfg(test)]
mod tests;

//! Counts playouts in a tree, on their way down and back up.
//!
//! A thread on its way down adds a virtual loss to each node, which its result replaces
//! later, so that other threads descend elsewhere (Chaslot, Winands and van den Herik,
//! "Parallel Monte-Carlo tree search", 2008).
//!
//! All threads descend along the same principal variation, so every write there moves a
//! cache line between cores. Nodes with many playouts, where a few more make no
//! difference, therefore get no virtual losses, and each thread adds its playouts to them
//! in batches.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::PointSet;
use crate::playout::cpu;

use super::kernels::{AmafUpdate, Buffers, copied, copied_points};
use super::nodes::change;
use super::{Node, ROOT, Tree, TreeAccess};

/// A node is busy from this many playouts per thread on. Fewer than one in forty of its
/// playouts are then pending.
pub(super) const BUSY_FROM: usize = 128;

/// How many playouts a thread collects before it adds them to a busy node.
pub(super) const BATCH: usize = 4;

/// How many busy nodes a thread can collect playouts for: more than a principal variation
/// has.
pub(super) const SLOTS: usize = 64;

/// The result of a playout from the point of view of a node.
#[derive(Clone, Copy, Debug)]
pub(in crate::player::search::playouts) struct NodePlayout<const W: usize> {
    /// 1 for a win of the colour that made the move, and 0 for a loss.
    pub(in crate::player::search::playouts) result: f32,
    /// The margin of the colour that made the move, in points.
    pub(in crate::player::search::playouts) margin: f32,
    /// The points that the other colour was the first to play after the move.
    pub(in crate::player::search::playouts) first: PointSet<W>,
}

/// A node on the path of a thread down the tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::player::search::playouts) struct PathNode {
    pub(in crate::player::search::playouts) node: Node,
    /// Whether the node is busy: it has many playouts, and several threads share the tree.
    is_busy: bool,
}

/// Adds the playouts of one thread to a tree, in batches for busy nodes.
#[derive(Debug)]
pub(in crate::player::search::playouts) struct PlayoutCounter<const W: usize> {
    buffers: Buffers,
    /// Busy nodes with their pending playouts, in a table by node index modulo [`SLOTS`].
    pending: Vec<(Node, Vec<NodePlayout<W>>)>,
}

impl<const W: usize> PlayoutCounter<W> {
    pub(in crate::player::search::playouts) fn new() -> Self {
        Self {
            buffers: Buffers::default(),
            pending: vec![(ROOT, Vec::new()); SLOTS],
        }
    }

    pub(in crate::player::search::playouts) const fn buffers(&mut self) -> &mut Buffers {
        &mut self.buffers
    }

    /// Adds a playout to a node that was [entered](Tree::enter), and to the AMAF statistics
    /// of its children. For a busy node this happens once its batch is complete, or in
    /// [`finish`](Self::finish).
    #[inline]
    pub(in crate::player::search::playouts) fn add(
        &mut self,
        tree: &mut TreeAccess,
        step: PathNode,
        playout: &NodePlayout<W>,
    ) {
        let PathNode { node, is_busy } = step;
        if !is_busy {
            tree.leave(node, playout);
            tree.update_amaf(node, playout, &mut self.buffers);
            return;
        }
        let (of, waiting) = &mut self.pending[node % SLOTS];
        if *of != node {
            tree.update_all(*of, waiting, &mut self.buffers);
            *of = node;
        }
        waiting.push(*playout);
        if waiting.len() == BATCH {
            tree.update_all(node, waiting, &mut self.buffers);
        }
    }

    /// Adds all pending playouts to their busy nodes.
    pub(in crate::player::search::playouts) fn finish(&mut self, tree: &mut TreeAccess) {
        for (node, waiting) in &mut self.pending {
            tree.update_all(*node, waiting, &mut self.buffers);
        }
    }
}

impl Tree {
    /// Adds a virtual loss to a node, if other threads share the tree. The playout that is
    /// [added](PlayoutCounter::add) later replaces it.
    #[inline]
    pub(in crate::player::search::playouts) fn enter(&self, node: Node) -> PathNode {
        let busy_from = self.threads.saturating_mul(BUSY_FROM);
        let is_busy = self.is_shared() && self.visits(node) as usize >= busy_from;
        if self.is_shared() && !is_busy {
            change(&self.results[node], true, |weight, value| {
                (weight + 1.0, value - value / (weight + 1.0))
            });
        }
        PathNode { node, is_busy }
    }

    /// Adds a playout through a node that was [entered](Self::enter) and is not busy.
    #[inline]
    fn leave<const W: usize>(&self, node: Node, playout: &NodePlayout<W>) {
        let &NodePlayout { result, margin, .. } = playout;
        if self.is_shared() {
            change(&self.results[node], true, |weight, value| {
                (weight, value + result / weight)
            });
            self.count(node, margin);
        } else {
            self.update(node, result, margin);
        }
    }

    /// Adds a playout to the results of a node without a virtual loss, and counts it.
    #[inline]
    fn update(&self, node: Node, result: f32, margin: f32) {
        change(&self.results[node], self.is_shared(), |weight, value| {
            let weight = weight + 1.0;
            (weight, value + (result - value) / weight)
        });
        self.count(node, margin);
    }

    /// Counts a playout, and adds its margin.
    #[inline]
    fn count(&self, node: Node, margin: f32) {
        let visits = self.count_visit(node) as f32;
        change(self.margins(node), self.is_shared(), |mean, square| {
            (
                mean + (margin - mean) / visits,
                square + (margin * margin - square) / visits,
            )
        });
    }
}

impl TreeAccess<'_> {
    /// Adds playouts through a busy node and to the AMAF statistics of its children.
    fn update_all<const W: usize>(
        &mut self,
        node: Node,
        waiting: &mut Vec<NodePlayout<W>>,
        buffers: &mut Buffers,
    ) {
        for playout in waiting.drain(..) {
            self.update(node, playout.result, playout.margin);
            self.update_amaf(node, &playout, buffers);
        }
    }

    /// Adds a playout to the AMAF statistics of those children of a node whose points the
    /// colour to move played first. In a shared tree, a concurrent change by another thread is
    /// lost.
    fn update_amaf<const W: usize>(
        &mut self,
        node: Node,
        playout: &NodePlayout<W>,
        buffers: &mut Buffers,
    ) {
        let children = self.children(node);
        if children.is_empty() {
            return;
        }
        let (points, amaf) = match self {
            Self::Alone(Tree { points, amaf, .. }) => {
                (&mut points[children.clone()], &mut amaf[children.clone()])
            }
            Self::Shared(Tree { points, amaf, .. }) => (
                copied_points(&points[children.clone()], &mut buffers.points),
                copied(&amaf[children.clone()], &mut buffers.amaf),
            ),
        };
        cpu::dispatch(AmafUpdate {
            words: playout.first.words(W),
            points,
            amaf,
            result: 1.0 - playout.result,
            first: &mut buffers.first,
        });
        if let Self::Shared(tree) = self {
            let changed = buffers.amaf.iter_mut().map(AtomicU64::get_mut);
            for (mean, &mut changed) in tree.amaf[children].iter().zip(changed) {
                mean.store(changed, Ordering::Relaxed);
            }
        }
    }
}

//! The properties of all nodes, which several threads read and change at once.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytemuck::{Zeroable, try_zeroed_slice_box};

use crate::board::Point;
use crate::game::Move;

use super::{Node, Prior, Tree};

/// The entry for a pass in the array of points.
pub(super) const PASS: u16 = u16::MAX;

/// The entry for the first child of a node that has none.
pub(super) const CHILDLESS: u32 = 0;

/// The entry for the first child of a node to which a thread is about to give
/// children.
pub(super) const CLAIMED: u32 = u32::MAX;

/// How many nodes a tree has beyond its capacity, for the children of the root.
const SPARE: usize = 1024;

/// The maximum number of nodes, whose indices have 32 bits.
const MAX_NODES: usize = CLAIMED as usize - SPARE;

/// A total weight and a weighted mean, packed in one word, so that no thread sees a torn
/// update.
pub(super) type Mean = AtomicU64;

#[inline(always)]
pub(super) const fn pack(first: f32, second: f32) -> u64 {
    first.to_bits() as u64 | (second.to_bits() as u64) << 32
}

#[inline(always)]
pub(super) const fn unpack(word: u64) -> (f32, f32) {
    (
        f32::from_bits(word as u32),
        f32::from_bits((word >> 32) as u32),
    )
}

/// Updates the numbers in a word. If it is shared between threads, no concurrent update is
/// lost.
#[inline(always)]
pub(super) fn change(word: &AtomicU64, is_shared: bool, new: impl Fn(f32, f32) -> (f32, f32)) {
    let changed = |word| {
        let (first, second) = unpack(word);
        let (first, second) = new(first, second);
        pack(first, second)
    };
    let mut old = word.load(Ordering::Relaxed);
    if !is_shared {
        word.store(changed(old), Ordering::Relaxed);
        return;
    }
    let order = Ordering::Relaxed;
    while let Err(current) = word.compare_exchange_weak(old, changed(old), order, order) {
        old = current;
    }
}

/// Two words. The first packs the mean margin of the colour that made the move, in points,
/// and the mean squared margin. The second counts the playouts through the node in its
/// lower half, and holds the virtual wins of the prior, a constant, in its upper half.
pub(super) type Counts = [AtomicU64; 2];

/// The index of the margins in [`Counts`].
const MARGINS: usize = 0;

/// The index of the playouts and virtual wins in [`Counts`].
const VISITS: usize = 1;

/// The size of a node in bytes, over all arrays.
pub(in crate::player::search::playouts) const NODE_BYTES: usize = 2 * 2 + 4 + 4 * 8;

/// Reserves an array of zeros, if the system has the memory. The system provides it as it is
/// used.
fn array<T: Zeroable>(len: usize) -> Option<Box<[T]>> {
    try_zeroed_slice_box(len).ok()
}

impl Tree {
    /// Creates a tree with only the root for one thread and `capacity` nodes, or as many as it
    /// can number. Returns `None` if the system does not provide the memory.
    pub(in crate::player::search::playouts) fn reserved(capacity: usize) -> Option<Self> {
        let capacity = capacity.min(MAX_NODES);
        let len = capacity + SPARE;
        let mut tree = Self {
            capacity,
            len: AtomicUsize::new(0),
            threads: 1,
            points: array(len)?,
            results: array(len)?,
            amaf: array(len)?,
            counts: array(len)?,
            first_child: array(len)?,
            children: array(len)?,
        };
        tree.clear();
        Some(tree)
    }

    /// Returns the maximum number of nodes, apart from children of the root.
    pub(in crate::player::search::playouts) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the move that leads to the node. Undefined for the root.
    #[inline]
    pub(in crate::player::search::playouts) fn action(&self, node: Node) -> Move {
        match self.points[node].load(Ordering::Relaxed) {
            PASS => Move::Pass,
            point => Move::Play(Point::from_index(usize::from(point))),
        }
    }

    pub(in crate::player::search::playouts) fn visits(&self, node: Node) -> u32 {
        self.counts[node][VISITS].load(Ordering::Relaxed) as u32
    }

    /// Counts a playout, saturating, and returns the new count.
    #[inline]
    pub(super) fn count_visit(&self, node: Node) -> u32 {
        let counts = &self.counts[node][VISITS];
        let before = counts.load(Ordering::Relaxed);
        if before as u32 == u32::MAX {
            return u32::MAX;
        }
        if self.is_shared() {
            return (counts.fetch_add(1, Ordering::Relaxed) as u32).saturating_add(1);
        }
        counts.store(before + 1, Ordering::Relaxed);
        before as u32 + 1
    }

    pub(super) fn clear_visits(&mut self, node: Node) {
        let counts = self.counts[node][VISITS].get_mut();
        *counts &= !u64::from(u32::MAX);
    }

    /// Returns the visits, virtual ones included, and their mean result.
    pub(super) fn result(&self, node: Node) -> (f32, f32) {
        unpack(self.results[node].load(Ordering::Relaxed))
    }

    /// Returns the mean margin and the mean squared margin.
    pub(in crate::player::search::playouts) fn margin(&self, node: Node) -> (f32, f32) {
        unpack(self.margins(node).load(Ordering::Relaxed))
    }

    /// Returns the word of the mean margin and the mean squared margin.
    #[inline]
    pub(super) fn margins(&self, node: Node) -> &AtomicU64 {
        &self.counts[node][MARGINS]
    }

    /// Returns the virtual wins of the prior.
    pub(in crate::player::search::playouts) fn prior(&self, node: Node) -> f32 {
        unpack(self.counts[node][VISITS].load(Ordering::Relaxed)).1
    }

    /// Returns the range of a node's children, which is empty until the node is expanded.
    #[inline]
    pub(in crate::player::search::playouts) fn children(&self, node: Node) -> Range<Node> {
        // A thread that sees the index of the first child sees the children, too, because they
        // were written before it.
        match self.first_child[node].load(Ordering::Acquire) {
            CHILDLESS | CLAIMED => 0..0,
            first => {
                let len = self.children[node].load(Ordering::Relaxed);
                first as usize..first as usize + usize::from(len)
            }
        }
    }

    /// Reserves the right to expand a node without children. Returns `false` if another thread
    /// holds it.
    pub(in crate::player::search::playouts) fn claim(&self, node: Node) -> bool {
        let change = self.first_child[node].compare_exchange(
            CHILDLESS,
            CLAIMED,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        change.is_ok()
    }

    /// Publishes a range of nodes as the children of a node.
    pub(super) fn set_children(&self, node: Node, first: Node, len: usize) {
        self.children[node].store(len as u16, Ordering::Relaxed);
        self.first_child[node].store(first as u32, Ordering::Release);
    }

    pub(super) fn clear_children(&self, node: Node) {
        self.first_child[node].store(CHILDLESS, Ordering::Release);
    }

    /// Writes a node that has not been visited.
    pub(super) fn write(&self, node: Node, prior: Prior) {
        let point = prior.action.point();
        let point = point.map_or(PASS, |point| point.index() as u16);
        self.points[node].store(point, Ordering::Relaxed);
        self.results[node].store(pack(prior.weight, prior.value), Ordering::Relaxed);
        self.amaf[node].store(pack(0.0, 0.5), Ordering::Relaxed);
        let wins = prior.weight * prior.value;
        let [margins, visits] = &self.counts[node];
        margins.store(pack(0.0, 0.0), Ordering::Relaxed);
        visits.store(u64::from(wins.to_bits()) << 32, Ordering::Relaxed);
        self.clear_children(node);
    }

    pub(super) fn copy(&mut self, from: Node, to: Node) {
        for array in [&self.points, &self.children] {
            array[to].store(array[from].load(Ordering::Relaxed), Ordering::Relaxed);
        }
        let children = self.first_child[from].load(Ordering::Relaxed);
        self.first_child[to].store(children, Ordering::Relaxed);
        for array in [&self.results, &self.amaf] {
            array[to].store(array[from].load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (to, from) in self.counts[to].iter().zip(&self.counts[from]) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

//! The trees of a search, which all have the same root position, and the workers that
//! grow them: one tree for all threads, or one for each.

use std::error::Error;
use std::fmt;
use std::iter;
use std::sync::{Arc, Mutex};

use crate::board::{Color, Point, on_sized};
use crate::game::{Game, Move};
use crate::player::{Ownership, Restrictions};
use crate::statistics::counted;
use crate::threads::{SPARE, THREAD, lock, on_threads, warn_of_missing};

use super::cache::{PlayoutCache, Recall};
use super::dynamic_komi::{SAMPLES, ScoringGoal, komi_shift};
use crate::player::search::options::SearchOptions;
use crate::player::search::record::MoveRecord;

use super::record::{line, root_moves};
use super::style::TreeSettings;
use super::tree::{NODE_BYTES, Tree, TreeAccess, max_children};
use super::worker::{Budget, Root, Searcher, Worker};
use crate::player::search::root::RootKey;

/// The trees, and the workers that grow them in parallel.
#[derive(Default)]
pub(super) struct Trees {
    all: Vec<Tree>,
    /// The workers, one per thread. Worker `n` grows tree `n`, or the only tree.
    workers: Vec<Box<dyn Searcher>>,
    /// The cache of playouts shared with other searches, if any.
    cache: Option<Arc<PlayoutCache>>,
    /// The root position, if a later search may reuse the trees, with the dynamic komi.
    key: Option<(RootKey, i32)>,
    /// The margin that Black needs for a win: 0, or the dynamic komi.
    komi_shift: i32,
    /// Whether missing threads have already been logged.
    is_warned: bool,
}

impl Trees {
    /// Shares playouts with other searches. Each thread then grows a tree of its own, so that
    /// results do not depend on which thread comes first.
    pub(super) fn share(&mut self, cache: Arc<PlayoutCache>) {
        self.cache = Some(cache);
        self.forget();
    }

    /// Makes the next search start with new trees.
    pub(super) fn forget(&mut self) {
        self.key = None;
    }

    /// Sets the root position. Reuses the trees if their root is this position or an
    /// earlier one from which the game has moved on.
    ///
    /// Trees with restrictions are never reused.
    pub(super) fn prepare(
        &mut self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        goal: ScoringGoal,
        settings: &TreeSettings,
    ) {
        if self.workers.len() != settings.threads
            || self.all.len() != self.trees_for(settings.threads)
            || self.workers[0].size() != game.size()
        {
            self.rebuild(game, settings);
        }
        let turn = game.turns().len();
        let mut streams: Vec<_> = (0..settings.threads)
            .map(|thread| settings.stream(turn, thread))
            .collect();
        self.komi_shift = match goal {
            ScoringGoal::Win => 0,
            ScoringGoal::DynamicKomi => {
                let sampler = &mut self.workers[0];
                let margins = sampler.sample_margins(game, color, SAMPLES, &mut streams[0]);
                komi_shift(color, margins)
            }
        };
        let key = (RootKey::new(game, color), self.komi_shift);
        let is_free = restrictions.0.is_empty();
        let before = self.key.take().filter(|_| is_free);
        let moves = before
            .filter(|before| before.1 == key.1)
            .and_then(|before| before.0.moves_to(&key.0));
        let root = Root {
            game,
            color,
            restrictions,
            komi_shift: self.komi_shift.into(),
        };
        for (thread, (worker, stream)) in self.workers.iter_mut().zip(streams).enumerate() {
            let cache = self.cache.as_ref().map(Arc::clone);
            let recall = cache.map(|cache| Recall::new(cache, settings.seed, thread));
            worker.begin(&root, stream, recall);
        }
        for (worker, tree) in self.workers.iter_mut().zip(&mut self.all) {
            worker.begin_tree(tree, moves.as_deref());
        }
        self.key = is_free.then_some(key);
    }

    /// Returns how many trees this many threads grow.
    const fn trees_for(&self, threads: usize) -> usize {
        if self.cache.is_some() { threads } else { 1 }
    }

    /// Makes workers for the board of a game, and trees as large as the system permits.
    /// Existing trees are kept, because their memory might not be available a second time.
    fn rebuild(&mut self, game: &Game, settings: &TreeSettings) {
        self.key = None;
        let trees = self.trees_for(settings.threads);
        if self.all.len() != trees {
            self.all.clear();
            self.all = new_trees(trees, settings.memory);
        }
        for tree in &mut self.all {
            tree.set_threads(settings.threads / trees);
        }
        let new_worker = || -> Box<dyn Searcher> {
            let board = game.board().sized();
            on_sized!(board, board => Box::new(Worker::new(game, board, settings)))
        };
        let workers = iter::repeat_with(new_worker);
        self.workers = workers.take(settings.threads).collect();
    }

    /// Returns whether a dynamic komi is in force, because the side to move is as good as
    /// lost under the komi of the game.
    pub(super) const fn has_dynamic_komi(&self) -> bool {
        self.komi_shift != 0
    }

    /// Returns the points that the dynamic komi gives to a colour, or 0 without one.
    pub(super) fn bonus(&self, color: Color) -> f64 {
        f64::from(-color.sign() * self.komi_shift)
    }

    /// Plays this many playouts, divided evenly among the trees, or fewer once `is_over`
    /// returns true. Returns how many were played.
    pub(super) fn search(&mut self, playouts: u32, is_over: &(impl Fn() -> bool + Sync)) -> u32 {
        let trees = self.all.len() as u32;
        let budgets: Vec<_> = (0..trees)
            .map(|tree| Budget::new((playouts + trees - 1 - tree) / trees))
            .collect();
        let mut sizes = self.workers.iter().map(|worker| worker.size());
        let max_children = sizes.next().map_or(0, max_children);
        let mut played = 0;
        loop {
            played += self.grow(&budgets, is_over);
            let mut is_any_pruned = false;
            for (tree, budget) in self.all.iter_mut().zip(&budgets) {
                if budget.is_left() && tree.is_full(max_children) {
                    tree.prune();
                    is_any_pruned = true;
                }
            }
            if !is_any_pruned {
                return played;
            }
        }
    }

    /// Plays this many playouts like [`search`](Self::search), but all through one move of the
    /// root. Returns the statistics of the move.
    pub(super) fn search_move(
        &mut self,
        action: Move,
        playouts: u32,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> Option<MoveRecord> {
        let workers = self.workers.iter_mut();
        workers.for_each(|worker| worker.set_first(Some(action)));
        self.search(playouts, is_over);
        let workers = self.workers.iter_mut();
        workers.for_each(|worker| worker.set_first(None));
        let mut moves = self.moves().into_iter();
        moves.find(|found| found.action == action)
    }

    /// Plays playouts until each tree has used its budget or must be pruned, or once
    /// `is_over` returns true. Returns the number played.
    fn grow(&mut self, budgets: &[Budget], is_over: &(impl Fn() -> bool + Sync)) -> u32 {
        let threads = self.workers.len();
        let trees: Vec<_> = if self.all.len() == threads {
            self.all.iter_mut().map(TreeAccess::Alone).collect()
        } else {
            let trees = self.all.iter().cycle().map(TreeAccess::Shared);
            trees.take(threads).collect()
        };
        let trees = trees.into_iter().zip(budgets.iter().cycle());
        let queue = Mutex::new(self.workers.iter_mut().zip(trees));
        let played = on_threads(threads, || {
            let mut played = 0;
            loop {
                let next = lock(&queue).next();
                let Some((worker, (mut tree, budget))) = next else {
                    return played;
                };
                played += worker.search(&mut tree, budget, is_over);
            }
        });
        if !self.is_warned {
            warn_of_missing(threads, played.len());
            self.is_warned = played.len() < threads;
        }
        played.iter().sum()
    }

    /// Returns the moves of the root, added up over all trees, the best first:
    /// by visits, then by value, then by point.
    pub(super) fn moves(&self) -> Vec<MoveRecord> {
        let index = |found: &MoveRecord| found.action.point().map(Point::index);
        let mut merged: Vec<MoveRecord> = self.all.iter().flat_map(root_moves).collect();
        if self.all.len() > 1 {
            // Stable, so the records of a move stay in the order of the trees.
            merged.sort_by_key(index);
            merged.dedup_by(|next, known| {
                let is_known = next.action == known.action;
                if is_known {
                    known.add(next);
                }
                is_known
            });
        }
        merged.sort_by(|a, b| {
            b.visits
                .cmp(&a.visits)
                .then(b.value.total_cmp(&a.value))
                .then(index(a).cmp(&index(b)))
        });
        merged
    }

    /// Returns the principal variation that begins with a move of the root, with the visits
    /// of each move. If the trees differ, returns the longest.
    pub(super) fn line(&self, first: Move) -> Vec<(Move, u32)> {
        let lines = self.all.iter().map(|tree| line(tree, first));
        lines.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns the ownership of the points by this colour at the ends of the
    /// playouts.
    pub(super) fn ownership(&self, color: Color) -> Ownership {
        let Some((first, rest)) = self.workers.split_first() else {
            return Ownership::new(Vec::new());
        };
        let mut counts = first.ownership().clone();
        for worker in rest {
            counts += worker.ownership();
        }
        let sign = f64::from(color.sign());
        let mean = |index| sign * counts.mean(Color::Black, Point::from_index(index));
        Ownership::new((0..counts.size().grid_len()).map(mean).collect())
    }
}

/// Returns the capacity of each of these trees if they have this memory in all, in bytes.
const fn nodes_per_tree(memory: usize, trees: usize) -> usize {
    memory / NODE_BYTES / trees
}

/// Makes this many trees with this memory in total, and warns if the system provides less.
fn new_trees(trees: usize, memory: usize) -> Vec<Tree> {
    let wanted = nodes_per_tree(memory, trees);
    let trees: Vec<_> = iter::repeat_with(|| Tree::new(wanted))
        .take(trees)
        .collect();
    if let Some(nodes) = shortage(trees.iter().map(Tree::capacity), wanted) {
        log::warn!(
            "the system does not provide the memory for {} MiB: a tree gets {nodes} instead of {wanted} nodes",
            memory >> 20,
        );
    }
    trees
}

/// Returns the smallest capacity if it is below the wanted one.
fn shortage(capacities: impl Iterator<Item = usize>, wanted: usize) -> Option<usize> {
    capacities.min().filter(|&least| least < wanted)
}

/// Reserves a tree of this many MiB for this many threads, with the other memory
/// of a search, and releases everything again. Returns `None` if the system does not provide
/// this memory.
fn reserve(mebibytes: usize, threads: usize) -> Option<()> {
    let tree = Tree::reserved(nodes_per_tree(mebibytes.saturating_mul(1 << 20), 1))?;
    let mut besides = Vec::new();
    // The current thread runs already, but the timer of a move may be a new one.
    for bytes in iter::repeat_n(THREAD, threads).chain([SPARE]) {
        let mut space: Vec<u8> = Vec::new();
        space.try_reserve_exact(bytes).ok()?;
        besides.push(space);
    }
    drop((tree, besides));
    Some(())
}

impl SearchOptions {
    /// Checks whether the system now provides the memory for a search with these
    /// options.
    ///
    /// Many systems promise more memory than they have, so a later search may
    /// still fail.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn check_memory(&self) -> Result<(), OutOfMemory> {
        let threads = self.threads.max(1);
        reserve(self.memory, threads).ok_or(OutOfMemory {
            mebibytes: self.memory,
            threads,
        })
    }
}

/// The system does not provide the memory for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The memory of all trees together, in MiB.
    pub mebibytes: usize,
    /// The number of threads.
    pub threads: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the system does not provide the memory for a search with {} MiB on {}",
            self.mebibytes,
            counted(self.threads as u64, "thread")
        )
    }
}

impl Error for OutOfMemory {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_is_reported_only_if_a_tree_is_smaller_than_wanted() {
        assert_eq!(shortage([8, 5, 8].into_iter(), 8), Some(5));
        assert_eq!(shortage([8, 8].into_iter(), 8), None);
        assert_eq!(shortage([9].into_iter(), 8), None);
    }
}

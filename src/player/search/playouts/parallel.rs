//! The tree of a search, and the workers that grow it in parallel.

use std::error::Error;
use std::fmt;
use std::iter;
use std::sync::Mutex;

use crate::board::{Color, Point, on_sized};
use crate::game::{Game, Move};
use crate::player::{Ownership, Restrictions};
use crate::statistics::counted;
use crate::threads::{SPARE, THREAD, lock, on_threads, warn_of_missing};

use super::dynamic_komi::{SAMPLES, ScoringGoal, komi_shift};
use crate::player::search::options::SearchOptions;
use crate::player::search::record::MoveRecord;

use super::record::{line, root_moves};
use super::settings::TreeSettings;
use super::tree::{NODE_BYTES, Tree, TreeAccess, max_children};
use super::worker::{Budget, Root, Searcher, Worker};
use crate::player::search::root::RootKey;

/// A tree, and the workers that grow it in parallel.
#[derive(Default)]
pub(super) struct ParallelTree {
    /// The tree, once there was a position.
    tree: Option<Tree>,
    /// The workers, one per thread.
    workers: Vec<Box<dyn Searcher>>,
    /// The root position, if a later search may reuse the tree, with the dynamic komi.
    key: Option<(RootKey, i32)>,
    /// The margin that Black needs for a win: 0, or the dynamic komi.
    komi_shift: i32,
    /// Whether missing threads have already been logged.
    is_warned: bool,
}

impl ParallelTree {
    /// Makes the next search start with a new tree.
    pub(super) fn forget(&mut self) {
        self.key = None;
    }

    /// Sets the root position. Reuses the tree if its root is this position or an
    /// earlier one from which the game has moved on.
    ///
    /// A tree with restrictions is never reused.
    pub(super) fn prepare(
        &mut self,
        game: &Game,
        color: Color,
        restrictions: &Restrictions,
        goal: ScoringGoal,
        settings: &TreeSettings,
    ) {
        if self.workers.len() != settings.threads || self.workers[0].size() != game.size() {
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
        for (worker, stream) in self.workers.iter_mut().zip(streams) {
            worker.begin(&root, stream);
        }
        if let (Some(worker), Some(tree)) = (self.workers.first_mut(), &mut self.tree) {
            worker.begin_tree(tree, moves.as_deref());
        }
        self.key = is_free.then_some(key);
    }

    /// Makes workers for the board of a game, and a tree as large as the system permits.
    /// An existing tree is kept, because its memory might not be available a second time.
    fn rebuild(&mut self, game: &Game, settings: &TreeSettings) {
        self.key = None;
        let tree = self.tree.get_or_insert_with(|| new_tree(settings.memory));
        tree.set_threads(settings.threads);
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

    /// Plays this many playouts, but stops once `is_over` returns true. Returns how many it has
    /// played.
    pub(super) fn search(&mut self, playouts: u32, is_over: &(impl Fn() -> bool + Sync)) -> u32 {
        let budget = Budget::new(playouts);
        let worker = self.workers.first();
        let max_children = worker.map_or(0, |worker| max_children(worker.size()));
        let mut played = 0;
        loop {
            played += self.grow(&budget, is_over);
            match &mut self.tree {
                Some(tree) if budget.is_left() && tree.is_full(max_children) => tree.prune(),
                _ => return played,
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

    /// Plays playouts until the budget is used or the tree must be pruned, or once
    /// `is_over` returns true. Returns the number played.
    fn grow(&mut self, budget: &Budget, is_over: &(impl Fn() -> bool + Sync)) -> u32 {
        let threads = self.workers.len();
        let Some(tree) = &mut self.tree else { return 0 };
        if let [worker] = &mut self.workers[..] {
            return worker.search(&mut TreeAccess::Alone(tree), budget, is_over);
        }
        let workers = Mutex::new(self.workers.iter_mut());
        let played = on_threads(threads, || {
            let next = lock(&workers).next();
            next.map_or(0, |worker| {
                worker.search(&mut TreeAccess::Shared(tree), budget, is_over)
            })
        });
        if !self.is_warned {
            warn_of_missing(threads, played.len());
            self.is_warned = played.len() < threads;
        }
        played.iter().sum()
    }

    /// Returns the moves of the root, the best first: by visits, then by value, then by point.
    pub(super) fn moves(&self) -> Vec<MoveRecord> {
        let index = |found: &MoveRecord| found.action.point().map(Point::index);
        let mut moves: Vec<MoveRecord> = self.tree.iter().flat_map(root_moves).collect();
        moves.sort_by(|a, b| {
            b.visits
                .cmp(&a.visits)
                .then(b.value.total_cmp(&a.value))
                .then(index(a).cmp(&index(b)))
        });
        moves
    }

    /// Returns the principal variation that begins with a move of the root, with the visits
    /// of each move.
    pub(super) fn line(&self, first: Move) -> Vec<(Move, u32)> {
        let line = self.tree.as_ref().map(|tree| line(tree, first));
        line.unwrap_or_default()
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

/// Makes a tree with this memory in bytes, and warns if the system provides less.
fn new_tree(memory: usize) -> Tree {
    let wanted = memory / NODE_BYTES;
    let tree = Tree::new(wanted);
    let nodes = tree.capacity();
    if nodes < wanted {
        log::warn!(
            "the system does not provide the memory for {} MiB: a tree gets {nodes} instead of {wanted} nodes",
            memory >> 20,
        );
    }
    tree
}

/// Reserves a tree of this many MiB for this many threads, with the other memory
/// of a search, and releases everything again. Returns `None` if the system does not provide
/// this memory.
fn reserve(mebibytes: usize, threads: usize) -> Option<()> {
    let tree = Tree::reserved(mebibytes.saturating_mul(1 << 20) / NODE_BYTES)?;
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
    /// The memory of the tree, in MiB.
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

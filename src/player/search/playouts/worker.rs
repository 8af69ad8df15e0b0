//! The worker of a thread, which grows a tree by playouts.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::board::{BoardSize, ByColor, Color, Point, PointSet, SizedBoard, owned};
use crate::game::{Game, Move, Phase};
use crate::player::Restrictions;
use crate::playout::{OwnershipCounts, OwnershipDigits, Tactical, TacticalPolicy};
use crate::random::RandomStream;

use super::position::{Position, Repetition};
use super::priors::{EQUIVALENCE, Geometry, rule_priors};
use super::settings::TreeSettings;
use super::tree::{
    Node, NodePlayout, PathNode, PlayoutCounter, Prior, ROOT, Tree, TreeAccess, max_children,
};

const EXPAND_AT: u32 = 8;

/// The polling interval of the clock and the stop flag, in playouts.
const AT_ONCE: u32 = 16;

/// A root position and the conditions of a search.
#[derive(Clone, Copy)]
pub(super) struct Root<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) restrictions: &'a Restrictions,
    /// The margin that Black needs for a playout to count as a win: 0, or the
    /// dynamic komi.
    pub(super) komi_shift: f64,
}

/// What a search learns from a playout.
struct PlayoutOutcome<const W: usize> {
    /// The area of each colour at the end.
    owned: ByColor<PointSet<W>>,
    /// For each colour, the points that it played on before the opponent.
    first: ByColor<PointSet<W>>,
}

/// A [`Worker`] for a board of any size.
pub(super) trait Searcher: Send {
    fn size(&self) -> BoardSize;

    /// Plays this many playouts from the position of a game, without the tree, and returns
    /// Black's margins with komi, from which the komi shift of the [`Root`] is chosen.
    fn sample_margins(
        &mut self,
        game: &Game,
        color: Color,
        playouts: u32,
        stream: &mut RandomStream,
    ) -> Vec<f64>;

    /// Begins a search. All its random choices are drawn from the stream.
    fn begin(&mut self, root: &Root, stream: RandomStream);

    /// Prepares a tree for the search that has begun. Keeps the subtree after the moves that
    /// lead to the new root, or only a new root if these are unknown or not in the tree.
    fn begin_tree(&mut self, tree: &mut Tree, moves: Option<&[Move]>);

    /// Sets the move of the root that all playouts go through, unless it is `None`.
    fn set_first(&mut self, first: Option<Move>);

    /// Plays the playouts of a budget, or fewer if the tree must be pruned first or once
    /// `is_over` returns true. Returns the number played.
    fn search(&mut self, tree: &mut TreeAccess, budget: &Budget, is_over: &dyn Fn() -> bool)
    -> u32;

    /// Returns the owners of the points at the ends of the playouts since the
    /// search began.
    fn ownership(&self) -> &OwnershipCounts;
}

/// Grows a tree by playouts, alone or beside other workers. The buffers are kept from
/// playout to playout.
pub(super) struct Worker<const W: usize, const N: usize> {
    root: Position<W, N>,
    legal: PointSet<W>,
    policy: TacticalPolicy,
    restrictions: Restrictions,
    /// The move of the root that all playouts go through, if not the most urgent one.
    first: Option<Move>,
    repetition: Repetition,
    /// The margin on the board at which the game is a tie: komi and the points
    /// for handicap stones.
    komi: f64,
    /// The points that a play costs more than a pass: 1 if territory counts without pass stones.
    play_cost: f64,
    /// The margin that Black needs for a win, komi included: 0, or the dynamic
    /// komi.
    komi_shift: f64,
    geometry: Geometry<W>,
    playout: Tactical<W, N>,
    stream: RandomStream,
    ownership: OwnershipCounts,
    /// Owners not yet added to `ownership` during [`search`](Searcher::search).
    owners: OwnershipDigits<W>,
    // Buffers.
    position: Position<W, N>,
    /// The root and the nodes below it that a playout goes through.
    path: Vec<PathNode>,
    priors: Vec<Prior>,
    counter: PlayoutCounter<W>,
}

impl<const W: usize, const N: usize> Worker<W, N> {
    pub(super) fn new(game: &Game, board: &SizedBoard<W, N>, settings: &TreeSettings) -> Self {
        let root = Position::new(game, game.to_move());
        Self {
            position: root.clone(),
            root,
            legal: PointSet::EMPTY,
            policy: settings.policy,
            restrictions: Restrictions::default(),
            first: None,
            repetition: Repetition::new(game),
            komi: 0.0,
            play_cost: 0.0,
            komi_shift: 0.0,
            geometry: Geometry::new(board.size()),
            playout: Tactical::new(board, settings.policy),
            stream: RandomStream::new(0, 0),
            ownership: OwnershipCounts::new(board.size()),
            owners: OwnershipDigits::ZERO,
            path: Vec::new(),
            priors: Vec::new(),
            counter: PlayoutCounter::new(),
        }
    }

    /// Plays one playout: down the tree, to the end of the game, and back up.
    fn simulate(&mut self, tree: &mut TreeAccess) {
        self.descend(tree);
        let outcome = if self.position.passes < 2 {
            self.finish()
        } else {
            PlayoutOutcome {
                owned: area(&self.position.board),
                first: ByColor::default(),
            }
        };
        self.owners.add(&outcome.owned, &mut self.ownership);
        let margin = f64::from(outcome.owned.margin()) - self.leaf_komi();
        self.record(tree, margin, outcome.first);
    }

    /// Returns the margin on the board at which a playout from the current position is a
    /// tie, with the button and, where territory counts, the plays since the root; both
    /// colours are assumed to play equally many stones in the playout.
    fn leaf_komi(&self) -> f64 {
        let position = &self.position;
        self.komi + self.play_cost * f64::from(position.excess) - position.button_points
    }

    /// Plays the game to its end.
    fn finish(&mut self) -> PlayoutOutcome<W> {
        self.playout.play(self.position.playout(), &mut self.stream);
        PlayoutOutcome {
            owned: area(self.playout.board()),
            first: *self.playout.first(),
        }
    }

    /// Plays the most urgent moves from the root to a leaf. The first of them may be
    /// [prescribed](Searcher::set_first).
    fn descend(&mut self, tree: &mut TreeAccess) {
        self.position.clone_from(&self.root);
        self.path.clear();
        self.repetition.clear_path();
        let mut node = ROOT;
        self.path.push(tree.enter(node));
        while self.position.passes < 2 {
            if tree.children(node).is_empty()
                && node != ROOT
                && tree.visits(node) >= EXPAND_AT
                && tree.has_room(max_children(self.root.board.size()))
                && tree.claim(node)
            {
                self.expand(tree, node);
            }
            let child = if let Some(first) = self.first.filter(|_| node == ROOT) {
                tree.child(node, first)
            } else {
                tree.select(node, EQUIVALENCE, self.counter.buffers())
            };
            let Some(child) = child else { break };
            self.path.push(tree.enter(child));
            let action = tree.action(child);
            self.position.play(action);
            self.repetition.record(&self.position);
            node = child;
        }
    }

    /// Makes the children of a node whose position is on the board. The root gets
    /// its children before the first playout.
    fn expand(&mut self, tree: &Tree, node: Node) {
        let position = &self.position;
        let color = position.to_move;
        let is_legal = |point: Point| {
            (node != ROOT || self.legal.contains(point))
                && position.is_legal(point, &self.repetition)
        };
        let margin = margin(&position.board) - self.leaf_komi();
        let stands_won = f64::from(color.sign()) * margin > 0.0;
        let (geometry, priors) = (&self.geometry, &mut self.priors);
        rule_priors(position, geometry, is_legal, stands_won, priors);
        if !self.restrictions.0.is_empty() {
            let turn = self.path.len().max(1);
            let permits = |prior: &Prior| self.restrictions.permits(color, prior.action, turn);
            self.priors.retain(permits);
        }
        tree.expand(node, &mut self.priors, &mut self.stream);
    }

    /// Sets the position of the root, its komi and the playout policies.
    fn set_position(&mut self, game: &Game, color: Color) {
        self.root = Position::new(game, color);
        self.komi = -game.compensation();
        let plays_cost = match game.phase() {
            Phase::Main => game.rules().plays_cost(),
            phase => phase == Phase::FirstCleanup,
        };
        self.play_cost = f64::from(u8::from(plays_cost));
        let policy = self.policy.under(game.rules().suicide);
        self.playout.set_policy(policy);
    }

    /// Adds a playout with this margin for Black to all nodes on its path and to the AMAF
    /// statistics of their children. `first` holds the points that each colour was the first
    /// to play after the path.
    fn record(&mut self, tree: &mut TreeAccess, margin: f64, mut first: ByColor<PointSet<W>>) {
        // Two passes in the tree end the game, so the komi of the game counts.
        let ahead = match self.position.passes {
            0 | 1 => margin - self.komi_shift,
            _ => margin,
        };
        let black_wins = if ahead > 0.0 {
            1.0
        } else if ahead < 0.0 {
            0.0
        } else {
            0.5
        };
        let mut to_move = self.position.to_move;
        for &step in self.path.iter().rev() {
            let (result, margin) = match !to_move {
                Color::Black => (black_wins, margin as f32),
                Color::White => (1.0 - black_wins, -margin as f32),
            };
            let playout = NodePlayout {
                result,
                margin,
                first: first[to_move],
            };
            self.counter.add(tree, step, &playout);
            if let Move::Play(point) = tree.action(step.node) {
                first[!to_move].insert(point);
                first[to_move].remove(point);
            }
            to_move = !to_move;
        }
    }
}

impl<const W: usize, const N: usize> Searcher for Worker<W, N> {
    fn size(&self) -> BoardSize {
        self.root.board.size()
    }

    fn sample_margins(
        &mut self,
        game: &Game,
        color: Color,
        playouts: u32,
        stream: &mut RandomStream,
    ) -> Vec<f64> {
        self.set_position(game, color);
        let margins = (0..playouts).map(|_| {
            self.playout.play(self.root.playout(), stream);
            margin(self.playout.board()) - self.komi
        });
        margins.collect()
    }

    fn begin(&mut self, root: &Root, stream: RandomStream) {
        let &Root { game, color, .. } = root;
        self.set_position(game, color);
        let plays = game.legal_points(color) - game.lifting_points(color);
        self.legal = plays.resized();
        self.restrictions = root.restrictions.clone();
        self.repetition = Repetition::new(game);
        self.komi_shift = root.komi_shift;
        self.stream = stream;
        self.ownership = OwnershipCounts::new(game.size());
    }

    fn begin_tree(&mut self, tree: &mut Tree, moves: Option<&[Move]>) {
        let follows = moves.is_some_and(|moves| {
            let mut moves = moves.iter();
            moves.all(|&action| tree.advance(action))
        });
        if !follows {
            tree.clear();
        }
        for child in tree.children(ROOT) {
            if let Move::Play(point) = tree.action(child)
                && !self.legal.contains(point)
            {
                tree.forbid(child);
            }
        }
        self.position.clone_from(&self.root);
        self.path.clear();
        self.repetition.clear_path();
        if tree.children(ROOT).is_empty() {
            self.expand(tree, ROOT);
        }
    }

    fn set_first(&mut self, first: Option<Move>) {
        self.first = first;
    }

    fn search(
        &mut self,
        tree: &mut TreeAccess,
        budget: &Budget,
        is_over: &dyn Fn() -> bool,
    ) -> u32 {
        let max_children = max_children(self.root.board.size());
        let mut played = 0;
        while !is_over() {
            let share = budget.take(AT_ONCE);
            let mut done = 0;
            while done < share && !tree.is_full(max_children) {
                self.simulate(tree);
                done += 1;
            }
            played += done;
            if done < share || share == 0 {
                budget.put_back(share - done);
                break;
            }
        }
        self.counter.finish(tree);
        self.owners.move_to(&mut self.ownership);
        played
    }

    fn ownership(&self) -> &OwnershipCounts {
        &self.ownership
    }
}

fn area<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> ByColor<PointSet<W>> {
    owned(board.size(), board.points(), board.stones())
}

/// Returns Black's area minus White's as the board stands.
fn margin<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> f64 {
    f64::from(area(board).margin())
}

/// The playouts that the threads of a tree have yet to play.
#[derive(Debug)]
pub(super) struct Budget(AtomicU32);

impl Budget {
    pub(super) const fn new(playouts: u32) -> Self {
        Self(AtomicU32::new(playouts))
    }

    /// Takes up to `most` playouts, and returns how many.
    pub(super) fn take(&self, most: u32) -> u32 {
        let order = Ordering::Relaxed;
        let take = |left: u32| Some(left.saturating_sub(most));
        self.0
            .fetch_update(order, order, take)
            .unwrap_or(0)
            .min(most)
    }

    pub(super) fn is_left(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Gives back playouts that were taken but not played.
    pub(super) fn put_back(&self, playouts: u32) {
        self.0.fetch_add(playouts, Ordering::Relaxed);
    }
}

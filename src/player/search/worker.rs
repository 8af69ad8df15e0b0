//! A worker: one tree and the playouts that grow it.

use crate::board::{BoardSize, ByColor, Color, Point, PointSet, SizedBoard, owned};
use crate::game::{Game, Move};
use crate::player::Restrictions;
use crate::playout::{OwnershipCounts, OwnershipDigits, Tactical, TacticalPolicy};
use crate::random::RandomStream;

use super::options::{Opponent, PriorSource};
use super::position::{Position, Repetition};
use super::priors::{Geometry, learned_priors, rule_priors};
use super::tree::{Node, Prior, ROOT, Tree};
use super::trees::TreeSettings;

/// The number of visits after which a node gets children.
const EXPAND_AT: u32 = 8;

/// A root position and the conditions of a search.
#[derive(Clone, Copy)]
pub(super) struct Root<'a> {
    /// The game, at the root position.
    pub(super) game: &'a Game,
    /// The colour to move.
    pub(super) color: Color,
    pub(super) restrictions: &'a Restrictions,
    /// The margin that Black needs for a playout to count as a win: 0, or the
    /// dynamic komi.
    pub(super) komi_shift: f64,
    /// The moves that lead from the previous root to this one. `None` starts a
    /// new tree.
    pub(super) moves: Option<&'a [Move]>,
}

/// A [`Worker`] for a board of any size.
pub(super) trait Searcher: Send {
    /// Returns the size of its boards.
    fn size(&self) -> BoardSize;

    /// Returns its tree.
    fn into_tree(self: Box<Self>) -> Tree;

    /// Plays this number of playouts from the position of a game, without the
    /// tree, and returns Black's margins with komi. They are used to choose the
    /// komi shift of the [`Root`].
    fn sample_margins(
        &mut self,
        game: &Game,
        color: Color,
        playouts: u32,
        stream: &mut RandomStream,
    ) -> Vec<f64>;

    /// Begins a search: reuses the tree if the root's moves lead to a node of
    /// it, and otherwise starts a new one. All random choices of the search are
    /// drawn from the stream.
    fn begin(&mut self, root: &Root, stream: RandomStream);

    /// Plays this number of playouts, or fewer once `is_over` returns true.
    /// Returns the number played.
    fn search(&mut self, playouts: u32, is_over: &dyn Fn() -> bool) -> u32;

    /// Returns the permitted moves of the root.
    fn moves(&self) -> Vec<MoveRecord>;

    /// Returns a move of the root and the most visited moves after it.
    fn line(&self, first: Move) -> Vec<Move>;

    /// Returns the owners of the points at the ends of the playouts since the
    /// search began.
    fn ownership(&self) -> &OwnershipCounts;
}

/// The statistics of a move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveRecord {
    pub(super) action: Move,
    pub(super) visits: u32,
    /// The share of wins for the colour that makes the move, imagined visits
    /// included. The search decides by it.
    pub(super) value: f64,
    /// The share of wins without the imagined visits, or 0 before the first
    /// visit. The imagined wins of a few dozen visits hide that a position is
    /// lost, so an analysis reports this share.
    pub(super) winrate: f64,
    /// The mean of that colour's margin in points, komi included, and the mean
    /// of its square.
    pub(super) margin: f64,
    pub(super) square: f64,
    /// The imagined wins of the prior.
    pub(super) prior: f64,
}

/// A tree and the playouts that grow it. The buffers are kept from playout to
/// playout.
pub(super) struct Worker<const W: usize, const N: usize> {
    root: Position<W, N>,
    legal: PointSet<W>,
    policy: TacticalPolicy,
    opponent: Opponent,
    restrictions: Restrictions,
    repetition: Repetition,
    /// The margin on the board at which the game is a tie: komi and the points
    /// for handicap stones.
    komi: f64,
    /// The margin that Black needs for a win, komi included: 0, or the dynamic
    /// komi.
    komi_shift: f64,
    prior_source: PriorSource,
    geometry: Geometry<W>,
    tree: Tree,
    playout: Tactical<W, N>,
    stream: RandomStream,
    ownership: OwnershipCounts,
    /// The owners that `ownership` lacks during [`search`](Searcher::search).
    owners: OwnershipDigits<W>,
    // Buffers.
    position: Position<W, N>,
    path: Vec<Node>,
    priors: Vec<Prior>,
}

impl<const W: usize, const N: usize> Worker<W, N> {
    pub(super) fn new(
        game: &Game,
        board: &SizedBoard<W, N>,
        settings: &TreeSettings,
        tree: Tree,
    ) -> Self {
        let TreeSettings {
            policy, opponent, ..
        } = *settings;
        let root = Position::of(game, game.to_move());
        Self {
            position: root.clone(),
            root,
            legal: PointSet::EMPTY,
            policy,
            opponent,
            restrictions: Restrictions::default(),
            repetition: Repetition::of(game),
            komi: 0.0,
            komi_shift: 0.0,
            prior_source: settings.priors,
            geometry: Geometry::new(board.size()),
            tree,
            playout: Tactical::new(board, policy),
            stream: RandomStream::new(0, 0),
            ownership: OwnershipCounts::new(board.size()),
            owners: OwnershipDigits::ZERO,
            path: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Plays one playout: down the tree, to the end of the game, and back up.
    fn simulate(&mut self) {
        if !self.tree.has_room(self.max_children()) {
            self.tree.prune();
        }
        self.descend();
        let board = if self.position.passes < 2 {
            self.playout.play(self.position.playout(), &mut self.stream);
            self.playout.board()
        } else {
            &self.position.board
        };
        let owned = owned(board.size(), board.points(), board.stones());
        self.owners.add(&owned, &mut self.ownership);
        let margin = f64::from(owned.margin()) - self.komi;
        self.record(margin);
    }

    /// Returns the maximum number of children of a node: the points and the
    /// pass.
    const fn max_children(&self) -> usize {
        self.root.board.size().area() + 1
    }

    /// Returns whether the moves of this colour are drawn at random in the
    /// tree.
    fn plays_at_random(&self, color: Color) -> bool {
        self.opponent == Opponent::Random && color != self.root.to_move
    }

    /// Plays the most urgent moves from the root to a leaf.
    fn descend(&mut self) {
        self.position.clone_from(&self.root);
        self.path.clear();
        self.repetition.clear_path();
        let mut node = ROOT;
        while self.position.passes < 2 {
            if self.tree.children(node).is_empty()
                && node != ROOT
                && self.tree.visits(node) >= EXPAND_AT
                && self.tree.has_room(self.max_children())
            {
                self.expand(node);
            }
            let child = if self.plays_at_random(self.position.to_move) {
                self.tree.draw(node, &mut self.stream)
            } else {
                self.tree.select(node)
            };
            let Some(child) = child else { return };
            let action = self.tree.action(child);
            self.position.play(action);
            self.repetition.record(&self.position);
            self.path.push(child);
            node = child;
        }
    }

    /// Makes the children of a node whose position is on the board. The root gets
    /// its children before the first playout.
    fn expand(&mut self, node: Node) {
        let position = &self.position;
        let color = position.to_move;
        let is_legal = |point: Point| {
            (node != ROOT || self.legal.contains(point))
                && position.is_legal(point, &self.repetition)
        };
        let margin = margin(&position.board) - self.komi;
        let stands_won = f64::from(color.sign()) * margin > 0.0;
        let priors = &mut self.priors;
        match self.prior_source {
            PriorSource::Learned => learned_priors(position, is_legal, stands_won, priors),
            PriorSource::Rules => {
                rule_priors(position, &self.geometry, is_legal, stands_won, priors);
            }
        }
        if !self.restrictions.0.is_empty() {
            let turn = self.path.len() + 1;
            let permits = |prior: &Prior| self.restrictions.permits(color, prior.action, turn);
            self.priors.retain(permits);
        }
        // The random player passes only if it has no other move.
        if self.plays_at_random(color) && self.priors.len() > 1 {
            self.priors.retain(|prior| prior.action != Move::Pass);
        }
        self.tree.expand(node, &mut self.priors, &mut self.stream);
    }

    /// Sets the position of the root, its komi and the playout policies.
    fn set_position(&mut self, game: &Game, color: Color) {
        self.root = Position::of(game, color);
        self.komi = -game.compensation();
        let others = match self.opponent {
            Opponent::Strong => self.policy,
            Opponent::Random => TacticalPolicy::UNIFORM,
        };
        self.playout.set_policy(color, self.policy);
        self.playout.set_policy(!color, others);
    }

    /// Keeps the part of the tree below these moves, or starts a new tree if it
    /// has no such part.
    fn begin_tree(&mut self, moves: Option<&[Move]>) {
        let follows = moves.is_some_and(|moves| {
            let mut moves = moves.iter();
            moves.all(|&action| self.tree.advance(action))
        });
        if !follows {
            self.tree.clear();
        }
        for child in self.tree.children(ROOT) {
            if let Move::Play(point) = self.tree.action(child)
                && !self.legal.contains(point)
            {
                self.tree.forbid(child);
            }
        }
        self.position.clone_from(&self.root);
        self.path.clear();
        self.repetition.clear_path();
        if self.tree.children(ROOT).is_empty() {
            self.expand(ROOT);
        }
    }

    /// Adds a playout that ended with this margin for Black to all nodes on its
    /// path, and to the AMAF statistics of their children.
    fn record(&mut self, margin: f64) {
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
        let result_for = |color: Color| match color {
            Color::Black => (black_wins, margin as f32),
            Color::White => (1.0 - black_wins, -margin as f32),
        };
        let mut first = if self.position.passes < 2 {
            *self.playout.first()
        } else {
            ByColor::default()
        };
        let mut mover = self.position.to_move;
        for depth in (0..self.path.len()).rev() {
            mover = !mover;
            let node = self.path[depth];
            let parent = depth.checked_sub(1).map_or(ROOT, |above| self.path[above]);
            let (result, lead) = result_for(mover);
            self.tree.update(node, result, lead);
            if let Move::Play(point) = self.tree.action(node) {
                first[mover].insert(point);
                first[!mover].remove(point);
            }
            self.tree.update_amaf(parent, &first[mover], result);
        }
        let (result, lead) = result_for(!self.root.to_move);
        self.tree.update(ROOT, result, lead);
    }
}

impl<const W: usize, const N: usize> Searcher for Worker<W, N> {
    fn size(&self) -> BoardSize {
        self.root.board.size()
    }

    fn into_tree(self: Box<Self>) -> Tree {
        self.tree
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
        self.legal = game.legal_points(color).resized();
        self.restrictions = root.restrictions.clone();
        self.repetition = Repetition::of(game);
        self.komi_shift = root.komi_shift;
        self.stream = stream;
        self.ownership = OwnershipCounts::new(game.size());
        self.begin_tree(root.moves);
    }

    fn search(&mut self, playouts: u32, is_over: &dyn Fn() -> bool) -> u32 {
        let mut played = 0;
        while played < playouts && !(played % 16 == 0 && is_over()) {
            self.simulate();
            played += 1;
        }
        self.owners.move_to(&mut self.ownership);
        played
    }

    fn moves(&self) -> Vec<MoveRecord> {
        self.tree
            .children(ROOT)
            .filter(|&node| !self.tree.is_forbidden(node))
            .map(|node| MoveRecord {
                action: self.tree.action(node),
                visits: self.tree.visits(node),
                value: f64::from(self.tree.value(node)),
                winrate: self.tree.winrate(node),
                margin: f64::from(self.tree.margin(node)),
                square: f64::from(self.tree.square(node)),
                prior: f64::from(self.tree.prior(node)),
            })
            .collect()
    }

    fn line(&self, first: Move) -> Vec<Move> {
        let mut line = Vec::new();
        let mut wanted = self
            .tree
            .children(ROOT)
            .find(|&node| self.tree.action(node) == first);
        while let Some(node) = wanted {
            line.push(self.tree.action(node));
            wanted = self
                .tree
                .children(node)
                .filter(|&child| self.tree.visits(child) > 0)
                .max_by_key(|&child| self.tree.visits(child));
        }
        line
    }

    fn ownership(&self) -> &OwnershipCounts {
        &self.ownership
    }
}

/// Returns Black's area minus White's as the board stands.
fn margin<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> f64 {
    let owned = owned(board.size(), board.points(), board.stones());
    f64::from(owned.margin())
}

impl MoveRecord {
    /// Adds the statistics of the same move in another tree.
    pub(super) fn add(&mut self, other: &Self) {
        let [own, others] = [self.visits, other.visits].map(f64::from);
        let all = (own + others).max(1.0);
        self.value = (self.value * own + other.value * others) / all;
        self.winrate = (self.winrate * own + other.winrate * others) / all;
        self.margin = (self.margin * own + other.margin * others) / all;
        self.square = (self.square * own + other.square * others) / all;
        self.visits += other.visits;
    }
}

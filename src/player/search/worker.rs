//! One searcher: a tree, and the playouts that make it grow.

use crate::board::{BoardSize, ByColor, Color, Point, PointSet, SizedBoard, owned};
use crate::game::{Game, Move};
use crate::player::Restrictions;
use crate::playout::{Tactical, TacticalPolicy};
use crate::random::RandomStream;

use super::options::Opponent;
use super::position::{Position, Repetition};
use super::priors::priors;
use super::tree::{Node, Prior, ROOT, Tree};

/// How often a node is visited before it gets children.
const EXPAND_AT: u32 = 8;

/// A searcher for a board of whatever size.
pub(super) trait Searcher: Send {
    /// The size of its boards.
    fn size(&self) -> BoardSize;

    /// Goes to the position of a game. Its tree is to be set next.
    fn set_root(&mut self, game: &Game, color: Color, restrictions: &Restrictions);

    /// Goes on in the tree that is there, if these moves lead from its root to
    /// the position, else in a new one.
    fn set_tree(&mut self, moves: Option<&[Option<Point>]>);

    /// By how many points Black wins in so many playouts from the root,
    /// without a tree.
    fn probe(&mut self, playouts: u32) -> Vec<f64>;

    /// Counts a playout as won by Black from this lead in points on.
    fn set_handicap(&mut self, lead: f64);

    /// Seeds the choices to come.
    fn set_stream(&mut self, stream: RandomStream);

    /// Plays so many playouts, or fewer when `is_over` says so.
    fn search(&mut self, playouts: u32, is_over: &dyn Fn() -> bool) -> u32;

    /// The moves of the root.
    fn moves(&self) -> Vec<MoveRecord>;

    /// The most visited line after a move of the root.
    fn line(&self, first: Option<Point>) -> Vec<Option<Point>>;

    /// How often each point was Black's and White's at the end of a playout
    /// from the root position, and the number of these playouts.
    fn owners(&self) -> &Owners;
}

/// What the search found of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveRecord {
    /// The point, or `None` for a pass.
    pub(super) point: Option<Point>,
    pub(super) visits: u32,
    /// The share of playouts won by who makes it.
    pub(super) value: f64,
    /// His mean lead in points, and the mean of its square.
    pub(super) margin: f64,
    pub(super) square: f64,
    /// The imagined wins it began with.
    pub(super) prior: f64,
}

/// Whose each point was at the end of playouts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Owners {
    /// By grid index.
    pub(super) counts: ByColor<Vec<u32>>,
    pub(super) playouts: u32,
}

pub(super) struct Worker<const W: usize, const N: usize> {
    root: Position<W, N>,
    legal: PointSet<W>,
    policy: TacticalPolicy,
    opponent: Opponent,
    restrictions: Restrictions,
    repetition: Repetition,
    /// Komi as points that Black must be ahead on the board for a tie.
    komi: f64,
    /// What Black must be ahead by, komi counted, for a playout to count as
    /// his: 0 but for games that are as good as decided.
    handicap: f64,
    tree: Tree,
    playout: Tactical<W, N>,
    stream: RandomStream,
    owners: Owners,
    // Kept for their memory.
    position: Position<W, N>,
    path: Vec<Node>,
    keys: Vec<u64>,
    priors: Vec<Prior>,
}

impl<const W: usize, const N: usize> Worker<W, N> {
    pub(super) fn new(
        game: &Game,
        board: &SizedBoard<W, N>,
        policy: TacticalPolicy,
        opponent: Opponent,
        nodes: usize,
    ) -> Self {
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
            handicap: 0.0,
            tree: Tree::new(nodes),
            playout: Tactical::new(board, policy),
            stream: RandomStream::new(0, 0),
            owners: Owners::default(),
            path: Vec::new(),
            keys: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// One playout: down the tree, to the end of the game, and back up.
    fn simulate(&mut self) {
        if !self.tree.has_room(self.most_children()) {
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
        for color in Color::BOTH {
            for point in owned[color] {
                self.owners.counts[color][point.index()] += 1;
            }
        }
        self.owners.playouts += 1;
        let margin = f64::from(owned.margin()) - self.komi;
        self.record(margin);
    }

    /// A node has at most so many children: the points and the pass.
    const fn most_children(&self) -> usize {
        self.root.board.size().area() + 1
    }

    /// The colour is taken for a random player.
    fn draws(&self, color: Color) -> bool {
        self.opponent == Opponent::Random && color != self.root.to_move
    }

    /// Follows the most urgent moves to a leaf.
    fn descend(&mut self) {
        self.position.clone_from(&self.root);
        self.path.clear();
        self.keys.clear();
        let mut node = ROOT;
        while self.position.passes < 2 {
            if self.tree.children(node).is_empty()
                && node != ROOT
                && self.tree.visits(node) >= EXPAND_AT
                && self.tree.has_room(self.most_children())
            {
                self.expand(node);
            }
            let child = if self.draws(self.position.to_move) {
                self.tree.draw(node, &mut self.stream)
            } else {
                self.tree.select(node)
            };
            let Some(child) = child else { return };
            let point = self.tree.point(child);
            self.position.play(point);
            if point.is_some() {
                let (hash, to_move) = (self.position.board.hash(), self.position.to_move);
                self.keys.extend(self.repetition.key(hash, to_move));
            }
            self.path.push(child);
            node = child;
        }
    }

    /// Makes the children of a node, with the position after it on the board.
    /// Those of the root exist before the first playout.
    fn expand(&mut self, node: Node) {
        let position = &self.position;
        let color = position.to_move;
        let is_legal = |point: Point| {
            if node == ROOT && !self.legal.contains(point) {
                return false;
            }
            let Ok(preview) = position.board.preview(color, point) else {
                return false;
            };
            let key = self.repetition.key(preview.hash, !color);
            preview.suicided == 0
                && position.ko != Some(point)
                && !key.is_some_and(|key| self.keys.contains(&key) || self.repetition.contains(key))
        };
        let margin = margin(&position.board) - self.komi;
        let stands_won = match color {
            Color::Black => margin > 0.0,
            Color::White => margin < 0.0,
        };
        priors(position, is_legal, stands_won, &mut self.priors);
        if !self.restrictions.0.is_empty() {
            let turn = self.path.len() + 1;
            let permits = |prior: &Prior| {
                let action = prior.point.map_or(Move::Pass, Move::Play);
                self.restrictions.permit(color, action, turn)
            };
            self.priors.retain(permits);
        }
        // The random player passes when it has no other move.
        if self.draws(color) && self.priors.len() > 1 {
            self.priors.retain(|prior| prior.point.is_some());
        }
        self.tree.expand(node, &mut self.priors, &mut self.stream);
    }

    /// Counts a playout that ended with this margin for Black in all nodes on
    /// its way, and in the children of these nodes by what was played later.
    fn record(&mut self, margin: f64) {
        // Who passes accepts the result as it is.
        let ahead = match self.position.passes {
            0 | 1 => margin - self.handicap,
            _ => margin,
        };
        let black_wins = if ahead > 0.0 {
            1.0
        } else if ahead < 0.0 {
            0.0
        } else {
            0.5
        };
        let seen_by = |color: Color| match color {
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
            let (result, lead) = seen_by(mover);
            self.tree.update(node, result, lead);
            if let Some(point) = self.tree.point(node) {
                first[mover].insert(point);
                first[!mover].remove(point);
            }
            self.tree.update_amaf(parent, &first[mover], result);
        }
        let (result, lead) = seen_by(!self.root.to_move);
        self.tree.update(ROOT, result, lead);
    }
}

impl<const W: usize, const N: usize> Searcher for Worker<W, N> {
    fn size(&self) -> BoardSize {
        self.root.board.size()
    }

    fn set_root(&mut self, game: &Game, color: Color, restrictions: &Restrictions) {
        self.root = Position::of(game, color);
        let others = match self.opponent {
            Opponent::Strong => self.policy,
            Opponent::Random => TacticalPolicy::UNIFORM,
        };
        self.playout.set_policy(color, self.policy);
        self.playout.set_policy(!color, others);
        self.legal = game.legal_points(color).resized();
        self.restrictions = restrictions.clone();
        self.repetition = Repetition::of(game);
        self.komi = -game.compensation();
        self.owners = Owners {
            counts: ByColor {
                black: vec![0; N],
                white: vec![0; N],
            },
            playouts: 0,
        };
    }

    fn set_tree(&mut self, moves: Option<&[Option<Point>]>) {
        let follows = moves.is_some_and(|moves| {
            let mut moves = moves.iter();
            moves.all(|&point| self.tree.advance(point))
        });
        if !follows {
            self.tree.clear();
        }
        for child in self.tree.children(ROOT) {
            if let Some(point) = self.tree.point(child)
                && !self.legal.contains(point)
            {
                self.tree.forbid(child);
            }
        }
        self.position.clone_from(&self.root);
        self.path.clear();
        self.keys.clear();
        if self.tree.children(ROOT).is_empty() {
            self.expand(ROOT);
        }
    }

    fn probe(&mut self, playouts: u32) -> Vec<f64> {
        let margins = (0..playouts).map(|_| {
            self.playout.play(self.root.playout(), &mut self.stream);
            margin(self.playout.board()) - self.komi
        });
        margins.collect()
    }

    fn set_handicap(&mut self, lead: f64) {
        self.handicap = lead;
    }

    fn set_stream(&mut self, stream: RandomStream) {
        self.stream = stream;
    }

    fn search(&mut self, playouts: u32, is_over: &dyn Fn() -> bool) -> u32 {
        for played in 0..playouts {
            if played % 16 == 0 && is_over() {
                return played;
            }
            self.simulate();
        }
        playouts
    }

    fn moves(&self) -> Vec<MoveRecord> {
        self.tree
            .children(ROOT)
            .filter(|&node| !self.tree.is_forbidden(node))
            .map(|node| MoveRecord {
                point: self.tree.point(node),
                visits: self.tree.visits(node),
                value: f64::from(self.tree.value(node)),
                margin: f64::from(self.tree.margin(node)),
                square: f64::from(self.tree.square(node)),
                prior: f64::from(self.tree.prior(node)),
            })
            .collect()
    }

    fn line(&self, first: Option<Point>) -> Vec<Option<Point>> {
        let mut line = Vec::new();
        let mut wanted = self
            .tree
            .children(ROOT)
            .find(|&node| self.tree.point(node) == first);
        while let Some(node) = wanted {
            line.push(self.tree.point(node));
            wanted = self
                .tree
                .children(node)
                .filter(|&child| self.tree.visits(child) > 0)
                .max_by_key(|&child| self.tree.visits(child));
        }
        line
    }

    fn owners(&self) -> &Owners {
        &self.owners
    }
}

/// Black's area minus White's, as the board stands.
fn margin<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> f64 {
    let owned = owned(board.size(), board.points(), board.stones());
    f64::from(owned.margin())
}

impl MoveRecord {
    /// Takes in what another tree found of the same move.
    pub(super) fn add(&mut self, other: &Self) {
        let [own, others] = [self.visits, other.visits].map(f64::from);
        let all = (own + others).max(1.0);
        self.value = (self.value * own + other.value * others) / all;
        self.margin = (self.margin * own + other.margin * others) / all;
        self.square = (self.square * own + other.square * others) / all;
        self.visits += other.visits;
    }
}

impl Owners {
    /// Counts those of another tree in.
    pub(super) fn add(&mut self, other: &Self) {
        for color in Color::BOTH {
            let (own, others) = (&mut self.counts[color], &other.counts[color]);
            own.resize(others.len().max(own.len()), 0);
            for (own, others) in own.iter_mut().zip(others) {
                *own += others;
            }
        }
        self.playouts += other.playouts;
    }

    /// By grid index, from -1 (always White's) to 1 (always Black's).
    pub(super) fn means(&self) -> Vec<f64> {
        let playouts = f64::from(self.playouts.max(1));
        let ByColor { black, white } = &self.counts;
        let mean = |(&black, &white)| (f64::from(black) - f64::from(white)) / playouts;
        black.iter().zip(white).map(mean).collect()
    }
}

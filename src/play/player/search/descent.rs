//! The step that the search repeats, on one thread or several.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::network::{Evaluation, KernelLevel, Network};
use crate::player::Restrictions;
use ponnuki_core::board::{Color, PointSet, Symmetry};
use ponnuki_core::game::{Game, Move, Outcome};
use ponnuki_core::random::RandomStream;
use ponnuki_core::threads::{lock, on_threads};

use super::playouts::judge_beside;
use super::tree::{Edge, Node, UNVISITED_LOSS, Value};

/// The share of the lead in the utility of a position, so that won games are won by much.
const LEAD_SHARE: f64 = 0.15;

/// The root of a tree and all that its descents need.
pub(super) struct Search<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) restrictions: &'a Restrictions,
    pub(super) seed: u64,
    /// The playouts that judge each position beside the network, where it does not judge alone.
    pub(super) playouts: u64,
    /// Black's lead at the root, around which more lead counts most.
    pub(super) lead: f64,
    /// How much worse than the position the moves of the root are before their first visit.
    pub(super) root_loss: f64,
}

/// The moves from the root to the last position of a descent.
pub(super) struct Descent {
    /// The numbers of the moves among the edges of their nodes.
    pub(super) path: Vec<usize>,
    /// The side to move in the last position.
    pub(super) color: Color,
    /// Whether the tree does not hold the last position.
    pub(super) is_new: bool,
}

/// The last position of a descent, and its value.
pub(super) struct Leaf {
    pub(super) value: Value,
    pub(super) node: Node,
}

impl Search<'_> {
    /// Descends this many times, or fewer once `is_over` returns true. Returns how many times, and
    /// by how many bytes the tree has grown.
    pub(super) fn run(
        &self,
        root: &mut Node,
        descents: u32,
        threads: usize,
        is_over: &(impl Fn() -> bool + Sync),
    ) -> (u32, usize) {
        let begun = AtomicU32::new(0);
        let ended = AtomicU32::new(0);
        let bytes = AtomicUsize::new(0);
        let root = Mutex::new(root);
        let work = || {
            let mut game = self.game.clone();
            while !is_over() && begun.fetch_add(1, Ordering::Relaxed) < descents {
                let grown = self.descend(&root, &mut game, None);
                bytes.fetch_add(grown, Ordering::Relaxed);
                ended.fetch_add(1, Ordering::Relaxed);
            }
        };
        on_threads(threads.min(descents as usize), work);
        (ended.into_inner(), bytes.into_inner())
    }

    /// Descends this many times through one move of the root, or fewer once `is_over` returns true.
    pub(super) fn through(
        &self,
        root: &mut Node,
        number: usize,
        descents: u32,
        is_over: &impl Fn() -> bool,
    ) {
        let root = Mutex::new(root);
        let mut game = self.game.clone();
        for _ in 0..descents {
            if is_over() {
                break;
            }
            self.descend(&root, &mut game, Some(number));
        }
    }

    /// Descends to a position that the tree does not hold, or to the end of a game,
    /// through a given move of the root if there is one. Returns the bytes of the new position.
    fn descend(&self, root: &Mutex<&mut Node>, game: &mut Game, first: Option<usize>) -> usize {
        let begin = game.turns().len();
        let descent = {
            let mut root = lock(root);
            let descent = self.select(&mut root, game, first);
            if !descent.is_new
                && let Some(value) = self.value_of_end(game)
            {
                root.end(&descent.path, &value, None);
                game.undo_to(begin);
                return 0;
            }
            descent
        };
        let leaf = self.look(game, &descent);
        game.undo_to(begin);
        let bytes = if descent.is_new { leaf.node.bytes() } else { 0 };
        lock(root).end(&descent.path, &leaf.value, Some(leaf.node));
        bytes
    }

    /// Plays the most urgent moves from the root to a position that the tree does not hold, or to the
    /// end of a game, beginning with a given move of the root if there is one.
    pub(super) fn select(
        &self,
        root: &mut Node,
        game: &mut Game,
        mut first: Option<usize>,
    ) -> Descent {
        let mut descent = Descent {
            path: Vec::new(),
            color: self.color,
            is_new: false,
        };
        let mut node = root;
        let mut loss = self.root_loss;
        while let Some(number) = first
            .take()
            .or_else(|| node.most_urgent(descent.color, loss))
        {
            loss = UNVISITED_LOSS;
            descent.path.push(number);
            let edge = node.begin(number);
            play(game, descent.color, edge.action);
            descent.color = !descent.color;
            let Some(next) = &mut edge.node else {
                descent.is_new = true;
                break;
            };
            node = next;
        }
        descent
    }

    /// Returns the value of a finished game, unless the score is not exact yet.
    pub(super) fn value_of_end(&self, game: &Game) -> Option<Value> {
        if game.turns().len() == self.game.turns().len() {
            return None;
        }
        match game.outcome()? {
            Outcome::NoResult { .. } => Some(Value {
                win: 0.5,
                ..Value::default()
            }),
            // Where plays cost points, dead stones are left on the board.
            _ if game.rules().plays_cost() => None,
            _ => {
                let lead = game.score().value();
                Some(self.value(game.score().win_of(Color::Black), lead))
            }
        }
    }

    /// Asks about the last position of a descent.
    fn look(&self, game: &Game, descent: &Descent) -> Leaf {
        if let Some(value) = self.value_of_end(game) {
            let node = Node::new(board_owners(game), Box::default());
            return Leaf { value, node };
        }
        let evaluation = self.evaluate(game, descent.color);
        self.leaf(game, descent, evaluation)
    }

    /// Returns the last position of a descent with this evaluation by the network.
    pub(super) fn leaf(&self, game: &Game, descent: &Descent, mut evaluation: Evaluation) -> Leaf {
        let (color, depth) = (descent.color, descent.path.len());
        judge_beside(&mut evaluation, game, color, self.playouts, self.seed);
        let is_over = depth > 0 && game.outcome().is_some();
        let edges = if is_over {
            Box::default()
        } else {
            self.edges(game, color, depth, &evaluation)
        };
        Leaf {
            value: self.seen_by(color, &evaluation),
            node: Node::new(owners(&evaluation, color), edges),
        }
    }

    /// Returns the root of a new tree, with one visit, and keeps Black's lead there.
    pub(super) fn root(&mut self) -> Node {
        let evaluation = self.evaluate(self.game, self.color);
        self.root_of(evaluation)
    }

    /// Returns the root of a new tree with this evaluation by the network, with one visit, and keeps
    /// Black's lead.
    pub(super) fn root_of(&mut self, mut evaluation: Evaluation) -> Node {
        let (game, color) = (self.game, self.color);
        judge_beside(&mut evaluation, game, color, self.playouts, self.seed);
        self.lead = self.seen_by(color, &evaluation).lead;
        let value = self.seen_by(color, &evaluation);
        let edges = self.edges(game, color, 0, &evaluation);
        let mut root = Node::new(owners(&evaluation, color), edges);
        root.end(&[], &value, None);
        root
    }

    /// Asks the network about a position under a symmetry that follows from the seed and the position.
    fn evaluate(&self, game: &Game, color: Color) -> Evaluation {
        let number = game.board().hash().value() ^ color as u64;
        let symmetries: Vec<_> = Symmetry::all(game.size()).collect();
        let drawn = RandomStream::new(self.seed, number).below(symmetries.len() as u64);
        let symmetry = symmetries[drawn.unwrap_or(0) as usize];
        Network::on(game.size()).evaluate_as(game, color, symmetry, KernelLevel::best())
    }

    /// Returns the value of an evaluation for a colour to move.
    fn seen_by(&self, color: Color, evaluation: &Evaluation) -> Value {
        let (win, lead) = (f64::from(evaluation.win), f64::from(evaluation.lead));
        match color {
            Color::Black => self.value(win, lead),
            Color::White => self.value(1.0 - win, -lead),
        }
    }

    /// Returns a value with its utility.
    fn value(&self, win: f64, lead: f64) -> Value {
        let more = (lead - self.lead) / self.game.size().area() as f64 * 8.0;
        // Nearly linear for a few points, and never beyond 1.
        let lead_utility = more / (1.0 + more.abs());
        Value {
            win,
            lead,
            utility: (2.0 * win - 1.0) * (1.0 - LEAD_SHARE) + lead_utility * LEAD_SHARE,
        }
    }

    /// Returns the moves of a position that the restrictions permit, likely ones first.
    fn edges(
        &self,
        game: &Game,
        color: Color,
        depth: usize,
        evaluation: &Evaluation,
    ) -> Box<[Edge]> {
        let turn = depth + 1;
        // A move that was asked for by name is considered, whatever the network thinks of it.
        let is_named = self.restrictions.names_moves(color, turn);
        let legal = if is_named {
            game.legal_points(color)
        } else {
            PointSet::EMPTY
        };
        let plays = game.size().iter().zip(&evaluation.policy);
        let plays = plays.filter(|&(point, &prior)| prior > 0.0 || legal.contains(point));
        let plays = plays.map(|(point, &prior)| Edge::new(Move::Play(point), prior));
        let pass = Edge::new(Move::Pass, evaluation.policy_of_pass());
        let moves = plays.chain([pass]);
        let permits = |edge: &Edge| self.restrictions.permits(color, edge.action, turn);
        let mut edges: Vec<_> = moves.filter(permits).collect();
        // The sort is stable, so that equal priors keep their order on every platform.
        edges.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        edges.into()
    }
}

/// Plays a move of the tree.
fn play(game: &mut Game, color: Color, action: Move) {
    game.play(color, action)
        .expect("the tree holds legal moves only");
}

/// Returns the owners of an evaluation for a colour to move, as nodes hold them.
fn owners(evaluation: &Evaluation, color: Color) -> Box<[i8]> {
    let unit = color.sign() as f32 * Node::OWNER_UNITS;
    let owners = evaluation.owners.iter();
    owners.map(|owner| (unit * owner) as i8).collect()
}

/// Returns the owners of a finished game, as nodes hold them.
fn board_owners(game: &Game) -> Box<[i8]> {
    let area = game.area();
    let owner =
        |point| 127 * (i8::from(area.black.contains(point)) - i8::from(area.white.contains(point)));
    game.size().iter().map(owner).collect()
}

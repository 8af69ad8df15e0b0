//! The tree: positions with the network's answers, and the choice between their moves.

use ponnuki_core::board::Color;
use ponnuki_core::game::Move;

/// How much the prior of a move counts beside its value, after few visits.
const EXPLORATION: f64 = 0.8;

/// How much more the prior counts after each doubling of the visits, from [`MANY_VISITS`] on.
const EXPLORATION_GROWTH: f64 = 0.3;
const MANY_VISITS: u32 = 500;

/// By how much a move without visits is worse than its position, when all priors have been
/// visited: the best moves come first.
pub(super) const UNVISITED_LOSS: f64 = 0.25;

/// What a descent that is under way counts for: a loss.
const PENDING_UTILITY: f64 = -1.0;

/// What a position is worth, from Black's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// The probability that Black wins, a tie counting as half a win.
    pub(super) win: f64,
    /// Black's lead in points, komi included.
    pub(super) lead: f64,
    /// What the search compares: from -1, a loss, to 1, a win, with a little for the lead.
    pub(super) utility: f64,
}

/// The sums of the values of all descents through a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) visits: u32,
    pub(super) win: f64,
    pub(super) lead: f64,
    pub(super) lead_square: f64,
    pub(super) utility: f64,
    pub(super) utility_square: f64,
}

impl Sums {
    fn add(&mut self, value: &Value) {
        self.visits += 1;
        self.win += value.win;
        self.lead += value.lead;
        self.lead_square += value.lead * value.lead;
        self.utility += value.utility;
        self.utility_square += value.utility * value.utility;
    }

    /// Returns the mean utility for a colour, or 0 without a visit.
    pub(super) fn utility_of(&self, color: Color) -> f64 {
        f64::from(color.sign()) * self.utility / f64::from(self.visits.max(1))
    }
}

/// A position that the network has been asked about, or the end of a game.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) sums: Sums,
    /// For each point, in the order of `BoardSize::iter`, how far it is Black's, in units of
    /// [`OWNER_UNITS`](Node::OWNER_UNITS).
    pub(super) owners: Box<[i8]>,
    /// The moves that the network expects, likely ones first; none at the end of a game.
    pub(super) edges: Box<[Edge]>,
}

/// A move from a node.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) action: Move,
    /// The probability that the network gives the move.
    pub(super) prior: f32,
    /// The descents through the move that are under way.
    pending: u16,
    pub(super) node: Option<Box<Node>>,
}

impl Edge {
    pub(super) const fn new(action: Move, prior: f32) -> Self {
        Self {
            action,
            prior,
            pending: 0,
            node: None,
        }
    }

    /// Returns the sums of the position after the move.
    pub(super) fn sums(&self) -> Sums {
        self.node.as_ref().map_or(Sums::default(), |node| node.sums)
    }
}

impl Node {
    /// The unit of the owners: a certain one has 127.
    pub(super) const OWNER_UNITS: f32 = 127.0;

    /// Creates a node without a visit.
    pub(super) fn new(owners: Box<[i8]>, edges: Box<[Edge]>) -> Self {
        Self {
            sums: Sums::default(),
            owners,
            edges,
        }
    }

    /// Returns the memory of this node alone, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.owners.len() + size_of_val(&*self.edges)
    }

    /// Returns the number of the move that the next descent follows, for a colour to move, or
    /// `None` if there is none. Moves without visits begin with the value of the position, less
    /// up to this loss.
    pub(super) fn most_urgent(&self, color: Color, unvisited_loss: f64) -> Option<usize> {
        let mut tried = 0;
        let mut tried_priors = 0.0;
        for edge in &self.edges {
            let visits = edge.sums().visits + u32::from(edge.pending);
            if visits > 0 {
                tried += visits;
                tried_priors += f64::from(edge.prior);
            }
        }
        let exploration = exploration(tried) * f64::from(tried.max(1)).sqrt();
        let unvisited = self.sums.utility_of(color) - unvisited_loss * tried_priors.sqrt();
        let mut best = None;
        for (number, edge) in self.edges.iter().enumerate() {
            let sums = edge.sums();
            let (visits, pending) = (f64::from(sums.visits), f64::from(edge.pending));
            let known = if sums.visits > 0 {
                sums.utility_of(color) * visits
            } else {
                unvisited
            };
            let value = (known + pending * PENDING_UTILITY) / (visits.max(1.0) + pending);
            let urgency = value + exploration * f64::from(edge.prior) / (1.0 + visits + pending);
            if best.is_none_or(|(_, most)| urgency > most) {
                best = Some((number, urgency));
            }
        }
        best.map(|(number, _)| number)
    }

    /// Marks the begin of a descent through a move.
    pub(super) fn begin(&mut self, number: usize) -> &mut Edge {
        let edge = &mut self.edges[number];
        edge.pending += 1;
        edge
    }

    /// Ends a descent along a path of moves: adds the value of its last position to all nodes,
    /// of which the last may be new.
    pub(super) fn end(&mut self, path: &[usize], value: &Value, last: Option<Self>) {
        self.sums.add(value);
        let Some((&number, rest)) = path.split_first() else {
            return;
        };
        let edge = &mut self.edges[number];
        edge.pending -= 1;
        if rest.is_empty() && edge.node.is_none() {
            edge.node = last.map(Box::new);
            if let Some(node) = &mut edge.node {
                node.sums.add(value);
            }
        } else if let Some(node) = &mut edge.node {
            node.end(rest, value, last);
        }
    }

    /// Adds up the owners of all positions below and at this node, each once.
    pub(super) fn add_owners(&self, sums: &mut [i64]) -> u32 {
        for (sum, &owner) in sums.iter_mut().zip(&self.owners) {
            *sum += i64::from(owner);
        }
        let below = self.edges.iter().filter_map(|edge| edge.node.as_ref());
        1 + below.map(|node| node.add_owners(sums)).sum::<u32>()
    }

    /// Returns the memory of this node and all below it, in bytes.
    pub(super) fn all_bytes(&self) -> usize {
        let below = self.edges.iter().filter_map(|edge| edge.node.as_ref());
        self.bytes() + below.map(|node| node.all_bytes()).sum::<usize>()
    }

    /// Drops all nodes below those with fewer visits than these.
    pub(super) fn prune(&mut self, visits: u32) {
        for edge in &mut self.edges {
            let Some(node) = &mut edge.node else { continue };
            if node.sums.visits >= visits {
                node.prune(visits);
            } else {
                for below in &mut node.edges {
                    below.node = None;
                }
            }
        }
    }

    /// Returns the move with most visits, if any.
    pub(super) fn most_visited(&self) -> Option<&Edge> {
        let visited = self.edges.iter().filter(|edge| edge.node.is_some());
        // The first of equal ones is the likeliest.
        visited.rev().max_by_key(|edge| edge.sums().visits)
    }
}

/// Returns how much the priors count after this many visits. The logarithm is a straight line
/// between powers of two, so that it has the same bits on every platform.
fn exploration(visits: u32) -> f64 {
    let doublings = (f64::from(visits) / f64::from(MANY_VISITS) + 1.0).max(1.0);
    let whole = doublings.to_bits() >> 52 & 0x7ff;
    let power = f64::from_bits(whole << 52);
    let log = (whole as f64 - 1023.0) + (doublings / power - 1.0);
    EXPLORATION + EXPLORATION_GROWTH * log
}

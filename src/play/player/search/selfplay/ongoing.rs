//! A game that goes on beside others, and the question that it waits with.

use crate::network::{Answer, Evaluation, Question};
use crate::player::Restrictions;
use crate::player::search::descent::{Descent, Search};
use crate::player::search::playouts::PLAYOUTS;
use crate::player::search::tree::{Edge, Node, UNVISITED_LOSS};
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move};
use ponnuki_core::random::RandomStream;

use super::gumbel::{Root, noise, schedule};
use super::record::{place_of, record};
use super::sample::{Open, Sample, result};
use super::{SelfPlayCounts, SelfPlayOptions, begin, fraction};

/// A move is decided if the search gives one side at least this probability of a win.
const DECIDED_WIN: f64 = 0.97;
/// After more decided moves in a row than these, a game is played out quickly.
const DECIDED_MOVES: u32 = 6;
/// The most visits of a move that is then played.
const DECIDED_VISITS: u32 = 6;

/// The share of the moves with few visits that teach winner, lead and owners.
const QUICK_SHARE: f64 = 0.12;
/// The share of the late moves of a game by the policy alone that teach winner, lead and owners.
const POLICY_GAME_SHARE: f64 = 1.0 / 40.0;
/// A move of such a game is late if at least this share of the points has stones. How the game ends
/// says little about its opening.
const POLICY_GAME_STONES: f64 = 0.3;
/// How far the likelier moves of such a game are preferred: 1 draws them as the policy says.
const POLICY_SHARPNESS: f64 = 1.4;
/// The share of the samples that are kept once a game is decided.
const DECIDED_SHARE: f64 = 0.3;

static NO_RESTRICTIONS: Restrictions = Restrictions(Vec::new());

/// What a finished game leaves behind.
pub(super) struct End {
    pub(super) samples: Vec<Sample>,
    /// The game as a line of text, if it began on an empty board.
    pub(super) record: Option<String>,
}

/// A game and the search of its next move.
pub(super) struct OngoingGame {
    options: SelfPlayOptions,
    stream: RandomStream,
    /// The networks change colours with it.
    number: u64,
    /// The position of the game.
    game: Game,
    /// The same, or while a descent waits, its last position.
    leaf: Game,
    /// The moves that are still to be drawn from the policy.
    random_moves: u32,
    /// Whether the policy plays the game alone, without a search.
    is_by_policy: bool,
    teaches_policy: bool,
    /// The visits of this move that are left, the next one last.
    schedule: Vec<u32>,
    noise: Vec<f64>,
    root: Option<RootNode>,
    /// What waits for an answer below the root; without it, the root itself does.
    descent: Option<Descent>,
    question: Question,
    samples: Vec<Open>,
    decided_moves: u32,
    counts: SelfPlayCounts,
    end: Option<End>,
}

struct RootNode {
    node: Node,
    /// Black's lead there.
    lead: f64,
    /// What the network says of the root itself, for the side to move.
    utility: f64,
    question: Question,
}

impl RootNode {
    /// Returns what the choice between the moves needs, for a colour to move.
    fn choice<'a>(&'a self, color: Color, noise: &'a [f64]) -> Root<'a> {
        let (node, utility) = (&self.node, self.utility);
        Root {
            node,
            color,
            noise,
            utility,
        }
    }
}

impl OngoingGame {
    pub(super) fn new(options: &SelfPlayOptions, seed: u64, number: u64, images: &[usize]) -> Self {
        let mut stream = RandomStream::new(seed, number);
        let (game, random_moves) = Self::begin(options, &mut stream);
        let question = Question::new(&game, game.to_move(), images);
        let mut ongoing = Self {
            options: options.clone(),
            leaf: game.clone(),
            game,
            stream,
            number,
            random_moves,
            is_by_policy: false,
            teaches_policy: false,
            schedule: Vec::new(),
            noise: Vec::new(),
            root: None,
            descent: None,
            question,
            samples: Vec::new(),
            decided_moves: 0,
            counts: SelfPlayCounts::default(),
            end: None,
        };
        if options.is_staggered {
            let most = options.size.area() as u64 * 3 / 5;
            ongoing.random_moves += ongoing.stream.below(most).unwrap_or(0) as u32;
        }
        ongoing.draw_kind();
        ongoing.plan();
        ongoing
    }

    /// Decides whether the policy plays the game alone.
    fn draw_kind(&mut self) {
        let is_match = self.options.is_match;
        self.is_by_policy = !is_match && fraction(self.stream.bits()) < self.options.policy_share;
    }

    fn begin(options: &SelfPlayOptions, stream: &mut RandomStream) -> (Game, u32) {
        if options.is_match {
            begin::match_game(options.size)
        } else {
            begin::game(options.size, stream)
        }
    }

    /// Returns the question that waits for an answer.
    pub(super) fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the number of the network that is asked.
    pub(super) fn judge(&self) -> usize {
        let is_first = (self.game.to_move() == Color::Black) == self.number.is_multiple_of(2);
        usize::from(self.options.is_match && !is_first)
    }

    pub(super) fn take_counts(&mut self) -> SelfPlayCounts {
        std::mem::take(&mut self.counts)
    }

    pub(super) fn take_end(&mut self) -> Option<End> {
        self.end.take()
    }

    /// Takes the answer to the question, and goes on to the next one.
    pub(super) fn answer(&mut self, answer: &Answer, images: &[usize]) {
        self.counts.evaluations += 1;
        match self.descent.take() {
            Some(descent) => self.end_descent(&descent, answer, images),
            None => self.begin_tree(answer, images),
        }
        if !self.descend() {
            self.make_move();
        }
        let color = self.color_asked();
        self.question = Question::new(&self.leaf, color, images);
    }

    /// Returns the side to move in the position that waits for an answer.
    fn color_asked(&self) -> Color {
        let descent = self.descent.as_ref();
        descent.map_or(self.game.to_move(), |descent| descent.color)
    }

    /// Begins the tree of a move with the answer about its root.
    fn begin_tree(&mut self, answer: &Answer, images: &[usize]) {
        let color = self.game.to_move();
        let evaluation = Evaluation::new(&self.game, color, images, &self.question, answer);
        let mut search = search(&self.game, self.number, 0.0);
        let node = search.root_of(evaluation);
        self.noise = if self.options.is_match {
            vec![0.0; node.edges.len()]
        } else {
            noise(&mut self.stream, node.edges.len())
        };
        self.root = Some(RootNode {
            utility: node.sums.utility_of(color),
            lead: search.lead,
            question: self.question.clone(),
            node,
        });
    }

    /// Adds the last position of a descent to the tree, with the answer about it.
    fn end_descent(&mut self, descent: &Descent, answer: &Answer, images: &[usize]) {
        let Some(root) = &mut self.root else { return };
        let (color, question) = (descent.color, &self.question);
        let evaluation = Evaluation::new(&self.leaf, color, images, question, answer);
        let search = search(&self.game, self.number, root.lead);
        let leaf = search.leaf(&self.leaf, descent, evaluation);
        self.leaf.undo_to(self.game.turns().len());
        root.node.end(&descent.path, &leaf.value, Some(leaf.node));
    }

    /// Descends until a position needs an answer. Returns false once no visits are left.
    fn descend(&mut self) -> bool {
        let Some(root) = &mut self.root else {
            return false;
        };
        let search = search(&self.game, self.number, root.lead);
        while let Some(visits) = self.schedule.pop() {
            let choice = root.choice(search.color, &self.noise).next(visits);
            let descent = search.select(&mut root.node, &mut self.leaf, choice);
            let Some(value) = search.value_of_end(&self.leaf) else {
                self.descent = Some(descent);
                return true;
            };
            let last = descent
                .is_new
                .then(|| Node::new(Box::default(), Box::default()));
            self.leaf.undo_to(self.game.turns().len());
            root.node.end(&descent.path, &value, last);
        }
        false
    }

    /// Decides how many visits the next move gets.
    fn plan(&mut self) {
        self.root = None;
        self.teaches_policy = false;
        self.schedule.clear();
        if self.random_moves > 0 || self.is_by_policy {
            return;
        }
        let options = &self.options;
        let drawn = fraction(self.stream.bits()) < options.teaching_share;
        self.teaches_policy = drawn && !options.is_match;
        let (visits, considered) = if self.teaches_policy {
            (options.visits, options.considered)
        } else if self.decided_moves > DECIDED_MOVES {
            (
                options.quick_visits.min(DECIDED_VISITS),
                options.quick_considered,
            )
        } else {
            (options.quick_visits, options.quick_considered)
        };
        self.schedule = schedule(visits, considered);
        self.schedule.reverse();
    }

    /// Plays the move that the search has found, and begins the next game if this one is over.
    fn make_move(&mut self) {
        let Some(root) = self.root.take() else { return };
        let color = self.game.to_move();
        let number = if self.random_moves > 0 {
            self.random_moves -= 1;
            self.drawn(&root.node, 1.0, |edge| edge.action != Move::Pass)
        } else if self.is_by_policy {
            let is_late = self.game.board().stone_share() >= POLICY_GAME_STONES;
            if is_late && fraction(self.stream.bits()) < POLICY_GAME_SHARE {
                self.add_sample(root.question.clone(), &root.node, &[]);
            }
            self.drawn(&root.node, POLICY_SHARPNESS, |_| true)
        } else {
            let choice = root.choice(color, &self.noise);
            let (number, policy) = (choice.choice(), choice.improved_policy());
            self.keep_sample(root.question.clone(), &root.node, &policy);
            number
        };
        let action = number.map_or(Move::Pass, |number| root.node.edges[number].action);
        for game in [&mut self.game, &mut self.leaf] {
            game.play(color, action)
                .expect("the tree holds legal moves only");
        }
        if self.game.outcome().is_some() || self.game.turns().len() >= self.options.max_moves() {
            self.finish();
        }
        self.plan();
    }

    /// Draws one of the moves that may be drawn from the policy, likely ones the more often the sharper.
    fn drawn(
        &mut self,
        node: &Node,
        sharpness: f64,
        may_be_drawn: fn(&Edge) -> bool,
    ) -> Option<usize> {
        let edges = || node.edges.iter().enumerate();
        let moves = || edges().filter(|(_, edge)| may_be_drawn(edge));
        let weight = |edge: &Edge| f64::from(edge.prior).powf(sharpness);
        let sum: f64 = moves().map(|(_, edge)| weight(edge)).sum();
        let mut left = fraction(self.stream.bits()) * sum;
        let drawn = moves().find(|(_, edge)| {
            left -= weight(edge);
            left < 0.0
        });
        drawn.or_else(|| moves().next()).map(|(number, _)| number)
    }

    /// Keeps the position as a sample if it is to teach, given the policy in the order of the edges.
    fn keep_sample(&mut self, question: Question, root: &Node, policy: &[f64]) {
        let color = self.game.to_move();
        let win = win_of(root, color);
        let is_decided = win.max(1.0 - win) >= DECIDED_WIN;
        self.decided_moves = if is_decided {
            self.decided_moves + 1
        } else {
            0
        };
        let mut draw = || fraction(self.stream.bits());
        let is_drawn = self.teaches_policy || draw() < QUICK_SHARE;
        let is_open = self.decided_moves <= DECIDED_MOVES;
        if self.options.is_match || !is_drawn || !(is_open || draw() < DECIDED_SHARE) {
            return;
        }
        self.add_sample(question, root, policy);
    }

    fn add_sample(&mut self, question: Question, root: &Node, policy: &[f64]) {
        let color = self.game.to_move();
        let win = win_of(root, color);
        let size = self.game.size();
        let mut probabilities = vec![0.0; size.area() + 1];
        for (edge, &probability) in root.edges.iter().zip(policy) {
            probabilities[place_of(size, edge.action)] = probability as f32;
        }
        self.samples.push(Open {
            color,
            question,
            policy: probabilities,
            teaches_policy: self.teaches_policy,
            win: win as f32,
        });
    }

    /// Counts the game, leaves its samples, and begins the next one.
    fn finish(&mut self) {
        let lead = self.game.score().value();
        let lead_of_first = if self.number.is_multiple_of(2) {
            lead
        } else {
            -lead
        };
        self.counts.games += 1;
        self.counts.moves += self.game.turns().len() as u64;
        self.counts.won += f64::from(result(lead_of_first));
        let samples = self
            .samples
            .drain(..)
            .map(|sample| sample.close(&self.game));
        self.end = Some(End {
            samples: samples.collect(),
            record: record(&self.game),
        });
        self.decided_moves = 0;
        self.number += 1;
        (self.game, self.random_moves) = Self::begin(&self.options, &mut self.stream);
        self.leaf = self.game.clone();
        self.draw_kind();
    }
}

/// Returns how likely a colour wins at a root, by the mean of its visits.
fn win_of(root: &Node, color: Color) -> f64 {
    let black_wins = root.sums.win / f64::from(root.sums.visits.max(1));
    if color == Color::Black {
        black_wins
    } else {
        1.0 - black_wins
    }
}

/// Returns the search of the next move of a game in which Black has this lead.
fn search(game: &Game, seed: u64, lead: f64) -> Search<'_> {
    Search {
        game,
        color: game.to_move(),
        restrictions: &NO_RESTRICTIONS,
        seed,
        playouts: PLAYOUTS,
        lead,
        root_loss: UNVISITED_LOSS,
    }
}

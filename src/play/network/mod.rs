//! A small network that judges a position at a glance.
//!
//! It is a residual tower of convolutions over planes of points, with heads for the next move, the
//! winner, the lead and the owner of each point.
//!
//! All layers compute with whole numbers, and the few functions after them with operations that
//! IEEE 754 defines to the bit, so an evaluation is the same on every platform.
//!
//! Read `planes.rs` (what the network sees), `komi.rs` (and what it is not told), `tower.rs` (the layers), `weights.rs` (their file) and
//! `simd.rs` (the products, for each kind of processor).

pub mod bench;
mod komi;
mod planes;
mod simd;
#[cfg(test)]
mod tests;
mod tower;
mod weights;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use ponnuki_core::board::{BoardSize, Color, Point, Symmetry};
use ponnuki_core::game::Game;
use ponnuki_core::rules::Scoring;
use ponnuki_core::threads::on_threads;

pub use simd::KernelLevel;

pub(crate) use planes::{Question, images};
pub(crate) use tower::Answer;

use simd::dispatch;
use tower::Evaluate;
use weights::Weights;

/// A file of weights, where numbers of any size may be read.
#[repr(C, align(64))]
struct Aligned<T: ?Sized>(T);

/// The weights, and whether they have learned what komi changes.
static FILES: &[(&Aligned<[u8]>, bool)] = &[
    (&Aligned(*include_bytes!("weights/b6c64.bin")), true),
    (&Aligned(*include_bytes!("weights/b6c64-large.bin")), false),
];

static BUILT_IN: LazyLock<Vec<Network<'static>>> = LazyLock::new(|| {
    let networks = FILES.iter().map(|&(file, knows_komi)| {
        Some(Network {
            knows_komi,
            ..Network::read(&file.0)?
        })
    });
    networks
        .collect::<Option<_>>()
        .expect("the tests read the weights")
});

/// What [`Network::use_file`] was given.
static CHOSEN: OnceLock<Network<'static>> = OnceLock::new();

/// The units of a logit of the policy and of an owner.
pub(crate) const POINT_UNITS: f32 = 1024.0;
/// The units of the logit of a win, and of the lead in [`LEAD_POINTS`].
pub(crate) const VALUE_UNITS: f32 = 4096.0;
/// What the network learns as a lead of one.
const LEAD_POINTS: f32 = 20.0;

/// The layers of a network with their weights.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::network::Network;
/// use ponnuki::{BoardSize, Color, Game, Komi, Rules};
///
/// let size = BoardSize::square(7)?;
/// // The first move is worth something, but not 20 points.
/// for (komi, black_leads) in [("0", true), ("20", false)] {
///     let game = Game::new(size, Rules::default(), komi.parse::<Komi>()?);
///     let evaluation = Network::on(size).evaluate(&game, Color::Black);
///     assert_eq!(evaluation.lead > 0.0, black_leads);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Network<'a> {
    weights: Weights<'a>,
    knows_komi: bool,
}

impl Network<'static> {
    /// Returns the networks in the binary, the one for small boards first.
    pub fn built_in() -> &'static [Self] {
        &BUILT_IN
    }

    /// Iterates over the networks that players ask: the one that was given to
    /// [`use_file`](Self::use_file), if any, and those in the binary.
    pub fn in_use() -> impl Iterator<Item = &'static Self> {
        CHOSEN.get().into_iter().chain(Self::built_in())
    }

    /// Returns the network that players ask on boards of this size: the one that
    /// [`knows`](Self::knows) them, or else the one that knows the most similar ones.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::BoardSize;
    /// use ponnuki::network::Network;
    ///
    /// let [small, large] = [9, 13].map(BoardSize::square);
    /// let (small, large) = (small?, large?);
    /// assert!(Network::on(small).knows(small));
    /// assert!(!Network::on(small).knows(large));
    /// # Ok::<(), ponnuki::board::UnacceptableSize>(())
    /// ```
    pub fn on(size: BoardSize) -> &'static Self {
        let distance = |network: &&Self| {
            let (area, areas) = (size.area(), &network.weights.areas);
            area.abs_diff(area.clamp(*areas.start(), *areas.end()))
        };
        let nearest = Self::in_use().min_by_key(distance);
        nearest.unwrap_or(&Self::built_in()[0])
    }

    /// Lets all players of this process ask the network of a file of weights from now on, on the
    /// boards that it knows. Returns false, and changes nothing, if [`read`](Self::read) refuses the
    /// file, or if one was given before.
    pub fn use_file(file: &[u8]) -> bool {
        let mut words = vec![0_u64; file.len().div_ceil(size_of::<u64>())];
        bytemuck::cast_slice_mut(&mut words)[..file.len()].copy_from_slice(file);
        // Players may ask until the process ends.
        let words: &'static [u64] = words.leak();
        let network = Self::read(&bytemuck::cast_slice(words)[..file.len()]);
        network.is_some_and(|network| CHOSEN.set(network).is_ok())
    }

    /// Evaluates many positions on this number of threads, in their order, each by the network
    /// [on](Self::on) its board. The evaluations do not depend on the number of threads.
    pub fn evaluate_all(positions: &[(&Game, Color)], threads: usize) -> Vec<Evaluation> {
        let next = AtomicUsize::new(0);
        let parts = on_threads(threads, || {
            let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            let questions = numbers.map_while(|number| Some((number, positions.get(number)?)));
            let evaluate = |(number, &(game, to_move)): (usize, &(&Game, Color))| {
                (number, Self::on(game.size()).evaluate(game, to_move))
            };
            questions.map(evaluate).collect::<Vec<_>>()
        });
        let mut all: Vec<_> = parts.into_iter().flatten().collect();
        all.sort_by_key(|&(number, _)| number);
        all.into_iter().map(|(_, evaluation)| evaluation).collect()
    }
}

impl<'a> Network<'a> {
    /// Reads a network from a file of weights, which begins at a multiple of four bytes. Returns
    /// `None` if the file is none, or one of another version.
    ///
    /// `scripts/learn` makes such files. The weights are used where they lie.
    pub fn read(file: &'a [u8]) -> Option<Self> {
        let weights = Weights::read(file)?;
        Some(Self {
            weights,
            knows_komi: true,
        })
    }

    /// Returns how the weights were made, in words.
    pub fn record(&self) -> &str {
        self.weights.record
    }

    /// Returns whether the network has learned boards of about this size, and is to judge there.
    pub fn knows(&self, size: BoardSize) -> bool {
        self.weights.areas.contains(&size.area())
    }

    /// Evaluates the position of a game, under its rules and komi, with a colour to move.
    pub fn evaluate(&self, game: &Game, to_move: Color) -> Evaluation {
        let upright = Symmetry::default();
        self.evaluate_as(game, to_move, upright, KernelLevel::best())
    }

    /// Evaluates the image of a position under a symmetry of its board, with the instructions of
    /// a level, or without vectors if the processor lacks them. The level does not change the
    /// evaluation; the symmetry does a little.
    pub fn evaluate_as(
        &self,
        game: &Game,
        to_move: Color,
        symmetry: Symmetry,
        level: KernelLevel,
    ) -> Evaluation {
        self.ask(game, to_move, symmetry, level, self.knows_komi)
    }

    /// Evaluates a position as [`evaluate`](Self::evaluate) does, but also tells the komi to networks
    /// that have not learned what it changes. Their policy depends on it, though their lead is wrong.
    pub(crate) fn evaluate_told(&self, game: &Game, to_move: Color) -> Evaluation {
        let upright = Symmetry::default();
        self.ask(game, to_move, upright, KernelLevel::best(), true)
    }

    fn ask(
        &self,
        game: &Game,
        to_move: Color,
        symmetry: Symmetry,
        level: KernelLevel,
        tells_komi: bool,
    ) -> Evaluation {
        let images = images(game.size(), symmetry);
        let mut question = Question::new(game, to_move, &images);
        if !tells_komi {
            question.tell_usual_komi(game, to_move);
        }
        let answer = self.answer(&question, level);
        Evaluation::new(game, to_move, &images, &question, &answer)
    }

    /// Answers a question, without regard to what the rules have decided.
    pub(crate) fn answer(&self, question: &Question, level: KernelLevel) -> Answer {
        let weights = &self.weights;
        dispatch(Evaluate { weights, question }, level)
    }
}

/// What the network says about a position. All of it is an estimate.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::board::diagram;
/// use ponnuki::network::Network;
/// use ponnuki::{Color, Game, Komi, Rules};
///
/// let board = diagram::parse("......./.XXX.../.XOOX../..OOX../..XX.../......./.......")?;
/// let size = board.size();
/// let mut game = Game::new(size, Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let evaluation = Network::on(size).evaluate(&game, Color::Black);
/// let best = size.iter().max_by(|&a, &b| {
///     evaluation.policy_of(a).total_cmp(&evaluation.policy_of(b))
/// });
/// // Black captures at B4, and then owns the points of the white stones.
/// assert_eq!(best, size.point_named("B4"));
/// assert!(evaluation.owner_of(size.point_named("C5").unwrap()) > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The size of the board.
    pub size: BoardSize,
    /// The probability that each point is the best play, in the order of [`BoardSize::iter`], and
    /// last the probability of a pass. Illegal plays and true eyes have 0; the sum is 1.
    pub policy: Vec<f32>,
    /// The probability that the colour to move wins, from 0 to 1.
    pub win: f32,
    /// By how many points the colour to move leads, komi included.
    pub lead: f32,
    /// The expected owner of each point, in the order of [`BoardSize::iter`]: from -1 for the
    /// opponent to 1 for the colour to move.
    pub owners: Vec<f32>,
}

impl Evaluation {
    /// Returns what the answer to a question about a game says, with what the question has left out. An
    /// answer may lack owners.
    pub(crate) fn new(
        game: &Game,
        to_move: Color,
        images: &[usize],
        question: &Question,
        answer: &Answer,
    ) -> Self {
        let legal = game.legal_points(to_move);
        let plays = game.size().iter().zip(images);
        let is_play = |point, place| question.is_play(place) && legal.contains(point);
        let logits =
            plays.map(|(point, &place)| is_play(point, place).then(|| answer.policy[place]));
        let logits: Vec<_> = logits.chain([answer.policy.last().copied()]).collect();
        // Relative to the largest, so that nothing overflows.
        let largest = logits.iter().flatten().copied().max().unwrap_or(0);
        let weight = |logit: i32| exp((logit - largest) as f32 / POINT_UNITS);
        let mut policy: Vec<_> = logits
            .iter()
            .map(|logit| logit.map_or(0.0, weight))
            .collect();
        let sum: f32 = policy.iter().sum();
        for probability in &mut policy {
            *probability /= sum;
        }
        let owners = images.iter().filter_map(|&place| answer.owners.get(place));
        let owner = |&logit: &i32| 2.0 * logistic(logit as f32 / POINT_UNITS) - 1.0;
        let (least, most) = possible_leads(game, to_move);
        // What the board has decided need not be guessed.
        let win = if least > 0.0 {
            1.0
        } else if most < 0.0 {
            0.0
        } else {
            logistic(answer.win as f32 / VALUE_UNITS + question.untold.logit)
        };
        let lead = answer.lead as f32 / VALUE_UNITS * LEAD_POINTS + question.untold.lead;
        Self {
            size: game.size(),
            policy,
            win,
            lead: lead.clamp(least, most),
            owners: owners.map(owner).collect(),
        }
    }

    /// Returns the probability that a play on a point is the best move.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn policy_of(&self, point: Point) -> f32 {
        self.policy[self.place(point)]
    }

    /// Returns the probability that a pass is the best move.
    pub fn policy_of_pass(&self) -> f32 {
        self.policy[self.size.area()]
    }

    /// Returns the expected owner of a point: from -1 for the opponent to 1 for the colour to move.
    ///
    /// # Panics
    ///
    /// If the point is not on the board.
    pub fn owner_of(&self, point: Point) -> f32 {
        self.owners[self.place(point)]
    }

    fn place(&self, point: Point) -> usize {
        let at = self.size.coordinates(point);
        usize::from(at.row) * self.size.width() + usize::from(at.column)
    }
}

/// Returns the smallest and the largest lead of a colour that the rules allow. By territory a play
/// in one's own territory costs a point, so there is no limit.
fn possible_leads(game: &Game, color: Color) -> (f32, f32) {
    let gain = (f64::from(color.sign()) * game.compensation()) as f32;
    let area = game.size().area() as f32;
    match game.rules().scoring {
        Scoring::Area => (gain - area, gain + area),
        Scoring::Territory => (f32::MIN, f32::MAX),
    }
}

/// Returns the weight with which a move of this probability is drawn: in proportion to the
/// probability to the power of 1.5, so that a likely move is drawn more often than the network expects
/// it. Roots and products are the same on every machine, unlike powers.
pub(crate) fn sharpened(probability: f32) -> u64 {
    const UNIT: f64 = (1_u64 << 40) as f64;
    let probability = f64::from(probability);
    (probability * probability.sqrt() * UNIT) as u64
}

/// Returns `1 / (1 + e^-x)`.
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Returns e to the power of `x`, limited to 80, with an error below 2e-7 of the result. The same
/// bits on every platform, unlike `f32::exp`.
fn exp(x: f32) -> f32 {
    let exponent = x.clamp(-80.0, 80.0) * std::f32::consts::LOG2_E;
    let whole = exponent.round();
    let y = (exponent - whole) * std::f32::consts::LN_2;
    // The series of e^y up to y^6, for |y| < 0.35.
    let series = [
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ];
    let fraction = series.into_iter().fold(0.0, |sum, factor| sum * y + factor);
    fraction * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

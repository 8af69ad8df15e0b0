//! The likely owner of each point, and the dead chains, from playouts. These are estimates,
//! not exact: [`pass_alive`](ponnuki_core::board::pass_alive()) is exact.

mod batch;
mod chains;
mod clear;
mod corrected;
mod count;
mod endings;
mod reading;

use std::ops::Range;

use ponnuki_core::board::{
    Area, Board, BoardSize, ByColor, Color, PassAlive, Point, PointSet, area, named_enum,
    pass_alive,
};
use ponnuki_core::game::{Game, JudgedStones, Move, Phase};
use ponnuki_core::rules::Score;

pub(crate) use batch::playout_start;
pub use chains::{ChainEstimate, ChainStatus};

use corrected::CorrectedCounts;

named_enum! {
    /// The playouts that an estimate counts.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::estimate::{Estimate, EstimateOptions, EstimatePolicy};
    /// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
    ///
    /// // Black to move takes four stones; random games often forget to.
    /// let board = diagram::parse("......./.XXX.../.XOOX../..OOX../..XX.../......./.......")?;
    /// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
    /// game.set_up(board.position(), Color::Black)?;
    /// let white = board.size().point_named("C4").ok_or("no such point")?;
    /// let [tactical, uniform] = EstimatePolicy::ALL.map(|policy| {
    ///     let options = EstimateOptions { policy, ..EstimateOptions::picture(1) };
    ///     Estimate::new(&game, &options).ownership(white)
    /// });
    /// assert!(tactical > uniform);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EstimatePolicy {
        /// Answers ataris, and avoids self-atari of two or more stones.
        ///
        /// So it keeps sekis.
        #[default]
        Tactical = "tactical",
        /// Plays uniformly at random.
        ///
        /// These playouts run in lockstep.
        Uniform = "uniform",
    }
}

named_enum! {
    /// The stones that are removed before the area is counted.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
    /// use ponnuki::estimate::{DeadStones, dead_stones};
    /// use ponnuki::{Color, Game, Komi, Preset, board::diagram};
    ///
    /// let board = diagram::parse(".X.XX/XXXXX/XXX../XXXO./XXX..")?;
    /// let mut game = Game::new(board.size(), Preset::Chinese.rules(), Komi::default());
    /// game.set_up(board.position(), Color::Black)?;
    /// let option: DeadStones = "estimate".parse()?;
    /// if option.needs_estimate(&game) {
    ///     game.decide_dead(dead_stones(&game));
    /// }
    /// assert_eq!(game.score().to_string(), "B+17.5");
    /// assert!(!option.needs_estimate(&game));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DeadStones {
        /// Those marked by a command.
        Marked = "marked",
        /// Those that an estimate finds dead, unless some are marked.
        ///
        /// The estimate is an [`Estimate`]. A command that clears the marks counts as one that
        /// marks.
        Estimated = "estimate",
    }
}

impl DeadStones {
    /// Returns whether the dead stones of this game are left to an estimate. Those that are
    /// not captured in the second clean-up live.
    pub fn needs_estimate(self, game: &Game) -> bool {
        self == Self::Estimated && !game.is_dead_decided() && game.phase() != Phase::SecondCleanup
    }
}

/// The colour that moves first in the playouts.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{Estimate, EstimateOptions, First};
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// // Only C3 is left, and it is Black's turn.
/// let board = diagram::parse(".XXO./X.XOO/XX.O./.XXOO/XXXO.")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let scores = [First::Natural, First::Both].map(|first| {
///     let options = EstimateOptions { first, ..EstimateOptions::picture(1) };
///     Estimate::new(&game, &options).score().to_string()
/// });
/// assert_eq!(scores, ["W+2.5", "W+3.5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The colour to move. After a pass, each colour in half of the playouts,
    /// because a player who passes expects no further gain.
    #[default]
    Natural,
    /// Each colour in half of the playouts, for a game assumed to be over.
    Both,
}

/// When the playouts of an estimate stop.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{Estimate, EstimateOptions, Stop};
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// // Nothing is left to play for, so a few playouts show it.
/// let board = diagram::parse(".X.XO.O./XXXXOOOO")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let options = EstimateOptions { stop: Stop::WhenClear, ..EstimateOptions::picture(1) };
/// assert!(Estimate::new(&game, &options).playouts() < options.playouts / 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// After the full number of playouts.
    #[default]
    AtNumber,
    /// As soon as the status of every chain is clear, or too many points are open for a
    /// game near its end. The playouts never exceed their full number, and the parts
    /// around chains that they leave in doubt are read.
    WhenClear,
}

/// The settings of an estimate.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{Estimate, EstimateOptions};
/// use ponnuki::{BoardSize, Game, Komi, Rules};
///
/// // What a user asks for, within limits.
/// let asked = "300".parse()?;
/// let options = EstimateOptions {
///     playouts: EstimateOptions::MAX_PLAYOUTS.min(asked),
///     ..EstimateOptions::picture(1)
/// };
/// let game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::default());
/// assert_eq!(Estimate::new(&game, &options).playouts(), 300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateOptions {
    /// The full number of playouts; 0 counts as 1.
    pub playouts: u64,
    /// When the playouts stop.
    pub stop: Stop,
    /// The seed of the playouts.
    pub seed: u64,
    /// The colour that moves first.
    pub first: First,
    /// The kind of playouts.
    pub policy: EstimatePolicy,
    /// Whether the network decides about the chains that the playouts leave in doubt near the end
    /// of a game, in games from the position on.
    pub plays_on: bool,
}

impl EstimateOptions {
    /// The most playouts that GTP and the packages for other languages accept. They take some
    /// seconds on 19x19.
    pub const MAX_PLAYOUTS: u64 = 20_000;

    /// Returns settings that find dead chains as if the game were over. That takes
    /// a few milliseconds in a finished game, and a second or two of processor time if chains of
    /// a large board are unclear.
    pub const fn status(seed: u64) -> Self {
        Self {
            plays_on: true,
            ..Self::quick_status(seed)
        }
    }

    /// Returns settings that find dead chains with playouts alone. That takes at most about a
    /// tenth of a second.
    pub const fn quick_status(seed: u64) -> Self {
        Self {
            playouts: 2_048,
            stop: Stop::WhenClear,
            seed,
            first: First::Both,
            policy: EstimatePolicy::Tactical,
            plays_on: false,
        }
    }

    /// Returns settings that show whether every point [is
    /// settled](Estimate::is_settled), as if the game were over.
    pub const fn settlement(seed: u64) -> Self {
        Self {
            playouts: 128,
            stop: Stop::AtNumber,
            ..Self::quick_status(seed)
        }
    }

    /// Returns settings for a map of the ownership with a standard error of at
    /// most 0.03 at every point.
    pub const fn picture(seed: u64) -> Self {
        Self {
            playouts: 1_000,
            stop: Stop::AtNumber,
            first: First::Natural,
            ..Self::quick_status(seed)
        }
    }
}

/// An estimate of the result of a game: ownership, score, and the status of
/// each chain.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{Estimate, EstimateOptions};
/// use ponnuki::{Color, Game, Komi, Move, Rules, board::diagram};
///
/// let board = diagram::parse(".XXO./X.XOO/XX.O./.XXOO/XXXO.")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let estimate = |game: &Game| Estimate::new(game, &EstimateOptions::settlement(1));
/// assert!(!estimate(&game).is_settled());
/// // Black takes the last point that is open.
/// let open = board.size().point_named("C3").ok_or("no such point")?;
/// game.play(Color::Black, Move::Play(open))?;
/// assert!(estimate(&game).is_settled());
/// assert_eq!(estimate(&game).score().to_string(), "W+2.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimate {
    game: Game,
    counts: CorrectedCounts,
    life: ByColor<PassAlive>,
    chains: Vec<ChainEstimate>,
}

impl Estimate {
    /// Estimates the current position of a game. The same options and the same
    /// game give the same estimate on every machine.
    ///
    /// The score includes komi and the handicap bonus. The playouts use the
    /// simple ko rule, which also restricts their first move, and never play
    /// suicide, regardless of the rules of the game.
    #[expect(clippy::missing_panics_doc, reason = "nothing stops the playouts")]
    pub fn new(game: &Game, options: &EstimateOptions) -> Self {
        let estimate = Self::unless_stopped(game, options, &|| false);
        estimate.expect("nothing stops the playouts")
    }

    /// Estimates the current position like [`new`](Self::new), or returns `None` once
    /// `is_stopped` returns true. All threads call it before every playout.
    pub fn unless_stopped(
        game: &Game,
        options: &EstimateOptions,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let life = pass_alive(game.board(), game.rules().suicide);
        let chains = game.board().chains();
        let counts = count::count(game, options, &life, &chains, is_stopped)?;
        let read = match options.stop {
            Stop::AtNumber => Vec::new(),
            Stop::WhenClear => reading::read(game, options, &counts, &chains, &life),
        };
        let mut chains = chains::judge(chains, &counts, &life, &read, game.board());
        if options.plays_on && clear::is_near_end(&counts) {
            endings::judge(game, options.seed, &counts, &mut chains, is_stopped)?;
        }
        Some(Self {
            game: game.clone(),
            counts,
            life,
            chains,
        })
    }

    /// Returns the number of playouts played, which may be less than the number in
    /// the options if they [stop when clear](Stop::WhenClear).
    pub const fn playouts(&self) -> u64 {
        self.counts.playouts()
    }

    /// Returns the ownership of a point: 1 if Black always owns it, -1 if White
    /// does.
    pub fn ownership(&self, point: Point) -> f64 {
        self.counts.ownership(point)
    }

    /// Returns the share of the playouts, from 0 to 1, in which neither colour
    /// owns the point at the end.
    pub fn neutrality(&self, point: Point) -> f64 {
        self.counts.neutrality(point)
    }

    /// Returns the mean score of the playouts, including komi.
    pub fn score(&self) -> Score {
        self.game.score_of(self.counts.mean_margin())
    }

    /// Returns the standard deviation of the playouts' scores, in points.
    pub fn score_deviation(&self) -> f64 {
        self.counts.deviation()
    }

    /// Returns the share of the playouts, from 0 to 1, that Black wins. A tie
    /// counts half.
    pub fn black_win_rate(&self) -> f64 {
        self.counts.black_wins(&self.game)
    }

    /// Returns the unconditional life of each colour.
    pub const fn pass_alive(&self) -> &ByColor<PassAlive> {
        &self.life
    }

    /// Returns all chains, in the order of their lowest points.
    pub fn chains(&self) -> &[ChainEstimate] {
        &self.chains
    }

    /// Returns the stones of all chains of this status.
    pub fn stones(&self, status: ChainStatus) -> PointSet {
        let chains = self.chains.iter().filter(|chain| chain.status == status);
        PointSet::union(chains.map(|chain| chain.stones))
    }

    /// Returns the stones of all dead chains.
    pub fn dead(&self) -> PointSet {
        self.stones(ChainStatus::Dead)
    }

    /// Returns the stones of all chains whose status is [in doubt](ChainEstimate::is_doubtful).
    pub fn doubtful(&self) -> PointSet {
        let chains = self.chains.iter().filter(|chain| chain.is_doubtful);
        PointSet::union(chains.map(|chain| chain.stones))
    }

    /// Returns the stones that count as dead, using this estimate instead of a
    /// new one.
    pub fn counted_dead(&self, dead_stones: DeadStones) -> PointSet {
        if dead_stones.needs_estimate(&self.game) {
            self.dead()
        } else {
            *self.game.dead()
        }
    }

    /// Returns the area of the position without its dead stones.
    pub fn area(&self) -> Area {
        area(self.game.board(), &self.dead())
    }

    /// Returns whether the game is settled: the playouts give every point to
    /// the colour that owns it in [`area`](Self::area), and leave neutral points
    /// neutral. These are regions of at most two points.
    ///
    /// The playouts give a point to a colour if its ownership is at least 0.5 in
    /// that colour's favour. A neutral point must stay neutral in at least half
    /// of them. [`EstimateOptions::settlement`] has enough playouts for that; those
    /// that stop when the chains are clear may be too few.
    pub fn is_settled(&self) -> bool {
        let ownership = |point| self.ownership(point);
        is_settled(self.game.board(), &self.dead(), ownership, SETTLED)
            && self
                .area()
                .neutral
                .iter()
                .all(|point| self.neutrality(point) >= SETTLED)
    }

    /// Returns whether a neutral region is too large to be left, without the dead stones.
    pub(crate) fn has_open_region(&self) -> bool {
        !has_small_regions(&self.area().neutral, self.game.size())
    }
}

/// Returns the stones of a game that count as dead. The seed is for the
/// estimate, if one is needed.
pub fn counted_dead(game: &Game, dead_stones: DeadStones, seed: u64) -> PointSet {
    if dead_stones.needs_estimate(game) {
        Estimate::new(game, &EstimateOptions::status(seed)).dead()
    } else {
        *game.dead()
    }
}

/// The seed of the estimates whose games have no seed of their own.
const FIXED_SEED: u64 = 1;

/// Returns the estimate of a finished game with a fixed seed, so that equal games have equal
/// scores, or `None` for a game that was played out, which has no dead stones.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::of_finished;
/// use ponnuki::{BoardSize, Game, Komi, Move, Preset};
///
/// for (preset, is_estimated) in [(Preset::Japanese, true), (Preset::JapanesePlayout, false)] {
///     let mut game = Game::new(BoardSize::square(5)?, preset.rules(), Komi::default());
///     while game.outcome().is_none() {
///         game.play(game.to_move(), Move::Pass)?;
///     }
///     // A game with clean-up phases was played out, so nothing is left to judge.
///     assert_eq!(of_finished(&game).is_some(), is_estimated);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_finished(game: &Game) -> Option<Estimate> {
    let was_played_out = game.phase() == Phase::SecondCleanup;
    (!was_played_out).then(|| Estimate::new(game, &EstimateOptions::status(FIXED_SEED)))
}

/// Returns the stones of a finished game that [`of_finished`] finds dead, and those that it leaves
/// in doubt.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::judged_stones;
/// use ponnuki::{Color, Game, Komi, Preset, board::diagram};
///
/// // The players have stopped too early to say who has won the fight.
/// let board = diagram::parse("......./......./..XO.../..OX.../......./......./.......")?;
/// let mut game = Game::new(board.size(), Preset::Chinese.rules(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let stones = judged_stones(&game);
/// assert!(!stones.doubtful.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judged_stones(game: &Game) -> JudgedStones {
    let judged = of_finished(game).map(|estimate| JudgedStones {
        dead: estimate.dead(),
        doubtful: estimate.doubtful(),
    });
    judged.unwrap_or_default()
}

/// Returns the stones of a finished game that [`of_finished`] finds dead.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::dead_stones;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Preset};
///
/// let size = BoardSize::square(5)?;
/// let mut game = Game::new(size, Preset::Chinese.rules(), Komi::default());
/// for name in ["C3", "A1", "C4", "pass", "C2", "pass", "pass"] {
///     let action = size.point_named(name).map_or(Move::Pass, Move::Play);
///     game.play(game.to_move(), action)?;
/// }
/// let dead = dead_stones(&game);
/// assert_eq!(dead.iter().next(), size.point_named("A1"));
/// game.decide_dead(dead);
/// assert_eq!(game.score().to_string(), "B+17.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dead_stones(game: &Game) -> PointSet {
    judged_stones(game).dead
}

/// Returns whether all regions of neutral points are too small to play for.
fn has_small_regions(neutral: &PointSet, size: BoardSize) -> bool {
    let mut regions = neutral.components(size);
    regions.all(|region| region.len() <= MAX_NEUTRAL_POINTS)
}

/// Returns whether a position is settled: `ownership`, from 1 for Black to -1 for White,
/// gives every point by at least `least` to the colour that owns it without the dead stones,
/// and the neutral regions are too small to play for.
pub(crate) fn is_settled(
    board: &Board,
    dead: &PointSet,
    ownership: impl Fn(Point) -> f64,
    least: f64,
) -> bool {
    let area = area(board, dead);
    area.black.iter().all(|point| ownership(point) >= least)
        && area.white.iter().all(|point| ownership(point) <= -least)
        && has_small_regions(&area.neutral, board.size())
}

/// The number of points of the largest neutral region that is too small to play for: room
/// for the last moves between two walls, or the shared liberties of a seki.
const MAX_NEUTRAL_POINTS: usize = 2;

/// The least ownership of a settled point. Territory that the playouts sometimes
/// invade stays above it; a point that depends on who moves first stays below.
const SETTLED: f64 = 0.5;

/// The limit for the playouts of a search, which is higher than [`SETTLED`]
/// because a search finds the best moves, so its playouts agree more than those
/// that start from the position itself.
pub(crate) const SETTLED_IN_SEARCH: f64 = 0.6;

/// Returns the colours that move first, each with the numbers of its playouts.
fn starters(game: &Game, options: &EstimateOptions) -> [(Color, Range<u64>); 2] {
    let (next, playouts) = (game.to_move(), options.playouts.max(1));
    let passed = matches!(game.turns_since_setup().last(), Some(turn) if turn.action == Move::Pass);
    if options.first == First::Natural && !passed {
        return [(next, 0..playouts), (!next, 0..0)];
    }
    let half = playouts.div_ceil(2);
    [(next, 0..half), (!next, half..playouts)]
}

#[cfg(test)]
mod tests;

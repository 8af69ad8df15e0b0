//! Counts all sequences of turns, to compare the rules with those of other
//! programs. Chess programmers call this "perft".
//!
//! `nodes` at depth `d` is the number of different sequences of exactly `d`
//! turns from a position. Colours alternate, a turn is a play or a pass, and two
//! passes in a row end the game or a phase of it. A play that lifts the block of a ko counts
//! for each point where it is legal, a stone among them. The other counts describe the last turn of
//! these sequences. The counting uses the real [`Game`]:
//! [`explore`](Game::explore) makes every turn except the last, and
//! [`judge`](Game::judge) judges the last, so the counts reflect all rules.

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Game, Move, Outcome};
use crate::board::IllegalMove;
use crate::threads::{on_threads, warn_of_missing};

/// The counts at one depth.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::diagram;
/// use ponnuki::game::{Passes, perft};
/// use ponnuki::{Game, Komi, Preset, Start};
///
/// let board = diagram::parse(".XO./XO.O/.XO.")?;
/// let start = Start { stones: board.position(), ..Start::default() };
/// let game = Game::with_start(board.size(), Preset::Chinese.rules(), Komi::default(), start)?;
/// let counts = perft(&game, 2, Passes::LeftOut, 1);
/// // Black has three plays, and White may not answer the one at C2 by taking back.
/// assert_eq!((counts[0].plays, counts[0].suicide_rejected), (3, 2));
/// assert_eq!((counts[0].capturing_plays, counts[1].ko_rejected), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// The sequences of exactly this many turns.
    pub nodes: u64,
    /// The sequences whose last turn is a play.
    pub plays: u64,
    /// The sequences whose last turn is a pass.
    pub passes: u64,
    /// The sequences whose last turn captures.
    pub capturing_plays: u64,
    /// The stones that the last turns capture, not counting suicide.
    pub stones_captured: u64,
    /// The sequences whose last turn is suicide.
    pub suicide_plays: u64,
    /// The plays that ko or superko forbids after one turn fewer.
    pub ko_rejected: u64,
    /// The plays forbidden as suicide after one turn fewer.
    pub suicide_rejected: u64,
    /// The sequences whose last turn ends the game.
    pub games_ended: u64,
}

impl PerftCounts {
    fn fields(&mut self) -> [&mut u64; 9] {
        [
            &mut self.nodes,
            &mut self.plays,
            &mut self.passes,
            &mut self.capturing_plays,
            &mut self.stones_captured,
            &mut self.suicide_plays,
            &mut self.ko_rejected,
            &mut self.suicide_rejected,
            &mut self.games_ended,
        ]
    }
}

impl AddAssign for PerftCounts {
    fn add_assign(&mut self, mut other: Self) {
        for (sum, count) in self.fields().into_iter().zip(other.fields()) {
            *sum += *count;
        }
    }
}

impl fmt::Display for PerftCounts {
    /// Writes the counts in the order of the fields, separated by tabs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts = *self;
        f.write_str(&counts.fields().map(|count| count.to_string()).join("\t"))
    }
}

/// Whether passes count as turns.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::game::{Passes, perft};
/// use ponnuki::{BoardSize, Game, Komi, Preset};
///
/// let game = Game::new(BoardSize::square(9)?, Preset::TrompTaylor.rules(), Komi::default());
/// let sequences = |passes| perft(&game, 2, passes, 1)[1].nodes;
/// assert_eq!(sequences(Passes::LeftOut), 81 * 80);
/// // A pass first or second, or both.
/// assert_eq!(sequences(Passes::Counted), 81 * 80 + 81 + 81 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A turn is a play or a pass.
    Counted,
    /// A turn is always a play.
    LeftOut,
}

/// The largest area of a board on which the jobs of the threads are sequences of two turns.
const SMALL_BOARD: usize = 100;

/// Counts the sequences of 1 to `depth` turns from the current position of a
/// game, on `threads` threads. Entry `d - 1` of the result is for depth `d`.
///
/// The earlier moves of the game matter: the rules may forbid their positions to
/// return, and no turn follows the passes that end the game.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::game::{Passes, perft};
/// use ponnuki::{BoardSize, Game, Komi, Preset};
///
/// let size = BoardSize::square(2)?;
/// let game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
/// let nodes: Vec<_> = perft(&game, 3, Passes::Counted, 1).iter().map(|counts| counts.nodes).collect();
/// assert_eq!(nodes[..2], [5, 21]);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn perft(game: &Game, depth: usize, passes: Passes, threads: usize) -> Vec<PerftCounts> {
    // Each sequence of the first few turns is a job for one of the threads. Two
    // turns on a large board would make too many jobs for the memory.
    let most = if game.size().area() <= SMALL_BOARD {
        2
    } else {
        1
    };
    let shared = (threads > 1).then(|| depth.saturating_sub(1).min(most));
    let mut jobs = Vec::new();
    let mut counter = Counter::new(depth, passes);
    counter.count(&mut game.clone(), 0, shared, &mut |game| {
        jobs.push(game.clone());
    });
    let mut totals = counter.counts;
    let Some(shared) = shared else {
        return totals;
    };
    let next = AtomicUsize::new(0);
    let results = on_threads(threads, || {
        let mut counter = Counter::new(depth, passes);
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counter.count(&mut job.clone(), shared, None, &mut |_| {});
        }
        counter.counts
    });
    warn_of_missing(threads, results.len());
    for counts in &results {
        add_all(&mut totals, counts);
    }
    totals
}

fn add_all(totals: &mut [PerftCounts], more: &[PerftCounts]) {
    for (total, &counts) in totals.iter_mut().zip(more) {
        *total += counts;
    }
}

/// Counts the sequences below one game.
struct Counter {
    counts: Vec<PerftCounts>,
    passes: Passes,
}

impl Counter {
    fn new(depth: usize, passes: Passes) -> Self {
        Self {
            counts: vec![PerftCounts::default(); depth],
            passes,
        }
    }

    /// Counts the sequences that continue a game after `ply` turns. With `stop`,
    /// counting ends after that many turns, and each game reached there goes to
    /// `hand_out` instead.
    fn count(
        &mut self,
        game: &mut Game,
        ply: usize,
        stop: Option<usize>,
        hand_out: &mut impl FnMut(&Game),
    ) {
        let depth = self.counts.len();
        if ply == depth || game.outcome() == Some(Outcome::TwoPasses) {
            return;
        }
        if Some(ply) == stop {
            hand_out(game);
            return;
        }
        let color = game.to_move();
        let mut counts = PerftCounts::default();
        for point in game.board().empty() | game.lifting_points(color) {
            let judged = if ply + 1 == depth {
                let preview = game.judge(color, point);
                preview.map(|preview| counts.add_play(preview.captured, preview.suicided))
            } else {
                game.explore(color, Move::Play(point), |game| {
                    if let Some(turn) = game.turns().last() {
                        counts.add_play(turn.captured.len(), turn.suicided.len());
                    }
                    self.count(game, ply + 1, stop, hand_out);
                })
            };
            if let Err(reason) = judged {
                counts.add_refused(reason);
            }
        }
        if self.passes == Passes::Counted {
            counts.nodes += 1;
            counts.passes += 1;
            counts.games_ended += u64::from(game.would_end_by_pass());
            if ply + 1 < depth {
                game.explore(color, Move::Pass, |game| {
                    self.count(game, ply + 1, stop, hand_out);
                })
                .expect("a pass is legal");
            }
        }
        self.counts[ply] += counts;
    }
}

impl PerftCounts {
    fn add_play(&mut self, captured: usize, suicided: usize) {
        self.nodes += 1;
        self.plays += 1;
        self.capturing_plays += u64::from(captured > 0);
        self.stones_captured += captured as u64;
        self.suicide_plays += u64::from(suicided > 0);
    }

    fn add_refused(&mut self, reason: IllegalMove) {
        match reason {
            IllegalMove::Suicide => self.suicide_rejected += 1,
            IllegalMove::Ko | IllegalMove::Superko { .. } => self.ko_rejected += 1,
            // Only empty points and those of lifts are tried.
            IllegalMove::OffBoard | IllegalMove::Occupied => {}
        }
    }
}

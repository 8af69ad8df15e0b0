//! Playouts that look at the last two moves before they draw at random.
//!
//! A turn takes the first of these that gives a move:
//!
//! 1. *Atari*: capture or save a chain that fell into atari at one of the last
//!    two moves. Saving is capturing a chain next to it, or extending when that
//!    gives it two liberties.
//! 2. *Patterns*: a point around the last two moves whose 3x3 surroundings are
//!    a hane, a cut or an answer on the edge ([`patterns`]).
//! 3. A point drawn uniformly among the playable ones, as in
//!    [`uniform`](super::uniform): not an own true eye, not a simple ko.
//!
//! Self-atari is rejected in the second and third: always for a chain of two
//! stones or more, half of the time for a single stone, never when it captures.
//! What stands in seki stays there so. Sacrifices that kill from inside are left
//! to the search: playouts that made them where the shape is right won fewer
//! games. That the board keeps liberties exact makes the test cheap: the
//! liberties of a chain after a play are sums of what is there before it.
//!
//! The order is MoGo's (Gelly, Wang, Munos and Teytaud, 2006), the exact
//! self-atari test of the kind that Pachi has. Each can be switched off in the
//! [`TacticalPolicy`]; with all off the playouts are uniform.

mod patterns;
mod play;
mod watch;

use std::ops::Range;

use crate::board::{Board, ByColor, Color, OnSized, Point, PointSet, SizedBoard, owned};
use crate::random::RandomStream;

use super::{Playout, PlayoutCore, Tally};

use patterns::Patterns;

pub(crate) use play::{SizedStart, Tactical};

/// Which rules of thumb the playouts follow. Chances are in 256ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "rules of thumb that can each be switched off"
)]
pub struct TacticalPolicy {
    /// Captures and escapes near the last two moves.
    pub ataris: bool,
    /// Moves that match a 3x3 pattern around the last two moves.
    pub patterns: bool,
    /// Self-atari is rejected.
    pub self_ataris: bool,
    /// The chance that a turn does not look at ataris.
    pub skip_ataris: u8,
    /// The chance that a turn does not look at patterns.
    pub skip_patterns: u8,
    /// The chance that a turn allows self-atari of a single stone.
    pub throw_in: u8,
}

impl TacticalPolicy {
    /// No rule of thumb: uniform playouts.
    pub const UNIFORM: Self = Self {
        ataris: false,
        patterns: false,
        self_ataris: false,
        ..Self::ALL
    };

    /// All of them, with the usual chances.
    pub const ALL: Self = Self {
        ataris: true,
        patterns: true,
        self_ataris: true,
        skip_ataris: 26,
        skip_patterns: 13,
        throw_in: 128,
    };
}

impl Default for TacticalPolicy {
    fn default() -> Self {
        Self::ALL
    }
}

/// Where tactical playouts begin.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutStart<'a> {
    /// The position.
    pub board: &'a Board,
    /// Who moves first.
    pub to_move: Color,
    /// The last move and the one before it; `None` for a pass, and when there
    /// was none.
    pub last: [Option<Point>; 2],
    /// Where the first move may not go, by the ko rule.
    pub ko: Option<Point>,
}

/// How one tactical playout went.
#[derive(Clone, Copy, Debug)]
pub struct TacticalEnd {
    /// Its length and its result.
    pub playout: Playout,
    /// What each colour owns at the end: its stones and the empty regions that
    /// touch only them.
    pub owned: ByColor<PointSet>,
    /// The points that each colour was the first to play on.
    pub first: ByColor<PointSet>,
}

/// Plays tactical playouts from one position. Number `n` of a seed follows
/// from the seed and `n` alone.
pub trait TacticalPlayouts: PlayoutCore {
    /// Plays the playouts of a seed with these numbers and shows how each ends.
    fn run_each(&mut self, seed: u64, numbers: Range<u64>, see: &mut dyn FnMut(&TacticalEnd));
}

/// Tactical playouts from a position.
///
/// ```
/// use ponnuki::{Board, BoardSize, Color, TacticalPolicy, PlayoutStart, tactical_playouts};
///
/// let board = Board::new(BoardSize::square(9)?);
/// let start = PlayoutStart { board: &board, to_move: Color::Black, last: [None; 2], ko: None };
/// let mut playouts = tactical_playouts(&start, TacticalPolicy::default());
/// let mut owned_by_black = 0;
/// playouts.run_each(1, 0..100, &mut |end| owned_by_black += end.owned.black.len());
/// assert!(owned_by_black > 2_000);
/// # Ok::<(), ponnuki::UnacceptableSize>(())
/// ```
pub fn tactical_playouts(
    start: &PlayoutStart<'_>,
    policy: TacticalPolicy,
) -> Box<dyn TacticalPlayouts> {
    start.board.on_sized(Begin {
        to_move: start.to_move,
        last: start.last,
        ko: start.ko,
        policy,
    })
}

/// The 3x3 surroundings of an empty point match a pattern.
pub(crate) fn matches_pattern<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    point: Point,
) -> bool {
    Patterns::table().matches(watch::code(board, point))
}

struct Begin {
    to_move: Color,
    last: [Option<Point>; 2],
    ko: Option<Point>,
    policy: TacticalPolicy,
}

impl OnSized for Begin {
    type Output = Box<dyn TacticalPlayouts>;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output {
        Box::new(FromPosition {
            board: board.clone(),
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
            playout: Tactical::new(board, self.policy),
        })
    }
}

/// Playouts that begin at the same position again and again.
struct FromPosition<const W: usize, const N: usize> {
    board: SizedBoard<W, N>,
    to_move: Color,
    last: [Option<Point>; 2],
    ko: Option<Point>,
    playout: Tactical<W, N>,
}

impl<const W: usize, const N: usize> FromPosition<W, N> {
    /// Plays one, and returns it with what each colour owns at its end.
    fn play(&mut self, seed: u64, number: u64) -> (Playout, ByColor<PointSet<W>>) {
        let from = SizedStart {
            board: &self.board,
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
        };
        self.playout
            .play(from, &mut RandomStream::new(seed, number));
        let board = self.playout.board();
        let owned = owned(board.size(), board.points(), board.stones());
        let playout = Playout {
            moves: self.playout.moves(),
            margin: owned.margin(),
            hash: board.hash().value(),
        };
        (playout, owned)
    }
}

impl<const W: usize, const N: usize> PlayoutCore for FromPosition<W, N> {
    fn run(&mut self, seed: u64, numbers: Range<u64>) -> Tally {
        let mut tally = Tally::default();
        for number in numbers {
            tally.add(self.play(seed, number).0);
        }
        tally
    }
}

impl<const W: usize, const N: usize> TacticalPlayouts for FromPosition<W, N> {
    fn run_each(&mut self, seed: u64, numbers: Range<u64>, see: &mut dyn FnMut(&TacticalEnd)) {
        for number in numbers {
            let (playout, owned) = self.play(seed, number);
            see(&TacticalEnd {
                playout,
                owned: owned.map(PointSet::resized),
                first: self.playout.first().map(PointSet::resized),
            });
        }
    }
}

#[cfg(test)]
mod tests;

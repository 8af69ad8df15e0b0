//! Playouts that consider the last two moves before they draw at random.
//!
//! Each turn plays a move from the first of these rules that yields one:
//!
//! 1. *Atari*: capture or save a chain that fell into atari at one of the last
//!    two moves. A chain is saved by capturing a chain next to it, or by an
//!    extension to two liberties or more.
//! 2. *Chases*: an atari on the chain of the last move after which it cannot gain a third
//!    liberty ([`chase`]).
//! 3. *Patterns*: a point around the last two moves whose 3x3 surroundings are
//!    a hane, a cut or an answer on the edge ([`patterns`]).
//! 4. A point drawn uniformly from the playable ones, as in
//!    [`uniform`](super::uniform): neither a true eye of the side to move nor the
//!    simple ko.
//!
//! Rules 3 and 4 reject self-atari: always for a chain of two stones or more,
//! half of the time for a single stone, and never for a capture. Because of this,
//! sekis survive. The test is cheap because the board keeps exact liberties: the
//! liberties of a chain after a play are sums of values from before it.
//! Self-atari that kills from inside is an exception ([`nakade`]), with a rule of its
//! own before the others: the vital point of stones that have just been captured.
//!
//! The order of the rules is that of MoGo (Gelly, Wang, Munos and Teytaud,
//! 2006); the exact self-atari test resembles that of Pachi. Each rule can be
//! switched off in the [`TacticalPolicy`]; with all of them off the playouts
//! are uniform.
//!
//! What was tried in the search and left out is in `src/play/player/EXPERIMENTS.md`.
//!
//! A copy of the turn for each colour made playouts 5 to 7 % slower. "What a move waits
//! for" in `src/play/playout/README.md` says what makes them fast.

mod chase;
mod local_state;
mod nakade;
mod patterns;
mod play;

use std::ops::Range;

use ponnuki_core::board::{Board, ByColor, PointSet, SizedBoard, Suicide, on_sized, owned};
use ponnuki_core::random::RandomStream;

use super::{PlayoutStart, Tally};

pub(crate) use play::Tactical;

/// The rules of thumb that tactical playouts follow. Chances are in 256ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "rules of thumb that can each be switched off"
)]
pub struct TacticalPolicy {
    /// Plays captures and escapes near the last two moves.
    pub ataris: bool,
    /// Chases the chain of the last move while an extension leaves it two liberties at
    /// most.
    pub chases: bool,
    /// Plays moves around the last two that match a 3x3 pattern.
    pub patterns: bool,
    /// Rejects self-atari.
    pub self_ataris: bool,
    /// Gives up stones that kill from inside, plays at the vital points that their
    /// capture leaves, and keeps false eyes in sekis.
    pub nakade: bool,
    /// The chance that a turn ignores ataris.
    pub skip_ataris: u8,
    /// The chance that a turn ignores chases.
    pub skip_chases: u8,
    /// The chance that a turn ignores patterns.
    pub skip_patterns: u8,
    /// The chance that a turn allows self-atari of a single stone.
    pub throw_in: u8,
}

impl TacticalPolicy {
    /// All rules of thumb off: uniform playouts.
    pub const UNIFORM: Self = Self {
        ataris: false,
        chases: false,
        patterns: false,
        self_ataris: false,
        nakade: false,
        skip_ataris: Self::ALL.skip_ataris,
        skip_chases: Self::ALL.skip_chases,
        skip_patterns: Self::ALL.skip_patterns,
        throw_in: Self::ALL.throw_in,
    };

    /// The rules of thumb with the usual chances, but without chases and nakade.
    pub const ALL: Self = Self {
        ataris: true,
        chases: false,
        patterns: true,
        self_ataris: true,
        nakade: false,
        skip_ataris: 26,
        skip_chases: 26,
        skip_patterns: 13,
        throw_in: 128,
    };
}

impl TacticalPolicy {
    /// The rules of thumb of estimates, which start from positions in which the life of
    /// groups is often the only question left.
    pub const ESTIMATE: Self = Self {
        nakade: true,
        ..Self::ALL
    };

    /// The rules of thumb of a search. Without nakade it believes that a group lives
    /// whose eye space the opponent can reduce to one eye, and without chases that a
    /// chain escapes from a ladder.
    pub const SEARCH: Self = Self {
        chases: true,
        nakade: true,
        ..Self::ALL
    };

    /// Returns this policy for a game under a suicide rule. Where suicide is legal, a
    /// side may clear its own stones out of an eye space and play there again, so the
    /// shapes that kill are others, and nakade is left out.
    #[must_use]
    pub const fn under(self, suicide: Suicide) -> Self {
        Self {
            nakade: self.nakade && matches!(suicide, Suicide::Forbidden),
            ..self
        }
    }
}

impl Default for TacticalPolicy {
    fn default() -> Self {
        Self::ALL
    }
}

/// Plays the playouts of a seed with these numbers from one position, and passes on the sums of
/// each and the area of both colours at its end.
pub(crate) type TacticalPlayouts =
    Box<dyn FnMut(u64, Range<u64>, &mut dyn FnMut(Tally, &ByColor<PointSet>))>;

pub(crate) fn tactical_playouts(
    start: &PlayoutStart<&Board>,
    policy: TacticalPolicy,
) -> TacticalPlayouts {
    on_sized!(start.board.sized(), board => tactical_playouts_on(board, start, policy))
}

fn tactical_playouts_on<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    start: &PlayoutStart<&Board>,
    policy: TacticalPolicy,
) -> TacticalPlayouts {
    let start = start.on(board.clone());
    let mut playout = Tactical::new(board, policy);
    Box::new(move |seed, numbers, on_end| {
        for number in numbers {
            let mut stream = RandomStream::new(seed, number);
            playout.play(start.on(&start.board), &mut stream);
            let board = playout.board();
            let owned = owned(board.size(), board.points(), board.stones());
            let hash = board.hash().value();
            let sums = Tally::one(playout.moves(), owned.margin(), hash);
            on_end(sums, &owned.map(PointSet::resized));
        }
    })
}

#[cfg(test)]
mod tests;

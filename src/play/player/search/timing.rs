//! Plans the time for a move.

use std::time::Duration;

use web_time::Instant;

use ponnuki_core::board::{ByColor, Color};
use ponnuki_core::game::{Clocks, Game, TimeSystem};

/// The reserve for delays between the player and the clock, such as a network or a busy
/// machine: this share of a period, within bounds in seconds.
const PERIOD_RESERVE_SHARE: f64 = 0.06;
const MIN_RESERVE_SECONDS: f64 = 0.05;
const RESERVE: f64 = 0.2;

/// The share of an absolute time that is kept in reserve, and its maximum. The reserve is
/// larger than that of a period, because delays accumulate over many moves.
const RESERVE_SHARE: f64 = 0.1;
const MAX_RESERVE_SECONDS: f64 = 1.0;

/// The maximum share of the remaining time for one move.
const MAX_SHARE: f64 = 0.75;

/// The maximum time for an unclear choice, as a multiple of the usual time, on a clock for
/// several moves. The usual time is shorter than an even share to make up for it.
const MAX_STRETCH: f64 = 2.5;
const USUAL: f64 = 0.8;

/// The minimum number of own moves that the main time is divided by.
const MIN_MOVES: f64 = 8.0;

/// The typical length of a game, in moves per point of the board.
const USUAL_LENGTH: f64 = 0.85;

/// The time that is kept in reserve for delays between the player and the clock: the lag
/// buffer of the options, or a margin that suits a clock on the same machine.
#[derive(Clone, Copy, Debug)]
struct Reserve {
    lag_buffer: Option<f64>,
}

impl Reserve {
    /// Returns the reserve of a main time, in seconds.
    fn of_main(self) -> f64 {
        self.lag_buffer.unwrap_or(RESERVE)
    }

    /// Returns the reserve of an absolute time, in seconds. Delays add up over its moves.
    fn of_absolute(self, main: Duration) -> f64 {
        let least = self.of_main();
        let share = main.as_secs_f64() * RESERVE_SHARE;
        share.clamp(least, MAX_RESERVE_SECONDS.max(least))
    }

    /// Returns the reserve of a period, in seconds, at most half of it.
    fn of_period(self, period: Duration) -> f64 {
        let period = period.as_secs_f64();
        let usual = (period * PERIOD_RESERVE_SHARE).clamp(MIN_RESERVE_SECONDS, RESERVE);
        self.lag_buffer
            .map_or(usual, |buffer| buffer.min(period / 2.0))
    }

    /// Returns a period in seconds, less the reserve.
    fn taken_from(self, period: Duration) -> f64 {
        period.as_secs_f64() - self.of_period(period)
    }
}

/// Plans the time of each move from the clocks as last reported and the time
/// used since then.
#[derive(Clone, Debug, Default)]
pub(super) struct Timekeeper {
    clocks: Clocks,
    /// The time each colour has used since its clock was reported.
    spent: ByColor<Duration>,
}

impl Timekeeper {
    pub(super) fn set(&mut self, clocks: &Clocks) {
        for color in Color::BOTH {
            if clocks.system != self.clocks.system || clocks.left[color] != self.clocks.left[color]
            {
                self.spent[color] = Duration::ZERO;
            }
        }
        self.clocks = *clocks;
    }

    /// Begins a new game: keeps the time system and forgets the reported times.
    pub(super) fn new_game(&mut self) {
        *self = Self {
            clocks: Clocks::new(self.clocks.system),
            spent: ByColor::default(),
        };
    }

    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        self.spent[color] += time;
    }

    /// Returns the time for the next move of a colour, or `None` without a
    /// limit. `lag_buffer` replaces the usual reserve for delays.
    pub(super) fn allowance(
        &self,
        game: &Game,
        color: Color,
        lag_buffer: Option<Duration>,
    ) -> Option<Allowance> {
        let reserve = Reserve {
            lag_buffer: lag_buffer.map(|buffer| buffer.as_secs_f64()),
        };
        let part = self.part(color, moves_left(game), reserve)?;
        let seconds = |seconds: f64| Duration::from_secs_f64(seconds.min(part.most).max(0.0));
        Some(Allowance {
            usual: seconds(part.share.mul_add(USUAL, part.extra)),
            longest: seconds(part.share.mul_add(MAX_STRETCH, part.extra)),
        })
    }

    /// Returns the part of a colour's clock for the next of this many own moves to come.
    fn part(&self, color: Color, moves: f64, reserve: Reserve) -> Option<ClockPart> {
        let reported = self.clocks.left[color];
        let spent = self.spent[color].as_secs_f64();
        let left_of = |main: Duration| {
            let time = reported.map_or(main, |left| left.time);
            time.as_secs_f64() - spent
        };
        // Byo-yomi is a period of one move.
        let (main, period, stones) = match self.clocks.system {
            TimeSystem::Unlimited => return None,
            TimeSystem::Absolute { main } => {
                let left = left_of(main) - reserve.of_absolute(main);
                return Some(ClockPart {
                    share: left / moves,
                    extra: 0.0,
                    most: left * MAX_SHARE,
                });
            }
            TimeSystem::Fischer {
                main,
                increment,
                longest_move,
                ..
            } => {
                let increment = increment.as_secs_f64();
                // Every move has added an increment, but only a report includes it.
                let least = reported.map_or(increment, |_| f64::NEG_INFINITY);
                let left = left_of(main).max(least) - reserve.of_main();
                let longest = longest_move.map_or(f64::INFINITY, |time| reserve.taken_from(time));
                return Some(ClockPart {
                    share: left / moves,
                    extra: increment,
                    most: (left * MAX_SHARE).min(longest),
                });
            }
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => (main, period, stones.max(1)),
            TimeSystem::Byoyomi { main, period, .. } => (main, period, 1),
        };
        let whole = reserve.taken_from(period);
        if let Some(now) = reported.filter(|now| now.stones > 0) {
            let left = now.time.as_secs_f64() - spent - reserve.of_period(period);
            if matches!(self.clocks.system, TimeSystem::Canadian { .. }) {
                return Some(ClockPart::of_period(left, now.stones));
            }
            let more = periods_to_spend(left, whole, now.stones) * period.as_secs_f64();
            return Some(ClockPart::of_period((left + more).min(whole), 1));
        }
        let left = left_of(main) - reserve.of_main();
        if left <= 0.0 {
            return Some(ClockPart::of_period(whole, stones));
        }
        let after = whole / f64::from(stones) * MAX_SHARE;
        Some(ClockPart {
            share: left / moves,
            extra: after,
            most: left.mul_add(MAX_SHARE, after),
        })
    }
}

/// The part of a clock, less the reserve, that a move may use, in seconds.
struct ClockPart {
    /// An even share of the time.
    share: f64,
    /// The time in addition to the share.
    extra: f64,
    /// The maximum of both.
    most: f64,
}

impl ClockPart {
    /// Returns the part of a period for the next of this many moves. The last may use all of it.
    fn of_period(left: f64, moves: u32) -> Self {
        let (share, extra, most) = match moves {
            0 | 1 => (0.0, left, left),
            _ => (left / f64::from(moves), 0.0, left * MAX_SHARE),
        };
        Self { share, extra, most }
    }
}

/// Returns how many periods of byo-yomi to spend on a move beyond the current one, of which
/// `left` seconds may still be used, if `in_hand` periods are left with it.
///
/// For example, a player with 0 s in a period of 3 s and five periods in hand thinks for one
/// more. So does KataGo (`timecontrols.cpp`): it spends the periods that the time used so far
/// has cost, then one more if little is left of the current one and many are in hand.
fn periods_to_spend(left: f64, whole: f64, in_hand: u32) -> f64 {
    let spare = f64::from(in_hand.saturating_sub(1));
    if spare == 0.0 || whole <= 0.0 {
        return 0.0;
    }
    let overdue = (-left / whole).ceil().clamp(0.0, spare);
    let (left, spare) = (left + overdue * whole, spare - overdue);
    let is_short = left <= whole / 2.0 * (spare / 4.0).min(1.0);
    overdue + f64::from(spare > 0.0 && is_short)
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// The time for a move whose choice is clear.
    pub(super) usual: Duration,
    /// The time for a move whose choice is unclear.
    pub(super) longest: Duration,
}

/// Returns the expected number of own moves until the end of the game.
fn moves_left(game: &Game) -> f64 {
    let usual = game.size().area() as f64 * USUAL_LENGTH;
    let both = usual - game.turns().len() as f64;
    // A game beyond the usual length lasts as long as it has empty points.
    let open = game.board().empty().len() as f64 * USUAL_LENGTH;
    (both.max(open) / 2.0).max(MIN_MOVES)
}

/// The end of the time for a move, measured from its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    start: Instant,
    /// The end if the choice is clear.
    usual: Option<Instant>,
    /// The end if the choice is unclear.
    longest: Option<Instant>,
}

impl Deadline {
    /// Creates a deadline from the limit of each move and from the clock, measured from
    /// now.
    pub(super) fn new(limit: Option<Duration>, clock: Option<Allowance>) -> Self {
        let start = Instant::now();
        let first_of = |clock: Option<Duration>| {
            let time = limit.into_iter().chain(clock).min();
            time.and_then(|time| start.checked_add(time))
        };
        Self {
            start,
            usual: first_of(clock.map(|clock| clock.usual)),
            longest: first_of(clock.map(|clock| clock.longest)),
        }
    }

    pub(super) const fn is_limited(&self) -> bool {
        self.longest.is_some()
    }

    /// Returns whether time saved on this move benefits later ones.
    pub(super) fn saves(&self) -> bool {
        self.usual < self.longest
    }

    /// Returns whether the time is up for a move whose choice is clear or unclear.
    pub(super) fn is_over(&self, is_clear: bool) -> bool {
        self.end(is_clear).is_some_and(|end| Instant::now() >= end)
    }

    const fn end(&self, is_clear: bool) -> Option<Instant> {
        if is_clear { self.usual } else { self.longest }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns how many further playouts fit into the remaining time at the speed so far, or
    /// `None` without a limit or before the first playout.
    pub(super) fn playouts_left(&self, played: u32, is_clear: bool) -> Option<u32> {
        let end = self.end(is_clear)?;
        let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
        let elapsed = self.elapsed().as_secs_f64();
        (played > 0 && elapsed > 0.0).then(|| (left / elapsed * f64::from(played)) as u32)
    }
}

#[cfg(test)]
mod tests;

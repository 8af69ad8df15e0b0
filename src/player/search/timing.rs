//! Plans the time for a move.

use std::time::{Duration, Instant};

use crate::board::{ByColor, Color};
use crate::game::{Clocks, Game, TimeSystem};

/// The time kept in reserve for delays between the player and the clock: the
/// pipe, a network, a busy machine.
const RESERVE: Duration = Duration::from_millis(200);

/// The share of an absolute time that is kept in reserve, and its maximum: time
/// lost to delays never comes back, and there are many moves to lose it in.
const RESERVE_SHARE: f64 = 0.1;
const LARGEST_RESERVE: f64 = 1.0;

/// The maximum share of the remaining time, or of a period, for one move.
const MOST: f64 = 0.75;

/// The minimum number of own moves that the main time is divided by.
const FEWEST_MOVES: f64 = 8.0;

/// The length of a usual game, in moves per point of the board.
const USUAL_LENGTH: f64 = 0.85;

/// Plans the time of each move from the clocks as last reported and the time
/// used since then.
#[derive(Clone, Debug, Default)]
pub(super) struct Timekeeper {
    clocks: Clocks,
    /// The time each colour has used since its clock was reported.
    spent: ByColor<Duration>,
}

impl Timekeeper {
    /// Adopts new clocks.
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

    /// Adds time that a colour has used for a move.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        self.spent[color] += time;
    }

    /// Returns the time for the next move of a colour, or `None` without a
    /// limit.
    pub(super) fn budget(&self, game: &Game, color: Color) -> Option<Duration> {
        let clock = self.clock(color)?;
        let seconds = match clock {
            Clock::Main { left, after } => {
                let moves = moves_left(game);
                (left / moves + after).min(left.mul_add(MOST, after))
            }
            Clock::Moves { left, moves } => left / moves,
            Clock::Increment {
                left,
                increment,
                longest,
            } => (left / moves_left(game) + increment).min((left * MOST).min(longest)),
        };
        Some(Duration::from_secs_f64(seconds.max(0.0)))
    }

    /// Returns the clock for the next move of a colour, less the reserve.
    fn clock(&self, color: Color) -> Option<Clock> {
        let reported = self.clocks.left[color];
        let spent = self.spent[color].as_secs_f64() + RESERVE.as_secs_f64();
        // Whether the periods have begun, and the time left.
        let left_of = |main: Duration| match reported {
            Some(left) => (left.stones > 0, left.time.as_secs_f64() - spent),
            None => (false, main.as_secs_f64() - spent),
        };
        let reserve = RESERVE.as_secs_f64();
        let longest = |time: Duration| time.as_secs_f64() - reserve;
        match self.clocks.system {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { main } => {
                let (_, left) = left_of(main);
                let share = main.as_secs_f64() * RESERVE_SHARE;
                let left = left + reserve - share.clamp(reserve, LARGEST_RESERVE);
                Some(Clock::Main { left, after: 0.0 })
            }
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } => {
                let a_move = (period.as_secs_f64() - reserve) / f64::from(stones.max(1));
                let (in_period, left) = left_of(main);
                let moves = reported.map_or(stones, |left| left.stones).max(1);
                Some(match in_period {
                    true => Clock::Moves {
                        left,
                        moves: f64::from(moves),
                    },
                    false if left > 0.0 => Clock::Main {
                        left,
                        after: a_move * MOST,
                    },
                    false => Clock::Moves {
                        left: period.as_secs_f64() - reserve,
                        moves: f64::from(stones.max(1)),
                    },
                })
            }
            TimeSystem::Byoyomi { main, period, .. } => {
                let a_move = (period.as_secs_f64() - reserve) * MOST;
                let (in_period, left) = left_of(main);
                Some(match in_period {
                    true => Clock::Moves {
                        left: left.min(a_move),
                        moves: 1.0,
                    },
                    false if left > 0.0 => Clock::Main {
                        left,
                        after: a_move,
                    },
                    false => Clock::Moves {
                        left: a_move,
                        moves: 1.0,
                    },
                })
            }
            TimeSystem::Fischer {
                main,
                increment,
                longest_move,
                ..
            } => {
                let increment = increment.as_secs_f64();
                let left = match left_of(main) {
                    // Every move has added an increment, of which nobody reports.
                    (_, left) if reported.is_none() => left.max(increment - reserve),
                    (_, left) => left,
                };
                Some(Clock::Increment {
                    left,
                    increment,
                    longest: longest_move.map_or(f64::INFINITY, longest),
                })
            }
        }
    }
}

/// A clock for one move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clock {
    /// A main time for the rest of the game, and the time for each move once it
    /// is used up.
    Main { left: f64, after: f64 },
    /// A time for this number of moves.
    Moves { left: f64, moves: f64 },
    /// A time for the rest of the game, to which each move adds an increment, and
    /// the longest time for a move.
    Increment {
        left: f64,
        increment: f64,
        longest: f64,
    },
}

/// Returns the expected number of own moves until the end of the game.
fn moves_left(game: &Game) -> f64 {
    let usual = game.size().area() as f64 * USUAL_LENGTH;
    let both = usual - game.turns().len() as f64;
    // A game beyond the usual length lasts as long as it has empty points.
    let open = game.board().empty().len() as f64 * USUAL_LENGTH;
    (both.max(open) / 2.0).max(FEWEST_MOVES)
}

/// The end of the time for a move, measured from its start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    start: Instant,
    end: Option<Instant>,
}

impl Deadline {
    /// Creates a deadline at the earlier of two limits, measured from now.
    pub(super) fn first_of(limits: [Option<Duration>; 2]) -> Self {
        let start = Instant::now();
        let time = limits.into_iter().flatten().min();
        Self {
            start,
            end: time.and_then(|time| start.checked_add(time)),
        }
    }

    /// Returns whether there is a limit.
    pub(super) const fn is_limited(&self) -> bool {
        self.end.is_some()
    }

    /// Returns whether the time is up.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the number of further playouts that fit into the time at the
    /// speed so far, or `None` without a limit or before the first playout.
    pub(super) fn playouts_left(&self, played: u32) -> Option<u32> {
        let end = self.end?;
        let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
        let elapsed = self.elapsed().as_secs_f64();
        (played > 0 && elapsed > 0.0).then(|| (left / elapsed * f64::from(played)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, diagram};
    use crate::game::{Move, Start, TimeLeft};
    use crate::rules::{Komi, Rules};

    fn game() -> Game {
        let size = BoardSize::square(9).unwrap();
        Game::new(size, Rules::default(), Komi::default())
    }

    fn keeper(system: TimeSystem, left: Option<(f64, u32)>) -> Timekeeper {
        let mut clocks = Clocks::new(system);
        clocks.left.black = left.map(|(time, stones)| TimeLeft {
            time: Duration::from_secs_f64(time),
            stones,
        });
        let mut keeper = Timekeeper::default();
        keeper.set(&clocks);
        keeper
    }

    fn budget(system: TimeSystem, left: Option<(f64, u32)>) -> f64 {
        let budget = keeper(system, left).budget(&game(), Color::Black);
        budget.unwrap().as_secs_f64()
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_main_time_lasts_for_the_game() {
        let system = TimeSystem::Absolute { main: seconds(10) };
        assert_eq!(
            keeper(TimeSystem::Unlimited, None).budget(&game(), Color::Black),
            None
        );
        let first = budget(system, None);
        assert!(first > 0.2 && first < 0.5, "{first}");
        // No more than the reserve is left.
        for left in [0.0, 0.1, 0.2, 1.0] {
            assert!(budget(system, Some((left, 0))) < 1e-9);
        }
        assert!(budget(system, Some((2.0, 0))) < 0.1);
        let short = TimeSystem::Absolute { main: seconds(1) };
        assert!(budget(short, Some((0.2, 0))) < 1e-9 && budget(short, Some((0.3, 0))) > 0.0);
        // The clock does not run out, however long the game is.
        let mut game = game();
        let mut left = 10.0;
        for _ in 0..200 {
            let now = keeper(system, Some((left, 0)));
            let think = now.budget(&game, Color::Black).unwrap().as_secs_f64();
            left -= think;
            assert!(left > 0.0);
            game.play(Color::Black, Move::Pass).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
    }

    #[test]
    fn half_of_the_moves_to_come_are_own_moves() {
        let mut game = game();
        let usual = 81.0 * USUAL_LENGTH / 2.0;
        assert!((moves_left(&game) - usual).abs() < 1e-9);
        for _ in 0..10 {
            game.play(Color::Black, Move::Pass).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
        // A game lasts at least as long as it has empty points.
        assert!((moves_left(&game) - usual).abs() < 1e-9);
        let board = diagram::parse(&["XXXXXXXX."; 9].join("/")).unwrap();
        game.begin(Start {
            stones: board.position(),
            ..Start::default()
        })
        .unwrap();
        assert!((moves_left(&game) - usual).abs() < 1e-9);
        for _ in 0..60 {
            game.play(Color::Black, Move::Pass).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
        let open = (9.0 * USUAL_LENGTH / 2.0).max(FEWEST_MOVES);
        assert!((moves_left(&game) - open).abs() < 1e-9);
    }

    #[test]
    fn a_report_replaces_the_time_used_since_the_last_one() {
        let system = TimeSystem::Absolute { main: seconds(10) };
        let spent = |system, left| {
            let mut keeper = keeper(TimeSystem::Absolute { main: seconds(10) }, None);
            keeper.spend(Color::Black, seconds(3));
            let mut clocks = Clocks::new(system);
            clocks.left.black = left;
            keeper.set(&clocks);
            keeper.spent.black
        };
        let left = TimeLeft {
            time: seconds(8),
            stones: 0,
        };
        assert_eq!(spent(system, Some(left)), Duration::ZERO);
        // The same clocks again are no report.
        assert_eq!(spent(system, None), seconds(3));
        let other = TimeSystem::Absolute { main: seconds(20) };
        assert_eq!(spent(other, None), Duration::ZERO);
    }

    #[test]
    fn only_a_representable_limit_is_one() {
        let deadline = |limits| Deadline::first_of(limits);
        assert!(!deadline([None, None]).is_limited());
        assert!(!deadline([Some(Duration::MAX), None]).is_limited());
        assert!(deadline([Some(Duration::ZERO), None]).is_limited());
        assert!(deadline([Some(seconds(3600)), Some(Duration::ZERO)]).is_over());
        assert!(!deadline([Some(seconds(3600)), None]).is_over());
    }

    #[test]
    fn without_reports_the_used_time_is_counted() {
        let system = TimeSystem::Absolute { main: seconds(10) };
        let mut keeper = keeper(system, None);
        keeper.spend(Color::Black, seconds(9));
        let short = keeper.budget(&game(), Color::Black).unwrap();
        assert!(short < Duration::from_millis(50), "{short:?}");
        let long = keeper.budget(&game(), Color::White).unwrap();
        assert!(long > Duration::from_millis(200), "{long:?}");
        keeper.new_game();
        let new = keeper.budget(&game(), Color::Black).unwrap();
        assert_eq!(new, long);
    }

    #[test]
    fn periods_are_divided_by_their_moves() {
        let canadian = TimeSystem::Canadian {
            main: seconds(0),
            period: seconds(60),
            stones: 10,
        };
        assert!((budget(canadian, None) - 5.98).abs() < 0.01);
        assert!((budget(canadian, Some((20.2, 4))) - 5.0).abs() < 0.01);
        assert!(budget(canadian, Some((0.1, 1))) < 1e-9);
        let byoyomi = TimeSystem::Byoyomi {
            main: seconds(0),
            period: seconds(10),
            periods: 3,
        };
        assert!((budget(byoyomi, None) - 7.35).abs() < 0.01);
        assert!((budget(byoyomi, Some((10.0, 3))) - 7.35).abs() < 0.01);
        assert!((budget(byoyomi, Some((2.2, 1))) - 2.0).abs() < 0.01);
        // In main time, a move may already use a period.
        let long = TimeSystem::Byoyomi {
            main: seconds(60),
            period: seconds(10),
            periods: 3,
        };
        assert!(budget(long, Some((60.0, 0))) > 7.35);
    }

    #[test]
    fn an_increment_is_spent_with_a_share_of_the_time_left() {
        let fischer = |longest_move| TimeSystem::Fischer {
            main: seconds(60),
            increment: seconds(5),
            most: None,
            longest_move,
        };
        let first = budget(fischer(None), None);
        assert!(first > 6.0 && first < 8.0, "{first}");
        // The increment comes after the move, so it cannot be spent before.
        assert!((budget(fischer(None), Some((1.0, 0))) - 0.6).abs() < 0.01);
        assert!((budget(fischer(Some(seconds(3))), None) - 2.8).abs() < 0.01);
        assert!(budget(fischer(None), Some((0.1, 0))) < 1e-9);
        // Without reports, each move has the increment at least.
        let mut keeper = keeper(fischer(None), None);
        keeper.spend(Color::Black, seconds(300));
        let late = keeper.budget(&game(), Color::Black).unwrap();
        assert!(late > seconds(3) && late < seconds(5), "{late:?}");
    }
}

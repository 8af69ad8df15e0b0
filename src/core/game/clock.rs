//! The time system and the clocks, as reported by the controller.

use std::time::Duration;

use crate::board::ByColor;

/// The time system of a game. The controller runs the clocks; nothing in this file measures time.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use std::time::Duration;
///
/// use ponnuki::game::TimeSystem;
///
/// let [none, minute] = [0, 60].map(Duration::from_secs);
/// // `time_settings 600 60 25` of GTP asks for 25 moves in each minute after the first ten.
/// let system = TimeSystem::canadian(10 * minute, minute, 25);
/// assert!(matches!(system, TimeSystem::Canadian { stones: 25, .. }));
/// let system = TimeSystem::canadian(10 * minute, none, 0);
/// assert_eq!(system, TimeSystem::Absolute { main: 10 * minute });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    Unlimited,
    /// Main time only.
    Absolute {
        /// The time for all moves.
        main: Duration,
    },
    /// After the main time, each `period` must contain `stones` moves.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of moves in a period, at least 1.
        stones: u32,
    },
    /// After the main time, each move must be made within a period. A period is
    /// used up only when a move exceeds it.
    Byoyomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
    /// A main time to which each move adds an increment.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time that a move adds.
        increment: Duration,
        /// The limit of the clock after a move, at least the main time.
        most: Option<Duration>,
        /// The longest time for a move.
        longest_move: Option<Duration>,
    },
}

impl TimeSystem {
    /// Returns the time system that GTP's `time_settings` sets with a main time,
    /// a byo yomi time and byo yomi stones.
    ///
    /// A byo yomi time of 0 means absolute time; a byo yomi time above 0 with 0
    /// stones means no limit (GTP 2 specification, section 4.2).
    pub fn canadian(main: Duration, period: Duration, stones: u32) -> Self {
        match (period.is_zero(), stones) {
            (true, _) => Self::Absolute { main },
            (false, 0) => Self::Unlimited,
            (false, _) => Self::Canadian {
                main,
                period,
                stones,
            },
        }
    }
}

/// The clock of a colour, as last reported by `time_left`.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use std::time::Duration;
///
/// use ponnuki::game::TimeLeft;
///
/// // The moves of a period share its time equally; the main time must do for 40 moves.
/// let per_move = |left: TimeLeft| left.time / if left.stones == 0 { 40 } else { left.stones };
/// let minute = Duration::from_secs(60);
/// assert_eq!(per_move(TimeLeft { time: 5 * minute, stones: 10 }), minute / 2);
/// assert_eq!(per_move(TimeLeft { time: 20 * minute, stones: 0 }), minute / 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left in the main time or in the current period, or 0 once the time is exceeded.
    pub time: Duration,
    /// The moves left in the current period; 0 during the main time.
    pub stones: u32,
}

/// The time system and both clocks.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use std::time::Duration;
///
/// use ponnuki::Color;
/// use ponnuki::game::{Clocks, TimeLeft, TimeSystem};
///
/// let minute = Duration::from_secs(60);
/// let mut clocks = Clocks::new(TimeSystem::canadian(5 * minute, minute, 10));
/// clocks.left[Color::Black] = Some(TimeLeft { time: minute, stones: 0 });
/// assert_eq!(clocks.left[Color::White], None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The time system, the same for both sides.
    pub system: TimeSystem,
    /// The last report for each colour since the time system was set.
    pub left: ByColor<Option<TimeLeft>>,
}

impl Clocks {
    /// Returns the clocks of a new time system, without any report.
    pub fn new(system: TimeSystem) -> Self {
        Self {
            system,
            left: ByColor::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_special_cases_of_the_specification_hold() {
        let [none, minute] = [0, 60].map(Duration::from_secs);
        assert_eq!(
            TimeSystem::canadian(minute, none, 0),
            TimeSystem::Absolute { main: minute }
        );
        assert_eq!(
            TimeSystem::canadian(minute, none, 5),
            TimeSystem::Absolute { main: minute }
        );
        assert_eq!(
            TimeSystem::canadian(minute, minute, 0),
            TimeSystem::Unlimited
        );
        assert!(matches!(
            TimeSystem::canadian(none, minute, 5),
            TimeSystem::Canadian { stones: 5, .. }
        ));
    }
}

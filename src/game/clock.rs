//! The time settings of a game and the time that is left, as the controller tells them.

use std::time::Duration;

use crate::board::ByColor;

/// How much time each side has. The clocks are the controller's: nothing here ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    Unlimited,
    /// A main time, and nothing after it.
    Absolute {
        /// The time for all moves.
        main: Duration,
    },
    /// After the main time, `stones` moves must be made in each `period`.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The moves of a period, at least 1.
        stones: u32,
    },
    /// After the main time, each move has a period; the last period that is
    /// not exceeded comes again and again.
    Byoyomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
}

impl TimeSystem {
    /// The meaning of `time_settings main byo_yomi_time byo_yomi_stones`.
    ///
    /// A byo yomi time of 0 means absolute time limits; a byo yomi time above
    /// 0 with 0 stones means no limits (specification, section 4.2).
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

/// What a colour has left, as the last `time_left` said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left, in the main time or in the current period. A clock that has run over is at 0.
    pub time: Duration,
    /// The moves left in the current period; 0 during the main time.
    pub stones: u32,
}

/// The time system and both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The time system, the same for both sides.
    pub system: TimeSystem,
    /// What was last told of each colour's clock since the settings were made.
    pub left: ByColor<Option<TimeLeft>>,
}

impl Clocks {
    /// Clocks of a new time system, of which nothing has been told yet.
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

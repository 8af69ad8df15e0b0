//! The clock of each side of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time settings as in the Go Text Protocol: a main time, then periods with a
/// fixed number of moves each (Canadian byo yomi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeSettings {
    /// The main time in seconds.
    pub(crate) main: u32,
    /// The length of a period in seconds; 0 without periods.
    pub(crate) period: u32,
    /// The number of moves to make in a period; 0 without periods.
    pub(crate) stones: u32,
}

impl FromStr for TimeSettings {
    type Err = &'static str;

    /// Parses `MAIN` or `MAIN,PERIOD,STONES`. PERIOD and STONES must be both 0 or both
    /// positive, and MAIN may be 0 only with periods.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected MAIN or MAIN,PERIOD,STONES (whole seconds, whole seconds, moves), such as 300 or 60,30,5";
        let numbers: Result<Vec<u32>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        let (main, period, stones) = match numbers.as_deref() {
            Ok(&[main]) => (main, 0, 0),
            Ok(&[main, period, stones]) => (main, period, stones),
            _ => return Err(EXPECTED),
        };
        let has_time = main > 0 || period > 0;
        (has_time && (period > 0) == (stones > 0))
            .then_some(Self {
                main,
                period,
                stones,
            })
            .ok_or(EXPECTED)
    }
}

impl fmt::Display for TimeSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.main, self.period, self.stones)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Countdown {
    settings: TimeSettings,
    /// The time left in the main time or in the current period.
    left: Duration,
    /// The moves still to make in the current period; 0 during the main time.
    stones: u32,
}

impl Countdown {
    /// Creates the clock for the start of a game.
    pub(crate) fn new(settings: TimeSettings) -> Self {
        let mut clock = Self {
            settings,
            left: seconds(settings.main),
            stones: 0,
        };
        if settings.main == 0 {
            clock.begin_period();
        }
        clock
    }

    /// Returns the arguments of `time_left`: seconds, rounded down, and stones.
    pub(crate) const fn left(&self) -> (u64, u32) {
        (self.left.as_secs(), self.stones)
    }

    /// Returns the longest time that the next move may take.
    pub(crate) fn longest_move(&self) -> Duration {
        if self.stones == 0 {
            self.left + seconds(self.settings.period)
        } else {
            self.left
        }
    }

    /// Returns the clock after its side has thought about a move for `time`, or `None`
    /// if the time has run out.
    pub(crate) fn thinking(mut self, mut time: Duration) -> Option<Self> {
        if self.stones == 0 && time > self.left {
            time -= self.left;
            self.begin_period();
        }
        self.left = self.left.checked_sub(time)?;
        Some(self)
    }

    /// Charges the time of a move to the clock, and begins the next period when the
    /// current one is complete. Returns `false` if the time has run out.
    pub(crate) fn spend(&mut self, time: Duration) -> bool {
        let Some(clock) = self.thinking(time) else {
            return false;
        };
        *self = clock;
        if self.stones > 0 {
            self.stones -= 1;
            if self.stones == 0 {
                self.begin_period();
            }
        }
        true
    }

    fn begin_period(&mut self) {
        self.left = seconds(self.settings.period);
        self.stones = self.settings.stones;
    }
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(settings: &str) -> Countdown {
        Countdown::new(settings.parse().unwrap())
    }

    #[test]
    fn settings_are_read() {
        let settings: TimeSettings = "60,30,5".parse().unwrap();
        assert_eq!(settings.to_string(), "60,30,5");
        let absolute: TimeSettings = "60".parse().unwrap();
        assert_eq!(absolute.to_string(), "60,0,0");
        for text in "|0|60,30|60,30,5,1|0,0,0|60,30,0|60,0,5|-1,0,0|1.5,0,0".split('|') {
            assert!(text.parse::<TimeSettings>().is_err(), "{text}");
        }
    }

    #[test]
    fn absolute_time_runs_out() {
        let mut clock = clock("10,0,0");
        assert!(clock.spend(seconds(4)));
        assert_eq!(clock.left(), (6, 0));
        assert_eq!(clock.longest_move(), seconds(6));
        assert!(clock.spend(seconds(6)));
        assert!(!clock.spend(Duration::from_millis(1)));
    }

    #[test]
    fn a_period_restarts_when_its_moves_are_made() {
        let mut clock = clock("10,6,2");
        assert_eq!(clock.longest_move(), seconds(16));
        let thinking = clock.thinking(seconds(12)).unwrap();
        assert_eq!(thinking.left(), (4, 2));
        assert!(clock.thinking(seconds(17)).is_none());
        // A move that takes just the main time is not the first one of a period.
        assert_eq!(clock.thinking(seconds(10)).unwrap().left(), (0, 0));
        assert!(clock.spend(seconds(12)));
        assert_eq!(clock.left(), (4, 1));
        assert_eq!(clock.longest_move(), seconds(4));
        assert!(clock.spend(seconds(4)));
        assert_eq!(clock.left(), (6, 2));
        assert!(!clock.spend(seconds(7)));
    }

    #[test]
    fn without_main_time_the_first_period_runs_at_once() {
        let mut clock = clock("0,5,1");
        assert_eq!(clock.left(), (5, 1));
        for _ in 0..3 {
            assert!(clock.spend(seconds(5)));
        }
        assert!(!clock.spend(seconds(6)));
    }
}

//! The clocks of a game played in a terminal.

use std::time::{Duration, Instant};

use crate::cli::clock::{Countdown, TimeSettings};
use ponnuki_core::game::{Clocks, TimeLeft, TimeSystem};
use ponnuki_core::{ByColor, Color};
use ponnuki_formats::text::counted;

/// Both players' clocks, of which at most one runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameClocks {
    settings: TimeSettings,
    left: ByColor<Countdown>,
    /// When the side to move began to think.
    pub(super) began: Instant,
}

impl GameClocks {
    /// Returns the clocks of another game with the same time system.
    pub(super) fn restarted(self) -> Self {
        Self::new(self.settings)
    }

    /// Creates the clocks of a new game, with the first one running.
    pub(super) fn new(settings: TimeSettings) -> Self {
        Self {
            settings,
            left: ByColor {
                black: Countdown::new(settings),
                white: Countdown::new(settings),
            },
            began: Instant::now(),
        }
    }

    /// Starts the clock of the side to move.
    pub(super) fn begin_turn(&mut self) {
        self.began = Instant::now();
    }

    /// Returns whether a thinking colour has run out of time.
    pub(super) fn has_run_out(&self, color: Color) -> bool {
        self.left[color].thinking(self.began.elapsed()).is_none()
    }

    /// Subtracts the time of a colour's move and starts the other clock. Returns `false` if
    /// the colour has run out of time.
    pub(super) fn end_turn(&mut self, color: Color) -> bool {
        let in_time = self.left[color].spend(self.began.elapsed());
        self.begin_turn();
        in_time
    }

    /// Converts the clocks for players.
    pub(super) fn report(&self) -> Clocks {
        let seconds = |number: u32| Duration::from_secs(number.into());
        let TimeSettings {
            main,
            period,
            stones,
        } = self.settings;
        let left = |clock: Countdown| {
            let (time, stones) = clock.left();
            let time = Duration::from_secs(time);
            Some(TimeLeft { time, stones })
        };
        Clocks {
            system: TimeSystem::canadian(seconds(main), seconds(period), stones),
            left: self.left.map(left),
        }
    }

    /// Formats the time that a thinking colour has left, as in `4:59`, or `0:25 for 3
    /// moves` in a period.
    pub(super) fn left(&self, color: Color) -> String {
        let Some(clock) = self.left[color].thinking(self.began.elapsed()) else {
            return "0:00".to_owned();
        };
        let (seconds, stones) = clock.left();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let mut text = match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        };
        if stones > 0 {
            text.extend([" for ", &counted(stones.into(), "move")]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_shown_in_hours_minutes_and_seconds() {
        for (settings, shown) in [
            ("59", "0:58"),
            ("300,0,0", "4:59"),
            ("7262", "2:01:01"),
            ("0,30,5", "0:29 for 5 moves"),
            ("0,30,1", "0:29 for 1 move"),
        ] {
            let mut clocks = GameClocks::new(settings.parse().unwrap());
            clocks.began -= Duration::from_millis(1);
            assert_eq!(clocks.left(Color::Black), shown);
        }
    }

    #[test]
    fn only_the_side_to_move_spends_time() {
        let mut clocks = GameClocks::new("10".parse().unwrap());
        clocks.began -= Duration::from_secs(8);
        assert!(clocks.end_turn(Color::Black));
        clocks.began -= Duration::from_secs(9);
        assert!(!clocks.has_run_out(Color::White) && clocks.has_run_out(Color::Black));
        assert!(clocks.end_turn(Color::White));
        let left = clocks.report().left;
        assert_eq!(left.black.unwrap().time, Duration::from_secs(1));
        assert_eq!(left.white.unwrap().time, Duration::ZERO);
        clocks.began -= Duration::from_secs(3);
        assert_eq!(clocks.left(Color::Black), "0:00");
        assert!(!clocks.end_turn(Color::Black));
    }
}

//! Commands about time settings and clocks.

use super::Engine;
use crate::board::Color;
use crate::game::{Clocks, TimeLeft, TimeSystem};
use crate::gtp::command::TimeCommand;
use crate::gtp::response::{Answer, Reply};

/// The time systems of `kata-time_settings`.
const TIME_SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

impl Engine {
    /// Carries out a command about time.
    #[expect(clippy::unnecessary_wraps, reason = "every subject returns a reply")]
    pub(super) fn keep_time(&mut self, command: &TimeCommand) -> Reply {
        Ok(match *command {
            TimeCommand::Left(color, left) => self.time_left(color, left),
            TimeCommand::List => Answer::text(TIME_SYSTEMS),
            TimeCommand::Settings(system) => self.time_settings(system),
        })
    }

    /// `time_settings`, `kgs-time_settings` and `kata-time_settings`: sets the time
    /// system of the game and resets both clocks.
    fn time_settings(&mut self, system: TimeSystem) -> Answer {
        self.clocks = Clocks::new(system);
        self.player.set_clocks(&self.clocks);
        Answer::Done
    }

    /// `time_left`: sets a colour's clock.
    fn time_left(&mut self, color: Color, left: TimeLeft) -> Answer {
        self.clocks.left[color] = Some(left);
        self.player.set_clocks(&self.clocks);
        Answer::Done
    }
}

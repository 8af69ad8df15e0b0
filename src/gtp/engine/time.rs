//! Commands about time settings and clocks.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::time as form;
use crate::response::{Answer, Reply};
use ponnuki_core::game::{Clocks, TimeSystem};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "time_settings MAIN BYOYOMI STONES",
        "sets Canadian or absolute time and resets both clocks",
        |e, a| e.time_settings(a.read(form::time_settings)?),
    ),
    quick(
        "kgs-time_settings SYSTEM [NUMBER ...]",
        "sets `none`, `absolute`, `byoyomi` or `canadian` time, as on KGS",
        |e, a| e.time_settings(a.read(form::kgs_time_settings)?),
    ),
    quick(
        "kata-time_settings SYSTEM [NUMBER ...]",
        "sets one of these, `fischer` or `fischer-capped` time, as in KataGo",
        |e, a| e.time_settings(a.read(form::kata_time_settings)?),
    ),
    quick(
        "kata-list_time_settings",
        "the names of these systems",
        |_, _| Ok(Answer::text(TIME_SYSTEMS)),
    ),
    quick(
        "time_left COLOR SECONDS STONES",
        "sets the clock of a colour",
        |e, a| {
            let (color, left) = a.read(form::time_left)?;
            e.clocks.left[color] = Some(left);
            e.player.set_clocks(&e.clocks);
            Ok(Answer::Done)
        },
    ),
];

const TIME_SYSTEMS: &str = "none absolute byoyomi canadian fischer fischer-capped";

impl Engine {
    #[expect(clippy::unnecessary_wraps, reason = "the rows need a reply")]
    fn time_settings(&mut self, system: TimeSystem) -> Reply {
        self.clocks = Clocks::new(system);
        self.player.set_clocks(&self.clocks);
        Ok(Answer::Done)
    }
}

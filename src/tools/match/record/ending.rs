//! The ending of a game, and its result in the scores.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::client::FaultKind;
use crate::r#match::statistics::Counts;
use ponnuki_core::board::Color;

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// Both players passed in turn, and the score decides.
    Passes,
    /// The loser resigned.
    Resign,
    /// The loser's clock ran out.
    Time,
    /// A position repeated under simple ko, so the game has no result.
    Repetition,
    /// The game reached the move limit and has no result, unless the match scores
    /// unfinished games. In that case, `detail` names the party that counted.
    MaxMoves,
    /// Adjudicated: both programs reported that the winner wins.
    WinRate,
    /// Adjudicated: the referee found the same winner twice in a row.
    Judged,
    /// Fault: the loser played an illegal move.
    Illegal,
    /// Fault: the loser refused a legal move or another command that every
    /// engine must obey.
    Refused,
    /// Fault: the loser's answer is not valid GTP.
    Malformed,
    /// Fault: the loser exited or closed its output.
    Crash,
    /// Fault: the loser did not answer in time and was killed.
    Hang,
}

impl Ending {
    /// The faults by which a game is lost. A loss on time is not one.
    pub(crate) const FAULTS: [Self; 5] = [
        Self::Illegal,
        Self::Refused,
        Self::Malformed,
        Self::Crash,
        Self::Hang,
    ];

    /// Returns whether the loser lost by a fault.
    pub(crate) fn is_fault(self) -> bool {
        Self::FAULTS.contains(&self)
    }

    /// Returns whether the match runner, not a player, ended the game.
    pub(in crate::r#match) const fn is_adjudicated(self) -> bool {
        matches!(self, Self::MaxMoves | Self::WinRate | Self::Judged)
    }
}

impl From<FaultKind> for Ending {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Illegal => Self::Illegal,
            FaultKind::Refused => Self::Refused,
            FaultKind::Malformed => Self::Malformed,
            FaultKind::Crash => Self::Crash,
            FaultKind::Hang => Self::Hang,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The result of a game as the scores count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Won(Color),
    /// The game was a tie.
    Drawn,
    /// The game has no result and counts in no score.
    NoResult,
}

impl GameResult {
    /// Returns the result from one colour's side: one win, draw or loss, or no game
    /// without a result.
    pub(crate) fn counts(self, color: Color) -> Counts {
        match self {
            Self::Won(winner) if winner == color => Counts::new(1, 0, 0),
            Self::Won(_) => Counts::new(0, 0, 1),
            Self::Drawn => Counts::new(0, 1, 0),
            Self::NoResult => Counts::default(),
        }
    }
}

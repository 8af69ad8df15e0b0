//! Abilities on which many checks rest. They are found out before the checks, so that an engine
//! that lacks one fails one check, and what rests on it is not determined.

use ponnuki_core::board::named_enum;

named_enum! {
    names only:
    /// An ability of an engine.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(super) enum Ability {
        /// Answers repeat the ids of their commands.
        Ids = "ids",
        /// `known_command` knows a required command.
        KnownCommand = "known-command",
        /// A stone can be played.
        Plays = "plays",
        /// Colours may be sent as words.
        ColorWords = "color-words",
        /// One colour may play twice in a row.
        SameColor = "same-color",
        /// Passes are accepted.
        Passes = "passes",
        /// Refused plays are answered with `?`.
        ErrorStatus = "error-status",
        /// Plays on stones are refused.
        Occupied = "occupied",
        /// Stones on the board can be found.
        StonesFound = "stones-found",
        /// Plays off the board are refused.
        OffBoard = "off-board",
    }
}

impl Ability {
    /// Returns the check that an engine without the ability fails.
    pub(super) const fn check(self) -> &'static str {
        match self {
            Self::Ids => "id-in-every-answer",
            Self::KnownCommand => "known-command-required",
            Self::Plays | Self::ColorWords => "play-colors",
            Self::SameColor => "play-same-color",
            Self::Passes => "play-pass",
            Self::ErrorStatus | Self::Occupied | Self::StonesFound => "play-occupied",
            Self::OffBoard => "play-off-board",
        }
    }

    /// Says what an engine without the ability does.
    const fn lack(self) -> &'static str {
        match self {
            Self::Ids => "answers have no ids",
            Self::KnownCommand => "known_command does not answer",
            Self::Plays => "no play is accepted",
            Self::ColorWords => "the colours black and white are not accepted",
            Self::SameColor => "two plays of one colour in a row are refused",
            Self::Passes => "passes are refused",
            Self::ErrorStatus => "errors are answered with =",
            Self::Occupied => "plays on stones are accepted",
            Self::StonesFound => "plays on stones are accepted, and no list shows the stones",
            Self::OffBoard => "plays off the board are accepted",
        }
    }

    /// Says why a check that rests on the ability is not determined.
    pub(super) fn reason(self) -> String {
        format!("because {} ({})", self.lack(), self.check())
    }

    /// Returns whether clients named by a check that rests on the ability need it themselves: they
    /// send such a command, and do not only observe with it.
    pub(super) const fn is_needed_by_clients(self) -> bool {
        matches!(
            self,
            Self::Ids | Self::Plays | Self::ColorWords | Self::Passes
        )
    }
}

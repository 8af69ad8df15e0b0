//! The settings of an analysis engine.

use std::time::Duration;

use ponnuki::board::Color;
use ponnuki::board::named_enum;

/// The settings of an analysis engine.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisSettings {
    /// The number of positions analysed at the same time, at least 1.
    pub(crate) analysis_threads: usize,
    /// The number of threads for each of them, at least 1.
    pub(crate) search_threads: usize,
    /// The memory of all searches together, in MiB.
    pub(crate) memory: usize,
    /// The memory of the playouts that searches share, in MiB. It changes the time that
    /// answers take, and not what they say.
    pub(crate) cache: usize,
    /// The seed of every search.
    pub(crate) seed: u64,
    /// How queries are analysed.
    pub(crate) queries: QuerySettings,
    /// Whether all searches stop when the input ends: running ones are answered with
    /// what they have found, waiting ones without results.
    pub(crate) quits_without_waiting: bool,
    /// The version of the program.
    pub(crate) version: String,
    /// The commit that it was built from; may be empty.
    pub(crate) commit: String,
}

impl AnalysisSettings {
    /// The most positions that the program analyses at the same time.
    pub(crate) const MAX_ANALYSIS_THREADS: usize = 1024;
}

/// How queries are analysed unless they say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QuerySettings {
    /// The number of playouts of queries without `maxVisits`.
    pub(crate) visits: u64,
    /// The largest number of playouts, `maxVisits` or not, if it is limited.
    pub(crate) playouts: Option<u64>,
    /// The longest time of a search, if it is limited.
    pub(crate) time: Option<Duration>,
    /// The most moves of a principal variation after its first one.
    pub(crate) pv_len: usize,
    /// The side from whose point of view values are given.
    pub(crate) perspective: Perspective,
    /// Whether unknown members of queries get a warning.
    pub(crate) warns_of_unused: bool,
}

impl QuerySettings {
    /// The most visits that a query may ask for.
    pub(crate) const MAX_VISITS: u64 = 1 << 50;

    /// The most moves of a variation, after its first one, that a query may ask for.
    pub(crate) const MAX_PV_LEN: usize = 1000;

    /// The longest time that a query may ask for.
    pub(crate) const MAX_TIME: Duration = Duration::from_secs(1_000_000);
}

impl Default for QuerySettings {
    /// Returns 500 visits without other limits, and variations of 15 moves after the
    /// first one, seen by Black.
    fn default() -> Self {
        Self {
            visits: 500,
            playouts: None,
            time: None,
            pv_len: 15,
            perspective: Perspective::default(),
            warns_of_unused: true,
        }
    }
}

named_enum! {
    /// The side from whose point of view values are given.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) enum Perspective {
        /// Black, as in KataGo's example configuration.
        #[default]
        Black = "black",
        /// White.
        White = "white",
        /// The side to move.
        SideToMove = "sidetomove",
    }
}

impl Default for AnalysisSettings {
    /// Returns the settings for one position at a time on one thread, without a version.
    fn default() -> Self {
        Self {
            analysis_threads: 1,
            search_threads: 1,
            memory: 256,
            cache: 128,
            seed: 1,
            queries: QuerySettings::default(),
            quits_without_waiting: false,
            version: String::new(),
            commit: String::new(),
        }
    }
}

#[cfg(test)]
impl AnalysisSettings {
    /// Returns the settings of tests, with little memory.
    pub(super) fn of_tests() -> Self {
        Self {
            memory: 1,
            cache: 1,
            version: "1".to_owned(),
            ..Self::default()
        }
    }
}

impl Perspective {
    /// Returns the colour for a position with this side to move.
    pub(crate) const fn color(self, to_move: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::SideToMove => to_move,
        }
    }
}

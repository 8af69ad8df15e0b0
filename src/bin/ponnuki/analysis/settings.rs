//! The settings of an analysis engine.

use std::time::Duration;

use ponnuki::board::Color;
use ponnuki::board::named_enum;

/// The settings of an analysis engine.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisSettings {
    /// The number of positions analysed at the same time, at least 1.
    pub(crate) analysis_threads: usize,
    /// The number of search threads for each position, at least 1.
    pub(crate) search_threads: usize,
    /// The memory of all searches together, in MiB.
    pub(crate) memory: usize,
    /// The memory of the playouts that searches share, in MiB. The cache changes how long
    /// answers take, but not their content.
    pub(crate) cache: usize,
    /// The seed of every search.
    pub(crate) seed: u64,
    /// How queries are analysed.
    pub(crate) queries: QuerySettings,
    /// Whether the end of input stops all searches. Running ones answer with what they have
    /// found, waiting ones without results.
    pub(crate) quits_without_waiting: bool,
}

impl AnalysisSettings {
    /// The maximum number of positions analysed at the same time.
    pub(crate) const MAX_ANALYSIS_THREADS: usize = 1024;
}

/// Defaults for queries, which may override most of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QuerySettings {
    /// The number of playouts of queries without `maxVisits`.
    pub(crate) visits: u64,
    /// An upper limit on playouts, `maxVisits` included.
    pub(crate) playouts: Option<u64>,
    /// The time limit of a search.
    pub(crate) time: Option<Duration>,
    /// The maximum length of a principal variation, not counting its first move.
    pub(crate) pv_len: usize,
    /// The side from whose point of view values are given.
    pub(crate) perspective: Perspective,
    /// Whether unknown members of queries cause a warning.
    pub(crate) warns_of_unused: bool,
}

impl QuerySettings {
    /// The maximum of `maxVisits`.
    pub(crate) const MAX_VISITS: u64 = 1 << 50;

    /// The maximum of `analysisPVLen`.
    pub(crate) const MAX_PV_LEN: usize = 1000;

    /// The maximum of `maxTime`.
    pub(crate) const MAX_TIME: Duration = Duration::from_secs(1_000_000);
}

impl Default for QuerySettings {
    /// Returns 500 visits without other limits, variations of 15 moves after the first one,
    /// and Black's point of view.
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
    /// Returns one position at a time on one search thread.
    fn default() -> Self {
        Self {
            analysis_threads: 1,
            search_threads: 1,
            memory: 256,
            cache: 128,
            seed: 1,
            queries: QuerySettings::default(),
            quits_without_waiting: false,
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
            ..Self::default()
        }
    }
}

impl Perspective {
    /// Returns the colour whose point of view applies when `to_move` is to move.
    pub(crate) const fn color(self, to_move: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::SideToMove => to_move,
        }
    }
}

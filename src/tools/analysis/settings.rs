//! The settings of an analysis engine.

use std::time::Duration;

use clap::Args;
use clap::builder::RangedI64ValueParser;
use ponnuki_core::board::{Color, named_enum};
use ponnuki_core::threads;
use ponnuki_play::player::SearchOptions;

use crate::cli::args::spelled;

/// The settings of an analysis engine, which are options of the command.
#[derive(Clone, Debug, Args)]
pub(crate) struct AnalysisSettings {
    /// Positions that are analysed at the same time [default: one for each core]
    #[arg(long, value_name = "N", hide_default_value = true,
        default_value_t = threads::available().min(Self::MAX_ANALYSIS_THREADS),
        value_parser = Number::new().range(1..=Self::MAX_ANALYSIS_THREADS as i64))]
    pub(crate) analysis_threads: usize,
    /// Threads for each position
    #[arg(long, value_name = "N", default_value_t = Self::default().search_threads,
        value_parser = Number::new().range(1..=SearchOptions::MAX_THREADS as i64))]
    pub(crate) search_threads: usize,
    /// Memory of all searches together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Self::default().memory,
        value_parser = Number::new().range(1..=SearchOptions::MAX_MEMORY as i64))]
    pub(crate) memory: usize,
    #[command(flatten)]
    pub(crate) queries: QuerySettings,
    /// Seed of every search
    #[arg(long, value_name = "N", default_value_t = Self::default().seed)]
    pub(crate) seed: u64,
    /// Whether the end of input stops all searches. Running ones answer with what they have
    /// found, waiting ones without results.
    #[arg(skip)]
    pub(crate) quits_without_waiting: bool,
}

/// A parser of numbers.
type Number = RangedI64ValueParser<usize>;

impl AnalysisSettings {
    /// The maximum number of positions analysed at the same time.
    pub(crate) const MAX_ANALYSIS_THREADS: usize = 1024;
}

/// Defaults for queries, which may override most of them.
#[derive(Clone, Debug, PartialEq, Args)]
pub(crate) struct QuerySettings {
    /// Visits of queries without `maxVisits`
    #[arg(long, value_name = "N", default_value_t = Self::default().visits,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) visits: u64,
    /// An upper limit on playouts, `maxVisits` included.
    #[arg(skip)]
    pub(crate) playouts: Option<u64>,
    /// The time limit of a search.
    #[arg(skip)]
    pub(crate) time: Option<Duration>,
    /// Moves of a variation after its first one, without `analysisPVLen`
    #[arg(long, value_name = "N", default_value_t = Self::default().pv_len,
        value_parser = Number::new().range(1..=Self::MAX_PV_LEN as i64))]
    pub(crate) pv_len: usize,
    /// The side from whose point of view values are given: black, white or sidetomove
    #[arg(long, value_name = "SIDE", default_value_t, hide_possible_values = true,
        value_parser = spelled::<Perspective>())]
    pub(crate) perspective: Perspective,
    /// Whether unknown members of queries cause a warning.
    #[arg(skip = true)]
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

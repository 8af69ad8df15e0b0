//! `ponnuki analysis`: KataGo's analysis protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::{AnalysisEngine, AnalysisSettings, Overrides, Perspective, QuerySettings};
use clap::Args;
use ponnuki::gtp::OutputWatch;
use ponnuki::player::SearchOptions;
use ponnuki::threads;

use crate::cli::args::spelled;
use crate::cli::failure::Failure;
use crate::cli::{signals, stdout};

/// The grace period for searches to end after Ctrl-C, or once the reader of the answers is gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// The options of `ponnuki analysis`.
#[derive(Debug, Args)]
#[command(
    about = "Answer queries in KataGo's analysis protocol, one JSON object a line",
    after_help = "Examples:
  ponnuki analysis
  ponnuki analysis --analysis-threads 4 --visits 1000
  ponnuki analysis --visits 100 > answers.jsonl
  ponnuki analysis -config analysis.cfg -model net.bin.gz   as KataGo is started"
)]
pub(crate) struct AnalysisArgs {
    /// Positions that are analysed at the same time [default: one for each core]
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=AnalysisSettings::MAX_ANALYSIS_THREADS as i64))]
    analysis_threads: Option<u16>,
    /// Threads for each position
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=SearchOptions::MAX_THREADS as i64))]
    search_threads: u16,
    /// Memory of all searches together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=SearchOptions::MAX_MEMORY as i64))]
    memory: u32,
    /// Memory of the playouts that searches share, in MiB; 0 shares none
    #[arg(long, value_name = "MIB", default_value_t = 128,
        value_parser = clap::value_parser!(u32).range(0..=SearchOptions::MAX_MEMORY as i64))]
    cache: u32,
    /// Visits of queries without `maxVisits`
    #[arg(long, value_name = "N", default_value_t = QuerySettings::default().visits,
        value_parser = clap::value_parser!(u64).range(1..))]
    visits: u64,
    /// Moves of a variation after its first one, without `analysisPVLen`
    #[arg(long, value_name = "N", default_value_t = QuerySettings::default().pv_len as u16,
        value_parser = clap::value_parser!(u16).range(1..=QuerySettings::MAX_PV_LEN as i64))]
    pv_len: u16,
    /// The side from whose point of view values are given: black, white or sidetomove
    #[arg(long, value_name = "SIDE", default_value_t = Perspective::Black, hide_possible_values = true,
        value_parser = spelled::<Perspective>())]
    perspective: Perspective,
    /// Seed of every search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Do not warn of unknown members of queries
    #[arg(long)]
    no_warnings: bool,
    /// Stop all searches when the input ends
    #[arg(long)]
    quit_without_waiting: bool,
    // Options with which programs start KataGo. Its files are accepted and ignored; some of its
    // settings have a meaning here.
    #[arg(long, hide = true)]
    config: Option<PathBuf>,
    #[arg(long, hide = true)]
    model: Option<PathBuf>,
    #[arg(long, hide = true)]
    human_model: Option<PathBuf>,
    #[arg(long, hide = true)]
    override_config: Vec<Overrides>,
}

/// The options of KataGo's `analysis` that are accepted with a single hyphen, as KataGo
/// spells them.
const SINGLE_HYPHEN: [&str; 6] = [
    "-analysis-threads",
    "-config",
    "-human-model",
    "-model",
    "-override-config",
    "-quit-without-waiting",
];

/// Adds the second hyphen to KataGo's options if the subcommand is `analysis`.
pub(crate) fn as_katago(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if arguments.get(1).is_some_and(|name| name == "analysis") {
        for argument in &mut arguments[2..] {
            let text = argument.to_string_lossy();
            let name = text.split_once('=').map_or(&*text, |(name, _)| name);
            if SINGLE_HYPHEN.contains(&name) {
                *argument = format!("-{text}").into();
            }
        }
    }
    arguments
}

impl AnalysisArgs {
    /// Builds the engine's settings. Those of `-override-config` are applied last, so they win.
    fn settings(&self) -> AnalysisSettings {
        let mut settings = AnalysisSettings {
            analysis_threads: self
                .analysis_threads
                .map_or_else(threads::available, usize::from),
            search_threads: self.search_threads.into(),
            memory: self.memory as usize,
            cache: self.cache as usize,
            seed: self.seed,
            queries: QuerySettings {
                visits: self.visits,
                pv_len: self.pv_len.into(),
                perspective: self.perspective,
                warns_of_unused: !self.no_warnings,
                ..QuerySettings::default()
            },
            quits_without_waiting: self.quit_without_waiting,
        };
        for overrides in &self.override_config {
            overrides.apply(&mut settings);
        }
        settings
    }

    /// Formats all settings, so that a test sees whether an option changes any.
    #[cfg(test)]
    pub(crate) fn effect(&self) -> String {
        format!("{:?}", self.settings())
    }
}

/// Answers queries until the input ends.
pub(crate) fn run(args: &AnalysisArgs) -> Result<(), Failure> {
    for overrides in &args.override_config {
        let ignored = overrides.ignored();
        if !ignored.is_empty() {
            let names = ignored.join(", ");
            log::warn!("settings of --override-config without a meaning here: {names}");
        }
    }
    let engine = Arc::new(AnalysisEngine::new(args.settings()));
    let end = |status| {
        let engine = Arc::clone(&engine);
        move || {
            engine.interrupt(PATIENCE);
            process::exit(status);
        }
    };
    signals::on_interrupt(end(130))?;
    // The reader may leave at any time, so this is not a failure.
    let _watch = OutputWatch::start(stdout::is_lost, end(0));
    // Programs that start KataGo wait for this line. They may have closed standard error.
    let _ = writeln!(io::stderr(), "Started, ready to begin handling requests");
    Ok(engine.run(io::stdin().lock(), io::stdout())?)
}

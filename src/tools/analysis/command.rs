//! `ponnuki analysis`: KataGo's analysis protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::time::Duration;

use crate::analysis::{AnalysisEngine, AnalysisSettings, Overrides};
use clap::Args;
use ponnuki_gtp::OutputWatch;

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
    #[command(flatten)]
    settings: AnalysisSettings,
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
        let mut settings = self.settings.clone();
        settings.queries.warns_of_unused = !self.no_warnings;
        settings.quits_without_waiting = self.quit_without_waiting;
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

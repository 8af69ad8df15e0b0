//! `ponnuki match`: plays a match and keeps what was played.

mod args;
mod files;
mod progress;
mod sequential;
mod settings;

pub(crate) use args::MatchArgs;
pub(crate) use settings::SettingsError;

use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use ponnuki::sgf;
use ponnuki::tournament::{
    Event, Flow, GameRecord, Interrupt, Journal, JournalError, Match, MatchError, PlayedGame,
    ReportError, ResultsError, Resumed, Shard,
};

use args::RunArgs;
use progress::Progress;
use sequential::SequentialTest;

/// Why a match is not played to its end.
#[derive(Debug)]
pub(crate) enum MatchFailure {
    /// The settings make no sense.
    Settings(SettingsError),
    /// The results file cannot be used.
    Journal(JournalError),
    /// A file or a folder cannot be written.
    File(PathBuf, io::Error),
    /// Files of results cannot be joined.
    Results(ResultsError),
    /// A game cannot be shown.
    Report(ReportError),
    /// A sequential test of games that have no two players, or are a ladder.
    Sprt,
    /// Nobody with a rating has this name.
    Anchor(String),
    /// A match of fewer than three players has no ratings.
    NoRatings,
    /// A program does not take part, or a ladder has a gap.
    Match(String),
    /// The signals of the terminal cannot be heard.
    Signals(ctrlc::Error),
    /// The summary cannot be written.
    Output(io::Error),
    /// Somebody stopped the match.
    Interrupted {
        /// The games played so far, those of earlier runs included.
        played: u64,
        /// The games of the match, or of the shard.
        games: u64,
        /// Whether they are in a file, from which the match can go on.
        is_kept: bool,
    },
}

impl fmt::Display for MatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Settings(error) => write!(f, "{error}"),
            Self::Journal(error) => write!(f, "{error}"),
            Self::File(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Results(error) => write!(f, "{error}"),
            Self::Report(error) => write!(f, "{error}"),
            Self::Sprt => f.write_str(
                "--sprt tests a match of two players, neither a tournament nor a ladder",
            ),
            Self::Anchor(name) => write!(f, "no player with a rating is called {name:?}"),
            Self::NoRatings => f.write_str("only three players or more have ratings"),
            Self::Match(error) => write!(f, "the match cannot be played: {error}"),
            Self::Signals(error) => write!(f, "cannot listen for Ctrl-C: {error}"),
            Self::Output(error) => write!(f, "{error}"),
            Self::Interrupted {
                played,
                games,
                is_kept,
            } => {
                write!(f, "interrupted after {played} of {games} games")?;
                if *is_kept {
                    f.write_str("; the same command with --resume goes on")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for MatchFailure {}

/// Does what `ponnuki match` was asked for.
///
/// # Errors
/// Any [`MatchFailure`].
pub(crate) fn run(args: &MatchArgs, is_quiet: bool) -> Result<(), MatchFailure> {
    match &args.files {
        Some(command) => command.run(io::stdout().lock()),
        None => play(&args.run, is_quiet),
    }
}

/// Plays a match.
fn play(args: &RunArgs, is_quiet: bool) -> Result<(), MatchFailure> {
    let (settings, games) = settings::settings(args).map_err(MatchFailure::Settings)?;
    let output = &args.output;
    if let Some(folder) = &output.sgf_dir {
        fs::create_dir_all(folder).map_err(|error| MatchFailure::File(folder.clone(), error))?;
    }
    let interrupt = Interrupt::new();
    listen(&interrupt).map_err(MatchFailure::Signals)?;
    let mut fixture = Match {
        settings,
        games,
        shard: output.shard.unwrap_or(Shard::WHOLE),
        threads: output.threads.into(),
        interrupt: interrupt.clone(),
    };
    let (journal, resumed) = journal(args, &fixture, is_quiet)?;
    let labels = fixture
        .settings
        .players
        .iter()
        .map(|player| player.label.clone());
    let progress = Progress::new(fixture.numbers().count() as u64, labels.collect(), is_quiet);
    let mut keeper = Keeper {
        journal,
        sgf_dir: output.sgf_dir.clone(),
        progress,
        records: Vec::new(),
        test: args.sprt.map(SequentialTest::new),
    };
    let expected = fixture.numbers().count() as u64;
    if keeper.resume(resumed.records.clone()) == Flow::Enough {
        fixture.games = 0;
    }
    let result = fixture.run(&resumed.records, |event| keeper.keep(event));
    keeper.progress.end();
    match result {
        // Giving up the other games raises the interrupt too.
        Err(MatchError::Seen(error)) => return Err(error),
        Err(error) => return Err(MatchFailure::Match(error.to_string())),
        Ok(()) => {}
    }
    let played = keeper.records.len() as u64;
    let sprt = args.sprt.as_ref();
    files::summarise(&keeper.records, sprt, output.json, io::stdout().lock())?;
    if interrupt.is_raised() {
        return Err(MatchFailure::Interrupted {
            played,
            games: expected,
            is_kept: output.out.is_some(),
        });
    }
    Ok(())
}

/// Lets Ctrl-C and the signals that ask a program to end interrupt the match;
/// a second one ends everything at once.
fn listen(interrupt: &Interrupt) -> Result<(), ctrlc::Error> {
    let interrupt = interrupt.clone();
    ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            interrupt.kill_all();
            process::exit(130);
        }
        let _ = writeln!(
            io::stderr(),
            "\nponnuki: ending the running games; once more ends at once"
        );
        interrupt.raise();
    })
}

/// The file of results and the games that are in it already.
fn journal(
    args: &RunArgs,
    fixture: &Match,
    is_quiet: bool,
) -> Result<(Option<Journal>, Resumed), MatchFailure> {
    let Some(path) = &args.output.out else {
        return Ok((None, Resumed::default()));
    };
    if !args.output.resume {
        let journal = Journal::create(path).map_err(MatchFailure::Journal)?;
        return Ok((Some(journal), Resumed::default()));
    }
    let resumed = Journal::resume(path, &fixture.settings);
    let (journal, resumed) = resumed.map_err(MatchFailure::Journal)?;
    if resumed.dropped > 0 && !is_quiet {
        let path = path.display();
        let bytes = resumed.dropped;
        let _ = writeln!(
            io::stderr(),
            "ponnuki: {path} ended in the middle of a line; {bytes} bytes are cut off and the game is played again"
        );
    }
    Ok((Some(journal), resumed))
}

/// Keeps what is played.
struct Keeper {
    journal: Option<Journal>,
    sgf_dir: Option<PathBuf>,
    progress: Progress,
    records: Vec<GameRecord>,
    test: Option<SequentialTest>,
}

impl Keeper {
    /// Takes games into account that were played before.
    fn resume(&mut self, records: Vec<GameRecord>) -> Flow {
        self.progress.begin_with(&records);
        let mut flow = Flow::Continue;
        for record in &records {
            flow = self.judge(record);
        }
        self.records = records;
        flow
    }

    /// Whether the games so far decide the match.
    fn judge(&mut self, record: &GameRecord) -> Flow {
        if self.test.as_mut().is_some_and(|test| test.add(record)) {
            Flow::Enough
        } else {
            Flow::Continue
        }
    }

    /// Writes down what has happened.
    fn keep(&mut self, event: Event) -> Result<Flow, MatchFailure> {
        match event {
            Event::Played(played) => {
                self.keep_sgf(played.record.game, "", || played.sgf())?;
                let PlayedGame { record, .. } = *played;
                if let Some(journal) = &mut self.journal {
                    journal.append(&record).map_err(MatchFailure::Journal)?;
                }
                self.progress.add(&record);
                let flow = self.judge(&record);
                self.records.push(record);
                return Ok(flow);
            }
            Event::Unfinished { game, played } => {
                let text = || sgf::write(&played, &sgf::Record::default()) + "\n";
                self.keep_sgf(game, "-unfinished", text)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// Writes a game as an SGF file if that was asked for.
    fn keep_sgf(
        &self,
        game: u64,
        remark: &str,
        text: impl FnOnce() -> String,
    ) -> Result<(), MatchFailure> {
        let Some(folder) = &self.sgf_dir else {
            return Ok(());
        };
        let path = sgf_path(folder, game, remark);
        fs::write(&path, text()).map_err(|error| MatchFailure::File(path, error))
    }
}

/// The file of a game.
fn sgf_path(folder: &Path, game: u64, remark: &str) -> PathBuf {
    folder.join(format!("game-{game:06}{remark}.sgf"))
}

//! Runs a match: settings, journal, games and summary.

use std::fs;
use std::io::{self, Write};
use std::process;

use ponnuki::tournament::{Flow, Interrupt, Journal, Match, MatchError, Resumed, Shard};

use super::args::RunArgs;
use super::failure::MatchFailure;
use super::progress::Progress;
use super::recorder::{Recorder, SequentialTest};
use super::{files, settings, tournament_file};

/// Plays a match and prints its summary.
pub(super) fn play(args: &RunArgs, is_quiet: bool) -> Result<(), MatchFailure> {
    let (settings, games) = match &args.tournament {
        Some(file) => tournament_file::read(file),
        None => settings::from_args(args),
    }
    .map_err(MatchFailure::Settings)?;
    let output = &args.output;
    if let Some(folder) = &output.sgf_dir {
        fs::create_dir_all(folder).map_err(|error| MatchFailure::File(folder.clone(), error))?;
    }
    let interrupt = Interrupt::new();
    listen(&interrupt).map_err(MatchFailure::Signals)?;
    let contest = Match {
        settings,
        games,
        shard: output.shard.unwrap_or(Shard::WHOLE),
        threads: output.threads.into(),
        interrupt: interrupt.clone(),
    };
    let (journal, resumed) = journal(args, &contest, is_quiet)?;
    let mut recorder = recorder(args, &contest, journal, is_quiet);
    let result = match recorder.resume(resumed.records.clone()) {
        // The games of earlier runs decide the sequential test.
        Flow::Enough => Ok(()),
        Flow::Continue => contest.run(&resumed.records, |event| recorder.record(event)),
    };
    recorder.progress.end();
    match result {
        // This error also raises the interrupt, to give up the other games.
        Err(MatchError::Handler(error)) => return Err(error),
        Err(error) => return Err(MatchFailure::Match(error.to_string())),
        Ok(()) => {}
    }
    let played = recorder.records.len() as u64;
    let sprt = args.sprt.as_ref();
    files::summarise(&recorder.records, sprt, output.json, io::stdout().lock())?;
    if interrupt.is_raised() {
        return Err(MatchFailure::Interrupted {
            played,
            games: contest.numbers().count() as u64,
            can_resume: output.out.is_some(),
        });
    }
    Ok(())
}

/// Lets Ctrl-C and termination signals interrupt the match. A second signal
/// kills all programs and exits at once.
fn listen(interrupt: &Interrupt) -> Result<(), ctrlc::Error> {
    let interrupt = interrupt.clone();
    ctrlc::set_handler(move || {
        if interrupt.is_raised() {
            interrupt.kill_all();
            process::exit(130);
        }
        let _ = writeln!(
            io::stderr(),
            "\nponnuki: interrupting the running games; press Ctrl-C again to exit at once"
        );
        interrupt.raise();
    })
}

/// Opens the file of results, and reads the games of earlier runs from it.
fn journal(
    args: &RunArgs,
    contest: &Match,
    is_quiet: bool,
) -> Result<(Option<Journal>, Resumed), MatchFailure> {
    let Some(path) = &args.output.out else {
        return Ok((None, Resumed::default()));
    };
    if !args.output.resume {
        let journal = Journal::create(path).map_err(MatchFailure::Results)?;
        return Ok((Some(journal), Resumed::default()));
    }
    let resumed = Journal::resume(path, &contest.settings);
    let (journal, resumed) = resumed.map_err(MatchFailure::Results)?;
    if resumed.dropped > 0 && !is_quiet {
        let path = path.display();
        let bytes = resumed.dropped;
        let _ = writeln!(
            io::stderr(),
            "ponnuki: {path} ended in the middle of a line; its last {bytes} bytes are cut off and the game is played again"
        );
    }
    Ok((Some(journal), resumed))
}

/// Returns the recorder of this match.
fn recorder(args: &RunArgs, contest: &Match, journal: Option<Journal>, is_quiet: bool) -> Recorder {
    let players = contest.settings.players.iter();
    let labels = players.map(|player| player.label.clone()).collect();
    let games = contest.numbers().count() as u64;
    Recorder {
        journal,
        sgf_dir: args.output.sgf_dir.clone(),
        progress: Progress::new(games, labels, is_quiet),
        records: Vec::new(),
        test: args.sprt.map(SequentialTest::new),
    }
}

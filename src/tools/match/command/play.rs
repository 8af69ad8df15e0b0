//! Runs a match: settings, journal, games and summary.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::client::Interrupt;
use crate::r#match::statistics::Sprt;
use crate::r#match::{Journal, Match, MatchTally, OpeningSource, Run, Shard};
use ponnuki_core::Komi;
use ponnuki_formats::text::counted;

use super::args::MatchArgs;
use super::progress::MatchProgress;
use super::recorder::{Recorder, SequentialTest};
use super::sgf_folder::SgfFolder;
use super::{files, tournament_file};
use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::{logging, outputs};

pub(super) fn play(args: &MatchArgs, log: &LogArgs) -> Result<(), Failure> {
    let chosen = match &args.tournament {
        Some(file) => tournament_file::read(file),
        None => args.setup(),
    }?;
    let sprt = args.sprt()?;
    let output = &args.output;
    check_files(args, chosen.openings.as_ref(), log)?;
    if chosen.openings == Some(OpeningSource::Ready) && chosen.settings.komi != Komi::default() {
        log::warn!(
            "the ready openings are balanced for komi {}, not {}",
            Komi::default(),
            chosen.settings.komi
        );
    }
    let interrupt = Interrupt::default();
    let contest = Match {
        settings: chosen.settings,
        games: chosen.games,
        shard: output.shard.unwrap_or(Shard::WHOLE),
        threads: output.threads.into(),
        interrupt: interrupt.clone(),
    };
    let mut recorder = recorder(args, sprt.as_ref(), &contest, log.quiet)?;
    interrupt.listen("the running games")?;
    let result = match open_journal(args, &contest, &mut recorder, log)? {
        // The games of earlier runs decide the sequential test.
        (_, ControlFlow::Break(())) => Ok(()),
        (done, ControlFlow::Continue(())) => contest.run(&done, |event| recorder.record(event)),
    };
    recorder.progress.end();
    // A failure also raises the interrupt, to give up the other games.
    result?;
    let summary = recorder.tally.summary(sprt.as_ref());
    let printed = files::print(&summary, output.json, io::stdout().lock());
    if interrupt.is_raised() {
        let resume = match &output.out {
            Some(_) => "; the same command with --resume goes on",
            None => "",
        };
        return Err(Failure::interrupted(format_args!(
            "interrupted after {} of {}{resume}",
            summary.games,
            counted(contest.games_here(), "game")
        )));
    }
    printed
}

fn check_files(
    args: &MatchArgs,
    openings: Option<&OpeningSource>,
    log: &LogArgs,
) -> Result<(), Failure> {
    let output = &args.output;
    let mut inputs = openings.map_or_else(Vec::new, OpeningSource::files);
    inputs.extend(args.tournament.clone());
    let outputs = [
        ("--out", output.out.as_deref()),
        ("--log-file", log.log_file.as_deref()),
    ];
    let inputs = || inputs.iter().map(PathBuf::as_path);
    outputs::check(inputs(), &outputs)?;
    if let Some(folder) = &output.sgf_dir {
        let outputs = outputs.iter().filter_map(|&(_, path)| path);
        let openings = openings.and_then(OpeningSource::path);
        SgfFolder::check(folder, openings, inputs().chain(outputs))?;
    }
    Ok(())
}

/// Opens the results file and counts the games of earlier runs in it. Returns those
/// games, and whether the match goes on.
fn open_journal(
    args: &MatchArgs,
    contest: &Match,
    recorder: &mut Recorder,
    log: &LogArgs,
) -> Result<(HashSet<u64>, ControlFlow<()>), Failure> {
    let mut flow = ControlFlow::Continue(());
    let Some(path) = &args.output.out else {
        recorder.progress.begin();
        return Ok((HashSet::new(), flow));
    };
    let (journal, done) = if args.output.resume {
        let count = |record: &_| flow = recorder.resume(record);
        let (journal, done) = Journal::resume(path, &contest.settings, count)?;
        if journal.dropped > 0 {
            let (path, bytes) = (path.display(), counted(journal.dropped as u64, "byte"));
            let words = format!(
                "ponnuki: {path} ended in the middle of a line; that part ({bytes}) is cut off and the game is played again"
            );
            logging::hint(&words, log);
        }
        (journal, done)
    } else {
        (Journal::create(path)?, HashSet::new())
    };
    recorder.journal = Some(journal);
    if let Some(folder) = &recorder.sgf {
        folder.remove_unfinished(&done)?;
    }
    recorder.progress.begin();
    Ok((done, flow))
}

fn recorder(
    args: &MatchArgs,
    sprt: Option<&Sprt>,
    contest: &Match,
    is_quiet: bool,
) -> Result<Recorder, Failure> {
    let players = contest.settings.players.iter();
    let labels = players.map(|player| player.label.clone()).collect();
    let open = |folder: &PathBuf| SgfFolder::open(folder, contest, args.output.resume);
    Ok(Recorder {
        journal: None,
        run: Some(Run::of_this_process(contest.settings.seed)),
        sgf: args.output.sgf_dir.as_ref().map(open).transpose()?,
        progress: MatchProgress::new(contest.games_here(), labels, is_quiet),
        tally: MatchTally::default(),
        test: sprt.map(|sprt| SequentialTest::new(sprt, args.options.pairs)),
    })
}

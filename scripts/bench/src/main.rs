//! Measures how fast a GTP engine answers, and another engine beside it.
//!
//! `ponnuki-throughput ENGINE PEER FOLDER [SECONDS]`: the path of the engine, the path of the peer
//! it is compared with on the same file (GNU Go), the folder for the command files, and how long
//! the self-play lasts on each board size.
//!
//! Three things are measured, as `scripts/throughput.sh` explains. The exit status is 0 also when
//! a target is missed, since a busy machine is not a defect; a wrong answer is status 1.

mod commands;
mod process;
mod startup;

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use process::{Engine, Program};

/// Commands in each command file: long enough that starting the engine does not count.
const COMMANDS: usize = 1_000_000;

/// The peer is several times slower, so it gets a shorter file of the same games.
const PEER_COMMANDS: usize = 200_000;

/// How often the engine is started for the time to the first answer.
const STARTS: usize = 300;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("throughput: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [engine, peer, folder, rest @ ..] = arguments.as_slice() else {
        return Err("usage: ponnuki-throughput ENGINE PEER FOLDER [SECONDS]".into());
    };
    let seconds: f64 = rest.first().map_or(Ok(5.0), |text| text.parse())?;
    let engine = Program::new(engine, &[]);
    let peer = Program::new(peer, &["--mode", "gtp", "--level", "0"]);
    println!("{:44} {:>12}   target", "", "measured");
    for size in [9, 19] {
        file_throughput(&engine, &peer, Path::new(folder), size)?;
    }
    for (size, target) in [(9, ">= 900"), (19, "")] {
        let rate = self_play(&engine, size, Duration::from_secs_f64(seconds))?;
        let what = format!("self-play games/s through a pipe, {size}x{size}");
        report(&what, &format!("{rate:.0}"), target);
    }
    let times = startup::measure(&engine, STARTS)?;
    report(
        "first answer after start, median, ms",
        &format!("{:.2}", times.median),
        "<= 5",
    );
    report(
        "first answer after start, 95 of 100, ms",
        &format!("{:.2}", times.percentile_95),
        "",
    );
    Ok(())
}

/// Plays and `clear_board` from a file, with the peer on the beginning of the same games.
fn file_throughput(engine: &Program, peer: &Program, folder: &Path, size: u32) -> Outcome<()> {
    let path = |count: usize| -> PathBuf { folder.join(format!("games-{size}-{count}.gtp")) };
    let games = commands::random_games(engine, size, COMMANDS)?;
    games.write(&path(COMMANDS), COMMANDS)?;
    games.write(&path(PEER_COMMANDS), PEER_COMMANDS)?;
    let answers = folder.join("answers.txt");
    let own = commands::rate(engine, &path(COMMANDS), &answers)?;
    let same = commands::rate(engine, &path(PEER_COMMANDS), &answers)?;
    let others = commands::rate(peer, &path(PEER_COMMANDS), &answers)?;
    let what = format!("play/clear_board commands/s, {size}x{size}");
    report(&what, &format!("{own:.0}"), ">= 1000000");
    report(
        &format!("the same for the peer, {size}x{size}"),
        &format!("{others:.0}"),
        "",
    );
    let what = format!("times the peer on one file, {size}x{size}");
    report(&what, &format!("{:.1}", same / others), ">= 6");
    Ok(())
}

/// Games a second when one engine plays both colours and each move waits for the one before it.
fn self_play(engine: &Program, size: u32, duration: Duration) -> Outcome<f64> {
    let mut engine = Engine::start(engine)?;
    engine.ask(format!("boardsize {size}\n").as_bytes())?;
    let clock = std::time::Instant::now();
    let mut games = 0;
    while clock.elapsed() < duration {
        commands::play_game(&mut engine, |_, _| ())?;
        games += 1;
    }
    let rate = f64::from(games) / clock.elapsed().as_secs_f64();
    engine.quit()?;
    Ok(rate)
}

fn report(what: &str, measured: &str, target: &str) {
    println!("{what:44} {measured:>12}   {target}");
}

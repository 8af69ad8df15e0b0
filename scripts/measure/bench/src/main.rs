//! Measures how fast a GTP engine answers. `scripts/measure/throughput.sh` runs it:
//!
//! - `ponnuki-throughput file ENGINE PEER FOLDER`: `play` and `clear_board` commands per second
//!   from a file, and the same for a peer on the beginning of that file. The files are written to
//!   the folder.
//! - `ponnuki-throughput pipe ENGINE SECONDS [NOTE]`: self-play games per second, each move
//!   requested after the previous answer. The note is printed beside the figures.
//! - `ponnuki-throughput start ENGINE`: the time from the start of the process to its first answer.
//! - `ponnuki-throughput echo`: answers `= A1` to every line. Its speed is the limit that the pipe
//!   and the system set for any engine.
//!
//! A wrong answer changes the exit status. A missed target does not, because a busy machine is not
//! a defect.

mod commands;
mod process;
mod startup;

use std::env;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use process::{Engine, Program};

/// The commands in each file: enough that the start of the engine does not matter.
const COMMANDS: usize = 1_000_000;

/// The commands for the peer. It is several times slower, so it gets the beginning of the file.
const PEER_COMMANDS: usize = 200_000;

/// The number of starts over which the time to the first answer is measured.
const STARTS: usize = 300;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("throughput: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Outcome<()> {
    match *arguments {
        ["file", engine, peer, folder] => {
            let engine = Program::new(engine, &[]);
            let peer = Program::new(peer, &["--mode", "gtp", "--level", "0"]);
            file_throughput(&engine, &peer, Path::new(folder), 9)?;
            file_throughput(&engine, &peer, Path::new(folder), 19)
        }
        ["pipe", engine, seconds, ref note @ ..] => {
            let note = note.join(" ");
            pipe(&Program::new(engine, &[]), seconds.parse()?, &note)
        }
        ["start", engine] => first_answer(&Program::new(engine, &[])),
        ["echo"] => echo(),
        _ => Err("usage: see scripts/measure/throughput.sh".into()),
    }
}

/// Measures commands from a file, and the peer on the beginning of the same games.
fn file_throughput(engine: &Program, peer: &Program, folder: &Path, size: u32) -> Outcome<()> {
    let path = |count: usize| -> PathBuf { folder.join(format!("games-{size}-{count}.gtp")) };
    let games = commands::random_games(engine, size, COMMANDS)?;
    games.write(&path(COMMANDS), COMMANDS)?;
    games.write(&path(PEER_COMMANDS), PEER_COMMANDS)?;
    let answers = folder.join("answers.txt");
    let own = commands::rate(engine, &path(COMMANDS), &answers)?;
    let same = commands::rate(engine, &path(PEER_COMMANDS), &answers)?;
    let others = commands::rate(peer, &path(PEER_COMMANDS), &answers)?;
    let row = |what: &str, measured: String, target: &str| {
        report(&format!("{what}, {size}x{size}"), &measured, target);
    };
    row(
        "play and clear_board from a file, commands/s",
        format!("{own:.0}"),
        ">= 1000000",
    );
    row("  GNU Go on the same file", format!("{others:.0}"), "");
    row(
        "  how many times GNU Go",
        format!("{:.1}", same / others),
        ">= 6",
    );
    Ok(())
}

/// Measures self-play and then the pipe alone, under the same conditions.
fn pipe(engine: &Program, seconds: f64, note: &str) -> Outcome<()> {
    let this = env::current_exe()?;
    let floor = Program::new(this.to_str().ok_or("this program's path")?, &["echo"]);
    let duration = Duration::from_secs_f64(seconds);
    for (size, target) in [(9, ">= 900"), (19, "")] {
        let played = self_play(engine, size, duration)?;
        let what = format!("self-play through a pipe, games/s, {size}x{size}{note}");
        report(&what, &format!("{:.0}", played.games_per_second), target);
        report(
            "  microseconds a command",
            &format!("{:.1}", played.microseconds),
            "",
        );
    }
    let echoed = round_trips(&floor, duration)?;
    report(
        "  the same for an echo: the pipe alone",
        &format!("{echoed:.1}"),
        "",
    );
    Ok(())
}

/// The result of self-play.
struct Played {
    games_per_second: f64,
    /// The average time from sending a command to reading its answer, in microseconds.
    microseconds: f64,
}

/// Lets one engine play both colours. Each move waits for the previous one.
fn self_play(engine: &Program, size: u32, duration: Duration) -> Outcome<Played> {
    let mut engine = Engine::start(engine)?;
    engine.ask(format!("boardsize {size}\n").as_bytes())?;
    let clock = Instant::now();
    let mut games = 0;
    let mut commands = 0;
    while clock.elapsed() < duration {
        commands += 1;
        commands::play_game(&mut engine, |_, _| commands += 1)?;
        games += 1;
    }
    let seconds = clock.elapsed().as_secs_f64();
    engine.quit()?;
    Ok(Played {
        games_per_second: f64::from(games) / seconds,
        microseconds: seconds / f64::from(commands) * 1e6,
    })
}

/// Returns the average time of a command and its answer, in microseconds.
fn round_trips(program: &Program, duration: Duration) -> Outcome<f64> {
    let mut engine = Engine::start(program)?;
    let clock = Instant::now();
    let mut commands = 0;
    while clock.elapsed() < duration {
        for _ in 0..100 {
            engine.ask(b"genmove b\n")?;
        }
        commands += 100;
    }
    let seconds = clock.elapsed().as_secs_f64();
    engine.quit()?;
    Ok(seconds / f64::from(commands) * 1e6)
}

fn first_answer(engine: &Program) -> Outcome<()> {
    let times = startup::measure(engine, STARTS)?;
    let show = |what: &str, time: f64, target: &str| {
        report(what, &format!("{time:.2}"), target);
    };
    show("start to first answer, ms, median", times.median, "<= 5");
    show("  95 of 100 are faster than", times.percentile_95, "");
    Ok(())
}

/// Acts as the fastest possible engine, which does not even look at the commands.
fn echo() -> Outcome<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = String::new();
    while line != "quit\n" {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        output.write_all(b"= A1\n\n")?;
        output.flush()?;
    }
    Ok(())
}

fn report(what: &str, measured: &str, target: &str) {
    println!("{what:58} {measured:>9}   {target}");
}

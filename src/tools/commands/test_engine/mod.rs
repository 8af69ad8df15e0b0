//! `ponnuki test-engine`: a GTP program that misbehaves on demand, for testing programs
//! that run engines.

#[cfg(unix)]
mod pipes;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ponnuki_core::RandomStream;
use ponnuki_formats::text::counted;
use ponnuki_gtp::{Engine, EngineOptions, Session};

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::logging;

/// The exit status of faults that end the program.
const FAILED: i32 = 3;

/// How many bytes a flood writes to standard error, more than a pipe buffers.
const FLOOD: usize = 1 << 18;

/// The options of `ponnuki test-engine`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki test-engine --fault exit --after 10
  ponnuki test-engine --fault random --seed 1
  ponnuki match --black 'ponnuki test-engine --fault hang' --white ponnuki")]
pub(crate) struct TestEngineArgs {
    /// The fault
    #[arg(long, value_name = "KIND", required_unless_present = "hold")]
    fault: Option<StagedFault>,
    /// Only hold the inherited pipes, for this time in seconds
    #[arg(
        long,
        value_name = "S",
        hide = true,
        conflicts_with_all = ["fault", "after", "seed"]
    )]
    hold: Option<u64>,
    /// Behave well for the first N moves, counting both `play` and `genmove`
    ///
    /// With `--fault random`, the number is drawn from 0 to N for every game.
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// Seed of the moves and of `--fault random` [default: a random seed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The values of --fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StagedFault {
    /// Exits without answering genmove
    Exit,
    /// Never answers genmove or any later command
    Hang,
    /// Answers genmove with text that is not GTP
    Garbage,
    /// Answers genmove with a point that is occupied or off the board
    Illegal,
    /// Refuses a play
    Refuse,
    /// Exits in the middle of the answer to genmove
    Disconnect,
    /// Writes 256 KiB to standard error before every answer, and plays on
    Flood,
    /// Stops reading its commands at a move
    Deaf,
    /// Closes its output instead of answering genmove, and does not exit
    #[cfg(unix)]
    Close,
    /// Starts a process in another session that holds its pipes, and never answers genmove
    #[cfg(unix)]
    Detach,
    /// Starts a process in another session that holds its pipes, and exits without answering genmove
    #[cfg(unix)]
    Orphan,
    /// Like orphan, but the process holds standard error only
    #[cfg(unix)]
    Cling,
    /// A fault of those above, drawn at random for each game
    // Faults of commands that only some controllers send stand below, because they would change
    // what a seed draws for the others.
    Random,
    /// Reports an impossible win rate, such as nan, if it is asked for one with its move
    Lie,
    /// Reports a win rate without a move, if it is asked for both
    Mute,
}

/// Impossible win rates, used in turn, one for each pair of moves.
const LIES: [&str; 4] = ["nan", "7e9", "-0.5", "high"];

/// Answers commands on standard input and output until the fault.
pub(crate) fn run(args: &TestEngineArgs, log: &LogArgs) -> Result<(), Failure> {
    if let Some(seconds) = args.hold {
        thread::sleep(Duration::from_secs(seconds));
        return Ok(());
    }
    let seed = logging::seed(args.seed, log)?;
    let fault = args.fault.unwrap_or(StagedFault::Random);
    let mut input = Saboteur {
        input: BufReader::new(io::stdin()),
        random: (fault == StagedFault::Random).then(|| (RandomStream::new(seed, 0), args.after)),
        fault,
        after: args.after,
        moves: 0,
        last_play: None,
    };
    input.draw();
    let engine = Engine::new(EngineOptions::new(seed));
    Ok(Session::run(input, io::stdout(), engine)?)
}

/// Input that passes commands to a correct engine, one line per read, and intercepts those
/// for which the fault is due. By then, all earlier commands have been answered, because
/// the engine writes its answers before it waits for more input.
struct Saboteur {
    input: BufReader<io::Stdin>,
    /// The source of random faults, and the maximum number of moves before each fault.
    random: Option<(RandomStream, u64)>,
    fault: StagedFault,
    after: u64,
    moves: u64,
    /// The point of the last play, which is occupied.
    last_play: Option<String>,
}

impl Read for Saboteur {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut line = Vec::new();
            // The rest of a line longer than `into` is returned by the next read.
            let mut input = self.input.by_ref().take(into.len() as u64);
            input.read_until(b'\n', &mut line)?;
            if self.intercept(&line)? {
                continue;
            }
            into[..line.len()].copy_from_slice(&line);
            return Ok(line.len());
        }
    }
}

impl Saboteur {
    /// Draws the fault of the next game if faults are random.
    fn draw(&mut self) {
        if let Some((random, most)) = &mut self.random {
            let kinds = &StagedFault::value_variants()[..StagedFault::Random as usize];
            let drawn = random.below(kinds.len() as u64).unwrap_or(0);
            self.fault = kinds[drawn as usize];
            self.after = random.below(most.saturating_add(1)).unwrap_or(0);
            self.moves = 0;
            let moves = counted(self.after, "move");
            log::info!("fault {:?} after {moves}", self.fault);
        }
    }

    /// Commits the fault if this command is due for it. Returns whether the command has
    /// been answered.
    fn intercept(&mut self, line: &[u8]) -> io::Result<bool> {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_whitespace().peekable();
        let id = words
            .next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap_or("");
        let command = words.next().unwrap_or("");
        if command == "clear_board" {
            self.draw();
        }
        let is_due = self.moves >= self.after;
        if is_due && self.fault == StagedFault::Flood && !command.is_empty() {
            flood();
        }
        let is_analyzed = matches!(command, "kata-genmove_analyze" | "lz-genmove_analyze");
        if !is_analyzed && !matches!(command, "play" | "genmove") {
            return Ok(false);
        }
        self.moves += 1;
        let committed = match (is_due, is_analyzed) {
            (false, _) => false,
            (true, true) => self.commit_analyzed(id)?,
            (true, false) => self.commit(id, command)?,
        };
        if committed {
            return Ok(true);
        }
        if command == "play" {
            let is_point = |vertex: &&str| !vertex.eq_ignore_ascii_case("pass");
            self.last_play = words.nth(1).filter(is_point).map(str::to_owned);
        }
        Ok(false)
    }

    /// Commits the fault at a command that asks for a move and a report. Returns whether
    /// the command has been answered.
    fn commit_analyzed(&self, id: &str) -> io::Result<bool> {
        let info = |rate: &str| format!("info move D4 visits 1 winrate {rate} order 0 pv D4\n");
        match self.fault {
            StagedFault::Lie => {
                let lie = LIES[(self.moves / 2) as usize % LIES.len()];
                say(format!("={id}\n{}play D4\n\n", info(lie)).as_bytes())?;
            }
            StagedFault::Mute => say(format!("={id}\n{}\n", info("0.5")).as_bytes())?,
            StagedFault::Illegal => {
                let point = self.last_play.as_deref().unwrap_or("Z25");
                say(format!("={id}\n{}play {point}\n\n", info("0.5")).as_bytes())?;
            }
            _ => return self.commit(id, "genmove"),
        }
        Ok(true)
    }

    /// Commits the fault at `play` or `genmove`. Returns whether the command has been answered.
    fn commit(&self, id: &str, command: &str) -> io::Result<bool> {
        match (self.fault, command) {
            (StagedFault::Deaf, _) | (StagedFault::Hang, "genmove") => sleep(),
            (StagedFault::Exit, "genmove") => process::exit(FAILED),
            (StagedFault::Garbage, "genmove") => {
                say(b"Traceback (most recent call last):\n  \xff\xfe oops\n\n")?;
            }
            (StagedFault::Illegal, "genmove") => {
                let point = self.last_play.as_deref().unwrap_or("Z25");
                say(format!("={id} {point}\n\n").as_bytes())?;
            }
            (StagedFault::Refuse, "play") => say(format!("?{id} illegal move\n\n").as_bytes())?,
            (StagedFault::Disconnect, "genmove") => {
                say(format!("={id} D").as_bytes())?;
                process::exit(FAILED);
            }
            #[cfg(unix)]
            (StagedFault::Close, "genmove") => {
                pipes::close_output()?;
                sleep();
            }
            #[cfg(unix)]
            (StagedFault::Detach, "genmove") => {
                pipes::hold(self.fault)?;
                sleep();
            }
            #[cfg(unix)]
            (StagedFault::Orphan | StagedFault::Cling, "genmove") => {
                pipes::hold(self.fault)?;
                process::exit(FAILED);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Blocks until the program is killed.
fn sleep() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Writes to standard output, bypassing the engine.
fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}

/// Writes about [`FLOOD`] bytes to standard error, ignoring errors.
fn flood() {
    let line = [b"flood ".repeat(13), b"\n".to_vec()].concat();
    let _ = io::stderr().write_all(&line.repeat(FLOOD / line.len()));
}

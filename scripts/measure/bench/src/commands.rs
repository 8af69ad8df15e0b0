//! Random games as a file of `play` and `clear_board` commands, and the speed at which a
//! program answers it.

use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use crate::Outcome;
use crate::process::{Engine, Program};

/// The commands of whole games, one per line. Each game ends with `clear_board`.
pub(crate) struct Games {
    size: u32,
    lines: Vec<Vec<u8>>,
}

/// Lets the program play against itself until the games hold at least `count` commands.
pub(crate) fn random_games(program: &Program, size: u32, count: usize) -> Outcome<Games> {
    let mut engine = Engine::start(program)?;
    engine.ask(format!("boardsize {size}\n").as_bytes())?;
    let mut lines = Vec::with_capacity(count + 1000);
    while lines.len() < count {
        play_game(&mut engine, |color, vertex| {
            lines.push([b"play ", color, b" ", vertex, b"\n"].concat());
        })?;
        lines.push(b"clear_board\n".to_vec());
    }
    engine.quit()?;
    Ok(Games { size, lines })
}

/// Plays one game from the current board to two passes in a row, then clears the board.
/// Calls `each` with the colour and vertex of every move.
pub(crate) fn play_game(engine: &mut Engine, mut each: impl FnMut(&[u8], &[u8])) -> Outcome<()> {
    let mut passes = 0;
    for color in [&b"b"[..], b"w"].into_iter().cycle() {
        let line: &[u8] = if color == b"b" {
            b"genmove b\n"
        } else {
            b"genmove w\n"
        };
        let vertex = engine.ask(line)?;
        each(color, vertex);
        passes = if vertex == b"pass" { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
    }
    engine.ask(b"clear_board\n")?;
    Ok(())
}

impl Games {
    /// Writes the board size and the first `count` commands to a file.
    pub(crate) fn write(&self, path: &Path, count: usize) -> Outcome<()> {
        let mut text = format!("boardsize {}\n", self.size).into_bytes();
        text.extend(self.lines[..count].concat());
        Ok(fs::write(path, text)?)
    }
}

/// Returns the commands per second from start to exit, best of three, with files as standard
/// input and output. Every answer must be an empty success.
pub(crate) fn rate(program: &Program, input: &Path, output: &Path) -> Outcome<f64> {
    let commands = fs::read_to_string(input)?.lines().count();
    let mut best = 0.0_f64;
    for _ in 0..3 {
        let mut command = program.command();
        command
            .stdin(File::open(input)?)
            .stdout(File::create(output)?);
        let clock = Instant::now();
        let status = command.status()?;
        let seconds = clock.elapsed().as_secs_f64();
        if !status.success() {
            return Err(format!("the program ended with {status}").into());
        }
        if fs::read(output)? != b"= \n\n".repeat(commands) {
            return Err(format!("wrong answers, see {}", output.display()).into());
        }
        best = best.max(commands as f64 / seconds);
    }
    Ok(best)
}

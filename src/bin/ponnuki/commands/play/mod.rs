//! `ponnuki play`: a game against the engine on a board in the terminal.
//!
//! It reads lines and writes text, so it also works in a pipe. It ends when its
//! input ends.

mod command;
mod game;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read, Write};

use clap::Args;

use crate::args::{GameArgs, LogArgs, PlayerArgs, Side};
use crate::failure::Failure;
use crate::{seed, terminal};
use command::Command;
use game::TerminalGame;
use ponnuki::drawing::TextBoard;

/// The longest line in bytes; the rest of a longer one counts as another line.
const LONGEST_LINE: u64 = 4096;

/// The options of `ponnuki play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Handicap stones for Black; White then moves first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) handicap: usize,
    /// Your colour
    #[arg(long, value_name = "COLOR", default_value = "black")]
    pub(super) color: Side,
}

/// Plays one game on standard input and output.
///
/// # Errors
/// When there is no room for the handicap stones, the system provides no seed
/// or too little memory, or a stream fails.
pub(crate) fn run(args: &PlayArgs, log: &LogArgs) -> Result<(), Failure> {
    args.player.check_memory()?;
    let most = args.game.boardsize.area() - 1;
    if args.handicap > most {
        return Err(Failure::Handicap { most });
    }
    let seed = seed::chosen(args.game.seed, log)?;
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    play(args, seed, terminal::text_board(), input, output).map_err(Failure::Stream)
}

/// Plays one game: reads the person's lines from `input` and writes the board to
/// `output`.
///
/// # Errors
/// When the input or the output fails.
fn play(
    args: &PlayArgs,
    seed: u64,
    view: TextBoard,
    mut input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut game = TerminalGame::new(args, seed, view, output);
    game.greet()?;
    loop {
        game.reply()?;
        game.prompt()?;
        let mut line = Vec::new();
        if input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?
            == 0
        {
            return game.say("\nGood-bye.");
        }
        match command::parse(&String::from_utf8_lossy(&line)) {
            Command::Quit => return game.say("Good-bye."),
            command => game.execute(command)?,
        }
    }
}

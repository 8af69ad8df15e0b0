//! Watching games that the engine plays against itself.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use ponnuki_core::{ByColor, Game};

use super::engine::TerminalEngine;
use super::screen::{Screen, describe, facts};
use crate::cli::terminal::TERMINAL_WIDTH;

/// The duration of a game with a move on every point in a terminal, if the players take no
/// time to think.
const GAME_TIME: Duration = Duration::from_secs(8);

/// The maximum time between two boards, for small sizes.
const MAX_PAUSE: Duration = Duration::from_millis(150);

/// The number of boards printed per `area` moves, if they cannot be redrawn in place.
const BOARDS: usize = 4;

/// Lets two engines play up to `most` moves, or to the end of the game. A terminal shows
/// every move in place; other outputs show only some boards.
pub(super) fn watch<W: Write>(
    game: &mut Game,
    engines: &mut ByColor<TerminalEngine>,
    screen: &mut Screen<W>,
    most: usize,
) -> io::Result<()> {
    let area = game.size().area();
    let pause = MAX_PAUSE.min(GAME_TIME / area as u32);
    let needed = frame(screen, game).lines().count() + 1;
    let is_in_place = screen.rows.is_some_and(|rows| rows >= needed);
    // The height of the last board that was drawn in place.
    let mut lines = 0;
    for number in 1..=most {
        if game.outcome().is_some() {
            break;
        }
        let (color, began) = (game.to_move(), Instant::now());
        engines[color].move_in(game, color, None);
        if is_in_place {
            let text = frame(screen, game);
            redraw(&text, lines, &mut screen.output)?;
            lines = text.lines().count();
            thread::sleep(pause.saturating_sub(began.elapsed()));
        } else if number.is_multiple_of(area.div_ceil(BOARDS)) {
            screen.say(&frame(screen, game))?;
        }
    }
    if is_in_place {
        // The next output shows the last board again.
        go_up(&mut screen.output, lines)?;
        write!(screen.output, "\x1b[J")?;
        screen.output.flush()?;
    }
    Ok(())
}

/// Returns the number of moves after which a watched game is stopped and counted. Only
/// games with repeated positions can last that long.
pub(super) fn longest_game(game: &Game) -> usize {
    1_000.max(3 * game.size().area())
}

/// Draws a board over the last one, which had this height.
fn redraw(text: &str, lines: usize, output: &mut impl Write) -> io::Result<()> {
    go_up(output, lines)?;
    for line in text.lines() {
        // Clears the rest of a longer line below.
        writeln!(output, "{line}\x1b[K")?;
    }
    output.flush()
}

/// Moves the cursor up to the start of an earlier line.
fn go_up(output: &mut impl Write, lines: usize) -> io::Result<()> {
    match lines {
        0 => Ok(()),
        lines => write!(output, "\x1b[{lines}A"),
    }
}

/// Draws the board and describes the last move. Lines are cut to fit a terminal.
fn frame<W: Write>(screen: &Screen<W>, game: &Game) -> String {
    let mut last = String::new();
    if let Some(turn) = game.turns().last() {
        let number = game.turns().len();
        last = format!("move {number}: {}", describe(turn, game.size()));
    }
    if last.len() > TERMINAL_WIDTH - 1 {
        last.truncate(TERMINAL_WIDTH - 4);
        last.push_str("...");
    }
    format!("{}{last}\n{}", screen.board(game), facts(game))
}

//! Watching games that the engine plays against itself.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use ponnuki::{ByColor, Game};

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
    let mut frames = Frames::new(screen, game);
    for number in 1..=most {
        if game.outcome().is_some() {
            break;
        }
        let (color, began) = (game.to_move(), Instant::now());
        engines[color].move_in(game, color, None);
        frames.show(game, number, began)?;
    }
    frames.end()
}

/// Returns the number of moves after which a watched game is stopped and counted. Only
/// games with repeated positions can last that long.
pub(super) fn longest_game(game: &Game) -> usize {
    1_000.max(3 * game.size().area())
}

/// The successive boards of a game, shown in place or below each other.
struct Frames<'a, W> {
    screen: &'a mut Screen<W>,
    order: Order,
}

/// How a board follows the last one.
enum Order {
    /// Each board is drawn over the last one.
    InPlace {
        /// The minimum time between two boards.
        pause: Duration,
        /// The height of the last board, in lines.
        lines: usize,
    },
    /// A board is printed below the last one, once every `moves` moves.
    Below { moves: usize },
}

impl<'a, W: Write> Frames<'a, W> {
    fn new(screen: &'a mut Screen<W>, game: &Game) -> Self {
        let area = game.size().area();
        let needed = frame(screen, game).lines().count() + 1;
        let order = if screen.rows.is_some_and(|rows| rows >= needed) {
            Order::InPlace {
                pause: MAX_PAUSE.min(GAME_TIME / area as u32),
                lines: 0,
            }
        } else {
            Order::Below {
                moves: area.div_ceil(BOARDS),
            }
        };
        Self { screen, order }
    }

    /// Shows the board after a move. `began` is when its player began to think.
    fn show(&mut self, game: &Game, number: usize, began: Instant) -> io::Result<()> {
        match &mut self.order {
            Order::InPlace { pause, lines } => {
                let text = frame(self.screen, game);
                let output = &mut self.screen.output;
                go_up(output, *lines)?;
                for line in text.lines() {
                    // Clears the rest of a longer line below.
                    writeln!(output, "{line}\x1b[K")?;
                }
                output.flush()?;
                *lines = text.lines().count();
                thread::sleep(pause.saturating_sub(began.elapsed()));
                Ok(())
            }
            Order::Below { moves } if number.is_multiple_of(*moves) => {
                let text = frame(self.screen, game);
                self.screen.say(&text)
            }
            Order::Below { .. } => Ok(()),
        }
    }

    /// Clears the last board if boards are drawn in place, because the next output shows it again.
    fn end(self) -> io::Result<()> {
        if let Order::InPlace { lines, .. } = self.order {
            let output = &mut self.screen.output;
            go_up(output, lines)?;
            write!(output, "\x1b[J")?;
            output.flush()?;
        }
        Ok(())
    }
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

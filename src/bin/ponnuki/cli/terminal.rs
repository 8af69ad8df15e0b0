//! The abilities of the terminal.

use std::env;
use std::io::{self, IsTerminal};

use console::Term;
use ponnuki::drawing::TextBoard;

/// The number of columns that lines may fill in any terminal.
pub(crate) const TERMINAL_WIDTH: usize = 80;

/// Returns a view with colours if standard output is a terminal that has them and
/// the environment does not set `NO_COLOR` (<https://no-color.org>).
pub(crate) fn text_board() -> TextBoard {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    TextBoard {
        colors: io::stdout().is_terminal() && !is_dumb() && !no_color,
    }
}

/// Returns whether a person types the input and reads the output.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns the number of rows of the terminal if boards can be drawn over each other
/// there: the cursor can move, and no line is wrapped.
pub(crate) fn rows() -> Option<usize> {
    let (rows, columns) = Term::stdout().size_checked()?;
    let fits = usize::from(columns) >= TERMINAL_WIDTH && !is_dumb();
    fits.then_some(rows.into())
}

/// Returns whether the terminal understands no escape sequences.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}

//! The terminal: its colours and height, and whether a person sits at it.

use std::env;
use std::io::{self, IsTerminal};

use console::Term;
use ponnuki_formats::drawing::TextBoard;

/// The width that fits every terminal, in characters.
pub(crate) const TERMINAL_WIDTH: usize = 80;

/// Returns a view that uses colours if standard output is a capable terminal and `NO_COLOR`
/// (<https://no-color.org>) is not set.
pub(crate) fn text_board() -> TextBoard {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    TextBoard {
        colors: io::stdout().is_terminal() && !is_dumb() && !no_color,
    }
}

/// Returns whether a person types the input and sees the output.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns the height of the terminal if boards can be redrawn in place: the cursor can
/// move, and no line wraps.
pub(crate) fn rows() -> Option<usize> {
    let (rows, columns) = Term::stdout().size_checked()?;
    let fits = usize::from(columns) >= TERMINAL_WIDTH && !is_dumb();
    fits.then_some(rows.into())
}

/// Returns the width of the terminal, if standard output is one.
pub(crate) fn columns() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(columns.into())
}

/// Returns whether the terminal lacks escape sequences.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}

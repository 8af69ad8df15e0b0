//! The abilities of the terminal.

use std::env;
use std::io::{self, IsTerminal};

use ponnuki::drawing::TextBoard;

/// Returns a view with colours if standard output is a terminal and the
/// environment does not set `NO_COLOR` (<https://no-color.org>).
pub(crate) fn text_board() -> TextBoard {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    TextBoard {
        colors: io::stdout().is_terminal() && !no_color,
    }
}

//! The abilities of the terminal.

use std::env;
use std::io::{self, IsTerminal};

use crate::board_view::BoardView;

/// Returns a view with colours if standard output is a terminal and the
/// environment does not set `NO_COLOR` (<https://no-color.org>).
pub(crate) fn board_view() -> BoardView {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    BoardView {
        colors: io::stdout().is_terminal() && !no_color,
    }
}

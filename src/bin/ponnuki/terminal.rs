//! What the terminal can show.

use std::env;
use std::io::{self, IsTerminal};

use crate::board_view::BoardView;

/// Draws boards with colours if standard output is a terminal, unless the
/// environment has `NO_COLOR` (<https://no-color.org>).
pub(crate) fn board_view() -> BoardView {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    BoardView {
        colors: io::stdout().is_terminal() && !refused,
    }
}

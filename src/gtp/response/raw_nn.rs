//! The values of a position in the form of KataGo's command `kata-raw-nn`
//! (`docs/GTP_Extensions.md`): keys with numbers, from White's point of view.
//!
//! Some clients read words in any order, others lines: a key at the start of one, and the
//! points row by row.

use std::fmt::Write as _;

use super::analysis::{fixed, top_down};
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::Game;
use ponnuki_play::player::Analysis;

pub(crate) fn values(analysis: &Analysis, game: &Game) -> String {
    let size = game.size();
    let is_white = analysis.color == Color::White;
    let whites = |value: f64| if is_white { value } else { -value };
    let white_win = if is_white {
        analysis.winrate
    } else {
        1.0 - analysis.winrate
    };
    let lead = whites(analysis.score_lead);
    let mean_square = lead * lead + analysis.score_stdev * analysis.score_stdev;
    let mut text = String::new();
    for (key, value, decimals) in [
        ("whiteWin", white_win, 6),
        ("whiteLoss", 1.0 - white_win, 6),
        ("noResult", 0.0, 6),
        ("whiteLead", lead, 3),
        ("whiteScoreSelfplay", lead, 3),
        ("whiteScoreSelfplaySq", mean_square, 3),
    ] {
        let _ = writeln!(text, "{key} {}", fixed(value, decimals));
    }
    let policy = analysis.policy(game).into_iter();
    let policy =
        policy.map(|prior| prior.map_or_else(|| "NAN".to_owned(), |prior| fixed(prior, 6)));
    let mut policy: Vec<_> = policy.collect();
    let pass = policy.pop().unwrap_or_default();
    let _ = write!(text, "policy\n{}", rows(size, policy));
    let _ = writeln!(text, "policyPass {pass}");
    if let Some(ownership) = &analysis.ownership {
        let owners = top_down(size, ownership).map(|value| fixed(whites(value), 6));
        let _ = write!(text, "whiteOwnership\n{}", rows(size, owners));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Joins values, row by row, each row with a line feed.
fn rows(size: BoardSize, values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<_> = values.into_iter().collect();
    let rows = values.chunks(size.width());
    rows.map(|row| row.join(" ") + "\n").collect()
}

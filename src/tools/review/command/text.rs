//! The review printed for a terminal.

use std::io::{self, Write};

use crate::cli::plain;
use crate::review::{RecordWords, Review, ReviewedMove};
use ponnuki_core::{BoardSize, Color, Move};
use ponnuki_formats::text::counted;

use crate::cli::terminal::TERMINAL_WIDTH;

/// The width of the first column, in characters.
const NAMES: usize = 24;

/// The width of each player's column, in characters.
const CELL: usize = 12;

/// The names of the figures of a player.
const FIGURES: [&str; 10] = [
    "moves",
    "first choices",
    "points lost per move",
    "  opening",
    "  middle game",
    "  endgame",
    "chance lost per move",
    "inaccuracies",
    "mistakes",
    "blunders",
];

/// The maximum length of a printed variation.
const MAX_LINE_MOVES: usize = 8;

/// Prints the players' totals and the turning points.
pub(super) fn print(
    words: &RecordWords,
    review: &Review,
    most: usize,
    output: &mut impl Write,
) -> io::Result<()> {
    head(words, review, output)?;
    writeln!(output)?;
    table(review, output)?;
    writeln!(output)?;
    let points = review.turning_points(most);
    if points.is_empty() {
        return writeln!(output, "no turning points");
    }
    writeln!(output, "turning points, the greatest loss first:")?;
    let size = review.game.size();
    for place in points {
        turning_point(&review.moves[place], size, output)?;
    }
    Ok(())
}

/// Prints the players, board, rules and settings.
fn head(words: &RecordWords, review: &Review, output: &mut impl Write) -> io::Result<()> {
    let about = &words.about;
    let [black, white] = Color::BOTH.map(|color| plain::line(&about.named(color)));
    write!(output, "{black} - {white}")?;
    if let Some(result) = &about.result {
        write!(output, ", {}", plain::line(result))?;
    }
    writeln!(output)?;
    if let Some(headline) = review.headline(about.result.as_deref()) {
        writeln!(output, "{headline}")?;
    }
    let game = &review.game;
    writeln!(
        output,
        "{}, {}, komi {}, {}; {} per position, seed {}",
        game.size(),
        counted(review.moves.len() as u64, "move"),
        game.komi(),
        words.rules_of(game),
        counted(review.options.visits, "visit"),
        review.options.seed
    )
}

/// Prints the totals of both players side by side.
fn table(review: &Review, output: &mut impl Write) -> io::Result<()> {
    let [black, white] = Color::BOTH.map(|color| review.summary(color).figures("-"));
    writeln!(output, "{:NAMES$}{:>CELL$}{:>CELL$}", "", "black", "white")?;
    for ((name, black), white) in FIGURES.iter().zip(black).zip(white) {
        writeln!(output, "{name:NAMES$}{black:>CELL$}{white:>CELL$}")?;
    }
    Ok(())
}

/// Prints a turning point on two lines.
fn turning_point(
    reviewed: &ReviewedMove,
    size: BoardSize,
    output: &mut impl Write,
) -> io::Result<()> {
    let Some((mistake, better)) = reviewed.mistake().zip(reviewed.better.as_ref()) else {
        return Ok(());
    };
    let color = reviewed.color;
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    writeln!(
        output,
        "{:4}  {color} {:4} {mistake:10}  -{:.1} points, {} instead of {}",
        reviewed.number,
        reviewed.action.name(size),
        reviewed.points_lost,
        percent(reviewed.after.chance(color)),
        percent(better.value.chance(color)),
    )?;
    writeln!(output, "      better: {}", names(&better.line, size))
}

/// Returns the names of the first moves of a line, as many as fit on a terminal line.
fn names(line: &[Move], size: BoardSize) -> String {
    let mut text = String::new();
    for action in line.iter().take(MAX_LINE_MOVES) {
        let name = action.name(size);
        if text.len() + name.len() + 16 > TERMINAL_WIDTH {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&name);
    }
    text
}

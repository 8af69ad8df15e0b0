//! Boards as text with 256 terminal colours: round stones on wood.
//!
//! Every point takes two columns: the line that leads to it, and its glyph. The
//! characters and their widths are those of the box drawing and geometric
//! shapes blocks, which terminal fonts have.

use std::fmt::Write;

use super::Glyph;
use ponnuki_core::board::{BoardSize, Color, Point};

const RESET: &str = "\x1b[0m";

/// The 256-colour number of the wood.
const WOOD: u8 = 179;

/// The 256-colour number of the lines and star points.
const LINE: u8 = 94;

/// The 256-colour number of the parentheses around the last move.
const LAST: u8 = 124;

/// The 256-colour numbers of Black's and White's stones and marks.
const BLACK: u8 = 16;
const WHITE: u8 = 231;

/// The lines that meet on an empty point, by the sides on which the board goes
/// on: 1 above, 2 below, 4 left, 8 right, added up.
const CROSSINGS: [char; 16] = [
    '·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
];

pub(super) fn draw_row(
    text: &mut String,
    size: BoardSize,
    row: usize,
    last: Option<Point>,
    glyph: &impl Fn(Point) -> Glyph,
    owner: &impl Fn(Point) -> f64,
) {
    let mut brush = Brush::new(text);
    let mut after_last = false;
    for (column, point) in size.row(row).enumerate() {
        let is_last = last == Some(point);
        brush.background(shade(owner(point)));
        match (is_last, after_last) {
            (true, _) => brush.paint(LAST, '('),
            (false, true) => brush.paint(LAST, ')'),
            (false, false) => brush.paint(LINE, if column == 0 { ' ' } else { '─' }),
        }
        let (color, character) = match glyph(point) {
            Glyph::Empty => (LINE, crossing(size, column, row)),
            other => painted(other),
        };
        brush.paint(color, character);
        after_last = is_last;
    }
    brush.paint(LAST, if after_last { ')' } else { ' ' });
    text.push_str(RESET);
}

/// Returns a glyph on wood.
pub(super) fn symbol(glyph: Glyph) -> String {
    let (color, character) = painted(glyph);
    let mut text = String::new();
    let mut brush = Brush::new(&mut text);
    brush.background(WOOD);
    brush.paint(color, character);
    text + RESET
}

/// Returns the colour and the character of a glyph. The crossing is that of the
/// middle of a board.
const fn painted(glyph: Glyph) -> (u8, char) {
    match glyph {
        Glyph::Stone(color) => (number(color), '●'),
        Glyph::Dead(color) => (number(color), '×'),
        Glyph::Territory(color) => (number(color), '■'),
        Glyph::Empty => (LINE, CROSSINGS[15]),
        Glyph::Star => (LINE, '•'),
    }
}

const fn number(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// Returns the lines that meet on a point.
fn crossing(size: BoardSize, column: usize, row: usize) -> char {
    let sides = [
        row + 1 < size.height(),
        row > 0,
        column > 0,
        column + 1 < size.width(),
    ];
    let number = (0..4)
        .map(|side| usize::from(sides[side]) << side)
        .sum::<usize>();
    CROSSINGS[number]
}

/// Returns the background of a point by its likely owner.
const fn shade(owner: f64) -> u8 {
    match owner {
        0.65.. => 67,
        0.25.. => 109,
        ..=-0.65 => 174,
        ..=-0.25 => 180,
        _ => WOOD,
    }
}

/// Writes characters in colours, with an escape sequence only where a colour
/// changes.
struct Brush<'a> {
    text: &'a mut String,
    background: Option<u8>,
    foreground: Option<u8>,
}

impl<'a> Brush<'a> {
    const fn new(text: &'a mut String) -> Self {
        Self {
            text,
            background: None,
            foreground: None,
        }
    }

    fn background(&mut self, number: u8) {
        if self.background.replace(number) != Some(number) {
            let _ = write!(self.text, "\x1b[48;5;{number}m");
        }
    }

    fn paint(&mut self, number: u8, character: char) {
        if self.foreground.replace(number) != Some(number) {
            let _ = write!(self.text, "\x1b[38;5;{number}m");
        }
        self.text.push(character);
    }
}

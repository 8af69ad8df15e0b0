//! Draws boards as text, with coordinates on all sides and optional colours.

use std::fmt::Write;

use crate::board::{BoardSize, Color, Coordinates, Point};

/// The content of a point in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// A stone.
    Stone(Color),
    /// A point of a player's territory.
    Territory(Color),
    /// An empty point.
    Empty,
    /// An empty point where handicap stones are placed.
    Star,
}

/// Settings for drawing boards as text.
#[derive(Clone, Copy, Debug)]
pub struct TextBoard {
    /// Whether to use ANSI colours.
    pub colors: bool,
}

/// Ends all colours.
const RESET: &str = "\x1b[0m";

/// Ends the colour of a glyph, but not of the background.
const RESET_GLYPH: &str = "\x1b[22;39m";

impl TextBoard {
    /// Draws the board with a glyph on each point, and parentheses around the
    /// last move.
    ///
    /// ```text
    ///    A B C
    ///  3 . X . 3
    ///  2 .(O). 2
    ///  1 x . . 1
    ///    A B C
    /// ```
    pub fn draw(
        self,
        size: BoardSize,
        last: Option<Point>,
        glyph: impl Fn(Point) -> Glyph,
    ) -> String {
        self.draw_shaded(size, last, glyph, |_| 0.0)
    }

    /// Draws like [`draw`](Self::draw), with a coloured background if colours
    /// are on: blue where `owner` is near 1 (Black's), brown where it is near
    /// -1 (White's).
    pub fn draw_shaded(
        self,
        size: BoardSize,
        last: Option<Point>,
        glyph: impl Fn(Point) -> Glyph,
        owner: impl Fn(Point) -> f64,
    ) -> String {
        let mut text = letters(size);
        for row in (0..size.height()).rev() {
            let name = row + 1;
            let _ = write!(text, "{name:2}");
            let mut after_last = false;
            for point in size.row(row) {
                let is_last = last == Some(point);
                let before = match (is_last, after_last) {
                    (true, _) => '(',
                    (false, true) => ')',
                    (false, false) => ' ',
                };
                let background = self.background(owner(point));
                if let Some(code) = background {
                    let _ = write!(text, "\x1b[48;5;{code}m");
                }
                text.push(before);
                self.paint(glyph(point), background.is_some(), &mut text);
                if background.is_some() {
                    text.push_str(RESET);
                }
                after_last = is_last;
            }
            text.push(if after_last { ')' } else { ' ' });
            let _ = writeln!(text, "{name}");
        }
        text + &letters(size)
    }

    /// Returns the background as one of the 256 terminal colours, or `None` if
    /// neither player is likely to own the point.
    fn background(self, owner: f64) -> Option<u8> {
        match owner {
            _ if !self.colors => None,
            0.65.. => Some(19),
            0.25.. => Some(17),
            ..=-0.65 => Some(94),
            ..=-0.25 => Some(58),
            _ => None,
        }
    }

    /// Adds the character of a glyph, with its colour if colours are on. A
    /// background stays as it is.
    fn paint(self, glyph: Glyph, has_background: bool, text: &mut String) {
        let (color, letter) = match glyph {
            Glyph::Stone(color) => (color, color.letter()),
            Glyph::Territory(color) => (color, color.letter().to_ascii_lowercase()),
            Glyph::Empty => return text.push('.'),
            Glyph::Star => return text.push('+'),
        };
        if !self.colors {
            return text.push(letter);
        }
        // Bold cyan and bold yellow can be distinguished on dark and light terminals.
        let code = match color {
            Color::Black => 36,
            Color::White => 33,
        };
        let end = if has_background { RESET_GLYPH } else { RESET };
        let _ = write!(text, "\x1b[1;{code}m{letter}{end}");
    }
}

/// Returns the line of column letters.
fn letters(size: BoardSize) -> String {
    let mut line = "  ".to_owned();
    for column in 0..size.width() {
        let name = Coordinates {
            column: column as u8,
            row: 0,
        };
        line.push(' ');
        line.extend(name.to_string().chars().next());
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(colors: bool) -> String {
        let size = BoardSize::new(3, 2).unwrap();
        let last = size.point_named("C1");
        TextBoard { colors }.draw(size, last, |point| {
            match size.coordinates(point).to_string().as_str() {
                "A1" => Glyph::Stone(Color::Black),
                "B1" => Glyph::Territory(Color::Black),
                "C1" => Glyph::Stone(Color::White),
                "A2" => Glyph::Star,
                _ => Glyph::Empty,
            }
        })
    }

    #[test]
    fn a_board_without_colours() {
        assert_eq!(draw(false), "   A B C\n 2 + . . 2\n 1 X x(O)1\n   A B C\n");
    }

    #[test]
    fn colours_are_escapes_around_the_same_letters() {
        let colored = draw(true);
        assert!(colored.contains("\x1b[1;36mX\x1b[0m"));
        let plain = ["\x1b[1;36m", "\x1b[1;33m", "\x1b[0m"]
            .iter()
            .fold(colored, |text, escape| text.replace(escape, ""));
        assert_eq!(plain, draw(false));
    }

    #[test]
    fn the_background_shows_the_owner() {
        let size = BoardSize::new(3, 1).unwrap();
        let owners = [1.0, 0.0, -0.3];
        let draw = |colors| {
            let stone = |_| Glyph::Stone(Color::Black);
            TextBoard { colors }.draw_shaded(size, None, stone, |point| owners[point.index()])
        };
        assert_eq!(draw(false), "   A B C\n 1 X X X 1\n   A B C\n");
        let colored = draw(true);
        assert!(colored.contains("\x1b[48;5;19m \x1b[1;36mX\x1b[22;39m\x1b[0m"));
        assert!(colored.contains(" \x1b[1;36mX\x1b[0m\x1b[48;5;58m"));
    }
}

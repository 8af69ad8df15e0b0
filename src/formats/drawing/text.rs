//! Draws boards as text, with coordinates on all sides: as plain letters, or as
//! round stones on wood (`wood.rs`).

use std::fmt::Write;

use super::{Glyph, wood};
use ponnuki_core::board::{Board, BoardSize, Point};
use ponnuki_core::rules::{fixed_handicap, max_fixed_handicap};

/// Settings for drawing boards as text.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::drawing::TextBoard;
/// use ponnuki::sgf;
///
/// let game = sgf::read(b"(;SZ[9];B[ee];W[cc])", None)?;
/// let text = TextBoard { colors: false }.draw_position(game.board(), game.last_moves()[0]);
/// let rows: Vec<_> = text.lines().collect();
/// assert_eq!(rows[3], " 7 . .(O). + . + . . 7");
/// assert_eq!(rows[5], " 5 . . + . X . + . . 5");
/// # Ok::<(), sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextBoard {
    /// Whether to draw round stones on wood, with 256 terminal colours and
    /// characters beyond ASCII, instead of letters.
    pub colors: bool,
}

impl TextBoard {
    /// Draws the board with a glyph on each point, and parentheses around the
    /// last move. Without colours:
    ///
    /// ```text
    ///    A B C
    ///  3 . X . 3
    ///  2 .(O). 2
    ///  1 x . # 1
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

    /// Draws a position like [`draw`](Self::draw), with stars on the empty fixed handicap points.
    pub fn draw_position(self, board: &Board, last: Option<Point>) -> String {
        let size = board.size();
        let stars = fixed_handicap(size, max_fixed_handicap(size)).unwrap_or_default();
        self.draw(size, last, |point| match board.at(point) {
            Some(color) => Glyph::Stone(color),
            None if stars.contains(point) => Glyph::Star,
            None => Glyph::Empty,
        })
    }

    /// Draws like [`draw`](Self::draw). If colours are on, the wood turns blue
    /// where `owner` is near 1 (Black's) and red where it is near -1 (White's).
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
            if self.colors {
                wood::draw_row(&mut text, size, row, last, &glyph, &owner);
            } else {
                draw_row(&mut text, size, row, last, &glyph);
            }
            let _ = writeln!(text, "{name}");
        }
        text + &letters(size)
    }

    /// Returns a glyph as the drawing shows it, for a legend.
    pub fn symbol(self, glyph: Glyph) -> String {
        if self.colors {
            wood::symbol(glyph)
        } else {
            glyph.letter().to_string()
        }
    }

    /// Returns a line that explains glyphs.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::Color;
    /// use ponnuki::drawing::{Glyph, TextBoard};
    ///
    /// let stones = Color::BOTH.map(Glyph::Stone);
    /// let legend = TextBoard { colors: false }.legend(&[(&stones, "stones"), (&[Glyph::Empty], "shared")]);
    /// assert_eq!(legend, "X O stones, . shared");
    /// ```
    pub fn legend(self, entries: &[(&[Glyph], &str)]) -> String {
        let entries = entries.iter().map(|(glyphs, meaning)| {
            let symbols: Vec<_> = glyphs.iter().map(|&glyph| self.symbol(glyph)).collect();
            format!("{} {meaning}", symbols.join(" "))
        });
        entries.collect::<Vec<_>>().join(", ")
    }
}

/// Draws the points of a row as letters.
fn draw_row(
    text: &mut String,
    size: BoardSize,
    row: usize,
    last: Option<Point>,
    glyph: &impl Fn(Point) -> Glyph,
) {
    let mut after_last = false;
    for point in size.row(row) {
        let is_last = last == Some(point);
        text.push(match (is_last, after_last) {
            (true, _) => '(',
            (false, true) => ')',
            (false, false) => ' ',
        });
        text.push(glyph(point).letter());
        after_last = is_last;
    }
    text.push(if after_last { ')' } else { ' ' });
}

/// Returns the line of column letters.
fn letters(size: BoardSize) -> String {
    let mut line = "  ".to_owned();
    for letter in size.column_letters() {
        line.extend([' ', letter]);
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::Color;

    const LAST: &str = "C1";

    fn glyph(name: &str) -> Glyph {
        match name {
            "A1" => Glyph::Stone(Color::Black),
            "B1" => Glyph::Territory(Color::Black),
            "C1" => Glyph::Stone(Color::White),
            "A2" => Glyph::Star,
            "B2" => Glyph::Dead(Color::Black),
            "C2" => Glyph::Dead(Color::White),
            "A3" => Glyph::Territory(Color::White),
            _ => Glyph::Empty,
        }
    }

    fn draw(colors: bool) -> String {
        let size = BoardSize::square(3).unwrap();
        let glyph = |point| glyph(&size.coordinates(point).to_string());
        TextBoard { colors }.draw(size, size.point_named(LAST), glyph)
    }

    /// Returns a string without its escape sequences.
    fn visible(text: &str) -> String {
        let mut parts = text.split("\x1b[");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
    }

    #[test]
    fn a_board_without_colours() {
        assert_eq!(
            draw(false),
            "   A B C\n 3 o . . 3\n 2 + # @ 2\n 1 X x(O)1\n   A B C\n"
        );
    }

    #[test]
    fn a_board_of_wood_has_round_stones_lines_and_the_same_width() {
        let board = visible(&draw(true));
        assert_eq!(
            board,
            "   A B C\n 3 ■─┬─┐ 3\n 2 •─×─× 2\n 1 ●─■(●)1\n   A B C\n"
        );
        let widths =
            |text: &str| -> Vec<_> { text.lines().map(|line| line.chars().count()).collect() };
        assert_eq!(widths(&board), widths(&draw(false)));
    }

    #[test]
    fn every_glyph_looks_different_with_and_without_colours() {
        let all = Color::BOTH
            .into_iter()
            .flat_map(|color| {
                [
                    Glyph::Stone(color),
                    Glyph::Dead(color),
                    Glyph::Territory(color),
                ]
            })
            .chain([Glyph::Empty, Glyph::Star]);
        for colors in [false, true] {
            let symbols: Vec<_> = all
                .clone()
                .map(|glyph| TextBoard { colors }.symbol(glyph))
                .collect();
            let different: std::collections::HashSet<_> = symbols.iter().collect();
            assert_eq!(different.len(), symbols.len(), "{symbols:?}");
        }
    }

    #[test]
    fn every_line_of_wood_ends_its_colours() {
        for line in draw(true).lines() {
            let after = line.rsplit("\x1b[").next().unwrap();
            assert!(
                !line.contains('\x1b') || after.starts_with("0m"),
                "{line:?}"
            );
        }
    }

    #[test]
    fn the_lines_of_narrow_boards_end_at_the_edge() {
        let rows = |name: &str| {
            let size: BoardSize = name.parse().unwrap();
            let board = TextBoard { colors: true }.draw(size, None, |_| Glyph::Empty);
            visible(&board)
        };
        assert_eq!(rows("1"), "   A\n 1 · 1\n   A\n");
        assert_eq!(rows("3x1"), "   A B C\n 1 ╶───╴ 1\n   A B C\n");
        assert_eq!(rows("1x2"), "   A\n 2 ╷ 2\n 1 ╵ 1\n   A\n");
    }

    #[test]
    fn the_wood_shows_the_owner() {
        let size = BoardSize::new(5, 1).unwrap();
        let owners = [1.0, 0.3, 0.0, -0.3, -1.0];
        let draw = |colors| {
            let stone = |_| Glyph::Stone(Color::Black);
            TextBoard { colors }.draw_shaded(size, None, stone, |point| owners[point.index()])
        };
        assert_eq!(draw(false), "   A B C D E\n 1 X X X X X 1\n   A B C D E\n");
        let text = draw(true);
        let backgrounds: Vec<_> = text.split("\x1b[48;5;").skip(1).collect();
        let codes: Vec<_> = backgrounds
            .iter()
            .map(|part| part.split_once('m').unwrap().0)
            .collect();
        let different: std::collections::HashSet<_> = codes.iter().collect();
        assert_eq!(different.len(), 5, "{codes:?}");
    }
}

//! Draws positions as SVG pictures, for reports and documents.
//!
//! The unit of length is the distance between two lines. The point in column c
//! and row r, counted from 0 at the lower left, is at (c + 1, height - r). A
//! picture contains no `id`, so a page can show many of them, and it fetches
//! nothing.

use std::fmt::{Display, Write};

use ponnuki_core::board::{Board, BoardSize, ByColor, Color, Coordinates, Point, PointSet};
use ponnuki_core::rules::{fixed_handicap, max_fixed_handicap};

/// The colours of the board and of the stones.
const WOOD: &str = "#e3c27e";
const LINES: &str = "#5b4a26";
const INK: &str = "#16130d";
const PAPER: &str = "#fdfdf8";

/// A symbol that marks a point. It is visible on stones of both colours and on
/// the empty board.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::drawing::{Picture, Symbol};
/// use ponnuki::sgf;
///
/// let game = sgf::read(b"(;SZ[5];B[cc])", None)?;
/// let [last, idea] = ["C3", "C2"].map(|name| game.size().point_named(name).unwrap());
/// let picture = Picture::from_board(game.board());
/// let svg = picture.mark(last, Symbol::Circle).mark(idea, Symbol::Triangle).svg();
/// assert_eq!(svg.matches("<circle").count(), 2); // the stone and the ring in it
/// # Ok::<(), sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A ring, the usual mark of the last move.
    Circle,
    /// A square.
    Square,
    /// A triangle that points up.
    Triangle,
    /// An X.
    Cross,
    /// A filled dot, which fits into the other symbols.
    Dot,
}

/// A position with shades, marks and labels, built step by step and drawn by
/// [`svg`](Self::svg).
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::drawing::Picture;
/// use ponnuki::{Board, BoardSize};
///
/// let size = BoardSize::square(9)?;
/// let centre = size.point_named("E5").expect("E5 is on 9x9");
/// let svg = Picture::from_board(&Board::new(size)).label(centre, "1").shade(centre, 0.5).svg();
/// assert!(svg.starts_with("<svg "));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    size: BoardSize,
    stones: ByColor<PointSet>,
    title: Option<String>,
    coordinates: bool,
    shades: Vec<(Point, f64)>,
    faded: PointSet,
    marks: Vec<(Point, Symbol)>,
    labels: Vec<(Point, String)>,
}

impl Picture {
    /// Starts a picture of these stones on a board of this size.
    pub const fn new(size: BoardSize, stones: ByColor<PointSet>) -> Self {
        Self {
            size,
            stones,
            title: None,
            coordinates: false,
            shades: Vec::new(),
            faded: PointSet::EMPTY,
            marks: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Starts a picture of a board's position.
    pub fn from_board(board: &Board) -> Self {
        Self::new(board.size(), board.position())
    }

    /// Sets the title, which browsers show as a tooltip and screen readers read
    /// aloud.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds coordinates on all four sides.
    #[must_use]
    pub const fn with_coordinates(mut self) -> Self {
        self.coordinates = true;
        self
    }

    /// Shades a point by its owner, from 1 (certainly Black's) to -1 (certainly
    /// White's); 0 leaves the point unshaded. Other values are clamped to that
    /// range. On a stone the shade is a small square that leaves the stone
    /// visible.
    #[must_use]
    pub fn shade(mut self, point: Point, owner: f64) -> Self {
        self.shades.push((point, owner));
        self
    }

    /// Draws the stone on a point as removed: the board and its shade
    /// show through it. The small square of a [`shade`](Self::shade) on it is opaque,
    /// however weak the shade.
    #[must_use]
    pub fn fade(mut self, point: Point) -> Self {
        self.faded.insert(point);
        self
    }

    /// Marks a point with a symbol.
    #[must_use]
    pub fn mark(mut self, point: Point, symbol: Symbol) -> Self {
        self.marks.push((point, symbol));
        self
    }

    /// Writes a short label on a point, such as a number or a letter.
    #[must_use]
    pub fn label(mut self, point: Point, text: impl Into<String>) -> Self {
        self.labels.push((point, text.into()));
        self
    }

    /// Draws the picture as one `svg` element, which serves as a whole SVG file
    /// and as a part of an HTML page.
    ///
    /// The element contains groups with the classes `grid`, `stars`, `shades`,
    /// `black`, `white`, `owners`, `marks` and `labels`. Groups without content
    /// are present too.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.begin(&mut svg);
        self.grid(&mut svg);
        if self.coordinates {
            self.sides(&mut svg);
        }
        group(&mut svg, "shades", "", |svg| {
            let is_open = |point| self.stone(point).is_none() || self.faded.contains(point);
            self.draw_shades(svg, is_open, 1.0);
        });
        for color in Color::BOTH {
            let (class, fill) = match color {
                Color::Black => ("black", INK),
                Color::White => ("white", PAPER),
            };
            let style = format!(r#" fill="{fill}" stroke="{INK}" stroke-width=".04""#);
            group(&mut svg, class, &style, |svg| {
                for point in self.stones[color] {
                    let more = if self.faded.contains(point) {
                        r#" opacity=".4""#
                    } else {
                        ""
                    };
                    self.circle(svg, point, ".46", more);
                }
            });
        }
        group(&mut svg, "owners", "", |svg| {
            self.draw_shades(svg, |point| self.stone(point).is_some(), 0.4);
        });
        let outlines = r#" fill="none" stroke-width=".09""#;
        group(&mut svg, "marks", outlines, |svg| {
            for &(point, mark) in &self.marks {
                self.draw_mark(svg, point, mark);
            }
        });
        let font = r#" font-family="sans-serif" text-anchor="middle""#;
        group(&mut svg, "labels", font, |svg| {
            for (point, text) in &self.labels {
                self.draw_label(svg, *point, text);
            }
        });
        svg.push_str("</svg>");
        svg
    }

    /// Returns the horizontal and vertical position of a point.
    fn at(&self, point: Point) -> (usize, usize) {
        let Coordinates { column, row } = self.size.coordinates(point);
        (
            usize::from(column) + 1,
            self.size.height() - usize::from(row),
        )
    }

    fn stone(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones[color].contains(point))
    }

    /// Returns a colour that contrasts with the stone or the wood at a point.
    fn ink_on(&self, point: Point) -> &'static str {
        match self.stone(point) {
            Some(Color::Black) => PAPER,
            Some(Color::White) | None => INK,
        }
    }

    /// Writes the opening tag, the title and the wood.
    fn begin(&self, svg: &mut String) {
        let (width, height) = (self.size.width(), self.size.height());
        let margin = if self.coordinates { 1.0 } else { 0.2 };
        let (start, wide, high) = (
            0.5 - margin,
            width as f64 + 2.0 * margin,
            height as f64 + 2.0 * margin,
        );
        let _ = write!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" viewBox="{start} {start} {wide} {high}">"#
        );
        if let Some(title) = &self.title {
            let _ = write!(svg, "<title>{}</title>", escape(title));
        }
        let _ = write!(
            svg,
            r#"<rect x="{start}" y="{start}" width="{wide}" height="{high}" fill="{WOOD}"/>"#
        );
    }

    /// Draws the lines and the star points.
    fn grid(&self, svg: &mut String) {
        let (width, height) = (self.size.width(), self.size.height());
        let _ = write!(
            svg,
            r#"<path class="grid" fill="none" stroke="{LINES}" stroke-width=".035" stroke-linecap="square" d=""#
        );
        for y in 1..=height {
            let _ = write!(svg, "M1 {y}H{width}");
        }
        for x in 1..=width {
            let _ = write!(svg, "M{x} 1V{height}");
        }
        svg.push_str(r#""/>"#);
        let style = format!(r#" fill="{LINES}""#);
        group(svg, "stars", &style, |svg| {
            for point in star_points(self.size) {
                self.circle(svg, point, ".1", "");
            }
        });
    }

    /// Draws the letters above and below and the numbers left and right.
    fn sides(&self, svg: &mut String) {
        let (width, height) = (self.size.width(), self.size.height());
        let style = format!(
            r#" fill="{LINES}" font-family="sans-serif" font-size=".5" text-anchor="middle""#
        );
        group(svg, "sides", &style, |svg| {
            let mut text = |x: f64, y: f64, name: &dyn Display| {
                let _ = write!(svg, r#"<text x="{x}" y="{y:.2}">{name}</text>"#);
            };
            // `y` is the baseline of the text; adding .18 centres it.
            for (column, letter) in (1..).zip(self.size.column_letters()) {
                for y in [0.18, height as f64 + 1.18] {
                    text(column.into(), y, &letter);
                }
            }
            for row in 1..=height {
                for x in [0.0, width as f64 + 1.0] {
                    text(x, (height - row) as f64 + 1.18, &row);
                }
            }
        });
    }

    /// Draws a circle around a point. `more` contains additional attributes.
    fn circle(&self, svg: &mut String, point: Point, radius: &str, more: &str) {
        let (x, y) = self.at(point);
        let _ = write!(svg, r#"<circle cx="{x}" cy="{y}" r="{radius}"{more}/>"#);
    }

    /// Draws squares with this side length on the shaded points for which `on`
    /// returns true.
    fn draw_shades(&self, svg: &mut String, on: impl Fn(Point) -> bool, side: f64) {
        for &(point, owner) in &self.shades {
            let strength = (owner.abs().clamp(0.0, 1.0) * 100.0).round() / 100.0;
            // This is also false for NaN.
            if !(strength > 0.0 && on(point)) {
                continue;
            }
            let (x, y) = self.at(point);
            let (left, top) = (x as f64 - side / 2.0, y as f64 - side / 2.0);
            let fill = if owner > 0.0 { INK } else { PAPER };
            // The lines stay visible under a translucent shade.
            let opacity = if side >= 1.0 {
                strength * 0.6
            } else if self.faded.contains(point) {
                1.0
            } else {
                strength
            };
            let _ = write!(
                svg,
                r#"<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{fill}" fill-opacity="{opacity:.2}"/>"#
            );
        }
    }

    fn draw_mark(&self, svg: &mut String, point: Point, mark: Symbol) {
        let ink = format!(r#" stroke="{}""#, self.ink_on(point));
        let (x, y) = self.at(point);
        let path = match mark {
            // On a faded stone it goes around the square of the owner.
            Symbol::Circle if self.faded.contains(point) => {
                return self.circle(svg, point, ".34", &ink);
            }
            Symbol::Circle => return self.circle(svg, point, ".24", &ink),
            Symbol::Dot => {
                let ink = format!(r#" fill="{}" stroke="none""#, self.ink_on(point));
                return self.circle(svg, point, ".13", &ink);
            }
            Symbol::Square => "m-.22-.22h.44v.44h-.44z",
            Symbol::Triangle => "m0-.28l.26.44h-.52z",
            Symbol::Cross => "m-.2-.2l.4.4m0-.4l-.4.4",
        };
        let _ = write!(svg, r#"<path d="M{x} {y}{path}"{ink}/>"#);
    }

    fn draw_label(&self, svg: &mut String, point: Point, text: &str) {
        let (x, y) = self.at(point);
        if self.stone(point).is_none() {
            // A disc hides the lines behind the text.
            self.circle(svg, point, ".36", &format!(r#" fill="{WOOD}""#));
        }
        let size = match text.chars().count() {
            0..=2 => 0.5,
            3 => 0.38,
            _ => 0.28,
        };
        let _ = write!(
            svg,
            r#"<text x="{x}" y="{:.2}" font-size="{size}" fill="{}">{}</text>"#,
            y as f64 + size * 0.36,
            self.ink_on(point),
            escape(text)
        );
    }
}

/// Writes a group with a class. `more` contains additional attributes.
fn group(svg: &mut String, class: &str, more: &str, draw: impl FnOnce(&mut String)) {
    let _ = write!(svg, r#"<g class="{class}"{more}>"#);
    draw(svg);
    svg.push_str("</g>");
}

/// Returns the star points: nine from 13x13 up, five on smaller boards, and none
/// on boards without fixed handicap.
fn star_points(size: BoardSize) -> PointSet {
    let small = size.width().min(size.height()) < 13;
    let dots = if small { 5 } else { 9 };
    fixed_handicap(size, dots.min(max_fixed_handicap(size))).unwrap_or_default()
}

/// Escapes the special characters of XML and HTML, and removes characters that
/// XML does not allow.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::drawing::escape;
///
/// assert_eq!(escape("a < b & c"), "a &lt; b &amp; c");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(' '),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::diagram;

    fn board() -> Board {
        diagram::parse(".X./XO./...").unwrap()
    }

    fn point(name: &str) -> Point {
        board().size().point_named(name).unwrap()
    }

    #[test]
    fn stones_are_drawn_at_their_points() {
        let svg = Picture::from_board(&board()).svg();
        assert!(svg.contains(r#"viewBox="0.3 0.3 3.4 3.4""#), "{svg}");
        let (_, black) = svg.split_once(r#"<g class="black""#).unwrap();
        let (black, white) = black.split_once(r#"<g class="white""#).unwrap();
        assert!(black.contains(r#"<circle cx="1" cy="2" r=".46"/>"#));
        assert!(black.contains(r#"<circle cx="2" cy="1" r=".46"/>"#));
        assert!(white.contains(r#"<circle cx="2" cy="2" r=".46"/>"#));
        assert_eq!(svg.matches(r#"r=".46""#).count(), 3);
        assert!(svg.contains("M1 1H3M1 2H3M1 3H3M1 1V3M2 1V3M3 1V3"));
    }

    #[test]
    fn shades_marks_and_labels_suit_the_stone_below() {
        let svg = Picture::from_board(&board())
            .shade(point("C1"), -0.5)
            .shade(point("B2"), 2.0)
            .shade(point("A3"), 0.0)
            .shade(point("A1"), f64::NAN)
            .mark(point("B3"), Symbol::Circle)
            .mark(point("B2"), Symbol::Cross)
            .mark(point("B3"), Symbol::Dot)
            .label(point("C3"), "1")
            .svg();
        assert!(svg.contains(
            r##"<rect x="2.5" y="2.5" width="1" height="1" fill="#fdfdf8" fill-opacity="0.30"/>"##
        ));
        assert!(svg.contains(
            r##"<rect x="1.8" y="1.8" width="0.4" height="0.4" fill="#16130d" fill-opacity="1.00"/>"##
        ));
        assert_eq!(svg.matches("fill-opacity").count(), 2);
        assert!(svg.contains(r##"<circle cx="2" cy="1" r=".24" stroke="#fdfdf8"/>"##));
        assert!(svg.contains(r##"l-.4.4" stroke="#16130d"/>"##));
        assert!(svg.contains(r##" r=".13" fill="#fdfdf8" stroke="none"/>"##));
        assert!(svg.contains(r##"font-size="0.5" fill="#16130d">1</text>"##));
    }

    #[test]
    fn the_board_shows_through_a_faded_stone() {
        let svg = Picture::from_board(&board())
            .fade(point("B2"))
            .shade(point("B2"), 0.5)
            .mark(point("B2"), Symbol::Circle)
            .svg();
        assert!(
            svg.contains(r#"<circle cx="2" cy="2" r=".46" opacity=".4"/>"#),
            "{svg}"
        );
        assert!(svg.contains(r#"<circle cx="2" cy="2" r=".34""#), "{svg}");
        assert_eq!(svg.matches(r#" opacity=".4""#).count(), 1);
        let rectangle = |side, opacity| {
            svg.contains(&format!(
                r##"width="{side}" height="{side}" fill="#16130d" fill-opacity="{opacity}"/>"##
            ))
        };
        assert!(rectangle("1", "0.30") && rectangle("0.4", "1.00"), "{svg}");
    }

    #[test]
    fn coordinates_name_columns_and_rows() {
        let wide = Board::new(BoardSize::new(9, 2).unwrap());
        let svg = Picture::from_board(&wide).with_coordinates().svg();
        assert!(svg.contains(r#"<text x="9" y="0.18">J</text>"#), "{svg}");
        assert!(svg.contains(r#"<text x="0" y="2.18">1</text>"#));
        assert!(svg.contains(r#"<text x="10" y="1.18">2</text>"#));
    }

    #[test]
    fn texts_are_escaped() {
        let svg = Picture::from_board(&board())
            .title("a<b>\u{1b}&'c'")
            .label(point("C3"), "\"<\"")
            .svg();
        assert!(svg.contains("<title>a&lt;b&gt;&amp;&#39;c&#39;</title>"));
        assert!(svg.contains(">&quot;&lt;&quot;</text>"));
    }

    #[test]
    fn star_points_are_drawn_on_boards_that_have_them() {
        let stars = |length| {
            let svg = Picture::from_board(&Board::new(BoardSize::square(length).unwrap())).svg();
            svg.matches(r#"r=".1""#).count()
        };
        assert_eq!([stars(19), stars(9), stars(1)], [9, 5, 0]);
    }
}

//! 3x3 patterns: shapes around an empty point where a move is often good.
//!
//! The shapes (hane, cut, and answers on the edge) are those of MoGo (Gelly,
//! Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo
//! Go", 2006). They stand for themselves turned, mirrored and with colours
//! exchanged, so a table of all 65,536 surroundings says whether a point
//! matches, whoever is to move.

use std::sync::LazyLock;

/// The surroundings of a point in 16 bits, 2 for each of the eight points
/// around it, in the order of
/// [`surroundings`](crate::board::SizedBoard::surroundings): 0 is empty, 1
/// black, 2 white, 3 wall.
pub(super) type Code = u16;

/// The shapes, rows from the top. The middle is the empty point to play.
///
/// `X` and `O` are the two colours, `.` is empty, `#` is wall; `x` is anything
/// but X, `o` anything but O, `?` anything at all.
const SHAPES: [[&str; 3]; 13] = [
    // Hane: around a stone from both sides, without a cut, and bent.
    ["XOX", ". .", "???"],
    ["XO.", ". .", "?.?"],
    ["XO?", "X .", "x.?"],
    // Touching from above, or at the corner of a stone.
    [".O.", "X .", "..."],
    // Cuts: an unprotected one, a peeped one, a push through, from a knight.
    ["XO?", "O o", "?o?"],
    ["XO?", "O X", "???"],
    ["?X?", "O O", "ooo"],
    ["OX?", "o O", "???"],
    // On the edge: chase, block a cut, block a connection, descend, cut.
    ["X.?", "O ?", "###"],
    ["OX?", "X O", "###"],
    ["?X?", "x O", "###"],
    ["?XO", "x x", "###"],
    ["?OX", "X O", "###"],
];

/// Where each bit pair of a [`Code`] lies in a shape: row and column.
const PLACES: [(usize, usize); 8] = [
    (1, 0),
    (1, 2),
    (2, 1),
    (0, 1),
    (2, 0),
    (2, 2),
    (0, 0),
    (0, 2),
];

/// A bit for each code.
pub(super) struct Patterns([u64; 1024]);

static PATTERNS: LazyLock<Box<Patterns>> = LazyLock::new(|| Box::new(Patterns::expanded()));

impl Patterns {
    /// The table, which is made when it is first asked for.
    pub(super) fn table() -> &'static Self {
        &PATTERNS
    }

    /// The surroundings match a shape.
    #[inline(always)]
    pub(super) const fn matches(&self, code: Code) -> bool {
        self.0[code as usize / 64] >> (code % 64) & 1 != 0
    }

    fn expanded() -> Self {
        let mut table = Self([0; 1024]);
        for shape in SHAPES {
            let mut cells = shape.map(|row| {
                let mut cells = row.bytes();
                [(); 3].map(|()| cells.next().unwrap_or(b'?'))
            });
            for _ in 0..2 {
                for _ in 0..4 {
                    table.add(cells, 0, 0);
                    table.add(exchanged(cells), 0, 0);
                    cells = turned(cells);
                }
                cells.reverse();
            }
        }
        table
    }

    /// Adds the codes of a shape whose first `place` cells are in the code.
    fn add(&mut self, cells: Cells, place: usize, code: Code) {
        let Some(&(row, column)) = PLACES.get(place) else {
            self.0[usize::from(code) / 64] |= 1 << (code % 64);
            return;
        };
        for &value in values(cells[row][column]) {
            self.add(cells, place + 1, code | value << (2 * place));
        }
    }
}

type Cells = [[u8; 3]; 3];

/// What a letter stands for.
const fn values(letter: u8) -> &'static [Code] {
    match letter {
        b'.' => &[0],
        b'X' => &[1],
        b'O' => &[2],
        b'#' => &[3],
        b'x' => &[0, 2, 3],
        b'o' => &[0, 1, 3],
        _ => &[0, 1, 2, 3],
    }
}

/// The shape with the colours exchanged.
fn exchanged(cells: Cells) -> Cells {
    cells.map(|row| {
        row.map(|letter| match letter {
            b'X' => b'O',
            b'O' => b'X',
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        })
    })
}

/// The shape turned by a quarter.
fn turned(cells: Cells) -> Cells {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[2 - column][row]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a shape without wildcards.
    fn code(rows: [&str; 3]) -> Code {
        PLACES
            .iter()
            .enumerate()
            .map(|(place, &(row, column))| values(rows[row].as_bytes()[column])[0] << (2 * place))
            .sum()
    }

    #[test]
    fn shapes_are_known_in_every_direction_and_colour() {
        let patterns = Patterns::table();
        for rows in [
            ["XOX", ". .", "..."],
            ["..X", ". O", "..X"],
            ["...", ". .", "OXO"],
            ["XO.", "O .", "..."],
        ] {
            assert!(patterns.matches(code(rows)), "{rows:?}");
        }
        // A block of a cut on the edge, and the same without the cut.
        assert!(patterns.matches(code(["OX.", "X O", "###"])));
        assert!(!patterns.matches(code(["...", ". .", "###"])));
        assert!(!patterns.matches(code(["...", ". .", "..."])));
    }

    #[test]
    fn the_table_is_symmetric() {
        let patterns = Patterns::table();
        // Left and right, with their corners, change places.
        let mirrored = |code: Code| {
            let pair = |place: u32| code >> (2 * place) & 3;
            pair(1)
                | pair(0) << 2
                | code & 0xf0
                | pair(5) << 8
                | pair(4) << 10
                | pair(7) << 12
                | pair(6) << 14
        };
        let colours = |code: Code| {
            (0..8).fold(0, |other, place| {
                other | [0, 2, 1, 3][usize::from(code >> (2 * place) & 3)] << (2 * place)
            })
        };
        let mut count = 0;
        for code in 0..=Code::MAX {
            assert_eq!(patterns.matches(code), patterns.matches(mirrored(code)));
            assert_eq!(patterns.matches(code), patterns.matches(colours(code)));
            count += u32::from(patterns.matches(code));
        }
        assert_eq!(count, 15_828);
    }
}

//! 3x3 patterns: shapes around an empty point where a move is often good.
//!
//! The shapes (hane, cut, and answers on the edge) are those of MoGo (Gelly,
//! Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo
//! Go", 2006). Each shape also matches when rotated, mirrored or with the colours
//! exchanged. A table of all 65,536 surroundings shows whether a point matches;
//! it does not depend on the side to move.

use std::sync::LazyLock;

/// The surroundings of a point: 2 bits for each of the eight points around it,
/// in the order of [`surroundings`](ponnuki_core::board::SizedBoard::surroundings).
/// 0 is empty, 1 black, 2 white, 3 wall.
pub(super) type Code = u16;

/// The shapes, with the top row first. The middle is the empty point to play.
///
/// `X` and `O` are the two colours, `.` is empty, `#` is wall, `x` is anything
/// but `X`, `o` is anything but `O`, and `?` is anything.
const SHAPES: [[&str; 3]; 13] = [
    // Hane: enclosing, without a cut, and bent.
    ["XOX", ". .", "???"],
    ["XO.", ". .", "?.?"],
    ["XO?", "X .", "x.?"],
    // A contact move above a stone or at its corner.
    [".O.", "X .", "..."],
    // Cuts: of an unprotected connection, of a peeped connection, by a push
    // through, and of a knight's move.
    ["XO?", "O o", "?o?"],
    ["XO?", "O X", "???"],
    ["?X?", "O O", "ooo"],
    ["OX?", "o O", "???"],
    // On the edge: a chase, a block of a cut, a block of a connection, a descent
    // and a cut.
    ["X.?", "O ?", "###"],
    ["OX?", "X O", "###"],
    ["?X?", "x O", "###"],
    ["?XO", "x x", "###"],
    ["?OX", "X O", "###"],
];

/// The row and column in a shape of each bit pair of a [`Code`].
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

/// The number of codes.
const CODES: usize = 1 << 16;

/// Whether each code matches. A byte each is 64 KiB, of which playouts touch little, and
/// saves the instructions that find a bit.
#[derive(Clone, Copy)]
pub(super) struct Patterns(&'static [bool; CODES]);

static PATTERNS: LazyLock<Box<[bool; CODES]>> = LazyLock::new(expanded);

impl Patterns {
    /// Returns the table. The first call builds it.
    pub(super) fn table() -> Self {
        Self(&PATTERNS)
    }

    #[inline(always)]
    pub(super) const fn matches(self, code: Code) -> bool {
        self.0[code as usize]
    }
}

/// Builds the table on the heap, because the stacks of some threads are small.
fn expanded() -> Box<[bool; CODES]> {
    let table = vec![false; CODES].into_boxed_slice();
    let mut table: Box<[bool; CODES]> = table.try_into().expect("it has all codes");
    for shape in SHAPES {
        let mut cells = shape.map(|row| {
            let mut cells = row.bytes();
            [(); 3].map(|()| cells.next().unwrap_or(b'?'))
        });
        for _ in 0..2 {
            for _ in 0..4 {
                add(&mut table, cells, 0, 0);
                add(&mut table, exchanged(cells), 0, 0);
                cells = rotated(cells);
            }
            cells.reverse();
        }
    }
    table
}

/// Adds all codes of a shape. `code` holds its first `place` cells.
fn add(table: &mut [bool; CODES], cells: Cells, place: usize, code: Code) {
    let Some(&(row, column)) = PLACES.get(place) else {
        table[usize::from(code)] = true;
        return;
    };
    for &value in values(cells[row][column]) {
        add(table, cells, place + 1, code | value << (2 * place));
    }
}

type Cells = [[u8; 3]; 3];

/// Returns the contents of a point that a letter of a shape matches.
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

fn rotated(cells: Cells) -> Cells {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[2 - column][row]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the code of a shape without wildcards.
    fn code(rows: [&str; 3]) -> Code {
        PLACES
            .iter()
            .enumerate()
            .map(|(place, &(row, column))| values(rows[row].as_bytes()[column])[0] << (2 * place))
            .sum()
    }

    #[test]
    fn shapes_match_in_every_direction_and_colour() {
        let patterns = Patterns::table();
        for rows in [
            ["XOX", ". .", "..."],
            ["..X", ". O", "..X"],
            ["...", ". .", "OXO"],
            ["XO.", "O .", "..."],
        ] {
            assert!(patterns.matches(code(rows)), "{rows:?}");
        }
        // A block of a cut on the edge, then the same edge without stones.
        assert!(patterns.matches(code(["OX.", "X O", "###"])));
        assert!(!patterns.matches(code(["...", ". .", "###"])));
        assert!(!patterns.matches(code(["...", ". .", "..."])));
    }

    #[test]
    fn the_table_is_symmetric() {
        let patterns = Patterns::table();
        // Swaps left and right, with their corners.
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

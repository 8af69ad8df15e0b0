//! Draws the random settings of games: sizes, start positions, komi.

use ponnuki_core::board::StonesError;
use ponnuki_core::{BoardSize, ByColor, Color, Game, Komi, PointSet, RandomStream, Start};

use crate::compare;
use crate::grid::{self, EMPTY, Grid};

pub fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("width and height are within 1 to 25")
}

/// Returns true with a probability of `percent` in 100.
pub fn chance(random: &mut RandomStream, percent: u64) -> bool {
    below(random, 100) < percent as usize
}

/// Draws a uniform number below `bound`, or 0 if there is none.
pub fn below(random: &mut RandomStream, bound: usize) -> usize {
    random.below(bound as u64).unwrap_or(0) as usize
}

pub fn color(random: &mut RandomStream) -> Color {
    Color::BOTH[below(random, 2)]
}

/// Draws a size and the number of moves to play on it: mostly small boards with
/// long games, sometimes a large board with a few moves.
pub fn size_and_moves(random: &mut RandomStream, game: u64) -> (BoardSize, usize) {
    let mut side = |from: usize, to: usize| from + below(random, to - from + 1);
    match game % 20 {
        0 => (size(25, 25), 25),
        10 => (size(19, 19), 40),
        5 => (size(side(10, 25), side(10, 25)), 30),
        15 => (size(side(1, 3), side(10, 25)), 120),
        16 => (size(side(10, 25), side(1, 3)), 120),
        1 | 7 | 13 => (size(side(6, 9), side(6, 9)), 120),
        4 | 11 => (size(side(1, 2), side(1, 6)), 150),
        6 | 17 => (size(side(1, 6), side(1, 2)), 150),
        _ => (size(side(2, 5), side(2, 5)), 250),
    }
}

/// Draws a komi from -10 to 10, as its number of half points.
pub fn halves(random: &mut RandomStream) -> i32 {
    below(random, 41) as i32 - 20
}

pub fn komi(random: &mut RandomStream) -> Komi {
    let komi = f64::from(halves(random)) / 2.0;
    komi.to_string().parse().expect("half points are a komi")
}

/// Draws a start board and its number of handicap stones. The board is empty,
/// or holds setup stones of some density, or a few black handicap stones. Setup
/// stones may include chains without liberties.
pub fn start(grid: &Grid, random: &mut RandomStream) -> (grid::Board, usize) {
    let mut board = grid.empty_board();
    let kind = below(random, 10);
    // Large boards get setup stones more often, because a random game takes long to fill them.
    let setups = if grid.area() > 60 { 7 } else { 3 };
    if kind < setups {
        let density = 20 + 20 * below(random, 4) as u64;
        for point in &mut board {
            if chance(random, density) {
                *point = grid::letter(color(random));
            }
        }
        return (board, 0);
    }
    if kind == 9 {
        for _ in 0..below(random, 10) {
            let point = below(random, grid.area());
            board[point] = grid::letter(Color::Black);
        }
    }
    let handicap = board.iter().filter(|&&letter| letter != EMPTY).count();
    (board, handicap)
}

/// Returns the board without the chains that have no liberties.
pub fn breathing(grid: &Grid, mut board: grid::Board) -> grid::Board {
    while Color::BOTH
        .into_iter()
        .any(|color| !grid.clear(&mut board, color).is_empty())
    {}
    board
}

/// Returns the stones of a twin's board as point sets.
pub fn stones(game: &Game, board: &grid::Board) -> ByColor<PointSet> {
    let mut stones = ByColor::<PointSet>::default();
    for (number, &letter) in board.iter().enumerate() {
        for color in Color::BOTH {
            if letter == grid::letter(color) {
                stones[color].insert(compare::point(game, number));
            }
        }
    }
    stones
}

/// Begins the game from this start, which must be refused exactly if a chain has no liberty.
pub fn begin_or_refuse(game: &mut Game, start: Start, grid: &Grid, board: &grid::Board) {
    let expected = if breathing(grid, board.clone()) == *board {
        Ok(())
    } else {
        Err(StonesError::NoLiberty)
    };
    assert_eq!(game.begin(start), expected);
}

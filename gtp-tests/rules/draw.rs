//! What random games begin with: sizes, start positions, komi.

use ponnuki::{BoardSize, ByColor, Color, Game, Komi, PointSet, RandomStream, Start, StonesError};

use crate::compare;
use crate::grid::{self, EMPTY, Grid};

/// The size of so many columns and rows.
pub(crate) fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).expect("width and height are within 1 to 25")
}

/// True so many times in a hundred.
pub(crate) fn chance(random: &mut RandomStream, percent: u64) -> bool {
    below(random, 100) < percent as usize
}

/// A number below a bound.
pub(crate) fn below(random: &mut RandomStream, bound: usize) -> usize {
    random.below(bound as u64).unwrap_or(0) as usize
}

/// Either colour.
pub(crate) fn color(random: &mut RandomStream) -> Color {
    Color::BOTH[below(random, 2)]
}

/// A size and the number of moves to play on it: mostly small boards, long
/// games; now and then a large one, a few moves.
pub(crate) fn size_and_moves(random: &mut RandomStream, game: u64) -> (BoardSize, usize) {
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

/// A komi from -10 to 10, in half points.
pub(crate) fn komi(random: &mut RandomStream) -> Komi {
    let halves = below(random, 41) as i32 - 20;
    let text = format!("{}", f64::from(halves) / 2.0);
    text.parse().expect("half points are a komi")
}

/// A start board, which may hold chains without liberties, and the number of
/// handicap stones: none, setup stones of some density, or black stones.
pub(crate) fn start(grid: &Grid, random: &mut RandomStream) -> (grid::Board, usize) {
    let mut board = grid.empty_board();
    let kind = below(random, 10);
    // Setup stones are more often wanted where a random game would take long
    // to fill the board.
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

/// The board without its chains that have no liberty.
pub(crate) fn breathing(grid: &Grid, mut board: grid::Board) -> grid::Board {
    while Color::BOTH
        .into_iter()
        .any(|color| !grid.clear(&mut board, color).is_empty())
    {}
    board
}

/// The stones of a board of letters.
pub(crate) fn stones(game: &Game, board: &grid::Board) -> ByColor<PointSet> {
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

/// The game begins so exactly when every chain has a liberty.
pub(crate) fn begin_or_refuse(game: &mut Game, start: Start, grid: &Grid, board: &grid::Board) {
    let expected = if breathing(grid, board.clone()) == *board {
        Ok(())
    } else {
        Err(StonesError::NoLiberty)
    };
    assert_eq!(game.begin(start), expected);
}

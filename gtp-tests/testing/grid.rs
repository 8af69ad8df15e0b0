//! The naive board: a list of the letters `.`, `X` and `O`, row by row from the
//! lower left. Every query finds the chains again by recursive flood fill.

use std::mem;

use ponnuki_core::{Color, EyeRule};

pub const EMPTY: u8 = b'.';

/// All points of a board, row by row from the lower left.
pub type Board = Vec<u8>;

pub fn letter(color: Color) -> u8 {
    match color {
        Color::Black => b'X',
        Color::White => b'O',
    }
}

/// The neighbours of every point. Points are numbered row by row from the lower left.
pub struct Grid {
    pub width: usize,
    pub height: usize,
    next_to: Vec<Vec<usize>>,
    diagonal: Vec<Vec<usize>>,
}

/// A chain or an empty region, and its surroundings.
#[derive(Default)]
pub struct Region {
    pub points: Vec<usize>,
    /// The empty points next to a chain. Always empty for an empty region.
    pub liberties: Vec<usize>,
    /// Whether it touches a stone of the other kind: black, white.
    pub touches: [bool; 2],
}

#[derive(Clone)]
pub struct After {
    pub board: Board,
    /// The opponent's stones that it captures.
    pub captured: Vec<usize>,
    /// The player's own stones that it loses.
    pub lost: Vec<usize>,
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Self {
        let reached_by = |steps: [(i32, i32); 4]| {
            let mut table = Vec::new();
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    let mut reached = Vec::new();
                    for (dx, dy) in steps {
                        let (x, y) = (x + dx, y + dy);
                        if (0..width as i32).contains(&x) && (0..height as i32).contains(&y) {
                            reached.push(y as usize * width + x as usize);
                        }
                    }
                    table.push(reached);
                }
            }
            table
        };
        Self {
            width,
            height,
            next_to: reached_by([(-1, 0), (1, 0), (0, -1), (0, 1)]),
            diagonal: reached_by([(-1, -1), (1, -1), (-1, 1), (1, 1)]),
        }
    }

    pub fn area(&self) -> usize {
        self.width * self.height
    }

    pub fn empty_board(&self) -> Board {
        vec![EMPTY; self.area()]
    }

    /// Adds a point and all points connected to it with the same letter.
    fn flood(&self, board: &[u8], point: usize, seen: &mut [bool], region: &mut Region) {
        seen[point] = true;
        region.points.push(point);
        for &next in &self.next_to[point] {
            if board[next] == board[point] {
                if !seen[next] {
                    self.flood(board, next, seen, region);
                }
            } else if board[next] == EMPTY {
                if !region.liberties.contains(&next) {
                    region.liberties.push(next);
                }
            } else {
                region.touches[usize::from(board[next] == b'O')] = true;
            }
        }
    }

    /// Shows the chains of one letter, or the empty regions, in the order of their lowest points.
    fn each_region(&self, board: &[u8], kind: u8, mut show: impl FnMut(&mut Region)) {
        let mut seen = vec![false; self.area()];
        let mut region = Region::default();
        for point in 0..self.area() {
            if board[point] == kind && !seen[point] {
                region.points.clear();
                region.liberties.clear();
                region.touches = [false; 2];
                self.flood(board, point, &mut seen, &mut region);
                show(&mut region);
            }
        }
    }

    /// Returns the chains of one letter, or the empty regions, in the order of
    /// their lowest points. Their points and liberties are sorted.
    pub fn regions(&self, board: &[u8], kind: u8) -> Vec<Region> {
        let mut regions = Vec::new();
        self.each_region(board, kind, |region| {
            let mut region = mem::take(region);
            region.points.sort_unstable();
            region.liberties.sort_unstable();
            regions.push(region);
        });
        regions
    }

    /// Removes all chains of a colour that have no liberties. Returns their points.
    pub fn clear(&self, board: &mut Board, color: Color) -> Vec<usize> {
        let mut cleared = Vec::new();
        self.each_region(board, letter(color), |chain| {
            if chain.liberties.is_empty() {
                cleared.extend(&chain.points);
            }
        });
        for &point in &cleared {
            board[point] = EMPTY;
        }
        cleared.sort_unstable();
        cleared
    }

    /// Plays on an empty point: places the stone, clears the opponent, then clears the player.
    pub fn after(&self, board: &Board, color: Color, point: usize) -> After {
        let mut board = board.clone();
        board[point] = letter(color);
        let captured = self.clear(&mut board, !color);
        let lost = self.clear(&mut board, color);
        After {
            board,
            captured,
            lost,
        }
    }

    pub fn is_eye(&self, board: &[u8], color: Color, point: usize, rule: EyeRule) -> bool {
        let own = letter(color);
        if board[point] != EMPTY || self.next_to[point].iter().any(|&p| board[p] != own) {
            return false;
        }
        let diagonal = &self.diagonal[point];
        let inside = self.next_to[point].len() == 4;
        let held_by = |color| {
            let stone = letter(color);
            diagonal.iter().filter(|&&p| board[p] == stone).count()
        };
        let (owned, enemies) = (held_by(color), held_by(!color));
        match rule {
            EyeRule::OwnDiagonals if inside => owned >= 3,
            EyeRule::OwnDiagonals => owned == diagonal.len(),
            EyeRule::EnemyDiagonals => enemies + usize::from(!inside) < 2,
        }
    }

    /// Returns the owner of each point: a colour's letter, or `.` for neither.
    pub fn owners(&self, board: &[u8]) -> Vec<u8> {
        let mut owners = board.to_vec();
        for region in self.regions(board, EMPTY) {
            let owner = match region.touches {
                [true, false] => b'X',
                [false, true] => b'O',
                _ => EMPTY,
            };
            for point in region.points {
                owners[point] = owner;
            }
        }
        owners
    }

    /// Returns the stones that are marked dead together with a stone: all stones of
    /// its colour connected to it through stones of that colour and empty points.
    pub fn dead_with(&self, board: &[u8], stone: usize) -> Vec<usize> {
        let own = board[stone];
        let open = board.iter().map(|&at| if at == EMPTY { own } else { at });
        let open: Board = open.collect();
        let mut seen = vec![false; self.area()];
        let mut region = Region::default();
        self.flood(&open, stone, &mut seen, &mut region);
        region.points.retain(|&point| board[point] != EMPTY);
        region.points.sort_unstable();
        region.points
    }
}

//! Checks that free placement reaches exactly the legal positions.
//!
//! In free placement either colour plays at any time and captures as in a game,
//! without a ko rule. Every position reached is legal, because each chain has a
//! liberty. And every legal position is reached: removing its stones one by one
//! only adds liberties, so placing them in the opposite order captures nothing.
//! This holds whether or not suicide is allowed, so both must reach the number
//! of legal positions that John Tromp counted (`legal_positions.tsv`).

use std::time::Instant;

use libtest_mimic::Trial;
use ponnuki_core::{Board, BoardSize, ByColor, Color, Point, PointSet, Suicide};

use crate::data;
use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;

/// Only the full proof walks boards with more legal positions than this.
const SMALL: usize = 12_675;

/// The legal positions of 4x4, the largest board of the full proof.
const LARGEST: usize = 24_318_165;

/// The limit on the number of points. The code of a position has its points as
/// base-3 digits, so larger boards would need too much memory.
const MOST_POINTS: usize = 16;

/// Boards with more legal positions than this get their own line of figures.
const WORTH_REPORTING: usize = 1_000_000;

/// The memory limit of the proof in MiB.
const MOST_MEMORY: usize = 2048;

pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let largest = if proof::is_full() { LARGEST } else { SMALL };
    let mut trials = Vec::new();
    for row in data::rows(include_str!("../data/legal_positions.tsv")) {
        let length = |field: usize| row[field].parse::<usize>().expect("a length");
        let (rows, columns) = (length(0), length(1));
        // Most of these numbers exceed 64 bits.
        let Ok(expected) = row[2].parse::<usize>() else {
            continue;
        };
        if expected > largest || rows * columns > MOST_POINTS || is_only_large(rows, columns) {
            continue;
        }
        let size = BoardSize::new(columns, rows).expect("lengths of 1 to 25");
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            let figures = figures.clone();
            let name = format!("closure::{size}::suicide-{suicide}");
            trials.push(trial(name, move || {
                check(size, suicide, expected, &figures);
            }));
        }
    }
    trials
}

/// Returns whether a board is larger than 12 points without being 4x4. Such
/// boards take long and prove nothing that the others do not.
fn is_only_large(rows: usize, columns: usize) -> bool {
    rows * columns > 12 && (rows, columns) != (4, 4)
}

fn check(size: BoardSize, suicide: Suicide, expected: usize, figures: &Figures) {
    let start = Instant::now();
    let mut walk = Walk::new(size, expected);
    walk.run(suicide);
    let reached = walk.hashes.len();
    walk.hashes.sort_unstable();
    walk.hashes.dedup();
    assert_eq!(reached, expected, "legal positions on {size}");
    assert_eq!(walk.hashes.len(), expected, "all hashes are distinct");
    let peak = proof::peak_memory();
    assert!(
        peak.is_none_or(|peak| peak < MOST_MEMORY),
        "memory: {peak:?} MiB"
    );
    figures.add("closure", "positions, all boards", reached as u64);
    if expected > WORTH_REPORTING {
        let memory = peak.map_or_else(String::new, |peak| format!(", peak {peak} MiB"));
        let seconds = start.elapsed().as_secs_f64();
        let value = format!("{reached} positions, distinct hashes, {seconds:.1} s{memory}");
        figures.note("closure", &format!("{size}, suicide {suicide}"), value);
    }
}

struct Walk {
    size: BoardSize,
    points: Vec<Point>,
    /// A set of codes of positions, one bit per code.
    seen: Vec<u64>,
    /// The codes of positions whose successors have not been visited yet.
    waiting: Vec<u32>,
    hashes: Vec<u64>,
}

impl Walk {
    fn new(size: BoardSize, expected: usize) -> Self {
        let codes = 3_usize.pow(size.area() as u32);
        Self {
            size,
            points: size.iter().collect(),
            seen: vec![0; codes.div_ceil(64)],
            waiting: Vec::new(),
            hashes: Vec::with_capacity(expected),
        }
    }

    fn run(&mut self, suicide: Suicide) {
        self.reach(&Board::new(self.size));
        while let Some(code) = self.waiting.pop() {
            let board = self.board(code);
            for point in board.empty() {
                for color in Color::BOTH {
                    let preview = board.preview(color, point).expect("the point is empty");
                    if suicide.permits(preview.suicided) {
                        let mut after = board.clone();
                        after.place(color, point);
                        assert_eq!(after.hash(), preview.hash);
                        self.reach(&after);
                    }
                }
            }
        }
    }

    fn reach(&mut self, board: &Board) {
        let code = self.code(board);
        let (word, bit) = (code as usize / 64, 1 << (code % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.waiting.push(code);
            self.hashes.push(board.hash().value());
        }
    }

    fn code(&self, board: &Board) -> u32 {
        let digit = |&point: &Point| match board.at(point) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        let digits = self.points.iter().rev().map(digit);
        digits.fold(0, |code, digit| 3 * code + digit)
    }

    /// Returns the board of a code. Panics if a chain has no liberty.
    fn board(&self, code: u32) -> Board {
        let mut stones = ByColor::<PointSet>::default();
        let mut rest = code;
        for &point in &self.points {
            match rest % 3 {
                1 => stones.black.insert(point),
                2 => stones.white.insert(point),
                _ => {}
            }
            rest /= 3;
        }
        Board::with_stones(self.size, &stones).expect("every chain has a liberty")
    }
}

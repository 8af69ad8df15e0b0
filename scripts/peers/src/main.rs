//! Compares Ponnuki's playouts and perft with those of other Rust crates, and measures
//! the cost of the engine's own moves. All contestants alternate in one process on one
//! core, and process CPU time is measured.
//!
//! Usage: `peers [PART...] [ROUNDS [SECONDS]]`. The parts are `playouts`, `perft` and
//! `engine`; without a part, all run. There are ROUNDS rounds (default 7), in each of
//! which every contestant runs for SECONDS seconds (default 0.5). A ratio compares runs
//! of the same round; the median is printed with the smallest and the largest ratio.

mod board_game_perft;
mod contest;
mod engine_costs;
mod go_game_board_playouts;
mod goban_playouts;
mod ponnuki_contestants;

use std::env;

use board_game_perft::BoardGamePerft;
use contest::{Contestant, compare};
use go_game_board_playouts::{GoGameBoard, Policy};
use goban_playouts::GobanPlayouts;
use ponnuki::playout::{PlayoutKo, SimdLevel};
use ponnuki_contestants::Playouts;

const PARTS: [&str; 3] = ["playouts", "perft", "engine"];

fn main() {
    let mut arguments = env::args().skip(1).peekable();
    let mut parts = Vec::new();
    while let Some(part) = arguments.next_if(|word| PARTS.contains(&word.as_str())) {
        parts.push(part);
    }
    let rounds = arguments.next().map_or(7, |text| {
        text.parse().expect("a part or a number of rounds")
    });
    let seconds = arguments
        .next()
        .map_or(0.5, |text| text.parse().expect("a number of seconds"));
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|word| word == part);
    if is_wanted("playouts") {
        compare_playouts(rounds, seconds);
    }
    if is_wanted("perft") {
        compare_perft(rounds);
    }
    if is_wanted("engine") {
        engine_costs::print(rounds, seconds);
    }
}

fn compare_perft(rounds: usize) {
    println!("perft 3x3, positional superko, passes counted; M leaves per second of CPU time");
    let contestants: Vec<Box<dyn Contestant>> = vec![
        Box::new(BoardGamePerft::Naive),
        Box::new(BoardGamePerft::Cached),
        Box::new(ponnuki_contestants::Perft),
    ];
    compare("3x3", contestants, rounds, 0.0);
}

fn compare_playouts(rounds: usize, seconds: f64) {
    println!("Playouts from the empty board; k = 1,000 and M = 1,000,000 per second of CPU time");
    for size in [9, 13, 19] {
        let mut contestants: Vec<Box<dyn Contestant>> = vec![
            // The ratios are relative to the rival that does the same work.
            Box::new(GoGameBoard::new(size, "uniform", Policy::Uniform)),
            Box::new(GoGameBoard::new(size, "light", Policy::Light)),
            Box::new(GoGameBoard::new(size, "sampler", Policy::sampler(size))),
            Box::new(Playouts::single(size, PlayoutKo::Simple)),
            Box::new(Playouts::single(size, PlayoutKo::Positional)),
            Box::new(GobanPlayouts::new(size)),
        ];
        for level in SimdLevel::ALL {
            if level.is_available() {
                for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
                    contestants.push(Box::new(Playouts::lockstep(size, level, ko)));
                }
            }
        }
        compare(&format!("{size}x{size}"), contestants, rounds, seconds);
    }
}

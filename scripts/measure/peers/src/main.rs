//! Compares Ponnuki's playouts with those of other Rust crates. All contestants alternate in
//! one process on one core, and process CPU time is measured.
//!
//! Usage: `peers [ROUNDS [SECONDS]]`. In each of ROUNDS rounds (default 7) every contestant
//! runs for SECONDS seconds (default 0.5). A ratio compares runs of the same round; the
//! median is printed with the smallest and the largest ratio.

mod contest;
mod go_game_board_playouts;
mod goban_playouts;
mod ponnuki_contestants;

use std::env;

use contest::{Contestant, compare};
use go_game_board_playouts::{GoGameBoard, Policy};
use goban_playouts::GobanPlayouts;
use ponnuki_contestants::Playouts;
use ponnuki_play::playout::{PlayoutKo, SimdLevel};

fn main() {
    let mut arguments = env::args().skip(1);
    let rounds = arguments
        .next()
        .map_or(7, |text| text.parse().expect("a number of rounds"));
    let seconds = arguments
        .next()
        .map_or(0.5, |text| text.parse().expect("a number of seconds"));
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

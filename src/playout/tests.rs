//! Tests of uniform playouts, one game at a time, through the public interface.

use super::*;
use crate::board::BoardSize;

fn playouts(size: usize, ko: PlayoutKo, numbers: Range<u64>) -> Tally {
    let board = Board::new(BoardSize::square(size).unwrap());
    single_playouts(&board, Color::Black, ko).run(1, numbers)
}

#[test]
fn playouts_are_the_same_in_any_order() {
    for size in [2, 5, 9, 13, 19, 25] {
        let mut parts = playouts(size, PlayoutKo::Positional, 30..50);
        parts += playouts(size, PlayoutKo::Positional, 0..30);
        assert_eq!(parts, playouts(size, PlayoutKo::Positional, 0..50));
    }
}

#[test]
fn the_signatures_are_those_of_the_first_version() {
    // Recorded with version 0.1.0: the same on every machine and in every later version.
    let found = [
        (9, PlayoutKo::Simple),
        (9, PlayoutKo::Positional),
        (13, PlayoutKo::Positional),
        (19, PlayoutKo::Positional),
    ]
    .map(|(size, ko)| {
        format!(
            "{size} {ko} {:016x}",
            playouts(size, ko, 0..1_000).signature()
        )
    });
    assert_eq!(
        found,
        [
            "9 simple 9ebe0a9e3aaf37f5",
            "9 positional 27ef1b541635d062",
            "13 positional f0515cae74eaf251",
            "19 positional 6b80e9d34fc494c7",
        ]
    );
}

//! Tests of the playouts by their statistics.

use super::*;
use crate::point::BoardSize;

fn playouts(size: usize, ko: PlayoutKo, numbers: Range<u64>) -> Tally {
    let board = Board::new(BoardSize::square(size).unwrap());
    single_playouts(&board, Color::Black, ko).run(1, numbers)
}

/// A mean of `count` values of this standard deviation is `expected`, to 4
/// standard errors: on 9x9 the length to 0.2 moves, where a draw that starts
/// somewhere and takes the next point is 0.34 off.
fn assert_mean(what: &str, sum: f64, count: u64, expected: f64, deviation: f64) {
    let mean = sum / count as f64;
    let error = deviation / (count as f64).sqrt();
    assert!(
        (mean - expected).abs() < 4.0 * error,
        "{what}: {mean} is not {expected} +- {error}"
    );
}

/// The published figures of uniform playouts (Dailey's reference bot, one
/// million games on 9x9). A draw that is not uniform, filled eyes and suicide
/// all show here.
#[test]
fn the_statistics_are_those_of_uniform_playouts() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        let tally = playouts(9, ko, 0..100_000);
        let n = tally.playouts;
        assert_mean("length", tally.moves as f64, n, 111.06, 16.0);
        assert_mean("komi 0", tally.black_wins_komi_0 as f64, n, 0.5247, 0.5);
        assert_mean("komi 7.5", tally.black_wins_komi_7_5 as f64, n, 0.4215, 0.5);
    }
    let tally = playouts(13, PlayoutKo::Simple, 0..10_000);
    assert_mean("13x13", tally.moves as f64, tally.playouts, 219.36, 19.8);
    let tally = playouts(19, PlayoutKo::Simple, 0..3_000);
    assert_mean("19x19", tally.moves as f64, tally.playouts, 455.4, 27.3);
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
    // Recorded with version 0.1.0: the same on every machine for ever.
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

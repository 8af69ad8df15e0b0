//! Checks that random playouts have the statistics of uniform ones.
//!
//! Don Dailey published the statistics of a million games of his reference bot on 9x9,
//! with a mean length of 111.03 to 111.07 moves; the others were found with
//! independent uniform programs. A draw that starts at a random point and takes
//! the next playable one is off by 0.34 moves on 9x9, suicide adds two moves, and
//! a different eye rule shows in the wins.

use libtest_mimic::Trial;
use ponnuki_core::BoardSize;
use ponnuki_play::playout::{Bench, BenchCore, BenchOptions, PlayoutKo, bench};

use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;

const MANY: u64 = 1_000_000;

struct Expected {
    mean: f64,
    tolerance: f64,
    deviation: f64,
}

struct Known {
    length: usize,
    /// The number of playouts outside the full proof.
    few: u64,
    moves: Expected,
    /// Black's wins with komi 0 and with 7.5.
    black_wins: Option<[Expected; 2]>,
}

const fn expected(mean: f64, tolerance: f64, deviation: f64) -> Expected {
    Expected {
        mean,
        tolerance,
        deviation,
    }
}

const KNOWN: [Known; 3] = [
    Known {
        length: 9,
        few: 100_000,
        moves: expected(111.05, 0.10, 16.0),
        black_wins: Some([expected(0.5245, 0.003, 0.5), expected(0.4213, 0.003, 0.5)]),
    },
    Known {
        length: 13,
        few: 15_000,
        moves: expected(219.3, 0.3, 19.8),
        black_wins: None,
    },
    Known {
        length: 19,
        few: 4_000,
        moves: expected(455.5, 0.8, 27.3),
        black_wins: None,
    },
];

pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let cores = [
        ("single::simple", BenchCore::Single(PlayoutKo::Simple)),
        (
            "single::positional",
            BenchCore::Single(PlayoutKo::Positional),
        ),
        ("batch::simple", BenchCore::Lockstep(PlayoutKo::Simple)),
        (
            "batch::positional",
            BenchCore::Lockstep(PlayoutKo::Positional),
        ),
    ];
    let mut trials = Vec::new();
    for (core_name, core) in cores {
        for known in &KNOWN {
            let size = BoardSize::square(known.length).expect("a size");
            let figures = figures.clone();
            let name = format!("playouts::{core_name}::{size}");
            trials.push(trial(name, move || {
                let measured = bench(
                    &BenchOptions {
                        size,
                        games: if proof::is_full() { MANY } else { known.few },
                        seed: 2,
                        core,
                        threads: 1,
                    },
                    || None,
                    |_| {},
                );
                note(&figures, &format!("{size} {core_name}"), &measured);
                check(known, &measured);
            }));
        }
    }
    trials
}

fn note(figures: &Figures, name: &str, measured: &Bench) {
    let tally = &measured.tally;
    let wins = |wins: u64| measured.mean(wins as f64);
    let text = format!(
        "{} playouts, length {:.3}, Black wins {:.4} (komi 0), {:.4} (7.5)",
        tally.playouts,
        measured.mean(tally.moves as f64),
        wins(tally.black_wins_komi_0),
        wins(tally.black_wins_komi_7_5),
    );
    figures.note("playouts", name, text);
}

/// Checks the means. A mean may differ by the tolerance or by four standard
/// errors, whichever is more.
fn check(known: &Known, measured: &Bench) {
    let tally = &measured.tally;
    let hold = |what: &str, sum: u64, expected: &Expected| {
        let mean = measured.mean(sum as f64);
        let error = expected.deviation / (tally.playouts as f64).sqrt();
        let allowed = expected.tolerance.max(4.0 * error);
        assert!(
            (mean - expected.mean).abs() <= allowed,
            "{what}: {mean} is not within {} +- {allowed}",
            expected.mean
        );
    };
    hold("length", tally.moves, &known.moves);
    if let Some([without_komi, with_komi]) = &known.black_wins {
        hold("komi 0", tally.black_wins_komi_0, without_komi);
        hold("komi 7.5", tally.black_wins_komi_7_5, with_komi);
    }
}

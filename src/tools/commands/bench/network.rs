//! The speed of evaluations by the network, beside the limit of the processor.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use ponnuki_core::board::Symmetry;
use ponnuki_core::{BoardSize, Game};
use ponnuki_formats::files::Fnv1a;
use ponnuki_play::network::bench::repeat_products;
use ponnuki_play::network::{Evaluation, KernelLevel, Network};
use ponnuki_play::playout::WorkTime;
use serde::Serialize;

use super::{cpu_time, rounded, signatures};

/// How long each measurement takes at least.
const PATIENCE: Duration = Duration::from_millis(500);

/// The rounds of products that are repeated at once, some milliseconds.
const ROUNDS: u64 = 100_000;

/// The printed results. The fields are the members of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct NetworkFigures {
    size: String,
    seed: u64,
    core: &'static str,
    /// The products that the convolutions of one evaluation make.
    products: u64,
    levels: Vec<LevelFigures>,
    /// A string of 16 hexadecimal digits, the same on every machine.
    signature: String,
}

/// The evaluations of a position on one thread, in a second.
#[derive(Debug, Serialize)]
struct LevelFigures {
    simd: String,
    evaluations_per_second: f64,
    /// What the instructions allow if nothing but the convolutions takes time.
    limit_per_second: f64,
}

impl NetworkFigures {
    /// Measures the levels of this processor, on the positions of the search's signature.
    pub(super) fn measure(size: BoardSize, seed: u64) -> Self {
        let network = Network::on(size);
        let positions = signatures::positions(size, seed);
        let products = network.products(size);
        let levels = KernelLevel::ALL.into_iter().rev();
        let levels = levels.filter(|level| level.is_available()).map(|level| {
            let evaluations = per_second(|| {
                for game in &positions {
                    black_box(evaluate(game, level));
                }
                positions.len() as u64
            });
            let limit = per_second(|| repeat_products(level, ROUNDS)) / products as f64;
            LevelFigures {
                simd: level.to_string(),
                evaluations_per_second: rounded(evaluations, 1),
                limit_per_second: rounded(limit, 1),
            }
        });
        Self {
            size: size.to_string(),
            seed,
            core: "network",
            products,
            levels: levels.collect(),
            signature: format!("{:016x}", signature(&positions)),
        }
    }

    /// Formats the table: a line about the run, then a line for each level and the signature.
    pub(super) fn table(&self) -> String {
        let mut table = format!(
            "evaluations on {}, core {}, seed {}, threads 1: {} products each\n",
            self.size, self.core, self.seed, self.products
        );
        for figures in &self.levels {
            // Writing to a string cannot fail.
            let _ = writeln!(
                table,
                "{:<22}{:.0} of at most {:.0}",
                format!("{} evaluations/s", figures.simd),
                figures.evaluations_per_second,
                figures.limit_per_second,
            );
        }
        let _ = writeln!(table, "{:<22}{}", "network signature", self.signature);
        table
    }
}

fn evaluate(game: &Game, level: KernelLevel) -> Evaluation {
    Network::on(game.size()).evaluate_as(game, game.to_move(), Symmetry::default(), level)
}

/// Condenses the evaluations of positions.
fn signature(positions: &[Game]) -> u64 {
    let mut signature = Fnv1a::EMPTY;
    for game in positions {
        let found = evaluate(game, KernelLevel::best());
        let numbers = found.policy.iter().chain(&found.owners);
        for number in numbers.chain([&found.win, &found.lead]) {
            signature = signature.with(&number.to_bits().to_le_bytes());
        }
    }
    signature.0
}

/// Does some work again and again, and returns how much is done in a second of processor time.
fn per_second(work: impl Fn() -> u64) -> f64 {
    let all = || {
        let start = std::time::Instant::now();
        let mut done = 0;
        while start.elapsed() < PATIENCE {
            done += work();
        }
        done
    };
    let (done, time) = WorkTime::of(cpu_time, all);
    done as f64 / time.seconds(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_line_for_each_level_and_the_signature() {
        let level = |simd: &str, evaluations_per_second| LevelFigures {
            simd: simd.to_owned(),
            evaluations_per_second,
            limit_per_second: 2000.4,
        };
        let figures = NetworkFigures {
            size: "5".to_owned(),
            seed: 1,
            core: "network",
            products: 300,
            levels: vec![level("VNNI", 1000.6), level("plain", 20.0)],
            signature: "11a83eed43b52772".to_owned(),
        };
        let expected = "\
evaluations on 5, core network, seed 1, threads 1: 300 products each
VNNI evaluations/s    1001 of at most 2000
plain evaluations/s   20 of at most 2000
network signature     11a83eed43b52772
";
        assert_eq!(figures.table(), expected);
    }
}

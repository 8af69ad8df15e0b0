//! Lets contestants take turns and compares their speeds round by round.

use std::time::Duration;

use cpu_time::ProcessTime;

/// The amount of work done by a contestant.
#[derive(Clone, Copy, Default)]
pub struct Work {
    /// Moves of playouts, including the final passes.
    pub moves: u64,
    /// Playouts.
    pub playouts: u64,
}

/// A program whose speed is measured.
pub trait Contestant {
    /// Its name in the table.
    fn name(&self) -> String;
    /// Does one chunk of work, which takes a few milliseconds.
    fn work(&mut self) -> Work;
}

/// Runs all contestants in turn for `rounds` rounds, each for at least `seconds` of CPU
/// time, and prints a line per contestant. Ratios are relative to the first one.
pub fn compare(
    title: &str,
    mut contestants: Vec<Box<dyn Contestant>>,
    rounds: usize,
    seconds: f64,
) {
    let mut speeds = vec![Vec::new(); contestants.len()];
    let mut lengths = vec![0.0; contestants.len()];
    // Round 0 warms up.
    for round in 0..=rounds {
        for (index, contestant) in contestants.iter_mut().enumerate() {
            let (moves, playouts) = speed(contestant.as_mut(), seconds);
            lengths[index] = moves / playouts;
            if round > 0 {
                speeds[index].push((moves, playouts));
            }
        }
    }
    for (index, contestant) in contestants.iter().enumerate() {
        let of = |index: usize| speeds[index].iter().map(|speed| speed.0);
        let (low, ratio, high) = spread(of(index).zip(of(0)).map(|(ours, first)| ours / first));
        let (_, moves, _) = spread(of(index));
        let (_, playouts, _) = spread(speeds[index].iter().map(|speed| speed.1));
        println!(
            "{title:>6}  {:<34} {:8.3} M moves/s {:9.3} k/s  length {:8.2}  ratio {ratio:6.3} ({low:.3} to {high:.3})",
            contestant.name(),
            moves / 1e6,
            playouts / 1e3,
            lengths[index],
        );
    }
}

/// Returns moves and playouts per second of CPU time.
fn speed(contestant: &mut dyn Contestant, seconds: f64) -> (f64, f64) {
    let start = ProcessTime::now();
    let mut total = Work::default();
    loop {
        let work = contestant.work();
        total.moves += work.moves;
        total.playouts += work.playouts;
        let elapsed: Duration = start.elapsed();
        if elapsed.as_secs_f64() >= seconds {
            let seconds = elapsed.as_secs_f64();
            return (
                total.moves as f64 / seconds,
                total.playouts as f64 / seconds,
            );
        }
    }
}

/// Returns the smallest value, the median and the largest value.
fn spread(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    (
        values[0],
        values[values.len() / 2],
        values[values.len() - 1],
    )
}

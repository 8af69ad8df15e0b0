//! The time from the start of a program to its first answer.

use std::time::Instant;

use crate::Outcome;
use crate::process::{Engine, Program};

/// Times in milliseconds.
pub(crate) struct Times {
    pub(crate) median: f64,
    pub(crate) percentile_95: f64,
}

/// Starts the program `count` times and asks for its name. The clock starts before the process is
/// created, so the time includes the system's part.
pub(crate) fn measure(program: &Program, count: usize) -> Outcome<Times> {
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let clock = Instant::now();
        let mut engine = Engine::start(program)?;
        engine.ask(b"name\n")?;
        times.push(clock.elapsed().as_secs_f64() * 1000.0);
        engine.quit()?;
    }
    times.sort_by(f64::total_cmp);
    Ok(Times {
        median: times[count / 2],
        percentile_95: times[count * 95 / 100],
    })
}

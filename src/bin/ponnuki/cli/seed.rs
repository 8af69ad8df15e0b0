//! Choosing the seed of a run, so that it can be repeated.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::cli::args::LogArgs;
use crate::cli::failure::Failure;
use crate::cli::logging;

/// Returns the given seed or one from the system's random generator, and logs it.
pub(crate) fn chosen(given: Option<u64>, log: &LogArgs) -> Result<u64, Failure> {
    let seed = match given {
        Some(seed) => seed,
        None => SysRng.try_next_u64().map_err(|_| {
            Failure::new("the system provides no random seed; give one with --seed")
        })?,
    };
    logging::report_seed(seed, log);
    Ok(seed)
}

//! The seed of a run, without which it cannot be repeated.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::args::LogArgs;
use crate::failure::Failure;
use crate::logging;

/// The seed asked for, or a fresh one from the system. Either is logged.
///
/// # Errors
/// [`Failure::Seed`] when a fresh one is needed and the system has none.
pub(crate) fn chosen(asked: Option<u64>, log: &LogArgs) -> Result<u64, Failure> {
    let seed = match asked {
        Some(seed) => seed,
        None => SysRng.try_next_u64().map_err(|_| Failure::Seed)?,
    };
    logging::report_seed(seed, log);
    Ok(seed)
}

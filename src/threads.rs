//! Work that is shared between threads.

use std::iter;
use std::num::NonZero;
use std::thread::{self, Builder};

/// The memory that must be free before another thread is started, in bytes.
/// Otherwise threads could take the memory that their work needs.
const SPARE: usize = 16 << 20;

/// Calls `work` on this number of threads at a time, the current one included,
/// and returns the results, at least one.
///
/// There are fewer results if the system cannot start all threads. The work
/// must therefore be shared out by a queue or a counter.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .take_while(|_| has_spare_memory())
            .map_while(|_| Builder::new().spawn_scoped(scope, &work).ok())
            .collect();
        let own = work();
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        iter::once(own).chain(others).collect()
    })
}

/// Does `work` while this number of other threads help, and waits for them. There
/// are fewer helpers if the system cannot start them all.
pub(crate) fn with_helpers<T>(
    helpers: usize,
    help: impl Fn() + Sync,
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        (0..helpers)
            .take_while(|_| has_spare_memory())
            .take_while(|_| Builder::new().spawn_scoped(scope, &help).is_ok())
            .for_each(drop);
        work()
    })
}

/// Returns the number of threads that the machine runs at a time, as far as it is
/// known.
pub(crate) fn available() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns whether the system provides more memory: as much as must be free before
/// another thread is started.
pub(crate) fn has_spare_memory() -> bool {
    Vec::<u8>::new().try_reserve_exact(SPARE).is_ok()
}

/// Logs that fewer threads run than were asked for.
pub(crate) fn warn_of_missing(threads: usize, started: usize) {
    if started < threads {
        log::warn!("the system starts only {started} of {threads} threads");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_work_is_done_on_any_number_of_threads() {
        for threads in [0, 1, 2, 7] {
            let next = AtomicUsize::new(0);
            let results = on_threads(threads, || {
                iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed))
                    .take_while(|&number| number < 1000)
                    .sum::<usize>()
            });
            assert_eq!(results.iter().sum::<usize>(), 999 * 500);
            assert_eq!(results.len(), threads.max(1));
        }
    }

    #[test]
    fn helpers_have_finished_afterwards() {
        for helpers in [0, 1, 5] {
            let calls = AtomicUsize::new(0);
            let add = |count| calls.fetch_add(count, Ordering::Relaxed);
            let help = || {
                add(1);
            };
            with_helpers(helpers, help, || add(100));
            assert_eq!(calls.into_inner(), 100 + helpers);
        }
    }
}

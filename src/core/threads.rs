//! Work that is shared between threads.
//!
//! ```
//! # use ponnuki_core as ponnuki;
//! use std::sync::atomic::{AtomicU64, Ordering};
//!
//! let next = AtomicU64::new(0);
//! let sums = ponnuki::threads::on_threads(4, || {
//!     let jobs = std::iter::from_fn(|| {
//!         let job = next.fetch_add(1, Ordering::Relaxed);
//!         (job < 100).then_some(job)
//!     });
//!     jobs.sum::<u64>()
//! });
//! assert_eq!(sums.iter().sum::<u64>(), 4950);
//! ```

use std::hint::black_box;
use std::iter;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// The address space of a thread in bytes: its stack, and the arena that the
/// allocator of the GNU C library reserves for it.
const THREAD: usize = 66 << 20;

/// The memory that the work of the threads needs in addition, in bytes.
const SPARE: usize = 16 << 20;

/// Calls `work` on this number of threads at a time, the current one included,
/// and returns the results, at least one.
///
/// There are fewer results if the system cannot start all threads. The work
/// must therefore be shared out by a queue or a counter.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let helpers = start(scope, threads.saturating_sub(1), &work);
        let own = work();
        let others = helpers.into_iter().map(|helper| match helper.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        iter::once(own).chain(others).collect()
    })
}

/// Does `work` while this number of other threads help, and waits for them. There
/// are fewer helpers if the system cannot start them all; `work` receives how many
/// there are.
pub fn with_helpers<T>(helpers: usize, help: impl Fn() + Sync, work: impl FnOnce(usize) -> T) -> T {
    thread::scope(|scope| {
        let started = start(scope, helpers, &help);
        work(started.len())
    })
}

/// Starts this number of threads, or fewer if the system cannot start them all.
///
/// A thread allocates memory until it begins its work, and the program would
/// abort if there were none, so the next thread is started only afterwards.
fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    work: &'scope (impl Fn() -> T + Sync),
) -> Vec<ScopedJoinHandle<'scope, T>> {
    let (begun, beginnings) = mpsc::channel();
    let mut started: Vec<ScopedJoinHandle<'scope, T>> = Vec::new();
    while started.len() < threads {
        let has_begun = started.is_empty() || beginnings.recv().is_ok();
        if !has_begun || !has_spare_memory() {
            break;
        }
        let begun = begun.clone();
        let begin_and_work = move || {
            // Nobody waits for the last thread.
            let _ = begun.send(());
            work()
        };
        match Builder::new().spawn_scoped(scope, begin_and_work) {
            Ok(thread) => started.push(thread),
            Err(_) => break,
        }
    }
    started
}

/// Locks a mutex, even if another thread panicked while it held the lock: the values
/// that threads share here are consistent at all times.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns how many threads the machine runs at a time, or 1 if that is unknown. The system is
/// asked once, because Linux reads several files for an answer.
pub fn available() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    *AVAILABLE.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Returns whether the address space for another thread and its work can be
/// reserved. Otherwise the thread could take the memory that the work needs.
pub fn has_spare_memory() -> bool {
    // WebAssembly has no other threads, and keeps memory that it has once had.
    if cfg!(target_family = "wasm") {
        return true;
    }
    let mut space = Vec::<u8>::new();
    let is_reserved = space.try_reserve_exact(THREAD + SPARE).is_ok();
    // The compiler removes a reservation that nobody uses, and takes it for a success.
    black_box(space);
    is_reserved
}

/// Logs that fewer threads run than were asked for.
pub fn warn_of_missing(threads: usize, started: usize) {
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
            with_helpers(helpers, help, |started| {
                assert_eq!(started, helpers);
                add(100);
            });
            assert_eq!(calls.into_inner(), 100 + helpers);
        }
    }
}

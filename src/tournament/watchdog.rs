//! Deadlines for programs, and the interrupt of a match.
//!
//! The thread that plays a game reads a program's output directly, because
//! handing every answer from one thread to another would cost more than the
//! answer itself. To keep a hanging program from blocking that thread, a watchdog
//! thread kills the program when its deadline passes, which ends the output.

use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

/// The time that a program has to exit after `quit`, after closing its output,
/// or to finish a move after an interrupt. Then it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// The interval at which a program that should exit is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Kills one program when its deadline passes.
pub(super) struct Watchdog {
    /// The process and its children.
    child: Mutex<Box<dyn ChildWrapper>>,
    watch: Mutex<Watch>,
    changed: Condvar,
}

/// The state shared with the watchdog thread.
#[derive(Default)]
struct Watch {
    /// The time at which to kill the program.
    deadline: Option<Instant>,
    /// An upper bound for every deadline, set by an interrupt.
    cap: Option<Instant>,
    /// The time at which the thread wakes up by itself; `None` if it sleeps
    /// until it is notified.
    wakes_at: Option<Instant>,
    /// Whether a deadline has passed.
    has_fired: bool,
    /// Whether the program is gone.
    is_over: bool,
}

/// Locks a mutex, even if another thread panicked while it held the lock: the
/// values of this room are consistent at all times.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// Starts the watchdog thread of a program.
    ///
    /// # Errors
    /// If the thread cannot be started. The program is then killed.
    pub(super) fn start(child: Box<dyn ChildWrapper>) -> io::Result<Arc<Self>> {
        let watchdog = Arc::new(Self {
            child: Mutex::new(child),
            watch: Mutex::default(),
            changed: Condvar::new(),
        });
        let watching = Arc::clone(&watchdog);
        let started = thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(move || watching.keep_watch());
        if let Err(error) = started {
            watchdog.kill();
            return Err(error);
        }
        Ok(watchdog)
    }

    /// Sets the deadline. As long as deadlines only grow, this does not wake the
    /// thread.
    pub(super) fn set(&self, deadline: Instant) {
        let mut watch = lock(&self.watch);
        watch.deadline = Some(watch.cap.map_or(deadline, |cap| cap.min(deadline)));
        if watch.wakes_at.is_none_or(|at| watch.deadline < Some(at)) {
            self.changed.notify_one();
        }
    }

    /// Removes the deadline.
    pub(super) fn clear(&self) {
        lock(&self.watch).deadline = None;
    }

    /// Bounds the current and all later deadlines by `cap`.
    pub(super) fn cap(&self, cap: Instant) {
        let mut watch = lock(&self.watch);
        watch.cap = Some(cap);
        watch.deadline = watch.deadline.map(|deadline| deadline.min(cap));
        self.changed.notify_one();
    }

    /// Returns whether the deadline has killed the program.
    pub(super) fn has_fired(&self) -> bool {
        lock(&self.watch).has_fired
    }

    /// Kills the program and its children.
    pub(super) fn kill(&self) {
        if std::mem::replace(&mut lock(&self.watch).is_over, true) {
            return;
        }
        self.changed.notify_one();
        let mut child = lock(&self.child);
        // An error means that the process is gone already.
        let _ = child.start_kill();
        let _ = child.wait();
    }

    /// Waits up to two seconds for the program to exit by itself, then kills it.
    /// Returns its exit status, or `None` if it had to be killed.
    pub(super) fn await_end(&self) -> Option<ExitStatus> {
        let until = Instant::now() + PATIENCE;
        loop {
            let status = lock(&self.child).inner_mut().try_wait();
            match status {
                Ok(Some(status)) => {
                    self.kill();
                    return Some(status);
                }
                Ok(None) if Instant::now() < until => thread::sleep(POLL_INTERVAL),
                _ => {
                    self.kill();
                    return None;
                }
            }
        }
    }

    /// Runs the watchdog thread.
    fn keep_watch(&self) {
        let mut watch = lock(&self.watch);
        while !watch.is_over {
            let now = Instant::now();
            match watch.deadline {
                Some(deadline) if deadline <= now => {
                    watch.has_fired = true;
                    drop(watch);
                    return self.kill();
                }
                Some(deadline) => {
                    watch.wakes_at = Some(deadline);
                    let waited = self.changed.wait_timeout(watch, deadline - now);
                    watch = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None => {
                    watch.wakes_at = None;
                    let waited = self.changed.wait(watch);
                    watch = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

/// Ends a match early. Clones share their state.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Interruptible>);

/// The state of an interrupt.
#[derive(Default)]
struct Interruptible {
    is_raised: AtomicBool,
    programs: Mutex<Vec<Weak<Watchdog>>>,
}

impl Interrupt {
    /// Creates an interrupt that has not been raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the match: no new games begin, and running games end at the next
    /// move. A program that keeps thinking for two seconds is killed.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::SeqCst);
        let cap = Instant::now() + PATIENCE;
        for watchdog in self.programs() {
            watchdog.cap(cap);
        }
    }

    /// Returns whether the interrupt has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::SeqCst)
    }

    /// Kills all programs immediately.
    pub fn kill_all(&self) {
        for watchdog in self.programs() {
            watchdog.kill();
        }
    }

    /// Makes the interrupt reach a program.
    pub(super) fn watch(&self, watchdog: &Arc<Watchdog>) {
        let mut programs = lock(&self.0.programs);
        programs.retain(|known| known.strong_count() > 0);
        programs.push(Arc::downgrade(watchdog));
        drop(programs);
        if self.is_raised() {
            watchdog.cap(Instant::now() + PATIENCE);
        }
    }

    /// Returns the watchdogs of the running programs.
    fn programs(&self) -> Vec<Arc<Watchdog>> {
        lock(&self.0.programs)
            .iter()
            .filter_map(Weak::upgrade)
            .collect()
    }
}

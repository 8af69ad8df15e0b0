//! Deadlines for programs that are being read from.
//!
//! The thread that plays a game reads a program's output directly, since
//! handing every answer from one thread to another would cost more than the
//! answer. So that a program that hangs cannot hold it up, a thread of its own
//! kills the program when a deadline passes, which ends the output.

use std::io;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

/// How long a program is waited for that was asked to quit or has closed its
/// output, before it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a program is looked at that should end.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Watches over one program.
pub(super) struct Watchdog {
    /// The process with all that it has started.
    child: Mutex<Box<dyn ChildWrapper>>,
    watch: Mutex<Watch>,
    changed: Condvar,
}

/// What the watching thread needs to know.
#[derive(Default)]
struct Watch {
    /// The program is killed then.
    deadline: Option<Instant>,
    /// No deadline is later than this.
    cap: Option<Instant>,
    /// When the thread will look again; never by itself with `None`.
    looks_at: Option<Instant>,
    /// A deadline has passed.
    has_fired: bool,
    /// The program is gone.
    is_over: bool,
}

/// The value in a lock, also after a panic of another thread: every value here
/// is whole at all times.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    /// Starts watching.
    ///
    /// # Errors
    /// No thread can be started. The program is then killed.
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

    /// Sets the deadline. Costs no context switch while deadlines only grow.
    pub(super) fn set(&self, deadline: Instant) {
        let mut watch = lock(&self.watch);
        watch.deadline = Some(watch.cap.map_or(deadline, |cap| cap.min(deadline)));
        if watch.looks_at.is_none_or(|at| watch.deadline < Some(at)) {
            self.changed.notify_one();
        }
    }

    /// Takes the deadline back.
    pub(super) fn clear(&self) {
        lock(&self.watch).deadline = None;
    }

    /// From now on no deadline is later than `cap`.
    pub(super) fn cap(&self, cap: Instant) {
        let mut watch = lock(&self.watch);
        watch.cap = Some(cap);
        watch.deadline = watch.deadline.map(|deadline| deadline.min(cap));
        self.changed.notify_one();
    }

    /// Whether the program was killed by its deadline.
    pub(super) fn has_fired(&self) -> bool {
        lock(&self.watch).has_fired
    }

    /// Kills the program and all that it has started.
    pub(super) fn kill(&self) {
        if std::mem::replace(&mut lock(&self.watch).is_over, true) {
            return;
        }
        self.changed.notify_one();
        let mut child = lock(&self.child);
        // It may be gone already, which is what was wanted.
        let _ = child.start_kill();
        let _ = child.wait();
    }

    /// Waits a little for a program that should end by itself, and kills it
    /// otherwise. Returns how it ended, unless it had to be killed.
    pub(super) fn await_end(&self) -> Option<ExitStatus> {
        let until = Instant::now() + PATIENCE;
        loop {
            let status = lock(&self.child).inner_mut().try_wait();
            match status {
                Ok(Some(status)) => {
                    self.kill();
                    return Some(status);
                }
                Ok(None) if Instant::now() < until => thread::sleep(LOOK_EVERY),
                _ => {
                    self.kill();
                    return None;
                }
            }
        }
    }

    /// The watching thread.
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
                    watch.looks_at = Some(deadline);
                    let waited = self.changed.wait_timeout(watch, deadline - now);
                    watch = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None => {
                    watch.looks_at = None;
                    let waited = self.changed.wait(watch);
                    watch = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

/// Ends a match early. Clones share the same state.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Interruptible>);

/// What an interrupt reaches.
#[derive(Default)]
struct Interruptible {
    is_raised: AtomicBool,
    programs: Mutex<Vec<Weak<Watchdog>>>,
}

impl Interrupt {
    /// Nothing is interrupted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// No new games begin, and running ones end at the next move. A program
    /// that thinks on for two seconds is killed.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::SeqCst);
        let cap = Instant::now() + PATIENCE;
        for watchdog in self.programs() {
            watchdog.cap(cap);
        }
    }

    /// Whether the match is to end.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::SeqCst)
    }

    /// Kills all programs at once.
    pub fn kill_all(&self) {
        for watchdog in self.programs() {
            watchdog.kill();
        }
    }

    /// Lets an interrupt reach a program.
    pub(super) fn watch(&self, watchdog: &Arc<Watchdog>) {
        let mut programs = lock(&self.0.programs);
        programs.retain(|known| known.strong_count() > 0);
        programs.push(Arc::downgrade(watchdog));
        drop(programs);
        if self.is_raised() {
            watchdog.cap(Instant::now() + PATIENCE);
        }
    }

    /// The programs that are running.
    fn programs(&self) -> Vec<Arc<Watchdog>> {
        lock(&self.0.programs)
            .iter()
            .filter_map(Weak::upgrade)
            .collect()
    }
}

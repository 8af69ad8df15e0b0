//! Interrupting a match or a test run.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::process::Process;
use crate::cli::signals;
use ponnuki_core::threads::lock;

/// The grace period for a program to exit after `quit` or after closing its output, or to
/// finish a move after an interrupt. After that, it is killed.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// The polling interval while waiting for an interrupt that may follow soon.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// Ends a match early. Clones share one state.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    raised_at: Arc<OnceLock<Instant>>,
    running: Arc<Mutex<Vec<Weak<Process>>>>,
    /// Processes that did not end when they were killed, kept to collect their status.
    abandoned: Arc<Mutex<Vec<Arc<Process>>>>,
    /// Whether programs are killed at once, because nothing that they do is worth a wait.
    is_hasty: bool,
}

impl Interrupt {
    /// Returns an interrupt after which programs are not waited for.
    pub(crate) fn hasty() -> Self {
        Self {
            is_hasty: true,
            ..Self::default()
        }
    }

    /// Lets Ctrl-C and termination signals raise the interrupt. A second signal kills all
    /// programs and exits at once. `running` names the interrupted work in the message.
    pub(crate) fn listen(&self, running: &'static str) -> io::Result<()> {
        let interrupt = self.clone();
        signals::on_interrupt(move || {
            if interrupt.is_raised() {
                interrupt.kill_all();
                process::exit(130);
            }
            let _ = writeln!(
                io::stderr(),
                "\nponnuki: interrupting {running}; press Ctrl-C again to exit at once"
            );
            interrupt.raise();
        })
    }

    /// Ends the match: no new game begins, and running games end at the next move. A
    /// program that keeps thinking for two seconds is killed.
    pub(crate) fn raise(&self) {
        // Only the first call sets the time.
        let _ = self.raised_at.set(Instant::now());
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised_at.get().is_some()
    }

    /// Waits until the interrupt is raised, for `wait` at most. Returns whether it is raised.
    pub(crate) fn is_raised_within(&self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        while !self.is_raised() && Instant::now() < until {
            thread::sleep(LOOK_INTERVAL);
        }
        self.is_raised()
    }

    /// Returns the deadline, moved forward if the interrupt has been raised.
    pub(super) fn cap(&self, deadline: Instant) -> Instant {
        let raised_at = self.raised_at.get();
        let patience = if self.is_hasty {
            Duration::ZERO
        } else {
            PATIENCE
        };
        raised_at.map_or(deadline, |&at| deadline.min(at + patience))
    }

    pub(crate) fn kill_all(&self) {
        let running = lock(&self.running);
        let running: Vec<_> = running.iter().filter_map(Weak::upgrade).collect();
        for process in &running {
            process.start_kill();
        }
        for process in &running {
            process.kill_stragglers();
        }
    }

    pub(super) fn watch(&self, process: &Arc<Process>) {
        let mut running = lock(&self.running);
        running.retain(|known| known.strong_count() > 0);
        running.push(Arc::downgrade(process));
        drop(running);
        // Reading the status of ended processes lets the system release them.
        lock(&self.abandoned).retain(|process| process.status().is_none());
    }

    /// Keeps a process that does not end, until its status can be read.
    pub(super) fn abandon(&self, process: Arc<Process>) {
        lock(&self.abandoned).push(process);
    }
}

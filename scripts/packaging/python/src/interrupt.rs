//! Long work in a thread of its own, while Python's thread checks for signals such as Ctrl-C.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ponnuki_core::threads::lock;
use ponnuki_play::player::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{PyErr, PyResult, Python};

/// The interval between two looks for signals.
const SIGNALS: Duration = Duration::from_millis(50);

/// Returns the exception for work that has panicked.
fn defect() -> PyErr {
    PyRuntimeError::new_err("a defect in ponnuki: the work has failed")
}

/// Does work that a stop flag ends in a thread of its own, while this one looks for signals.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let stop = StopFlag::new();
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        let stop = &stop;
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            // Dropped at the end of the work, even if it panics.
            let _done = done;
            work(stop)
        })?;
        let mut signal = Ok(());
        // A receiver is of one thread, and `detach` may only lend what threads can share.
        let waiting = Mutex::new(waiting);
        let is_thinking = || lock(&waiting).recv_timeout(SIGNALS) == Err(RecvTimeoutError::Timeout);
        while signal.is_ok() && py.detach(is_thinking) {
            signal = py.check_signals();
        }
        stop.raise();
        let result = py.detach(|| worker.join());
        signal?;
        result.map_err(|_| defect())
    })
}

/// Does work that has no place to stop at. After a signal, Python goes on at once; the work ends by
/// itself later, and its result is dropped.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (done, waiting) = channel();
    // Nobody waits for the result after a signal.
    thread::Builder::new().spawn(move || drop(done.send(work())))?;
    let waiting = Mutex::new(waiting);
    loop {
        match py.detach(|| lock(&waiting).recv_timeout(SIGNALS)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(defect()),
        }
    }
}

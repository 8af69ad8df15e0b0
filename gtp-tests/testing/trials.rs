//! Tests made from data, and cases that run side by side.

use std::process::ExitCode;
use std::thread;

use libtest_mimic::{Arguments, Trial};
use ponnuki_core::threads::available;

/// Makes a test, which fails by a panic.
pub fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, || {
        test();
        Ok(())
    })
}

/// Runs the tests as the arguments of the program say and returns its exit status. Where
/// these choose neither tests nor a format, a dot stands for each test.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    run_with(Arguments::from_args(), trials)
}

/// Runs tests that mostly wait for other programs as [`run`] does, four at a time on each core.
pub fn run_waiting(trials: Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(4 * available());
    run_with(arguments, trials)
}

fn run_with(mut arguments: Arguments, trials: Vec<Trial>) -> ExitCode {
    arguments.quiet |= arguments.filter.is_none() && arguments.format.is_none();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Runs a test for each case, all at the same time.
pub fn at_once<C: Send>(cases: impl IntoIterator<Item = C>, test: impl Fn(C) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| test(case));
        }
    });
}

//! Makes and runs tests whose names and cases come from data.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

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
    let mut arguments = Arguments::from_args();
    arguments.quiet |= arguments.filter.is_none() && arguments.format.is_none();
    libtest_mimic::run(&arguments, trials).exit_code()
}

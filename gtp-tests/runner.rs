//! Runs the tests that are made from data files.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Runs the tests as the arguments of the program say and returns its exit status. Where
/// these choose neither tests nor a format, a dot stands for each test. Without tests it
/// prints why there are none and fails.
pub(crate) fn run(trials: Result<Vec<Trial>, String>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.quiet |= arguments.filter.is_none() && arguments.format.is_none();
    match trials {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! Runs the tests that are made from data files, and prints one line for each group of
//! them instead of one for each test.
//!
//! A group is all tests whose names begin with the same word, as in `perft::3x3`. The
//! tests that fail are printed with their messages. Where the arguments choose tests
//! by name or the format of the output, as `-- perft::3x3` and `-- --format pretty`
//! do, `libtest_mimic` prints every test.

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use libtest_mimic::{Arguments, Conclusion, Failed, Trial};

/// Runs the tests as the arguments of the program say and returns its exit status. Without
/// tests it prints why there are none and fails.
pub(crate) fn run(trials: Result<Vec<Trial>, String>) -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = match trials {
        Ok(trials) => trials,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if prints_every_test(&arguments) {
        return libtest_mimic::run(&arguments, trials).exit_code();
    }
    run_grouped(&arguments, trials).unwrap_or_else(|error| {
        eprintln!("{}", error.message().unwrap_or_default());
        ExitCode::FAILURE
    })
}

fn prints_every_test(arguments: &Arguments) -> bool {
    arguments.list
        || arguments.filter.is_some()
        || !arguments.skip.is_empty()
        || arguments.format.is_some()
        || arguments.logfile.is_some()
}

/// Runs one group after another. The last line is that of the usual test programs,
/// for scripts that add up the tests.
///
/// # Errors
/// When the report of a group cannot be kept.
fn run_grouped(arguments: &Arguments, trials: Vec<Trial>) -> Result<ExitCode, Failed> {
    let start = Instant::now();
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("log");
    let quiet = Arguments {
        logfile: Some(log.to_string_lossy().into_owned()),
        ..arguments.clone()
    };
    println!("\nrunning {} tests", trials.len());
    let mut total = Conclusion {
        num_filtered_out: 0,
        num_passed: 0,
        num_failed: 0,
        num_ignored: 0,
        num_measured: 0,
    };
    for (name, group) in groups(trials) {
        let begun = Instant::now();
        let done = libtest_mimic::run(&quiet, group);
        let seconds = begun.elapsed().as_secs_f64();
        let Conclusion {
            num_passed,
            num_failed,
            ..
        } = done;
        if done.has_failed() {
            println!("test {name:<18} {num_passed:>5} ok, {num_failed} FAILED ({seconds:.1} s)");
            let report = fs::read_to_string(&log)?;
            let (_, failures) = report.split_once("\nfailures:\n").unwrap_or_default();
            let (failures, _) = failures.split_once("\ntest result: ").unwrap_or_default();
            println!("\nfailures:\n{failures}");
        } else {
            println!("test {name:<18} {num_passed:>5} ok ({seconds:.1} s)");
        }
        total.num_passed += num_passed;
        total.num_failed += num_failed;
        total.num_ignored += done.num_ignored;
        total.num_measured += done.num_measured;
        total.num_filtered_out += done.num_filtered_out;
    }
    println!(
        "\ntest result: {}. {} passed; {} failed; {} ignored; {} measured; {} filtered out; \
         finished in {:.2}s\n",
        if total.has_failed() { "FAILED" } else { "ok" },
        total.num_passed,
        total.num_failed,
        total.num_ignored,
        total.num_measured,
        total.num_filtered_out,
        start.elapsed().as_secs_f64()
    );
    Ok(total.exit_code())
}

/// Sorts the tests into groups, in the order in which the groups begin.
fn groups(trials: Vec<Trial>) -> Vec<(String, Vec<Trial>)> {
    let mut groups: Vec<(String, Vec<Trial>)> = Vec::new();
    for trial in trials {
        let name = trial.name().split("::").next().unwrap_or_default();
        match groups.iter_mut().find(|(group, _)| group == name) {
            Some((_, group)) => group.push(trial),
            None => groups.push((name.to_owned(), vec![trial])),
        }
    }
    groups
}

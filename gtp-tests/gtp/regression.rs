//! Regression files in GNU Go's format, `*.tst`.
//!
//! They are read and judged by the code of `ponnuki regress`.
//!
//! The engine gets no arguments, so a file that generates moves sets the seed. A `?` answer never
//! passes, as in gogui-regress; expected errors belong in a `*.session` file.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Failed, Trial};

use crate::engine::{Answer, parse_answers};
use crate::stream::{Input, Stream};
use crate::suite::{Step, Suite, Verdict};

/// A regression file and the lines to send.
struct File {
    suite: Suite,
    inputs: Vec<Input>,
}

/// The answers to a file, computed once and shared by its cases.
type Answers = Arc<OnceLock<Result<Vec<Answer>, String>>>;

/// Makes a trial of each case in a file, and of the whole file in every stream.
///
/// # Errors
/// A report if the file cannot be read or is not in the format.
pub(crate) fn trials(path: &Path) -> Result<Vec<Trial>, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| fail(&error))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let suite = Suite::parse(path, &text).map_err(|error| fail(&error))?;
    let file = Arc::new(File {
        inputs: inputs(&text, &suite),
        suite,
    });
    let answers = Answers::default();
    let mut trials = Vec::new();
    let mut last = 0;
    for (index, step) in file.suite.steps.iter().enumerate() {
        let Some(number) = step.number else { continue };
        if number <= last {
            return Err(format!("{stem}: {number}: the numbers must increase"));
        }
        last = number;
        let name = format!("tst::{stem}::{number}");
        let (file, answers) = (Arc::clone(&file), Arc::clone(&answers));
        trials.push(Trial::test(name, move || {
            let all = answers.get_or_init(|| run(&file, Stream::LineByLine));
            let all = all.as_ref().map_err(Failed::from)?;
            judge(&file.suite.steps[index], &all[index]).map_err(Failed::from)
        }));
    }
    for stream in Stream::ALL {
        let name = format!("stream::{}::{stem}.tst", stream.name());
        let (file, answers) = (Arc::clone(&file), Arc::clone(&answers));
        trials.push(Trial::test(name, move || {
            let all = answers.get_or_init(|| run(&file, Stream::LineByLine));
            let plain = all.as_ref().map_err(Failed::from)?;
            compare(&file, plain, &run(&file, stream)?).map_err(Failed::from)
        }));
    }
    Ok(trials)
}

/// Returns the lines of a file, each with the number of its answers.
fn inputs(text: &str, suite: &Suite) -> Vec<Input> {
    let is_command = |line| suite.steps.iter().any(|step| step.line == line);
    let input = |(line, text): (usize, &str)| Input {
        bytes: format!("{text}\n").into_bytes(),
        answers: usize::from(is_command(line)),
    };
    (1..).zip(text.lines()).map(input).collect()
}

/// Plays a file. Checks that every command gets one answer, and every number comes back.
fn run(file: &File, stream: Stream) -> Result<Vec<Answer>, String> {
    let ended = stream.play::<&str>(&[], &file.inputs)?;
    let answers = parse_answers(&ended.output)?;
    let steps = &file.suite.steps;
    if answers.len() != steps.len() {
        let (got, want) = (answers.len(), steps.len());
        return Err(format!(
            "{got} answers to {want} commands\nlog: {}",
            ended.log
        ));
    }
    for (step, answer) in steps.iter().zip(&answers) {
        if answer.id != step.number {
            return Err(format!("{}: answer {answer:?}", step.command));
        }
    }
    Ok(answers)
}

/// Checks that a test got its expected answer.
fn judge(step: &Step, answer: &Answer) -> Result<(), String> {
    let answered = if answer.success {
        Ok(answer.text.as_str())
    } else {
        Err(answer.text.as_str())
    };
    let expected = step.expected.as_ref();
    let pattern = expected.map_or("success", |expected| &expected.pattern);
    let command = &step.command;
    match step.verdict(answered) {
        Verdict::Pass | Verdict::KnownFail | Verdict::Ignored => Ok(()),
        Verdict::Fail => Err(format!("{command}\nexpected [{pattern}]\ngot {answered:?}")),
        Verdict::UnexpectedPass => Err(format!(
            "{command} passes and is no longer a known failure: remove the star"
        )),
    }
}

/// Checks that another stream got the same answers, and that no command of the file failed,
/// numbered or not.
fn compare(file: &File, plain: &[Answer], other: &[Answer]) -> Result<(), String> {
    let commands = file.inputs.iter().filter(|input| input.answers == 1);
    for ((input, one), two) in commands.zip(plain).zip(other) {
        let command = String::from_utf8_lossy(&input.bytes);
        if !two.success {
            return Err(format!("{command}refused with '? {}'", two.text));
        }
        // Only times may differ from run to run.
        let timed = command.contains("cputime") || command.contains("cpu_time");
        if one != two && !timed {
            return Err(format!(
                "{command}line by line {one:?}\nin this stream {two:?}"
            ));
        }
    }
    Ok(())
}

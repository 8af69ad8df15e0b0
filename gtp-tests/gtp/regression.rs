//! Regression files in GNU Go's format, `*.tst`.
//!
//! They are read and judged by the code of `ponnuki regress`.
//!
//! The engine gets no arguments, so a file that generates moves sets the seed. A `?` answer never
//! passes, as in gogui-regress; expected errors belong in a `*.session` file.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use libtest_mimic::Trial;

use crate::engine::{Answer, parse_answers};
use crate::stream::{Input, Stream};
use ponnuki_testing::trial;
use ponnuki_tools::suite::{Suite, SuiteCommand, TestVerdict};

/// A regression file and the lines to send.
struct File {
    suite: Suite,
    inputs: Vec<Input>,
}

/// The answers to a file, computed once and shared by its cases.
type Answers = LazyLock<Vec<Answer>, Box<dyn FnOnce() -> Vec<Answer> + Send>>;

/// Makes a trial of each case in a file, and of the whole file in every stream.
pub(crate) fn trials(path: &Path) -> Vec<Trial> {
    let text = fs::read_to_string(path).unwrap();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let suite = Suite::parse(path, &text).unwrap_or_else(|error| panic!("{stem}: {error}"));
    let file = Arc::new(File {
        inputs: inputs(&text, &suite),
        suite,
    });
    let plain = Arc::clone(&file);
    let answers: Answers = LazyLock::new(Box::new(move || run(&plain, Stream::LineByLine)));
    let answers = Arc::new(answers);
    let mut trials = Vec::new();
    let mut last = 0;
    for (index, step) in file.suite.steps.iter().enumerate() {
        let Some(number) = step.number else { continue };
        assert!(number > last, "{stem}: {number}: the numbers must increase");
        last = number;
        let (file, answers) = (Arc::clone(&file), Arc::clone(&answers));
        trials.push(trial(format!("tst::{stem}::{number}"), move || {
            judge(&file.suite.steps[index], &answers[index]);
        }));
    }
    for stream in Stream::ALL {
        let name = format!("stream::{}::{stem}.tst", stream.name());
        let (file, answers) = (Arc::clone(&file), Arc::clone(&answers));
        trials.push(trial(name, move || {
            compare(&file, &answers, &run(&file, stream));
        }));
    }
    trials
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
fn run(file: &File, stream: Stream) -> Vec<Answer> {
    let ended = stream.play("", &file.inputs);
    let answers = parse_answers(&ended.output);
    let steps = &file.suite.steps;
    assert_eq!(answers.len(), steps.len(), "log: {}", ended.log);
    for (step, answer) in steps.iter().zip(&answers) {
        assert_eq!(answer.id, step.number, "{}", step.command);
    }
    answers
}

fn judge(step: &SuiteCommand, answer: &Answer) {
    let text = answer.text.as_str();
    let answered = if answer.success { Ok(text) } else { Err(text) };
    let expected = step.expected.as_ref();
    let pattern = expected.map_or("success", |expected| &expected.pattern);
    let command = &step.command;
    match step.verdict(answered) {
        TestVerdict::Pass | TestVerdict::KnownFail | TestVerdict::Ignored => {}
        TestVerdict::Fail => panic!("{command}\nexpected [{pattern}]\ngot {answered:?}"),
        TestVerdict::UnexpectedPass => {
            panic!("{command} passes and is no longer a known failure: remove the star")
        }
    }
}

/// Checks that another stream got the same answers, and that no command of the file failed,
/// numbered or not.
fn compare(file: &File, plain: &[Answer], other: &[Answer]) {
    let commands = file.inputs.iter().filter(|input| input.answers == 1);
    for ((input, one), two) in commands.zip(plain).zip(other) {
        let command = String::from_utf8_lossy(&input.bytes);
        assert!(two.success, "{command}refused with '? {}'", two.text);
        // Only times may differ from run to run.
        if !command.contains("cputime") && !command.contains("cpu_time") {
            assert_eq!(one, two, "line by line, and in this stream: {command}");
        }
    }
}

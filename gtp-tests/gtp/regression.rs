//! Regression files in GNU Go's format, `*.tst`.
//!
//! A file is plain GTP. A command with a number is a case, and the comment line `#? [regex]` after
//! it holds the expected answer. The line is read as gogui-regress reads it: the expression must
//! match the whole answer, `.` also matches a line feed, `[!regex]` must not match, and a `*` after
//! the bracket marks a known failure. A numbered command without such a line only has to succeed.
//!
//! The engine gets no arguments, so a file that generates moves sets the seed. A `?` answer never
//! passes, as in gogui-regress; expected errors belong in a `*.session` file.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;

use crate::engine::{Answer, ensure, parse_answers};
use crate::stream::{Input, Stream};

/// The expected answer of a case.
struct Expectation {
    regex: Regex,
    /// The text between the brackets, for reports.
    pattern: String,
    /// `[!regex]`: the answer must not match.
    negated: bool,
    /// `*`: the case is known to fail.
    known_failure: bool,
}

/// A numbered command of a file.
struct Case {
    id: u32,
    command: String,
    /// The index of its answer among all answers to the file.
    index: usize,
    expectation: Option<Expectation>,
}

/// A parsed regression file.
struct File {
    inputs: Vec<Input>,
    cases: Vec<Case>,
    /// The number of answers that the file must get.
    answers: usize,
}

/// The answers to a file, computed once and shared by its cases.
type Answers = Arc<OnceLock<Result<Vec<Answer>, String>>>;

/// Makes a trial of each case in a file, and of the whole file in every stream.
///
/// # Errors
/// A report if the file cannot be read or is not in the format.
pub(crate) fn trials(path: &Path) -> Result<Vec<Trial>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = parse(&String::from_utf8_lossy(&bytes))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let file = Arc::new(file);
    let answers = Answers::default();
    let mut trials = Vec::new();
    for index in 0..file.cases.len() {
        let name = format!("tst::{stem}::{}", file.cases[index].id);
        let (file, answers) = (Arc::clone(&file), Arc::clone(&answers));
        trials.push(Trial::test(name, move || {
            let all = answers.get_or_init(|| run(&file, Stream::LineByLine));
            let all = all.as_ref().map_err(Failed::from)?;
            judge(&file.cases[index], all).map_err(Failed::from)
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

/// Parses a regression file.
fn parse(text: &str) -> Result<File, String> {
    let mut file = File {
        inputs: Vec::new(),
        cases: Vec::new(),
        answers: 0,
    };
    for (index, line) in text.lines().enumerate() {
        let fail = |what: &str| format!("line {}: {what}: {line}", index + 1);
        let mut answers = 0;
        if let Some(pattern) = line.strip_prefix("#?") {
            let case = file
                .cases
                .last_mut()
                .filter(|case| case.index + 1 == file.answers && case.expectation.is_none());
            let case = case.ok_or_else(|| fail("no numbered command before this"))?;
            case.expectation = Some(parse_expectation(pattern.trim()).map_err(|e| fail(&e))?);
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            answers = 1;
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            if let Ok(id) = first.parse() {
                if file.cases.iter().any(|case| case.id >= id) {
                    return Err(fail("the numbers must increase"));
                }
                file.cases.push(Case {
                    id,
                    command: rest.to_owned(),
                    index: file.answers,
                    expectation: None,
                });
            }
            file.answers += 1;
        }
        let bytes = format!("{line}\n").into_bytes();
        file.inputs.push(Input { bytes, answers });
    }
    Ok(file)
}

/// Parses `[regex]` or `[!regex]`, either with an optional `*` after it.
fn parse_expectation(text: &str) -> Result<Expectation, String> {
    let (text, known_failure) = match text.strip_suffix('*') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or("the pattern needs brackets")?
        .trim();
    let (pattern, negated) = match inner.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (inner, false),
    };
    // Equivalent to Java's `matches` with DOTALL and MULTILINE, which gogui-regress uses.
    let regex = Regex::new(&format!(r"(?sm)\A(?:{pattern})\z")).map_err(|e| e.to_string())?;
    Ok(Expectation {
        regex,
        pattern: inner.to_owned(),
        negated,
        known_failure,
    })
}

/// Plays a file. Checks that every command gets one answer, and every number comes back.
fn run(file: &File, stream: Stream) -> Result<Vec<Answer>, String> {
    let ended = stream.play::<&str>(&[], &file.inputs)?;
    let answers = parse_answers(&ended.output)?;
    if answers.len() != file.answers {
        let (got, want) = (answers.len(), file.answers);
        return Err(format!(
            "{got} answers to {want} commands\nlog: {}",
            ended.log
        ));
    }
    for case in &file.cases {
        if answers[case.index].id != Some(case.id) {
            return Err(format!(
                "case {}: answer {:?}",
                case.id, answers[case.index]
            ));
        }
    }
    Ok(answers)
}

/// Checks that a case got its expected answer.
fn judge(case: &Case, answers: &[Answer]) -> Result<(), String> {
    let answer = &answers[case.index];
    let text = answer.text.trim();
    let Some(expectation) = &case.expectation else {
        return ensure(answer.success, || {
            format!("{}: refused with '? {text}'", case.command)
        });
    };
    let matches = expectation.regex.is_match(text) != expectation.negated;
    match (answer.success && matches, expectation.known_failure) {
        (true, false) | (false, true) => Ok(()),
        (false, false) => Err(format!(
            "{}\nexpected [{}]\ngot {}{text:?}",
            case.command,
            expectation.pattern,
            if answer.success { "" } else { "? " },
        )),
        (true, true) => Err(format!(
            "{} passes and is no longer a known failure: remove the star",
            case.command
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

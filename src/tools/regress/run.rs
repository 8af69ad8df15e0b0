//! Runs a suite against an engine.

use std::path::{self, Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::suite::{Suite, SuiteCommand};
use crate::cli::expected::TestVerdict;
use crate::cli::failure::Failure;
use crate::client::{Answer, Fault, Interrupt, Program, command, split};

pub(crate) struct RunOptions {
    /// The engine's command line, split into words.
    pub(crate) command: Vec<String>,
    pub(crate) limit: Duration,
    pub(crate) interrupt: Interrupt,
}

impl RunOptions {
    /// Splits the command line of an engine at whitespace, with shell quoting.
    pub(crate) fn new(command: &str, limit: Duration) -> Result<Self, &'static str> {
        let mut command = split(command)?;
        // Made absolute, because each suite runs in the folder of its file.
        if let Some(program) = command.first_mut()
            && Path::new(program).components().count() > 1
            && let Ok(path) = path::absolute(&*program)
            && let Some(path) = path.to_str()
        {
            path.clone_into(program);
        }
        Ok(Self {
            command,
            limit,
            interrupt: Interrupt::default(),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TestResult {
    pub(crate) number: u32,
    /// The line in the file, counted from 1.
    pub(crate) line: usize,
    /// The command without its number.
    pub(crate) command: String,
    /// The expected pattern, without its brackets. Empty if the test has none.
    pub(crate) expected: String,
    /// The answer, with a leading `?` if it is an error, or a description of the fault.
    pub(crate) given: String,
    pub(crate) verdict: TestVerdict,
    /// Whether the engine crashed, hung or broke the protocol.
    pub(crate) is_fault: bool,
    /// The time from the command to its answer.
    pub(crate) seconds: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SuiteResult {
    pub(crate) path: PathBuf,
    pub(crate) tests: Vec<TestResult>,
    /// Unnumbered commands that the engine refused: the line and the error.
    pub(crate) errors: Vec<(usize, String)>,
}

impl Suite {
    /// Runs all commands with one engine, in the folder of the suite, restarting the engine
    /// after a fault. Each result is passed to `each` as it arrives.
    ///
    /// # Errors
    /// Why the engine could not be started or restarted, with advice.
    pub(crate) fn run(
        &self,
        options: &RunOptions,
        mut each: impl FnMut(&TestResult),
    ) -> Result<SuiteResult, Failure> {
        let mut outcome = SuiteResult {
            path: self.path.clone(),
            ..SuiteResult::default()
        };
        let mut program = None;
        for (index, step) in self.steps.iter().enumerate() {
            if options.interrupt.is_raised() {
                break;
            }
            let begun = Instant::now();
            let answered = self.answer(index, &mut program, options);
            let seconds = begun.elapsed().as_secs_f64();
            if let Err(fault) = &answered
                && fault.is_unstarted
            {
                let command = options.command.join(" ");
                return Err(Failure::new(fault.explain("the engine", &command)));
            }
            if step.number.is_some() {
                let test = judged(step, &answered, seconds);
                each(&test);
                outcome.tests.push(test);
            } else if let Some(error) = refusal(&answered) {
                outcome.errors.push((step.line, error));
            }
        }
        if let Some(program) = program {
            program.quit();
        }
        Ok(outcome)
    }

    /// Sends the command at an index and returns the answer. An engine that is not running
    /// is started first, and repeats the commands that lead to this one. A fault ends it.
    fn answer(
        &self,
        index: usize,
        running: &mut Option<Program>,
        options: &RunOptions,
    ) -> Result<Answer, Fault> {
        let mut program = match running.take() {
            Some(program) => program,
            None => self.start(index, options)?,
        };
        let answer = ask(&mut program, &self.steps[index], options.limit)?;
        *running = Some(program);
        Ok(answer)
    }

    fn start(&self, index: usize, options: &RunOptions) -> Result<Program, Fault> {
        let folder = self.path.parent();
        // A file name without a folder has an empty parent.
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let engine = command(&options.command, folder);
        let mut program = Program::start(engine, &options.interrupt).map_err(|error| {
            let name = options.command.first().map_or("", String::as_str);
            Fault::unstarted(name, &error)
        })?;
        for step in self.leading_to(index) {
            ask(&mut program, step, options.limit)?;
        }
        Ok(program)
    }
}

/// Commands that set up a new position.
const RESETS: &str = "boardsize clear_board loadsgf rectangular_boardsize";

/// Commands about the current position, which need not be repeated before a reset.
const OF_A_POSITION: &str =
    "fixed_handicap genmove gg-undo loadsgf place_free_handicap play set_free_handicap undo";

impl Suite {
    /// Returns the commands to repeat before the one at an index: the unnumbered ones,
    /// except for moves of earlier positions.
    pub(super) fn leading_to(&self, index: usize) -> impl Iterator<Item = &SuiteCommand> {
        let is_one_of = |step: &SuiteCommand, names: &str| {
            let name = step.command.split(' ').next();
            name.is_some_and(|name| names.split(' ').any(|other| other == name))
        };
        let before = &self.steps[..index];
        let reset = before.iter().rposition(|step| is_one_of(step, RESETS));
        let reset = reset.unwrap_or_default();
        let steps = before.iter().enumerate();
        steps
            .filter(move |&(at, step)| {
                step.number.is_none() && (at >= reset || !is_one_of(step, OF_A_POSITION))
            })
            .map(|(_, step)| step)
    }
}

fn ask(program: &mut Program, step: &SuiteCommand, limit: Duration) -> Result<Answer, Fault> {
    program.queue(format_args!("{}", step.command));
    program.send(limit)?;
    program.answer()
}

/// Judges the answer to a test. A fault never counts as a known failure.
pub(super) fn judged(
    step: &SuiteCommand,
    answered: &Result<Answer, Fault>,
    seconds: f64,
) -> TestResult {
    let (given, verdict) = match answered {
        Ok(Answer::Success(text)) => (text.clone(), step.verdict(Ok(text))),
        Ok(Answer::Failure(text)) => (format!("? {text}"), step.verdict(Err(text))),
        Err(fault) => (fault.detail.clone(), TestVerdict::Fail),
    };
    let expected = step.expected.as_ref();
    TestResult {
        number: step.number.unwrap_or_default(),
        line: step.line,
        command: step.command.clone(),
        expected: expected.map_or_else(String::new, |expected| expected.pattern.clone()),
        given,
        verdict,
        is_fault: answered.is_err(),
        seconds,
    }
}

fn refusal(answered: &Result<Answer, Fault>) -> Option<String> {
    match answered {
        Ok(Answer::Success(_)) => None,
        Ok(Answer::Failure(text)) => Some(format!("? {text}")),
        Err(fault) => Some(fault.detail.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_testing::rows;

    #[test]
    fn a_new_engine_hears_what_leads_to_the_command() {
        for [before, expected] in rows(
            "
                                        |
            komi 5, play b A1           | komi 5, play b A1
            loadsgf a.sgf 3, play b A1  | loadsgf a.sgf 3, play b A1
            boardsize 9, komi 5, loadsgf a.sgf, undo, loadsgf b.sgf, trymove b A1 | boardsize 9, komi 5, loadsgf b.sgf, trymove b A1
            level 8, play b A1, clear_board, play w A1, 1 genmove b | level 8, clear_board, play w A1
            ",
        ) {
            let text = before.replace(", ", "\n");
            let suite = Suite::parse("a.tst".as_ref(), &text).unwrap();
            let leading = suite.leading_to(suite.steps.len());
            let commands: Vec<_> = leading.map(|step| step.command.as_str()).collect();
            assert_eq!(commands.join(", "), expected, "{before}");
        }
    }
}

//! Runs the checks.

use std::time::Instant;

use super::check::{
    CheckStep, CheckVerdict, ConformCheck, Judgement, Procedure, fail, undetermined,
};
use super::learn::{self, Learned};
use super::play;
use super::subject::{Subject, Unanswered};

/// Why a check that comes after the end of the time has no verdict.
pub(super) const OUT_OF_TIME: &str = "the time for all checks is used up";

/// The result of a check.
#[derive(Debug)]
pub(super) struct CheckResult<'a> {
    pub(super) check: &'a ConformCheck,
    pub(super) verdict: CheckVerdict,
    /// Whether a failure was accepted in advance.
    pub(super) is_known: bool,
    /// The lines sent and received, of a failure.
    pub(super) dialogue: Vec<String>,
    pub(super) seconds: f64,
}

impl ConformCheck {
    /// Carries out the check.
    ///
    /// # Errors
    /// If the run must end: the engine is unusable, or the user has interrupted.
    pub(super) fn run(
        &self,
        subject: &mut Subject<'_>,
        learned: &Learned,
    ) -> Result<CheckResult<'_>, Unanswered> {
        let begun = Instant::now();
        let faults = subject.faults();
        let mut verdict = self.judge(subject, learned)?;
        let is_wrong = matches!(verdict, CheckVerdict::Fail(_)) && subject.faults() == faults;
        let is_standing = matches!(self.procedure, Procedure::Standing);
        if is_wrong && !is_standing && learned.starts_fast() {
            // What earlier checks have left behind must not count.
            subject.end();
            verdict = self.judge(subject, learned)?;
        }
        let is_failure = matches!(verdict, CheckVerdict::Fail(_));
        let dialogue = is_failure.then(|| subject.dialogue());
        if is_failure && self.reads_bytes() {
            // Unread answers would be taken for those of the next check.
            subject.end();
        }
        Ok(CheckResult {
            check: self,
            verdict,
            is_known: false,
            dialogue: dialogue.unwrap_or_default(),
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// Returns whether the check may read fewer answers than there are.
    fn reads_bytes(&self) -> bool {
        match &self.procedure {
            Procedure::Steps(steps) => steps
                .iter()
                .any(|step| matches!(step, CheckStep::SendBytes(_))),
            Procedure::Code(_) | Procedure::Games => true,
            Procedure::Standing => false,
        }
    }

    /// Carries out the check, and takes a fault of the engine for a failure.
    fn judge(&self, subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
        Ok(match self.verdict(subject, learned) {
            Ok(verdict) => verdict,
            Err(Unanswered::Fault(fault)) => fail(format!("the engine {fault}")),
            Err(Unanswered::Withheld(why)) => undetermined(why),
            Err(Unanswered::Budget) => undetermined(OUT_OF_TIME),
            Err(stop @ (Unanswered::Interrupted | Unanswered::Unusable(_))) => return Err(stop),
        })
    }

    /// Prepares the board: a new process if the check asks for one, the size, and no stones.
    /// Returns why that failed, if it did.
    fn begin(&self, subject: &mut Subject<'_>) -> Result<Option<String>, Unanswered> {
        subject.forget();
        if self.needs_start {
            subject.end();
        }
        let failure = match self.size {
            Some(size) => subject.clear(size.width())?,
            None => None,
        };
        if self.reads_bytes() {
            // Stray answers must not be taken for those to come.
            subject.settle()?;
        }
        Ok(failure)
    }

    fn verdict(&self, subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
        if let Some(verdict) = self.exemption(subject, learned) {
            return Ok(verdict);
        }
        match self.begin(subject) {
            Ok(None) => {}
            Ok(Some(reason)) => return Ok(undetermined(reason)),
            Err(Unanswered::Fault(fault)) => {
                let reason = format!("before the check, the engine {fault}");
                return Ok(undetermined(reason));
            }
            Err(stop) => return Err(stop),
        }
        match &self.procedure {
            Procedure::Code(run) => run(subject, learned),
            Procedure::Games => play::check(subject, learned, self.name),
            Procedure::Standing => Ok(subject.standing(self.name)),
            Procedure::Steps(steps) => {
                let file = self.record.and_then(learn::record);
                if self.record.is_some() && file.is_none() {
                    return Ok(undetermined(
                        "no file can be written for the engine to read",
                    ));
                }
                let path = file.as_ref().map(|file| file.path().to_string_lossy());
                carry_out(steps, &path.unwrap_or_default(), subject)
            }
        }
    }
}

/// Carries out the steps of a check in data.
fn carry_out(steps: &[CheckStep], path: &str, subject: &mut Subject<'_>) -> Judgement {
    let mut reply = None;
    let mut answer = String::new();
    let mut sent = SentBytes::Nothing;
    for step in steps {
        if !matches!(step, CheckStep::SendBytes(_) | CheckStep::Expect(_))
            && let Some(stray) = stray(&mut sent, subject)?
        {
            return Ok(stray);
        }
        match step {
            CheckStep::Prepare(command) => {
                let given = subject.ask(command)?;
                if !given.is_success {
                    let line = given.line();
                    return Ok(undetermined(format!("`{command}` was answered `{line}`")));
                }
            }
            CheckStep::Send(command) => {
                reply = Some(subject.ask(command.replace("{record}", path))?);
            }
            CheckStep::SendBytes(bytes) => {
                subject.send_bytes(bytes)?;
                sent = SentBytes::Unanswered;
            }
            CheckStep::Expect(expected) => {
                let given = if let Some(given) = reply.take() {
                    given
                } else {
                    let given = subject.read_any()?;
                    let id = given.id.as_deref().and_then(|id| id.parse::<u32>().ok());
                    if id != expected.id {
                        return Ok(wrong(expected.line, &given.line()));
                    }
                    given
                };
                if !expected.is_met_by(given.is_success, &given.text) {
                    if !path.is_empty() && given.text == "cannot load file" {
                        let reason = "the engine does not load files of other programs";
                        return Ok(undetermined(reason));
                    }
                    return Ok(wrong(expected.line, &given.line()));
                }
                answer = given.text;
                if sent == SentBytes::Unanswered {
                    sent = SentBytes::Answered;
                }
            }
            CheckStep::Stones(color, points) => {
                let is_point =
                    |word: &&str| !["pass", "resign"].contains(&word.to_ascii_lowercase().as_str());
                let words = answer.split_ascii_whitespace().filter(is_point);
                let points: Vec<&str> = match points[..] {
                    ["{answer}"] => words.collect(),
                    _ => points.clone(),
                };
                if let Some(difference) = subject.compare_stones(*color, &points)? {
                    return Ok(fail(difference));
                }
            }
        }
    }
    Ok(stray(&mut sent, subject)?.unwrap_or(CheckVerdict::Pass))
}

/// Whether a check has sent bytes, and whether the engine has answered them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentBytes {
    Nothing,
    Unanswered,
    Answered,
}

/// Returns the verdict on an answer too many to bytes that were sent, or on the end of the engine
/// at bytes that need no answer.
fn stray(
    sent: &mut SentBytes,
    subject: &mut Subject<'_>,
) -> Result<Option<CheckVerdict>, Unanswered> {
    let sent = std::mem::replace(sent, SentBytes::Nothing);
    if sent == SentBytes::Nothing {
        return Ok(None);
    }
    let strays = match subject.strays() {
        Err(Unanswered::Fault(fault)) if sent == SentBytes::Answered => {
            let reason = format!("after the answers, the engine {fault}");
            return Ok(Some(undetermined(reason)));
        }
        strays => strays?,
    };
    Ok(strays
        .first()
        .map(|stray| wrong("no more answers", &stray.line())))
}

/// Returns the verdict on an answer that is not the expected one.
fn wrong(expected: &str, given: &str) -> CheckVerdict {
    fail(format!("expected `{expected}`, got `{given}`"))
}

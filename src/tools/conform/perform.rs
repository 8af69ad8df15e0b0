//! Carries out the script of a check.

use super::ability::Ability;
use super::check::ConformCheck;
use super::outcome::{CheckVerdict, Judgement, Unanswered, fail, undetermined, wrong};
use super::probe;
use super::reply::Reply;
use super::script::{CheckStep, ExpectedReply};
use super::subject::{Subject, word};
use ponnuki_core::board::Color;

/// Carries out the steps of a check. Stones that cannot be found leave it open, unless another step
/// fails.
pub(super) fn perform(
    check: &ConformCheck,
    steps: &[CheckStep],
    subject: &mut Subject<'_>,
) -> Judgement {
    let file = check.record.and_then(probe::record);
    if check.record.is_some() && file.is_none() {
        let reason = "no file can be written for the engine to read";
        return Ok(undetermined(reason));
    }
    let path = file.as_ref().map(|file| file.path().to_string_lossy());
    let path = path.unwrap_or_default().into_owned();
    if let Some(record) = check.record {
        subject.remark(format!("({path} holds {record})"));
    }
    let mut performance = Performance {
        check,
        subject,
        path,
        reply: None,
        answer: String::new(),
        sent: SentBytes::Nothing,
        hidden: None,
    };
    for (index, step) in steps.iter().enumerate() {
        if let Some(verdict) = performance.step(step, &steps[index..])? {
            return Ok(verdict);
        }
    }
    let verdict = performance.stray()?.or(performance.hidden);
    Ok(verdict.unwrap_or(CheckVerdict::Pass))
}

/// The verdict of a step, if the check ends with it.
type StepJudgement = Result<Option<CheckVerdict>, Unanswered>;

/// Whether a check has sent bytes, and whether the engine has answered them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentBytes {
    Nothing,
    Unanswered,
    Answered,
}

/// A check in progress.
struct Performance<'a, 'e> {
    check: &'a ConformCheck,
    subject: &'a mut Subject<'e>,
    /// The path of the record, or nothing.
    path: String,
    /// The answer to the last command, until it is compared.
    reply: Option<Reply>,
    /// The text of the last answer that was as expected.
    answer: String,
    sent: SentBytes,
    /// The verdict if no other step fails, because stones cannot be found.
    hidden: Option<CheckVerdict>,
}

impl Performance<'_, '_> {
    /// Carries out a step, the first of those that are left.
    fn step(&mut self, step: &CheckStep, left: &[CheckStep]) -> StepJudgement {
        if !matches!(step, CheckStep::SendBytes(_) | CheckStep::Expect(_))
            && let Some(stray) = self.stray()?
        {
            return Ok(Some(stray));
        }
        match step {
            CheckStep::Prepare(command) => self.prepare(command),
            CheckStep::Send(command) => self.send(command, left),
            CheckStep::SendBytes(bytes) => {
                self.subject.send_bytes(bytes)?;
                self.sent = SentBytes::Unanswered;
                Ok(None)
            }
            CheckStep::Expect(expected) => self.expect(expected),
            CheckStep::Stones(color, points) => self.compare(*color, points),
        }
    }

    fn prepare(&mut self, command: &str) -> StepJudgement {
        let given = self.subject.ask(command)?;
        let line = given.line();
        let reason = || undetermined(format!("`{command}` was answered `{line}`"));
        Ok(given.is_refusal.then(reason))
    }

    fn send(&mut self, command: &str, left: &[CheckStep]) -> StepJudgement {
        let given = self.subject.ask(command.replace("{record}", &self.path))?;
        if is_resignation(command, &given) && left.iter().any(asks_for_move) {
            return Ok(Some(undetermined("the engine resigned, which is no move")));
        }
        self.reply = Some(given);
        Ok(None)
    }

    /// Compares the answer to the last command, or else the next one that comes.
    fn expect(&mut self, expected: &ExpectedReply) -> StepJudgement {
        let given = if let Some(given) = self.reply.take() {
            given
        } else {
            let given = self.subject.read_any()?;
            let id = given.id.as_deref().and_then(|id| id.parse::<u32>().ok());
            if id != expected.id {
                return Ok(Some(wrong(expected.line, &given.line())));
            }
            given
        };
        let is_obeyed = expected.is_success != Some(true) || !given.is_refusal;
        if !is_obeyed || !expected.is_met_by(given.is_success, &given.text) {
            return Ok(Some(self.difference(expected, &given)));
        }
        self.answer = given.text;
        if self.sent == SentBytes::Unanswered {
            self.sent = SentBytes::Answered;
        }
        Ok(None)
    }

    /// Returns the verdict on an answer that is not as expected.
    fn difference(&self, expected: &ExpectedReply, given: &Reply) -> CheckVerdict {
        if expected.is_success != Some(true) && self.hides_error(given) {
            return CheckVerdict::RestsOn(Ability::ErrorStatus);
        }
        if !self.path.is_empty() && given.text.starts_with("cannot load file") {
            return undetermined("the engine does not load files of other programs");
        }
        wrong(expected.line, &given.line())
    }

    /// Returns whether an answer may be an error of an engine that answers errors with `=`.
    fn hides_error(&self, given: &Reply) -> bool {
        given.is_success
            && !given.text.is_empty()
            && self.subject.lacks.contains(&Ability::ErrorStatus)
            && self.check.name != Ability::ErrorStatus.check()
    }

    /// Compares the stones of a colour with the named points, or with those of the last answer.
    fn compare(&mut self, color: Color, points: &[&str]) -> StepJudgement {
        let is_point =
            |word: &&str| !["pass", "resign"].contains(&word.to_ascii_lowercase().as_str());
        let answer = self.answer.split_ascii_whitespace().filter(is_point);
        let points = match points {
            ["{answer}"] => answer.collect(),
            _ => points.to_vec(),
        };
        if self.subject.lacks.contains(&Ability::StonesFound) && !points.is_empty() {
            self.hidden = Some(CheckVerdict::RestsOn(Ability::StonesFound));
            return Ok(None);
        }
        let difference = self.subject.compare_stones(color, &points)?;
        Ok(difference.map(fail))
    }

    /// Returns the verdict on an answer too many to bytes that were sent, or on the end of the
    /// engine at bytes that need no answer.
    fn stray(&mut self) -> StepJudgement {
        let sent = std::mem::replace(&mut self.sent, SentBytes::Nothing);
        if sent == SentBytes::Nothing {
            return Ok(None);
        }
        let strays = match self.subject.strays() {
            Err(Unanswered::Fault(fault)) if sent == SentBytes::Answered => {
                let reason = format!("after the answers, the engine {fault}");
                return Ok(Some(undetermined(reason)));
            }
            strays => strays?,
        };
        let stray = strays.first();
        Ok(stray.map(|stray| wrong("no more answers", &stray.line())))
    }
}

/// Returns whether an engine has resigned when it was asked to play a move.
fn is_resignation(command: &str, given: &Reply) -> bool {
    let name = word(command);
    let last = given.text.split_ascii_whitespace().next_back();
    name.contains("genmove")
        && !name.starts_with("reg_")
        && last.is_some_and(|word| word.eq_ignore_ascii_case("resign"))
}

/// Returns whether a step is about a move that the engine has played.
fn asks_for_move(step: &CheckStep) -> bool {
    match step {
        CheckStep::Stones(..) => true,
        CheckStep::Send(command) => ["undo", "last_move"].iter().any(|it| command.contains(it)),
        _ => false,
    }
}

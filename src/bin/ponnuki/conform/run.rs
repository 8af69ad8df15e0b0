//! Runs the checks.

use std::collections::BTreeSet;
use std::time::Instant;

use super::ability::Ability;
use super::check::{
    CheckLevel, CheckStep, CheckVerdict, ConformCheck, Judgement, Procedure, fail, undetermined,
};
use super::learn::{self, Learned};
use super::play;
use super::reply::Reply;
use super::subject::{Subject, Unanswered, word};

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
        let is_read = matches!(verdict, CheckVerdict::Pass | CheckVerdict::NotApplicable(_));
        if !is_read && self.reads_bytes() {
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

    /// Carries out the check, and takes a fault of the engine for a failure. One that may be due
    /// to an ability that the engine lacks is not certain.
    fn judge(&self, subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
        if let Some(verdict) = self.listed(subject) {
            return Ok(verdict);
        }
        let is_literal = self.is_literal && std::mem::take(&mut subject.sends_letters);
        let judged = self.verdict(subject, learned);
        subject.sends_letters |= is_literal;
        Ok(match judged {
            Ok(verdict @ (CheckVerdict::Fail(_) | CheckVerdict::NotDetermined(_))) => {
                let lacking = self.lacking(&subject.lacks);
                lacking.map_or(verdict, CheckVerdict::RestsOn)
            }
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
                let path = path.unwrap_or_default();
                if let Some(record) = self.record {
                    subject.remark(format!("({path} holds {record})"));
                }
                self.carry_out(steps, &path, subject)
            }
        }
    }

    /// Carries out the steps of a check in data. Stones that cannot be found leave it open, unless
    /// another step fails.
    fn carry_out(&self, steps: &[CheckStep], path: &str, subject: &mut Subject<'_>) -> Judgement {
        let mut reply = None;
        let mut answer = String::new();
        let mut sent = SentBytes::Nothing;
        let mut hidden = None;
        for (index, step) in steps.iter().enumerate() {
            if !matches!(step, CheckStep::SendBytes(_) | CheckStep::Expect(_))
                && let Some(stray) = stray(&mut sent, subject)?
            {
                return Ok(stray);
            }
            match step {
                CheckStep::Prepare(command) => {
                    let given = subject.ask(command)?;
                    if given.is_refusal {
                        let line = given.line();
                        return Ok(undetermined(format!("`{command}` was answered `{line}`")));
                    }
                }
                CheckStep::Send(command) => {
                    let given = subject.ask(command.replace("{record}", path))?;
                    if is_resignation(command, &given) && steps[index..].iter().any(asks_for_move) {
                        return Ok(undetermined("the engine resigned, which is no move"));
                    }
                    reply = Some(given);
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
                    let is_obeyed = expected.is_success != Some(true) || !given.is_refusal;
                    if !is_obeyed || !expected.is_met_by(given.is_success, &given.text) {
                        if expected.is_success != Some(true)
                            && self.hides_error(&given, &subject.lacks)
                        {
                            return Ok(CheckVerdict::RestsOn(Ability::ErrorStatus));
                        }
                        if !path.is_empty() && given.text.starts_with("cannot load file") {
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
                    let is_point = |word: &&str| {
                        !["pass", "resign"].contains(&word.to_ascii_lowercase().as_str())
                    };
                    let words = answer.split_ascii_whitespace().filter(is_point);
                    let points: Vec<&str> = match points[..] {
                        ["{answer}"] => words.collect(),
                        _ => points.clone(),
                    };
                    if subject.lacks.contains(&Ability::StonesFound) && !points.is_empty() {
                        hidden = Some(CheckVerdict::RestsOn(Ability::StonesFound));
                    } else if let Some(difference) = subject.compare_stones(*color, &points)? {
                        return Ok(fail(difference));
                    }
                }
            }
        }
        let verdict = stray(&mut sent, subject)?.or(hidden);
        Ok(verdict.unwrap_or(CheckVerdict::Pass))
    }

    /// Returns whether an answer may be an error of an engine that answers errors with `=`.
    fn hides_error(&self, given: &Reply, lacks: &BTreeSet<Ability>) -> bool {
        given.is_success
            && !given.text.is_empty()
            && lacks.contains(&Ability::ErrorStatus)
            && self.name != Ability::ErrorStatus.check()
    }

    /// Returns the verdict by the list of commands, if the check only asks `known_command`, which the
    /// engine does not answer. Clients that ask the list need no other answer.
    fn listed(&self, subject: &Subject<'_>) -> Option<CheckVerdict> {
        let Procedure::Steps(steps) = &self.procedure else {
            return None;
        };
        if self.level != CheckLevel::Should
            || !subject.lacks.contains(&Ability::KnownCommand)
            || subject.commands.is_empty()
        {
            return None;
        }
        let commands = steps.iter().filter_map(|step| match step {
            CheckStep::Send(command) => Some(command.strip_prefix("known_command ")),
            _ => None,
        });
        let names: Option<Vec<_>> = commands.collect();
        let missing = names.filter(|names| !names.is_empty())?;
        let mut missing = missing.into_iter().filter(|name| !subject.knows(name));
        Some(match missing.next() {
            Some(name) => fail(format!("expected `{name}` in list_commands")),
            None => CheckVerdict::Pass,
        })
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

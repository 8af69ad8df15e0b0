//! Runs the checks.

use std::time::Instant;

use super::ability::Ability;
use super::check::{CheckLevel, ConformCheck, Procedure};
use super::learn::Learned;
use super::outcome::{CheckVerdict, Judgement, Unanswered, fail, undetermined};
use super::perform::perform;
use super::play::{self, Findings};
use super::script::CheckStep;
use super::subject::Subject;

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

/// A run of checks on an engine.
pub(super) struct CheckRun<'a, 'e> {
    subject: &'a mut Subject<'e>,
    learned: &'a Learned,
    /// The names of the checks whose failures were accepted in advance.
    known: &'a [String],
    /// The findings of the games, once they have been played.
    games: Option<Findings>,
}

impl<'a, 'e> CheckRun<'a, 'e> {
    pub(super) fn new(
        subject: &'a mut Subject<'e>,
        learned: &'a Learned,
        known: &'a [String],
    ) -> Self {
        Self {
            subject,
            learned,
            known,
            games: None,
        }
    }

    /// Carries out a check.
    ///
    /// # Errors
    /// If the run must end: the engine is unusable, or the user has interrupted.
    pub(super) fn run<'c>(
        &mut self,
        check: &'c ConformCheck,
    ) -> Result<CheckResult<'c>, Unanswered> {
        let begun = Instant::now();
        let faults = self.subject.faults();
        let mut verdict = self.judge(check)?;
        let is_wrong = matches!(verdict, CheckVerdict::Fail(_)) && self.subject.faults() == faults;
        let is_standing = matches!(check.procedure, Procedure::Standing);
        if is_wrong && !is_standing && self.learned.starts_fast() {
            // What earlier checks have left behind must not count.
            self.subject.end();
            verdict = self.judge(check)?;
        }
        let is_failure = matches!(verdict, CheckVerdict::Fail(_));
        let dialogue = is_failure.then(|| self.subject.dialogue());
        let is_read = matches!(verdict, CheckVerdict::Pass | CheckVerdict::NotApplicable(_));
        if !is_read && check.reads_bytes() {
            // Unread answers would be taken for those of the next check.
            self.subject.end();
        }
        Ok(CheckResult {
            check,
            verdict,
            is_known: self.known.iter().any(|name| name == check.name),
            dialogue: dialogue.unwrap_or_default(),
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// Carries out the check, and takes a fault of the engine for a failure. One that may be due
    /// to an ability that the engine lacks is not certain.
    fn judge(&mut self, check: &ConformCheck) -> Judgement {
        if let Some(verdict) = listed(check, self.subject) {
            return Ok(verdict);
        }
        let is_literal = check.is_literal && std::mem::take(&mut self.subject.sends_letters);
        let judged = self.verdict(check);
        self.subject.sends_letters |= is_literal;
        Ok(match judged {
            Ok(verdict @ (CheckVerdict::Fail(_) | CheckVerdict::NotDetermined(_))) => {
                let lacking = check.lacking(&self.subject.lacks);
                lacking.map_or(verdict, CheckVerdict::RestsOn)
            }
            Ok(verdict) => verdict,
            Err(Unanswered::Fault(fault)) => fail(format!("the engine {fault}")),
            Err(Unanswered::Withheld(why)) => undetermined(why),
            Err(Unanswered::Budget) => undetermined(OUT_OF_TIME),
            Err(stop @ (Unanswered::Interrupted | Unanswered::Unusable(_))) => return Err(stop),
        })
    }

    fn verdict(&mut self, check: &ConformCheck) -> Judgement {
        if let Some(verdict) = check.exemption(self.subject, self.learned) {
            return Ok(verdict);
        }
        match self.begin(check) {
            Ok(None) => {}
            Ok(Some(reason)) => return Ok(undetermined(reason)),
            Err(Unanswered::Fault(fault)) => {
                let reason = format!("before the check, the engine {fault}");
                return Ok(undetermined(reason));
            }
            Err(stop) => return Err(stop),
        }
        match &check.procedure {
            Procedure::Code(run) => run(self.subject, self.learned),
            Procedure::Games => self.judge_games(check.name),
            Procedure::Standing => Ok(self.subject.standing(check.name)),
            Procedure::Steps(steps) => perform(check, steps, self.subject),
        }
    }

    /// Prepares the board: a new process if the check asks for one, the size, and no stones.
    /// Returns why that failed, if it did.
    fn begin(&mut self, check: &ConformCheck) -> Result<Option<String>, Unanswered> {
        self.subject.forget();
        if check.needs_start {
            self.subject.end();
        }
        let failure = match check.size {
            Some(size) => self.subject.clear(size.width())?,
            None => None,
        };
        if check.reads_bytes() {
            // Stray answers must not be taken for those to come.
            self.subject.settle()?;
        }
        Ok(failure)
    }

    /// Returns the verdict of the games on a check. They are played once for all.
    fn judge_games(&mut self, name: &str) -> Judgement {
        if let Some(verdict) = play::exemption(self.subject, name) {
            return Ok(verdict);
        }
        let games = match self.games.take() {
            Some(games) => games,
            None => play::play(self.subject, self.learned)?,
        };
        self.games.insert(games).verdict(name, self.subject)
    }
}

/// Returns the verdict by the list of commands, if the check only asks `known_command`, which the
/// engine does not answer. Clients that ask the list need no other answer.
fn listed(check: &ConformCheck, subject: &Subject<'_>) -> Option<CheckVerdict> {
    let Procedure::Steps(steps) = &check.procedure else {
        return None;
    };
    if check.level != CheckLevel::Should
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::subject::tests::{altered, right, without_ids};
    use CheckVerdict::{NotApplicable, NotDetermined, Pass, RestsOn};

    /// Carries out a check of this level on an engine about which all is learned.
    fn verdict_at(
        level: CheckLevel,
        mut subject: Subject<'_>,
        block: &'static str,
    ) -> CheckVerdict {
        let check = ConformCheck::parse(level, block).unwrap();
        let learned = Learned::new(&mut subject).unwrap();
        let mut run = CheckRun::new(&mut subject, &learned, &[]);
        run.run(&check).unwrap().verdict
    }

    fn verdict(subject: Subject<'_>, block: &'static str) -> CheckVerdict {
        verdict_at(CheckLevel::Must, subject, block)
    }

    /// Returns our own engine, which refuses every command of this name.
    fn refusing(name: &'static str) -> Subject<'static> {
        altered(move |line, answer| {
            let mut words = line.split(' ').filter(|word| word.parse::<u32>().is_err());
            let is_refused = words.next() == Some(name);
            Some(if is_refused { refused(&answer) } else { answer })
        })
    }

    fn refused(answer: &str) -> String {
        let id: String = answer[1..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        format!("?{id} no\n\n")
    }

    #[test]
    fn an_engine_is_judged_by_its_answers_and_stones() {
        for (block, expected) in [
            ("check a\n> play black D4\n=\nstones black D4", Pass),
            ("check a\n> play black I5\n?\nstones black", Pass),
            (
                "check a\n>> 7 name\\nundo\\n\n=7 [Ponnuki]\n? [cannot undo]",
                Pass,
            ),
            ("check a\n>> \\n# a\\n\\t\\n", Pass),
            ("check a\n> reg_genmove black\n= [[A-T][0-9]+|pass]", Pass),
            (
                "check a\n> play black D4\n?",
                fail("expected `?`, got `= `"),
            ),
            (
                "check a\n> name\n= [Go]",
                fail("expected `= [Go]`, got `= Ponnuki`"),
            ),
            (
                "check a\n>> 7 name\\n\n=8",
                fail("expected `=8`, got `= Ponnuki`"),
            ),
            (
                "check a\n>> name\\nname\\n\n=",
                fail("expected `no more answers`, got `= Ponnuki`"),
            ),
            (
                "check a\n: play black D4\nstones black E5",
                fail("expected the black stones 'E5', got 'D4'"),
            ),
            (
                "check a\n: play black I5\n> name\n=",
                undetermined("`play black I5` was answered `? syntax error`"),
            ),
        ] {
            assert_eq!(verdict(right(), block), expected, "{block}");
        }
    }

    #[test]
    fn a_check_that_does_not_concern_the_engine_is_not_carried_out() {
        let small = |line: &str, answer: String| {
            let is_refused = line.ends_with("boardsize 13");
            Some(if is_refused { refused(&answer) } else { answer })
        };
        for (block, reason) in [
            (
                "check a\nneeds ponder\n> x\n=",
                "the engine does not list ponder",
            ),
            (
                "check a\nsize 13\n> x\n=",
                "the engine refuses boards of 13x13",
            ),
            (
                "check a\nif ko simple\n> x\n=",
                "only for engines with ko simple",
            ),
        ] {
            let found = verdict(altered(small), block);
            assert_eq!(found, NotApplicable(reason.to_owned()));
        }
        let known = "check a\nif ko simple|positional\n> name\n=";
        assert_eq!(verdict(right(), known), Pass);
    }

    #[test]
    fn a_failure_that_a_lacking_ability_explains_is_not_certain() {
        use Ability::{Ids, KnownCommand, Passes};
        let passes = altered(|line, answer| {
            let is_pass = line.contains("play") && line.ends_with("pass");
            Some(if is_pass { refused(&answer) } else { answer })
        });
        let twice = "check a\n> play black pass\n=\n> play white pass\n=";
        assert_eq!(verdict(passes, twice), RestsOn(Passes));
        let ids = "check a\n>> 7 name\\n\n=7";
        assert_eq!(verdict(without_ids(), ids), RestsOn(Ids));
        // The check that finds the fault fails itself.
        let own = "check id-in-every-answer\n>> 7 name\\n\n=7";
        assert!(matches!(verdict(without_ids(), own), CheckVerdict::Fail(_)));
        let known = "check a\n> known_command play\n= [true]";
        assert_eq!(
            verdict(refusing("known_command"), known),
            RestsOn(KnownCommand)
        );
    }

    #[test]
    fn clients_that_ask_the_list_need_no_other_answer() {
        let level = CheckLevel::Should;
        let listed = "check a\nwho gogui\n> known_command undo\n= [true]";
        assert_eq!(verdict_at(level, refusing("known_command"), listed), Pass);
        let missing = "check a\nwho gogui\n> known_command ponder\n= [true]";
        let expected = fail("expected `ponder` in list_commands");
        assert_eq!(
            verdict_at(level, refusing("known_command"), missing),
            expected
        );
    }

    #[test]
    fn a_death_is_a_failure() {
        let dies = |line: &str, answer: String| (!line.ends_with("undo")).then_some(answer);
        let undo = "check a\n> undo\n?";
        assert_eq!(verdict(altered(dies), undo), fail("the engine ended"));
        let bytes = "check a\n>> undo\\n\n?";
        assert_eq!(verdict(altered(dies), bytes), fail("the engine ended"));
        // After the answer, it is no finding about the bytes.
        let late = "check a\n>> name\\nundo\\n\n=";
        let open = undetermined("after the answers, the engine ended");
        assert_eq!(verdict(altered(dies), late), open);
    }

    #[test]
    fn a_resignation_is_no_move() {
        let resigns = altered(|line, answer| {
            let is_move = line.contains(" genmove");
            Some(if is_move {
                answer.split(' ').next()?.to_owned() + " resign\n\n"
            } else {
                answer
            })
        });
        let block = "check a\n> genmove black\n=\nstones black {answer}";
        let expected = NotDetermined("the engine resigned, which is no move".to_owned());
        assert_eq!(verdict(resigns, block), expected);
    }

    #[test]
    fn a_failure_shows_its_dialogue() {
        let check = ConformCheck::parse(CheckLevel::Must, "check a\n> undo\n=").unwrap();
        let mut subject = right();
        let learned = Learned::new(&mut subject).unwrap();
        let mut run = CheckRun::new(&mut subject, &learned, &[]);
        let result = run.run(&check).unwrap();
        let dialogue = "> boardsize 9|< = |> clear_board|< = |> undo|< ? cannot undo";
        assert_eq!(result.dialogue.join("|"), dialogue);
        let check = ConformCheck::parse(CheckLevel::Must, "check a\n> name\n=").unwrap();
        assert!(run.run(&check).unwrap().dialogue.is_empty());
    }
}

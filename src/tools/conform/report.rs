//! The results of a run as text and as JSON, and the list of all checks.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::io::{self, Write};

use clap::ValueEnum;
use serde_json::{Value, json};

use super::check::{CheckLevel, Client, ConformCheck};
use super::learn::Learned;
use super::outcome::CheckVerdict;
use super::run::CheckResult;
use super::subject::Limits;
use crate::cli::expected::TestVerdict;
use crate::cli::junit::{CaseSuite, TestCase};
use crate::cli::plain::{self, shortened};
use ponnuki_core::rules::HandicapBonus;
use ponnuki_formats::text::counted;

/// The verdicts in words, in the order of all reports.
pub(super) const VERDICTS: [&str; 6] = [
    "fail",
    "unexpected pass",
    "known fail",
    "not determined",
    "pass",
    "not applicable",
];

/// The column in which the text after a level begins.
const INDENT: usize = 8;

/// How many failures are shown, and in detail with how many lines from the ends of their
/// dialogues, unless everything is shown.
const MAX_SHOWN: usize = 15;
const MAX_DETAILED: usize = 3;
const MAX_DIALOGUE_LINES: usize = 6;

/// How many checks without a verdict are named for each reason, unless everything is shown.
const MAX_NAMES: usize = 5;

/// The beginning of the list of all checks.
const LIST_HEAD: &str = "\
# What an engine must, should and may do

For authors of engines: the checks of `ponnuki conform`, as `ponnuki conform --list` prints them. **Must** is what the
specification of GTP (version 2, draft 2) or the rules of Go demand; **should** is what the named clients need; **may**
concerns commands that no engine has to offer, in the form in which clients read them. A check passes, fails, is not
applicable (the engine lacks the command, or obeys other rules) or is not determined, because something that it builds on
failed.
";

/// All results of a run.
pub(super) struct ConformReport<'a> {
    pub(super) engine: &'a str,
    pub(super) limits: Limits,
    pub(super) learned: &'a Learned,
    pub(super) results: &'a [CheckResult<'a>],
    /// The only client whose needs were checked; `None` for all clients.
    pub(super) profile: Option<Client>,
    /// Whether no check was left out by name.
    pub(super) is_whole: bool,
    pub(super) seconds: f64,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sabaki => "Sabaki",
            Self::Gogui => "GoGui",
            Self::Twogtp => "gogui-twogtp",
            Self::Cgos => "CGOS",
            Self::Kgs => "KGS",
            Self::Ogs => "OGS",
            Self::Lizzie => "Lizzie",
        })
    }
}

impl ConformCheck {
    /// Names those who notice a failure.
    pub(super) fn noticed_by(&self) -> String {
        match self.level {
            CheckLevel::Must if self.who.is_empty() => "no named client".to_owned(),
            _ if self.who.is_empty() => "those who use the command".to_owned(),
            _ => joined(&self.who),
        }
    }
}

/// The form of the writers of test results, which count no optional failures.
impl From<&CheckResult<'_>> for TestCase {
    fn from(result: &CheckResult<'_>) -> Self {
        let check = result.check;
        let is_optional = check.level == CheckLevel::May;
        let verdict = match result.word() {
            "pass" => TestVerdict::Pass,
            "unexpected pass" => TestVerdict::UnexpectedPass,
            "fail" if !is_optional => TestVerdict::Fail,
            "fail" | "known fail" => TestVerdict::KnownFail,
            _ => TestVerdict::Ignored,
        };
        Self {
            name: check.name.to_owned(),
            verdict,
            is_fault: false,
            message: format!("{} {}", check.text, result.finding()),
            seconds: result.seconds,
        }
    }
}

impl CheckResult<'_> {
    /// Returns the verdict in words, one of [`VERDICTS`].
    pub(super) fn word(&self) -> &'static str {
        match (&self.verdict, self.is_known) {
            (CheckVerdict::Pass, false) => "pass",
            (CheckVerdict::Pass, true) => "unexpected pass",
            (CheckVerdict::Fail(_), false) => "fail",
            (CheckVerdict::Fail(_), true) => "known fail",
            (CheckVerdict::NotApplicable(_), _) => "not applicable",
            (CheckVerdict::NotDetermined(_) | CheckVerdict::RestsOn(_), _) => "not determined",
        }
    }

    /// Returns the name of the check that finds the cause: this one, or the one that finds what the
    /// engine lacks.
    fn cause(&self) -> &'static str {
        match self.verdict {
            CheckVerdict::RestsOn(ability) => ability.check(),
            _ => self.check.name,
        }
    }

    /// Returns the failure (several lines), the reason for no verdict (one line), or an empty
    /// string.
    pub(super) fn finding(&self) -> String {
        match &self.verdict {
            CheckVerdict::Pass => String::new(),
            CheckVerdict::Fail(why) => shortened(&plain::lines(why)),
            CheckVerdict::NotApplicable(why) | CheckVerdict::NotDetermined(why) => {
                shortened(&plain::line(why))
            }
            CheckVerdict::RestsOn(ability) => ability.reason(),
        }
    }

    /// Writes what came of a failed check, who notices, where it is said, and the dialogue.
    fn details(&self, all: bool, output: &mut impl Write) -> io::Result<()> {
        let check = self.check;
        let (who, source) = (check.noticed_by(), check.source);
        let mut about = format!("noticed by {who}; source: {source}");
        if !check.thread.is_empty() {
            about.extend(["; see ", check.thread]);
        }
        let most = if all { usize::MAX } else { MAX_DIALOGUE_LINES };
        let dialogue = self.dialogue.iter().map(|line| shortened(line));
        let end = dialogue.skip(self.dialogue.len().saturating_sub(most));
        let finding = self.finding();
        let lines = finding.lines().map(str::to_owned);
        for line in lines.chain([about]).chain(end) {
            writeln!(output, "{:INDENT$}{line}", "")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let check = self.check;
        json!({
            "name": check.name,
            "level": check.level,
            "verdict": kebab(self.word()),
            "finding": self.finding(),
            "text": check.text,
            "source": check.source,
            "who": check.who,
            "thread": check.thread,
            "dialogue": self.dialogue,
            "seconds": self.seconds,
        })
    }
}

impl ConformReport<'_> {
    /// Returns the facts about the engine, each with its name.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let learned = self.learned;
        let rules = match learned.match_options.as_str() {
            "" => "unknown".to_owned(),
            options => format!("ponnuki match ... {options}"),
        };
        let (start, answer) = (learned.start_seconds * 1e3, learned.answer_seconds * 1e3);
        let times = format!("start {start:.1} ms, answer {answer:.2} ms");
        let mut facts = vec![
            ("engine", self.introduction()),
            ("boards", ranges(&learned.sizes)),
            ("rules", rules),
            ("times", times),
        ];
        let bonus = learned.handicap_bonus.map(|bonus| match bonus {
            HandicapBonus::Nothing => "no points for White",
            HandicapBonus::Stones => "a point each for White",
            HandicapBonus::StonesMinusOne => "a point each for White, except for the first",
        });
        let said = |fact: Option<bool>| fact.map(|fact| if fact { "yes" } else { "no" });
        let retaken = said(learned.allows_retake_after_passes);
        let set_up = said(learned.counts_set_up_position);
        for (name, fact) in [
            ("handicap stones", bonus),
            ("ko retaken after passes", retaken),
            ("set-up positions in superko", set_up),
            ("the same boardsize clears", said(learned.same_size_clears)),
        ] {
            facts.extend(fact.map(|fact| (name, fact.to_owned())));
        }
        facts
    }

    /// Returns the name and the version of the engine, and how many commands it lists.
    fn introduction(&self) -> String {
        let learned = self.learned;
        let name = match learned.name.trim() {
            "" => "(no name)",
            name => name,
        };
        let version = learned.version.trim();
        let words = [name, version].into_iter().filter(|word| !word.is_empty());
        let words: Vec<_> = words.collect();
        let commands = counted(learned.commands as u64, "command");
        let engine = format!("{}, {commands}", words.join(" "));
        shortened(&plain::line(&engine))
    }

    /// Returns the results of a level in their order.
    pub(super) fn level(&self, level: CheckLevel) -> impl Iterator<Item = &CheckResult<'_>> {
        let results = self.results.iter();
        results.filter(move |result| result.check.level == level)
    }

    /// Returns the results with a verdict of [`VERDICTS`].
    fn with(&self, word: &str) -> impl Iterator<Item = &CheckResult<'_>> {
        let results = self.results.iter();
        results.filter(move |result| result.word() == word)
    }

    /// Returns how many checks of a level have each verdict of [`VERDICTS`].
    pub(super) fn counts(&self, level: CheckLevel) -> [(&'static str, usize); 6] {
        VERDICTS.map(|word| {
            let results = self.level(level).filter(|result| result.word() == word);
            (word, results.count())
        })
    }

    /// Counts the failures that the exit status reports.
    pub(super) fn failures(&self) -> usize {
        let failed = self.results.iter().filter(|result| result.word() == "fail");
        failed
            .filter(|result| result.check.level != CheckLevel::May)
            .count()
    }

    /// Returns the clients that notice a failure: known ones count, and so do checks that are not
    /// determined because of what the engine lacks, if the client needs that itself.
    fn hurt<'r>(result: &'r CheckResult<'_>) -> &'r [Client] {
        let is_noticed = match result.verdict {
            CheckVerdict::Fail(_) => result.check.hurts_clients(),
            CheckVerdict::RestsOn(ability) => ability.is_needed_by_clients(),
            _ => false,
        };
        if is_noticed { &result.check.who } else { &[] }
    }

    /// Returns the results that are not determined because of this failure.
    fn consequences(&self, failure: &CheckResult<'_>) -> Vec<&CheckResult<'_>> {
        let name = failure.check.name;
        let results = self.results.iter();
        let follows = |result: &&CheckResult<'_>| matches!(result.verdict, CheckVerdict::RestsOn(ability) if ability.check() == name);
        results.filter(follows).collect()
    }

    /// Returns the failures, those first that hurt most clients, themselves or by what rests on
    /// them.
    fn sorted_failures(&self) -> Vec<&CheckResult<'_>> {
        let failures = self.results.iter().filter(|result| result.word() == "fail");
        let mut failures: Vec<_> = failures.collect();
        failures.sort_by_cached_key(|failure| {
            let mut hurt: BTreeSet<_> = Self::hurt(failure).iter().collect();
            let consequences = self.consequences(failure);
            hurt.extend(consequences.iter().flat_map(|result| Self::hurt(result)));
            (
                Reverse(hurt.len()),
                failure.check.level as usize,
                Reverse(consequences.len()),
            )
        });
        failures
    }

    /// Says which clients the engine is fit for.
    pub(super) fn fitness(&self) -> String {
        let mut binding: Vec<_> = self.results.iter().collect();
        binding.retain(|result| result.check.level != CheckLevel::May);
        let (mut fit, mut unfit) = (Vec::new(), Vec::new());
        let is_asked = |client: &&Client| self.profile.is_none_or(|only| only == **client);
        for client in Client::value_variants().iter().filter(is_asked) {
            let is_noticed = |result: &&CheckResult<'_>| Self::hurt(result).contains(client);
            let noticed = self.results.iter().filter(is_noticed);
            let causes: BTreeSet<_> = noticed.map(CheckResult::cause).collect();
            match causes.len() as u64 {
                0 => fit.push(client.to_string()),
                number => unfit.push(format!("{client} ({})", counted(number, "failure"))),
            }
        }
        let mut parts = vec![("fit for ", fit), ("not for ", unfit)];
        parts.retain(|(_, clients)| !clients.is_empty());
        let part = |(words, clients): (&str, Vec<_>)| format!("{words}{}", joined(&clients));
        let parts: Vec<_> = parts.into_iter().map(part).collect();
        let is_determined = |result: &&CheckResult<'_>| result.word() != "not determined";
        let is_whole = self.is_whole && binding.iter().all(is_determined);
        let start = if is_whole { "" } else { "as far as checked, " };
        format!("{start}{}", parts.join("; "))
    }

    /// Writes what was learned.
    pub(super) fn text_facts(&self, output: &mut impl Write) -> io::Result<()> {
        for (name, fact) in self.facts() {
            writeln!(output, "{name}: {fact}")?;
        }
        writeln!(output)
    }

    /// Writes the results as text: the verdict, the counts and a screenful of failures, or the
    /// details of all failures if `all` is set.
    pub(super) fn text(&self, all: bool, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}", self.fitness())?;
        for level in CheckLevel::ALL {
            let counts = self.counts(level).into_iter();
            let counts = counts.filter(|(_, count)| *count > 0);
            let counts: Vec<_> = counts
                .map(|(word, count)| format!("{count} {word}"))
                .collect();
            if !counts.is_empty() {
                writeln!(output, "{level:INDENT$}{}", joined(&counts))?;
            }
        }
        let failures = self.sorted_failures();
        self.text_failures(&failures, all, output)?;
        for result in self.with("unexpected pass") {
            let name = result.check.name;
            writeln!(output, "{name} passes now: take it out of --known")?;
        }
        self.text_undetermined(&failures, all, output)
    }

    /// Writes the failures, and what is not determined because of each.
    fn text_failures(
        &self,
        failures: &[&CheckResult<'_>],
        all: bool,
        output: &mut impl Write,
    ) -> io::Result<()> {
        if !failures.is_empty() {
            writeln!(output)?;
        }
        let limit = |most| if all { usize::MAX } else { most };
        let (most, most_detailed) = (limit(MAX_SHOWN), limit(MAX_DETAILED));
        for (index, result) in failures.iter().take(most).enumerate() {
            let (name, text) = (result.check.name, result.check.text);
            writeln!(output, "{:INDENT$}{name}: {text}", result.check.level)?;
            if index < most_detailed {
                result.details(all, output)?;
            }
            let consequences = self.consequences(result);
            if !consequences.is_empty() {
                let checks = named(&consequences, all);
                let words = "not determined because of this";
                writeln!(output, "{:INDENT$}{words}: {checks}", "")?;
            }
        }
        if failures.len() > most_detailed {
            let all = format!("--all prints all {} failures", failures.len());
            writeln!(output, "{all} with their dialogues")?;
        }
        Ok(())
    }

    /// Writes what is not determined, by its reason, except for what stands below a failure.
    fn text_undetermined(
        &self,
        failures: &[&CheckResult<'_>],
        all: bool,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let is_shown = |result: &CheckResult<'_>| {
            matches!(result.verdict, CheckVerdict::RestsOn(_))
                && failures
                    .iter()
                    .any(|failure| failure.check.name == result.cause())
        };
        let mut reasons: BTreeMap<String, Vec<_>> = BTreeMap::new();
        let results = self.with("not determined");
        for result in results.filter(|result| !is_shown(result)) {
            reasons.entry(result.finding()).or_default().push(result);
        }
        for (reason, results) in reasons {
            writeln!(output, "not determined: {}: {reason}", named(&results, all))?;
        }
        Ok(())
    }

    /// Returns the suites for `JUnit` XML, one for each level.
    pub(super) fn suites(&self) -> [CaseSuite<'_, CheckResult<'_>>; 3] {
        CheckLevel::ALL.map(|level| (level.to_string(), self.level(level).collect()))
    }

    /// Returns the JSON object, whose members are sorted.
    pub(super) fn json(&self) -> Value {
        let totals = |level: CheckLevel| {
            let counts = self.counts(level).map(|(word, count)| (kebab(word), count));
            (level.name(), BTreeMap::from(counts))
        };
        let checks: Vec<_> = self.results.iter().map(CheckResult::json).collect();
        let mut report = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "engine": self.engine,
            "profile": self.profile,
            "limits": {
                "command_seconds": self.limits.command.as_secs_f64(),
                "total_seconds": self.limits.total.as_secs_f64(),
                "is_thorough": self.limits.is_thorough,
            },
            "seconds": self.seconds,
            "learned": self.learned,
            "checks": checks,
            "totals": BTreeMap::from(CheckLevel::ALL.map(totals)),
        });
        report.sort_all_objects();
        report
    }
}

/// Writes a verdict as JSON has it.
fn kebab(word: &str) -> String {
    word.replace(' ', "-")
}

/// Joins names with commas.
fn joined<T: ToString>(names: &[T]) -> String {
    let names: Vec<_> = names.iter().map(ToString::to_string).collect();
    names.join(", ")
}

/// Names the checks of results, or counts them if they are many, unless `all` is set.
fn named(results: &[&CheckResult<'_>], all: bool) -> String {
    let names: Vec<_> = results.iter().map(|result| result.check.name).collect();
    if all || names.len() <= MAX_NAMES {
        joined(&names)
    } else {
        counted(names.len() as u64, "check")
    }
}

/// Writes numbers in ascending order as ranges: `5 to 13, 19`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        _ => run[0].to_string(),
    });
    joined(&runs.collect::<Vec<_>>())
}

/// Returns the page of all checks in Markdown, which `src/manual/checks.md` holds.
pub(super) fn list(checks: &[ConformCheck]) -> String {
    let mut page = LIST_HEAD.to_owned();
    for level in CheckLevel::ALL {
        let _ = write!(
            page,
            "\n## {level}\n\n| check | what is right | source | noticed by | threads |\n|---|---|---|---|---|\n"
        );
        for check in checks.iter().filter(|check| check.level == level) {
            let row = [check.text, check.source, &check.noticed_by(), check.thread];
            let cells = row.map(|cell| cell.replace('|', "\\|").replace('<', "\\<"));
            let _ = writeln!(page, "| `{}` | {} |", check.name, cells.join(" | "));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::conform::ability::Ability;

    #[test]
    fn the_page_of_all_checks_is_the_list() {
        let checks = crate::conform::check::all().unwrap();
        assert!(
            include_str!("../../manual/checks.md") == list(&checks),
            "write it again: cargo run -- conform --list > src/manual/checks.md"
        );
    }

    /// Returns checks, from blocks of their levels, and the results that they have.
    fn report(rows: &[(CheckLevel, &'static str, CheckVerdict)], all: bool) -> String {
        let parse = |(level, block, _): &(CheckLevel, &'static str, CheckVerdict)| {
            ConformCheck::parse(*level, block).unwrap()
        };
        let checks: Vec<_> = rows.iter().map(parse).collect();
        let results = checks
            .iter()
            .zip(rows)
            .map(|(check, (_, _, verdict))| CheckResult {
                check,
                verdict: verdict.clone(),
                is_known: check.thread == "known",
                dialogue: (0..8).map(|line| format!("> {line}")).collect(),
                seconds: 0.0,
            });
        let (results, learned) = (results.collect::<Vec<_>>(), Learned::default());
        let report = ConformReport {
            engine: "engine",
            limits: Limits {
                command: Duration::from_secs(1),
                total: Duration::from_secs(1),
                is_thorough: false,
            },
            learned: &learned,
            results: &results,
            profile: None,
            is_whole: true,
            seconds: 0.0,
        };
        let mut output = Vec::new();
        report.text(all, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    const MUST: CheckLevel = CheckLevel::Must;
    const SHOULD: CheckLevel = CheckLevel::Should;

    #[test]
    fn failures_come_by_the_number_of_clients_with_what_rests_on_them() {
        let text = report(
            &[
                (
                    MUST,
                    "check a\ntext A.\nsource s",
                    CheckVerdict::Fail("x".into()),
                ),
                (
                    SHOULD,
                    "check b\ntext B.\nsource s\nwho kgs ogs",
                    CheckVerdict::Fail("y".into()),
                ),
                (
                    MUST,
                    "check play-pass\ntext C.\nsource s",
                    CheckVerdict::Fail("z".into()),
                ),
                (
                    SHOULD,
                    "check d\nwho cgos kgs ogs",
                    CheckVerdict::RestsOn(Ability::Passes),
                ),
                (MUST, "check e", CheckVerdict::RestsOn(Ability::Ids)),
                (MUST, "check f", CheckVerdict::NotDetermined("time".into())),
                (MUST, "check g", CheckVerdict::NotDetermined("time".into())),
                (MUST, "check h", CheckVerdict::Pass),
            ],
            false,
        );
        let expected = "\
as far as checked, fit for Sabaki, GoGui, gogui-twogtp, Lizzie; not for CGOS (1 failure), KGS (2 failures), OGS (2 failures)
must    2 fail, 3 not determined, 1 pass
should  1 fail, 1 not determined

must    play-pass: C.
        z
        noticed by no named client; source: s
        not determined because of this: d
should  b: B.
        y
        noticed by KGS, OGS; source: s
must    a: A.
        x
        noticed by no named client; source: s
not determined: e: because answers have no ids (id-in-every-answer)
not determined: f, g: time
";
        let lines = text.lines().filter(|line| !line.contains(" > "));
        assert_eq!(lines.collect::<Vec<_>>().join("\n") + "\n", expected);
    }

    #[test]
    fn known_failures_hurt_clients_but_are_not_shown() {
        let known = "check a\nthread known\nwho kgs";
        let text = report(&[(SHOULD, known, CheckVerdict::Fail("x".into()))], false);
        assert!(
            text.ends_with("not for KGS (1 failure)\nshould  1 known fail\n"),
            "{text}"
        );
        let text = report(&[(SHOULD, known, CheckVerdict::Pass)], false);
        assert!(
            text.ends_with("a passes now: take it out of --known\n"),
            "{text}"
        );
    }

    #[test]
    fn a_screenful_is_shown_unless_all_are_asked_for() {
        let names: Vec<&'static str> = (0..20).map(|n| &*format!("check c{n}").leak()).collect();
        let row = |name: &&'static str| (MUST, *name, CheckVerdict::Fail("x".into()));
        let rows: Vec<_> = names.iter().map(row).collect();
        let text = report(&rows, false);
        assert_eq!(text.matches("\nmust    c").count(), MAX_SHOWN);
        // The dialogues have eight lines.
        assert_eq!(text.matches("\n        > 2").count(), MAX_DETAILED);
        assert_eq!(text.matches("\n        > 1").count(), 0);
        assert!(text.ends_with("\n--all prints all 20 failures with their dialogues\n"));
        let text = report(&rows, true);
        assert_eq!(text.matches("\n        > 0").count(), 20);
        let late: Vec<_> = names
            .iter()
            .map(|name| (MUST, *name, CheckVerdict::NotDetermined("late".into())))
            .collect();
        assert!(report(&late, false).ends_with("\nnot determined: 20 checks: late\n"));
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges(&[5, 6, 7, 9, 18, 19]), "5 to 7, 9, 18 to 19");
    }
}

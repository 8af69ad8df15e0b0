//! Probes an engine before the checks: its name, boards, rules and speed.

use std::collections::HashMap;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::check::{CheckVerdict, fail, undetermined};
use super::probe::{PROBES, accepts, counting, expected_score, is_legal, played_score};
use super::subject::{Subject, Unanswered};
use ponnuki::board::{BoardSize, Color};
use ponnuki::rules::{HandicapBonus, KoRule, Preset, Rules, Scoring, Suicide, Tax};

/// The sides of boards that are tried.
const SIDES: std::ops::RangeInclusive<usize> = 1..=25;

/// The time of a start that may be repeated, in seconds.
const MAX_FAST_START: f64 = 1.0;

/// How many sizes may be left without an answer.
const MAX_UNANSWERED: usize = 2;

/// How often the time of an answer is taken.
const TIMINGS: usize = 5;

/// A position with a ko that Black can take at E4, as an SGF file.
const KO_RECORD: &str = "(;GM[1]FF[4]SZ[9]KM[7]AB[cf][de][dg]AW[df][ee][eg][ff]PL[B])";

/// The facts about an engine. `None` stands for a fact that probing did not tell.
#[derive(Debug, Default, Serialize)]
pub(super) struct Learned {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) protocol_version: String,
    /// How many commands the engine lists.
    pub(super) commands: usize,
    /// The sides of square boards that it accepts.
    pub(super) sizes: Vec<usize>,
    /// The rules, if those of legal moves are known. Unknown ways of counting are those of the
    /// first rules that fit.
    #[serde(skip)]
    pub(super) rules: Option<Rules>,
    /// Whether the last move of each line of [`PROBES`] is accepted.
    #[serde(skip)]
    probed: Vec<Option<bool>>,
    #[serde(serialize_with = "named")]
    pub(super) ko: Option<KoRule>,
    #[serde(serialize_with = "named")]
    pub(super) suicide: Option<Suicide>,
    #[serde(serialize_with = "named")]
    pub(super) scoring: Option<Scoring>,
    /// Whether each living group costs two points.
    pub(super) has_group_tax: Option<bool>,
    #[serde(serialize_with = "named")]
    pub(super) handicap_bonus: Option<HandicapBonus>,
    /// Whether a ko is taken back after two passes.
    pub(super) allows_retake_after_passes: Option<bool>,
    /// Whether superko counts a position that was set up.
    pub(super) counts_set_up_position: Option<bool>,
    /// Whether `boardsize` with the present size removes the stones.
    pub(super) same_size_clears: Option<bool>,
    /// The time from the start to the first answer, in seconds.
    pub(super) start_seconds: f64,
    /// The median time of an answer that needs no thought, in seconds.
    pub(super) answer_seconds: f64,
    /// The options of `ponnuki match` for these rules.
    pub(super) match_options: String,
}

/// Serializes a fact by its name.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn named<T: ToString, S: serde::Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let name = value.as_ref().map(ToString::to_string);
    name.serialize(serializer)
}

impl Learned {
    /// Asks the engine for all facts.
    pub(super) fn new(subject: &mut Subject<'_>) -> Result<Self, Unanswered> {
        let begun = Instant::now();
        let mut learned = Self::default();
        ends_run(subject.learn_ids())?;
        learned.start_seconds = begun.elapsed().as_secs_f64();
        let mut ask = |command: &str| -> Result<String, Unanswered> {
            let reply = ends_run(subject.ask(command))?;
            Ok(reply
                .filter(|reply| reply.is_success)
                .map_or_else(String::new, |reply| reply.text))
        };
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..TIMINGS {
            let begun = Instant::now();
            learned.protocol_version = ask("protocol_version")?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        learned.answer_seconds = times[TIMINGS / 2].as_secs_f64();
        learned.name = ask("name")?;
        learned.version = ask("version")?;
        let commands = ask("list_commands")?;
        subject.commands = commands.split_whitespace().map(str::to_owned).collect();
        learned.commands = subject.commands.len();
        learned.learn_sizes(subject)?;
        let side = learned.side();
        subject.learn_abilities(side)?;
        learned.learn_rules(subject)?;
        learned.same_size_clears = ends_run(same_size_clears(subject, side))?.flatten();
        if matches!(learned.ko, Some(KoRule::Positional | KoRule::Situational)) {
            learned.counts_set_up_position = ends_run(counts_set_up_position(subject))?.flatten();
        }
        learned.match_options = learned.options();
        Ok(learned)
    }

    /// Finds out which boards the engine accepts. If some answers have a text and others do not, a
    /// text is a refusal.
    fn learn_sizes(&mut self, subject: &mut Subject<'_>) -> Result<(), Unanswered> {
        let (mut accepted, mut unanswered) = (Vec::new(), 0);
        for side in SIDES {
            match ends_run(subject.ask(format_args!("boardsize {side}")))? {
                Some(reply) if reply.is_success => accepted.push((side, reply.text)),
                Some(_) => {}
                None if unanswered == MAX_UNANSWERED => break,
                None => unanswered += 1,
            }
        }
        if accepted.iter().any(|(_, text)| text.is_empty()) {
            accepted.retain(|(_, text)| text.is_empty());
        }
        self.sizes = accepted.into_iter().map(|(side, _)| side).collect();
        Ok(())
    }

    /// Returns the side of the board on which the engine is probed, on which the lines of moves
    /// are the same as on 9x9.
    fn side(&self) -> usize {
        let is_accepted = |side: &&usize| self.sizes.contains(side);
        let largest = self.sizes.last().copied().filter(|&side| side > 9);
        let usual = [9, 19].iter().find(is_accepted).copied();
        usual.or(largest).unwrap_or(9)
    }

    /// Returns whether a new process costs little.
    pub(super) const fn starts_fast(&self) -> bool {
        self.start_seconds < MAX_FAST_START
    }

    /// The facts that checks may depend on.
    pub(super) const FACTS: [&str; 3] = ["ko", "suicide", "scoring"];

    /// Returns whether the engine was found to refuse a board.
    pub(super) fn refuses(&self, size: BoardSize) -> bool {
        !self.sizes.is_empty() && !self.sizes.contains(&size.width())
    }

    /// Returns whether a fact was found to have one of these values.
    /// Several values are separated by bars.
    pub(super) fn is(&self, fact: &str, values: &str) -> bool {
        let found = match fact {
            "ko" => self.ko.map(KoRule::name),
            "suicide" => self.suicide.map(Suicide::name),
            "scoring" => self.scoring.map(Scoring::name),
            _ => None,
        };
        found.is_some_and(|found| values.split('|').any(|value| value == found))
    }

    /// Returns whether the answers to the lines of moves fit some rules.
    pub(super) fn consistency(&self) -> CheckVerdict {
        if self.probed.is_empty() || self.probed.contains(&None) {
            return undetermined("the lines cannot be played, or their stones are not found");
        }
        if self.ko.is_some() {
            return CheckVerdict::Pass;
        }
        let lines = PROBES.into_iter().zip(&self.probed);
        let accepted = lines.filter(|(_, answer)| **answer == Some(true));
        let accepted: Vec<_> = accepted.map(|(line, _)| line).collect();
        let accepted = accepted.join("; ");
        fail(format!(
            "expected the legal moves of some rules, but of six lines, these alone are legal to the end: {accepted}"
        ))
    }

    /// Finds out which rules the engine obeys: those by which every probe ends as it did. Rules
    /// that no probe tells apart, such as both kinds of suicide under positional superko, are
    /// the same for this purpose, and those with a name are preferred.
    fn learn_rules(&mut self, subject: &mut Subject<'_>) -> Result<(), Unanswered> {
        let mut answers = Vec::new();
        let side = self.side();
        for line in PROBES {
            answers.push(ends_run(accepts(subject, side, line))?.flatten());
        }
        self.allows_retake_after_passes = answers[1];
        let (mut score, mut handicap_score) = (None, None);
        if subject.knows("final_score") {
            score = ends_run(played_score(subject, false, 0.5))?.flatten();
            if subject.knows("set_free_handicap") {
                handicap_score = ends_run(played_score(subject, true, 0.5))?.flatten();
            }
        }
        let mut known = HashMap::new();
        let mut is_possible = |rules: &Rules| {
            let legality = Rules {
                tax: Tax::None,
                has_pass_stones: false,
                handicap_bonus: HandicapBonus::Nothing,
                ..*rules
            };
            *known.entry(legality).or_insert_with(|| {
                let mut pairs = PROBES.iter().zip(&answers);
                pairs.all(|(line, answer)| {
                    answer.is_none_or(|answer| answer == is_legal(legality, line))
                })
            })
        };
        let all = Preset::ALL
            .into_iter()
            .map(Preset::rules)
            .chain(Rules::all());
        let mut possible: Vec<_> = all.filter(|rules| is_possible(rules)).collect();
        let mut agrees = |score: Option<f64>, has_handicap| {
            let mut known = HashMap::new();
            let mut agrees = |rules: &Rules| {
                let counting = counting(*rules, has_handicap);
                let expected = known.entry(counting);
                *expected.or_insert_with(|| expected_score(counting, has_handicap)) == score
            };
            let left = possible.iter().copied().filter(|rules| agrees(rules));
            let left: Vec<_> = left.collect();
            let is_known = score.is_some() && !left.is_empty();
            if is_known {
                possible = left;
            }
            is_known
        };
        let is_counting_known = agrees(score, false);
        let is_bonus_known = agrees(handicap_score, true);
        let first = possible.first();
        self.probed.clone_from(&answers);
        if answers.iter().all(Option::is_some) {
            self.rules = first.copied();
            self.ko = first.map(|rules| rules.ko);
            self.suicide = first.map(|rules| rules.suicide);
        } else {
            self.ko = only(possible.iter().map(|rules| rules.ko));
            self.suicide = only(possible.iter().map(|rules| rules.suicide));
        }
        let counting = first.filter(|_| is_counting_known);
        self.scoring = counting.map(|rules| rules.scoring);
        self.has_group_tax = counting.map(|rules| rules.tax == Tax::All);
        self.handicap_bonus = first
            .filter(|_| is_bonus_known)
            .map(|rules| rules.handicap_bonus);
        Ok(())
    }

    /// Returns the options of `ponnuki match` for the rules: a name if there is one.
    fn options(&self) -> String {
        let preset = self.rules.and_then(|rules| rules.preset());
        if let Some(preset) = preset.filter(|_| self.scoring.is_some()) {
            return format!("--rules {preset}");
        }
        let axes = [
            ("ko", self.ko.map(KoRule::name)),
            ("suicide", self.suicide.map(Suicide::name)),
            ("scoring", self.scoring.map(Scoring::name)),
            (
                "tax",
                self.has_group_tax
                    .filter(|has| *has)
                    .map(|_| Tax::All.name()),
            ),
        ];
        let option = |(axis, value): (_, Option<_>)| Some(format!("--{axis} {}", value?));
        let mut options: Vec<_> = axes.into_iter().filter_map(option).collect();
        if self.scoring.is_some()
            && let Some(rules) = self.rules
        {
            for (option, has_it) in [
                ("--button", rules.has_button),
                ("--cleanup", rules.has_cleanup),
                ("--pass-stones", rules.has_pass_stones),
            ] {
                options.extend(has_it.then(|| option.to_owned()));
            }
        }
        options.join(" ")
    }
}

/// Lets a run end if it must, and takes a fault of the engine for an unknown fact.
pub(super) fn ends_run<T>(asked: Result<T, Unanswered>) -> Result<Option<T>, Unanswered> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(Unanswered::Fault(_) | Unanswered::Withheld(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Returns the only value, if all are the same.
fn only<T: PartialEq + Copy>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Returns whether `boardsize` with the present size removes the stones.
fn same_size_clears(subject: &mut Subject<'_>, side: usize) -> Result<Option<bool>, Unanswered> {
    if subject.clear(side)?.is_some() {
        return Ok(None);
    }
    let commands = ["play black D4".to_owned(), format!("boardsize {side}")];
    let replies = subject.ask_all(&commands)?;
    if replies.iter().any(|reply| reply.is_refusal) {
        return Ok(None);
    }
    let is_left = subject.has_stones(Color::Black, &["D4"])?;
    Ok(is_left.map(|is_left| !is_left))
}

/// Returns whether superko counts a position that was loaded.
fn counts_set_up_position(subject: &mut Subject<'_>) -> Result<Option<bool>, Unanswered> {
    let Some(file) = record(KO_RECORD) else {
        return Ok(None);
    };
    let path = file.path().display();
    if !subject.knows("loadsgf") || !subject.accepts(format_args!("loadsgf {path}"))? {
        return Ok(None);
    }
    let plays = [
        "play black E4",
        "play white pass",
        "play black pass",
        "play white D4",
    ];
    let replies = subject.ask_all(&plays)?;
    let is_played = replies[..3].iter().all(|reply| !reply.is_refusal);
    Ok(is_played.then_some(replies[3].is_refusal))
}

/// Writes a record to a file for the engine, which is removed when it is dropped. Returns `None`
/// if that fails, or the path contains spaces, which a GTP argument cannot.
pub(super) fn record(text: &str) -> Option<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().suffix(".sgf").tempfile().ok()?;
    file.write_all(text.as_bytes()).ok()?;
    let path = file.path().to_str()?;
    (!path.contains(char::is_whitespace)).then_some(file)
}

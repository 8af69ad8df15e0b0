//! Probes an engine before the checks: its name, boards, rules and speed.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::deduce::{DeducedRules, RuleEvidence};
use super::outcome::{CheckVerdict, Unanswered, ends_run, fail, undetermined};
use super::probe::{self, PROBES};
use super::subject::Subject;
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::rules::{Axis, HandicapBonus, KoRule, Rules, Scoring, Suicide, Tax};

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

    /// Finds out which rules the engine obeys.
    fn learn_rules(&mut self, subject: &mut Subject<'_>) -> Result<(), Unanswered> {
        let evidence = RuleEvidence::gather(subject, self.side())?;
        DeducedRules {
            rules: self.rules,
            ko: self.ko,
            suicide: self.suicide,
            scoring: self.scoring,
            has_group_tax: self.has_group_tax,
            handicap_bonus: self.handicap_bonus,
        } = evidence.deduce();
        self.allows_retake_after_passes = evidence.lines[1];
        self.probed = evidence.lines;
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
            let flags = Axis::ALL.iter();
            let flags = flags.filter(|axis| (axis.get)(&rules) == "true");
            options.extend(flags.map(|axis| format!("--{}", axis.key)));
        }
        options.join(" ")
    }
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
    let Some(file) = probe::record(KO_RECORD) else {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::subject::tests::{altered, right};

    #[test]
    fn the_facts_about_our_own_engine_are_learned() {
        let learned = Learned::new(&mut right()).unwrap();
        assert_eq!(learned.name, "Ponnuki");
        assert_eq!(learned.protocol_version, "2");
        assert_eq!(learned.sizes, (1..=25).collect::<Vec<_>>());
        assert_eq!(learned.ko, Some(KoRule::Positional));
        assert_eq!(learned.match_options, "--rules cgos");
        assert_eq!(learned.allows_retake_after_passes, Some(false));
        assert_eq!(learned.counts_set_up_position, Some(true));
        assert_eq!(learned.same_size_clears, Some(true));
        assert_eq!(learned.consistency(), CheckVerdict::Pass);
        assert!(learned.is("ko", "simple|positional") && !learned.is("ko", "simple"));
        assert!(!learned.is("size", "9"));
    }

    #[test]
    fn sizes_that_are_refused_are_not_learned() {
        let mut subject = altered(|line, answer| {
            let is_refused = line.contains("boardsize") && !line.ends_with("13");
            Some(if is_refused {
                "?".to_owned() + &answer[1..]
            } else {
                answer
            })
        });
        let learned = Learned::new(&mut subject).unwrap();
        assert_eq!((learned.sizes.as_slice(), learned.side()), (&[13][..], 13));
        assert!(learned.refuses("9".parse().unwrap()));
        assert!(!learned.refuses("13".parse().unwrap()));
    }

    #[test]
    fn an_engine_without_superko_has_other_options() {
        let mut learned = Learned {
            ko: Some(KoRule::Simple),
            suicide: Some(Suicide::Forbidden),
            ..Learned::default()
        };
        assert_eq!(learned.options(), "--ko simple --suicide forbidden");
        learned.rules = Some(Rules::default());
        learned.scoring = Some(Scoring::Area);
        assert!(learned.options().starts_with("--rules "));
        assert_eq!(Learned::default().options(), "");
    }

    #[test]
    fn lines_that_no_rules_allow_are_named() {
        let mut learned = Learned {
            probed: vec![Some(false); PROBES.len()],
            ..Learned::default()
        };
        learned.probed[1] = Some(true);
        let CheckVerdict::Fail(sentence) = learned.consistency() else {
            panic!("no failure")
        };
        assert!(sentence.ends_with(PROBES[1]), "{sentence}");
        learned.probed[0] = None;
        assert!(matches!(
            learned.consistency(),
            CheckVerdict::NotDetermined(_)
        ));
    }
}

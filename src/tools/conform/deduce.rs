//! Deduces the rules of an engine from what it accepts and how it counts.

use std::collections::HashMap;

use super::outcome::{Unanswered, ends_run};
use super::probe::{PROBES, accepts, counting, expected_score, is_legal, played_score};
use super::subject::Subject;
use ponnuki_core::rules::{HandicapBonus, KoRule, Preset, Rules, Scoring, Suicide, Tax};

/// What an engine does where rules differ.
#[derive(Debug)]
pub(super) struct RuleEvidence {
    /// Whether it accepts the last move of each line of [`PROBES`].
    pub(super) lines: Vec<Option<bool>>,
    /// Its score of the finished position.
    pub(super) score: Option<f64>,
    /// The same after two handicap stones.
    pub(super) handicap_score: Option<f64>,
}

/// The rules that an engine obeys, as far as the evidence tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DeducedRules {
    /// The rules, if all lines could be played. Unknown ways of counting are those of the first
    /// rules that fit.
    pub(super) rules: Option<Rules>,
    pub(super) ko: Option<KoRule>,
    pub(super) suicide: Option<Suicide>,
    pub(super) scoring: Option<Scoring>,
    /// Whether each living group costs two points.
    pub(super) has_group_tax: Option<bool>,
    pub(super) handicap_bonus: Option<HandicapBonus>,
}

impl RuleEvidence {
    /// Plays the lines and the finished position on a board of this side.
    pub(super) fn gather(subject: &mut Subject<'_>, side: usize) -> Result<Self, Unanswered> {
        let mut lines = Vec::new();
        for line in PROBES {
            lines.push(ends_run(accepts(subject, side, line))?.flatten());
        }
        let (mut score, mut handicap_score) = (None, None);
        if subject.knows("final_score") {
            score = ends_run(played_score(subject, false, 0.5))?.flatten();
            if subject.knows("set_free_handicap") {
                handicap_score = ends_run(played_score(subject, true, 0.5))?.flatten();
            }
        }
        Ok(Self {
            lines,
            score,
            handicap_score,
        })
    }

    /// Finds the rules by which every line ends as it did. Rules that no line tells apart, such as
    /// both kinds of suicide under positional superko, are the same for this purpose, and those
    /// with a name are preferred.
    pub(super) fn deduce(&self) -> DeducedRules {
        let mut possible = self.possible_rules();
        let is_counting_known = narrow(&mut possible, self.score, false);
        let is_bonus_known = narrow(&mut possible, self.handicap_score, true);
        let first = possible.first().copied();
        let counting = first.filter(|_| is_counting_known);
        let is_played = self.lines.iter().all(Option::is_some);
        let (ko, suicide) = if is_played {
            (
                first.map(|rules| rules.ko),
                first.map(|rules| rules.suicide),
            )
        } else {
            (
                only(possible.iter().map(|rules| rules.ko)),
                only(possible.iter().map(|rules| rules.suicide)),
            )
        };
        let bonus = first.filter(|_| is_bonus_known);
        DeducedRules {
            rules: first.filter(|_| is_played),
            ko,
            suicide,
            scoring: counting.map(|rules| rules.scoring),
            has_group_tax: counting.map(|rules| rules.tax == Tax::All),
            handicap_bonus: bonus.map(|rules| rules.handicap_bonus),
        }
    }

    /// Returns the rules that fit the lines, those with a name first.
    fn possible_rules(&self) -> Vec<Rules> {
        let mut known = HashMap::new();
        let mut fits = |rules: &Rules| {
            let legality = Rules {
                tax: Tax::None,
                has_pass_stones: false,
                handicap_bonus: HandicapBonus::Nothing,
                ..*rules
            };
            *known.entry(legality).or_insert_with(|| {
                let mut pairs = PROBES.iter().zip(&self.lines);
                pairs.all(|(line, answer)| {
                    answer.is_none_or(|answer| answer == is_legal(legality, line))
                })
            })
        };
        let named = Preset::ALL.into_iter().map(Preset::rules);
        let all = named.chain(Rules::all());
        all.filter(|rules| fits(rules)).collect()
    }
}

/// Leaves the rules that give a score. If none does, or the score is not known, leaves all.
/// Returns whether it is known how the engine counts.
fn narrow(possible: &mut Vec<Rules>, score: Option<f64>, has_handicap: bool) -> bool {
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
        *possible = left;
    }
    is_known
}

/// Returns the only value, if all are the same.
fn only<T: PartialEq + Copy>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what an engine with these rules does.
    fn evidence(rules: Rules) -> RuleEvidence {
        RuleEvidence {
            lines: PROBES.map(|line| Some(is_legal(rules, line))).to_vec(),
            score: expected_score(rules, false),
            handicap_score: expected_score(rules, true),
        }
    }

    #[test]
    fn rules_with_a_name_are_deduced_or_others_that_no_line_tells_apart() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            let evidence = evidence(rules);
            let deduced = evidence.deduce();
            let found = deduced.rules.unwrap();
            for line in PROBES {
                assert_eq!(is_legal(found, line), is_legal(rules, line), "{preset}");
            }
            for has_handicap in [false, true] {
                let [found, right] =
                    [found, rules].map(|rules| expected_score(rules, has_handicap));
                assert_eq!(found, right, "{preset}");
            }
            assert_eq!(deduced.scoring, Some(found.scoring), "{preset}");
        }
        let cgos = evidence(Preset::ALL[0].rules()).deduce();
        assert_eq!(cgos.rules, Some(Preset::ALL[0].rules()));
    }

    #[test]
    fn what_no_answer_tells_stays_unknown() {
        let silent = RuleEvidence {
            lines: vec![None; PROBES.len()],
            score: None,
            handicap_score: None,
        };
        assert_eq!(silent.deduce(), DeducedRules::default());
        // A score that no rules give tells nothing about counting.
        let mut odd = evidence(Rules::default());
        odd.score = Some(100.0);
        let deduced = odd.deduce();
        assert!(deduced.rules.is_some() && deduced.handicap_bonus.is_some());
        assert_eq!((deduced.scoring, deduced.has_group_tax), (None, None));
    }

    #[test]
    fn lines_that_could_not_be_played_leave_what_the_others_tell() {
        let rules = Rules::default();
        let mut partial = evidence(rules);
        // The line on suicide of one stone.
        partial.lines[4] = None;
        let deduced = partial.deduce();
        assert_eq!((deduced.rules, deduced.ko), (None, Some(rules.ko)));
        // No rules allow a ko to be retaken after the passes alone.
        let mut contradiction = evidence(rules);
        contradiction.lines = [true, false, false, false, false, false].map(Some).to_vec();
        let deduced = contradiction.deduce();
        assert_eq!((deduced.ko, deduced.rules), (None, None));
    }
}

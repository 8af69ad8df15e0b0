//! Random games on our own engine, which hears some commands wrongly.

use super::*;
use ponnuki_gtp::{Engine, EngineOptions, Responder};

/// Plays games on 5x5 on our own engine, which hears each command with one replacement.
fn findings(
    learned: (Option<KoRule>, Option<Suicide>),
    rules: Rules,
    games: usize,
    heard: &str,
) -> Findings {
    let (said, heard) = heard.split_once(' ').unwrap_or_default();
    let mut options = EngineOptions::new(1);
    options.rules = rules;
    let mut responder = Responder::new(Engine::new(options));
    let mut answer = |command: &String| {
        let answer = responder.answer(command.replace(said, heard).as_bytes());
        String::from_utf8(answer).unwrap().trim().to_owned()
    };
    let names = "play list_stones captures is_legal all_legal undo".split(' ');
    let mut findings = Findings {
        found: BTreeMap::new(),
        rest: CheckVerdict::Pass,
    };
    let mut trial = Trial {
        start: starts("5".parse().unwrap(), learned.0, learned.1),
        commands: names.map(str::to_owned).collect(),
        replay: &mut |commands| Ok(commands.iter().map(&mut answer).collect()),
        findings: &mut findings,
        time: Duration::from_secs(600),
    };
    trial.run(games).unwrap();
    findings
}

fn rules(ko: KoRule, suicide: Suicide) -> Rules {
    let mut rules = Rules::default();
    (rules.ko, rules.suicide, rules.has_button) = (ko, suicide, true);
    rules
}

#[test]
fn right_answers_pass_under_all_rules() {
    for ko in KoRule::ALL {
        for suicide in Suicide::ALL {
            let rules = rules(ko, suicide);
            for learned in [(Some(ko), Some(suicide)), (None, None)] {
                let findings = findings(learned, rules, 1, "-");
                assert!(findings.found.is_empty(), "{rules}");
            }
        }
    }
}

#[test]
fn faults_are_found_by_their_checks_and_shown_by_short_lines() {
    use KoRule::{Positional, Simple, Unrestricted};
    let forbidden = Some(Suicide::Forbidden);
    // (learned ko rule, engine's ko rule, a command and what is heard instead, failing checks,
    // longest line)
    for (learned, ko, heard, failing, longest) in [
        (Simple, Unrestricted, "-", "rules-legal rules-refused", 12),
        (Positional, Simple, "-", "rules-legal rules-refused", 12),
        (Simple, Positional, "-", "rules-legal rules-play", 12),
        (Simple, Simple, "undo name", "rules-undo", 3),
        (Simple, Simple, "captures list_stones", "rules-captures", 8),
        (Simple, Simple, "list_stones name", "rules-play", 2),
    ] {
        let rules = rules(ko, Suicide::Forbidden);
        let findings = findings((Some(learned), forbidden), rules, 16, heard);
        let names: Vec<_> = findings.found.keys().copied().collect();
        assert_eq!(names.join(" "), failing);
        for (verdict, commands) in findings.found.values() {
            assert!(matches!(verdict, CheckVerdict::Fail(_)), "{verdict:?}");
            assert!(commands.len() - 2 <= longest, "{verdict:?}");
        }
    }
}

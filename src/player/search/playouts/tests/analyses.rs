//! Analyses and reports of a search.

use std::time::Duration;

use super::*;
use crate::player::{Analysis, ChoiceRule, MoveAnalysis, Restriction};

/// A choice with a report after each round.
const REPORTED_CHOICE: Question = Question::Choice {
    interval: Duration::ZERO,
};

#[test]
fn reports_do_not_change_the_choice() {
    let game = empty(7, "7.5");
    let stop = StopFlag::new();
    let mut reports = Vec::new();
    let mut keep = |analysis: &Analysis| reports.push(analysis.clone());
    let (mut silent, mut reporting) = (player(600), player(600));
    let reported = reporting.think(&game, Color::Black, &REPORTED_CHOICE, &stop, &mut keep);
    let reported = reported.unwrap();
    assert_eq!(reported, silent.choose(&game, Color::Black, &stop));
    let last = reports.last().expect("a report after each round");
    assert_eq!(
        last.moves[0].action.name(game.size()),
        name(&game, reported)
    );
    assert!(reports.is_sorted_by_key(|analysis| analysis.visits));
    assert!(last.bonus == 0.0 && last.choice_rule == ChoiceRule::Best);
}

#[test]
fn a_report_states_the_points_that_a_lost_side_is_given() {
    // White owns everything but the corner, so Black is as good as lost.
    let game = position(
        "......./OOOOOOO/......./OOOOOOO/......./OOOOOOO/.......",
        Color::Black,
        "7.5",
    );
    let (_, last) = ask(&mut player(300), &game, Color::Black, &REPORTED_CHOICE);
    let bonus = last.expect("a report").bonus;
    assert!(bonus >= 8.0, "{bonus}");
}

#[test]
fn an_analysis_counts_no_imagined_wins() {
    // Black wins every playout, and White none.
    let game = position(
        "......./XXXXXXX/......./XXXXXXX/......./XXXXXXX/.......",
        Color::White,
        "0.5",
    );
    for (color, certain) in [(Color::Black, 1.0), (Color::White, 0.0)] {
        let last = analyze(&mut player(40), &game, color, 40);
        assert!((last.winrate - certain).abs() < 1e-3, "{}", last.winrate);
        let tried = last.moves.iter().filter(|entry| entry.visits > 0);
        for entry in tried {
            assert!((entry.winrate - certain).abs() < 1e-3, "{entry:?}");
        }
    }
}

#[test]
fn a_choice_with_an_analysis_does_not_pass_too_soon() {
    let game = empty(7, "7.5");
    let question = Question::AnalyzedChoice(AnalysisOptions::default());
    let (analysed, _) = ask(&mut player(100), &game, Color::Black, &question);
    assert_ne!(analysed, Some(Choice::Move(Move::Pass)));
}

#[test]
fn an_analysis_shows_the_tree_and_keeps_it() {
    let game = empty(7, "7.5");
    let mut player = player(200);
    let options = AnalysisOptions {
        interval: Duration::ZERO,
        ownership: true,
        ..analyzing(500)
    };
    let mut reports = Vec::new();
    let stop = StopFlag::new();
    let question = Question::Analysis(options);
    player.think(&game, Color::Black, &question, &stop, &mut |found| {
        reports.push(found.clone());
    });
    assert!(reports.len() > 2);
    let last = reports.last().unwrap();
    assert_eq!(last.visits, 500);
    assert_eq!(last.moves.len(), 50);
    let sum = |value: fn(&MoveAnalysis) -> f64| last.moves.iter().map(value).sum::<f64>();
    assert!((sum(|found| found.visits as f64) - 500.0).abs() < 1e-9);
    assert!((sum(|found| found.prior) - 1.0).abs() < 1e-6);
    let best = &last.moves[0];
    assert!(best.pv.len() > 1 && best.pv[0] == best.action);
    assert!(0.0 < best.lcb && best.lcb < best.winrate && best.winrate < 1.0);
    assert!(best.score_lead.abs() < 49.0 && best.score_stdev > 0.0);
    let centre = last.ownership.as_ref().unwrap();
    let centre = centre.at(game.size().point_named("D4").unwrap());
    assert!(centre.abs() <= 1.0);
    // The next analysis continues in the same tree.
    let next = analyze(&mut player, &game, Color::Black, 100);
    assert_eq!(next.visits, 600);
}

#[test]
fn restrictions_hold_in_the_tree_and_for_the_choice() {
    let game = empty(5, "0.5");
    let at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
    let restriction = |kind, color, names: &[&str]| Restriction {
        kind,
        color,
        moves: names.iter().map(|name| at(name)).collect(),
        depth: 2,
    };
    let question = Question::AnalyzedChoice(AnalysisOptions {
        restrictions: Restrictions(vec![
            restriction(RestrictionKind::Allow, Color::Black, &["A1", "B1"]),
            restriction(RestrictionKind::Allow, Color::White, &["E5"]),
        ]),
        ..AnalysisOptions::default()
    });
    let (choice, last) = ask(&mut player(300), &game, Color::Black, &question);
    assert!(["A1", "B1"].contains(&name(&game, choice.unwrap()).as_str()));
    let last = last.unwrap();
    assert_eq!(last.moves.len(), 2);
    assert_eq!(last.moves[0].pv[1], at("E5"));
}

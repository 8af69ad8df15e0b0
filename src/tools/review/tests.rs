//! Reviews of whole games.

use std::sync::Mutex;

use super::analyst::Analyst;
use super::judgement::title;
use super::*;
use ponnuki_core::board::Color;
use ponnuki_core::game::Move;
use ponnuki_core::threads::lock;
use ponnuki_formats::sgf;
use ponnuki_play::player::StopFlag;

/// Black is winning easily on 5x5 until the pass at Black's third move.
pub(super) const GAME: &str = "(;SZ[5]KM[7.5]PB[A];B[cc];W[bb];B[];W[cb];B[db];W[dc];B[];W[cd])";

/// Reviews a record with this many visits for each position.
pub(super) fn reviewed(record: &str, visits: u64, threads: usize) -> Review {
    let game = sgf::read(record.as_bytes(), None).unwrap();
    let options = ReviewOptions {
        visits,
        seed: 3,
        threads,
    };
    review(game, &options, &StopFlag::new(), &|_, _| {}).unwrap()
}

#[test]
fn a_pass_in_the_opening_is_a_turning_point() {
    let review = reviewed(GAME, 60, 2);
    let points = review.turning_points(9);
    assert!(points.contains(&2), "{points:?}");
    let pass = &review.moves[2];
    let played = (pass.number, pass.color, pass.action);
    assert_eq!(played, (3, Color::Black, Move::Pass));
    assert!(pass.mistake() >= Some(Mistake::Mistake), "{pass:?}");
    assert!(review.turning_points(0).is_empty());
    let [black, white] = Color::BOTH.map(|color| review.summary(color));
    assert_eq!((black.all.moves, white.all.moves), (4, 4));
    assert!(black.all.points_lost > 5.0, "{black:?}");
}

#[test]
fn the_verdict_names_the_move_that_lost_the_game() {
    let mut review = reviewed(GAME, 60, 2);
    let worst = &review.moves[review.turning_points(1)[0]];
    let at = format!("move {} (", worst.number);
    let [winner, loser] = [!worst.color, worst.color].map(|color| title(color.name()));
    let result = format!("{}+3.5", &winner[..1]);
    let lost = review.verdict(Some(&result)).unwrap();
    let expected = format!("{winner} won; {loser} lost it at {at}");
    let is_right = lost.starts_with(&expected) && lost.ends_with(" %)");
    assert!(is_right, "{lost}");
    let on_time = review
        .verdict(Some(&format!("{}+T", &winner[..1])))
        .unwrap();
    let expected = format!("{winner} won on time; {loser}'s costliest mistake is {at}");
    assert!(on_time.starts_with(&expected), "{on_time}");
    let unknown = review.verdict(None).unwrap();
    let expected = format!("The costliest mistake is {at}");
    assert!(unknown.starts_with(&expected), "{unknown}");
    assert_eq!(review.verdict(Some("Void")), Some(unknown));
    assert_eq!(
        review.decisive(None),
        review.turning_points(1).first().copied()
    );
    review.moves.clear();
    let faultless = review.verdict(Some("W+R"));
    assert_eq!(
        faultless.as_deref(),
        Some("White won; Black made no mistake")
    );
    assert_eq!(review.verdict(None), None);
}

#[test]
fn a_verdict_needs_a_mistake_that_stands_out() {
    let mut review = reviewed(GAME, 60, 2);
    let costliest = review.turning_points(1)[0];
    let mut worst = review.moves[costliest].clone();
    let result = format!("{}+R", title((!worst.color).name()));
    let mut decides = |lost: f64, error: f64, next: Option<f64>| {
        (worst.chance_lost, worst.chance_error) = (lost, Some(error));
        let next = next.map(|lost| ReviewedMove {
            chance_lost: lost,
            ..worst.clone()
        });
        review.moves = [Some(worst.clone()), next].into_iter().flatten().collect();
        let verdict = review.verdict(Some(&result)).unwrap();
        let is_open = verdict.ends_with(" won; no single move decided it");
        assert_eq!(
            review.decisive(Some(worst.color)).is_none(),
            is_open,
            "{verdict}"
        );
        assert_eq!(review.decisive(Some(!worst.color)), None);
        !is_open
    };
    assert!(decides(0.3, 0.01, None));
    assert!(!decides(0.14, 0.01, None), "it costs little");
    assert!(decides(0.3, 0.01, Some(0.19)));
    assert!(!decides(0.3, 0.01, Some(0.21)), "another one costs as much");
    assert!(!decides(0.3, 0.05, Some(0.17)), "within the error");
    let cost = worst.cost(review.game.size());
    assert!(cost.ends_with(", -30 ± 5 %)"), "{cost}");
}

/// Only the position after a mistake is searched again, not the one before it.
#[test]
fn the_value_after_a_mistake_is_that_of_its_position() {
    let record = "(;SZ[5]KM[0.5];B[cc];W[bc];B[aa];W[bb];B[ea];W[dc])";
    let review = reviewed(record, 60, 2);
    let Review { options, moves, .. } = &review;
    let is_mistake = |place: &usize| moves[*place].mistake().is_some();
    let places: Vec<_> = (0..moves.len() - 1).filter(is_mistake).collect();
    assert!(!places.is_empty(), "{moves:?}");
    let [mut second, mut third] = [
        Analyst::for_second_look(options.visits, options.seed),
        Analyst::for_third_look(options.visits, options.seed),
    ];
    for place in places {
        let (game, next) = (review.before(place + 1), moves[place + 1].color);
        let analyst = match moves[place].chance_error {
            Some(_) => &mut third,
            None => &mut second,
        };
        let found = analyst.search(&game, next, &StopFlag::new()).unwrap();
        assert_eq!(moves[place].after, found.value, "{place}");
        assert_eq!(moves[place + 1].before, found.value, "{place}");
    }
}

#[test]
fn each_position_is_reported_and_the_flag_ends_the_review() {
    let game = sgf::read(GAME.as_bytes(), None).unwrap();
    let options = ReviewOptions {
        visits: 20,
        seed: 1,
        threads: 2,
    };
    let reports = Mutex::new(Vec::new());
    let report = |done, all| lock(&reports).push((done, all));
    let stop = StopFlag::new();
    assert!(review(game.clone(), &options, &stop, &report).is_some());
    let found = std::mem::take(&mut *lock(&reports));
    let first: Vec<_> = (1..=9).map(|done| (done, 9)).collect();
    assert_eq!(found[..9], first);
    // The later looks at mistakes.
    let is_later = |&(done, all): &(usize, usize)| done > 9 && done <= all;
    assert!(found[9..].iter().all(is_later));
    assert!(found.last().is_some_and(|(done, all)| done == all));
    stop.raise();
    assert!(review(game, &options, &stop, &report).is_none());
    assert!(lock(&reports).is_empty());
}

#[test]
fn the_record_gets_comments_and_better_lines() {
    let review = reviewed(GAME, 60, 2);
    let copy = review.annotated(GAME.as_bytes()).unwrap();
    assert!(copy.starts_with("(;SZ[5]KM[7.5]PB[A]CA[UTF-8]V["), "{copy}");
    let pass = &review.moves[2];
    let better = pass.better.as_ref().unwrap();
    let name = better.line[0].name(review.game.size());
    let loss = format!("loses {:.1} points", pass.points_lost);
    let (_, node) = copy.split_once("(;B[]").unwrap();
    let (node, _) = node.split_once("(;").unwrap();
    for words in [&format!("First choice: {name} (A)"), &loss, ":A]"] {
        assert!(node.contains(words), "{words}: {node}");
    }
    assert!(copy.contains("C[Better for black: Black wins "), "{copy}");
}

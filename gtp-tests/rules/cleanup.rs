//! Games with clean-up phases (`cleanup.jsonl`): before each turn the legal plays and the
//! points that lift a block, after it the phase; at the end the board and the score.
//!
//! The games were played at random in the rules core of KataGo (6a1fc5d), from random
//! positions. Those where area counts have no clean-up; one of them agrees only for its first
//! `agreed` turns, because a second occurrence ends our game under the simple ko rule, and a
//! third one KataGo's.

use libtest_mimic::Trial;
use ponnuki_core::board::{ByColor, NeutralPoints, PointSet, pass_alive};
use ponnuki_core::game::Phase;
use ponnuki_core::rules::{Rules, Suicide};
use ponnuki_core::{Color, Game, Outcome, Score};
use serde_json::Value;

use crate::data;

pub(crate) fn trials() -> Vec<Trial> {
    data::trials("cleanup::", include_str!("../data/cleanup.jsonl"), check).collect()
}

/// Replays a game twice and takes all moves back each time.
fn check(entry: &Value) {
    let mut game = data::game_from(entry, rules(&entry["rules"]));
    for _ in 0..2 {
        let states = replay(&mut game, entry);
        check_end(&mut game, entry);
        for before in states.iter().rev() {
            game.undo();
            assert_eq!(State::new(&game), *before);
        }
        assert_eq!((game.turns().len(), game.phase()), (0, Phase::Main));
    }
}

fn rules(entry: &Value) -> Rules {
    let word = |axis: &str| data::text(&entry[axis]);
    Rules {
        ko: word("ko").parse().expect("a ko rule"),
        suicide: match entry["suicide"].as_bool() {
            Some(true) => Suicide::MultiStone,
            _ => Suicide::Forbidden,
        },
        scoring: word("scoring").parse().expect("a scoring"),
        tax: word("tax").parse().expect("a tax"),
        has_cleanup: true,
        ..Rules::default()
    }
}

/// Everything that taking moves back restores.
#[derive(Debug, PartialEq)]
struct State {
    stones: ByColor<PointSet>,
    to_move: Color,
    phase: Phase,
    blocked: PointSet,
    legal: [PointSet; 2],
    lifting: [PointSet; 2],
    outcome: Option<Outcome>,
    score: Score,
}

impl State {
    fn new(game: &Game) -> Self {
        Self {
            stones: game.board().position(),
            to_move: game.to_move(),
            phase: game.phase(),
            blocked: game.blocked(),
            legal: Color::BOTH.map(|color| game.legal_points(color)),
            lifting: Color::BOTH.map(|color| game.lifting_points(color)),
            outcome: game.outcome(),
            score: game.score(),
        }
    }
}

/// Plays the moves and compares what was recorded with each. Returns the states before them.
fn replay(game: &mut Game, entry: &Value) -> Vec<State> {
    let size = game.size();
    let legal = data::list(&entry["legal"]);
    let phases = data::text(&entry["phases"]).chars();
    let agreed = entry["agreed"].as_u64().unwrap_or(u64::MAX);
    let moves = data::text(&entry["moves"]).split_whitespace();
    let moves = moves.take(agreed as usize);
    let mut states = Vec::new();
    for (turn, ((name, legal), phase)) in moves.zip(legal).zip(phases).enumerate() {
        let color = game.to_move();
        let lifting = game.lifting_points(color);
        let lifts = entry["lifting"][turn.to_string()].as_array();
        let lifts = lifts.into_iter().flatten().map(data::text);
        let expected = lifts.map(|name| size.point_named(name).expect("a point"));
        assert_eq!(lifting, expected.collect(), "turn {turn}");
        let plays = game.legal_points(color) - lifting;
        assert_eq!(plays.len(), data::number(legal), "turn {turn}");
        assert_eq!(game.outcome(), None, "turn {turn}");
        states.push(State::new(game));
        let played = game.play(color, data::action(size, name));
        played.expect("a legal move");
        assert_eq!(phase, digit(game.phase()), "turn {turn}");
    }
    states
}

const fn digit(phase: Phase) -> char {
    match phase {
        Phase::Main => '0',
        Phase::FirstCleanup => '1',
        Phase::SecondCleanup => '2',
    }
}

/// Compares the board and the score at the end of a game.
fn check_end(game: &mut Game, entry: &Value) {
    let result = entry["result"].as_f64();
    if result.is_none() || entry["agreed"].is_number() {
        assert!(matches!(game.outcome(), Some(Outcome::NoResult { .. })));
        return;
    }
    assert_eq!(data::drawn(game), data::text(&entry["final"]));
    assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
    let mut counted = game.clone();
    counted.decide_dead(unconditionally_dead(game));
    // Each prisoner of the start position, which our games do not have, was a play.
    let lost = |color: &str| data::number(&entry["prisoners"][color]) as f64;
    let before = if game.rules().is_played_out() {
        lost("white") - lost("black")
    } else {
        0.0
    };
    assert_eq!(Some(counted.score().value() + before), result);
}

/// Returns the stones that KataGo takes off by itself: those in unconditional territory with
/// at most one point away from the owner's stones, if the owner lives there independently.
fn unconditionally_dead(game: &Game) -> PointSet {
    let (board, size) = (game.board(), game.size());
    let alive = pass_alive(board, game.rules().suicide);
    let dead = Color::BOTH.map(|color| {
        let beside = board.stones(color).neighbours(size);
        let is_small = |region: &PointSet| (*region - beside).len() <= 1;
        let regions = alive[color].territory.components(size).filter(is_small);
        regions.fold(PointSet::EMPTY, |all, region| all | region) & board.stones(!color)
    });
    let count = game.count(&(dead[0] | dead[1]), NeutralPoints::Open);
    (dead[0] & count.independent.black) | (dead[1] & count.independent.white)
}

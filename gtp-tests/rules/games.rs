//! The number of complete games on tiny boards, which are all sequences of turns
//! that end with two passes (`games.tsv`).

use std::time::Instant;

use libtest_mimic::Trial;
use ponnuki_core::{Game, Move, Outcome};

use crate::data;
use ponnuki_testing::proof::{self, Figures};
use ponnuki_testing::trial;

/// Only the full proof counts boards with more games than this.
const FEW: u64 = 1_000_000;

/// The limit of the full proof. The two rows for 2x2 have a hundred times more games.
const MOST: u64 = 3_000_000_000;

pub(crate) fn trials(figures: &Figures) -> Vec<Trial> {
    let most = if proof::is_full() { MOST } else { FEW };
    let mut trials = Vec::new();
    for row in data::rows(include_str!("../data/games.tsv")) {
        let &[_, board, ko, suicide, number] = row.as_slice() else {
            panic!("five fields: {row:?}");
        };
        let expected: u64 = number.parse().expect("the number of games");
        if expected > most {
            continue;
        }
        let name = format!("games::{board}::{ko}::{suicide}");
        let figures = figures.clone();
        trials.push(trial(name, move || {
            let start = Instant::now();
            let size = board.parse().expect("a size");
            let games = count(&mut data::game(size, data::rules(ko, suicide)));
            assert_eq!(games, expected);
            if expected > FEW {
                let seconds = start.elapsed().as_secs_f64();
                let value = format!("{games} games, {seconds:.1} s");
                figures.note("games", &format!("{board} {ko} {suicide}"), value);
            }
        }));
    }
    trials
}

/// Counts the ways in which an unfinished game can continue to its end.
fn count(game: &mut Game) -> u64 {
    let color = game.to_move();
    let mut games = 0;
    for point in game.board().empty() {
        // An illegal play leads to no game.
        games += game.explore(color, Move::Play(point), count).unwrap_or(0);
    }
    let after_pass = |game: &mut Game| match game.outcome() {
        Some(Outcome::TwoPasses) => 1,
        _ => count(game),
    };
    games
        + game
            .explore(color, Move::Pass, after_pass)
            .expect("a pass is always legal")
}

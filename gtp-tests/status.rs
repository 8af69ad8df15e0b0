//! The value of positions whose status is known (`data/status.json`): nakade, seki, bent four
//! in the corner, ladders, snapbacks and captures in two.
//!
//! In each position the status of a single group decides the game, and all other stones live
//! unconditionally. A search of 500 visits values a position rightly if it gives the winner more
//! than half. It must do so for 90 % of the positions; what it gets wrong is mostly seki.
//!
//! `PONNUKI_PROOF=full cargo test --test status` prints how many positions of each kind are
//! right, and the wrong ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, thread};

use ponnuki_core::board::diagram;
use ponnuki_core::{Color, Game, Komi, Rules, Start};
use ponnuki_play::Player;
use ponnuki_play::player::{AnalysisOptions, SearchOptions, SearchPlayer, StopFlag};
use serde::Deserialize;

use ponnuki_testing::trial;

/// The share of positions that must be valued rightly, in hundredths.
const REQUIRED: usize = 90;

/// The playouts of each search.
const PLAYOUTS: u64 = 500;

/// The points by which the winner leads, and would trail if the status were another one.
const CLEAR: f64 = 5.0;

/// The contents of `status.json`.
#[derive(Deserialize)]
struct Table {
    positions: Vec<Position>,
}

/// A position in which the status of one group decides the game.
#[derive(Deserialize)]
struct Position {
    id: String,
    kind: String,
    diagram: Vec<String>,
    /// The colour to move, `X` for Black.
    to_move: String,
    /// A stone of the group.
    group: String,
    /// `alive`, `dead` or `seki`, if both sides play well.
    status: String,
    komi: f64,
    /// Black's margin without komi if both sides play well.
    score: f64,
    /// The margin if the status of the group were another one.
    otherwise: f64,
}

impl Position {
    fn color(&self) -> Color {
        match self.to_move.as_str() {
            "X" => Color::Black,
            "O" => Color::White,
            other => panic!("not a colour: {other}"),
        }
    }

    fn game(&self) -> Game {
        let board = diagram::parse(&self.diagram.join("/")).expect("the diagram is a position");
        let start = Start {
            stones: board.position(),
            to_move: self.color(),
            ..Start::default()
        };
        let komi: Komi = self.komi.to_string().parse().expect("komi is finite");
        Game::with_start(board.size(), Rules::default(), komi, start)
            .expect("the position is legal")
    }

    fn winner(&self) -> Color {
        if self.score > self.komi {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns the share of playouts that the winner wins.
    fn value(&self) -> f64 {
        let search = SearchOptions {
            memory: 64,
            ..SearchOptions::default()
        };
        let mut player = SearchPlayer::new(1, search);
        let options = AnalysisOptions {
            playouts: Some(PLAYOUTS),
            ..AnalysisOptions::default()
        };
        let (color, mut winrate) = (self.color(), 0.5);
        player.analyze(
            &self.game(),
            color,
            &options,
            &StopFlag::new(),
            &mut |analysis| winrate = analysis.winrate,
        );
        if color == self.winner() {
            winrate
        } else {
            1.0 - winrate
        }
    }
}

fn main() -> ExitCode {
    ponnuki_testing::run(vec![
        trial("positions_are_sound", || positions().iter().for_each(check)),
        trial("values_are_right", || values_are_right(&positions())),
    ])
}

fn positions() -> Vec<Position> {
    let table: Table =
        serde_json::from_str(include_str!("data/status.json")).expect("status.json is a table");
    table.positions
}

/// Asserts that the position is legal, that the group is there, and that its status decides
/// the game.
fn check(position: &Position) {
    let id = &position.id;
    let game = position.game();
    let group = game.size().point_named(&position.group);
    let group = group.unwrap_or_else(|| panic!("{id}: {} is no point", position.group));
    assert!(game.board().at(group).is_some(), "{id}: the group is gone");
    assert!(
        ["alive", "dead", "seki"].contains(&position.status.as_str()),
        "{id}: {} is no status",
        position.status
    );
    let [lead, other] = [position.score, position.otherwise].map(|score| score - position.komi);
    assert!(
        lead.abs() >= CLEAR && other.abs() >= CLEAR && lead * other < 0.0,
        "{id}: the status does not decide"
    );
}

/// Searches all positions, and prints how it went if the proof is in full.
fn values_are_right(positions: &[Position]) {
    let values = values(positions);
    if env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full") {
        print!("{}", report(positions, &values));
    }
    let right = values.iter().filter(|&&value| value > 0.5).count();
    let are_right = 100 * right >= REQUIRED * positions.len();
    assert!(are_right, "{}", report(positions, &values));
}

/// Returns the value of every position, computed by all processors.
fn values(positions: &[Position]) -> Vec<f64> {
    let next = AtomicUsize::new(0);
    let values = Mutex::new(vec![0.0; positions.len()]);
    let threads = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(position) = positions.get(index)
                {
                    let value = position.value();
                    values.lock().unwrap_or_else(PoisonError::into_inner)[index] = value;
                }
            });
        }
    });
    values.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the numbers of right positions by kind, and the wrong ones.
fn report(positions: &[Position], values: &[f64]) -> String {
    let mut kinds: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut wrong = String::new();
    for (position, &value) in positions.iter().zip(values) {
        for kind in [&position.kind, "all"] {
            let counts = kinds.entry(kind).or_default();
            for (count, is_counted) in counts.iter_mut().zip([true, value > 0.5, value > 0.7]) {
                *count += usize::from(is_counted);
            }
        }
        if value <= 0.5 {
            let (id, status, to_move) = (&position.id, &position.status, &position.to_move);
            let _ = writeln!(wrong, "  {id} ({status}, {to_move} to move): {value:.2}");
        }
    }
    let mut text = String::new();
    for (kind, [all, right, clear]) in kinds {
        let _ = writeln!(
            text,
            "  {kind:<16} {right:>3} of {all:>3}, {clear:>3} above 0.7"
        );
    }
    text + &wrong
}

//! Compares everything that the game and its naive twin know.

use std::collections::BTreeMap;

use ponnuki_core::board::true_eyes;
use ponnuki_core::rules::Scoring;
use ponnuki_core::{Color, Coordinates, EyeRule, Game, IllegalMove, Move, Point, PointSet};

use crate::grid::{After, EMPTY, letter};
use crate::proof::Figures;
use crate::twin::Twin;

/// The twin's result and verdict of a play on each point, by point number.
pub type Verdicts = Vec<(Option<After>, Result<(), IllegalMove>)>;

/// Counts of the comparisons by name, to be printed at the end.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    pub fn add(&mut self, name: &'static str, number: usize) {
        *self.0.entry(name).or_default() += number;
    }

    pub fn get(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Adds the counts to the figures under the name of a kind of games.
    pub fn note(&self, figures: &Figures, kind: &str) {
        for (name, &value) in &self.0 {
            figures.add("twin", &format!("{kind}: {name}"), value as u64);
        }
    }

    fn count(&mut self, verdict: Result<(), IllegalMove>, after: Option<&After>) {
        let name = match verdict {
            Ok(()) => "plays judged legal",
            Err(IllegalMove::OffBoard) => "refused as off the board",
            Err(IllegalMove::Occupied) => "refused as occupied",
            Err(IllegalMove::Suicide) => "refused as suicide",
            Err(IllegalMove::Ko) => "refused as ko",
            Err(IllegalMove::Superko { .. }) => "refused as superko",
        };
        self.add(name, 1);
        let removes_nothing =
            after.is_some_and(|after| after.captured.is_empty() && after.lost.is_empty());
        if name == "refused as superko" && removes_nothing {
            self.add("superko, removing no stone", 1);
        }
    }
}

/// Returns the point of the game's board that has this number in the twin.
pub fn point(game: &Game, number: usize) -> Point {
    let width = game.size().width();
    let at = Coordinates {
        column: (number % width) as u8,
        row: (number / width) as u8,
    };
    game.size()
        .point(at)
        .expect("the twin's board has the same size")
}

/// Returns the twin's numbers of the points of a set, in order.
pub fn numbers(game: &Game, set: &PointSet) -> Vec<usize> {
    let number = |point| {
        let at = game.size().coordinates(point);
        usize::from(at.row) * game.size().width() + usize::from(at.column)
    };
    set.iter().map(number).collect()
}

/// Checks that a set holds the points with these numbers in the twin.
#[track_caller]
fn assert_points(game: &Game, set: &PointSet, expected: &[usize], what: &str) {
    assert_eq!(numbers(game, set), expected, "{what}");
}

/// Compares everything. Returns the twin's verdicts by colour.
pub fn compare(game: &Game, twin: &Twin, tally: &mut Tally) -> [Verdicts; 2] {
    tally.add("positions compared", 1);
    compare_stones(game, twin);
    compare_chains(game, twin);
    compare_record(game, twin);
    compare_eyes(game, twin);
    compare_area(game, twin);
    Color::BOTH.map(|color| compare_verdicts(game, twin, color, tally))
}

fn compare_stones(game: &Game, twin: &Twin) {
    let board = game.board();
    let letters: Vec<u8> = (0..twin.grid.area())
        .map(|number| board.at(point(game, number)).map_or(EMPTY, letter))
        .collect();
    assert_eq!(&letters, twin.board(), "the stones");
    let of_kind = |kind: u8| -> Vec<usize> {
        let area = 0..twin.grid.area();
        area.filter(|&number| letters[number] == kind).collect()
    };
    for color in Color::BOTH {
        let stones = of_kind(letter(color));
        assert_points(game, &board.stones(color), &stones, "stones");
    }
    assert_points(game, &board.empty(), &of_kind(EMPTY), "empty points");
    assert!(board.is_consistent(), "the board is consistent: {board:?}");
}

fn compare_chains(game: &Game, twin: &Twin) {
    let mut expected = Vec::new();
    for color in Color::BOTH {
        for chain in twin.grid.regions(twin.board(), letter(color)) {
            expected.push((chain.points, chain.liberties, color));
        }
    }
    expected.sort_by_key(|(points, ..)| points[0]);
    let chains: Vec<_> = game
        .board()
        .chains()
        .iter()
        .map(|chain| {
            let (stones, liberties) = (&chain.stones, &chain.liberties);
            (numbers(game, stones), numbers(game, liberties), chain.color)
        })
        .collect();
    assert_eq!(chains, expected, "chains: stones, liberties, colour");
}

fn compare_record(game: &Game, twin: &Twin) {
    assert_eq!(game.to_move(), twin.to_move, "the side to move");
    assert_eq!(game.outcome(), twin.outcome(), "the outcome");
    for color in Color::BOTH {
        assert_eq!(
            game.captures(color),
            twin.captures(color),
            "captures of {color}"
        );
    }
    assert_eq!(game.turns().len(), twin.turns.len(), "the number of turns");
    if let (Some(turn), Some(expected)) = (game.turns().last(), twin.turns.last()) {
        let action = expected
            .point
            .map_or(Move::Pass, |number| Move::Play(point(game, number)));
        assert_eq!((turn.color, turn.action), (expected.color, action));
        assert_points(game, &turn.captured, &expected.captured, "captured stones");
        assert_points(
            game,
            &turn.suicided,
            &expected.lost,
            "stones lost by suicide",
        );
    }
}

fn compare_eyes(game: &Game, twin: &Twin) {
    for color in Color::BOTH {
        for rule in EyeRule::ALL {
            let expected: Vec<usize> = (0..twin.grid.area())
                .filter(|&number| twin.grid.is_eye(twin.board(), color, number, rule))
                .collect();
            let eyes = true_eyes(game.board(), color, rule);
            let what = format!("true eyes of {color}, {rule}");
            assert_points(game, &eyes, &expected, &what);
        }
    }
}

pub fn compare_area(game: &Game, twin: &Twin) {
    assert_points(game, game.dead(), &twin.dead, "dead stones");
    let owners = twin.owners();
    let owned_by = |owner: u8| -> Vec<usize> {
        let area = 0..owners.len();
        area.filter(|&number| owners[number] == owner).collect()
    };
    let [black, white] = [b'X', b'O'].map(owned_by);
    let area = game.area();
    assert_points(game, &area.black, &black, "Black's area");
    assert_points(game, &area.white, &white, "White's area");
    assert_points(game, &area.neutral, &owned_by(EMPTY), "shared area");
    // Territory is counted point by point, and prisoners one by one.
    let points = |own: u8, color: Color, owned: &[usize]| match game.rules().scoring {
        Scoring::Area => owned.len(),
        Scoring::Territory => {
            let lives =
                |number: &&usize| twin.board()[**number] == own && !twin.dead.contains(*number);
            let is_lost = |number: &&usize| twin.board()[**number] != own;
            let lost = twin.dead.iter().filter(is_lost).count();
            owned.len() - owned.iter().filter(lives).count() + twin.captures(color) + lost
        }
    };
    let points = [(b'X', Color::Black, &black), (b'O', Color::White, &white)]
        .map(|(own, color, owned)| points(own, color, owned) as f64);
    // Whole and half points are exact in binary, so both must be equal to the bit.
    let button = twin
        .has_taken_button()
        .map_or(0.0, |color| f64::from(color.sign()) / 2.0);
    let margin = points[0] - points[1] + button;
    // A number of handicap stones says nothing about stones that are not there.
    let start = game.start();
    let stones = start.handicap.min(start.stones.black.len());
    let bonus = game.rules().handicap_bonus.points(stones) as f64;
    let score = margin - bonus - game.komi().value() + 0.0;
    let found = game.score().value();
    assert_eq!(found.to_bits(), score.to_bits(), "the score: {score}");
}

/// Compares the verdict on every point of the board for one colour.
fn compare_verdicts(game: &Game, twin: &Twin, color: Color, tally: &mut Tally) -> Verdicts {
    let verdicts: Verdicts = (0..twin.grid.area())
        .map(|number| twin.judge(color, number))
        .collect();
    let mut legal = Vec::new();
    let mut forbidden = Vec::new();
    for (number, (after, verdict)) in verdicts.iter().enumerate() {
        let at = point(game, number);
        let name = game.size().coordinates(at);
        assert_eq!(game.check(color, at), *verdict, "{color} {name}");
        compare_preview(game, color, at, after.as_ref());
        tally.count(*verdict, after.as_ref());
        match verdict {
            Ok(()) => legal.push(number),
            Err(IllegalMove::Occupied) => {}
            Err(reason) => forbidden.push((at, *reason)),
        }
    }
    assert_points(game, &game.legal_points(color), &legal, "legal points");
    let listed: Vec<_> = game.forbidden(color).collect();
    assert_eq!(listed, forbidden, "forbidden for {color}");
    verdicts
}

/// Compares the board's preview of a play with the twin's result.
fn compare_preview(game: &Game, color: Color, at: Point, after: Option<&After>) {
    let board = game.board();
    let preview = board.preview(color, at);
    let Some(after) = after else {
        assert_eq!(preview, Err(IllegalMove::Occupied));
        return;
    };
    let counts = preview.map(|preview| (preview.captured, preview.suicided));
    assert_eq!(counts, Ok((after.captured.len(), after.lost.len())));
    let removed = board.removed_by(color, at);
    assert_points(game, &removed.captured, &after.captured, "captured stones");
    assert_points(
        game,
        &removed.suicided,
        &after.lost,
        "stones lost by suicide",
    );
}

/// Marks the point with this number dead in both, and compares the region marked.
/// An empty point cannot be marked.
pub fn mark_dead(game: &mut Game, twin: &mut Twin, number: usize) {
    let marked = game.mark_dead(point(game, number));
    if twin.board()[number] == EMPTY {
        assert_eq!(marked, None, "an empty point cannot be marked");
        return;
    }
    let region = twin.mark_dead(number);
    let marked = marked.expect("a stone can be marked");
    assert_points(game, &marked, &region, "the marked region");
}

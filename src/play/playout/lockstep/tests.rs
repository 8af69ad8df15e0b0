//! Compares the games with the rules core, move by move, and tests the statistics.

mod results;

use std::cell::Cell;

use super::arithmetic::number_of;
use super::group::{self, Group};
use super::layout::point;
use super::run::{GameEnd, LastPositions, Lockstep};
use super::*;
use crate::estimate::playout_start;
use crate::playout::cpu::{Vector, Words};
use crate::playout::tests::{game_with_bans, new_game, number, playable};
use ponnuki_core::board::{BoardSize, ByColor, EyeRule, IllegalMove, PointSet, diagram, true_eyes};
use ponnuki_core::game::{Game, Move};
use ponnuki_core::random::chi_square_is_likely;
use ponnuki_core::rules::KoRule;

fn empty_start(size: BoardSize) -> BatchStart {
    BatchStart::new(&PlayoutStart::new(&Board::new(size), Color::Black))
}

/// Returns this number of games from a position, as one series.
fn series(start: &BatchStart, games: u64) -> [Series<'_>; 1] {
    [Series {
        start,
        numbers: 0..games,
    }]
}

// The kernel is large and always inlined. Here the tests share one copy of each part.

#[inline(never)]
fn advance(lockstep: &mut Lockstep<Words>) {
    lockstep.advance();
}

#[inline(never)]
fn resolve(lockstep: &mut Lockstep<Words>) {
    lockstep.group.resolve();
}

#[inline(never)]
fn replace_finished(lockstep: &mut Lockstep<Words>) {
    lockstep.replace_finished();
}

#[inline(never)]
fn run(lockstep: Lockstep<Words>) -> LastPositions {
    lockstep.run().unwrap()
}

/// Returns a group that plays games.
fn lockstep<'a>(
    series: &'a [Series<'a>],
    ko: PlayoutKo,
    ended: &'a mut dyn FnMut(GameEnd),
) -> Lockstep<'a, Words> {
    Lockstep::new(GameRun {
        size: series[0].start.size,
        series,
        seed: 5,
        ko,
        kept: Kept::Hashes,
        ended,
        is_stopped: &|| false,
    })
}

/// Returns the points of a game at which a bit is set.
fn points(
    group: &Group<Words>,
    game: usize,
    bit: impl Fn(&group::BatchCell<Words>, usize, usize) -> Words,
) -> PointSet {
    let rows = 1..=group.size.height();
    let places = rows.flat_map(|row| (1..=group.size.width()).map(move |column| (row, column)));
    places
        .filter(|&(row, column)| {
            let cell = &group.cells[row * group.stride() + column];
            bit(cell, row, column).get(game)
        })
        .map(|(row, column)| point(group.size, row, column))
        .collect()
}

fn stones(group: &Group<Words>, game: usize) -> ByColor<PointSet> {
    let own = points(group, game, |cell, _, _| cell.own);
    let opponent = points(group, game, |cell, _, _| cell.opponent);
    if group.white.get(game) {
        ByColor {
            black: opponent,
            white: own,
        }
    } else {
        ByColor {
            black: own,
            white: opponent,
        }
    }
}

/// Returns the points that may not be played this turn, as far as is known.
fn banned(group: &Group<Words>, game: usize) -> PointSet {
    points(group, game, |cell, row, column| {
        let ko = group.ko_rows[row] & group.ko_columns[column];
        ko | (cell.empty & cell.single)
    })
}

/// Makes the last move of a game in the rules core and compares the two.
fn follow(group: &Group<Words>, index: usize, game: &mut Game) {
    let color = game.to_move();
    let before = game.board().position();
    let after = stones(group, index);
    let new = after[color] - before[color];
    let action = match new.first() {
        Some(point) => Move::Play(point),
        None => Move::Pass,
    };
    match action {
        Move::Play(point) => {
            let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
            assert!(!eyes.contains(point), "{game:?}");
        }
        Move::Pass => assert!(playable(game).is_empty(), "moves were left\n{game:?}"),
    }
    game.play(color, action).expect("a legal move");
    assert_eq!(game.board().position(), after, "{game:?}");
    let forbidden = |is_wanted: fn(IllegalMove) -> bool| -> PointSet {
        let forbidden = game.forbidden(!color).filter(|&(_, why)| is_wanted(why));
        forbidden.map(|(point, _)| point).collect()
    };
    let banned = banned(group, index);
    if game.rules().ko == KoRule::Simple {
        assert_eq!(banned, forbidden(|why| why == IllegalMove::Ko), "{game:?}");
    } else {
        // The points of other repetitions are found when they are drawn.
        let repetitions = forbidden(IllegalMove::is_repetition);
        assert!((banned - repetitions).is_empty(), "{game:?}");
    }
}

/// Follows this number of games with the rules core under both ko rules, and
/// prints the number of moves in them.
fn hold_to_game(size: BoardSize, number: u64) {
    hold_to_game_under(PlayoutKo::Simple, size, number);
    hold_to_game_under(PlayoutKo::Positional, size, number);
}

fn hold_to_game_under(ko: PlayoutKo, size: BoardSize, number: u64) {
    let start = empty_start(size);
    let series = series(&start, number);
    let mut ends = Vec::new();
    let mut ended = |end| ends.push(end);
    let mut lockstep = lockstep(&series, ko, &mut ended);
    let mut games: Vec<_> = (0..Words::GAMES).map(|_| new_game(size, ko)).collect();
    let mut expected = Vec::new();
    let mut steps = 0;
    while !(lockstep.group.live | lockstep.group.over).is_none() {
        advance(&mut lockstep);
        check(&lockstep.group, &mut games);
        steps += 1;
        if steps % 3 == 0 {
            resolve(&mut lockstep);
            check(&lockstep.group, &mut games);
        }
        for index in lockstep.group.over.games() {
            let game = &games[index];
            expected.push(GameEnd {
                series: 0,
                moves: game.turns().len() as u32,
                margin: game.area().margin() as i32,
            });
            assert!(
                matches!(
                    game.turns(),
                    [.., a, b] if a.action == Move::Pass && b.action == Move::Pass
                ) || game.turns().len() == 3 * size.area()
            );
            games[index] = new_game(size, ko);
        }
        replace_finished(&mut lockstep);
    }
    drop(lockstep);
    assert_eq!(ends, expected);
    assert_eq!(ends.len() as u64, number);
    let moves: u32 = ends.iter().map(|end| end.moves).sum();
    let rule = match ko {
        PlayoutKo::Simple => "",
        PlayoutKo::Positional => " with superko",
    };
    println!("figure\tmoves\t{size}, in lockstep{rule}\t{number} games, {moves} moves");
}

/// Follows the games that have moved and checks the bans in the others.
fn check(group: &Group<Words>, games: &mut [Game]) {
    for index in (group.live | group.over).games() {
        let game = &mut games[index];
        let moves = number_of(&group.moves, index) as usize;
        if moves > game.turns().len() {
            follow(group, index, game);
        } else {
            for point in banned(group, index) {
                assert!(game.check(game.to_move(), point).is_err(), "{game:?}");
            }
        }
        assert_eq!(moves, game.turns().len());
    }
}

fn hold_square_to_game(length: usize, few: u64) {
    hold_to_game(BoardSize::square(length).unwrap(), number(few));
}

#[test]
fn every_move_is_the_games_on_9x9() {
    hold_square_to_game(9, 200);
}

#[test]
fn every_move_is_the_games_on_13x13() {
    hold_square_to_game(13, 60);
}

#[test]
fn every_move_is_the_games_on_19x19() {
    hold_square_to_game(19, 30);
}

#[test]
fn every_move_is_the_games_on_25x25() {
    hold_square_to_game(25, 8);
}

#[test]
fn every_move_is_the_games_on_small_boards() {
    for length in 1..=5 {
        hold_square_to_game(length, 500);
    }
}

#[test]
fn every_move_is_the_games_on_oblong_boards() {
    let size = |(width, height)| BoardSize::new(width, height).unwrap();
    for lengths in [(16, 3), (1, 7), (7, 1), (2, 25), (5, 4), (25, 1), (25, 2)] {
        hold_to_game(size(lengths), 150);
    }
    for lengths in [(15, 16), (17, 24)] {
        hold_to_game(size(lengths), 20);
    }
}

fn start_of(game: &Game) -> BatchStart {
    let mut start = BatchStart::new(&playout_start(game, game.to_move()));
    start.set_earlier((0..game.turns().len()).filter_map(|number| game.position_after(number)));
    start
}

#[test]
fn the_draw_is_uniform() {
    assert_draw_is_uniform(PlayoutKo::Simple);
}

#[test]
fn the_draw_is_uniform_under_superko() {
    assert_draw_is_uniform(PlayoutKo::Positional);
}

fn assert_draw_is_uniform(ko: PlayoutKo) {
    let game = game_with_bans(ko);
    let (color, size, before) = (game.to_move(), game.size(), game.board().position());
    let start = start_of(&game);
    let series = series(&start, 500_000);
    let mut ended = |_| ();
    let mut lockstep = lockstep(&series, ko, &mut ended);
    let mut counts = [0; 64];
    while !lockstep.group.live.is_none() {
        advance(&mut lockstep);
        resolve(&mut lockstep);
        for index in lockstep.group.live.games() {
            if number_of(&lockstep.group.moves, index) == 1 {
                let after = stones(&lockstep.group, index);
                let point = (after[color] - before[color]).first().unwrap();
                counts[point.index()] += 1;
                // One move is enough.
                lockstep.group.over.set(index, true);
            }
        }
        let over = lockstep.group.over;
        lockstep.group.ended &= !over;
        lockstep.group.passes &= !over;
        replace_finished(&mut lockstep);
    }
    let playable = playable(&game);
    let drawn = size.iter().filter(|point| counts[point.index()] > 0);
    assert_eq!(drawn.collect::<PointSet>(), playable);
    let counts: Vec<u32> = playable.iter().map(|point| counts[point.index()]).collect();
    assert_eq!(counts.iter().sum::<u32>(), 500_000);
    assert!(chi_square_is_likely(&counts), "{counts:?}");
}

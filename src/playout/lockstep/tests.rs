//! Compares the games with the rules core, move by move, and tests the statistics.

use std::cell::Cell;

use super::arithmetic::number_of;
use super::group::{self, Group};
use super::run::{GameEnd, LastPositions, Lockstep};
use super::score::point;
use super::*;
use crate::board::{BoardSize, ByColor, EyeRule, IllegalMove, PointSet, diagram, true_eyes};
use crate::game::{Choice, Game, Move};
use crate::player::{Player, RandomPlayer, StopFlag};
use crate::playout::cpu::{Vector, Words};
use crate::random::chi_square_is_likely;
use crate::rules::{KoRule, Komi, Rules, Suicide};

/// Returns the number of games for each size: `few`, or 10,000 for a full proof
/// (`PONNUKI_PROOF=full`).
fn number(few: u64) -> u64 {
    let is_full = std::env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full");
    if is_full { 10_000 } else { few }
}

fn new_game(size: BoardSize, ko: PlayoutKo) -> Game {
    let rules = Rules {
        ko: match ko {
            PlayoutKo::Simple => KoRule::Simple,
            PlayoutKo::Positional => KoRule::Positional,
        },
        suicide: Suicide::Forbidden,
        ..Rules::default()
    };
    Game::new(size, rules, Komi::default())
}

fn empty_start(size: BoardSize) -> Start {
    Start {
        size,
        stones: ByColor::default(),
        ko: None,
        to_move: Color::Black,
        earlier: Vec::new(),
    }
}

/// Returns this number of games from a position, as one series.
fn series(start: &Start, games: u64) -> [Series<'_>; 1] {
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
    Lockstep::new(Games {
        size: series[0].start.size,
        series,
        seed: 5,
        ko,
        counts_ownership: false,
        ended,
        is_stopped: &|| false,
    })
}

/// Returns the points of a game at which a bit is set.
fn points(
    group: &Group<Words>,
    game: usize,
    bit: impl Fn(&group::Cell<Words>, usize, usize) -> Words,
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

/// Returns the legal points that are not true eyes of the colour to move.
fn playable(game: &Game) -> PointSet {
    let color = game.to_move();
    let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
    game.legal_points(color) - eyes
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

/// Returns a game with earlier captures, points where a play would be suicide, and a
/// point that the ko rule forbids. Under superko this is not only the simple ko.
/// Also returns the positions before the last one.
fn game_with_bans(ko: PlayoutKo) -> (Game, Vec<ByColor<PointSet>>) {
    for seed in 0.. {
        let mut player = RandomPlayer::new(seed, EyeRule::EnemyDiagonals, None);
        let mut game = new_game(BoardSize::square(7).unwrap(), ko);
        let mut earlier = Vec::new();
        while game.outcome().is_none() {
            let color = game.to_move();
            let Choice::Move(action) = player.choose(&game, color, &StopFlag::new()) else {
                break;
            };
            earlier.push(game.board().position());
            game.play(color, action).unwrap();
            let is_banned = |is_reason: &dyn Fn(Point, IllegalMove) -> bool| {
                game.forbidden(!color)
                    .any(|(point, why)| is_reason(point, why))
            };
            let is_simple = |point| game.ko_point(!color) == Some(point);
            if is_banned(&|_, why| why == IllegalMove::Suicide)
                && is_banned(&|point, why| {
                    why.is_repetition() && is_simple(point) == (ko == PlayoutKo::Simple)
                })
                && game.captures(color) + game.captures(!color) > 3
                && playable(&game).len() > 7
            {
                return (game, earlier);
            }
        }
    }
    unreachable!("some game has such a position");
}

fn start_of(game: &Game, earlier: Vec<ByColor<PointSet>>) -> Start {
    let color = game.to_move();
    Start {
        size: game.size(),
        stones: game.board().position(),
        ko: game
            .ko_point(color)
            .filter(|&ko| game.check(color, ko).is_err()),
        to_move: color,
        earlier,
    }
}

#[test]
fn the_draw_is_uniform() {
    let (game, _) = game_with_bans(PlayoutKo::Simple);
    assert_draw_is_uniform(&game, PlayoutKo::Simple, Vec::new());
}

#[test]
fn the_draw_is_uniform_under_superko() {
    let (game, earlier) = game_with_bans(PlayoutKo::Positional);
    assert_draw_is_uniform(&game, PlayoutKo::Positional, earlier);
}

fn assert_draw_is_uniform(game: &Game, ko: PlayoutKo, earlier: Vec<ByColor<PointSet>>) {
    let (color, size, before) = (game.to_move(), game.size(), game.board().position());
    let start = start_of(game, earlier);
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
    let playable = playable(game);
    let drawn = size.iter().filter(|point| counts[point.index()] > 0);
    assert_eq!(drawn.collect::<PointSet>(), playable);
    let counts: Vec<u32> = playable.iter().map(|point| counts[point.index()]).collect();
    assert_eq!(counts.iter().sum::<u32>(), 500_000);
    assert!(chi_square_is_likely(&counts), "{counts:?}");
}

fn from_empty(length: usize) -> LockstepPlayouts {
    let board = Board::new(BoardSize::square(length).unwrap());
    LockstepPlayouts::new(&board, Color::Black, None)
}

#[test]
fn the_result_is_the_same_at_every_level_and_in_parts() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        for length in [1, 4, 9, 16, 19] {
            let mut playouts = from_empty(length);
            playouts.set_ko(ko);
            let expected = playouts.run(9, 0..300);
            assert_eq!(expected.playouts, 300);
            for level in SimdLevel::ALL {
                playouts.set_level(level);
                let mut tally = playouts.run(9, 217..300);
                tally += playouts.run(9, 0..217);
                assert_eq!(tally, expected, "{level}");
            }
        }
    }
}

#[test]
fn the_result_is_the_same_with_plain_words() {
    let start = empty_start(BoardSize::square(7).unwrap());
    let expected = from_empty(7).run(5, 0..500);
    let series = series(&start, 500);
    let mut tally = Tally::default();
    let last = run(Lockstep::new(Games {
        size: start.size,
        series: &series,
        seed: 5,
        ko: PlayoutKo::Simple,
        counts_ownership: true,
        ended: &mut |end| tally.add(without_hash(end)),
        is_stopped: &|| false,
    }));
    tally.hashes = last.hashes;
    assert_eq!(tally, expected);
    let owners = lockstep_series(start.size, &series, 5, &mut |_| (), &|| false);
    assert_eq!(last.ownership, owners);
}

#[test]
fn several_series_are_played_as_one() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        let (game, earlier) = game_with_bans(PlayoutKo::Positional);
        let start = start_of(&game, earlier);
        let empty = empty_start(game.size());
        let parts = [
            (&start, 3..400),
            (&empty, 0..0),
            (&empty, 0..900),
            (&start, 7..8),
        ];
        let series = parts
            .clone()
            .map(|(start, numbers)| Series { start, numbers });
        let mut tallies = [Tally::default(); 4];
        let mut ended = |end: GameEnd| tallies[end.series].add(without_hash(end));
        let last = run(lockstep(&series, ko, &mut ended));
        let mut hashes = 0;
        for ((start, numbers), tally) in parts.into_iter().zip(tallies) {
            let mut alone = LockstepPlayouts {
                start: start.clone(),
                ko,
                level: SimdLevel::best(),
            };
            let expected = alone.run(5, numbers);
            hashes ^= expected.hashes;
            assert_eq!(
                tally,
                Tally {
                    hashes: 0,
                    ..expected
                }
            );
        }
        assert_eq!(last.hashes, hashes);
    }
}

/// Recorded with version 0.1.0: the same on every machine and in every later version.
#[test]
fn the_signatures_are_those_of_the_first_version() {
    let found = [9, 13, 19, 25].map(|length| from_empty(length).run(1, 0..200).signature());
    assert_eq!(
        found,
        [
            0x1768_758d_1326_e4b5,
            0x3b02_b8fd_c7f8_a6bd,
            0x87fd_46c7_c60e_efa9,
            0x6b6c_093d_e4c3_54d8,
        ],
        "{found:#x?}"
    );
}

#[test]
fn playouts_go_on_from_a_position() {
    // Only eyes are left, so both sides pass at once.
    let board = diagram::parse("XXXX.XXX/.XXXXXXX/XXXXXXXX/OOOOXXXX/.O.OXX.X").unwrap();
    let size = board.size();
    let point = |name| size.point_named(name).unwrap();
    let mut playouts = LockstepPlayouts::new(&board, Color::White, None);
    let tally = playouts.run(3, 0..100);
    let series = series(&playouts.start, 100);
    let owners = lockstep_series(size, &series, 3, &mut |_| (), &|| false).unwrap();
    assert_eq!(tally.playouts, 100);
    assert_eq!(tally.moves, 200);
    assert_eq!(tally.margin, 100 * (40 - 2 * 8));
    assert_eq!(owners.count(Color::White, point("A1")), 100);
    assert_eq!(owners.count(Color::Black, point("A1")), 0);
    assert_eq!(owners.count(Color::Black, point("G1")), 100);
}

#[test]
fn a_stopped_run_has_no_result() {
    let start = empty_start(BoardSize::square(9).unwrap());
    let steps = Cell::new(0);
    let is_stopped = || steps.replace(steps.get() + 1) >= 20;
    let mut ends = 0;
    let owners = lockstep_series(
        start.size,
        &series(&start, 1_000_000),
        1,
        &mut |_| ends += 1,
        &is_stopped,
    );
    assert!(owners.is_none() && ends == 0 && steps.get() == 21);
}

#[test]
fn earlier_positions_do_not_return() {
    // A1 is the only point that Black may play.
    let board = diagram::parse("XXXXX/XXX.X/OXXXX/.OXX.").unwrap();
    let after = diagram::parse("XXXXX/XXX.X/.XXXX/X.XX.").unwrap();
    for (ko, earlier, first) in [
        (PlayoutKo::Positional, vec![], true),
        (PlayoutKo::Positional, vec![after.position()], false),
        (PlayoutKo::Simple, vec![after.position()], true),
    ] {
        let mut playouts = LockstepPlayouts::new(&board, Color::Black, None);
        playouts.set_ko(ko);
        playouts.set_earlier(earlier);
        let tally = playouts.run(1, 0..200);
        // Without this play both colours pass.
        assert_eq!(tally.moves > 2 * 200, first);
    }
}

#[test]
fn the_first_move_keeps_the_ko_ban() {
    // A1 is the only point that Black may play.
    let board = diagram::parse("XXXXX/XXX.X/OXXXX/.OXX.").unwrap();
    let ko = board.size().point_named("A1");
    for (ko, moves) in [(None, 3), (ko, 2)] {
        let tally = LockstepPlayouts::new(&board, Color::Black, ko).run(1, 0..20);
        assert_eq!(tally.moves, 20 * moves);
    }
}

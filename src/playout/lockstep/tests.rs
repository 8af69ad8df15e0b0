//! Compares the lanes with the game, move by move, and tests the statistics.

use super::group::Group;
use super::position;
use super::rows::{Rows, points, rows};
use super::run::{Lockstep, Results};
use super::word::Word;
use super::*;
use crate::board::{
    BoardSize, ByColor, EyeRule, IllegalMove, MAX_LENGTH, PointSet, diagram, true_eyes,
};
use crate::game::{Choice, Game, Move};
use crate::player::{Player, RandomPlayer, StopFlag};
use crate::random::chi_square_is_likely;
use crate::rules::{KoRule, Komi, Rules, Suicide};

/// Returns the number of games for each size: `few`, or 10,000 for a full proof
/// (`PONNUKI_PROOF=full`).
fn number(few: u64) -> u64 {
    let is_full = std::env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full");
    if is_full { 10_000 } else { few }
}

fn new_game(size: BoardSize) -> Game {
    let rules = Rules {
        ko: KoRule::Simple,
        suicide: Suicide::Forbidden,
        ..Rules::default()
    };
    Game::new(size, rules, Komi::default())
}

fn empty_start(size: BoardSize) -> RowStart {
    RowStart {
        size,
        stones: ByColor {
            black: [0; MAX_LENGTH],
            white: [0; MAX_LENGTH],
        },
        ko: [0; MAX_LENGTH],
        to_move: Color::Black,
    }
}

fn games(start: &RowStart, games: u64) -> Games<'_> {
    Games {
        start,
        seed: 5,
        numbers: 0..games,
        counts_ownership: false,
    }
}

fn set(rows: &Rows, size: BoardSize) -> PointSet {
    points(rows, size).collect()
}

fn stones<W: Word, const L: usize>(
    group: &Group<W, L>,
    lane: usize,
    size: BoardSize,
) -> ByColor<PointSet> {
    position::stones(group, lane).map(|rows| set(&rows, size))
}

fn banned<W: Word, const L: usize>(group: &Group<W, L>, lane: usize, size: BoardSize) -> PointSet {
    let mut rows = [0; MAX_LENGTH];
    for (row, lanes) in rows.iter_mut().zip(&group.banned[1..]) {
        *row = lanes.0[lane].to_u32();
    }
    set(&rows, size)
}

/// Returns the legal points that are not true eyes of the colour to move.
fn playable(game: &Game) -> PointSet {
    let color = game.to_move();
    let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
    game.legal_points(color) - eyes
}

/// Makes the lane's last move in its game and compares the two.
fn follow<W: Word, const L: usize>(group: &Group<W, L>, lane: usize, game: &mut Game) {
    let color = game.to_move();
    let before = game.board().position();
    let after = stones(group, lane, game.size());
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
    let ko: PointSet = game
        .forbidden(!color)
        .filter(|(_, why)| *why == IllegalMove::Ko)
        .map(|(point, _)| point)
        .collect();
    assert_eq!(banned(group, lane, game.size()), ko, "{game:?}");
}

/// Follows this number of games with the rules core, and prints the number of
/// moves in them.
fn hold_to_game<W: Word, const L: usize>(size: BoardSize, number: u64) {
    let start = &empty_start(size);
    let mut lockstep = Lockstep::<W, L>::new(self::games(start, number));
    let mut games: Vec<_> = (0..L).map(|_| new_game(size)).collect();
    let mut steps = 0;
    while lockstep.live > 0 {
        lockstep.group.advance();
        check(&lockstep, &mut games);
        steps += 1;
        if steps % 3 == 0 {
            lockstep.group.resolve();
            check(&lockstep, &mut games);
        }
        let finished: Vec<_> = (0..L)
            .filter(|&lane| lockstep.group.over.0[lane] != W::ZERO)
            .collect();
        for lane in finished {
            let game = &games[lane];
            let stones = position::stones(&lockstep.group, lane);
            let area = position::area(&stones, size);
            let expected = crate::board::area(game.board(), &PointSet::EMPTY);
            assert_eq!(set(&area.black, size), expected.black, "{game:?}");
            assert_eq!(set(&area.white, size), expected.white, "{game:?}");
            assert_eq!(position::hash(&stones, size), game.board().hash());
            assert!(
                matches!(
                    game.turns(),
                    [.., a, b] if a.action == Move::Pass && b.action == Move::Pass
                ) || game.turns().len() == 3 * size.area()
            );
            games[lane] = new_game(size);
        }
        lockstep.replace_finished();
    }
    let Tally {
        playouts, moves, ..
    } = lockstep.results.tally;
    assert_eq!(playouts, number);
    println!("figure\tmoves\t{size}, in lockstep\t{playouts} games, {moves} moves");
}

/// Follows the lanes that have moved and checks the bans in the others.
fn check<W: Word, const L: usize>(lockstep: &Lockstep<W, L>, games: &mut [Game]) {
    let group = &lockstep.group;
    for (lane, game) in games.iter_mut().enumerate() {
        if group.live.0[lane] == W::ZERO {
            continue;
        }
        let moves = group.moves.0[lane] as usize;
        if moves > game.turns().len() {
            follow(group, lane, game);
        } else {
            for point in banned(group, lane, game.size()) {
                assert!(game.check(game.to_move(), point).is_err(), "{game:?}");
            }
        }
        assert_eq!(moves, game.turns().len());
    }
}

fn hold_square_to_game<W: Word, const L: usize>(length: usize, few: u64) {
    hold_to_game::<W, L>(BoardSize::square(length).unwrap(), number(few));
}

#[test]
fn every_move_is_the_games_on_9x9() {
    hold_square_to_game::<u16, 32>(9, 200);
}

#[test]
fn every_move_is_the_games_on_13x13() {
    hold_square_to_game::<u16, 32>(13, 60);
}

#[test]
fn every_move_is_the_games_on_19x19() {
    hold_square_to_game::<u32, 8>(19, 30);
}

#[test]
fn every_move_is_the_games_on_25x25() {
    hold_square_to_game::<u32, 8>(25, 8);
}

#[test]
fn every_move_is_the_games_on_small_boards() {
    for length in [1, 2, 3, 5] {
        hold_square_to_game::<u16, 32>(length, 500);
    }
    hold_square_to_game::<u32, 8>(4, 100);
}

#[test]
fn every_move_is_the_games_on_oblong_boards() {
    let size = |(width, height)| BoardSize::new(width, height).unwrap();
    for lengths in [(16, 3), (1, 7), (7, 1), (2, 25), (15, 16), (5, 4)] {
        hold_to_game::<u16, 16>(size(lengths), 60);
    }
    for lengths in [(25, 1), (25, 2), (17, 24)] {
        hold_to_game::<u32, 16>(size(lengths), 20);
    }
}

/// Returns a game with earlier captures, a ko ban, and points where a play
/// would be suicide.
fn game_with_bans() -> Game {
    for seed in 0.. {
        let mut player = RandomPlayer::new(seed, EyeRule::EnemyDiagonals, None);
        let mut game = new_game(BoardSize::square(7).unwrap());
        while game.outcome().is_none() {
            let color = game.to_move();
            let Choice::Move(action) = player.choose(&game, color, &StopFlag::new()) else {
                break;
            };
            game.play(color, action).unwrap();
            let is_banned = |wanted| game.forbidden(!color).any(|(_, why)| why == wanted);
            if is_banned(IllegalMove::Ko)
                && is_banned(IllegalMove::Suicide)
                && game.captures(color) + game.captures(!color) > 3
                && playable(&game).len() > 7
            {
                return game;
            }
        }
    }
    unreachable!("some game has such a position");
}

#[test]
fn the_draw_is_uniform() {
    let game = game_with_bans();
    let (color, size, before) = (game.to_move(), game.size(), game.board().position());
    let ko = game
        .forbidden(color)
        .find(|(_, why)| *why == IllegalMove::Ko);
    let start = RowStart {
        stones: before.map(|stones| rows(&stones, size)),
        ko: rows(&ko.map(|(point, _)| point).into_iter().collect(), size),
        to_move: color,
        ..empty_start(size)
    };
    let mut lockstep = Lockstep::<u16, 32>::new(games(&start, 1_000_000));
    let mut counts = [0; 64];
    while lockstep.live > 0 {
        lockstep.group.advance();
        lockstep.group.resolve();
        for lane in 0..32 {
            if lockstep.group.moves.0[lane] == 1 {
                let after = stones(&lockstep.group, lane, size);
                let point = (after[color] - before[color]).first().unwrap();
                counts[point.index()] += 1;
                // One move is enough.
                lockstep.group.over.0[lane] = u16::ONES;
            }
        }
        lockstep.replace_finished();
    }
    let playable = playable(&game);
    let drawn = size.iter().filter(|point| counts[point.index()] > 0);
    assert_eq!(drawn.collect::<PointSet>(), playable);
    let counts: Vec<u32> = playable.iter().map(|point| counts[point.index()]).collect();
    assert_eq!(counts.iter().sum::<u32>(), 1_000_000);
    assert!(chi_square_is_likely(&counts), "{counts:?}");
}

fn from_empty(length: usize) -> LockstepPlayouts {
    let board = Board::new(BoardSize::square(length).unwrap());
    LockstepPlayouts::new(&board, Color::Black, None)
}

#[test]
fn the_result_is_the_same_at_every_level_and_in_parts() {
    for length in [9, 16, 19] {
        let mut playouts = from_empty(length);
        let (expected, owners) = playouts.run_with_ownership(9, 0..300);
        assert_eq!(expected.playouts, 300);
        for level in SimdLevel::ALL {
            playouts.set_level(level);
            let mut tally = playouts.run(9, 217..300);
            tally += playouts.run(9, 0..217);
            assert_eq!(tally, expected, "{level}");
            assert_eq!(
                playouts.run_with_ownership(9, 0..300),
                (expected, owners.clone())
            );
        }
    }
}

#[test]
fn the_result_is_the_same_with_any_number_of_lanes() {
    fn results<W: Word, const L: usize>(start: &RowStart) -> Results {
        let games = Games {
            counts_ownership: true,
            ..games(start, 500)
        };
        Lockstep::<W, L>::new(games).run()
    }
    let start = empty_start(BoardSize::square(7).unwrap());
    let expected = results::<u16, 64>(&start);
    assert_eq!(results::<u16, 16>(&start), expected);
    assert_eq!(results::<u32, 7>(&start), expected);
    assert_eq!(results::<u32, 1>(&start), expected);
}

/// Recorded with version 0.1.0: the same on every machine and in every later version.
#[test]
fn the_signatures_are_those_of_the_first_version() {
    let found = [9, 13, 19, 25].map(|length| from_empty(length).run(1, 0..200).signature());
    assert_eq!(
        found,
        [
            0x3a0f_96f0_2779_c973,
            0xc1d5_5083_536c_e523,
            0xdddf_ff02_d3ee_764f,
            0x45c5_337c_c72a_9a6e,
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
    let (tally, owners) = playouts.run_with_ownership(3, 0..100);
    assert_eq!(tally.playouts, 100);
    assert_eq!(tally.moves, 200);
    assert_eq!(tally.margin, 100 * (40 - 2 * 8));
    assert_eq!(owners.count(Color::White, point("A1")), 100);
    assert_eq!(owners.count(Color::Black, point("A1")), 0);
    assert_eq!(owners.count(Color::Black, point("G1")), 100);
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

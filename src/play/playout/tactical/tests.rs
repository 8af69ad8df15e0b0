//! Tests of the tactical playouts: single moves and statistics.

use super::play::Tactical;
use super::*;
use crate::playout::tests::new_game;
use crate::playout::{PlayoutKo, TakeTurn, cpu};
use ponnuki_core::board::{BoardSize, Color, EyeRule, diagram, true_eyes};
use ponnuki_core::game::Move;

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

fn playouts(size: BoardSize, policy: TacticalPolicy, numbers: Range<u64>) -> Tally {
    let board = Board::new(size);
    let start = PlayoutStart::new(&board, Color::Black);
    let mut tally = Tally::default();
    tactical_playouts(&start, policy)(1, numbers, &mut |sums, _| tally += sums);
    tally
}

/// Plays a playout and a game side by side.
fn playouts_play_by_the_game<const W: usize, const N: usize>(size: BoardSize, numbers: u64) {
    for number in 0..numbers {
        let mut game = new_game(size, PlayoutKo::Simple);
        let empty = SizedBoard::<W, N>::new(size);
        let mut playout = Tactical::new(&empty, TacticalPolicy::ALL);
        playout.reset(PlayoutStart::new(&empty, Color::Black));
        let mut stream = RandomStream::new(1, number);
        let mut passes = 0;
        while passes < 2 && game.turns().len() < 3 * size.area() {
            let color = game.to_move();
            let eyes = true_eyes(game.board(), color, EyeRule::EnemyDiagonals);
            let action = if playout.turn::<cpu::Portable>(color, &mut stream) {
                passes = 0;
                Move::Play(playout.last[0].unwrap())
            } else {
                passes += 1;
                Move::Pass
            };
            assert!(!matches!(action, Move::Play(point) if eyes.contains(point)));
            game.play(color, action).expect("a legal move");
            assert_eq!(playout.board.hash(), game.board().hash());
            assert!(playout.board.is_consistent());
        }
    }
}

#[test]
fn playouts_play_legal_moves_and_keep_eyes() {
    playouts_play_by_the_game::<1, 64>(size(1, 1), 2);
    playouts_play_by_the_game::<1, 64>(size(1, 7), 20);
    playouts_play_by_the_game::<1, 64>(size(5, 4), 100);
    playouts_play_by_the_game::<2, 128>(size(9, 9), 50);
    playouts_play_by_the_game::<3, 256>(size(13, 13), 10);
    playouts_play_by_the_game::<6, 512>(size(19, 19), 3);
    playouts_play_by_the_game::<11, 1024>(size(25, 25), 1);
}

#[test]
fn without_rules_of_thumb_they_are_uniform() {
    // The published figures of uniform playouts, within four standard errors.
    let tally = playouts(size(9, 9), TacticalPolicy::UNIFORM, 0..50_000);
    let games = tally.playouts as f64;
    assert!((tally.moves as f64 / games - 111.06).abs() < 0.29);
    assert!((tally.black_wins_komi_7_5 as f64 / games - 0.4215).abs() < 0.009);
}

#[test]
fn playouts_are_the_same_in_any_order() {
    for length in [2, 5, 9, 13, 19, 25] {
        let size = size(length, length);
        let mut parts = playouts(size, TacticalPolicy::ALL, 10..20);
        parts += playouts(size, TacticalPolicy::ALL, 0..10);
        assert_eq!(parts, playouts(size, TacticalPolicy::ALL, 0..20));
    }
}

/// Returns the moves that a playout chooses in a position in 3,000 tries.
fn chosen(rows: &str, to_move: Color, last: &str, policy: TacticalPolicy) -> Vec<String> {
    let board = diagram::sized::<2, 128>(rows);
    let size = board.size();
    let start = PlayoutStart {
        last: [size.point_named(last), None],
        ..PlayoutStart::new(&board, to_move)
    };
    let mut playout = Tactical::new(&board, policy);
    let mut found = std::collections::BTreeSet::new();
    let mut stream = RandomStream::new(1, 1);
    for _ in 0..3_000 {
        playout.reset(start);
        let point = playout.choose::<cpu::Portable>(to_move, &mut stream);
        found.insert(point.map_or("pass".to_owned(), |point| {
            size.coordinates(point).to_string()
        }));
    }
    found.into_iter().collect()
}

/// Rules of thumb without chance: always applied, and no stone thrown in.
const STRICT: TacticalPolicy = TacticalPolicy {
    skip_ataris: 0,
    skip_patterns: 0,
    throw_in: 0,
    ..TacticalPolicy::ALL
};

#[test]
fn ataris_are_answered() {
    // White's C4 put D4 in atari, and D4 can extend.
    let rows = "......./......./..XO.../..OX.../...O.../......./.......";
    assert_eq!(chosen(rows, Color::Black, "C4", STRICT), ["E4"]);
    // C4 can be captured too, which saves D4.
    let rows = "......./......./..XO.../.XOX.../...O.../......./.......";
    assert_eq!(chosen(rows, Color::Black, "C4", STRICT), ["C3", "E4"]);
    // An extension to one liberty saves nothing.
    let edge = "OX...../.X...../......./......./......./......./.......";
    assert!(!chosen(edge, Color::White, "B7", STRICT).contains(&"A6".to_owned()));
    // Without the rule, any point may be played.
    let blind = TacticalPolicy {
        ataris: false,
        patterns: false,
        ..STRICT
    };
    assert!(chosen(rows, Color::Black, "C4", blind).len() > 30);
}

#[test]
fn a_chain_that_cannot_gain_a_third_liberty_is_chased() {
    let strict = TacticalPolicy {
        chases: true,
        skip_chases: 0,
        ..STRICT
    };
    let moves = |last: &str, rows: &str| chosen(rows, Color::Black, last, strict);
    // After F4, White's extension to E3 would have the liberties E2 and F3.
    let ladder = "......./......./..XXX../..XOO../..XX.../......./.......";
    assert_eq!(moves("E4", ladder), ["F4"]);
    let friend = "......./......./..XXX../..XOO../..XX.../....O../.......";
    assert!(moves("E4", friend).len() > 1);
    // White could capture D3 at E3.
    let weak = "......./......./..XXX../..XOO../..OX.../...O.../.......";
    assert!(moves("E4", weak).len() > 1);
    // White's last move was elsewhere.
    let elsewhere = "......./......./..XXX../..XOO../..XX.../......./O......";
    assert!(moves("A1", elsewhere).len() > 1);
}

#[test]
fn two_stones_or_more_are_never_given_away() {
    let has = |moves: &[String], name: &str| moves.iter().any(|at| at == name);
    // Neither colour fills the shared liberties.
    let small = "......./......./......./......./OOOOO../XXXXO../.O.XO..";
    let large =
        "........./........./........./........./........./........./OOOOOOOO./XXXXXXXO./.OOOO.XO.";
    for (rows, far) in [(small, "G7"), (large, "J9")] {
        for color in Color::BOTH {
            let moves = chosen(rows, color, far, STRICT);
            assert!(!has(&moves, "A1"), "{moves:?}");
            assert!(has(&moves, "G4"), "{moves:?}");
        }
    }
    // A lone stone may be thrown in.
    let eye = "......./......./......./......./OOOOO../XXXXO../...XO..";
    let thrower = TacticalPolicy {
        throw_in: u8::MAX,
        ..STRICT
    };
    assert!(has(&chosen(eye, Color::White, "G7", thrower), "A1"));
}

#[test]
fn a_cut_is_answered_by_a_pattern() {
    // Black has just played above a white stone: White answers next to it.
    let rows = "......./......./...X.../...O.../......./......./.......";
    let near = chosen(rows, Color::White, "D5", STRICT);
    let names = ["C4", "C5", "C6", "D6", "E4", "E5", "E6"];
    assert!(
        near.iter().all(|at| names.contains(&at.as_str())),
        "{near:?}"
    );
    assert!(near.len() > 1);
}

#[test]
fn the_signatures_are_those_of_the_first_version() {
    // The same on every machine and in every later version.
    let found = [9, 13, 19].map(|length| {
        let tally = playouts(size(length, length), TacticalPolicy::ALL, 0..500);
        format!("{length} {:016x}", tally.signature())
    });
    assert_eq!(
        found,
        [
            "9 1e11e451a2c0d527",
            "13 863311619f7d55fa",
            "19 93e6e6083b4af7f2"
        ]
    );
}

/// Returns in how many of 200 playouts Black owns D9 at the end, and in how many
/// White owns E9.
fn survivors(rows: &str, policy: TacticalPolicy) -> (usize, usize) {
    let board = diagram::parse(rows).unwrap();
    let start = PlayoutStart::new(&board, Color::Black);
    let [black, white] = ["D9", "E9"].map(|name| board.size().point_named(name).unwrap());
    let mut alive = (0, 0);
    tactical_playouts(&start, policy)(1, 0..200, &mut |_, owned| {
        alive.0 += usize::from(owned.black.contains(black));
        alive.1 += usize::from(owned.white.contains(white));
    });
    alive
}

#[test]
fn a_seki_is_kept() {
    // Black's two stones at D8 and White's chains have C9 and E9 in common.
    let rows =
        ".O.X.O.OX/OOOXOOOOX/XXXOOXXXX/..XXXX.../........./........./........./........./.........";
    let kept = survivors(rows, TacticalPolicy::ALL);
    let broken = survivors(rows, TacticalPolicy::UNIFORM);
    assert!(kept.0 > 180 && broken.0 < 140, "{kept:?} {broken:?}");
}

#[test]
fn the_first_move_respects_the_ko() {
    // Black captures at A1, or White at D1.
    let board = diagram::sized::<1, 32>(".OX.X");
    let point = board.size().point_named("A1").unwrap();
    let mut playout = Tactical::new(&board, TacticalPolicy::UNIFORM);
    let mut first_by_black = 0;
    for ko in [None, Some(point)] {
        let start = PlayoutStart {
            ko,
            ..PlayoutStart::new(&board, Color::Black)
        };
        for number in 0..50 {
            playout.play(start, &mut RandomStream::new(1, number));
            first_by_black += usize::from(playout.first()[Color::Black].contains(point));
        }
        assert_eq!(first_by_black, 50, "{ko:?}");
    }
}

#[test]
fn every_end_is_reported() {
    let board = Board::new(size(9, 9));
    let start = PlayoutStart::new(&board, Color::Black);
    let mut playouts = tactical_playouts(&start, TacticalPolicy::default());
    let (mut ends, mut owned_by_black) = (0, 0);
    playouts(1, 0..100, &mut |_, owned| {
        ends += 1;
        owned_by_black += owned.black.len();
    });
    assert_eq!(ends, 100);
    assert!(owned_by_black > 2_000);
}

#[test]
fn answers_from_sums_agree_with_the_stones() {
    let empty = SizedBoard::<2, 128>::new(size(9, 9));
    let start = PlayoutStart::new(&empty, Color::Black);
    let mut playout = Tactical::new(&empty, TacticalPolicy::ESTIMATE);
    let mut answers = [0; 2];
    for number in 0..5 {
        playout.reset(start);
        let mut stream = RandomStream::new(2, number);
        for color in Color::BOTH.into_iter().cycle().take(90) {
            playout.turn::<cpu::Portable>(color, &mut stream);
            let board = &playout.board;
            for point in *board.empty() {
                let own = PointSet::single(point).neighbours(board.size()) & board.stones()[color];
                let chains = own.iter().map(|stone| board.chain_at(stone));
                let stones = chains.fold(PointSet::single(point), |all, chain| all | chain);
                assert_eq!(board.joined_len(color, point), stones.len());
                let space = board.liberties_of(&own) | PointSet::single(point);
                let rest = board.liberties_of(&(stones - PointSet::single(point))) - space;
                let holds = board.have_liberties_only_at(&own, &space);
                assert_eq!(holds, rest.is_empty());
                answers[usize::from(holds)] += usize::from(!own.is_empty());
            }
        }
    }
    assert!(answers.iter().all(|&number| number > 1_000), "{answers:?}");
}

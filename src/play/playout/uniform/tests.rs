//! Compares the playouts with the game, move by move, and tests that the draw
//! is uniform.

use super::*;
use crate::playout::single_playouts;
use crate::playout::tests::{new_game, number, playable};
use ponnuki_core::board::{Board, BoardSize, IllegalMove};
use ponnuki_core::game::{Game, Move};
use ponnuki_core::random::chi_square_is_likely;

const SEED: u64 = 1;

type Small = Uniform<2, 128>;

/// Returns the start of playouts on an empty board.
fn from_empty<const W: usize, const N: usize>(size: BoardSize) -> PlayoutStart<SizedBoard<W, N>> {
    PlayoutStart::new(SizedBoard::new(size), Color::Black)
}

/// A playout, and a game with the same moves.
struct Twins<const W: usize, const N: usize> {
    playout: Uniform<W, N>,
    game: Game,
    stream: RandomStream,
}

impl<const W: usize, const N: usize> Twins<W, N> {
    fn new(size: BoardSize, ko: PlayoutKo, number: u64) -> Self {
        let mut playout = Uniform::new(from_empty(size), ko);
        playout.reset();
        Self {
            playout,
            game: new_game(size, ko),
            stream: RandomStream::new(SEED, number),
        }
    }

    /// Returns the points that a playout may draw for the colour to move,
    /// according to the playout.
    fn accepted(&self) -> PointSet {
        let color = self.game.to_move();
        self.playout
            .candidates
            .points(color)
            .iter()
            .filter(|&point| {
                let mut trial = self.playout.clone();
                trial.judge(color, point) == PointVerdict::Playable && trial.place(color, point)
            })
            .collect()
    }

    /// Makes the same move in both, and compares the stones and the ko. Checks
    /// that the playout passes only if there is no playable point.
    fn turn(&mut self) {
        let color = self.game.to_move();
        let own: PointSet = self.playout.board.stones()[color].resized();
        let played = self.playout.turn::<cpu::Portable>(color, &mut self.stream);
        let stones = self.playout.board.stones().map(PointSet::resized);
        let point = (stones[color] - own).first();
        assert_eq!(played, point.is_some());
        let action = match point {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        };
        assert!(played || playable(&self.game).is_empty());
        self.game.play(color, action).expect("a legal move");
        assert_eq!(stones, self.game.board().position());
        assert_eq!(self.playout.board.hash(), self.game.board().hash());
        self.check_ko();
    }

    /// Checks that the game also bans the ko point of the playout and, under
    /// the simple ko rule, no other point.
    fn check_ko(&self) {
        let banned: PointSet = self
            .game
            .forbidden(self.game.to_move())
            .filter(|(_, reason)| reason.is_repetition())
            .map(|(point, _)| point)
            .collect();
        let ko: PointSet = self.playout.ko_point.into_iter().collect();
        match self.playout.ko {
            PlayoutKo::Simple => assert_eq!(ko, banned),
            PlayoutKo::Positional => assert!((ko - banned).is_empty()),
        }
    }

    fn is_over(&self) -> bool {
        let passes = |turn: &ponnuki_core::game::Turn| turn.action == Move::Pass;
        self.game.turns().len() == 3 * self.game.size().area()
            || matches!(self.game.turns(), [.., a, b] if passes(a) && passes(b))
    }
}

/// Follows games move by move. In the first `few` games, also compares all points
/// that could have been played.
fn hold_to_game<const W: usize, const N: usize>(size: BoardSize, few: u64) {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        let (mut games, mut moves) = (0, 0);
        while games < number(few) {
            let mut twins = Twins::<W, N>::new(size, ko, games);
            while !twins.is_over() {
                if games < few {
                    let playable = playable(&twins.game);
                    assert_eq!(twins.accepted(), playable, "{:?}", twins.game.board());
                    assert!(twins.playout.board.is_consistent());
                }
                twins.turn();
            }
            let mut again = Uniform::<W, N>::new(from_empty(size), ko);
            let playout = again.play::<cpu::Portable>(&mut RandomStream::new(SEED, games));
            assert_eq!(playout.moves as usize, twins.game.turns().len());
            assert_eq!(playout.hashes, twins.game.board().hash().value());
            let margin = twins.game.area().margin();
            assert!((playout.margin as f64 - margin).abs() < f64::EPSILON);
            games += 1;
            moves += playout.moves;
        }
        println!("figure\tmoves\t{size}, one at a time, {ko} ko\t{games} games, {moves} moves");
    }
}

fn size(width: usize, height: usize) -> BoardSize {
    BoardSize::new(width, height).unwrap()
}

#[test]
fn every_move_is_the_games_on_small_boards() {
    hold_to_game::<1, 64>(size(1, 1), 2);
    hold_to_game::<1, 64>(size(2, 2), 20);
    hold_to_game::<1, 64>(size(1, 7), 20);
    hold_to_game::<1, 64>(size(3, 3), 100);
    hold_to_game::<1, 64>(size(5, 4), 100);
}

#[test]
fn every_move_is_the_games_on_9x9() {
    hold_to_game::<2, 128>(size(9, 9), 30);
}

#[test]
fn every_move_is_the_games_on_13x13() {
    hold_to_game::<3, 256>(size(13, 13), 6);
}

#[test]
fn every_move_is_the_games_on_19x19() {
    hold_to_game::<6, 512>(size(19, 19), 2);
}

#[test]
fn every_move_is_the_games_on_25x25() {
    hold_to_game::<11, 1024>(size(25, 25), 1);
}

#[test]
fn playouts_are_the_same_in_any_order() {
    for length in [2, 5, 9, 13, 19, 25] {
        let board = Board::new(size(length, length));
        let run = |numbers| {
            single_playouts(&board, Color::Black, PlayoutKo::Positional).run(SEED, numbers)
        };
        let mut parts = run(30..50);
        parts += run(0..30);
        assert_eq!(parts, run(0..50));
    }
}

#[test]
fn every_processor_plays_the_same() {
    for length in [5, 9, 13, 19] {
        let board = Board::new(BoardSize::square(length).unwrap());
        let start = PlayoutStart::new(&board, Color::White);
        let chosen = uniform_playouts(&start, PlayoutKo::Positional).run(SEED, 0..50);
        let portable = on_sized!(board.sized(), board => on_portable_code(board));
        assert_eq!(portable, chosen);
    }
}

fn on_portable_code<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> Tally {
    let start = PlayoutStart::new(board.clone(), Color::White);
    let mut uniform = Uniform::new(start, PlayoutKo::Positional);
    let playouts = Playouts {
        uniform: &mut uniform,
        seed: SEED,
        numbers: 0..50,
    };
    Kernel::run::<cpu::Portable>(playouts)
}

/// Returns a position after captures in which the ko rule forbids a play; under
/// positional superko, the play is not a simple ko.
fn position_with_a_ban(ko: PlayoutKo) -> Twins<2, 128> {
    for number in 0.. {
        let mut twins: Twins<2, 128> = Twins::new(size(7, 7), ko, number);
        while !twins.is_over() {
            twins.turn();
            let color = twins.game.to_move();
            let captures = twins.game.captures(Color::Black) + twins.game.captures(Color::White);
            let is_banned = twins.game.forbidden(color).any(|(point, reason)| match ko {
                PlayoutKo::Simple => reason == IllegalMove::Ko,
                PlayoutKo::Positional => {
                    matches!(reason, IllegalMove::Superko { .. })
                        && twins.playout.ko_point != Some(point)
                }
            });
            if is_banned && captures > 3 && playable(&twins.game).len() > 7 {
                return twins;
            }
        }
    }
    unreachable!("some game has such a position");
}

#[test]
fn the_draw_is_uniform() {
    for ko in [PlayoutKo::Simple, PlayoutKo::Positional] {
        let twins = position_with_a_ban(ko);
        let color = twins.game.to_move();
        let mut stream = RandomStream::new(9, 9);
        let mut counts = [0_u32; 128];
        let own: PointSet<2> = twins.playout.board.stones()[color];
        let mut playout: Small = twins.playout.clone();
        for _ in 0..1_000_000 {
            playout.clone_from(&twins.playout);
            assert!(playout.turn::<cpu::Portable>(color, &mut stream));
            let point = (playout.board.stones()[color] - own).first().unwrap();
            counts[point.index()] += 1;
        }
        let playable = playable(&twins.game);
        let drawn: PointSet = twins
            .game
            .size()
            .iter()
            .filter(|point| counts[point.index()] > 0)
            .collect();
        assert_eq!(drawn, playable);
        let counts: Vec<u32> = playable.iter().map(|p| counts[p.index()]).collect();
        assert!(chi_square_is_likely(&counts), "{counts:?}");
    }
}

#[test]
fn only_earlier_positions_are_repetitions() {
    let mut seen = SeenPositions::new();
    assert!(seen.insert(1));
    // This hash has the same bit of the filter.
    assert!(seen.insert(1 + (1 << 40)));
    assert!(!seen.insert(1));
    assert!(!seen.insert(1 + (1 << 40)));
    seen.clear();
    assert!(seen.insert(1));
}

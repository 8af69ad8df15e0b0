//! How games begin: komi and stones as people play them, and a few random moves.

use ponnuki_core::board::{BoardSize, ByColor, Color, Coordinates, PointSet};
use ponnuki_core::game::{Game, Start};
use ponnuki_core::random::RandomStream;
use ponnuki_core::rules::{Komi, Rules};

use super::fraction;

/// The komi of most games, each as likely as the others.
const KOMIS: [f64; 19] = [
    7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.0, 7.5, 7.5, 6.5, 6.5, 5.5, 6.0, 8.0, 9.5, 3.5, 0.5, 12.5, -3.5,
];
/// The komi around which others lie.
const USUAL_KOMI: f64 = 7.0;

/// The share of the games with any other komi.
const ODD_KOMI_SHARE: f64 = 0.08;

/// On boards larger than 9x9, the share of the games that begin with black stones on the board.
const STONES_SHARE: f64 = 0.1;
const MAX_STONES: u64 = 4;

/// The share of the games that begin with the moves of the search at once.
const PLAIN_SHARE: f64 = 0.1;
/// How many random moves the others begin with on 9x9, on average, and the most.
const MEAN_RANDOM_MOVES: f64 = 3.0;
const MAX_RANDOM_MOVES: f64 = 24.0;

/// The random moves with which a game of a match begins.
const MATCH_RANDOM_MOVES: u32 = 4;

/// Returns a new game of a match, and how many moves of it are drawn from the policy.
pub(super) fn match_game(size: BoardSize) -> (Game, u32) {
    let komi = Komi::from_points(USUAL_KOMI);
    (Game::new(size, Rules::default(), komi), MATCH_RANDOM_MOVES)
}

/// Returns a new game, and how many moves of it are drawn from the policy.
pub(super) fn game(size: BoardSize, stream: &mut RandomStream) -> (Game, u32) {
    let width = size.width().min(size.height()) as f64 / 9.0;
    let mut share = || fraction(stream.bits());
    let is_plain = share() < PLAIN_SHARE;
    let drawn = (-share().ln() * MEAN_RANDOM_MOVES * width).min(MAX_RANDOM_MOVES);
    let mut moves = if is_plain { 0 } else { drawn as u32 };
    let spread = share() + share() + share() + share() - 2.0;
    let odd = USUAL_KOMI + (spread * 24.0 * width).round() / 2.0;
    let is_odd = share() < ODD_KOMI_SHARE;
    let with_stones = width > 1.0 && share() < STONES_SHARE;
    let mut below = |bound: u64| stream.below(bound).unwrap_or(0);
    let mut komi = if is_odd {
        odd
    } else {
        KOMIS[below(19) as usize]
    };
    let mut start = Start::default();
    if with_stones {
        let mut stones = PointSet::EMPTY;
        for _ in 0..=below(MAX_STONES) {
            // Not on the edge, nor beside it.
            let mut inner = |length: usize| 2 + below(length as u64 - 4) as u8;
            let (column, row) = (inner(size.width()), inner(size.height()));
            if let Some(point) = size.point(Coordinates { column, row }) {
                stones |= PointSet::single(point);
            }
        }
        let worth = 9.0 + width.min(2.0) * 1.5;
        komi = USUAL_KOMI + (stones.len() as f64 * worth).round() + below(11) as f64 - 5.0;
        moves /= 3;
        start = Start {
            stones: ByColor {
                black: stones,
                white: PointSet::EMPTY,
            },
            to_move: Color::White,
            ..start
        };
    }
    let komi = Komi::from_points(komi);
    let game = Game::with_start(size, Rules::default(), komi, start);
    (game.expect("lone stones have liberties"), moves)
}

//! Games that tests hold the playouts against.

use super::PlayoutKo;
use crate::player::{Player, RandomPlayer, StopFlag};
use ponnuki_core::board::{BoardSize, EyeRule, IllegalMove, Point, PointSet, true_eyes};
use ponnuki_core::game::{Choice, Game};
use ponnuki_core::rules::{KoRule, Komi, Rules, Suicide};

/// Returns how many games to follow on each size: `few`, or 10,000 for a full proof
/// (`PONNUKI_PROOF=full`).
pub(super) fn number(few: u64) -> u64 {
    let is_full = std::env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full");
    if is_full { few.max(10_000) } else { few }
}

/// Returns a game under the rules of playouts.
pub(super) fn new_game(size: BoardSize, ko: PlayoutKo) -> Game {
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

/// Returns the legal points that are not true eyes of the colour to move.
pub(super) fn playable(game: &Game) -> PointSet {
    let color = game.to_move();
    game.legal_points(color) - true_eyes(game.board(), color, EyeRule::EnemyDiagonals)
}

/// Returns a game with earlier captures, points where a play would be suicide, and a
/// point that the ko rule forbids. Under superko this is not only the simple ko.
pub(crate) fn game_with_bans(ko: PlayoutKo) -> Game {
    for seed in 0.. {
        let mut player = RandomPlayer::new(seed).with_eyes(EyeRule::EnemyDiagonals);
        let mut game = new_game(BoardSize::square(7).unwrap(), ko);
        while game.outcome().is_none() {
            let color = game.to_move();
            let Choice::Move(action) = player.choose(&game, color, &StopFlag::new()) else {
                break;
            };
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
                return game;
            }
        }
    }
    unreachable!("some game has such a position");
}

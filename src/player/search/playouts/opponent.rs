//! Detects a random opponent by its replies.
//!
//! A random player chooses all moves with the same probability, whereas a stronger player
//! prefers the replies that the search itself visited most or, if it visited few, those
//! with the best priors. The product of the ratios of the two probabilities is a
//! likelihood ratio (the sequential test of Wald, 1945). If the opponent replies as the
//! search expects, the probability that the ratio ever exceeds a bound is at most the
//! bound's reciprocal.
//!
//! A large handicap is evidence before the first reply, because no player of any strength
//! takes more stones than the fixed placements have.
//!
//! The priors alone would decide too late, because among many handicap stones the learned
//! probabilities of moves are nearly even.

use crate::board::Color;
use crate::game::{Game, Move};
use crate::rules::max_fixed_handicap;

use crate::player::search::record::MoveRecord;

/// The likelihood ratio above which an opponent counts as random.
const BOUND: f64 = 1e4;

/// How many visits weigh as much as the priors.
const PRIOR_VISITS: f64 = 32.0;

/// The share of replies that even a stronger player is assumed to draw at random, so that
/// no single reply decides.
const ODD: f64 = 0.05;

/// The likelihood ratio of each handicap stone beyond the fixed placements, and how many
/// of these count at most, so that good replies can outweigh them.
const EXTRA_STONE: f64 = 10.0;
const EXTRA_STONES: usize = 6;

/// Judges an opponent by its replies in a game.
#[derive(Clone, Debug)]
pub(super) struct OpponentModel {
    /// The likelihood ratio of a random player to a strong one, from the replies so far.
    ratio: f64,
    expected: Option<ExpectedReplies>,
}

/// The replies to a move that a search considered.
#[derive(Clone, Debug)]
struct ExpectedReplies {
    color: Color,
    action: Move,
    /// How many turns precede the move.
    turns: usize,
    replies: Vec<MoveRecord>,
}

impl Default for OpponentModel {
    fn default() -> Self {
        Self {
            ratio: 1.0,
            expected: None,
        }
    }
}

impl OpponentModel {
    /// Stores the replies that a search expects to a move.
    pub(super) fn expect(
        &mut self,
        game: &Game,
        color: Color,
        action: Move,
        replies: Vec<MoveRecord>,
    ) {
        self.expected = Some(ExpectedReplies {
            color,
            action,
            turns: game.turns().len(),
            replies,
        });
    }

    /// Updates the ratio by the reply to this colour's last move, if the game continues from
    /// there. Returns whether the opponent seems to play at random.
    pub(super) fn plays_at_random(&mut self, game: &Game, color: Color) -> bool {
        if let Some(expected) = self.expected.take()
            && let Some([own, reply]) = game.turns().get(expected.turns..)
            && (own.color, own.action) == (expected.color, expected.action)
            && (own.color, reply.color) == (color, !color)
            && reply.action != Move::Pass
        {
            self.ratio *= ratio(&expected.replies, reply.action);
        }
        self.ratio * handicap_ratio(game, color) > BOUND
    }
}

/// Returns the likelihood ratio from the handicap stones of a colour's opponent.
fn handicap_ratio(game: &Game, color: Color) -> f64 {
    let stones = match color {
        Color::Black => 0,
        Color::White => game.start().handicap,
    };
    let extra = stones.saturating_sub(max_fixed_handicap(game.size()));
    EXTRA_STONE.powi(extra.min(EXTRA_STONES) as i32)
}

/// Returns the ratio of a reply's probability under a random player to that under a strong
/// one.
fn ratio(replies: &[MoveRecord], played: Move) -> f64 {
    // Priors are proportional to the square root of the probability.
    let chance = |reply: &MoveRecord| f64::from(reply.prior * reply.prior);
    let chances: f64 = replies.iter().map(chance).sum();
    let visits: f64 = replies.iter().map(|reply| f64::from(reply.visits)).sum();
    let Some(reply) = replies.iter().find(|reply| reply.action == played) else {
        return 1.0;
    };
    let expected = PRIOR_VISITS * chance(reply) / chances.max(f64::MIN_POSITIVE);
    let strong = (f64::from(reply.visits) + expected) / (visits + PRIOR_VISITS);
    let uniform = 1.0 / replies.len() as f64;
    uniform / ((1.0 - ODD) * strong + ODD * uniform)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardSize, EyeRule};
    use crate::game::testing::empty;
    use crate::game::{Choice, Start};
    use crate::player::testing::searching;
    use crate::player::{Opponent, Player, PlayoutPlayer, RandomPlayer, SearchOptions, StopFlag};
    use crate::rules::{Komi, Rules, free_handicap};

    /// Plays a game on 9x9 against a search, and returns whether it expects a random opponent
    /// before each of its moves.
    fn guesses(mut white: impl Player, seed: u64) -> Vec<bool> {
        let mut game = empty(9, "7.5");
        let mut black = search(seed);
        let mut guesses = Vec::new();
        let stop = StopFlag::new();
        while game.turns().len() < 40 {
            let color = game.to_move();
            let choice = match color {
                Color::Black => {
                    guesses.push(black.expects_random(&game, color));
                    black.choose(&game, color, &stop)
                }
                Color::White => white.choose(&game, color, &stop),
            };
            let Choice::Move(action @ Move::Play(_)) = choice else {
                break;
            };
            game.play(color, action).unwrap();
        }
        guesses
    }

    fn search(seed: u64) -> PlayoutPlayer {
        let options = SearchOptions {
            opponent: Opponent::Auto,
            ..searching(300)
        };
        PlayoutPlayer::new(seed, options)
    }

    #[test]
    fn a_random_player_is_found_out_and_a_search_is_not() {
        for seed in 1..4 {
            let random = RandomPlayer::new(seed, EyeRule::default(), None);
            assert_eq!(guesses(random, seed).last(), Some(&true), "{seed}");
            assert!(!guesses(search(seed + 10), seed).contains(&true), "{seed}");
        }
    }

    #[test]
    fn many_handicap_stones_count_until_good_replies_outweigh_them() {
        let expects = |stones, color| {
            let size = BoardSize::square(9).unwrap();
            let start = Start::handicap(free_handicap(size, stones), stones);
            let game = Game::with_start(size, Rules::default(), Komi::default(), start).unwrap();
            let mut model = OpponentModel::default();
            let at_once = model.plays_at_random(&game, color);
            // The ratio after a few good replies.
            model.ratio = 0.001;
            (at_once, model.plays_at_random(&game, color))
        };
        assert_eq!(expects(13, Color::White), (false, false));
        assert_eq!(expects(14, Color::White), (true, false));
        assert_eq!(expects(20, Color::White), (true, false));
        assert_eq!(expects(20, Color::Black), (false, false));
    }

    #[test]
    fn only_a_reply_to_the_last_move_counts() {
        let game = empty(5, "0.5");
        let play = |name| Move::Play(game.size().point_named(name).unwrap());
        let [center, corner, other] = [play("C3"), play("A1"), play("B2")];
        let reply = |action, visits| MoveRecord {
            action,
            visits,
            value: 0.5,
            winrate: 0.5,
            margin: 0.0,
            square: 0.0,
            prior: if action == corner { 0.0 } else { 10.0 },
        };
        let replies = vec![reply(corner, 0), reply(other, 99), reply(Move::Pass, 1)];
        assert!((ratio(&replies, corner) - 20.0).abs() < 1e-9);
        assert!(ratio(&replies, other) < 0.45);
        // Without visits the priors count, and an unknown reply says nothing.
        let unvisited = [reply(corner, 0), reply(other, 0)];
        assert!((ratio(&unvisited, other) - 0.5 / 0.975).abs() < 1e-9);
        assert!((ratio(&unvisited, center) - 1.0).abs() < 1e-9);
        let mut model = OpponentModel::default();
        for is_followed in [false, true] {
            model.expect(&game, Color::Black, center, replies.clone());
            let mut after = game.clone();
            let first = if is_followed { center } else { other };
            after.play(Color::Black, first).unwrap();
            after.play(Color::White, corner).unwrap();
            assert!(!model.plays_at_random(&after, Color::Black));
            let expected = if is_followed { 20.0 } else { 1.0 };
            assert!((model.ratio - expected).abs() < 1e-9);
            // The same reply counts once.
            assert!(!model.plays_at_random(&after, Color::Black));
            assert!((model.ratio - expected).abs() < 1e-9);
        }
    }
}

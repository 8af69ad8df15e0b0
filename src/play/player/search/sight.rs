//! What a player of a low level sees, and what it overlooks.

use crate::network::sharpened;
use crate::player::position_number;
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move};
use ponnuki_core::random::RandomStream;

use super::record::MoveRecord;

/// Lets a player draw its moves by the policy of the network, from those that it does not overlook,
/// as people do who are still learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::player) struct Sight {
    /// The chance of each move to be overlooked, in 256ths.
    pub(in crate::player) overlooked: u8,
}

impl Sight {
    /// Draws a play, or returns `None` if there is none. The draw follows from the seed, the position
    /// and the colour.
    pub(super) fn draw(
        self,
        moves: &[MoveRecord],
        game: &Game,
        color: Color,
        seed: u64,
    ) -> Option<Move> {
        // The number itself belongs to the stream that draws the symmetry of the position.
        let mut stream = RandomStream::new(seed, !position_number(game, color));
        let plays = || moves.iter().filter(|found| found.action != Move::Pass);
        let mut is_noticed = |_: &&MoveRecord| {
            let drawn = stream.below(256);
            drawn.is_none_or(|drawn| drawn >= u64::from(self.overlooked))
        };
        let mut noticed: Vec<_> = plays().filter(&mut is_noticed).collect();
        if noticed.is_empty() {
            noticed.extend(plays());
        }
        // Even what seems impossible is drawn at times.
        let weights = noticed.iter().map(|found| sharpened(found.prior) + 1);
        let weights: Vec<_> = weights.collect();
        noticed
            .get(stream.pick(&weights)?)
            .map(|found| found.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::game::testing::empty;

    /// Returns how often each of three moves with these priors is drawn in 400 games.
    fn drawn(sight: Sight, priors: [f32; 3]) -> [usize; 3] {
        let game = empty(9, "7");
        let names = ["E5", "C3", "G7"];
        let at = |name: &str| Move::Play(game.size().point_named(name).unwrap());
        let record = |(name, prior)| MoveRecord {
            action: at(name),
            visits: 0,
            value: 0.5,
            winrate: 0.5,
            prior,
        };
        let mut moves: Vec<_> = names.into_iter().zip(priors).map(record).collect();
        // A pass is never drawn.
        moves.push(MoveRecord {
            action: Move::Pass,
            prior: 1.0,
            ..moves[0]
        });
        let draws: Vec<_> = (0..400)
            .map(|seed| sight.draw(&moves, &game, Color::Black, seed).unwrap())
            .collect();
        names.map(|name| draws.iter().filter(|&&drawn| drawn == at(name)).count())
    }

    #[test]
    fn moves_are_drawn_by_their_priors() {
        // The weights are 0.512, 0.181 and 0.008. By chance, the numbers differ by some 10 from these.
        let expected = [292, 103, 5];
        let found = drawn(Sight { overlooked: 0 }, [0.64, 0.32, 0.04]);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(found.abs_diff(expected) < 30, "{found} for {expected}");
        }
    }

    #[test]
    fn an_overlooked_move_leaves_the_next_one() {
        // Half, a quarter, an eighth and, where none is seen, the first again.
        let expected = [250, 100, 50];
        let found = drawn(Sight { overlooked: 128 }, [1.0, 1e-3, 1e-6]);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(found.abs_diff(expected) < 30, "{found} for {expected}");
        }
    }
}

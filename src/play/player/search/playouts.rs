//! Random games beside the network's answer, on boards where it does not see which large groups
//! live.
//!
//! The value of a position is the mean of both (Silver et al., "Mastering the game of Go with deep
//! neural networks and tree search", 2016), and random games count the more, the fuller the board:
//! they know whether a group has eyes when all around it is settled, and little of an opening.
//! `src/play/player/EXPERIMENTS.md` has what this brings, and where not.

use crate::estimate::playout_start;
use crate::network::Evaluation;
use crate::playout::{OwnershipCounts, TacticalPolicy, tactical_playouts};
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::Game;

/// The area of the largest boards on which the network judges alone.
const MAX_AREA_ALONE: usize = 13 * 13;

/// The playouts of each position of a tree.
pub(super) const PLAYOUTS: u64 = 2;

/// The playouts of a position that is judged without a tree.
pub(super) const GLANCE_PLAYOUTS: u64 = 64;

/// Returns whether the network judges positions of this size without playouts.
pub(super) fn is_judged_alone(size: BoardSize) -> bool {
    size.area() <= MAX_AREA_ALONE
}

/// Lets playouts count in the evaluation of a position for a colour to move, where the network does
/// not judge alone. They follow from the seed and the position.
pub(super) fn judge_beside(
    evaluation: &mut Evaluation,
    game: &Game,
    color: Color,
    playouts: u64,
    seed: u64,
) {
    let size = game.size();
    if is_judged_alone(size) {
        return;
    }
    let mut owners = OwnershipCounts::new(size);
    let policy = TacticalPolicy::SEARCH.under(game.rules().suicide);
    let mut play = tactical_playouts(&playout_start(game, color), policy);
    let seed = seed ^ game.board().hash().value() ^ color as u64;
    play(seed, 0..playouts, &mut |_, owned| owners.add(owned));
    let score = |margin| game.score_of(f64::from(margin));
    let win = owners.mean_of(|margin| score(margin).win_of(color));
    let lead = f64::from(color.sign()) * owners.mean_of(|margin| score(margin).value());
    let share = game.board().stone_share();
    let mix = |value: &mut f32, mean: f64| *value += (share * (mean - f64::from(*value))) as f32;
    mix(&mut evaluation.win, win);
    mix(&mut evaluation.lead, lead);
    for (owner, point) in evaluation.owners.iter_mut().zip(size.iter()) {
        mix(owner, owners.mean(color, point));
    }
}

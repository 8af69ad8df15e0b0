//! Dynamic komi.
//!
//! A search that only sees losses cannot tell moves apart. When the side to move loses
//! almost every playout, it therefore searches for a win with a komi shifted in its
//! favour (Baudis, "Balancing MCTS by dynamically adjusting the komi value", 2011).

use crate::board::Color;

/// How many sample playouts decide whether a dynamic komi is needed.
pub(super) const SAMPLES: u32 = 48;

/// A colour that wins fewer than one sample in this many gets a dynamic komi.
const LOST_IN: usize = 12;

/// The step of the dynamic komi, in points. With a coarse step the komi stays
/// the same for several moves, and the tree can be reused.
const STEP: f64 = 8.0;

/// The criterion for a win in the playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoringGoal {
    /// A win with the komi of the game.
    Win,
    /// A win with the komi of the game or, when the side to move loses almost every
    /// playout, with a komi shifted in its favour.
    DynamicKomi,
}

/// Returns the margin that Black needs for a win under dynamic komi, computed from Black's
/// margins in sample playouts: 0 unless the colour hardly ever wins. With the shift, the
/// colour wins about two in five of these playouts.
pub(super) fn komi_shift(color: Color, mut margins: Vec<f64>) -> i32 {
    let sign = f64::from(color.sign());
    for margin in &mut margins {
        *margin *= sign;
    }
    margins.sort_by(f64::total_cmp);
    let wins = margins.iter().filter(|&&margin| margin > 0.0).count();
    match margins.get(margins.len() * 3 / 5) {
        Some(&usual) if wins * LOST_IN < margins.len() && usual < 0.0 => {
            let steps = (usual / STEP).round().min(-1.0);
            (sign * steps * STEP) as i32
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_lost_side_gets_a_dynamic_komi() {
        let spread = |from: i32| (from..from + 48).map(f64::from).collect::<Vec<_>>();
        // An even position and a won one.
        assert_eq!(komi_shift(Color::Black, spread(-24)), 0);
        assert_eq!(komi_shift(Color::Black, spread(10)), 0);
        // Black loses by 52 to 99 points; -71 is better than most.
        assert_eq!(komi_shift(Color::Black, spread(-99)), -72);
        // White loses by 1 to 48 points.
        assert_eq!(komi_shift(Color::White, spread(1)), 24);
        assert_eq!(komi_shift(Color::Black, Vec::new()), 0);
    }
}

//! Which chains live, which are dead, and which may be in seki.

use crate::board::{Board, ByColor, Chain, Color, PassAlive, PointSet};

use super::count::Counts;

/// What becomes of a chain if the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStatus {
    /// It stays.
    Alive,
    /// It stays, and so may a chain of the opponent that shares liberties with
    /// it, because neither side can fill them. A candidate only: the playouts
    /// know no sacrifice.
    Seki,
    /// It is taken off.
    Dead,
}

/// A chain and what the playouts say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainEstimate {
    /// The colour of the stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The mean ownership of its points, by whom they belong to: 1 when they
    /// stay the owner's in every playout, -1 in none.
    pub ownership: f64,
    /// What follows from that.
    pub status: ChainStatus,
}

/// The part of the playouts at whose ends a liberty must be nobody's.
const SEKI: f64 = 0.5;

/// Judges all chains of a board.
pub(super) fn judge(
    board: &Board,
    counts: &Counts,
    life: &ByColor<PassAlive>,
) -> Vec<ChainEstimate> {
    let judged = |chain: Chain| {
        let sum: f64 = chain.stones.iter().map(|p| counts.ownership(p)).sum();
        let mean = sum / chain.stones.len() as f64;
        let ownership = match chain.color {
            Color::Black => mean,
            Color::White => -mean,
        };
        ChainEstimate {
            color: chain.color,
            stones: chain.stones,
            ownership,
            status: status(&chain, ownership, counts, life),
        }
    };
    board.chains().into_iter().map(judged).collect()
}

fn status(
    chain: &Chain,
    ownership: f64,
    counts: &Counts,
    life: &ByColor<PassAlive>,
) -> ChainStatus {
    if chain.stones.is_subset(&life[chain.color].points()) {
        ChainStatus::Alive
    } else if ownership < 0.0 {
        // In certain territory of the opponent it is -1.
        ChainStatus::Dead
    } else if chain.liberties.iter().any(|p| counts.neutrality(p) >= SEKI) {
        ChainStatus::Seki
    } else {
        ChainStatus::Alive
    }
}

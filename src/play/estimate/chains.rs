//! The status of each chain: alive, dead, or perhaps in seki.

use ponnuki_core::board::{Board, ByColor, Chain, Color, PassAlive, PointSet};

use super::corrected::CorrectedCounts;
use super::reading::PartReading;

/// The status of a chain, supposing that the game is over.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{ChainStatus, Estimate, EstimateOptions};
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// // Whoever plays at C4 or E4 is captured.
/// let board = diagram::parse(".O.X.O.OX/OOOXOOOOX/XXXOOXXXX/..XXXX...")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let estimate = Estimate::new(&game, &EstimateOptions::status(1));
/// let seki = estimate.stones(ChainStatus::Seki) & board.stones(Color::Black);
/// assert_eq!(seki.names(board.size()), "D3 D4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainStatus {
    /// The chain stays on the board.
    Alive,
    /// The chain stays on the board, and perhaps shares liberties with an enemy
    /// chain that neither side can fill. It is only a candidate, because the
    /// playouts find few sacrifices.
    Seki,
    /// The chain is removed before the area is counted.
    Dead,
}

/// A chain with its ownership and status.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::estimate::{ChainStatus, Estimate, EstimateOptions};
/// use ponnuki::{Color, Game, Komi, Rules, board::diagram};
///
/// let board = diagram::parse(".X.XX/XXXXX/XXX../XXXO./XXX..")?;
/// let mut game = Game::new(board.size(), Rules::default(), Komi::default());
/// game.set_up(board.position(), Color::Black)?;
/// let estimate = Estimate::new(&game, &EstimateOptions::status(1));
/// let [black, white] = estimate.chains() else { panic!("two chains") };
/// // Each ownership is from the chain's own side.
/// assert!(black.ownership > 0.9 && white.ownership < -0.9);
/// assert_eq!((black.status, white.status), (ChainStatus::Alive, ChainStatus::Dead));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainEstimate {
    /// The colour of the stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The mean ownership of its points, from its colour's point of view: 1 if
    /// that colour owns them in every playout, -1 if the opponent does.
    pub ownership: f64,
    /// The status that follows from the ownership or, if it says little, from games of the
    /// network.
    pub status: ChainStatus,
    /// Whether neither of them says clearly whether the chain lives.
    pub is_doubtful: bool,
}

/// A chain is dead if its ownership is below this limit.
///
/// It is below 0 because most chains are alive at the end of a game. All limits from
/// -0.05 to 0 get the same 725 of 774 finished games right. The chains nearest to the
/// limit that decide one of them have ownerships of 0.03 and -0.12, so chance does not
/// decide if there are enough playouts.
pub(super) const DEAD: f64 = -0.05;

/// The limit that replaces [`DEAD`] for a stone in a double ko: if the opponent
/// captures it, its colour takes the other ko.
const DEAD_IN_DOUBLE_KO: f64 = -0.75;

/// A chain in seki has a liberty that stays neutral in at least this share of
/// the playouts.
pub(super) const SEKI: f64 = 0.5;

/// A chain whose ownership is nearer to 0 than this is in doubt.
const DOUBTFUL: f64 = 0.4;

pub(super) fn judge(
    chains: Vec<Chain>,
    counts: &CorrectedCounts,
    life: &ByColor<PassAlive>,
    read: &[PartReading],
    board: &Board,
) -> Vec<ChainEstimate> {
    let kos = kos(&chains, board);
    let judged = |chain: Chain| {
        let ownership = read
            .iter()
            .find_map(|reading| reading.ownership(&chain))
            .unwrap_or_else(|| counts.chain_ownership(&chain));
        ChainEstimate {
            color: chain.color,
            stones: chain.stones,
            ownership,
            status: status(&chain, ownership, counts, life, &kos),
            is_doubtful: ownership.abs() < DOUBTFUL && !is_in_double_ko(&chain, &kos),
        }
    };
    chains.into_iter().map(judged).collect()
}

/// Returns the stones of each colour whose capture begins a ko.
fn kos(chains: &[Chain], board: &Board) -> ByColor<PointSet> {
    let of = |color| {
        let own = chains.iter().filter(|chain| chain.color == color);
        let in_ko = own.filter(|chain| is_in_ko(chain, board));
        PointSet::union(in_ko.map(|chain| chain.stones))
    };
    ByColor {
        black: of(Color::Black),
        white: of(Color::White),
    }
}

/// Returns whether the capture of a chain begins a ko: the chain is a single stone, and
/// its only liberty is surrounded by its colour.
fn is_in_ko(chain: &Chain, board: &Board) -> bool {
    let around = chain.liberties.neighbours(board.size()) & board.points();
    chain.stones.len() == 1
        && chain.liberties.len() == 1
        && around.is_subset(&board.stones(chain.color))
}

/// Returns whether a chain may be in a double ko, where each colour has a stone in one of the
/// kos.
fn is_in_double_ko(chain: &Chain, kos: &ByColor<PointSet>) -> bool {
    chain.stones.is_subset(&kos[chain.color]) && !kos[!chain.color].is_empty()
}

/// Returns the limit below which a chain is dead.
fn limit(chain: &Chain, kos: &ByColor<PointSet>) -> f64 {
    if is_in_double_ko(chain, kos) {
        DEAD_IN_DOUBLE_KO
    } else {
        DEAD
    }
}

fn status(
    chain: &Chain,
    ownership: f64,
    counts: &CorrectedCounts,
    life: &ByColor<PassAlive>,
    kos: &ByColor<PointSet>,
) -> ChainStatus {
    if chain.stones.is_subset(&life[chain.color].points()) {
        ChainStatus::Alive
    } else if ownership < limit(chain, kos) {
        // In the opponent's unconditional territory the ownership is -1.
        ChainStatus::Dead
    } else if chain.liberties.iter().any(|p| counts.neutrality(p) >= SEKI) {
        ChainStatus::Seki
    } else {
        ChainStatus::Alive
    }
}

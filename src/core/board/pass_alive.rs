//! Unconditional life: chains that the opponent cannot capture even if their owner always passes.
//!
//! The method is Benson's ("Life in the game of Go", 1976). It looks at the
//! chains of a colour and at its *regions*, the connected parts of the points
//! without its stones. Some regions are *vital* to some chains. Two steps repeat
//! until nothing changes:
//!
//! - Drop the chains with fewer than two vital regions.
//! - Drop the regions that touch a dropped chain.
//!
//! The remaining chains live, and no others do. Ko rules only take plays away
//! from the opponent, so these chains live under every ko rule.
//!
//! ```text
//! . X . X O      A3 and C3 are one-point regions, both vital to the chain
//! X X X X O      around them, so it lives
//! O O O O .
//! ```
//!
//! # Vital regions
//!
//! **Where suicide is illegal**, a region is vital to a chain if each of its
//! *empty* points is next to the chain. To fill the region, the opponent would
//! have to fill the chain's last liberty there, which is suicide. Benson proves
//! that the remaining chains are exactly those that live.
//!
//! **Where suicide of two or more stones is legal**, each point of the region
//! must be next to the chain, those with the opponent's stones included.
//! KataGo's pass-alive area uses the same condition (`Board::calculateArea`).
//! Whether suicide of single stones is legal does not matter, because it
//! changes nothing on the board.
//!
//! ```text
//! . . O      Black lives if suicide is illegal. Otherwise White fills all
//! X X .      points but A1, which removes White's stones. C3 is empty now, so
//! . X .      White fills A3, B3, C2 and C1, and captures at A1.
//! ```
//!
//! *The remaining chains live.* Consider the play that captures the first of
//! them. The regions vital to this chain touch remaining chains only. None of
//! their stones is captured yet and their owner adds none, so the regions are
//! still the same. Each of their empty points is a liberty of the chain. Since
//! the play fills the only liberty, one of the two regions was full before it.
//! But then the opponent's stones there had no liberty.
//!
//! *No other chain lives.* The opponent can remove its own stones from each
//! region of two or more points by suicide: it fills the points farthest from
//! one empty point first, which keeps every stone connected to that point, and
//! that point last. If a play captures on the way, so much the better. With all
//! regions empty the condition is Benson's, so some chain that does not remain
//! can be captured. A capture gives no other chain a vital region, because the
//! points that it empties are not next to any other chain of the owner. So all
//! chains that do not remain can be captured one after the other.
//!
//! # Territory
//!
//! An opponent who cannot make two eyes inside a remaining region loses every
//! stone in it whenever the owner wants. An eye is a connected part of the points
//! without the opponent's stones that does not touch a living chain, so two eyes
//! need two points that are next to no living chain and are not neighbours. This
//! does not depend on the suicide rule.

use super::{Board, BoardSize, ByColor, Color, PointSet, Suicide};

/// The stones and points that a colour cannot lose.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Suicide;
/// use ponnuki::board::{diagram, pass_alive};
///
/// let board = diagram::parse(".XO.O/XXOOO/.XO.O")?;
/// let settled = pass_alive(&board, Suicide::Forbidden).map(|alive| alive.points());
/// // Every point is settled, so the result is certain before anybody passes.
/// assert_eq!(settled.black | settled.white, board.points());
/// assert_eq!(settled.margin(), -3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// The stones that no play of the opponent can capture.
    pub stones: PointSet,
    /// The regions next to these stones in which the opponent cannot make two
    /// eyes. The opponent's stones there are dead.
    pub territory: PointSet,
}

impl PassAlive {
    /// Returns the stones and the territory together.
    pub fn points(&self) -> PointSet {
        self.stones | self.territory
    }
}

/// Finds the unconditional life of both colours under a suicide rule. No point
/// belongs to both colours.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Suicide;
/// use ponnuki::board::{diagram, pass_alive};
///
/// let board = diagram::parse(
///     ".X.XO
///      XXXXO
///      OOOO.",
/// )?;
/// let size = board.size();
/// let black = pass_alive(&board, Suicide::Allowed).black;
/// assert_eq!(black.stones.names(size), "A2 B2 C2 D2 B3 D3");
/// // White has no room for two eyes outside, so those stones are dead.
/// assert_eq!(black.territory.names(size), "A1 B1 C1 D1 E1 E2 A3 C3 E3");
///
/// // The opponent's stone in an eye matters only where suicide is legal.
/// let board = diagram::parse(
///     "..O
///      XX.
///      .X.",
/// )?;
/// let black = pass_alive(&board, Suicide::Forbidden).black;
/// assert_eq!(black.points(), board.points());
/// let black = pass_alive(&board, Suicide::MultiStone).black;
/// assert!(black.points().is_empty());
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
pub fn pass_alive(board: &Board, suicide: Suicide) -> ByColor<PassAlive> {
    ByColor {
        black: pass_alive_of(board, Color::Black, suicide),
        white: pass_alive_of(board, Color::White, suicide),
    }
}

/// A chain of the colour, not dropped yet.
struct OwnChain {
    stones: PointSet,
    near: PointSet,
}

/// A connected part of the points without stones of the colour, not dropped yet.
struct Region {
    points: PointSet,
    /// The points that must be next to a chain to which the region is vital.
    decisive: PointSet,
    /// The stones of the colour next to the region.
    border: PointSet,
}

impl Region {
    fn is_vital_to(&self, chain: &OwnChain) -> bool {
        self.decisive.is_subset(&chain.near)
    }
}

/// Finds the unconditional life of one colour.
fn pass_alive_of(board: &Board, color: Color, suicide: Suicide) -> PassAlive {
    let size = board.size();
    if board.stones(color).is_empty() {
        return PassAlive::default();
    }
    let mut chains = chains_of(board, color);
    let mut regions = regions_of(board, color, suicide);
    let stones = loop {
        let before = regions.len();
        chains.retain(|chain| {
            let vital = regions.iter().filter(|region| region.is_vital_to(chain));
            vital.take(2).count() == 2
        });
        let alive = chains.iter().flat_map(|chain| chain.stones).collect();
        regions.retain(|region| region.border.is_subset(&alive));
        if regions.len() == before {
            break alive;
        }
    };
    let near = stones.neighbours(size);
    regions.retain(|region| !has_room_for_two_eyes(region.points - near, size));
    PassAlive {
        stones,
        territory: regions.iter().flat_map(|region| region.points).collect(),
    }
}

fn chains_of(board: &Board, color: Color) -> Vec<OwnChain> {
    let (size, own) = (board.size(), board.stones(color));
    own.components(size)
        .map(|stones| OwnChain {
            stones,
            near: stones.neighbours(size),
        })
        .collect()
}

fn regions_of(board: &Board, color: Color, suicide: Suicide) -> Vec<Region> {
    let (size, own) = (board.size(), board.stones(color));
    let decisive = match suicide {
        Suicide::Forbidden => board.empty(),
        Suicide::MultiStone | Suicide::Allowed => board.points(),
    };
    let others = board.points() - own;
    others
        .components(size)
        .map(|points| Region {
            points,
            decisive: points & decisive,
            border: points.neighbours(size) & own,
        })
        .collect()
}

/// Returns whether the set contains two points that are not neighbours.
fn has_room_for_two_eyes(points: PointSet, size: BoardSize) -> bool {
    points.iter().any(|point| {
        let near = PointSet::single(point).neighbours(size);
        (points - near).len() > 1
    })
}

#[cfg(test)]
mod tests;

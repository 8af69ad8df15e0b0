//! The chains of a board.

use super::{Board, Color, Point, PointSet, on_sized};

/// A chain: a maximal set of stones of one colour connected along the lines, and its liberties.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::diagram;
///
/// let board = diagram::parse(".XXO./OOO../.....")?;
/// let mut chains = board.chains().into_iter();
/// let in_atari = chains.find(|chain| chain.liberties.len() == 1).unwrap();
/// assert_eq!(in_atari.stones.names(board.size()), "B3 C3");
/// assert_eq!(in_atari.liberties.only(), board.size().point_named("A3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The colour of the stones.
    pub color: Color,
    /// The stones, at least one.
    pub stones: PointSet,
    /// The empty points next to the stones, at least one.
    pub liberties: PointSet,
}

impl Board {
    /// Returns the chain of the stone on a point, or `None` if the point is empty.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.at(point)?;
        Some(on_sized!(&self.0, board => {
            let stones = board.chain_at(point);
            Chain {
                color,
                stones: stones.resized(),
                liberties: board.liberties_of(&stones).resized(),
            }
        }))
    }

    /// Lists all chains, in the order of their lowest points.
    pub fn chains(&self) -> Vec<Chain> {
        let mut rest = self.points() - self.empty();
        let mut chains = Vec::new();
        while let Some(chain) = rest.first().and_then(|point| self.chain(point)) {
            rest -= chain.stones;
            chains.push(chain);
        }
        chains
    }

    /// Returns the stones whose chains have one liberty, two, and three or more.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// let board = ponnuki::board::diagram::parse("XXO../...O./.....")?;
    /// let [one, two, more] = board.stones_by_liberties();
    /// let names = [one, two, more].map(|stones| stones.names(board.size()));
    /// assert_eq!(names, ["", "A3 B3 C3", "D2"]);
    /// # Ok::<(), ponnuki::board::diagram::ParseDiagramError>(())
    /// ```
    pub fn stones_by_liberties(&self) -> [PointSet; 3] {
        on_sized!(&self.0, board => board.stones_by_liberties().map(PointSet::resized))
    }
}

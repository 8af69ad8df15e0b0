//! Unconditional life: chains that the opponent cannot capture even if their
//! owner always passes.
//!
//! The method is Benson's ("Life in the game of Go", 1976). It looks at the
//! chains of a colour and at its *regions*, the connected parts of the points
//! without its stones. A region is *vital* to a chain when each of its empty
//! points is a liberty of the chain: to fill the region, the opponent would have
//! to fill the chain's last liberty there, which is suicide. Two steps repeat
//! until nothing changes:
//!
//! - Drop the chains with fewer than two vital regions.
//! - Drop the regions that touch a dropped chain.
//!
//! The remaining chains live, and by Benson's theorem no others do.
//!
//! ```text
//! . X . X O      A3 and C3 are one-point regions, both vital to the chain
//! X X X X O      around them, so it lives
//! O O O O .
//! ```
//!
//! An opponent who cannot make two eyes inside a remaining region loses every
//! stone in it whenever the owner wants. An eye needs a point that is not next
//! to a living chain, so two eyes are certainly impossible if the region has at
//! most one such point, or two that are neighbours.

use super::{Board, BoardSize, ByColor, Color, PointSet};

/// The stones and points that a colour cannot lose.
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

/// Finds the unconditional life of both colours. No point belongs to both.
///
/// ```
/// use ponnuki::board::{diagram, pass_alive};
///
/// let board = diagram::parse(
///     ".X.XO
///      XXXXO
///      OOOO.",
/// )?;
/// let size = board.size();
/// let black = pass_alive(&board).black;
/// assert_eq!(black.stones.names(size), "A2 B2 C2 D2 B3 D3");
/// // White has no room for two eyes outside, so those stones are dead.
/// assert_eq!(black.territory.names(size), "A1 B1 C1 D1 E1 E2 A3 C3 E3");
/// # Ok::<(), diagram::ParseDiagramError>(())
/// ```
pub fn pass_alive(board: &Board) -> ByColor<PassAlive> {
    ByColor {
        black: pass_alive_of(board, Color::Black),
        white: pass_alive_of(board, Color::White),
    }
}

/// A chain of the colour, not dropped yet.
struct OwnChain {
    stones: PointSet,
    liberties: PointSet,
}

/// A connected part of the points without stones of the colour, not dropped yet.
struct Region {
    points: PointSet,
    empty: PointSet,
    /// The stones of the colour next to it.
    border: PointSet,
}

impl Region {
    fn is_vital_to(&self, chain: &OwnChain) -> bool {
        !self.empty.is_empty() && self.empty.is_subset(&chain.liberties)
    }
}

/// Finds the unconditional life of one colour.
fn pass_alive_of(board: &Board, color: Color) -> PassAlive {
    let size = board.size();
    let own = board.stones(color);
    let mut chains: Vec<OwnChain> = board
        .chains()
        .into_iter()
        .filter(|chain| chain.color == color)
        .map(|chain| OwnChain {
            stones: chain.stones,
            liberties: chain.liberties,
        })
        .collect();
    let mut regions: Vec<Region> = (board.points() - own)
        .components(size)
        .map(|points| Region {
            points,
            empty: points & board.empty(),
            border: points.neighbours(size) & own,
        })
        .collect();
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|chain| {
            let vital = regions.iter().filter(|region| region.is_vital_to(chain));
            vital.take(2).count() == 2
        });
        let alive = stones_of(&chains);
        regions.retain(|region| region.border.is_subset(&alive));
        if (chains.len(), regions.len()) == before {
            break;
        }
    }
    let stones = stones_of(&chains);
    let near = stones.neighbours(size);
    let territory = regions
        .iter()
        .filter(|region| !stones.is_empty() && !has_room_for_two_eyes(region.points - near, size))
        .fold(PointSet::EMPTY, |all, region| all | region.points);
    PassAlive { stones, territory }
}

fn stones_of(chains: &[OwnChain]) -> PointSet {
    chains
        .iter()
        .fold(PointSet::EMPTY, |all, chain| all | chain.stones)
}

/// Returns whether two of the points are not neighbours of each other.
fn has_room_for_two_eyes(points: PointSet, size: BoardSize) -> bool {
    match points.len() {
        0 | 1 => false,
        2 => points.first().is_some_and(|first| {
            !PointSet::single(first)
                .neighbours(size)
                .intersects(&(points - PointSet::single(first)))
        }),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::{EyeRule, Point, diagram, true_eyes};
    use crate::random::RandomStream;

    fn black(rows: &str) -> (String, String) {
        let board = diagram::parse(rows).unwrap();
        let life = pass_alive_of(&board, Color::Black);
        (
            life.stones.names(board.size()),
            life.territory.names(board.size()),
        )
    }

    #[test]
    fn known_positions() {
        for (rows, stones, territory) in [
            // Two eyes. Outside, White has room for only one eye, at E1.
            (
                ".X.XO/XXXXO/OOOO.",
                "A2 B2 C2 D2 B3 D3",
                "A1 B1 C1 D1 E1 E2 A3 C3 E3",
            ),
            // One eye.
            (".XXXO/XXXXO/OOOO.", "", ""),
            (".XO./XXO./OOO.", "", ""),
            // Two eyes, one of them with a prisoner that fills it.
            (
                ".X.OXO../XXXXXO../OOOOO...",
                "A2 B2 C2 D2 E2 B3 E3",
                "A3 C3 D3",
            ),
            // Two chains that share two eyes.
            ("X.XO/.XXO/XXOO/OO..", "A2 B2 B3 C3 A4 C4", "A3 B4"),
            // An empty board and a lone stone.
            ("...../...../.....", "", ""),
            ("..X../...../.....", "", ""),
        ] {
            assert_eq!(
                black(rows),
                (stones.to_owned(), territory.to_owned()),
                "{rows}"
            );
        }
    }

    #[test]
    fn a_two_headed_dragon_lives() {
        // The diagonal points of its eyes D6 and D2 are White's, but both
        // halves of the chain are next to both eyes.
        let board =
            diagram::parse("..XXOO./.OX.XXO/.OXXOXO/.OX.OXO/.OXXOXO/.OX.XXO/..OXX.O").unwrap();
        let size = board.size();
        let life = pass_alive_of(&board, Color::Black);
        assert_eq!(life.stones, board.stones(Color::Black));
        assert_eq!(life.territory.names(size), "D2 E3 D4 E4 E5 D6");
        let d6 = size.point_named("D6").unwrap();
        let by_diagonals = true_eyes(&board, Color::Black, EyeRule::EnemyDiagonals);
        assert!(!by_diagonals.contains(d6));
    }

    #[test]
    fn a_region_with_room_for_eyes_is_not_certain() {
        // White has no eye in the region above yet, but has room for two.
        let (stones, territory) = black("......./......./......./XXXXXXX/.X.X.X.");
        assert!(stones.contains("A2 B2 C2"), "{stones}");
        assert_eq!(territory, "A1 C1 E1 G1");
    }

    /// Tries every sequence of plays, and returns the stones that the opponent
    /// can capture if the owner always passes.
    fn can_lose(board: &Board, color: Color) -> PointSet {
        let mut seen = HashSet::new();
        let mut open = vec![board.clone()];
        let mut lost = PointSet::EMPTY;
        while let Some(board) = open.pop() {
            for point in board.empty() {
                let Ok(preview) = board.preview(!color, point) else {
                    continue;
                };
                if preview.suicided > 0 {
                    continue;
                }
                let mut next = board.clone();
                lost |= next.place(!color, point).captured;
                if seen.insert(next.hash().value()) {
                    open.push(next);
                }
            }
        }
        lost
    }

    fn random_board(size: BoardSize, stream: &mut RandomStream) -> Option<Board> {
        let mut stones = ByColor::<PointSet>::default();
        let own_share = 3 + stream.below(6)?;
        for point in size.iter() {
            match stream.below(10)? {
                n if n < own_share => stones.black.insert(point),
                9 => stones.white.insert(point),
                _ => {}
            }
        }
        Board::with_stones(size, &stones).ok()
    }

    #[test]
    fn nothing_else_lives_on_small_boards() {
        let mut stream = RandomStream::new(1, 0);
        let (mut positions, mut with_life) = (0, 0);
        for (width, height) in [(3, 3), (4, 3), (5, 2), (7, 1)] {
            let size = BoardSize::new(width, height).unwrap();
            for _ in 0..3_000 {
                let Some(board) = random_board(size, &mut stream) else {
                    continue;
                };
                let life = pass_alive_of(&board, Color::Black);
                let expected = board.stones(Color::Black) - can_lose(&board, Color::Black);
                assert_eq!(life.stones, expected, "{board:?}");
                positions += 1;
                with_life += u32::from(!life.stones.is_empty());
            }
        }
        assert!(
            positions > 8_000 && with_life > 200,
            "{positions} {with_life}"
        );
    }

    /// Returns whether the opponent, playing alone in any order, can make a
    /// living chain in the territory.
    fn opponent_can_live(board: &Board, color: Color, territory: &PointSet) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![board.clone()];
        while let Some(board) = open.pop() {
            if pass_alive_of(&board, !color).stones.intersects(territory) {
                return true;
            }
            for point in board.empty() & *territory {
                let legal = |point: Point| {
                    board
                        .preview(!color, point)
                        .is_ok_and(|preview| preview.suicided == 0)
                };
                if legal(point) {
                    let mut next = board.clone();
                    next.place(!color, point);
                    if seen.insert(next.hash().value()) {
                        open.push(next);
                    }
                }
            }
        }
        false
    }

    #[test]
    fn no_opponent_lives_in_certain_territory() {
        let mut stream = RandomStream::new(2, 0);
        let mut certain = 0;
        for (width, height) in [(4, 3), (4, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            for _ in 0..3_000 {
                let Some(board) = random_board(size, &mut stream) else {
                    continue;
                };
                let life = pass_alive(&board);
                assert!(!life.black.points().intersects(&life.white.points()));
                let territory = life.black.territory;
                if !territory.is_empty() {
                    certain += 1;
                    assert!(
                        !opponent_can_live(&board, Color::Black, &territory),
                        "{board:?}"
                    );
                }
            }
        }
        assert!(certain > 50, "{certain}");
    }
}

//! Unconditional life: chains that no play of the opponent can capture, even
//! if their owner passes for ever.
//!
//! The method is Benson's ("Life in the game of Go", 1976). Take a colour's
//! chains and its *regions*: the connected parts of all points without its
//! stones. A region is *vital* to a chain when every empty point of it is a
//! liberty of the chain: the opponent cannot fill it without filling the
//! chain's last liberty there, which is suicide. Then, until nothing changes,
//!
//! - drop the chains with fewer than two vital regions,
//! - drop the regions that touch a dropped chain.
//!
//! What is left lives. The theorem says that nothing else does.
//!
//! ```text
//! . X . X O      A3 and C3 are regions of one point each and vital to the
//! X X X X O      chain around them, so it lives
//! O O O O .
//! ```
//!
//! An opponent who cannot make two eyes in a region of such chains loses what
//! stands there whenever the owner wants. That is certain when at most one
//! point of it, or two that are neighbours, is not next to a living chain:
//! an eye needs such a point.

use super::Board;
use super::color::{ByColor, Color};
use super::point::BoardSize;
use super::point_set::PointSet;

/// What a colour cannot lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassAlive {
    /// Stones that live whatever the opponent plays.
    pub stones: PointSet,
    /// Points around them in which the opponent can make no two eyes. The
    /// opponent's stones on them are dead.
    pub territory: PointSet,
}

impl PassAlive {
    /// Stones and territory.
    pub fn points(&self) -> PointSet {
        self.stones | self.territory
    }
}

/// The unconditional life of both colours. No point belongs to both.
pub fn pass_alive(board: &Board) -> ByColor<PassAlive> {
    ByColor {
        black: pass_alive_of(board, Color::Black),
        white: pass_alive_of(board, Color::White),
    }
}

/// A chain that may live.
struct OwnChain {
    stones: PointSet,
    liberties: PointSet,
}

/// A connected part of the points without own stones.
struct Region {
    points: PointSet,
    empty: PointSet,
    /// The stones around it.
    border: PointSet,
}

impl Region {
    fn is_vital_to(&self, chain: &OwnChain) -> bool {
        !self.empty.is_empty() && self.empty.is_subset(&chain.liberties)
    }
}

/// The unconditional life of one colour.
pub fn pass_alive_of(board: &Board, color: Color) -> PassAlive {
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

/// Two of the points are no neighbours of each other.
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
    use crate::board::diagram;
    use crate::board::{BoardSize, Point};
    use crate::board::{EyeRule, true_eyes};
    use crate::random::RandomStream;

    fn names(size: BoardSize, set: &PointSet) -> String {
        let names: Vec<_> = set
            .iter()
            .map(|point| size.coordinates(point).to_string())
            .collect();
        names.join(" ")
    }

    fn black(rows: &str) -> (String, String) {
        let board = diagram::parse(rows).unwrap();
        let life = pass_alive_of(&board, Color::Black);
        (
            names(board.size(), &life.stones),
            names(board.size(), &life.territory),
        )
    }

    #[test]
    fn known_positions() {
        for (rows, stones, territory) in [
            // Two eyes; outside White has room for one eye only, E1.
            (
                ".X.XO/XXXXO/OOOO.",
                "A2 B2 C2 D2 B3 D3",
                "A1 B1 C1 D1 E1 E2 A3 C3 E3",
            ),
            // One eye.
            (".XXXO/XXXXO/OOOO.", "", ""),
            (".XO./XXO./OOO.", "", ""),
            // Two eyes, one with a prisoner that leaves no room.
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
        // The diagonals of its eyes D6 and D2 are White's; the left and the
        // right half are each next to both.
        let board =
            diagram::parse("..XXOO./.OX.XXO/.OXXOXO/.OX.OXO/.OXXOXO/.OX.XXO/..OXX.O").unwrap();
        let size = board.size();
        let life = pass_alive_of(&board, Color::Black);
        assert_eq!(life.stones, board.stones(Color::Black));
        assert_eq!(names(size, &life.territory), "D2 E3 D4 E4 E5 D6");
        let d6 = size.point_named("D6").unwrap();
        let by_diagonals = true_eyes(&board, Color::Black, EyeRule::EnemyDiagonals);
        assert!(!by_diagonals.contains(d6));
    }

    #[test]
    fn a_region_with_room_for_eyes_is_nobodys_for_sure() {
        // A2 and C2 are eyes. The white stones above have no eyes yet, but room.
        let (stones, territory) = black("......./......./......./XXXXXXX/.X.X.X.");
        assert!(stones.contains("A2 B2 C2"), "{stones}");
        assert_eq!(territory, "A1 C1 E1 G1");
    }

    /// The stones that some sequence of the opponent's plays captures while
    /// the owner passes. Tries all of them.
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

    /// Lets the opponent play alone in every order, and looks for a chain of
    /// the opponent that lives in the territory.
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

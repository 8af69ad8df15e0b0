//! The placement of handicap stones, and White's points for them.
//!
//! Fixed handicap follows the table in section 4.1.1 of the GTP 2
//! specification: stones on the fourth line for sizes 13 and up, and on the
//! third line for sizes 7 to 12. On a rectangular board, width and height each
//! determine a line.

use crate::board::{BoardSize, Coordinates, PointSet, named_enum};

named_enum! {
    /// The points that White receives for Black's handicap stones.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::rules::fixed_handicap;
    /// use ponnuki::{BoardSize, Game, HandicapBonus, Komi, Preset, Rules, Start};
    ///
    /// let size = BoardSize::square(9)?;
    /// let start = Start::handicap(fixed_handicap(size, 4).unwrap(), 4);
    /// let mut game = Game::with_start(size, Preset::Aga.rules(), Komi::of_handicap(), start)?;
    /// assert_eq!(game.score().to_string(), "B+77.5"); // less three points for four stones
    /// game.set_rules(Rules { handicap_bonus: HandicapBonus::Nothing, ..game.rules() });
    /// assert_eq!(game.score().to_string(), "B+80.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HandicapBonus {
        /// No points.
        Nothing = "none",
        /// One point for each stone.
        Stones = "stones",
        /// One point for each stone except the first.
        StonesMinusOne = "stones-minus-one",
    }
}

impl HandicapBonus {
    /// Returns the points for this number of handicap stones.
    pub const fn points(self, stones: usize) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Stones => stones,
            Self::StonesMinusOne => stones.saturating_sub(1),
        }
    }
}

/// The smallest board that has handicap points.
const MIN_LENGTH: usize = 7;

/// The smallest side with handicap points on the fourth line.
const FOURTH_LINE_FROM: usize = 13;

/// Returns the distance from the edge to the line of the handicap points. The
/// first line is at distance 0.
const fn inset(length: usize) -> usize {
    if length < FOURTH_LINE_FROM { 2 } else { 3 }
}

/// Returns the largest fixed handicap on a board of this size, 0 if it has none.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
/// use ponnuki::rules::{fixed_handicap, max_fixed_handicap};
///
/// // A menu of handicaps. With an even side there is no middle line, so four stones are the most.
/// let size = BoardSize::square(8)?;
/// let menu: Vec<usize> = (2..=max_fixed_handicap(size)).collect();
/// assert_eq!(menu, [2, 3, 4]);
/// assert!(menu.iter().all(|&stones| fixed_handicap(size, stones).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const fn max_fixed_handicap(size: BoardSize) -> usize {
    let (width, height) = (size.width(), size.height());
    if width < MIN_LENGTH || height < MIN_LENGTH {
        0
    } else if width % 2 == 0 || height % 2 == 0 || width == MIN_LENGTH || height == MIN_LENGTH {
        4
    } else {
        9
    }
}

/// Returns the points of a fixed handicap, or `None` for fewer than two stones
/// or more than [`max_fixed_handicap`] allows.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
/// use ponnuki::rules::fixed_handicap;
///
/// let size = BoardSize::square(9)?;
/// let stones = fixed_handicap(size, 3).unwrap();
/// assert_eq!(stones.names(size), "C3 C7 G7");
/// assert_eq!(fixed_handicap(size, 10), None);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<PointSet> {
    if stones < 2 || stones > max_fixed_handicap(size) {
        return None;
    }
    let at = |column: usize, row: usize| {
        size.point(Coordinates {
            column: column as u8,
            row: row as u8,
        })
    };
    let (left, bottom) = (inset(size.width()), inset(size.height()));
    let (right, top) = (size.width() - 1 - left, size.height() - 1 - bottom);
    let (middle, centre) = (size.width() / 2, size.height() / 2);
    let mut places = vec![(left, bottom), (right, top), (left, top), (right, bottom)];
    places.truncate(stones);
    if stones >= 6 {
        places.extend([(left, centre), (right, centre)]);
    }
    if stones >= 8 {
        places.extend([(middle, bottom), (middle, top)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        places.push((middle, centre));
    }
    places
        .into_iter()
        .map(|(column, row)| at(column, row))
        .collect()
}

/// Returns points for any number of handicap stones: the fixed handicap where it
/// is defined, otherwise the largest fixed handicap followed by points far from
/// the stones already placed.
///
/// No two stones are neighbours, so each keeps its liberties. The result has
/// fewer than `stones` points if there is not enough room.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::BoardSize;
/// use ponnuki::rules::free_handicap;
///
/// let stones = free_handicap(BoardSize::square(19)?, 12);
/// assert_eq!(stones.len(), 12);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn free_handicap(size: BoardSize, stones: usize) -> PointSet {
    if let Some(fixed) = fixed_handicap(size, stones) {
        return fixed;
    }
    let most = max_fixed_handicap(size).min(stones);
    let mut placed = fixed_handicap(size, most).unwrap_or_default();
    while placed.len() < stones {
        let room = size.points() - placed - placed.neighbours(size);
        let best = room
            .iter()
            .max_by_key(|&point| spread(size, &placed, size.coordinates(point)));
        match best {
            Some(point) if size.area() > 1 => placed.insert(point),
            _ => break,
        }
    }
    placed
}

/// Rates a point for one more handicap stone; larger tuples are better. The
/// distance to the nearest stone counts first, then the distance to the edge, up
/// to the line of the handicap points, and finally the closeness to the centre.
fn spread(size: BoardSize, placed: &PointSet, at: Coordinates) -> (usize, usize, usize) {
    let line = |position: u8, length: usize| {
        let position = usize::from(position);
        position.min(length - 1 - position).min(inset(length))
    };
    let edge = line(at.column, size.width()).min(line(at.row, size.height()));
    let stone = placed
        .iter()
        .map(|point| distance(size.coordinates(point), at))
        .min()
        .unwrap_or(usize::MAX);
    let off_centre = |position: u8, length: usize| (2 * usize::from(position) + 1).abs_diff(length);
    let centre = off_centre(at.column, size.width()) + off_centre(at.row, size.height());
    let near_centre = 4 * crate::board::MAX_LENGTH - centre;
    // A point near the edge is worse than one further from the edge and a
    // little closer to other stones.
    (stone.min(4 + 2 * edge), edge, near_centre)
}

fn distance(a: Coordinates, b: Coordinates) -> usize {
    usize::from(a.column.abs_diff(b.column)) + usize::from(a.row.abs_diff(b.row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(size: BoardSize, stones: usize) -> String {
        let Some(points) = fixed_handicap(size, stones) else {
            return "none".to_owned();
        };
        points.names(size)
    }

    #[test]
    fn the_table_of_19x19() {
        let size = BoardSize::square(19).unwrap();
        assert_eq!(fixed(size, 1), "none");
        assert_eq!(fixed(size, 2), "D4 Q16");
        assert_eq!(fixed(size, 3), "D4 D16 Q16");
        assert_eq!(fixed(size, 4), "D4 Q4 D16 Q16");
        assert_eq!(fixed(size, 5), "D4 Q4 K10 D16 Q16");
        assert_eq!(fixed(size, 6), "D4 Q4 D10 Q10 D16 Q16");
        assert_eq!(fixed(size, 7), "D4 Q4 D10 K10 Q10 D16 Q16");
        assert_eq!(fixed(size, 8), "D4 K4 Q4 D10 Q10 D16 K16 Q16");
        assert_eq!(fixed(size, 9), "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16");
        assert_eq!(fixed(size, 10), "none");
    }

    #[test]
    fn small_and_even_boards() {
        let square = |length| BoardSize::square(length).unwrap();
        assert_eq!(fixed(square(6), 2), "none");
        assert_eq!(fixed(square(7), 4), "C3 E3 C5 E5");
        assert_eq!(fixed(square(7), 5), "none");
        assert_eq!(fixed(square(9), 5), "C3 G3 E5 C7 G7");
        assert_eq!(fixed(square(12), 2), "C3 K10");
        assert_eq!(fixed(square(12), 5), "none");
        assert_eq!(fixed(square(13), 9), "D4 G4 K4 D7 G7 K7 D10 G10 K10");
        assert_eq!(fixed(square(25), 2), "D4 W22");
    }

    #[test]
    fn free_handicap_stones_are_no_neighbours() {
        for (width, height) in [(1, 1), (1, 2), (2, 2), (5, 5), (9, 9), (19, 19), (3, 25)] {
            let size = BoardSize::new(width, height).unwrap();
            for stones in (0..=12).chain([size.area() - 1, size.area(), 10_000]) {
                let placed = free_handicap(size, stones);
                assert!(placed.len() <= stones);
                assert!(placed.is_subset(&size.points()));
                assert!(
                    !placed.neighbours(size).intersects(&placed),
                    "{stones} on {size}"
                );
                assert!(
                    size.area() < 25 || stones > 8 || placed.len() == stones,
                    "{stones} on {size}"
                );
            }
        }
        let size = BoardSize::square(9).unwrap();
        assert_eq!(Some(free_handicap(size, 4)), fixed_handicap(size, 4));
        assert_eq!(
            fixed_handicap(size, 9).unwrap() - free_handicap(size, 12),
            PointSet::EMPTY
        );
        assert!(free_handicap(BoardSize::square(1).unwrap(), 2).is_empty());
    }
}

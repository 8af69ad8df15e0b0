//! The opening on large boards: corners, then enclosures and approaches, then sides.
//!
//! Playouts can hardly distinguish the moves of an opening, and the learned weights prefer
//! a reply to the last move to an empty corner. Basic opening moves therefore have a
//! minimum probability, as in the opening knowledge of the program Fuego (Enzenberger,
//! Müller, Arneson and Segal, 2010).

use crate::board::{BoardSize, Coordinates, Point, PointSet, SizedBoard, Symmetry};

/// The shortest side of a board with an opening.
const MIN_LENGTH: usize = 13;
/// The opening ends when one point in this many holds a stone.
const POINTS_PER_STONE: usize = 6;
/// The maximum size of a corner, in lines from each edge.
const CORNER: usize = 7;
/// The depth of a side in lines, and how many points must be empty on each side of its
/// middle.
const SIDE_LINES: u8 = 6;
const SIDE_REACH: u8 = 3;

/// The minimum probabilities of a move in an empty corner, of an enclosure or approach of a
/// lone stone, and of a move in the middle of an empty side.
const EMPTY_CORNER: f32 = 0.7;
const LONE_STONE: f32 = 0.1;
const EMPTY_SIDE: f32 = 0.03;

/// A column and a row, both from 0.
type Place = (u8, u8);

/// First moves in the corner at the lower left.
const FIRST: [Place; 3] = [(3, 3), (2, 3), (3, 2)];
/// Stones that are alone in this corner, each with its enclosures. The opponent
/// approaches at the same points.
const ENCLOSURES: [(Place, [Place; 4]); 3] = [
    ((3, 3), [(5, 2), (5, 3), (2, 5), (3, 5)]),
    ((2, 3), [(4, 2), (4, 3), (5, 2), (5, 3)]),
    ((3, 2), [(2, 4), (3, 4), (2, 5), (3, 5)]),
];

/// The points of the opening moves, by kind.
#[derive(Debug, Default)]
pub(super) struct OpeningPoints<const W: usize> {
    corners: PointSet<W>,
    enclosures: PointSet<W>,
    sides: PointSet<W>,
}

impl<const W: usize> OpeningPoints<W> {
    /// Returns the opening moves of a board: none on small boards and after the opening.
    pub(super) fn new<const N: usize>(board: &SizedBoard<W, N>) -> Self {
        let size = board.size();
        let mut opening = Self::default();
        let stones = *board.points() - *board.empty();
        let shortest = size.width().min(size.height());
        if shortest < MIN_LENGTH || POINTS_PER_STONE * stones.len() > size.area() {
            return opening;
        }
        // The first four symmetries do not exchange columns and rows.
        for mirror in Symmetry::all(size).take(4) {
            let view = CornerView { size, mirror };
            opening.add_corner(&view, &stones, CORNER.min(shortest / 2) as u8);
            opening.add_side(&view, &stones, size.width(), |along, line| (along, line));
            opening.add_side(&view, &stones, size.height(), |along, line| (line, along));
        }
        opening
    }

    pub(super) fn least_chance(&self, point: Point) -> f32 {
        [
            (&self.corners, EMPTY_CORNER),
            (&self.enclosures, LONE_STONE),
            (&self.sides, EMPTY_SIDE),
        ]
        .into_iter()
        .find_map(|(places, chance)| places.contains(point).then_some(chance))
        .unwrap_or(0.0)
    }

    /// Adds the moves in a corner with at most one stone.
    fn add_corner(&mut self, view: &CornerView, stones: &PointSet<W>, lines: u8) {
        let mut held = (0..lines)
            .flat_map(|column| (0..lines).map(move |row| (column, row)))
            .filter(|&at| view.holds(stones, at));
        match (held.next(), held.next()) {
            (None, _) => self.corners.extend(view.points(FIRST)),
            (Some(lone), None) => {
                for (stone, enclosures) in ENCLOSURES {
                    if stone == lone {
                        self.enclosures.extend(view.points(enclosures));
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the moves in the middle of a side, if it is empty.
    fn add_side(
        &mut self,
        view: &CornerView,
        stones: &PointSet<W>,
        length: usize,
        at: impl Fn(u8, u8) -> Place,
    ) {
        let middle = (length / 2) as u8;
        let mut around = (middle - SIDE_REACH..=middle + SIDE_REACH)
            .flat_map(|along| (0..SIDE_LINES).map(move |line| (along, line)));
        if !around.any(|(along, line)| view.holds(stones, at(along, line))) {
            let places = [(middle, 2), (middle, 3), (middle - 1, 2), (middle + 1, 2)];
            let places = places.map(|(along, line)| at(along, line));
            self.sides.extend(view.points(places));
        }
    }
}

/// A board seen from one of its corners.
struct CornerView {
    size: BoardSize,
    mirror: Symmetry,
}

impl CornerView {
    fn point(&self, (column, row): Place) -> Option<Point> {
        let at = self.mirror.image(Coordinates { column, row }, self.size);
        self.size.point(at)
    }

    fn points<const C: usize>(&self, places: [Place; C]) -> impl Iterator<Item = Point> {
        places.into_iter().filter_map(|at| self.point(at))
    }

    fn holds<const W: usize>(&self, stones: &PointSet<W>, at: Place) -> bool {
        self.point(at).is_some_and(|point| stones.contains(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ByColor, Color};

    /// Returns the points of each kind on a 13x13 board with black stones at these points.
    fn places(stones: &[&str]) -> [String; 3] {
        let size = BoardSize::square(13).unwrap();
        let stones = stones.iter().map(|name| size.point_named(name).unwrap());
        let mut position = ByColor::default();
        position[Color::Black] = stones.collect();
        let opening = OpeningPoints::new(&SizedBoard::<3, 256>::with_stones(size, &position));
        [EMPTY_CORNER, LONE_STONE, EMPTY_SIDE].map(|chance| {
            let has = |point: &Point| opening.least_chance(*point).to_bits() == chance.to_bits();
            size.iter().filter(has).collect::<PointSet<3>>().names(size)
        })
    }

    #[test]
    fn an_opening_goes_from_corners_to_enclosures_and_sides() {
        let [corners, enclosures, sides] = places(&["D4", "L3", "L11", "J11"]);
        assert_eq!(corners, "C10 D10 D11");
        // None for L3, which lies on the third line from both edges, nor for L11, which is
        // not alone.
        assert_eq!(enclosures, "F3 F4 C6 D6");
        assert_eq!(sides, "L6 K7 L7 L8");
    }

    #[test]
    fn small_boards_and_later_stages_have_no_opening() {
        let row = |row| ["A", "E", "J"].map(|column| format!("{column}{row}"));
        let stones: Vec<String> = (1..=13).flat_map(row).collect();
        let stones: Vec<&str> = stones.iter().map(String::as_str).collect();
        assert_eq!(places(&stones), ["", "", ""]);
        let size = BoardSize::square(11).unwrap();
        let opening = OpeningPoints::new(&SizedBoard::<3, 256>::new(size));
        assert!(size.iter().all(|point| opening.least_chance(point) <= 0.0));
    }
}

//! Priors by rules of thumb, with the weights of Baudis's program michi.

use crate::board::{BoardSize, Color, Coordinates, Point, PointSet, SizedBoard};
use crate::game::Move;
use crate::player::search::playouts::fate;
use crate::player::search::playouts::position::Position;
use crate::player::search::playouts::tree::Prior;
use crate::playout::matches_pattern;

use super::{EVEN, pass};

/// Virtual losses for self-atari.
const SELF_ATARI: f32 = 10.0;
/// Virtual wins for the capture or rescue of one stone.
const CAPTURE_ONE: f32 = 15.0;
/// Virtual wins for the capture or rescue of several stones.
const CAPTURE_MORE: f32 = 30.0;
/// Virtual wins for a move that matches a 3x3 pattern.
const PATTERN: f32 = 10.0;
/// Virtual wins by the common fate distance from the last move: 0, 1 and 2.
const DISTANCE: [f32; 3] = [24.0, 22.0, 8.0];
/// Virtual losses on the first two lines, and wins on the third, where the surroundings
/// are empty.
const EMPTY_AREA: f32 = 10.0;
/// Virtual wins in an empty corner of a large board: more than for a move near the last
/// one, because corners are played first.
const EMPTY_CORNER: f32 = 40.0;
/// The shortest side of a large board.
const LARGE: usize = 15;
/// The distance up to which the surroundings must be empty.
const EMPTY_AROUND: usize = 3;

/// A bonus for a set of points: virtual playouts with this share of wins.
struct Bonus<const W: usize> {
    points: PointSet<W>,
    weight: f32,
    value: f32,
}

/// The sets of points that depend on the size of the board alone.
pub(in crate::player::search::playouts) struct Geometry<const W: usize> {
    pub(super) first: PointSet<W>,
    /// The first and second line from the edge.
    outer: PointSet<W>,
    third: PointSet<W>,
    /// The points of a large board where the first stone in a corner is usually
    /// played; empty on other boards.
    corners: PointSet<W>,
}

impl<const W: usize> Geometry<W> {
    pub(in crate::player::search::playouts) fn new(size: BoardSize) -> Self {
        let [first, second, third] = lines(size);
        let is_large = size.width().min(size.height()) >= LARGE;
        Self {
            first,
            outer: first | second,
            third,
            corners: if is_large {
                corners(size)
            } else {
                PointSet::EMPTY
            },
        }
    }
}

/// Collects the moves of a position with their priors: the pass and the legal
/// points that are not own eyes. `stands_won` is true if the colour to move
/// would win if the game ended now, which gives the pass an even prior.
pub(in crate::player::search::playouts) fn rule_priors<const W: usize, const N: usize>(
    position: &Position<W, N>,
    geometry: &Geometry<W>,
    is_legal: impl Fn(Point) -> bool,
    stands_won: bool,
    priors: &mut Vec<Prior>,
) {
    let board = &position.board;
    let color = position.to_move;
    let bonuses = bonuses(position, geometry);
    priors.clear();
    for point in position.candidates(is_legal) {
        let mut weight = EVEN;
        let mut wins = EVEN / 2.0;
        for bonus in &bonuses {
            if bonus.points.contains(point) {
                weight += bonus.weight;
                wins += bonus.weight * bonus.value;
            }
        }
        if matches_pattern(board, point) {
            weight += PATTERN;
            wins += PATTERN;
        }
        if is_self_atari(board, color, point) {
            weight += SELF_ATARI;
        }
        priors.push(Prior {
            action: Move::Play(point),
            weight,
            value: wins / weight,
        });
    }
    priors.push(pass(stands_won));
}

fn is_self_atari<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
    point: Point,
) -> bool {
    !board.has_two_empty_neighbours(point)
        && board.joined_by(color, point).is_in_atari()
        && !board.captures(color, point)
}

fn bonuses<const W: usize, const N: usize>(
    position: &Position<W, N>,
    geometry: &Geometry<W>,
) -> Vec<Bonus<W>> {
    let board = &position.board;
    let mut bonuses = Vec::with_capacity(8);
    let mut add = |points, weight, value| {
        bonuses.push(Bonus {
            points,
            weight,
            value,
        });
    };
    let [one, more] = captures_and_rescues(board, position.to_move);
    add(one, CAPTURE_ONE, 1.0);
    add(more, CAPTURE_MORE, 1.0);
    if let Some(last) = position.last[0] {
        for (points, weight) in fate::rings::<3, W, N>(board, last)
            .into_iter()
            .zip(DISTANCE)
        {
            add(points, weight, 1.0);
        }
    }
    let isolated = isolated(board);
    add(isolated & geometry.outer, EMPTY_AREA, 0.0);
    add(isolated & geometry.third, EMPTY_AREA, 1.0);
    add(isolated & geometry.corners, EMPTY_CORNER, 1.0);
    bonuses
}

/// Returns the points that capture or save a chain in atari: first those for
/// chains of one stone, then those for longer chains.
pub(super) fn captures_and_rescues<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    color: Color,
) -> [PointSet<W>; 2] {
    let mut moves = [PointSet::EMPTY; 2];
    let mut rest = *board.points() - *board.empty();
    while let Some(stone) = rest.first() {
        let Some(liberty) = board.last_liberty(stone) else {
            rest.remove(stone);
            continue;
        };
        let chain = board.chain_at(stone);
        rest -= chain;
        let is_own = board.at(stone) == Some(color);
        if !is_own || !board.joined_by(color, liberty).is_in_atari() {
            moves[usize::from(chain.len() > 1)].insert(liberty);
        }
    }
    moves
}

/// Returns the points without a stone within [`EMPTY_AROUND`].
fn isolated<const W: usize, const N: usize>(board: &SizedBoard<W, N>) -> PointSet<W> {
    let size = board.size();
    let mut near = *board.points() - *board.empty();
    for _ in 0..EMPTY_AROUND {
        near |= near.neighbours(size) & *board.points();
    }
    *board.points() - near
}

/// Returns the points on the third or fourth line from two edges, where the
/// first stone in a corner is usually played.
fn corners<const W: usize>(size: BoardSize) -> PointSet<W> {
    let from_edges = |length: usize| [2, 3, length - 4, length - 3].map(|line| line as u8);
    let (columns, rows) = (from_edges(size.width()), from_edges(size.height()));
    let at = |column| rows.map(|row| size.point(Coordinates { column, row }));
    columns.into_iter().flat_map(at).flatten().collect()
}

/// Returns the points of the first, second and third line from the edge.
fn lines<const W: usize>(size: BoardSize) -> [PointSet<W>; 3] {
    let mut inside = size.points();
    [(); 3].map(|()| {
        let steps = inside.steps(size);
        let within = steps.into_iter().fold(inside, |all, step| all & step);
        let line = inside - within;
        inside = within;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::testing::position;
    use crate::rules::{Komi, Rules};

    /// Returns the priors of a 9x9 position after a last move, by the names of
    /// points.
    fn of(rows: &str, last: &str, to_move: Color) -> impl Fn(&str) -> Option<Prior> {
        let mut game = position(rows, !to_move, "7.5");
        let size = game.size();
        let last = size.point_named(last).unwrap();
        game.play(!to_move, Move::Play(last)).unwrap();
        let position = Position::<2, 128>::new(&game, to_move);
        let mut found = Vec::new();
        let geometry = Geometry::new(size);
        rule_priors(&position, &geometry, |_| true, false, &mut found);
        move |name| {
            let action = Move::Play(size.point_named(name).unwrap());
            found.iter().find(|prior| prior.action == action).copied()
        }
    }

    #[test]
    fn good_moves_have_high_priors() {
        // White's stone on C5 is in atari, and White has just played H2. G9 is far
        // from both.
        let rows = "........./........./........./..X....../.XO....../..X....../........./........./.........";
        let priors = of(rows, "H2", Color::Black);
        let prior = |name: &str| priors(name).unwrap();
        let plain = prior("G9");
        assert!(prior("D5").value > 0.8, "captures");
        assert!(prior("H3").value > prior("G7").value, "near the last move");
        assert!(
            prior("G7").value > plain.value,
            "third line where all is empty"
        );
        assert!(plain.value < 0.5, "first line where all is empty");
        assert!(priors("D6").is_some() && priors("C5").is_none());
    }

    #[test]
    fn the_corners_of_a_large_board_come_first() {
        let size = BoardSize::square(19).unwrap();
        let mut game = Game::new(size, Rules::default(), Komi::default());
        let geometry = Geometry::new(size);
        let mut found = Vec::new();
        for _ in 0..4 {
            let color = game.to_move();
            let position = Position::<6, 512>::new(&game, color);
            rule_priors(&position, &geometry, |_| true, false, &mut found);
            let best = found.iter().max_by(|a, b| {
                let wins = |prior: &Prior| prior.value * prior.weight;
                wins(a).total_cmp(&wins(b))
            });
            let point = best.unwrap().action.point().unwrap();
            assert!(corners::<6>(size).contains(point));
            game.play(color, Move::Play(point)).unwrap();
        }
        // All four corners are taken now.
        let position = Position::<6, 512>::new(&game, Color::Black);
        assert!((isolated(&position.board) & corners(size)).is_empty());
    }

    #[test]
    fn own_eyes_are_left_out_and_self_atari_has_a_low_prior() {
        let rows = ".X......./XX......./........./........./........./........./.......OO/......O../......O.O";
        let priors = of(rows, "A5", Color::Black);
        assert_eq!(priors("A9"), None);
        // A stone on H1 is in atari.
        assert!(priors("H1").unwrap().value < 0.35);
    }
}

//! The groups that live independently, and the points that need a protecting move, once it is
//! known which stones are dead.
//!
//! People stop when nothing is left to gain, so most open neutral points are merely not filled
//! yet. [`NeutralPoints::Filled`] therefore judges a group by its eyes. The method is that of
//! goscorer (David J. Wu, <https://github.com/lightvector/goscorer>):
//!
//! 1. Some shapes [block](blocks) the opponent's way into a territory.
//! 2. The points that only one colour reaches form its [regions](regions), as far as that colour
//!    can walk between them.
//! 3. The empty and dead points of a region form eyes. A point at the end of an eye is false if
//!    stones beside it are connected to the rest of the region through it alone.
//! 4. Each eye without its false points is [worth](eye_value) none, one or two eyes. If it
//!    depends on who plays first, the owner does.
//! 5. A region worth less than two eyes is in seki. In the others, a false point needs a
//!    protecting move if its stones reach no eye.
//!
//! Nothing is read out, so dead stones must be marked, and cuts must be settled that only a
//! filled neutral point makes urgent.

mod blocks;
mod eye_value;
mod regions;

use eye_value::FinalEye;
use regions::OwnRegion;

use super::{
    Area, Board, BoardSize, ByColor, Color, PointSet, SizedBoard, area, named_enum, on_sized,
};

named_enum! {
    /// How the neutral points that are still open bear on seki.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::board::{ByColor, Color, Count, NeutralPoints, PointSet, diagram};
    /// use ponnuki::rules::{Scoring, Tax};
    ///
    /// // Both groups have two eyes, and nobody has filled column C yet.
    /// let board = diagram::parse(".X.O./XX.OO/.X.O.")?;
    /// let points_of_black = |neutral| {
    ///     let count = Count::new(&board, ByColor::default(), &PointSet::EMPTY, neutral);
    ///     count.points(Color::Black, Scoring::Territory, Tax::Seki)
    /// };
    /// assert_eq!(points_of_black(NeutralPoints::Filled), 2);
    /// assert_eq!(points_of_black(NeutralPoints::Open), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum NeutralPoints {
        /// Judge as if they were filled: a group without two eyes is in seki.
        ///
        /// The judgement is an estimate.
        #[default]
        Filled = "filled",
        /// As filled, and do not count the points that need a protecting move then.
        Protected = "protected",
        /// Take every one as the liberty of a seki.
        ///
        /// The rule of KataGo, exact once all others are filled.
        Open = "open",
    }
}

/// The groups that live independently.
pub(super) struct Life {
    pub(super) groups: ByColor<Vec<PointSet>>,
    /// The points of these groups that need a protecting move.
    pub(super) unprotected: PointSet,
}

impl Life {
    /// Judges a board on which the stones of `dead` are dead.
    pub(super) fn new(board: &Board, dead: &PointSet, neutral: NeutralPoints) -> Self {
        match neutral {
            NeutralPoints::Filled => Self {
                unprotected: PointSet::EMPTY,
                ..on_sized!(board.sized(), board => after_filling(board, dead))
            },
            NeutralPoints::Protected => {
                on_sized!(board.sized(), board => after_filling(board, dead))
            }
            NeutralPoints::Open => Self::as_it_is(board, dead),
        }
    }

    /// Takes every neutral point as the liberty of a seki, and every atari as lasting.
    fn as_it_is(board: &Board, dead: &PointSet) -> Self {
        let size = board.size();
        let living = board.position().map(|stones| stones - *dead);
        let chains = Board::restored(size, &living).chains().into_iter();
        let in_atari = chains.filter(|chain| chain.liberties.len() == 1);
        let Area {
            black,
            white,
            neutral,
        } = area(board, dead);
        let seki = neutral.neighbours(size) | PointSet::union(in_atari.map(|chain| chain.stones));
        let groups = |owned: PointSet| {
            let groups = owned.components(size);
            groups.filter(|group| !group.intersects(&seki)).collect()
        };
        Self {
            groups: ByColor { black, white }.map(groups),
            unprotected: PointSet::EMPTY,
        }
    }
}

/// Judges a board as if its neutral points were filled.
fn after_filling<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    dead: &PointSet,
) -> Life {
    let position = FinalPosition::new(board, &dead.resized());
    let regions = OwnRegion::all(&position);
    let no_eyes = PointSet::EMPTY;
    let all_false = |region: &OwnRegion<W>| region.false_points(&position.points, &no_eyes);
    let false_points = PointSet::union(regions.iter().map(all_false));
    let mut life = Life {
        groups: ByColor::default(),
        unprotected: PointSet::EMPTY,
    };
    for region in &regions {
        let color = region.color;
        let (mut eyes, mut real) = (0, PointSet::EMPTY);
        // Only a region with false points needs to know all of its real eyes.
        let has_false_points = region.points.intersects(&false_points);
        for eye in &region.eyes {
            if eyes >= 2 && !has_false_points {
                break;
            }
            let value = FinalEye::new(&position, color, eye, &false_points).value();
            eyes += value;
            if value > 0 {
                real |= *eye - false_points;
            }
        }
        if eyes < 2 {
            continue;
        }
        life.groups[color].push(region.points.resized());
        if !has_false_points {
            continue;
        }
        let cut_off = region.false_points(&false_points, &real);
        let thrown_in = cut_off & position.dead_stones(!color);
        let beside = thrown_in.neighbours(position.size) & region.points;
        life.unprotected |= (cut_off | beside).resized();
    }
    life
}

/// The stones and empty points of a board on which some stones are dead.
struct FinalPosition<const W: usize> {
    size: BoardSize,
    points: PointSet<W>,
    empty: PointSet<W>,
    stones: ByColor<PointSet<W>>,
    living: ByColor<PointSet<W>>,
    /// The empty points at which a play is not the suicide of a single stone.
    playable: ByColor<PointSet<W>>,
}

impl<const W: usize> FinalPosition<W> {
    fn new<const N: usize>(board: &SizedBoard<W, N>, dead: &PointSet<W>) -> Self {
        let (size, empty, stones) = (board.size(), *board.empty(), *board.stones());
        let playable = ByColor::COLORS.map(|color| {
            let open = (empty | stones[color]).neighbours(size) & empty;
            let enclosed = (empty - open).into_iter();
            open | enclosed
                .filter(|point| board.captures(color, *point))
                .collect()
        });
        Self {
            size,
            points: *board.points(),
            empty,
            stones,
            living: stones.map(|stones| stones - *dead),
            playable,
        }
    }

    fn dead_stones(&self, color: Color) -> PointSet<W> {
        self.stones[color] - self.living[color]
    }
}

#[cfg(test)]
mod tests;

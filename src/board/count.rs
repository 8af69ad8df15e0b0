//! The parts of a score, before a rule set adds them up: stones, territory, prisoners,
//! neutral points, and the groups that live independently.
//!
//! Nothing is judged here: the caller says which stones are dead and which are in seki, and
//! everything else follows from the stones.

use super::{Area, Board, ByColor, Color, PointSet, area, named_enum};

named_enum! {
    /// The kind of scoring: which points a colour gets.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Scoring {
        /// Stones and the empty points that they surround.
        #[default]
        Area = "area",
        /// Surrounded points and prisoners.
        Territory = "territory",
    }
}

named_enum! {
    /// The points that do not count although they are surrounded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Tax {
        /// None.
        #[default]
        None = "none",
        /// The points of groups in seki.
        Seki = "seki",
        /// The points of groups in seki, and two for each group that lives.
        All = "all",
    }
}

/// The parts of a score. `territory` and `neutral` are the empty points, those under dead
/// stones among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The living stones.
    pub stones: ByColor<PointSet>,
    /// The empty points next to which only this colour lives.
    pub territory: ByColor<PointSet>,
    /// The empty points of regions that touch both colours or neither (*dame*).
    pub neutral: PointSet,
    /// The stones of this colour off the board: prisoners and dead stones.
    pub lost: ByColor<usize>,
    /// The stones and territory of the groups that live independently. All other groups
    /// are in seki.
    pub independent: ByColor<PointSet>,
    /// How many groups live independently.
    pub independent_groups: ByColor<usize>,
}

impl Count {
    /// Counts a board on which the stones of `dead` are dead and those of `seki` are in
    /// seki. `prisoners` are the stones of each colour that were captured before.
    ///
    /// A group is a connected set of living stones and territory of one colour. It lives
    /// independently unless one of its points is next to a neutral point, one of its
    /// chains is in atari, or one of its stones is in `seki`. This is KataGo's rule of
    /// independent life (<https://lightvector.github.io/KataGo/rules.html>), and no
    /// neutral point is taken as filled.
    ///
    /// ```
    /// use ponnuki::board::{ByColor, Count, PointSet, Scoring, Tax, diagram};
    ///
    /// let board = diagram::parse(".XO./XXOO/.XO.")?;
    /// let count = Count::new(&board, ByColor::default(), &PointSet::EMPTY, &PointSet::EMPTY);
    /// assert_eq!(count.independent_groups.black, 1);
    /// assert_eq!(count.margin(Scoring::Area, Tax::None), 0);
    /// assert_eq!(count.margin(Scoring::Territory, Tax::All), 0);
    /// # Ok::<(), ponnuki::board::diagram::ParseDiagramError>(())
    /// ```
    pub fn new(board: &Board, prisoners: ByColor<usize>, dead: &PointSet, seki: &PointSet) -> Self {
        let size = board.size();
        let stones = board.position().map(|stones| stones - *dead);
        let Area {
            black,
            white,
            neutral,
        } = area(board, dead);
        let owned = ByColor { black, white };
        let empty = board.points() - stones.black - stones.white;
        let open = neutral.neighbours(size);
        let in_atari = |chain: &PointSet| (chain.neighbours(size) & empty).len() == 1;
        let lives = |color: Color, group: &PointSet| {
            let living = *group & stones[color];
            let mut chains = living.components(size);
            !group.intersects(&open)
                && !group.intersects(seki)
                && !chains.any(|chain| in_atari(&chain))
        };
        let groups: ByColor<Vec<_>> = ByColor::COLORS.map(|color| {
            let groups = owned[color].components(size);
            groups.filter(|group| lives(color, group)).collect()
        });
        Self {
            stones,
            territory: ByColor::COLORS.map(|color| owned[color] - stones[color]),
            neutral,
            lost: ByColor::COLORS
                .map(|color| prisoners[color] + (board.stones(color) & *dead).len()),
            independent_groups: ByColor::COLORS.map(|color| groups[color].len()),
            independent: groups.map(|groups| {
                groups
                    .iter()
                    .fold(PointSet::EMPTY, |all, group| all | *group)
            }),
        }
    }

    /// Returns Black's points minus White's, without komi.
    pub fn margin(&self, scoring: Scoring, tax: Tax) -> i32 {
        self.points(Color::Black, scoring, tax) - self.points(Color::White, scoring, tax)
    }

    /// Returns the points of a colour, which group tax may make negative.
    pub fn points(&self, color: Color, scoring: Scoring, tax: Tax) -> i32 {
        let territory = match tax {
            Tax::None => self.territory[color],
            Tax::Seki | Tax::All => self.territory[color] & self.independent[color],
        };
        let others = match scoring {
            Scoring::Area => self.stones[color].len(),
            Scoring::Territory => self.lost[!color],
        };
        let groups = match tax {
            Tax::None | Tax::Seki => 0,
            Tax::All => self.independent_groups[color],
        };
        (territory.len() + others) as i32 - 2 * groups as i32
    }
}

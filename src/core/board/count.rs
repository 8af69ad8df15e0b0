//! The parts of a score, before a rule set adds them up: stones, territory, prisoners,
//! neutral points, and the groups that live independently.
//!
//! The caller says which stones are dead, and everything else follows from the stones.

use super::seki::Life;
use super::{Area, Board, ByColor, Color, NeutralPoints, PointSet, area, named_enum};

named_enum! {
    /// The kind of scoring: which points a colour gets.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::rules::{Komi, Rules, Scoring};
    /// use ponnuki::{BoardSize, Color, Game, Move};
    ///
    /// let mut game = Game::new(BoardSize::square(5)?, Rules::default(), Komi::from_points(0.0));
    /// let centre = game.size().point_named("C3").unwrap();
    /// game.play(Color::Black, Move::Play(centre))?;
    /// assert_eq!(game.score().to_string(), "B+25");
    /// // By territory the stone itself is worth nothing.
    /// game.set_rules(Rules { scoring: Scoring::Territory, ..game.rules() });
    /// assert_eq!(game.score().to_string(), "B+24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::board::{ByColor, Color, Count, NeutralPoints, PointSet, diagram};
    /// use ponnuki::rules::{Scoring, Tax};
    ///
    /// let points_of_black = |rows| {
    ///     let board = diagram::parse(rows).unwrap();
    ///     let neutral = NeutralPoints::default();
    ///     let count = Count::new(&board, ByColor::default(), &PointSet::EMPTY, neutral);
    ///     Tax::ALL.map(|tax| count.points(Color::Black, Scoring::Area, tax))
    /// };
    /// // One eye each, and a liberty that neither can fill: a seki.
    /// assert_eq!(points_of_black(".X.O."), [2, 1, 1]);
    /// // Two eyes each: only the group tax takes points.
    /// assert_eq!(points_of_black(".XO./XXOO/.XO."), [6, 6, 4]);
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{ByColor, Color};
/// use ponnuki::board::{Count, NeutralPoints, dead_region, diagram};
/// use ponnuki::rules::{Scoring, Tax};
///
/// let board = diagram::parse(".XO.X/XXOO./.XO..")?;
/// let dead = dead_region(&board, board.size().point_named("E3").unwrap()).unwrap();
/// let prisoners = ByColor { black: 0, white: 2 };
/// let count = Count::new(&board, prisoners, &dead, NeutralPoints::default());
/// assert_eq!(count.lost, ByColor { black: 1, white: 2 });
/// // The dead stone is worth two points: the prisoner, and the point under it.
/// assert_eq!(count.territory.white.len(), 5);
/// assert_eq!(count.points(Color::White, Scoring::Territory, Tax::None), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The points of territory that need a protecting move, under
    /// [`NeutralPoints::Protected`]. Where territory counts, they do not.
    pub unprotected: PointSet,
}

impl Count {
    /// Counts a board on which the stones of `dead` are dead. `prisoners` are the stones of
    /// each colour that were captured before.
    ///
    /// `neutral_points` says which groups live independently. Under [`NeutralPoints::Open`], a
    /// group is a connected set of living stones and territory of one colour. It lives
    /// independently unless one of its points is next to a neutral point or one of its chains
    /// is in atari. This is KataGo's rule of independent life
    /// (<https://lightvector.github.io/KataGo/rules.html>). Otherwise the eyes decide, by the
    /// method of goscorer (<https://github.com/lightvector/goscorer>), and a group includes all
    /// stones between which its colour can walk, over neutral points too.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::board::{ByColor, Count, NeutralPoints, PointSet, diagram};
    /// use ponnuki::rules::{Scoring, Tax};
    ///
    /// let board = diagram::parse(".XO./XXOO/.XO.")?;
    /// let (none, neutral) = (ByColor::default(), NeutralPoints::default());
    /// let count = Count::new(&board, none, &PointSet::EMPTY, neutral);
    /// assert_eq!(count.independent_groups.black, 1);
    /// assert_eq!(count.margin(Scoring::Area, Tax::None), 0);
    /// assert_eq!(count.margin(Scoring::Territory, Tax::All), 0);
    /// # Ok::<(), ponnuki::board::diagram::ParseDiagramError>(())
    /// ```
    pub fn new(
        board: &Board,
        prisoners: ByColor<usize>,
        dead: &PointSet,
        neutral_points: NeutralPoints,
    ) -> Self {
        let stones = board.position().map(|stones| stones - *dead);
        let Area {
            black,
            white,
            neutral,
        } = area(board, dead);
        let owned = ByColor { black, white };
        let Life {
            groups,
            unprotected,
        } = Life::new(board, dead, neutral_points);
        let territory = ByColor::COLORS.map(|color| owned[color] - stones[color]);
        let counted = territory.black | territory.white;
        Self {
            stones,
            territory,
            neutral,
            lost: ByColor::COLORS
                .map(|color| prisoners[color] + (board.stones(color) & *dead).len()),
            independent: ByColor::COLORS
                .map(|color| owned[color] & PointSet::union(groups[color].iter().copied())),
            independent_groups: groups.map(|groups| groups.len()),
            unprotected: unprotected & counted,
        }
    }

    /// Returns the living stones of groups in seki.
    pub fn in_seki(&self) -> PointSet {
        let living = self.stones.black | self.stones.white;
        living - self.independent.black - self.independent.white
    }

    /// Returns Black's points minus White's, without komi.
    pub fn margin(&self, scoring: Scoring, tax: Tax) -> i32 {
        self.points(Color::Black, scoring, tax) - self.points(Color::White, scoring, tax)
    }

    /// Returns the empty points that count for a colour.
    pub fn counted_territory(&self, color: Color, scoring: Scoring, tax: Tax) -> PointSet {
        let territory = match scoring {
            Scoring::Area => self.territory[color],
            Scoring::Territory => self.territory[color] - self.unprotected,
        };
        match tax {
            Tax::None => territory,
            Tax::Seki | Tax::All => territory & self.independent[color],
        }
    }

    /// Returns the points of a colour, which group tax may make negative.
    pub fn points(&self, color: Color, scoring: Scoring, tax: Tax) -> i32 {
        let territory = self.counted_territory(color, scoring, tax);
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

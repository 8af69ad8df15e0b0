//! The end of a game: stones marked dead, area and score.

use super::Game;
use crate::board::{Area, ByColor, Count, Point, PointSet, area, dead_region};
use crate::rules::Score;

impl Game {
    /// Marks a stone dead together with the other stones of its
    /// [region](crate::board::dead_region). Returns the stones of the region, or
    /// `None` if there is no stone on the point.
    ///
    /// Marks last until the next move or undo.
    ///
    /// ```
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Preset};
    ///
    /// let size = BoardSize::square(5)?;
    /// let mut game = Game::new(size, Preset::Chinese.rules(), "0".parse::<Komi>()?);
    /// let [living, dead] = ["C3", "A1"].map(|name| size.point_named(name).unwrap());
    /// game.play(Color::Black, Move::Play(living))?;
    /// game.play(Color::White, Move::Play(dead))?;
    /// assert_eq!(game.score().to_string(), "0");
    /// game.mark_dead(dead);
    /// assert_eq!(game.score().to_string(), "B+25");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark_dead(&mut self, stone: Point) -> Option<PointSet> {
        let region = dead_region(&self.board, stone)?;
        self.dead = Some(*self.dead() | region);
        Some(region)
    }

    /// Marks exactly these stones dead, until the next move or undo. Empty points
    /// are ignored.
    pub fn decide_dead(&mut self, stones: PointSet) {
        self.dead = Some(stones - self.board.empty());
    }

    /// Clears the marks and records that no stone is dead, until the next move or
    /// undo.
    pub const fn clear_dead(&mut self) {
        self.dead = Some(PointSet::EMPTY);
    }

    /// Returns the stones marked dead, none by default.
    pub const fn dead(&self) -> &PointSet {
        match &self.dead {
            Some(dead) => dead,
            None => &PointSet::EMPTY,
        }
    }

    /// Returns whether dead stones have been marked, or the marks cleared,
    /// since the last move or undo.
    pub const fn is_dead_decided(&self) -> bool {
        self.dead.is_some()
    }

    /// Counts the position for any kind of scoring, with these stones dead and those of
    /// `seki` in seki.
    pub fn count(&self, dead: &PointSet, seki: &PointSet) -> Count {
        let prisoners = ByColor::COLORS.map(|color| self.captures(!color));
        Count::new(&self.board, prisoners, dead, seki)
    }

    /// Returns the area of both colours without the stones marked dead.
    pub fn area(&self) -> Area {
        area(&self.board, self.dead())
    }

    /// Returns the area score, including komi and the handicap bonus.
    pub fn score(&self) -> Score {
        self.score_of(self.area().margin())
    }

    /// Returns the points to add to Black's margin on the board: the komi and the
    /// handicap bonus, both negated.
    pub fn compensation(&self) -> f64 {
        self.score_of(0.0).value()
    }

    /// Returns the score if Black's area exceeds White's by `margin` points.
    pub fn score_of(&self, margin: f64) -> Score {
        let bonus = self.rules.handicap_bonus.points(self.start.handicap);
        Score::new(margin - bonus as f64, &self.komi)
    }
}

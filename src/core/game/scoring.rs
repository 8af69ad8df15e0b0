//! The end of a game: resignation and passes, stones marked dead, area and score.

use super::{Game, Move, Outcome, Phase, Turn};
use crate::board::{
    Area, ByColor, Color, Count, NeutralPoints, Point, PointSet, Scoring, Tax, area, dead_region,
};
use crate::rules::Score;

/// What a judge says of the stones of a finished game.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::board::diagram;
/// use ponnuki::game::{Game, JudgedStones, Start};
/// use ponnuki::{Komi, Rules};
///
/// let board = diagram::parse("O.X../XXX../...../.....")?;
/// let start = Start { stones: board.position(), ..Start::default() };
/// let mut game = Game::with_start(board.size(), Rules::default(), Komi::default(), start)?;
/// // A rough judge: stones in atari are dead, and with two liberties they may be.
/// let [dead, doubtful, _] = board.stones_by_liberties();
/// let judged = JudgedStones { dead, doubtful };
/// assert!(judged.doubtful.is_empty());
/// game.decide_dead(judged.dead);
/// assert_eq!(game.score().to_string(), "B+12.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgedStones {
    /// The stones that it finds dead.
    pub dead: PointSet,
    /// The stones of which it is not sure.
    pub doubtful: PointSet,
}

impl Game {
    /// Takes back a resignation and no move. Returns whether there was one.
    pub const fn undo_resignation(&mut self) -> bool {
        self.winner_by_resignation.take().is_some()
    }

    /// Ends the game by the resignation of a colour.
    pub const fn resign(&mut self, color: Color) {
        self.winner_by_resignation = Some(color.other());
    }

    /// Returns whether a pass of the colour to move would end the game now, because the last
    /// move was a pass that did not take the button. In a game with clean-up phases, only a
    /// pass in the second can end it.
    pub fn would_end_by_pass(&self) -> bool {
        if self.cleanup.is_some() {
            self.phase() == Phase::SecondCleanup
                && self.pass_ends_phase(self.to_move, self.turns.len())
        } else {
            self.ends_by_pass(self.turns_since_setup())
        }
    }

    /// Returns whether a pass after these turns since the last setup ends the game.
    fn ends_by_pass(&self, turns: &[Turn]) -> bool {
        let is_pass = |turn: &Turn| turn.action == Move::Pass;
        turns.split_last().is_some_and(|(last, earlier)| {
            is_pass(last) && (!self.rules.has_button || earlier.iter().any(is_pass))
        })
    }

    /// Returns how the game has ended, or `None` while it continues.
    ///
    /// A resignation ends the game, and so do two passes in a row, of which neither takes
    /// the button. Under the simple ko rule, a play that brings back an earlier position with
    /// the same side to move ends it without a result. A further move reopens the game.
    ///
    /// In a game with clean-up phases, the end of the second one counts as two passes, and
    /// only the third occurrence of a position since the last pass ends it without a result.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner_by_resignation {
            return Some(Outcome::Resignation { winner });
        }
        if let Some(cleanup) = &self.cleanup {
            let last = self.turns.last().and_then(|turn| turn.repeats);
            let repetition = last.map(|repeats| Outcome::NoResult { repeats });
            return repetition.or(cleanup.is_over().then_some(Outcome::TwoPasses));
        }
        match self.turns_since_setup() {
            [earlier @ .., last] if last.action == Move::Pass && self.ends_by_pass(earlier) => {
                Some(Outcome::TwoPasses)
            }
            [.., last] => last.repeats.map(|repeats| Outcome::NoResult { repeats }),
            [] => None,
        }
    }

    /// Marks a stone dead together with the other stones of its
    /// [region](crate::board::dead_region). Returns the stones of the region, or
    /// `None` if there is no stone on the point.
    ///
    /// Marks last until the next move or undo.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
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

    /// Marks exactly these stones dead, until the next move or undo. Empty points are ignored.
    pub fn decide_dead(&mut self, stones: PointSet) {
        self.dead = Some(stones - self.board.empty());
    }

    /// Clears the marks and records that no stone is dead, until the next move or undo.
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

    /// Counts the position for any kind of scoring, with these stones dead.
    pub fn count(&self, dead: &PointSet, neutral_points: NeutralPoints) -> Count {
        let prisoners = ByColor::COLORS.map(|color| self.lost(color));
        Count::new(&self.board, prisoners, dead, neutral_points)
    }

    /// Returns the area of both colours without the stones marked dead.
    pub fn area(&self) -> Area {
        area(&self.board, self.dead())
    }

    /// Returns the score by the rules: the points of both colours without the stones marked
    /// dead, the komi, the handicap bonus and the button.
    pub fn score(&self) -> Score {
        self.score_of(self.margin_without(self.dead()))
    }

    /// Returns Black's area minus White's when these stones are dead, less the points that
    /// the tax of the rules takes away.
    pub fn margin_without(&self, dead: &PointSet) -> f64 {
        match (self.rules.tax, self.phase()) {
            (Tax::None, Phase::Main | Phase::FirstCleanup) => area(&self.board, dead).margin(),
            _ => self.margin_of(&self.count(dead, self.neutral_points())),
        }
    }

    /// Returns how the neutral points are treated where groups in seki matter: as filled until
    /// the second clean-up, in which filling them costs nothing. By area and by territory alike,
    /// or the two would not differ by the plays alone.
    pub fn neutral_points(&self) -> NeutralPoints {
        match self.phase() {
            Phase::Main | Phase::FirstCleanup => NeutralPoints::default(),
            Phase::SecondCleanup => NeutralPoints::Open,
        }
    }

    /// Returns the score by the rules for a [`count`](Self::count) of the position.
    pub fn score_of_count(&self, count: &Count) -> Score {
        self.score_of(self.margin_of(count))
    }

    /// Returns Black's area minus White's in a count, less what does not count by the rules. Of
    /// the stones in seki, those that were played in the second clean-up do not count.
    fn margin_of(&self, count: &Count) -> f64 {
        let margin = count.margin(self.rules.scoring, self.rules.tax);
        (margin + self.excess_stones() - self.late_excess(count)).into()
    }

    /// Returns how many stones in seki Black has played in excess of White in the second clean-up.
    fn late_excess(&self, count: &Count) -> i32 {
        let Some(before) = self.second_cleanup_stones() else {
            return 0;
        };
        let in_seki = count.in_seki();
        let late = |color| ((in_seki & count.stones[color]) - before[color]).len() as i32;
        late(Color::Black) - late(Color::White)
    }

    /// Returns the points that the second clean-up adds to Black's margin by territory,
    /// because plays cost nothing there, less those for stones played in seki.
    pub fn cleanup_points(&self, count: &Count) -> i32 {
        self.free_excess() - self.late_excess(count)
    }

    /// Returns the points to add to Black's area margin: the komi and the handicap bonus,
    /// both negated, the button and, if territory counts, the stones that White has played
    /// in excess of Black.
    pub fn compensation(&self) -> f64 {
        self.score_of(0.0).value()
    }

    /// Returns the score if Black's area exceeds White's by `margin` points.
    ///
    /// The margin by territory is the margin by area less the number of stones that Black
    /// has played in excess of White, except in the second clean-up. If more is to be played
    /// before the margin is reached, the score by territory holds for equally many stones of
    /// both colours.
    pub fn score_of(&self, margin: f64) -> Score {
        let bonus = self.handicap_points() as f64;
        let button = match self.button() {
            Some(color) => f64::from(color.sign()) / 2.0,
            None => 0.0,
        };
        let excess = f64::from(self.excess_stones() - self.free_excess());
        Score::new(margin - excess - bonus + button, &self.komi)
    }

    /// Returns how many stones Black has played or given for passes in excess of White if
    /// territory counts, or 0.
    fn excess_stones(&self) -> i32 {
        match self.rules.scoring {
            Scoring::Area => 0,
            Scoring::Territory => {
                self.stones_played(Color::Black) - self.stones_played(Color::White)
            }
        }
    }

    /// Returns how many stones of a colour are on the board or have become prisoners.
    fn stones_played(&self, color: Color) -> i32 {
        (self.board.stones(color).len() + self.lost(color)) as i32
    }

    /// Returns how many stones of a colour are prisoners, those for its passes included.
    fn lost(&self, color: Color) -> usize {
        self.captures(!color) + self.pass_stones(color)
    }

    /// Returns how many prisoners a colour has given for its passes in the main phase, under
    /// rules by which passes cost one. The pass that takes the button costs none.
    ///
    /// White passes last, so White has given one more if Black made the last turn. The game
    /// thus counts at any time for equally many turns of both colours.
    pub fn pass_stones(&self, color: Color) -> usize {
        if !self.rules.passes_cost() {
            return 0;
        }
        let turns = self.main_turns();
        let is_paid = |turn: &&Turn| turn.color == color && turn.action == Move::Pass;
        let paid = turns.iter().filter(is_paid).count();
        let to_move = turns.last().map_or(self.start.to_move, |last| !last.color);
        let last = usize::from((color, to_move) == (Color::White, Color::White));
        paid + last - usize::from(self.button() == Some(color))
    }

    /// Returns the points that White gets for the [handicap stones of the
    /// start](crate::game::Start::handicap_stones). Where passes cost a stone, the handicap
    /// stones themselves already count as plays.
    pub fn handicap_points(&self) -> usize {
        if self.rules.passes_cost() {
            return 0;
        }
        let stones = self.start.handicap_stones();
        self.rules.handicap_bonus.points(stones)
    }

    /// Returns the colour that has taken the button with the first pass of the game, if the
    /// rules have a button.
    pub fn button(&self) -> Option<Color> {
        // A playout is scored with it, so the turns are searched only if need be.
        if !self.rules.has_button {
            return None;
        }
        let first = self.turns.iter().find(|turn| turn.action == Move::Pass);
        first.map(|turn| turn.color)
    }
}

//! Decides which plays are legal now.
//!
//! The board previews a play. [`judge`](Game::judge) then applies the suicide
//! rule, and [`check_repetition`](Game::check_repetition) applies the ko rule: it
//! looks up the resulting position in the history.

use super::history::{Origin, Situation};
use super::{Game, Move, Phase};
use crate::board::{Color, IllegalMove, Point, Preview, Zobrist};
use crate::rules::KoRule;

impl Game {
    /// Checks whether a colour may play on a point now.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{Color, Game, IllegalMove, Komi, Move, Preset, Start};
    /// use ponnuki::board::diagram;
    ///
    /// let board = diagram::parse(
    ///     ".XO.
    ///      XO.O
    ///      .XO.",
    /// )?;
    /// let start = Start {
    ///     stones: board.position(),
    ///     ..Start::default()
    /// };
    /// let at = |name| board.size().point_named(name).expect(name);
    /// let rules = Preset::Chinese.rules();
    /// let mut game = Game::with_start(board.size(), rules, Komi::default(), start)?;
    ///
    /// // Black captures at C2, and White may not retake at once.
    /// game.play(Color::Black, Move::Play(at("C2")))?;
    /// assert_eq!(game.check(Color::White, at("B2")), Err(IllegalMove::Ko));
    /// assert_eq!(game.check(Color::White, at("C2")), Err(IllegalMove::Occupied));
    /// assert_eq!(game.check(Color::White, at("A3")), Err(IllegalMove::Suicide));
    /// assert_eq!(game.check(Color::White, at("D1")), Ok(()));
    ///
    /// // After both have passed, the simple ko rule allows the retake.
    /// game.play(Color::White, Move::Pass)?;
    /// game.play(Color::Black, Move::Pass)?;
    /// assert_eq!(game.check(Color::White, at("B2")), Ok(()));
    ///
    /// // Positional superko does not: the board would be that of the start.
    /// game.set_rules(Preset::TrompTaylor.rules());
    /// assert_eq!(
    ///     game.check(Color::White, at("B2")),
    ///     Err(IllegalMove::Superko { repeats: 0 })
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the play is illegal. If several apply, the first of these
    /// is returned: off the board, occupied, suicide, ko.
    #[inline]
    pub fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.judge(color, point).map(|_| ())
    }

    /// Previews a play if it is legal.
    ///
    /// # Errors
    /// The reason why the play is illegal, as for [`check`](Self::check).
    #[inline]
    pub fn judge(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        if let Some(cleanup) = &self.cleanup
            && self.phase() > Phase::Main
        {
            return self.judge_cleanup(cleanup, color, point);
        }
        let preview = self.board.preview(color, point)?;
        if !self.rules.suicide.permits(preview.suicided) {
            return Err(IllegalMove::Suicide);
        }
        self.check_repetition(color, point, preview.hash)?;
        Ok(preview)
    }

    /// Applies the ko rule to a play that leads to a position with this hash.
    ///
    /// The ko rules differ only in the earlier situations that must not return.
    /// Superko is decided here and nowhere else in the game.
    #[inline]
    pub(super) fn check_repetition(
        &self,
        color: Color,
        point: Point,
        hash: Zobrist,
    ) -> Result<(), IllegalMove> {
        let first_seen = |forbids: fn(Situation, Color) -> bool| {
            self.history.first_seen(
                hash,
                || self.board.position_after(color, point),
                |situation| forbids(situation, color),
            )
        };
        let repeats = match self.rules.ko {
            KoRule::Unrestricted => None,
            KoRule::Simple => return self.check_simple_ko(color, point, hash),
            KoRule::Positional => first_seen(|_, _| true),
            KoRule::Situational => first_seen(|earlier, mover| earlier.to_move != mover),
            KoRule::NaturalSituational => first_seen(|earlier, mover| {
                earlier.to_move != mover && earlier.origin == Origin::Play
            }),
        };
        repeats.map_or(Ok(()), |repeats| Err(IllegalMove::Superko { repeats }))
    }

    /// Applies the simple ko rule: a play must not restore the position before
    /// the play that the opponent has just made.
    fn check_simple_ko(
        &self,
        color: Color,
        point: Point,
        hash: Zobrist,
    ) -> Result<(), IllegalMove> {
        let opponent_played = self
            .turns_since_setup()
            .last()
            .is_some_and(|turn| turn.color != color && turn.action != Move::Pass);
        if !opponent_played {
            return Ok(());
        }
        let before = self.recorded_after(self.recorded.len() - 1);
        if hash == self.history.hash(before)
            && self.board.position_after(color, point) == self.history.stones(before)
        {
            return Err(IllegalMove::Ko);
        }
        Ok(())
    }
}

//! Decides which plays are legal now.
//!
//! The board previews a play. [`judge`](Game::judge) then applies the suicide
//! rule, and [`check_repetition`](Game::check_repetition) applies the ko rule: it
//! looks up the resulting position in the history.

use super::history::{Origin, Situation};
use super::{Game, Move, Phase};
use crate::board::{Color, IllegalMove, OnSized, Point, PointSet, Preview, SizedBoard, Zobrist};
use crate::rules::KoRule;

/// The points where a colour may play, in the main phase of a game.
///
/// Most points are settled together: a play next to an empty point is no suicide, and where
/// the colour has lost no stone it repeats no position.
struct LegalPoints<'a> {
    game: &'a Game,
    color: Color,
}

impl OnSized for LegalPoints<'_> {
    type Output = PointSet;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> PointSet {
        let Self { game, color } = self;
        let empty = *board.empty();
        let open: PointSet<W> = game.open_to_repetition(color).resized();
        let mut legal = (empty & empty.neighbours(board.size())) - open;
        for point in empty - legal {
            let is_new = !open.contains(point) && board.connects_or_captures(color, point);
            let is_legal = || {
                board.preview(color, point).is_ok_and(|preview| {
                    game.rules.suicide.permits(preview.suicided)
                        && game.check_repetition(color, point, preview.hash).is_ok()
                })
            };
            legal.insert_if(point, is_new || is_legal());
        }
        legal.resized()
    }
}

impl Game {
    /// Checks whether a colour may play on a point now.
    ///
    /// ```
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
    fn check_repetition(
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
            .turns
            .last()
            .is_some_and(|turn| turn.color != color && turn.action != Move::Pass);
        if !opponent_played {
            return Ok(());
        }
        let before = match self.recorded.len() {
            0 | 1 => self.start_recorded,
            len => self.recorded[len - 2].0,
        };
        if hash == self.history.hash(before)
            && self.board.position_after(color, point) == self.history.stones(before)
        {
            return Err(IllegalMove::Ko);
        }
        Ok(())
    }

    /// Returns the empty points where a colour may play now.
    pub fn legal_points(&self, color: Color) -> PointSet {
        if self.phase() > Phase::Main {
            let is_legal = |&point: &Point| self.check(color, point).is_ok();
            return self.board.empty().iter().filter(is_legal).collect();
        }
        self.board.on_sized(LegalPoints { game: self, color })
    }

    /// Returns the points where a play that is no suicide might repeat a position.
    ///
    /// The earlier position had the stone of that play, and the point is empty now, so the
    /// colour has lost a stone there; under the simple ko rule, by the last move.
    fn open_to_repetition(&self, color: Color) -> PointSet {
        match self.rules.ko {
            KoRule::Unrestricted => PointSet::EMPTY,
            KoRule::Simple => match self.turns.last() {
                Some(turn) if turn.color != color => turn.captured,
                _ => PointSet::EMPTY,
            },
            KoRule::Positional | KoRule::Situational | KoRule::NaturalSituational => {
                self.lost[color]
            }
        }
    }

    /// Iterates over the empty points where a colour may not play now, with the
    /// reasons.
    pub fn forbidden(&self, color: Color) -> impl Iterator<Item = (Point, IllegalMove)> {
        self.board
            .empty()
            .into_iter()
            .filter_map(move |point| self.check(color, point).err().map(|reason| (point, reason)))
    }

    /// Returns the point where the ko rule forbids a colour to retake the single
    /// stone that the last move captured, if it does.
    ///
    /// Superko may forbid other points. [`forbidden`](Self::forbidden) returns
    /// all of them.
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        let point = self.turns.last()?.captured.only()?;
        let reason = self.check(color, point).err()?;
        reason.is_repetition().then_some(point)
    }
}

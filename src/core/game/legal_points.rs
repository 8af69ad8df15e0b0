//! The points where a colour may play, and those where it may not, with the reasons.

use super::{Game, Phase};
use crate::board::{Color, IllegalMove, Point, PointSet, SizedBoard, on_sized};
use crate::rules::KoRule;

/// Returns the points where a colour may play, in the main phase of a game.
///
/// Most points are settled together: a play next to an empty point is no suicide, and where
/// the colour has lost no stone it repeats no position.
fn legal_points_on<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    game: &Game,
    color: Color,
) -> PointSet {
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

impl Game {
    /// Returns the empty points where a colour may play now.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
    ///
    /// let size = BoardSize::square(3)?;
    /// let mut game = Game::new(size, Rules::default(), Komi::default());
    /// game.play(Color::Black, Move::Play(size.point_named("B2").unwrap()))?;
    /// assert_eq!(game.legal_points(Color::White).len(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_points(&self, color: Color) -> PointSet {
        if self.phase() > Phase::Main {
            let is_legal = |&point: &Point| self.check(color, point).is_ok();
            return self.board.empty().iter().filter(is_legal).collect();
        }
        on_sized!(self.board.sized(), board => legal_points_on(board, self, color))
    }

    /// Returns the points where a play that is no suicide might repeat a position.
    ///
    /// The earlier position had the stone of that play, and the point is empty now, so the
    /// colour has lost a stone there; under the simple ko rule, by the last move.
    fn open_to_repetition(&self, color: Color) -> PointSet {
        match self.rules.ko {
            KoRule::Unrestricted => PointSet::EMPTY,
            KoRule::Simple => match self.turns_since_setup().last() {
                Some(turn) if turn.color != color => turn.captured,
                _ => PointSet::EMPTY,
            },
            KoRule::Positional | KoRule::Situational | KoRule::NaturalSituational => {
                self.lost[color]
            }
        }
    }

    /// Iterates over the empty points where a colour may not play now, with the reasons.
    pub fn forbidden(&self, color: Color) -> impl Iterator<Item = (Point, IllegalMove)> {
        self.board
            .empty()
            .into_iter()
            .filter_map(move |point| self.check(color, point).err().map(|reason| (point, reason)))
    }

    /// Returns the point where the ko rule forbids a colour to retake the single
    /// stone that the last move captured, if it does.
    ///
    /// Superko may forbid other points. [`forbidden`](Self::forbidden) returns all of them.
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        let point = self.turns_since_setup().last()?.captured.only()?;
        let reason = self.check(color, point).err()?;
        reason.is_repetition().then_some(point)
    }
}

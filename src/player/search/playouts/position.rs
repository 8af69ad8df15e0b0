//! A position as the search uses it, and the moves that are legal there.

use std::collections::HashSet;

use crate::board::{Color, Point, PointSet, SizedBoard, Zobrist};
use crate::game::{Game, Move, Origin};
use crate::playout::PlayoutStart;
use crate::rules::KoRule;

/// The board, the colour to move, the last two moves, the ko and the passes. The earlier
/// positions are in [`Repetition`].
#[derive(Clone)]
pub(super) struct Position<const W: usize, const N: usize> {
    pub(super) board: SizedBoard<W, N>,
    pub(super) to_move: Color,
    /// The points of the last two moves, most recent first; `None` for a pass.
    pub(super) last: [Option<Point>; 2],
    /// The point where the simple ko rule forbids retaking, whatever ko rule
    /// the game has.
    pub(super) ko: Option<Point>,
    /// How many consecutive passes precede the position.
    pub(super) passes: u8,
    /// The stones that Black has played in excess of White since the root.
    pub(super) excess: i32,
    /// The points that the next pass gains by taking the button, or 0.
    button: f64,
    /// The points that Black has won since the root by taking the button.
    pub(super) button_points: f64,
}

impl<const W: usize, const N: usize> Position<W, N> {
    pub(super) fn new(game: &Game, to_move: Color) -> Self {
        let board = game.board();
        let stones = board.position().map(PointSet::resized);
        let (rules, is_left) = (game.rules(), game.button().is_none());
        let button = match (rules.has_button && is_left, rules.passes_cost()) {
            (false, _) => 0.0,
            (true, false) => 0.5,
            // That pass alone costs no stone.
            (true, true) => 1.5,
        };
        // A stone that has been captured since no longer attracts replies.
        let on_board = |point: &Point| board.at(*point).is_some();
        let mut position = Self {
            board: SizedBoard::with_stones(game.size(), &stones),
            to_move,
            last: game.last_moves().map(|last| last.filter(on_board)),
            ko: None,
            passes: 0,
            excess: 0,
            button,
            button_points: 0.0,
        };
        if let Some(turn) = game.turns_since_setup().last() {
            position.passes = u8::from(game.would_end_by_pass());
            if let Move::Play(point) = turn.action
                && position.board.at(point) == Some(!to_move)
            {
                position.ko = position.board.ko_after(point, &turn.captured.resized());
            }
        }
        position
    }

    /// Returns whether the search may play on a point: the point is empty, the
    /// play is not suicide, and the ko rule of the game permits it.
    ///
    /// The answer agrees with [`Game::check`] with two exceptions. Suicide is never played
    /// in the tree, even if the rules allow it, since it is hardly ever useful. Superko
    /// compares hashes only, so a collision of 64-bit hashes forbids a legal move.
    #[inline]
    pub(super) fn is_legal(&self, point: Point, repetition: &Repetition) -> bool {
        let Ok(preview) = self.board.preview(self.to_move, point) else {
            return false;
        };
        preview.suicided == 0 && !repetition.forbids(self, point, preview.hash)
    }

    /// Iterates over the plays that the search considers: the legal points that are
    /// not own eyes.
    #[inline]
    pub(super) fn candidates(
        &self,
        is_legal: impl Fn(Point) -> bool,
    ) -> impl Iterator<Item = Point> {
        let points = self.board.empty().into_iter();
        points.filter(move |&point| {
            !self.board.is_enemy_diagonal_eye(self.to_move, point) && is_legal(point)
        })
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, action: Move) {
        if let Move::Play(point) = action {
            let removed = self.board.place(self.to_move, point);
            self.ko = self.board.ko_after(point, &removed.captured);
            self.passes = 0;
            self.excess += self.to_move.sign();
        } else {
            self.ko = None;
            if self.button > 0.0 {
                self.button_points = f64::from(self.to_move.sign()) * self.button;
                self.button = 0.0;
            } else {
                self.passes += 1;
            }
        }
        self.last = [action.point(), self.last[0]];
        self.to_move = !self.to_move;
    }

    /// Returns the start of a playout. Playouts follow the simple ko rule
    /// whatever ko rule the game has.
    pub(super) const fn playout(&self) -> PlayoutStart<&SizedBoard<W, N>> {
        PlayoutStart {
            board: &self.board,
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
        }
    }
}

/// The earlier positions that a play must not repeat: those of the game, and those on the
/// path from the root to the current node. Each is stored as a 64-bit key made from its
/// hash.
#[derive(Clone, Debug)]
pub(super) struct Repetition {
    rule: KoRule,
    game: HashSet<u64>,
    path: Vec<u64>,
}

impl Repetition {
    /// Returns the positions of a game so far, with an empty path.
    pub(super) fn new(game: &Game) -> Self {
        let mut repetition = Self {
            rule: game.rules().ko,
            game: HashSet::new(),
            path: Vec::new(),
        };
        for (hash, situation) in game.situations() {
            let by_play = situation.origin == Origin::Play;
            let key = repetition.recorded_key(hash, situation.to_move, by_play);
            repetition.game.extend(key);
        }
        repetition
    }

    /// Returns to the root.
    pub(super) fn clear_path(&mut self) {
        self.path.clear();
    }

    /// Appends the position after a move to the path.
    #[inline]
    pub(super) fn record<const W: usize, const N: usize>(&mut self, position: &Position<W, N>) {
        let (hash, to_move) = (position.board.hash(), position.to_move);
        let by_play = position.passes == 0;
        self.path.extend(self.recorded_key(hash, to_move, by_play));
    }

    /// Returns whether the ko rule forbids a play on a point. `hash` is that of
    /// the position after the play.
    #[inline]
    fn forbids<const W: usize, const N: usize>(
        &self,
        position: &Position<W, N>,
        point: Point,
        hash: Zobrist,
    ) -> bool {
        match self.key(hash, !position.to_move) {
            Some(key) => self.path.contains(&key) || self.game.contains(&key),
            None => self.rule == KoRule::Simple && position.ko == Some(point),
        }
    }

    /// Returns the key to record for a position that has occurred. Natural
    /// situational superko ignores positions that follow a pass.
    #[inline]
    fn recorded_key(&self, hash: Zobrist, to_move: Color, by_play: bool) -> Option<u64> {
        let counts = by_play || self.rule != KoRule::NaturalSituational;
        self.key(hash, to_move).filter(|_| counts)
    }

    /// Returns the key of a position with this colour to move, or `None` under
    /// a rule without superko.
    #[inline]
    fn key(&self, hash: Zobrist, to_move: Color) -> Option<u64> {
        match self.rule {
            KoRule::Simple | KoRule::Unrestricted => None,
            KoRule::Positional => Some(hash.value()),
            KoRule::Situational | KoRule::NaturalSituational => Some(match to_move {
                Color::Black => hash.value(),
                Color::White => !hash.value(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::random::RandomStream;
    use crate::rules::{Komi, Rules, Scoring, Suicide};

    /// Asserts that a point is legal in the search if and only if it is legal
    /// in the game and not suicide.
    fn assert_agreement(game: &Game, position: &Position<1, 64>, repetition: &Repetition) {
        assert_eq!(position.board.hash(), game.board().hash());
        for point in game.size().iter() {
            let color = position.to_move;
            let expected = game
                .judge(color, point)
                .is_ok_and(|preview| preview.suicided == 0);
            assert_eq!(position.is_legal(point, repetition), expected, "{game:?}");
        }
    }

    /// Plays random games on a small board and follows them on paths of a few
    /// moves from changing roots.
    fn agrees_with_the_game(rules: Rules) {
        let size = BoardSize::new(3, 3).unwrap();
        for number in 0..40 {
            let mut game = Game::new(size, rules, Komi::default());
            let mut stream = RandomStream::new(5, number);
            let mut position = Position::<1, 64>::new(&game, game.to_move());
            let mut repetition = Repetition::new(&game);
            for _ in 0..60 {
                let color = game.to_move();
                assert_agreement(&game, &position, &repetition);
                let legal = game.legal_points(color);
                let action = match legal.choose(&mut stream) {
                    Some(point) if stream.below(8) != Some(0) => Move::Play(point),
                    _ => Move::Pass,
                };
                game.play(color, action).unwrap();
                let root = Position::new(&game, !color);
                let is_suicide = game
                    .turns()
                    .last()
                    .is_some_and(|turn| !turn.suicided.is_empty());
                if is_suicide || stream.below(6) == Some(0) {
                    position = root;
                    repetition = Repetition::new(&game);
                    continue;
                }
                position.play(action);
                repetition.record(&position);
                assert_eq!(position.board.hash(), root.board.hash());
                assert_eq!(position.ko, root.ko);
            }
        }
    }

    #[test]
    fn the_button_gains_what_the_score_says() {
        for (scoring, points) in [(Scoring::Area, 0.5), (Scoring::Territory, 1.5)] {
            let rules = Rules {
                scoring,
                has_button: true,
                has_pass_stones: true,
                ..Rules::default()
            };
            let mut game = Game::new(BoardSize::new(3, 3).unwrap(), rules, Komi::default());
            let mut position = Position::<1, 64>::new(&game, Color::Black);
            let before = game.compensation();
            game.play(Color::Black, Move::Pass).unwrap();
            position.play(Move::Pass);
            assert_eq!(position.button_points.to_bits(), f64::to_bits(points));
            assert_eq!(
                (before + position.button_points).to_bits(),
                game.compensation().to_bits()
            );
        }
    }

    #[test]
    fn the_search_knows_what_is_legal() {
        for ko in KoRule::ALL {
            for suicide in Suicide::ALL {
                agrees_with_the_game(Rules {
                    ko,
                    suicide,
                    ..Rules::default()
                });
            }
        }
    }
}

//! A position as the search plays on it: the board, whose turn it is, and what
//! the next moves depend on.

use std::collections::HashSet;

use crate::board::{Color, Point, PointSet, SizedBoard, Zobrist};
use crate::game::{Game, Move, Origin};
use crate::playout::SizedStart;
use crate::rules::KoRule;

/// The board, whose turn it is, the last two moves, the ko and the passes.
#[derive(Clone)]
pub(super) struct Position<const W: usize, const N: usize> {
    pub(super) board: SizedBoard<W, N>,
    pub(super) to_move: Color,
    /// The last move and the one before it; a pass is nowhere.
    pub(super) last: [Option<Point>; 2],
    /// Where the simple ko rule forbids to take back.
    pub(super) ko: Option<Point>,
    /// The passes in a row just before.
    pub(super) passes: u8,
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// The position of a game with a colour to move.
    pub(super) fn of(game: &Game, to_move: Color) -> Self {
        let stones = game.board().position().map(PointSet::resized);
        let mut position = Self {
            board: SizedBoard::with_stones(game.size(), &stones),
            to_move,
            last: [None; 2],
            ko: None,
            passes: 0,
        };
        let turns = game.turns();
        for (place, turn) in position.last.iter_mut().zip(turns.iter().rev()) {
            *place = match turn.action {
                // A stone that is captured already tells nothing.
                Move::Play(point) => game.board().at(point).map(|_| point),
                Move::Pass => None,
            };
        }
        if let Some(turn) = turns.last() {
            position.passes = u8::from(turn.action == Move::Pass);
            if let Move::Play(point) = turn.action
                && position.board.at(point) == Some(!to_move)
            {
                position.ko = position.board.ko_after(point, &turn.captured.resized());
            }
        }
        position
    }

    /// Plays a point that has been judged, or passes.
    #[inline]
    pub(super) fn play(&mut self, action: Move) {
        if let Move::Play(point) = action {
            let removed = self.board.place(self.to_move, point);
            self.ko = self.board.ko_after(point, &removed.captured);
            self.passes = 0;
        } else {
            self.ko = None;
            self.passes += 1;
        }
        self.last = [action.point(), self.last[0]];
        self.to_move = !self.to_move;
    }

    /// Where a playout goes on.
    pub(super) const fn playout(&self) -> SizedStart<'_, W, N> {
        SizedStart {
            board: &self.board,
            to_move: self.to_move,
            last: self.last,
            ko: self.ko,
        }
    }
}

/// The positions that may not return, by their hashes.
///
/// The search may take one position for another when 64 bits collide, and then
/// misses a move in its tree. The move that is played in the end is judged by
/// the game.
#[derive(Clone, Debug)]
pub(super) struct Repetition {
    rule: KoRule,
    seen: HashSet<u64>,
}

impl Repetition {
    /// The positions of a game so far.
    pub(super) fn of(game: &Game) -> Self {
        let mut repetition = Self {
            rule: game.rules().ko,
            seen: HashSet::new(),
        };
        for (hash, situation) in game.situations() {
            let is_play = situation.origin == Origin::Play;
            if is_play || repetition.rule != KoRule::NaturalSituational {
                repetition
                    .seen
                    .extend(repetition.key(hash, situation.to_move));
            }
        }
        repetition
    }

    /// What may not return after a play that leads to this position, or
    /// nothing under a rule without memory.
    #[inline]
    pub(super) fn key(&self, hash: Zobrist, to_move: Color) -> Option<u64> {
        match self.rule {
            KoRule::Simple | KoRule::Unrestricted => None,
            KoRule::Positional => Some(hash.value()),
            KoRule::Situational | KoRule::NaturalSituational => Some(match to_move {
                Color::Black => hash.value(),
                Color::White => !hash.value(),
            }),
        }
    }

    /// The game has had a position with this key.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        self.seen.contains(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::random::RandomStream;
    use crate::rules::{Komi, Preset, Rules};

    /// Random games on a small board: the search knows what is legal.
    fn agrees_with_the_game(rules: Rules) {
        let size = BoardSize::new(3, 3).unwrap();
        for number in 0..40 {
            let mut game = Game::new(size, rules, Komi::default());
            let mut stream = RandomStream::new(5, number);
            for _ in 0..60 {
                let color = game.to_move();
                let position = Position::<1, 64>::of(&game, color);
                let repetition = Repetition::of(&game);
                assert_eq!(position.board.hash(), game.board().hash());
                for point in *position.board.empty() {
                    let preview = position.board.preview(color, point).unwrap();
                    let key = repetition.key(preview.hash, !color);
                    let allowed = rules.suicide.permits(preview.suicided)
                        && !key.is_some_and(|key| repetition.contains(key))
                        && (rules.ko != KoRule::Simple || position.ko != Some(point));
                    assert_eq!(allowed, game.check(color, point).is_ok(), "{game:?}");
                }
                let legal = game.legal_points(color);
                let action = match legal.choose(&mut stream) {
                    Some(point) if stream.below(8) != Some(0) => Move::Play(point),
                    _ => Move::Pass,
                };
                let mut next = position.clone();
                game.play(color, action).unwrap();
                if game
                    .turns()
                    .last()
                    .is_some_and(|turn| turn.suicided.is_empty())
                {
                    next.play(action);
                    let expected = Position::<1, 64>::of(&game, !color);
                    assert_eq!(next.board.hash(), expected.board.hash());
                    assert_eq!(next.ko, expected.ko);
                }
            }
        }
    }

    #[test]
    fn the_search_knows_what_may_not_return() {
        for preset in [
            Preset::Cgos,
            Preset::Aga,
            Preset::NewZealand,
            Preset::Chinese,
            Preset::TrompTaylor,
        ] {
            agrees_with_the_game(preset.rules());
        }
        let natural = Rules {
            ko: KoRule::NaturalSituational,
            ..Preset::Cgos.rules()
        };
        agrees_with_the_game(natural);
    }
}

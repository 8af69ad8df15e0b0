//! Training samples from the moves of games.

use crate::board::{OnSized, Point, SizedBoard};
use crate::game::{Game, Move};
use crate::player::search::position::Position;

use crate::player::search::learned::context::Context;
use crate::player::search::learned::facts::Facts;
use crate::player::search::learned::shapes::SHAPES;

/// A play that was available in a position, whether or not it was chosen.
pub(in crate::player::search::learned) struct Candidate {
    pub(in crate::player::search::learned) facts: Facts,
    pub(in crate::player::search::learned) shapes: [u32; SHAPES],
}

/// Calls `visit` with the candidates of each position of a game and the index of the
/// played one. Skips the turns for which `is_wanted` returns false, and passes and plays
/// that the search would not consider.
pub(in crate::player::search::learned) fn visit(
    game: &Game,
    is_wanted: &mut dyn FnMut() -> bool,
    visit: &mut dyn FnMut(&[Candidate], usize),
) {
    game.board().on_sized(Visitor {
        game,
        is_wanted,
        visit,
    });
}

struct Visitor<'a> {
    game: &'a Game,
    is_wanted: &'a mut dyn FnMut() -> bool,
    visit: &'a mut dyn FnMut(&[Candidate], usize),
}

impl OnSized for Visitor<'_> {
    type Output = ();

    fn run<const W: usize, const N: usize>(self, _: &SizedBoard<W, N>) {
        let game = self.game;
        let (size, rules) = (game.size(), game.rules());
        let Ok(start) = Game::with_start(size, rules, game.komi().clone(), *game.start()) else {
            return;
        };
        let mut position = Position::<W, N>::new(&start, start.to_move());
        let mut candidates = Vec::new();
        for turn in game.turns() {
            position.to_move = turn.color;
            if let Move::Play(played) = turn.action {
                if !turn.suicided.is_empty() || turn.lifted.is_some() {
                    return;
                }
                if (self.is_wanted)()
                    && let Some(chosen) = collect(&position, played, &mut candidates)
                {
                    (self.visit)(&candidates, chosen);
                }
            }
            position.play(turn.action);
        }
    }
}

/// Collects the candidates of a position, and returns the index of the played one, if it
/// is among them.
fn collect<const W: usize, const N: usize>(
    position: &Position<W, N>,
    played: Point,
    candidates: &mut Vec<Candidate>,
) -> Option<usize> {
    let board = &position.board;
    let context = Context::new(position);
    let mut chosen = None;
    candidates.clear();
    let is_legal = |point| {
        position.ko != Some(point)
            && board
                .preview(position.to_move, point)
                .is_ok_and(|preview| preview.suicided == 0)
    };
    for point in position.candidates(is_legal) {
        if point == played {
            chosen = Some(candidates.len());
        }
        candidates.push(Candidate {
            facts: Facts::new(&context, point),
            shapes: context.grid.shapes(board.size().coordinates(point)),
        });
    }
    chosen
}

//! Commands that place handicap stones.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{Vertex, arguments as form};
use crate::response::{Answer, Failure, Reply};
use ponnuki_core::board::PointSet;
use ponnuki_core::game::Start;
use ponnuki_core::rules::{fixed_handicap, free_handicap};

const MIN_HANDICAP: usize = 2;

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "fixed_handicap STONES",
        "places stones by the table of the specification and answers with their vertices",
        |e, a| e.fixed_handicap(a.read(form::int)?),
    ),
    quick(
        "place_free_handicap STONES",
        "places stones where the engine chooses, fewer if the board has no room, and answers with their vertices",
        |e, a| e.place_free_handicap(a.read(form::int)?),
    ),
    quick(
        "set_free_handicap VERTEX VERTEX ...",
        "places stones on these points",
        |e, a| e.set_free_handicap(&a.read(form::vertices)?),
    ),
];

impl Engine {
    /// Places handicap stones on the fixed points.
    ///
    /// Fails: "board not empty", "invalid handicap".
    fn fixed_handicap(&mut self, stones: usize) -> Reply {
        self.require_empty_board()?;
        let points = fixed_handicap(self.game.size(), stones).ok_or(Failure::InvalidHandicap)?;
        self.place_handicap(points)?;
        Ok(Answer::points(self.game.size(), &points))
    }

    /// Places handicap stones where the engine chooses.
    ///
    /// Fails: "board not empty", "invalid handicap" for fewer than two.
    fn place_free_handicap(&mut self, stones: usize) -> Reply {
        self.require_empty_board()?;
        if stones < MIN_HANDICAP {
            return Err(Failure::InvalidHandicap);
        }
        let points = free_handicap(self.game.size(), stones);
        self.place_handicap(points)?;
        Ok(Answer::points(self.game.size(), &points))
    }

    /// Places handicap stones on the given vertices.
    ///
    /// Fails: "board not empty", "invalid vertex", "repeated vertex", and "invalid handicap"
    /// for fewer than two stones or when no point would stay empty.
    fn set_free_handicap(&mut self, vertices: &[Vertex]) -> Reply {
        self.require_empty_board()?;
        let mut points = PointSet::EMPTY;
        for &vertex in vertices {
            let point = self.point(vertex)?;
            if points.contains(point) {
                return Err(Failure::RepeatedVertex);
            }
            points.insert(point);
        }
        self.place_handicap(points)?;
        Ok(Answer::Done)
    }

    /// Begins the game with handicap stones; White is to move.
    fn place_handicap(&mut self, points: PointSet) -> Result<(), Failure> {
        if points.len() < MIN_HANDICAP {
            return Err(Failure::InvalidHandicap);
        }
        self.game
            .begin(Start::handicap(points, points.len()))
            .map_err(|_| Failure::InvalidHandicap)
    }
}

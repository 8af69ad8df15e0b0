//! Commands about the board, the komi and the position.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{ColoredVertex, arguments as form};
use crate::response::{Answer, Failure, Reply, board};
use ponnuki_core::board::{BoardSize, ByColor, PointSet, UnacceptableSize};
use ponnuki_core::game::Start;

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "boardsize WIDTH [HEIGHT]",
        "begins a game on an empty board of this size; `9:13` is width and height, as in KataGo",
        |e, a| e.board_size(a.read(form::board_size)?),
    ),
    quick(
        "rectangular_boardsize WIDTH HEIGHT",
        "the same for a rectangle",
        |e, a| e.board_size(a.read(form::lengths)?),
    ),
    quick(
        "query_boardsize",
        "the length of a square board, or the width and the height of a rectangle",
        |e, _| Ok(e.query_board_size()),
    ),
    quick(
        "clear_board",
        "empties the board and begins the player's next game; komi and rules stay",
        |e, _| {
            e.game.clear();
            e.player.new_game();
            Ok(Answer::Done)
        },
    ),
    quick(
        "komi KOMI",
        "sets the komi, at any time in the game",
        |e, a| {
            e.game.set_komi(a.read(form::from_string)?);
            Ok(Answer::Done)
        },
    ),
    quick("get_komi", "the komi", |e, _| {
        Ok(Answer::text(e.game.komi()))
    }),
    quick(
        "set_position [COLOR VERTEX ...]",
        "replaces the game by a position without a history, as in KataGo; Black is to move",
        |e, a| e.set_position(&a.read(form::colored_vertices)?),
    ),
    quick("showboard", "the position as text", |e, _| {
        let dead = e.shown_dead();
        Ok(Answer::picture(&board::position(&e.game, &dead)))
    }),
    quick("ponnuki-hash", "the hash of the position", |e, _| {
        Ok(Answer::text(e.game.board().hash()))
    }),
];

impl Engine {
    /// Begins a game on an empty board of this size. The komi stays.
    ///
    /// Fails: "unacceptable size". Deviation: as in KataGo, `boardsize` takes a
    /// second number as the height, and both commands take `9:13`.
    fn board_size(&mut self, size: Result<BoardSize, UnacceptableSize>) -> Reply {
        let size = size.map_err(|_| Failure::UnacceptableSize)?;
        self.game.resize(size);
        Ok(Answer::Done)
    }

    pub(super) fn query_board_size(&self) -> Answer {
        let size = self.game.size();
        if size.is_square() {
            Answer::text(size.width())
        } else {
            Answer::Text(format!("{} {}", size.width(), size.height()))
        }
    }

    /// Replaces the game by a position without a history.
    ///
    /// Fails: "invalid vertex", "repeated vertex", and "invalid position" when
    /// a chain has no liberty.
    pub(super) fn set_position(&mut self, listed: &[ColoredVertex]) -> Reply {
        let start = Start {
            stones: self.listed_stones(listed)?,
            ..Start::default()
        };
        self.game
            .begin(start)
            .map_err(|_| Failure::InvalidPosition)?;
        Ok(Answer::Done)
    }

    /// Collects listed stones by colour.
    ///
    /// Fails: "invalid vertex", "repeated vertex".
    fn listed_stones(&self, listed: &[ColoredVertex]) -> Result<ByColor<PointSet>, Failure> {
        let mut stones = ByColor::<PointSet>::default();
        for &ColoredVertex { color, vertex } in listed {
            let point = self.point(vertex)?;
            if (stones.black | stones.white).contains(point) {
                return Err(Failure::RepeatedVertex);
            }
            stones[color].insert(point);
        }
        Ok(stones)
    }

    /// Checks that the game has not begun, as handicap and setup stones require.
    pub(super) fn require_empty_board(&self) -> Result<(), Failure> {
        let board = self.game.board();
        if self.game.turns().is_empty() && board.empty() == board.points() {
            Ok(())
        } else {
            Err(Failure::BoardNotEmpty)
        }
    }
}

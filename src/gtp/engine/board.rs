//! Commands about the board, the komi and the position.

use super::Engine;
use crate::board::{BoardSize, ByColor, PointSet};
use crate::game::Start;
use crate::gtp::command::{BoardCommand, ColoredVertex, Lengths};
use crate::gtp::response::{Answer, Failure, Reply, board};
use crate::rules::Komi;

impl Engine {
    /// Carries out a command about the board.
    pub(super) fn arrange_board(&mut self, command: BoardCommand) -> Reply {
        Ok(match command {
            BoardCommand::Clear => self.clear_board(),
            BoardCommand::GetKomi => Answer::text(self.game.komi()),
            BoardCommand::Hash => Answer::text(self.game.board().hash()),
            BoardCommand::QuerySize => self.query_board_size(),
            BoardCommand::SetKomi(komi) => self.set_komi(komi),
            BoardCommand::SetPosition(stones) => return self.set_position(&stones),
            BoardCommand::SetSize(lengths) => return self.board_size(lengths),
            BoardCommand::Show => self.show_board(),
        })
    }

    /// `boardsize` and `rectangular_boardsize`: begins a game on an empty board
    /// of this size. The komi stays.
    ///
    /// Fails: "unacceptable size". Deviation: as in KataGo, `boardsize` takes a
    /// second number as the height, and both commands take `9:13`.
    fn board_size(&mut self, lengths: Lengths) -> Reply {
        let size =
            BoardSize::new(lengths.width, lengths.height).map_err(|_| Failure::UnacceptableSize)?;
        self.game.resize(size);
        Ok(Answer::Done)
    }

    /// `clear_board`: empties the board and begins the player's next game. Komi
    /// and rules stay. Never fails.
    fn clear_board(&mut self) -> Answer {
        self.game.clear();
        self.player.new_game();
        Answer::Done
    }

    /// `komi`: sets the komi, at any time in the game.
    fn set_komi(&mut self, komi: Komi) -> Answer {
        self.game.set_komi(komi);
        Answer::Done
    }

    /// `query_boardsize`: answers with the length of a square board, or with
    /// the width and height of a rectangle.
    pub(super) fn query_board_size(&self) -> Answer {
        let size = self.game.size();
        if size.is_square() {
            Answer::text(size.width())
        } else {
            Answer::Text(format!("{} {}", size.width(), size.height()))
        }
    }

    /// `set_position` (KataGo): replaces the game by a position without a
    /// history. Black is to move.
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

    /// `showboard`: draws the position as text. Never fails.
    fn show_board(&self) -> Answer {
        Answer::picture(&board::position(&self.counted_game()))
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

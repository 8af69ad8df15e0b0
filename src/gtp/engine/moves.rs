//! The commands of the specification, section 6.3.

use super::Engine;
use crate::board::{BoardSize, ByColor, Color, PointSet};
use crate::game::{Choice, Clocks, Move, Start, TimeLeft, TimeSystem};
use crate::gtp::command::{self, COMMANDS, ColoredVertex, Lengths, Vertex};
use crate::gtp::response::{Answer, Failure, Reply};
use crate::gtp::show;
use crate::player::StopFlag;
use crate::rules::{Komi, fixed_handicap, free_handicap};

/// The program's name, without its version.
pub(super) const NAME: &str = "Ponnuki";

/// The program's version: `x.y.z`.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The protocol's version.
pub(super) const PROTOCOL_VERSION: u32 = 2;

/// The fewest stones that are a handicap.
const MIN_HANDICAP: usize = 2;

/// `known_command`: "true" if the command is in the list, else "false". Never fails.
pub(super) fn known_command(name: Option<&str>) -> Answer {
    let known = name.is_some_and(|name| command::find(name.as_bytes()).is_some());
    Answer::text(known)
}

/// `list_commands`: every name, one a line. Never fails.
pub(super) fn list_commands() -> Answer {
    Answer::lines(COMMANDS.iter().map(|entry| entry.name))
}

impl Engine {
    /// `boardsize`: an empty board of another size; the komi stays.
    ///
    /// Fails: "unacceptable size". Deviation: a second number is the height.
    pub(super) fn board_size(&mut self, lengths: Lengths) -> Reply {
        let size =
            BoardSize::new(lengths.width, lengths.height).map_err(|_| Failure::UnacceptableSize)?;
        self.game.resize(size);
        Ok(Answer::Done)
    }

    /// `clear_board`: an empty board, and the player's next game. Komi and
    /// rules stay. Never fails.
    pub(super) fn clear_board(&mut self) -> Answer {
        self.game.clear();
        self.player.new_game();
        Answer::Done
    }

    /// `komi`: changes the komi, at any time of the game.
    pub(super) fn set_komi(&mut self, komi: Komi) -> Answer {
        self.game.set_komi(komi);
        Answer::Done
    }

    /// `fixed_handicap`: stones as the specification's table has them; answers
    /// their vertices.
    ///
    /// Fails: "board not empty", "invalid handicap".
    pub(super) fn fixed_handicap(&mut self, stones: usize) -> Reply {
        self.require_empty_board()?;
        let points = fixed_handicap(self.game.size(), stones).ok_or(Failure::InvalidHandicap)?;
        self.place_handicap(points)?;
        Ok(Answer::points(self.game.size(), &points))
    }

    /// `place_free_handicap`: stones where the engine wants them, fewer if the
    /// board has no room; answers their vertices.
    ///
    /// Fails: "board not empty", "invalid handicap" for fewer than two.
    pub(super) fn place_free_handicap(&mut self, stones: usize) -> Reply {
        self.require_empty_board()?;
        if stones < MIN_HANDICAP {
            return Err(Failure::InvalidHandicap);
        }
        let points = free_handicap(self.game.size(), stones);
        self.place_handicap(points)?;
        Ok(Answer::points(self.game.size(), &points))
    }

    /// `set_free_handicap`: stones where the controller wants them.
    ///
    /// Fails: "board not empty", "invalid vertex", "repeated vertex", and
    /// "invalid handicap" for fewer than two stones or no empty point left.
    pub(super) fn set_free_handicap(&mut self, vertices: &[Vertex]) -> Reply {
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

    /// Handicap and setup stones are for a game that has not begun.
    pub(super) fn require_empty_board(&self) -> Result<(), Failure> {
        let board = self.game.board();
        if self.game.turns().is_empty() && board.empty() == board.points() {
            Ok(())
        } else {
            Err(Failure::BoardNotEmpty)
        }
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

    /// `play`: a move of either colour, at any time.
    ///
    /// Fails: "illegal move", also off the board.
    pub(super) fn play(&mut self, play: ColoredVertex) -> Reply {
        let played = self
            .action(play.vertex)
            .and_then(|action| self.game.play(play.color, action).map(|_| Answer::Done));
        played.map_err(|reason| self.refuse(play, reason))
    }

    /// `genmove`: the player chooses, and the move is made. Either colour at
    /// any time, also after two passes. Never fails.
    pub(super) fn gen_move(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let choice = self.player.choose(&self.game, color, stop);
        self.answer_made(color, choice)
    }

    /// Makes what was chosen, and answers what was made.
    pub(super) fn answer_made(&mut self, color: Color, choice: Choice) -> Answer {
        Answer::Choice(self.game.size(), self.carry_out(color, choice))
    }

    /// Does what was chosen, and returns what was done.
    pub(super) fn carry_out(&mut self, color: Color, chosen: Choice) -> Choice {
        match chosen {
            Choice::Move(action) => Choice::Move(self.make(color, action)),
            Choice::Resign => {
                self.game.resign(color);
                Choice::Resign
            }
        }
    }

    /// Makes the move that the player chose, and returns what was made. An
    /// illegal choice is a defect of the player; the command must not fail all
    /// the same, so it becomes a pass.
    fn make(&mut self, color: Color, action: Move) -> Move {
        if let Err(reason) = self.game.play(color, action) {
            log::error!("the player chose an illegal move, {action:?} for {color}: {reason}");
            return self.make(color, Move::Pass);
        }
        action
    }

    /// `reg_genmove`: the move the player would make. Changes nothing, and the
    /// same position gives the same answer. Never fails.
    pub(super) fn reg_gen_move(&self, color: Color) -> Answer {
        Answer::Choice(self.game.size(), self.player.suggest(&self.game, color))
    }

    /// `undo` and `gg-undo`: takes moves back, all or none.
    ///
    /// Fails: "cannot undo" when there are not so many. Handicap stones are no moves.
    pub(super) fn undo(&mut self, moves: usize) -> Reply {
        if self.game.turns().len() < moves {
            return Err(Failure::CannotUndo);
        }
        // Not on a copy of the game, which would make a long way back through a long
        // game quadratic, but with a copy of what leaves the record: see `recovery`.
        let kept = self.game.turns().len() - moves;
        self.taken_back = self.game.turns()[kept..].to_vec();
        for _ in 0..moves {
            self.game.undo().ok_or(Failure::CannotUndo)?;
        }
        self.taken_back.clear();
        Ok(Answer::Done)
    }

    /// `time_settings` and `kgs-time_settings`: the time system of the game.
    pub(super) fn time_settings(&mut self, system: TimeSystem) -> Answer {
        self.clocks = Clocks::new(system);
        self.player.set_clocks(&self.clocks);
        Answer::Done
    }

    /// `time_left`: what a colour's clock shows.
    pub(super) fn time_left(&mut self, color: Color, left: TimeLeft) -> Answer {
        self.clocks.left[color] = Some(left);
        self.player.set_clocks(&self.clocks);
        Answer::Done
    }

    /// `showboard`: the position as a picture. Never fails.
    pub(super) fn show_board(&self) -> Answer {
        Answer::picture(&show::position(&self.counted_game()))
    }

    /// The stones of a list with their colours.
    ///
    /// Fails: "invalid vertex", "repeated vertex".
    pub(super) fn stones(&self, listed: &[ColoredVertex]) -> Result<ByColor<PointSet>, Failure> {
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
}

//! Commands that play, choose, judge and take back moves.

use super::{Engine, StopOn};
use crate::board::{Color, IllegalMove};
use crate::game::{Choice, Move};
use crate::gtp::command::{ColoredVertex, MoveCommand};
use crate::gtp::response::{Answer, Failure, Reply, StreamingOutput, colored_move};
use crate::player::StopFlag;

impl Engine {
    /// Carries out a command about moves.
    pub(super) fn make_moves(
        &mut self,
        command: &MoveCommand,
        stop: &StopFlag,
        output: &mut dyn StreamingOutput,
    ) -> Reply {
        Ok(match *command {
            MoveCommand::AllLegal(color) => self.all_legal(color),
            MoveCommand::CleanUp(color) => self.clean_up(color, stop),
            MoveCommand::GenMove(color) => self.gen_move(color, stop, output),
            // It supports no keywords.
            MoveCommand::GenMoveKeywords => Answer::Done,
            MoveCommand::History => self.move_history(),
            MoveCommand::IsLegal(play) => self.is_legal(play),
            MoveCommand::Last => return self.last_move(),
            MoveCommand::Play(play) => return self.play(play),
            MoveCommand::RegGenMove(color) => self.reg_gen_move(color, stop),
            MoveCommand::Undo(moves) => return self.undo(moves),
        })
    }

    /// Returns the input that ends a command about moves early, or `None` for a
    /// command that is quick.
    pub(super) fn moves_stop_on(&self, command: &MoveCommand) -> Option<StopOn> {
        match command {
            MoveCommand::CleanUp(_) | MoveCommand::GenMove(_) => {
                self.player.thinks().then_some(StopOn::Interrupt)
            }
            MoveCommand::RegGenMove(_) => self.player.thinks().then_some(StopOn::NoLine),
            MoveCommand::AllLegal(_)
            | MoveCommand::GenMoveKeywords
            | MoveCommand::History
            | MoveCommand::IsLegal(_)
            | MoveCommand::Last
            | MoveCommand::Play(_)
            | MoveCommand::Undo(_) => None,
        }
    }

    /// `play`: plays a move of either colour, at any time.
    ///
    /// Fails: "illegal move", also off the board.
    fn play(&mut self, play: ColoredVertex) -> Reply {
        let played = self
            .action(play.vertex)
            .and_then(|action| self.game.play(play.color, action).map(|_| Answer::Done));
        played.map_err(|reason| self.refuse(play, reason))
    }

    /// `genmove`: lets the player choose a move and plays it, for either colour
    /// at any time, also after two passes. Never fails.
    fn gen_move(
        &mut self,
        color: Color,
        stop: &StopFlag,
        output: &mut dyn StreamingOutput,
    ) -> Answer {
        let choice = self.choose(color, stop, output);
        self.answer_made(color, choice)
    }

    /// `kgs-genmove_cleanup`: plays a move that captures dead stones of the
    /// opponent or prepares a capture; passes when none are left. Never fails.
    fn clean_up(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let choice = self.player.clean_up(&self.game, color, stop);
        self.answer_made(color, choice)
    }

    /// Carries out the choice and answers with the result.
    fn answer_made(&mut self, color: Color, choice: Choice) -> Answer {
        Answer::Choice(self.game.size(), self.carry_out(color, choice))
    }

    /// Plays the chosen move or resigns. Returns the choice that was carried
    /// out.
    pub(super) fn carry_out(&mut self, color: Color, chosen: Choice) -> Choice {
        match chosen {
            Choice::Move(action) => Choice::Move(self.make(color, action)),
            Choice::Resign => {
                self.game.resign(color);
                Choice::Resign
            }
        }
    }

    /// Plays the move that the player chose and returns it. An illegal choice
    /// is a defect of the player, but the command must not fail, so a pass is
    /// played instead.
    fn make(&mut self, color: Color, action: Move) -> Move {
        if let Err(reason) = self.game.play(color, action) {
            log::error!("the player chose an illegal move, {action:?} for {color}: {reason}");
            return self.make(color, Move::Pass);
        }
        action
    }

    /// `reg_genmove`: answers with the move that the player would choose.
    /// Changes nothing, and the same position gives the same answer. Never fails.
    fn reg_gen_move(&self, color: Color, stop: &StopFlag) -> Answer {
        let mut player = self.player.fresh(&self.game, color);
        let choice = player.choose(&self.game, color, stop);
        Answer::Choice(self.game.size(), choice)
    }

    /// `undo` and `gg-undo`: takes back all of these moves, or none.
    ///
    /// Fails: "cannot undo" when the game has fewer moves. Handicap stones are
    /// not moves.
    fn undo(&mut self, moves: usize) -> Reply {
        if self.game.turns().len() < moves {
            return Err(Failure::CannotUndo);
        }
        // Undoing on a copy of the game would take quadratic time to go back
        // through a long game move by move. A copy of the turns is enough: see
        // `recovery`.
        let kept = self.game.turns().len() - moves;
        self.taken_back = self.game.turns()[kept..].to_vec();
        self.game.undo_to(kept);
        self.taken_back.clear();
        Ok(Answer::Done)
    }

    /// `last_move`: answers with the colour and vertex of the last move.
    ///
    /// Fails: "no previous move known".
    fn last_move(&self) -> Reply {
        let last = self.game.turns().last().ok_or(Failure::NoMove)?;
        Ok(Answer::Text(colored_move(self.game.size(), last)))
    }

    /// `move_history`: answers with the moves, one per line, the last first.
    fn move_history(&self) -> Answer {
        let size = self.game.size();
        let latest_first = self.game.turns().iter().rev();
        Answer::lines(latest_first.map(|turn| colored_move(size, turn)))
    }

    /// `all_legal`: answers with the points where a colour may play. A pass is
    /// not listed.
    fn all_legal(&self, color: Color) -> Answer {
        Answer::points(self.game.size(), &self.game.legal_points(color))
    }

    /// `is_legal`: answers 1 if the move is legal, else 0.
    fn is_legal(&self, play: ColoredVertex) -> Answer {
        let legal = self.verdict(play).is_ok();
        Answer::text(u8::from(legal))
    }

    /// Checks whether a move is legal. A pass always is.
    pub(super) fn verdict(&self, play: ColoredVertex) -> Result<(), IllegalMove> {
        match self.action(play.vertex)? {
            Move::Pass => Ok(()),
            Move::Play(point) => self.game.check(play.color, point),
        }
    }
}

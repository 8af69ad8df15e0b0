//! Commands that play, choose, judge and take back moves.

use std::time::Duration;

use super::Engine;
use super::recovery::TakenBack;
use super::row::{Arguments, CommandRow, StopOn, long, quick};
use crate::parse::arguments as form;
use crate::parse::words::{ColoredVertex, Vertex, color, colored_vertex};
use crate::response::{Answer, Failure, Reply, colored_move};
use ponnuki_core::board::{Color, IllegalMove};
use ponnuki_core::game::{Choice, Move};
use ponnuki_play::player::{
    AnalysisOptions, PlayerKind, Reports, RestrictionKind, Restrictions, StopFlag,
};

/// The playouts after which the search has thought enough about the replies to its move.
const MAX_PONDERED: u64 = 1_000_000;

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "play COLOR VERTEX",
        "plays a move of either colour, at any time",
        |e, a| e.play(a.read(colored_vertex)?),
    ),
    long(
        "genmove COLOR",
        "lets the player choose a move and plays it, for either colour at any time",
        interrupted,
        |e, a, stop, _| Ok(e.gen_move(a.read(color)?, stop)),
    ),
    long(
        "gomill-genmove_ex [COLOR [KEYWORD ...]]",
        "as `genmove`; without a colour the keywords that are supported, which are none",
        interrupted,
        |e, a, stop, _| {
            if a.are_missing() {
                return Ok(Answer::Done);
            }
            Ok(e.gen_move(a.read(color)?, stop))
        },
    ),
    long(
        "reg_genmove COLOR",
        "the move that the player would choose, always the same in the same position; changes nothing",
        uninterrupted,
        |e, a, stop, _| Ok(e.reg_gen_move(a.read(color)?, stop)),
    ),
    // Fails: "invalid vertex", "no move left to analyze".
    long(
        "restricted_genmove COLOR VERTEX ...",
        "the move that the player would choose among these; changes nothing",
        uninterrupted,
        |e, a, stop, _| {
            let (color, vertices) = a.read(form::color_and_vertices)?;
            e.reg_gen_move_among(color, &vertices, stop)
        },
    ),
    long(
        "kgs-genmove_cleanup COLOR",
        "plays a move that helps to capture the dead stones; passes when none are left",
        interrupted,
        |e, a, stop, _| Ok(e.clean_up(a.read(color)?, stop)),
    ),
    quick("undo", "takes the last move back", |e, _| e.undo(1)),
    quick(
        "gg-undo [MOVES]",
        "takes back all of these moves, or none",
        |e, a| e.undo(a.read(form::count_or(1))?),
    ),
    // Fails: "no previous move known".
    quick(
        "last_move",
        "the colour and the vertex of the last move",
        |e, _| {
            let last = e.game.turns().last().ok_or(Failure::NoMove)?;
            Ok(Answer::Text(colored_move(e.game.size(), last)))
        },
    ),
    quick(
        "move_history",
        "the moves, one per line, the last first",
        |e, _| {
            let latest_first = e.game.turns().iter().rev();
            let size = e.game.size();
            Ok(Answer::lines(
                latest_first.map(|turn| colored_move(size, turn)),
            ))
        },
    ),
    quick(
        "is_legal COLOR VERTEX",
        "`1` if the move is legal, else `0`",
        |e, a| {
            let is_legal = e.verdict(a.read(colored_vertex)?).is_ok();
            Ok(Answer::text(u8::from(is_legal)))
        },
    ),
    quick(
        "all_legal COLOR",
        "the points where a colour may play, without the pass",
        |e, a| {
            let points = e.game.playable_points(a.read(color)?);
            Ok(Answer::points(e.game.size(), &points))
        },
    ),
];

/// Returns the input that ends the choice of a move that is played.
fn interrupted(engine: &Engine, arguments: Arguments<'_>) -> Option<StopOn> {
    thinks(engine, arguments).then_some(StopOn::Interrupt)
}

/// Returns the input that ends the choice of a move for a regression test.
fn uninterrupted(engine: &Engine, arguments: Arguments<'_>) -> Option<StopOn> {
    thinks(engine, arguments).then_some(StopOn::NoLine)
}

/// Returns whether the player thinks about a move of a colour.
fn thinks(engine: &Engine, arguments: Arguments<'_>) -> bool {
    // A player that answers at once must not pay for reading the colour twice.
    engine.player.thinks() && arguments.read(color).is_ok()
}

impl Engine {
    /// Plays a move.
    ///
    /// Fails: "illegal move", also for a point off the board.
    fn play(&mut self, play: ColoredVertex) -> Reply {
        self.action(play.vertex)
            .and_then(|action| self.game.play(play.color, action).map(|_| Answer::Done))
            .map_err(|reason| self.refuse(play, reason))
    }

    /// Lets the player choose a move, even after two passes, and plays it.
    fn gen_move(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let choice = self.choose(color, stop);
        self.answer_made(color, choice)
    }

    /// Lets the player choose a move, which GoGui's board shows meanwhile if graphics are on.
    pub(super) fn choose(&mut self, color: Color, stop: &StopFlag) -> Choice {
        if self.live_graphics {
            return self.choose_drawing(color, stop);
        }
        self.player.choose(&self.game, color, stop)
    }

    /// Plays a move that captures the opponent's dead stones or prepares to, or passes if none
    /// are left.
    fn clean_up(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let choice = self.player.clean_up(&self.game, color, stop);
        self.answer_made(color, choice)
    }

    fn answer_made(&mut self, color: Color, choice: Choice) -> Answer {
        Answer::Choice(self.game.size(), self.carry_out(color, choice))
    }

    /// Plays the chosen move or resigns. Returns the choice that was carried out.
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
        self.pondering.replied = Some(self.game.turns().len());
        action
    }

    /// Returns whether the player may think about the replies to its move now.
    pub(crate) fn may_ponder(&self) -> bool {
        self.pondering.is_asked_for
            && self.settings.kind == PlayerKind::Search
            && self.pondering.replied == Some(self.game.turns().len())
            && self.game.outcome().is_none()
    }

    /// Thinks about no reply any more, until the player's next move.
    pub(crate) const fn end_pondering(&mut self) {
        self.pondering.replied = None;
    }

    /// Lets the player think about the replies to its move until the flag is raised.
    pub(crate) fn ponder(&mut self, stop: &StopFlag) {
        let options = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(MAX_PONDERED),
            ..AnalysisOptions::default()
        };
        let color = self.game.to_move();
        self.player
            .analyze(&self.game, color, &options, stop, &mut |_| ());
        // Once is enough, unless something has happened meanwhile.
        if !stop.is_raised() {
            self.end_pondering();
        }
    }

    /// Answers with the move that the player would choose.
    fn reg_gen_move(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let mut fresh = self.player.fresh(&self.game, color);
        let player = fresh.as_mut().unwrap_or(&mut self.player);
        let choice = player.choose(&self.game, color, stop);
        Answer::Choice(self.game.size(), choice)
    }

    /// Answers with the move that the player would choose among these.
    fn reg_gen_move_among(&mut self, color: Color, vertices: &[Vertex], stop: &StopFlag) -> Reply {
        let moves = vertices.iter().map(|&vertex| self.action(vertex));
        let moves: Result<_, _> = moves.collect();
        let moves = moves.map_err(|_| Failure::InvalidVertex)?;
        let options = AnalysisOptions {
            interval: Duration::MAX,
            restrictions: Restrictions::of_next_turn(RestrictionKind::Allow, color, moves),
            ..AnalysisOptions::default()
        };
        self.check_permitted(color, &options.restrictions)?;
        let mut fresh = self.player.fresh(&self.game, color);
        let player = fresh.as_mut().unwrap_or(&mut self.player);
        let reports = Reports::Analysis(options);
        let choice = player.choose_and_report(&self.game, color, &reports, stop, &mut |_| ());
        Ok(Answer::Choice(self.game.size(), choice))
    }

    /// Takes back this many moves, or none if the game has fewer. Handicap stones are not moves,
    /// and stones set up between moves are taken back with the move before.
    ///
    /// Fails: "cannot undo" when the game has fewer moves.
    fn undo(&mut self, moves: usize) -> Reply {
        if self.game.turns().len() < moves {
            return Err(Failure::CannotUndo);
        }
        // Undoing on a copy of the game would take quadratic time to go back
        // through a long game move by move. A copy of the turns and setups is
        // enough: see `recovery`.
        let kept = self.game.turns().len() - moves;
        self.taken_back = TakenBack {
            turns: self.game.turns()[kept..].to_vec(),
            setups: self.game.setups().copied().collect(),
        };
        self.game.undo_to(kept);
        self.taken_back = TakenBack::default();
        Ok(Answer::Done)
    }

    /// Checks whether a move is legal. A pass always is.
    pub(super) fn verdict(&self, play: ColoredVertex) -> Result<(), IllegalMove> {
        match self.action(play.vertex)? {
            Move::Pass => Ok(()),
            Move::Play(point) => self.game.check(play.color, point),
        }
    }
}

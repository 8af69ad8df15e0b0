//! Analyses: what the player thinks of the moves, again and again.

use std::time::Duration;

use super::{Engine, graphics};
use crate::board::{BoardSize, Color, IllegalMove};
use crate::game::Move;
use crate::gtp::analyze::{self, AnalyzeRequest, AnalyzeStyle, UnreadableKey};
use crate::gtp::outlet::Outlet;
use crate::gtp::response::{Answer, Failure, Reply, choice};
use crate::player::{Analysis, AnalysisOptions, Restriction, Restrictions, StopFlag};

/// The interval when none is given, in hundredths of a second.
const DEFAULT_INTERVAL: u64 = 100;

/// The shortest interval, in hundredths of a second, and what 0 asks for.
const MIN_INTERVAL: u64 = 1;

/// How many playouts a point make a picture of the win rates.
const PLAYOUTS_PER_POINT: usize = 16;

/// What an analysis command asks for, understood and found possible.
struct Task {
    style: AnalyzeStyle,
    request: AnalyzeRequest,
    color: Color,
    options: AnalysisOptions,
}

impl Engine {
    /// `analyze`, `lz-analyze` and `kata-analyze`: a line about all moves after
    /// every interval, until the controller sends a line. Changes nothing.
    ///
    /// Fails: for a key that is not known or has no readable value, for a
    /// vertex off the board, and when every move is to be avoided.
    pub(super) fn analyze(
        &mut self,
        style: AnalyzeStyle,
        request: Result<AnalyzeRequest, UnreadableKey>,
        stop: &StopFlag,
        outlet: &mut dyn Outlet,
    ) -> Reply {
        let task = self.task(style, request)?;
        outlet.begin();
        let Self { player, game, .. } = self;
        let mut show = show(game.size(), &task, self.live_graphics, outlet);
        player.analyze(game, task.color, &task.options, stop, &mut show);
        drop(show);
        self.clear_graphics(outlet);
        Ok(Answer::Streamed)
    }

    /// `genmove_analyze`, `lz-genmove_analyze`, `kata-genmove_analyze` and
    /// `cgos-genmove_analyze`: as `genmove`, with such lines while the player
    /// thinks and one at the end. The move is the last line, as in `play D4`.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    pub(super) fn gen_move_analyze(
        &mut self,
        style: AnalyzeStyle,
        request: Result<AnalyzeRequest, UnreadableKey>,
        stop: &StopFlag,
        outlet: &mut dyn Outlet,
    ) -> Reply {
        let task = self.task(style, request)?;
        outlet.begin();
        let Self { player, game, .. } = self;
        let mut show = show(game.size(), &task, self.live_graphics, outlet);
        let chosen = player.choose_and_analyze(game, task.color, &task.options, stop, &mut show);
        drop(show);
        self.clear_graphics(outlet);
        let made = self.carry_out(task.color, chosen);
        outlet.line(&format!("play {}", choice(self.game.size(), made)));
        Ok(Answer::Streamed)
    }

    /// `ponnuki-win_rates`: what a fixed number of playouts, 16 a point of the
    /// board, say about the moves of a colour, as graphics for GoGui.
    pub(super) fn win_rates(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let options = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(self.picture_playouts()),
            ..AnalysisOptions::default()
        };
        let mut picture = String::new();
        let size = self.game.size();
        let mut keep = |analysis: &Analysis| picture = graphics::win_rates(analysis, size);
        self.player
            .analyze(&self.game, color, &options, stop, &mut keep);
        Answer::Text(picture)
    }

    /// `ponnuki-live_graphics`: whether analyses show themselves on GoGui's
    /// board, which costs other programs' users lines on standard error.
    pub(super) const fn set_live_graphics(&mut self, are_wanted: bool) -> Answer {
        self.live_graphics = are_wanted;
        Answer::Done
    }

    /// The playouts that show a position well enough.
    fn picture_playouts(&self) -> u64 {
        (PLAYOUTS_PER_POINT * self.game.size().area()) as u64
    }

    fn clear_graphics(&self, outlet: &mut dyn Outlet) {
        if self.live_graphics {
            outlet.graphics(graphics::CLEAR);
        }
    }

    /// What is to be done, in terms of this game.
    fn task(
        &self,
        style: AnalyzeStyle,
        request: Result<AnalyzeRequest, UnreadableKey>,
    ) -> Result<Task, Failure> {
        let request = request.map_err(Failure::UnreadableKey)?;
        let color = request.color.unwrap_or(self.game.to_move());
        let hundredths = request.interval.unwrap_or(DEFAULT_INTERVAL);
        let options = AnalysisOptions {
            interval: Duration::from_millis(hundredths.max(MIN_INTERVAL).saturating_mul(10)),
            playouts: request.playouts,
            ownership: request.ownership || style == AnalyzeStyle::Cgos,
            restrictions: self.restrictions(&request)?,
        };
        let is_permitted = |action| options.restrictions.permits(color, action, 1);
        let legal = self.game.legal_points(color);
        if !is_permitted(Move::Pass) && !legal.iter().map(Move::Play).any(is_permitted) {
            return Err(Failure::NoMoveLeft);
        }
        Ok(Task {
            style,
            request,
            color,
            options,
        })
    }

    /// The named moves as moves of this board.
    fn restrictions(&self, request: &AnalyzeRequest) -> Result<Restrictions, Failure> {
        let entries = request.restrictions.iter().map(|named| {
            let moves = named.vertices.iter().map(|&vertex| self.action(vertex));
            Ok(Restriction {
                kind: named.kind,
                color: named.color,
                moves: moves.collect::<Result<_, _>>()?,
                depth: named.depth,
            })
        });
        let entries: Result<_, IllegalMove> = entries.collect();
        Ok(Restrictions(entries.map_err(|_| Failure::InvalidVertex)?))
    }
}

/// Writes every report as a line, and as graphics where they are wanted.
fn show<'a>(
    size: BoardSize,
    task: &'a Task,
    live_graphics: bool,
    outlet: &'a mut dyn Outlet,
) -> impl FnMut(&Analysis) + 'a {
    move |analysis| {
        outlet.line(&analyze::line(analysis, task.style, &task.request, size));
        if live_graphics {
            outlet.graphics(&graphics::live(analysis, size));
        }
    }
}

#[cfg(test)]
mod tests;

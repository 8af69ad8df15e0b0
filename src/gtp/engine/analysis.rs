//! Commands that report on all moves while the player thinks.

use std::time::Duration;

use super::Engine;
use super::row::{Arguments, CommandRow, LongRun, StopOn, long, quick};
use crate::parse::{self, AnalyzeRequest, arguments as form};
use crate::response::analysis::AnalyzeStyle;
use crate::response::{Answer, Failure, Reply, ResponseWriter};
use crate::response::{analysis, choice, graphics, raw_nn, write_graphics};
use ponnuki_core::board::{Color, IllegalMove};
use ponnuki_core::game::{Choice, Game, Move};
use ponnuki_play::player::{
    Analysis, AnalysisOptions, Player, Reports, Restriction, Restrictions, SearchPlayer, StopFlag,
};

/// The default interval, in hundredths of a second.
const DEFAULT_INTERVAL: u64 = 100;

/// The shortest interval, in hundredths of a second; 0 is raised to it.
const MIN_INTERVAL: u64 = 1;

/// The interval between pictures while the player chooses a move, long enough that quick
/// moves leave no graphics in the log.
const PICTURE_INTERVAL: Duration = Duration::from_millis(500);

/// The answer of a search that a line of input has ended.
const CANCELLED: &str = "cancelled";

/// A request that has been checked against the game.
struct Task {
    request: AnalyzeRequest,
    color: Color,
    options: AnalysisOptions,
}

pub(super) const COMMANDS: &[CommandRow] = &[
    analysis(
        "analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.analyze(AnalyzeStyle::Plain, a, stop, output),
    ),
    analysis(
        "lz-analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.analyze(AnalyzeStyle::Leela, a, stop, output),
    ),
    analysis(
        "kata-analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.analyze(AnalyzeStyle::Kata, a, stop, output),
    ),
    analyzed_move(
        "genmove_analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.gen_move_analyze(AnalyzeStyle::Plain, a, stop, output),
    ),
    analyzed_move(
        "lz-genmove_analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.gen_move_analyze(AnalyzeStyle::Leela, a, stop, output),
    ),
    analyzed_move(
        "kata-genmove_analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.gen_move_analyze(AnalyzeStyle::Kata, a, stop, output),
    ),
    analyzed_move(
        "cgos-genmove_analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        |e, a, stop, output| e.gen_move_analyze(AnalyzeStyle::Cgos, a, stop, output),
    ),
    long(
        "kata-search COLOR",
        "the move that `genmove` would play; changes nothing",
        |_, a| a.stop_on(form::color, StopOn::Interrupt),
        |e, a, stop, _| e.search(a, stop),
    ),
    long(
        "kata-search_cancellable COLOR",
        "as `kata-search`, or `cancelled` if a line comes in before the end",
        |_, a| a.stop_on(form::color, StopOn::AnyLineOrPlayouts),
        |e, a, stop, _| {
            let chosen = e.search(a, stop)?;
            Ok(if stop.is_raised() {
                Answer::text(CANCELLED)
            } else {
                chosen
            })
        },
    ),
    long(
        "kata-search_analyze [COLOR] [INTERVAL] [KEY VALUE ...]",
        "as `kata-genmove_analyze`, but changes nothing",
        move_stops_on,
        |e, a, stop, output| e.search_analyze(a, stop, output, |_| false),
    ),
    long(
        "kata-search_analyze_cancellable [COLOR] [INTERVAL] [KEY VALUE ...]",
        "as `kata-search_analyze`, but ends with `play cancelled` if a line comes in before the end",
        |_, a| a.stop_on(parse::analyze, StopOn::AnyLineOrPlayouts),
        |e, a, stop, output| e.search_analyze(a, stop, output, StopFlag::is_raised),
    ),
    quick(
        "kata-raw-nn [COLOR] 0-7|all",
        "the value, the priors and the owners of the points in KataGo's form: by the network under the symmetry of this number; on boards larger than 13x13 with 64 playouts beside",
        |e, a| e.raw_values(a),
    ),
    long(
        "ponnuki-win_rates COLOR",
        "the win rates of a colour's moves as graphics for GoGui, from 16 playouts per point of the board",
        |_, a| a.stop_on(form::color, StopOn::Interrupt),
        |e, a, stop, _| Ok(e.win_rates(a.read(form::color)?, stop)),
    ),
    top_moves(
        "top_moves_black",
        "up to ten plays of Black, the best first, each with its win rate in percent, where GNU Go has \
         its own values; from 16 playouts per point of the board",
        |e, _, stop, _| Ok(e.top_moves(Color::Black, stop)),
    ),
    top_moves("top_moves_white", "the same for White", |e, _, stop, _| {
        Ok(e.top_moves(Color::White, stop))
    }),
    quick(
        "top_moves",
        "the last list of these two, whatever has been played since; empty before the first",
        |e, _| Ok(Answer::Text(e.top_moves.clone())),
    ),
    long(
        "ponnuki-live_analysis [COLOR] [INTERVAL] [KEY VALUE ...]",
        "draws the moves of a colour on GoGui's board after every interval, until any line comes in; \
         answers with the last picture",
        analysis_stops_on,
        |e, a, stop, _| e.draw(a, stop),
    ),
    quick(
        "ponnuki-live_graphics true|false",
        "whether the player draws on GoGui's board while it analyzes or chooses a move",
        |e, a| {
            // The graphics are lines on standard error, which programs other than
            // GoGui would show as plain text.
            e.live_graphics = a.read(form::boolean)?;
            Ok(Answer::Done)
        },
    ),
];

/// Makes the row of a command that reports on all moves.
const fn analysis(usage: &'static str, run: LongRun) -> CommandRow {
    let effect = "a line about all moves after every interval, until any line comes in";
    long(usage, effect, analysis_stops_on, run)
}

/// Makes the row of a command that plays a move and reports meanwhile.
const fn analyzed_move(usage: &'static str, run: LongRun) -> CommandRow {
    let effect = "plays a move as `genmove` does, and writes the same lines meanwhile";
    long(usage, effect, move_stops_on, run)
}

/// Makes the row of a command without arguments that lists the best plays.
const fn top_moves(usage: &'static str, effect: &'static str, run: LongRun) -> CommandRow {
    long(usage, effect, |_, _| Some(StopOn::Interrupt), run)
}

fn analysis_stops_on(_: &Engine, arguments: Arguments<'_>) -> Option<StopOn> {
    let request = parse::analyze(arguments.0).ok()?;
    Some(match request.playouts {
        Some(_) => StopOn::AnyLineOrPlayouts,
        None => StopOn::AnyLine,
    })
}

/// Returns the input that ends the choice of a move.
fn move_stops_on(_: &Engine, arguments: Arguments<'_>) -> Option<StopOn> {
    arguments.stop_on(parse::analyze, StopOn::Interrupt)
}

impl Engine {
    /// Writes a line about all moves after every interval, until the flag is
    /// raised. Changes nothing.
    ///
    /// Fails: for an unknown key or an unreadable value, for a vertex off the
    /// board, and when the restrictions leave no move.
    fn analyze(
        &mut self,
        style: AnalyzeStyle,
        arguments: Arguments<'_>,
        stop: &StopFlag,
        output: &mut ResponseWriter<'_>,
    ) -> Reply {
        self.report(style, arguments, output, |player, game, task, report| {
            player.analyze(game, task.color, &task.options, stop, report);
        })?;
        Ok(Answer::Streamed)
    }

    /// Plays a move, and writes the lines of an analysis while the player thinks
    /// and at the end. The last line is the move, as in `play D4`.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    fn gen_move_analyze(
        &mut self,
        style: AnalyzeStyle,
        arguments: Arguments<'_>,
        stop: &StopFlag,
        output: &mut ResponseWriter<'_>,
    ) -> Reply {
        let (color, choice) = self.report_choice(style, arguments, stop, output)?;
        let made = self.carry_out(color, choice);
        Ok(self.end_with(made, output))
    }

    /// Answers with the move that `genmove` would play.
    fn search(&mut self, arguments: Arguments<'_>, stop: &StopFlag) -> Reply {
        let choice = self.choose(arguments.read(form::color)?, stop);
        Ok(Answer::Choice(self.game.size(), choice))
    }

    /// Writes the lines and the move of `kata-genmove_analyze` without playing it, or
    /// `play cancelled` if that is so at the end.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    fn search_analyze(
        &mut self,
        arguments: Arguments<'_>,
        stop: &StopFlag,
        output: &mut ResponseWriter<'_>,
        is_cancelled: fn(&StopFlag) -> bool,
    ) -> Reply {
        let (_, choice) = self.report_choice(AnalyzeStyle::Kata, arguments, stop, output)?;
        if is_cancelled(stop) {
            output.line(&format!("play {CANCELLED}"));
            return Ok(Answer::Streamed);
        }
        Ok(self.end_with(choice, output))
    }

    /// Ends an analysis with the line of the move.
    fn end_with(&self, chosen: Choice, output: &mut ResponseWriter<'_>) -> Answer {
        output.line(&format!("play {}", choice(self.game.size(), chosen)));
        Answer::Streamed
    }

    /// Lets the player choose a move, and [reports](Self::report) the analysis. Returns the
    /// colour and its choice.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    fn report_choice(
        &mut self,
        style: AnalyzeStyle,
        arguments: Arguments<'_>,
        stop: &StopFlag,
        output: &mut ResponseWriter<'_>,
    ) -> Result<(Color, Choice), Failure> {
        self.report(style, arguments, output, |player, game, task, report| {
            let reports = Reports::Analysis(task.options.clone());
            player.choose_and_report(game, task.color, &reports, stop, report)
        })
    }

    /// Asks the player, and writes every report as a line and, with live graphics, also as a
    /// picture; a report without visits shows nothing. Returns the colour and the answer.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    fn report<T>(
        &mut self,
        style: AnalyzeStyle,
        arguments: Arguments<'_>,
        output: &mut ResponseWriter<'_>,
        ask: impl FnOnce(&mut dyn Player, &Game, &Task, &mut dyn FnMut(&Analysis)) -> T,
    ) -> Result<(Color, T), Failure> {
        let mut task = self.task(arguments)?;
        task.options.ownership |= style == AnalyzeStyle::Cgos;
        output.begin();
        let size = self.game.size();
        let mut show = |analysis: &Analysis| {
            if analysis.visits == 0 {
                return;
            }
            output.line(&analysis::line(analysis, style, &task.request, size));
            if self.live_graphics {
                let picture = graphics::win_rates(analysis, size);
                write_graphics(&graphics::live(&picture));
            }
        };
        let answer = ask(&mut *self.player, &self.game, &task, &mut show);
        if self.live_graphics {
            write_graphics(graphics::CLEAR);
        }
        Ok((task.color, answer))
    }

    /// Draws the moves of a colour on GoGui's board after every interval, until
    /// the flag is raised. Answers with the last picture, which GoGui then leaves
    /// on the board. Changes nothing.
    ///
    /// Fails: as [`analyze`](Self::analyze).
    fn draw(&mut self, arguments: Arguments<'_>, stop: &StopFlag) -> Reply {
        let task = self.task(arguments)?;
        let Self { player, game, .. } = self;
        let mut picture = String::new();
        let mut draw = |analysis: &Analysis| {
            picture = graphics::win_rates(analysis, game.size());
            if analysis.visits > 0 {
                write_graphics(&graphics::live(&picture));
            }
        };
        player.analyze(game, task.color, &task.options, stop, &mut draw);
        Ok(Answer::Text(picture))
    }

    /// Lets the player choose a move, and draws on GoGui's board meanwhile.
    pub(super) fn choose_drawing(&mut self, color: Color, stop: &StopFlag) -> Choice {
        let Self { player, game, .. } = self;
        let mut has_drawn = false;
        let mut draw = |analysis: &Analysis| {
            let picture = graphics::win_rates(analysis, game.size());
            write_graphics(&graphics::live(&picture));
            has_drawn = true;
        };
        let reports = Reports::Every(PICTURE_INTERVAL);
        let choice = player.choose_and_report(game, color, &reports, stop, &mut draw);
        if has_drawn {
            write_graphics(graphics::CLEAR);
        }
        choice
    }

    /// Answers with the win rates of a colour's moves as graphics for GoGui.
    fn win_rates(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let found = self.brief_analysis(color, stop);
        let size = self.game.size();
        Answer::Text(found.map_or(String::new(), |found| graphics::win_rates(&found, size)))
    }

    /// Answers with a colour's best plays in GNU Go's form.
    ///
    /// Deviation: GNU Go also keeps the moves that its last `genmove` considered.
    fn top_moves(&mut self, color: Color, stop: &StopFlag) -> Answer {
        let found = self.brief_analysis(color, stop);
        let size = self.game.size();
        self.top_moves = found.map_or(String::new(), |found| analysis::top_moves(&found, size));
        Answer::Text(self.top_moves.clone())
    }

    /// Analyzes a colour's moves with as many playouts as a picture needs.
    fn brief_analysis(&mut self, color: Color, stop: &StopFlag) -> Option<Analysis> {
        let options = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(AnalysisOptions::picture_playouts(self.game.size())),
            ..AnalysisOptions::default()
        };
        let mut found = None;
        let mut keep = |analysis: &Analysis| found = Some(analysis.clone());
        self.player
            .analyze(&self.game, color, &options, stop, &mut keep);
        found
    }

    /// Answers with the values of the position in the form of KataGo's network, once for each
    /// symmetry.
    fn raw_values(&self, arguments: Arguments<'_>) -> Reply {
        let (color, symmetries) = arguments.read(form::symmetries)?;
        let color = color.unwrap_or(self.game.to_move());
        Ok(Answer::lines(symmetries.map(|symmetry| {
            let found = SearchPlayer::glance(&self.game, color, symmetry.into());
            format!(
                "symmetry {symmetry}\n{}",
                raw_nn::values(&found, &self.game)
            )
        })))
    }

    /// Reads a request and checks it against the game.
    fn task(&self, arguments: Arguments<'_>) -> Result<Task, Failure> {
        let request = parse::analyze(arguments.0)?;
        let color = request.color.unwrap_or(self.game.to_move());
        let hundredths = request.interval.unwrap_or(DEFAULT_INTERVAL);
        let options = AnalysisOptions {
            interval: Duration::from_millis(hundredths.max(MIN_INTERVAL).saturating_mul(10)),
            playouts: request.playouts,
            ownership: request.ownership,
            restrictions: self.restrictions(&request)?,
        };
        self.check_permitted(color, &options.restrictions)?;
        Ok(Task {
            request,
            color,
            options,
        })
    }

    /// Checks that the restrictions leave a move.
    ///
    /// Fails: "no move left to analyze".
    pub(super) fn check_permitted(
        &self,
        color: Color,
        restrictions: &Restrictions,
    ) -> Result<(), Failure> {
        let is_permitted = |action| restrictions.permits(color, action, 1);
        let legal = self.game.playable_points(color);
        if is_permitted(Move::Pass) || legal.iter().map(Move::Play).any(is_permitted) {
            Ok(())
        } else {
            Err(Failure::NoMoveLeft)
        }
    }

    /// Converts the vertices of the restrictions to moves on this board.
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

#[cfg(test)]
mod tests;

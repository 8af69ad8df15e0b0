//! A program that takes part in games. The program is started on demand, set up for
//! each game, asked for moves, and restarted after a fault.

mod analysis;
mod setup;

use std::collections::HashSet;
use std::time::{Duration, Instant};
use std::{fmt, io};

use super::record::Participant;
use super::settings::{Entrant, MatchSettings};
use crate::client::{Answer, Fault, FaultKind, Interrupt, Program, command, file_name, split};
pub(super) use analysis::MoveReply;
use ponnuki_core::board::{BoardSize, Color, PointSet};

/// The minimum time limit for starting a program and for setting up a game.
const START_TIME: Duration = Duration::from_secs(60);

/// The commands that every program is sent first after its start.
const GREETING: [&str; 3] = ["name", "version", "list_commands"];

/// A program of a match, running or not. A method that returns a fault has killed it.
pub(super) struct Contender {
    player: Entrant,
    /// Whether the program only scores games that others play.
    is_referee: bool,
    interrupt: Interrupt,
    program: Option<Program>,
    /// The commands whose answers have not been read yet.
    asked: Vec<(Need, String)>,
    /// The answer to `name` at the last start, or the name of the file.
    name: String,
    version: String,
    commands: HashSet<String>,
    /// Whether the program has been ready for a game at least once.
    is_proven: bool,
    /// The settings that the program cannot be given, each of which is logged only once.
    warned: HashSet<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The refusal is a fault.
    Must,
    /// The refusal is logged, because the program then plays by its own rules.
    Rules,
    /// The refusal has no consequence.
    May,
}

impl Contender {
    /// Creates a contender whose program is not running yet.
    pub(super) fn new(player: Entrant, interrupt: Interrupt) -> Self {
        Self {
            player,
            is_referee: false,
            interrupt,
            program: None,
            asked: Vec::new(),
            name: String::new(),
            version: String::new(),
            commands: HashSet::new(),
            is_proven: false,
            warned: HashSet::new(),
        }
    }

    /// Creates a referee, which scores games and so needs the komi but no clock.
    pub(super) fn referee(player: Entrant, interrupt: Interrupt) -> Self {
        Self {
            is_referee: true,
            ..Self::new(player, interrupt)
        }
    }

    pub(super) fn start(&mut self, settings: &MatchSettings) -> Result<(), Fault> {
        if self.program.is_some() {
            return Ok(());
        }
        let unstarted = |error| Fault::unstarted(&self.player.command, &error);
        let words = split(&self.player.command).map_err(io::Error::other);
        let words = words.map_err(unstarted)?;
        let directory = self.player.directory.as_ref();
        let folder = directory.map(|directory| settings.folder.join(directory));
        let mut command = command(&words, folder.as_deref());
        command.envs(&self.player.environment);
        let program = Program::start(command, &self.interrupt);
        self.program = Some(program.map_err(unstarted)?);
        self.asked.clear();
        let mut texts = Vec::new();
        for command in GREETING {
            self.ask(Need::May, format_args!("{command}"));
        }
        for command in self.player.startup.clone() {
            self.ask(Need::Must, format_args!("{command}"));
        }
        self.send(settings.move_timeout.max(START_TIME))?;
        self.read(|_, answer| texts.push(answer.success()))?;
        let mut texts = texts.into_iter().map(Option::unwrap_or_default);
        let mut next = || texts.next().unwrap_or_default();
        (self.name, self.version) = (next(), next());
        if self.name.is_empty() {
            self.name = file_name(&words[0]);
        }
        self.commands = next().split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    pub(super) fn warn_of_silence(&self) {
        let (label, name) = (&self.player.label, &self.name);
        log::warn!(
            "{label} ({name}) has neither kata-genmove_analyze nor lz-genmove_analyze and reports \
             no win rates, so resign-rule ends none of its games"
        );
    }

    /// Returns whether the program has been ready for a game at least once. Until then,
    /// the cause of a fault may be a wrong command line.
    pub(super) const fn is_proven(&self) -> bool {
        self.is_proven
    }

    /// Sends the opponent's last move and the time left, then asks for a move. Returns
    /// the move and the time that it took. With `wants_report`, the program also
    /// reports its win rate if it can.
    pub(super) fn gen_move(
        &mut self,
        color: Color,
        last: Option<&str>,
        time_left: Option<(u64, u32)>,
        limit: Duration,
        wants_report: bool,
    ) -> Result<(MoveReply, Duration), Fault> {
        if let Some(last) = last {
            self.ask(Need::Must, format_args!("play {} {last}", letter(!color)));
        }
        if let Some((seconds, stones)) = time_left {
            let time = format!("{} {seconds} {stones}", letter(color));
            self.ask(Need::May, format_args!("time_left {time}"));
        }
        let style = self.style().filter(|_| wants_report);
        let command = match style {
            Some(style) => style.command(letter(color)),
            None => format!("genmove {}", letter(color)),
        };
        let begun = Instant::now();
        let text = self.must(&command, limit)?;
        let time = begun.elapsed();
        let reply = match style {
            Some(style) => style.read(&text).map_err(|fault| self.fail(fault))?,
            None => MoveReply {
                text,
                win_rate: None,
            },
        };
        Ok((reply, time))
    }

    /// Asks for the score without waiting for the answer, which [`final_score`](Self::final_score)
    /// reads. `last` is a move that the program has not received yet.
    pub(super) fn ask_score(
        &mut self,
        last: Option<(Color, &str)>,
        limit: Duration,
    ) -> Result<(), Fault> {
        if let Some((color, name)) = last {
            self.ask(Need::May, format_args!("play {} {name}", letter(color)));
        }
        if self.knows("final_score") {
            self.ask(Need::May, format_args!("final_score"));
        }
        self.send(limit)
    }

    /// Reads the answer to [`ask_score`](Self::ask_score), or returns `None` if the
    /// program does not know the command or refused it.
    pub(super) fn final_score(&mut self) -> Result<Option<String>, Fault> {
        let is_asked = self.knows("final_score");
        Ok(self.last_answer()?.filter(|_| is_asked))
    }

    /// Asks which points have dead stones. A program that does not know the command or
    /// refuses it sees none.
    pub(super) fn dead_stones(
        &mut self,
        size: BoardSize,
        limit: Duration,
    ) -> Result<PointSet, Fault> {
        if !self.knows("final_status_list") {
            return Ok(PointSet::EMPTY);
        }
        let list = self.call(Need::May, "final_status_list dead", limit)?;
        let list = list.unwrap_or_default();
        let points = list.split_whitespace();
        Ok(points.filter_map(|name| size.point_named(name)).collect())
    }

    /// Sends a command, the refusal of which is a fault, and waits for the answer.
    pub(super) fn must(&mut self, command: &str, limit: Duration) -> Result<String, Fault> {
        Ok(self.call(Need::Must, command, limit)?.unwrap_or_default())
    }

    /// Sends a command and waits for the answer, which is `None` if it was refused.
    fn call(
        &mut self,
        need: Need,
        command: &str,
        limit: Duration,
    ) -> Result<Option<String>, Fault> {
        self.ask(need, format_args!("{command}"));
        self.send(limit)?;
        self.last_answer()
    }

    /// Kills the program because of `fault`. Returns the fault, with a remark if the
    /// program has left processes behind.
    pub(super) fn fail(&mut self, mut fault: Fault) -> Fault {
        if let Some(mut program) = self.program.take() {
            log::debug!("{} {fault}", self.player.label);
            // A program with a wrong command line may say so on standard error.
            if !self.is_proven && fault.last_words.is_empty() {
                fault.last_words = program.last_words();
            }
            if let Some(remark) = program.kill() {
                self.remark(&remark);
                fault.remark = Some(remark);
            }
        }
        fault
    }

    pub(super) fn quit(&mut self) {
        if let Some(program) = self.program.take()
            && let Some(remark) = program.quit()
        {
            self.remark(&remark);
        }
    }

    fn remark(&self, remark: &str) {
        log::warn!("{}: {remark}", self.player.label);
    }

    pub(super) fn participant(&self, seed: u64) -> Participant {
        let player = self.player.clone();
        Participant {
            player: player.label,
            title: player.title,
            name: self.name.clone(),
            version: self.version.clone(),
            command: player.command,
            elo: player.elo,
            seed: self.knows("set_random_seed").then_some(seed),
        }
    }

    /// Queues a command, if the program is running.
    fn ask(&mut self, need: Need, command: fmt::Arguments<'_>) {
        if let Some(program) = &mut self.program {
            log::debug!("{} < {command}", self.player.label);
            program.queue(command);
            self.asked.push((need, command.to_string()));
        }
    }

    fn send(&mut self, limit: Duration) -> Result<(), Fault> {
        let program = self.program.as_mut().ok_or_else(not_running);
        let sent = program.and_then(|program| program.send(limit));
        sent.map_err(|fault| self.fail(fault))
    }

    /// Reads the answers to all commands sent. Returns the last one, or `None` if the
    /// program refused that command.
    fn last_answer(&mut self) -> Result<Option<String>, Fault> {
        let mut last = None;
        self.read(|_, answer| last = answer.success())?;
        Ok(last)
    }

    /// Reads the answers to all commands sent and passes them to `on_answer`. A fault kills the
    /// program, and so does a refusal if the program [must](Need::Must) obey the command.
    fn read(&mut self, mut on_answer: impl FnMut(Need, Answer)) -> Result<(), Fault> {
        let label = &self.player.label;
        let mut asked = self.asked.drain(..);
        let program = self.program.as_mut().ok_or_else(not_running);
        let read = program.and_then(|program| {
            asked.try_for_each(|(need, command)| {
                let answer = program.answer()?;
                if let (Need::Must, Answer::Failure(reason)) = (need, &answer) {
                    let detail = format!("refused '{command}': {reason}");
                    return Err(Fault::new(FaultKind::Refused, detail));
                }
                log::debug!("{label} > {answer}");
                on_answer(need, answer);
                Ok(())
            })
        });
        drop(asked);
        read.map_err(|fault| self.fail(fault))
    }
}

/// Returns the fault of a program that has already been killed.
fn not_running() -> Fault {
    Fault::new(FaultKind::Crash, "is not running")
}

/// Returns the letter of a colour in commands: `b` or `w`.
const fn letter(color: Color) -> char {
    color.initial().to_ascii_lowercase()
}

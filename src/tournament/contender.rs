//! A program that takes part in games: started when it is needed, told how a
//! game begins, asked for moves, and started anew after a fault.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::answers::Answer;
use super::plan::Plan;
use super::program::{Fault, Program, words};
use super::record::{Ending, Participant};
use super::settings::{Entrant, MatchSettings};
use super::watchdog::Interrupt;
use crate::board::{ByColor, Color};
use crate::gtp::kata_rules;
use crate::rules::{Preset, Rules, Suicide};

/// The least time that a program has from its start to its first answers.
const START_TIME: Duration = Duration::from_secs(60);

/// A program of a match, running or not.
pub(super) struct Contender {
    player: Entrant,
    interrupt: Interrupt,
    running: Option<Running>,
    /// What the program said about itself when it was last started.
    greeting: Greeting,
    /// It has been prepared for a game once.
    is_proven: bool,
    /// It has been told that it does not take the rules.
    is_warned: bool,
}

/// A program that answers.
struct Running {
    program: Program,
    /// The commands sent whose answers have not been read.
    asked: Vec<Asked>,
}

/// A command that was sent.
struct Asked {
    command: String,
    need: Need,
}

/// What it means when a program refuses a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// A fault.
    Must,
    /// That it plays by rules of its own.
    Rules,
    /// Nothing.
    May,
}

/// What a program says about itself.
#[derive(Clone, Debug, Default)]
struct Greeting {
    name: String,
    version: String,
    commands: HashSet<String>,
}

impl Contender {
    /// A program that is not running yet.
    pub(super) fn new(player: Entrant, interrupt: Interrupt) -> Self {
        Self {
            player,
            interrupt,
            running: None,
            greeting: Greeting::default(),
            is_proven: false,
            is_warned: false,
        }
    }

    /// Starts the program unless it is running.
    ///
    /// # Errors
    /// It cannot be started or does not answer.
    pub(super) fn start(&mut self, settings: &MatchSettings) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        let crash = |reason: &dyn fmt::Display| {
            let command = &self.player.command;
            Fault::new(
                Ending::Crash,
                format!("cannot be started as '{command}': {reason}"),
            )
        };
        let words = words(&self.player.command).ok_or_else(|| crash(&"no command line"))?;
        let program = Program::start(&words, &self.interrupt).map_err(|error| crash(&error))?;
        self.running = Some(Running {
            program,
            asked: Vec::new(),
        });
        let mut told = Vec::new();
        for command in ["name", "version", "list_commands"] {
            self.ask(Need::May, format_args!("{command}"));
        }
        self.send(settings.move_timeout.max(START_TIME))?;
        self.read(|_, answer| told.push(answer))?;
        let mut told = told.into_iter().map(|answer| match answer {
            Answer::Success(text) => text,
            Answer::Failure(_) => String::new(),
        });
        let mut next = || told.next().unwrap_or_default();
        let name = next();
        self.greeting = Greeting {
            name: if name.is_empty() {
                file_name(&words[0])
            } else {
                name
            },
            version: next(),
            commands: next().split_whitespace().map(str::to_owned).collect(),
        };
        Ok(())
    }

    /// Whether the program has a command.
    fn knows(&self, command: &str) -> bool {
        self.greeting.commands.contains(command)
    }

    /// Sends everything about a new game: the board, the rules, the clock, the
    /// seed and the given stones and moves. [`ready`](Self::ready) reads the
    /// answers, so that two programs can prepare at the same time.
    ///
    /// # Errors
    /// A fault, after which the program is not running.
    pub(super) fn prepare(
        &mut self,
        settings: &MatchSettings,
        plan: &Plan,
        seed: Option<u64>,
    ) -> Result<(), Fault> {
        self.start(settings)?;
        let size = settings.size;
        if size.is_square() {
            self.ask(Need::Must, format_args!("boardsize {}", size.width()));
        } else {
            let (width, height) = (size.width(), size.height());
            self.ask(
                Need::Must,
                format_args!("rectangular_boardsize {width} {height}"),
            );
        }
        self.ask(Need::Must, format_args!("clear_board"));
        self.ask_rules(settings.rules);
        self.ask(Need::Must, format_args!("komi {}", settings.komi));
        if let Some(time) = settings.time {
            let (main, period, stones) = (time.main, time.period, time.stones);
            self.ask(
                Need::May,
                format_args!("time_settings {main} {period} {stones}"),
            );
        }
        if let Some(seed) = seed.filter(|_| self.knows("set_random_seed")) {
            self.ask(Need::May, format_args!("set_random_seed {seed}"));
        }
        self.ask_opening(settings, plan);
        self.send(settings.move_timeout.max(START_TIME))
    }

    /// Asks for the rules, by KataGo's command or by that of KGS.
    fn ask_rules(&mut self, rules: Rules) {
        if self.knows("kata-set-rules") {
            self.ask(
                Need::Rules,
                format_args!("kata-set-rules {}", kata_rules(rules)),
            );
            // KataGo's words do not tell this from suicide of several stones.
            if rules.suicide == Suicide::Allowed && self.knows("kata-set-rule") {
                self.ask(Need::May, format_args!("kata-set-rule suicide allowed"));
            }
        } else if self.knows("kgs-rules") {
            let name = match rules.preset() {
                Some(Preset::Cgos | Preset::ChineseOgs) => "chinese",
                Some(Preset::Aga) => "aga",
                Some(Preset::NewZealand) => "new_zealand",
                Some(Preset::TrompTaylor | Preset::Chinese) | None => {
                    return self.warn("has no name for these rules");
                }
            };
            self.ask(Need::Rules, format_args!("kgs-rules {name}"));
        } else {
            self.warn("has no command for rules");
        }
    }

    /// Tells once that the program plays by rules of its own.
    fn warn(&mut self, reason: &str) {
        if !self.is_warned {
            self.is_warned = true;
            let (label, name) = (&self.player.label, &self.greeting.name);
            log::info!("{label} ({name}) {reason}: its command line must ask for them");
        }
    }

    /// Puts the given stones and moves on the board.
    fn ask_opening(&mut self, settings: &MatchSettings, plan: &Plan) {
        let size = settings.size;
        let start = &plan.opening.start;
        let ByColor { black, white } = start.stones;
        let is_handicap = start.handicap >= 2 && start.handicap == black.len() && white.is_empty();
        if is_handicap && self.knows("set_free_handicap") {
            self.ask(
                Need::Must,
                format_args!("set_free_handicap {}", black.names(size)),
            );
        } else {
            for color in Color::BOTH {
                for stone in start.stones[color].names(size).split_whitespace() {
                    self.ask(Need::Must, format_args!("play {} {stone}", letter(color)));
                }
            }
        }
        let mut color = start.to_move;
        for &action in &plan.opening.moves {
            let name = action.name(size);
            self.ask(Need::Must, format_args!("play {} {name}", letter(color)));
            color = !color;
        }
    }

    /// Waits until the program is prepared.
    ///
    /// # Errors
    /// A fault, after which the program is not running.
    pub(super) fn ready(&mut self) -> Result<(), Fault> {
        let mut refused = None;
        self.read(|need, answer| {
            if let (Need::Rules, Answer::Failure(reason)) = (need, answer) {
                refused = Some(reason);
            }
        })?;
        if let Some(reason) = refused {
            self.warn(&format!("refuses the rules ({reason})"));
        }
        self.is_proven = true;
        Ok(())
    }

    /// Whether the program has been prepared for a game once. One that has not
    /// may have been named wrongly.
    pub(super) const fn is_proven(&self) -> bool {
        self.is_proven
    }

    /// Asks for a move, after telling the move before it and the time left.
    /// Answers with the text of the move and the time it took.
    ///
    /// # Errors
    /// A fault, after which the program is not running.
    pub(super) fn gen_move(
        &mut self,
        color: Color,
        last: Option<&str>,
        time_left: Option<(u64, u32)>,
        limit: Duration,
    ) -> Result<(String, Duration), Fault> {
        if let Some(last) = last {
            self.ask(Need::Must, format_args!("play {} {last}", letter(!color)));
        }
        if let Some((seconds, stones)) = time_left {
            self.ask(
                Need::May,
                format_args!("time_left {} {seconds} {stones}", letter(color)),
            );
        }
        self.ask(Need::Must, format_args!("genmove {}", letter(color)));
        let begun = Instant::now();
        self.send(limit)?;
        let mut text = String::new();
        self.read(|_, answer| {
            if let Answer::Success(answer) = answer {
                text = answer;
            }
        })?;
        Ok((text, begun.elapsed()))
    }

    /// Asks for the score, after telling a last move if it is not known yet;
    /// [`final_score`](Self::final_score) reads the answer.
    ///
    /// # Errors
    /// A fault, after which the program is not running.
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

    /// The score that was asked for, if the program has one.
    ///
    /// # Errors
    /// A fault, after which the program is not running.
    pub(super) fn final_score(&mut self) -> Result<Option<String>, Fault> {
        let is_asked = self.knows("final_score");
        let mut score = None;
        self.read(|_, answer| {
            score = match answer {
                Answer::Success(text) => Some(text),
                Answer::Failure(_) => None,
            };
        })?;
        Ok(score.filter(|_| is_asked))
    }

    /// Ends the program, killing it: it is at fault.
    pub(super) fn kill(&mut self) {
        self.running = None;
    }

    /// Asks the program to quit.
    pub(super) fn quit(&mut self) {
        if let Some(running) = self.running.take() {
            running.program.quit();
        }
    }

    /// The program as the record has it.
    pub(super) fn participant(&self, seed: u64) -> Participant {
        let Entrant { label, command } = self.player.clone();
        Participant {
            player: label,
            name: self.greeting.name.clone(),
            version: self.greeting.version.clone(),
            command,
            seed: self.knows("set_random_seed").then_some(seed),
        }
    }

    /// Queues a command.
    fn ask(&mut self, need: Need, command: fmt::Arguments<'_>) {
        if let Some(running) = &mut self.running {
            log::debug!("{} < {command}", self.player.label);
            running.program.queue(command);
            running.asked.push(Asked {
                command: command.to_string(),
                need,
            });
        }
    }

    /// Sends the queued commands.
    fn send(&mut self, limit: Duration) -> Result<(), Fault> {
        let sent = match &mut self.running {
            Some(running) => running.program.send(limit),
            None => Err(not_running()),
        };
        sent.inspect_err(|_| self.kill())
    }

    /// Reads the answers to all commands sent.
    fn read(&mut self, mut see: impl FnMut(Need, Answer)) -> Result<(), Fault> {
        let label = &self.player.label;
        let read = match &mut self.running {
            Some(running) => running.read(|need, answer| {
                log::debug!("{label} > {answer}");
                see(need, answer);
            }),
            None => Err(not_running()),
        };
        read.inspect_err(|fault| {
            log::debug!("{} {fault}", self.player.label);
            self.kill();
        })
    }
}

impl Running {
    /// Reads the answers to all commands sent.
    fn read(&mut self, mut see: impl FnMut(Need, Answer)) -> Result<(), Fault> {
        for asked in self.asked.drain(..) {
            let answer = self.program.answer()?;
            if let Answer::Failure(reason) = &answer
                && asked.need == Need::Must
            {
                let detail = format!("refused '{}': {reason}", asked.command);
                return Err(Fault::new(Ending::Refused, detail));
            }
            see(asked.need, answer);
        }
        self.program.rest();
        Ok(())
    }
}

/// The name of a program that does not tell it.
fn file_name(program: &str) -> String {
    let stem = Path::new(program).file_stem();
    stem.map_or_else(
        || program.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

/// The fault of asking a program that has been killed.
fn not_running() -> Fault {
    Fault::new(Ending::Crash, "is not running")
}

/// Returns the letter of a colour in commands: `b` or `w`.
const fn letter(color: Color) -> char {
    color.initial().to_ascii_lowercase()
}

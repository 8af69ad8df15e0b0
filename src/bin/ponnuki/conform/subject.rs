//! The engine under test: started and started again, asked with limits, and listened to closely.

mod abilities;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::time::{Duration, Instant};

use super::check::{CheckVerdict, undetermined};
use super::play::Findings;
use super::reply::Reply;
use crate::cli::plain;
use crate::client::{Fault, FaultKind, Interrupt, Program, command};

/// How many times its limit a command may take that comes first after a start, since some
/// engines load weights, or that asks for thought.
const PATIENCE: u32 = 6;

/// How long output that no command has asked for is waited for.
const QUIET: Duration = Duration::from_millis(50);

/// How many answers without a command are read before the engine is given up.
const MAX_STRAYS: usize = 100;

/// How often a command may end in a death or a time-out. After that it is withheld.
const MAX_FAULTS: u32 = 2;

/// Commands that are never withheld, because nothing could be checked without them.
const ESSENTIAL: [&str; 4] = ["boardsize", "clear_board", "list_commands", "play"];

/// Commands whose answers clients expect on one line.
const ONE_LINE: &str = "boardsize clear_board genmove komi play time_left time_settings";

/// Parts of the names of commands about which an engine may have to think.
const THOUGHTFUL: &str = "analyze final_ genmove place_free_handicap raw-nn";

/// The number of lines that a quoted dialogue has at most.
const MAX_QUOTED_LINES: usize = 400;

/// Why a question got no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The engine died, hung or wrote no GTP.
    Fault(Box<Fault>),
    /// The command is not sent any more, after earlier faults.
    Withheld(String),
    /// The time for all checks is used up.
    Budget,
    /// The user has interrupted the run.
    Interrupted,
    /// The engine cannot be started, or does not speak GTP.
    Unusable(Box<Fault>),
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The time for the answer to one command.
    pub(super) command: Duration,
    /// The time for all checks.
    pub(super) total: Duration,
    /// Whether the run is thorough.
    pub(super) is_thorough: bool,
}

/// The engine under test.
pub(super) struct Subject<'a> {
    words: &'a [String],
    interrupt: &'a Interrupt,
    pub(super) limits: Limits,
    until: Instant,
    program: Option<Program>,
    /// Whether the engine has answered since its start.
    is_warm: bool,
    /// The commands that the engine lists.
    pub(super) commands: BTreeSet<String>,
    /// Whether `list_stones` was right about a few stones.
    pub(super) lists_stones: bool,
    /// Whether commands get ids; false for an engine that ignores them.
    sends_ids: bool,
    last_id: u32,
    /// The command that was answered last.
    last_word: String,
    /// Why no command is sent any more, if so.
    withheld: Option<&'static str>,
    dialogue: Vec<String>,
    /// By standing check, the first fault that it found, and the dialogue up to it.
    findings: BTreeMap<&'static str, (String, Vec<String>)>,
    /// Deaths and time-outs of each command.
    faults: BTreeMap<String, u32>,
    /// The findings of the games, once they have been played.
    pub(super) played: Option<Findings>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(words: &'a [String], limits: Limits, interrupt: &'a Interrupt) -> Self {
        Self {
            words,
            interrupt,
            limits,
            until: Instant::now() + limits.total,
            program: None,
            is_warm: false,
            commands: BTreeSet::new(),
            lists_stones: false,
            sends_ids: true,
            last_id: 0,
            last_word: String::new(),
            withheld: None,
            dialogue: Vec::new(),
            findings: BTreeMap::new(),
            faults: BTreeMap::new(),
            played: None,
        }
    }

    /// Asks one command. Starts the engine if it is not running.
    pub(super) fn ask(&mut self, command: impl Display) -> Result<Reply, Unanswered> {
        self.ask_all(&[command.to_string()])
            .map(|mut replies| replies.remove(0))
    }

    /// Asks a command. Returns whether it succeeds.
    pub(super) fn accepts(&mut self, command: impl Display) -> Result<bool, Unanswered> {
        Ok(self.ask(command)?.is_success)
    }

    /// Asks commands together.
    pub(super) fn ask_all(
        &mut self,
        commands: &[impl AsRef<str>],
    ) -> Result<Vec<Reply>, Unanswered> {
        let Some(first_command) = commands.first() else {
            return Ok(Vec::new());
        };
        let mut sent = String::new();
        let first = self.last_id + 1;
        for command in commands.iter().map(AsRef::as_ref) {
            self.check_withheld(word(command))?;
            self.last_id += 1;
            if self.sends_ids {
                sent.extend([&self.last_id.to_string(), " "]);
            }
            sent.extend([command, "\n"]);
        }
        let mut limit = self.limits.command;
        let needs_thought = |part| commands.iter().any(|it| word(it.as_ref()).contains(part));
        if THOUGHTFUL.split(' ').any(needs_thought) {
            limit *= PATIENCE;
        }
        // One command is shown before its answer, and many with their answers.
        if let [command] = commands {
            self.dialogue.push(format!("> {}", command.as_ref()));
        }
        self.write(sent.as_bytes(), limit)
            .map_err(|fault| self.fail(word(first_command.as_ref()), fault))?;
        let mut replies = Vec::new();
        for (id, command) in (first..).zip(commands.iter().map(AsRef::as_ref)) {
            if commands.len() > 1 {
                self.dialogue.push(format!("> {command}"));
            }
            let id = self.sends_ids.then_some(id);
            // Each answer has the whole limit, which this begins.
            let waiting = self.write(&[], limit).and_then(|()| self.read(id));
            let reply = waiting.map_err(|stop| self.fail(word(command), stop))?;
            self.judge(word(command), &reply);
            // Of many commands together, only the answers that say something are shown.
            if commands.len() == 1 || !reply.is_success || !reply.text.is_empty() {
                let line = reply.line();
                self.dialogue
                    .extend(line.lines().map(|line| format!("< {line}")));
            }
            replies.push(reply);
        }
        self.is_warm = true;
        Ok(replies)
    }

    /// Notes what clients cannot read in the form of an answer.
    fn judge(&mut self, command: &str, reply: &Reply) {
        let is_one_line = |word: &str| ONE_LINE.split(' ').any(|other| other == word);
        if reply.text.contains('\n') && is_one_line(command) {
            let sentence = format!("`{command}` is answered in several lines");
            self.note("output-one-line", sentence);
        }
        if reply.follows_blank && is_one_line(&self.last_word) {
            let sentence = format!("two empty lines end the answer to `{}`", self.last_word);
            self.note("output-one-empty-line", sentence);
        }
        // Analyses begin on the next line by their documentation.
        if reply.begins_late && !command.contains('-') {
            let sentence = format!("no space follows the status of the answer to `{command}`");
            self.note("output-space-before-lines", sentence);
        }
        command.clone_into(&mut self.last_word);
    }

    /// Sends bytes as they are.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Unanswered> {
        const MAX_SHOWN: usize = 200;
        let shown = bytes[..bytes.len().min(MAX_SHOWN)].escape_ascii();
        let more = if bytes.len() > MAX_SHOWN { "..." } else { "" };
        self.dialogue.push(format!(">> {shown}{more}"));
        self.write(bytes, self.limits.command)
            .map_err(|fault| self.fail("", fault))
    }

    /// Waits for the next answer, whatever its id.
    fn receive(&mut self) -> Result<Reply, Unanswered> {
        self.next_reply(true).map_err(|fault| self.fail("", fault))
    }

    /// Reads the next answer, whatever its id.
    pub(super) fn read_any(&mut self) -> Result<Reply, Unanswered> {
        let reply = self.receive()?;
        let id = reply.id.as_deref().unwrap_or_default();
        let line = reply.line();
        let (status, text) = line.split_at(1);
        self.dialogue.push(format!("< {status}{id}{text}"));
        Ok(reply)
    }

    /// Returns whether an answer has this id, as far as the engine repeats ids at all.
    pub(super) fn answers_to(&self, reply: &Reply, id: &str) -> bool {
        !self.sends_ids || reply.id.as_deref() == Some(id)
    }

    /// Returns the answers that have come without a command.
    pub(super) fn strays(&mut self) -> Result<Vec<Reply>, Unanswered> {
        let mut strays = Vec::new();
        if self.sends_ids {
            self.last_id += 1;
            let id = self.last_id;
            let command = format!("{id} protocol_version\n");
            self.write(command.as_bytes(), self.limits.command)
                .map_err(|fault| self.fail("", fault))?;
            loop {
                let reply = self.receive()?;
                let found = reply.id.as_deref().unwrap_or_default();
                if found.parse() == Ok(id) {
                    return Ok(strays);
                }
                strays.push(reply);
                if strays.len() == MAX_STRAYS {
                    self.end();
                    return Ok(strays);
                }
            }
        }
        let quiet = |program: &mut Program| {
            let sent = program.send_bytes(b"", QUIET);
            sent.and_then(|()| program.answer_bytes()).ok()
        };
        while let Some(bytes) = self.program.as_mut().and_then(quiet)
            && strays.len() < MAX_STRAYS
        {
            strays.extend(self.parse(&bytes, true));
        }
        Ok(strays)
    }

    /// Reads and notes the answers that have come without a command. Starts no engine.
    pub(super) fn settle(&mut self) -> Result<(), Unanswered> {
        if self.program.is_some() && self.is_warm {
            for stray in self.strays()? {
                let sentence = format!("an answer to no command: {}", stray.line());
                self.note("output-one-answer", sentence);
            }
        }
        Ok(())
    }

    /// Ends the engine, so that the next command starts it again.
    pub(super) fn end(&mut self) {
        if let Some(program) = self.take_program() {
            program.quit();
        }
    }

    /// Ends the engine and starts it again.
    pub(super) fn restart(&mut self) -> Result<(), Unanswered> {
        self.end();
        self.ask("protocol_version").map(drop)
    }

    /// Returns the running program, which the caller may treat badly, and forgets it.
    pub(super) fn take_program(&mut self) -> Option<Program> {
        self.is_warm = false;
        self.last_word.clear();
        self.program.take()
    }

    /// Returns how often the engine has died or hung.
    pub(super) fn faults(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Returns the process id of the running engine.
    pub(super) fn process_id(&self) -> Option<u32> {
        self.program.as_ref().map(Program::id)
    }

    /// Returns whether the engine lists a command.
    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Begins a new dialogue.
    pub(super) fn forget(&mut self) {
        self.dialogue.clear();
    }

    /// Returns the dialogue since it was begun: lines that were sent, after `> `, and lines that
    /// came, after `< `. Only its end is kept if it is long.
    pub(super) fn dialogue(&self) -> Vec<String> {
        let left_out = self.dialogue.len().saturating_sub(MAX_QUOTED_LINES);
        let mut lines: Vec<_> = self.dialogue[left_out..]
            .iter()
            .map(|line| plain::line(line))
            .collect();
        if left_out > 0 {
            lines.insert(0, format!("({left_out} lines before)"));
        }
        lines
    }

    /// Sets the size of the board and clears it. Returns why that failed, if it did.
    pub(super) fn clear(&mut self, size: usize) -> Result<Option<String>, Unanswered> {
        for command in [format!("boardsize {size}"), "clear_board".to_owned()] {
            let reply = self.ask(&command)?;
            if !reply.is_success {
                return Ok(Some(format!("`{command}` was answered `{}`", reply.line())));
            }
        }
        Ok(None)
    }

    /// Returns the verdict of a standing check.
    pub(super) fn standing(&mut self, name: &str) -> CheckVerdict {
        match self.findings.get(name) {
            Some((sentence, dialogue)) => {
                self.dialogue.clone_from(dialogue);
                CheckVerdict::Fail(sentence.clone())
            }
            None if self.withheld.is_some() || Instant::now() > self.until => {
                undetermined("too little was observed")
            }
            None => CheckVerdict::Pass,
        }
    }

    /// Notes that a standing check has failed. The first time counts.
    fn note(&mut self, name: &'static str, sentence: impl Display) {
        if !self.findings.contains_key(name) {
            let mut dialogue = self.dialogue();
            dialogue.push(format!("< {sentence}"));
            self.findings
                .insert(name, (plain::line(&sentence.to_string()), dialogue));
        }
    }

    /// Withholds a command that has ended in too many faults.
    fn check_withheld(&self, word: &str) -> Result<(), Unanswered> {
        let faults = self.faults.get(word).copied().unwrap_or(0);
        if faults < MAX_FAULTS || ESSENTIAL.contains(&word) {
            return Ok(());
        }
        Err(Unanswered::Withheld(format!(
            "{word} is not sent any more, after {faults} faults"
        )))
    }

    /// Records a fault, notes it for the standing checks, and ends the program.
    fn fail(&mut self, word: &str, stop: Unanswered) -> Unanswered {
        if let Unanswered::Fault(fault) = &stop {
            self.dialogue.push(format!("(the engine {fault})"));
            *self.faults.entry(word.to_owned()).or_default() += 1;
            if !["quit", "loadsgf"].contains(&word) {
                let name = match fault.kind {
                    FaultKind::Hang => "engine-answers",
                    _ => "engine-survives",
                };
                let mut bytes = self.dialogue.iter().rev();
                let bytes = bytes.find_map(|line| line.strip_prefix(">> "));
                let sent = bytes.filter(|_| word.is_empty()).unwrap_or(word);
                let sentence = format!("after `{sent}`, the engine {fault}");
                self.note(name, sentence);
            }
            self.take_program();
        }
        stop
    }

    /// Sends bytes. Starts the engine if it is not running.
    fn write(&mut self, bytes: &[u8], limit: Duration) -> Result<(), Unanswered> {
        if self.interrupt.is_raised() {
            return Err(Unanswered::Interrupted);
        }
        if let Some(reason) = self.withheld {
            return Err(Unanswered::Withheld(reason.to_owned()));
        }
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Unanswered::Budget);
        }
        let patience = if self.is_warm { 1 } else { PATIENCE };
        let limit = limit.max(self.limits.command * patience).min(left);
        let program = if let Some(program) = &mut self.program {
            program
        } else {
            let started = Program::start(command(self.words, None), self.interrupt);
            self.program.insert(started.map_err(|error| {
                let name = self.words.first().map_or("", String::as_str);
                let detail = format!("cannot be started as '{name}': {error}");
                Unanswered::Unusable(Box::new(Fault::unstarted(detail)))
            })?)
        };
        let sent = program.send_bytes(bytes, limit);
        sent.map_err(|fault| self.stop(fault))
    }

    /// Converts a fault, which may only mean that the run is over.
    fn stop(&self, fault: Fault) -> Unanswered {
        if self.interrupt.is_raised() {
            Unanswered::Interrupted
        } else if fault.kind == FaultKind::Hang && Instant::now() >= self.until {
            Unanswered::Budget
        } else {
            Unanswered::Fault(Box::new(fault))
        }
    }

    /// Reads the answer to the command with an id, and notes what else comes.
    fn read(&mut self, id: Option<u32>) -> Result<Reply, Unanswered> {
        loop {
            let reply = self.next_reply(id.is_some())?;
            let Some(id) = id else { return Ok(reply) };
            let given = reply.id.as_deref().unwrap_or_default();
            match given.parse::<u32>() {
                Ok(found) if found < id => {
                    let sentence = format!("a second answer to one command: {}", reply.line());
                    self.note("output-one-answer", sentence);
                }
                Ok(found) if found == id => return Ok(reply),
                _ => {
                    let sentence = format!("the answer to the command {id} has the id '{given}'");
                    self.note(
                        "id-in-every-answer",
                        format!("{sentence}: {}", reply.line()),
                    );
                    return Ok(reply);
                }
            }
        }
    }

    /// Reads output until it holds an answer.
    /// Digits after the status are an id if `has_id`, else text.
    fn next_reply(&mut self, has_id: bool) -> Result<Reply, Unanswered> {
        loop {
            let Some(program) = &mut self.program else {
                let fault = Fault::new(FaultKind::Crash, "is not running");
                return Err(Unanswered::Fault(Box::new(fault)));
            };
            let received = program.answer_bytes().map_err(|mut fault| {
                // An answer without its empty line.
                if let Some(rest) = program.rest() {
                    fault.detail = format!("{}, but wrote `{rest}`", fault.detail);
                }
                fault
            });
            let bytes = received.map_err(|fault| self.stop(fault))?;
            if let Some(reply) = self.parse(&bytes, has_id) {
                return Ok(reply);
            }
        }
    }

    /// Parses output up to an empty line, and notes what is wrong with its form.
    fn parse(&mut self, bytes: &[u8], has_id: bool) -> Option<Reply> {
        Reply::parse(bytes, has_id, |name, sentence| self.note(name, sentence))
    }
}

/// Returns the name of a command.
pub(super) fn word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

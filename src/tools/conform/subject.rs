//! The engine under test: started and started again, asked with limits, and listened to closely.

mod abilities;
#[cfg(test)]
pub(super) mod tests;
mod transport;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::time::{Duration, Instant};

use super::ability::Ability;
use super::outcome::{CheckVerdict, Unanswered, undetermined};
use super::reply::Reply;
use crate::cli::plain;
use crate::client::{Fault, FaultKind, Interrupt, Program, command};
pub(super) use transport::EndCause;
use transport::Transport;

/// Factor on the time limit of the first command after a start, since some engines load weights,
/// and of commands that ask for thought.
const PATIENCE: u32 = 6;

/// How long output that no command has asked for is waited for.
const QUIET: Duration = Duration::from_millis(50);

/// How many answers without a command are read before the engine is given up.
const MAX_STRAYS: usize = 100;

/// How often a command may end in a death or a time-out. After that it is withheld.
const MAX_FAULTS: u32 = 2;

/// Commands that are never withheld, because nothing could be checked without them.
const ESSENTIAL: [&str; 4] = ["boardsize", "clear_board", "list_commands", "play"];

/// Commands whose success has no text.
const SILENT: &str = "boardsize clear_board komi play time_left time_settings undo";

/// The command whose answer marks the end of all earlier answers, if the engine repeats no ids.
const MARK: &str = "protocol_version";

/// Commands whose answers clients expect on one line.
const ONE_LINE: &str = "boardsize clear_board genmove komi play time_left time_settings";

/// Parts of the names of commands about which an engine may have to think.
const THOUGHTFUL: &str = "analyze final_ genmove place_free_handicap raw-nn";

/// The number of lines of one answer that a dialogue quotes at most.
const MAX_ANSWER_LINES: usize = 100;

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

/// A running engine.
type Engine = Box<dyn Transport>;

/// The engine under test.
pub(super) struct Subject<'a> {
    /// Starts the engine.
    start: Box<dyn Fn() -> Result<Engine, Fault> + 'a>,
    interrupt: &'a Interrupt,
    pub(super) limits: Limits,
    until: Instant,
    engine: Option<Engine>,
    /// Whether the engine has answered since its start.
    is_warm: bool,
    /// The commands that the engine lists.
    pub(super) commands: BTreeSet<String>,
    /// What the engine was found to lack.
    pub(super) lacks: BTreeSet<Ability>,
    /// How stones on its board are found.
    pub(super) finder: StoneFinder,
    /// Whether colours are sent as letters.
    pub(super) sends_letters: bool,
    /// The answer to [`MARK`] of an engine that repeats no ids.
    mark: Option<String>,
    last_id: u32,
    /// An answer that came before an earlier one was known to be complete.
    pending: Option<Reply>,
    /// The last command that was answered, and its name unless bytes were sent since.
    last_command: String,
    last_word: String,
    /// Why no command is sent any more, if so.
    withheld: Option<&'static str>,
    dialogue: Vec<String>,
    /// By standing check, the first fault that it found, and the dialogue up to it.
    findings: BTreeMap<&'static str, (String, Vec<String>)>,
    /// Deaths and time-outs of each command.
    faults: BTreeMap<String, u32>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(words: &'a [String], limits: Limits, interrupt: &'a Interrupt) -> Self {
        let start = move || -> Result<Engine, Fault> {
            let name = words.first().map_or("", String::as_str);
            let started = Program::start(command(words, None), interrupt);
            let program = started.map_err(|error| Fault::unstarted(name, &error))?;
            Ok(Box::new(program))
        };
        Self::started_by(Box::new(start), limits, interrupt)
    }

    /// Returns an engine that is started in this way.
    fn started_by(
        start: Box<dyn Fn() -> Result<Engine, Fault> + 'a>,
        limits: Limits,
        interrupt: &'a Interrupt,
    ) -> Self {
        Self {
            start,
            interrupt,
            limits,
            until: Instant::now() + limits.total,
            engine: None,
            is_warm: false,
            commands: BTreeSet::new(),
            lacks: BTreeSet::new(),
            finder: StoneFinder::Nothing,
            sends_letters: false,
            mark: None,
            last_id: 0,
            pending: None,
            last_command: String::new(),
            last_word: String::new(),
            withheld: None,
            dialogue: Vec::new(),
            findings: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Asks one command. Starts the engine if it is not running.
    pub(super) fn ask(&mut self, command: impl Display) -> Result<Reply, Unanswered> {
        self.ask_all(&[command.to_string()])
            .map(|mut replies| replies.remove(0))
    }

    /// Asks a command. Returns whether it is obeyed.
    pub(super) fn accepts(&mut self, command: impl Display) -> Result<bool, Unanswered> {
        Ok(!self.ask(command)?.is_refusal)
    }

    /// Returns whether the engine repeats ids.
    pub(super) fn sends_ids(&self) -> bool {
        !self.lacks.contains(&Ability::Ids)
    }

    /// Returns a command with its colour as the engine knows it.
    fn worded(&self, command: &str) -> String {
        if !self.sends_letters {
            return command.to_owned();
        }
        let letter = |word| match word {
            "black" => "b",
            "white" => "w",
            word => word,
        };
        let words: Vec<_> = command.split(' ').map(letter).collect();
        words.join(" ")
    }

    /// Asks commands together.
    pub(super) fn ask_all(
        &mut self,
        commands: &[impl AsRef<str>],
    ) -> Result<Vec<Reply>, Unanswered> {
        let commands = commands.iter().map(|command| self.worded(command.as_ref()));
        let commands: Vec<_> = commands.collect();
        let Some(first_command) = commands.first() else {
            return Ok(Vec::new());
        };
        let first = self.last_id + 1;
        let sent = self.numbered(&commands)?;
        let mut limit = self.limits.command;
        if commands.iter().any(|command| needs_thought(command)) {
            limit *= PATIENCE;
        }
        // One command is shown before its answer, and many with their answers.
        let is_alone = commands.len() == 1;
        if is_alone {
            self.dialogue.push(format!("> {first_command}"));
        }
        self.write(sent.as_bytes(), limit)
            .map_err(|fault| self.fail(word(first_command), fault))?;
        let mut replies = Vec::new();
        for (id, command) in (first..).zip(&commands) {
            if !is_alone {
                self.dialogue.push(format!("> {command}"));
            }
            let reply = self.reply_to(id, command, limit)?;
            // Of many commands, show only failures and answers with text.
            if is_alone || !reply.is_success || !reply.text.is_empty() {
                self.show(&reply.line());
            }
            self.last_command.clone_from(command);
            replies.push(reply);
        }
        self.is_warm = true;
        Ok(replies)
    }

    /// Returns the lines of commands to send, with their ids, and with marks after them if the
    /// engine repeats none.
    fn numbered(&mut self, commands: &[String]) -> Result<String, Unanswered> {
        let mut lines = String::new();
        for command in commands {
            self.check_withheld(word(command))?;
            self.last_id += 1;
            if self.sends_ids() {
                lines.extend([&self.last_id.to_string(), " "]);
            }
            lines.extend([command, "\n"]);
            if self.is_marked(command) {
                lines.extend([MARK, "\n"]);
            }
        }
        Ok(lines)
    }

    /// Waits for the answer to a command, and judges it.
    fn reply_to(&mut self, id: u32, command: &str, limit: Duration) -> Result<Reply, Unanswered> {
        if let Some(engine) = self.engine.as_mut().filter(|_| !needs_thought(command)) {
            engine.announce(format!("the answer to `{command}`"));
        }
        // Each answer has the whole limit, which this begins.
        let waiting = self.write(&[], limit).and_then(|()| self.read(id, command));
        let mut reply = waiting.map_err(|stop| self.fail(word(command), stop))?;
        let is_silent = SILENT.split(' ').any(|name| name == word(command));
        let is_disguised = is_silent && self.lacks.contains(&Ability::ErrorStatus);
        reply.is_refusal = !reply.is_success || is_disguised && !reply.text.is_empty();
        self.judge(word(command), &reply);
        Ok(reply)
    }

    /// Adds an answer to the dialogue. The end of a long one is left out.
    fn show(&mut self, answer: &str) {
        let mut lines = answer.lines();
        let shown = lines.by_ref().take(MAX_ANSWER_LINES);
        self.dialogue.extend(shown.map(|line| format!("< {line}")));
        let more = lines.count();
        if more > 0 {
            self.remark(format!("({more} more lines)"));
        }
    }

    /// Adds a remark to the dialogue.
    pub(super) fn remark(&mut self, text: String) {
        self.dialogue.push(text);
    }

    /// Notes what clients cannot read in the form of an answer.
    fn judge(&mut self, command: &str, reply: &Reply) {
        let is_one_line = |word: &str| ONE_LINE.split(' ').any(|other| other == word);
        if reply.text.contains('\n') && is_one_line(command) {
            let sentence = format!("`{command}` is answered in several lines");
            self.note("output-one-line", sentence);
        }
        if reply.follows_blank && !self.last_word.is_empty() {
            let sentence = format!("two empty lines end the answer to `{}`", self.last_word);
            let name = if is_one_line(&self.last_word) {
                "output-one-empty-line"
            } else {
                "output-one-empty-line-more"
            };
            self.note(name, sentence);
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
        self.last_word.clear();
        self.last_command = shown.to_string();
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
        self.show(&format!("{status}{id}{text}"));
        Ok(reply)
    }

    /// Returns whether an answer has this id, as far as the engine repeats ids at all.
    pub(super) fn answers_to(&self, reply: &Reply, id: &str) -> bool {
        !self.sends_ids() || reply.id.as_deref() == Some(id)
    }

    /// Returns the answers that have come without a command.
    pub(super) fn strays(&mut self) -> Result<Vec<Reply>, Unanswered> {
        let mut strays = Vec::new();
        if (self.sends_ids() || self.mark.is_some()) && !self.read_to_mark(&mut strays)?
            || self.sends_ids()
        {
            return Ok(strays);
        }
        let quiet = |engine: &mut Engine| {
            let sent = engine.send(b"", QUIET);
            sent.and_then(|()| engine.receive()).ok()
        };
        while let Some(bytes) = self.engine.as_mut().and_then(quiet)
            && strays.len() < MAX_STRAYS
        {
            strays.extend(self.parse(&bytes, true));
        }
        Ok(strays)
    }

    /// Sends a command with a known answer, and collects the answers before it. Returns false if
    /// there are so many that the engine is given up.
    fn read_to_mark(&mut self, strays: &mut Vec<Reply>) -> Result<bool, Unanswered> {
        self.last_id += 1;
        let id = self.last_id.to_string();
        let command = if self.sends_ids() {
            format!("{id} {MARK}\n")
        } else {
            format!("{MARK}\n")
        };
        self.write(command.as_bytes(), self.limits.command)
            .map_err(|fault| self.fail("", fault))?;
        loop {
            let reply = self.receive()?;
            let is_mark = match &self.mark {
                Some(text) => reply.is_success && reply.text == *text,
                None => reply.id.as_ref() == Some(&id),
            };
            if is_mark {
                return Ok(true);
            }
            strays.push(reply);
            if strays.len() == MAX_STRAYS {
                self.end();
                return Ok(false);
            }
        }
    }

    /// Reads and notes the answers that have come without a command. Starts no engine.
    pub(super) fn settle(&mut self) -> Result<(), Unanswered> {
        if self.engine.is_some() && self.is_warm {
            for stray in self.strays()? {
                self.note_second(&stray);
            }
        }
        Ok(())
    }

    /// Ends the engine, so that the next command starts it again.
    pub(super) fn end(&mut self) {
        if let Some(engine) = self.take_engine() {
            engine.quit();
        }
    }

    /// Ends the engine and starts it again.
    pub(super) fn restart(&mut self) -> Result<(), Unanswered> {
        self.end();
        self.ask("protocol_version").map(drop)
    }

    /// Returns the running engine, which the caller may treat badly, and forgets it.
    pub(super) fn take_engine(&mut self) -> Option<Engine> {
        self.is_warm = false;
        self.last_word.clear();
        self.pending = None;
        self.engine.take()
    }

    /// Returns how often the engine has died or hung.
    pub(super) fn faults(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Returns the process id of the running engine.
    pub(super) fn process_id(&self) -> Option<u32> {
        self.engine.as_ref()?.process_id()
    }

    /// Returns whether the engine lists a command.
    pub(super) fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Begins a new dialogue.
    pub(super) fn forget(&mut self) {
        self.dialogue.clear();
    }

    /// Returns the dialogue since it was begun: all lines that were sent, after `> `, so that
    /// they can be sent again, and lines that came, after `< `.
    pub(super) fn dialogue(&self) -> Vec<String> {
        self.dialogue.iter().map(|line| plain::line(line)).collect()
    }

    /// Sets the size of the board and clears it. Returns why that failed, if it did.
    pub(super) fn clear(&mut self, size: usize) -> Result<Option<String>, Unanswered> {
        for command in [format!("boardsize {size}"), "clear_board".to_owned()] {
            let reply = self.ask(&command)?;
            if reply.is_refusal {
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
            self.take_engine();
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
        let engine = if let Some(engine) = &mut self.engine {
            engine
        } else {
            let started = (self.start)();
            let unusable = |fault| Unanswered::Unusable(Box::new(fault));
            self.engine.insert(started.map_err(unusable)?)
        };
        let sent = engine.send(bytes, limit);
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

    /// Returns whether [`MARK`] follows a command. An analysis ends at any input.
    fn is_marked(&self, command: &str) -> bool {
        self.mark.is_some() && word(command) != "quit" && !command.contains("analyze")
    }

    /// Reads the answer to a command, which has this id if ids are sent, and notes what else
    /// comes.
    fn read(&mut self, id: u32, command: &str) -> Result<Reply, Unanswered> {
        if self.sends_ids() {
            return self.read_with_id(id);
        }
        let reply = self.next_reply(false)?;
        if self.is_marked(command) {
            for _ in 0..MAX_STRAYS {
                let next = self.next_reply(false)?;
                if next.is_success && Some(&next.text) == self.mark.as_ref() {
                    break;
                }
                command.clone_into(&mut self.last_command);
                self.show(&next.line());
                self.note_second(&next);
            }
        }
        Ok(reply)
    }

    /// Reads the answer with an id. One without any id is either the answer, or a second one to
    /// the command before: the next id that comes tells.
    fn read_with_id(&mut self, id: u32) -> Result<Reply, Unanswered> {
        let (mut bare, mut mark): (Vec<Reply>, _) = (Vec::new(), None);
        loop {
            let reply = match self.pending.take() {
                Some(reply) => reply,
                None => self.next_reply(true)?,
            };
            match reply.id.as_deref().map(str::parse::<u32>) {
                Some(Ok(found)) if found < id => self.note_second(&reply),
                Some(Ok(found)) if found == id => {
                    for stray in bare {
                        self.note_second(&stray);
                    }
                    if let Some(mark) = mark {
                        self.read_with_id(mark)?;
                    }
                    return Ok(reply);
                }
                None if bare.len() < MAX_STRAYS => {
                    if bare.is_empty() && id == self.last_id {
                        mark = Some(self.send_mark()?);
                    }
                    bare.push(reply);
                }
                other => {
                    let is_mark = other.is_some_and(|found| found.ok() == mark);
                    return Ok(self.without_id(id, bare, reply, is_mark));
                }
            }
        }
    }

    /// Sends a command with a known answer. Returns its id.
    fn send_mark(&mut self) -> Result<u32, Unanswered> {
        self.last_id += 1;
        let command = format!("{} {MARK}\n", self.last_id);
        self.write(command.as_bytes(), self.limits.command)?;
        Ok(self.last_id)
    }

    /// Takes the first of the answers without an id for the answer to a command, or else the next
    /// one, whose id is wrong. Notes that, and the others as answers too many.
    fn without_id(&mut self, id: u32, bare: Vec<Reply>, next: Reply, is_mark: bool) -> Reply {
        let mut given = bare.into_iter();
        let answer = match given.next() {
            Some(first) if is_mark => first,
            Some(first) => {
                self.pending = Some(next);
                first
            }
            None => next,
        };
        let found = answer.id.as_deref().unwrap_or_default();
        let line = answer.line();
        let sentence = format!("the answer to the command {id} has the id '{found}': {line}");
        self.note("id-in-every-answer", sentence);
        for stray in given {
            self.note_second(&stray);
        }
        answer
    }

    /// Notes an answer too many, with the command before it.
    fn note_second(&mut self, stray: &Reply) {
        let (command, line) = (&self.last_command, stray.line());
        let sentence = format!("after the answer to `{command}`, another one: {line}");
        self.note("output-one-answer", sentence);
    }

    /// Reads output until it holds an answer.
    /// Digits after the status are an id if `has_id`, else text.
    fn next_reply(&mut self, has_id: bool) -> Result<Reply, Unanswered> {
        loop {
            let Some(engine) = &mut self.engine else {
                let fault = Fault::new(FaultKind::Crash, "is not running");
                return Err(Unanswered::Fault(Box::new(fault)));
            };
            let received = engine.receive().map_err(|mut fault| {
                // An answer without its empty line.
                if let Some(rest) = engine.rest() {
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

/// How stones on the board of an engine are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoneFinder {
    /// By its list, which was right about a few stones.
    List,
    /// By plays on them, which are refused.
    Refusals,
    /// They cannot be found.
    Nothing,
}

/// Returns the name of a command.
pub(super) fn word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// Returns whether an engine may have to think about a command.
fn needs_thought(command: &str) -> bool {
    let name = word(command);
    THOUGHTFUL.split(' ').any(|part| name.contains(part))
}

//! Answers lines that the caller reads.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

use super::lines::MAX_LINE;
use crate::engine::{self, Arguments, CommandRow, Engine, StopOn};
use crate::parse;
use crate::response::{self, Answer, Failure, Reply, ResponseWriter};
use ponnuki_play::player::StopFlag;

/// A line whose command has been looked up.
pub(super) struct Call<'a> {
    pub(super) id: Option<u32>,
    /// The command, or `None` if none has this name.
    pub(super) command: Option<&'static CommandRow>,
    pub(super) arguments: Arguments<'a>,
    /// The input that ends the command early, or `None` if it is quick.
    pub(super) stops_on: Option<StopOn>,
    pub(super) is_quit: bool,
}

/// Answers lines of GTP one by one, without streams and threads.
///
/// A responder serves programs that hold both ends of the conversation, such as a web
/// page. For streams there is a [`Session`](super::Session).
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_gtp as gtp, ponnuki_play::*}; }
/// use ponnuki::gtp::{Engine, EngineOptions, Responder};
///
/// let mut responder = Responder::new(Engine::new(EngineOptions::new(1)));
/// assert_eq!(responder.answer(b"1 play b D4\n2 color D4"), b"=1 \n\n=2 black\n\n");
/// ```
pub struct Responder {
    pub(super) engine: Engine,
    /// Interrupts the command that runs.
    pub(super) stop: StopFlag,
}

impl Responder {
    /// Creates a responder for an engine.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            stop: StopFlag::new(),
        }
    }

    /// Returns the engine.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the engine, to change its game without a command.
    pub const fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Answers every line of the input. Blank lines and comments have no answer.
    ///
    /// No line interrupts the command before it. An analysis that only the next
    /// line would end reports once, before any further playout; give it a number of
    /// `playouts`. `quit` is answered like any other command.
    pub fn answer(&mut self, text: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        for line in text.split(|&byte| byte == b'\n') {
            if line.len() > MAX_LINE && parse::is_answered(parse::first_visible(line)) {
                response::frame(&mut output, None, &Err(Failure::LineTooLong));
                continue;
            }
            let mut line = line.to_vec();
            match self.read(&mut line) {
                Ok(Some(call)) => self.answer_call(&call, &mut output),
                Ok(None) => {}
                Err(failure) => response::frame(&mut output, None, &Err(failure)),
            }
        }
        output
    }

    /// Answers a call that no further input interrupts.
    fn answer_call(&mut self, call: &Call<'_>, output: &mut Vec<u8>) {
        self.stop.clear();
        if call.stops_on == Some(StopOn::AnyLine) {
            self.stop.raise();
        }
        let reply = self.execute(call.id, call.command, call.arguments, output);
        let reply = reply.unwrap_or(Err(Failure::Internal));
        response::frame(output, call.id, &reply);
    }

    /// Lets the engine think about the replies to its move until the stop flag is raised. After a
    /// panic, which is a defect of this program, the game is restored.
    pub(super) fn ponder(&mut self) {
        let stop = &self.stop;
        if restoring(&mut self.engine, |engine| engine.ponder(stop)).is_none() {
            self.engine.end_pondering();
        }
    }

    /// Reads a line. Returns `None` for one that gets no response.
    ///
    /// Fails: "internal error" at a panic, which is a defect of this program.
    pub(super) fn read<'a>(&self, line: &'a mut [u8]) -> Result<Option<Call<'a>>, Failure> {
        let call = guarded(|| {
            let request = parse::request(line)?;
            let command = engine::find(request.name);
            let arguments = Arguments(request.arguments);
            Some(Call {
                id: request.id,
                command,
                arguments,
                stops_on: command.and_then(|command| command.stops_on(&self.engine, arguments)),
                is_quit: request.is_quit(),
            })
        });
        call.ok_or(Failure::Internal)
    }

    /// Carries out a command. A panic in it is a defect of this program: the
    /// answer is an internal error, and the game is restored.
    ///
    /// # Errors
    /// When a part of the answer cannot be written.
    pub(super) fn execute(
        &mut self,
        id: Option<u32>,
        command: Option<&CommandRow>,
        arguments: Arguments<'_>,
        output: &mut impl Write,
    ) -> io::Result<Reply> {
        let Some(command) = command else {
            return Ok(Err(Failure::UnknownCommand));
        };
        let stop = &self.stop;
        let mut writer = ResponseWriter::new(output, id, stop);
        let run = |engine: &mut Engine| command.run(engine, arguments, stop, &mut writer);
        let reply = restoring(&mut self.engine, run).unwrap_or(Err(Failure::Internal));
        // A response that has begun as a success can no longer become a failure.
        if writer.finish()? && reply.is_err() {
            return Ok(Ok(Answer::Streamed));
        }
        Ok(reply)
    }
}

/// Lets an engine do work and returns the result. If the work panics, restores the game and
/// returns `None`.
fn restoring<T>(engine: &mut Engine, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
    let before = engine.snapshot();
    let done = guarded(|| work(engine));
    if done.is_none() && guarded(|| engine.restore(&before)).is_none() {
        log::error!("the defect has damaged the game");
    }
    done
}

/// Calls a closure and returns its result, or `None` if it panics. The panic's
/// message is on standard error already. The caller must repair what the closure
/// may have left half changed.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .inspect_err(|_| log::error!("a defect has interrupted a command"))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineOptions;
    use crate::io::Session;
    use ponnuki_formats::sgf::ReadOptions;

    fn answers(text: &str) -> String {
        let mut responder = Responder::new(Engine::new(EngineOptions::new(1)));
        String::from_utf8(responder.answer(text.as_bytes())).unwrap()
    }

    #[test]
    fn the_answers_are_those_of_a_session() {
        let text = "1 boardsize 5\n\n# comment\nfoo\n12\n3 play b\r\n4 genmove b\n5 genmove w\n\
                    6 showboard\n7 reg_genmove b\n8 final_score\n9 list_commands\n10 quit";
        let mut output = Vec::new();
        let input = io::Cursor::new(text.as_bytes().to_vec());
        Session::run(input, &mut output, Engine::new(EngineOptions::new(1))).unwrap();
        assert_eq!(answers(text), String::from_utf8(output).unwrap());
    }

    #[test]
    fn a_line_may_be_incomplete_or_too_long() {
        assert_eq!(answers(""), "");
        assert_eq!(answers("name"), "= Ponnuki\n\n");
        let long = format!("echo {}\nname", "x".repeat(MAX_LINE));
        assert_eq!(answers(&long), "? line too long\n\n= Ponnuki\n\n");
    }

    #[test]
    fn a_record_is_loaded_without_a_file() {
        let mut responder = Responder::new(Engine::new(EngineOptions::new(1)));
        let engine = responder.engine_mut();
        let mut load = |record: &str, until| {
            let loaded = engine.load_record(record.as_bytes(), until, &ReadOptions::default());
            loaded.map(drop)
        };
        load("(;SZ[5]KM[3.5];B[cc];W[];B[bb])", Some(3)).unwrap();
        load("(;GM[2])", None).unwrap_err();
        let answers = responder.answer(b"move_history\nget_komi");
        assert_eq!(answers, b"= white pass\nblack C3\n\n= 3.5\n\n");
    }

    #[test]
    fn an_analysis_ends_without_another_line() {
        let limited = answers("boardsize 5\nlz-analyze b playouts 100\nname");
        assert!(limited.contains("visits "), "{limited}");
        assert!(limited.ends_with("\n\n= Ponnuki\n\n"), "{limited}");
        let visits = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let pairs = words.windows(2).filter(|pair| pair[0] == "visits");
            pairs
                .map(|pair| pair[1].parse::<u32>().unwrap())
                .sum::<u32>()
        };
        // One visit is the position's own, and belongs to no move.
        assert_eq!(visits(&limited), 99);
        for endless in ["lz-analyze b", "analyze b 1", "ponnuki-live_analysis b"] {
            let answer = answers(&format!("boardsize 5\n{endless}\nname"));
            assert_eq!(visits(&answer), 0, "{answer}");
            assert!(answer.ends_with("\n\n= Ponnuki\n\n"), "{answer}");
        }
    }
}

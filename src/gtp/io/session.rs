//! The loop: lines in, responses out, in the same order.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use super::command::Command;
use super::engine::Engine;
use super::lines::{Line, Lines};
use super::listener::Source;
use super::outlet::Stream;
use super::parse::{self, Request, Unreadable};
use super::response::{self, Answer, Failure, Reply};
use super::watcher::Watch;
use crate::player::StopFlag;

/// Responses are written at the latest when they are so many bytes.
const FLUSH_AT: usize = 1 << 16;

/// A conversation with a controller: where the lines come from, where the
/// responses go, and the engine that knows them.
///
/// Responses are collected while further commands are there already, and
/// written before the session waits for input and before the player thinks.
pub struct Session<R, W> {
    input: Lines<Source<R>>,
    output: W,
    /// Responses that are not written yet.
    pending: Vec<u8>,
    engine: Engine,
    stop: StopFlag,
}

impl<R: Read + Send + 'static, W: Write> Session<R, W> {
    /// Answers the commands of `input` until it ends or says `quit`.
    ///
    /// A controller that closes `output` early ends the session too, which is
    /// no error.
    ///
    /// # Errors
    /// When reading or writing fails otherwise.
    pub fn run(input: R, output: W, engine: Engine) -> io::Result<()> {
        let mut session = Self {
            input: Lines::new(Source::new(input)),
            output,
            pending: Vec::with_capacity(FLUSH_AT),
            engine,
            stop: StopFlag::new(),
        };
        match session.serve() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }

    /// Answers line after line.
    fn serve(&mut self) -> io::Result<()> {
        loop {
            if !self.input.is_ready() || self.pending.len() >= FLUSH_AT {
                self.flush()?;
            }
            let request = match self.input.next()? {
                None => return self.flush(),
                Some(Line::Text(line)) => guarded(|| parse::request(line)),
                Some(Line::TooLong) => {
                    self.respond(None, &Err(Failure::LineTooLong));
                    continue;
                }
            };
            match request {
                Some(None) => {}
                Some(Some(request)) => {
                    let quit = request.command == Ok(Command::Quit);
                    self.answer(request)?;
                    if quit {
                        return self.flush();
                    }
                }
                None => self.respond(None, &Err(Failure::Internal)),
            }
        }
    }

    /// Carries out a request and responds.
    fn answer(&mut self, request: Request) -> io::Result<()> {
        let id = request.id;
        let reply = match request.command {
            Err(Unreadable::Name) => Err(Failure::UnknownCommand),
            Err(Unreadable::Arguments) => Err(Failure::Syntax),
            Ok(command) => match self.engine.watch(&command) {
                Some(watch) => self.think(id, command, watch)?,
                None => self.execute(id, command)?,
            },
        };
        self.respond(id, &reply);
        Ok(())
    }

    /// Carries out a command that may take long, while the input is watched.
    fn think(&mut self, id: Option<u32>, command: Command, watch: Watch) -> io::Result<Reply> {
        self.flush()?;
        self.stop.clear();
        let nothing_comes = self.input.has_ended();
        let (source, unread, position) = self.input.input_and_unread();
        if !nothing_comes {
            source.watch(unread, position, watch, &self.stop);
        } else if watch == Watch::AnyLine {
            self.stop.raise();
        }
        let reply = self.execute(id, command);
        self.input.input_and_unread().0.dismiss();
        reply
    }

    /// Carries out a command. A panic in it is a defect, which is answered as
    /// such, and the game is as it was.
    ///
    /// # Errors
    /// When a part of the answer cannot be written.
    fn execute(&mut self, id: Option<u32>, command: Command) -> io::Result<Reply> {
        let before = self.engine.snapshot();
        let (engine, stop) = (&mut self.engine, &self.stop);
        let mut stream = Stream::new(&mut self.output, id, stop);
        let reply = guarded(|| engine.execute(command, stop, &mut stream)).unwrap_or_else(|| {
            if guarded(|| engine.restore(&before)).is_none() {
                log::error!("the defect has damaged the game");
            }
            Err(Failure::Internal)
        });
        // What has begun as a success can only be ended.
        if stream.finish()? && reply.is_err() {
            return Ok(Ok(Answer::Streamed));
        }
        Ok(reply)
    }

    /// Adds a response to what is to be written.
    fn respond(&mut self, id: Option<u32>, reply: &Reply) {
        response::frame(&mut self.pending, id, reply);
    }

    /// Writes what is to be written.
    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.output.write_all(&self.pending)?;
        self.pending.clear();
        self.output.flush()
    }
}

/// What a piece of work results in, `None` when it panics. Where the panic
/// happened is on stderr already; what the work has touched is the caller's to
/// put in order.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .inspect_err(|_| log::error!("a defect has interrupted a command"))
        .ok()
}

#[cfg(test)]
mod tests;

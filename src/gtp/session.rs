//! The loop: lines in, responses out, in the same order.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use super::command::Command;
use super::engine::Engine;
use super::lines::{Line, Lines};
use super::listener::Listener;
use super::parse::{self, Request, Unreadable};
use super::response::{self, Failure, Reply};
use crate::player::StopFlag;

/// Responses are written at the latest when they are so many bytes.
const FLUSH_AT: usize = 1 << 16;

/// A conversation with a controller: where the lines come from, where the
/// responses go, and the engine that knows them.
///
/// Responses are collected while further commands are there already, and
/// written before the session waits for input and before the player thinks.
pub struct Session<R, W> {
    input: Input<R>,
    output: W,
    /// Responses that are not written yet.
    pending: Vec<u8>,
    engine: Engine,
    stop: StopFlag,
}

/// Who has the lines.
enum Input<R> {
    /// The session.
    Here(Lines<R>),
    /// A thread that watches them.
    Watched(Listener<R>),
    /// Nobody, for the moment of the handing over, or because they are lost.
    Lost,
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
            input: Input::Here(Lines::new(input)),
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
            let request = match self.input.lines()?.next()? {
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
        let reply = match request.command {
            Err(Unreadable::Name) => Err(Failure::UnknownCommand),
            Err(Unreadable::Arguments) => Err(Failure::Syntax),
            Ok(command) if self.engine.thinks_about(&command) => self.think(command)?,
            Ok(command) => self.execute(command),
        };
        self.respond(request.id, &reply);
        Ok(())
    }

    /// Carries out a command that may take long, while the input is watched.
    fn think(&mut self, command: Command) -> io::Result<Reply> {
        self.flush()?;
        self.stop.clear();
        self.input.watch(&self.stop)?;
        let reply = self.execute(command);
        if let Input::Watched(listener) = &self.input {
            listener.thought_ended();
        }
        Ok(reply)
    }

    /// Carries out a command. A panic in it is a defect, which is answered as
    /// such, and the game is as it was.
    fn execute(&mut self, command: Command) -> Reply {
        let before = self.engine.snapshot();
        let (engine, stop) = (&mut self.engine, &self.stop);
        guarded(|| engine.execute(command, stop)).unwrap_or_else(|| {
            if guarded(|| engine.restore(&before)).is_none() {
                log::error!("the defect has damaged the game");
            }
            Err(Failure::Internal)
        })
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

impl<R: Read + Send + 'static> Input<R> {
    /// The next line is here already.
    fn is_ready(&mut self) -> bool {
        match self {
            Self::Here(lines) => lines.is_ready(),
            Self::Watched(_) | Self::Lost => false,
        }
    }

    /// The lines, taken back from the thread that has them. That thread ends
    /// at the next input, which is what the caller waits for anyway.
    fn lines(&mut self) -> io::Result<&mut Lines<R>> {
        if let Self::Watched(_) = self
            && let Self::Watched(listener) = std::mem::replace(self, Self::Lost)
        {
            *self = Self::Here(listener.join()?);
        }
        match self {
            Self::Here(lines) => Ok(lines),
            Self::Watched(_) | Self::Lost => Err(io::Error::other("the input is lost")),
        }
    }

    /// Hands the lines to a thread that raises the flag at an interrupt.
    fn watch(&mut self, stop: &StopFlag) -> io::Result<()> {
        self.lines()?;
        if let Self::Here(lines) = std::mem::replace(self, Self::Lost) {
            *self = match Listener::start(lines, stop.clone(), parse::is_interrupt) {
                Ok(listener) => Self::Watched(listener),
                Err(lines) => Self::Here(lines),
            };
        }
        Ok(())
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

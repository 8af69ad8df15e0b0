//! The loop of a session: reads lines and answers them in the same order.

use std::io::{self, ErrorKind, Read, Write};

use super::lines::{InputLine, LineReader};
use super::output_watch::OutputWatch;
use super::reader::InputReader;
use super::responder::Responder;
use crate::engine::{Arguments, CommandRow, Engine, StopOn};
use crate::response::{self, Failure, Reply};

/// Pending responses are written from this many bytes on.
const FLUSH_AT: usize = 1 << 16;

/// A conversation between a controller and an engine.
///
/// The session collects responses while further lines are already waiting. It
/// writes them before it waits for input, and before a long command runs.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_gtp as gtp, ponnuki_play::*}; }
/// use std::io::{BufRead, BufReader, Write};
///
/// use ponnuki::gtp::{Engine, EngineOptions, Session};
///
/// let ((input, mut commands), (answers, output)) = (std::io::pipe()?, std::io::pipe()?);
/// let engine = Engine::new(EngineOptions::new(1));
/// let session = std::thread::spawn(|| Session::run(input, output, engine));
/// writeln!(commands, "7 known_command genmove")?;
/// // The answer arrives although the input is still open.
/// assert_eq!(BufReader::new(answers).lines().next().unwrap()?, "=7 true");
/// drop(commands);
/// session.join().unwrap()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session<R, W> {
    input: LineReader<InputReader<R>>,
    output: W,
    pending: Vec<u8>,
    responder: Responder,
    /// Checks whether the output can no longer be read.
    is_output_lost: Option<fn() -> bool>,
}

impl<R: Read + Send + 'static, W: Write> Session<R, W> {
    /// Answers the commands of `input` until it ends or until `quit`.
    ///
    /// When the controller closes `output`, the session ends without an error.
    ///
    /// # Errors
    /// Any other read or write error.
    pub fn run(input: R, output: W, engine: Engine) -> io::Result<()> {
        Self::serve_on(input, output, engine, None)
    }

    /// Answers the commands like [`run`](Self::run), but stops a long command soon after
    /// `is_output_lost` returns `true`, because its answer can no longer be read.
    /// `is_output_lost` is called from another thread, several times a second.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn run_watched(
        input: R,
        output: W,
        engine: Engine,
        is_output_lost: fn() -> bool,
    ) -> io::Result<()> {
        Self::serve_on(input, output, engine, Some(is_output_lost))
    }

    fn serve_on(
        input: R,
        output: W,
        engine: Engine,
        is_output_lost: Option<fn() -> bool>,
    ) -> io::Result<()> {
        let mut session = Self {
            input: LineReader::new(InputReader::new(input)),
            output,
            pending: Vec::with_capacity(FLUSH_AT),
            responder: Responder::new(engine),
            is_output_lost,
        };
        match session.serve() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }

    fn serve(&mut self) -> io::Result<()> {
        loop {
            let is_waiting = !self.input.is_ready();
            if is_waiting || self.pending.len() >= FLUSH_AT {
                self.flush()?;
            }
            if is_waiting {
                self.ponder();
            }
            let call = match self.input.next()? {
                None => return self.flush(),
                Some(InputLine::Text(line)) => self.responder.read(line),
                Some(InputLine::TooLong) => Err(Failure::LineTooLong),
            };
            match call {
                Ok(None) => {}
                Ok(Some(call)) => {
                    let (id, is_quit, command) = (call.id, call.is_quit, call.command);
                    let reply = match call.stops_on {
                        None => {
                            let (arguments, output) = (call.arguments, &mut self.output);
                            self.responder.execute(id, command, arguments, output)?
                        }
                        Some(stop_on) => {
                            // The line must not keep the input borrowed.
                            let arguments = call.arguments.0.to_vec();
                            self.execute_stoppable(id, command, &arguments, stop_on)?
                        }
                    };
                    self.respond(id, &reply);
                    if is_quit {
                        return self.flush();
                    }
                }
                Err(failure) => self.respond(None, &Err(failure)),
            }
        }
    }

    /// Lets the engine think about the replies to its move until the next line, if it shall.
    fn ponder(&mut self) {
        if self.responder.engine.may_ponder() && !self.input.has_ended() {
            self.run_stoppable(StopOn::AnyLine, |responder, _| responder.ponder());
        }
    }

    /// Carries out a command that may take long.
    fn execute_stoppable(
        &mut self,
        id: Option<u32>,
        command: Option<&CommandRow>,
        arguments: &[u8],
        stop_on: StopOn,
    ) -> io::Result<Reply> {
        self.flush()?;
        let arguments = Arguments(arguments);
        self.run_stoppable(stop_on, |responder, output| {
            responder.execute(id, command, arguments, output)
        })
    }

    /// Does work that the input may stop, and meanwhile scans the input and watches the output.
    fn run_stoppable<T>(
        &mut self,
        stop_on: StopOn,
        work: impl FnOnce(&mut Responder, &mut W) -> T,
    ) -> T {
        let stop = self.responder.stop.clone();
        stop.clear();
        let has_ended = self.input.has_ended();
        let (input, unread, position) = self.input.input_and_unread();
        match stop_on {
            StopOn::NoLine => {}
            StopOn::AnyLine | StopOn::AnyLineOrPlayouts if has_ended => stop.raise(),
            StopOn::Interrupt if has_ended => {}
            StopOn::AnyLine | StopOn::AnyLineOrPlayouts | StopOn::Interrupt => {
                input.start_scanning(unread, position, stop_on, &stop);
            }
        }
        let is_lost = self.is_output_lost;
        let _watch = is_lost.map(|is_lost| OutputWatch::start(is_lost, move || stop.raise()));
        let done = work(&mut self.responder, &mut self.output);
        self.input.input_and_unread().0.stop_scanning();
        done
    }

    fn respond(&mut self, id: Option<u32>, reply: &Reply) {
        response::frame(&mut self.pending, id, reply);
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.output.write_all(&self.pending)?;
        self.pending.clear();
        self.output.flush()
    }
}

#[cfg(test)]
mod tests;

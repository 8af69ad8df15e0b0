//! A GTP program as a child process. Every wait for it has a time limit.

use std::fmt::{self, Write as _};
use std::io::{self, ErrorKind, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::answers::{Answer, Answers};
use super::fault::{Fault, FaultKind};
use super::interrupt::{Interrupt, PATIENCE};
use super::pipes::{Connection, Pipes, StderrTail};
use super::process::Process;
use super::waiting::Waiting;

/// The longest wait for a pipe between checks of the process, the deadline and the interrupt.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The grace period for the pipes to close after their processes were killed.
const AFTERMATH: Duration = Duration::from_millis(200);

/// The number of attempts to kill processes outside the process group, which may start more
/// of them in the meantime.
const ROUNDS: usize = 3;

/// A running program. Commands are queued and sent together, then their answers are read
/// one by one. Dropping the program kills it.
pub(crate) struct Program {
    pipes: Pipes,
    answers: Answers,
    stderr: StderrTail,
    process: Arc<Process>,
    interrupt: Interrupt,
    /// The wait for an answer that is reported when it becomes long: the first one, and those that
    /// the caller announces.
    waiting: Option<Waiting>,
    queued: Vec<u8>,
    limit: Duration,
    /// The end of the time limit; `None` if the clock cannot represent it.
    deadline: Option<Instant>,
    /// Whether the process has been killed, or has ended and been cleaned up.
    is_over: bool,
}

impl Program {
    /// Starts a program in a separate process group, so that a Ctrl-C in the terminal does
    /// not reach it, and its children can be killed with it.
    pub(crate) fn start(command: Command, interrupt: &Interrupt) -> io::Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut process = piped(command);
        #[cfg(unix)]
        process.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        process.wrap(JobObject);
        let mut program = Self::new(process.spawn()?, interrupt)?;
        let what = format!("the first answer of {name}");
        program.waiting = Some(Waiting::new(what, true));
        Ok(program)
    }

    /// Lets the wait for an answer, which `what` names, be reported when it becomes long. The first
    /// answer is announced from the start.
    pub(crate) fn announce(&mut self, what: String) {
        if self
            .waiting
            .as_ref()
            .is_none_or(|waiting| !waiting.is_first)
        {
            self.waiting = Some(Waiting::new(what, false));
        }
    }

    fn new(mut child: Box<dyn ChildWrapper>, interrupt: &Interrupt) -> io::Result<Self> {
        let pipes = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (Some(input), Some(output), Some(stderr)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let process = Arc::new(Process::new(child, &output));
        interrupt.watch(&process);
        let pipes = Pipes::new(input, output)
            .and_then(|pipes| Ok((pipes, StderrTail::new(stderr)?)))
            .inspect_err(|_| process.start_kill());
        let (pipes, stderr) = pipes?;
        Ok(Self {
            pipes,
            answers: Answers::default(),
            stderr,
            process,
            interrupt: interrupt.clone(),
            waiting: None,
            queued: Vec::new(),
            limit: Duration::MAX,
            deadline: None,
            is_over: false,
        })
    }

    pub(crate) fn queue(&mut self, command: fmt::Arguments<'_>) {
        // Writing to memory cannot fail.
        let _ = self.queued.write_fmt(command);
        self.queued.push(b'\n');
    }

    /// Sends the queued commands. The program must read all commands and answer them within
    /// `limit`, and must not have written more than its answers before.
    pub(crate) fn send(&mut self, limit: Duration) -> Result<(), Fault> {
        if let Some(text) = self.answers.rest() {
            let detail = format!("wrote more than its answers: {text}");
            return Err(Fault::malformed(detail));
        }
        let queued = std::mem::take(&mut self.queued);
        let sent = self.send_bytes(&queued, limit);
        self.queued = queued;
        self.queued.clear();
        sent
    }

    /// Sends these bytes as they are, whatever the program has written. It must read them and
    /// answer within `limit`.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], limit: Duration) -> Result<(), Fault> {
        self.limit = limit;
        self.deadline = Instant::now().checked_add(limit);
        self.write(bytes)
    }

    fn write(&mut self, mut bytes: &[u8]) -> Result<(), Fault> {
        let mut ended = None;
        while !bytes.is_empty() {
            let wait = self.wait();
            match self.pipes.write(bytes, self.answers.buffer(), wait) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    self.report_wait();
                    self.look("did not read its commands", &mut ended)?;
                }
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    return Err(self.gone("closed its output"));
                }
                Err(_) => {
                    // The last output may explain the end.
                    let _ = self.pipes.read(self.answers.buffer(), Duration::ZERO);
                    return Err(self.gone("closed its input"));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn answer(&mut self) -> Result<Answer, Fault> {
        loop {
            if let Some(answer) = self.answers.next()? {
                self.waiting = None;
                return Ok(answer);
            }
            self.receive()?;
        }
    }

    /// Waits for the next answer and returns its bytes as they came, up to its empty line. One that
    /// is too long is a fault.
    pub(crate) fn answer_bytes(&mut self) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(bytes) = self.answers.next_bytes() {
                self.waiting = None;
                return Ok(bytes);
            }
            self.answers.check_length()?;
            self.receive()?;
        }
    }

    pub(crate) fn rest(&self) -> Option<String> {
        self.answers.rest()
    }

    pub(crate) fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Asks the process to end, by the signal `TERM` where there is one.
    #[cfg_attr(
        not(unix),
        expect(clippy::unused_self, reason = "there is no such signal")
    )]
    pub(crate) fn terminate(&self) {
        #[cfg(unix)]
        if let Some(id) = rustix::process::Pid::from_raw(self.process.id().cast_signed()) {
            // Fails if the process is gone already.
            let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
        }
    }

    pub(crate) fn ends_within(&self, wait: Duration) -> bool {
        let until = self.interrupt.cap(Instant::now() + wait);
        self.process.await_end(until).is_some()
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    fn receive(&mut self) -> Result<(), Fault> {
        let mut ended = None;
        loop {
            let wait = self.wait();
            match self.pipes.read(self.answers.buffer(), wait) {
                Ok(0) => return Err(self.gone("closed its output")),
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    self.report_wait();
                    self.look("gave no answer", &mut ended)?;
                }
                Err(error) => {
                    let detail = format!("cannot be read from: {error}");
                    return Err(Fault::new(FaultKind::Crash, detail));
                }
            }
        }
    }

    /// Returns the deadline, moved forward if the interrupt has been raised.
    fn until(&self) -> Option<Instant> {
        if self.interrupt.is_raised() {
            let late = Instant::now() + PATIENCE;
            return Some(self.interrupt.cap(self.deadline.unwrap_or(late)));
        }
        self.deadline
    }

    /// Returns how long to wait for a pipe. After the deadline this is 0, so that an answer
    /// that has already arrived is still read.
    fn wait(&self) -> Duration {
        let left = self.until().map_or(LOOK_INTERVAL, |until| {
            until.saturating_duration_since(Instant::now())
        });
        left.min(LOOK_INTERVAL)
    }

    /// Checks the process and the deadline after a wait that timed out. An ended process whose
    /// pipes are still held is noted in `ended`, and counts as crashed after one more wait.
    fn look(&self, omission: &str, ended: &mut Option<ExitStatus>) -> Result<(), Fault> {
        if let Some(status) = *ended {
            return Err(self.crash(&format!("ended with {status}")));
        }
        *ended = self.process.status();
        let is_late = self.until().is_some_and(|until| until <= Instant::now());
        if is_late && ended.is_none() {
            let seconds = self.limit.as_secs_f64();
            let detail = format!("{omission} within {seconds} s");
            let mut fault = Fault::new(FaultKind::Hang, detail);
            // A program that has never answered may have said why.
            if self
                .waiting
                .as_ref()
                .is_some_and(|waiting| waiting.is_first)
            {
                fault.last_words = self.stderr.last_words(Duration::ZERO);
            }
            return Err(fault);
        }
        Ok(())
    }

    /// Tells the user about a long wait.
    fn report_wait(&mut self) {
        let stderr = &self.stderr;
        let waiting = self.waiting.as_mut();
        let notice = waiting.and_then(|it| it.notice(|| stderr.last_words(Duration::ZERO)));
        if let Some(notice) = notice {
            log::warn!("{notice}");
        }
    }

    /// Sends `quit`, and kills the program unless it exits within two seconds. Returns the
    /// remark of [`kill`](Self::kill).
    pub(crate) fn quit(mut self) -> Option<String> {
        self.queue(format_args!("quit"));
        if self.send(PATIENCE).is_ok() {
            self.pipes.close_input();
            self.await_end();
        }
        self.kill()
    }

    fn await_end(&self) -> Option<ExitStatus> {
        self.process
            .await_end(self.interrupt.cap(Instant::now() + PATIENCE))
    }

    /// Describes the end of a pipe, by the exit status or else as `closed`. The process has
    /// not been killed yet, so an exit status is the program's own.
    fn gone(&self, closed: &str) -> Fault {
        match self.await_end() {
            Some(status) => self.crash(&format!("ended with {status}")),
            None => self.crash(closed),
        }
    }

    /// Describes a crash, quoting an unfinished answer and the end of standard error.
    fn crash(&self, what: &str) -> Fault {
        let mut detail = what.to_owned();
        if let Some(text) = self.answers.rest() {
            let _ = write!(detail, ", in the middle of the answer {text}");
        }
        Fault {
            last_words: self.last_words(),
            ..Fault::new(FaultKind::Crash, detail)
        }
    }

    /// Returns the end of standard error, after waiting briefly for more.
    pub(crate) fn last_words(&self) -> Vec<u8> {
        self.stderr.last_words(LOOK_INTERVAL)
    }

    /// Kills the program and its process group, then the processes outside the group that hold its
    /// output. All waits are limited, so a process that does not end is left behind.
    ///
    /// Returns a remark if there was more to kill than the group, or something is left behind.
    pub(crate) fn kill(&mut self) -> Option<String> {
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        self.process.start_kill();
        self.pipes.close_input();
        let until = Instant::now() + PATIENCE;
        let until = self.interrupt.cap(until).max(Instant::now() + AFTERMATH);
        if self.process.await_end(until).is_none() {
            self.interrupt.abandon(Arc::clone(&self.process));
            let id = self.process.id();
            return Some(format!(
                "its process {id} cannot be killed and is left behind"
            ));
        }
        let mut killed = 0;
        // What the last round has killed takes a moment, too.
        for round in 0..=ROUNDS {
            if self.pipes.ends_within(AFTERMATH) {
                return (killed > 0).then(|| {
                    let processes = if killed == 1 { "process" } else { "processes" };
                    format!("{killed} {processes} outside its process group held its output and had to be killed")
                });
            }
            if round < ROUNDS {
                killed += self.process.kill_stragglers();
            }
        }
        Some(
            "a process outside its process group still holds its output and is left behind"
                .to_owned(),
        )
    }
}

fn piped(mut command: Command) -> CommandWrap {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.into()
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(line: &str) -> Program {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        Program::start(command, &Interrupt::default()).unwrap()
    }

    fn sleep() -> Command {
        let mut command = Command::new("sleep");
        command.arg("30");
        command
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_does_not_read_loses_in_time() {
        // The process that holds the pipes is in another session.
        let mut program = shell("exec setsid -w sleep 30");
        for _ in 0..20_000 {
            program.queue(format_args!("play b D4"));
        }
        let fault = program.send(Duration::from_millis(200)).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Hang);
        assert_eq!(fault.detail, "did not read its commands within 0.2 s");
        assert!(program.kill().unwrap().starts_with("1 process outside"));
        assert_eq!(program.kill(), None);
    }

    #[test]
    fn a_program_that_closes_its_input_is_said_to_do_so() {
        let mut program = shell("read line; exec <&-; echo '= '; echo; exec sleep 30");
        program.queue(format_args!("name"));
        program.send(Duration::from_secs(20)).unwrap();
        program.answer().unwrap();
        program.queue(format_args!("version"));
        let fault = program.send(Duration::from_secs(20)).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert_eq!(fault.detail, "closed its input");
    }

    #[test]
    fn an_answer_that_has_arrived_is_read_after_the_deadline() {
        let mut program = shell("echo '= late'; echo; echo ready >&2; exec sleep 30");
        program.send(Duration::ZERO).unwrap();
        while program.last_words().is_empty() {
            assert!(program.process.status().is_none());
        }
        let answer = program.answer().unwrap();
        assert_eq!(answer, Answer::Success("late".to_owned()));
        assert_eq!(program.answer().unwrap_err().kind, FaultKind::Hang);
    }

    #[test]
    fn an_interrupt_kills_every_program() {
        let interrupt = Interrupt::default();
        let start = || Program::start(sleep(), &interrupt).unwrap();
        let programs = [start(), start()];
        interrupt.kill_all();
        for program in programs {
            assert!(program.await_end().is_some());
        }
    }

    /// A process that cannot be killed, like one of another user.
    #[derive(Debug)]
    struct Protected(Box<dyn ChildWrapper>);

    impl ChildWrapper for Protected {
        fn inner(&self) -> &dyn ChildWrapper {
            &*self.0
        }

        fn inner_mut(&mut self) -> &mut dyn ChildWrapper {
            &mut *self.0
        }

        fn into_inner(self: Box<Self>) -> Box<dyn ChildWrapper> {
            self.0
        }

        fn start_kill(&mut self) -> io::Result<()> {
            Err(ErrorKind::PermissionDenied.into())
        }
    }

    #[test]
    fn a_process_that_cannot_be_killed_is_left_behind() {
        let child = piped(sleep()).spawn().unwrap();
        let id = child.id();
        let interrupt = Interrupt::default();
        let mut program = Program::new(Box::new(Protected(child)), &interrupt).unwrap();
        let process = Arc::downgrade(&program.process);
        let begun = Instant::now();
        let expected = format!("its process {id} cannot be killed and is left behind");
        assert_eq!(program.kill(), Some(expected));
        drop(program);
        assert!(begun.elapsed() < 4 * PATIENCE);
        // The status is read once the process has ended.
        let killed = Command::new("kill").arg(id.to_string()).status();
        assert!(killed.unwrap().success());
        process
            .upgrade()
            .unwrap()
            .await_end(Instant::now() + PATIENCE);
        Program::start(Command::new("true"), &interrupt).unwrap();
        assert!(process.upgrade().is_none());
    }

    /// A process that looks alive the first three times it is asked for its exit status.
    #[derive(Debug)]
    struct Slow {
        child: Box<dyn ChildWrapper>,
        questions: u32,
    }

    impl ChildWrapper for Slow {
        fn inner(&self) -> &dyn ChildWrapper {
            &*self.child
        }

        fn inner_mut(&mut self) -> &mut dyn ChildWrapper {
            &mut *self.child
        }

        fn into_inner(self: Box<Self>) -> Box<dyn ChildWrapper> {
            self.child
        }

        fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
            self.questions += 1;
            if self.questions <= 3 {
                return Ok(None);
            }
            self.child.try_wait()
        }
    }

    #[test]
    fn a_dying_process_gets_its_time_long_after_an_interrupt() {
        let slow = |child| {
            Box::new(Slow {
                child,
                questions: 0,
            })
        };
        // The status is asked of the process within a wrapper.
        let slow = slow(slow(piped(sleep()).spawn().unwrap()));
        let interrupt = Interrupt::default();
        let mut program = Program::new(slow, &interrupt).unwrap();
        interrupt.raise();
        // The interrupt leaves no more time to end.
        std::thread::sleep(PATIENCE);
        assert_eq!(program.kill(), None);
    }
}

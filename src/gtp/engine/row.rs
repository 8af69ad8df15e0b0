//! The row of a command in the table of commands.

use super::Engine;
use crate::parse::Parsed;
use crate::response::{Failure, Reply, ResponseWriter};
use ponnuki_play::player::StopFlag;

/// A command: its description, the arguments that it reads and its function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandRow {
    /// The name, case sensitive.
    pub(crate) name: &'static str,
    /// The arguments as `help` shows them: capitals stand for values, and
    /// brackets enclose optional arguments. Empty for a command without
    /// arguments.
    pub(crate) arguments: &'static str,
    /// The answer or the effect, in one line of Markdown for `help` and `src/manual/gtp.md`.
    pub(super) effect: &'static str,
    /// The sentences that `help` adds to this command; empty for most commands.
    pub(super) note: &'static str,
    work: Work,
}

/// The function of a command that may take long. It ends soon after the flag is
/// raised; the output receives the lines of an analysis.
pub(super) type LongRun =
    fn(&mut Engine, Arguments<'_>, &StopFlag, &mut ResponseWriter<'_>) -> Reply;

/// The function that reads the arguments of a command and carries it out.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// A command that is quick.
    Quick(fn(&mut Engine, Arguments<'_>) -> Reply),
    /// A command that may take long.
    Long {
        /// Returns the input that ends the command early, or `None` if it will be
        /// quick after all, as with arguments that cannot be read.
        stops_on: fn(&Engine, Arguments<'_>) -> Option<StopOn>,
        run: LongRun,
    },
}

/// The input that ends a running command early. The loss of the output ends every command
/// that may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopOn {
    /// A line `# interrupt`, at once, or `quit` as the next command, after a
    /// grace period. The end of the input stops nothing.
    Interrupt,
    /// Any line, and the end of the input.
    AnyLine,
    /// Any line, and the end of the input. The command also ends by itself, after
    /// a number of playouts or with a move.
    AnyLineOrPlayouts,
    /// No input, because the answer must not depend on when the next line arrives.
    NoLine,
}

/// The unparsed arguments after the name of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments<'a>(pub(crate) &'a [u8]);

impl<'a> Arguments<'a> {
    /// Reads the arguments with a parser.
    ///
    /// Fails: "syntax error".
    pub(super) fn read<T>(self, form: impl Fn(&'a [u8]) -> Parsed<'a, T>) -> Result<T, Failure> {
        form(self.0)
            .map(|(_, value)| value)
            .map_err(|_| Failure::Syntax)
    }

    /// Returns the input that ends a command early, unless a parser cannot read its arguments.
    pub(super) fn stop_on<T, E>(
        self,
        form: impl Fn(&'a [u8]) -> Result<T, E>,
        stop_on: StopOn,
    ) -> Option<StopOn> {
        form(self.0).is_ok().then_some(stop_on)
    }

    pub(super) fn are_missing(self) -> bool {
        self.0.trim_ascii().is_empty()
    }
}

/// Makes the row of a command that is quick. Its usage is the name and the arguments.
pub(super) const fn quick(
    usage: &'static str,
    effect: &'static str,
    run: fn(&mut Engine, Arguments<'_>) -> Reply,
) -> CommandRow {
    CommandRow::new(usage, effect, Work::Quick(run))
}

/// Makes the row of a command that may take long. Its usage is the name and the arguments.
pub(super) const fn long(
    usage: &'static str,
    effect: &'static str,
    stops_on: fn(&Engine, Arguments<'_>) -> Option<StopOn>,
    run: LongRun,
) -> CommandRow {
    CommandRow::new(usage, effect, Work::Long { stops_on, run })
}

const fn words(usage: &str) -> (&str, &str) {
    let mut length = 0;
    while length < usage.len() {
        if usage.as_bytes()[length] == b' ' {
            return (usage.split_at(length).0, usage.split_at(length + 1).1);
        }
        length += 1;
    }
    (usage, "")
}

impl CommandRow {
    const fn new(usage: &'static str, effect: &'static str, work: Work) -> Self {
        let (name, arguments) = words(usage);
        Self {
            name,
            arguments,
            effect,
            note: "",
            work,
        }
    }

    pub(super) const fn noted(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Returns the line of `help`: the name and the arguments.
    pub(super) fn usage(&self) -> String {
        let usage = format!("{} {}", self.name, self.arguments);
        usage.trim_end().to_owned()
    }

    /// Returns whether the command belongs to GoGui's protocol for rulers.
    pub(super) fn is_of_the_ruler(&self) -> bool {
        self.name.starts_with("gogui-rules_")
    }

    /// Returns the input that ends the command early, or `None` if it is quick.
    pub(crate) fn stops_on(&self, engine: &Engine, arguments: Arguments<'_>) -> Option<StopOn> {
        match self.work {
            Work::Quick(_) => None,
            Work::Long { stops_on, .. } => stops_on(engine, arguments),
        }
    }

    /// Carries the command out. A command that fails changes nothing.
    ///
    /// Fails: "syntax error" if the arguments cannot be read, and as documented at the
    /// command's function.
    pub(crate) fn run(
        &self,
        engine: &mut Engine,
        arguments: Arguments<'_>,
        stop: &StopFlag,
        output: &mut ResponseWriter<'_>,
    ) -> Reply {
        match self.work {
            Work::Quick(run) => run(engine, arguments),
            Work::Long { run, .. } => run(engine, arguments, stop, output),
        }
    }
}

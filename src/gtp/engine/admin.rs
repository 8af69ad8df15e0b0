//! Commands about the program: its name, its commands, its processor time and
//! the player's seed.

use std::iter;

#[cfg(any(unix, windows))]
use cpu_time::ProcessTime;

use super::Engine;
use crate::gtp::command::AdminCommand;
use crate::gtp::parse::commands::{self, COMMANDS, Syntax};
use crate::gtp::response::{Answer, Failure, Reply};

/// The program's version: `x.y.z`.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the protocol.
const PROTOCOL_VERSION: u32 = 2;

impl Engine {
    /// Carries out an administrative command.
    pub(super) fn administer(&mut self, command: AdminCommand) -> Reply {
        Ok(match command {
            #[cfg(any(unix, windows))]
            AdminCommand::CpuTime => return cpu_time(),
            AdminCommand::Echo(text) => Answer::Bytes(text),
            AdminCommand::GetRandomSeed => Answer::text(self.player.seed()),
            AdminCommand::Help(name) => return self.help(name.as_deref()),
            AdminCommand::IsKnown(name) => known_command(name.as_deref()),
            AdminCommand::ListCommands => self.list_commands(),
            AdminCommand::Name => Answer::Text(self.settings.name()),
            AdminCommand::ProtocolVersion => Answer::text(PROTOCOL_VERSION),
            // The session ends after it has written the answer. It has stopped any
            // analysis before the command `stop` arrives here.
            AdminCommand::Quit | AdminCommand::Stop => Answer::Done,
            AdminCommand::SetRandomSeed(seed) => self.set_random_seed(seed),
            AdminCommand::Version => self.version(),
        })
    }

    /// `version`: answers with the version of the program or, if the options give
    /// another answer, with that.
    fn version(&self) -> Answer {
        Answer::text(self.version.as_deref().unwrap_or(VERSION))
    }

    /// Returns the commands that `list_commands` and `help` list. Those of a ruler
    /// are left out unless the engine is one: GoGui gives up its game for an empty
    /// board when a program that lists them is attached and has another size.
    fn listed(&self) -> impl Iterator<Item = &'static Syntax> {
        let is_ruler = self.ruler;
        let commands = COMMANDS.iter();
        commands.filter(move |entry| is_ruler || !entry.is_of_the_ruler())
    }

    /// `list_commands`: answers with every name, one per line.
    fn list_commands(&self) -> Answer {
        Answer::lines(self.listed().map(|entry| entry.name))
    }

    /// `help`: answers with all commands and their arguments, one per line, or
    /// with one of them and a note about it, if it has one.
    ///
    /// Fails: "unknown command".
    fn help(&self, name: Option<&str>) -> Reply {
        let usage = |entry: &Syntax| {
            format!("{} {}", entry.name, entry.arguments)
                .trim_end()
                .to_owned()
        };
        let Some(name) = name else {
            return Ok(Answer::lines(self.listed().map(usage)));
        };
        let entry = commands::find(name.as_bytes()).ok_or(Failure::UnknownCommand)?;
        let note = Some(entry.note).filter(|note| !note.is_empty());
        Ok(Answer::lines(
            iter::once(usage(entry)).chain(note.map(str::to_owned)),
        ))
    }

    /// `set_random_seed`: seeds the player.
    fn set_random_seed(&mut self, seed: u64) -> Answer {
        self.player.set_seed(seed);
        Answer::Done
    }
}

/// `cputime` and `gomill-cpu_time`: answers with the processor time that this
/// process has used, in seconds.
#[cfg(any(unix, windows))]
fn cpu_time() -> Reply {
    let used = ProcessTime::try_now().map_err(|error| {
        log::error!("cannot read the processor time: {error}");
        Failure::Internal
    })?;
    let seconds = used.as_duration().as_secs_f64();
    Ok(Answer::Text(format!("{seconds:.3}")))
}

/// `known_command`: answers "true" if the command is in the list, else "false".
fn known_command(name: Option<&str>) -> Answer {
    let known = name.is_some_and(|name| commands::find(name.as_bytes()).is_some());
    Answer::text(known)
}

//! Commands about the program: its name, its commands, its processor time and the player's seed.

#[cfg(any(unix, windows))]
use cpu_time::ProcessTime;

use super::Engine;
use super::row::{CommandRow, quick};
use super::table::{COMMANDS as ALL, find};
use crate::parse::arguments as form;
use crate::response::{Answer, Failure, Reply, models};

/// The program's version: `x.y.z`.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

const PROTOCOL_VERSION: u32 = 2;

pub(super) const COMMANDS: &[CommandRow] = &[
    quick(
        "name",
        "the program and its player, or the name of `--override-name`",
        |e, _| {
            let name = e.name.clone();
            Ok(Answer::Text(name.unwrap_or_else(|| e.settings.name())))
        },
    ),
    quick(
        "version",
        "the version of the program, or that of `--override-version`",
        |e, _| Ok(Answer::text(e.version.as_deref().unwrap_or(VERSION))),
    ),
    quick("protocol_version", "`2`", |_, _| {
        Ok(Answer::text(PROTOCOL_VERSION))
    }),
    quick(
        "known_command [COMMAND]",
        "whether there is a command of this name",
        |_, a| {
            let name = a.read(form::word);
            let is_known = name.is_ok_and(|name| find(name.as_bytes()).is_some());
            Ok(Answer::text(is_known))
        },
    ),
    quick("list_commands", "the names of all commands", |e, _| {
        Ok(Answer::lines(e.listed().map(|row| row.name)))
    }),
    quick(
        "help [COMMAND]",
        "all commands with their arguments, or what one of them does",
        |e, a| e.help(a.read(form::word).ok().as_deref()),
    ),
    quick(
        "kata-get-models",
        "the networks in use, as KataGo describes them: a JSON array with those in the program",
        |_, _| Ok(Answer::text(models())),
    ),
    quick("echo [TEXT]", "the text", |_, a| {
        Ok(Answer::Bytes(form::bytes(a.0)))
    }),
    #[cfg(any(unix, windows))]
    quick("cputime", CPU_TIME, |_, _| cpu_time()),
    #[cfg(any(unix, windows))]
    quick("gomill-cpu_time", CPU_TIME, |_, _| cpu_time()),
    quick("get_random_seed", "the player's seed", |e, _| {
        Ok(Answer::text(e.player.seed()))
    }),
    quick(
        "set_random_seed SEED",
        "begins a new series of games from this seed",
        |e, a| {
            e.player.set_seed(a.read(form::int)?);
            Ok(Answer::Done)
        },
    ),
    quick(
        "clear_cache",
        "begins the player's next game, as `clear_board` does, so that it forgets its search; the game stays",
        |e, _| {
            e.player.new_game();
            Ok(Answer::Done)
        },
    ),
    // The line of `stop` has already ended any analysis.
    quick(
        "stop",
        "needs no action: like any line it ends an analysis",
        |_, _| Ok(Answer::Done),
    ),
    // The session ends after it has written the answer.
    quick("quit", "ends the session", |_, _| Ok(Answer::Done)),
];

#[cfg(any(unix, windows))]
const CPU_TIME: &str = "the processor time used, in seconds; not in WebAssembly";

impl Engine {
    /// Returns the commands that `list_commands` and `help` list. Those of a ruler
    /// are left out unless the engine is one: GoGui gives up its game for an empty
    /// board when a program that lists them is attached and has another size.
    fn listed(&self) -> impl Iterator<Item = &'static CommandRow> {
        let is_ruler = self.ruler;
        ALL.iter()
            .copied()
            .filter(move |row| is_ruler || !row.is_of_the_ruler())
    }

    /// `help`: answers with one line for each command or, given a name, with the
    /// line of that command, its answer or effect and its note, if it has one.
    ///
    /// Fails: "unknown command".
    fn help(&self, name: Option<&str>) -> Reply {
        let Some(name) = name else {
            return Ok(Answer::lines(self.listed().map(CommandRow::usage)));
        };
        let row = find(name.as_bytes()).ok_or(Failure::UnknownCommand)?;
        let note = Some(row.note).filter(|note| !note.is_empty());
        Ok(Answer::lines(
            [&*row.usage(), row.effect].into_iter().chain(note),
        ))
    }
}

/// Answers with the processor time that this process has used, in seconds.
#[cfg(any(unix, windows))]
fn cpu_time() -> Reply {
    let used = ProcessTime::try_now().map_err(|error| {
        log::error!("cannot read the processor time: {error}");
        Failure::Internal
    })?;
    let seconds = used.as_duration().as_secs_f64();
    Ok(Answer::Text(format!("{seconds:.3}")))
}

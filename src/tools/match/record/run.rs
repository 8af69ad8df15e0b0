//! The run that played a game: its command line, seed, time and machine.

use std::env;
use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use ponnuki_formats::files::open_regular;
use ponnuki_formats::text::counted;

/// A run of `ponnuki match`, recorded for information only: runs with the same
/// settings play the same games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The program that ran the match, with its version: `Ponnuki 0.1.0`.
    pub(crate) program: String,
    /// The command line, quoted for a Unix shell.
    pub(crate) command: String,
    /// The seed of the match.
    pub(crate) seed: u64,
    /// The time at which the run began, in UTC: `2026-01-31T23:59:59Z`.
    pub(crate) begun: String,
    /// The operating system, the processor model and the number of threads.
    pub(crate) machine: String,
}

impl Run {
    pub(crate) fn of_this_process(seed: u64) -> Self {
        Self {
            program: concat!("Ponnuki ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: command_line(),
            seed,
            begun: now(),
            machine: machine(),
        }
    }
}

/// Returns the time in UTC, to the second: `2026-01-31T23:59:59Z`. Sorting the strings
/// sorts the times.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Returns the command line of this process, which starts with `ponnuki` because the
/// path of the program does not matter.
fn command_line() -> String {
    let words = env::args_os().skip(1);
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let words: Vec<_> = ["ponnuki".to_owned()].into_iter().chain(words).collect();
    // Only a NUL cannot be quoted, and no argument has one.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Describes the machine: `linux x86_64, AMD EPYC 7B13, 8 threads`.
fn machine() -> String {
    let mut parts = vec![format!("{} {}", env::consts::OS, env::consts::ARCH)];
    parts.extend(processor());
    if let Ok(number) = thread::available_parallelism() {
        parts.push(counted(number.get() as u64, "thread"));
    }
    parts.join(", ")
}

/// Returns the name of the processor, read from `/proc/cpuinfo` where it exists.
fn processor() -> Option<String> {
    /// The number of bytes to read, more than the entry of the first processor has.
    const ENOUGH: u64 = 1 << 14;
    let mut text = Vec::new();
    let file = open_regular(Path::new("/proc/cpuinfo")).ok()?;
    file.take(ENOUGH).read_to_end(&mut text).ok()?;
    model_name(&String::from_utf8_lossy(&text))
}

fn model_name(text: &str) -> Option<String> {
    let entry = |line: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    text.lines().find_map(entry).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_in_utc_and_sorts() {
        let text = now();
        assert_eq!((text.len(), &text[10..11], &text[19..]), (20, "T", "Z"));
        assert!(text.as_str() > "2026-01-01T00:00:00Z");
    }

    #[test]
    fn the_processor_is_the_first_of_the_list() {
        let text = "processor : 0\nmodel name\t: AMD  EPYC 7B13 \nflags: a\nmodel name: other\n";
        assert_eq!(model_name(text).as_deref(), Some("AMD EPYC 7B13"));
        assert_eq!(model_name("Hardware : board\nmodel name :\n"), None);
    }

    #[test]
    fn this_process_has_a_command_line_and_a_machine() {
        let run = Run::of_this_process(7);
        assert!(run.command.starts_with("ponnuki"), "{}", run.command);
        assert!(run.machine.contains(env::consts::ARCH), "{}", run.machine);
    }
}

//! What `ponnuki bench` measures.

use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use ponnuki::{BenchCore, BoardSize, PlayoutKo};

/// The options of `ponnuki bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Board size: 9, or width x height as in 9x13, each 1 to 25
    #[arg(long, value_name = "N", default_value = "9")]
    pub(crate) size: BoardSize,
    /// The number of playouts
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Seed of the playouts; the same seed gives the same signature on every machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What plays
    #[arg(long, value_name = "CORE", default_value = "single")]
    core: Core,
    /// Ko rule: simple, or positional superko with --core single
    #[arg(long, value_name = "RULE", default_value_t)]
    ko: PlayoutKo,
    /// Share the work between N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// What plays random playouts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Core {
    /// One game at a time, on the board that also plays real games
    Single,
    /// Many games in lockstep, one SIMD lane a game
    Batch,
}

impl BenchArgs {
    /// The core and its ko rule.
    ///
    /// # Errors
    /// When the core does not know the rule.
    pub(crate) fn core(&self) -> Result<BenchCore, clap::Error> {
        match (self.core, self.ko) {
            (Core::Single, ko) => Ok(BenchCore::Single(ko)),
            (Core::Batch, PlayoutKo::Simple) => Ok(BenchCore::Lockstep),
            (Core::Batch, PlayoutKo::Positional) => {
                let mut command = Self::augment_args(clap::Command::new("ponnuki bench"));
                Err(command.error(
                    ErrorKind::ArgumentConflict,
                    "--core batch knows the simple ko only; --ko positional needs --core single",
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        bench: BenchArgs,
    }

    #[test]
    fn lockstep_playouts_know_the_simple_ko_only() {
        let core = |line: &str| {
            let words = ["bench"].into_iter().chain(line.split_whitespace());
            Only::try_parse_from(words).unwrap().bench.core()
        };
        let single = core("--ko positional").unwrap();
        assert_eq!(single, BenchCore::Single(PlayoutKo::Positional));
        let batch = core("--core batch --ko simple").unwrap();
        assert_eq!(batch, BenchCore::Lockstep);
        let wrong = core("--core batch --ko positional").unwrap_err();
        assert_eq!(wrong.exit_code(), 2);
    }
}

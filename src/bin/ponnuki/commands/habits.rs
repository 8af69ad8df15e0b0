//! Names that users know from other programs or other subcommands.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// Pairs of synonymous options. Every subcommand accepts either name.
const TWINS: [[&str; 2]; 2] = [["boardsize", "size"], ["playouts", "visits"]];

/// Subcommands of other programs, each with a tip for its counterpart here.
const ELSEWHERE: &str = "
analyze: 'ponnuki analysis' answers queries, and 'ponnuki review' finds mistakes
benchmark: 'ponnuki bench' measures the playouts
contribute: nothing is trained by this program
evalsgf: 'ponnuki estimate' judges the position of a game record
genconfig: no configuration is needed: 'ponnuki --help' lists the options
genmove: moves are asked for over GTP: echo 'genmove b' | ponnuki
selfplay: 'ponnuki match --black ponnuki --white ponnuki' plays the program against itself
test: 'ponnuki regress' runs regression tests of a GTP program
tournament: 'ponnuki match --tournament FILE' plays one";

/// Adds the synonym of [`TWINS`] to each option, and `--jobs` to options with `-j`.
pub(super) fn with_aliases(mut command: Command) -> Command {
    let is_free = |name: &&str| {
        command
            .get_arguments()
            .all(|arg| arg.get_long() != Some(*name))
    };
    let synonym = |arg: &Arg| Some((arg.get_id().clone(), alias(arg).filter(is_free)?));
    let aliases: Vec<_> = command.get_arguments().filter_map(synonym).collect();
    for (option, alias) in aliases {
        command = command.mut_arg(option, |arg| arg.visible_alias(alias));
    }
    command.mut_subcommands(with_aliases)
}

/// Returns the synonym of an option, if it has one.
fn alias(arg: &Arg) -> Option<&'static str> {
    let long = arg.get_long()?;
    let twin = TWINS.iter().find_map(|&[one, other]| match long {
        _ if long == one => Some(other),
        _ if long == other => Some(one),
        _ => None,
    });
    twin.or((arg.get_short() == Some('j')).then_some("jobs"))
}

/// Translates `ponnuki gtp` and `ponnuki version` to their equivalents here: `ponnuki`
/// alone, which runs a session, and `ponnuki --version`.
pub(super) fn as_meant(mut arguments: Vec<OsString>) -> Vec<OsString> {
    match arguments.get(1).and_then(|word| word.to_str()) {
        Some("gtp") => drop(arguments.remove(1)),
        Some("version") => arguments[1] = "--version".into(),
        _ => {}
    }
    arguments
}

/// Adds a tip to the error about a subcommand of [`ELSEWHERE`].
pub(super) fn with_tip(mut error: Error) -> Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, rest)) = ELSEWHERE.split_once(&format!("\n{name}: "))
    {
        let tip = StyledStr::from(rest.lines().next().unwrap_or_default());
        let tip = ContextValue::StyledStrs(vec![tip]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

#[cfg(test)]
mod tests {
    use crate::cli::testing::assert_contains;
    use crate::commands::Cli;

    fn error(line: &str) -> String {
        let shown = Cli::read(line.split_whitespace()).unwrap_err();
        assert_eq!(shown.exit_code(), 2, "{line}");
        shown.to_string()
    }

    #[test]
    fn options_of_one_meaning_have_each_others_names() {
        for line in [
            "ponnuki --size 9 --player mcts --visits 5",
            "ponnuki gtp --size 9",
            "ponnuki play --size 9",
            "ponnuki bench --boardsize 9",
            "ponnuki analysis --playouts 5",
            "ponnuki estimate game.sgf --visits 5",
            "ponnuki review game.sgf --playouts 5",
            "ponnuki match --black a --white b --boardsize 9 --jobs 2",
            "ponnuki match plan --elo1 20 --seconds-per-game 3 --jobs 2",
        ] {
            assert!(Cli::read(line.split_whitespace()).is_ok(), "{line}");
        }
    }

    #[test]
    fn subcommands_of_other_programs_get_a_tip() {
        let (shown, tip) = (error("ponnuki selfplay"), "tip: 'ponnuki match --black ");
        assert!(shown.contains(tip) && !shown.contains("'help'"), "{shown}");
        assert!(error("ponnuki benhc").contains("'bench'"));
        let version = Cli::read(["ponnuki", "version"]).unwrap_err();
        assert_eq!(version.exit_code(), 0);
    }

    #[test]
    fn an_option_before_its_subcommand_gets_a_tip() {
        for line in ["ponnuki --boardsize 9 play", "ponnuki --boardsize 9 match"] {
            let (shown, tip) = (error(line), "tip: write it after");
            assert_contains(&shown, "cannot be used before");
            assert_contains(&shown, tip);
        }
        assert!(!error("ponnuki --boardsize 9 check a.sgf").contains("tip"));
    }
}

//! Names that users know from other programs or other subcommands.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, Error, ValueHint};
use ponnuki_core::BoardSize;

/// Pairs of synonymous options. Every subcommand accepts either name.
const TWINS: [[&str; 2]; 2] = [["boardsize", "size"], ["playouts", "visits"]];

/// Words that are unknown here, each with a tip. They follow the subcommand that does not know
/// them, or were options of earlier versions. `SIZE`, `WORD` and
/// `FILE` with an ending stand for any board size, word or file.
const ELSEWHERE: &str = "
FILE.sgf: a game record is read by 'ponnuki review', 'ponnuki score' and 'ponnuki play --load FILE.sgf'
--opponent: the search always expects the best replies
--priors: the priors are always those of the network
--trees: all threads grow one tree; one thread plays the same game again
analysis --level: the search is limited by '--visits N'
bench --playouts: '--games N' is the number of playouts
bench --visits: '--games N' is the number of playouts
conform --tap: servers of CI read the results of '--junit'
estimate --html: 'ponnuki review --html FILE' writes a page; a picture is written by '--svg FILE'
match openings: balanced openings come with the program: '--openings ready'
match plan: 'ponnuki match report --sprt ELO0,ELO1 FILE.jsonl' says how long such a test takes
match --draw-rule: draws are played out; '--resign-rule' ends lost games early
match FILE.jsonl: 'ponnuki match report FILE.jsonl' shows the results of a match
match WORD: the players are options: --black COMMAND --white COMMAND
play --opponent: the search always expects the best replies
play --priors: the priors are always those of the network
play --trees: all threads grow one tree; one thread plays the same game again
play FILE.sgf: a game goes on with '--load FILE.sgf'
play SIZE: the size of the board is an option: --boardsize SIZE
review --level: the search is limited by '--visits N'
review --svg: 'ponnuki estimate --svg FILE' writes a picture; a page is written by '--html FILE'
score --html: 'ponnuki review --html FILE' writes a page; a picture is written by '--svg FILE'
test-engine --deviation: engines that deviate from GTP are part of the tests in the source code: gtp-tests/conform
train: weights of the network are made by scripts/learn/learn.sh";

/// Adds the synonym of [`TWINS`] to each option, and `--jobs` to options with `-j`. Also lets
/// options take negative numbers, so that the error about one names its option.
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
    command = command.mut_args(|arg| {
        let is_flag = !arg.get_action().takes_values()
            || arg
                .get_num_args()
                .is_some_and(|number| !number.takes_values());
        let is_option = !is_flag && !arg.is_positional();
        arg.allow_negative_numbers(is_option)
    });
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

/// Replaces the error about the argument of `help` by that about a subcommand of this name, which
/// suggests similar ones.
pub(super) fn without_help(
    error: Error,
    definition: &mut Command,
    arguments: &[OsString],
) -> Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(help) = arguments.iter().position(|word| word == "help")
    {
        let mut arguments = arguments.to_vec();
        arguments.remove(help);
        let named = definition.try_get_matches_from_mut(arguments).err();
        return named
            .filter(|named| named.kind() == error.kind())
            .unwrap_or(error);
    }
    error
}

/// Adds a tip to the error about a word of [`ELSEWHERE`], and says what a number must be.
/// `matches` are the arguments as far as they are understood.
pub(super) fn with_tip(mut error: Error, matches: &ArgMatches) -> Error {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::ValueValidation => return with_number(error),
        _ => return error,
    };
    // A similar name is likelier to be meant than any word.
    let any = error.get(ContextKind::SuggestedSubcommand).is_none();
    if let Some(ContextValue::String(word)) = error.get(kind)
        && let Some(tip) = tip(matches.subcommand_name(), word, any.then_some("WORD"))
    {
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

/// Returns the tip of [`ELSEWHERE`] about a word after a subcommand, or the tip of the key `any`.
fn tip(subcommand: Option<&str>, word: &str, any: Option<&str>) -> Option<String> {
    let place = subcommand.map_or_else(String::new, |name| format!("{name} "));
    let ending = Path::new(word).extension();
    let file = ending.map(|ending| format!("FILE.{}", ending.display()));
    let size = word.parse::<BoardSize>().map(|_| "SIZE".to_owned());
    let keys = [
        Some(word.to_owned()),
        file,
        size.ok(),
        any.map(str::to_owned),
    ];
    keys.into_iter().flatten().find_map(|key| {
        let (_, rest) = ELSEWHERE.split_once(&format!("\n{place}{key}: "))?;
        let tip = rest.lines().next()?;
        Some(tip.replace(&key, word))
    })
}

/// Replaces the standard library's words about a number in the error about a value.
fn with_number(error: Error) -> Error {
    let (Some(ContextValue::String(option)), Some(ContextValue::String(value)), Some(source)) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
        error.source(),
    ) else {
        return error;
    };
    let number = source.downcast_ref::<ParseIntError>();
    let reason = match number.map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => "the number is too large",
        Some(_) if value.starts_with('-') => "expected a number that is not negative",
        Some(_) => "expected a whole number",
        None if source.is::<ParseFloatError>() => "expected a number",
        None => return error,
    };
    let reason = format!("invalid value '{value}' for '{option}': {reason}\n");
    Error::raw(error.kind(), reason)
}

/// Checks that no address of the web stands where a file is meant.
pub(super) fn check_files(definition: &Command, matches: &ArgMatches) -> Result<(), Error> {
    if let Some((name, matches)) = matches.subcommand()
        && let Some(command) = definition.find_subcommand(name)
    {
        return check_files(command, matches);
    }
    let is_path = |arg: &&Arg| {
        let hint = arg.get_value_hint();
        matches!(
            hint,
            ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath
        )
    };
    for arg in definition.get_arguments().filter(is_path) {
        let values = matches.get_raw(arg.get_id().as_str());
        let mut values = values
            .into_iter()
            .flatten()
            .filter_map(|value| value.to_str());
        if let Some(value) = values.find(|value| value.contains("://")) {
            let reason = format!(
                "invalid value '{value}' for '{arg}': expected a file; download it first\n"
            );
            return Err(Error::raw(ErrorKind::ValueValidation, reason));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::commands::Cli;
    use ponnuki_testing::{assert_contains, rows};

    fn error(line: &str) -> String {
        let shown = Cli::read(line.split_whitespace()).unwrap_err();
        assert_eq!(shown.exit_code(), 2, "{line}");
        shown.to_string()
    }

    #[test]
    fn options_of_one_meaning_have_each_others_names() {
        for line in [
            "ponnuki --size 9 --player search --visits 5",
            "ponnuki gtp --size 9",
            "ponnuki play --size 9",
            "ponnuki bench --boardsize 9",
            "ponnuki analysis --playouts 5",
            "ponnuki estimate game.sgf --visits 5",
            "ponnuki review game.sgf --playouts 5",
            "ponnuki match --black a --white b --boardsize 9 --jobs 2",
        ] {
            assert!(Cli::read(line.split_whitespace()).is_ok(), "{line}");
        }
    }

    #[test]
    fn subcommands_are_understood_or_corrected() {
        assert!(error("ponnuki benhc").contains("'bench'"));
        let version = Cli::read(["ponnuki", "version"]).unwrap_err();
        assert_eq!(version.exit_code(), 0);
    }

    #[test]
    fn words_from_other_subcommands_and_wrong_values_get_a_tip() {
        for [line, tip] in rows(
            "
            play 9                      | tip: the size of the board is an option: --boardsize 9
            play a.sgf                  | '--load a.sgf'
            match ponnuki gnugo         | tip: the players are options: --black COMMAND
            match ./engine.py b         | tip: the players are options: --black COMMAND
            match old/r.jsonl           | 'ponnuki match report old/r.jsonl'
            a.sgf                       | 'ponnuki play --load a.sgf'
            estimate a.sgf --html b     | tip: 'ponnuki review --html FILE'
            score a.sgf --html b        | tip: 'ponnuki review --html FILE'
            review a.sgf --svg b        | tip: 'ponnuki estimate --svg FILE'
            analysis --level 5          | tip: the search is limited by '--visits N'
            conform a --tap             | tip: servers of CI read the results of '--junit'
            bench --playouts            | tip: '--games N'
            bench --visits 5            | tip: '--games N'
            test-engine --deviation x   | tip: engines that deviate from GTP are part of the tests
            --opponent random           | tip: the search always expects the best replies
            play --trees separate       | tip: all threads grow one tree
            help pley                   | 'play'
            match help reprt            | 'report'
            match plan --elo1 20        | 'ponnuki match report --sprt
            match --draw-rule 60,2,5    | '--resign-rule'
            match --black a --white b --handicap ladder | no ladders any more
            --rules japanes             | 'japanese'
            score a.sgf --rules japanes | 'japanese'
            --ko postional              | 'positional'
            --playouts -5               | invalid value '-5' for '--playouts <N>': -5 is not in 1..
            --level -1                  | invalid value '-1' for '--level <N>'
            play --handicap -1          | '--handicap <N>': expected a number that is not negative
            match --games ten           | '--games <N>': expected a whole number
            play --time-per-move x      | expected a number
            --seed 99999999999999999999 | '--seed <N>': the number is too large
            review https://a.org/b.sgf  | expected a file; download it first
            check a.sgf http://b.org/c  | expected a file; download it first
            play --load https://a.org/b | expected a file; download it first
            match report http://a.org/b | expected a file; download it first
            ",
        ) {
            let shown = error(&format!("ponnuki {line}"));
            assert_contains(&shown, tip);
            assert!(!shown.contains("as a value"), "{shown}");
        }
    }

    #[test]
    fn options_take_negative_numbers() {
        for line in [
            "ponnuki --komi -5.5",
            "ponnuki score a.sgf --komi -5.5",
            "ponnuki match --black a --white b --komi -5.5",
        ] {
            assert!(Cli::read(line.split_whitespace()).is_ok(), "{line}");
        }
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

//! The parts of the manual that the definition of the command line lacks: files,
//! environment, and exit status.

/// The meaning of each exit status, unless the help of a command describes it.
pub(super) const STATUS: &[(&str, &str)] = &[
    ("0", "Success."),
    (
        "1",
        "The input or the settings were refused, or a file could not be read or written. The reason is on standard error.",
    ),
    ("2", "Wrong usage."),
    ("130", "Ctrl-C stopped the program."),
];

/// The exit status that the help of every command omits.
pub(super) const INTERRUPTED: &str = "130 if Ctrl-C stopped the program.";

/// The entries of the sections FILES and ENVIRONMENT. A test compares the files with the options.
const ENTRIES: &str = include_str!("texts.txt");

/// Returns the names and descriptions in a section on the page of a command: the environment, or
/// the files that the command reads and writes, except for its log.
pub(super) fn entries(page: &str, section: &str) -> Vec<(&'static str, String)> {
    let mut blocks = ENTRIES.split("\n\n").map(|block| block.split("\n- "));
    let title = format!("{page} {section}");
    let block = blocks.find_map(|mut block| (block.next()? == title).then_some(block));
    let entries = block.into_iter().flatten();
    let entries = entries.filter_map(|entry| entry.split_once(": "));
    let joined = |text: &str| text.trim_end().replace("\n  ", " ");
    entries.map(|(name, text)| (name, joined(text))).collect()
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, CommandFactory, ValueHint};

    use super::super::page;
    use super::*;
    use crate::commands::Cli;

    /// Returns whether the value of an argument is a path.
    fn is_path(arg: &Arg) -> bool {
        let hint = arg.get_value_hint();
        matches!(
            hint,
            ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath
        )
    }

    /// Returns the name of an argument as the table spells it.
    fn name_of(arg: &Arg) -> String {
        match arg.get_long() {
            Some(long) => format!("--{long}"),
            None => arg.get_value_names().expect("a name")[0].to_string(),
        }
    }

    fn check(command: &Command, described: &mut Vec<String>) {
        let page = page::name(command);
        let entries = entries(page, "FILES").into_iter();
        let entries: Vec<_> = entries
            .map(|(name, text)| format!("{name} {text}"))
            .collect();
        let text = entries.join(" ");
        let args = command.get_arguments();
        let paths = args.filter(|arg| is_path(arg) && !arg.is_hide_set() && !arg.is_global_set());
        for name in paths.map(name_of) {
            assert!(text.contains(&name), "{page}: {name}");
        }
        let options = text
            .split([' ', '.', ','])
            .filter(|word| word.starts_with("--"));
        for option in options {
            let mut names = command.get_arguments().filter_map(Arg::get_long);
            let is_own = names.any(|name| name == &option[2..]);
            // Options of another command are introduced as options of the match.
            let is_of_match = text.contains(&format!("option {option}"));
            assert!(is_own || is_of_match, "{page}: {option}");
        }
        described.push(page.to_owned());
        for subcommand in command.get_subcommands() {
            check(subcommand, described);
        }
    }

    #[test]
    fn every_file_of_a_command_is_described() {
        let mut definition = Cli::command();
        definition.build();
        let mut described = Vec::new();
        check(&definition, &mut described);
        for block in ENTRIES.split("\n\n") {
            let page = block.split(' ').next().unwrap();
            assert!(described.iter().any(|name| name == page), "{page}");
        }
    }
}

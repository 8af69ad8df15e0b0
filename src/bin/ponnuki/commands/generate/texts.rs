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

/// Returns the environment variables to describe on the page of a command.
pub(super) fn environment(page: &str) -> &'static [(&'static str, &'static str)] {
    match page {
        "ponnuki" => &[
            (
                "RUST_LOG",
                "The level of the log without --verbose and --quiet: error, warn (the default), info, debug or trace.",
            ),
            (
                "NO_COLOR",
                "If set and not empty, boards in a terminal are drawn with letters and without colours.",
            ),
        ],
        _ => &[],
    }
}

/// Returns the files that a command reads and writes, except for its log.
pub(super) fn files(page: &str) -> &'static [(&'static str, &'static str)] {
    FILES
        .iter()
        .find(|(name, _)| *name == page)
        .map_or(&[], |(_, files)| files)
}

/// The commands that read or write files. A test compares their options with the definition.
const FILES: &[(&str, &[(&str, &str)])] = &[
    (
        "ponnuki",
        &[
            (
                "*.sgf",
                "The GTP command `loadsgf` reads game records: files on a disk of at most 8 MiB. The command `printsgf` \
                 writes them, but only into the folder of --sgf-dir, and replaces only those that the session has \
                 written, unless there is --overwrite.",
            ),
            (
                "--gtp-input FILE",
                "GTP commands, one a line, which the session reads until the file ends.",
            ),
        ],
    ),
    (
        "ponnuki-play",
        &[(
            "*.sgf",
            "--load reads a game record, and in the game the command `save` writes one. A file that is there is \
             replaced only on request.",
        )],
    ),
    (
        "ponnuki-score",
        &[
            ("FILE.sgf", "The game record, of at most 8 MiB."),
            (
                "--svg FILE",
                "The picture. It replaces an earlier picture as a whole, and other files only with --overwrite.",
            ),
        ],
    ),
    (
        "ponnuki-estimate",
        &[
            ("FILE.sgf", "The game record, of at most 8 MiB."),
            (
                "--svg FILE",
                "The picture. It replaces an earlier picture as a whole, and other files only with --overwrite.",
            ),
        ],
    ),
    (
        "ponnuki-review",
        &[
            (
                "FILE.sgf",
                "The game record: SGF in any encoding of the web or in UTF-16, with one game or many.",
            ),
            (
                "--sgf FILE",
                "The copy of the record in UTF-8. It replaces an earlier copy as a whole, and other files only with --overwrite.",
            ),
            (
                "--html FILE",
                "The page, which needs no other file and no network.",
            ),
        ],
    ),
    (
        "ponnuki-check",
        &[
            (
                "FILE",
                "SGF in any encoding of the web or in UTF-16, with one game or many.",
            ),
            (
                "--html FILE",
                "The page, which needs no other file and no network.",
            ),
            (
                "--fix-encoding DIR",
                "The folder of the copies, with the folders in which the files lie.",
            ),
        ],
    ),
    (
        "ponnuki-match",
        &[
            (
                "--tournament FILE.toml",
                "The players and the options of a tournament.",
            ),
            (
                "--openings FILE",
                "The openings: SGF, or a list with an opening on each line.",
            ),
            (
                "--out FILE",
                "The results: one JSON object a line for each game, which `ponnuki match report` and --resume read. It is \
                 written as the games end.",
            ),
            (
                "--sgf-dir DIR",
                "The games, as `game-000000.sgf` and so on, the first one with the number 0.",
            ),
        ],
    ),
    (
        "ponnuki-match-report",
        &[
            (
                "FILE.jsonl",
                "The results of a match, as its option --out writes them.",
            ),
            (
                "--html FILE",
                "The page, which needs no other file and no network.",
            ),
            ("--ratings-svg FILE.svg", "The picture of the ratings."),
        ],
    ),
    (
        "ponnuki-match-merge",
        &[
            (
                "FILE.jsonl",
                "The results of a match or of its shards, as the option --out of the match writes them.",
            ),
            (
                "--out FILE",
                "The results of the whole match, in the same form.",
            ),
        ],
    ),
    (
        "ponnuki-match-plan",
        &[(
            "--like FILE.jsonl",
            "The results of a match, as its option --out writes them.",
        )],
    ),
    (
        "ponnuki-match-openings",
        &[(
            "--out FILE",
            "The openings. Without this option, the list of moves is printed.",
        )],
    ),
    (
        "ponnuki-conform",
        &[
            (
                "--known FILE",
                "The names of the checks whose failures are accepted, a line each; comments begin with #.",
            ),
            (
                "--html FILE",
                "The page, which needs no other file and no network.",
            ),
        ],
    ),
    (
        "ponnuki-regress",
        &[
            (
                "FILE.tst",
                "A suite. The files that its commands name are looked up from its folder.",
            ),
            (
                "--save FILE",
                "The results, one JSON object a line, which --compare reads.",
            ),
            ("--compare FILE", "Results that were saved before."),
            (
                "--html FILE",
                "The page, which needs no other file and no network.",
            ),
        ],
    ),
    (
        "ponnuki-train",
        &[(
            "FILE",
            "Game records. In folders, the files whose names end in .sgf are read.",
        )],
    ),
    (
        "ponnuki-generate-man",
        &[(
            "DIR",
            "The folder of the pages. Pages of another version are replaced; other files stay as they are.",
        )],
    ),
];

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
        let entries = files(page).iter().flat_map(|&(name, text)| [name, text]);
        let text = entries.collect::<Vec<_>>().join(" ");
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
        for (page, _) in FILES {
            assert!(described.iter().any(|name| name == page), "{page}");
        }
    }
}

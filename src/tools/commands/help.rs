//! Tests of the help: its width, its headings, and its examples, which the program must accept.

use clap::{Command, CommandFactory};

use super::Cli;

/// The width of the narrowest supported terminal, in characters.
const COLUMNS: usize = 80;

/// Returns the program and all its subcommands, with their names as typed.
fn commands() -> Vec<(String, Command)> {
    fn add(command: &Command, name: &str, all: &mut Vec<(String, Command)>) {
        all.push((name.to_owned(), command.clone()));
        for subcommand in command.get_subcommands() {
            if subcommand.get_name() != "help" {
                let name = format!("{name} {}", subcommand.get_name());
                add(subcommand, &name, all);
            }
        }
    }
    let mut root = Cli::command().term_width(COLUMNS);
    root.build();
    let mut all = Vec::new();
    add(&root, "ponnuki", &mut all);
    all
}

/// Returns the example lines in the help of a command.
fn examples(command: &Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string);
    let text = text.unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with("  ponnuki"));
    lines.map(str::to_owned).collect()
}

#[test]
fn every_command_has_examples_that_it_accepts() {
    for (name, command) in commands() {
        let examples = examples(&command);
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            assert!(example.len() <= COLUMNS, "{example}");
            // An explanation or a redirection may follow.
            let line = example.trim_start();
            let line = line.split("   ").next().unwrap();
            let line = line.split(" > ").next().unwrap();
            let words = shlex::split(line).unwrap();
            match Cli::read(words) {
                Ok(_) => {}
                Err(shown) => assert_eq!(shown.exit_code(), 0, "{example}: {shown}"),
            }
        }
    }
}

#[test]
fn the_help_fits_the_terminal() {
    for (name, mut command) in commands() {
        for help in [command.render_help(), command.render_long_help()] {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= COLUMNS, "{name}: {line}");
            }
        }
    }
}

#[test]
fn options_stand_under_headings() {
    for (name, headings) in [
        ("ponnuki", &["Game:", "Player:", "GTP session:", "Log:"][..]),
        ("ponnuki play", &["Game:", "Player:", "Log:"]),
        ("ponnuki match", &["Match:", "Games:", "Output:", "Log:"]),
    ] {
        let all = commands();
        let (_, command) = all.iter().find(|(command, _)| command == name).unwrap();
        let help = command.clone().render_help().to_string();
        for heading in headings {
            let found = help.lines().filter(|line| line == heading).count();
            assert_eq!(found, 1, "{name} {heading}\n{help}");
        }
    }
}

#[test]
fn the_version_names_the_build_and_the_vector_instructions() {
    let shown = Cli::read(["ponnuki", "--version"]).unwrap_err();
    assert_eq!(shown.exit_code(), 0);
    let line = shown.to_string();
    let start = concat!("ponnuki ", env!("CARGO_PKG_VERSION"), " (");
    let inside = line
        .strip_prefix(start)
        .and_then(|line| line.strip_suffix(")\n"));
    let inside: Vec<_> = inside
        .unwrap_or_else(|| panic!("{line}"))
        .split(", ")
        .collect();
    let best = ponnuki_play::playout::SimdLevel::best().to_string();
    assert_eq!(inside.last(), Some(&best.as_str()), "{line}");
    if let [commit, _] = inside[..] {
        let hash = commit.strip_suffix("-modified").unwrap_or(commit);
        assert!(hash.len() >= 7, "{line}");
        assert!(hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
    }
}

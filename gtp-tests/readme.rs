//! The commands of the README, copied out of it and run in order in a copy of `examples`.
//!
//! Every command in a block marked `sh` or a table runs through the shell, with the built
//! program as `ponnuki`, unless [`NOT_RUN`] has a reason. [`REPLACED`], [`AT_MOST`] and
//! [`ADDED`] make it run in a moment: other programs become this one, and numbers
//! become small. Nothing is typed, so a game in the terminal ends at once.

#![cfg(unix)]

mod modules;
mod mutants;
mod packaging;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use regex_lite::{Captures, Regex};
use walkdir::WalkDir;

/// The beginnings of commands that are not run, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo test", "it runs this test"),
    ("cargo install", "it installs the program"),
    ("git clone", "it needs the network"),
    ("cd ", "the folder of a clone does not exist here"),
    (
        "gogui",
        "it needs GoGui; scripts/check/twogtp.sh plays such a match",
    ),
    ("scripts/", "it takes minutes and has other requirements"),
    ("sbatch", "it needs a cluster"),
    (
        "ponnuki match --tournament",
        "it takes a minute; scripts/packaging/package-check.sh plays it",
    ),
    (
        "parallel",
        "it needs GNU parallel; scripts/check/shards.sh runs it",
    ),
];

/// The beginnings of commands that may end with status 1, since they find something.
const FINDING: &[&str] = &["ponnuki check", "ponnuki regress"];

/// Patterns and what takes their place.
const REPLACED: &[(&str, &str)] = &[
    (r"\./mine", "'ponnuki --quiet'"),
    (r"cargo run( --release)?( --quiet)? --", "ponnuki"),
    (r"'gnugo [^']*'", "'ponnuki --quiet'"),
    (
        r"gnugo --mode gtp( --?[a-z][-a-z]*( [0-9]+)?)*",
        "ponnuki --quiet",
    ),
];

/// Options with the largest number that they keep.
const AT_MOST: &[(&str, f64)] = &[
    ("--boardsize", 5.0),
    ("--depth", 4.0),
    ("--games", 2.0),
    ("--level", 3.0),
    ("--playouts", 20.0),
    ("--size", 5.0),
    ("--time-per-move", 0.05),
    ("head -n", 40.0),
];

/// Beginnings of commands with an option that they get unless they have it.
const ADDED: &[(&str, &str, &str)] = &[
    ("ponnuki bench", "--games", "100"),
    ("ponnuki estimate", "--playouts", "20"),
    ("ponnuki match --", "--games", "2"),
    ("ponnuki match --", "--size", "5"),
    ("ponnuki play", "--boardsize", "5"),
    ("ponnuki review", "--visits", "2"),
];

const PATIENCE: Duration = Duration::from_secs(120);

/// Returns the commands in the `sh` blocks and the tables of a text.
fn commands(text: &str) -> Vec<String> {
    let in_table = Regex::new("`(ponnuki [^`]*)`").unwrap();
    let mut commands = Vec::new();
    let (mut in_block, mut is_shell) = (false, false);
    let mut command = String::new();
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            in_block = !in_block;
            is_shell = in_block && language == "sh";
            assert!(command.is_empty(), "not a whole command: {command}");
        } else if is_shell {
            command.push_str(line);
            command.push('\n');
            if is_whole(&command) {
                commands.push(command.trim().to_owned());
                command.clear();
            }
        } else if line.starts_with('|') {
            commands.extend(
                in_table
                    .captures_iter(line)
                    .map(|found| found[1].to_owned()),
            );
        }
    }
    commands.retain(|command| !command.is_empty() && !command.starts_with('#'));
    commands
}

/// Returns whether no quote or parenthesis is open, and the last line does not
/// continue in the next one.
fn is_whole(command: &str) -> bool {
    let count = |sign| command.matches(sign).count();
    let last = command.trim_end();
    shlex::split(last).is_some()
        && count('(') <= count(')')
        && !["\\", "|", "&&"].iter().any(|end| last.ends_with(end))
}

fn reason_not_to_run(command: &str) -> Option<&'static str> {
    let mut entries = NOT_RUN.iter();
    let entry = entries.find(|(beginning, _)| command.starts_with(beginning));
    entry.map(|(_, reason)| *reason)
}

/// Returns the command with smaller settings.
fn smaller(command: &str) -> String {
    let mut small = command.to_owned();
    for (pattern, with) in REPLACED {
        small = Regex::new(pattern)
            .unwrap()
            .replace_all(&small, *with)
            .into_owned();
    }
    for (option, most) in AT_MOST {
        let pattern = format!(r"{option}([ =])([0-9]+(?:\.[0-9]+)?)");
        let lower = |found: &Captures<'_>| {
            let number: f64 = found[2].parse().unwrap();
            format!("{option}{}{}", &found[1], number.min(*most))
        };
        let regex = Regex::new(&pattern).unwrap();
        small = regex.replace_all(&small, lower).into_owned();
    }
    for (beginning, option, value) in ADDED {
        if small.starts_with(beginning) && !small.contains(option) {
            let words = beginning.trim_end_matches(" --");
            small = small.replacen(words, &format!("{words} {option} {value}"), 1);
        }
    }
    small
}

/// Runs a command in a folder. Returns its status and its standard output and error.
fn run(command: &str, folder: &Path) -> (ExitStatus, String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_ponnuki"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let captured = tempfile::tempdir().unwrap();
    let [output, errors] = ["output", "errors"].map(|name| captured.path().join(name));
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(command)
        .env("PATH", path)
        .env_remove("RUST_LOG")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&output).unwrap())
        .stderr(File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("this command does not end: {command}");
        }
        thread::sleep(Duration::from_millis(10));
    };
    let [output, errors] = [output, errors].map(|file| fs::read_to_string(file).unwrap());
    (status, output, errors)
}

#[test]
fn every_command_of_the_readme_runs() {
    let text = include_str!("../README.md");
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/examples");
    for example in fs::read_dir(examples).unwrap() {
        let example = example.unwrap();
        fs::copy(example.path(), folder.path().join(example.file_name())).unwrap();
    }
    let mut runs = 0;
    for command in commands(text) {
        if reason_not_to_run(&command).is_some() {
            continue;
        }
        let small = smaller(&command);
        let (status, output, errors) = run(&small, folder.path());
        let report = format!("{command}\nran as: {small}\n{output}{errors}");
        let finds = FINDING.iter().any(|beginning| small.starts_with(beginning));
        assert!(
            status.success() || finds && status.code() == Some(1),
            "{report}"
        );
        assert!(!errors.contains("panicked"), "{report}");
        // The engine refuses none of the commands that the README sends it.
        assert!(
            !output.lines().any(|line| line.starts_with('?')),
            "{report}"
        );
        runs += 1;
    }
    assert!(runs >= 20, "only {runs} commands run");
}

#[test]
fn commands_end_where_the_shell_says() {
    let text = "```sh\n(echo a; yes 'b\nc' |\n head) # don't\n\n# note\nls\nls -l \\\n -a\n```\n```rust\nlet a;\n```\n| play | `ponnuki play`, or `x` |\n`ponnuki`\n";
    let found = commands(text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[3], "ponnuki play");
    assert!(found[0].starts_with("(echo a; yes 'b\nc' |"), "{found:?}");
    assert_eq!(found[2], "ls -l \\\n -a");
}

#[test]
fn settings_become_small() {
    for (command, expected) in [
        (
            "cargo run -- play --boardsize 9",
            "ponnuki play --boardsize 5",
        ),
        (
            "ponnuki play --level 5",
            "ponnuki play --boardsize 5 --level 3",
        ),
        (
            "ponnuki match --black ponnuki --white 'gnugo --mode gtp --level 0' --size 9 --games 100",
            "ponnuki match --black ponnuki --white 'ponnuki --quiet' --size 5 --games 2",
        ),
        (
            "ponnuki match report results.jsonl --html report.html",
            "ponnuki match report results.jsonl --html report.html",
        ),
        ("ponnuki --time-per-move 2", "ponnuki --time-per-move 0.05"),
    ] {
        assert_eq!(smaller(command), expected);
    }
}

/// Returns the name that a heading has in links to it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_matches(['#', ' ']).to_lowercase();
    let is_kept = |&letter: &char| letter.is_alphanumeric() || " -_".contains(letter);
    words
        .chars()
        .filter(is_kept)
        .collect::<String>()
        .replace(' ', "-")
}

#[test]
fn links_between_documents_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let link = Regex::new(r"\]\(([^)\s#:]*)(#[^)\s]*)?\)").unwrap();
    let folders = [".github", "src", "gtp-tests", "scripts"].map(|folder| root.join(folder));
    let walks = folders
        .iter()
        .flat_map(|folder| WalkDir::new(folder).into_iter());
    let below = walks.map(|entry| entry.unwrap().into_path());
    let at_top = ["README.md", "CHANGELOG.md"].map(|name| root.join(name));
    let mut links = 0;
    for page in at_top
        .into_iter()
        .chain(below)
        .filter(|path| path.extension() == Some("md".as_ref()))
    {
        for found in link.captures_iter(&fs::read_to_string(&page).unwrap()) {
            let target = match &found[1] {
                "" => page.clone(),
                path => page.with_file_name(path),
            };
            let says = format!("{}: {}", page.display(), &found[0]);
            assert!(target.exists(), "{says}");
            if let Some(heading) = found.get(2) {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| anchor(line) == heading.as_str()[1..]),
                    "{says}"
                );
            }
            links += 1;
        }
    }
    assert!(links > 40, "{links} links");
}

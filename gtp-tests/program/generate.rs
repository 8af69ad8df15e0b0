//! `ponnuki generate` as a user runs it: manual pages and completions.

use std::fs;
use std::path::Path;

use regex_lite::Regex;

use super::{ponnuki, ponnuki_in, stderr, stdout};

/// Returns the options and the subcommands in the help of a command.
fn shown_in_help(command: &[&str]) -> (Vec<String>, Vec<String>) {
    let arguments: Vec<_> = command.iter().copied().chain(["--help"]).collect();
    let output = ponnuki(&arguments, "");
    let help = stdout(&output);
    let option = Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z][a-z0-9-]*)(?:\.\.\.)?(?: |$)").unwrap();
    let options = option.captures_iter(help).map(|found| found[1].to_owned());
    let commands = help
        .split_once("\nCommands:\n")
        .map_or("", |(_, rest)| rest);
    let commands = commands.split("\n\n").next().unwrap_or_default().lines();
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help").map(str::to_owned);
    (options.collect(), names.collect())
}

/// Returns the text of a page without the escapes of its hyphens.
fn page(folder: &Path, command: &[&str]) -> String {
    let name = [&["ponnuki"], command].concat().join("-");
    let path = folder.join(format!("{name}.1"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.replace(r"\-", "-")
}

/// Checks the page of a command and those of its subcommands. Returns their number.
fn check(folder: &Path, command: &[&str]) -> usize {
    let text = page(folder, command);
    let (options, subcommands) = shown_in_help(command);
    assert!(options.len() > 3, "{command:?}: {options:?}");
    for option in &options {
        let entry = Regex::new(&format!(
            r"(?m)^\.TP\n(\\fB-\w\\fR, )?\\fB{option}\\fR( |$)"
        ))
        .unwrap();
        assert!(
            entry.is_match(&text),
            "{command:?}: {option} is not in\n{text}"
        );
    }
    let entry = Regex::new(r"(?m)^\.TP\n(\\fB-\w\\fR, )?\\fB--").unwrap();
    let (_, section) = text.split_once("\n.SH OPTIONS\n").unwrap();
    let section = section.split("\n.SH ").next().unwrap();
    assert_eq!(
        entry.find_iter(section).count(),
        options.len(),
        "{command:?}: {options:?}"
    );
    for section in [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "\"EXIT STATUS\"",
        "EXAMPLES",
        "\"SEE ALSO\"",
    ] {
        let heading = format!("\n.SH {section}\n");
        assert_eq!(text.matches(&heading).count(), 1, "{command:?}: {section}");
    }
    let mut pages = 1;
    for subcommand in &subcommands {
        let command = [command, &[subcommand]].concat();
        pages += check(folder, &command);
    }
    pages
}

#[test]
fn every_command_has_a_page_with_all_its_options() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man");
    let output = ponnuki(&["generate", "man", pages.to_str().unwrap()], "");
    assert_eq!((stdout(&output), stderr(&output)), ("", ""));
    let number = check(&pages, &[]);
    assert_eq!(number, fs::read_dir(&pages).unwrap().count());
    assert!(number >= 19, "{number}");
}

#[test]
fn pages_show_defaults_ranges_values_and_examples_but_nothing_hidden() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        ponnuki(&["generate", "man", folder.path().to_str().unwrap()], "")
            .status
            .success()
    );
    let analysis = page(folder.path(), &["analysis"]);
    for part in [
        "[default: 500] [range: 1 or more]",
        "[default: 1] [range: 1 to 256]",
        "KataGo\\*(Aqs",
    ] {
        assert!(analysis.contains(part), "{part}: {analysis}");
    }
    for hidden in ["--config", "--model", "--human-model", "--override-config"] {
        assert!(
            !analysis.contains(&format!("\\fB{hidden}\\fR")),
            "{hidden}: {analysis}"
        );
    }
    assert!(!page(folder.path(), &["test-engine"]).contains("--hold"));
    let program = page(folder.path(), &[]);
    for part in [
        ".SS \"GTP session\"\n",
        "\\fBmarked\\fR\nThose marked by a command\n",
        "Stronger, under other rules:\n.RS 4\n.nf\n\\fBponnuki --level 5 --rules chinese\\fR\n",
        "[default: 19]",
    ] {
        assert!(program.contains(part), "{part}: {program}");
    }
    let check = page(folder.path(), &["check"]);
    for part in [
        "One of file, syntax,",
        "One of cgos, tromp-taylor, chinese,",
    ] {
        assert!(check.contains(part), "{part}: {check}");
    }
    assert!(
        check.contains(".SH \"EXIT STATUS\"\n0 if nothing was found, 1 if something was"),
        "{check}"
    );
}

#[test]
fn the_pages_of_a_version_are_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("ponnuki.1");
    let old_page = ".TH PONNUKI 1 2026-01-31 \"Ponnuki 0.0.1\"";
    fs::write(&old, old_page).unwrap();
    fs::write(folder.path().join("notes"), "mine").unwrap();
    let mut runs = Vec::new();
    for _ in 0..2 {
        let (out, err, status) = ponnuki_in(folder.path(), &["generate", "man", "."]);
        assert_eq!((out.as_str(), err.as_str(), status), ("", "", Some(0)));
        runs.push(fs::read_to_string(&old).unwrap());
    }
    assert_eq!(runs[0], runs[1]);
    let version = concat!("\"Ponnuki ", env!("CARGO_PKG_VERSION"), "\"");
    assert!(runs[0].contains(version), "{}", runs[0]);
    assert_eq!(
        fs::read_to_string(folder.path().join("notes")).unwrap(),
        "mine"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    fs::create_dir_all(folder.path().join("taken/ponnuki.1")).unwrap();
    for (argument, reason) in [
        ("file", "cannot make the folder file: "),
        ("file/man", "cannot make the folder file/man: "),
        ("taken", "cannot write taken/ponnuki.1: not a regular file"),
    ] {
        let (out, err, status) = ponnuki_in(folder.path(), &["generate", "man", argument]);
        assert_eq!((out.as_str(), status), ("", Some(1)), "{argument}: {err}");
        assert!(
            err.starts_with(&format!("ponnuki: {reason}")),
            "{argument}: {err}"
        );
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    assert_eq!(
        fs::read_dir(folder.path().join("taken")).unwrap().count(),
        1
    );
}

#[test]
fn every_shell_gets_its_completions() {
    for (shell, start) in [
        ("bash", "_ponnuki() {"),
        ("zsh", "#compdef ponnuki"),
        ("fish", "# Print an optspec for argparse"),
        (
            "powershell",
            "\nusing namespace System.Management.Automation",
        ),
    ] {
        let output = ponnuki(&["generate", "completions", shell], "");
        assert!(output.status.success(), "{shell}: {}", stderr(&output));
        let script = stdout(&output);
        assert!(script.starts_with(start), "{shell}: {}", &script[..200]);
        let mut words = vec!["time-per-move", "merge"];
        if shell != "powershell" {
            words.extend(["chinese-ogs", "natural-situational", "separate"]);
        }
        for word in words {
            assert!(script.contains(word), "{shell}: {word}");
        }
        for hidden in ["override-config", "human-model", "hold"] {
            for offer in [format!("--{hidden}"), format!("-l {hidden}")] {
                assert!(!script.contains(&offer), "{shell}: {offer}");
            }
        }
    }
}

#[test]
fn wrong_usage_of_generate_is_refused() {
    for (arguments, reason) in [
        (&["generate"][..], "Usage: ponnuki generate"),
        (&["generate", "completions"], "<SHELL>"),
        (
            &["generate", "completions", "tcsh"],
            "invalid value 'tcsh' for '<SHELL>'",
        ),
        (&["generate", "man"], "<DIR>"),
        (&["generate", "man", ""], "a value is required"),
        (&["generate", "man", "a", "b"], "unexpected argument 'b'"),
        (&["generate", "html", "a"], "unrecognized subcommand 'html'"),
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).contains(reason),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn completions_that_cannot_be_printed_are_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ponnuki"))
        .args(["generate", "completions", "bash"])
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("No space left"),
        "{}",
        stderr(&output)
    );
}

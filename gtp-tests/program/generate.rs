//! `ponnuki generate` as a user runs it: manual pages and completions.

use regex_lite::Regex;

use crate::ponnuki;
use crate::runner::{Folder, InFolder, assert_contains, assert_starts, rows};

/// Returns the options and the subcommands in the help of a command.
fn shown_in_help(command: &str) -> (Vec<String>, Vec<String>) {
    let help = ponnuki(&format!("{command} --help"), "").succeeds();
    let option = Regex::new(r"(?m)^ +(?:-\w, )?(--[a-z][a-z0-9-]*)(?:\.\.\.)?(?: |$)").unwrap();
    let options = option.captures_iter(&help).map(|found| found[1].to_owned());
    let commands = help
        .split_once("\nCommands:\n")
        .map_or("", |(_, rest)| rest);
    let commands = commands.split("\n\n").next().unwrap_or_default().lines();
    let names = commands.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help").map(str::to_owned);
    (options.collect(), names.collect())
}

/// Makes the pages of the manual in a folder.
fn manual() -> Folder {
    let folder = Folder::new();
    let run = folder.run("generate man share/man");
    assert_eq!(run.err, "");
    assert_eq!(run.succeeds(), "");
    folder
}

/// Returns the text of a page without the escapes of its hyphens.
fn page(folder: &Folder, command: &str) -> String {
    let name = format!("ponnuki {command}").trim().replace(' ', "-");
    let text = folder.read(&format!("share/man/{name}.1"));
    text.replace(r"\-", "-")
}

/// Checks the page of a command and those of its subcommands. Returns their number.
fn check(folder: &Folder, command: &str) -> usize {
    let text = page(folder, command);
    let (options, subcommands) = shown_in_help(command);
    assert!(options.len() > 3, "{command}: {options:?}");
    let entries = |option: &str, text: &str| {
        let pattern = format!(r"(?m)^\.TP\n(\\fB-\w\\fR, )?\\fB{option}");
        Regex::new(&pattern).unwrap().find_iter(text).count()
    };
    for option in &options {
        let entry = format!(r"{option}\\fR([ ,]|$)");
        assert!(entries(&entry, &text) > 0, "{command}: {option}: {text}");
    }
    let (_, section) = text.split_once("\n.SH OPTIONS\n").unwrap();
    let section = section.split("\n.SH FILES\n").next().unwrap();
    assert_eq!(entries("--", section), options.len(), "{command}");
    let sections = "NAME,SYNOPSIS,DESCRIPTION,OPTIONS,\"EXIT STATUS\",EXAMPLES,\"SEE ALSO\"";
    for section in sections.split(',') {
        let heading = format!("\n.SH {section}\n");
        assert_eq!(text.matches(&heading).count(), 1, "{command}: {section}");
    }
    let pages = subcommands.iter().map(|subcommand| {
        let command = format!("{command} {subcommand}");
        check(folder, command.trim())
    });
    1 + pages.sum::<usize>()
}

#[test]
fn every_command_has_a_page_with_all_its_options() {
    let folder = manual();
    let number = check(&folder, "");
    assert_eq!(number, folder.names_in("share/man").len());
    assert!(number >= 18, "{number}");
}

#[test]
fn pages_show_defaults_values_and_examples_but_nothing_hidden() {
    let folder = manual();
    for [command, part] in rows(
        r#"
        analysis | \fB--visits\fR \fI<N>\fR [default: 500]
        analysis | [aliases: --playouts]
        analysis | KataGo\*(Aqs
                 | .SH "GTP SESSION"\n
                 | \nmarked: Those marked by a command\n
                 | \nponnuki --level 5 --rules chinese         stronger, under other rules\n
                 | [default: 19]
        check    | One of file, syntax,
        check    | One of cgos, tromp-taylor, chinese,
        check    | .SH "EXIT STATUS"\n0 if nothing was found, 1 if something was
        "#,
    ) {
        assert_contains(&page(&folder, command), &part.replace(r"\n", "\n"));
    }
    let analysis = page(&folder, "analysis");
    for hidden in ["--config", "--model", "--human-model", "--override-config"] {
        let option = format!("\\fB{hidden}\\fR");
        assert!(!analysis.contains(&option), "{hidden}: {analysis}");
    }
    assert!(!page(&folder, "test-engine").contains("--hold"));
}

#[test]
fn the_pages_of_a_version_are_always_the_same() {
    let old_page = ".TH PONNUKI 1 2026-01-31 \"Ponnuki 0.0.1\"";
    let folder = Folder::with_files(&[("ponnuki.1", old_page), ("notes", "mine")]);
    let refused = folder.run("generate man .");
    refused.fails(1, "was not written for this purpose");
    folder.run("generate man . --overwrite").succeeds();
    let [first, second] = [(); 2].map(|()| {
        let run = folder.run("generate man .");
        assert_eq!(run.err, "");
        assert_eq!(run.succeeds(), "");
        folder.read("ponnuki.1")
    });
    assert_eq!(first, second);
    let version = concat!("\"Ponnuki ", env!("CARGO_PKG_VERSION"), "\"");
    assert_contains(&first, version);
    assert_eq!(folder.read("notes"), "mine");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = Folder::with_files(&[("file", ""), ("taken/ponnuki.1/file", "")]);
    for [argument, reason] in rows(
        "
        file     | cannot make the folder file:
        file/man | cannot make the folder file/man:
        taken    | cannot write taken/ponnuki.1: not a regular file
        ",
    ) {
        let refused = folder.run(&format!("generate man {argument}"));
        refused.fails(1, "");
        assert_starts(&refused.err, &format!("ponnuki: {reason}"));
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
    }
    assert_eq!(folder.names_in("taken"), ["ponnuki.1"]);
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
        let script = ponnuki(&format!("generate completions {shell}"), "").succeeds();
        assert!(script.starts_with(start), "{shell}: {}", &script[..200]);
        let mut words = vec!["time-per-move", "merge"];
        if shell != "powershell" {
            words.extend(["chinese-ogs", "natural-situational", "settled"]);
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
    for [arguments, reason] in rows(
        "
                         | Usage: ponnuki generate
        completions      | <SHELL>
        completions tcsh | invalid value 'tcsh' for '<SHELL>'
        man              | <DIR>
        man ''           | a value is required
        man a b          | unexpected argument 'b'
        html a           | unrecognized subcommand 'html'
        ",
    ) {
        ponnuki(&format!("generate {arguments}"), "").fails(2, reason);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn completions_that_cannot_be_printed_are_an_error() {
    let run = Folder::new().shell("\"$0\" generate completions bash > /dev/full");
    run.fails(1, "No space left");
}

//! The manual pages, one for the program and one for each command, section by section.

use clap::Command;
use roff::{Inline, Roff, bold, roman};

use super::help::{AfterHelp, joined, paragraphs, sentence};
use super::{options, style, texts};

/// The date of the version, or `Unreleased`, as in the first heading of the changelog.
const DATE: &str = "Unreleased";

/// The maximum width of an example: 80 columns minus the indentation.
const COLUMNS: usize = 66;

/// Generates the pages of the program and all its commands, each with its name.
pub(super) fn pages(definition: Command) -> Vec<(String, String)> {
    // The page of a command replaces `help COMMAND`.
    let mut definition = definition.disable_help_subcommand(true);
    definition.build();
    let mut pages = Vec::new();
    add(&definition, &[], &mut pages);
    pages
}

/// Appends the pages of a command and its subcommands. `parents` lists its ancestors,
/// beginning with the program.
fn add(command: &Command, parents: &[&Command], pages: &mut Vec<(String, String)>) {
    pages.push((name(command).to_owned(), text(command, parents)));
    let line: Vec<_> = parents.iter().copied().chain([command]).collect();
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        add(subcommand, &line, pages);
    }
}

/// Returns the name of the page of a command, as in `ponnuki-match-plan`.
pub(super) fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// Returns the first line of the help of a command.
fn summary(command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string);
    about.unwrap_or_default()
}

/// Generates the page of a command. `parents` lists its ancestors, beginning with the program.
fn text(command: &Command, parents: &[&Command]) -> String {
    let name = name(command);
    let after = AfterHelp::new(command);
    let mut roff = Roff::new();
    let version = concat!("Ponnuki ", env!("CARGO_PKG_VERSION"));
    roff.control(
        "TH",
        [&*name.to_uppercase(), "1", DATE, version, "Ponnuki Manual"],
    );
    // Disables hyphenation and justification, so that names of options are not split.
    roff.control("nh", []).control("ad", ["l"]);
    roff.control("SH", ["NAME"]);
    let about = uncapitalised(&summary(command));
    roff.text([roman(format!("{name} - {about}"))]);
    add_synopsis(&mut roff, command);
    add_description(&mut roff, command, &after);
    options::add(&mut roff, command);
    add_commands(&mut roff, command);
    add_entries(&mut roff, "FILES", name);
    add_entries(&mut roff, "ENVIRONMENT", name);
    add_status(&mut roff, &after);
    add_examples(&mut roff, &after.examples);
    add_references(&mut roff, command, parents);
    style::fold(&roff.render())
}

/// Lower-cases the first letter, as is customary in NAME sections.
fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn add_synopsis(roff: &mut Roff, command: &Command) {
    roff.control("SH", ["SYNOPSIS"]);
    let program = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let usage = command.clone().render_usage().to_string();
    for (index, line) in usage.trim_start_matches("Usage: ").lines().enumerate() {
        if index > 0 {
            roff.control("br", []);
        }
        roff.text(style::usage(line.trim(), program));
    }
}

/// Adds the description and the paragraphs after the options. Skips the summary, which NAME
/// already shows, unless there is nothing else.
fn add_description(roff: &mut Roff, command: &Command, after: &AfterHelp) {
    roff.control("SH", ["DESCRIPTION"]);
    let summary = summary(command);
    let about = command.get_long_about().map(ToString::to_string);
    let about = about.unwrap_or_else(|| summary.clone());
    let about = paragraphs(&about).map(joined);
    let mut all: Vec<_> = about.chain(after.paragraphs.iter().cloned()).collect();
    if all.len() > 1 && all[0] == summary {
        all.remove(0);
    }
    for (index, paragraph) in all.iter().enumerate() {
        if index > 0 {
            roff.control("PP", []);
        }
        roff.text(style::text(&sentence(paragraph), &[]));
    }
}

/// Adds the subcommands with references to their pages.
fn add_commands(roff: &mut Roff, command: &Command) {
    if !command.has_subcommands() {
        return;
    }
    roff.control("SH", ["COMMANDS"]);
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        roff.control("TP", []);
        roff.text(reference(name(subcommand)));
        roff.text(style::text(&sentence(&summary(subcommand)), &[]));
    }
}

/// Adds a section of names and descriptions, unless it is empty.
fn add_entries(roff: &mut Roff, title: &str, page: &str) {
    let entries = texts::entries(page, title);
    if !entries.is_empty() {
        roff.control("SH", [title]);
    }
    for (name, description) in entries {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text(style::text(&description, &[]));
    }
}

fn add_status(roff: &mut Roff, after: &AfterHelp) {
    roff.control("SH", ["EXIT STATUS"]);
    match &after.status {
        Some(status) => {
            roff.text(style::text(&sentence(status), &[]));
            roff.text([roman(texts::INTERRUPTED)]);
        }
        None => {
            for (status, meaning) in texts::STATUS {
                roff.control("TP", []);
                roff.text([bold(*status)]);
                roff.text([roman(*meaning)]);
            }
        }
    }
}

fn add_examples(roff: &mut Roff, examples: &[(String, String)]) {
    if examples.is_empty() {
        return;
    }
    roff.control("SH", ["EXAMPLES"]);
    for (index, (example, explanation)) in examples.iter().enumerate() {
        if index > 0 {
            roff.control("PP", []);
        }
        if !explanation.is_empty() {
            let explanation = sentence(explanation);
            let explanation = format!("{}:", explanation.trim_end_matches('.'));
            roff.text(style::text(&explanation, &[]));
        }
        roff.control("RS", ["4"]);
        roff.control("nf", []);
        for line in lines(example) {
            roff.text([bold(line)]);
        }
        roff.control("fi", []);
        roff.control("RE", []);
    }
}

/// Wraps an example before options to fit a terminal.
fn lines(example: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for part in parts(example) {
        if !line.is_empty() && line.len() + part.len() > COLUMNS {
            lines.push(format!("{line} \\"));
            line.replace_range(.., "   ");
        }
        line.push_str(part);
    }
    lines.push(line);
    lines
}

/// Splits a command line before each unquoted option.
fn parts(example: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in example.match_indices(" -") {
        let quotes = example[..at].matches('\'').count();
        if quotes.is_multiple_of(2) {
            parts.push(&example[start..at]);
            start = at;
        }
    }
    parts.push(&example[start..]);
    parts
}

/// Adds references to the pages of the parents, the subcommands and the siblings.
fn add_references(roff: &mut Roff, command: &Command, parents: &[&Command]) {
    roff.control("SH", ["SEE ALSO"]);
    let parent = parents.get(1..).unwrap_or_default().last();
    let siblings = parent
        .into_iter()
        .flat_map(|parent| parent.get_subcommands());
    let related = siblings.chain(command.get_subcommands()).map(name);
    let mut related: Vec<_> = related.filter(|&other| other != name(command)).collect();
    related.sort_unstable();
    let mut names: Vec<_> = parents.iter().map(|parent| name(parent)).collect();
    names.append(&mut related);
    for (index, name) in names.iter().enumerate() {
        let mut parts = reference(name);
        if index + 1 < names.len() {
            parts.push(roman(","));
        }
        roff.text(parts);
    }
}

/// Formats a reference to another page of the manual.
fn reference(name: &str) -> Vec<Inline> {
    vec![bold(name), roman("(1)")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_examples_are_broken_outside_quotes() {
        let option = format!("--white 'b {}'", "-x ".repeat(15).trim_end());
        let example = format!("ponnuki match --black 'a --level 3' {option} --size 9 -j 2");
        let expected = [
            "ponnuki match --black 'a --level 3' \\".to_owned(),
            format!("    {option} \\"),
            "    --size 9 -j 2".to_owned(),
        ];
        assert_eq!(lines(&example), expected);
        assert_eq!(lines("ponnuki play --ascii"), ["ponnuki play --ascii"]);
    }

    #[test]
    fn pages_refer_to_their_parents_and_siblings() {
        let commands = Command::new("match").subcommands(["plan", "report"].map(Command::new));
        let pages = pages(Command::new("ponnuki").subcommand(commands));
        let names: Vec<_> = pages.iter().map(|(name, _)| &name[7..]).collect();
        assert_eq!(names, ["", "-match", "-match-plan", "-match-report"]);
        let [program, _, plan, _] = [0, 1, 2, 3].map(|page: usize| &pages[page].1);
        let references = r#"
.SH "SEE ALSO"
\fBponnuki\fR(1),
\fBponnuki\-match\fR(1),
\fBponnuki\-match\-report\fR(1)
"#;
        assert!(plan.ends_with(references), "{plan}");
        // Only the program's own page describes the environment.
        assert!(program.contains(r"\fBRUST_LOG\fR"), "{program}");
        assert!(!plan.contains(".SH ENVIRONMENT"), "{plan}");
    }

    /// A release gives both the same date.
    #[test]
    fn the_date_is_that_of_the_changelog() {
        let changelog = include_str!("../../../../../CHANGELOG.md");
        let heading = changelog.lines().find_map(|line| line.strip_prefix("## "));
        let heading = heading.expect("the changelog has a section");
        let version = concat!(env!("CARGO_PKG_VERSION"), " - ");
        assert_eq!(heading.strip_prefix(version).unwrap_or(heading), DATE);
    }
}

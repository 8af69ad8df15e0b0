//! The manual pages, one for the program and one for each command.

use std::io::{self, Write};

use clap::Command;
use clap::builder::PossibleValue;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::texts;

/// The date of the version, or `Unreleased`, as in the first heading of the changelog.
const DATE: &str = "Unreleased";

/// Generates the pages of the program and all its commands, each with its name.
pub(super) fn pages(definition: Command) -> io::Result<Vec<(String, String)>> {
    // The page of a command replaces `help COMMAND`.
    let mut definition = with_full_help(definition.disable_help_subcommand(true));
    definition.build();
    let mut pages = Vec::new();
    add(&definition, &[], &mut pages)?;
    Ok(pages)
}

/// Adds to the help of options what `clap_mangen` leaves out: their synonyms, and those names of
/// values that the list of values would have shown.
fn with_full_help(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        let help = arg.get_long_help().or(arg.get_help());
        let mut help = help.map(ToString::to_string).unwrap_or_default();
        let synonyms = arg.get_visible_aliases().unwrap_or_default().into_iter();
        help.extend(synonyms.map(|synonym| format!(" [aliases: --{synonym}]")));
        let values = arg.get_possible_values();
        let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
        let is_told = names.iter().all(|name| help.contains(name));
        if arg.is_hide_possible_values_set() && !is_told {
            help = format!("{help}\n\nOne of {}.", names.join(", "));
        }
        arg.long_help(help)
    });
    command.mut_subcommands(with_full_help)
}

/// Appends the pages of a command and its subcommands. `parents` lists its ancestors,
/// beginning with the program.
fn add(
    command: &Command,
    parents: &[&Command],
    pages: &mut Vec<(String, String)>,
) -> io::Result<()> {
    pages.push((name(command).to_owned(), text(command, parents)?));
    let line: Vec<_> = parents.iter().copied().chain([command]).collect();
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        add(subcommand, &line, pages)?;
    }
    Ok(())
}

/// Returns the name of the page of a command, as in `ponnuki-match-report`.
pub(super) fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// Generates the page of a command. `parents` lists its ancestors, beginning with the program.
fn text(command: &Command, parents: &[&Command]) -> io::Result<String> {
    let after = AfterHelp::new(command);
    // The synopsis of the help is shorter than the list of all options.
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let about = command.get_long_about().or(command.get_about());
    let about = about.into_iter().map(ToString::to_string);
    let about: Vec<_> = about.chain(after.paragraphs).collect();
    let man = Man::new(
        command
            .clone()
            .override_usage(usage)
            .long_about(about.join("\n\n")),
    );
    let man = man
        .title(name(command).to_uppercase())
        .date(DATE)
        .source(concat!("Ponnuki ", env!("CARGO_PKG_VERSION")))
        .manual("Ponnuki Manual");

    let mut page = Vec::new();
    man.render_title(&mut page)?;
    // Without hyphenation and justification, the names of options stay whole.
    page.write_all(b".nh\n.ad l\n")?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut roff = Roff::new();
    add_entries(&mut roff, "FILES", name(command));
    add_entries(&mut roff, "ENVIRONMENT", name(command));
    add_status(&mut roff, after.status.as_deref());
    add_examples(&mut roff, after.examples.as_deref());
    add_references(&mut roff, command, parents);
    roff.to_writer(&mut page)?;
    Ok(marked_up(&String::from_utf8_lossy(&page)))
}

/// The help after the options, by kind of paragraph.
#[derive(Debug, Default)]
struct AfterHelp {
    /// The lines after "Examples:".
    examples: Option<String>,
    /// The paragraph after "Exit status: ".
    status: Option<String>,
    /// All other paragraphs.
    paragraphs: Vec<String>,
}

impl AfterHelp {
    fn new(command: &Command) -> Self {
        let text = command.get_after_help().map(ToString::to_string);
        let mut after = Self::default();
        for paragraph in text.iter().flat_map(|text| text.split("\n\n")) {
            if let Some(examples) = paragraph.strip_prefix("Examples:\n") {
                after.examples = Some(examples.to_owned());
            } else if let Some(status) = paragraph.strip_prefix("Exit status: ") {
                after.status = Some(status.to_owned());
            } else {
                after.paragraphs.push(paragraph.to_owned());
            }
        }
        after
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
        roff.text([bold(name)]).text([roman(description)]);
    }
}

fn add_status(roff: &mut Roff, status: Option<&str>) {
    roff.control("SH", ["EXIT STATUS"]);
    if let Some(status) = status {
        roff.text([roman(status)]);
        roff.text([roman(texts::INTERRUPTED)]);
        return;
    }
    for (status, meaning) in texts::STATUS {
        roff.control("TP", []);
        roff.text([bold(*status)]).text([roman(*meaning)]);
    }
}

fn add_examples(roff: &mut Roff, examples: Option<&str>) {
    if let Some(examples) = examples {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in examples.lines() {
            roff.text([roman(line.trim_start())]);
        }
        roff.control("fi", []);
    }
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
    let parents = parents.iter().map(|parent| name(parent));
    let references: Vec<_> = parents
        .chain(related)
        .map(|name| format!("{name}(1)"))
        .collect();
    roff.text([roman(references.join(", "))]);
}

/// Separates the paragraphs of a help by macros, sets what stands in backticks in bold, and
/// escapes the characters that some formatters replace by accents.
fn marked_up(page: &str) -> String {
    let page = page
        .replace("\n.br\n\n.br\n", "\n.IP\n")
        .replace("\n\n", "\n.IP\n")
        .replace('~', r"\(ti")
        .replace('^', r"\(ha");
    // Every second part stood in backticks.
    let parts = page.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => part.to_owned(),
        _ => format!(r"\fB{part}\fR"),
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_after_the_options_has_three_kinds_of_parts() {
        let command = Command::new("a").after_help(
            "Examples:\n  a b   plays b\n  a c > d\n\nSome more\nwords.\n\nExit status: 0 if\nwell.",
        );
        let after = AfterHelp::new(&command);
        let examples = after.examples.as_deref();
        assert_eq!(examples, Some("  a b   plays b\n  a c > d"));
        assert_eq!(after.paragraphs, ["Some more\nwords."]);
        assert_eq!(after.status.as_deref(), Some("0 if\nwell."));
    }

    #[test]
    fn paragraphs_code_and_accents_are_marked_up() {
        let page = marked_up("See `a b`.\n\nIn ~/c:\n.br\n\n.br\n");
        assert_eq!(page, "See \\fBa b\\fR.\n.IP\nIn \\(ti/c:\n.IP\n");
    }

    #[test]
    fn pages_refer_to_their_parents_and_siblings() {
        let commands = Command::new("match").subcommands(["merge", "report"].map(Command::new));
        let pages = pages(Command::new("ponnuki").subcommand(commands)).unwrap();
        let names: Vec<_> = pages.iter().map(|(name, _)| &name[7..]).collect();
        assert_eq!(names, ["", "-match", "-match-merge", "-match-report"]);
        let [program, _, merge, _] = [0, 1, 2, 3].map(|page: usize| &pages[page].1);
        let references = r"ponnuki(1), ponnuki\-match(1), ponnuki\-match\-report(1)";
        assert!(
            merge.ends_with(&format!(".SH \"SEE ALSO\"\n{references}\n")),
            "{merge}"
        );
        // Only the program's own page describes the environment.
        assert!(program.contains(r"\fBRUST_LOG\fR"), "{program}");
        assert!(!merge.contains(".SH ENVIRONMENT"), "{merge}");
    }

    /// A release gives both the same date.
    #[test]
    fn the_date_is_that_of_the_changelog() {
        let changelog = include_str!("../../../../CHANGELOG.md");
        let heading = changelog.lines().find_map(|line| line.strip_prefix("## "));
        let heading = heading.expect("the changelog has a section");
        let version = concat!(env!("CARGO_PKG_VERSION"), " - ");
        assert_eq!(heading.strip_prefix(version).unwrap_or(heading), DATE);
    }
}

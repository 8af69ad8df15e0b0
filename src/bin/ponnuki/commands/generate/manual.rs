//! The manual: a page for the program and one for each command.

use clap::Command;

use super::page;

/// A manual page.
#[derive(Debug)]
pub(super) struct Page {
    /// The name of the file.
    pub(super) file: String,
    /// The text, in the macros of `man`.
    pub(super) text: String,
}

/// Returns the pages of the program and of all its commands.
pub(super) fn pages(definition: Command) -> Vec<Page> {
    // The page of a command is the help on it.
    let mut definition = definition.disable_help_subcommand(true);
    definition.build();
    let mut pages = Vec::new();
    add(&definition, &[], &mut pages);
    pages
}

/// Adds the pages of a command, which follows its parents from the program on, and of
/// its subcommands.
fn add(command: &Command, parents: &[&Command], pages: &mut Vec<Page>) {
    pages.push(Page {
        file: format!("{}.1", page::name(command)),
        text: page::text(command, parents),
    });
    let line: Vec<_> = parents.iter().copied().chain([command]).collect();
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        add(subcommand, &line, pages);
    }
}

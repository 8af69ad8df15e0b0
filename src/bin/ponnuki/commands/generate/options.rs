//! The section of options, grouped by heading.

use std::error::Error;

use clap::{Arg, ArgAction, Command};
use roff::{Inline, Roff, bold, italic, roman};

use super::help::{joined, paragraphs};
use super::style;

/// Adds the visible arguments and options under the headings of the help.
pub(super) fn add(roff: &mut Roff, command: &Command) {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut groups: Vec<(Option<&str>, Vec<&Arg>)> = Vec::new();
    for arg in shown {
        let heading = heading(arg);
        match groups.iter_mut().find(|(other, _)| *other == heading) {
            Some((_, args)) => args.push(arg),
            None => groups.push((heading, vec![arg])),
        }
    }
    groups.sort_by_key(|(heading, _)| match heading {
        None => 0,
        Some(HELP) => 2,
        Some(_) => 1,
    });
    roff.control("SH", ["OPTIONS"]);
    for (heading, args) in groups {
        if let Some(heading) = heading {
            roff.control("SS", [heading]);
        }
        for arg in args {
            add_option(roff, arg);
        }
    }
}

/// The last heading, for --help and --version.
const HELP: &str = "Help";

fn heading(arg: &Arg) -> Option<&str> {
    match arg.get_id().as_str() {
        "help" | "version" => Some(HELP),
        _ => arg.get_help_heading(),
    }
}

/// Adds an option with its help, values and default.
fn add_option(roff: &mut Roff, arg: &Arg) {
    roff.control("TP", []);
    roff.text(header(arg));
    let values = value_names(arg);
    let help = arg.get_long_help().or(arg.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    for (index, paragraph) in paragraphs(&help).enumerate() {
        let mut text = joined(paragraph);
        if index == 0 {
            text.push_str(&notes(arg));
        } else {
            roff.control("IP", []);
        }
        roff.text(style::text(&text, &values));
    }
    add_values(roff, arg, &help);
}

/// Formats an option as it is typed, with the names of its values.
fn header(arg: &Arg) -> Vec<Inline> {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let longs = arg.get_long_and_visible_aliases().unwrap_or_default();
    let longs = longs.into_iter().map(|long| format!("--{long}"));
    let mut parts = Vec::new();
    for name in short.into_iter().chain(longs) {
        if !parts.is_empty() {
            parts.push(roman(", "));
        }
        parts.push(bold(name));
    }
    if takes_value(arg) {
        for name in arg.get_value_names().unwrap_or_default() {
            if !parts.is_empty() {
                parts.push(roman(" "));
            }
            parts.push(italic(name.as_str()));
        }
        if arg.is_positional() && matches!(arg.get_action(), ArgAction::Append) {
            parts.push(roman(" ..."));
        }
    }
    parts
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// Returns the capitalised names of an option's values: `FILE` and `DIR` for `FILE|DIR`.
fn value_names(arg: &Arg) -> Vec<&str> {
    let names = arg.get_value_names().unwrap_or_default().iter();
    let words = names.flat_map(|name| name.split(['|', ',', '[', ']', '/', '=']));
    words
        .filter(|word| word.chars().any(|letter| letter.is_ascii_uppercase()))
        .collect()
}

/// Returns the default, unless the help states it, and the range.
fn notes(arg: &Arg) -> String {
    let mut notes = String::new();
    if !takes_value(arg) {
        return notes;
    }
    let defaults = arg.get_default_values().iter();
    if !arg.is_hide_default_value_set() && defaults.len() > 0 {
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        notes = format!(" [default: {}]", defaults.join(" "));
    }
    if let Some(range) = range(arg) {
        notes = format!("{notes} [range: {range}]");
    }
    notes
}

/// Returns the range of a numeric option. clap does not expose it, so it is parsed from the
/// error about a number that is out of range.
fn range(arg: &Arg) -> Option<String> {
    let number = Arg::new("number").value_parser(arg.get_value_parser().clone());
    let command = Command::new("ponnuki").arg(number);
    let bounds = [0, i64::MAX].into_iter().find_map(|number| {
        let words = ["ponnuki".to_owned(), number.to_string()];
        let error = command.clone().try_get_matches_from(words).err()?;
        let reason = error.source()?.to_string();
        let (_, bounds) = reason.split_once(" is not in ")?;
        Some(bounds.to_owned())
    })?;
    let (least, most) = bounds.split_once("..")?;
    let most = most.trim_start_matches('=');
    let is_limit = [u32::MAX.into(), u64::MAX].contains(&most.parse().ok()?);
    Some(if is_limit {
        format!("{least} or more")
    } else {
        format!("{least} to {most}")
    })
}

/// Adds the values that the help lists, with their explanations. If it lists none, adds the
/// names that it does not mention.
fn add_values(roff: &mut Roff, arg: &Arg, help: &str) {
    if !takes_value(arg) {
        return;
    }
    let values = arg.get_possible_values();
    let shown: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
    let names: Vec<_> = shown.iter().map(|value| value.get_name()).collect();
    // The help shows numbers as a range.
    let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let is_mentioned = |name: &&str| is_number(name) || help.contains(*name);
    if arg.is_hide_possible_values_set() && names.iter().all(is_mentioned) {
        return;
    }
    if shown.iter().all(|value| value.get_help().is_none()) {
        if !names.is_empty() {
            roff.control("IP", []);
            roff.text([roman(format!("One of {}.", names.join(", ")))]);
        }
        return;
    }
    let longest = shown.iter().map(|value| value.get_name().len()).max();
    let indent = (longest.unwrap_or_default() + 2).to_string();
    roff.control("RS", []);
    for (index, value) in shown.iter().enumerate() {
        if index == 1 {
            // Suppresses empty lines between the values.
            roff.control("PD", ["0"]);
        }
        roff.control("TP", [indent.as_str()]);
        roff.text([bold(value.get_name())]);
        let help = value.get_help().map(ToString::to_string);
        roff.text(style::text(&joined(&help.unwrap_or_default()), &[]));
    }
    roff.control("PD", []);
    roff.control("RE", []);
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::builder::PossibleValue;

    #[test]
    fn the_values_of_an_option_are_set_apart() {
        let values = ["html", "text"].map(|name| PossibleValue::new(name).help("As a file"));
        let arg = Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .help("Write the page as FORMAT")
            .value_parser(values);
        let mut roff = Roff::new();
        add_option(&mut roff, &arg);
        let page = roff.render();
        assert!(page.contains(r"Write the page as \fIFORMAT\fR"), "{page}");
        // The indentation is the longest name and two blanks.
        assert_eq!(page.matches(".TP 6\n").count(), 2, "{page}");
    }
}

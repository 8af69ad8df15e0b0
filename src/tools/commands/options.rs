//! Tests that no option is silently ignored. For every pair of options of every subcommand,
//! either the pair is refused or both have their effect.
//!
//! A new option fails these tests until it has a sample in a table. Effects are compared in
//! the settings that the subcommand runs with, if these combine several options, and
//! otherwise in the parsed arguments.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Command as Definition, CommandFactory};
use ponnuki_core::rules::{Axis, AxisForm, Decides};

use super::{Cli, Command};
use crate::cli::failure::Failure;
use ponnuki_testing::{at_once, rows};

/// The options of the log, which all subcommands have.
const LOG: &str = "--verbose, --quiet, --log-file log.txt";

/// The options of a subcommand.
struct Table {
    /// The subcommand as typed.
    name: &'static str,
    /// The arguments that the subcommand needs, separated by commas.
    base: &'static str,
    rows: Vec<OptionSample>,
    /// Pairs of options, or of whole samples, that are refused.
    refused: Vec<(&'static str, &'static str)>,
}

/// An option with a sample value.
struct OptionSample {
    sample: &'static str,
    role: Role,
    /// Another option that this one needs, or nothing.
    with: &'static str,
}

/// How an option changes the settings.
#[derive(PartialEq, Eq)]
enum Role {
    /// The option changes the settings wherever it is accepted.
    Changes,
    /// The option names what applies anyway.
    Names,
    /// The option changes the settings, and replaces the arguments that are needed.
    Instead,
}

impl OptionSample {
    fn new(text: &'static str) -> Self {
        let (text, with) = text.split_once(" with ").unwrap_or((text, ""));
        let (sample, role) = match text.split_once(' ') {
            Some(("=", sample)) => (sample, Role::Names),
            Some(("!", sample)) => (sample, Role::Instead),
            _ => (text, Role::Changes),
        };
        Self { sample, role, with }
    }
}

/// Reads the tables of `options.txt`, which describes their form.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let text = include_str!("options.txt");
    let (head, tables) = text.split_once("\n\n").unwrap();
    // A line goes on after a comma at its end.
    let [head, mut tables] = [head, tables].map(|text| {
        let lines = text.split(",\n").map(str::trim_start);
        lines.collect::<Vec<_>>().join(", ")
    });
    let head = with_axes(&head);
    for (name, list) in head.lines().filter_map(|line| line.split_once(" = ")) {
        tables = tables.replace(name, list);
    }
    let (head, tables): (&'static str, &'static str) = (head.leak(), tables.leak());
    tables
        .split("\n\n")
        .map(|table| Table::new(table, head))
        .collect()
});

/// Replaces the lists of options that the table of axes has: with samples of all and of those that
/// decide the points, and without values.
fn with_axes(text: &str) -> String {
    let axes = || Axis::ALL.iter().filter(|axis| axis.option.is_some());
    let sample = |axis: &Axis| match axis.form {
        AxisForm::Flag(_) => format!("--{}", axis.key),
        AxisForm::Names(names) => {
            let last = names().last().map_or("", |(name, _)| *name);
            format!("--{} {last}", axis.key)
        }
    };
    let joined = |samples: Vec<String>| samples.join(", ");
    let of_points = axes().filter(|axis| axis.decides == Decides::Points);
    let options = axes().map(|axis| format!("--{}", axis.key));
    text.replace("$all-axes", &joined(axes().map(sample).collect()))
        .replace("$axes-of-points", &joined(of_points.map(sample).collect()))
        .replace("$axis-options", &joined(options.collect()))
}

/// Parses the arguments. Returns the settings that the program would run with, or the error.
fn settings(line: &str) -> Result<String, Failure> {
    let cli = Cli::read(line.split_whitespace())
        .inspect_err(|error| assert_eq!(error.exit_code(), 2, "{line}: {error}"))?;
    let own = match &cli.command {
        None => cli.gtp.effect(),
        Some(Command::Play(args)) => args.effect(),
        Some(Command::Match(args)) => args.effect()?,
        Some(Command::Analysis(args)) => args.effect(),
        Some(Command::Perft(args)) => args.effect()?,
        Some(command) => format!("{command:?}"),
    };
    Ok(format!("{own} {:?}", cli.log))
}

/// Returns the first word of a sample, which names the option.
fn option(sample: &str) -> &str {
    sample.split(' ').next().unwrap_or_default()
}

impl Table {
    /// Reads a table. The `head` of the file has what options exclude everywhere.
    fn new(text: &'static str, head: &'static str) -> Self {
        let (title, lines) = text.split_once('\n').unwrap_or((text, ""));
        let (name, base) = title.split_once(": ").unwrap_or((title, ""));
        let excluding = lines.lines().chain(head.lines());
        let refused = excluding.filter_map(|line| line.trim().split_once(" excludes "));
        let rows = lines.lines().filter(|line| !line.contains(" excludes "));
        let lists = rows.chain([LOG]).flat_map(|line| line.trim().split(", "));
        Self {
            name,
            base,
            rows: lists.map(OptionSample::new).collect(),
            refused: refused
                .flat_map(|(one, others)| others.split(", ").map(move |other| (one, other)))
                .collect(),
        }
    }

    /// Builds a command line from the samples of `given`. Adds the needs of the subcommand
    /// and of the `context`, unless the samples include them.
    fn line(&self, given: &[&OptionSample], context: &[&OptionSample]) -> String {
        let samples: Vec<_> = given.iter().map(|row| row.sample).collect();
        let replaces_base = given.iter().any(|row| row.role == Role::Instead);
        let base = self.base.split(", ").filter(|_| !replaces_base);
        let needed = context.iter().map(|row| row.with);
        let mut words = vec![self.name];
        for part in base.chain(needed).filter(|part| !part.is_empty()) {
            let is_given = samples.iter().any(|sample| option(sample) == option(part));
            if !is_given && !words.contains(&part) {
                words.push(part);
            }
        }
        words.extend(samples);
        words.join(" ")
    }

    /// Returns whether the table lists the pair as refused.
    fn refuses(&self, one: &OptionSample, other: &OptionSample) -> bool {
        let names =
            |name: &str, row: &OptionSample| row.sample == name || option(row.sample) == name;
        self.refused.iter().any(|(first, second)| {
            (names(first, one) && names(second, other))
                || (names(first, other) && names(second, one))
        })
    }
}

#[test]
fn every_option_is_in_a_table() {
    fn check(definition: &Definition, name: &str) {
        let table = TABLES.iter().find(|table| table.name == name);
        let table = table.unwrap_or_else(|| panic!("no table for {name}"));
        let mut known: Vec<_> = table.rows.iter().map(|row| option(row.sample)).collect();
        known.sort_unstable();
        known.dedup();
        let options = definition.get_arguments().filter_map(|arg| arg.get_long());
        let mut defined: Vec<_> = options
            .filter(|name| !matches!(*name, "help" | "version"))
            .map(|name| format!("--{name}"))
            .collect();
        defined.sort_unstable();
        assert_eq!(known, defined, "{name}");
        for subcommand in definition.get_subcommands() {
            if subcommand.get_name() != "help" {
                check(subcommand, &format!("{name} {}", subcommand.get_name()));
            }
        }
    }
    let mut definition = Cli::command();
    definition.build();
    check(&definition, "ponnuki");
}

#[test]
fn every_option_has_an_effect_of_its_own() {
    for table in TABLES.iter() {
        for row in table.rows.iter().filter(|row| row.role != Role::Names) {
            let with = table.line(&[row], &[row]);
            let without = table.line(&[], &[row]);
            assert_ne!(settings(&with).ok(), settings(&without).ok(), "{with}");
        }
    }
}

#[test]
fn a_pair_of_options_is_refused_or_both_have_their_effect() {
    let pairs = AtomicUsize::new(0);
    at_once(TABLES.iter(), |table| {
        let (mut rows, mut known) = (table.rows.iter(), HashMap::new());
        while let Some(one) = rows.next() {
            for other in rows.clone() {
                if option(one.sample) == option(other.sample) {
                    continue;
                }
                check_pair(table, one, other, &mut known);
                pairs.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let pairs = pairs.into_inner();
    assert!(pairs > 1000, "{pairs}");
}

/// Checks a pair. `known` keeps the settings of the lines that other pairs have, too.
fn check_pair(
    table: &Table,
    one: &OptionSample,
    other: &OptionSample,
    known: &mut HashMap<String, Option<String>>,
) {
    let context = [one, other];
    let line = table.line(&context, &context);
    match settings(&line) {
        Err(reason) => assert!(table.refuses(one, other), "{line}: {reason}"),
        Ok(both) => {
            assert!(!table.refuses(one, other), "{line} is accepted");
            for (kept, left_out) in [(one, other), (other, one)] {
                if left_out.role == Role::Names {
                    continue;
                }
                let alone = table.line(&[kept], &context);
                let alone = known
                    .entry(alone)
                    .or_insert_with_key(|line| settings(line).ok());
                assert_ne!(
                    alone.as_ref(),
                    Some(&both),
                    "{} is accepted and ignored: {line}",
                    left_out.sample
                );
            }
        }
    }
}

#[test]
fn only_options_of_the_log_stand_before_a_subcommand() {
    for [line, expected] in rows(
        "
        --komi 5 score game.sgf           | refused
        --gtp play                        | refused
        --playouts 5 play                 | refused
        -q --never-resign play            | refused
        match --json report a.jsonl       | refused
        -v play -q                        | refused
        -vv -q play                       | refused
        -q bench -v                       | refused
        -v score game.sgf                 | 1
        score game.sgf -v                 | 1
        --log-file log.txt match report a | 0
        -vv bench                         | 2
        bench -vv                         | 2
        -q bench                          | quiet
        bench -q                          | quiet
        -q match merge a --out b          | quiet
        ",
    ) {
        let line = format!("ponnuki {line}");
        let found = match Cli::read(line.split_whitespace()) {
            Err(_) => "refused".to_owned(),
            Ok(cli) if cli.log.quiet => "quiet".to_owned(),
            Ok(cli) => cli.log.verbose.to_string(),
        };
        assert_eq!(found, expected, "{line}");
    }
}

//! The table of commands.
//!
//! A command is defined by its row alone: the rows are in the files of their subjects,
//! next to the functions that carry the commands out.
//! `list_commands`, `known_command`, `help` and the tables of `src/manual/gtp.md` come
//! from the rows.

use std::sync::LazyLock;

use super::row::CommandRow;
use super::{
    admin, analysis, board, estimates, files, gui, handicap, moves, parameters, ruler, rules,
    scoring, servers, stones, time,
};

/// The subjects as `src/manual/gtp.md` calls them, each with its commands.
const SUBJECTS: [(&str, &[CommandRow]); 15] = [
    ("The program", admin::COMMANDS),
    ("The board and the position", board::COMMANDS),
    ("Handicap stones", handicap::COMMANDS),
    ("Moves", moves::COMMANDS),
    ("Stones, chains and eyes", stones::COMMANDS),
    ("Rules", rules::COMMANDS),
    ("The end of the game", scoring::COMMANDS),
    ("Estimates", estimates::COMMANDS),
    ("Analysis", analysis::COMMANDS),
    ("Files", files::COMMANDS),
    ("Time", time::COMMANDS),
    ("Parameters", parameters::COMMANDS),
    ("GoGui", gui::COMMANDS),
    ("The rules of GoGui's games", ruler::COMMANDS),
    ("Servers and match programs", servers::COMMANDS),
];

/// Every command, sorted by name.
pub(crate) static COMMANDS: LazyLock<Vec<&CommandRow>> = LazyLock::new(|| {
    let mut all: Vec<_> = SUBJECTS.into_iter().flat_map(|(_, rows)| rows).collect();
    all.sort_unstable_by_key(|row| row.name);
    all
});

pub(crate) fn find(name: &[u8]) -> Option<&'static CommandRow> {
    let index = COMMANDS.binary_search_by(|row| row.name.as_bytes().cmp(name));
    index.ok().map(|index| COMMANDS[index])
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn names_differ_and_are_found() {
        assert!(COMMANDS.is_sorted_by(|a, b| a.name < b.name));
        for row in COMMANDS.iter() {
            let found = find(row.name.as_bytes());
            assert_eq!(found.map(|found| found.name), Some(row.name));
        }
        assert!(find(b"PLAY").is_none());
        assert!(find(b"").is_none());
    }

    #[test]
    fn the_tables_of_the_documentation_are_those_of_the_rows() {
        let mut tables = String::new();
        for (subject, rows) in SUBJECTS {
            let _ = write!(
                tables,
                "\n### {subject}\n\n| command | answer or effect |\n|---|---|\n"
            );
            for row in rows {
                let usage = row.usage().replace('|', "\\|");
                let _ = writeln!(tables, "| `{usage}` | {} |", row.effect);
            }
        }
        let page = include_str!("../../manual/gtp.md").split("<!-- commands -->\n");
        let written = page.take(2).last().unwrap_or_default();
        assert!(
            written == tables,
            "src/manual/gtp.md needs these tables between its two marks:\n{tables}"
        );
    }
}

//! Diagrams of the tables in `../data/`, whose verdicts were found independently of this engine,
//! by a naive oracle, KataGo, GNU Go or published figures. Each entry names its source.

use serde_json::Value;

use crate::engine::Engine;
use crate::table::{list, number, text};

/// The letters of the columns in GTP, from the left.
pub(crate) const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The colours in GTP, with their letters in a diagram.
pub(crate) const COLORS: [(&str, char); 2] = [("black", 'X'), ("white", 'O')];

/// Returns the GTP colour for `X` or `O`.
pub(crate) fn color(letter: &str) -> &'static str {
    let named = COLORS.iter().find(|&&(_, own)| letter.starts_with(own));
    named.expect("X or O").0
}

/// Returns the width and height of an entry.
pub(crate) fn size(entry: &Value) -> [usize; 2] {
    [0, 1].map(|index| number(&entry["size"][index]))
}

/// Returns the rows of a diagram from the top.
pub(crate) fn rows(diagram: &Value) -> Vec<String> {
    let rows = list(diagram).iter();
    rows.map(|row| text(row).to_owned()).collect()
}

/// Returns the vertices marked with `letter` in a diagram, sorted.
pub(crate) fn vertices(rows: &[String], letter: char) -> Vec<String> {
    let mut vertices = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let columns = COLUMNS.chars().zip(row.chars());
        let shown = columns.filter(|&(_, c)| c == letter);
        vertices.extend(shown.map(|(column, _)| format!("{column}{}", rows.len() - index)));
    }
    vertices.sort();
    vertices
}

impl Engine {
    /// Puts the stones of a diagram on an empty board of its size.
    pub(crate) fn set_up(&mut self, rows: &[String]) {
        self.must(&format!("boardsize {} {}", rows[0].len(), rows.len()));
        let mut command = String::from("gogui-setup");
        for (color, letter) in COLORS {
            for vertex in vertices(rows, letter) {
                command.extend([" ", color, " ", &vertex]);
            }
        }
        self.must(&command);
    }

    /// Checks that a command lists the vertices with each colour's letter in a diagram.
    pub(crate) fn expect_listed(&mut self, command: &str, rows: &[String]) {
        for (color, letter) in COLORS {
            let answer = self.must(&format!("{command} {color}"));
            let mut listed: Vec<&str> = answer.split_whitespace().collect();
            listed.sort_unstable();
            assert_eq!(listed, vertices(rows, letter), "{command} {color}");
        }
    }

    /// Checks that the board equals the diagram.
    pub(crate) fn expect_board(&mut self, rows: &[String]) {
        self.expect_listed("list_stones", rows);
    }
}

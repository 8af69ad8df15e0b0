//! Tables of eyes and of life: `../data/eyes.json` has the true eyes among empty points under both
//! eye rules, and `../data/life.json` the unconditional life of both colours under every rule on
//! suicide.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{color, rows, size};
use crate::engine::Engine;
use crate::runner::trial;
use crate::table::{entries, text};

/// A table, each of whose entries is a trial under every rule.
struct Table {
    json: &'static str,
    /// The beginning of the names of the trials.
    kind: &'static str,
    /// The option that takes the rules.
    option: &'static str,
    /// The rules, each with the field of the table that holds its verdict.
    rules: &'static [(&'static str, &'static str)],
    check: fn(&mut Engine, &Value, &str),
}

const TABLES: [Table; 2] = [
    Table {
        json: include_str!("../data/eyes.json"),
        kind: "eye",
        option: "--eyes",
        rules: &[
            ("own-diagonals", "A_own_count"),
            ("enemy-diagonals", "B_enemy_count"),
        ],
        check: check_eye,
    },
    Table {
        json: include_str!("../data/life.json"),
        kind: "life",
        option: "--suicide",
        rules: &[
            ("forbidden", "suicide_forbidden"),
            ("multi-stone", "suicide_legal"),
            ("allowed", "suicide_legal"),
        ],
        check: check_life,
    },
];

/// Makes a trial for every entry and rule of the tables.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for table in &TABLES {
        for entry in entries(table.json) {
            for &(rule, field) in table.rules {
                let name = format!("{}::{rule}::{}", table.kind, text(&entry["id"]));
                let entry = entry.clone();
                trials.push(trial(name, move || {
                    let mut engine = Engine::start(&format!("{} {rule}", table.option));
                    (table.check)(&mut engine, &entry, field);
                    engine.end();
                }));
            }
        }
    }
    trials
}

/// Sets the position up, asks for the eyes and looks for the point among them.
fn check_eye(engine: &mut Engine, entry: &Value, field: &str) {
    let diagram = rows(&entry["diagram"]);
    assert_eq!([diagram[0].len(), diagram.len()], size(entry));
    engine.set_up(&diagram);
    let color = color(text(&entry["color"]));
    let answer = engine.must(&format!("ponnuki-eyes {color}"));
    let point = text(&entry["point"]);
    let is_listed = answer.split_whitespace().any(|vertex| vertex == point);
    let verdict = entry["verdict"][field].as_bool();
    assert_eq!(Some(is_listed), verdict, "{point}: the eyes are '{answer}'");
}

/// Sets the position up and compares what each colour cannot lose.
fn check_life(engine: &mut Engine, entry: &Value, field: &str) {
    engine.set_up(&rows(&entry["diagram"]));
    engine.expect_listed("ponnuki-pass_alive", &rows(&entry[field]));
}

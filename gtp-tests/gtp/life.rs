//! Tables of eyes and of life: `../data/eyes.json` has the true eyes among empty points under both
//! eye rules, and `../data/life.json` the unconditional life of both colours under every rule on
//! suicide.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{color, end, load, rows, setup, size, string, vertices};
use crate::engine::{Engine, ensure};

/// A table, each of whose entries is a trial under every rule.
struct Table {
    file: &'static str,
    /// The beginning of the names of the trials.
    kind: &'static str,
    /// The option that takes the rules.
    option: &'static str,
    /// The rules, each with the field of the table that holds its verdict.
    rules: &'static [(&'static str, &'static str)],
    check: fn(&mut Engine, &Value, &str) -> Result<(), String>,
}

const TABLES: [Table; 2] = [
    Table {
        file: "eyes.json",
        kind: "eye",
        option: "--eyes",
        rules: &[
            ("own-diagonals", "A_own_count"),
            ("enemy-diagonals", "B_enemy_count"),
        ],
        check: check_eye,
    },
    Table {
        file: "life.json",
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
///
/// # Errors
/// A report if a table cannot be read.
pub(crate) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for table in &TABLES {
        for entry in load(table.file)? {
            for &(rule, field) in table.rules {
                let name = format!("{}::{rule}::{}", table.kind, string(&entry, "id")?);
                let entry = entry.clone();
                let test = move || {
                    let mut engine = Engine::start(&[table.option, rule])?;
                    (table.check)(&mut engine, &entry, field)?;
                    Ok(end(engine)?)
                };
                trials.push(Trial::test(name, test));
            }
        }
    }
    Ok(trials)
}

/// Sets the position up, asks for the eyes and looks for the point among them.
fn check_eye(engine: &mut Engine, entry: &Value, field: &str) -> Result<(), String> {
    let verdict = entry["verdict"][field]
        .as_bool()
        .ok_or_else(|| format!("no verdict on {field}"))?;
    let (width, height) = size(entry)?;
    let diagram = rows(&entry["diagram"])?;
    let point = string(entry, "point")?;
    let color = color(string(entry, "color")?)?;
    engine.must(&format!("boardsize {width} {height}"))?;
    engine.must(&setup(&diagram))?;
    let answer = engine.must(&format!("ponnuki-eyes {color}"))?;
    let listed = answer.split_whitespace().any(|vertex| vertex == point);
    ensure(listed == verdict, || {
        format!("{point}: the eyes are '{answer}', expected {verdict}")
    })
}

/// Sets the position up and compares what each colour cannot lose.
fn check_life(engine: &mut Engine, entry: &Value, field: &str) -> Result<(), String> {
    let diagram = rows(&entry["diagram"])?;
    let areas = rows(&entry[field])?;
    let (width, height) = (diagram[0].len(), diagram.len());
    engine.must(&format!("boardsize {width} {height}"))?;
    engine.must(&setup(&diagram))?;
    for (color, letter) in [("black", 'X'), ("white", 'O')] {
        let answer = engine.must(&format!("ponnuki-pass_alive {color}"))?;
        let mut claimed: Vec<&str> = answer.split_whitespace().collect();
        claimed.sort_unstable();
        let expected = vertices(&areas, letter);
        ensure(claimed == expected, || {
            format!("{color}: {claimed:?}, not {expected:?}")
        })?;
    }
    Ok(())
}

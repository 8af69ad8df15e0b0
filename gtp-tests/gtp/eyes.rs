//! `../data/eyes.json`: the true eyes among empty points, under both eye rules.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{color, end, load, rows, setup, size, string};
use crate::engine::Engine;

/// The eye rules, each with the name of its definition in the table.
const RULES: [(&str, &str); 2] = [
    ("own-diagonals", "A_own_count"),
    ("enemy-diagonals", "B_enemy_count"),
];

/// Makes a trial for every entry and eye rule.
///
/// # Errors
/// A report if the table cannot be read.
pub(crate) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for entry in load("eyes.json")? {
        for (rule, definition) in RULES {
            let name = format!("eye::{rule}::{}", string(&entry, "id")?);
            let entry = entry.clone();
            trials.push(Trial::test(name, move || {
                Ok(check(&entry, rule, definition)?)
            }));
        }
    }
    Ok(trials)
}

/// Sets the position up, asks for the eyes and looks for the point among them.
fn check(entry: &Value, rule: &str, definition: &str) -> Result<(), String> {
    let verdict = entry["verdict"][definition]
        .as_bool()
        .ok_or_else(|| format!("no verdict on {definition}"))?;
    let (width, height) = size(entry)?;
    let diagram = rows(&entry["diagram"])?;
    let point = string(entry, "point")?;
    let color = color(string(entry, "color")?)?;
    let mut engine = Engine::start(&["--eyes", rule])?;
    engine.must(&format!("boardsize {width} {height}"))?;
    engine.must(&setup(&diagram))?;
    let answer = engine.must(&format!("ponnuki-eyes {color}"))?;
    let listed = answer.split_whitespace().any(|vertex| vertex == point);
    if listed != verdict {
        return Err(format!(
            "{point}: the eyes are '{answer}', expected {verdict}"
        ));
    }
    end(engine)
}

//! `../data/life.json`: the unconditional life of both colours, under every rule on suicide.

use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::{end, load, rows, setup, string, vertices};
use crate::engine::{Engine, ensure};

/// The values of `--suicide`, each with the field of the table that holds the areas.
const RULES: [(&str, &str); 3] = [
    ("forbidden", "suicide_forbidden"),
    ("multi-stone", "suicide_legal"),
    ("allowed", "suicide_legal"),
];

/// Makes a trial for every entry and rule on suicide.
///
/// # Errors
/// A report if the table cannot be read.
pub(crate) fn trials() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for entry in load("life.json")? {
        for (suicide, areas) in RULES {
            let name = format!("life::{suicide}::{}", string(&entry, "id")?);
            let entry = entry.clone();
            trials.push(Trial::test(name, move || {
                Ok(check(&entry, suicide, areas)?)
            }));
        }
    }
    Ok(trials)
}

/// Sets the position up and compares what each colour cannot lose.
fn check(entry: &Value, suicide: &str, areas: &str) -> Result<(), String> {
    let diagram = rows(&entry["diagram"])?;
    let areas = rows(&entry[areas])?;
    let (width, height) = (diagram[0].len(), diagram.len());
    let mut engine = Engine::start(&["--suicide", suicide])?;
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
    end(engine)
}

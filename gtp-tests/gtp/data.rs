//! The tables in `../data/`: positions whose verdicts were found independently of this engine, by
//! a naive oracle, KataGo, GNU Go or published figures. Each entry names its source.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::engine::{Engine, ensure};

/// The letters of the columns in GTP, from the left.
pub(crate) const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Reads a JSON list from `../data/`.
///
/// # Errors
/// A report if the file is missing or not a list.
pub(crate) fn load(name: &str) -> Result<Vec<Value>, String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/data");
    let path = data.join(name);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    match serde_json::from_str(&text) {
        Ok(Value::Array(entries)) => Ok(entries),
        Ok(_) => Err(format!("{name} is not a list")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// Returns the string in a field.
///
/// # Errors
/// A report that names the field.
pub(crate) fn string<'a>(entry: &'a Value, field: &str) -> Result<&'a str, String> {
    entry[field]
        .as_str()
        .ok_or_else(|| format!("no string '{field}' in {entry}"))
}

/// Returns the whole number in a field.
///
/// # Errors
/// A report that names the field.
pub(crate) fn number(entry: &Value, field: &str) -> Result<i64, String> {
    entry[field]
        .as_i64()
        .ok_or_else(|| format!("no number '{field}' in {entry}"))
}

/// Returns the GTP colour for `X` or `O`.
///
/// # Errors
/// A report that quotes any other letter.
pub(crate) fn color(letter: &str) -> Result<&'static str, String> {
    match letter {
        "X" => Ok("black"),
        "O" => Ok("white"),
        other => Err(format!("not a colour: {other}")),
    }
}

/// Returns the width and height of an entry.
///
/// # Errors
/// A report if they are missing.
pub(crate) fn size(entry: &Value) -> Result<(u64, u64), String> {
    let sides = (entry["size"][0].as_u64(), entry["size"][1].as_u64());
    let (Some(width), Some(height)) = sides else {
        return Err(format!("no size in {entry}"));
    };
    Ok((width, height))
}

/// Returns the rows of a diagram from the top.
///
/// # Errors
/// A report if a row is not a string.
pub(crate) fn rows(diagram: &Value) -> Result<Vec<String>, String> {
    let rows = diagram.as_array().ok_or("no diagram")?;
    let text = |row: &Value| {
        row.as_str()
            .map(str::to_owned)
            .ok_or("a row is not a string")
    };
    Ok(rows.iter().map(text).collect::<Result<_, _>>()?)
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

/// Returns the command that puts the stones of a diagram on an empty board.
pub(crate) fn setup(rows: &[String]) -> String {
    let mut command = String::from("gogui-setup");
    for (stone, letter) in [("b", 'X'), ("w", 'O')] {
        for vertex in vertices(rows, letter) {
            command.extend([" ", stone, " ", &vertex]);
        }
    }
    command
}

/// Checks that the engine's board equals the diagram.
///
/// # Errors
/// A report of both if they differ.
pub(crate) fn expect_board(engine: &mut Engine, rows: &[String]) -> Result<(), String> {
    for (color, letter) in [("black", 'X'), ("white", 'O')] {
        let answer = engine.must(&format!("list_stones {color}"))?;
        let mut stones: Vec<&str> = answer.split_whitespace().collect();
        stones.sort_unstable();
        let expected = vertices(rows, letter);
        if stones != expected {
            return Err(format!("list_stones {color}: {stones:?}, not {expected:?}"));
        }
    }
    Ok(())
}

/// Checks that a command succeeds with exactly this text.
///
/// # Errors
/// A report of both texts if they differ.
pub(crate) fn expect(engine: &mut Engine, command: &str, text: &str) -> Result<(), String> {
    let answer = engine.must(command)?;
    ensure(answer == text, || {
        format!("{command}: got '{answer}', expected '{text}'")
    })
}

/// Closes the engine and checks its exit status.
///
/// # Errors
/// A report if the status is not 0.
pub(crate) fn end(engine: Engine) -> Result<(), String> {
    let ended = engine.finish()?;
    ensure(ended.status.success(), || {
        format!("{}\nlog: {}", ended.status, ended.log)
    })
}

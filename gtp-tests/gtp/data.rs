//! Tests made from the tables in `data/`: positions whose verdicts were worked out independently
//! of this engine (a naive oracle, KataGo, GNU Go, published figures; each entry says which).

use std::fs;

use serde_json::Value;

use crate::engine::{Engine, ensure, home};

/// Reads a JSON list from `data/`.
///
/// # Errors
/// A sentence when the file is missing or is no list.
pub(crate) fn load(name: &str) -> Result<Vec<Value>, String> {
    let path = home().join("../data").join(name);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    match serde_json::from_str(&text) {
        Ok(Value::Array(entries)) => Ok(entries),
        Ok(_) => Err(format!("{name} is no list")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The string in a field.
///
/// # Errors
/// A sentence that names the field.
pub(crate) fn string<'a>(entry: &'a Value, field: &str) -> Result<&'a str, String> {
    entry[field]
        .as_str()
        .ok_or_else(|| format!("no string '{field}' in {entry}"))
}

/// The whole number in a field.
///
/// # Errors
/// A sentence that names the field.
pub(crate) fn number(entry: &Value, field: &str) -> Result<i64, String> {
    entry[field]
        .as_i64()
        .ok_or_else(|| format!("no number '{field}' in {entry}"))
}

/// The GTP colour for `X` or `O`.
///
/// # Errors
/// A sentence that quotes anything else.
pub(crate) fn color(letter: &str) -> Result<&'static str, String> {
    match letter {
        "X" => Ok("black"),
        "O" => Ok("white"),
        other => Err(format!("no colour: {other}")),
    }
}

/// Width and height of an entry.
///
/// # Errors
/// A sentence when they are missing.
pub(crate) fn size(entry: &Value) -> Result<(u64, u64), String> {
    let sides = (entry["size"][0].as_u64(), entry["size"][1].as_u64());
    let (Some(width), Some(height)) = sides else {
        return Err(format!("no size in {entry}"));
    };
    Ok((width, height))
}

/// The rows of a diagram, the top one first.
///
/// # Errors
/// A sentence when a row is no string.
pub(crate) fn rows(diagram: &Value) -> Result<Vec<String>, String> {
    let rows = diagram.as_array().ok_or("no diagram")?;
    let text = |row: &Value| row.as_str().map(str::to_owned).ok_or("no row");
    Ok(rows.iter().map(text).collect::<Result<_, _>>()?)
}

/// The vertices that show `letter` in a diagram, sorted.
pub(crate) fn vertices(rows: &[String], letter: char) -> Vec<String> {
    let mut vertices = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars();
        let shown = columns.zip(row.chars()).filter(|&(_, c)| c == letter);
        vertices.extend(shown.map(|(column, _)| format!("{column}{}", rows.len() - index)));
    }
    vertices.sort();
    vertices
}

/// Checks that the engine's board is the diagram.
///
/// # Errors
/// A sentence with both when it is not.
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
/// A sentence with both when it does not.
pub(crate) fn expect(engine: &mut Engine, command: &str, text: &str) -> Result<(), String> {
    let answer = engine.must(command)?;
    ensure(answer == text, || {
        format!("{command}: got '{answer}', expected '{text}'")
    })
}

/// Closes the engine and checks that it ended well.
///
/// # Errors
/// A sentence when it did not.
pub(crate) fn end(engine: Engine) -> Result<(), String> {
    let ended = engine.finish()?;
    ensure(ended.status.success(), || {
        format!("{}\nlog: {}", ended.status, ended.log)
    })
}

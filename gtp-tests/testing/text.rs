//! Checks of strings, and tables of tests as text, a row a line.

#[track_caller]
pub fn assert_contains(text: &str, words: &str) {
    assert!(text.contains(words), "{words:?} is missing in:\n{text}");
}

#[track_caller]
pub fn assert_starts(text: &str, words: &str) {
    assert!(text.starts_with(words), "{words:?} does not begin:\n{text}");
}

#[track_caller]
pub fn assert_ends(text: &str, words: &str) {
    assert!(text.ends_with(words), "{words:?} does not end:\n{text}");
}

/// Returns the rows of a table, whose columns are divided by ` |`. Blanks around a cell are
/// no part of it.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| {
        let cells: Vec<_> = line.split(" |").map(str::trim).collect();
        let cells = cells.try_into();
        cells.unwrap_or_else(|cells| panic!("not {N} cells: {cells:?}"))
    })
}

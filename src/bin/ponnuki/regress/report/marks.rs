//! Finds point names in commands, patterns and answers.

use ponnuki::board::{BoardSize, PointSet};

/// Returns the points named in a string as whole words. A pattern like `[A-C]1` may match more.
pub(super) fn points_in(text: &str, size: BoardSize) -> PointSet {
    let mut points = PointSet::EMPTY;
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        if let Some(point) = size.point_named(word) {
            points.insert(point);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_are_found() {
        let size = BoardSize::square(9).unwrap();
        for (text, names) in [
            ("", ""),
            ("C3|d4", "C3 D4"),
            ("1 (J9|A1) C2.*", "A1 C2 J9"),
            ("A10 I1 K1 A0 AA1 A1b 7 C", ""),
            ("PASS|resign", ""),
            ("D[34]", ""),
        ] {
            let found: Vec<_> = points_in(text, size)
                .into_iter()
                .map(|point| size.coordinates(point).to_string())
                .collect();
            let mut expected: Vec<_> = names.split_ascii_whitespace().collect();
            expected.sort_by_key(|name| size.point_named(name));
            assert_eq!(found, expected, "{text}");
        }
    }
}

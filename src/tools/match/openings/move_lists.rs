//! Lists of moves, one opening per line.

use std::path::Path;

use super::reading::{OpeningReader, unfit};
use crate::cli::failure::Failure;
use ponnuki_core::board::{BoardSize, Color, Coordinates};
use ponnuki_core::game::{Move, Start};

/// Reads a list of moves. `file` is its path in errors, and `source` its name in the
/// records of games.
pub(super) fn read(
    text: &str,
    file: &Path,
    source: &str,
    reading: &mut OpeningReader,
) -> Result<(), Failure> {
    // Editors on Windows may write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.split('#').next().unwrap_or_default();
        let unfit = unfit(format!("{}, line {number}", file.display()));
        let moves = moves(content, reading.size).map_err(&unfit)?;
        if moves.is_empty() {
            continue;
        }
        let colors = [Color::Black, Color::White].into_iter().cycle();
        reading
            .add(
                format!("{source}:{number}"),
                Start::default(),
                colors.zip(moves),
            )
            .map_err(unfit)?;
    }
    Ok(())
}

fn moves(line: &str, size: BoardSize) -> Result<Vec<Move>, Failure> {
    let words = (1..).zip(line.split_whitespace());
    let moves: Vec<Move> = words
        .map(|(number, word)| read_move(number, word, size))
        .collect::<Result<_, _>>()?;
    let passes = moves.windows(2).position(|pair| pair == [Move::Pass; 2]);
    match passes {
        Some(at) if at + 2 < moves.len() => Err(Failure::new(format_args!(
            "the game is over before move {}",
            at + 3
        ))),
        _ => Ok(moves),
    }
}

/// Parses the move with this number: a point, or `pass` in any case.
fn read_move(number: usize, word: &str, size: BoardSize) -> Result<Move, Failure> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let at: Coordinates = word.parse().map_err(|_| {
        Failure::new(format_args!(
            "move {number}, {word:?}, is neither a point such as D4 nor pass"
        ))
    })?;
    let point = size.point(at).ok_or_else(|| {
        Failure::new(format_args!(
            "move {number}, {at}, lies off the board of {size}"
        ))
    })?;
    Ok(Move::Play(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::rules::Rules;

    /// Reads a list for 9x9 and returns the lines as `from: moves`, or the line and
    /// the reason of an error.
    fn read_text(text: &str) -> Result<Vec<String>, String> {
        let size = BoardSize::square(9).unwrap();
        let mut reading = OpeningReader::new(size, Rules::default());
        read(text, Path::new("list"), "list", &mut reading).map_err(|fault| fault.to_string())?;
        let lines = reading.finish().into_iter().map(|line| {
            let names: Vec<_> = line.moves.iter().map(|action| action.name(size)).collect();
            format!("{} {}", line.from, names.join(" "))
        });
        Ok(lines.collect())
    }

    #[test]
    fn a_line_is_an_opening() {
        let text = "\u{feff}# openings\r\n\r\nE5 c3\tG7 # the centre\r\n   \nD04 PASS E6\nJ9#\n#A1";
        assert_eq!(
            read_text(text).unwrap(),
            ["list:3 E5 C3 G7", "list:5 D4 pass E6", "list:6 J9"]
        );
        assert_eq!(read_text("").unwrap(), [""; 0]);
    }

    #[test]
    fn faults_name_the_line_and_the_move() {
        for (text, reason) in [
            ("E5\nE5 K1", "2: move 2, K1, lies off the board of 9x9"),
            ("E5 I5", "1: move 2, \"I5\", is neither a point"),
            ("E5,C3", "1: move 1, \"E5,C3\", is neither a point"),
            ("B E5", "1: move 1, \"B\", is neither a point"),
            ("E5 E5", "1: move 2, E5, is illegal: "),
            ("A2 J9 B1 A1", "1: move 4, A1, is illegal: "),
            ("E5 pass pass", "1: the game is over after it"),
            ("E5 pass pass C3", "1: the game is over before move 4"),
        ] {
            let error = read_text(text).unwrap_err();
            let (line, reason) = reason.split_once(": ").unwrap();
            let expected = format!("list, line {line} cannot be an opening: {reason}");
            assert!(error.starts_with(&expected), "{text}: {error}");
        }
    }
}

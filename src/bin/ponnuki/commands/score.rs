//! `ponnuki score`: the count of a position. `ponnuki play` shows the same report
//! at the end of a game.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use ponnuki::sgf::{self, SgfError, Unstated};
use ponnuki::{Area, Color, Coordinates, Game, Outcome, Point, PointSet};

use crate::failure::Failure;
use crate::terminal;
use ponnuki::drawing::{Glyph, TextBoard};

/// The options of `ponnuki score`.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// The game record
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Dead stones, one for each region, as in D4,Q16
    ///
    /// Marking a stone marks all stones of its colour that are connected to it
    /// through stones of that colour and empty points.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(super) dead: Vec<Coordinates>,
}

/// Why a file cannot be scored.
#[derive(Debug)]
enum ScoreError {
    /// The file cannot be read as a game.
    Sgf(SgfError),
    /// There is no stone to mark on this point.
    NoStone(Coordinates),
    /// The report cannot be written.
    Output(io::Error),
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sgf(error) => error.fmt(f),
            Self::NoStone(at) => write!(f, "there is no stone on {at} to mark dead"),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl Error for ScoreError {}

/// Prints the count of the file's position.
///
/// # Errors
/// When the file cannot be read or marked, or the output fails.
pub(crate) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let output = io::stdout().lock();
    score(args, terminal::text_board(), output).map_err(|error| match error {
        ScoreError::Output(error) => Failure::Stream(error),
        error => Failure::file("score", &args.file)(error),
    })
}

/// Reads the file, marks the dead regions, and prints the count.
///
/// # Errors
/// [`ScoreError`]; nothing is printed unless the output fails.
fn score(args: &ScoreArgs, view: TextBoard, mut output: impl Write) -> Result<(), ScoreError> {
    let mut game =
        sgf::read_file(&args.file, None, &Unstated::default()).map_err(ScoreError::Sgf)?;
    for &at in &args.dead {
        game.size()
            .point(at)
            .and_then(|point| game.mark_dead(point))
            .ok_or(ScoreError::NoStone(at))?;
    }
    report(&game, view, &mut output)
        .and_then(|()| output.flush())
        .map_err(ScoreError::Output)
}

/// Prints the final diagram, the parts of the score and, last, the result.
///
/// # Errors
/// When the output fails.
pub(crate) fn report(game: &Game, view: TextBoard, output: &mut impl Write) -> io::Result<()> {
    let area = game.area();
    let diagram = view.draw(game.size(), None, |point| owner(game, &area, point));
    let legend = legend(view, game.dead(), "territory", "shared");
    writeln!(output, "{diagram}{legend}")?;
    if let Some(note) = how_it_ended(game) {
        writeln!(output, "{note}")?;
    }
    let half = match area.neutral.len() {
        0 => String::new(),
        shared => format!(", half of {shared} shared"),
    };
    for color in Color::BOTH {
        let points = area.points()[color];
        let stones = (area[color] & game.board().stones(color)).len();
        let territory = area[color].len() - stones;
        writeln!(
            output,
            "{color}: {points} (stones {stones}, territory {territory}{half})"
        )?;
    }
    if !game.dead().is_empty() {
        writeln!(output, "dead: {}", game.dead().names(game.size()))?;
    }
    writeln!(output, "komi: {}", game.komi())?;
    let bonus = game.rules().handicap_bonus.points(game.start().handicap);
    if bonus > 0 {
        writeln!(output, "white's points for handicap stones: {bonus}")?;
    }
    writeln!(output, "result: {}", game.score())
}

/// Returns a line that explains the marks of a diagram with these dead stones.
pub(crate) fn legend(view: TextBoard, dead: &PointSet, territory: &str, empty: &str) -> String {
    let [stones, dead_stones, owned] = [Glyph::Stone, Glyph::Dead, Glyph::Territory]
        .map(|glyph: fn(Color) -> Glyph| Color::BOTH.map(glyph));
    let mut entries: Vec<(&[Glyph], &str)> = vec![(&stones, "stones")];
    if !dead.is_empty() {
        entries.push((&dead_stones, "dead stones"));
    }
    entries.extend([(&owned[..], territory), (&[Glyph::Empty], empty)]);
    view.legend(&entries)
}

/// Returns the mark of a point in the final diagram.
fn owner(game: &Game, area: &Area, point: Point) -> Glyph {
    let color = Color::BOTH
        .into_iter()
        .find(|&color| area[color].contains(point));
    match (color, game.board().at(point)) {
        (Some(color), Some(stone)) if stone == color => Glyph::Stone(color),
        (Some(_), Some(stone)) => Glyph::Dead(stone),
        (Some(color), None) => Glyph::Territory(color),
        (None, _) => Glyph::Empty,
    }
}

/// Returns a remark on a game that did not end with two passes.
fn how_it_ended(game: &Game) -> Option<String> {
    match game.outcome() {
        Some(Outcome::TwoPasses) => None,
        Some(Outcome::Resignation { winner }) => {
            Some(format!("{} resigned; counted as it stands", !winner))
        }
        Some(Outcome::NoResult { repeats }) => Some(format!(
            "no result: the position after move {repeats} was repeated; counted as it stands"
        )),
        None => Some("the game is not over; counted as it stands".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: TextBoard = TextBoard { colors: false };

    fn args(file: PathBuf, dead: &[&str]) -> ScoreArgs {
        ScoreArgs {
            file,
            dead: dead.iter().map(|name| name.parse().unwrap()).collect(),
        }
    }

    fn printed(game: &Game) -> String {
        let mut output = Vec::new();
        report(game, PLAIN, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn game(text: &str) -> Game {
        sgf::read(text.as_bytes(), None).unwrap()
    }

    #[test]
    fn the_report_shows_the_owner_of_each_point() {
        // Black holds columns A and B, White D and E, column C is shared but for
        // Black's stone at C1, and White's stone at A1 is dead.
        let mut game =
            game("(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][ae]PL[B];B[];W[])");
        let stone = game.size().point_named("A1").unwrap();
        game.mark_dead(stone).unwrap();
        assert_eq!(
            printed(&game),
            "   A B C D E
 5 x X . O o 5
 4 x X . O o 4
 3 x X . O o 3
 2 x X . O o 2
 1 @ X . O o 1
   A B C D E
X O stones, # @ dead stones, x o territory, . shared
black: 12.5 (stones 5, territory 5, half of 5 shared)
white: 12.5 (stones 5, territory 5, half of 5 shared)
dead: A1
komi: 0.5
result: W+0.5
"
        );
    }

    #[test]
    fn handicap_stones_and_resignation_are_reported() {
        let report = printed(&game(
            "(;SZ[9]HA[2]AB[cg][gc]RU[Chinese]RE[B+R]KM[0];W[ee])",
        ));
        assert!(
            report.contains("white resigned; counted as it stands\n"),
            "{report}"
        );
        assert!(report.contains("handicap stones: 2\n"), "{report}");
        assert!(report.ends_with("result: W+1\n"), "{report}");
    }

    #[test]
    fn an_unfinished_game_is_counted_too() {
        let report = printed(&game("(;SZ[3]KM[1];B[bb])"));
        assert!(report.contains("not over"), "{report}");
        assert!(
            report.contains("black: 9 (stones 1, territory 8)\n"),
            "{report}"
        );
        assert!(report.ends_with("komi: 1\nresult: B+8\n"), "{report}");
    }

    #[test]
    fn files_and_marks_that_fail_print_nothing() {
        let mut output = Vec::new();
        assert!(matches!(
            score(&args("no/such/file.sgf".into(), &[]), PLAIN, &mut output),
            Err(ScoreError::Sgf(SgfError::File(_)))
        ));
        let file = std::env::temp_dir().join(format!("ponnuki-score-{}.sgf", std::process::id()));
        std::fs::write(&file, "(;SZ[3]KM[1];B[bb])").unwrap();
        for name in ["A1", "Z25"] {
            let result = score(&args(file.clone(), &[name]), PLAIN, &mut output);
            assert_eq!(
                result.unwrap_err().to_string(),
                format!("there is no stone on {name} to mark dead")
            );
        }
        assert!(output.is_empty());
        score(&args(file.clone(), &["B2"]), PLAIN, &mut output).unwrap();
        assert!(
            String::from_utf8(output)
                .unwrap()
                .ends_with("dead: B2\nkomi: 1\nresult: W+1\n")
        );
        std::fs::remove_file(file).unwrap();
    }
}

//! `ponnuki estimate`: the likely owner of each point of a position.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ponnuki::estimate::{ChainStatus, Estimate, EstimateOptions, EstimatePolicy, First};
use ponnuki::files::write_whole;
use ponnuki::sgf::{self, SgfError, Unstated};
use ponnuki::{Color, Game, Move, Point, PointSet};

use super::score::legend;
use crate::args::LogArgs;
use crate::failure::Failure;
use crate::outputs::{self, Clash};
use crate::terminal;
use ponnuki::drawing::{Glyph, Picture, Symbol, TextBoard};

/// The ownership at and above which a point is shown as territory.
const LIKELY: f64 = 0.5;

/// The options of `ponnuki estimate`.
#[derive(Debug, Args)]
pub(crate) struct EstimateArgs {
    /// The game record
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Use the position after N moves instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<usize>,
    /// Also write an SVG picture to FILE
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    playouts: u64,
    /// Seed of the playouts; the same seed gives the same picture
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Playout policy: tactical answers ataris and keeps sekis, uniform plays at random
    #[arg(long, value_name = "POLICY", default_value = "tactical")]
    policy: PolicyChoice,
}

/// The values of --policy.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PolicyChoice {
    /// Answers ataris, and avoids self-atari of two or more stones
    Tactical,
    /// Plays uniformly at random
    Uniform,
}

impl EstimateArgs {
    /// Returns the options of the estimate.
    const fn options(&self) -> EstimateOptions {
        EstimateOptions {
            playouts: self.playouts,
            seed: self.seed,
            first: First::Natural,
            policy: match self.policy {
                PolicyChoice::Tactical => EstimatePolicy::Tactical,
                PolicyChoice::Uniform => EstimatePolicy::Uniform,
            },
        }
    }
}

/// Why a position cannot be estimated.
#[derive(Debug)]
pub(crate) enum EstimateError {
    /// The file cannot be read as a game.
    Sgf(SgfError),
    /// The game has fewer moves than `--move`.
    TooFewMoves {
        /// The number of moves in the game.
        moves: usize,
    },
    /// The picture would overwrite the game record or the log.
    Clash(Clash),
    /// The picture cannot be written.
    Svg(PathBuf, io::Error),
    /// The report cannot be written.
    Output(io::Error),
}

impl fmt::Display for EstimateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sgf(error) => error.fmt(f),
            Self::Clash(error) => error.fmt(f),
            Self::TooFewMoves { moves } => write!(f, "the game has only {moves} moves"),
            Self::Svg(_, error) | Self::Output(error) => error.fmt(f),
        }
    }
}

impl Error for EstimateError {}

/// Prints the estimate of the file's position.
///
/// # Errors
/// When the file cannot be read or has too few moves, or an output fails or would
/// overwrite the file.
pub(crate) fn run(args: &EstimateArgs, log: &LogArgs) -> Result<(), Failure> {
    let output = io::stdout().lock();
    let outputs = [
        ("--svg", args.svg.as_deref()),
        ("--log-file", log.log_file.as_deref()),
    ];
    let checked = outputs::check([args.file.as_path()], &outputs).map_err(EstimateError::Clash);
    let done = checked.and_then(|()| estimate(args, terminal::text_board(), output));
    done.map_err(|error| match error {
        EstimateError::Output(error) => Failure::Stream(error),
        EstimateError::Svg(path, error) => Failure::file("write", &path)(error),
        error => Failure::file("estimate", &args.file)(error),
    })
}

/// Reads the file, estimates its position, writes the picture of `--svg`, and
/// prints the report.
///
/// # Errors
/// [`EstimateError`]; nothing is printed unless the output fails.
fn estimate(
    args: &EstimateArgs,
    view: TextBoard,
    mut output: impl Write,
) -> Result<(), EstimateError> {
    let game = position(&args.file, args.after)?;
    let estimate = Estimate::new(&game, &args.options());
    if let Some(path) = &args.svg {
        let svg = picture(&game, &estimate).svg() + "\n";
        write_whole(path, &svg).map_err(|error| EstimateError::Svg(path.clone(), error))?;
    }
    report(&game, &estimate, view, &mut output)
        .and_then(|()| output.flush())
        .map_err(EstimateError::Output)
}

/// Reads the position of a game record after this number of moves, or the last one.
///
/// # Errors
/// When the file cannot be read or has too few moves.
pub(crate) fn position(file: &Path, after: Option<usize>) -> Result<Game, EstimateError> {
    let until = after.map(|moves| moves.saturating_add(1));
    let game = sgf::read_file(file, until, &Unstated::default()).map_err(EstimateError::Sgf)?;
    let moves = game.turns().len();
    if after.is_some_and(|after| after > moves) {
        return Err(EstimateError::TooFewMoves { moves });
    }
    Ok(game)
}

/// Draws the position shaded by ownership. Dead stones are crossed out, seki
/// candidates have a triangle, and the last move has a circle.
fn picture(game: &Game, estimate: &Estimate) -> Picture {
    let title = format!("{}, {}", place(game), summary(estimate));
    let mut picture = Picture::of(game.board()).title(title).with_coordinates();
    for point in game.size().iter() {
        picture = picture.shade(point, estimate.ownership(point));
    }
    let marks = [
        (ChainStatus::Dead, Symbol::Cross),
        (ChainStatus::Seki, Symbol::Triangle),
    ];
    for (status, mark) in marks {
        for stone in estimate.stones(status) {
            picture = picture.mark(stone, mark);
        }
    }
    match last_point(game) {
        Some(last) => picture.mark(last, Symbol::Circle),
        None => picture,
    }
}

/// Returns the point of the last move, unless it was a pass.
fn last_point(game: &Game) -> Option<Point> {
    match game.turns().last()?.action {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

/// Prints the board with the likely owner of each point.
///
/// # Errors
/// When the output fails.
pub(crate) fn show(
    game: &Game,
    estimate: &Estimate,
    view: TextBoard,
    output: &mut impl Write,
) -> io::Result<()> {
    let diagram = view.draw_shaded(
        game.size(),
        last_point(game),
        |point| glyph(game, estimate, point),
        |point| estimate.ownership(point),
    );
    let legend = legend(view, &estimate.dead(), "likely territory", "undecided");
    writeln!(output, "{diagram}{legend}")?;
    if view.colors {
        writeln!(output, "blue wood is likely black's, red wood white's")?;
    }
    Ok(())
}

/// Prints the board, the ownership of every point, and a summary.
fn report(
    game: &Game,
    estimate: &Estimate,
    view: TextBoard,
    output: &mut impl Write,
) -> io::Result<()> {
    let size = game.size();
    show(game, estimate, view, output)?;
    writeln!(output, "ownership in percent, positive for black:")?;
    for row in (0..size.height()).rev() {
        write!(output, "{:2}", row + 1)?;
        for point in size.row(row) {
            let percent = (100.0 * estimate.ownership(point)).round() as i32;
            write!(output, "{percent:5}")?;
        }
        writeln!(output)?;
    }
    writeln!(output, "{}", place(game))?;
    for (name, status) in [
        ("dead", ChainStatus::Dead),
        ("seki candidates", ChainStatus::Seki),
    ] {
        writeln!(output, "{name}: {}", listed(game, &estimate.stones(status)))?;
    }
    for color in Color::BOTH {
        let life = estimate.pass_alive()[color].points();
        writeln!(output, "{color} cannot lose: {} points", life.len())?;
    }
    let counted = game.score_of(estimate.area().margin());
    writeln!(output, "counted now without the dead stones: {counted}")?;
    writeln!(output, "{}", summary(estimate))
}

/// Describes the place of the position in the game.
fn place(game: &Game) -> String {
    match game.turns().len() {
        0 => format!("at the start, {} to move", game.to_move()),
        moves => format!("after move {moves}, {} to move", game.to_move()),
    }
}

/// Sums up the playouts.
pub(crate) fn summary(estimate: &Estimate) -> String {
    let score = estimate.score().value();
    let lead = match score {
        score if score >= 0.05 => format!("B+{score:.1}"),
        score if score <= -0.05 => format!("W+{:.1}", -score),
        _ => "0".to_owned(),
    };
    format!(
        "{} playouts: {lead} on average, standard deviation {:.1}, black wins {:.0} %",
        estimate.playouts(),
        estimate.score_deviation(),
        100.0 * estimate.black_win_rate()
    )
}

/// Returns the names of the points, or "none".
fn listed(game: &Game, points: &PointSet) -> String {
    if points.is_empty() {
        "none".to_owned()
    } else {
        points.names(game.size())
    }
}

/// Returns the mark of a point in the diagram: a stone, or the likely owner of an
/// empty point.
fn glyph(game: &Game, estimate: &Estimate, point: Point) -> Glyph {
    if let Some(color) = game.board().at(point) {
        return if estimate.dead().contains(point) {
            Glyph::Dead(color)
        } else {
            Glyph::Stone(color)
        };
    }
    match estimate.ownership(point) {
        LIKELY.. => Glyph::Territory(Color::Black),
        owner if owner <= -LIKELY => Glyph::Territory(Color::White),
        _ => Glyph::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const PLAIN: TextBoard = TextBoard { colors: false };

    fn args(file: &Path, after: Option<usize>, svg: Option<&Path>) -> EstimateArgs {
        EstimateArgs {
            file: file.to_owned(),
            after,
            svg: svg.map(Path::to_owned),
            playouts: 1_000,
            seed: 1,
            policy: PolicyChoice::Tactical,
        }
    }

    fn printed(game: &Game) -> String {
        let estimate = Estimate::new(game, &EstimateOptions::picture(1));
        let mut output = Vec::new();
        report(game, &estimate, PLAIN, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_report_shows_dead_stones() {
        // Black's two eyes are A1 and C1, and White's stone at E5 is alone.
        let game = sgf::read(
            b"(;SZ[5]KM[0.5]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[ec];W[])",
            None,
        )
        .unwrap();
        let report = printed(&game);
        assert!(
            report.starts_with(
                "   A B C D E\n 5 x x x X @ 5\n 4 x x x X x 4\n 3 X X X X X 3\n 2 X X X X x 2\n"
            ),
            "{report}"
        );
        for line in [
            "\n 1  100  100  100  100  100\n",
            "\nafter move 2, black to move\n",
            "\ndead: E5\nseki candidates: none\n",
            "\nwhite cannot lose: 0 points\n",
            "\ncounted now without the dead stones: B+24.5\n",
        ] {
            assert!(report.contains(line), "{line}{report}");
        }
        assert!(report.contains("\n1000 playouts: B+2"), "{report}");
    }

    #[test]
    fn the_rules_of_the_file_decide_what_cannot_be_lost() {
        // White's stone in the upper right corner is next to no black stone.
        for (rules, line) in [
            ("cgos", "\nblack cannot lose: 9 points\n"),
            ("Tromp-Taylor", "\nblack cannot lose: 0 points\n"),
            ("NZ", "\nblack cannot lose: 0 points\n"),
        ] {
            let record = format!("(;SZ[3]RU[{rules}]AB[ab][bb][bc]AW[ca])");
            let report = printed(&sgf::read(record.as_bytes(), None).unwrap());
            assert!(report.contains(line), "{rules}: {report}");
        }
    }

    #[test]
    fn missing_files_and_moves_print_nothing() {
        let mut output = Vec::new();
        let missing = Path::new("no/such/file.sgf");
        let failed = estimate(&args(missing, None, None), PLAIN, &mut output);
        assert!(matches!(failed, Err(EstimateError::Sgf(SgfError::File(_)))));
        let folder = std::env::temp_dir();
        let file = folder.join(format!("ponnuki-estimate-{}.sgf", std::process::id()));
        fs::write(&file, "(;SZ[3];B[bb];W[ab];B[ba])").unwrap();
        let failed = estimate(&args(&file, Some(4), None), PLAIN, &mut output);
        assert_eq!(failed.unwrap_err().to_string(), "the game has only 3 moves");
        let nowhere = Path::new("no/such/picture.svg");
        let failed = estimate(&args(&file, None, Some(nowhere)), PLAIN, &mut output);
        assert!(matches!(failed, Err(EstimateError::Svg(..))));
        assert!(output.is_empty());
        let svg = folder.join(format!("ponnuki-estimate-{}.svg", std::process::id()));
        estimate(&args(&file, Some(1), Some(&svg)), PLAIN, &mut output).unwrap();
        let report = String::from_utf8(output).unwrap();
        assert!(report.contains("after move 1, white to move"), "{report}");
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(
            picture.starts_with("<svg ") && picture.contains("<title>after move 1, white to move"),
            "{picture}"
        );
        fs::remove_file(file).unwrap();
        fs::remove_file(svg).unwrap();
    }
}

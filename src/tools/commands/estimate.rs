//! `ponnuki estimate`: the likely owner of each point of a position.

use std::io::{self, Write};

use clap::Args;
use ponnuki_core::{Color, Game, PointSet, Score};
use ponnuki_formats::sgf::ReadGame;
use ponnuki_formats::text::counted;
use ponnuki_play::estimate::{ChainStatus, Estimate, EstimateOptions, EstimatePolicy, First, Stop};
use serde_json::{Value, json};

use crate::cli::args::{LogArgs, RecordArgs, named};
use crate::cli::failure::Failure;
use crate::cli::position::estimate::{show, summary};
use crate::cli::position::{
    PositionArgs, PositionReport, json_object, last_point, names, place, read_after, rounded,
};
use ponnuki_formats::drawing::{Picture, Symbol, TextBoard};

/// The options of `ponnuki estimate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki estimate game.sgf
  ponnuki estimate game.sgf --move 60 --svg now.svg
  ponnuki estimate game.sgf --svg - > now.svg
  ponnuki estimate game.sgf --playouts 10000 --json")]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    #[command(flatten)]
    record: RecordArgs,
    /// Use the position after N moves instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<usize>,
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    playouts: u64,
    /// Seed of the playouts; the same seed gives the same picture
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Playout policy: tactical answers ataris and keeps sekis, uniform plays at random
    #[arg(long, value_name = "POLICY", default_value = "tactical", value_parser = named::<EstimatePolicy>())]
    policy: EstimatePolicy,
}

impl EstimateArgs {
    /// Returns the options of the estimate.
    const fn options(&self) -> EstimateOptions {
        EstimateOptions {
            playouts: self.playouts,
            stop: Stop::AtNumber,
            seed: self.seed,
            first: First::Natural,
            policy: self.policy,
            plays_on: false,
        }
    }

    /// Returns the members of the JSON object that are about the estimate.
    fn json(&self, game: &Game, estimate: &Estimate) -> Value {
        let size = game.size();
        let owner = |point| rounded(estimate.ownership(point));
        let rows = (0..size.height()).rev();
        let rows = rows.map(|row| size.row(row).map(owner).collect::<Vec<_>>());
        let life = |color| names(game, &estimate.pass_alive()[color].points());
        json!({
            "playouts": estimate.playouts(),
            "seed": self.seed,
            "policy": self.policy.name(),
            "score": rounded(estimate.score().value()),
            "score_deviation": rounded(estimate.score_deviation()),
            "black_wins": rounded(estimate.black_win_rate()),
            "ownership": rows.collect::<Vec<_>>(),
            "dead": names(game, &estimate.dead()),
            "seki": names(game, &estimate.stones(ChainStatus::Seki)),
            "black_cannot_lose": life(Color::Black),
            "white_cannot_lose": life(Color::White),
            "counted": score_without_dead(game, estimate).to_string(),
        })
    }
}

/// Prints the estimate of a position.
pub(crate) fn run(args: &EstimateArgs, log: &LogArgs) -> Result<(), Failure> {
    args.position.run("estimate", log, |view| {
        let file = &args.position.file;
        let ReadGame { game, rules, .. } = read_after(file, args.after, args.record)?;
        let estimate = Estimate::new(&game, &args.options());
        let mut text = Vec::new();
        report(&game, &estimate, view, &mut text)?;
        Ok(PositionReport {
            text,
            json: json_object(file, &game, rules, args.json(&game, &estimate)),
            picture: picture(&game, &estimate),
        })
    })
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
        let points = counted(life.len() as u64, "point");
        writeln!(output, "{color} cannot lose: {points}")?;
    }
    let counted = score_without_dead(game, estimate);
    writeln!(output, "counted now without the dead stones: {counted}")?;
    writeln!(output, "{}", summary(estimate))
}

/// Draws the position shaded by ownership. Dead stones are faded, seki candidates have a
/// triangle, and the last move has a circle.
fn picture(game: &Game, estimate: &Estimate) -> Picture {
    let title = format!("{}, {}", place(game), summary(estimate));
    let mut picture = Picture::from_board(game.board())
        .title(title)
        .with_coordinates();
    for point in game.size().iter() {
        picture = picture.shade(point, estimate.ownership(point));
    }
    for stone in estimate.dead() {
        picture = picture.fade(stone);
    }
    for stone in estimate.stones(ChainStatus::Seki) {
        picture = picture.mark(stone, Symbol::Triangle);
    }
    match last_point(game) {
        Some(last) => picture.mark(last, Symbol::Circle),
        None => picture,
    }
}

/// Returns the score after removing the dead stones.
fn score_without_dead(game: &Game, estimate: &Estimate) -> Score {
    game.score_of(game.margin_without(&estimate.dead()))
}

/// Returns the names of points, or "none".
fn listed(game: &Game, points: &PointSet) -> String {
    if points.is_empty() {
        "none".to_owned()
    } else {
        points.names(game.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_formats::sgf;
    use ponnuki_testing::{assert_contains, assert_starts};

    const PLAIN: TextBoard = TextBoard { colors: false };

    fn printed(game: &Game) -> String {
        let estimate = Estimate::new(game, &EstimateOptions::picture(1));
        let mut output = Vec::new();
        report(game, &estimate, PLAIN, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_report_shows_dead_stones() {
        // Black's two eyes are A1 and C1, and White's stone at E5 is alone.
        let record =
            b"(;SZ[5]KM[0.5]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[ec];W[])";
        let report = printed(&sgf::read(record, None).unwrap());
        let board =
            "   A B C D E\n 5 x x x X @ 5\n 4 x x x X x 4\n 3 X X X X X 3\n 2 X X X X x 2\n";
        assert_starts(&report, board);
        for line in [
            "\n 1  100  100  100  100  100\n",
            "\nafter move 2, black to move\n",
            "\ndead: E5\nseki candidates: none\n",
            "\nwhite cannot lose: 0 points\n",
            "\ncounted now without the dead stones: B+24.5\n",
        ] {
            assert!(report.contains(line), "{line}{report}");
        }
        assert_contains(&report, "\n1000 playouts: B+2");
    }

    #[test]
    fn numbers_are_those_of_the_leader_and_rounded() {
        for (colour, lead) in [("B", "B+8.5"), ("W", "W+9.5")] {
            let record = format!("(;SZ[3]KM[0.5]A{colour}[ba][bb][bc][ac])");
            let report = printed(&sgf::read(record.as_bytes(), None).unwrap());
            let words = format!(" playouts: {lead} on average");
            assert!(report.contains(&words), "{report}");
        }
        assert_eq!(rounded(0.123_45).to_string(), "0.123");
        assert_eq!(rounded(-0.000_1).to_string(), "0");
    }

    #[test]
    fn the_rules_of_the_file_decide_what_cannot_be_lost() {
        // White's stone in the upper right corner touches no black stone.
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
}

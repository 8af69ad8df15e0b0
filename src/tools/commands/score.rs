//! `ponnuki score`: counting a position.

use std::str::FromStr;

use clap::Args;
use ponnuki_core::board::{Count, NeutralPoints, UnknownValue};
use ponnuki_core::{Color, Coordinates, Game, Outcome, PointSet, Rules};
use ponnuki_formats::sgf::ReadGame;
use ponnuki_play::estimate::of_finished;
use serde_json::{Value, json};

use crate::cli::args::{FileRulesArgs, LogArgs, named};
use crate::cli::failure::Failure;
use crate::cli::position::count::{CountReport, Share, owner, report_counted};
use crate::cli::position::{PositionArgs, PositionReport, json_object, names, place, read};
use ponnuki_formats::drawing::{Picture, TextBoard};

/// The options of `ponnuki score`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ponnuki score game.sgf
  ponnuki score game.sgf --dead D4,Q16 --komi 6.5
  ponnuki score game.sgf --dead estimate --svg score.svg
  ponnuki score game.sgf --scoring territory --dead estimate
  ponnuki score game.sgf --rules aga --json")]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Dead stones: one of each region, as in D4,Q16, or `estimate` [default: those of the file]
    ///
    /// Marking a stone marks all stones of its colour that are connected to it
    /// through stones of that colour and empty points. `estimate` marks the stones
    /// that an estimate finds dead, and names those in doubt; it can stand among
    /// points. In a file of a finished game, stones in territory of the other colour
    /// (TB, TW) are dead.
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(super) dead: Vec<Dead>,
    #[command(flatten)]
    rules: FileRulesArgs,
    /// How open neutral points are judged, for seki and protecting moves [default: filled]
    ///
    /// After the second clean-up of rules that have one, the default is open.
    #[arg(long, value_name = "HOW", value_parser = named::<NeutralPoints>())]
    neutral_points: Option<NeutralPoints>,
    /// Take every open neutral point as the liberty of a seki, as --neutral-points open
    #[arg(long, conflicts_with = "neutral_points")]
    strict_territory: bool,
}

/// A part of the value of --dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// The region of the stone on this point.
    Stone(Coordinates),
    /// All stones that an estimate finds dead. It also names the stones that it is not sure of.
    Estimated,
}

impl FromStr for Dead {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        if text.eq_ignore_ascii_case("estimate") {
            Ok(Self::Estimated)
        } else {
            text.parse().map(Self::Stone)
        }
    }
}

impl ScoreArgs {
    /// Reads the file, overrides its komi and rules, marks the dead stones, and counts.
    fn counted(&self, view: TextBoard) -> Result<PositionReport, Failure> {
        let mut read = read(&self.position.file, None, &self.rules.reading())?;
        self.rules.apply(&mut read);
        let ReadGame {
            mut game, rules, ..
        } = read;
        let mut doubtful = PointSet::EMPTY;
        if !self.dead.is_empty() {
            game.clear_dead();
        }
        if self.dead.contains(&Dead::Estimated)
            && let Some(estimate) = of_finished(&game)
        {
            game.decide_dead(estimate.dead());
            doubtful = estimate.doubtful();
        }
        let neutral_points = if self.strict_territory {
            NeutralPoints::Open
        } else {
            self.neutral_points.unwrap_or_else(|| game.neutral_points())
        };
        for &dead in &self.dead {
            if let Dead::Stone(at) = dead {
                let point = game.size().point(at);
                let marked = point.and_then(|point| game.mark_dead(point));
                let missing = || format!("there is no stone on {at} to mark dead");
                marked.ok_or_else(|| Failure::new(missing()))?;
            }
        }
        let count = game.count(game.dead(), neutral_points);
        let mut text = Vec::new();
        let report = CountReport {
            count: &count,
            doubtful: &doubtful,
            rules,
        };
        report_counted(&game, &report, view, &mut text)?;
        let json = json(&game, &count, &doubtful);
        Ok(PositionReport {
            text,
            json: json_object(&self.position.file, &game, rules, json),
            picture: picture(&game, &count),
        })
    }
}

/// Prints the count of a position.
pub(crate) fn run(args: &ScoreArgs, log: &LogArgs) -> Result<(), Failure> {
    args.position.run("score", log, |view| args.counted(view))
}

/// Returns the members of the JSON object that are about the count.
fn json(game: &Game, count: &Count, doubtful: &PointSet) -> Value {
    let (rules, score) = (game.rules(), game.score_of_count(count));
    let letter = |point| match owner(count, point) {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '.',
    };
    let size = game.size();
    let rows = (0..size.height()).rev();
    let area = rows.map(|row| size.row(row).map(letter).collect::<String>());
    json!({
        "ended": match game.outcome() {
            Some(Outcome::TwoPasses) => "passes",
            Some(Outcome::Resignation { .. }) => "resignation",
            Some(Outcome::NoResult { .. }) => "no result",
            None => "unfinished",
        },
        "handicap": game.start().handicap,
        "handicap_bonus": game.handicap_points(),
        "button": game.button().map(Color::name),
        "black": Share::new(count, rules, Color::Black),
        "white": Share::new(count, rules, Color::White),
        "shared": count.neutral.len(),
        "cleanup_points": game.cleanup_points(count),
        "dead": names(game, game.dead()),
        "doubtful": names(game, doubtful),
        "area": area.collect::<Vec<_>>(),
        "score": score.value(),
        "result": score.to_string(),
    })
}

/// Draws the position with the territory shaded and the dead stones faded.
fn picture(game: &Game, count: &Count) -> Picture {
    let title = format!("{}: {}", place(game), game.score_of_count(count));
    let Rules { scoring, tax, .. } = game.rules();
    let mut picture = Picture::from_board(game.board())
        .title(title)
        .with_coordinates();
    for color in Color::BOTH {
        for point in count.counted_territory(color, scoring, tax) {
            picture = picture.shade(point, f64::from(color.sign()));
        }
    }
    for stone in *game.dead() {
        picture = picture.fade(stone);
    }
    picture
}

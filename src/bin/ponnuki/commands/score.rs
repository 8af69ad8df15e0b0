//! `ponnuki score`: counting a position. `ponnuki play` prints the same report at the end
//! of a game.

use std::io::{self, Write};
use std::str::FromStr;

use clap::Args;
use ponnuki::board::{Count, NeutralPoints, UnknownValue};
use ponnuki::estimate::of_finished;
use ponnuki::rules::{Scoring, Tax};
use ponnuki::sgf::{ReadGame, RulesBasis};
use ponnuki::statistics::counted;
use ponnuki::{Color, Coordinates, Game, Outcome, Point, PointSet, Rules};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::args::{FileRulesArgs, LogArgs, named};
use crate::cli::failure::Failure;
use crate::cli::position::{PositionArgs, PositionReport, json_object, names, place, read};
use ponnuki::drawing::{Glyph, Picture, TextBoard};

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

/// The points of one colour.
#[derive(Debug, Serialize)]
struct Share {
    points: f64,
    stones: usize,
    territory: usize,
    prisoners: usize,
}

impl Share {
    fn new(count: &Count, rules: Rules, color: Color) -> Self {
        let shared = match rules.scoring {
            Scoring::Area => count.neutral.len() as f64 / 2.0,
            Scoring::Territory => 0.0,
        };
        Self {
            points: f64::from(count.points(color, rules.scoring, rules.tax)) + shared,
            stones: count.stones[color].len(),
            territory: count.territory[color].len(),
            prisoners: count.lost[!color],
        }
    }
}

/// Prints the final diagram, the parts of the score and, last, the result.
pub(crate) fn report(game: &Game, view: TextBoard, output: &mut impl Write) -> io::Result<()> {
    let count = game.count(game.dead(), game.neutral_points());
    let report = CountReport::new(&count);
    report_counted(game, &report, view, output)
}

/// A count, and what is not certain about it.
struct CountReport<'a> {
    count: &'a Count,
    doubtful: &'a PointSet,
    rules: RulesBasis,
}

impl<'a> CountReport<'a> {
    /// Returns the count of a game that was played here.
    fn new(count: &'a Count) -> Self {
        Self {
            count,
            doubtful: &PointSet::EMPTY,
            rules: RulesBasis::Given,
        }
    }
}

/// Prints what [`report`] does for a count that has been made.
fn report_counted(
    game: &Game,
    report: &CountReport,
    view: TextBoard,
    output: &mut impl Write,
) -> io::Result<()> {
    let CountReport {
        count, doubtful, ..
    } = *report;
    let rules = game.rules();
    let diagram = view.draw(game.size(), None, |point| glyph(game, count, point));
    let legend = legend(view, game.dead(), "territory", "neutral");
    writeln!(output, "{diagram}{legend}")?;
    if let Some(note) = how_it_ended(game) {
        writeln!(output, "{note}")?;
    }
    for color in Color::BOTH {
        let share = Share::new(count, rules, color);
        let parts = parts(&share, count, rules, color);
        writeln!(output, "{color}: {} ({parts})", share.points)?;
    }
    if !game.dead().is_empty() {
        writeln!(output, "dead: {}", game.dead().names(game.size()))?;
    }
    if !doubtful.is_empty() {
        writeln!(output, "in doubt: {}", doubtful.names(game.size()))?;
    }
    writeln!(output, "rules: {}", report.rules.describe(rules))?;
    if !rules.counts_plain_area() {
        writeln!(output, "scoring: {}, tax {}", rules.scoring, rules.tax)?;
    }
    let cleanup = game.cleanup_points(count);
    if cleanup != 0 {
        writeln!(output, "black's free plays in the clean-up: {cleanup:+}")?;
    }
    writeln!(output, "komi: {}", game.komi())?;
    let bonus = game.handicap_points();
    if bonus > 0 {
        writeln!(output, "white's points for handicap stones: {bonus}")?;
    }
    if let Some(color) = game.button() {
        writeln!(output, "half a point for the button: {color}")?;
    }
    writeln!(output, "result: {}", game.score_of_count(count))
}

/// Describes the points of a colour.
fn parts(share: &Share, count: &Count, rules: Rules, color: Color) -> String {
    let mut parts = match rules.scoring {
        Scoring::Area => vec![format!("stones {}", share.stones)],
        Scoring::Territory => Vec::new(),
    };
    parts.push(format!("territory {}", share.territory));
    match (rules.scoring, count.neutral.len()) {
        (Scoring::Territory, _) => parts.push(format!("prisoners {}", share.prisoners)),
        (Scoring::Area, 0) => {}
        (Scoring::Area, shared) => parts.push(format!("half of {shared} neutral")),
    }
    if rules.tax != Tax::None {
        let in_seki = count.territory[color] - count.independent[color];
        parts.push(format!("less {} in seki", in_seki.len()));
    }
    let unprotected = count.unprotected & count.territory[color];
    if rules.scoring == Scoring::Territory && !unprotected.is_empty() {
        parts.push(format!("less {} to protect", unprotected.len()));
    }
    if rules.tax == Tax::All {
        let groups = count.independent_groups[color];
        let groups = counted(groups as u64, "group");
        parts.push(format!("less 2 for each of {groups}"));
    }
    parts.join(", ")
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

/// Returns the colour in whose area a point is.
fn owner(count: &Count, point: Point) -> Option<Color> {
    let is_owner = |color: &Color| {
        count.stones[*color].contains(point) || count.territory[*color].contains(point)
    };
    Color::BOTH.into_iter().find(is_owner)
}

/// Returns the mark of a point in the final diagram.
fn glyph(game: &Game, count: &Count, point: Point) -> Glyph {
    match (owner(count, point), game.board().at(point)) {
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
    use crate::cli::testing::{assert_contains, assert_ends};
    use ponnuki::sgf;

    const PLAIN: TextBoard = TextBoard { colors: false };

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
        // Black holds columns A and B, White D and E. Column C is shared except for Black's
        // stone at C1, and White's stone at A1 is dead.
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
X O stones, # @ dead stones, x o territory, . neutral
black: 12.5 (stones 5, territory 5, half of 5 neutral)
white: 12.5 (stones 5, territory 5, half of 5 neutral)
dead: A1
rules: cgos
komi: 0.5
result: W+0.5
"
        );
    }

    #[test]
    fn territory_counts_prisoners_and_may_leave_out_sekis() {
        // Black has captured one stone, and another one at A1 is dead. Column C is neutral.
        let mut game = game(
            "(;SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]PL[W];W[aa];B[ab];W[ae];B[];W[])",
        );
        game.mark_dead(game.size().point_named("A1").unwrap());
        let report = |scoring, tax| {
            let mut game = game.clone();
            let rules = Rules {
                scoring,
                tax,
                ..game.rules()
            };
            game.set_rules(rules);
            let count = game.count(game.dead(), NeutralPoints::Open);
            let mut output = Vec::new();
            report_counted(&game, &CountReport::new(&count), PLAIN, &mut output).unwrap();
            let text = String::from_utf8(output).unwrap();
            let lines = text.lines().filter(|line| line.contains(": "));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(
            report(Scoring::Territory, Tax::None),
            [
                "black: 6 (territory 4, prisoners 2)",
                "white: 5 (territory 5, prisoners 0)",
                "dead: A1",
                "rules: ko positional, suicide forbidden, scoring territory, tax none",
                "scoring: territory, tax none",
                "komi: 0",
                "result: B+1"
            ]
        );
        // No group is independently alive next to the neutral column.
        assert_eq!(
            report(Scoring::Territory, Tax::Seki)[..2],
            [
                "black: 2 (territory 4, prisoners 2, less 4 in seki)",
                "white: 0 (territory 5, prisoners 0, less 5 in seki)"
            ]
        );
        assert_eq!(
            report(Scoring::Area, Tax::All)[0],
            "black: 8.5 (stones 6, territory 4, half of 5 neutral, less 4 in seki, \
             less 2 for each of 0 groups)"
        );
    }

    #[test]
    fn a_file_may_mark_its_dead_stones() {
        let report = printed(&game("(;SZ[3]KM[0]AB[bb]AW[aa];B[];W[]TB[aa][ba][ca])"));
        assert_contains(&report, "dead: A3\n");
        assert_ends(&report, "result: B+9\n");
    }

    #[test]
    fn handicap_stones_and_resignation_are_reported() {
        let record = "(;SZ[9]HA[2]AB[cg][gc]RU[Chinese]RE[B+R]KM[0];W[ee])";
        let report = printed(&game(record));
        for words in [
            "white resigned; counted as it stands\n",
            "handicap stones: 2\n",
        ] {
            assert_contains(&report, words);
        }
        assert_ends(&report, "result: W+1\n");
    }

    #[test]
    fn an_unfinished_game_is_counted_too() {
        let report = printed(&game("(;SZ[3]KM[1];B[bb])"));
        for words in ["not over", "black: 9 (stones 1, territory 8)\n"] {
            assert_contains(&report, words);
        }
        assert_ends(&report, "komi: 1\nresult: B+8\n");
    }
}

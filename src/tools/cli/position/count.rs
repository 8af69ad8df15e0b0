//! The text about a counted position, for `ponnuki score` and for the end of a game in
//! `ponnuki play`.

use std::io::{self, Write};

use ponnuki_core::board::Count;
use ponnuki_core::rules::{Scoring, Tax};
use ponnuki_core::{Color, Game, Outcome, Point, PointSet, Rules};
use ponnuki_formats::drawing::{Glyph, TextBoard};
use ponnuki_formats::sgf::RulesBasis;
use ponnuki_formats::text::counted;
use serde::Serialize;

/// The points of one colour.
#[derive(Debug, Serialize)]
pub(crate) struct Share {
    points: f64,
    stones: usize,
    territory: usize,
    prisoners: usize,
}

impl Share {
    pub(crate) fn new(count: &Count, rules: Rules, color: Color) -> Self {
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
pub(crate) struct CountReport<'a> {
    pub(crate) count: &'a Count,
    pub(crate) doubtful: &'a PointSet,
    pub(crate) rules: RulesBasis,
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
pub(crate) fn report_counted(
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
pub(super) fn legend(view: TextBoard, dead: &PointSet, territory: &str, empty: &str) -> String {
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
pub(crate) fn owner(count: &Count, point: Point) -> Option<Color> {
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
    use ponnuki_core::board::NeutralPoints;
    use ponnuki_formats::sgf;
    use ponnuki_testing::{assert_contains, assert_ends};

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

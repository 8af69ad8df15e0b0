//! Analyses as graphics for GoGui.
//!
//! GoGui's documentation defines graphics in the chapter "Analyze commands":
//! lines that begin with a keyword. Live graphics, defined in the chapter "GTP
//! interface and extensions", are such lines on standard error after
//! `gogui-gfx:`, up to a blank line.

use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::Move;
use ponnuki_formats::text::counted;
use ponnuki_play::player::{Analysis, ChoiceRule, MoveAnalysis};

/// Removes live graphics from the board.
pub(crate) const CLEAR: &str = "gogui-gfx: CLEAR\n";

/// The shades from few visits to many: from the colour of GoGui's board to green.
const SHADES: [&str; 6] = [
    "#d8c078", "#ccd060", "#a8d850", "#78d840", "#40d030", "#00c020",
];

/// The colour of the best move: blue, as in other analysis programs.
const BEST: &str = "#0050ff";

/// Moves with fewer visits than this share of the most visited one's are left
/// out, because so few playouts are no evidence.
const SHOWN_SHARE: f64 = 0.01;

/// The share of the most visited move's visits that gets the lowest shade even
/// if every move has more, so that equal moves look equal.
const MIN_SHADE_SHARE: f64 = 0.25;

struct Play<'a> {
    point: String,
    entry: &'a MoveAnalysis,
}

/// Draws the win rate of each move in percent, with a
/// shade for its share of the playouts, and a summary below the board.
///
/// The best move has a separate colour. It is drawn as a stone if the player would play it,
/// and with a circle if the player draws its moves at random.
pub(crate) fn win_rates(analysis: &Analysis, size: BoardSize) -> String {
    let Some(best) = analysis.moves.first().filter(|best| best.visits > 0) else {
        return "TEXT No playouts yet".to_owned();
    };
    let least = SHOWN_SHARE * best.visits as f64;
    let shown = analysis.moves.iter();
    let plays: Vec<Play> = shown
        .filter(|entry| entry.visits as f64 >= least)
        .filter_map(|entry| {
            let point = entry.action.point()?;
            let point = size.coordinates(point).to_string();
            Some(Play { point, entry })
        })
        .collect();
    let mut lines = shades(&plays, best.action);
    if let Move::Play(point) = best.action {
        let color = match analysis.color {
            Color::Black => 'b',
            Color::White => 'w',
        };
        let point = size.coordinates(point);
        lines.push(match analysis.choice_rule {
            ChoiceRule::Best => format!("VAR {color} {point}"),
            ChoiceRule::Random => format!("CIRCLE {point}"),
        });
    }
    // After VAR, whose label is the number of the move.
    let labels: Vec<String> = plays
        .iter()
        .map(|Play { point, entry }| format!("{point} {:.0}", 100.0 * entry.winrate))
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    lines.push(summary(analysis, best, size));
    lines.join("\n")
}

/// Writes the lines that colour the moves: the best one, and the others by their visits,
/// on a square-root scale from the least visited to the most visited.
fn shades(plays: &[Play], best: Move) -> Vec<String> {
    let roots = || plays.iter().map(|play| (play.entry.visits as f64).sqrt());
    let high = roots().fold(1.0, f64::max);
    let low = roots().fold(MIN_SHADE_SHARE.sqrt() * high, f64::min);
    let shade = |entry: &MoveAnalysis| {
        if entry.action == best {
            return BEST;
        }
        let share = ((entry.visits as f64).sqrt() - low) / (high - low);
        SHADES[(share * (SHADES.len() - 1) as f64).round() as usize]
    };
    let line = |name: &str| {
        let of_shade = plays.iter().filter(|play| shade(play.entry) == name);
        let points: Vec<&str> = of_shade.map(|play| play.point.as_str()).collect();
        (!points.is_empty()).then(|| format!("COLOR {name} {}", points.join(" ")))
    };
    SHADES.into_iter().chain([BEST]).filter_map(line).collect()
}

fn summary(analysis: &Analysis, best: &MoveAnalysis, size: BoardSize) -> String {
    let name = match analysis.color {
        Color::Black => "Black",
        Color::White => "White",
    };
    let intent = match analysis.choice_rule {
        ChoiceRule::Best => "plays",
        ChoiceRule::Random => "plays at random, best",
    };
    let standing = if best.score_lead < 0.0 {
        "behind"
    } else {
        "ahead"
    };
    format!(
        "TEXT {name} {intent} {}: wins {:.0} %, {:.1} points {standing}, {}",
        best.action.name(size),
        100.0 * best.winrate,
        best.score_lead.abs(),
        counted(analysis.visits, "playout")
    )
}

/// Makes live graphics of a picture, for standard error.
pub(crate) fn live(picture: &str) -> String {
    format!("gogui-gfx:\n{picture}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an analysis for White of these moves on 9x9, each with its visits,
    /// win rate and score.
    fn analysis(moves: &[(&str, u64, f64, f64)]) -> Analysis {
        let size = BoardSize::square(9).unwrap();
        let entry = |&(name, visits, winrate, score_lead): &(&str, u64, f64, f64)| {
            let action = size.point_named(name).map_or(Move::Pass, Move::Play);
            MoveAnalysis {
                action,
                visits,
                winrate,
                prior: 0.0,
                lcb: 0.0,
                score_lead,
                score_stdev: 0.0,
                pv: vec![action],
                pv_visits: Vec::new(),
            }
        };
        Analysis {
            color: Color::White,
            choice_rule: ChoiceRule::Best,
            visits: moves.iter().map(|&(_, visits, ..)| visits).sum(),
            moves: moves.iter().map(entry).collect(),
            winrate: 0.5,
            score_lead: 0.0,
            score_stdev: 0.0,
            ownership: None,
        }
    }

    #[test]
    fn live_graphics_have_a_head_and_an_empty_line() {
        assert_eq!(live("TEXT a\nCLEAR"), "gogui-gfx:\nTEXT a\nCLEAR\n\n");
    }

    fn drawn(analysis: &Analysis) -> String {
        win_rates(analysis, BoardSize::square(9).unwrap())
    }

    #[test]
    fn the_most_visited_move_stands_out_and_lucky_ones_do_not() {
        let moves = [
            ("E5", 9950, 0.55, 2.0),
            ("C3", 950, 0.5, -1.0),
            ("pass", 400, 0.1, -9.0),
            ("G7", 100, 0.8, 30.0),
            ("A1", 99, 1.0, 40.0),
            ("A2", 0, 0.0, 0.0),
        ];
        assert_eq!(
            drawn(&analysis(&moves)),
            "COLOR #d8c078 G7\n\
             COLOR #ccd060 C3\n\
             COLOR #0050ff E5\n\
             VAR w E5\n\
             LABEL E5 55 C3 50 G7 80\n\
             TEXT White plays E5: wins 55 %, 2.0 points ahead, 11499 playouts"
        );
    }

    #[test]
    fn the_text_says_how_the_player_chooses_and_what_it_counts() {
        let behind = analysis(&[("E5", 9950, 0.4, -33.0)]);
        let text = |analysis: &Analysis| drawn(analysis).lines().last().unwrap().to_owned();
        assert_eq!(
            text(&behind),
            "TEXT White plays E5: wins 40 %, 33.0 points behind, 9950 playouts"
        );
        let mut random = analysis(&[("E5", 60, 0.5, 0.0), ("E4", 30, 0.5, 0.0)]);
        random.choice_rule = ChoiceRule::Random;
        let picture = drawn(&random);
        assert!(
            picture.contains("\nCIRCLE E5\n") && !picture.contains("VAR"),
            "{picture}"
        );
        assert!(text(&random).starts_with("TEXT White plays at random, best E5: wins 50 %, "));
        let pass = drawn(&analysis(&[("pass", 60, 0.5, 0.0)]));
        assert_eq!(
            pass,
            "TEXT White plays pass: wins 50 %, 0.0 points ahead, 60 playouts"
        );
        assert_eq!(
            drawn(&analysis(&[("E5", 0, 0.5, 0.0)])),
            "TEXT No playouts yet"
        );
    }

    #[test]
    fn equal_moves_look_equal() {
        let entry = |name, visits| (name, visits, 0.5, 0.0);
        let equal = analysis(&[entry("E5", 10), entry("E4", 10), entry("E3", 10)]);
        let picture = drawn(&equal);
        assert!(
            picture.starts_with("COLOR #00c020 E4 E3\nCOLOR #0050ff E5\n"),
            "{picture}"
        );
    }
}

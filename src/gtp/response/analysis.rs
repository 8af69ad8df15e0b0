//! The lines of an analysis.
//!
//! Two programs define the lines `info move ...`: Leela Zero and KataGo, as in
//! KataGo's `docs/GTP_Extensions.md`. The server CGOS stores a JSON object with
//! each move (zakki/cgos, "GTP extension for move analysis"). All values are
//! from the point of view of the colour to play. A line ends with its last `pv` unless the
//! request asks for more, because Sabaki cannot read what follows the `pv`.
//!
//! Sabaki alone asks for `analyze` without a prefix. Since version 0.60.0 it
//! takes the win rate in that line for hundredths of a percent; earlier versions
//! take a number without a decimal point for them. Both read `scoreLead`.

use std::fmt::Write as _;

use serde::Serialize;

use crate::parse::AnalyzeRequest;
use ponnuki_core::board::BoardSize;
use ponnuki_core::game::Move;
use ponnuki_play::player::{Analysis, MoveAnalysis, Ownership};

/// The default number of moves for CGOS, the most that its viewer shows.
const CGOS_MOVES: usize = 10;

/// The largest number of plays that `top_moves_black` lists, as in GNU Go.
const MAX_TOP_MOVES: usize = 10;

/// The format of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnalyzeStyle {
    /// Leela Zero's (`lz-analyze`): win rates in parts of 10,000, no scores.
    Leela,
    /// KataGo's (`kata-analyze`): win rates as fractions, and scores.
    Kata,
    /// The format of the commands without a prefix (`analyze`): win rates in parts of 10,000,
    /// and scores.
    Plain,
    /// The JSON object of CGOS (`cgos-genmove_analyze`).
    Cgos,
}

/// Writes the line of an analysis. The line is empty when no move is shown and
/// the request asks for nothing else.
pub(crate) fn line(
    analysis: &Analysis,
    style: AnalyzeStyle,
    request: &AnalyzeRequest,
    size: BoardSize,
) -> String {
    let is_shown =
        |(order, entry): &(usize, &MoveAnalysis)| entry.visits > 0 || *order < request.min_moves;
    let most = match (request.max_moves, style) {
        (Some(most), _) => most,
        (None, AnalyzeStyle::Cgos) => CGOS_MOVES.max(request.min_moves),
        (None, _) => usize::MAX,
    };
    let moves = analysis.moves.iter().enumerate();
    let moves = moves.filter(is_shown).take(most);
    if style == AnalyzeStyle::Cgos {
        return json(analysis, moves.map(|(_, entry)| entry), size);
    }
    let mut parts: Vec<String> = moves
        .map(|(order, entry)| info(order, entry, style, size))
        .collect();
    if request.root_info {
        parts.push(root(analysis, style));
    }
    if let Some(ownership) = analysis.ownership.as_ref().filter(|_| request.ownership) {
        let values = top_down(size, ownership).map(|value| fixed(value, 4));
        parts.push(format!(
            "ownership {}",
            values.collect::<Vec<_>>().join(" ")
        ));
    }
    parts.join(" ")
}

/// Writes the best plays as GNU Go does: each vertex with a value, which is the win rate in
/// percent, and a space after each value, even the last.
pub(crate) fn top_moves(analysis: &Analysis, size: BoardSize) -> String {
    let visited = analysis.moves.iter().filter(|entry| entry.visits > 0);
    let plays = visited.filter(|entry| entry.action != Move::Pass);
    let values = plays.take(MAX_TOP_MOVES).map(|entry| {
        let percent = 100.0 * entry.winrate;
        format!("{} {percent:.2} ", entry.action.name(size))
    });
    values.collect()
}

/// Writes the statistics of one move; `order` is its rank from 0.
fn info(order: usize, entry: &MoveAnalysis, style: AnalyzeStyle, size: BoardSize) -> String {
    let mut text = format!(
        "info move {} visits {}",
        entry.action.name(size),
        entry.visits
    );
    // Writing to a string cannot fail.
    let _ = match style {
        AnalyzeStyle::Leela => write!(
            text,
            " winrate {} prior {} lcb {}",
            parts(entry.winrate),
            parts(entry.prior),
            parts(entry.lcb)
        ),
        AnalyzeStyle::Plain => write!(
            text,
            " winrate {} scoreLead {} prior {} lcb {}",
            parts(entry.winrate),
            fixed(entry.score_lead, 4),
            parts(entry.prior),
            parts(entry.lcb)
        ),
        AnalyzeStyle::Kata | AnalyzeStyle::Cgos => write!(
            text,
            " winrate {} {} prior {} lcb {}",
            fixed(entry.winrate, 6),
            score(entry.score_lead, entry.score_stdev),
            fixed(entry.prior, 6),
            fixed(entry.lcb, 6)
        ),
    };
    let _ = write!(text, " order {order} pv");
    for &action in &entry.pv {
        let _ = write!(text, " {}", action.name(size));
    }
    text
}

fn root(analysis: &Analysis, style: AnalyzeStyle) -> String {
    let visits = analysis.visits;
    match style {
        AnalyzeStyle::Leela => {
            format!(
                "rootInfo visits {visits} winrate {}",
                parts(analysis.winrate)
            )
        }
        AnalyzeStyle::Plain => format!(
            "rootInfo visits {visits} winrate {} scoreLead {}",
            parts(analysis.winrate),
            fixed(analysis.score_lead, 4)
        ),
        AnalyzeStyle::Kata | AnalyzeStyle::Cgos => format!(
            "rootInfo visits {visits} winrate {} {}",
            fixed(analysis.winrate, 6),
            score(analysis.score_lead, analysis.score_stdev)
        ),
    }
}

/// Writes the score. KataGo gives the mean two names, and clients read either.
fn score(lead: f64, deviation: f64) -> String {
    let lead = fixed(lead, 4);
    format!(
        "scoreMean {lead} scoreStdev {} scoreLead {lead}",
        fixed(deviation, 4)
    )
}

fn parts(fraction: f64) -> u64 {
    (fraction * 10_000.0).round() as u64
}

/// Formats a number with the given number of decimals, and zero without a minus sign.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|byte| b"0.".contains(&byte)) => digits.to_owned(),
        _ => text,
    }
}

/// Returns the values of the points, row by row from the top left.
pub(super) fn top_down(size: BoardSize, ownership: &Ownership) -> impl Iterator<Item = f64> {
    size.iter_top_down().map(|point| ownership.at(point))
}

/// The object that CGOS stores with a move.
#[derive(Serialize)]
struct CgosAnalysis {
    moves: Vec<CgosMove>,
    visits: u64,
    winrate: f64,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
}

#[derive(Serialize)]
struct CgosMove {
    r#move: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u64,
    /// The replies: the principal variation without the move itself.
    pv: String,
}

fn json<'a>(
    analysis: &Analysis,
    moves: impl Iterator<Item = &'a MoveAnalysis>,
    size: BoardSize,
) -> String {
    let name = |&action: &Move| action.name(size);
    let moves = moves.map(|entry| CgosMove {
        r#move: name(&entry.action),
        winrate: rounded(entry.winrate, 1e6),
        score: rounded(entry.score_lead, 1e4),
        prior: rounded(entry.prior, 1e6),
        visits: entry.visits,
        pv: entry
            .pv
            .iter()
            .skip(1)
            .map(name)
            .collect::<Vec<_>>()
            .join(" "),
    });
    let ownership = analysis.ownership.as_ref();
    let analysis = CgosAnalysis {
        moves: moves.collect(),
        visits: analysis.visits,
        winrate: rounded(analysis.winrate, 1e6),
        score: rounded(analysis.score_lead, 1e4),
        ownership: ownership.map(|values| top_down(size, values).map(sextet).collect()),
    };
    serde_json::to_string(&analysis).unwrap_or_default()
}

/// Rounds a number to a multiple of `1 / parts`, unless it is too large for that.
fn rounded(value: f64, parts: f64) -> f64 {
    let scaled = value * parts;
    if scaled.is_finite() {
        scaled.round() / parts + 0.0
    } else {
        value
    }
}

/// Encodes an ownership as a letter, from `A` for -1 (the opponent's) to `+`
/// for 1 (the player's own).
fn sextet(ownership: f64) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let part = f64::midpoint(ownership, 1.0).clamp(0.0, 1.0);
    char::from(LETTERS[(part * 62.0).round_ties_even() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_core::board::Color;
    use ponnuki_play::player::ChoiceRule;

    const SIZE: &str = "2";

    fn size() -> BoardSize {
        SIZE.parse().unwrap()
    }

    fn play(name: &str) -> Move {
        Move::Play(size().point_named(name).unwrap())
    }

    /// Returns an analysis of three moves on 2x2, the last of which was not tried.
    fn analysis() -> Analysis {
        let entry = |action, visits, winrate, lcb, pv| MoveAnalysis {
            action,
            visits,
            winrate,
            prior: 0.221_149,
            lcb,
            score_lead: -0.000_01,
            score_stdev: 2.25,
            pv,
            pv_visits: Vec::new(),
        };
        let mut owned = vec![0.0; size().grid_len()];
        for (name, value) in [("A1", 1.0), ("B1", -1.0), ("A2", 0.5)] {
            owned[size().point_named(name).unwrap().index()] = value;
        }
        Analysis {
            color: Color::White,
            choice_rule: ChoiceRule::Best,
            moves: vec![
                entry(
                    play("B2"),
                    1178,
                    0.480_18,
                    0.478_1,
                    vec![play("B2"), play("A1"), Move::Pass],
                ),
                entry(Move::Pass, 3, 1.0, 0.0, vec![Move::Pass]),
                entry(play("A1"), 0, 0.5, 0.0, vec![play("A1")]),
            ],
            visits: 1181,
            winrate: 0.481_5,
            score_lead: 1.5,
            score_stdev: 2.0,
            ownership: Some(Ownership::new(owned)),
        }
    }

    fn written(style: AnalyzeStyle, request: &AnalyzeRequest) -> String {
        line(&analysis(), style, request, size())
    }

    const LEELA: &str = "info move B2 visits 1178 winrate 4802 prior 2211 lcb 4781 order 0 pv B2 A1 pass \
                         info move pass visits 3 winrate 10000 prior 2211 lcb 0 order 1 pv pass";

    #[test]
    fn lines_of_leela_zero() {
        let request = AnalyzeRequest::default();
        assert_eq!(written(AnalyzeStyle::Leela, &request), LEELA);
    }

    #[test]
    fn lines_of_katago() {
        let request = AnalyzeRequest {
            max_moves: Some(1),
            ..AnalyzeRequest::default()
        };
        assert_eq!(
            written(AnalyzeStyle::Kata, &request),
            "info move B2 visits 1178 winrate 0.480180 scoreMean 0.0000 scoreStdev 2.2500 \
             scoreLead 0.0000 prior 0.221149 lcb 0.478100 order 0 pv B2 A1 pass"
        );
    }

    #[test]
    fn lines_without_a_prefix_have_integers_and_a_score() {
        let request = AnalyzeRequest {
            root_info: true,
            ..AnalyzeRequest::default()
        };
        assert_eq!(
            written(AnalyzeStyle::Plain, &request),
            "info move B2 visits 1178 winrate 4802 scoreLead 0.0000 prior 2211 lcb 4781 order 0 pv B2 A1 pass \
             info move pass visits 3 winrate 10000 scoreLead 0.0000 prior 2211 lcb 0 order 1 pv pass \
             rootInfo visits 1181 winrate 4815 scoreLead 1.5000"
        );
    }

    #[test]
    fn top_moves_are_plays_with_playouts() {
        assert_eq!(top_moves(&analysis(), size()), "B2 48.02 ");
        let mut many = analysis();
        many.moves = vec![many.moves[0].clone(); MAX_TOP_MOVES + 1];
        assert_eq!(top_moves(&many, size()), "B2 48.02 ".repeat(MAX_TOP_MOVES));
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(fixed(-0.000_01, 4), "0.0000");
        assert_eq!(fixed(-0.000_06, 4), "-0.0001");
    }

    #[test]
    fn requested_parts_follow_the_moves() {
        let request = AnalyzeRequest {
            root_info: true,
            ownership: true,
            ..AnalyzeRequest::default()
        };
        let ownership = "ownership 0.5000 0.0000 1.0000 -1.0000";
        assert_eq!(
            written(AnalyzeStyle::Leela, &request),
            format!("{LEELA} rootInfo visits 1181 winrate 4815 {ownership}")
        );
        let kata = written(AnalyzeStyle::Kata, &request);
        let root = "rootInfo visits 1181 winrate 0.481500 scoreMean 1.5000 scoreStdev 2.0000 \
                    scoreLead 1.5000";
        assert!(
            kata.ends_with(&format!(" pv pass {root} {ownership}")),
            "{kata}"
        );
    }

    #[test]
    fn the_number_of_moves_is_limited() {
        let count = |min_moves, max_moves| {
            let request = AnalyzeRequest {
                min_moves,
                max_moves,
                ..AnalyzeRequest::default()
            };
            written(AnalyzeStyle::Leela, &request)
                .matches("info move")
                .count()
        };
        assert_eq!(count(0, None), 2);
        assert_eq!(count(2, None), 2);
        assert_eq!(count(3, None), 3);
        assert_eq!(count(9, Some(2)), 2);
        assert_eq!(count(0, Some(1)), 1);
        assert_eq!(count(0, Some(0)), 0);
    }

    #[test]
    fn the_object_for_cgos() {
        assert_eq!(
            written(AnalyzeStyle::Cgos, &AnalyzeRequest::default()),
            "{\"moves\":[\
             {\"move\":\"B2\",\"winrate\":0.48018,\"score\":0.0,\"prior\":0.221149,\"visits\":1178,\"pv\":\"A1 pass\"},\
             {\"move\":\"pass\",\"winrate\":1.0,\"score\":0.0,\"prior\":0.221149,\"visits\":3,\"pv\":\"\"}],\
             \"visits\":1181,\"winrate\":0.4815,\"score\":1.5,\"ownership\":\"uf+A\"}"
        );
    }

    #[test]
    fn owners_are_letters() {
        let letters: String = [-1.0, -0.5, 0.0, 0.5, 1.0, 7.0]
            .into_iter()
            .map(sextet)
            .collect();
        assert_eq!(letters, "AQfu++");
    }
}

//! Lines of moves and a finished position whose ends tell rules apart, and records for an engine
//! to read.

use std::collections::HashSet;
use std::io::Write;

use super::outcome::Unanswered;
use super::subject::Subject;
use crate::cli::position::lenient;
use ponnuki_core::board::{ByColor, Color};
use ponnuki_core::game::{Game, Start};
use ponnuki_core::rules::{HandicapBonus, Rules, Scoring};

/// Lines of moves by Black and White in turn, on 9x9, whose last move some rules forbid:
/// a ko taken back at once; after two passes; two stones sent and one returned; a ko whose
/// first position Black made; suicide of one stone and of two.
pub(super) const PROBES: [&str; 6] = [
    "C4 E5 D5 E3 D3 F4 A9 D4 E4 D4",
    "C4 E5 D5 E3 D3 F4 A9 D4 E4 pass pass D4",
    "A2 C2 B2 D1 G7 B1 G3 A1 C1 B1",
    "C4 E5 D5 E3 D3 F4 A9 D4 G9 pass E4 pass pass D4",
    "A2 pass B1 A1",
    "A3 A1 B2 pass B1 A2",
];

/// The stones of a finished game on 9x9, all unconditionally alive, which leaves nothing to
/// judge. Area and territory have results of their own, and so has a tax on groups.
const FINISHED: ByColor<&str> = ByColor {
    black: "E1 E9 E2 E3 E4 E5 E6 E7 E8 B1 B2 B3 B4 B5 B6 B7 B8 B9 A5 C5 D5 F5 G5 H5 J5",
    white: "F9 F8 F7 F6 G6 H6 J6 F1 F2 F3 F4 G4 H4 J4 H7 H8 H9 H1 H2 H3",
};

/// Iterates over the moves of a line, by Black and White in turn.
fn turns(line: &str) -> impl Iterator<Item = (Color, &str)> {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    colors.zip(line.split(' '))
}

/// Plays a line. Returns whether its last move is accepted, or `None` if an earlier one is not, or
/// if the stones are not found that the accepted moves leave: such answers tell no rule.
pub(super) fn accepts(
    subject: &mut Subject<'_>,
    side: usize,
    line: &str,
) -> Result<Option<bool>, Unanswered> {
    if subject.clear(side)?.is_some() {
        return Ok(None);
    }
    let commands: Vec<_> = turns(line)
        .map(|(color, vertex)| format!("play {color} {vertex}"))
        .collect();
    let replies = subject.ask_all(&commands)?;
    let Some((last, before)) = replies.split_last() else {
        return Ok(None);
    };
    if before.iter().any(|reply| reply.is_refusal) {
        return Ok(None);
    }
    let is_accepted = !last.is_refusal;
    let left = line.rsplit_once(' ').filter(|_| !is_accepted);
    let Some(game) = played(left.map_or(line, |(before, _)| before)) else {
        return Ok(None);
    };
    for color in Color::BOTH {
        let stones = game.board().stones(color).names(game.size());
        let points: Vec<_> = stones.split_ascii_whitespace().collect();
        if subject.has_stones(color, &points)? != Some(true) {
            return Ok(None);
        }
    }
    Ok(Some(is_accepted))
}

/// Returns whether the last move of a line is legal by these rules.
pub(super) fn is_legal(rules: Rules, line: &str) -> bool {
    let Some(mut game) = empty(rules) else {
        return false;
    };
    let last = turns(line).map(|(color, vertex)| {
        let point = game.size().point_named(vertex);
        game.play(color, point.into()).is_ok()
    });
    last.last() == Some(true)
}

/// Returns the game after a line whose moves are all accepted.
fn played(line: &str) -> Option<Game> {
    let mut game = empty(lenient())?;
    for (color, vertex) in turns(line) {
        let point = game.size().point_named(vertex);
        game.play(color, point.into()).ok()?;
    }
    Some(game)
}

/// Returns an empty board of nine lines, with a komi of half a point.
fn empty(rules: Rules) -> Option<Game> {
    Some(Game::new("9".parse().ok()?, rules, "0.5".parse().ok()?))
}

/// Returns the moves that make the finished position, in which Black may begin with two handicap
/// stones.
fn finishing(has_handicap: bool) -> Vec<(Color, &'static str)> {
    let begun = if has_handicap { 2 } else { 0 };
    let mut black = FINISHED.black.split(' ').skip(begun);
    let mut white = FINISHED.white.split(' ');
    let mut moves = Vec::new();
    loop {
        let pair = (black.next(), white.next());
        if pair == (None, None) {
            return moves;
        }
        let (first, second) = (pair.0.unwrap_or("pass"), pair.1.unwrap_or("pass"));
        if has_handicap {
            moves.extend([(Color::White, second), (Color::Black, first)]);
        } else {
            moves.extend([(Color::Black, first), (Color::White, second)]);
        }
    }
}

/// Returns the game of the finished position, which may begin with two handicap stones.
pub(super) fn finished(rules: Rules, has_handicap: bool) -> Option<Game> {
    let mut game = empty(rules)?;
    if has_handicap {
        let names = FINISHED.black.split(' ').take(2);
        let points = names.filter_map(|name| game.size().point_named(name));
        game.begin(Start::handicap(points.collect(), 2)).ok()?;
    }
    for (color, vertex) in finishing(has_handicap) {
        let point = game.size().point_named(vertex);
        game.play(color, point.into()).ok()?;
    }
    Some(game)
}

/// Returns the score of the finished position.
pub(super) fn expected_score(rules: Rules, has_handicap: bool) -> Option<f64> {
    Some(finished(rules, has_handicap)?.score().value())
}

/// Returns the rules with the same score of the finished position that differ from the default
/// only in what decides it.
pub(super) fn counting(rules: Rules, has_handicap: bool) -> Rules {
    let (default, is_territory) = (Rules::default(), rules.scoring == Scoring::Territory);
    Rules {
        ko: default.ko,
        suicide: default.suicide,
        has_cleanup: rules.has_cleanup && is_territory,
        has_pass_stones: rules.has_pass_stones && is_territory,
        handicap_bonus: if has_handicap {
            rules.handicap_bonus
        } else {
            default.handicap_bonus
        },
        ..rules
    }
}

/// Returns the scores of the finished position after two handicap stones, by what the rules may
/// give for them.
pub(super) fn handicap_scores(rules: Rules) -> Vec<f64> {
    let score = |handicap_bonus| {
        let rules = Rules {
            handicap_bonus,
            ..rules
        };
        expected_score(rules, true)
    };
    HandicapBonus::ALL.into_iter().filter_map(score).collect()
}

/// Returns the scores of the finished position by all rules.
pub(super) fn possible_scores() -> Vec<f64> {
    let counted: HashSet<_> = Rules::all().map(|rules| counting(rules, false)).collect();
    let scores = counted.into_iter();
    let mut scores: Vec<_> = scores
        .filter_map(|rules| expected_score(rules, false))
        .collect();
    scores.sort_by(f64::total_cmp);
    scores.dedup();
    scores
}

/// Plays the finished position and returns its score by the engine.
pub(super) fn played_score(
    subject: &mut Subject<'_>,
    has_handicap: bool,
    komi: f64,
) -> Result<Option<f64>, Unanswered> {
    if subject.clear(9)?.is_some() {
        return Ok(None);
    }
    let mut commands = vec![format!("komi {komi}")];
    if has_handicap {
        let stones: Vec<_> = FINISHED.black.split(' ').take(2).collect();
        commands.push(format!("set_free_handicap {}", stones.join(" ")));
    }
    let moves = finishing(has_handicap).into_iter();
    commands.extend(moves.map(|(color, vertex)| format!("play {color} {vertex}")));
    let replies = subject.ask_all(&commands)?;
    let score = subject.ask("final_score")?;
    let is_played = score.is_success && replies.iter().all(|reply| !reply.is_refusal);
    Ok(is_played.then(|| margin(&score.text)).flatten())
}

/// Reads a score such as `B+3.5`, `W+1` or `0`: Black's margin.
pub(super) fn margin(text: &str) -> Option<f64> {
    let text = text.trim();
    let points = || text.get(2..)?.parse::<f64>().ok();
    match text.get(..2) {
        Some("B+") => points(),
        Some("W+") => points().map(|points| -points),
        _ => (text == "0").then_some(0.0),
    }
}

/// Writes a record to a file for the engine, which is removed when it is dropped. Returns `None`
/// if that fails, or the path contains spaces, which a GTP argument cannot.
pub(super) fn record(text: &str) -> Option<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().suffix(".sgf").tempfile().ok()?;
    file.write_all(text.as_bytes()).ok()?;
    let path = file.path().to_str()?;
    (!path.contains(char::is_whitespace)).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::subject::tests::right;
    use ponnuki_core::rules::Preset;

    #[test]
    fn a_margin_is_that_of_black() {
        for (text, margin) in [
            ("B+3.5", Some(3.5)),
            (" W+1\n", Some(-1.0)),
            ("0", Some(0.0)),
            ("B+R", None),
            ("B+", None),
            ("?", None),
            ("", None),
            ("3", None),
        ] {
            assert_eq!(super::margin(text), margin, "{text}");
        }
    }

    #[test]
    fn each_line_is_forbidden_by_some_rules_alone() {
        for line in PROBES {
            let allowed = Rules::all().filter(|&rules| is_legal(rules, line)).count();
            assert!((1..Rules::all().count()).contains(&allowed), "{line}");
            assert!(is_legal(lenient(), line), "{line}");
        }
        // A point that is taken ends the line.
        assert!(!is_legal(lenient(), "A1 A1"));
    }

    #[test]
    fn the_finished_position_tells_how_to_count() {
        assert!(possible_scores().len() > 5);
        for rules in Preset::ALL.map(Preset::rules) {
            for has_handicap in [false, true] {
                let counting = counting(rules, has_handicap);
                let [same, score] = [counting, rules].map(|it| expected_score(it, has_handicap));
                assert_eq!(same, score);
                assert!(score.is_some());
            }
            assert!(handicap_scores(rules).contains(&expected_score(rules, true).unwrap()));
        }
    }

    #[test]
    fn our_own_engine_plays_the_lines_and_counts_by_its_rules() {
        let (mut subject, rules) = (right(), Rules::default());
        subject.learn_ids().unwrap();
        subject.commands.insert("list_stones".to_owned());
        subject.learn_abilities(9).unwrap();
        for line in PROBES {
            let accepted = accepts(&mut subject, 9, line).unwrap();
            assert_eq!(accepted, Some(is_legal(rules, line)), "{line}");
        }
        for has_handicap in [false, true] {
            let score = played_score(&mut subject, has_handicap, 0.5).unwrap();
            assert_eq!(score, expected_score(rules, has_handicap));
        }
    }

    #[test]
    fn a_record_is_a_file_for_the_time_being() {
        let file = record("(;SZ[9])").unwrap();
        let path = file.path().to_owned();
        assert!(path.exists() && path.extension().is_some_and(|ending| ending == "sgf"));
        drop(file);
        assert!(!path.exists());
    }
}

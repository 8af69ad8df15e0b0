//! Draws the charts of the page as SVG.

use std::fmt::Write;
use std::ops::Add;

use maud::Markup;

use crate::r#match::statistics::{Counts, Interval};
use crate::r#match::summary::CourseGame;
use crate::page::chart::{BOTTOM, Chart, HEIGHT, TOP};

/// The maximum number of points of a line, and of games that are drawn as strokes.
const MAX_POINTS: usize = 480;

const MIN_GAMES: usize = 10;

/// Returns whether a match of two has a course: enough games, not all won by the same player.
pub(super) fn has_course(course: &[CourseGame]) -> bool {
    let counts = course.iter().map(|game| game.counts(0));
    let total = counts.fold(Counts::default(), Add::add);
    course.len() >= MIN_GAMES && ![total.wins, total.losses].contains(&total.games())
}

/// Draws the first player's score after each game with its interval, and a
/// stroke for each game won or lost.
pub(super) fn score(course: &[CourseGame], player: &str) -> Markup {
    let ticks: Vec<_> = [0.0, 25.0, 50.0, 75.0, 100.0]
        .map(|p| (p, format!("{p} %")))
        .into();
    let title = format!("score of {player} after each game");
    let mut chart = Chart::new(&title, (0, course.len(), "games"), (0.0, 100.0), &ticks);
    let mut counts = Counts::default();
    let mut points: Vec<(usize, f64, Interval)> = Vec::new();
    let every = course.len().div_ceil(MAX_POINTS).max(1);
    for (index, game) in course.iter().enumerate() {
        counts += game.counts(0);
        let games = index + 1;
        if (games % every == 0 || games == course.len())
            && let (Some(score), Some(interval)) = (counts.score(), counts.interval())
        {
            points.push((games, score, interval));
        }
    }
    let upper = points.iter().map(|&(games, _, i)| (games, 100.0 * i.high));
    let lower = points
        .iter()
        .rev()
        .map(|&(games, _, i)| (games, 100.0 * i.low));
    let band = chart.path(upper.chain(lower));
    // A match without a counted game has no points.
    if !band.is_empty() {
        chart.draw("band", &(band + "z"));
    }
    let line = chart.path(
        points
            .iter()
            .map(|&(games, score, _)| (games, 100.0 * score)),
    );
    chart.draw("line", &line);
    strokes(&mut chart, course);
    chart.finish(&format!(
        "Score of {player} after each game, with its 95 % interval. Strokes: games won (above) and lost (below)."
    ))
}

/// Draws a short stroke at the upper edge for each game won and at the lower
/// edge for each game lost. Long matches get no strokes.
fn strokes(chart: &mut Chart, course: &[CourseGame]) {
    if course.len() > MAX_POINTS {
        return;
    }
    let (mut won, mut lost) = (String::new(), String::new());
    for (index, game) in course.iter().enumerate() {
        let x = f64::midpoint(chart.x(index), chart.x(index + 1));
        let counts = game.counts(0);
        if counts.wins > 0 {
            let _ = write!(won, "M{x:.1} {TOP}v8");
        } else if counts.losses > 0 {
            let _ = write!(lost, "M{x:.1} {}v-8", HEIGHT - BOTTOM);
        }
    }
    chart.draw("won", &won);
    chart.draw("lost", &lost);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::{Ending, GameResult};
    use ponnuki_core::board::{ByColor, Color};

    fn game(result: GameResult) -> CourseGame {
        CourseGame {
            game: 1,
            pair: None,
            moves: 1,
            players: ByColor { black: 0, white: 1 },
            result,
            end: Ending::Passes,
            is_disputed: false,
            referee_fault: None,
        }
    }

    #[test]
    fn few_or_one_sided_games_have_no_course() {
        let [won, lost] = [Color::Black, Color::White].map(|color| game(GameResult::Won(color)));
        let mut course = vec![won; MIN_GAMES];
        assert!(!has_course(&course));
        course[3] = lost;
        assert!(has_course(&course) && !has_course(&course[1..]));
        assert!(!has_course(&[]));
    }

    #[test]
    fn a_match_of_void_games_has_no_band() {
        let chart = score(&[game(GameResult::NoResult)], "A").into_string();
        assert!(!chart.contains("band"), "{chart}");
    }

    fn points_of_line(chart: &str) -> usize {
        let (_, line) = chart.split_once("class=\"line\" d=\"").unwrap();
        let (line, _) = line.split_once('"').unwrap();
        line.matches(['M', 'L']).count()
    }

    #[test]
    fn long_matches_have_fewer_points_and_no_strokes() {
        let game = game(GameResult::Won(Color::Black));
        for (games, points, has_strokes) in [(480, 480, true), (481, 241, false)] {
            let chart = score(&vec![game; games], "A").into_string();
            assert_eq!(points_of_line(&chart), points);
            assert_eq!(chart.contains("class=\"won\""), has_strokes);
        }
    }
}

//! Compares the result that a record claims with its final position.

use super::StoneJudge;
use crate::sgf::{StatedResult, WinMargin};
use ponnuki_core::board::{Color, NeutralPoints, PointSet};
use ponnuki_core::game::{Game, Outcome};
use ponnuki_core::rules::{Score, Scoring};

/// The value of the property RE.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    /// Black's points minus White's; 0 for a tie.
    Score(f64),
    /// A winner without a margin.
    Winner(Color),
    /// A resignation, a forfeit, a loss on time, no result, or an unknown one.
    NotByPoints,
}

/// Reads a result. Returns `None` if it is not known what it says.
fn claim(result: &str) -> Option<Claim> {
    Some(match StatedResult::read(result)? {
        StatedResult::Open => Claim::NotByPoints,
        StatedResult::Draw => Claim::Score(0.0),
        StatedResult::Win { winner, by } => match by {
            WinMargin::Points(points) => Claim::Score(f64::from(winner.sign()) * points),
            WinMargin::Unknown => Claim::Winner(winner),
            WinMargin::Resignation | WinMargin::Time | WinMargin::Forfeit => Claim::NotByPoints,
        },
    })
}

/// The most stones of a dead chain that players may leave standing, since they see no need to
/// mark it.
const MAX_UNMARKED_STONES: usize = 2;

/// By how many points the territory may differ while neutral points are open, since whether one is
/// an eye or needs a protecting move is then a judgement.
const UNSURE_POINTS: f64 = 1.0;

/// Compares a result with the final position of a game that ended with two passes.
///
/// Returns the score of the position, if it was counted, and a description of the
/// contradiction, if there is one. The position is scored without the stones that the
/// record marks `dead`, with all stones alive, and without those that the judge finds
/// dead, until a score agrees with the result. If none does, that is a contradiction, unless the
/// judge leaves stones in doubt, or a small dead chain explains the difference.
pub(super) fn compare(
    result: &str,
    game: &Game,
    dead: Option<PointSet>,
    judge: StoneJudge,
) -> (Option<Score>, Option<String>) {
    let Some(claim) = claim(result) else {
        let message = format!("'{}' cannot be read", result.trim());
        return (None, Some(message));
    };
    if claim == Claim::NotByPoints || game.outcome() != Some(Outcome::TwoPasses) {
        return (None, None);
    }
    let score_without = |dead: &PointSet| game.score_of(game.margin_without(dead));
    let by_players: Vec<_> = dead.into_iter().chain([PointSet::EMPTY]).collect();
    for dead in &by_players {
        let score = score_without(dead);
        if agrees(claim, score) {
            return (Some(score), None);
        }
    }
    let judged = judge(game);
    let without_dead = score_without(&judged.dead);
    let is_possible = |dead: PointSet| {
        let scores = [NeutralPoints::Filled, NeutralPoints::Protected].map(|neutral| {
            let count = game.count(&dead, neutral);
            (game.score_of_count(&count), !count.neutral.is_empty())
        });
        scores.into_iter().any(|(score, is_open)| match claim {
            Claim::Score(points) if is_open && game.rules().scoring == Scoring::Territory => {
                (score.value() - points).abs() <= UNSURE_POINTS
            }
            _ => agrees(claim, score),
        })
    };
    let mut possible = by_players.into_iter().chain([judged.dead]);
    if !judged.doubtful.is_empty()
        || possible.any(is_possible)
        || unmarked(game, judged.dead).any(is_possible)
    {
        return (Some(without_dead), None);
    }
    let score = score_without(&PointSet::EMPTY);
    let (claimed, scoring) = (result.trim(), game.rules().scoring);
    let message = if without_dead == score {
        format!("{claimed} is claimed, but the {scoring} makes it {score}")
    } else {
        format!(
            "{claimed} is claimed, but the {scoring} makes it {without_dead} without the stones that seem dead, and {score} with all stones"
        )
    };
    (Some(without_dead), Some(message))
}

/// Returns the dead stones without one of the chains that players may have left standing.
fn unmarked(game: &Game, dead: PointSet) -> impl Iterator<Item = PointSet> {
    let chains = game.board().chains().into_iter();
    let small = chains.filter(move |chain| {
        chain.stones.len() <= MAX_UNMARKED_STONES && chain.stones.is_subset(&dead)
    });
    small.map(move |chain| dead - chain.stones)
}

fn agrees(claim: Claim, score: Score) -> bool {
    match claim {
        Claim::Score(points) => (score.value() - points).abs() < 1e-6,
        Claim::Winner(color) => score.winner() == Some(color),
        Claim::NotByPoints => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_form() {
        for (text, expected) in [
            ("B+3.5", Some(Claim::Score(3.5))),
            ("w+12", Some(Claim::Score(-12.0))),
            ("Black + 0.50", Some(Claim::Score(0.5))),
            ("0", Some(Claim::Score(0.0))),
            ("Draw", Some(Claim::Score(0.0))),
            ("W+", Some(Claim::Winner(Color::White))),
            ("B+R", Some(Claim::NotByPoints)),
            ("W+Time", Some(Claim::NotByPoints)),
            ("Void", Some(Claim::NotByPoints)),
            ("?", Some(Claim::NotByPoints)),
            ("", Some(Claim::NotByPoints)),
            ("White wins", None),
            ("B+nan", None),
            ("+3", None),
        ] {
            assert_eq!(claim(text), expected, "{text}");
        }
    }
}

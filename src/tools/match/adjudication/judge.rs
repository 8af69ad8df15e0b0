//! The referee's judgements of positions, which can end a game early.

use super::JudgeRule;
use crate::r#match::end::{GameEnd, GameVerdict};
use crate::r#match::record::{Ending, RefereeFault};
use ponnuki_core::rules::Score;

#[derive(Clone, Debug)]
pub(in crate::r#match) struct PositionJudge {
    rule: JudgeRule,
    /// The last judgement, if it was clear: the number of moves and the score.
    last: Option<(usize, Score)>,
    /// The fault of the referee that ended the judgements of this game.
    pub(in crate::r#match) fault: Option<RefereeFault>,
}

impl PositionJudge {
    pub(in crate::r#match) const fn new(rule: JudgeRule) -> Self {
        Self {
            rule,
            last: None,
            fault: None,
        }
    }

    pub(in crate::r#match) const fn is_due(&self, moves: usize) -> bool {
        self.fault.is_none() && self.rule.is_due(moves)
    }

    /// Adds a judgement: the score of the position after this number of moves. Returns the end
    /// of the game if the previous judgement found the same winner.
    pub(in crate::r#match) fn hear(&mut self, moves: usize, score: Score) -> Option<GameEnd> {
        let last = self.last.take();
        if !self.rule.is_clear(score) {
            return None;
        }
        self.last = Some((moves, score));
        let (earlier, before) = last.filter(|(_, last)| last.winner() == score.winner())?;
        let found =
            format!("the referee found {before} at move {earlier} and {score} at move {moves}");
        Some(GameEnd::new(Ending::Judged, GameVerdict::Scored(score)).because(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_winner_twice_in_a_row_ends_the_game() {
        let mut judge = PositionJudge::new("10,5,20".parse().unwrap());
        let due: Vec<_> = (0..22).filter(|&moves| judge.is_due(moves)).collect();
        assert_eq!(due, [10, 15, 20]);
        let mut hear = |moves, points| judge.hear(moves, Score::from_points(points));
        assert!(hear(10, 25.0).is_none());
        // A lead that is too small, or one of the other side, resets the count.
        assert!(hear(15, 19.9).is_none());
        assert!(hear(20, 25.0).is_none());
        assert!(hear(25, -25.0).is_none());
        let end = hear(30, -20.0).unwrap();
        assert_eq!(end.how, Ending::Judged);
        assert_eq!(end.verdict, GameVerdict::Scored(Score::from_points(-20.0)));
        assert_eq!(
            end.detail,
            "the referee found W+25 at move 25 and W+20 at move 30"
        );
    }

    #[test]
    fn a_tie_decides_nothing() {
        let mut judge = PositionJudge::new("0,1,0".parse().unwrap());
        for moves in 0..4 {
            assert!(judge.hear(moves, Score::from_points(0.0)).is_none());
        }
    }

    #[test]
    fn a_referee_at_fault_is_not_asked_again() {
        let mut judge = PositionJudge::new("0,1,0".parse().unwrap());
        judge.fault = Some(RefereeFault {
            end: Ending::Hang,
            detail: "gave no answer within 2 s".to_owned(),
        });
        assert!(!judge.is_due(1));
    }
}

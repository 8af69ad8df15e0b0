//! Totals of one player's moves.

use super::judgement::{Mistake, ReviewedMove};

/// The totals of one player's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlayerTotals {
    /// All moves.
    pub(crate) all: PhaseSummary,
    /// The moves of the opening, the middle game and the endgame.
    pub(crate) phases: [PhaseSummary; 3],
    /// The number of moves of each class, in the order of [`Mistake::ALL`].
    pub(crate) mistakes: [usize; 3],
    /// How many moves are the engine's first choice.
    pub(crate) first_choices: usize,
}

/// The totals of a player's moves in a phase or a whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PhaseSummary {
    /// How many moves were played.
    pub(crate) moves: usize,
    /// The sum of the lost points.
    pub(crate) points_lost: f64,
    /// The sum of the lost win rates, each from 0 to 1.
    pub(crate) chance_lost: f64,
}

/// A part of a game, by the number of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameStage {
    /// Moves up to 15 % of the number of points: 54 on 19x19, 12 on 9x9.
    Opening,
    /// Moves up to 40 % of the number of points: 144 on 19x19, 32 on 9x9.
    Middle,
    /// All later moves.
    Endgame,
}

impl GameStage {
    /// Returns the phase of a move. `number` counts from 1, `area` is the number of points
    /// of the board.
    const fn at_move(number: usize, area: usize) -> Self {
        match 100 * number {
            moves if moves <= 15 * area => Self::Opening,
            moves if moves <= 40 * area => Self::Middle,
            _ => Self::Endgame,
        }
    }
}

impl PhaseSummary {
    fn add(&mut self, reviewed: &ReviewedMove) {
        self.moves += 1;
        self.points_lost += reviewed.points_lost;
        self.chance_lost += reviewed.chance_lost;
    }

    /// Returns the mean loss of points per move, or `None` without moves.
    pub(crate) fn mean_points_lost(&self) -> Option<f64> {
        self.mean(self.points_lost)
    }

    /// Returns the mean loss of win rate per move, or `None` without moves.
    pub(crate) fn mean_chance_lost(&self) -> Option<f64> {
        self.mean(self.chance_lost)
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.moves > 0).then(|| sum / self.moves as f64)
    }
}

impl PlayerTotals {
    /// Totals moves on a board of `area` points.
    pub(super) fn new<'a>(moves: impl Iterator<Item = &'a ReviewedMove>, area: usize) -> Self {
        let mut summary = Self::default();
        for reviewed in moves {
            summary.all.add(reviewed);
            summary.phases[GameStage::at_move(reviewed.number, area) as usize].add(reviewed);
            if let Some(mistake) = reviewed.mistake() {
                summary.mistakes[mistake as usize] += 1;
            }
            summary.first_choices += usize::from(reviewed.is_first_choice());
        }
        summary
    }

    /// Returns how many moves are in a class.
    pub(crate) const fn number_of(&self, mistake: Mistake) -> usize {
        self.mistakes[mistake as usize]
    }

    /// Returns the share of moves that are the engine's first choice, from 0 to 1, or
    /// `None` without moves.
    pub(crate) fn first_choice_share(&self) -> Option<f64> {
        self.all.mean(self.first_choices as f64)
    }

    /// Formats all figures: the moves, the first choices, the points lost per move, also of each
    /// phase, the chance lost per move, and the mistakes of each class. `none` stands for the
    /// mean of no moves.
    pub(crate) fn figures(&self, none: &str) -> [String; 10] {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| none.to_owned());
        let points = |mean: Option<f64>| or_none(mean.map(|mean| format!("{mean:.2}")));
        let percent =
            |share: Option<f64>| or_none(share.map(|share| format!("{:.1} %", 100.0 * share)));
        let [opening, middle, endgame] = self.phases.map(|phase| points(phase.mean_points_lost()));
        let [inaccuracies, mistakes, blunders] = self.mistakes.map(|number| number.to_string());
        [
            self.all.moves.to_string(),
            percent(self.first_choice_share()),
            points(self.all.mean_points_lost()),
            opening,
            middle,
            endgame,
            percent(self.all.mean_chance_lost()),
            inaccuracies,
            mistakes,
            blunders,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::judgement::Better;
    use crate::review::value::PositionValue;
    use ponnuki_core::board::Color;
    use ponnuki_core::game::Move;

    fn reviewed(number: usize, points_lost: f64) -> ReviewedMove {
        let value = PositionValue {
            black_wins: 0.5,
            lead: 0.0,
        };
        let better = Better {
            line: vec![Move::Pass],
            value,
        };
        ReviewedMove {
            number,
            color: Color::Black,
            action: Move::Pass,
            before: value,
            after: value,
            rank: None,
            better: (points_lost > 0.0).then_some(better),
            line: vec![Move::Pass],
            points_lost,
            chance_lost: points_lost / 100.0,
            chance_error: None,
        }
    }

    #[test]
    fn phases_depend_on_the_board() {
        use GameStage::{Endgame, Middle, Opening};
        for (area, opening, middle) in [(361, 54, 144), (81, 12, 32), (1, 0, 0)] {
            let stages = [1, opening, opening + 1, middle, middle + 1]
                .map(|number| GameStage::at_move(number, area));
            let expected = [Opening, Opening, Middle, Middle, Endgame];
            if area > 1 {
                assert_eq!(stages, expected, "{area}");
            } else {
                assert_eq!(stages[0], Endgame);
            }
        }
    }

    #[test]
    fn losses_are_summed_up_by_phase_and_class() {
        let moves = [
            reviewed(1, 0.0),
            reviewed(3, 4.0),
            reviewed(20, 7.0),
            reviewed(40, 13.0),
            reviewed(42, 5.0),
        ];
        let summary = PlayerTotals::new(moves.iter(), 81);
        assert_eq!(summary.all.moves, 5);
        assert!((summary.all.points_lost - 29.0).abs() < 1e-9);
        assert_eq!(summary.phases.map(|phase| phase.moves), [2, 1, 2]);
        assert_eq!(summary.phases[2].mean_points_lost(), Some(9.0));
        assert!((summary.phases[1].mean_chance_lost().unwrap() - 0.07).abs() < 1e-9);
        assert_eq!(summary.mistakes, [2, 1, 1]);
        assert_eq!(summary.number_of(Mistake::Blunder), 1);
        assert_eq!(summary.first_choice_share(), Some(0.2));
        let none = PlayerTotals::new([].iter(), 81);
        assert_eq!(none.first_choice_share(), None);
    }
}

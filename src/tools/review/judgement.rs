//! Judging a move by the win rate and the points that it loses.

use super::analyst::Evaluation;
use super::value::PositionValue;
use ponnuki_core::board::{BoardSize, Color, named_enum};
use ponnuki_core::game::Move;

/// The win rate that every class of mistake loses at least. The search maximises wins, so
/// in a decided game it cannot tell which moves lose points.
const MIN_WIN_RATE_LOSS: f64 = 0.01;

/// How far the chance to win falls with a move that may be a mistake, whatever the first choice is.
const SUSPECT_FALL: f64 = 0.1;

/// The win rate that a mistake costs at least if it alone decided the game.
const MIN_DECISIVE_LOSS: f64 = 0.15;

/// By how much more of the win rate such a mistake must cost than any other, unless the error of the
/// comparison asks for more.
const MIN_DECISIVE_MARGIN: f64 = 0.1;

/// How many standard errors such a comparison must be clear of.
const CONFIDENCE: f64 = 2.0;

named_enum! {
    names only:
    /// The class of a move that loses points and at least 1 % of the win rate.
    #[expect(clippy::enum_variant_names, reason = "the classes are called so")]
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Mistake {
        /// At least 3 points are lost.
        Inaccuracy = "inaccuracy",
        /// At least 6 points are lost.
        Mistake = "mistake",
        /// At least 12 points are lost.
        Blunder = "blunder",
    }
}

impl Mistake {
    /// Returns the smallest loss of the class, in points.
    pub(crate) const fn least_points(self) -> f64 {
        match self {
            Self::Inaccuracy => 3.0,
            Self::Mistake => 6.0,
            Self::Blunder => 12.0,
        }
    }

    /// Returns the plural in lower case.
    pub(crate) const fn plural(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }

    /// Classifies a move by its losses. Returns `None` if the move is good enough.
    pub(crate) fn from_loss(points_lost: f64, chance_lost: f64) -> Option<Self> {
        let mut classes = Self::ALL.into_iter().rev();
        classes
            .find(|class| points_lost >= class.least_points())
            .filter(|_| chance_lost >= MIN_WIN_RATE_LOSS)
    }
}

/// The engine's first choice where another move was played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Better {
    /// The first choice and its principal variation. Never empty.
    pub(crate) line: Vec<Move>,
    /// The value of the position after the move.
    pub(crate) value: PositionValue,
}

/// Capitalises a name.
pub(super) fn title(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

/// Returns the names of moves.
pub(crate) fn names(line: &[Move], size: BoardSize) -> Vec<String> {
    line.iter().map(|action| action.name(size)).collect()
}

/// Returns the standard error of the difference of two values with these errors.
fn of_difference(error: f64, other: f64) -> f64 {
    (error * error + other * other).sqrt()
}

/// A move of the game and its judgement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReviewedMove {
    /// The number of the move in the file, counted from 1.
    pub(crate) number: usize,
    /// The colour that moved.
    pub(crate) color: Color,
    /// The move.
    pub(crate) action: Move,
    /// The value of the position before the move.
    pub(crate) before: PositionValue,
    /// The value of the position after the move.
    pub(crate) after: PositionValue,
    /// The rank of the move among those that the engine tried, counted from 1. `None` if
    /// the engine did not try the move.
    pub(crate) rank: Option<usize>,
    /// The engine's first choice, unless it was played.
    pub(crate) better: Option<Better>,
    /// The move, followed by the principal variation after it.
    pub(crate) line: Vec<Move>,
    /// The points lost against the first choice, at least 0.
    pub(crate) points_lost: f64,
    /// The win rate lost against the first choice, from 0 to 1.
    pub(crate) chance_lost: f64,
    /// The standard error of `chance_lost`, if the positions were searched several times.
    pub(crate) chance_error: Option<f64>,
}

impl ReviewedMove {
    /// Judges a move. `before` and `after` are the searches around it, `better` is the value after
    /// the first choice unless that was played, and `next` is the colour that moves next.
    pub(super) fn new(
        number: usize,
        (color, action): (Color, Move),
        [before, after]: [&Evaluation; 2],
        better: Option<PositionValue>,
        next: Color,
    ) -> Self {
        let rank = before.moves.iter().position(|&tried| tried == action);
        let mut reviewed = Self {
            number,
            color,
            action,
            before: before.value,
            after: after.value,
            rank: rank.map(|place| place + 1),
            points_lost: 0.0,
            chance_lost: 0.0,
            chance_error: None,
            better: better.map(|value| Better {
                line: before.line.clone(),
                value,
            }),
            line: Vec::new(),
        };
        reviewed.follow(&after.line);
        // A colour that moves twice in a row is not judged for its first move, because that
        // value cannot be compared with one after the opponent's reply.
        if next != color {
            reviewed.judge();
        }
        reviewed
    }

    /// Judges the move again by longer searches: of the positions before and after it, and of those
    /// after each first choice that was not played.
    pub(super) fn revise(
        &mut self,
        before: &Evaluation,
        after: &Evaluation,
        instead: &[(Move, Evaluation)],
    ) {
        let color = self.color;
        let chance = |found: &Evaluation| found.value.chance(color);
        let best = instead
            .iter()
            .max_by(|(_, one), (_, other)| chance(one).total_cmp(&chance(other)))
            .filter(|(_, found)| chance(found) > chance(after));
        self.after = after.value;
        self.follow(&after.line);
        (self.points_lost, self.chance_lost) = (0.0, 0.0);
        self.better = best.map(|(action, found)| Better {
            line: [&[*action], &found.line[..]].concat(),
            value: found.value,
        });
        self.judge();
        let errors = best.and_then(|(_, found)| found.error.zip(after.error));
        self.chance_error = errors.map(|(instead, after)| of_difference(instead, after));
        let place = before.moves.iter().position(|&tried| tried == self.action);
        self.rank = match best {
            None => Some(1),
            Some(_) => place.map(|place| place.max(1) + 1),
        };
    }

    fn follow(&mut self, line: &[Move]) {
        self.line = [&[self.action], line].concat();
    }

    /// Compares the values after the first choice and after the move.
    fn judge(&mut self) {
        let (color, after) = (self.color, self.after);
        if let Some(Better { value, .. }) = self.better {
            self.points_lost = (value.lead(color) - after.lead(color)).max(0.0);
            self.chance_lost = (value.chance(color) - after.chance(color)).max(0.0);
        }
    }

    /// Returns the class of the move, or `None` if it is good enough.
    pub(crate) fn mistake(&self) -> Option<Mistake> {
        Mistake::from_loss(self.points_lost, self.chance_lost)
    }

    /// Returns whether the move may be a mistake. Half the losses of a class are enough,
    /// because a longer search may find that the move loses twice as much. A chance that falls with
    /// the move is enough, too: the search before it may have missed the first choice.
    pub(super) fn is_suspect(&self) -> bool {
        let fell = self.before.chance(self.color) - self.after.chance(self.color);
        fell >= SUSPECT_FALL
            || Mistake::from_loss(2.0 * self.points_lost, 2.0 * self.chance_lost).is_some()
    }

    /// Returns whether the move alone decided the game, given the next costliest mistake, if there is
    /// one. Takes care that another seed would say the same.
    pub(super) fn is_decisive_beside(&self, next: Option<&Self>) -> bool {
        let error = |it: &Self| it.chance_error.unwrap_or(0.0);
        let (lost, doubt) = next.map_or((0.0, 0.0), |next| (next.chance_lost, error(next)));
        let margin = MIN_DECISIVE_MARGIN.max(CONFIDENCE * of_difference(error(self), doubt));
        self.chance_lost >= MIN_DECISIVE_LOSS && self.chance_lost - lost >= margin
    }

    /// Names the move and what it costs, with the standard error: `move 29 (C7, -49 ± 1 %)`.
    pub(super) fn cost(&self, size: BoardSize) -> String {
        let (name, lost) = (self.action.name(size), 100.0 * self.chance_lost);
        let error = self
            .chance_error
            .map(|error| (100.0 * error).ceil().max(1.0));
        let error = error.map_or_else(String::new, |error| format!(" ± {error:.0}"));
        format!("move {} ({name}, -{lost:.0}{error} %)", self.number)
    }

    /// Returns whether the engine would have played the move.
    pub(crate) const fn is_first_choice(&self) -> bool {
        self.better.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(black_wins: f64, lead: f64, moves: &[Move]) -> Evaluation {
        Evaluation {
            value: PositionValue { black_wins, lead },
            error: None,
            first_choices: moves.to_vec(),
            moves: moves.to_vec(),
            line: moves.to_vec(),
        }
    }

    #[test]
    fn classes_begin_at_their_points() {
        for (points, class) in [
            (0.0, None),
            (2.99, None),
            (3.0, Some(Mistake::Inaccuracy)),
            (6.0, Some(Mistake::Mistake)),
            (11.99, Some(Mistake::Mistake)),
            (12.0, Some(Mistake::Blunder)),
            (f64::INFINITY, Some(Mistake::Blunder)),
        ] {
            assert_eq!(Mistake::from_loss(points, 0.01), class, "{points}");
            assert_eq!(Mistake::from_loss(points, 0.009), None, "{points}");
        }
        assert!(Mistake::ALL.is_sorted());
    }

    #[test]
    fn a_loss_is_that_of_the_player_and_never_negative() {
        let (black, white) = (Color::Black, Color::White);
        let moves = [Move::Pass];
        let [before, after] = [found(0.5, 0.0, &[]), found(0.4, -3.5, &moves)];
        let value = |black_wins, lead| Some(PositionValue { black_wins, lead });
        let judge = |color, better, next| {
            ReviewedMove::new(7, (color, Move::Pass), [&before, &after], better, next)
        };
        let rounded = |it: &ReviewedMove| {
            let points = (it.points_lost * 10.0).round();
            (points, (it.chance_lost * 100.0).round())
        };
        let worse = judge(black, value(0.6, 3.0), white);
        assert_eq!(rounded(&worse), (65.0, 20.0));
        assert_eq!(worse.mistake(), Some(Mistake::Mistake));
        assert_eq!(worse.rank, None);
        assert_eq!(worse.line, [Move::Pass, Move::Pass]);
        // The same position is a gain for White, and the first choice loses nothing.
        assert_eq!(rounded(&judge(white, value(0.6, 3.0), black)), (0.0, 0.0));
        let less = judge(white, value(0.3, -5.0), black);
        assert_eq!(rounded(&less), (15.0, 10.0));
        assert_eq!(rounded(&judge(black, None, white)), (0.0, 0.0));
        assert!(judge(black, None, white).is_first_choice());
        // A second look.
        let mut revised = worse;
        let [played, other] = [found(0.45, 0.5, &[]), found(0.5, 1.0, &[])];
        let choice = (Move::Pass, other);
        let before = found(0.5, 0.0, &moves);
        revised.revise(&before, &played, &[(Move::Pass, played.clone()), choice]);
        assert_eq!(rounded(&revised), (5.0, 5.0));
        assert_eq!((&revised.line[..], revised.rank), (&moves[..], Some(2)));
        assert_eq!(revised.better.as_ref().unwrap().value.score(), "B+1.0");
        // The longer search would have played the move.
        revised.revise(&before, &played, &[(Move::Pass, found(0.4, 9.0, &[]))]);
        assert_eq!(rounded(&revised), (0.0, 0.0));
        assert!(revised.is_first_choice() && revised.rank == Some(1));
        // The same colour moves twice in a row.
        assert_eq!(rounded(&judge(black, value(0.6, 3.0), black)), (0.0, 0.0));
    }

    #[test]
    fn values_are_given_for_both_colours() {
        let value = PositionValue {
            black_wins: 0.75,
            lead: -2.0,
        };
        let shown = Color::BOTH.map(|it| format!("{} {}", value.chance(it), value.lead(it)));
        assert_eq!(shown, ["0.75 -2", "0.25 2"]);
        for (lead, text) in [
            (3.46, "B+3.5"),
            (0.05, "B+0.1"),
            (0.04, "0"),
            (-0.04, "0"),
            (-0.05, "W+0.1"),
            (-12.0, "W+12.0"),
        ] {
            assert_eq!(PositionValue { lead, ..value }.score(), text);
        }
        assert_eq!(value.words(), "Black wins 75.0 %, score W+2.0");
    }

    #[test]
    fn half_a_mistake_is_suspect() {
        let [before, after] = [&[][..], &[Move::Pass]].map(|moves| found(0.5, 0.0, moves));
        for (lead, black_wins, is_suspect) in
            [(1.5, 0.506, true), (1.4, 0.506, false), (1.5, 0.504, false)]
        {
            let better = Some(PositionValue { black_wins, lead });
            let (action, next) = ((Color::Black, Move::Pass), Color::White);
            let reviewed = ReviewedMove::new(1, action, [&before, &after], better, next);
            assert_eq!(reviewed.is_suspect(), is_suspect, "{lead} {black_wins}");
        }
    }
}

//! Adjudication rules in the notation of options and tournament files.

use std::fmt;
use std::str::FromStr;

use ponnuki_core::board::named_enum;
use ponnuki_core::rules::Score;

/// The default number of moves from one judgement to the next.
const EVERY: usize = 10;

/// The default lead that a judgement must find, in points.
const MARGIN: f64 = 20.0;

/// `PERCENT,MOVES`: a side has lost when it reported a win rate of at most PERCENT
/// with each of its last MOVES moves, and its opponent one of at least 100 - PERCENT
/// with each of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResignRule {
    percent: f64,
    pub(super) moves: usize,
}

/// `FROM[,EVERY[,MARGIN]]`: the position is judged after move FROM and every EVERY
/// moves from then on, and the game ends when the same side leads by at least MARGIN
/// points twice in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JudgeRule {
    from: usize,
    every: usize,
    margin: f64,
}

named_enum! {
    names only:
    /// The result of a game that reaches the move limit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) enum AtMaxMoves {
        #[default]
        Void = "void",
        /// The score of the position: the referee's or, without a referee, our own
        /// count with all stones alive.
        Score = "score",
    }
}

impl ResignRule {
    /// The highest win rate, from 0 to 1, of the side that has lost.
    pub(super) fn highest(&self) -> f64 {
        self.percent / 100.0
    }

    /// The lowest win rate, from 0 to 1, of the side that has won.
    pub(super) fn lowest(&self) -> f64 {
        (100.0 - self.percent) / 100.0
    }
}

impl JudgeRule {
    /// Returns whether the position after this number of moves is judged.
    pub(super) const fn is_due(&self, moves: usize) -> bool {
        moves >= self.from && (moves - self.from).is_multiple_of(self.every)
    }

    /// Returns whether a score decides the game, provided that the next judgement agrees.
    pub(super) fn is_clear(&self, score: Score) -> bool {
        score.winner().is_some() && score.value().abs() >= self.margin
    }
}

/// Parses a percentage from 0 to below 50.
fn percent(text: &str) -> Option<f64> {
    let percent: f64 = text.trim().parse().ok()?;
    (0.0..50.0).contains(&percent).then_some(percent)
}

fn moves(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

fn some_moves(text: &str) -> Option<usize> {
    moves(text).filter(|&moves| moves > 0)
}

impl FromStr for ResignRule {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = || {
            let (percentage, count) = text.split_once(',')?;
            Some(Self {
                percent: percent(percentage)?,
                moves: some_moves(count)?,
            })
        };
        read().ok_or("expected PERCENT,MOVES with a percentage from 0 to below 50 and at least one move, as in 3,3",
        )
    }
}

impl FromStr for JudgeRule {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = || {
            let mut parts = text.split(',');
            let from = moves(parts.next()?)?;
            let every = parts.next().map_or(Some(EVERY), some_moves)?;
            let margin = match parts.next() {
                None => MARGIN,
                Some(margin) => margin.trim().parse().ok()?,
            };
            let is_margin = margin >= 0.0 && margin.is_finite();
            (is_margin && parts.next().is_none()).then_some(Self {
                from,
                every,
                margin,
            })
        };
        read().ok_or("expected FROM, FROM,EVERY or FROM,EVERY,MARGIN with EVERY of at least one move and MARGIN in \
             points, as in 60,10,20",
        )
    }
}

impl FromStr for AtMaxMoves {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let mut values = Self::ALL.into_iter();
        let value = values.find(|value| value.name() == text);
        value.ok_or("expected void or score")
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.percent, self.moves)
    }
}

impl fmt::Display for JudgeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.from, self.every, self.margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: FromStr<Err: fmt::Debug> + fmt::Display>(text: &str) -> String {
        text.parse::<T>().unwrap().to_string()
    }

    #[test]
    fn rules_are_read_with_their_defaults() {
        assert_eq!(again::<ResignRule>("3,3"), "3,3");
        assert_eq!(again::<ResignRule>(" 2.50 , 1 "), "2.5,1");
        assert_eq!(again::<JudgeRule>("60"), "60,10,20");
        assert_eq!(again::<JudgeRule>("60,1"), "60,1,20");
        assert_eq!(again::<JudgeRule>("0,5,0.5"), "0,5,0.5");
        assert_eq!(again::<AtMaxMoves>("void"), "void");
        assert_eq!(again::<AtMaxMoves>("score"), "score");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "3", "3,", "3,0", "50,3", "-1,3", "nan,3", "inf,3", "3,3,3", "3,-1", "3 3", "3,1.5",
        ] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        for text in "|-1|60,0|60,10,-1|60,10,nan|60,10,inf|1,2,3,4".split('|') {
            assert!(text.parse::<JudgeRule>().is_err(), "{text}");
        }
        assert!("Score".parse::<AtMaxMoves>().is_err());
        assert_eq!(
            "x".parse::<AtMaxMoves>().unwrap_err().to_string(),
            "expected void or score"
        );
    }

    #[test]
    fn bounds_are_the_numbers_that_programs_write() {
        for percent in 0..50 {
            let rule: ResignRule = format!("{percent},1").parse().unwrap();
            let read = |percent: u32| -> f64 { format!("0.{percent:02}").parse().unwrap() };
            assert_eq!(rule.highest().to_bits(), read(percent).to_bits());
            if percent > 0 {
                assert_eq!(rule.lowest().to_bits(), read(100 - percent).to_bits());
            }
        }
    }
}

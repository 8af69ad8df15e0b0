//! Komi, the points that White receives for moving second, and the score.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, UnknownValue};

/// The komi: any finite decimal number. It prints as it was written.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Komi, Score};
///
/// let komi: Komi = "6.50".parse()?;
/// assert_eq!(format!("{komi} is {} points", komi.value()), "6.50 is 6.5 points");
/// // A negative komi goes to Black.
/// let reverse: Komi = "-5.5".parse()?;
/// assert_eq!(Score::new(0.0, &reverse).to_string(), "B+5.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Komi {
    value: f64,
    text: Box<str>,
}

impl Komi {
    /// Returns the komi of this many points, a finite number.
    pub fn from_points(value: f64) -> Self {
        let text = value.to_string().into();
        Self { value, text }
    }

    /// Returns half a point, the komi that servers give White in games with a handicap. It only
    /// rules out draws.
    pub fn of_handicap() -> Self {
        Self::from_points(0.5)
    }

    /// Returns the komi in points.
    pub const fn value(&self) -> f64 {
        self.value
    }
}

impl Default for Komi {
    /// Returns 7.5 points, the komi of the Computer Go Server.
    fn default() -> Self {
        Self::from_points(7.5)
    }
}

impl FromStr for Komi {
    type Err = UnknownValue;

    /// Reads a decimal number with an optional sign, fraction and exponent.
    ///
    /// # Errors
    /// [`UnknownValue`] for any other string, including `nan`, `infinity`, a
    /// decimal comma and numbers too large to be finite.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let decimal = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        match text.parse::<f64>() {
            Ok(value) if decimal && value.is_finite() => Ok(Self {
                value,
                text: text.into(),
            }),
            _ => Err(UnknownValue::new(
                "komi must be a finite decimal number such as 7.5",
            )),
        }
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The score of a game: Black's points minus White's, including komi.
///
/// Whole and half points are exact, so ties are recognised.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{Color, Score};
///
/// let scores = [12.5, -0.5, 0.0].map(Score::from_points);
/// assert_eq!(scores.map(|score| score.to_string()), ["B+12.5", "W+0.5", "0"]);
/// let wins: f64 = scores.iter().map(|score| score.win_of(Color::Black)).sum();
/// assert_eq!(wins, 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f64);

impl Score {
    /// Differences below this are ties: they are the rounding error of a komi
    /// such as 0.1, which has no exact binary value.
    const RESOLUTION: f64 = 1e-9;

    /// Returns the score of a game in which Black's area exceeds White's by `margin` points.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{Color, Komi, Score};
    ///
    /// let score = Score::new(5.0, &"7.5".parse::<Komi>()?);
    /// assert_eq!((score.to_string().as_str(), score.winner()), ("W+2.5", Some(Color::White)));
    /// # Ok::<(), ponnuki::board::UnknownValue>(())
    /// ```
    pub fn new(margin: f64, komi: &Komi) -> Self {
        let difference = margin - komi.value;
        if difference.abs() < Self::RESOLUTION && komi.value.abs() > Self::RESOLUTION {
            return Self(0.0);
        }
        Self(difference)
    }

    /// Returns the score for a difference that already includes the komi.
    pub const fn from_points(points: f64) -> Self {
        Self(points)
    }

    /// Returns Black's points minus White's.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns the colour with more points, or `None` for a tie.
    pub fn winner(self) -> Option<Color> {
        if self.0 > 0.0 {
            Some(Color::Black)
        } else if self.0 < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Returns what the game is worth for a colour: 1 for a win, 0.5 for a tie and 0 for a loss.
    pub fn win_of(self, color: Color) -> f64 {
        match self.winner() {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

impl fmt::Display for Score {
    /// Writes `B+3.5`, `W+12` or, for a tie, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner() else {
            return f.pad("0");
        };
        let letter = winner.initial();
        // Nine decimals hide the rounding error of fractions, as in 7 - 6.7.
        let points = format!("{:.9}", self.0.abs());
        let points = points.trim_end_matches('0').trim_end_matches('.');
        if points == "0" {
            // A score too small for nine decimals still decides the game.
            return f.pad(&format!("{letter}+{:e}", self.0.abs()));
        }
        f.pad(&format!("{letter}+{points}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(margin: f64, komi: &str) -> String {
        Score::new(margin, &komi.parse().unwrap()).to_string()
    }

    #[test]
    fn komi_prints_as_it_was_written() {
        for text in ["7.5", "0", "-3", "1e3", "6.50", "0.1", "+5", "1e300", ".5"] {
            assert_eq!(text.parse::<Komi>().unwrap().to_string(), text);
        }
        for text in "|nan|NaN|inf|-infinity|5,5|1e999|x|0x10|5 |--5|1e".split('|') {
            assert!(text.parse::<Komi>().is_err(), "{text}");
        }
    }

    #[test]
    fn scores_print_in_the_form_of_the_protocol() {
        assert_eq!(score(11.0, "7.5"), "B+3.5");
        assert_eq!(score(-12.0, "0"), "W+12");
        assert_eq!(score(7.0, "7"), "0");
        assert_eq!(score(7.5, "7.5"), "0");
        assert_eq!(score(0.0, "-3"), "B+3");
        assert_eq!(score(7.0, "6.7"), "B+0.3");
        assert_eq!(score(0.0, "1e3"), "W+1000");
        assert_eq!(score(81.0, "0.1"), "B+80.9");
        assert_eq!(score(0.0, "1e-12"), "W+1e-12");
    }
}

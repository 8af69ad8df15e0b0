//! The two colours, and pairs with a value for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use super::UnknownValue;

/// One of the two players, and the colour of a stone.
///
/// The contents of a point are an `Option<Color>`: an empty point has no colour.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::Color;
///
/// // White leads by 4 points. Each player sees the lead from its own side.
/// let black_lead = -4;
/// assert_eq!(Color::BOTH.map(|color| black_lead * color.sign()), [-4, 4]);
/// let leader = if black_lead > 0 { Color::Black } else { Color::White };
/// assert_eq!(format!("{leader} leads, {} follows", !leader), "white leads, black follows");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The player who moves first in an even game.
    Black,
    /// The other player, who receives the komi.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Returns `black` or `white`, the names in the Go Text Protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns the letter for a stone of this colour in diagrams: `X` for Black, `O` for White.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// Returns the initial of the colour in results and game records: `B` or `W`.
    pub const fn initial(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// Reads `b`, `w`, `black` or `white` in any case, as programs and people write
    /// colours. Returns `None` for any other string.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::Color;
    ///
    /// assert_eq!(Color::named("W"), Some(Color::White));
    /// assert_eq!(!Color::White, Color::Black);
    /// ```
    #[inline]
    pub fn named(text: impl AsRef<[u8]>) -> Option<Self> {
        let is = |name: &[u8]| text.as_ref().eq_ignore_ascii_case(name);
        if is(b"b") || is(b"black") {
            Some(Self::Black)
        } else if is(b"w") || is(b"white") {
            Some(Self::White)
        } else {
            None
        }
    }

    /// Returns 1 for Black and -1 for White. The factor converts a margin
    /// between Black's view and this colour's.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Self::Black => 1,
            Self::White => -1,
        }
    }

    /// Returns the opponent's colour. Like `!`, but usable in `const` contexts.
    #[inline]
    pub const fn other(self) -> Self {
        // A `match` may become a branch, which playouts often mispredict.
        Self::BOTH[1 - self as usize]
    }
}

impl Not for Color {
    type Output = Self;

    /// Returns the opponent's colour.
    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    /// Writes the [name](Color::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Color {
    type Err = UnknownValue;

    /// Reads `black` or `white`.
    ///
    /// # Errors
    /// [`UnknownValue`] for any other string.
    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        match text {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            _ => Err(UnknownValue::new("a colour is black or white")),
        }
    }
}

/// A value for Black and a value for White.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{ByColor, Color};
///
/// let mut prisoners = ByColor::both(0);
/// prisoners[Color::White] += 3;
/// assert_eq!(prisoners, ByColor { black: 0, white: 3 });
/// let labels = ByColor::COLORS.map(|color| format!("{color}: {}", prisoners[color]));
/// assert_eq!(labels.white, "white: 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl ByColor<Color> {
    /// Each colour at its own place, to be mapped.
    pub const COLORS: Self = Self {
        black: Color::Black,
        white: Color::White,
    };
}

impl<T> ByColor<T> {
    /// Returns the same value for both colours.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self {
            black: value.clone(),
            white: value,
        }
    }

    /// Applies `f` to both values, Black's first.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            black: f(self.black),
            white: f(self.white),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

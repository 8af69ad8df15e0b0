//! The suicide rule.
//!
//! The rule belongs to the board and not to the [rules](crate::rules), which also
//! offer it, because it decides which stones live unconditionally.

use super::named_enum;

named_enum! {
    /// The rule on suicide, a play that removes the player's own stones because
    /// they have no liberty and nothing is captured.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{Color, Suicide};
    /// use ponnuki::board::diagram;
    ///
    /// let board = diagram::parse(".XO./OO..")?;
    /// let corner = board.size().point_named("A2").unwrap();
    /// let preview = board.preview(Color::Black, corner)?; // no liberty for two stones
    /// let permits = |rule: Suicide| rule.permits(preview.suicided);
    /// assert!(permits(Suicide::MultiStone) && !permits(Suicide::Forbidden));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Suicide {
        /// Suicide is illegal.
        Forbidden = "forbidden",
        /// Suicide is legal if it removes two or more stones.
        MultiStone = "multi-stone",
        /// Suicide is legal, unless the ko rule forbids the resulting position.
        Allowed = "allowed",
    }
}

impl Suicide {
    /// Returns whether a play may remove this number of the player's own
    /// stones, including the one played. A play that removes none is not
    /// suicide.
    #[inline]
    pub const fn permits(self, lost: usize) -> bool {
        match self {
            Self::Allowed => true,
            Self::MultiStone => lost != 1,
            Self::Forbidden => lost == 0,
        }
    }
}

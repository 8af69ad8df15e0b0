//! The names and dates in the root of a game.

use super::SgfError;
use super::encoding::decode;
use super::mend::read_mended;
use super::nodes::{NodeEvent, Nodes, Property};
use ponnuki_core::board::{ByColor, Color};

/// The names, dates and results that a game record states. They are not validated and may
/// contain any characters, control characters included.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::About;
///
/// // A list of games needs only their roots, so it does not matter how the moves go on.
/// let about = About::read(b"(;GM[1]PB[Ann]EV[Club cup]DT[2024-05-01];B[zz];W[")?;
/// let title = [about.event, about.date].into_iter().flatten().collect::<Vec<_>>().join(", ");
/// assert_eq!(title, "Club cup, 2024-05-01");
/// assert_eq!(about.players.white, None);
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The players (`PB`, `PW`).
    pub players: ByColor<Option<String>>,
    /// The ranks of the players (`BR`, `WR`).
    pub ranks: ByColor<Option<String>>,
    /// The name of the tournament (`EV`).
    pub event: Option<String>,
    /// The date of the game (`DT`).
    pub date: Option<String>,
    /// The result (`RE`).
    pub result: Option<String>,
}

impl About {
    /// Reads the root of the first game in `bytes`. Empty values count as absent.
    ///
    /// # Errors
    /// Any [`SgfError`] of the root.
    ///
    /// ```
    /// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
    /// use ponnuki::Color;
    /// use ponnuki::sgf::About;
    ///
    /// let about = About::read(b"(;PB[Ann]BR[3k]RE[B+R];B[pd])")?;
    /// assert_eq!(about.named(Color::Black), "Ann (3k)");
    /// assert_eq!(about.result.as_deref(), Some("B+R"));
    /// # Ok::<(), ponnuki::sgf::SgfError>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, SgfError> {
        let text = decode(bytes).text;
        let (about, _) = read_mended(&text, |text| {
            let mut nodes = Nodes::new(text)?;
            while nodes.next()? != Some(NodeEvent::Node) {}
            Ok(Self::new(nodes.properties()))
        })?;
        Ok(about)
    }

    /// Returns the name of a player, or the colour if there is none, with the rank in
    /// parentheses.
    pub fn named(&self, color: Color) -> String {
        let name = self.players[color].as_deref().unwrap_or(match color {
            Color::Black => "Black",
            Color::White => "White",
        });
        match &self.ranks[color] {
            Some(rank) => format!("{name} ({rank})"),
            None => name.to_owned(),
        }
    }

    fn new(root: &[Property]) -> Self {
        let mut about = Self::default();
        for property in root {
            let place = match &*property.identifier {
                "PB" => &mut about.players.black,
                "PW" => &mut about.players.white,
                "BR" => &mut about.ranks.black,
                "WR" => &mut about.ranks.white,
                "EV" => &mut about.event,
                "DT" => &mut about.date,
                "RE" => &mut about.result,
                _ => continue,
            };
            if let Some(text) = property.single() {
                let text = text.replace(['\r', '\n', '\t'], " ").trim().to_owned();
                *place = (!text.is_empty()).then_some(text);
            }
        }
        about
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_names_the_players() {
        let record = "(;CA[UTF-8]PB[A \\] B\\\\C]BR[3d]PW[ ]RE[B+R]DT[2026-01-02]EV[Cup];PW[late])";
        let about = About::read(record.as_bytes()).unwrap();
        assert_eq!(about.players.black.as_deref(), Some("A ] B\\C"));
        assert_eq!(about.players.white, None);
        assert_eq!(about.ranks.black.as_deref(), Some("3d"));
        assert_eq!(
            Color::BOTH.map(|it| about.named(it)),
            ["A ] B\\C (3d)", "White"]
        );
        assert_eq!(about.result.as_deref(), Some("B+R"));
        assert_eq!(about.date.as_deref(), Some("2026-01-02"));
        assert_eq!(about.event.as_deref(), Some("Cup"));
        assert_eq!(About::read(b"(;)").unwrap(), About::default());
        assert!(matches!(About::read(b"none"), Err(SgfError::NoGame)));
        let cut = About::read(b"(;PB[x").unwrap();
        assert_eq!(cut.named(Color::Black), "x");
    }
}

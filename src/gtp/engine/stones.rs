//! Commands about stones, chains, liberties and eyes.

use super::Engine;
use super::row::{CommandRow, quick};
use crate::parse::{Vertex, arguments as form};
use crate::response::{Answer, Failure};
use ponnuki_core::board::{Chain, Color, eye};

pub(super) const COMMANDS: &[CommandRow] = &[
    quick("list_stones COLOR", "the stones of a colour", |e, a| {
        let stones = e.game.board().stones(a.read(form::color)?);
        Ok(Answer::points(e.game.size(), &stones))
    }),
    // Fails: "invalid vertex".
    quick("color VERTEX", "`black`, `white` or `empty`", |e, a| {
        let point = e.point(a.read(form::vertex)?)?;
        Ok(match e.game.board().at(point) {
            Some(color) => Answer::text(color),
            None => Answer::text("empty"),
        })
    }),
    quick(
        "captures COLOR",
        "the number of stones that a colour has captured",
        |e, a| Ok(Answer::text(e.game.captures(a.read(form::color)?))),
    ),
    quick(
        "countlib VERTEX",
        "the number of liberties of a chain",
        |e, a| {
            let chain = e.chain(a.read(form::vertex)?)?;
            Ok(Answer::text(chain.liberties.len()))
        },
    ),
    quick("findlib VERTEX", "the liberties of a chain", |e, a| {
        let chain = e.chain(a.read(form::vertex)?)?;
        Ok(Answer::points(e.game.size(), &chain.liberties))
    }),
    quick(
        "ponnuki-chains",
        "every chain, one per line: its colour, the number of its stones and liberties, and its stones",
        |e, _| Ok(e.chains()),
    ),
    quick(
        "ponnuki-liberties",
        "the number of liberties at every stone, in rows from the top",
        |e, _| Ok(e.liberties()),
    ),
    quick(
        "ponnuki-eyes COLOR",
        "the true eyes of a colour, by the eye rule in use",
        |e, a| Ok(e.true_eyes(a.read(form::color)?)),
    ),
    quick(
        "ponnuki-last_captures",
        "the stones, of either colour, that the last move removed",
        |e, _| Ok(e.last_captures()),
    ),
];

impl Engine {
    /// Returns the chain on a vertex.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    fn chain(&self, vertex: Vertex) -> Result<Chain, Failure> {
        let point = self.point(vertex)?;
        self.game.board().chain(point).ok_or(Failure::EmptyVertex)
    }

    fn chains(&self) -> Answer {
        let chains = self.game.board().chains();
        Answer::lines(chains.iter().map(|chain| {
            format!(
                "{} length {} liberties {} stones {}",
                chain.color,
                chain.stones.len(),
                chain.liberties.len(),
                chain.stones.names(self.game.size())
            )
        }))
    }

    /// Shows at every stone the number of liberties of its chain.
    fn liberties(&self) -> Answer {
        let chains = self.game.board().chains();
        self.cells(|point| {
            let chain = chains.iter().find(|chain| chain.stones.contains(point));
            chain.map_or_else(
                || "\"\"".to_owned(),
                |chain| chain.liberties.len().to_string(),
            )
        })
    }

    fn true_eyes(&self, color: Color) -> Answer {
        let eyes = eye::true_eyes(self.game.board(), color, self.settings.eyes);
        Answer::points(self.game.size(), &eyes)
    }

    fn last_captures(&self) -> Answer {
        let last = self.game.turns().last();
        let removed = last.map(|turn| turn.captured | turn.suicided);
        Answer::points(self.game.size(), &removed.unwrap_or_default())
    }
}

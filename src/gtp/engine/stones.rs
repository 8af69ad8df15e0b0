//! Commands about stones, chains, liberties and eyes.

use super::Engine;
use crate::board::{Chain, Color, eye};
use crate::gtp::command::{StoneCommand, Vertex};
use crate::gtp::response::{Answer, Failure, Reply};

impl Engine {
    /// Carries out a command about stones.
    pub(super) fn inspect_stones(&self, command: &StoneCommand) -> Reply {
        Ok(match *command {
            StoneCommand::Captures(color) => Answer::text(self.game.captures(color)),
            StoneCommand::Chains => self.chains(),
            StoneCommand::ColorAt(vertex) => return self.color_at(vertex),
            StoneCommand::CountLiberties(vertex) => return self.count_liberties(vertex),
            StoneCommand::Eyes(color) => self.true_eyes(color),
            StoneCommand::FindLiberties(vertex) => return self.find_liberties(vertex),
            StoneCommand::LastCaptures => self.last_captures(),
            StoneCommand::Liberties => self.liberties(),
            StoneCommand::List(color) => self.list_stones(color),
        })
    }

    /// `list_stones`: answers with the stones of a colour.
    fn list_stones(&self, color: Color) -> Answer {
        Answer::points(self.game.size(), &self.game.board().stones(color))
    }

    /// `color`: answers black, white or empty.
    ///
    /// Fails: "invalid vertex".
    fn color_at(&self, vertex: Vertex) -> Reply {
        let point = self.point(vertex)?;
        Ok(match self.game.board().at(point) {
            Some(color) => Answer::text(color),
            None => Answer::text("empty"),
        })
    }

    /// `countlib`: answers with the number of liberties of the chain on a vertex.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    fn count_liberties(&self, vertex: Vertex) -> Reply {
        Ok(Answer::text(self.chain(vertex)?.liberties.len()))
    }

    /// `findlib`: answers with the liberties of the chain on a vertex.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    fn find_liberties(&self, vertex: Vertex) -> Reply {
        Ok(Answer::points(
            self.game.size(),
            &self.chain(vertex)?.liberties,
        ))
    }

    /// Returns the chain on a vertex.
    fn chain(&self, vertex: Vertex) -> Result<Chain, Failure> {
        let point = self.point(vertex)?;
        self.game.board().chain(point).ok_or(Failure::EmptyVertex)
    }

    /// `ponnuki-chains`: answers with every chain, one per line: its colour,
    /// the number of its stones and liberties, and its stones.
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

    /// `ponnuki-liberties`: shows at every stone the number of liberties of its
    /// chain.
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

    /// `ponnuki-eyes`: answers with the true eyes of a colour, by the eye rule
    /// in use.
    fn true_eyes(&self, color: Color) -> Answer {
        let eyes = eye::true_eyes(self.game.board(), color, self.settings.eyes);
        Answer::points(self.game.size(), &eyes)
    }

    /// `ponnuki-last_captures`: answers with the stones, of either colour, that
    /// the last move removed from the board.
    fn last_captures(&self) -> Answer {
        let last = self.game.turns().last();
        let removed = last.map(|turn| turn.captured | turn.suicided);
        Answer::points(self.game.size(), &removed.unwrap_or_default())
    }
}

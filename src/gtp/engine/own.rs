//! The commands of our own: chains, dead stones, and why a move is illegal.

use super::Engine;
use crate::gtp::command::{ColoredVertex, Vertex};
use crate::gtp::response::{Answer, Failure, Reply, verdict, vertices};

impl Engine {
    /// `ponnuki-chains`: every chain, one a line: its colour, the numbers of
    /// its stones and liberties, and its stones.
    pub(super) fn chains(&self) -> Answer {
        let chains = self.game.board().chains();
        Answer::lines(chains.iter().map(|chain| {
            format!(
                "{} length {} liberties {} stones {}",
                chain.color,
                chain.stones.len(),
                chain.liberties.len(),
                vertices(self.game.size(), &chain.stones)
            )
        }))
    }

    /// `ponnuki-explain`: `legal`, or the reason why a move is not, for superko
    /// with the number of the move that it repeats.
    pub(super) fn explain(&self, play: ColoredVertex) -> Answer {
        Answer::Text(verdict(self.verdict(play)))
    }

    /// `ponnuki-mark_dead`: marks a stone dead and all stones that die with
    /// it, and answers these. `final_score` and `final_status_list` respect
    /// the mark until the next move. With `--dead-stones estimate` the stones
    /// that the estimate finds stay marked too.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    pub(super) fn mark_dead(&mut self, vertex: Vertex) -> Reply {
        let point = self.point(vertex)?;
        self.game.board().at(point).ok_or(Failure::EmptyVertex)?;
        let already = self.counted_dead();
        self.game.decide_dead(already);
        let marked = self.game.mark_dead(point).ok_or(Failure::EmptyVertex)?;
        Ok(Answer::points(self.game.size(), &marked))
    }

    /// `ponnuki-clear_dead`: no stone is dead any more.
    pub(super) fn clear_dead(&mut self) -> Answer {
        self.game.clear_dead();
        Answer::Done
    }

    /// `ponnuki-last_captures`: the stones that the last move took off the
    /// board, of either colour.
    pub(super) fn last_captures(&self) -> Answer {
        let last = self.game.turns().last();
        let removed = last.map(|turn| turn.captured | turn.suicided);
        Answer::points(self.game.size(), &removed.unwrap_or_default())
    }
}

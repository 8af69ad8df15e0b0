//! The commands that GNU Go added and that controllers have come to use.

use cpu_time::ProcessTime;

use super::Engine;
use crate::board::{Chain, Color, IllegalMove};
use crate::game::Move;
use crate::gtp::command::{self, COMMANDS, ColoredVertex, Syntax, Vertex};
use crate::gtp::response::{Answer, Failure, Reply, colored_move};

/// `cputime`: the processor time that this process has used, in seconds.
pub(super) fn cpu_time() -> Reply {
    let used = ProcessTime::try_now().map_err(|error| {
        log::error!("the processor time is not known: {error}");
        Failure::Internal
    })?;
    let seconds = used.as_duration().as_secs_f64();
    Ok(Answer::Text(format!("{seconds:.3}")))
}

/// `help`: the commands with their arguments, one a line, or one of them.
///
/// Fails: "unknown command".
pub(super) fn help(name: Option<&str>) -> Reply {
    let usage = |entry: &Syntax| {
        format!("{} {}", entry.name, entry.arguments)
            .trim_end()
            .to_owned()
    };
    let Some(name) = name else {
        return Ok(Answer::lines(COMMANDS.iter().map(usage)));
    };
    let entry = command::find(name.as_bytes()).ok_or(Failure::UnknownCommand)?;
    Ok(Answer::Text(usage(entry)))
}

impl Engine {
    /// `all_legal`: the points where a colour may play. Passing is not listed.
    pub(super) fn all_legal(&self, color: Color) -> Answer {
        Answer::points(self.game.size(), &self.game.legal_points(color))
    }

    /// `is_legal`: 1 if a move may be made, else 0.
    pub(super) fn is_legal(&self, play: ColoredVertex) -> Answer {
        let legal = self.verdict(play).is_ok();
        Answer::text(u8::from(legal))
    }

    /// Whether a move may be made. A pass always may.
    pub(super) fn verdict(&self, play: ColoredVertex) -> Result<(), IllegalMove> {
        match self.action(play.vertex)? {
            Move::Pass => Ok(()),
            Move::Play(point) => self.game.check(play.color, point),
        }
    }

    /// `list_stones`: the stones of a colour.
    pub(super) fn list_stones(&self, color: Color) -> Answer {
        Answer::points(self.game.size(), &self.game.board().stones(color))
    }

    /// `color`: black, white or empty.
    ///
    /// Fails: "invalid vertex".
    pub(super) fn color_at(&self, vertex: Vertex) -> Reply {
        let point = self.point(vertex)?;
        Ok(match self.game.board().at(point) {
            Some(color) => Answer::text(color),
            None => Answer::text("empty"),
        })
    }

    /// `countlib`: the number of liberties of the chain on a vertex.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    pub(super) fn count_liberties(&self, vertex: Vertex) -> Reply {
        Ok(Answer::text(self.chain(vertex)?.liberties.len()))
    }

    /// `findlib`: the liberties of the chain on a vertex.
    ///
    /// Fails: "invalid vertex", "vertex must not be empty".
    pub(super) fn find_liberties(&self, vertex: Vertex) -> Reply {
        Ok(Answer::points(
            self.game.size(),
            &self.chain(vertex)?.liberties,
        ))
    }

    /// The chain on a vertex.
    fn chain(&self, vertex: Vertex) -> Result<Chain, Failure> {
        let point = self.point(vertex)?;
        self.game.board().chain(point).ok_or(Failure::EmptyVertex)
    }

    /// `last_move`: colour and vertex of the last move.
    ///
    /// Fails: "no previous move known".
    pub(super) fn last_move(&self) -> Reply {
        let last = self.game.turns().last().ok_or(Failure::NoMove)?;
        Ok(Answer::Text(colored_move(self.game.size(), last)))
    }

    /// `move_history`: the moves, one a line, the last first.
    pub(super) fn move_history(&self) -> Answer {
        let size = self.game.size();
        let latest_first = self.game.turns().iter().rev();
        Answer::lines(latest_first.map(|turn| colored_move(size, turn)))
    }

    /// `query_boardsize`: the size, or width and height of a rectangle.
    pub(super) fn query_board_size(&self) -> Answer {
        let size = self.game.size();
        if size.is_square() {
            Answer::text(size.width())
        } else {
            Answer::Text(format!("{} {}", size.width(), size.height()))
        }
    }

    /// `set_random_seed`: what the player's games follow from.
    pub(super) fn set_random_seed(&mut self, seed: u64) -> Answer {
        self.player.set_seed(seed);
        Answer::Done
    }
}

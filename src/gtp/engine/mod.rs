//! Carries out commands on a game and a player.
//!
//! Each subject has a file, which begins with the rows of its commands and holds
//! their functions; `table` collects the rows. A command that fails changes
//! nothing: it judges everything first, and changes the game last.

mod admin;
mod analysis;
mod board;
mod estimates;
mod files;
mod gui;
mod handicap;
mod moves;
mod options;
mod parameters;
mod recovery;
mod row;
mod ruler;
mod rules;
mod scoring;
mod servers;
mod stones;
mod table;
mod time;

#[cfg(test)]
mod tests;

pub use options::EngineOptions;
pub(super) use row::{Arguments, CommandRow, StopOn};
#[cfg(test)]
pub(super) use table::COMMANDS;
pub(super) use table::find;

use std::path::PathBuf;

use crate::parse::{ColoredVertex, Vertex};
use crate::response::Failure;
use ponnuki_core::board::{IllegalMove, Point};
use ponnuki_core::game::{Clocks, Game, Move};
use ponnuki_formats::files::SessionFiles;
use ponnuki_play::estimate::DeadStones;
use ponnuki_play::player::{EndingSettings, Player, PlayerSettings};

/// The search of replies to the player's move, while the session waits for one.
#[derive(Clone, Copy, Debug, Default)]
struct Pondering {
    is_asked_for: bool,
    /// The length of the game after the player's last move, unless the replies to it have been
    /// thought about.
    replied: Option<usize>,
}

/// The state of a GTP session: a game, a player, the clocks and the options.
///
/// The engine reads and writes no streams, and no files but those that commands name.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*, ponnuki_gtp as gtp}; }
/// use ponnuki::gtp::{Engine, EngineOptions, Responder};
/// use ponnuki::sgf::ReadOptions;
///
/// // The program loads a record, the controller takes a move back.
/// let mut engine = Engine::new(EngineOptions::new(1));
/// let record = &b"(;SZ[9];B[ee];W[ce];B[eg])"[..];
/// engine.load_record(record, None, &ReadOptions::default())?;
/// let mut responder = Responder::new(engine);
/// assert_eq!(responder.answer(b"undo\nlist_stones b"), b"= \n\n= E5\n\n");
/// assert_eq!(responder.engine().game().turns().len(), 2);
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct Engine {
    game: Game,
    player: Box<dyn Player>,
    /// The settings from which the player was made.
    settings: PlayerSettings,
    ending: EndingSettings,
    clocks: Clocks,
    strict_records: bool,
    sgf_dir: Option<PathBuf>,
    overwrite: bool,
    /// The files that the session has written.
    written: SessionFiles,
    pondering: Pondering,
    /// Whether the player draws on GoGui's board while it thinks.
    live_graphics: bool,
    /// The last list of the best plays, which `top_moves` repeats.
    top_moves: String,
    ruler: bool,
    name: Option<String>,
    version: Option<String>,
    /// The turns that a running `undo` takes back; empty between commands.
    taken_back: recovery::TakenBack,
}

impl Engine {
    /// Creates an engine with the player of the options.
    pub fn new(options: EngineOptions) -> Self {
        let player = options.player.player(options.seed);
        Self::with_player(options, player)
    }

    /// Creates an engine with the caller's player. A change of the player's parameters
    /// replaces it by a player that is made from them.
    pub fn with_player(options: EngineOptions, player: Box<dyn Player>) -> Self {
        Self {
            game: Game::new(options.size, options.rules, options.komi),
            player: options.ending.habits(&options.player).apply(player),
            settings: options.player,
            ending: options.ending,
            clocks: Clocks::default(),
            strict_records: options.strict_records,
            sgf_dir: options.sgf_dir,
            overwrite: options.overwrite,
            written: SessionFiles::default(),
            pondering: Pondering {
                is_asked_for: options.ponder,
                replied: None,
            },
            live_graphics: false,
            top_moves: String::new(),
            ruler: options.ruler,
            name: options.name,
            version: options.version,
            taken_back: recovery::TakenBack::default(),
        }
    }

    /// Returns the current game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the clocks as the controller last set them.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    fn dead_stones(&self) -> DeadStones {
        self.ending.habits(&self.settings).dead_stones
    }

    /// Returns the point of the board at a vertex.
    ///
    /// Fails: "invalid vertex" for a pass or a vertex off the board.
    fn point(&self, vertex: Vertex) -> Result<Point, Failure> {
        match self.action(vertex) {
            Ok(Move::Play(point)) => Ok(point),
            _ => Err(Failure::InvalidVertex),
        }
    }

    fn action(&self, vertex: Vertex) -> Result<Move, IllegalMove> {
        match vertex {
            Vertex::Pass => Ok(Move::Pass),
            Vertex::At(at) => {
                let point = self.game.size().point(at).ok_or(IllegalMove::OffBoard)?;
                Ok(Move::Play(point))
            }
        }
    }

    /// Logs why a move is illegal and returns the failure. Costs nothing while the log is off.
    fn refuse(&self, play: ColoredVertex, reason: IllegalMove) -> Failure {
        log::debug!("illegal move {play} on {}: {reason}", self.game.size());
        Failure::IllegalMove
    }
}

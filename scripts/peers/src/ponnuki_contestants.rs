//! Ponnuki's own playouts and perft.

use ponnuki::game::{Passes, perft};
use ponnuki::playout::{LockstepPlayouts, PlayoutCore, PlayoutKo, SimdLevel, single_playouts};
use ponnuki::{Board, BoardSize, Color, Game, Komi, Rules};

use crate::contest::{Contestant, Work};

/// Uniform playouts.
pub struct Playouts {
    name: String,
    core: Box<dyn PlayoutCore>,
    next: u64,
    chunk: u64,
}

impl Playouts {
    /// Creates a contestant that plays one game at a time.
    pub fn single(size: usize, ko: PlayoutKo) -> Self {
        let core = single_playouts(&empty_board(size), Color::Black, ko);
        let chunk = 100_000 / (size * size) as u64;
        Self::new(format!("one at a time, {ko}"), core, chunk)
    }

    /// Creates a contestant that plays many games at a time.
    pub fn lockstep(size: usize, level: SimdLevel, ko: PlayoutKo) -> Self {
        let mut core = LockstepPlayouts::new(&empty_board(size), Color::Black, None);
        core.set_level(level);
        core.set_ko(ko);
        let chunk = 6_000_000 / (size * size) as u64;
        Self::new(format!("lockstep, {level}, {ko}"), Box::new(core), chunk)
    }

    fn new(kind: String, core: Box<dyn PlayoutCore>, chunk: u64) -> Self {
        Self {
            name: format!("ponnuki, {kind}"),
            core,
            next: 0,
            chunk,
        }
    }
}

fn empty_board(size: usize) -> Board {
    Board::new(BoardSize::square(size).expect("a size"))
}

impl Contestant for Playouts {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn work(&mut self) -> Work {
        let end = self.next + self.chunk;
        let tally = self.core.run(1, self.next..end);
        self.next = end;
        Work {
            moves: tally.moves,
            playouts: tally.playouts,
        }
    }
}

/// Counting all sequences of turns.
pub struct Perft;

/// The depth at which the perft functions are compared.
pub const DEPTH: usize = 7;

impl Contestant for Perft {
    fn name(&self) -> String {
        format!("ponnuki perft {DEPTH}")
    }

    fn work(&mut self) -> Work {
        let size = BoardSize::square(3).expect("a size");
        let game = Game::new(size, Rules::default(), Komi::default());
        let counts = perft(&game, DEPTH, Passes::Counted, 1);
        Work {
            moves: counts[DEPTH - 1].nodes,
            playouts: 1,
        }
    }
}

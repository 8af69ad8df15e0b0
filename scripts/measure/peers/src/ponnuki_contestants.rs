//! Ponnuki's own playouts.

use ponnuki_core::{Board, BoardSize, Color};
use ponnuki_play::playout::{LockstepPlayouts, PlayoutCore, PlayoutKo, SimdLevel, single_playouts};

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

//! This engine's playouts and perft.

use ponnuki::{
    Board, BoardSize, Color, Game, Komi, LockstepPlayouts, Passes, PlayoutCore, PlayoutKo, Rules,
    SimdLevel, perft, single_playouts,
};

use crate::contest::{Contestant, Work};

/// Uniform playouts one game at a time.
pub struct Single {
    core: Box<dyn PlayoutCore>,
    ko: PlayoutKo,
    next: u64,
    helping: u64,
}

impl Single {
    pub fn new(size: usize, ko: PlayoutKo) -> Self {
        let board = Board::new(BoardSize::square(size).expect("a size"));
        Self {
            core: single_playouts(&board, Color::Black, ko),
            ko,
            next: 0,
            helping: 100_000 / (size * size) as u64,
        }
    }
}

impl Contestant for Single {
    fn name(&self) -> String {
        format!("ponnuki, one at a time, {}", self.ko)
    }

    fn work(&mut self) -> Work {
        let end = self.next + self.helping;
        let tally = self.core.run(1, self.next..end);
        self.next = end;
        Work {
            moves: tally.moves,
            playouts: tally.playouts,
        }
    }
}

/// Uniform playouts many at a time.
pub struct Lockstep {
    core: LockstepPlayouts,
    level: SimdLevel,
    next: u64,
    helping: u64,
}

impl Lockstep {
    pub fn new(size: usize, level: SimdLevel) -> Self {
        let board = Board::new(BoardSize::square(size).expect("a size"));
        let mut core = LockstepPlayouts::new(&board, Color::Black, None);
        core.set_level(level);
        Self {
            core,
            level,
            next: 0,
            helping: 1_500_000 / (size * size) as u64,
        }
    }
}

impl Contestant for Lockstep {
    fn name(&self) -> String {
        format!("ponnuki, lockstep, {}", self.level)
    }

    fn work(&mut self) -> Work {
        let end = self.next + self.helping;
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

/// The depth of the perft that is compared.
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

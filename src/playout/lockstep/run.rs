//! Runs a fixed number of games through the lanes.

use std::ops::Range;

use crate::board::{BoardSize, ByColor, Color};
use crate::playout::cpu::{Processor, Work};
use crate::playout::{Playout, Tally};
use crate::random::RandomStream;

use super::OwnershipCounts;
use super::group::Group;
use super::harvest::{self, Rows};
use super::word::Word;

/// The lanes of a group on boards up to 16 columns wide.
const NARROW_LANES: usize = 64;

/// The lanes of a group on wider boards.
const WIDE_LANES: usize = 32;

/// Games to be played, and from where.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) size: BoardSize,
    pub(super) stones: ByColor<Rows>,
    pub(super) ko: Rows,
    pub(super) to_move: Color,
    pub(super) seed: u64,
    /// The numbers of the games.
    pub(super) numbers: Range<u64>,
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) tally: Tally,
    /// Counted where it is asked for.
    pub(super) owners: Option<OwnershipCounts>,
}

/// A task, and whether to count who owns which point at the end.
pub(super) struct Games<'a> {
    pub(super) task: &'a Task,
    pub(super) owners: bool,
}

impl Work for Games<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<P: Processor>(self) -> Results {
        let Self { task, owners } = self;
        if task.size.width() <= u16::BITS as usize {
            Lockstep::<u16, NARROW_LANES>::new(task, owners).run()
        } else {
            Lockstep::<u32, WIDE_LANES>::new(task, owners).run()
        }
    }
}

/// A group of lanes at work on a task.
pub(super) struct Lockstep<'a, W, const L: usize> {
    pub(super) task: &'a Task,
    pub(super) group: Box<Group<W, L>>,
    /// The number of each lane's game.
    pub(super) game: [u64; L],
    /// The next game to begin.
    next: u64,
    /// The number of lanes with a game.
    pub(super) live: u32,
    pub(super) results: Results,
}

impl<'a, W: Word, const L: usize> Lockstep<'a, W, L> {
    #[inline(always)]
    pub(super) fn new(task: &'a Task, owners: bool) -> Self {
        let mut lockstep = Self {
            task,
            group: Box::new(Group::new(task.size)),
            game: [0; L],
            next: task.numbers.start,
            live: 0,
            results: Results {
                tally: Tally::default(),
                owners: owners.then(|| OwnershipCounts::none(task.size)),
            },
        };
        for lane in 0..L {
            lockstep.begin(lane);
        }
        lockstep
    }

    /// Plays until all games are over.
    ///
    /// Searching for the effect of a play costs about as much as a step and
    /// serves all pending lanes at once, so it waits for some to gather.
    #[inline(always)]
    pub(super) fn run(mut self) -> Results {
        let mut waited = 0;
        while self.live > 0 {
            waited += self.group.advance();
            if waited >= self.live {
                self.group.resolve();
                waited = 0;
            }
            self.harvest();
        }
        self.results
    }

    /// Takes the results of the games that are over and begins others.
    #[inline(always)]
    pub(super) fn harvest(&mut self) {
        let any = self
            .group
            .over
            .0
            .iter()
            .fold(W::ZERO, |any, &over| any | over);
        if any == W::ZERO {
            return;
        }
        for lane in 0..L {
            if self.group.over.0[lane] != W::ZERO {
                self.finish(lane);
                self.begin(lane);
            }
        }
    }

    /// Begins the next game in a lane, if there is one.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        self.group.clear(lane);
        if self.next >= self.task.numbers.end {
            return;
        }
        let task = self.task;
        let (own, opponent) = (&task.stones[task.to_move], &task.stones[!task.to_move]);
        let mut stream = RandomStream::new(task.seed, self.next);
        let (low, high) = (stream.bits(), stream.bits());
        self.group.begin(
            lane,
            [own, opponent, &task.ko],
            task.to_move == Color::White,
            // Not all zero: the generator could not leave that state.
            [
                low as u32 | 1,
                (low >> 32) as u32,
                high as u32,
                (high >> 32) as u32,
            ],
        );
        self.game[lane] = self.next;
        self.next += 1;
        self.live += 1;
    }

    /// Counts the game of a lane.
    #[inline(always)]
    fn finish(&mut self, lane: usize) {
        let size = self.task.size;
        let stones = harvest::stones(&self.group, lane);
        let area = harvest::area(&stones, size);
        self.results.tally.add(Playout {
            moves: self.group.moves.0[lane],
            margin: harvest::count(&area.black) - harvest::count(&area.white),
            hash: harvest::hash(&stones, size).value(),
        });
        if let Some(owners) = &mut self.results.owners {
            owners.add(&area, size);
        }
        self.live -= 1;
    }
}

//! Plays a fixed number of games in the lanes of one group.

use std::ops::Range;

use crate::board::{BoardSize, ByColor, Color};
use crate::playout::cpu::{Kernel, Processor};
use crate::playout::{OwnershipCounts, Playout, Tally};
use crate::random::RandomStream;

use super::group::Group;
use super::position;
use super::rows::{Rows, count, points};
use super::word::Word;

/// The number of lanes of a group on boards up to 16 columns wide.
const NARROW_LANES: usize = 64;

/// The number of lanes of a group on wider boards.
const WIDE_LANES: usize = 32;

/// The position in which every game starts, as rows.
#[derive(Clone, Debug)]
pub(super) struct RowStart {
    pub(super) size: BoardSize,
    pub(super) stones: ByColor<Rows>,
    /// The point that the first move may not take, if any.
    pub(super) ko: Rows,
    pub(super) to_move: Color,
}

/// The games of one run.
#[derive(Clone, Debug)]
pub(super) struct Games<'a> {
    pub(super) start: &'a RowStart,
    pub(super) seed: u64,
    pub(super) numbers: Range<u64>,
    pub(super) counts_ownership: bool,
}

/// The sums over the games of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) tally: Tally,
    /// Present if [`Games::counts_ownership`] is set.
    pub(super) ownership: Option<OwnershipCounts>,
}

impl Kernel for Games<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<P: Processor>(self) -> Results {
        if self.start.size.width() <= u16::BITS as usize {
            Lockstep::<u16, NARROW_LANES>::new(self).run()
        } else {
            Lockstep::<u32, WIDE_LANES>::new(self).run()
        }
    }
}

/// A group of lanes, and the games that they play.
pub(super) struct Lockstep<'a, W, const L: usize> {
    games: Games<'a>,
    pub(super) group: Box<Group<W, L>>,
    /// The number of the next game to start.
    next: u64,
    /// The number of lanes with a game.
    pub(super) live: u32,
    pub(super) results: Results,
}

impl<'a, W: Word, const L: usize> Lockstep<'a, W, L> {
    #[inline(always)]
    pub(super) fn new(games: Games<'a>) -> Self {
        let size = games.start.size;
        let mut lockstep = Self {
            group: Box::new(Group::new(size)),
            next: games.numbers.start,
            live: 0,
            results: Results {
                tally: Tally::default(),
                ownership: (games.counts_ownership).then(|| OwnershipCounts::new(size)),
            },
            games,
        };
        for lane in 0..L {
            lockstep.start_game(lane);
        }
        lockstep
    }

    /// Plays until all games are over.
    ///
    /// The search for the effects of plays costs about as much as a step and
    /// serves all pending lanes at once. So it runs only once the steps that
    /// pending lanes have waited add up to the number of live games.
    #[inline(always)]
    pub(super) fn run(mut self) -> Results {
        let mut waited = 0;
        while self.live > 0 {
            waited += self.group.advance();
            if waited >= self.live {
                self.group.resolve();
                waited = 0;
            }
            self.replace_finished();
        }
        self.results
    }

    /// Counts the games that are over and starts others in their lanes.
    #[inline(always)]
    pub(super) fn replace_finished(&mut self) {
        let over = &self.group.over.0;
        let any_over = over.iter().fold(W::ZERO, |any, &over| any | over);
        if any_over == W::ZERO {
            return;
        }
        for lane in 0..L {
            if self.group.over.0[lane] != W::ZERO {
                self.count_game(lane);
                self.start_game(lane);
            }
        }
    }

    /// Starts the next game in a lane, or leaves the lane idle if there is none.
    #[inline(always)]
    fn start_game(&mut self, lane: usize) {
        self.group.clear(lane);
        if self.next >= self.games.numbers.end {
            return;
        }
        let start = self.games.start;
        let (own, opponent) = (&start.stones[start.to_move], &start.stones[!start.to_move]);
        let mut stream = RandomStream::new(self.games.seed, self.next);
        let (low, high) = (stream.bits(), stream.bits());
        self.group.start(
            lane,
            [own, opponent, &start.ko],
            start.to_move == Color::White,
            // Avoids the all-zero state, which the generator cannot leave.
            [
                low as u32 | 1,
                (low >> 32) as u32,
                high as u32,
                (high >> 32) as u32,
            ],
        );
        self.next += 1;
        self.live += 1;
    }

    /// Adds the finished game of a lane to the results.
    #[inline(always)]
    fn count_game(&mut self, lane: usize) {
        let size = self.games.start.size;
        let stones = position::stones(&self.group, lane);
        let area = position::area(&stones, size);
        let margin = count(&area.black) - count(&area.white);
        self.results.tally.add(Playout {
            moves: self.group.moves.0[lane],
            margin,
            hash: position::hash(&stones, size).value(),
        });
        if let Some(ownership) = &mut self.results.ownership {
            ownership.add_margin(margin);
            for color in Color::BOTH {
                ownership.add_points(color, points(&area[color], size));
            }
        }
        self.live -= 1;
    }
}

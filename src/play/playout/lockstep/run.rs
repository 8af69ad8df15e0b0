//! Plays a fixed number of games in one group.

use std::mem;
use std::ops::Range;

use crate::playout::cpu::{Kernel, Processor, Vector};
use crate::playout::{OwnershipCounts, PlayoutKo, Tally};
use ponnuki_core::board::BoardSize;

use super::arithmetic::number_of;
use super::group::{BatchStart, Changes, Group};
use super::last::Kept;
use super::random::{Generators, state};
use super::score::EndTotals;
use super::superko::BatchHistory;

/// Finished games are counted together, once there is one for this many slots.
/// Until then they idle, because counting costs the same for one game as for all.
const PLACES_FOR_ONE_OVER: u32 = 20;

/// Games from one position.
#[derive(Clone, Debug)]
pub(crate) struct Series<'a> {
    pub(crate) start: &'a BatchStart,
    /// The numbers of the games, which determine their random streams.
    pub(crate) numbers: Range<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// The index of the game's series.
    pub(crate) series: usize,
    pub(crate) moves: u32,
    /// Black's area minus White's, in points.
    pub(crate) margin: i32,
}

impl GameEnd {
    /// Returns the sums of the game but for its hash, which is counted elsewhere.
    pub(crate) fn tally(self) -> Tally {
        Tally::one(self.moves, self.margin, 0)
    }
}

pub(crate) struct GameRun<'a> {
    pub(crate) size: BoardSize,
    /// The series, all on boards of this size.
    pub(crate) series: &'a [Series<'a>],
    pub(crate) seed: u64,
    pub(crate) ko: PlayoutKo,
    pub(crate) kept: Kept<'a>,
    /// Called at the end of every game, in no particular order.
    pub(crate) ended: &'a mut dyn FnMut(GameEnd),
    /// Ends the run early, without a result, once it returns true.
    pub(crate) is_stopped: &'a dyn Fn() -> bool,
}

/// The totals over the last positions of all games, whose order does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastPositions {
    /// The exclusive or of the hashes, if they are [kept](Kept).
    pub(super) hashes: u64,
    /// The owners of the points, if they are [kept](Kept::Ownership).
    pub(super) ownership: Option<OwnershipCounts>,
}

impl Kernel for GameRun<'_> {
    type Output = Option<LastPositions>;

    #[inline(always)]
    fn run<P: Processor>(self) -> Option<LastPositions> {
        Lockstep::<P::Vector>::new(self).run()
    }
}

/// A group, and the games that it plays.
pub(super) struct Lockstep<'a, V> {
    games: GameRun<'a>,
    pub(super) group: Group<V>,
    /// The earlier positions, kept only under positional superko.
    history: Option<BatchHistory<V>>,
    /// The series of the game in each slot.
    series: Vec<usize>,
    /// For each slot, the game that starts there next. Games are prepared for
    /// many slots at a time, because that costs little more than for one.
    reserve: Reserve<V>,
    totals: EndTotals<'a, V>,
}

/// Games that are ready to start, at most one for each slot.
struct Reserve<V> {
    /// The slots with a game.
    places: V,
    series: Vec<usize>,
    random: Generators<V>,
    /// The series of the next game and its number.
    next: (usize, u64),
}

impl<'a, V: Vector> Lockstep<'a, V> {
    #[inline(always)]
    pub(super) fn new(mut games: GameRun<'a>) -> Self {
        let mut group = Group::new(games.size);
        let history = (games.ko == PlayoutKo::Positional).then(|| {
            group.changes = Changes::new(Some(games.size));
            BatchHistory::new()
        });
        let totals = EndTotals::new(&group, mem::take(&mut games.kept));
        let mut lockstep = Self {
            series: vec![0; V::GAMES],
            reserve: Reserve {
                places: V::none(),
                series: vec![0; V::GAMES],
                random: Generators::new(),
                next: (
                    0,
                    games.series.first().map_or(0, |first| first.numbers.start),
                ),
            },
            totals,
            group,
            history,
            games,
        };
        lockstep.restart(V::all());
        lockstep
    }

    /// Plays until all games are over. Returns `None` if the run is stopped.
    ///
    /// The search for the effects of plays costs about half as much as a step and
    /// serves all pending games at once. So it runs only once the steps that
    /// pending games have waited add up to half the number of live games.
    #[inline(always)]
    pub(super) fn run(mut self) -> Option<LastPositions> {
        let most_over = V::GAMES as u32 / PLACES_FOR_ONE_OVER;
        let mut waited = 0;
        while !(self.games.is_stopped)() {
            waited += self.advance();
            let live = self.group.live.count();
            if 2 * waited >= live {
                self.group.resolve();
                waited = 0;
            }
            if live == 0 || self.group.over.count() > most_over {
                self.replace_finished();
                if self.group.live.is_none() {
                    let (hashes, ownership) = self.totals.finish(&self.group);
                    return Some(LastPositions { hashes, ownership });
                }
            }
        }
        None
    }

    /// Makes one step: makes the moves of the step before, then draws a move in
    /// every game that has no pending play. Returns the number of pending games.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> u32 {
        self.group.make_moves();
        if let Some(history) = &mut self.history {
            let (series, places) = (self.games.series, &self.series);
            history.judge(&mut self.group, |game| series[places[game]].start);
        }
        self.group.draw();
        self.group.pending.count()
    }

    /// Counts the games that are over and starts others in their slots.
    #[inline(always)]
    pub(super) fn replace_finished(&mut self) {
        let over = self.group.over;
        let areas = self.totals.add(&mut self.group, &self.series);
        for game in over.games() {
            let own = number_of(&areas.own, game).cast_signed();
            let opponent = number_of(&areas.opponent, game).cast_signed();
            let margin = if self.group.white.get(game) {
                opponent - own
            } else {
                own - opponent
            };
            self.totals.add_margin(margin);
            (self.games.ended)(GameEnd {
                series: self.series[game],
                moves: number_of(&self.group.moves, game),
                margin,
            });
        }
        self.restart(over);
    }

    /// Starts the next games in these slots, or leaves them idle if there are no
    /// more.
    #[inline(always)]
    fn restart(&mut self, places: V) {
        if !(places & !self.reserve.places).is_none() {
            self.reserve.fill(&self.games);
        }
        let started = places & self.reserve.places;
        self.reserve.places &= !started;
        self.group.random.copy(started, &self.reserve.random);
        self.group.restart(places, started);
        for game in started.games() {
            self.series[game] = self.reserve.series[game];
        }
        // Few series start at a time, usually one.
        let mut rest = started;
        while let Some(first) = rest.games().next() {
            let series = self.series[first];
            let mut alike = V::none();
            for game in rest.games() {
                alike.set(game, self.series[game] == series);
            }
            rest &= !alike;
            let start = self.games.series[series].start;
            self.group.set_up(alike, start);
            if let Some(history) = &mut self.history {
                history.begin(&mut self.group, alike, start);
            }
        }
        if let Some(history) = &mut self.history {
            history.forget(&self.group);
        }
    }
}

impl<V: Vector> Reserve<V> {
    /// Prepares games for all slots that have none, as long as there are games.
    #[inline(always)]
    fn fill(&mut self, games: &GameRun) {
        for word in 0..V::WORDS {
            let kept = self.places.words()[word];
            let mut filled = kept;
            let mut states = [[0; 64]; 2];
            for place in 0..64 {
                if kept >> place & 1 != 0 {
                    continue;
                }
                let Some((series, number)) = self.take(games) else {
                    break;
                };
                filled |= 1 << place;
                self.series[64 * word + place] = series;
                [states[0][place], states[1][place]] = state(games.seed, number);
            }
            if filled != kept {
                self.random.seed(word, states, kept);
                self.places.words_mut()[word] = filled;
            }
        }
    }

    /// Returns the series and the number of the next game, if there is one.
    #[inline(always)]
    fn take(&mut self, games: &GameRun) -> Option<(usize, u64)> {
        loop {
            let (index, number) = self.next;
            let series = games.series.get(index)?;
            if number < series.numbers.end {
                self.next.1 += 1;
                return Some((index, number));
            }
            let after = games.series.get(index + 1);
            self.next = (index + 1, after.map_or(0, |series| series.numbers.start));
        }
    }
}

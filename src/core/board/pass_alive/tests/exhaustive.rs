//! Compares unconditional life with its definition: the opponent plays alone and
//! tries every sequence of plays.
//!
//! No ko rule applies, so a position is a board. On the smallest boards every
//! legal position is compared, on larger ones random positions. The rules of the
//! plays are written again here, on sets of points in the bits of a word.
//! `PONNUKI_PROOF=full` adds larger boards and more positions
//! (`scripts/check/proof.sh life`).

use std::collections::HashSet;

use super::*;
use crate::board::Point;
use crate::random::RandomStream;

/// Returns whether to compare the positions that take minutes too.
fn is_full() -> bool {
    std::env::var("PONNUKI_PROOF").is_ok_and(|value| value == "full")
}

/// The stones on a board. Bit `i` stands for the `i`-th point of the size.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    own: u32,
    opponent: u32,
}

/// The results that the opponent can reach by playing alone.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Reach {
    lost: u32,
    /// The points on which the opponent can have unconditionally living stones.
    alive: u32,
}

/// The claims of the library about one position.
#[derive(Clone, Copy)]
struct Claim {
    stones: u32,
    territory: u32,
    /// The opponent's unconditionally living stones.
    opponent: u32,
}

fn singles(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set & set.wrapping_neg();
        set &= !point;
        (point != 0).then_some(point)
    })
}

/// A board of at most 20 points.
struct Grid {
    size: BoardSize,
    points: Vec<Point>,
    all: u32,
    /// The points of the first and of the last column.
    left: u32,
    right: u32,
}

impl Grid {
    fn new(width: usize, height: usize) -> Self {
        let size = BoardSize::new(width, height).unwrap();
        let points: Vec<Point> = size.iter().collect();
        let column =
            |column: usize| (0..height).fold(0, |all, row| all | 1 << (row * width + column));
        Self {
            size,
            all: (1 << points.len()) - 1,
            points,
            left: column(0),
            right: column(width - 1),
        }
    }

    fn near(&self, set: u32) -> u32 {
        let width = self.size.width();
        let sideways = (set & !self.right) << 1 | (set & !self.left) >> 1;
        (sideways | set << width | set >> width) & self.all
    }

    fn flood(&self, seed: u32, region: u32) -> u32 {
        let mut reached = seed & region;
        loop {
            let wider = reached | self.near(reached) & region;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// Returns the chain of a stone if it has no liberty, or else the empty set.
    fn dead_chain(&self, stone: u32, stones: u32, occupied: u32) -> u32 {
        let chain = self.flood(stone, stones);
        let has_liberty = self.near(chain) & !occupied != 0;
        if has_liberty { 0 } else { chain }
    }

    /// Returns the stones after a play of the opponent on an empty point, or
    /// `None` if it is illegal.
    fn play(&self, at: Stones, point: u32, suicide: Suicide) -> Option<Stones> {
        let Stones { own, opponent } = at;
        let opponent = opponent | point;
        let attacked = singles(self.near(point) & own);
        let captured = attacked.fold(0, |all, stone| {
            all | self.dead_chain(stone, own, own | opponent)
        });
        let own = own & !captured;
        let lost = self.dead_chain(point, opponent, own | opponent);
        let is_legal = suicide.permits(lost.count_ones() as usize);
        let opponent = opponent & !lost;
        is_legal.then_some(Stones { own, opponent })
    }

    fn plays(&self, at: Stones, suicide: Suicide) -> impl Iterator<Item = Stones> {
        let empty = self.all & !at.own & !at.opponent;
        singles(empty).filter_map(move |point| self.play(at, point, suicide))
    }

    fn set(&self, bits: u32) -> PointSet {
        singles(bits)
            .map(|point| self.points[point.trailing_zeros() as usize])
            .collect()
    }

    fn bits(&self, set: PointSet) -> u32 {
        let points = self.points.iter().enumerate();
        points
            .filter(|&(_, &point)| set.contains(point))
            .fold(0, |all, (index, _)| all | 1 << index)
    }

    /// Returns the entry of a position, unless a chain has no liberty.
    fn entry(&self, at: Stones, suicide: Suicide) -> Option<Entry> {
        let stones = ByColor {
            black: self.set(at.own),
            white: self.set(at.opponent),
        };
        let board = Board::with_stones(self.size, &stones).ok()?;
        let life = pass_alive(&board, suicide);
        assert!(!life.black.points().intersects(&life.white.points()));
        let claim = Claim {
            stones: self.bits(life.black.stones),
            territory: self.bits(life.black.territory),
            opponent: self.bits(life.white.stones),
        };
        Some(Entry { at, board, claim })
    }

    /// Finds what the opponent can reach from one position. Stops early when
    /// nothing more can contradict the claim.
    fn reach(&self, entry: &Entry, suicide: Suicide) -> Reach {
        let Entry { at, claim, .. } = entry;
        let mut reach = Reach::default();
        let mut seen = HashSet::from([*at]);
        let mut open = vec![*at];
        while let Some(here) = open.pop() {
            reach.lost |= at.own & !here.own;
            if claim.territory != 0 {
                reach.alive |= self.entry(here, suicide).unwrap().claim.opponent;
            } else if reach.lost == at.own {
                break;
            }
            open.extend(
                self.plays(here, suicide)
                    .filter(|&after| seen.insert(after)),
            );
        }
        reach
    }

    /// Returns random stones, with few to many for each side.
    fn random(&self, stream: &mut RandomStream) -> Stones {
        let mut below = |bound| stream.below(bound).unwrap();
        let own = 3 + below(6);
        let opponent = own + 1 + below(10 - own);
        let mut at = Stones {
            own: 0,
            opponent: 0,
        };
        for index in 0..self.points.len() {
            match below(10) {
                n if n < own => at.own |= 1 << index,
                n if n < opponent => at.opponent |= 1 << index,
                _ => {}
            }
        }
        at
    }
}

struct Entry {
    at: Stones,
    board: Board,
    claim: Claim,
}

#[derive(Default)]
struct Tally {
    positions: usize,
    /// Positions with stones that live if suicide is illegal.
    with_life: usize,
    /// Positions where fewer stones live under the rule.
    weaker: usize,
}

impl Tally {
    /// Compares the claim of a position with what the opponent can reach.
    fn compare(&mut self, entry: &Entry, reach: Reach, suicide: Suicide) {
        let Entry { at, board, claim } = entry;
        assert_eq!(claim.stones, at.own & !reach.lost, "{suicide} {board:?}");
        assert_eq!(claim.territory & reach.alive, 0, "{suicide} {board:?}");
        let most = pass_alive_of(board, Color::Black, Suicide::Forbidden).stones;
        self.positions += 1;
        self.with_life += usize::from(!most.is_empty());
        self.weaker += usize::from(most.len() != claim.stones.count_ones() as usize);
    }

    fn print(&self, boards: &str, suicide: Suicide) {
        let Self {
            positions,
            with_life,
            weaker,
        } = self;
        println!(
            "figure\tlife\t{boards}, suicide {suicide}\t{positions} positions, {with_life} with life, {weaker} with less"
        );
    }
}

/// The [`Reach`] of the opponent from every position of a board.
struct Table {
    grid: Grid,
    suicide: Suicide,
    /// For each set of points, the number with these digits in base 3.
    ternary: Vec<u32>,
    /// The reach from each position, by its number in base 3, with the digit 1
    /// for the owner's stones and 2 for the opponent's.
    reach: Vec<Reach>,
}

impl Table {
    fn new(grid: Grid, suicide: Suicide) -> Self {
        let digits = |set: u32| (0..16).rev().fold(0, |n, bit| 3 * n + (set >> bit & 1));
        Self {
            ternary: (0..=grid.all).map(digits).collect(),
            reach: vec![Reach::default(); 3_usize.pow(grid.points.len() as u32)],
            grid,
            suicide,
        }
    }

    fn index(&self, at: Stones) -> usize {
        let [own, opponent] = [at.own, at.opponent].map(|set| self.ternary[set as usize]);
        (own + 2 * opponent) as usize
    }

    /// Compares all positions. Plays never add to the owner's stones, so the
    /// positions after captures are finished first.
    fn compare_all(&mut self) -> Tally {
        let mut tally = Tally::default();
        for own in 0..=self.grid.all {
            let entries = self.entries(own);
            while self.extend(&entries) {}
            for entry in &entries {
                tally.compare(entry, self.reach[self.index(entry.at)], self.suicide);
            }
        }
        tally
    }

    /// Returns the legal positions with these stones of the owner, supersets of
    /// the opponent's stones first.
    fn entries(&self, own: u32) -> Vec<Entry> {
        let free = self.grid.all & !own;
        let opponents =
            std::iter::successors(Some(free), |&set| (set != 0).then(|| (set - 1) & free));
        let positions = opponents.map(|opponent| Stones { own, opponent });
        positions
            .filter_map(|at| self.grid.entry(at, self.suicide))
            .collect()
    }

    /// Extends what the opponent can reach from these positions by one play.
    /// Returns whether that changes anything.
    fn extend(&mut self, entries: &[Entry]) -> bool {
        let mut changes = false;
        for Entry { at, claim, .. } in entries {
            let mut reach = Reach {
                lost: 0,
                alive: claim.opponent,
            };
            for after in self.grid.plays(*at, self.suicide) {
                let further = self.reach[self.index(after)];
                reach.lost |= at.own & !after.own | further.lost;
                reach.alive |= further.alive;
            }
            let index = self.index(*at);
            changes |= self.reach[index] != reach;
            self.reach[index] = reach;
        }
        changes
    }
}

/// Compares all legal positions on a board of at most 16 points. By John Tromp's
/// count there are `number`.
fn compare_all(width: usize, height: usize, number: usize) {
    for suicide in Suicide::ALL {
        let grid = Grid::new(width, height);
        let boards = format!("all of {}", grid.size);
        let tally = Table::new(grid, suicide).compare_all();
        assert_eq!(tally.positions, number, "{boards}");
        tally.print(&boards, suicide);
    }
}

/// Compares random positions on a board of at most 20 points.
fn compare_some(width: usize, height: usize, number: usize) {
    let grid = Grid::new(width, height);
    for suicide in Suicide::ALL {
        let mut stream = RandomStream::new(1, 0);
        let mut tally = Tally::default();
        while tally.positions < number {
            let at = grid.random(&mut stream);
            if let Some(entry) = grid.entry(at, suicide) {
                tally.compare(&entry, grid.reach(&entry, suicide), suicide);
            }
        }
        tally.print(&format!("some of {}", grid.size), suicide);
    }
}

#[test]
fn every_position_of_small_boards_is_judged_exactly() {
    compare_all(1, 1, 1);
    compare_all(2, 1, 5);
    compare_all(1, 3, 15);
    compare_all(2, 2, 57);
    compare_all(7, 1, 867);
    compare_all(3, 2, 489);
    compare_all(2, 4, 4_125);
    compare_all(3, 3, 12_675);
    if is_full() {
        compare_all(1, 9, 6_649);
        compare_all(5, 2, 35_117);
        compare_all(4, 3, 321_689);
        compare_all(2, 7, 2_557_605);
        compare_all(5, 3, 8_180_343);
    }
}

#[test]
fn random_positions_are_judged_exactly() {
    for (width, height) in [(5, 2), (4, 3), (5, 3), (4, 4)] {
        compare_some(width, height, 300);
    }
    if is_full() {
        for (width, height) in [(4, 4), (6, 3), (3, 6), (5, 4)] {
            compare_some(width, height, 10_000);
        }
    }
}

//! Positional superko, which only batches, the benchmark and tests ask for: players and
//! estimates use the simple ko rule.
//!
//! Hardly any play repeats a position, so plays are made first and judged
//! afterwards, and a play that superko forbids is taken back. That may be slow, as
//! long as it is cheap to see that all the others repeat nothing:
//!
//! 1. Each game has a *tag*: the exclusive or of the numbers of the rows of its black stones,
//!    the same of its white ones and that of the [slopes](super::layout::slope) of all stones,
//!    each with one more bit for an odd number of stones. So a plane changes by the exclusive or
//!    of the [changes](super::group::Changes) in some lines.
//! 2. The moves and the tags of all steps are kept. A play may repeat a position only if its
//!    tag occurred before.
//! 3. Hardly any play needs a comparison. Call a play *fresh* if its colour has never lost a
//!    stone at its point. Let the position after the move *j* be that after an earlier move
//!    *i*. Then *j* is not fresh: its stone was on the board after *i*, and lost later. The
//!    opponent, who captured it, played after *i* and has as many stones as then, so it has
//!    lost one as well. So *i* is before the last losses of both colours. But *i* is not before
//!    a fresh play whose stone is on the board after *j*: that position would hold the stone
//!    too, but the colour had none there before the play and had lost none there. Each game
//!    keeps for each pair of colours whether the first has made a fresh play since the second
//!    one last lost a stone, and has lost no stone of a fresh play since. The remaining plays,
//!    one in a hundred, are compared with the steps backwards until the last fresh play whose
//!    stone remains, which is after five steps on average.
//! 4. If the tag did occur before, the game is replayed from a log of its moves on
//!    the [board](SizedBoard) of the rules core. If the position occurred before,
//!    the game returns to the position before the play, with a ban on its point for
//!    the rest of the turn. It draws again in the next step.

use std::collections::VecDeque;
use std::mem;

use crate::playout::cpu::Vector;
use ponnuki_core::board::{Board, ByColor, Color, Point, PointSet, SizedBoard, on_sized};

use super::arithmetic::{number_of, set_number};
use super::group::{BatchStart, Group};
use super::layout::point;
use super::tag::{EarlierPosition, LINE_BITS, Tag};

/// The sum of some lines: the exclusive or of their numbers, and whether there are an odd
/// number of them.
type Sum<V> = [V; LINE_BITS + 1];

/// The tags of all games: the sums of the rows of the black stones and of the white ones, and
/// that of the slopes of all stones.
type Tags<V> = [Sum<V>; 3];

/// The earlier positions and moves of all games.
pub(super) struct BatchHistory<V> {
    /// The tags of the current positions.
    tags: Tags<V>,
    /// The steps from the first one of a live game on.
    steps: VecDeque<PastStep<V>>,
    /// The number of steps before the first of `steps`.
    forgotten: usize,
    /// The number of steps before the first one of each game.
    first_steps: Vec<usize>,
    /// A game whose first step is the first of `steps`, unless it is over.
    oldest: usize,
    /// The tags of positions before the starts of the games.
    earlier: Vec<Tags<V>>,
    /// The games whose first step is the next one.
    started: V,
    /// The games in which the first colour has made a fresh play since the second one last
    /// lost a stone, and has lost no stone of a fresh play since.
    fresh: ByColor<ByColor<V>>,
    bans: Vec<Ban>,
}

/// The moves that were made in a step, and the positions after it.
struct PastStep<V> {
    /// The row and the column of the play, which count from 1; 0 for a pass.
    row: [V; LINE_BITS],
    column: [V; LINE_BITS],
    /// The games whose first step this is.
    started: V,
    /// The games that made a move, and those in which it was Black's.
    turned: V,
    black: V,
    /// The games whose play is fresh, and those in which it captures.
    fresh: V,
    captures: V,
    tags: Tags<V>,
}

/// A point that superko forbids for the rest of a turn.
struct Ban {
    game: usize,
    /// The number of moves before the turn.
    moves: u32,
    point: Point,
}

/// A play that repeats a position.
struct RepeatedPlay {
    point: Point,
    /// The position before the play.
    before: BatchStart,
    /// The number of moves before the play.
    moves: u32,
    /// Whether the last of these moves was a pass.
    passed: bool,
}

impl<V: Vector> BatchHistory<V> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            tags: [[V::none(); _]; _],
            steps: VecDeque::new(),
            forgotten: 0,
            first_steps: vec![0; V::GAMES],
            oldest: 0,
            earlier: Vec::new(),
            started: V::none(),
            fresh: ByColor::both(ByColor::both(V::none())),
            bans: Vec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn begin(&mut self, group: &mut Group<V>, games: V, start: &BatchStart) {
        let first_step = self.forgotten + self.steps.len();
        for game in games.games() {
            self.first_steps[game] = first_step;
        }
        self.started |= games;
        self.bans.retain(|ban| !games.get(ban.game));
        let tag = Tag::new(start.size, &start.stones);
        set(&mut self.tags, games, tag);
        while self.earlier.len() < start.earlier.len() {
            self.earlier.push([[V::none(); _]; _]);
        }
        for (index, tags) in self.earlier.iter_mut().enumerate() {
            let earlier = start.earlier.get(index);
            set(tags, games, earlier.map_or(tag, |earlier| earlier.tag));
        }
        self.forget_fresh(games);
        for lost in &mut group.changes.lost {
            lost.black &= !games;
            lost.white &= !games;
        }
    }

    /// Forgets the steps before the first one of the live games.
    #[inline(always)]
    pub(super) fn forget(&mut self, group: &Group<V>) {
        if group.live.get(self.oldest) && self.first_steps[self.oldest] == self.forgotten {
            return;
        }
        let mut first = self.forgotten + self.steps.len();
        for game in group.live.games() {
            if self.first_steps[game] < first {
                first = self.first_steps[game];
                self.oldest = game;
            }
        }
        self.steps.drain(..first - self.forgotten);
        self.forgotten = first;
    }

    /// Records the moves of this step, and takes back those that repeat a position.
    /// `start_of` returns the start of a game.
    #[inline(always)]
    pub(super) fn judge<'a>(
        &mut self,
        group: &mut Group<V>,
        start_of: impl Fn(usize) -> &'a BatchStart,
    ) {
        group.held = V::none();
        let plays = group.turned & !group.passed;
        let row = sum(&group.rows, plays);
        let [column @ .., _] = sum(&group.columns, plays);
        self.change_tags(group, &row);
        let [row @ .., _] = row;
        let fresh = plays & !group.changes.returns;
        let suspects = self.suspects(group, fresh);
        self.steps.push_back(PastStep {
            row,
            column,
            started: mem::replace(&mut self.started, V::none()),
            turned: group.turned,
            // White is to move if Black has moved.
            black: group.white,
            fresh,
            captures: group.changes.captures,
            tags: self.tags,
        });
        let mut repeated = self.repeated(group, suspects);
        for tags in &self.earlier {
            repeated |= plays & !differ(tags, &self.tags);
        }
        if repeated.is_none() {
            return;
        }
        for game in repeated.games() {
            if let Some(repetition) = self.confirm(game, start_of(game)) {
                self.take_back(group, game, &repetition);
            }
        }
    }

    /// Changes the tags by the stones placed and captured.
    #[inline(always)]
    fn change_tags(&mut self, group: &Group<V>, row: &Sum<V>) {
        let black = group.white;
        let captured = sum(&group.changes.captured_rows, V::all());
        let slopes = sum(&group.changes.slopes, V::all());
        for bit in 0..slopes.len() {
            self.tags[0][bit] ^= black.select(row[bit], captured[bit]);
            self.tags[1][bit] ^= black.select(captured[bit], row[bit]);
            self.tags[2][bit] ^= slopes[bit];
        }
    }

    /// Returns the games whose last move may have repeated a position.
    #[inline(always)]
    fn suspects(&mut self, group: &Group<V>, fresh: V) -> V {
        let changes = &group.changes;
        // White is to move if Black has moved.
        let moved = ByColor {
            black: group.white,
            white: !group.white,
        };
        let mut is_fresh = V::none();
        for color in Color::BOTH {
            for loser in Color::BOTH {
                let is_over =
                    (changes.captures_fresh & !moved[color]) | (changes.captures & !moved[loser]);
                let has_fresh = &mut self.fresh[color][loser];
                *has_fresh = (*has_fresh & !is_over) | (fresh & moved[color]);
                is_fresh |= *has_fresh;
            }
        }
        changes.returns & !is_fresh
    }

    /// Forgets the fresh plays of some games, which may cause more comparisons.
    #[inline(always)]
    fn forget_fresh(&mut self, games: V) {
        for fresh in [&mut self.fresh.black, &mut self.fresh.white] {
            fresh.black &= !games;
            fresh.white &= !games;
        }
    }

    /// Returns the suspects whose tag occurred after a step whose position the last move may
    /// have repeated.
    #[inline(always)]
    fn repeated(&self, group: &Group<V>, suspects: V) -> V {
        let mut repeated = V::none();
        let mut rest = suspects;
        let mut lost = ByColor::both(V::none());
        let mut steps = self.steps.iter().rev();
        let Some(mut after) = steps.next() else {
            return repeated;
        };
        for step in steps {
            rest &= !after.started;
            for game in (rest & after.fresh).games() {
                if after.stone_remains(group, game) {
                    rest.set(game, false);
                }
            }
            if rest.is_none() {
                break;
            }
            lost.black |= after.captures & !after.black;
            lost.white |= after.captures & after.black;
            let possible = rest & lost.black & lost.white;
            if !possible.is_none() {
                repeated |= possible & !differ(&step.tags, &self.tags);
            }
            after = step;
        }
        repeated
    }

    /// Replays a game. Returns its last play if it repeats a position. This reads single words
    /// of the vectors, so it need not be compiled for their level.
    #[cold]
    #[inline(never)]
    fn confirm(&self, game: usize, start: &BatchStart) -> Option<RepeatedPlay> {
        let steps = self.steps.range(self.first_steps[game] - self.forgotten..);
        let moves = steps.filter(|step| step.turned.get(game)).map(|step| {
            let [row, column] = step.place(game);
            (row != 0).then(|| point(start.size, row, column))
        });
        let actions: Vec<_> = moves.collect();
        let board = Board::restored(start.size, &start.stones);
        on_sized!(board.sized(), board => repeated_play(board, start, &actions))
    }

    /// Returns a game to the position before its last play, which is banned for the
    /// rest of the turn. The game draws again in the next step.
    #[inline(always)]
    fn take_back(&mut self, group: &mut Group<V>, game: usize, last: &RepeatedPlay) {
        let mut games = V::none();
        games.set(game, true);
        group.restart(games, games);
        group.set_up(games, &last.before);
        group.passed.set(game, last.passed);
        set_number(&mut group.moves, game, last.moves);
        group.held |= games;

        let mut latest = self.steps.iter_mut().rev();
        if let (Some(step), Some(before)) = (latest.next(), latest.next()) {
            step.turned &= !games;
            step.fresh &= !games;
            step.captures &= !games;
            let tags = step.tags.iter_mut().flatten();
            for (tag, &before) in tags.zip(before.tags.iter().flatten()) {
                *tag = games.select(before, *tag);
            }
            self.tags = step.tags;
        }
        self.forget_fresh(games);
        let is_over = |ban: &Ban| ban.game == game && ban.moves != last.moves;
        self.bans.retain(|ban| !is_over(ban));
        self.bans.push(Ban {
            game,
            moves: last.moves,
            point: last.point,
        });
        for ban in self.bans.iter().filter(|ban| ban.game == game) {
            let cell = group.cell(ban.point);
            group.cells[cell].single |= games;
        }
    }
}

impl<V: Vector> PastStep<V> {
    /// Returns the row and the column of the play of a game, or 0 for a pass.
    #[inline(always)]
    fn place(&self, game: usize) -> [usize; 2] {
        [
            number_of(&self.row, game) as usize,
            number_of(&self.column, game) as usize,
        ]
    }

    /// Returns whether the stone of the play of a game is on the board.
    #[inline(always)]
    fn stone_remains(&self, group: &Group<V>, game: usize) -> bool {
        let [row, column] = self.place(game);
        let cell = &group.cells[row * group.stride() + column];
        if self.black.get(game) == group.white.get(game) {
            cell.opponent.get(game)
        } else {
            cell.own.get(game)
        }
    }
}

/// Replays a game on the board of the rules core, `None` for a pass. Returns its last play if
/// it repeats a position.
fn repeated_play<const W: usize, const N: usize>(
    board: &SizedBoard<W, N>,
    start: &BatchStart,
    actions: &[Option<Point>],
) -> Option<RepeatedPlay> {
    let mut board = board.clone();
    let mut to_move = start.to_move;
    let mut ko = start.ko;
    let mut seen = vec![board.hash()];
    for &action in actions.split_last()?.1 {
        ko = action.and_then(|point| {
            let removed = board.place(to_move, point);
            seen.push(board.hash());
            board.ko_after(point, &removed.captured)
        });
        to_move = !to_move;
    }
    let point = (*actions.last()?)?;
    let stones = board.stones().map(PointSet::resized);
    board.place(to_move, point);
    let after = board.stones().map(PointSet::resized);
    let is_earlier = |earlier: &EarlierPosition| earlier.stones == after;
    if !seen.contains(&board.hash()) && !start.earlier.iter().any(is_earlier) {
        return None;
    }
    let moves = actions.len() - 1;
    Some(RepeatedPlay {
        point,
        before: BatchStart {
            size: board.size(),
            stones,
            ko,
            to_move,
            earlier: Vec::new(),
        },
        moves: moves as u32,
        passed: moves > 0 && actions[moves - 1].is_none(),
    })
}

#[inline(always)]
fn set<V: Vector>(tags: &mut Tags<V>, games: V, tag: Tag) {
    for (sum, number) in tags.iter_mut().zip(tag.0) {
        for (bit, plane) in sum.iter_mut().enumerate() {
            if number >> bit & 1 == 0 {
                *plane &= !games;
            } else {
                *plane |= games;
            }
        }
    }
}

/// Returns the games in which the tags differ.
#[inline(always)]
fn differ<V: Vector>(a: &Tags<V>, b: &Tags<V>) -> V {
    let mut different = V::none();
    for (a, b) in a.iter().zip(b) {
        for bit in 0..a.len() {
            different |= a[bit] ^ b[bit];
        }
    }
    different
}

/// Returns the sum of the lines whose bit is set, in some games.
#[inline(always)]
fn sum<V: Vector>(lines: &[V], games: V) -> Sum<V> {
    let mut sum = if lines.len() == 16 {
        sum_of::<V, 16>(lines)
    } else {
        sum_of::<V, 32>(lines)
    };
    for plane in &mut sum {
        *plane &= games;
    }
    sum
}

/// Returns the sum of `N` lines.
///
/// The second line of each pair is odd, so it has the lowest bit of its number. The pairs are
/// then the lines whose numbers have one bit less.
#[inline(always)]
fn sum_of<V: Vector, const N: usize>(lines: &[V]) -> Sum<V> {
    let mut sum = [V::none(); LINE_BITS + 1];
    let mut rest = [V::none(); N];
    rest.copy_from_slice(lines);
    let mut pairs = N;
    for bit in 0..N.ilog2() as usize {
        pairs /= 2;
        for pair in 0..pairs {
            let second = rest[2 * pair + 1];
            sum[bit] ^= second;
            rest[pair] = rest[2 * pair] ^ second;
        }
    }
    sum[LINE_BITS] = rest[0];
    sum
}

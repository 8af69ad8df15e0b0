//! Positional superko, which only the benchmark and tests ask for: players and estimates
//! use the simple ko rule.
//!
//! Hardly any play repeats a position, so plays are made first and judged
//! afterwards, and a play that superko forbids is taken back. That may be slow, as
//! long as it is cheap to see that all the others repeat nothing:
//!
//! 1. Each game has a *tag* of [`PARTS`] times [`PART_BITS`] bits. In each part, a
//!    stone belongs to one bit, and the bit is the parity of the number of its
//!    stones. The last part counts the white stones, the others both colours. So a
//!    plane changes by the exclusive or of the [changes](Changes) at its points.
//! 2. The tags after all earlier steps are kept. A play may repeat a position only
//!    if its tag occurred before. The parts are compared until no game is left in
//!    which all so far are equal, which is usually after the first.
//! 3. Only one play in a hundred needs a comparison. Call a play *fresh* if its
//!    colour has never lost a stone at its point. Let the position after the move *j*
//!    be that after an earlier move *i*. Then *j* is not fresh: its stone was on the
//!    board after *i*, and lost later. The opponent, who captured it, played after *i*
//!    and has as many stones as then, so it has lost one as well. Now suppose that a
//!    colour made a fresh play and has lost no stone since, up to and including *j*.
//!    The stone of this play is on the board after *j* and so was after *i*, which is
//!    impossible before the play. But after *i* the colour has lost a stone. So no
//!    colour made such a play.
//! 4. If the tag did occur before, the game is replayed from a log of its moves on
//!    the [board](SizedBoard) of the rules core. If the position occurred before,
//!    the game returns to the position before the play, with a ban on its point for
//!    the rest of the turn. It draws again in the next step.

use std::array;
use std::collections::VecDeque;

use crate::board::{Board, ByColor, Color, OnSized, Point, PointSet, SizedBoard, Zobrist};
use crate::playout::cpu::Vector;

use super::arithmetic::{number_of, set_number};
use super::group::{BatchStart, Changes, Group};
use super::score::point;

/// The parts of a tag, and the bits in each. Different positions rarely have the
/// same tag, which costs only the time of a replay.
const PARTS: usize = 3;
const PART_BITS: usize = 6;

/// The part that counts the white stones only.
const WHITE_PART: usize = PARTS - 1;

/// How many bits hold the number of a row or a column.
const LINE_BITS: usize = 5;

/// A part of the tags of all games.
type Part<V> = [V; PART_BITS];

/// The tags of all games.
type Tags<V> = [Part<V>; PARTS];

/// The earlier positions and moves of all games.
pub(super) struct BatchHistory<V> {
    /// The cells of each bit of the tags.
    cells: [[Vec<u16>; PART_BITS]; PARTS],
    /// The tags of the current positions.
    tags: Tags<V>,
    /// The moves and the tags of the steps, from the first one of a live game on.
    steps: VecDeque<StepMoves<V>>,
    past: [VecDeque<Part<V>>; PARTS],
    /// The number of steps before the first of `steps`.
    forgotten: usize,
    /// The number of steps before the first one of each game.
    first_steps: Vec<usize>,
    /// The tags of positions before the starts of the games.
    earlier: Vec<Tags<V>>,
    /// Whether a colour has made a fresh play since it last lost a stone.
    fresh: ByColor<V>,
    bans: Vec<Ban>,
}

/// The moves that were made in a step.
struct StepMoves<V> {
    /// The row and the column of the play, which count from 1; 0 for a pass.
    row: [V; LINE_BITS],
    column: [V; LINE_BITS],
    /// The games that made a move.
    turned: V,
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
    /// Returns the history of a group without games.
    #[inline(always)]
    pub(super) fn new(group: &Group<V>) -> Self {
        let mut cells = [const { [const { Vec::new() }; PART_BITS] }; PARTS];
        for point in group.size.iter() {
            for (cells, bit) in cells.iter_mut().zip(bits(point)) {
                cells[bit].push(group.cell(point) as u16);
            }
        }
        Self {
            cells,
            tags: [[V::none(); _]; _],
            steps: VecDeque::new(),
            past: [const { VecDeque::new() }; _],
            forgotten: 0,
            first_steps: vec![0; V::GAMES],
            earlier: Vec::new(),
            fresh: ByColor::both(V::none()),
            bans: Vec::new(),
        }
    }

    /// Begins the histories of new games.
    #[inline(always)]
    pub(super) fn begin(&mut self, group: &mut Group<V>, games: V, start: &BatchStart) {
        let first_step = self.forgotten + self.steps.len();
        for game in games.games() {
            self.first_steps[game] = first_step;
        }
        self.bans.retain(|ban| !games.get(ban.game));
        set(&mut self.tags, games, &start.stones);
        let known = self.earlier.len().max(start.earlier.len());
        self.earlier.resize(known, [[V::none(); _]; _]);
        for (index, tags) in self.earlier.iter_mut().enumerate() {
            let earlier = start.earlier.get(index).unwrap_or(&start.stones);
            set(tags, games, earlier);
        }
        self.forget_fresh(games);
        // Any stone may have been captured before the start, if there was a game.
        let may_be_lost = if start.earlier.is_empty() {
            V::none()
        } else {
            V::all()
        };
        for lost in &mut group.changes.lost {
            *lost = lost.map(|lost| games.select(may_be_lost, lost));
        }
    }

    /// Forgets the steps before the first one of the live games.
    #[inline(always)]
    pub(super) fn forget(&mut self, group: &Group<V>) {
        let first_steps = group.live.games().map(|game| self.first_steps[game]);
        if let Some(first) = first_steps.min() {
            self.steps.drain(..first - self.forgotten);
            for past in &mut self.past {
                past.drain(..first - self.forgotten);
            }
            self.forgotten = first;
        }
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
        self.change_tags(&group.changes);
        let suspects = self.suspects(group);
        let repeated = self.repeated(suspects);
        self.steps.push_back(StepMoves {
            row: numbers(&group.rows, group.turned),
            column: numbers(&group.columns, group.turned),
            turned: group.turned,
        });
        if !repeated.is_none() {
            for game in repeated.games() {
                if let Some(repetition) = self.confirm(game, start_of(game)) {
                    self.take_back(group, game, &repetition);
                }
            }
        }
        for (past, &part) in self.past.iter_mut().zip(&self.tags) {
            past.push_back(part);
        }
    }

    /// Changes the tags by the stones placed and captured.
    #[inline(always)]
    fn change_tags(&mut self, changes: &Changes<V>) {
        for (part, (tags, cells)) in self.tags.iter_mut().zip(&self.cells).enumerate() {
            let cells_changed = match part {
                WHITE_PART => &changes.white[..],
                _ => &changes.stones[..],
            };
            for (tag, cells) in tags.iter_mut().zip(cells) {
                let mut change = *tag;
                for &cell in cells {
                    change ^= cells_changed[usize::from(cell)];
                }
                *tag = change;
            }
        }
    }

    /// Returns the games whose last move may have repeated a position.
    #[inline(always)]
    fn suspects(&mut self, group: &Group<V>) -> V {
        // White is to move if Black has moved.
        let (turned, black) = (group.turned, group.white);
        let Changes {
            returns, captures, ..
        } = group.changes;
        let fresh = turned & !group.passed & !returns;
        let own = black.select(self.fresh.black, self.fresh.white);
        let opponent = black.select(self.fresh.white, self.fresh.black);
        self.fresh.black = (self.fresh.black | (black & fresh)) & !(captures & !black);
        self.fresh.white = (self.fresh.white | (fresh & !black)) & !(captures & black);
        returns & !own & (captures | !opponent)
    }

    /// Forgets the fresh plays of some games, which may cause more comparisons.
    #[inline(always)]
    fn forget_fresh(&mut self, games: V) {
        self.fresh.black &= !games;
        self.fresh.white &= !games;
    }

    /// Returns the suspects whose tags occurred before.
    #[inline(always)]
    fn repeated(&self, suspects: V) -> V {
        let mut repeated = V::none();
        let first_steps = suspects.games().map(|game| self.first_steps[game]);
        let Some(first_step) = first_steps.min() else {
            return repeated;
        };
        let [first, others @ ..] = &self.tags;
        let first_step = first_step - self.forgotten;
        // Two plain slices are read faster than a queue.
        let (older, newer) = self.past[0].as_slices();
        for (begin, steps) in [(0, older), (older.len(), newer)] {
            let skipped = first_step.saturating_sub(begin).min(steps.len());
            for (step, past) in steps.iter().enumerate().skip(skipped) {
                let mut equal = equal_part(past, first, suspects);
                if equal.is_none() {
                    continue;
                }
                for (past, part) in self.past[1..].iter().zip(others) {
                    equal = equal_part(&past[begin + step], part, equal);
                }
                repeated |= equal;
            }
        }
        for tags in &self.earlier {
            let parts = tags.iter().zip(&self.tags);
            repeated |= parts.fold(suspects, |equal, (part, now)| equal_part(part, now, equal));
        }
        repeated
    }

    /// Replays a game. Returns its last play if it repeats a position.
    #[cold]
    fn confirm(&self, game: usize, start: &BatchStart) -> Option<RepeatedPlay> {
        let first = self.first_steps[game] - self.forgotten;
        let steps = self.steps.iter().skip(first);
        let moves = steps.filter(|step| step.turned.get(game)).map(|step| {
            let [row, column] = [&step.row, &step.column].map(|line| number_of(line, game));
            (row != 0).then(|| point(start.size, row as usize, column as usize))
        });
        Board::restored(start.size, &start.stones).on_sized(GameReplay {
            start,
            moves: moves.collect(),
        })
    }

    /// Returns a game to the position before its last play, which is banned for the
    /// rest of the turn. The game draws again in the next step.
    #[cold]
    fn take_back(&mut self, group: &mut Group<V>, game: usize, last: &RepeatedPlay) {
        let mut games = V::none();
        games.set(game, true);
        group.restart(games, games);
        group.set_up(games, &last.before);
        group.passed.set(game, last.passed);
        set_number(&mut group.moves, game, last.moves);
        group.held |= games;

        set(&mut self.tags, games, &last.before.stones);
        if let Some(step) = self.steps.back_mut() {
            step.turned &= !games;
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

/// A game to be replayed on the board of the rules core.
struct GameReplay<'a> {
    start: &'a BatchStart,
    /// The moves of the game, `None` for a pass.
    moves: Vec<Option<Point>>,
}

impl OnSized for GameReplay<'_> {
    type Output = Option<RepeatedPlay>;

    fn run<const W: usize, const N: usize>(self, board: &SizedBoard<W, N>) -> Self::Output {
        let mut board = board.clone();
        let mut to_move = self.start.to_move;
        let mut ko = self.start.ko;
        let mut seen = vec![board.hash()];
        for &action in self.moves.split_last()?.1 {
            ko = action.and_then(|point| {
                let removed = board.place(to_move, point);
                seen.push(board.hash());
                board.ko_after(point, &removed.captured)
            });
            to_move = !to_move;
        }
        let point = (*self.moves.last()?)?;
        let stones = board.stones().map(PointSet::resized);
        board.place(to_move, point);
        let is_earlier =
            |stones: &ByColor<PointSet>| *stones == board.stones().map(PointSet::resized);
        if !seen.contains(&board.hash()) && !self.start.earlier.iter().any(is_earlier) {
            return None;
        }
        let moves = self.moves.len() - 1;
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
            passed: moves > 0 && self.moves[moves - 1].is_none(),
        })
    }
}

/// Returns the bit of a point in each part of the tags.
fn bits(point: Point) -> [usize; PARTS] {
    let bytes = Zobrist::stone(Color::Black, point).value().to_le_bytes();
    array::from_fn(|part| usize::from(bytes[part]) % PART_BITS)
}

/// Sets the tags of some games to that of a position.
#[inline(always)]
fn set<V: Vector>(tags: &mut Tags<V>, games: V, stones: &ByColor<PointSet>) {
    for plane in tags.iter_mut().flatten() {
        *plane &= !games;
    }
    for color in Color::BOTH {
        for point in &stones[color] {
            let parts = tags.iter_mut().zip(bits(point)).enumerate();
            for (part, (planes, bit)) in parts {
                if part != WHITE_PART || color == Color::White {
                    planes[bit] ^= games;
                }
            }
        }
    }
}

/// Returns those of the games in which a part of the tags is the same.
#[inline(always)]
fn equal_part<V: Vector>(a: &Part<V>, b: &Part<V>, games: V) -> V {
    let mut different = V::none();
    for bit in 0..PART_BITS {
        different |= a[bit] ^ b[bit];
    }
    games & !different
}

/// Returns the number of the row or column whose bit is set for a game, or 0 if none
/// is or the game is not among these.
#[inline(always)]
fn numbers<V: Vector>(lines: &[V], games: V) -> [V; LINE_BITS] {
    let mut numbers = [V::none(); LINE_BITS];
    for (line, &bits) in lines.iter().enumerate() {
        for (bit, number) in numbers.iter_mut().enumerate() {
            if line >> bit & 1 != 0 {
                *number |= games & bits;
            }
        }
    }
    numbers
}

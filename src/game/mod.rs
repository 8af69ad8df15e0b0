//! A game: what was played, what may be played, and how it stands.
//!
//! The board judges a play by the position; the game judges it by the history
//! (the ko rules). [`Game::play`] is the only way a move is made.

pub(crate) mod clock;
mod history;
pub(crate) mod perft;
mod turn;

pub use perft::{Passes, PerftCounts, perft};
pub use turn::{Choice, Move, Outcome, Start, Turn};

use crate::board::{
    Area, Board, BoardSize, ByColor, Color, IllegalMove, Point, PointSet, Preview, StonesError,
    Zobrist, area, dead_region,
};
use crate::rules::{KoRule, Komi, Rules, Score};

pub(crate) use clock::{Clocks, TimeLeft, TimeSystem};

use history::{History, Moment, Recorded};

/// A game from its start position to now: rules, komi, every move with the
/// stones it captured, the positions seen, whose turn it is, whether it is
/// over, and the stones marked dead. Holds no clocks and no players.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: Komi,
    start: Start,
    board: Board,
    to_move: Color,
    turns: Vec<Turn>,
    /// What each turn added to the history, and whose turn it was before.
    recorded: Vec<(Recorded, Color)>,
    start_recorded: Recorded,
    history: History,
    /// The stones that each colour has taken from the other, by capture or
    /// by the other's suicide.
    captures: ByColor<usize>,
    winner_by_resignation: Option<Color>,
    /// The stones marked dead, once somebody has decided which are.
    dead: Option<PointSet>,
}

impl Game {
    /// A game on an empty board, Black to move.
    pub fn new(size: BoardSize, rules: Rules, komi: Komi) -> Self {
        let board = Board::new(size);
        let start = Start::default();
        let mut history = History::new(size);
        let start_recorded = record_start(&mut history, &board, &start);
        Self {
            rules,
            komi,
            to_move: start.to_move,
            start,
            board,
            turns: Vec::new(),
            recorded: Vec::new(),
            start_recorded,
            history,
            captures: ByColor::default(),
            winner_by_resignation: None,
            dead: None,
        }
    }

    /// A game from a start position.
    ///
    /// # Errors
    /// [`StonesError`] when the stones cannot stand so.
    pub fn with_start(
        size: BoardSize,
        rules: Rules,
        komi: Komi,
        start: Start,
    ) -> Result<Self, StonesError> {
        let mut game = Self::new(size, rules, komi);
        game.begin(start)?;
        Ok(game)
    }

    /// Lets the superko history see only some bits of each hash, so that
    /// different positions collide, and begins anew. Only speed may suffer:
    /// positions decide what repeats. For tests.
    #[doc(hidden)]
    pub fn weaken_hash(&mut self, mask: u64) {
        self.history = History::with_hash_mask(self.size(), mask);
        self.begin_on(self.board.clone(), self.start);
    }

    /// Begins anew on an empty board of the same size, with the same rules and
    /// komi.
    pub fn clear(&mut self) {
        self.resize(self.size());
    }

    /// Begins anew on an empty board of this size, with the same rules and komi.
    pub fn resize(&mut self, size: BoardSize) {
        self.begin_on(Board::new(size), Start::default());
    }

    /// Begins anew from a start position on a board of the same size, with the
    /// same rules and komi.
    ///
    /// # Errors
    /// [`StonesError`] when the stones cannot stand so; the game is then as it
    /// was.
    pub fn begin(&mut self, start: Start) -> Result<(), StonesError> {
        let board = Board::with_stones(self.size(), &start.stones)?;
        self.begin_on(board, start);
        Ok(())
    }

    fn begin_on(&mut self, board: Board, start: Start) {
        self.board = board;
        self.to_move = start.to_move;
        self.start = start;
        self.turns.clear();
        self.recorded.clear();
        self.history.clear(self.board.size());
        self.start_recorded = record_start(&mut self.history, &self.board, &self.start);
        self.captures = ByColor::default();
        self.winner_by_resignation = None;
        self.dead = None;
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules for the moves to come. What was played stays played.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The komi.
    pub const fn komi(&self) -> &Komi {
        &self.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// The position now.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The position the game began with.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The moves so far, the first first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Every position so far by its hash, each with the ways in which it stood:
    /// the colour to move next, and whether a play had just made it.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Zobrist, Color, bool)> {
        self.history
            .moments()
            .map(|(hash, moment)| (hash, moment.to_move, moment.by_play))
    }

    /// The colour whose turn it is. Either colour may play all the same.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to a colour. Before the first move this changes the
    /// start position.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
        if self.turns.is_empty() {
            self.start.to_move = color;
            self.history.forget(self.start_recorded);
            self.start_recorded = record_start(&mut self.history, &self.board, &self.start);
        }
    }

    /// The points of the last move and of the one before it, the latest first;
    /// `None` for a pass and before the first move.
    pub fn last_moves(&self) -> [Option<Point>; 2] {
        let mut last = self.turns.iter().rev().map(|turn| turn.action.point());
        [last.next().flatten(), last.next().flatten()]
    }

    /// The point where the ko rule forbids a colour to retake the stone that it
    /// has just lost: the one stone that the last move captured.
    ///
    /// Superko may forbid further points; [`forbidden`](Self::forbidden) lists
    /// all of them.
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        let captured = &self.turns.last()?.captured;
        let point = captured.first().filter(|_| captured.len() == 1)?;
        let reason = self.check(color, point).err()?;
        reason.is_repetition().then_some(point)
    }

    /// The stones of the opponent that a colour holds prisoner: captured, or
    /// lost by the opponent's suicide.
    pub fn captures(&self, color: Color) -> usize {
        self.captures[color]
    }

    /// Whether a colour may play on a point now.
    ///
    /// # Errors
    /// The reason why not: the first that applies of off the board, occupied,
    /// suicide, ko.
    #[inline]
    pub fn check(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.judge(color, point).map(|_| ())
    }

    /// What a play would do, if it is legal.
    ///
    /// # Errors
    /// The reason why it is not: see [`check`](Self::check).
    #[inline]
    pub fn judge(&self, color: Color, point: Point) -> Result<Preview, IllegalMove> {
        let preview = self.board.preview(color, point)?;
        if !self.rules.suicide.permits(preview.suicided) {
            return Err(IllegalMove::Suicide);
        }
        self.check_repetition(color, point, preview.hash)?;
        Ok(preview)
    }

    /// Asks the one question of the ko rules: which earlier positions may not
    /// return? `hash` is that of the position after the play.
    #[inline]
    fn check_repetition(
        &self,
        color: Color,
        point: Point,
        hash: Zobrist,
    ) -> Result<(), IllegalMove> {
        let first_seen = |asked: fn(Moment, Color) -> bool| {
            self.history.first_seen(
                hash,
                || self.board.position_after(color, point),
                |moment| asked(moment, color),
            )
        };
        let repeats = match self.rules.ko {
            KoRule::Unrestricted => None,
            KoRule::Simple => return self.check_simple_ko(color, point, hash),
            KoRule::Positional => first_seen(|_, _| true),
            KoRule::Situational => first_seen(|moment, mover| moment.to_move != mover),
            KoRule::NaturalSituational => {
                first_seen(|moment, mover| moment.to_move != mover && moment.by_play)
            }
        };
        repeats.map_or(Ok(()), |repeats| Err(IllegalMove::Superko { repeats }))
    }

    /// The simple ko rule: the board may not be again what it was before the
    /// opponent's play just now.
    fn check_simple_ko(
        &self,
        color: Color,
        point: Point,
        hash: Zobrist,
    ) -> Result<(), IllegalMove> {
        let opponent_played = self
            .turns
            .last()
            .is_some_and(|turn| turn.color != color && turn.action != Move::Pass);
        if !opponent_played {
            return Ok(());
        }
        let before = match self.recorded.len() {
            0 | 1 => self.start_recorded,
            len => self.recorded[len - 2].0,
        };
        if hash == self.history.hash(before)
            && self.board.position_after(color, point) == self.history.stones(before)
        {
            return Err(IllegalMove::Ko);
        }
        Ok(())
    }

    /// The points where a colour may play now.
    pub fn legal_points(&self, color: Color) -> PointSet {
        self.board
            .empty()
            .iter()
            .filter(|&point| self.check(color, point).is_ok())
            .collect()
    }

    /// The empty points where a colour may not play now, with the reasons.
    pub fn forbidden(&self, color: Color) -> impl Iterator<Item = (Point, IllegalMove)> {
        self.board
            .empty()
            .into_iter()
            .filter_map(move |point| self.check(color, point).err().map(|reason| (point, reason)))
    }

    /// Makes a move of either colour, whoever's turn it is, also when the game
    /// was over.
    ///
    /// # Errors
    /// Why the play is illegal; the game is then as it was. A pass never fails.
    pub fn play(&mut self, color: Color, action: Move) -> Result<&Turn, IllegalMove> {
        if let Move::Play(point) = action {
            self.check(color, point)?;
        }
        Ok(self.make(color, action))
    }

    /// Makes a move that was judged legal.
    fn make(&mut self, color: Color, action: Move) -> &Turn {
        let turn = match action {
            Move::Pass => Turn::pass(color),
            Move::Play(point) => {
                let removed = self.board.place(color, point);
                debug_assert!(self.board.is_consistent(), "{:?}", self.board);
                Turn {
                    color,
                    action,
                    captured: removed.captured,
                    suicided: removed.suicided,
                    repeats: None,
                }
            }
        };
        self.record(turn)
    }

    /// Writes down a move that the board has already made.
    fn record(&mut self, mut turn: Turn) -> &Turn {
        let moment = Moment {
            to_move: !turn.color,
            by_play: turn.action != Move::Pass,
        };
        let number = self.turns.len() + 1;
        let recorded = if moment.by_play {
            let (stones, hash) = (self.board.position(), self.board.hash());
            if self.rules.ko == KoRule::Simple {
                let same_to_move = |earlier: Moment| earlier.to_move == moment.to_move;
                turn.repeats = self.history.first_seen(hash, || stones, same_to_move);
            }
            self.history.record(&stones, hash, moment, number)
        } else {
            self.history
                .record_again(self.latest_recorded(), moment, number)
        };
        self.recorded.push((recorded, self.to_move));
        self.to_move = !turn.color;
        self.winner_by_resignation = None;
        self.dead = None;
        self.turns.push(turn);
        self.count_captures(usize::wrapping_add);
        &self.turns[number - 1]
    }

    /// What the last turn, or the start, added to the history.
    fn latest_recorded(&self) -> Recorded {
        self.recorded
            .last()
            .map_or(self.start_recorded, |&(recorded, _)| recorded)
    }

    /// Takes back the last move, and a resignation after it. Returns the move,
    /// or `None` at the start position.
    ///
    /// Board, captures, history and turn are as they were before the move.
    /// Costs about as much as placing all stones of the board.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = *self.turns.last()?;
        self.take_back();
        if turn.action != Move::Pass {
            let stones = self.history.stones(self.latest_recorded());
            self.board = Board::restored(self.size(), &stones);
        }
        Some(turn)
    }

    /// Makes a move, lets `look` see the game after it, and takes it back.
    ///
    /// The same as [`play`](Self::play) and [`undo`](Self::undo), and faster:
    /// the board is kept aside meanwhile. `look` may make and take back moves,
    /// but must leave the game as it found it.
    ///
    /// # Errors
    /// Why the play is illegal; `look` is then not called.
    pub fn explore<T>(
        &mut self,
        color: Color,
        action: Move,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, IllegalMove> {
        // A pass leaves the board as it is.
        let board = match action {
            Move::Pass => None,
            Move::Play(point) => {
                self.check(color, point)?;
                Some(self.board.clone())
            }
        };
        self.make(color, action);
        let seen = look(self);
        self.take_back();
        if let Some(board) = board {
            self.board = board;
        }
        Ok(seen)
    }

    /// Takes back the record of the last move, not the board.
    fn take_back(&mut self) {
        let Some((recorded, to_move)) = self.recorded.pop() else {
            return;
        };
        self.history.forget(recorded);
        self.count_captures(usize::wrapping_sub);
        self.turns.pop();
        self.to_move = to_move;
        self.winner_by_resignation = None;
        self.dead = None;
    }

    /// Counts the prisoners of the last turn in, or out again.
    fn count_captures(&mut self, count: fn(usize, usize) -> usize) {
        let Some(turn) = self.turns.last() else {
            return;
        };
        for (winner, stones) in [(turn.color, &turn.captured), (!turn.color, &turn.suicided)] {
            self.captures[winner] = count(self.captures[winner], stones.len());
        }
    }

    /// A colour resigns, which ends the game.
    pub const fn resign(&mut self, color: Color) {
        self.winner_by_resignation = Some(match color {
            Color::Black => Color::White,
            Color::White => Color::Black,
        });
    }

    /// How the game has ended, or `None` while it goes on.
    ///
    /// A resignation ends it, and two passes in a row. Under the simple ko
    /// rule it also ends, without a result, when a play brings back a position
    /// of the whole board with the same side to move. When players go on all
    /// the same, the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner_by_resignation {
            return Some(Outcome::Resignation { winner });
        }
        match self.turns.as_slice() {
            [.., a, b] if a.action == Move::Pass && b.action == Move::Pass => {
                Some(Outcome::TwoPasses)
            }
            [.., last] => last.repeats.map(|repeats| Outcome::NoResult { repeats }),
            [] => None,
        }
    }

    /// Marks a stone dead, and with it all stones of its region: see
    /// [`dead_region`](crate::board::dead_region). Returns the stones of the region,
    /// or `None` when there is no stone on the point.
    ///
    /// The next move or undo clears all marks.
    pub fn mark_dead(&mut self, stone: Point) -> Option<PointSet> {
        let region = dead_region(&self.board, stone)?;
        self.dead = Some(*self.dead() | region);
        Some(region)
    }

    /// Decides that of all stones these are dead, until the next move or undo.
    pub fn decide_dead(&mut self, stones: PointSet) {
        self.dead = Some(stones - self.board.empty());
    }

    /// Clears all dead marks: decides that no stone is dead.
    pub const fn clear_dead(&mut self) {
        self.dead = Some(PointSet::EMPTY);
    }

    /// The stones marked dead.
    pub const fn dead(&self) -> &PointSet {
        match &self.dead {
            Some(dead) => dead,
            None => &PointSet::EMPTY,
        }
    }

    /// Somebody has marked stones, or cleared the marks, since the last move.
    pub const fn is_dead_decided(&self) -> bool {
        self.dead.is_some()
    }

    /// Who owns what, the stones marked dead taken off.
    pub fn area(&self) -> Area {
        area(&self.board, self.dead())
    }

    /// The score by area, with komi and what the rules pay White for handicap
    /// stones.
    pub fn score(&self) -> Score {
        self.score_of(self.area().margin())
    }

    /// The points that Black is given before any area is counted: minus the
    /// komi and what the rules pay White for handicap stones.
    pub fn compensation(&self) -> f64 {
        self.score_of(0.0).value()
    }

    /// The score if Black's area exceeds White's by `margin` points.
    pub fn score_of(&self, margin: f64) -> Score {
        let bonus = self.rules.handicap_bonus.points(self.start.handicap);
        Score::new(margin - bonus as f64, &self.komi)
    }
}

/// Records the start position, which counts in every superko rule.
fn record_start(history: &mut History, board: &Board, start: &Start) -> Recorded {
    let moment = Moment {
        to_move: start.to_move,
        by_play: false,
    };
    history.record(&board.position(), board.hash(), moment, 0)
}

#[cfg(test)]
mod tests;

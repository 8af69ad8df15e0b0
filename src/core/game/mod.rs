//! The sequence of moves: legality, superko, undo, the end of the game and its score;
//! clocks; and perft, which counts all sequences of turns.

mod beginning;
mod cleanup;
pub(crate) mod clock;
mod explore;
mod fingerprint;
mod history;
mod legal_points;
mod legality;
mod past;
pub(crate) mod perft;
mod scoring;
mod setup;
#[doc(hidden)]
pub mod testing;
mod turn;

pub use cleanup::Phase;
pub use fingerprint::Course;
pub use fingerprint::Fingerprint;
pub use perft::{Passes, PerftCounts, perft};
pub use scoring::JudgedStones;
pub use setup::Setup;
pub use turn::{Choice, Move, Outcome, Start, Turn};

pub use clock::{Clocks, TimeLeft, TimeSystem};
pub(crate) use history::{Origin, Situation};

use crate::board::{Board, BoardSize, ByColor, Color, IllegalMove, PointSet};
use crate::rules::{Komi, Rules};

use cleanup::Cleanup;
use history::{History, HistoryEntry};
use setup::Replaced;

/// A game from its start position to the present: rules, komi, moves, stones set up
/// between them, captures, every earlier position, the side to move, and the stones marked
/// dead.
///
/// [`play`](Self::play) makes moves and [`undo`](Self::undo) takes them back. A
/// game has no clocks and no players.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Outcome, Preset};
///
/// let size = BoardSize::square(5)?;
/// let mut game = Game::new(size, Preset::TrompTaylor.rules(), Komi::default());
/// let centre = size.point_named("C3").expect("C3 is on the board");
/// game.play(Color::Black, Move::Play(centre))?;
/// game.play(Color::White, Move::Pass)?;
/// game.play(Color::Black, Move::Pass)?;
/// assert_eq!(game.outcome(), Some(Outcome::TwoPasses));
/// assert_eq!(game.score().to_string(), "B+17.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: Komi,
    start: Start,
    board: Board,
    to_move: Color,
    turns: Vec<Turn>,
    /// For each turn, its entry in the history and the side to move before it.
    recorded: Vec<(HistoryEntry, Color)>,
    /// The stones set up between moves, in order, each with the state that it replaced.
    setups: Vec<(Setup, Box<Replaced>)>,
    /// The number of turns before the last setup, with which the history begins; 0 without
    /// a setup.
    begun: usize,
    /// The entry of the position with which the history begins.
    start_recorded: HistoryEntry,
    history: History,
    /// The number of the move that took the button, and the history before it.
    before_button: Option<(usize, Box<History>)>,
    /// The clean-up, under rules that have one.
    cleanup: Option<Box<Cleanup>>,
    /// The points where each colour has lost a stone, by capture or suicide, and perhaps
    /// others where it had lost one before moves were taken back.
    lost: ByColor<PointSet>,
    /// The number of stones that each colour has taken from the other, by
    /// capture or by the other's suicide.
    captures: ByColor<usize>,
    winner_by_resignation: Option<Color>,
    /// The stones marked dead, possibly none; `None` until a decision is made.
    /// Every move and every undo resets it.
    dead: Option<PointSet>,
}

impl Game {
    /// Starts a game on an empty board with Black to move.
    pub fn new(size: BoardSize, rules: Rules, komi: Komi) -> Self {
        let board = Board::new(size);
        let start = Start::default();
        let mut history = History::new(size.words(), u64::MAX);
        let start_recorded = history.record_start(&board, start.to_move, 0);
        Self {
            rules,
            komi,
            to_move: start.to_move,
            start,
            board,
            turns: Vec::new(),
            recorded: Vec::new(),
            setups: Vec::new(),
            begun: 0,
            start_recorded,
            history,
            before_button: None,
            cleanup: Cleanup::under(rules, 0, 0),
            lost: ByColor::default(),
            captures: ByColor::default(),
            winner_by_resignation: None,
            dead: None,
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules for future moves. Moves already made stand; they count as the main
    /// phase of rules with clean-up phases.
    pub fn set_rules(&mut self, rules: Rules) {
        if rules.is_played_out() != self.rules.is_played_out() {
            self.cleanup = Cleanup::under(rules, self.turns.len(), self.begun);
        }
        self.rules = rules;
    }

    /// Returns the komi.
    pub const fn komi(&self) -> &Komi {
        &self.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Returns the current position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the position in which the game began.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the moves so far, in the order of play, including those before a
    /// [setup](Self::set_up).
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the side to move. [`play`](Self::play) nevertheless accepts moves of either colour.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Sets the side to move. Before the first move this changes the start position, and
    /// before the first move after a setup the setup.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
        if self.turns.len() == self.begun {
            match self.setups.last_mut() {
                Some((setup, _)) => setup.to_move = color,
                None => self.start.to_move = color,
            }
            self.history.forget(self.start_recorded);
            self.start_recorded = self
                .history
                .record_start(&self.board, self.to_move, self.begun);
        }
    }

    /// Returns the number of prisoners that a colour has taken: the opponent's
    /// stones that it captured or that the opponent lost by suicide.
    pub fn captures(&self, color: Color) -> usize {
        self.captures[color]
    }

    /// Makes a move of either colour, even out of turn or after the end of the game.
    ///
    /// # Errors
    /// The reason why the play is illegal. The game is then unchanged. A pass never fails.
    pub fn play(&mut self, color: Color, action: Move) -> Result<&Turn, IllegalMove> {
        if let Move::Play(point) = action {
            self.check(color, point)?;
        }
        Ok(self.make(color, action))
    }

    fn make(&mut self, color: Color, action: Move) -> &Turn {
        let lifted = match (&self.cleanup, action) {
            (Some(_), Move::Play(point)) => self.lifted_block(color, point),
            _ => None,
        };
        let turn = match action {
            Move::Play(point) if lifted.is_none() => {
                let removed = self.board.place(color, point);
                debug_assert!(self.board.is_consistent(), "{:?}", self.board);
                Turn {
                    color,
                    action,
                    captured: removed.captured,
                    suicided: removed.suicided,
                    repeats: None,
                    lifted,
                }
            }
            _ => Turn {
                action,
                lifted,
                ..Turn::pass(color)
            },
        };
        self.record(turn)
    }

    /// Records a move that the board has already made.
    fn record(&mut self, mut turn: Turn) -> &Turn {
        let to_move = !turn.color;
        let number = self.turns.len() + 1;
        let recorded = if turn.action == Move::Pass {
            let situation = Situation::new(to_move, Origin::StartOrPass);
            if self.rules.has_button && self.button().is_none() {
                let new = self.history.emptied();
                let before = std::mem::replace(&mut self.history, new);
                self.before_button = Some((number, Box::new(before)));
                let (stones, hash) = (self.board.position(), self.board.hash());
                self.history.record(&stones, hash, situation, number)
            } else {
                self.history
                    .record_again(self.latest_recorded(), situation, number)
            }
        } else {
            let (stones, hash) = (self.board.position(), self.board.hash());
            if self.rules.ko.repetition_ends_game() {
                let same_to_move = |earlier: Situation| earlier.to_move == to_move;
                turn.repeats = self.history.first_seen(hash, || stones, same_to_move);
            }
            let situation = Situation::new(to_move, Origin::Play);
            self.history.record(&stones, hash, situation, number)
        };
        self.recorded.push((recorded, self.to_move));
        self.to_move = to_move;
        self.winner_by_resignation = None;
        self.dead = None;
        self.lost[!turn.color] |= turn.captured;
        self.lost[turn.color] |= turn.suicided;
        self.turns.push(turn);
        self.count_captures(usize::wrapping_add);
        self.follow_cleanup();
        &self.turns[number - 1]
    }

    /// Returns the history's entry for the last turn or, before the first turn, for the start.
    fn latest_recorded(&self) -> HistoryEntry {
        self.recorded_after(self.recorded.len())
    }

    /// Takes back the last move and any resignation after it. Returns the move,
    /// or `None` at the start position.
    ///
    /// The board, captures, history and side to move are then as before the
    /// move. Stones that were set up after the move are taken back with it. This
    /// costs about as much as placing all stones of the board.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
    ///
    /// let size = BoardSize::square(9)?;
    /// let mut game = Game::new(size, Rules::default(), Komi::default());
    /// game.play(Color::Black, Move::Pass)?;
    /// assert_eq!(game.undo().map(|turn| turn.action), Some(Move::Pass));
    /// assert_eq!((game.undo(), game.to_move()), (None, Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = *self.turns.last()?;
        self.undo_to(self.turns.len() - 1);
        Some(turn)
    }

    /// Takes back all moves after the first `moves`, the setups after these, and any
    /// resignation. A game without moves after these is unchanged.
    ///
    /// The stones are placed once, so this costs little more than a single
    /// [`undo`](Self::undo), however many moves are taken back.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, Color, Game, Komi, Move, Preset};
    ///
    /// let size = BoardSize::square(9)?;
    /// let mut game = Game::new(size, Preset::Chinese.rules(), Komi::default());
    /// for name in ["C3", "G7", "E5"] {
    ///     game.play(game.to_move(), Move::Play(size.point_named(name).unwrap()))?;
    /// }
    /// game.undo_to(1);
    /// assert_eq!((game.turns().len(), game.to_move()), (1, Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_to(&mut self, moves: usize) {
        let mut has_changed = false;
        while self.turns.len() > moves {
            has_changed |= self.take_setup_back();
            has_changed |= self
                .turns
                .last()
                .is_some_and(|turn| turn.action != Move::Pass);
            self.take_back();
        }
        if has_changed {
            self.restore_board();
        }
    }

    /// Sets the board to the latest position of the history.
    fn restore_board(&mut self) {
        let stones = self.history.stones(self.latest_recorded());
        self.board = Board::restored(self.size(), &stones);
        let before = self.captures_before_setup();
        for color in Color::BOTH {
            if self.captures(!color) == before[!color] {
                self.lost[color] = PointSet::EMPTY;
            }
        }
    }

    /// Takes back the record of the last move but leaves the board and the lost points alone.
    fn take_back(&mut self) {
        let Some((recorded, to_move)) = self.recorded.pop() else {
            return;
        };
        match self
            .before_button
            .take_if(|(taken, _)| *taken == self.turns.len())
        {
            Some((_, before)) => self.history = *before,
            None => self.history.forget(recorded),
        }
        if let Some(cleanup) = &mut self.cleanup {
            cleanup.take_back();
        }
        self.count_captures(usize::wrapping_sub);
        self.turns.pop();
        self.to_move = to_move;
        self.winner_by_resignation = None;
        self.dead = None;
    }

    /// Adds the prisoners of the last turn to the counts, or subtracts them.
    fn count_captures(&mut self, count: fn(usize, usize) -> usize) {
        let Some(turn) = self.turns.last() else {
            return;
        };
        for (winner, stones) in [(turn.color, &turn.captured), (!turn.color, &turn.suicided)] {
            // Counting takes far longer than seeing that there is nothing to count.
            if stones.is_empty() {
                continue;
            }
            self.captures[winner] = count(self.captures[winner], stones.len());
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;

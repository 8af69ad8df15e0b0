//! Stones set up between two moves of a game, as records of lessons have them.
//!
//! A setup changes the stones and nothing else: the moves before it stay in the game, and
//! the prisoners taken by then count. Since it is no move, no position from before it may
//! be said to return: the history of the ko rules begins again with the position set up, and
//! so does the count of passes that end the game.

use super::cleanup::Cleanup;
use super::history::{History, HistoryEntry};
use super::{Game, Start, Turn};
use crate::board::{Board, ByColor, Color, PointSet, StonesError};

/// The stones set up after a move of a game.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let size = BoardSize::square(9)?;
/// let mut game = Game::new(size, Rules::default(), Komi::default());
/// game.play(Color::Black, Move::from(size.point_named("C3")))?;
/// let mut stones = game.board().position();
/// stones.white.insert(size.point_named("E5").unwrap());
/// game.set_up(stones, Color::Black)?;
/// let setup = game.setup_after(1).unwrap();
/// assert_eq!((setup.stones.white - setup.replaced.white).names(size), "E5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of moves made before.
    pub moves: usize,
    /// The stones on the board before.
    pub replaced: ByColor<PointSet>,
    /// The stones on the board after.
    pub stones: ByColor<PointSet>,
    /// The colour that moves next.
    pub to_move: Color,
}

/// The state of a game that a setup replaced.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    begun: usize,
    start_recorded: HistoryEntry,
    history: History,
    before_button: Option<(usize, Box<History>)>,
    cleanup: Option<Box<Cleanup>>,
    lost: ByColor<PointSet>,
    /// The prisoners at the time of the setup.
    captures: ByColor<usize>,
    to_move: Color,
}

impl Game {
    /// Replaces the stones on the board between two moves. Prisoners, komi, rules, moves and
    /// the button stay, but the ko rules forbid no position from before, a pass before does
    /// not end the game together with one after, and a game with clean-up phases is in its
    /// main phase again.
    ///
    /// Before the first move this changes the start position, and a second setup after the same
    /// move replaces the first. [`undo`](Self::undo) takes a setup back together with the move
    /// before it. If the stones are already there, only the turn changes.
    ///
    /// ```
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::{BoardSize, ByColor, Color, Game, Komi, Move, Preset};
    ///
    /// let size = BoardSize::square(5)?;
    /// let mut game = Game::new(size, Preset::Japanese.rules(), Komi::default());
    /// for name in ["B5", "A5", "A4"] {
    ///     game.play(game.to_move(), Move::Play(size.point_named(name).unwrap()))?;
    /// }
    /// game.set_up(ByColor::default(), Color::White)?;
    /// assert_eq!((game.captures(Color::Black), game.turns().len()), (1, 3));
    /// game.undo();
    /// assert_eq!((game.captures(Color::Black), game.turns().len()), (0, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`StonesError`] if the stones do not form a legal position. The game is then unchanged.
    pub fn set_up(&mut self, stones: ByColor<PointSet>, to_move: Color) -> Result<(), StonesError> {
        let board = Board::with_stones(self.size(), &stones)?;
        if stones == self.board.position() {
            self.set_to_move(to_move);
            return Ok(());
        }
        if self.turns.is_empty() {
            return self.begin(Start {
                stones,
                to_move,
                ..self.start
            });
        }
        if self.take_setup_back() {
            self.restore_board();
        }
        let moves = self.turns.len();
        let history = self.history.emptied();
        let setup = Setup {
            moves,
            replaced: self.board.position(),
            stones,
            to_move,
        };
        let replaced = Replaced {
            begun: std::mem::replace(&mut self.begun, moves),
            start_recorded: self.start_recorded,
            history: std::mem::replace(&mut self.history, history),
            before_button: self.before_button.take(),
            cleanup: std::mem::replace(&mut self.cleanup, Cleanup::under(self.rules, moves, moves)),
            lost: std::mem::take(&mut self.lost),
            captures: self.captures,
            to_move: std::mem::replace(&mut self.to_move, to_move),
        };
        self.setups.push((setup, Box::new(replaced)));
        self.board = board;
        self.start_recorded = self.history.record_start(&self.board, to_move, moves);
        self.winner_by_resignation = None;
        self.dead = None;
        Ok(())
    }

    /// Iterates over the setups between moves, in order.
    pub fn setups(&self) -> impl ExactSizeIterator<Item = &Setup> {
        self.setups.iter().map(|(setup, _)| setup)
    }

    /// Returns the stones set up after the first `moves` moves, if any were.
    pub fn setup_after(&self, moves: usize) -> Option<&Setup> {
        let place = self.setups.binary_search_by_key(&moves, |(it, _)| it.moves);
        place.ok().map(|place| &self.setups[place].0)
    }

    /// Returns the moves since the last setup, or all of them if there was none.
    pub fn turns_since_setup(&self) -> &[Turn] {
        &self.turns[self.begun..]
    }

    /// Takes the setup after the last move back and keeps the move. Returns whether there
    /// was one.
    pub fn undo_setup(&mut self) -> bool {
        let was_set_up = self.take_setup_back();
        if was_set_up {
            self.restore_board();
        }
        was_set_up
    }

    /// Takes the setup after the last move back but leaves the board alone. Returns whether
    /// there was one.
    pub(super) fn take_setup_back(&mut self) -> bool {
        let moves = self.turns.len();
        let Some((_, replaced)) = self.setups.pop_if(|(setup, _)| setup.moves == moves) else {
            return false;
        };
        let replaced = *replaced;
        self.begun = replaced.begun;
        self.start_recorded = replaced.start_recorded;
        self.history = replaced.history;
        self.before_button = replaced.before_button;
        // The rules may have changed since.
        let cleanup = Cleanup::under(self.rules, moves, self.begun);
        self.cleanup = cleanup.map(|new| replaced.cleanup.unwrap_or(new));
        self.lost = replaced.lost;
        self.to_move = replaced.to_move;
        self.winner_by_resignation = None;
        self.dead = None;
        true
    }

    /// Returns the colour that was to move in the start position or after the last setup.
    pub(super) fn began_with(&self) -> Color {
        let setup = self.setups.last();
        setup.map_or(self.start.to_move, |(setup, _)| setup.to_move)
    }

    /// Returns the prisoners that each colour had taken at the last setup.
    pub(super) fn captures_before_setup(&self) -> ByColor<usize> {
        let setup = self.setups.last();
        setup.map_or_else(ByColor::default, |(_, replaced)| replaced.captures)
    }

    /// Returns the stones after a number of moves less than that before the last setup.
    pub(super) fn position_before_setup(&self, number: usize) -> Option<ByColor<PointSet>> {
        let next = self.setups.partition_point(|(it, _)| it.moves <= number);
        let (_, part) = self.setups.get(next)?;
        let recorded = if number == part.begun {
            part.start_recorded
        } else {
            self.recorded[number - 1].0
        };
        let history = match &part.before_button {
            Some((taken, before)) if number < *taken => before,
            _ => &part.history,
        };
        Some(history.stones(recorded))
    }
}

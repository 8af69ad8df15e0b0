//! The naive twin: the rules of the game written directly from their
//! definitions, to be compared with the library's rules core.
//!
//! The history is a list of whole boards, and a repetition is found by comparing
//! with each of them. There are no hashes, bitboards or incremental state, here
//! or in [`grid`](crate::grid). The twin takes only vocabulary from the library:
//! colours, rules, the reasons why moves are illegal.

use ponnuki_core::{Color, IllegalMove, KoRule, Outcome, Suicide};

use crate::grid::{After, Board, EMPTY, Grid};

/// A board of the game, and the facts about it that the ko rules need.
#[derive(Clone)]
pub struct Situation {
    pub board: Board,
    /// The side to move next, which is the opponent of the last mover.
    pub next: Color,
    /// The colour whose play created the board. `None` after a pass and at the start.
    pub maker: Option<Color>,
}

pub struct Turn {
    pub color: Color,
    /// The point played, or `None` for a pass.
    pub point: Option<usize>,
    pub captured: Vec<usize>,
    pub lost: Vec<usize>,
    /// Under simple ko, the first situation with the same board and side to move.
    returns_to: Option<usize>,
    mover_before: Color,
}

pub struct Twin {
    pub grid: Grid,
    pub ko: KoRule,
    pub suicide: Suicide,
    pub has_button: bool,
    pub to_move: Color,
    /// Situation `n` is the one after move `n`; situation 0 is the start.
    pub situations: Vec<Situation>,
    pub turns: Vec<Turn>,
    pub resigned: Option<Color>,
    pub dead: Vec<usize>,
}

impl Twin {
    pub fn new(grid: Grid, ko: KoRule, suicide: Suicide, start: Board, to_move: Color) -> Self {
        let situations = vec![Situation {
            board: start,
            next: to_move,
            maker: None,
        }];
        Self {
            grid,
            ko,
            suicide,
            has_button: false,
            to_move,
            situations,
            turns: Vec::new(),
            resigned: None,
            dead: Vec::new(),
        }
    }

    pub fn board(&self) -> &Board {
        &self.situations[self.situations.len() - 1].board
    }

    /// Returns the result of a play on an empty point, and the verdict on the play.
    pub fn judge(&self, color: Color, point: usize) -> (Option<After>, Result<(), IllegalMove>) {
        if self.board()[point] != EMPTY {
            return (None, Err(IllegalMove::Occupied));
        }
        let after = self.grid.after(self.board(), color, point);
        let suicidal = match self.suicide {
            Suicide::Forbidden => !after.lost.is_empty(),
            Suicide::MultiStone => after.lost.len() == 1,
            Suicide::Allowed => false,
        };
        let verdict = if suicidal {
            Err(IllegalMove::Suicide)
        } else {
            self.judge_ko(color, &after.board)
        };
        (Some(after), verdict)
    }

    /// Returns an error if the ko rule forbids a colour from creating this board by a play.
    fn judge_ko(&self, color: Color, board: &Board) -> Result<(), IllegalMove> {
        let now = self.situations.len() - 1;
        if self.ko == KoRule::Simple {
            // The board before the last turn is banned if that turn was the opponent's play.
            let last = &self.situations[now];
            let banned = last.maker == Some(!color) && self.situations[now - 1].board == *board;
            return if banned { Err(IllegalMove::Ko) } else { Ok(()) };
        }
        let may_not_return = |earlier: &Situation| match self.ko {
            KoRule::Unrestricted | KoRule::Simple => false,
            KoRule::Positional => true,
            KoRule::Situational => earlier.next != color,
            KoRule::NaturalSituational => earlier.maker == Some(color),
        };
        let repeats = self.seen(|earlier| may_not_return(earlier) && earlier.board == *board);
        repeats.map_or(Ok(()), |repeats| Err(IllegalMove::Superko { repeats }))
    }

    /// Returns the first situation of this kind since the button was taken.
    fn seen(&self, is_wanted: impl Fn(&Situation) -> bool) -> Option<usize> {
        let first = self.button().map_or(0, |turn| turn + 1);
        let mut seen = self.situations.iter().skip(first);
        seen.position(is_wanted).map(|index| index + first)
    }

    fn button(&self) -> Option<usize> {
        let first_pass = self.turns.iter().position(|turn| turn.point.is_none());
        first_pass.filter(|_| self.has_button)
    }

    pub fn has_taken_button(&self) -> Option<Color> {
        self.button().map(|turn| self.turns[turn].color)
    }

    /// Makes a play that [`judge`](Self::judge) found legal.
    pub fn play(&mut self, color: Color, point: usize, after: After) {
        let returns_to = self
            .seen(|earlier| earlier.next != color && earlier.board == after.board)
            .filter(|_| self.ko == KoRule::Simple);
        self.turns.push(Turn {
            color,
            point: Some(point),
            captured: after.captured,
            lost: after.lost,
            returns_to,
            mover_before: self.to_move,
        });
        self.add_situation(after.board, color, Some(color));
    }

    pub fn pass(&mut self, color: Color) {
        self.turns.push(Turn {
            color,
            point: None,
            captured: Vec::new(),
            lost: Vec::new(),
            returns_to: None,
            mover_before: self.to_move,
        });
        self.add_situation(self.board().clone(), color, None);
    }

    fn add_situation(&mut self, board: Board, mover: Color, maker: Option<Color>) {
        self.situations.push(Situation {
            board,
            next: !mover,
            maker,
        });
        self.to_move = !mover;
        self.resigned = None;
        self.dead.clear();
    }

    pub fn undo(&mut self) {
        if let Some(turn) = self.turns.pop() {
            self.situations.pop();
            self.to_move = turn.mover_before;
            self.resigned = None;
            self.dead.clear();
        }
    }

    /// Marks the stones dead that belong to the stone on a point. Returns them.
    pub fn mark_dead(&mut self, point: usize) -> Vec<usize> {
        let marked = self.grid.dead_with(self.board(), point);
        self.dead.extend(&marked);
        self.dead.sort_unstable();
        self.dead.dedup();
        marked
    }

    /// Passes the turn to a colour. Before the first move this changes the start situation.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
        if self.turns.is_empty() {
            self.situations[0].next = color;
        }
    }

    /// Counts the stones that a colour captured or that its opponent lost by suicide.
    pub fn captures(&self, color: Color) -> usize {
        let taken = |turn: &Turn| {
            if turn.color == color {
                turn.captured.len()
            } else {
                turn.lost.len()
            }
        };
        self.turns.iter().map(taken).sum()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            return Some(Outcome::Resignation { winner: !loser });
        }
        let last = self.turns.last()?;
        if let Some(before) = self.turns.len().checked_sub(2) {
            let are_passes = self.turns[before..].iter().all(|turn| turn.point.is_none());
            if are_passes && self.button() != Some(before) {
                return Some(Outcome::TwoPasses);
            }
        }
        last.returns_to.map(|repeats| Outcome::NoResult { repeats })
    }

    /// Returns the owner of each point after the dead stones are removed.
    pub fn owners(&self) -> Vec<u8> {
        let mut board = self.board().clone();
        for &stone in &self.dead {
            board[stone] = EMPTY;
        }
        self.grid.owners(&board)
    }

    /// Returns the rows of the board from the top, one per line.
    pub fn picture(&self) -> String {
        let rows: Vec<_> = self.board().chunks(self.grid.width).collect();
        let lines = rows.iter().rev().map(|row| String::from_utf8_lossy(row));
        lines.collect::<Vec<_>>().join("\n")
    }
}

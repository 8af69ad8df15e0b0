//! The naive twin: the rules of the game written straight from their
//! definitions, to be held against the library's rules core.
//!
//! The history is the list of whole boards, and a repetition is found by
//! comparing with every one of them. There is no hash, no bitboard and no
//! incremental state, here or in [`grid`](crate::grid). Of the library the twin
//! uses only words: colours, rules, the reasons of illegal moves.

use ponnuki::{Color, IllegalMove, KoRule, Outcome, Suicide};

use crate::grid::{After, Board, EMPTY, Grid};

/// A board of the game with what the ko rules ask about it.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) board: Board,
    /// The side to move next: the opponent of whoever moved.
    pub(crate) next: Color,
    /// Who created the board by a play; nobody by a pass or at the start.
    pub(crate) maker: Option<Color>,
}

/// A turn of the game.
pub(crate) struct Turn {
    pub(crate) color: Color,
    /// The point played, or `None` for a pass.
    pub(crate) point: Option<usize>,
    pub(crate) captured: Vec<usize>,
    pub(crate) lost: Vec<usize>,
    /// Under simple ko: the first moment with the same board and side to move.
    returns_to: Option<usize>,
    /// Whose turn it was before.
    mover_before: Color,
}

/// A game of the naive twin.
pub(crate) struct Twin {
    pub(crate) grid: Grid,
    pub(crate) ko: KoRule,
    pub(crate) suicide: Suicide,
    pub(crate) to_move: Color,
    /// Moment `n` is the one after move `n`; moment 0 is the start.
    pub(crate) moments: Vec<Moment>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) resigned: Option<Color>,
    pub(crate) dead: Vec<usize>,
}

impl Twin {
    pub(crate) fn new(
        grid: Grid,
        ko: KoRule,
        suicide: Suicide,
        start: Board,
        to_move: Color,
    ) -> Self {
        let moments = vec![Moment {
            board: start,
            next: to_move,
            maker: None,
        }];
        Self {
            grid,
            ko,
            suicide,
            to_move,
            moments,
            turns: Vec::new(),
            resigned: None,
            dead: Vec::new(),
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.moments[self.moments.len() - 1].board
    }

    /// What a play does, and why it is illegal if it is.
    pub(crate) fn judge(
        &self,
        color: Color,
        point: usize,
    ) -> (Option<After>, Result<(), IllegalMove>) {
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

    /// Whether the ko rule lets a colour create a board by a play.
    fn judge_ko(&self, color: Color, board: &Board) -> Result<(), IllegalMove> {
        let now = self.moments.len() - 1;
        if self.ko == KoRule::Simple {
            // The board before the last turn, if that was the opponent's play.
            let last = &self.moments[now];
            let banned = last.maker == Some(!color) && self.moments[now - 1].board == *board;
            return if banned { Err(IllegalMove::Ko) } else { Ok(()) };
        }
        let may_not_return = |moment: &Moment| match self.ko {
            KoRule::Unrestricted | KoRule::Simple => false,
            KoRule::Positional => true,
            KoRule::Situational => moment.next != color,
            KoRule::NaturalSituational => moment.maker == Some(color),
        };
        let repeats = self
            .moments
            .iter()
            .position(|moment| may_not_return(moment) && moment.board == *board);
        repeats.map_or(Ok(()), |repeats| Err(IllegalMove::Superko { repeats }))
    }

    /// Plays where [`judge`](Self::judge) found it legal.
    pub(crate) fn play(&mut self, color: Color, point: usize, after: After) {
        let returns_to = self
            .moments
            .iter()
            .position(|earlier| earlier.next != color && earlier.board == after.board)
            .filter(|_| self.ko == KoRule::Simple);
        self.turns.push(Turn {
            color,
            point: Some(point),
            captured: after.captured,
            lost: after.lost,
            returns_to,
            mover_before: self.to_move,
        });
        self.add_moment(after.board, color, Some(color));
    }

    pub(crate) fn pass(&mut self, color: Color) {
        self.turns.push(Turn {
            color,
            point: None,
            captured: Vec::new(),
            lost: Vec::new(),
            returns_to: None,
            mover_before: self.to_move,
        });
        self.add_moment(self.board().clone(), color, None);
    }

    fn add_moment(&mut self, board: Board, mover: Color, maker: Option<Color>) {
        self.moments.push(Moment {
            board,
            next: !mover,
            maker,
        });
        self.to_move = !mover;
        self.resigned = None;
        self.dead.clear();
    }

    /// Goes back one move, if there is one.
    pub(crate) fn undo(&mut self) {
        if let Some(turn) = self.turns.pop() {
            self.moments.pop();
            self.to_move = turn.mover_before;
            self.resigned = None;
            self.dead.clear();
        }
    }

    /// Gives the turn to a colour; at the start this changes the start.
    pub(crate) fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
        if self.turns.is_empty() {
            self.moments[0].next = color;
        }
    }

    /// The stones that a colour has taken and that the opponent has thrown away.
    pub(crate) fn captures(&self, color: Color) -> usize {
        let taken = |turn: &Turn| {
            if turn.color == color {
                turn.captured.len()
            } else {
                turn.lost.len()
            }
        };
        self.turns.iter().map(taken).sum()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.resigned {
            return Some(Outcome::Resignation { winner: !loser });
        }
        let last = self.turns.last()?;
        let before = self.turns.iter().rev().nth(1);
        if last.point.is_none() && before.is_some_and(|turn| turn.point.is_none()) {
            return Some(Outcome::TwoPasses);
        }
        last.returns_to.map(|repeats| Outcome::NoResult { repeats })
    }

    /// Who owns each point once the dead stones are off.
    pub(crate) fn owners(&self) -> Vec<u8> {
        let mut board = self.board().clone();
        for &stone in &self.dead {
            board[stone] = EMPTY;
        }
        self.grid.owners(&board)
    }

    /// The rows from the top, joined by line ends.
    pub(crate) fn picture(&self) -> String {
        let rows: Vec<_> = self.board().chunks(self.grid.width).collect();
        let lines = rows.iter().rev().map(|row| String::from_utf8_lossy(row));
        lines.collect::<Vec<_>>().join("\n")
    }
}

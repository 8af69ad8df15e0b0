//! What the network says of positions.

use numpy::PyArray2;
use ponnuki_core::{BoardSize, Color, Game, Move};
use ponnuki_play::network::{Evaluation, Network};
use ponnuki_play::player::SearchOptions;
use pyo3::prelude::{Bound, Py, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::PyString;

use crate::arguments::{IteratedList, Whole};
use crate::array::grid;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::memory::check_memory;
use crate::names::move_name;

/// What the network says of a position at once, without a search. Win rate, lead and owners are
/// from Black's point of view.
#[pyclass(name = "Evaluation", module = "ponnuki", frozen)]
pub(crate) struct PyEvaluation {
    turn: Color,
    evaluation: Evaluation,
}

impl PyEvaluation {
    pub(crate) fn new(game: &Game, turn: Color) -> Self {
        let evaluation = Network::on(game.size()).evaluate(game, turn);
        Self { turn, evaluation }
    }

    fn size(&self) -> BoardSize {
        self.evaluation.size
    }

    fn sign(&self) -> f32 {
        match self.turn {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }
}

#[pymethods]
impl PyEvaluation {
    /// The colour to move, "black" or "white".
    #[getter]
    fn turn(&self) -> &'static str {
        self.turn.name()
    }

    /// The probability that Black wins, 0 to 1.
    #[getter]
    fn win_rate(&self) -> f32 {
        match self.turn {
            Color::Black => self.evaluation.win,
            Color::White => 1.0 - self.evaluation.win,
        }
    }

    /// By how many points Black leads, komi included.
    #[getter]
    fn lead(&self) -> f32 {
        self.sign() * self.evaluation.lead
    }

    /// The move that is most probably the best: the name of a point or "pass".
    #[getter]
    fn best_move<'py>(&self, py: Python<'py>) -> &'py Py<PyString> {
        let plays = self.size().iter().map(Move::Play);
        let moves = plays.chain([Move::Pass]).zip(&self.evaluation.policy);
        let best = moves.max_by(|a, b| a.1.total_cmp(b.1));
        move_name(
            py,
            self.size(),
            best.map_or(Move::Pass, |(action, _)| action),
        )
    }

    /// A new array float32 `[y, x]`, y from the top: the probability that each play is the best
    /// move. Illegal plays and true eyes have 0; the sum with `policy_of_pass` is 1.
    #[getter]
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        grid(py, self.size(), |point| self.evaluation.policy_of(point))
    }

    /// The probability that a pass is the best move.
    #[getter]
    fn policy_of_pass(&self) -> f32 {
        self.evaluation.policy_of_pass()
    }

    /// A new array float32 `[y, x]` of the expected owners, y from the top: 1 for Black, -1 for
    /// White.
    #[getter]
    fn ownership<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let sign = self.sign();
        grid(py, self.size(), |point| {
            sign * self.evaluation.owner_of(point)
        })
    }

    fn __repr__(&self) -> String {
        let (lead, wins) = (self.lead(), 100.0 * self.win_rate());
        format!("<Evaluation {lead:+.1} for Black, who wins {wins:.0} %>")
    }
}

/// The bytes of a game and of its evaluation, rounded up.
const GAME_BYTES: usize = 24 << 10;

/// The positions that a thread evaluates between two looks for signals.
const PART: usize = 64;

/// Evaluates the positions of games by the network at once, on this number of threads. The
/// results do not depend on it. Use `Game.evaluate` for one position.
///
/// >>> import ponnuki
/// >>> games = [ponnuki.Game(9, komi=komi) for komi in (0, 7, 14)]
/// >>> rates = [found.win_rate for found in ponnuki.evaluate(games)]
/// >>> rates == sorted(rates, reverse=True)
/// True
#[pyfunction]
#[pyo3(
    signature = (games, *, threads = Whole(1)),
    text_signature = "(games, *, threads=1)"
)]
pub(crate) fn evaluate(
    py: Python<'_>,
    games: IteratedList<Py<PyGame>>,
    threads: Whole,
) -> PyResult<Vec<PyEvaluation>> {
    let threads = threads.within("threads", 1..=SearchOptions::MAX_THREADS)?;
    let IteratedList(games) = games;
    check_memory(games.len() * GAME_BYTES, "the evaluations")?;
    let copy = |game: &Py<PyGame>| PyResult::Ok(game.try_borrow(py)?.0.clone());
    let games: Vec<Game> = games.iter().map(copy).collect::<PyResult<_>>()?;
    let found = interruptible(py, |stop| {
        let mut found = Vec::new();
        for part in games.chunks(PART * threads) {
            if stop.is_raised() {
                break;
            }
            let positions: Vec<_> = part.iter().map(|game| (game, game.to_move())).collect();
            found.extend(Network::evaluate_all(&positions, threads));
        }
        found
    })?;
    let turns = games.iter().map(Game::to_move);
    let both = turns.zip(found);
    Ok(both
        .map(|(turn, evaluation)| PyEvaluation { turn, evaluation })
        .collect())
}

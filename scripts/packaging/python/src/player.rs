//! Players.

use std::sync::Mutex;
use std::time::Duration;

use ponnuki_core::threads::lock;
use ponnuki_core::{BoardSize, Choice, Game};
use ponnuki_play::player::{
    Analysis, AnalysisOptions, EndingSettings, Level, MoveAnalysis, Player, PlayerKind,
    PlayerSettings, SearchOptions,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{Bound, Py, PyAny, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyList, PyString};

use crate::arguments::{Whole, color_named, seed_of};
use crate::array::grid;
use crate::error::value_error;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::names::move_name;
use crate::records::{ANALYSIS, MOVE_ANALYSIS};

/// A player of the engine.
///
/// `Player(level=5)` is a level of strength, 0 (random) to 9; `Player(playouts=1000)` and
/// `Player(time=2.0)`, in seconds a move, a search with these limits; `Player()` the random
/// player. With the same seed and arguments, except for `time` and several `threads`, it chooses
/// the same moves as the program `ponnuki`. `memory` is the most that a search takes, in MiB.
/// With `never_resign` it plays lost games to the end. A player that searches passes when nothing
/// is left to play for.
///
/// The seed fixes a series of games, not the answer to a question: each choice goes on in the
/// random numbers of the present game or in the tree of its search, and so does an analysis by a
/// search. Asked twice about one game, a player may choose "E7" and then "F7"; a new player with
/// the same seed begins again with "E7". `new_game` begins the next game of the series. Over
/// GTP, `clear_board` does: after one, the program plays as a player after one `new_game()`; in a
/// session without any, as a new player. Of `level`, an analysis takes only the kind of search:
/// the levels 1 to 5 analyse alike, and so do 6 to 9.
///
/// Thinking releases the lock of the interpreter and can be interrupted by Ctrl-C. Several
/// threads that ask one player wait for each other.
///
/// Raises `ValueError` for an argument out of range.
#[pyclass(name = "Player", module = "ponnuki.engine", frozen)]
pub(crate) struct PyPlayer {
    name: String,
    player: Mutex<Box<dyn Player>>,
}

/// Returns the kind of the player that has these limits.
fn kind(level: Option<Whole>, has_limit: bool) -> PyResult<PlayerKind> {
    match level {
        Some(_) if has_limit => Err(value_error("a level has no playouts or time of its own")),
        Some(number) => {
            let level = Level::new(number.within("level", 0..=Level::MAX)?);
            level
                .map(PlayerKind::Level)
                .ok_or_else(|| value_error("no such level"))
        }
        None if has_limit => Ok(PlayerKind::Search),
        None => Ok(PlayerKind::Random),
    }
}

fn playout_limit(playouts: Option<Whole>) -> PyResult<Option<u32>> {
    let limit = |playouts: Whole| playouts.within("playouts", 1..=u32::MAX);
    playouts.map(limit).transpose()
}

fn duration(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok();
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| value_error("time: expected a positive number of seconds"))
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(
        signature = (
            level = None, *, playouts = None, time = None, seed = Whole(1), threads = Whole(1),
            memory = Whole(256), never_resign = false,
        ),
        text_signature = "(level=None, *, playouts=None, time=None, seed=1, threads=1, \
                          memory=256, never_resign=False)"
    )]
    fn new(
        level: Option<Whole>,
        playouts: Option<Whole>,
        time: Option<f64>,
        seed: Whole,
        threads: Whole,
        memory: Whole,
        never_resign: bool,
    ) -> PyResult<Self> {
        let threads = threads.within("threads", 1..=SearchOptions::MAX_THREADS)?;
        let settings = PlayerSettings {
            kind: kind(level, playouts.is_some() || time.is_some())?,
            search: SearchOptions {
                playouts: playout_limit(playouts)?,
                time_per_move: time.map(duration).transpose()?,
                threads,
                memory: memory.within("memory", 1..=SearchOptions::MAX_MEMORY)?,
                never_resign,
                ..SearchOptions::default()
            },
            ..PlayerSettings::default()
        };
        let habits = EndingSettings::default().habits(&settings);
        Ok(Self {
            name: settings.name(),
            player: Mutex::new(habits.apply(settings.player(seed_of(seed)?))),
        })
    }

    /// The name under which the player takes part in games.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Begins the next game of the series that follows from the seed.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| lock(&self.player).new_game());
    }

    /// Returns the move that the player chooses for a colour, by default that to move: the name
    /// of a point, "pass" or "resign". The game is unchanged.
    #[pyo3(signature = (game, color = None))]
    fn choose<'py>(
        &self,
        game: &Bound<'py, PyGame>,
        color: Option<&str>,
    ) -> PyResult<Bound<'py, PyString>> {
        let py = game.py();
        let game = game.try_borrow()?.clone();
        let color = color.map_or(Ok(game.0.to_move()), color_named)?;
        let choice = interruptible(py, |stop| lock(&self.player).choose(&game.0, color, stop))?;
        Ok(match choice {
            Choice::Move(action) => move_name(py, game.0.size(), action).bind(py).clone(),
            Choice::Resign => PyString::intern(py, "resign"),
        })
    }

    /// Analyses a position for a colour, by default that to move, by this many playouts, by
    /// default 16 for each point. With `ownership`, the analysis has the owners of the points.
    #[pyo3(signature = (game, playouts = None, *, color = None, ownership = false))]
    fn analyze<'py>(
        &self,
        game: &Bound<'py, PyGame>,
        playouts: Option<Whole>,
        color: Option<&str>,
        ownership: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = game.py();
        let game = game.try_borrow()?.clone();
        let color = color.map_or(Ok(game.0.to_move()), color_named)?;
        let default = AnalysisOptions::picture_playouts(game.0.size());
        let options = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(playout_limit(playouts)?.map_or(default, u64::from)),
            ownership,
            ..AnalysisOptions::default()
        };
        let analysis = interruptible(py, |stop| {
            let mut last = None;
            let mut keep = |analysis: &Analysis| last = Some(analysis.clone());
            lock(&self.player).analyze(&game.0, color, &options, stop, &mut keep);
            last
        })?;
        let analysis = analysis.ok_or_else(|| PyRuntimeError::new_err("no analysis came"))?;
        analysis_record(py, &game.0, &analysis)
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}

/// Returns an analysis.
fn analysis_record<'py>(
    py: Python<'py>,
    game: &Game,
    analysis: &Analysis,
) -> PyResult<Bound<'py, PyAny>> {
    let size = game.size();
    let moves: Vec<_> = analysis
        .moves
        .iter()
        .map(|entry| move_record(py, size, entry))
        .collect::<PyResult<_>>()?;
    let ownership = analysis.ownership.as_ref();
    let ownership = ownership.map(|owners| grid(py, size, |point| owners.at(point)));
    ANALYSIS.make(
        py,
        (
            analysis.color.name(),
            analysis.visits,
            analysis.winrate,
            analysis.score_lead,
            analysis.score_stdev,
            moves,
            ownership.transpose()?,
        ),
    )
}

/// Returns the statistics of a move.
fn move_record<'py>(
    py: Python<'py>,
    size: BoardSize,
    entry: &MoveAnalysis,
) -> PyResult<Bound<'py, PyAny>> {
    let name = |action| -> &Py<PyString> { move_name(py, size, action) };
    let variation = entry.pv.iter().map(|&action| name(action));
    MOVE_ANALYSIS.make(
        py,
        (
            name(entry.action),
            entry.visits,
            entry.winrate,
            entry.prior,
            entry.lcb,
            entry.score_lead,
            entry.score_stdev,
            PyList::new(py, variation)?,
        ),
    )
}

//! Many games at once, shown in arrays of numpy: the environments for learning.

use std::mem::swap;
use std::sync::Mutex;

use numpy::{
    Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods,
};
use ponnuki_core::threads::{lock, on_threads};
use ponnuki_core::{Game, Move, PointSet, RandomStream};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;

use crate::arguments::{SizeArgument, Whole, color_named, komi_of, seed_of};
use crate::array::{action_move, action_number, check_numpy, no_action, vector, zeros};
use crate::episode::{Episode, Rows, SHARE, Settings, Source};
use crate::error::value_error;
use crate::game::PyGame;
use crate::memory::check_memory;
use crate::planes::Planes;
use crate::rules::RulesArgument;

/// The largest number of games, which bounds the memory.
const MAX_GAMES: usize = 100_000;

/// The number of games that are made between two looks for signals.
const GAMES: usize = 256;

/// The heap memory of a game before its first move, in bytes, rounded up.
const GAME_HEAP: usize = 12 << 10;

/// Action numbers, or how many of them games have.
type Actions<'py> = Bound<'py, PyArray1<i64>>;

/// The arrays in which the games are shown, one row for each game.
#[derive(IntoPyObjectRef)]
struct Arrays {
    observations: Py<PyArray1<u8>>,
    legal: Py<PyArray1<u8>>,
    to_move: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f32>>,
    scores: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    actions: Py<PyArray1<i64>>,
}

/// The borrowed arrays. Nothing else can write to them through Rust meanwhile.
struct Borrowed<'py> {
    observations: PyReadwriteArray1<'py, u8>,
    legal: PyReadwriteArray1<'py, u8>,
    to_move: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray1<'py, f32>,
    scores: PyReadwriteArray1<'py, f32>,
    terminated: PyReadwriteArray1<'py, u8>,
    truncated: PyReadwriteArray1<'py, u8>,
    actions: PyReadwriteArray1<'py, i64>,
}

impl Arrays {
    fn new(py: Python<'_>, games: usize, settings: &Settings) -> PyResult<Self> {
        let area = settings.size.area();
        Ok(Self {
            observations: zeros(py, games * settings.planes.count() * area)?.unbind(),
            legal: zeros(py, games * (area + 1))?.unbind(),
            to_move: zeros(py, games)?.unbind(),
            rewards: zeros(py, games)?.unbind(),
            scores: zeros(py, games)?.unbind(),
            terminated: zeros(py, games)?.unbind(),
            truncated: zeros(py, games)?.unbind(),
            actions: zeros(py, games)?.unbind(),
        })
    }

    fn borrow<'py>(
        &self,
        py: Python<'py>,
        games: usize,
        settings: &Settings,
    ) -> PyResult<Borrowed<'py>> {
        let area = settings.size.area();
        let row = settings.planes.count() * area;
        Ok(Borrowed {
            observations: lent(&self.observations, py, games * row)?,
            legal: lent(&self.legal, py, games * (area + 1))?,
            to_move: lent(&self.to_move, py, games)?,
            rewards: lent(&self.rewards, py, games)?,
            scores: lent(&self.scores, py, games)?,
            terminated: lent(&self.terminated, py, games)?,
            truncated: lent(&self.truncated, py, games)?,
            actions: lent(&self.actions, py, games)?,
        })
    }
}

/// Borrows an array, unless somebody has changed its length or its type.
fn lent<'py, T: Element>(
    array: &Py<PyArray1<T>>,
    py: Python<'py>,
    length: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = array.bind(py).as_any().cast::<PyArray1<T>>()?;
    let array = array.try_readwrite()?;
    if array.len() != length {
        return Err(value_error(format!(
            "an array of the games has {} values in place of {length}",
            array.len()
        )));
    }
    Ok(array)
}

impl Borrowed<'_> {
    fn rows<'a>(&'a mut self, episodes: &'a mut [Episode]) -> PyResult<Rows<'a>> {
        Ok(Rows {
            first: 0,
            episodes,
            observations: self.observations.as_slice_mut()?,
            legal: self.legal.as_slice_mut()?,
            to_move: self.to_move.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            scores: self.scores.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            actions: self.actions.as_slice_mut()?,
        })
    }
}

/// Games that are played at once and shown in arrays. `ponnuki.env.VectorGo` is its public
/// form.
///
/// The memory is that of the arrays, and some kilobytes for each game, which grow with its moves.
#[pyclass(module = "ponnuki._core")]
pub(crate) struct Vector {
    settings: Settings,
    /// A game before its first move.
    empty: Game,
    episodes: Vec<Episode>,
    arrays: Arrays,
    seed: u64,
    /// The random steps so far, each with a stream of random numbers for each game.
    draws: u64,
}

impl Vector {
    /// Checks that an action may be made in a game, so that a step does all or nothing.
    fn check(&self, py: Python<'_>, index: usize, action: i64) -> PyResult<()> {
        let (episode, size) = (&self.episodes[index], self.settings.size);
        if episode.is_over {
            return Ok(());
        }
        let refused = |text| format!("environment {index}: {text}");
        let point = match action_move(size, action) {
            None => return Err(value_error(refused(no_action(size, action)))),
            Some(Move::Pass) => return Ok(()),
            Some(Move::Play(point)) if episode.legal.contains(point) => return Ok(()),
            Some(Move::Play(point)) => point,
        };
        let game = PyGame(episode.game.clone());
        let checked = game.0.check(game.0.to_move(), point);
        checked.map_err(|reason| {
            let name = size.coordinates(point);
            let sentence = refused(format!("action {action} ({name}) is illegal: {reason}"));
            game.refusal(py, sentence, reason)
        })
    }

    fn episode(&self, index: Whole) -> PyResult<&Episode> {
        let games = self.episodes.len();
        let index = index.index(games).ok_or_else(|| {
            let last = games - 1;
            PyIndexError::new_err(format!("index: expected 0 to {last}, or -{games} to -1"))
        })?;
        Ok(&self.episodes[index])
    }

    /// Borrows the games for a change.
    fn changed<'py>(vector: &Bound<'py, Self>) -> PyResult<PyRefMut<'py, Self>> {
        let used = |_| PyRuntimeError::new_err("another thread uses these games");
        vector.try_borrow_mut().map_err(used)
    }

    /// Makes a move in each game and shows the games.
    fn run(&mut self, py: Python<'_>, source: Source<'_>) -> PyResult<()> {
        self.on_rows(py, |rows, settings| rows.step(settings, source))
    }

    /// Works on the rows of all games, shared between the threads.
    fn on_rows(
        &mut self,
        py: Python<'_>,
        work: impl Fn(&mut Rows<'_>, &Settings) + Sync + Send,
    ) -> PyResult<()> {
        let settings = self.settings;
        let mut arrays = self.arrays.borrow(py, self.episodes.len(), &settings)?;
        let rows = arrays.rows(&mut self.episodes)?;
        py.detach(|| {
            let shares = rows.episodes.len().div_ceil(SHARE);
            let rows = Mutex::new(rows);
            on_threads(settings.threads.min(shares), || {
                loop {
                    // A binding, so that the lock is not held while the share is done.
                    let share = lock(&rows).take_share(&settings);
                    let Some(mut share) = share else { break };
                    work(&mut share, &settings);
                }
            });
        });
        Ok(())
    }

    /// Shows all games as they are, without results.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.on_rows(py, |rows, settings| {
            rows.clear_results();
            rows.show_all(settings);
        })
    }

    /// Returns the game after these actions.
    fn replay(&self, actions: &[i64]) -> PyResult<Episode> {
        let (size, mut game) = (self.settings.size, self.empty.clone());
        for &number in actions {
            let action = action_move(size, number);
            let action = action.ok_or_else(|| value_error(no_action(size, number)))?;
            game.play(game.to_move(), action).map_err(value_error)?;
        }
        Ok(Episode::new(game, self.settings.max_moves))
    }
}

/// Returns copies of a game before its first move.
///
/// # Errors
/// `MemoryError` if they do not fit, or what a signal raises.
fn episodes(py: Python<'_>, games: usize, first: &Episode) -> PyResult<Vec<Episode>> {
    let bytes = games * (GAME_HEAP + size_of::<Episode>());
    check_memory(bytes, &format!("{games} games"))?;
    let mut episodes = Vec::with_capacity(games);
    while episodes.len() < games {
        py.check_signals()?;
        let length = games.min(episodes.len() + GAMES);
        episodes.resize(length, first.clone());
    }
    Ok(episodes)
}

#[pymethods]
impl Vector {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        games: Whole,
        size: SizeArgument,
        rules: RulesArgument,
        komi: Option<f64>,
        seed: Whole,
        threads: Whole,
        planes: Option<&str>,
        max_moves: Option<Whole>,
    ) -> PyResult<Self> {
        let RulesArgument(rules) = rules;
        let games = games.within("n", 1..=MAX_GAMES)?;
        let limit = |moves: Whole| moves.within("max_moves", 1..=usize::MAX);
        let settings = Settings {
            size: size.0,
            planes: Planes::named(planes)?,
            max_moves: max_moves.map_or(Ok(usize::MAX), limit)?,
            threads: threads.within("threads", 1..=usize::MAX)?,
        };
        let (seed, komi) = (seed_of(seed)?, komi_of(komi, &rules)?);
        check_numpy(py)?;
        let empty = Game::new(size.0, rules, komi);
        let mut vector = Self {
            settings,
            arrays: Arrays::new(py, games, &settings)?,
            episodes: episodes(py, games, &Episode::new(empty.clone(), settings.max_moves))?,
            empty,
            seed,
            draws: 0,
        };
        vector.show(py)?;
        Ok(vector)
    }

    /// The arrays by name. They stay the same objects and are filled in place.
    #[getter]
    fn arrays(&self) -> &Arrays {
        &self.arrays
    }

    /// The size of the boards: width and height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.settings.size.width(), self.settings.size.height())
    }

    /// The number of planes of an observation.
    #[getter]
    fn planes(&self) -> usize {
        self.settings.planes.count()
    }

    /// Starts all games afresh, and the random steps if a seed is given.
    fn reset(slf: &Bound<'_, Self>, seed: Option<Whole>) -> PyResult<()> {
        let (seed, mut vector) = (seed.map(seed_of).transpose()?, Self::changed(slf)?);
        let start = Episode::new(vector.empty.clone(), vector.settings.max_moves);
        vector.on_rows(slf.py(), |rows, settings| {
            rows.episodes.fill(start.clone());
            rows.clear_results();
            rows.show_all(settings);
        })?;
        if let Some(seed) = seed {
            (vector.seed, vector.draws) = (seed, 0);
        }
        Ok(())
    }

    /// Makes a move in each game, or begins the next game where one is over.
    fn step(slf: &Bound<'_, Self>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let mut vector = Self::changed(slf)?;
        let (given, games) = (actions.as_array(), vector.episodes.len());
        if given.len() != games {
            let number = given.len();
            return Err(value_error(format!("{number} actions for {games} games")));
        }
        for (index, &action) in given.iter().enumerate() {
            vector.check(slf.py(), index, action)?;
        }
        // The caller may have passed the array of the last actions itself.
        let given = given.to_vec();
        drop(actions);
        vector.run(slf.py(), Source::Given(&given))
    }

    /// Makes a move in each game that is drawn from the legal ones.
    fn random_step(slf: &Bound<'_, Self>) -> PyResult<()> {
        let mut vector = Self::changed(slf)?;
        let first = vector.draws.wrapping_mul(vector.episodes.len() as u64);
        let seed = vector.seed;
        vector.run(slf.py(), Source::Drawn { seed, first })?;
        vector.draws = vector.draws.wrapping_add(1);
        Ok(())
    }

    /// Draws a legal action for each game.
    fn sample_legal<'py>(
        &self,
        py: Python<'py>,
        seed: Whole,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let seed = seed_of(seed)?;
        let draw = |(episode, number): (&Episode, u64)| {
            episode.draw(&mut RandomStream::new(seed, number)) as i64
        };
        vector(py, self.episodes.iter().zip(0..).map(draw).collect())
    }

    /// Shows a game as one colour sees it, in an array of its own.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        index: Whole,
        color: &str,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let episode = self.episode(index)?;
        let (color, planes) = (color_named(color)?, self.settings.planes);
        let legal = if color == episode.game.to_move() {
            episode.legal
        } else {
            PointSet::EMPTY
        };
        let mut bytes = vec![0; planes.count() * self.settings.size.area()];
        planes.write(&episode.game, color, &legal, &mut bytes);
        vector(py, bytes)
    }

    /// Returns a copy of a game.
    fn game(&self, index: Whole) -> PyResult<PyGame> {
        Ok(PyGame(self.episode(index)?.game.clone()))
    }

    /// The actions of all games so far, game after game, and their number in each game.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<(Actions<'py>, Actions<'py>)> {
        let turns = self
            .episodes
            .iter()
            .flat_map(|episode| episode.game.turns());
        let size = self.settings.size;
        let number = |action: Move| {
            let number = action.point().map(|point| action_number(size, point));
            number.unwrap_or(size.area()) as i64
        };
        let lengths = self
            .episodes
            .iter()
            .map(|episode| episode.game.turns().len() as i64);
        let actions = turns.map(|turn| number(turn.action)).collect();
        Ok((vector(py, actions)?, vector(py, lengths.collect())?))
    }

    /// The seed of the random steps and how many there were.
    #[getter]
    fn draws(&self) -> (u64, u64) {
        (self.seed, self.draws)
    }

    /// Replays the actions of all games, as `actions` returns them.
    fn restore(
        slf: &Bound<'_, Self>,
        actions: PyReadonlyArray1<'_, i64>,
        lengths: PyReadonlyArray1<'_, i64>,
        draws: (u64, u64),
    ) -> PyResult<()> {
        let mut vector = Self::changed(slf)?;
        let actions = actions.as_array().to_vec();
        let mut rest = actions.as_slice();
        let mut episodes = Vec::new();
        for &length in lengths.as_array() {
            let parts = usize::try_from(length)
                .ok()
                .and_then(|length| rest.split_at_checked(length));
            let (own, others) =
                parts.ok_or_else(|| value_error("actions: fewer than lengths say"))?;
            if episodes.len() % GAMES == 0 {
                slf.py().check_signals()?;
            }
            episodes.push(vector.replay(own)?);
            rest = others;
        }
        if !rest.is_empty() || episodes.len() != vector.episodes.len() {
            return Err(value_error(format!(
                "expected the actions of {} games and no more",
                vector.episodes.len()
            )));
        }
        swap(&mut vector.episodes, &mut episodes);
        if let Err(error) = vector.show(slf.py()) {
            vector.episodes = episodes;
            return Err(error);
        }
        (vector.seed, vector.draws) = draws;
        Ok(())
    }
}

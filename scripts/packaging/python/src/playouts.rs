//! Random playouts from many positions at once.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use ponnuki_core::Game;
use ponnuki_core::threads;
use ponnuki_play::playout::{Batch, BatchOptions, BatchResult, PlayoutKo};
use pyo3::prelude::{Bound, Py, PyResult, Python, pyfunction};

use crate::arguments::{IteratedList, Whole, seed_of};
use crate::array::{check_numpy, zeros};
use crate::error::value_error;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use crate::memory::check_memory;

/// The smallest number of playouts that run at once, for each thread: with fewer, the last ones leave
/// many lanes of a register idle.
const MIN_PLAYOUTS_PER_THREAD: usize = 4096;

/// The smallest number of positions that run at once.
const MIN_POSITIONS: usize = 1024;

/// The bytes of a position and of each point of it while its playouts run, rounded up: its game,
/// its start, and the sums over its playouts, twice.
const GAME_BYTES: usize = 16 << 10;
const POINT_BYTES: usize = 96;

/// Three arrays with a row for each position: the mean scores, the shares of the playouts that
/// Black wins, and the mean owners of the points.
type Arrays<'py> = (
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray2<f32>>,
);

/// Plays from the positions of games. `ponnuki.env.playouts` is its public form.
#[pyfunction]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    games: IteratedList<Py<PyGame>>,
    playouts: Whole,
    seed: Whole,
    threads: Whole,
    ko: &str,
) -> PyResult<Arrays<'py>> {
    let mut options = BatchOptions {
        playouts: playouts.within("n", 1..=u32::MAX)?,
        seed: seed_of(seed)?,
        first: 0,
        threads: threads.within("threads", 1..=usize::MAX)?,
    };
    check_numpy(py)?;
    let IteratedList(games) = games;
    let first = games
        .first()
        .ok_or_else(|| value_error("no games to play from"))?;
    let size = first.try_borrow(py)?.0.size();
    let ko = ko.parse::<PlayoutKo>().map_err(value_error)?;
    let (scores, win_rates) = (zeros(py, games.len())?, zeros(py, games.len())?);
    let ownership = zeros(py, games.len() * size.area())?;
    let mut rows = (
        scores.try_readwrite()?,
        win_rates.try_readwrite()?,
        ownership.try_readwrite()?,
    );
    let mut scores_left = rows.0.as_slice_mut()?.iter_mut();
    let mut win_rates_left = rows.1.as_slice_mut()?.iter_mut();
    let mut ownership_left = rows.2.as_slice_mut()?.iter_mut();
    for games in games.chunks(positions_at_once(&options)) {
        py.check_signals()?;
        let bytes = games.len() * (GAME_BYTES + size.area() * POINT_BYTES);
        check_memory(bytes, "the playouts")?;
        let copy = |game: &Py<PyGame>| PyResult::Ok(game.try_borrow(py)?.0.clone());
        let games: Vec<Game> = games.iter().map(copy).collect::<PyResult<_>>()?;
        let mut batch = Batch::new(size, ko);
        for game in &games {
            batch.add(game).map_err(value_error)?;
        }
        let played = interruptible(py, |stop| batch.run(&options, &|| stop.is_raised()))?;
        let results = played.ok_or_else(|| value_error("the playouts were stopped"))?;
        options.first += games.len() as u64;
        for ((game, result), (mean, wins)) in games
            .iter()
            .zip(&results)
            .zip((&mut scores_left).zip(&mut win_rates_left))
        {
            (*mean, *wins) = score(game, result);
            for (point, owner) in size.iter_top_down().zip(&mut ownership_left) {
                *owner = result.ownership(point) as f32;
            }
        }
    }
    drop(rows);
    let ownership = ownership.reshape([games.len(), size.area()])?;
    Ok((scores, win_rates, ownership))
}

/// Returns the size of a batch in positions. It is bounded to save memory, and large enough to keep
/// all threads busy.
fn positions_at_once(options: &BatchOptions) -> usize {
    let threads = options.threads.min(threads::available());
    (MIN_PLAYOUTS_PER_THREAD * threads / options.playouts as usize).max(MIN_POSITIONS)
}

/// Returns the mean score, and the part of the playouts that Black wins; a draw counts half.
fn score(game: &Game, result: &BatchResult) -> (f32, f32) {
    let (mut sum, mut wins) = (0.0, 0.0);
    for (margin, playouts) in result.margins() {
        let (score, playouts) = (game.score_of(margin.into()).value(), playouts as f64);
        sum += score * playouts;
        let win = if score == 0.0 {
            0.5
        } else {
            (score > 0.0).into()
        };
        wins += win * playouts;
    }
    let playouts = result.tally().playouts as f64;
    ((sum / playouts) as f32, (wins / playouts) as f32)
}

//! Random playouts from many positions at once.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use ponnuki::Game;
use ponnuki::playout::{Batch, BatchOptions, BatchResult, PlayoutKo};
use pyo3::prelude::{Bound, Py, PyResult, Python, pyfunction};

use crate::arguments::{Whole, seed_of};
use crate::array::{check_numpy, vector};
use crate::error::value_error;
use crate::game::PyGame;
use crate::player::interruptible;

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
    games: Vec<Py<PyGame>>,
    playouts: Whole,
    seed: Whole,
    threads: Whole,
    ko: &str,
) -> PyResult<Arrays<'py>> {
    let options = BatchOptions {
        playouts: playouts.within("n", 1..=u32::MAX)?,
        seed: seed_of(seed)?,
        threads: threads.within("threads", 1..=usize::MAX)?,
    };
    check_numpy(py)?;
    let copy = |game: &Py<PyGame>| PyResult::Ok(game.try_borrow(py)?.0.clone());
    let games: Vec<Game> = games.iter().map(copy).collect::<PyResult<_>>()?;
    let first = games
        .first()
        .ok_or_else(|| value_error("no games to play from"))?;
    let size = first.size();
    let mut batch = Batch::new(size, ko.parse::<PlayoutKo>().map_err(value_error)?);
    for game in &games {
        batch.add(game).map_err(value_error)?;
    }
    let played = interruptible(py, |stop| {
        let results = batch.run(&options, &|| stop.is_raised())?;
        Some(means(&games, &results))
    })?;
    let stopped = || value_error("the playouts were stopped");
    let (scores, win_rates, ownership) = played.ok_or_else(stopped)?;
    let ownership = vector(py, ownership)?.reshape([games.len(), size.area()])?;
    Ok((vector(py, scores)?, vector(py, win_rates)?, ownership))
}

/// Returns the means over the playouts from all positions, as [`Arrays`] orders them.
fn means(games: &[Game], results: &[BatchResult]) -> (Vec<f32>, Vec<f32>, Vec<f32>) {
    let positions = games.iter().zip(results);
    let (scores, win_rates) = positions.map(|(game, result)| score(game, result)).unzip();
    let ownership = results.iter().zip(games).flat_map(|(result, game)| {
        let points = game.size().iter_top_down();
        points.map(|point| result.ownership(point) as f32)
    });
    (scores, win_rates, ownership.collect())
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

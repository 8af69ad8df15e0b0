//! Estimates of the result of a game.

use numpy::PyArray2;
use ponnuki_core::{Game, PointSet};
use ponnuki_play::estimate::{ChainStatus, Estimate, EstimateOptions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{Bound, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyList;

use crate::arguments::{Whole, seed_of};
use crate::array::grid;
use crate::error::value_error;
use crate::interrupt::interruptible;
use crate::names::point_names;

/// The arguments of an estimate, as Python gives them.
pub(crate) struct EstimateArguments<'a> {
    pub(crate) playouts: Whole,
    pub(crate) seed: Whole,
    pub(crate) policy: &'a str,
}

impl EstimateArguments<'_> {
    fn options(&self) -> PyResult<EstimateOptions> {
        Ok(EstimateOptions {
            playouts: self
                .playouts
                .within("playouts", 1..=EstimateOptions::MAX_PLAYOUTS)?,
            policy: self.policy.parse().map_err(value_error)?,
            ..EstimateOptions::picture(seed_of(self.seed)?)
        })
    }
}

/// An estimate of a position by random playouts. Values are from Black's point of view.
#[pyclass(name = "Estimate", module = "ponnuki", frozen)]
pub(crate) struct PyEstimate {
    game: Game,
    estimate: Estimate,
}

impl PyEstimate {
    pub(crate) fn new(py: Python<'_>, game: Game, arguments: &EstimateArguments) -> PyResult<Self> {
        let estimate = estimate(py, &game, &arguments.options()?)?;
        Ok(Self { game, estimate })
    }

    fn stones<'py>(&self, py: Python<'py>, status: ChainStatus) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.game.size(), &self.estimate.stones(status))
    }
}

#[pymethods]
impl PyEstimate {
    /// The number of playouts.
    #[getter]
    fn playouts(&self) -> u64 {
        self.estimate.playouts()
    }

    /// The mean score of the playouts, komi included.
    #[getter]
    fn score(&self) -> f64 {
        self.estimate.score().value()
    }

    /// The standard deviation of the playouts' scores, in points.
    #[getter]
    fn deviation(&self) -> f64 {
        self.estimate.score_deviation()
    }

    /// The share of the playouts, 0 to 1, that Black wins. A tie counts half.
    #[getter]
    fn win_rate(&self) -> f64 {
        self.estimate.black_win_rate()
    }

    /// A new array float64 `[y, x]` of the owners, y from the top: 1 for a point that is Black's in
    /// all playouts, -1 for one that is White's.
    #[getter]
    fn ownership<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        grid(py, self.game.size(), |point| self.estimate.ownership(point))
    }

    /// The stones that are probably dead if the game is over.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.stones(py, ChainStatus::Dead)
    }

    /// The stones that may be in seki.
    #[getter]
    fn seki<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.stones(py, ChainStatus::Seki)
    }

    /// Whether the playouts agree about the owner of every point, as at the end of a game.
    #[getter]
    fn settled(&self) -> bool {
        self.estimate.is_settled()
    }

    fn __repr__(&self) -> String {
        let (score, playouts) = (self.score(), self.playouts());
        let wins = 100.0 * self.win_rate();
        format!("<Estimate {score:+.1} for Black, who wins {wins:.0} % of {playouts} playouts>")
    }
}

/// Returns the stones that are dead as if the game were over.
pub(crate) fn dead_stones(py: Python<'_>, game: &Game, seed: u64) -> PyResult<PointSet> {
    Ok(estimate(py, game, &EstimateOptions::status(seed))?.dead())
}

/// Estimates a game until a signal comes.
fn estimate(py: Python<'_>, game: &Game, options: &EstimateOptions) -> PyResult<Estimate> {
    let estimate = interruptible(py, |stop| {
        Estimate::unless_stopped(game, options, &|| stop.is_raised())
    })?;
    estimate.ok_or_else(|| PyRuntimeError::new_err("the estimate was stopped"))
}

//! Makes the records of `ponnuki/records.py`.

use ponnuki_core::game::Turn;
use ponnuki_core::{BoardSize, Chain, Color, PointSet};
use pyo3::call::PyCallArgs;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFrozenSet, PyTuple};

use crate::names::{move_name, name_of, point_names, top_down};

/// A class of `ponnuki.records`, which is found when it is first needed.
pub(crate) struct Record {
    name: &'static str,
    class: PyOnceLock<Py<PyAny>>,
}

pub(crate) static TURN: Record = Record::new("Turn");
pub(crate) static ILLEGALITY: Record = Record::new("Illegality");
pub(crate) static CHAIN: Record = Record::new("Chain");
pub(crate) static AREA: Record = Record::new("Area");
pub(crate) static PASS_ALIVE: Record = Record::new("PassAlive");
pub(crate) static SCORE: Record = Record::new("score_of");
pub(crate) static MOVE_ANALYSIS: Record = Record::new("MoveAnalysis");
pub(crate) static ANALYSIS: Record = Record::new("Analysis");

impl Record {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            class: PyOnceLock::new(),
        }
    }

    /// Makes a record with these values, in the order of the class.
    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        values: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = self.class.import(py, "ponnuki.records", self.name)?;
        class.call1(values)
    }
}

/// Returns the names of points as a set.
pub(crate) fn name_set<'py>(
    py: Python<'py>,
    size: BoardSize,
    points: &PointSet,
) -> PyResult<Bound<'py, PyFrozenSet>> {
    PyFrozenSet::new(py, points.iter().map(|point| name_of(py, size, point)))
}

/// Returns a turn of a game.
pub(crate) fn turn_record<'py>(
    py: Python<'py>,
    size: BoardSize,
    turn: &Turn,
) -> PyResult<Bound<'py, PyAny>> {
    TURN.make(
        py,
        (
            turn.color.name(),
            move_name(py, size, turn.action),
            PyTuple::new(py, top_down(py, size, &turn.captured))?,
            PyTuple::new(py, top_down(py, size, &turn.suicided))?,
            turn.repeats,
            turn.lifted.map(|point| name_of(py, size, point)),
        ),
    )
}

/// Returns a chain.
pub(crate) fn chain_record<'py>(
    py: Python<'py>,
    size: BoardSize,
    chain: &Chain,
) -> PyResult<Bound<'py, PyAny>> {
    let stones = point_names(py, size, &chain.stones)?;
    let liberties = point_names(py, size, &chain.liberties)?;
    CHAIN.make(py, (chain.color.name(), stones, liberties))
}

/// Returns the owners of the points.
pub(crate) fn area_record<'py>(
    py: Python<'py>,
    size: BoardSize,
    area: &ponnuki_core::Area,
) -> PyResult<Bound<'py, PyAny>> {
    let [black, white] = Color::BOTH.map(|color| name_set(py, size, &area[color]));
    AREA.make(py, (black?, white?, name_set(py, size, &area.neutral)?))
}

//! The names of points as Python strings, made once.
//!
//! Python compares and hashes an interned string by its address, and a list of names only
//! counts references.

use ponnuki_core::board::MAX_LENGTH;
use ponnuki_core::{BoardSize, Coordinates, Move, Point, PointSet};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};
use pyo3::{Bound, Py, PyResult, Python};

/// The names of the points of all boards of one width, by grid index. A name depends on the
/// column and the row alone, so the height makes no difference.
static NAMES: [PyOnceLock<Vec<Py<PyString>>>; MAX_LENGTH] =
    [const { PyOnceLock::new() }; MAX_LENGTH];

static PASS: PyOnceLock<Py<PyString>> = PyOnceLock::new();

fn interned(py: Python<'_>, name: &str) -> Py<PyString> {
    PyString::intern(py, name).unbind()
}

/// Returns the name of a pass.
fn pass_name(py: Python<'_>) -> &'static Py<PyString> {
    PASS.get_or_init(py, || interned(py, "pass"))
}

/// Returns the names of the points of a board, by grid index. The last index of each row, the
/// wall, has an empty name.
fn names_of(py: Python<'_>, size: BoardSize) -> &'static [Py<PyString>] {
    NAMES[size.width() - 1].get_or_init(py, || {
        let rows = 0..MAX_LENGTH as u8;
        let at = |column: usize, row| Coordinates {
            column: column as u8,
            row,
        };
        let row = |row| {
            let names = (0..size.width()).map(move |column| at(column, row).to_string());
            names.chain([String::new()])
        };
        rows.flat_map(row).map(|name| interned(py, &name)).collect()
    })
}

/// Returns the name of a point.
pub(crate) fn name_of(py: Python<'_>, size: BoardSize, point: Point) -> &'static Py<PyString> {
    &names_of(py, size)[point.index()]
}

/// Returns the name of a move.
pub(crate) fn move_name(py: Python<'_>, size: BoardSize, action: Move) -> &'static Py<PyString> {
    match action {
        Move::Pass => pass_name(py),
        Move::Play(point) => name_of(py, size, point),
    }
}

/// Lists the names of points row by row from the top left, as arrays do.
pub(crate) fn top_down(
    py: Python<'_>,
    size: BoardSize,
    points: &PointSet,
) -> Vec<&'static Py<PyString>> {
    let names = names_of(py, size);
    let mut ordered = Vec::with_capacity(points.len() + 1);
    for row in (0..size.height()).rev() {
        let mut bits = points.row(size, row);
        while bits != 0 {
            ordered.push(&names[row * size.stride() + bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
    }
    ordered
}

/// Returns the names of points, row by row from the top left.
pub(crate) fn point_names<'py>(
    py: Python<'py>,
    size: BoardSize,
    points: &PointSet,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, top_down(py, size, points))
}

/// Returns the names of the plays on these points, row by row from the top left, and of a pass.
pub(crate) fn move_names<'py>(
    py: Python<'py>,
    size: BoardSize,
    points: &PointSet,
) -> PyResult<Bound<'py, PyList>> {
    let mut names = top_down(py, size, points);
    names.push(pass_name(py));
    PyList::new(py, names)
}

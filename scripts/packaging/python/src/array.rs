//! Arrays of numpy, which is imported only when an array is asked for.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use ponnuki_core::{BoardSize, Coordinates, Move, Point};
use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::sync::PyOnceLock;

/// Loads numpy, before other work: the crate that speaks to it panics where its first array fails,
/// be it for want of numpy or because a signal such as that of Ctrl-C came meanwhile.
///
/// # Errors
/// The `ImportError` of Python, or what a signal raises.
pub(crate) fn check_numpy(py: Python<'_>) -> PyResult<()> {
    static LOADED: PyOnceLock<()> = PyOnceLock::new();
    let load = || {
        py.import("numpy")
            .map_err(|error| missing_numpy(py, error))?;
        py.check_signals()?;
        // The first loan loads the crate's record of loans, too.
        PyArray1::<u8>::zeros(py, 0, false).try_readonly()?;
        Ok(())
    };
    LOADED.get_or_try_init(py, load).copied()
}

/// Returns the `ImportError` that says what to install, or another error as it is.
fn missing_numpy(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyModuleNotFoundError>(py) {
        return error;
    }
    let missing = PyModuleNotFoundError::new_err("arrays need NumPy: pip install 'ponnuki[env]'");
    missing.set_cause(py, Some(error));
    missing
}

/// Returns an array of zeros, which nobody can resize, since it is a view.
///
/// # Errors
/// `MemoryError`, for which the crate panics.
pub(crate) fn zeros<T: Element>(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyArray1<T>>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("zeros", (length, T::get_dtype(py)))?;
    Ok(array.call_method0("view")?.cast_into()?)
}

/// Converts an object to an array of this type, as `numpy.asarray` does.
pub(crate) fn as_array<'py>(
    object: &Bound<'py, PyAny>,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    check_numpy(object.py())?;
    let numpy = object.py().import("numpy")?;
    numpy.call_method1("asarray", (object, dtype))
}

/// Returns a vector as an array.
pub(crate) fn vector<T: Element>(
    py: Python<'_>,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray1<T>>> {
    check_numpy(py)?;
    Ok(PyArray1::from_vec(py, values))
}

/// Returns an array `[y, x]` with the value of each point of a board.
pub(crate) fn grid<T: Element>(
    py: Python<'_>,
    size: BoardSize,
    value: impl Fn(Point) -> T,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let values = vector(py, size.iter_top_down().map(value).collect())?;
    values.reshape([size.height(), size.width()])
}

/// Returns the action number of a point: `y * width + x`, with y from the top.
pub(crate) fn action_number(size: BoardSize, point: Point) -> usize {
    let at = size.coordinates(point);
    (size.height() - 1 - usize::from(at.row)) * size.width() + usize::from(at.column)
}

/// Returns the move with an action number, or `None` if it is no action.
pub(crate) fn action_move(size: BoardSize, action: i64) -> Option<Move> {
    let number = usize::try_from(action).ok()?;
    if number == size.area() {
        return Some(Move::Pass);
    }
    let row = (size.height() - 1).checked_sub(number / size.width())?;
    let at = Coordinates {
        column: (number % size.width()) as u8,
        row: row as u8,
    };
    size.point(at).map(Move::Play)
}

/// Returns the sentence for a number that is no action.
pub(crate) fn no_action(size: BoardSize, number: i64) -> String {
    format!("{number} is no action: expected 0 to {}", size.area())
}

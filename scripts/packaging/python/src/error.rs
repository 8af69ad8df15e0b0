//! The exceptions of the package.

use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(
    ponnuki,
    IllegalMoveError,
    PyValueError,
    "A play that the rules forbid.

`reason` is the code: 'out_of_bounds' (no point of the board), 'occupied', 'suicide', 'ko' (it would \
     retake a ko at once) or 'superko' (it would repeat an earlier position). With superko, \
     `repeats` is the number of the move after which that position stood, 0 for the start of the \
     game, and `repeated_move` the name of this move; otherwise, and at the start, they are None."
);

create_exception!(
    ponnuki,
    SgfError,
    PyValueError,
    "A text that holds no game record, or a record that cannot be replayed."
);

/// Returns a `ValueError` with a message.
pub(crate) fn value_error(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

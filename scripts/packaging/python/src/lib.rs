//! The module `ponnuki._core`: the rules, records and players of the engine for Python.

mod arguments;
mod array;
mod board;
mod episode;
mod error;
mod estimate;
mod evaluation;
mod game;
mod interrupt;
mod memory;
mod names;
mod picture;
mod planes;
mod player;
mod playouts;
mod record;
mod records;
mod rules;
mod vector;

use pyo3::prelude::pymodule;

/// The compiled part of the package.
#[pymodule]
mod _core {
    use pyo3::prelude::{Bound, PyModule, PyResult};
    use pyo3::types::PyModuleMethods;

    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::error::{IllegalMoveError, SgfError};
    #[pymodule_export]
    use crate::estimate::PyEstimate;
    #[pymodule_export]
    use crate::evaluation::{PyEvaluation, evaluate};
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::player::PyPlayer;
    #[pymodule_export]
    use crate::playouts::playouts;
    #[pymodule_export]
    use crate::record::{
        sgf_decoded, sgf_encoded, sgf_game, sgf_nodes, sgf_position, sgf_record, sgf_text,
        sgf_vertex,
    };
    #[pymodule_export]
    use crate::rules::PyRules;
    #[pymodule_export]
    use crate::vector::Vector;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

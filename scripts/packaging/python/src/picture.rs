//! Boards as text and as SVG.

use std::collections::BTreeMap;

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use ponnuki_core::{Board, BoardSize, Point};
use ponnuki_formats::drawing::{Picture, Symbol, TextBoard};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult};

use crate::arguments::{point_of, points_of};
use crate::array::as_array;
use crate::error::value_error;

/// The additions to a picture of the stones, as the arguments of Python give them.
#[derive(Default)]
pub(crate) struct Overlay<'py> {
    pub(crate) labels: Option<Bound<'py, PyAny>>,
    pub(crate) marks: Option<Bound<'py, PyAny>>,
    pub(crate) ownership: Option<Bound<'py, PyAny>>,
    pub(crate) dead: Option<Bound<'py, PyAny>>,
    pub(crate) title: Option<String>,
}

impl Overlay<'_> {
    /// Draws a board with a ring on the last move.
    pub(crate) fn svg(&self, board: &Board, last: Option<Point>) -> PyResult<String> {
        let size = board.size();
        let mut picture = Picture::from_board(board).with_coordinates();
        if let Some(title) = &self.title {
            picture = picture.title(title);
        }
        if let Some(last) = last.filter(|&last| board.at(last).is_some()) {
            picture = picture.mark(last, Symbol::Circle);
        }
        for (point, owner) in owners(size, self.ownership.as_ref())? {
            picture = picture.shade(point, owner);
        }
        if let Some(dead) = &self.dead {
            for point in points_of(size, dead)? {
                picture = picture.fade(point);
            }
        }
        for (point, name) in by_point(size, self.marks.as_ref(), "marks")? {
            picture = picture.mark(point, symbol(&name)?);
        }
        for (point, label) in by_point(size, self.labels.as_ref(), "labels")? {
            picture = picture.label(point, label);
        }
        Ok(picture.svg())
    }
}

/// Reads a dictionary from points to texts; other values are converted as by `str`.
fn by_point(
    size: BoardSize,
    entries: Option<&Bound<'_, PyAny>>,
    argument: &str,
) -> PyResult<Vec<(Point, String)>> {
    let Some(entries) = entries else {
        return Ok(Vec::new());
    };
    let items = entries.call_method0("items").map_err(|_| {
        PyTypeError::new_err(format!(
            "{argument}: expected a dictionary from points to texts"
        ))
    })?;
    let read = |item: PyResult<Bound<'_, PyAny>>| {
        let (point, text): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
        Ok((
            point_of(size, &point.as_borrowed())?,
            text.str()?.extract()?,
        ))
    };
    items.try_iter()?.map(read).collect()
}

/// Reads an array `[y, x]` of owners.
fn owners(size: BoardSize, array: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(Point, f64)>> {
    let Some(array) = array else {
        return Ok(Vec::new());
    };
    let array = as_array(array, "float64")?;
    let array: PyReadonlyArray2<'_, f64> = array.extract().map_err(|_| shape_error(size))?;
    if array.shape() != [size.height(), size.width()] {
        return Err(shape_error(size));
    }
    let values = array.as_array();
    Ok(size.iter_top_down().zip(values.iter().copied()).collect())
}

fn shape_error(size: BoardSize) -> pyo3::PyErr {
    let (height, width) = (size.height(), size.width());
    value_error(format!(
        "ownership: expected an array of shape ({height}, {width})"
    ))
}

/// Returns the symbol with this name.
fn symbol(name: &str) -> PyResult<Symbol> {
    let symbols = BTreeMap::from([
        ("circle", Symbol::Circle),
        ("square", Symbol::Square),
        ("triangle", Symbol::Triangle),
        ("cross", Symbol::Cross),
        ("dot", Symbol::Dot),
    ]);
    symbols.get(name).copied().ok_or_else(|| {
        let names: Vec<&str> = symbols.keys().copied().collect();
        value_error(format!(
            "'{name}' is no mark: expected one of {}",
            names.join(", ")
        ))
    })
}

/// Draws a board as text, with parentheses around the last move.
pub(crate) fn text(board: &Board, last: Option<Point>) -> String {
    let drawn = TextBoard { colors: false }.draw_position(board, last);
    drawn.trim_end().to_owned()
}

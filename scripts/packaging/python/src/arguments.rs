//! Arguments that several functions take: numbers, sizes, rules, komi, colours and points.

use std::fmt::Display;
use std::ops::RangeInclusive;

use ponnuki_core::rules::{Komi, kata};
use ponnuki_core::{BoardSize, Color, Coordinates, Move, Point, PointSet, Rules};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::{Borrowed, Bound, FromPyObject, PyAny, PyAnyMethods, PyErr, PyResult};
use pyo3::types::PyString;

use crate::error::value_error;
use crate::memory::check_memory;

/// A whole number of any size, whose range is checked where its name is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) i128);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = number.extract::<i64>() {
            return Ok(Self(number.into()));
        }
        match number.extract::<i128>() {
            // Out of every range, like the largest.
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                Ok(Self(i128::MAX))
            }
            number => number.map(Self),
        }
    }
}

impl Whole {
    /// Returns the number if it is in the range of the argument.
    pub(crate) fn within<T: TryFrom<i128> + PartialOrd + Display>(
        self,
        argument: &str,
        range: RangeInclusive<T>,
    ) -> PyResult<T> {
        let number = T::try_from(self.0).ok();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let (least, most) = range.into_inner();
                value_error(format!("{argument}: expected {least} to {most}"))
            })
    }

    /// Returns the index in a sequence of this length; a negative number counts from its end.
    pub(crate) fn index(self, length: usize) -> Option<usize> {
        let from_end = if self.0 < 0 { length as i128 } else { 0 };
        let index = usize::try_from(self.0.checked_add(from_end)?).ok()?;
        (index < length).then_some(index)
    }
}

/// The items of an iterable. Their number is never taken from `__len__`, which may lie.
pub(crate) struct IteratedList<T>(pub(crate) Vec<T>);

/// The number of items between two looks for memory and for signals.
const ITEMS: usize = 4096;

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for IteratedList<T> {
    type Error = PyErr;

    fn extract(items: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if items.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected a list, and not a text"));
        }
        let mut listed = Vec::new();
        for (number, item) in items.try_iter()?.enumerate() {
            if number % ITEMS == ITEMS - 1 {
                // The list doubles when it is full.
                check_memory(2 * size_of_val(listed.as_slice()), "a list")?;
                items.py().check_signals()?;
            }
            listed.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Self(listed))
    }
}

/// Returns a seed of random numbers.
pub(crate) fn seed_of(seed: Whole) -> PyResult<u64> {
    seed.within("seed", 0..=u64::MAX)
}

/// The size of a board: the length of both sides, or width and height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SizeArgument(pub(crate) BoardSize);

impl<'py> FromPyObject<'_, 'py> for SizeArgument {
    type Error = PyErr;

    fn extract(size: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (width, height) = if let Ok(length) = size.extract::<Whole>() {
            (length, length)
        } else {
            size.extract().map_err(|_| {
                PyTypeError::new_err("size: expected a number or a pair of width and height")
            })?
        };
        // A negative length is as far out of range as a large one.
        let length = |Whole(length)| usize::try_from(length).unwrap_or(usize::MAX);
        BoardSize::new(length(width), length(height))
            .map(Self)
            .map_err(value_error)
    }
}

/// Returns the size that was asked for, or that of a full board.
pub(crate) fn size_or_full(size: Option<SizeArgument>) -> PyResult<BoardSize> {
    size.map_or_else(
        || BoardSize::square(19).map_err(value_error),
        |SizeArgument(size)| Ok(size),
    )
}

/// Reads rules by name, as KataGo's JSON or in its short form.
pub(crate) fn rules_named(name: &str) -> PyResult<Rules> {
    kata::read(name).map_err(value_error)
}

/// Returns a komi of this many points, or that which is usual under the rules.
pub(crate) fn komi_of(points: Option<f64>, rules: &Rules) -> PyResult<Komi> {
    match points {
        None => Ok(rules.usual_komi()),
        Some(points) => points.to_string().parse::<Komi>().map_err(value_error),
    }
}

/// Reads a colour by its name or its first letter.
pub(crate) fn color_named(name: &str) -> PyResult<Color> {
    Color::named(name)
        .ok_or_else(|| value_error(format!("'{name}' is no colour: expected black or white")))
}

/// Reads a point: its name such as `"D4"`, or its column and row, counted from 0 at the top
/// left.
pub(crate) fn point_of(size: BoardSize, point: &Borrowed<'_, '_, PyAny>) -> PyResult<Point> {
    if let Ok(name) = point.extract::<&str>() {
        return size
            .point_named(name)
            .ok_or_else(|| value_error(format!("'{name}' is no point of a {size} board")));
    }
    let (Whole(x), Whole(y)) = point.extract().map_err(|_| {
        PyTypeError::new_err("expected a point: a name such as 'D4' or a pair (x, y)")
    })?;
    let (width, height) = (size.width() as i128, size.height() as i128);
    let is_on_board = (0..width).contains(&x) && (0..height).contains(&y);
    let at = Coordinates {
        column: x as u8,
        row: (height - 1 - y) as u8,
    };
    is_on_board
        .then(|| size.point(at))
        .flatten()
        .ok_or_else(|| value_error(format!("{} is no point of a {size} board", **point)))
}

/// Reads a move: a point, or `"pass"` or `None`.
pub(crate) fn move_of(size: BoardSize, action: &Borrowed<'_, '_, PyAny>) -> PyResult<Move> {
    let is_pass = |name: &str| name.eq_ignore_ascii_case("pass");
    if action.is_none() || action.extract::<&str>().is_ok_and(is_pass) {
        return Ok(Move::Pass);
    }
    point_of(size, action).map(Move::Play)
}

/// Reads an iterable of points.
pub(crate) fn points_of(size: BoardSize, points: &Bound<'_, PyAny>) -> PyResult<PointSet> {
    if points.extract::<&str>().is_ok() {
        return Err(PyTypeError::new_err(
            "expected several points, as in ['D4', 'E5']",
        ));
    }
    let read = |(number, point): (usize, PyResult<Bound<'_, PyAny>>)| {
        if number % ITEMS == ITEMS - 1 {
            points.py().check_signals()?;
        }
        point_of(size, &point?.as_borrowed())
    };
    points.try_iter()?.enumerate().map(read).collect()
}

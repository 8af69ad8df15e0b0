//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use ponnuki_core::board::{EyeRule, area, diagram, pass_alive, true_eyes};
use ponnuki_core::{BoardSize, ByColor, Color, PointSet, Suicide};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::PyList;

use crate::arguments::{SizeArgument, color_named, point_of, points_of, size_or_full};
use crate::array::{as_array, check_numpy, grid};
use crate::error::value_error;
use crate::names::point_names;
use crate::picture::{Overlay, text};
use crate::records::{PASS_ALIVE, area_record, chain_record};

/// A position: the stones on a board. It has no side to move and no history.
///
/// `Board(9)` is empty, `Board(9, black=["D4"], white=["E5"])` has stones, and
/// `Board.from_diagram` and `Board.from_numpy` read other forms. A board never changes.
/// `board["D4"]` is `"black"`, `"white"` or None.
///
/// Raises `ValueError` if a stone is off the board, a point has two stones or a chain has no
/// liberty.
#[pyclass(name = "Board", module = "ponnuki", frozen, eq, mapping)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyBoard(pub(crate) ponnuki_core::Board);

impl PyBoard {
    fn from_stones(size: BoardSize, stones: &ByColor<PointSet>) -> PyResult<Self> {
        ponnuki_core::Board::with_stones(size, stones)
            .map(Self)
            .map_err(value_error)
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(
        signature = (size = None, black = None, white = None),
        text_signature = "(size=19, black=(), white=())"
    )]
    fn new(
        size: Option<SizeArgument>,
        black: Option<&Bound<'_, PyAny>>,
        white: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let size = size_or_full(size)?;
        let read = |points: Option<&Bound<'_, PyAny>>| {
            points.map_or(Ok(PointSet::EMPTY), |points| points_of(size, points))
        };
        let (black, white) = (read(black)?, read(white)?);
        Self::from_stones(size, &ByColor { black, white })
    }

    /// Reads a diagram: rows of `X` (black), `O` (white) and `.`, from the top, separated by `/`
    /// or line breaks.
    ///
    /// Raises `ValueError` for any other text.
    #[staticmethod]
    fn from_diagram(diagram: &str) -> PyResult<Self> {
        diagram::parse(diagram).map(Self).map_err(value_error)
    }

    /// Reads an array `[y, x]` or rows of numbers, y from the top: 1 for a black stone, -1 for a
    /// white one, 0 for an empty point.
    ///
    /// Raises `ValueError` for another shape or number, `TypeError` for other types.
    #[staticmethod]
    fn from_numpy(array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = integers(array)?;
        let &[height, width] = array.shape() else {
            return Err(PyValueError::new_err("expected an array of two dimensions"));
        };
        let size = BoardSize::new(width, height).map_err(value_error)?;
        let mut stones = ByColor::<PointSet>::default();
        for (point, &sign) in size.iter_top_down().zip(array.as_array().iter()) {
            match sign {
                0 => {}
                1 => stones.black.insert(point),
                -1 => stones.white.insert(point),
                other => {
                    let at = size.coordinates(point);
                    return Err(value_error(format!("{other} at {at}: expected 1, -1 or 0")));
                }
            }
        }
        Self::from_stones(size, &stones)
    }

    /// The width and the height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().width(), self.0.size().height())
    }

    /// The rows as text, from the top: `X` black, `O` white, `.` empty, separated by `/`.
    #[getter]
    fn diagram(&self) -> String {
        diagram::draw_line(&self.0)
    }

    /// The engine's Zobrist hash of the stones, 64 bits, the same in every run. Empty boards of
    /// all sizes have the same.
    #[getter]
    fn hash(&self) -> u64 {
        self.0.hash().value()
    }

    /// The black stones.
    #[getter]
    fn black<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.0.size(), &self.0.stones(Color::Black))
    }

    /// The white stones.
    #[getter]
    fn white<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.0.size(), &self.0.stones(Color::White))
    }

    /// The empty points.
    #[getter]
    fn empty<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.0.size(), &self.0.empty())
    }

    /// All chains.
    #[getter]
    fn chains<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let chains = self.0.chains();
        let chains = chains.iter();
        chains
            .map(|chain| chain_record(py, self.0.size(), chain))
            .collect()
    }

    /// Returns the chain of the stone on a point, or None if the point is empty.
    fn chain<'py>(&self, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let size = self.0.size();
        let chain = self.0.chain(point_of(size, &point.as_borrowed())?);
        let record = |chain| chain_record(point.py(), size, &chain);
        chain.map(record).transpose()
    }

    /// Returns the liberties of the chain on a point, none if the point is empty.
    fn liberties<'py>(&self, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let size = self.0.size();
        let chain = self.0.chain(point_of(size, &point.as_borrowed())?);
        let liberties = chain.map_or(PointSet::EMPTY, |chain| chain.liberties);
        point_names(point.py(), size, &liberties)
    }

    /// Returns the true eyes of a colour: empty points surrounded by its stones, of which it
    /// also holds enough of the diagonal points.
    ///
    /// By the rule `"own-diagonals"` that is three of four in the middle and all on the edge; by
    /// `"enemy-diagonals"`, the rule of many playout programs, the opponent may hold one in the
    /// middle and none on the edge.
    #[pyo3(signature = (color, rule = "own-diagonals"))]
    fn true_eyes<'py>(
        &self,
        py: Python<'py>,
        color: &str,
        rule: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let rule: EyeRule = rule.parse().map_err(value_error)?;
        let eyes = true_eyes(&self.0, color_named(color)?, rule);
        point_names(py, self.0.size(), &eyes)
    }

    /// Returns the stones of a colour that cannot be captured even if the colour always passes, and
    /// their territory (Benson, "Life in the game of Go", 1976). `suicide` is the rule under
    /// which the opponent plays: `"forbidden"`, `"multi-stone"` or `"allowed"`.
    #[pyo3(signature = (color, suicide = "forbidden"))]
    fn pass_alive<'py>(
        &self,
        py: Python<'py>,
        color: &str,
        suicide: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let suicide: Suicide = suicide.parse().map_err(value_error)?;
        let life = pass_alive(&self.0, suicide)[color_named(color)?];
        let stones = point_names(py, self.0.size(), &life.stones)?;
        let territory = point_names(py, self.0.size(), &life.territory)?;
        PASS_ALIVE.make(py, (stones, territory))
    }

    /// Returns the owner of every point without the dead stones.
    #[pyo3(signature = (dead = None))]
    fn area<'py>(
        &self,
        py: Python<'py>,
        dead: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let size = self.0.size();
        let dead = dead.map_or(Ok(PointSet::EMPTY), |dead| points_of(size, dead))?;
        area_record(py, size, &area(&self.0, &dead))
    }

    /// Returns a new array int8 `[y, x]`, y from the top: 1 black, -1 white, 0 empty.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let sign = |color: Color| color.sign() as i8;
        grid(py, self.0.size(), |point| self.0.at(point).map_or(0, sign))
    }

    /// Returns the position as an SVG picture, for a file or a part of a page.
    ///
    /// `labels` is a dictionary from points to short texts, `marks` one from points to
    /// `"circle"`, `"square"`, `"triangle"`, `"cross"` or `"dot"`; `ownership` an array `[y, x]`
    /// of owners from 1 (black) to -1 (white), drawn as shades; `dead` the stones that are drawn
    /// as removed.
    #[pyo3(signature = (*, labels = None, marks = None, ownership = None, dead = None, title = None))]
    fn svg(
        &self,
        labels: Option<Bound<'_, PyAny>>,
        marks: Option<Bound<'_, PyAny>>,
        ownership: Option<Bound<'_, PyAny>>,
        dead: Option<Bound<'_, PyAny>>,
        title: Option<String>,
    ) -> PyResult<String> {
        let overlay = Overlay {
            labels,
            marks,
            ownership,
            dead,
            title,
        };
        overlay.svg(&self.0, None)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Overlay::default().svg(&self.0, None)
    }

    fn __getitem__(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let point = point_of(self.0.size(), &point.as_borrowed())?;
        Ok(self.0.at(point).map(Color::name))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.size(), self.0.hash()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        text(&self.0, None)
    }

    fn __repr__(&self) -> String {
        format!("Board.from_diagram('{}')", self.diagram())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let read = py.get_type::<Self>().getattr("from_diagram")?;
        Ok((read, (self.diagram(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Reads an array of two dimensions of whole numbers. Truth values and fractions are refused,
/// because they are rarely meant.
fn integers<'py>(array: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, i64>> {
    let py = array.py();
    check_numpy(py)?;
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let fits = numpy.call_method1("can_cast", (dtype, "int64"))?;
    if kind == "b" || !fits.is_truthy()? {
        return Err(PyTypeError::new_err("expected an array of whole numbers"));
    }
    as_array(&array, "int64")?
        .extract()
        .map_err(|_| PyValueError::new_err("expected an array of two dimensions"))
}

//! Rules.

use ponnuki_core::Preset;
use ponnuki_core::rules::kata;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::{Borrowed, FromPyObject, PyAny, PyErr, PyResult, pyclass, pymethods};
use pyo3::types::{PyString, PyType};
use pyo3::{Bound, Py, Python};

use crate::arguments::rules_named;
use crate::error::value_error;

/// A set of rules: one value on each axis in which rule sets differ.
///
/// `Rules("cgos")` has a name, `Rules("koSIMPLEscoreTERRITORYtaxSEKIsui0")` and
/// `Rules('{"ko": "SIMPLE", ...}')` read KataGo's notations, and keywords change single axes:
/// `Rules("chinese", ko="positional")`. `Rules.names()` lists all names. Rules are immutable,
/// and equal if all axes are.
///
/// Raises `ValueError` for an unknown name or value; the message lists the known ones.
#[pyclass(name = "Rules", module = "ponnuki", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) ponnuki_core::Rules);

/// Rules, or their name.
#[derive(Default)]
pub(crate) struct RulesArgument(pub(crate) ponnuki_core::Rules);

impl<'py> FromPyObject<'_, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(rules: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(PyRules(rules)) = rules.extract::<PyRules>() {
            return Ok(Self(rules));
        }
        let name = rules
            .cast::<PyString>()
            .map_err(|_| PyTypeError::new_err("rules: expected Rules or a name"))?;
        rules_named(name.extract()?).map(Self)
    }
}

/// Reads the value of an axis, if there is one.
fn axis<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &str,
    value: Option<&str>,
) -> PyResult<Option<T>> {
    let read = |value: &str| {
        let unknown = |error| value_error(format!("{name} cannot be '{value}': {error}"));
        value.parse().map_err(unknown)
    };
    value.map(read).transpose()
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(
        signature = (
            rules = RulesArgument::default(), *, ko = None, suicide = None, scoring = None,
            tax = None, has_button = None, has_cleanup = None, has_pass_stones = None,
            handicap_bonus = None,
        ),
        text_signature = "(rules='cgos', *, ko=None, suicide=None, scoring=None, tax=None, \
            has_button=None, has_cleanup=None, has_pass_stones=None, handicap_bonus=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "one for each axis")]
    fn new(
        rules: RulesArgument,
        ko: Option<&str>,
        suicide: Option<&str>,
        scoring: Option<&str>,
        tax: Option<&str>,
        has_button: Option<bool>,
        has_cleanup: Option<bool>,
        has_pass_stones: Option<bool>,
        handicap_bonus: Option<&str>,
    ) -> PyResult<Self> {
        let rules = rules.0;
        Ok(Self(ponnuki_core::Rules {
            ko: axis("ko", ko)?.unwrap_or(rules.ko),
            suicide: axis("suicide", suicide)?.unwrap_or(rules.suicide),
            scoring: axis("scoring", scoring)?.unwrap_or(rules.scoring),
            tax: axis("tax", tax)?.unwrap_or(rules.tax),
            has_button: has_button.unwrap_or(rules.has_button),
            has_cleanup: has_cleanup.unwrap_or(rules.has_cleanup),
            has_pass_stones: has_pass_stones.unwrap_or(rules.has_pass_stones),
            handicap_bonus: axis("handicap_bonus", handicap_bonus)?.unwrap_or(rules.handicap_bonus),
        }))
    }

    /// Returns the names of all rule sets.
    #[staticmethod]
    fn names() -> [&'static str; Preset::ALL.len()] {
        Preset::ALL.map(Preset::name)
    }

    /// The name of the set, or None if no set has exactly these axes.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.0.preset().map(Preset::name)
    }

    /// The positions that may not return: `"simple"`, `"positional"`, `"situational"`,
    /// `"natural-situational"` or `"none"`.
    #[getter]
    fn ko(&self) -> &'static str {
        self.0.ko.name()
    }

    /// `"forbidden"`, `"multi-stone"` (legal if it removes two or more stones) or `"allowed"`.
    #[getter]
    fn suicide(&self) -> &'static str {
        self.0.suicide.name()
    }

    /// The points that count: `"area"` or `"territory"`.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.0.scoring.name()
    }

    /// The points that are taken away again: `"none"`, `"seki"` or `"all"`.
    #[getter]
    fn tax(&self) -> &'static str {
        self.0.tax.name()
    }

    /// Whether the first pass of the game takes the button, worth half a point.
    #[getter]
    fn has_button(&self) -> bool {
        self.0.has_button
    }

    /// Whether two clean-up phases follow the main phase where territory counts.
    #[getter]
    fn has_cleanup(&self) -> bool {
        self.0.has_cleanup
    }

    /// Whether each pass costs a prisoner where territory counts.
    #[getter]
    fn has_pass_stones(&self) -> bool {
        self.0.has_pass_stones
    }

    /// White's points for Black's handicap stones: `"none"`, `"stones"` or
    /// `"stones-minus-one"`.
    #[getter]
    fn handicap_bonus(&self) -> &'static str {
        self.0.handicap_bonus.name()
    }

    /// The komi that is usual under these rules.
    #[getter]
    fn usual_komi(&self) -> f64 {
        self.0.usual_komi().value()
    }

    /// Returns the rules as the JSON object of KataGo's `kata-get-rules`, with members of
    /// Ponnuki's own for rules that KataGo does not have. `Rules(...)` reads it back.
    fn to_json(&self) -> String {
        kata::to_json(self.0)
    }

    /// Returns the rules as a JSON object with KataGo's members only, for programs that know no
    /// others. Suicide of single stones, clean-up phases and pass stones are lost.
    fn to_katago_json(&self) -> String {
        kata::to_katago_json(self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.preset() {
            Some(preset) => format!("Rules('{preset}')"),
            None => format!("Rules('{}')", kata::to_json(self.0)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.to_json(),))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

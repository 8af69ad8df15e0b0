//! Game records in SGF: what `ponnuki/sgf.py` is made of.

use std::io::{self, Read};
use std::path::PathBuf;

use ponnuki_core::{Game, Outcome};
use ponnuki_formats::files::open_stream;
use ponnuki_formats::sgf::{
    self, GameTree, Games, MAX_SGF_BYTES, ReadGame, ReadOptions, Record, TreeNode, TreeProperty,
};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::{Borrowed, Bound, PyAny, PyErr, PyResult, Python, pyfunction};
use pyo3::types::{PyList, PyListMethods};

use crate::arguments::{IteratedList, Whole, color_named, komi_of, move_of};
use crate::error::SgfError;
use crate::game::PyGame;
use crate::interrupt::abandonable;
use crate::memory::check_memory;
use crate::rules::RulesArgument;

fn sgf_error(error: sgf::SgfError) -> PyErr {
    SgfError::new_err(error.to_string())
}

/// Returns the exception for a file, as Python's `open` makes it: a code of the system chooses its
/// class.
fn file_error(error: &io::Error, source: &Borrowed<'_, '_, PyAny>) -> PyErr {
    let text = error.to_string();
    let file = source.extract::<PathBuf>().unwrap_or_default();
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {text}", file.display()));
    };
    let text = text.replace(&format!(" (os error {code})"), "");
    // Windows takes the last argument in place of the first, other systems ignore it.
    PyOSError::new_err((code, text, file.into_os_string(), code))
}

/// Writes a game as SGF.
pub(crate) fn plain_text(game: &Game) -> String {
    sgf::write(game, &Record::default())
}

/// Reads a game that [`plain_text`] wrote.
pub(crate) fn plain_game(record: &str) -> PyResult<Game> {
    let options = ReadOptions {
        is_strict: true,
        ..ReadOptions::default()
    };
    sgf::read_from(record.as_bytes(), None, &options).map_err(sgf_error)
}

/// How many nodes are made for Python between two looks for signals, that of Ctrl-C among them.
const NODES: usize = 1024;

/// A node as Python sees it: the index of its parent, and its properties with values as the
/// file writes them.
type PlainNode = (Option<usize>, IteratedList<(String, String)>);

/// Opens a record: bytes, text, or the path of a file.
fn input<'a>(source: &'a Borrowed<'_, '_, PyAny>) -> PyResult<Box<dyn Read + 'a>> {
    if let Ok(bytes) = source.extract::<&[u8]>() {
        return Ok(Box::new(bytes));
    }
    if let Ok(text) = source.extract::<&str>() {
        return Ok(Box::new(text.as_bytes()));
    }
    let path: PathBuf = source.extract()?;
    let file = open_stream(&path).map_err(|error| file_error(&error, source))?;
    Ok(Box::new(file))
}

/// Returns the nodes of a tree as [`PlainNode`]s, and looks for signals meanwhile.
fn plain_nodes(py: Python<'_>, tree: GameTree) -> PyResult<Bound<'_, PyList>> {
    let nodes = PyList::empty(py);
    for (number, node) in tree.nodes.into_iter().enumerate() {
        if number % NODES == 0 {
            py.check_signals()?;
        }
        let properties = node.properties.into_iter();
        let plain = |property: TreeProperty| (property.identifier, property.values);
        nodes.append((node.parent, properties.map(plain).collect::<Vec<_>>()))?;
    }
    Ok(nodes)
}

/// Records of at least this many bytes are read in a thread of their own.
const LONG_BYTES: usize = 64 << 10;

/// The bytes that a node and a property take, rounded up: in the tree, in the lists for Python and
/// in the game that is replayed.
const NODE_BYTES: usize = 400;
const PROPERTY_BYTES: usize = 250;

/// Parses the bytes of a record. A long record can be interrupted.
///
/// # Errors
/// `MemoryError` if the result may be larger than the memory, or what a signal raises.
fn parsed<R: AsRef<[u8]> + Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    record: R,
    parse: impl FnOnce(&R) -> T + Send + 'static,
) -> PyResult<T> {
    let bytes = record.as_ref();
    if bytes.len() < LONG_BYTES {
        check_memory(LONG_BYTES * NODE_BYTES, "the record")?;
        return Ok(parse(&record));
    }
    let count = |byte| bytes.split(|&other| other == byte).count();
    // Decoded, the bytes may be three times as long.
    let parts = NODE_BYTES * count(b';') + PROPERTY_BYTES * count(b'[');
    check_memory(4 * bytes.len() + parts, "the record")?;
    abandonable(py, move || parse(&record))
}

/// Reads all games of a record as lists of nodes, in the order of the file, each with what has been
/// mended in it.
#[pyfunction]
pub(crate) fn sgf_nodes<'py>(
    source: &Bound<'py, PyAny>,
) -> PyResult<Vec<(Bound<'py, PyList>, Vec<String>)>> {
    let py = source.py();
    let source = source.as_borrowed();
    let read = |game: io::Result<sgf::GameText>| {
        py.check_signals()?;
        let game = game.map_err(|error| match error.kind() {
            // A game that is too long.
            io::ErrorKind::InvalidData => SgfError::new_err(error.to_string()),
            _ => file_error(&error, &source),
        })?;
        let found = parsed(py, game, GameTree::read_with_defects)?;
        let (tree, defects) = found.map_err(sgf_error)?;
        Ok((plain_nodes(py, tree)?, defects))
    };
    Games::new(input(&source)?).map(read).collect()
}

/// Writes nodes as SGF, each after its parent.
#[pyfunction]
pub(crate) fn sgf_text(nodes: IteratedList<PlainNode>) -> PyResult<String> {
    let property = |(identifier, values)| TreeProperty { identifier, values };
    let node = |(parent, IteratedList(properties)): PlainNode| TreeNode {
        parent,
        properties: properties.into_iter().map(property).collect(),
    };
    check_memory(nodes.0.len() * NODE_BYTES, "the tree")?;
    let nodes = nodes.0.into_iter().map(node).collect();
    Ok(GameTree { nodes }.to_string())
}

/// Returns the values of a property without brackets and escapes.
#[pyfunction]
pub(crate) fn sgf_decoded(values: String) -> PyResult<Vec<String>> {
    let count = values.bytes().filter(|&byte| byte == b'[').count();
    check_memory(4 * values.len() + PROPERTY_BYTES * count, "the values")?;
    let identifier = String::new();
    Ok(TreeProperty { identifier, values }.decoded())
}

/// Returns values with brackets and escapes.
#[pyfunction]
pub(crate) fn sgf_encoded(values: IteratedList<String>) -> PyResult<String> {
    let IteratedList(values) = values;
    let bytes: usize = values.iter().map(|value| 32 + 4 * value.len()).sum();
    check_memory(bytes, "the values")?;
    Ok(TreeProperty::new("", &values).values)
}

/// Reads the main line of the first game of a record, up to the position before move `until`. Returns
/// it with the defects of the record, if it may have some.
#[pyfunction]
pub(crate) fn sgf_game(
    source: &Bound<'_, PyAny>,
    rules: RulesArgument,
    komi: Option<f64>,
    until: Option<Whole>,
    strict: bool,
) -> PyResult<(PyGame, Vec<String>)> {
    let until = until
        .map(|until| until.within("until", 0..=usize::MAX))
        .transpose()?;
    let RulesArgument(rules) = rules;
    let options = ReadOptions {
        rules: Some(rules),
        komi: komi_of(komi, &rules)?,
        is_strict: strict,
    };
    let source = source.as_borrowed();
    let mut bytes = Vec::new();
    input(&source)?
        .take(MAX_SGF_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| file_error(&error, &source))?;
    let found = parsed(source.py(), bytes, move |bytes| {
        sgf::read_with_defects(&bytes[..], until, &options)
    })?;
    let ReadGame { game, defects, .. } = found.map_err(sgf_error)?;
    Ok((PyGame(game), defects))
}

/// Reads a line of play that goes on: a result by resignation is still to come, and the next
/// move is of this colour.
#[pyfunction]
pub(crate) fn sgf_position(
    line: &Bound<'_, PyAny>,
    rules: RulesArgument,
    komi: Option<f64>,
    turn: Option<&str>,
) -> PyResult<PyGame> {
    let turn = turn.map(color_named).transpose()?;
    let (PyGame(mut game), _) = sgf_game(line, rules, komi, None, true)?;
    game.undo_resignation();
    if let Some(color) = turn {
        game.set_to_move(color);
    }
    Ok(PyGame(game))
}

/// Returns a move as SGF writes it.
#[pyfunction]
pub(crate) fn sgf_vertex(game: &PyGame, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
    let size = game.0.size();
    let action = move_of(size, &r#move.as_borrowed())?;
    Ok(sgf::vertex_text(action, size))
}

/// Writes a game as SGF, with what the arguments add.
#[pyfunction]
pub(crate) fn sgf_record(
    game: &PyGame,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
    comment: Option<String>,
    territory: bool,
) -> String {
    let is_counted = game.0.is_dead_decided() && game.0.outcome() == Some(Outcome::TwoPasses);
    let record = Record {
        result,
        seed: None,
        comment,
        black,
        white,
        // Without it the result would not be that of the stones that are read back.
        has_territory: territory || is_counted,
    };
    sgf::write(&game.0, &record)
}

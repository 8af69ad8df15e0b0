//! Games.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::PyArray1;
use ponnuki_core::board::area;
use ponnuki_core::game::Turn;
use ponnuki_core::rules::{fixed_handicap, max_fixed_handicap};
use ponnuki_core::{
    Area, Board, BoardSize, ByColor, Color, Game, IllegalMove, Move, Outcome, Point, PointSet,
    Score, Start,
};
use ponnuki_formats::drawing::escape;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyIterator, PyList, PyListMethods, PyString};

use crate::arguments::{
    SizeArgument, Whole, color_named, komi_of, move_of, points_of, seed_of, size_or_full,
};
use crate::array::{action_move, action_number, no_action, vector};
use crate::board::PyBoard;
use crate::error::{IllegalMoveError, value_error};
use crate::estimate::{EstimateArguments, PyEstimate, dead_stones};
use crate::evaluation::PyEvaluation;
use crate::memory::check_memory;
use crate::names::{move_name, move_names, name_of, point_names};
use crate::picture::{Overlay, text};
use crate::record;
use crate::records::{ILLEGALITY, SCORE, area_record, name_set, turn_record};
use crate::rules::{PyRules, RulesArgument};

/// A game of Go from its start to the present: rules, komi, moves, captures, all earlier
/// positions.
///
/// `Game(9)` begins on an empty board with Black to move. `size` is the length of both sides
/// or a pair of width and height, each 1 to 25; `rules` a `Rules` or its name; `komi` the points
/// for White, None for those usual under the rules; `handicap` the number of stones on the fixed
/// handicap points. `Game.from_board` begins with a position.
///
/// `play` makes moves of either colour and `pop` takes them back. A game prints as a board, is
/// equal to a game with the same course, can be copied and pickled, and is a sequence of its
/// turns: `len(game)`, `game[-1].captured`, `for turn in game`. Its hash is that of its present
/// state, so do not play in a game that is a key of a dictionary.
///
/// Raises `ValueError` or `TypeError` for arguments that make no game.
#[pyclass(name = "Game", module = "ponnuki")]
#[derive(Clone)]
pub(crate) struct PyGame(pub(crate) Game);

/// The bytes of a move and of a turn in a list of Python, rounded up.
const MOVE_BYTES: usize = 96;
const TURN_BYTES: usize = 512;

/// Returns the start with this many stones on the fixed handicap points.
fn handicap_start(size: BoardSize, stones: usize) -> PyResult<Start> {
    if stones == 0 {
        return Ok(Start::default());
    }
    let points = fixed_handicap(size, stones).ok_or_else(|| {
        let most = max_fixed_handicap(size);
        value_error(match most {
            0 => format!("handicap: a {size} board has no fixed handicap points"),
            _ => format!("handicap: expected 0 or 2 to {most} on a {size} board"),
        })
    })?;
    Ok(Start::handicap(points, stones))
}

/// Returns a game from a start.
fn begin(
    size: BoardSize,
    rules: Option<RulesArgument>,
    komi: Option<f64>,
    start: Start,
) -> PyResult<PyGame> {
    let RulesArgument(rules) = rules.unwrap_or_default();
    let komi = komi_of(komi, &rules)?;
    Game::with_start(size, rules, komi, start)
        .map(PyGame)
        .map_err(value_error)
}

impl PyGame {
    /// Returns a colour by its name, or the colour to move.
    fn color(&self, name: Option<&str>) -> PyResult<Color> {
        name.map_or(Ok(self.0.to_move()), color_named)
    }

    /// Returns the sentence for an illegal play.
    fn sentence(&self, color: Color, point: Point, reason: IllegalMove) -> String {
        let name = self.0.size().coordinates(point);
        format!("{color} {name} is illegal: {reason}")
    }

    /// Returns the name of the move that superko forbids repeating.
    fn repeated_move(&self, py: Python<'_>, reason: IllegalMove) -> Option<&Py<PyString>> {
        let turn = self.0.turns().get(reason.repeats()?.checked_sub(1)?)?;
        Some(move_name(py, self.0.size(), turn.action))
    }

    /// Makes a move.
    pub(crate) fn make(&mut self, py: Python<'_>, color: Color, action: Move) -> PyResult<()> {
        match (self.0.play(color, action), action) {
            (Err(reason), Move::Play(point)) => {
                Err(self.refusal(py, self.sentence(color, point, reason), reason))
            }
            _ => Ok(()),
        }
    }

    /// Returns the exception for an illegal play, with this sentence.
    pub(crate) fn refusal(&self, py: Python<'_>, sentence: String, reason: IllegalMove) -> PyErr {
        let error = IllegalMoveError::new_err(sentence);
        let value = error.value(py);
        let set = value
            .setattr("reason", reason.code())
            .and_then(|()| value.setattr("repeats", reason.repeats()))
            .and_then(|()| value.setattr("repeated_move", self.repeated_move(py, reason)));
        set.err().unwrap_or(error)
    }

    /// Returns the last move, if it left a stone.
    fn last_point(&self) -> Option<Point> {
        self.0.turns().last().and_then(|turn| turn.action.point())
    }

    /// Returns the marked stones, or None until a decision is made.
    fn decided_dead(&self) -> Option<PointSet> {
        self.0.is_dead_decided().then(|| *self.0.dead())
    }

    /// Returns whether both games have had the same course and stand alike.
    fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.0, &other.0);
        one.size() == two.size()
            && one.rules() == two.rules()
            && one.komi().value().to_bits() == two.komi().value().to_bits()
            && one.start() == two.start()
            && one.turns() == two.turns()
            && one.setups().eq(two.setups())
            && one.to_move() == two.to_move()
            && one.outcome() == two.outcome()
            && self.decided_dead() == other.decided_dead()
    }
}

/// Returns the size of a game's board.
///
/// A method that runs code of Python, be it an iterator of the caller or the class of a record,
/// takes the game by its handle and borrows it only in between: that code may play in the game, or
/// let another thread do so.
fn board_size(game: &Bound<'_, PyGame>) -> PyResult<BoardSize> {
    Ok(game.try_borrow()?.0.size())
}

/// A counted position.
struct CountedPosition {
    score: Score,
    points: ByColor<i32>,
    territory: ByColor<PointSet>,
    area: Area,
    dead: PointSet,
}

impl CountedPosition {
    /// Counts a game with these stones dead, or those marked.
    fn new(game: &Game, dead: Option<PointSet>) -> Self {
        let dead = dead.unwrap_or(*game.dead()) - game.board().empty();
        let (scoring, tax) = (game.rules().scoring, game.rules().tax);
        let count = game.count(&dead, game.neutral_points());
        let colors = ByColor::COLORS;
        Self {
            score: game.score_of(game.margin_without(&dead)),
            points: colors.map(|color| count.points(color, scoring, tax)),
            territory: colors.map(|color| count.counted_territory(color, scoring, tax)),
            area: area(game.board(), &dead),
            dead,
        }
    }
}

/// A pickled game: its record, and the stones marked dead.
type Saved<'py> = (String, Option<Bound<'py, PyList>>);

/// Returns a value for each colour as a dictionary.
fn by_color<'py, T: pyo3::IntoPyObject<'py>>(
    py: Python<'py>,
    value: impl Fn(Color) -> PyResult<T>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for color in Color::BOTH {
        dict.set_item(color.name(), value(color)?)?;
    }
    Ok(dict)
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(
        signature = (size = None, rules = None, komi = None, *, handicap = Whole(0)),
        text_signature = "(size=19, rules='cgos', komi=None, *, handicap=0)"
    )]
    fn new(
        size: Option<SizeArgument>,
        rules: Option<RulesArgument>,
        komi: Option<f64>,
        handicap: Whole,
    ) -> PyResult<Self> {
        let size = size_or_full(size)?;
        // A negative number is as far out of range as a large one.
        let handicap = usize::try_from(handicap.0).unwrap_or(usize::MAX);
        begin(size, rules, komi, handicap_start(size, handicap)?)
    }

    /// Begins with a position, without a history. `turn` is the colour to move.
    #[staticmethod]
    #[pyo3(
        signature = (board, turn = "black", rules = None, komi = None),
        text_signature = "(board, turn='black', rules='cgos', komi=None)"
    )]
    fn from_board(
        board: &Bound<'_, PyBoard>,
        turn: &str,
        rules: Option<RulesArgument>,
        komi: Option<f64>,
    ) -> PyResult<Self> {
        let board: &Board = &board.get().0;
        let start = Start {
            stones: board.position(),
            handicap: 0,
            to_move: color_named(turn)?,
        };
        begin(board.size(), rules, komi, start)
    }

    /// The width and the height.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().width(), self.0.size().height())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// The points that White gets for moving second.
    #[getter]
    fn komi(&self) -> f64 {
        self.0.komi().value()
    }

    /// The number of handicap stones.
    #[getter]
    fn handicap(&self) -> usize {
        self.0.start().handicap
    }

    /// The position in which the game began.
    #[getter]
    fn start(&self) -> PyResult<PyBoard> {
        Board::with_stones(self.0.size(), &self.0.start().stones)
            .map(PyBoard)
            .map_err(value_error)
    }

    /// The colour that makes the first move.
    #[getter]
    fn first_turn(&self) -> &'static str {
        self.0.start().to_move.name()
    }

    /// The colour to move. `play` nevertheless accepts moves of either colour.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.to_move().name()
    }

    /// The present position.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board().clone())
    }

    /// The moves so far, each as a pair of colour and name.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let size = self.0.size();
        let turns = self.0.turns().iter();
        check_memory(turns.len() * MOVE_BYTES, "the moves")?;
        PyList::new(
            py,
            turns.map(|turn| (turn.color.name(), move_name(py, size, turn.action))),
        )
    }

    /// The name of the last move, or None before the first.
    #[getter]
    fn last_move<'py>(&self, py: Python<'py>) -> Option<&'py Py<PyString>> {
        let last = self.0.turns().last()?;
        Some(move_name(py, self.0.size(), last.action))
    }

    /// The number of prisoners that each colour has taken: the opponent's stones that it
    /// captured or that the opponent lost by suicide.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        by_color(py, |color| Ok(self.0.captures(color)))
    }

    /// The point where the ko rule forbids the colour to move to retake the stone that the last
    /// move captured, or None. Superko may forbid other points, too.
    #[getter]
    fn ko_point<'py>(&self, py: Python<'py>) -> Option<&'py Py<PyString>> {
        let point = self.0.ko_point(self.0.to_move())?;
        Some(name_of(py, self.0.size(), point))
    }

    /// The engine's Zobrist hash of the stones, 64 bits, the same in every run.
    #[getter]
    fn position_hash(&self) -> u64 {
        self.0.board().hash().value()
    }

    /// The legal moves of the colour to move: names row by row from the top left, then "pass".
    /// Legality follows from the rules of ko and suicide alone, even after the end of the game.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_names(py, self.0.size(), &self.0.playable_points(self.0.to_move()))
    }

    /// Returns a new array bool `[height * width + 1]`: whether each action is legal for a
    /// colour, by default that to move. An action number is `y * width + x`, y from the top; the
    /// last is the pass.
    #[pyo3(signature = (color = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        color: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let size = self.0.size();
        let mut mask = vec![false; size.area() + 1];
        mask[size.area()] = true;
        for point in self.0.playable_points(self.color(color)?) {
            mask[action_number(size, point)] = true;
        }
        vector(py, mask)
    }

    /// Makes a move: a name like "D4", a pair (x, y) counted from the top left, "pass" or
    /// None. `color` is by default the colour to move.
    ///
    /// >>> import ponnuki
    /// >>> game = ponnuki.Game(9)
    /// >>> game.play("E5")
    /// >>> game.play("C3")
    /// >>> game.moves
    /// [('black', 'E5'), ('white', 'C3')]
    ///
    /// Raises `IllegalMoveError`, with the attributes `reason`, `repeats` and `repeated_move`,
    /// if the rules forbid it, and `ValueError` if it is no move. The game is then unchanged.
    #[pyo3(signature = (r#move, color = None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<()> {
        let action = move_of(self.0.size(), &r#move.as_borrowed())?;
        let color = self.color(color)?;
        self.make(r#move.py(), color, action)
    }

    /// Makes the move of the colour to move with this action number: `y * width + x`, y from the
    /// top, or `width * height` for a pass.
    ///
    /// Raises as `play` does.
    fn play_action(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        let size = self.0.size();
        let action =
            action_move(size, action).ok_or_else(|| value_error(no_action(size, action)))?;
        self.make(py, self.0.to_move(), action)
    }

    /// Takes back the last move, and a resignation after it. Returns the move as a pair of
    /// colour and name.
    ///
    /// Raises `IndexError` if no move was made.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<(&'static str, &'py Py<PyString>)> {
        let turn = self.0.undo();
        let turn = turn.ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok((turn.color.name(), move_name(py, self.0.size(), turn.action)))
    }

    /// Returns whether a move is legal for a colour, by default that to move.
    ///
    /// Raises `ValueError` if it is no move on this board.
    #[pyo3(signature = (r#move, color = None))]
    fn is_legal(&self, r#move: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<bool> {
        let action = move_of(self.0.size(), &r#move.as_borrowed())?;
        let color = self.color(color)?;
        let is_legal = |point| self.0.check(color, point).is_ok();
        Ok(action.point().is_none_or(is_legal))
    }

    /// Returns the reason why a move is illegal, or None if it is legal.
    ///
    /// Raises `ValueError` if it is no move on this board.
    #[pyo3(signature = (r#move, color = None))]
    fn why_illegal<'py>(
        slf: &Bound<'py, Self>,
        r#move: &Bound<'py, PyAny>,
        color: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, game) = (slf.py(), slf.try_borrow()?);
        let color = game.color(color)?;
        let Move::Play(point) = move_of(game.0.size(), &r#move.as_borrowed())? else {
            return Ok(None);
        };
        let Err(reason) = game.0.check(color, point) else {
            return Ok(None);
        };
        let sentence = game.sentence(color, point, reason);
        let repeated = game
            .repeated_move(py, reason)
            .map(|name| name.clone_ref(py));
        drop(game);
        let record = (reason.code(), sentence, reason.repeats(), repeated);
        ILLEGALITY.make(py, record).map(Some)
    }

    /// Whether the game is over. A further move reopens it.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// How the game has ended: `"passes"`, `"resignation"`, `"no result"` (a repetition under the
    /// simple ko rule or in a clean-up), or None while it continues.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::TwoPasses => "passes",
            Outcome::Resignation { .. } => "resignation",
            Outcome::NoResult { .. } => "no result",
        })
    }

    /// The result as in game records: `"B+3.5"`, `"W+R"`, `"0"`, `"Void"`, or None while the game
    /// continues. After passes it is that of `score`.
    #[getter]
    fn result(&self) -> Option<String> {
        ponnuki_formats::sgf::result(&self.0)
    }

    /// Ends the game by the resignation of a colour, by default that to move.
    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<&str>) -> PyResult<()> {
        let color = self.color(color)?;
        self.0.resign(color);
        Ok(())
    }

    /// The phase under rules with clean-up: `"main"`, `"first clean-up"` or `"second clean-up"`.
    /// Under other rules always `"main"`.
    #[getter]
    fn phase(&self) -> String {
        self.0.phase().to_string()
    }

    /// The stones that have taken a ko in the present clean-up and may not be retaken.
    #[getter]
    fn blocked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.0.size(), &self.0.blocked())
    }

    /// The points, empty or not, where a play of the colour to move lifts the block of a ko in a
    /// clean-up and leaves the board alone.
    #[getter]
    fn lifting_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        point_names(py, self.0.size(), &self.0.lifting_points(self.0.to_move()))
    }

    /// The stones marked dead, or None until `mark_dead` decides. Every move resets them.
    #[getter]
    fn dead<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let dead = self.decided_dead();
        dead.map(|dead| point_names(py, self.0.size(), &dead))
            .transpose()
    }

    /// Marks exactly these stones dead, until the next move or `pop`. Empty points are ignored.
    fn mark_dead(slf: &Bound<'_, Self>, stones: &Bound<'_, PyAny>) -> PyResult<()> {
        let stones = points_of(board_size(slf)?, stones)?;
        slf.try_borrow_mut()?.0.decide_dead(stones);
        Ok(())
    }

    /// Returns the stones that are probably dead if the game is over, by random playouts.
    #[pyo3(signature = (seed = Whole(1)), text_signature = "($self, seed=1)")]
    fn dead_stones<'py>(slf: &Bound<'py, Self>, seed: Whole) -> PyResult<Bound<'py, PyList>> {
        let game = slf.try_borrow()?.0.clone();
        let dead = dead_stones(slf.py(), &game, seed_of(seed)?)?;
        point_names(slf.py(), game.size(), &dead)
    }

    /// Returns the score of the present position by the rules, with these stones dead; by default
    /// those marked. Empty points among them are ignored.
    ///
    /// >>> import ponnuki
    /// >>> game = ponnuki.Game(5, komi=0.5)
    /// >>> game.play("C3")
    /// >>> game.score()
    /// <Score B+24.5>
    /// >>> game.score().winner
    /// 'black'
    #[pyo3(signature = (dead = None))]
    fn score<'py>(
        slf: &Bound<'py, Self>,
        dead: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, size) = (slf.py(), board_size(slf)?);
        let dead = dead.map(|dead| points_of(size, dead)).transpose()?;
        let counted = CountedPosition::new(&slf.try_borrow()?.0, dead);
        let points = by_color(py, |color| Ok(counted.points[color]))?;
        let territory = by_color(py, |color| name_set(py, size, &counted.territory[color]))?;
        let area = area_record(py, size, &counted.area)?;
        let dead = name_set(py, size, &counted.dead)?;
        let (value, text) = (counted.score.value(), counted.score.to_string());
        SCORE.make(py, (value, text, points, area, territory, dead))
    }

    /// The owner of every point without the stones marked dead.
    #[getter]
    fn area<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let area = slf.try_borrow()?.0.area();
        area_record(slf.py(), board_size(slf)?, &area)
    }

    /// Estimates the position by random playouts: score, owners of the points, dead stones.
    /// `playouts` is 1 to 20,000, by default 1,000; `policy` is `"tactical"` (answers ataris) or
    /// `"uniform"`. The same arguments give the same estimate on every machine.
    #[pyo3(
        signature = (playouts = Whole(1000), *, seed = Whole(1), policy = "tactical"),
        text_signature = "($self, playouts=1000, *, seed=1, policy='tactical')"
    )]
    fn estimate(
        slf: &Bound<'_, Self>,
        playouts: Whole,
        seed: Whole,
        policy: &str,
    ) -> PyResult<PyEstimate> {
        let arguments = EstimateArguments {
            playouts,
            seed,
            policy,
        };
        let game = slf.try_borrow()?.0.clone();
        PyEstimate::new(slf.py(), game, &arguments)
    }

    /// Evaluates the position by the network at once, without a search: win rate, lead, owners of
    /// the points, and the probability that each move is the best. It knows 9x9 best,
    /// and 13x13 well; on larger boards it takes large groups for alive that are not. Use `ponnuki.evaluate` for
    /// many games.
    ///
    /// >>> import ponnuki
    /// >>> found = ponnuki.Game(9, komi=7).evaluate()
    /// >>> 0.3 < found.win_rate < 0.7
    /// True
    /// >>> found.best_move
    /// 'E5'
    fn evaluate(slf: &Bound<'_, Self>) -> PyResult<PyEvaluation> {
        let game = slf.try_borrow()?.0.clone();
        let turn = game.to_move();
        Ok(PyEvaluation::new(&game, turn))
    }

    /// Returns the position as an SVG picture, with a ring on the last move. The arguments are
    /// those of `Board.svg`; `dead` is by default the stones marked dead.
    #[pyo3(signature = (*, labels = None, marks = None, ownership = None, dead = None, title = None))]
    fn svg<'py>(
        slf: &Bound<'py, Self>,
        labels: Option<Bound<'py, PyAny>>,
        marks: Option<Bound<'py, PyAny>>,
        ownership: Option<Bound<'py, PyAny>>,
        dead: Option<Bound<'py, PyAny>>,
        title: Option<String>,
    ) -> PyResult<String> {
        let game = slf.try_borrow()?.clone();
        let marked = || game.dead(slf.py()).map(|dead| dead.map(Bound::into_any));
        let overlay = Overlay {
            labels,
            marks,
            ownership,
            dead: dead.map_or_else(marked, |dead| Ok(Some(dead)))?,
            title,
        };
        overlay.svg(game.0.board(), game.last_point())
    }

    #[pyo3(name = "_repr_svg_")]
    fn picture(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::svg(slf, None, None, None, None, None)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let svg = Self::picture(slf)?;
        let caption = escape(&slf.try_borrow()?.__repr__());
        Ok(format!(
            "<figure style=\"max-width:24em;margin:0\">{svg}<figcaption>{caption}</figcaption></figure>"
        ))
    }

    /// Returns a game with the same course, which can be played on without a change to this one.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved<'py>)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (record::plain_text(&self.0), self.dead(py)?)))
    }

    #[staticmethod]
    fn _restore(record: &str, dead: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut game = record::plain_game(record)?;
        if let Some(dead) = dead {
            game.decide_dead(points_of(game.size(), dead)?);
        }
        Ok(Self(game))
    }

    fn __len__(&self) -> usize {
        self.0.turns().len()
    }

    /// A game is true, even before its first move.
    #[expect(clippy::unused_self, reason = "Python passes it")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: Whole) -> PyResult<Bound<'py, PyAny>> {
        let game = slf.try_borrow()?;
        let (size, turns) = (game.0.size(), game.0.turns());
        let turn: Option<&Turn> = index.index(turns.len()).map(|index| &turns[index]);
        let turn = *turn.ok_or_else(|| PyIndexError::new_err("the game has no turn there"))?;
        drop(game);
        turn_record(slf.py(), size, &turn)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let turns = slf.try_borrow()?.0.turns().to_vec();
        let (size, list) = (board_size(slf)?, PyList::empty(slf.py()));
        check_memory(turns.len() * TURN_BYTES, "the turns")?;
        for turn in &turns {
            list.append(turn_record(slf.py(), size, turn)?)?;
        }
        list.try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.try_borrow();
            other.is_ok_and(|other| self.is_same(&other))
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let game = &self.0;
        (game.size(), game.turns().len(), game.to_move()).hash(&mut hasher);
        self.position_hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        text(self.0.board(), self.last_point())
    }

    fn __repr__(&self) -> String {
        let game = &self.0;
        let state = match ponnuki_formats::sgf::result(game) {
            Some(result) => result,
            None => format!("{} to move", game.to_move()),
        };
        format!(
            "<Game {} under {}, komi {}: {} moves, {state}>",
            game.size(),
            game.rules(),
            game.komi(),
            game.turns().len(),
        )
    }
}

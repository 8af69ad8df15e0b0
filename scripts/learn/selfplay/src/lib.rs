//! The engine's games against itself for Python: `ponnuki_selfplay.Games`.

use numpy::{
    PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2,
};
use ponnuki_core::{BoardSize, ByColor, Color, Game, Komi, Move, Rules, Start};
use ponnuki_play::network::Network;
use ponnuki_play::player::selfplay::{Sample, SelfPlay, SelfPlayOptions, read_record, samples_of};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Games that go on side by side on boards of one size. Each waits for an evaluation.
#[pyclass]
struct Games {
    games: SelfPlay,
    area: usize,
}

#[pymethods]
impl Games {
    /// Begins games that follow from the seed, if staggered with random moves, so that they end at different
    /// times. In a match, two networks play each other.
    #[new]
    #[pyo3(signature = (size, games, seed, *, quick_visits=16, policy_share=0.0, is_staggered=false, is_match=false))]
    fn new(
        size: usize,
        games: usize,
        seed: u64,
        quick_visits: u32,
        policy_share: f64,
        is_staggered: bool,
        is_match: bool,
    ) -> PyResult<Self> {
        let size = square(size)?;
        let options = SelfPlayOptions {
            games,
            quick_visits,
            policy_share,
            is_staggered,
            is_match,
            ..SelfPlayOptions::new(size)
        };
        let (games, area) = (SelfPlay::new(&options, seed), size.area());
        Ok(Self { games, area })
    }

    /// Writes the planes of each point, the numbers beside them, and the networks that are asked.
    fn write_questions(
        &self,
        mut planes: PyReadwriteArray2<'_, u16>,
        mut context: PyReadwriteArray2<'_, f32>,
        mut judges: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let count = self.games.games();
        let (planes, context, judges) = (
            planes.as_slice_mut()?,
            context.as_slice_mut()?,
            judges.as_slice_mut()?,
        );
        let lengths = [planes.len(), context.len(), judges.len()];
        check(
            lengths == [count * self.area, count * 3, count],
            "arrays of another size",
        )?;
        self.games.write_questions(planes, context, judges);
        Ok(())
    }

    /// Takes the values of each answer, one after the other, and goes on to the next questions.
    fn answer(
        &mut self,
        py: Python<'_>,
        values: PyReadonlyArray1<'_, f32>,
        threads: usize,
    ) -> PyResult<()> {
        let values = values.as_slice()?;
        let wanted = self.games.games() * self.games.answer_values();
        check(values.len() == wanted, "answers of another size")?;
        let games = &mut self.games;
        py.detach(|| games.answer(values, threads));
        Ok(())
    }

    /// Plays on until the networks in these files have answered this many more questions.
    fn run(
        &mut self,
        py: Python<'_>,
        files: Vec<PyReadonlyArray1<'_, u8>>,
        evaluations: u64,
    ) -> PyResult<()> {
        let mut networks = Vec::new();
        for file in &files {
            networks.push(read(file.as_slice()?)?);
        }
        check(!networks.is_empty(), "no network")?;
        // Without a second network, the first one plays itself.
        let networks = [&networks[0], networks.last().unwrap_or(&networks[0])];
        let games = &mut self.games;
        py.detach(|| games.run(&networks, evaluations));
        Ok(())
    }

    /// Returns the finished games, their moves, the evaluations, and how many games the first network of
    /// a match has won.
    fn counts(&self) -> (u64, u64, u64, f64) {
        let counts = self.games.counts();
        (counts.games, counts.moves, counts.evaluations, counts.won)
    }

    /// Returns some of the games that have ended since the last call, one a line.
    fn take_records(&mut self) -> Vec<String> {
        self.games.take_records()
    }

    /// Returns the samples of the games that have ended since the last call, an array for each part.
    fn take_samples<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        arrays(py, &self.games.take_samples(), self.area)
    }
}

/// Returns a sample for each move of a game in a line of text. The policy of a sample is its move.
#[pyfunction]
fn replayed<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyDict>> {
    let samples = samples_of(line).ok_or_else(|| PyValueError::new_err("no legal game"))?;
    let area = samples.first().map_or(0, |sample| sample.planes.len());
    arrays(py, &samples, area)
}

/// Returns what the network of a file says of each position of a game in a line of text, seen by the side to
/// move: the win, the lead, whether the move that was played is the likeliest, and the owner of each point.
#[pyfunction]
fn judged<'py>(
    py: Python<'py>,
    file: PyReadonlyArray1<'_, u8>,
    line: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let network = read(file.as_slice()?)?;
    let games = positions(line).ok_or_else(|| PyValueError::new_err("no legal game"))?;
    let area = games.first().map_or(0, |(game, _)| game.size().area());
    let found = py.detach(|| -> Vec<_> {
        let judge = |(game, action): &(Game, Move)| {
            let found = network.evaluate(game, game.to_move());
            let most = found.policy.iter().copied().fold(0.0, f32::max);
            let played = match action {
                Move::Play(point) => found.policy_of(*point),
                Move::Pass => found.policy_of_pass(),
            };
            (found, played >= most)
        };
        games.iter().map(judge).collect()
    });
    let dictionary = PyDict::new(py);
    let (win, lead) = (
        found.iter().map(|(found, _)| found.win),
        found.iter().map(|(found, _)| found.lead),
    );
    dictionary.set_item("win", PyArray1::from_iter(py, win))?;
    dictionary.set_item("lead", PyArray1::from_iter(py, lead))?;
    let likeliest = found.iter().map(|(_, is_likeliest)| *is_likeliest);
    dictionary.set_item("likeliest", PyArray1::from_iter(py, likeliest))?;
    let owners = rows(py, &found, area, |(found, _)| &found.owners)?;
    dictionary.set_item("owners", owners)?;
    Ok(dictionary)
}

/// Returns each position of a line before a move, with that move.
fn positions(line: &str) -> Option<Vec<(Game, Move)>> {
    let (mut game, moves) = read_record(line)?;
    let mut found = Vec::new();
    for action in moves {
        found.push((game.clone(), action));
        game.play(game.to_move(), action).ok()?;
    }
    Some(found)
}

/// Returns how far each point is Black's by the network of a file: the mean of what it says with either colour
/// to move. Owners and stones go row by row from A1; a stone is 1 for Black and -1 for White.
#[pyfunction]
fn owners<'py>(
    py: Python<'py>,
    file: PyReadonlyArray1<'_, u8>,
    stones: PyReadonlyArray2<'_, i8>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let network = read(file.as_slice()?)?;
    let [height, width] = *stones.as_array().shape() else {
        return Err(PyValueError::new_err("no board"));
    };
    let size =
        BoardSize::new(width, height).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let of = |sign: i8| {
        let colors = size.iter().zip(stones.as_array());
        colors
            .filter(|&(_, &stone)| stone == sign)
            .map(|(point, _)| point)
            .collect()
    };
    let start = Start {
        stones: ByColor {
            black: of(1),
            white: of(-1),
        },
        ..Start::default()
    };
    let game = Game::with_start(size, Rules::default(), Komi::default(), start);
    let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let [black, white] =
        [Color::Black, Color::White].map(|color| network.evaluate(&game, color).owners);
    let mean = black
        .iter()
        .zip(&white)
        .map(|(black, white)| (black - white) / 2.0);
    Ok(PyArray1::from_iter(py, mean))
}

/// Returns whether the network of a file judges boards of this size.
#[pyfunction]
fn knows(file: PyReadonlyArray1<'_, u8>, size: usize) -> PyResult<bool> {
    let size = square(size)?;
    Ok(read(file.as_slice()?)?.knows(size))
}

fn square(size: usize) -> PyResult<BoardSize> {
    BoardSize::square(size).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn read(file: &[u8]) -> PyResult<Network<'_>> {
    Network::read(file).ok_or_else(|| PyValueError::new_err("not a file of weights"))
}

/// Returns an array for each part of samples of boards with this area.
fn arrays<'py>(py: Python<'py>, samples: &[Sample], area: usize) -> PyResult<Bound<'py, PyDict>> {
    let arrays = PyDict::new(py);
    let numbers = |number: fn(&Sample) -> f32| PyArray1::from_iter(py, samples.iter().map(number));
    arrays.set_item("planes", rows(py, samples, area, |sample| &sample.planes)?)?;
    arrays.set_item("context", rows(py, samples, 3, |sample| &sample.context)?)?;
    arrays.set_item(
        "policy",
        rows(py, samples, area + 1, |sample| &sample.policy)?,
    )?;
    arrays.set_item("owners", rows(py, samples, area, |sample| &sample.owners)?)?;
    let teaches = |sample: &Sample| f32::from(u8::from(sample.teaches_policy));
    arrays.set_item("teaches_policy", numbers(teaches))?;
    arrays.set_item("result", numbers(|sample| sample.result))?;
    arrays.set_item("lead", numbers(|sample| sample.lead))?;
    arrays.set_item("win", numbers(|sample| sample.win))?;
    Ok(arrays)
}

/// Returns an error with these words unless a condition holds.
fn check(holds: bool, otherwise: &'static str) -> PyResult<()> {
    holds
        .then_some(())
        .ok_or_else(|| PyValueError::new_err(otherwise))
}

/// Returns an array with a row of so many numbers for each sample.
fn rows<'py, S, T: numpy::Element + Copy>(
    py: Python<'py>,
    samples: &[S],
    width: usize,
    row: impl Fn(&S) -> &[T],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let all: Vec<T> = samples
        .iter()
        .flat_map(|sample| row(sample).iter().copied())
        .collect();
    let array = PyArray1::from_vec(py, all);
    numpy::PyArrayMethods::reshape(&array, [samples.len(), width])
}

/// Games of the engine's network against itself.
#[pymodule]
fn ponnuki_selfplay(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for function in [
        wrap_pyfunction!(replayed, module)?,
        wrap_pyfunction!(judged, module)?,
        wrap_pyfunction!(owners, module)?,
        wrap_pyfunction!(knows, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_class::<Games>()
}

//! Tracks the position on an engine's board through the commands of a suite.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::str::{FromStr, SplitAsciiWhitespace};

use super::run::{SuiteResult, TestResult};
use super::suite::{Suite, SuiteCommand, SuiteError};
use crate::cli::position::lenient;
use ponnuki_core::board::{Board, BoardSize, ByColor, Color, PointSet};
use ponnuki_core::game::{Game, Move, Start};
use ponnuki_core::rules::{Komi, fixed_handicap};
use ponnuki_formats::files::open_on_disk;
use ponnuki_formats::sgf;

/// Returns the positions before the wanted tests, by index in the results. The reason for an
/// unknown position completes "no picture: ".
///
/// Commands are interpreted by name, because the engine is not asked. A command that the
/// engine refused changes nothing, and an unknown command is assumed not to move stones.
pub(super) fn positions(
    suite: &Suite,
    outcome: &SuiteResult,
    wanted: &BTreeSet<usize>,
) -> BTreeMap<usize, Result<Board, SuiteError>> {
    let mut follower = Follower::new(suite, outcome);
    let mut positions = BTreeMap::new();
    let places: HashMap<usize, usize> = outcome
        .tests
        .iter()
        .enumerate()
        .map(|(place, test)| (test.line, place))
        .collect();
    for (index, step) in suite.steps.iter().enumerate() {
        let place = places.get(&step.line).copied();
        if let Some(place) = place.filter(|place| wanted.contains(place)) {
            let board = follower.game.as_ref().map(|game| game.board().clone());
            positions.insert(place, board.map_err(Clone::clone));
        }
        follower.follow(index, place.map(|place| &outcome.tests[place]));
    }
    // The tests of saved results may have moved within the file, or be gone.
    for &place in wanted {
        let test = &outcome.tests[place];
        let is_same = |step: &SuiteCommand| {
            (step.line, step.number, step.command.as_str())
                == (test.line, Some(test.number), test.command.as_str())
        };
        if !suite.steps.iter().any(is_same) {
            let reason = "the file is not the one of this run any more";
            positions.insert(place, Err(reason.into()));
        }
    }
    positions
}

struct Follower<'a> {
    suite: &'a Suite,
    /// Lines of unnumbered commands that the engine refused.
    refused: HashSet<usize>,
    stopped: HashSet<usize>,
    size: Option<BoardSize>,
    /// The game on the board, or why it is unknown.
    game: Result<Game, SuiteError>,
}

impl<'a> Follower<'a> {
    fn new(suite: &'a Suite, outcome: &SuiteResult) -> Self {
        let (refused, stopped): (Vec<_>, Vec<_>) = outcome
            .errors
            .iter()
            .partition(|(_, error)| error.starts_with('?'));
        let lines = |errors: Vec<&(usize, String)>| errors.iter().map(|error| error.0).collect();
        Self {
            suite,
            refused: lines(refused),
            stopped: lines(stopped),
            size: None,
            game: Err(unstated()),
        }
    }

    /// Follows the command at an index. A test comes with its result.
    fn follow(&mut self, index: usize, test: Option<&TestResult>) {
        let step = &self.suite.steps[index];
        match test {
            // The restarted engine repeats the unnumbered commands.
            Some(test) if test.is_fault => {
                self.size = None;
                self.game = Err(unstated());
                for step in self.suite.leading_to(index) {
                    self.make(step, None);
                }
            }
            Some(test) if !test.given.starts_with('?') => self.make(step, Some(&test.given)),
            Some(_) => {}
            None if self.stopped.contains(&step.line) => {
                let reason = format!("the engine stopped in line {}", step.line);
                self.game = Err(reason.into());
            }
            None if self.refused.contains(&step.line) => {}
            None => self.make(step, None),
        }
    }

    /// Applies a command to the position. `answer` is unknown for unnumbered commands.
    fn make(&mut self, step: &SuiteCommand, answer: Option<&str>) {
        let mut words = step.command.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        if let Err(reason) = self.change(name, words, answer) {
            let line = step.line;
            let reason = format!("the position is not known from line {line} on ({reason})");
            self.game = Err(reason.into());
        }
    }

    fn change(
        &mut self,
        name: &str,
        mut words: SplitAsciiWhitespace<'_>,
        answer: Option<&str>,
    ) -> Result<(), SuiteError> {
        match name {
            "boardsize" | "rectangular_boardsize" => {
                self.size = None;
                self.begin(size(words)?);
            }
            "clear_board" => match self.size {
                Some(size) => self.begin(size),
                None => self.game = Err(unstated()),
            },
            "loadsgf" => self.load(words)?,
            // Of GNU Go: a move of the first version of the protocol, and one to think of.
            "black" | "white" => self.play(color(Some(name))?, words.next())?,
            "play" | "trymove" => self.play(color(words.next())?, words.next())?,
            "gogui-play_sequence" => {
                while let Some(word) = words.next() {
                    self.play(color(Some(word))?, words.next())?;
                }
            }
            "genmove" | "kgs-genmove_cleanup" => {
                let color = color(words.next())?;
                self.play_answer(color, answer)?;
            }
            "genmove_black" => self.play_answer(Color::Black, answer)?,
            "genmove_white" => self.play_answer(Color::White, answer)?,
            "undo" | "popgo" => self.undo(1)?,
            "gg-undo" => self.undo(words.next().map_or(Ok(1), number)?)?,
            "fixed_handicap" => self.fixed_handicap(number(words.next().unwrap_or_default())?)?,
            "set_free_handicap" => self.handicap(words)?,
            "place_free_handicap" => {
                let answer = answer.ok_or("its answer is not in the results")?;
                self.handicap(answer.split_ascii_whitespace())?;
            }
            "cgos-genmove_analyze"
            | "genmove_analyze"
            | "gogui-setup"
            | "gomill-genmove_ex"
            | "kata-genmove_analyze"
            | "lz-genmove_analyze"
            | "set_position" => return Err(format!("{name} is not followed").into()),
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, size: BoardSize) {
        self.size = Some(size);
        self.game = Ok(Game::new(size, lenient(), Komi::default()));
    }

    fn load(&mut self, mut words: SplitAsciiWhitespace<'_>) -> Result<(), SuiteError> {
        self.size = None;
        let name = words.next().unwrap_or_default();
        let until = words.next().map(number).transpose()?;
        // Pipes and devices are refused, because reading them might never end.
        let opened = open_on_disk(&self.suite.file(name)).map_err(sgf::SgfError::File);
        let mut game = opened
            .and_then(|file| sgf::read_position(file, until))
            .map_err(|error| format!("{name}: {error}"))?;
        game.set_rules(lenient());
        self.size = Some(game.size());
        self.game = Ok(game);
        Ok(())
    }

    fn play(&mut self, color: Color, vertex: Option<&str>) -> Result<(), SuiteError> {
        // An unknown position stays unknown.
        let Ok(game) = &mut self.game else {
            return Ok(());
        };
        let vertex = vertex.unwrap_or_default();
        let action = if vertex.eq_ignore_ascii_case("pass") {
            Move::Pass
        } else {
            let point = game.size().point_named(vertex);
            Move::Play(point.ok_or_else(|| format!("'{vertex}' is not on the board"))?)
        };
        game.play(color, action)
            .map_err(|reason| format!("{vertex} is illegal: {reason}"))?;
        Ok(())
    }

    fn play_answer(&mut self, color: Color, answer: Option<&str>) -> Result<(), SuiteError> {
        let vertex = answer.ok_or("the engine's move is not in the results")?;
        if vertex.trim().eq_ignore_ascii_case("resign") {
            return Ok(());
        }
        self.play(color, Some(vertex.trim()))
    }

    fn undo(&mut self, moves: usize) -> Result<(), SuiteError> {
        let Ok(game) = &mut self.game else {
            return Ok(());
        };
        let kept = game.turns().len().checked_sub(moves);
        game.undo_to(kept.ok_or("no move is left to take back")?);
        Ok(())
    }

    fn fixed_handicap(&mut self, stones: usize) -> Result<(), SuiteError> {
        let Some(size) = self.size else { return Ok(()) };
        let points = fixed_handicap(size, stones);
        self.place(points.ok_or("no such handicap")?)
    }

    fn handicap<'b>(&mut self, names: impl Iterator<Item = &'b str>) -> Result<(), SuiteError> {
        let Some(size) = self.size else { return Ok(()) };
        let mut points = PointSet::EMPTY;
        for name in names {
            let point = size.point_named(name);
            points.insert(point.ok_or_else(|| format!("'{name}' is not on the board"))?);
        }
        self.place(points)
    }

    fn place(&mut self, black: PointSet) -> Result<(), SuiteError> {
        let Ok(game) = &mut self.game else {
            return Ok(());
        };
        let stones = ByColor {
            black,
            white: PointSet::EMPTY,
        };
        let start = Start {
            stones,
            ..Start::default()
        };
        game.begin(start).map_err(|error| error.to_string())?;
        Ok(())
    }
}

fn unstated() -> SuiteError {
    "no command before the test states the size of the board".into()
}

/// Parses one length of a square board, or two lengths, also as `9:13`.
fn size(words: SplitAsciiWhitespace<'_>) -> Result<BoardSize, SuiteError> {
    let mut words = words.flat_map(|word| word.split(':'));
    let width = number(words.next().unwrap_or_default())?;
    let height = words.next().map_or(Ok(width), number)?;
    Ok(BoardSize::new(width, height).map_err(|error| error.to_string())?)
}

fn number<T: FromStr>(word: &str) -> Result<T, SuiteError> {
    Ok(word
        .parse()
        .map_err(|_| format!("'{word}' is not a number"))?)
}

fn color(word: Option<&str>) -> Result<Color, SuiteError> {
    let word = word.unwrap_or_default();
    Ok(Color::named(word).ok_or_else(|| format!("'{word}' is not a colour"))?)
}

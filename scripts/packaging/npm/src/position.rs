//! Positions as JavaScript gives them: rows of signs from the top row down.

use std::fmt;

use ponnuki_core::board::{PointSet, StonesError, UnacceptableSize, UnknownValue};
use ponnuki_core::rules::{Komi, Preset};
use ponnuki_core::{BoardSize, ByColor, Color, Coordinates, Game, Point, Start};
use serde::Deserialize;

/// A position and the rules under which it is judged.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Position {
    /// 1 for a black stone, -1 for a white one, 0 for an empty point.
    board: Vec<Vec<i8>>,
    /// The colour to move, 1 or -1.
    #[serde(default = "black")]
    to_move: i8,
    komi: Option<f64>,
    /// The name of a rule set, as in `--rules`.
    rules: Option<String>,
}

const fn black() -> i8 {
    1
}

/// The reason why a text is not a position.
#[derive(Debug)]
pub(crate) enum PositionError {
    Json(serde_json::Error),
    Size(UnacceptableSize),
    /// The rows, counted from 0, begin with one of this length.
    Row(usize),
    Sign(i8),
    ToMove(i8),
    Komi(UnknownValue),
    Rules(String),
    Stones(StonesError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "position: {error}"),
            Self::Size(error) => error.fmt(f),
            Self::Row(row) => write!(f, "row {row} of the board differs in length from row 0"),
            Self::Sign(sign) => write!(f, "{sign} is no sign of a point: expected 1, -1 or 0"),
            Self::ToMove(sign) => write!(f, "toMove is {sign}: expected 1 or -1"),
            Self::Komi(error) => error.fmt(f),
            Self::Rules(name) => {
                let names = Preset::ALL.map(Preset::name).join(", ");
                write!(f, "unknown rules '{name}': expected one of {names}")
            }
            Self::Stones(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    pub(crate) fn read(json: &str) -> Result<Self, PositionError> {
        serde_json::from_str(json).map_err(PositionError::Json)
    }

    /// Returns a game that starts from the position, without a history.
    pub(crate) fn game(&self) -> Result<Game, PositionError> {
        let height = self.board.len();
        let width = self.board.first().map_or(0, Vec::len);
        let size = BoardSize::new(width, height).map_err(PositionError::Size)?;
        let mut stones: ByColor<PointSet> = ByColor::default();
        for (index, row) in self.board.iter().enumerate() {
            if row.len() != width {
                return Err(PositionError::Row(index));
            }
            for (point, &sign) in size.row(height - 1 - index).zip(row) {
                if sign != 0 {
                    let color = color(sign).ok_or(PositionError::Sign(sign))?;
                    stones[color].insert(point);
                }
            }
        }
        let start = Start {
            stones,
            handicap: 0,
            to_move: color(self.to_move).ok_or(PositionError::ToMove(self.to_move))?,
        };
        let rules = self.preset()?.map(Preset::rules).unwrap_or_default();
        Game::with_start(size, rules, self.komi()?, start).map_err(PositionError::Stones)
    }

    fn preset(&self) -> Result<Option<Preset>, PositionError> {
        let named = |name: &String| {
            let mut presets = Preset::ALL.into_iter();
            let found = presets.find(|preset| preset.name() == name);
            found.ok_or_else(|| PositionError::Rules(name.clone()))
        };
        self.rules.as_ref().map(named).transpose()
    }

    fn komi(&self) -> Result<Komi, PositionError> {
        self.komi.map_or_else(
            || Ok(Komi::default()),
            |komi| komi.to_string().parse().map_err(PositionError::Komi),
        )
    }
}

/// Returns the colour of a sign other than 0.
fn color(sign: i8) -> Option<Color> {
    match sign {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    }
}

/// Returns the column and the row of a point, counted from the top left.
pub(crate) fn vertex(size: BoardSize, point: Point) -> [usize; 2] {
    let Coordinates { column, row } = size.coordinates(point);
    [usize::from(column), size.height() - 1 - usize::from(row)]
}

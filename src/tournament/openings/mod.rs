//! Openings: main lines of SGF files, random moves, and handicap stones. `balance`
//! makes balanced ones.

mod balance;

pub use balance::{Balance, BalancedOpening, Found, Progress, TooFew};

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::board::{BoardSize, ByColor, Color, EyeRule, IllegalMove, PointSet, StonesError};
use crate::game::{Choice, Game, Move, Start};
use crate::player::{Player, RandomPlayer, StopFlag};
use crate::random::RandomStream;
use crate::rules::{Komi, Rules};
use crate::sgf::{self, SgfError, Unstated};

/// The stones and moves that a game begins with.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    /// The name of the source in the record; empty for a plain start.
    pub(super) from: String,
    /// The position before the first move.
    pub(super) start: Start,
    /// The moves, in alternating colours.
    pub(super) moves: Vec<Move>,
}

/// Why openings cannot be used.
#[derive(Debug)]
pub struct OpeningError(Reason);

/// The reason behind an [`OpeningError`].
#[derive(Debug)]
enum Reason {
    /// The folder cannot be read.
    Folder { path: PathBuf, error: io::Error },
    /// The folder contains no file whose name ends in `.sgf`.
    Empty { path: PathBuf },
    /// A file cannot be used.
    File { path: PathBuf, fault: FileFault },
}

/// Why an SGF file cannot serve as an opening.
#[derive(Debug)]
enum FileFault {
    /// The file cannot be read.
    Sgf(SgfError),
    /// The game is played on a board of another size.
    Size(BoardSize),
    /// One colour moves twice in a row. The number is that of the second move,
    /// counted from 1.
    Turn { number: usize },
    /// A move is illegal under the rules of the match. Moves count from 1.
    Illegal { number: usize, reason: IllegalMove },
    /// The setup stones are not a legal position.
    Stones(StonesError),
    /// The game is over after the last move.
    Over,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Folder { path, error } => {
                write!(f, "cannot read the openings in {}: {error}", path.display())
            }
            Reason::Empty { path } => write!(
                f,
                "the folder of openings {} contains no .sgf file",
                path.display()
            ),
            Reason::File { path, fault } => {
                write!(f, "{} cannot be an opening: {fault}", path.display())
            }
        }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sgf(error) => write!(f, "{error}"),
            Self::Size(size) => write!(f, "it is for a board of {size}"),
            Self::Turn { number } => {
                write!(f, "move {number} is of the same colour as the one before")
            }
            Self::Illegal { number, reason } => write!(f, "move {number} is illegal: {reason}"),
            Self::Stones(error) => write!(f, "{error}"),
            Self::Over => f.write_str("the game is over after it"),
        }
    }
}

impl Error for OpeningError {}

impl OpeningLine {
    /// Reads the main lines of all files in a folder whose names end in `.sgf`,
    /// sorted by name.
    ///
    /// # Errors
    /// If the folder contains no such file, or one that cannot be used on this
    /// board under these rules.
    pub fn folder(folder: &Path, size: BoardSize, rules: Rules) -> Result<Vec<Self>, OpeningError> {
        let mut paths = Vec::new();
        let path = || folder.to_owned();
        let unreadable = |error| {
            OpeningError(Reason::Folder {
                path: path(),
                error,
            })
        };
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path
                .extension()
                .is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
            {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err(OpeningError(Reason::Empty { path: path() }));
        }
        paths.sort();
        paths
            .into_iter()
            .map(|path| {
                Self::file(&path, size, rules)
                    .map_err(|fault| OpeningError(Reason::File { path, fault }))
            })
            .collect()
    }

    /// Reads the main line of one file.
    fn file(path: &Path, size: BoardSize, rules: Rules) -> Result<Self, FileFault> {
        let unstated = Unstated {
            rules,
            komi: Komi::default(),
        };
        let record = sgf::read_file(path, None, &unstated).map_err(FileFault::Sgf)?;
        if record.size() != size {
            return Err(FileFault::Size(record.size()));
        }
        let mut start = *record.start();
        if let Some(first) = record.turns().first() {
            start.to_move = first.color;
        }
        let mut game =
            Game::with_start(size, rules, Komi::default(), start).map_err(FileFault::Stones)?;
        for (number, turn) in (1..).zip(record.turns()) {
            if turn.color != game.to_move() {
                return Err(FileFault::Turn { number });
            }
            game.play(turn.color, turn.action)
                .map_err(|reason| FileFault::Illegal { number, reason })?;
        }
        if game.outcome().is_some() {
            return Err(FileFault::Over);
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(Self {
            from: name.to_string_lossy().into_owned(),
            start,
            moves: record.turns().iter().map(|turn| turn.action).collect(),
        })
    }

    /// Plays up to `moves` moves of the random player on an empty board. The
    /// line ends early if the player would pass.
    pub(super) fn random(size: BoardSize, rules: Rules, moves: usize, seed: u64) -> Self {
        let mut game = Game::new(size, rules, Komi::default());
        let mut player = RandomPlayer::new(seed, EyeRule::default(), None);
        while game.turns().len() < moves && game.outcome().is_none() {
            let color = game.to_move();
            let chosen = player.choose(&game, color, &StopFlag::new());
            let Choice::Move(action @ Move::Play(_)) = chosen else {
                break;
            };
            if game.play(color, action).is_err() {
                break;
            }
        }
        Self {
            from: "random".to_owned(),
            start: Start::default(),
            moves: game.turns().iter().map(|turn| turn.action).collect(),
        }
    }

    /// Returns the line as text, for the fingerprint of the match.
    ///
    /// The text is spelled out here rather than by `Debug`: if it changed, a
    /// match with openings could no longer be resumed.
    pub(super) fn to_line(&self) -> String {
        let Start {
            stones,
            handicap,
            to_move,
        } = self.start;
        let ByColor { black, white } =
            stones.map(|set| listed(set, |point| point.index().to_string()));
        let to_move = match to_move {
            Color::Black => "Black",
            Color::White => "White",
        };
        let moves = listed(&self.moves, |action| match action {
            Move::Pass => "Pass".to_owned(),
            Move::Play(point) => format!("Play(Point({}))", point.index()),
        });
        format!(
            "{:?} Start {{ stones: ByColor {{ black: {{{black}}}, white: {{{white}}} }}, \
             handicap: {handicap}, to_move: {to_move} }} [{moves}]",
            self.from
        )
    }
}

/// Joins the items' texts with commas.
fn listed<I: IntoIterator>(items: I, text: impl Fn(I::Item) -> String) -> String {
    let texts: Vec<_> = items.into_iter().map(text).collect();
    texts.join(", ")
}

/// Draws this many different points at random, but always leaves one point of
/// the board empty.
pub(super) fn random_points(size: BoardSize, number: usize, stream: &mut RandomStream) -> PointSet {
    let mut left: PointSet = size.points();
    let mut drawn = PointSet::EMPTY;
    while drawn.len() < number && left.len() > 1 {
        let Some(point) = left.choose(stream) else {
            break;
        };
        drawn.insert(point);
        left.remove(point);
    }
    drawn
}

/// Returns the start of a game with these handicap stones, or the empty board
/// without stones.
pub(super) fn handicap_start(stones: PointSet) -> Start {
    if stones.is_empty() {
        return Start::default();
    }
    Start {
        stones: ByColor {
            black: stones,
            white: PointSet::EMPTY,
        },
        handicap: stones.len(),
        to_move: Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_for_the_fingerprint_never_changes() {
        let size = BoardSize::square(5).unwrap();
        let point = |name| size.point_named(name).unwrap();
        let mut line = OpeningLine {
            from: "a.sgf".to_owned(),
            start: handicap_start([point("A1"), point("B3")].into_iter().collect()),
            moves: vec![Move::Play(point("C3")), Move::Pass],
        };
        assert_eq!(
            line.to_line(),
            "\"a.sgf\" Start { stones: ByColor { black: {0, 13}, white: {} }, \
             handicap: 2, to_move: White } [Play(Point(14)), Pass]"
        );
        line.start = Start::default();
        line.moves.clear();
        assert_eq!(
            line.to_line(),
            "\"a.sgf\" Start { stones: ByColor { black: {}, white: {} }, \
             handicap: 0, to_move: Black } []"
        );
    }
}

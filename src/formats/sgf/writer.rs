//! Writes a game as SGF.

use std::fmt::Write as _;

use super::nodes::escaped;
use super::rules_name::{rules_name, rules_name_going_on, weakened};
use ponnuki_core::board::{BoardSize, ByColor, Color, Point, PointSet};
use ponnuki_core::game::{Game, Move, Outcome};
use ponnuki_core::rules::{KoRule, Rules};

const MOVES_PER_LINE: usize = 10;

/// The contents of a file beyond the game itself.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, Record};
/// use ponnuki::{BoardSize, Game, Komi, Rules};
///
/// let game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
/// // A game does not know that a player lost on time, so the record says it.
/// let result = Some("W+T".to_owned());
/// let record = Record { result, seed: Some(7), ..Record::default() };
/// assert!(sgf::write(&game, &record).ends_with("RE[W+T]C[random seed 7])"));
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The result in SGF notation, such as `B+3.5`; by default the game's own result, once
    /// the game is over.
    pub result: Option<String>,
    /// The seed of the random player, written to the root's comment.
    pub seed: Option<u64>,
    /// A comment, appended to the root's comment.
    pub comment: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Whether the last node marks the territory of both colours, from which a reader
    /// knows the dead stones.
    pub has_territory: bool,
}

/// Writes the game as SGF, without a trailing line feed. The output is ASCII, except for
/// the strings of the record.
///
/// [`read`](super::read) restores the game: start position, moves, setups, rules, komi (as a
/// decimal), turn, resignation and, by the territory, dead stones.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{self, Record};
/// use ponnuki::{Color, Outcome};
///
/// let mut game = sgf::read(b"(;SZ[9];B[ee];W[ce])", None)?;
/// game.resign(Color::Black);
/// let text = sgf::write(&game, &Record::default());
/// assert!(text.ends_with("RE[W+R]\n;B[ee];W[ce])"));
/// let winner = Color::White;
/// let again = sgf::read(text.as_bytes(), None)?;
/// assert_eq!(again.outcome(), Some(Outcome::Resignation { winner }));
/// # Ok::<(), sgf::SgfError>(())
/// ```
pub fn write(game: &Game, record: &Record) -> String {
    let mut text = "(;".to_owned();
    write_root(&mut text, game, record);
    for (index, turn) in game.turns().iter().enumerate() {
        write_setup_after(&mut text, game, index);
        if index % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let played = vertex_text(turn.action, game.size());
        let _ = write!(text, ";{}[{played}]", turn.color.initial());
    }
    write_setup_after(&mut text, game, game.turns().len());
    // Readers assume that the turn changes with every move, so only an exception needs a PL.
    let to_move = game.to_move();
    let last = game.turns_since_setup().last();
    if last.is_some_and(|last| last.color == to_move) {
        let _ = write!(text, ";PL[{}]", to_move.initial());
    }
    if record.has_territory {
        write_territory(&mut text, game);
    }
    text.push(')');
    text
}

/// Appends a property, and escapes `\`, `]` and `:` in its value.
fn write_text(text: &mut String, identifier: &str, value: &str) {
    let value = escaped(value).replace(':', "\\:");
    let _ = write!(text, "{identifier}[{value}]");
}

/// Appends a property with these points in a fixed order, if there are any.
fn write_points(text: &mut String, identifier: &str, points: &PointSet, size: BoardSize) {
    if !points.is_empty() {
        text.push_str(identifier);
    }
    for point in points {
        let _ = write!(text, "[{}]", point_text(point, size));
    }
}

fn write_root(text: &mut String, game: &Game, record: &Record) {
    let _ = write!(
        text,
        "FF[4]GM[1]CA[UTF-8]AP[Ponnuki:{}]SZ[{}]KM[{}]",
        env!("CARGO_PKG_VERSION"),
        size_text(game.size()),
        game.komi().value(),
    );
    write_text(text, "RU", &rules(game));
    write_setup(text, game);
    let result = record.result.clone().or_else(|| self::result(game));
    for (identifier, value) in [
        ("PB", &record.black),
        ("PW", &record.white),
        ("RE", &result),
    ] {
        if let Some(value) = value {
            write_text(text, identifier, value);
        }
    }
    let seed = record.seed.map(|seed| format!("random seed {seed}"));
    let comments: Vec<_> = seed.into_iter().chain(record.comment.clone()).collect();
    if !comments.is_empty() {
        write_text(text, "C", &comments.join("\n"));
    }
}

/// Appends the territory of both colours, with the points of the other's dead stones. A dead
/// stone whose point nobody owns is written, too, because nothing else tells that it is dead.
fn write_territory(text: &mut String, game: &Game) {
    let (area, board) = (game.area(), game.board());
    let territory = |color: Color| {
        let dead = *game.dead() & board.stones(!color);
        (area[color] - board.stones(color)) | dead
    };
    write_points(text, "TB", &territory(Color::Black), game.size());
    write_points(text, "TW", &territory(Color::White), game.size());
}

/// Returns the value of RU. Readers replay the moves under these rules, so if the moves
/// are legal only under weaker rules, the value states those, too.
fn rules(game: &Game) -> String {
    if is_legal_under(game, game.rules()) {
        return rules_name(game.rules());
    }
    let [simple, unrestricted] =
        [KoRule::Simple, KoRule::Unrestricted].map(|ko| Rules { ko, ..game.rules() });
    let kinds = [false, true].into_iter().flat_map(|has_cleanup| {
        [simple, unrestricted].map(|rules| Rules {
            has_cleanup,
            ..rules
        })
    });
    let mut fitting = kinds.filter(|&played| is_legal_under(game, weakened(played)));
    let played = fitting.next().unwrap_or(Rules {
        has_cleanup: false,
        ..unrestricted
    });
    rules_name_going_on(game.rules(), played)
}

/// Returns whether the moves of the game are legal and have the same effects under these
/// rules, and lead to the same phase once the rules are those of the game.
fn is_legal_under(game: &Game, rules: Rules) -> bool {
    let again = Game::with_start(game.size(), rules, game.komi().clone(), *game.start());
    again.is_ok_and(|mut again| {
        let set_up = |again: &mut Game, moves| {
            let setup = game.setup_after(moves);
            setup.is_none_or(|it| again.set_up(it.stones, it.to_move).is_ok())
        };
        let mut turns = game.turns().iter().enumerate();
        let is_same = turns.all(|(index, turn)| {
            set_up(&mut again, index) && again.play(turn.color, turn.action) == Ok(turn)
        });
        let is_same = is_same && set_up(&mut again, game.turns().len());
        again.set_rules(game.rules());
        is_same && (again.phase(), again.blocked()) == (game.phase(), game.blocked())
    })
}

/// Appends a node with the changes of the stones after a move, if they were set up there.
fn write_setup_after(text: &mut String, game: &Game, moves: usize) {
    let Some(setup) = game.setup_after(moves) else {
        return;
    };
    text.push(';');
    let occupied = |stones: &ByColor<PointSet>| stones.black | stones.white;
    let cleared = occupied(&setup.replaced) - occupied(&setup.stones);
    for (identifier, points) in [
        ("AB", setup.stones.black - setup.replaced.black),
        ("AW", setup.stones.white - setup.replaced.white),
        ("AE", cleared),
    ] {
        write_points(text, identifier, &points, game.size());
    }
    let _ = write!(text, "PL[{}]", setup.to_move.initial());
}

/// Appends the properties of the start position: handicap, stones, and the turn
/// if a reader would not infer it.
fn write_setup(text: &mut String, game: &Game) {
    let start = game.start();
    let before = text.len();
    if start.handicap >= 2 {
        let _ = write!(text, "HA[{}]", start.handicap);
    }
    write_points(text, "AB", &start.stones.black, game.size());
    write_points(text, "AW", &start.stones.white, game.size());
    // Without PL and stones, a reader infers the turn from the first move.
    let inferred = game.turns().first().map_or(Color::Black, |turn| turn.color);
    let is_inferred = text.len() == before && start.to_move == inferred;
    if !is_inferred || start.to_move == Color::White {
        let _ = write!(text, "PL[{}]", start.to_move.initial());
    }
}

/// Returns the result of a game in SGF notation, `B+3.5`, `W+R` or `Void`, or `None` while
/// it continues.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf;
///
/// let mut game = sgf::read(b"(;SZ[9]KM[7];B[ee];W[])", None)?;
/// assert_eq!(sgf::result(&game), None);
/// game.play(game.to_move(), ponnuki::Move::Pass)?;
/// assert_eq!(sgf::result(&game).as_deref(), Some("B+74"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn result(game: &Game) -> Option<String> {
    Some(match game.outcome()? {
        Outcome::TwoPasses => game.score().to_string(),
        Outcome::Resignation { winner } => format!("{}+R", winner.initial()),
        Outcome::NoResult { .. } => "Void".to_owned(),
    })
}

/// Returns the value of SZ: `9`, or `9:13` for a rectangle.
pub(super) fn size_text(size: BoardSize) -> String {
    if size.is_square() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

/// Returns a move in SGF notation. A pass is empty.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::{BoardSize, Move, sgf};
///
/// let size = BoardSize::square(9)?;
/// let top_left = size.point_named("A9").into();
/// assert_eq!([top_left, Move::Pass].map(|action| sgf::vertex_text(action, size)), ["aa", ""]);
/// # Ok::<(), ponnuki::board::UnacceptableSize>(())
/// ```
pub fn vertex_text(action: Move, size: BoardSize) -> String {
    action
        .point()
        .map_or_else(String::new, |point| point_text(point, size))
}

/// Returns a point in SGF notation: column and row letters, with rows from the top.
pub(super) fn point_text(point: Point, size: BoardSize) -> String {
    let letter = |position: u8| char::from(b'a' + position);
    let at = size.coordinates(point);
    let row = (size.height() - 1) as u8 - at.row;
    format!("{}{}", letter(at.column), letter(row))
}

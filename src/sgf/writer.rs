//! Writes a game to a file.

use sgf_parse::go::{self, Prop};
use sgf_parse::{SimpleText, Text};

use super::rules_name::{played_under, rules_name, rules_name_going_on};
use crate::board::{BoardSize, Color, Point, PointSet};
use crate::game::{Game, Move, Outcome};
use crate::rules::{KoRule, Rules};

/// The number of moves on one line of the text.
const MOVES_PER_LINE: usize = 10;

/// Information for the file beyond the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The result as SGF spells it, such as `B+3.5`. By default it is the game's
    /// own result, once the game is over.
    pub result: Option<String>,
    /// The seed of the random player, for the root's comment.
    pub seed: Option<u64>,
    /// Additional text for the root's comment.
    pub comment: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
}

/// Writes the game as SGF without a line feed at the end. The text is ASCII,
/// except for the given names and comment.
///
/// [`read`](super::read) restores the game: start position, moves, rules, komi
/// (as a plain decimal), turn and resignation.
pub fn write(game: &Game, record: &Record) -> String {
    let mut text = format!("(;{}", concat(&root(game, record)));
    for (index, turn) in game.turns().iter().enumerate() {
        if index % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let action = match turn.action {
            Move::Pass => go::Move::Pass,
            Move::Play(point) => go::Move::Move(sgf_point(point, game.size())),
        };
        let played = match turn.color {
            Color::Black => Prop::B(action),
            Color::White => Prop::W(action),
        };
        write_node(&mut text, &played);
    }
    // The turn changes with every move, so only an exception needs a PL.
    if game
        .turns()
        .last()
        .is_some_and(|last| game.to_move() == last.color)
    {
        write_node(&mut text, &Prop::PL(theirs(game.to_move())));
    }
    text.push(')');
    text
}

/// Appends a node with one property.
fn write_node(text: &mut String, property: &Prop) {
    text.push(';');
    text.push_str(&property.to_string());
}

/// Returns the properties of the root.
fn root(game: &Game, record: &Record) -> Vec<Prop> {
    let mut root = vec![
        Prop::FF(4),
        Prop::GM(1),
        Prop::CA("UTF-8".into()),
        Prop::AP(("Ponnuki".into(), env!("CARGO_PKG_VERSION").into())),
        plain("SZ", vec![size_text(game.size())]),
        Prop::KM(game.komi().value()),
        Prop::RU(rules(game).as_str().into()),
    ];
    root.extend(setup(game));
    for (name, make) in [
        (&record.black, Prop::PB as fn(SimpleText) -> Prop),
        (&record.white, Prop::PW),
    ] {
        root.extend(name.as_deref().map(|name| make(name.into())));
    }
    let result = record.result.clone().or_else(|| own_result(game));
    root.extend(result.map(|result| Prop::RE(result.as_str().into())));
    let seed = record.seed.map(|seed| format!("random seed {seed}"));
    let comments: Vec<_> = seed.into_iter().chain(record.comment.clone()).collect();
    if !comments.is_empty() {
        root.push(Prop::C(Text {
            text: comments.join("\n"),
        }));
    }
    root
}

/// Returns the value of RU. A reader judges the moves by these rules, so if the
/// moves are legal only under weaker rules, the value states those too.
fn rules(game: &Game) -> String {
    if is_legal_under(game, game.rules()) {
        return rules_name(game.rules());
    }
    let ko = if is_legal_under(game, played_under(KoRule::Simple)) {
        KoRule::Simple
    } else {
        KoRule::Unrestricted
    };
    rules_name_going_on(game.rules(), ko)
}

/// Returns whether the moves of the game are legal under these rules and have
/// the same effects.
fn is_legal_under(game: &Game, rules: Rules) -> bool {
    let again = Game::with_start(game.size(), rules, game.komi().clone(), *game.start());
    again.is_ok_and(|mut again| {
        let mut turns = game.turns().iter();
        turns.all(|turn| again.play(turn.color, turn.action) == Ok(turn))
    })
}

/// Returns the properties of the start position: handicap, stones, and the turn
/// if a reader would not infer it.
fn setup(game: &Game) -> Vec<Prop> {
    let start = game.start();
    let mut setup = Vec::new();
    if start.handicap >= 2 {
        setup.push(Prop::HA(start.handicap as i64));
    }
    for (property, stones) in [("AB", &start.stones.black), ("AW", &start.stones.white)] {
        if !stones.is_empty() {
            setup.push(plain(property, point_texts(stones, game.size())));
        }
    }
    // Without PL and stones, a reader infers the turn from the first move.
    let inferred = game.turns().first().map_or(Color::Black, |turn| turn.color);
    if !setup.is_empty() || start.to_move == Color::White || start.to_move != inferred {
        setup.push(Prop::PL(theirs(start.to_move)));
    }
    setup
}

/// Returns the result of a game that is over.
fn own_result(game: &Game) -> Option<String> {
    Some(match game.outcome()? {
        Outcome::TwoPasses => game.score().to_string(),
        Outcome::Resignation { winner } => format!("{}+R", winner.initial()),
        Outcome::NoResult { .. } => "Void".to_owned(),
    })
}

/// Creates a property with literal values. `sgf-parse` itself would write
/// `SZ[9:9]`, which the format forbids for squares, and points in random order.
fn plain(identifier: &str, values: Vec<String>) -> Prop {
    Prop::Unknown(identifier.to_owned(), values)
}

/// Returns the value of SZ: `9`, or `9:13` for a rectangle.
fn size_text(size: BoardSize) -> String {
    if size.is_square() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

/// Converts a point; SGF counts rows from the top.
fn sgf_point(point: Point, size: BoardSize) -> go::Point {
    let at = size.coordinates(point);
    go::Point {
        x: at.column,
        y: (size.height() - 1) as u8 - at.row,
    }
}

/// Returns a move as SGF spells it. A pass is empty.
pub(super) fn vertex_text(action: Move, size: BoardSize) -> String {
    action
        .point()
        .map_or_else(String::new, |point| point_text(point, size))
}

/// Returns a point as SGF spells it.
fn point_text(point: Point, size: BoardSize) -> String {
    let letter = |position: u8| char::from(b'a' + position);
    let at = sgf_point(point, size);
    format!("{}{}", letter(at.x), letter(at.y))
}

/// Returns the points as SGF spells them, in a fixed order.
fn point_texts(points: &PointSet, size: BoardSize) -> Vec<String> {
    points.iter().map(|point| point_text(point, size)).collect()
}

/// Converts a colour for `sgf-parse`.
fn theirs(color: Color) -> sgf_parse::Color {
    match color {
        Color::Black => sgf_parse::Color::Black,
        Color::White => sgf_parse::Color::White,
    }
}

/// Joins the texts of properties.
fn concat(properties: &[Prop]) -> String {
    properties.iter().map(ToString::to_string).collect()
}

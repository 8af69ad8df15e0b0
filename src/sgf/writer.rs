//! A game into a file.

use sgf_parse::go::{self, Prop};
use sgf_parse::{SimpleText, Text};

use super::rules_name::{played_under, rules_name, rules_name_going_on};
use crate::board::{BoardSize, Color, Point, PointSet};
use crate::game::{Game, Move, Outcome};
use crate::rules::{KoRule, Rules};

/// Moves on one line of the text.
const MOVES_PER_LINE: usize = 10;

/// What a record says beyond the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The result as SGF spells it, such as `B+3.5`; by default the game's own, once it is over.
    pub result: Option<String>,
    /// The seed of the random player, written into the root's comment.
    pub seed: Option<u64>,
    /// More for the root's comment.
    pub comment: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
}

/// The game as SGF text, ASCII but for the names given, ending without a line feed.
///
/// [`read`](super::read) gives the same game back: start position, moves,
/// rules, komi (as a plain decimal), whose turn it is and resignation.
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
    // The turn changes with every move, so only an exception needs a word.
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

/// The properties of the root.
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

/// The rules, under which a reader will judge the moves: where the moves are
/// legal only under weaker ones, that is said too.
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

/// The moves of the game are legal under these rules and do the same.
fn is_legal_under(game: &Game, rules: Rules) -> bool {
    let again = Game::with_start(game.size(), rules, game.komi().clone(), *game.start());
    again.is_ok_and(|mut again| {
        let mut turns = game.turns().iter();
        turns.all(|turn| again.play(turn.color, turn.action) == Ok(turn))
    })
}

/// The start position: handicap, stones, and whose turn it is where that is no matter of course.
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
    // A reader who finds no PL and no stones takes the first move's colour.
    let inferred = game.turns().first().map_or(Color::Black, |turn| turn.color);
    if !setup.is_empty() || start.to_move == Color::White || start.to_move != inferred {
        setup.push(Prop::PL(theirs(start.to_move)));
    }
    setup
}

/// The result of a game that is over.
fn own_result(game: &Game) -> Option<String> {
    Some(match game.outcome()? {
        Outcome::TwoPasses => game.score().to_string(),
        Outcome::Resignation {
            winner: Color::Black,
        } => "B+R".to_owned(),
        Outcome::Resignation {
            winner: Color::White,
        } => "W+R".to_owned(),
        Outcome::NoResult { .. } => "Void".to_owned(),
    })
}

/// A property with these values as they are: the crate writes `SZ[9:9]`, which
/// the format forbids for squares, and lists of points in no fixed order.
fn plain(identifier: &str, values: Vec<String>) -> Prop {
    Prop::Unknown(identifier.to_owned(), values)
}

/// The value of SZ: `9` or, for a rectangle, `9:13`.
fn size_text(size: BoardSize) -> String {
    if size.is_square() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

/// A point with the row counted from the top.
fn sgf_point(point: Point, size: BoardSize) -> go::Point {
    let at = size.coordinates(point);
    go::Point {
        x: at.column,
        y: (size.height() - 1) as u8 - at.row,
    }
}

/// The points as SGF spells them, in order.
fn point_texts(points: &PointSet, size: BoardSize) -> Vec<String> {
    let letter = |position: u8| char::from(b'a' + position);
    points
        .iter()
        .map(|point| sgf_point(point, size))
        .map(|at| format!("{}{}", letter(at.x), letter(at.y)))
        .collect()
}

/// Our colour as the crate's.
fn theirs(color: Color) -> sgf_parse::Color {
    match color {
        Color::Black => sgf_parse::Color::Black,
        Color::White => sgf_parse::Color::White,
    }
}

/// The properties one after the other.
fn concat(properties: &[Prop]) -> String {
    properties.iter().map(ToString::to_string).collect()
}

//! The game of a query: its board, rules, stones and moves.

use serde_json::Value;

use super::fields::{Fields, QueryError};
use ponnuki_core::board::{
    Board, BoardSize, ByColor, Color, MAX_LENGTH, Point, PointSet, StonesError,
};
use ponnuki_core::game::{Game, Move, Start};
use ponnuki_core::rules::{Komi, Rules, kata};

/// The largest absolute value of the komi.
const MAX_KOMI: f64 = 400.0;

/// The message for missing rules.
const RULES: &str = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a \
                     JSON object with detailed rules parameters.";

/// A game whose moves are all legal, because it has been replayed once.
#[derive(Clone, Debug)]
pub(crate) struct GameToAnalyze {
    size: BoardSize,
    rules: Rules,
    komi: Komi,
    start: Start,
    moves: Vec<(Color, Move)>,
}

impl GameToAnalyze {
    /// Replays the game to check its moves.
    pub(super) fn new(
        fields: &Fields<'_>,
        size: BoardSize,
        rules: Rules,
        komi: Komi,
        stones: &[(Color, Move)],
        first: Option<Color>,
        moves: Vec<(Color, Move)>,
    ) -> Result<Self, QueryError> {
        let start = start(fields, size, stones, first, &moves)?;
        let game = Self {
            size,
            rules,
            komi,
            start,
            moves,
        };
        let mut replayed = game
            .begin()
            .map_err(|error| fields.error("initialStones", format!("Illegal stones: {error}")))?;
        for (turn, &(color, action)) in game.moves.iter().enumerate() {
            replayed.play(color, action).map_err(|reason| {
                let name = action.name(size);
                fields.error("moves", format!("Illegal move {turn}: {name} ({reason})"))
            })?;
        }
        Ok(game)
    }

    /// Returns the number of moves.
    pub(crate) const fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the game before its first move.
    fn begin(&self) -> Result<Game, StonesError> {
        Game::with_start(self.size, self.rules, self.komi.clone(), self.start)
    }

    /// Replays the first `turn` moves. Returns the game and the colour to move.
    pub(crate) fn at(&self, turn: usize) -> (Game, Color) {
        const REPLAYED: &str = "the game has been replayed before";
        let mut game = self.begin().expect(REPLAYED);
        for &(color, action) in self.moves.iter().take(turn) {
            game.play(color, action).expect(REPLAYED);
        }
        let to_move = game.to_move();
        (game, to_move)
    }
}

/// Returns the position before the first move.
fn start(
    fields: &Fields<'_>,
    size: BoardSize,
    stones: &[(Color, Move)],
    first: Option<Color>,
    moves: &[(Color, Move)],
) -> Result<Start, QueryError> {
    let field = "initialStones";
    let point = |&(color, action): &(Color, Move)| match action {
        Move::Play(point) => Ok((color, point)),
        Move::Pass => Err(fields.error(field, "Could not parse board location: pass")),
    };
    let stones: Vec<_> = stones.iter().map(point).collect::<Result<_, _>>()?;
    let stones = placed(size, &stones)
        .map_err(|error| fields.error(field, format!("Illegal stones: {error}")))?;
    let is_handicap = stones.white.is_empty() && stones.black.len() >= 2;
    let usual = if is_handicap {
        Color::White
    } else {
        Color::Black
    };
    let first = first.or_else(|| moves.first().map(|&(color, _)| color));
    Ok(Start {
        handicap: handicap(&stones, moves),
        stones,
        to_move: first.unwrap_or(usual),
    })
}

/// Sets up stones one by one, as KataGo does: each captures like a move, and one that would
/// have no liberty is left out.
fn placed(size: BoardSize, stones: &[(Color, Point)]) -> Result<ByColor<PointSet>, StonesError> {
    let mut board = Board::new(size);
    for &(color, point) in stones {
        match board.at(point) {
            None => {
                board.place(color, point);
            }
            Some(there) => {
                let mut left = board.position();
                left[there].remove(point);
                board = Board::with_stones(size, &left)?;
                if board.removed_by(color, point).suicided.is_empty() {
                    board.place(color, point);
                }
            }
        }
    }
    Ok(board.position())
}

/// Counts the handicap stones as KataGo does: Black's stones before the first move and
/// Black's moves before White's first play, unless White has stones too or moves twice.
fn handicap(stones: &ByColor<PointSet>, moves: &[(Color, Move)]) -> usize {
    if !stones.white.is_empty() {
        return 0;
    }
    let is_white = |number: usize| {
        let entry = moves.get(number);
        entry.is_some_and(|&(color, _)| color == Color::White)
    };
    let mut plays = 0;
    for (number, &(color, action)) in moves.iter().enumerate() {
        if is_white(number) && is_white(number + 1) {
            plays = 0;
            break;
        }
        match (color, action) {
            (_, Move::Pass) => {}
            (Color::Black, Move::Play(_)) => plays += 1,
            (Color::White, Move::Play(_)) => break,
        }
    }
    match stones.black.len() + plays {
        1 => 0,
        number => number,
    }
}

/// Reads the size of the board.
pub(super) fn size(fields: &Fields<'_>) -> Result<BoardSize, QueryError> {
    let most = MAX_LENGTH;
    let message = format!("Must provide an integer from 2 to {most}");
    let side = |field| {
        let side = fields.integer(field, [2, most as i64], &message)?;
        side.and_then(|side| usize::try_from(side).ok())
            .ok_or_else(|| fields.error(field, message.as_str()))
    };
    // KataGo reports a missing member before an invalid one.
    for field in ["boardXSize", "boardYSize"] {
        if fields.get(field).is_none() {
            return Err(fields.error(field, message.as_str()));
        }
    }
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    BoardSize::new(width, height).map_err(|_| fields.error("boardXSize", message.as_str()))
}

/// Reads the rules and the komi.
pub(super) fn rules(fields: &Fields<'_>) -> Result<(Rules, Komi), QueryError> {
    let parse = |text: &str, reason: &dyn std::fmt::Display| {
        fields.error("rules", format!("Could not parse rules: {text} ({reason})"))
    };
    let mut rules = match fields.get("rules") {
        Some(Value::String(name)) => kata::named(name).map_err(|error| parse(name, &error))?,
        Some(object @ Value::Object(_)) => {
            let text = object.to_string();
            let settings = kata::settings(&text)
                .ok_or_else(|| parse(&text, &"not a flat object with rules"))?;
            kata::from_settings(&settings).map_err(|error| parse(&text, &error))?
        }
        _ => return Err(fields.error("rules", RULES)),
    };
    let komi = komi(fields, rules)?;
    if let Some(bonus) = fields.text("whiteHandicapBonus", "Must be a string")? {
        let setting = kata::KeyValue {
            key: "whiteHandicapBonus".to_owned(),
            value: bonus.to_owned(),
        };
        rules = kata::with_setting(rules, &setting)
            .map_err(|error| fields.error("whiteHandicapBonus", error.to_string()))?;
    }
    Ok((rules, komi))
}

/// Reads the komi, by default the usual one under the rules.
fn komi(fields: &Fields<'_>, rules: Rules) -> Result<Komi, QueryError> {
    let message = "Must be a integer or half-integer from -400.0 to 400.0";
    let number = fields.number("komi", [-MAX_KOMI, MAX_KOMI], message)?;
    let Some(number) = number else {
        return Ok(rules.usual_komi());
    };
    let is_half = (number * 2.0).fract() == 0.0;
    let komi = number.to_string().parse().ok().filter(|_| is_half);
    komi.ok_or_else(|| fields.error("komi", message))
}

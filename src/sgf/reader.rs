//! Reads a game from a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sgf_parse::SgfParseError;
use sgf_parse::go::{self, Prop};

use super::encoding::decode;
use super::main_line::main_line;
use super::rules_name::{FileRules, played_under, rules_named};
use super::{MAX_SGF_BYTES, SgfError};
use crate::board::{
    BoardSize, ByColor, Color, Coordinates, IllegalMove, Point, PointSet, StonesError,
};
use crate::game::{Game, Move, Start};
use crate::rules::{KoRule, Komi, Rules};

/// The largest side of a board on which `tt` means a pass, as it did before
/// FF\[4\].
const TT_IS_A_PASS_UP_TO: usize = 19;

/// The properties that the game depends on.
const WANTED: [&str; 12] = [
    "GM", "SZ", "KM", "HA", "RU", "RE", "PL", "AB", "AW", "AE", "B", "W",
];

/// The maximum number of rectangles such as `AB[aa:sd]` in a file. `sgf-parse`
/// expands each of them, so a file full of rectangles would take minutes.
const MOST_RECTANGLES: usize = 10_000;

/// The rules and komi of games whose files do not state them.
#[derive(Clone, Debug, Default)]
pub struct Unstated {
    /// The rules. They also replace rules that this program does not support.
    pub rules: Rules,
    /// The komi.
    pub komi: Komi,
}

/// Reads the file at `path` like [`read`]. `unstated` gives the rules and komi if
/// the file does not state them.
///
/// # Errors
/// [`SgfError::File`] if the file cannot be read, otherwise as for [`read`].
pub fn read_file(path: &Path, until: Option<usize>, unstated: &Unstated) -> Result<Game, SgfError> {
    read_from(File::open(path).map_err(SgfError::File)?, until, unstated)
}

/// Reads an open file or another stream like [`read_file`]. It reads no more
/// than the size limit of a file and one byte.
///
/// # Errors
/// [`SgfError::File`] if the stream cannot be read, otherwise as for [`read`].
pub fn read_from(
    input: impl Read,
    until: Option<usize>,
    unstated: &Unstated,
) -> Result<Game, SgfError> {
    let mut bytes = Vec::new();
    let mut input = input.take(MAX_SGF_BYTES as u64 + 1);
    input.read_to_end(&mut bytes).map_err(SgfError::File)?;
    read_stated(&bytes, until, unstated)
}

/// Reads the first game in `bytes` up to the position before move `until`; move 1
/// gives the start position. Without `until`, or if the game is shorter, the
/// whole main line is played. Passes are moves, setup stones are not.
///
/// - Without `SZ` the board is 19x19; without `KM` the komi is the default.
/// - The setup stones before the first move form the start position. `HA[n]`
///   with n of at least 2 gives the number of handicap stones among them.
/// - White moves first if `PL` says so, otherwise if the first move is White's,
///   otherwise after handicap stones. In the returned game it is the turn of the
///   colour that plays move `until`.
/// - Setup stones after a move form a new start position. The moves before it
///   are dropped, since replaying them would not lead there. A `PL` without
///   stones only changes the turn.
/// - The moves must be legal under the file's own rules. A file without rules,
///   or with rules that this program does not support (Japanese ones, for
///   example), is replayed under the weakest rules in use, simple ko with
///   suicide allowed, since it may contain repetitions that superko forbids. The
///   game then continues under the default rules, which count those positions
///   as seen, and the log contains a warning.
/// - A file may state rules for the moves to come that differ from those of its
///   moves so far, as [`write`](super::write) does if it has to. The game then
///   continues under the former.
/// - A result by resignation is kept if all moves were played.
///
/// # Errors
/// Any [`SgfError`]. Syntax errors after move `until` count; illegal moves after
/// it do not.
pub fn read(bytes: &[u8], until: Option<usize>) -> Result<Game, SgfError> {
    read_stated(bytes, until, &Unstated::default())
}

fn read_stated(bytes: &[u8], until: Option<usize>, unstated: &Unstated) -> Result<Game, SgfError> {
    if bytes.len() > MAX_SGF_BYTES {
        return Err(SgfError::TooLong);
    }
    let text = decode(bytes);
    let nodes = main_line(&text, &WANTED)?;
    if nodes
        .iter()
        .map(|node| node.matches(':').count())
        .sum::<usize>()
        > MOST_RECTANGLES
    {
        return Err(unreadable("AB"));
    }
    let root = properties(nodes.first().ok_or(SgfError::NoGame)?)?;
    let header = Header::of(&root, unstated)?;
    let mut steps = Vec::new();
    add_steps(root, header.size, &mut steps)?;
    for node in &nodes[1..] {
        add_steps(properties(node)?, header.size, &mut steps)?;
    }
    replay(&header, &steps, until.unwrap_or(usize::MAX).max(1))
}

/// Parses one node, `;` and its properties.
fn properties(node: &str) -> Result<Vec<Prop>, SgfError> {
    let tree = go::parse(&format!("({node})")).map_err(|error| match error {
        SgfParseError::UnexpectedGameType => SgfError::OtherGame,
        // `main_line` has checked the syntax, so only the value of GM can be wrong.
        _ => SgfError::Value {
            property: "GM".to_owned(),
        },
    })?;
    Ok(tree
        .into_iter()
        .next()
        .map(|node| node.properties)
        .unwrap_or_default())
}

/// The root properties that concern the whole game.
struct Header {
    size: BoardSize,
    /// The rules that judge the moves of the file.
    rules: Rules,
    /// The rules for the moves to come.
    rules_to_go_on: Rules,
    komi: Komi,
    /// The value of HA; 0 without it, and at most one less than the number of
    /// points.
    handicap: usize,
    /// The winner, if the result is a resignation.
    resigned_to: Option<Color>,
}

impl Header {
    /// Reads the properties of the root. The last one counts if a property is
    /// repeated.
    fn of(root: &[Prop], unstated: &Unstated) -> Result<Self, SgfError> {
        let mut header = Self {
            size: BoardSize::square(19).map_err(|_| SgfError::Size)?,
            rules: played_under(KoRule::Simple),
            rules_to_go_on: unstated.rules,
            komi: unstated.komi.clone(),
            handicap: 0,
            resigned_to: None,
        };
        for property in root {
            match property {
                Prop::SZ((width, height)) => {
                    header.size = BoardSize::new(usize::from(*width), usize::from(*height))
                        .map_err(|_| SgfError::Size)?;
                }
                Prop::KM(komi) => {
                    header.komi = komi.to_string().parse().map_err(|_| unreadable("KM"))?;
                }
                Prop::HA(stones) => header.handicap = usize::try_from(*stones).unwrap_or(0),
                Prop::RU(name) => {
                    (header.rules, header.rules_to_go_on) =
                        named_rules(&name.to_string(), unstated.rules);
                }
                Prop::RE(result) => header.resigned_to = winner_by_resignation(&result.to_string()),
                Prop::Invalid(name, _) if name == "SZ" => return Err(SgfError::Size),
                // Some programs write an empty value for an unknown komi.
                Prop::Invalid(name, values) if name == "KM" && values.concat().trim() != "" => {
                    return Err(unreadable("KM"));
                }
                _ => {}
            }
        }
        header.handicap = header.handicap.min(header.size.area() - 1);
        Ok(header)
    }
}

/// Returns the error for a property with an invalid value.
fn unreadable(property: &str) -> SgfError {
    SgfError::Value {
        property: property.to_owned(),
    }
}

/// Returns the rules for the moves of the file and those for the moves to come,
/// by the name of the file's rules.
fn named_rules(name: &str, unstated: Rules) -> (Rules, Rules) {
    match rules_named(name) {
        FileRules::Known(rules) => (rules, rules),
        FileRules::GoesOn { rules, played } => (played, rules),
        FileRules::Foreign => {
            if !name.trim().is_empty() {
                log::warn!(
                    "the SGF file uses '{name}' rules, which are not supported; the game continues under the default rules"
                );
            }
            (played_under(KoRule::Simple), unstated)
        }
    }
}

/// Returns the winner in a result such as `B+R` or `W+Resign`.
fn winner_by_resignation(result: &str) -> Option<Color> {
    let (winner, margin) = result.trim().split_once('+')?;
    if !matches!(margin.to_ascii_lowercase().as_str(), "r" | "resign") {
        return None;
    }
    match winner {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        _ => None,
    }
}

/// One step of the main line.
enum Step {
    /// The setup properties of one node.
    Setup {
        /// Points with their new contents; later entries override earlier ones.
        edits: Vec<(Option<Color>, PointSet)>,
        /// The value of PL.
        to_move: Option<Color>,
    },
    /// A move; `None` for a point off the board.
    Move { color: Color, action: Option<Move> },
}

/// Appends the steps of a node: its setup, then its moves.
fn add_steps(node: Vec<Prop>, size: BoardSize, steps: &mut Vec<Step>) -> Result<(), SgfError> {
    let mut edits = Vec::new();
    let mut to_move = None;
    let mut moves = Vec::new();
    for property in node {
        match property {
            Prop::AB(points) => edits.push((Some(Color::Black), setup_points(points, size)?)),
            Prop::AW(points) => edits.push((Some(Color::White), setup_points(points, size)?)),
            Prop::AE(points) => edits.push((None, setup_points(points, size)?)),
            Prop::PL(color) => to_move = Some(ours(color)),
            Prop::B(played) => moves.push((Color::Black, played)),
            Prop::W(played) => moves.push((Color::White, played)),
            Prop::Invalid(name, values) if name == "PL" => {
                to_move = unusual_turn(&values)?.or(to_move);
            }
            Prop::Invalid(name, values) => check_invalid(name, &values)?,
            _ => {}
        }
    }
    if !edits.is_empty() || to_move.is_some() {
        steps.push(Step::Setup { edits, to_move });
    }
    steps.extend(moves.into_iter().map(|(color, played)| Step::Move {
        color,
        action: action(played, size),
    }));
    Ok(())
}

/// Reads a value of PL other than `B` and `W`, or `None` if it is empty.
///
/// CGoban 1 and other old programs write 1 for Black and 2 for White, after a
/// comment in the specification of FF\[3\].
fn unusual_turn(values: &[String]) -> Result<Option<Color>, SgfError> {
    match values.concat().trim().to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "b" | "black" | "1" => Ok(Some(Color::Black)),
        "w" | "white" | "2" => Ok(Some(Color::White)),
        _ => Err(unreadable("PL")),
    }
}

/// Rejects a move or setup property that cannot be parsed. Some programs write
/// empty lists of stones, which are accepted.
fn check_invalid(property: String, values: &[String]) -> Result<(), SgfError> {
    let empty = values.iter().all(|value| value.trim().is_empty());
    match property.as_str() {
        "AB" | "AW" | "AE" if empty => Ok(()),
        "AB" | "AW" | "AE" | "B" | "W" => Err(SgfError::Value { property }),
        _ => Ok(()),
    }
}

/// Converts a colour of `sgf-parse`.
fn ours(color: sgf_parse::Color) -> Color {
    match color {
        sgf_parse::Color::Black => Color::Black,
        sgf_parse::Color::White => Color::White,
    }
}

/// Converts a point of the file, where rows count from the top; `None` off the
/// board.
fn point(at: go::Point, size: BoardSize) -> Option<Point> {
    let row = size.height().checked_sub(usize::from(at.y) + 1)?;
    size.point(Coordinates {
        column: at.x,
        row: row as u8,
    })
}

/// Converts the points of a setup property.
fn setup_points(
    points: impl IntoIterator<Item = go::Point>,
    size: BoardSize,
) -> Result<PointSet, SgfError> {
    points
        .into_iter()
        .map(|at| point(at, size).ok_or(SgfError::Setup(StonesError::OffBoard)))
        .collect()
}

/// Converts a move of the file; `None` off the board.
fn action(played: go::Move, size: BoardSize) -> Option<Move> {
    match played {
        go::Move::Pass => Some(Move::Pass),
        go::Move::Move(go::Point { x: 19, y: 19 })
            if size.width().max(size.height()) <= TT_IS_A_PASS_UP_TO =>
        {
            Some(Move::Pass)
        }
        go::Move::Move(at) => point(at, size).map(Move::Play),
    }
}

/// Plays the steps up to the position before move `until`.
fn replay(header: &Header, steps: &[Step], until: usize) -> Result<Game, SgfError> {
    let opening = steps
        .iter()
        .position(|step| matches!(step, Step::Move { .. }))
        .unwrap_or(steps.len());
    let (setup, line) = steps.split_at(opening);
    let mut game = opening_position(header, setup, line.first())?;
    let mut number = 0;
    for step in line {
        match step {
            Step::Move { color, action } => {
                number += 1;
                if number >= until {
                    game.set_to_move(*color);
                    change_rules(&mut game, header, number - 1);
                    return Ok(game);
                }
                action
                    .ok_or(IllegalMove::OffBoard)
                    .and_then(|action| game.play(*color, action).map(|_| ()))
                    .map_err(|reason| SgfError::IllegalMove { number, reason })?;
            }
            Step::Setup { edits, to_move } => {
                if !edits.is_empty() {
                    game.begin(Start {
                        stones: edited(game.board().position(), edits),
                        handicap: header.handicap,
                        to_move: to_move.unwrap_or(game.to_move()),
                    })
                    .map_err(SgfError::Setup)?;
                } else if let Some(color) = to_move {
                    game.set_to_move(*color);
                }
            }
        }
    }
    change_rules(&mut game, header, number);
    if let Some(winner) = header.resigned_to {
        game.resign(!winner);
    }
    Ok(game)
}

/// Changes from the rules that judged the moves of the file, `moves` in number,
/// to those for the moves to come. Logs both if they differ, and the first move
/// that the latter forbid.
fn change_rules(game: &mut Game, header: &Header, moves: usize) {
    game.set_rules(header.rules_to_go_on);
    if header.rules == header.rules_to_go_on || !log::log_enabled!(log::Level::Info) {
        return;
    }
    let forbidden = first_forbidden(game).map(|(index, reason)| {
        let number = moves - game.turns().len() + index + 1;
        format!(", which forbids move {number}: {reason}")
    });
    log::info!(
        "the file is replayed under {}; the game continues under {}{}",
        axes(header.rules),
        axes(header.rules_to_go_on),
        forbidden.unwrap_or_default(),
    );
}

/// Describes the rules that decide which moves are legal.
fn axes(rules: Rules) -> String {
    format!("ko {} and suicide {}", rules.ko, rules.suicide)
}

/// Finds the first move of a game that its present rules forbid, with the reason.
fn first_forbidden(game: &Game) -> Option<(usize, IllegalMove)> {
    let size = game.size();
    let mut again =
        Game::with_start(size, game.rules(), game.komi().clone(), *game.start()).ok()?;
    let mut turns = game.turns().iter().enumerate();
    turns.find_map(|(index, turn)| {
        let reason = again.play(turn.color, turn.action).err()?;
        Some((index, reason))
    })
}

/// Sets up the game before its first move, under the rules that judge its moves.
fn opening_position(
    header: &Header,
    setup: &[Step],
    first: Option<&Step>,
) -> Result<Game, SgfError> {
    let mut stones = ByColor::default();
    let mut to_move = None;
    for step in setup {
        if let Step::Setup {
            edits,
            to_move: next,
        } = step
        {
            stones = edited(stones, edits);
            to_move = next.or(to_move);
        }
    }
    let to_move = to_move.unwrap_or(match first {
        Some(Step::Move { color, .. }) => *color,
        _ if header.handicap > 0 && !stones.black.is_empty() => Color::White,
        _ => Color::Black,
    });
    let start = Start {
        stones,
        handicap: header.handicap,
        to_move,
    };
    Game::with_start(header.size, header.rules, header.komi.clone(), start).map_err(SgfError::Setup)
}

/// Returns the stones after the edits of a setup node.
fn edited(mut stones: ByColor<PointSet>, edits: &[(Option<Color>, PointSet)]) -> ByColor<PointSet> {
    for &(color, points) in edits {
        for each in Color::BOTH {
            stones[each] = if color == Some(each) {
                stones[each] | points
            } else {
                stones[each] - points
            };
        }
    }
    stones
}

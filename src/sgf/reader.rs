//! Reads games from files and streams.

use std::io::Read;
use std::path::Path;

use super::encoding::decode;
use super::header::{FileDefaults, Header};
use super::nodes::{NodeEvent, Nodes, Property};
use super::steps::{Edit, MAX_SETUPS, NodeReader, Step, dead_in, unreadable};
use super::{MAX_SGF_BYTES, SgfError};
use crate::board::{ByColor, Color, IllegalMove, PointSet};
use crate::files::open_stream;
use crate::game::{Game, Outcome, Start};
use crate::rules::Rules;

/// Reads the file at `path` like [`read`]. `unstated` supplies the rules and komi if the
/// file does not state them.
///
/// # Errors
/// [`SgfError::File`] if the file cannot be read, or is a folder or a device; otherwise as
/// for [`read`].
pub fn read_file(
    path: &Path,
    until: Option<usize>,
    unstated: &FileDefaults,
) -> Result<Game, SgfError> {
    read_from(open_stream(path).map_err(SgfError::File)?, until, unstated)
}

/// Reads an open file or another stream like [`read_file`]. At most [`MAX_SGF_BYTES`] and
/// one byte are read.
///
/// # Errors
/// [`SgfError::File`] if the stream cannot be read, otherwise as for [`read`].
pub fn read_from(
    input: impl Read,
    until: Option<usize>,
    unstated: &FileDefaults,
) -> Result<Game, SgfError> {
    read_with(&limited(input)?, until, unstated)
}

/// Reads the first game in `bytes` up to the position before move `until`; 1 gives the
/// start position. Without `until`, or if the game is shorter, the whole main line is
/// replayed. Passes count as moves, setup stones do not.
///
/// - Without `SZ` the board is 19x19; without `KM` the komi is the default. The Fox server
///   (`AP[foxwq]`) writes hundredths of points, or of stones of two points each: `KM[50]` is
///   0.5 points, `KM[275]` and `KM[550]` are 5.5, `KM[325]` and `KM[650]` 6.5, `KM[350]` and
///   `KM[700]` 7, `KM[375]` and `KM[750]` 7.5. Without `AP`, and with that of SGFC, which
///   mends records, so are all of them but 50 that exceed half of the area of the board.
/// - The setup stones before the first move form the start position. `HA[n]`
///   with n of at least 2 gives the number of handicap stones among them.
/// - White moves first if `PL` says so, otherwise if the first move is White's,
///   otherwise after handicap stones. In the returned game it is the turn of the
///   colour that plays move `until`.
/// - Setup stones after a move are [set up](Game::set_up) in the game: the earlier moves stay,
///   and the prisoners taken by then count. A `PL` without stones only changes the turn. A
///   record with more than 1000 such setups is refused, since each takes memory.
/// - The moves must be legal under the file's own rules. A file without rules, or with
///   unknown ones, is replayed under the weakest rules in use, simple ko with suicide
///   allowed, since it may contain repetitions that superko forbids. The game then
///   continues under the default rules, to which the replayed positions count as seen,
///   and unsupported rules are logged as a warning.
/// - A file may state rules for the rest of the game that differ from those of its moves
///   so far, as [`write`](super::write) does if necessary. The game then continues under
///   the former.
/// - A result by resignation is kept if all moves were played.
/// - If two passes end the game and the last node marks territory, the stones in territory
///   of the other colour are dead.
///
/// # Errors
/// Any [`SgfError`]. Syntax errors after move `until` are reported, illegal moves after it
/// are not.
pub fn read(bytes: &[u8], until: Option<usize>) -> Result<Game, SgfError> {
    read_with(bytes, until, &FileDefaults::default())
}

/// Reads a game from a stream like [`read_from`], but logs nothing about its rules, for
/// callers that need only the position.
///
/// # Errors
/// As for [`read_from`].
pub fn read_position(input: impl Read, until: Option<usize>) -> Result<Game, SgfError> {
    let (header, steps) = line_of_play(&limited(input)?, &FileDefaults::default())?;
    replay(&header, &steps, until)
}

fn read_with(
    bytes: &[u8],
    until: Option<usize>,
    unstated: &FileDefaults,
) -> Result<Game, SgfError> {
    let (header, steps) = line_of_play(bytes, unstated)?;
    if let Some(name) = &header.foreign_rules {
        log::warn!(
            "the SGF file uses '{name}' rules, which are not supported; the game continues under the default rules"
        );
    }
    if let Some(written) = &header.fox_komi {
        let komi = &header.komi;
        log::warn!("the komi '{written}' is read as {komi}, as the Fox server means it");
    }
    if let Some(written) = &header.excessive_komi {
        log::warn!("the komi '{written}' is beyond the points of the board");
    }
    let game = replay(&header, &steps, until)?;
    log_rules(&game, &header);
    Ok(game)
}

/// Reads a stream up to [`MAX_SGF_BYTES`] and one byte.
fn limited(input: impl Read) -> Result<Vec<u8>, SgfError> {
    let mut bytes = Vec::new();
    let mut input = input.take(MAX_SGF_BYTES as u64 + 1);
    input.read_to_end(&mut bytes).map_err(SgfError::File)?;
    Ok(bytes)
}

/// Reads the header and the main line of the first game.
fn line_of_play(bytes: &[u8], unstated: &FileDefaults) -> Result<(Header, Vec<Step>), SgfError> {
    if bytes.len() > MAX_SGF_BYTES {
        return Err(SgfError::TooLong);
    }
    let text = decode(bytes).text;
    let mut nodes = Nodes::new(&text)?;
    let mut reader = NodeReader::default();
    let mut header = None;
    let mut steps = Vec::new();
    let mut on_main_line = true;
    // The rest of the game is read as well, because it must be SGF, too.
    while let Some(event) = nodes.next()? {
        match event {
            NodeEvent::Node if on_main_line => {
                let node = nodes.properties();
                let header = match &header {
                    Some(header) => header,
                    None => header.insert(root(node, unstated)?),
                };
                reader.read(node, header.size, &mut steps)?;
            }
            NodeEvent::Close => on_main_line = false,
            _ => {}
        }
    }
    Ok((header.ok_or(SgfError::NoGame)?, steps))
}

/// Reads the first node, and refuses an unreadable komi.
fn root(node: &[Property], unstated: &FileDefaults) -> Result<Header, SgfError> {
    let header = Header::new(node, unstated)?;
    if header.unreadable_komi.is_some() {
        return Err(unreadable("KM"));
    }
    Ok(header)
}

/// Returns the winner of a result such as `B+R` or `W+Resign`.
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

/// Replays the steps up to the position before move `until`.
fn replay(header: &Header, steps: &[Step], until: Option<usize>) -> Result<Game, SgfError> {
    let until = until.unwrap_or(usize::MAX);
    let opening = steps
        .iter()
        .position(|step| matches!(step, Step::Move { .. }))
        .unwrap_or(steps.len());
    let (setup, line) = steps.split_at(opening);
    let mut game = opening_position(header, setup, line.first())?;
    let mut number = 0;
    for step in line {
        match step {
            Step::Territory(_) => {}
            Step::Move { color, action } => {
                number += 1;
                if number >= until {
                    game.set_to_move(*color);
                    game.set_rules(header.rules_to_go_on);
                    return Ok(game);
                }
                action
                    .ok_or(IllegalMove::OffBoard)
                    .and_then(|action| game.play(*color, action).map(|_| ()))
                    .map_err(|reason| SgfError::IllegalMove { number, reason })?;
            }
            Step::Setup { edits, to_move } => {
                if !edits.is_empty() {
                    let stones = edited(game.board().position(), edits);
                    game.set_up(stones, to_move.unwrap_or(game.to_move()))
                        .map_err(SgfError::Setup)?;
                    if game.setups().len() > MAX_SETUPS {
                        return Err(SgfError::TooManySetups);
                    }
                } else if let Some(color) = to_move {
                    game.set_to_move(*color);
                }
            }
        }
    }
    game.set_rules(header.rules_to_go_on);
    if let Some(winner) = winner_by_resignation(&header.result) {
        game.resign(!winner);
    }
    if let Some(Step::Territory(territory)) = line.last()
        && game.outcome() == Some(Outcome::TwoPasses)
    {
        game.decide_dead(dead_in(territory, game.board()));
    }
    Ok(game)
}

/// If the game continues under other rules than those of the replay, logs both, and the
/// first move that the new rules forbid.
fn log_rules(game: &Game, header: &Header) {
    if header.rules == header.rules_to_go_on || !log::log_enabled!(log::Level::Info) {
        return;
    }
    let forbidden = first_forbidden(game)
        .map(|(index, reason)| format!(", which forbids move {}: {reason}", index + 1));
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

/// Returns the index of the first move that the game's current rules forbid, and the
/// reason.
fn first_forbidden(game: &Game) -> Option<(usize, IllegalMove)> {
    let size = game.size();
    let mut again =
        Game::with_start(size, game.rules(), game.komi().clone(), *game.start()).ok()?;
    let mut turns = game.turns().iter().enumerate();
    turns.find_map(|(index, turn)| {
        if let Some(setup) = game.setup_after(index) {
            again.set_up(setup.stones, setup.to_move).ok()?;
        }
        let reason = again.play(turn.color, turn.action).err()?;
        Some((index, reason))
    })
}

/// Sets up the game before its first move, under the rules of the replay.
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
pub(super) fn edited(mut stones: ByColor<PointSet>, edits: &[Edit]) -> ByColor<PointSet> {
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

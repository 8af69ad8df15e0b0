//! Reads games from files and streams.

use std::io::Read;

use super::encoding::decode;
use super::finding::Defect;
use super::header::{Header, ReadOptions, RulesBasis};
use super::mend::{read_mended, read_whole};
use super::nodes::{NodeEvent, Nodes, Property};
use super::steps::{Edit, MAX_SETUPS, NodeReader, Step, dead_in, unreadable};
use super::{Games, MAX_SGF_BYTES, SgfError, StatedResult, WinMargin};
use ponnuki_core::board::{ByColor, Color, IllegalMove, PointSet};
use ponnuki_core::game::{Game, Outcome, Start};
use ponnuki_core::rules::Rules;

/// Reads an open file or another stream like [`read`]. `options` supplies the rules and komi if the
/// file does not state them. At most [`MAX_SGF_BYTES`] and one byte are read.
///
/// # Errors
/// [`SgfError::File`] if the stream cannot be read, otherwise as for [`read`].
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::Preset;
/// use ponnuki::sgf::{self, ReadOptions};
///
/// let japanese = Preset::Japanese.rules();
/// let options = ReadOptions { rules: Some(japanese), ..ReadOptions::default() };
/// // Any stream will do, such as standard input. The rules of a record have precedence.
/// let [unstated, stated] = ["(;SZ[9];B[ee])", "(;SZ[9]RU[Chinese];B[ee])"];
/// assert_eq!(sgf::read_from(unstated.as_bytes(), None, &options)?.rules(), japanese);
/// assert_ne!(sgf::read_from(stated.as_bytes(), None, &options)?.rules(), japanese);
/// # Ok::<(), sgf::SgfError>(())
/// ```
pub fn read_from(
    input: impl Read,
    until: Option<usize>,
    options: &ReadOptions,
) -> Result<Game, SgfError> {
    Ok(read_logged(input, until, options)?.game)
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
///   continues under the rules of the options or those that the record suggests, see
///   [`RulesBasis`], to which the replayed positions count as seen, and unsupported rules
///   are logged as a warning.
/// - A file may state rules for the rest of the game that differ from those of its moves
///   so far, as [`write`](super::write) does if necessary. The game then continues under
///   the former.
/// - A result by resignation is kept if all moves were played.
/// - If two passes end the game and the last node marks territory, the stones in territory
///   of the other colour are dead.
/// - A record with defects is read as far as it goes, unless the options are
///   [strict](ReadOptions::is_strict): text that is not quite SGF is mended, and the game ends before
///   a move that cannot be read or is illegal. One warning is logged for all of it. The
///   [check](super::check) lists all defects.
///
/// # Errors
/// Any [`SgfError`], but that of a move unless the options are strict. Then syntax errors after move
/// `until` are reported, illegal moves after it are not.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::{Color, sgf};
///
/// // A problem: Black to find move 3.
/// let game = sgf::read(b"(;SZ[9];B[ee];W[ce];B[eg];W[cg])", Some(3))?;
/// assert_eq!((game.turns().len(), game.to_move()), (2, Color::Black));
/// # Ok::<(), sgf::SgfError>(())
/// ```
pub fn read(bytes: &[u8], until: Option<usize>) -> Result<Game, SgfError> {
    read_from(bytes, until, &ReadOptions::default())
}

/// Reads a game from a stream like [`read_from`], but logs nothing, for callers that need only the
/// position.
///
/// # Errors
/// As for [`read_from`].
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::drawing::TextBoard;
/// use ponnuki::sgf;
///
/// let problem = &b"(;SZ[3]AB[aa][ba]AW[ab][bb];B[ca])"[..];
/// let game = sgf::read_position(problem, None)?;
/// let text = TextBoard { colors: false }.draw_position(game.board(), game.last_moves()[0]);
/// let rows: Vec<_> = text.lines().collect();
/// assert_eq!(rows[1..3], [" 3 X X(X)3", " 2 O O . 2"]);
/// # Ok::<(), sgf::SgfError>(())
/// ```
pub fn read_position(input: impl Read, until: Option<usize>) -> Result<Game, SgfError> {
    let options = ReadOptions::default();
    Ok(read_with_defects(input, until, &options)?.game)
}

/// A game that was read, and what is wrong with its record.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{ReadGame, ReadOptions, read_with_defects};
///
/// let record = &b"(;SZ[9]KM[6.5];B[ee];W[ce];B[eg];W[cg])"[..];
/// let read = read_with_defects(record, None, &ReadOptions::default())?;
/// let ReadGame { game, rules, defects } = read;
/// assert!(defects.is_empty());
/// // A program shows this above the board.
/// assert_eq!(rules.describe(game.rules()), "not named (japanese, by the komi)");
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub game: Game,
    /// Where its rules come from.
    pub rules: RulesBasis,
    /// What is wrong, a sentence for each defect; first why the game ends early, if it does.
    pub defects: Vec<String>,
}

/// Reads a game from a stream like [`read_from`], and returns the defects of its record instead of
/// logging them.
///
/// # Errors
/// As for [`read_from`].
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::{ReadOptions, read_with_defects};
///
/// let record = &b"(;SZ[9];B[ee];W[ee];B[cc]"[..];
/// let found = read_with_defects(record, None, &ReadOptions::default())?;
/// assert_eq!(found.game.turns().len(), 1);
/// assert_eq!(found.defects.len(), 2);
/// assert!(found.defects[0].starts_with("move 2 is illegal"));
/// # Ok::<(), ponnuki::sgf::SgfError>(())
/// ```
pub fn read_with_defects(
    input: impl Read,
    until: Option<usize>,
    options: &ReadOptions,
) -> Result<ReadGame, SgfError> {
    let record = ReadRecord::new(&limited(input)?, options)?;
    record.with_defects(until, options)
}

/// Reads a game from a stream like [`read_from`], and returns the defects of its record as well as
/// logging them.
///
/// # Errors
/// As for [`read_from`].
pub fn read_logged(
    input: impl Read,
    until: Option<usize>,
    options: &ReadOptions,
) -> Result<ReadGame, SgfError> {
    let record = ReadRecord::new(&limited(input)?, options)?;
    let found = record.with_defects(until, options)?;
    let header = &record.header;
    if let Some(name) = &header.foreign_rules {
        log::warn!(
            "the record names the rules '{name}', which are not supported; the game continues under others: {}",
            found.game.rules()
        );
    }
    if let Some(written) = &header.fox_komi {
        let komi = &header.komi;
        log::warn!("the komi '{written}' is read as {komi}, as the Fox server means it");
    }
    if let Some(written) = &header.excessive_komi {
        log::warn!("the komi '{written}' is beyond the points of the board");
    }
    if let Some(defects) = summary(&found.defects) {
        log::warn!("{defects}");
    }
    if found.rules.is_assumed() {
        let rules = found.rules.describe(found.game.rules());
        log::info!("rules: {rules}");
    }
    log_rules(&found.game, header);
    Ok(found)
}

/// Says in one line what is wrong with a record, if anything is.
fn summary(defects: &[String]) -> Option<String> {
    match defects {
        [] => None,
        [only] => Some(format!("the record is not in order: {only}")),
        [first, more @ ..] => {
            let more = more.len();
            Some(format!(
                "the record is not in order: {first} (and {more} more)"
            ))
        }
    }
}

/// Reads a stream up to [`MAX_SGF_BYTES`] and one byte.
fn limited(input: impl Read) -> Result<Vec<u8>, SgfError> {
    let mut bytes = Vec::new();
    let mut input = input.take(MAX_SGF_BYTES as u64 + 1);
    input.read_to_end(&mut bytes).map_err(SgfError::File)?;
    Ok(bytes)
}

/// The first game of a file: its header and its main line.
struct ReadRecord {
    header: Header,
    steps: Vec<Step>,
    /// Why the main line ends after these steps, if the next one cannot be read.
    end: Option<String>,
    /// What has been mended.
    defects: Vec<String>,
}

impl ReadRecord {
    fn new(bytes: &[u8], options: &ReadOptions) -> Result<Self, SgfError> {
        if bytes.len() > MAX_SGF_BYTES {
            return Err(SgfError::TooLong);
        }
        let game = Games::new(bytes).next().ok_or(SgfError::NoGame)?;
        let game = game.map_err(SgfError::File)?;
        let text = decode(&game.bytes).text;
        if options.is_strict {
            return read_whole(&text, |text| Self::read(text, options));
        }
        let (mut record, repairs) = read_mended(&text, |text| Self::read(text, options))?;
        let repairs = repairs
            .iter()
            .map(|repair| repair.finding(&text, &game).message);
        record.defects.splice(0..0, repairs);
        Ok(record)
    }

    fn read(text: &str, options: &ReadOptions) -> Result<Self, SgfError> {
        let mut nodes = Nodes::new(text)?;
        let mut reader = NodeReader::new(options.is_strict);
        let mut record: Option<Self> = None;
        let mut on_main_line = true;
        // The rest of the game is read as well, because it must be SGF, too.
        while let Some(event) = nodes.next()? {
            match event {
                NodeEvent::Node if on_main_line => {
                    let node = nodes.properties();
                    let Some(record) = &mut record else {
                        let mut root = Self::of_root(node, options)?;
                        reader.read(node, root.header.size, &mut root.steps)?;
                        record = Some(root);
                        continue;
                    };
                    let found = reader.read(node, record.header.size, &mut record.steps);
                    if options.is_strict {
                        found?;
                    } else if let Err(reason) = found {
                        record.end = Some(reason.to_string());
                        on_main_line = false;
                    }
                }
                NodeEvent::Close => on_main_line = false,
                _ => {}
            }
        }
        record.ok_or(SgfError::NoGame)
    }

    fn of_root(node: &[Property], options: &ReadOptions) -> Result<Self, SgfError> {
        let header = Header::new(node, options)?;
        if options.is_strict {
            if header.unreadable_komi.is_some() {
                return Err(unreadable("KM"));
            }
            if let Some((defect, _)) = header.mended.first() {
                return Err(match defect {
                    Defect::Size => SgfError::Size,
                    _ => unreadable("KM"),
                });
            }
        }
        let mended = header.mended.iter().map(|(_, message)| message.clone());
        let komi = header.unreadable_komi.as_ref();
        let komi = komi.map(|komi| format!("the komi '{}' is not a number", komi.trim()));
        Ok(Self {
            defects: mended.chain(komi).collect(),
            header,
            steps: Vec::new(),
            end: None,
        })
    }
}

/// Returns the winner of a result such as `B+R` or `黒中押し勝ち`.
fn winner_by_resignation(result: &str) -> Option<Color> {
    match StatedResult::read(result)? {
        StatedResult::Win {
            winner,
            by: WinMargin::Resignation,
        } => Some(winner),
        _ => None,
    }
}

impl ReadRecord {
    /// Replays the steps up to the position before move `until`, and lists all defects.
    fn with_defects(
        &self,
        until: Option<usize>,
        options: &ReadOptions,
    ) -> Result<ReadGame, SgfError> {
        let (game, end) = self.replay(until, options)?;
        let end = end.map(|reason| format!("{reason}; the game ends before that"));
        let defects = end
            .into_iter()
            .chain(self.defects.iter().cloned())
            .collect();
        let rules = self.header.rules_basis;
        Ok(ReadGame {
            game,
            rules,
            defects,
        })
    }

    /// Replays the steps up to the position before move `until`, or up to one that is illegal, and
    /// returns why the game ended early, if it did.
    fn replay(
        &self,
        until: Option<usize>,
        options: &ReadOptions,
    ) -> Result<(Game, Option<String>), SgfError> {
        let header = &self.header;
        let until = until.unwrap_or(usize::MAX);
        let opening = self
            .steps
            .iter()
            .position(|step| matches!(step, Step::Move { .. }))
            .unwrap_or(self.steps.len());
        let (setup, line) = self.steps.split_at(opening);
        let mut game = opening_position(header, setup, line.first())?;
        let mut number = 0;
        for step in line {
            if let Step::Move { color, .. } = step {
                number += 1;
                if number >= until {
                    game.set_to_move(*color);
                    game.set_rules(header.rules_to_go_on);
                    return Ok((game, None));
                }
            }
            if let Err(reason) = take_step(&mut game, step, number) {
                if options.is_strict {
                    return Err(reason);
                }
                game.set_rules(header.rules_to_go_on);
                return Ok((game, Some(reason.to_string())));
            }
        }
        game.set_rules(header.rules_to_go_on);
        if self.end.is_some() {
            return Ok((game, self.end.clone()));
        }
        if let Some(winner) = winner_by_resignation(&header.result) {
            game.resign(!winner);
        }
        if let Some(Step::Territory(territory)) = line.last()
            && game.outcome() == Some(Outcome::TwoPasses)
        {
            game.decide_dead(dead_in(territory, game.board()));
        }
        Ok((game, None))
    }
}

/// Takes a step of a line; a move has this number.
fn take_step(game: &mut Game, step: &Step, number: usize) -> Result<(), SgfError> {
    match step {
        Step::Territory(_) => {}
        Step::Move { color, action } => {
            action
                .ok_or(IllegalMove::OffBoard)
                .and_then(|action| game.play(*color, action).map(|_| ()))
                .map_err(|reason| SgfError::IllegalMove { number, reason })?;
        }
        Step::Setup { edits, to_move } => {
            if !edits.is_empty() {
                if game.setups().len() == MAX_SETUPS {
                    return Err(SgfError::TooManySetups);
                }
                let stones = edited(game.board().position(), edits);
                game.set_up(stones, to_move.unwrap_or(game.to_move()))
                    .map_err(SgfError::Setup)?;
            } else if let Some(color) = to_move {
                game.set_to_move(*color);
            }
        }
    }
    Ok(())
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

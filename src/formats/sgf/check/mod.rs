//! Checks whether the record of a game is legal and well formed.
//!
//! A [`Checker`] shares its parsers with [`read`](super::read), but continues after a
//! defect as far as possible and returns all defects. An illegal move ends the check of
//! its line of play, since the later positions are unknown.
//!
//! ```
//! # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
//! use ponnuki::sgf::Games;
//! use ponnuki::sgf::check::{CheckOptions, Checker, Defect};
//!
//! let text = b"(;GM[1]SZ[9];B[ee];W[ee])";
//! let mut checker = Checker::new(CheckOptions::default());
//! for game in Games::new(&text[..]) {
//!     let checked = checker.check(&game?);
//!     assert_eq!(checked.findings[0].defect, Defect::Occupied);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Files: `line` replays a line of play with its
//! variations, `claim` compares results, `plain` is a fast path for ordinary games.

mod claim;
mod line;
mod plain;

pub use super::finding::{Defect, Finding};

use super::encoding::{DecodedFile, decode, named};
use super::header::{Header, ReadOptions, RulesBasis};
use super::mend::read_mended;
use super::nodes::{NodeEvent, Nodes, Property};
use super::steps::{NodeReader, Step, is_padded_move};
use super::{GameText, MAX_SGF_BYTES, SgfError, line_ends};
use encoding_rs::{UTF_8, WINDOWS_1252};
use line::LineOfPlay;
use plain::PlainReader;
use ponnuki_core::board::BoardSize;
use ponnuki_core::game::{Fingerprint, Game, JudgedStones};
use ponnuki_core::rules::{Rules, Score};

/// Judges which stones of a finished game are dead.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::board::pass_alive;
/// use ponnuki::game::JudgedStones;
/// use ponnuki::sgf::Games;
/// use ponnuki::sgf::check::{CheckOptions, Checker, StoneJudge};
///
/// // White's stones are dead within the certain territory of Black.
/// let judge: StoneJudge = |game| {
///     let black = pass_alive(game.board(), game.rules().suicide).black;
///     JudgedStones { dead: black.territory & game.board().position().white, ..Default::default() }
/// };
/// let record = &b"(;SZ[6:1]KM[0]RE[B+6];B[ba];W[fa];B[da];W[];B[])"[..];
/// let options = CheckOptions { score: Some(judge), ..CheckOptions::default() };
/// let checked = Checker::new(options).check(&Games::new(record).next().unwrap()?);
/// assert!(checked.findings.is_empty()); // B+6 is right, since F1 is dead
/// # Ok::<(), std::io::Error>(())
/// ```
pub type StoneJudge = fn(&Game) -> JudgedStones;

/// The options of a check.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::sgf::Games;
/// use ponnuki::sgf::check::{CheckOptions, Checker};
///
/// let record = &b"(;SZ[9];B[ee](;W[ce])(;W[ee]))"[..];
/// let game = Games::new(record).next().unwrap()?;
/// let main_line = Checker::default().check(&game);
/// assert!(main_line.findings.is_empty());
/// let options = CheckOptions { variations: true, ..CheckOptions::default() };
/// let whole = Checker::new(options).check(&game);
/// assert_eq!(whole.findings[0].variation, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The rules under which moves are checked; by default those of the file.
    pub rules: Option<Rules>,
    /// Checks the variations, too, and not only the main line.
    pub variations: bool,
    /// Compares the result with the score of the final position, and lets this function judge the
    /// stones.
    pub score: Option<StoneJudge>,
    /// Computes fingerprints, to find games with the same moves.
    pub fingerprints: bool,
}

/// The result of a check.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use ponnuki::Preset;
/// use ponnuki::sgf::Games;
/// use ponnuki::sgf::check::Checker;
///
/// let record = &b"(;SZ[9]RU[Chinese]RE[W+R];B[ee];W[ce])"[..];
/// let checked = Checker::default().check(&Games::new(record).next().unwrap()?);
/// assert!(checked.findings.is_empty() && checked.rules_are_known);
/// assert_eq!(checked.rules, Preset::Chinese.rules());
/// assert_eq!((checked.moves, &*checked.result), (2, "W+R"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CheckedRecord {
    /// The defects in file order; those of the whole game come first.
    pub findings: Vec<Finding>,
    /// The size of the board, if it is known.
    pub size: Option<BoardSize>,
    /// The rules under which the moves were checked.
    pub rules: Rules,
    /// Whether the options or the file give supported rules. If not, the moves were checked
    /// under the weakest rules in use: simple ko with suicide allowed.
    pub rules_are_known: bool,
    /// How many moves of the main line could be replayed.
    pub moves: usize,
    /// How many variations there are besides the main line.
    pub variations: usize,
    /// The result that the file states; empty if it states none.
    pub result: String,
    /// The score of the final position, if it was compared with the result.
    pub score: Option<Score>,
    /// The name of the file's encoding.
    pub encoding: &'static str,
    /// The fingerprint of the main line, if [`CheckOptions::fingerprints`] is set and the
    /// line has moves.
    pub fingerprint: Option<Fingerprint>,
}

/// Checks games one by one, reusing memory between them.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_formats::*}; }
/// use std::collections::HashSet;
///
/// use ponnuki::sgf::Games;
/// use ponnuki::sgf::check::{CheckOptions, Checker};
///
/// let file = &b"(;SZ[9]PB[Ann];B[ee];W[cg]) (;SZ[9];B[ee];W[gc])"[..];
/// let options = CheckOptions { fingerprints: true, ..CheckOptions::default() };
/// let mut checker = Checker::new(options);
/// let mut different = HashSet::new();
/// for game in Games::new(file) {
///     different.extend(checker.check(&game?).fingerprint.map(|it| it.turned));
/// }
/// assert_eq!(different.len(), 1); // the second game mirrors the first
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Checker {
    options: CheckOptions,
    plain: PlainReader,
}

impl Checker {
    /// Returns a checker with these options.
    pub fn new(options: CheckOptions) -> Self {
        Self {
            options,
            plain: PlainReader::default(),
        }
    }

    /// Checks a game of a file.
    pub fn check(&mut self, game: &GameText) -> CheckedRecord {
        let decoded = decode(&game.bytes);
        let found = read_mended(&decoded.text, |text| {
            let (checked, fault) = self.check_text(text, &decoded, game);
            match fault {
                Some(fault) if fault.is_syntax() => Err(fault),
                _ => Ok(checked),
            }
        });
        let Ok((mut checked, repairs)) = found else {
            return self.check_text(&decoded.text, &decoded, game).0;
        };
        let repairs = repairs
            .iter()
            .map(|repair| repair.finding(&decoded.text, game));
        checked.findings.splice(0..0, repairs);
        checked
    }

    /// Checks a game whose text may have been mended. Also returns the fault that ended the check, if
    /// any; it is among the findings.
    fn check_text(
        &mut self,
        text: &str,
        decoded: &DecodedFile<'_>,
        game: &GameText,
    ) -> (CheckedRecord, Option<SgfError>) {
        let encoding = decoded.encoding.name();
        let mut check = Check {
            text,
            first_line: game.line,
            first_column: game.column,
            latest: (0, game.line),
            options: &self.options,
            reader: NodeReader::default(),
            line: None,
            checked: CheckedRecord {
                rules: self.options.rules.unwrap_or_default(),
                rules_are_known: self.options.rules.is_some(),
                encoding,
                ..CheckedRecord::default()
            },
        };
        if decoded.has_invalid_bytes {
            let message = format!("bytes without meaning in {encoding}");
            check.find(Defect::Encoding, 0, message);
        }
        let fault = check.run(game.bytes.len(), &mut self.plain).err();
        if let Some(fault) = &fault {
            check.fail(fault);
        }
        (check.checked, fault)
    }
}

/// A check in progress.
struct Check<'a> {
    text: &'a str,
    first_line: usize,
    first_column: usize,
    /// The last offset whose line number was looked up, and that number.
    latest: (usize, usize),
    options: &'a CheckOptions,
    reader: NodeReader,
    /// The line of play, once the size of the board is known.
    line: Option<LineOfPlay>,
    checked: CheckedRecord,
}

impl Check<'_> {
    /// Checks all nodes of the game.
    ///
    /// # Errors
    /// A defect after which nothing more can be checked.
    fn run(&mut self, bytes: usize, plain: &mut PlainReader) -> Result<(), SgfError> {
        if bytes > MAX_SGF_BYTES {
            return Err(SgfError::TooLong);
        }
        if self.is_plain(plain)? {
            return Ok(());
        }
        let mut nodes = Nodes::new(self.text)?;
        let mut on_main_line = true;
        let syntax = loop {
            let event = match nodes.next() {
                Ok(Some(event)) => event,
                Ok(None) => break Ok(()),
                Err(fault) => break Err(fault),
            };
            let is_checked = on_main_line || self.options.variations;
            match event {
                NodeEvent::Open if is_checked => {
                    if let Some(line) = &mut self.line {
                        line.branch();
                    }
                }
                NodeEvent::Node if is_checked => self.node(nodes.properties(), nodes.offset())?,
                NodeEvent::Close => {
                    if on_main_line {
                        on_main_line = false;
                        self.end_main_line();
                    }
                    if let Some(line) = &mut self.line
                        && self.options.variations
                    {
                        line.end_branch();
                    }
                }
                _ => {}
            }
        };
        if on_main_line {
            self.end_main_line();
        }
        self.find_lower_case(&nodes);
        if let Some(line) = &self.line {
            self.checked.variations = line.variations;
        }
        syntax
    }

    /// Tries the fast path, if the options allow it. Returns whether the game is plain, and
    /// changes nothing if it is not.
    fn is_plain(&mut self, plain: &mut PlainReader) -> Result<bool, SgfError> {
        let options = self.options;
        if options.score.is_some() || options.fingerprints {
            return Ok(false);
        }
        let mut nodes = Nodes::new(self.text)?;
        while nodes.next()? != Some(NodeEvent::Node) {}
        let header = Header::new(nodes.properties(), &ReadOptions::default())?;
        let mut steps = Vec::new();
        let setup = self
            .reader
            .read(nodes.properties(), header.size, &mut steps);
        self.reader = NodeReader::default();
        if setup.is_err() || !steps.is_empty() {
            return Ok(false);
        }
        let root = nodes.offset();
        let Ok(Some(moves)) = plain.follow(&mut nodes, header.size, options.variations) else {
            return Ok(false);
        };
        self.read_header(&header, root);
        self.compare_handicap(header.handicap, 0);
        self.find_lower_case(&nodes);
        self.checked.moves = moves;
        Ok(true)
    }

    fn node(&mut self, node: &[Property], offset: usize) -> Result<(), SgfError> {
        if self.line.is_none() {
            self.root(node, offset)?;
        }
        let Some(line) = &mut self.line else {
            return Ok(());
        };
        let mut steps = Vec::new();
        let unreadable = self.reader.read(node, line.game.size(), &mut steps).err();
        let moves = steps
            .iter()
            .filter(|step| matches!(step, Step::Move { .. }))
            .count();
        let mut found = Vec::new();
        if moves > 1 {
            found.push((Defect::TwoMoves, format!("{moves} moves in one node"), None));
        }
        let has_setup =
            |step: &Step| matches!(step, Step::Setup { edits, .. } if !edits.is_empty());
        if moves > 0 && steps.iter().any(has_setup) {
            let message = "setup stones and a move in one node".to_owned();
            found.push((Defect::SetupWithMove, message, None));
        }
        if node.iter().any(is_padded_move) {
            let message = "a move has white space around it".to_owned();
            found.push((Defect::Value, message, None));
        }
        for step in steps {
            line.step(&step, node, &mut found);
        }
        let (number, variation) = (line.number(moves), line.place.variation);
        if found.is_empty() && unreadable.is_none() {
            return Ok(());
        }
        let text_line = self.line_at(offset);
        let finding = |number, (defect, message, repeats)| Finding {
            defect,
            number,
            variation,
            line: text_line,
            repeats,
            message,
        };
        let found = found.into_iter().map(|found| finding(number, found));
        self.checked.findings.extend(found);
        if let Some(fault) = unreadable {
            if let Some(line) = &mut self.line {
                line.place.is_broken = true;
            }
            let (defect, message) = described(&fault);
            let number = Some(number.map_or(1, |number| number + 1));
            let finding = finding(number, (defect, message, None));
            self.checked.findings.push(finding);
        }
        Ok(())
    }

    /// Reads the first node, and sets up the board.
    fn root(&mut self, node: &[Property], offset: usize) -> Result<(), SgfError> {
        let header = Header::new(node, &ReadOptions::default())?;
        self.read_header(&header, offset);
        self.line = Some(LineOfPlay::new(&header, self.checked.rules));
        Ok(())
    }

    /// Records the properties of the whole game, and their defects.
    fn read_header(&mut self, header: &Header, offset: usize) {
        for (defect, message) in &header.mended {
            self.find(*defect, offset, message.clone());
        }
        for identifier in &header.repeated {
            let message = format!("{identifier} is there more than once; the last one counts");
            self.find(Defect::Repeated, offset, message);
        }
        let (name, used) = (header.encoding.trim(), self.checked.encoding);
        match named(name.as_bytes()) {
            None if !name.is_empty() => {
                let message = format!("'{name}' is not known; the text is read as {used}");
                self.find(Defect::Encoding, offset, message);
            }
            Some(stated) if stated == UTF_8 && used == WINDOWS_1252.name() => {
                let message = format!("the bytes are not {name}; the text is read as {used}");
                self.find(Defect::Encoding, offset, message);
            }
            _ => {}
        }
        if let (Some(name), None) = (&header.foreign_rules, self.options.rules) {
            let message = format!(
                "'{}' rules are not known: moves are checked under simple ko with suicide \
                 allowed, and the result is not compared with the score",
                name.trim()
            );
            self.find(Defect::Rules, offset, message);
        }
        if let Some(komi) = &header.unreadable_komi {
            let message = format!("'{}' is not a number", komi.trim());
            self.find(Defect::Komi, offset, message);
        }
        if let Some(written) = &header.fox_komi {
            let message = format!("'{written}' is read as {}, as Fox means it", header.komi);
            self.find(Defect::Komi, offset, message);
        }
        if let Some(written) = &header.excessive_komi {
            let area = header.size.area();
            let message = format!("'{written}' is beyond the {area} points of the board");
            self.find(Defect::Komi, offset, message);
        }
        let checked = &mut self.checked;
        checked.size = Some(header.size);
        checked.rules_are_known |= header.rules_basis == RulesBasis::Named;
        checked.rules = self.options.rules.unwrap_or(header.rules);
        checked.result.clone_from(&header.result);
    }

    /// Compares the handicap with the number of black stones in the start position.
    fn compare_handicap(&mut self, handicap: usize, stones: usize) {
        if handicap < 2 || handicap == stones {
            return;
        }
        let found = match stones {
            0 => "no black stones are".to_owned(),
            1 => "1 black stone is".to_owned(),
            _ => format!("{stones} black stones are"),
        };
        let message = format!("HA[{handicap}], but {found} set up");
        self.find(Defect::Handicap, 0, message);
    }

    /// Reports properties in lower case.
    fn find_lower_case(&mut self, nodes: &Nodes) {
        if let Some((identifier, offset)) = nodes.lower_case() {
            let message =
                format!("properties in lower case, such as '{identifier}', are read as capitals");
            self.find(Defect::LowerCase, offset, message);
        }
    }

    /// Records the results of the main line: handicap, moves, fingerprint and score.
    fn end_main_line(&mut self) {
        let Some(line) = &self.line else { return };
        self.checked.moves = line.place.moves;
        let (start, is_broken) = (*line.game.start(), line.place.is_broken);
        if !is_broken || line.place.moves > 0 {
            self.compare_handicap(start.handicap, start.stones.black.len());
        }
        let Some(line) = &self.line else { return };
        if is_broken {
            return;
        }
        if self.options.fingerprints {
            self.checked.fingerprint = line.fingerprint();
        }
        if let Some(judge) = self.options.score
            && self.checked.rules_are_known
        {
            let (score, contradiction) =
                claim::compare(&self.checked.result, &line.game, line.dead(), judge);
            self.checked.score = score;
            if let Some(message) = contradiction {
                self.find(Defect::Result, 0, message);
            }
        }
    }

    /// Adds a defect of the whole game.
    fn find(&mut self, defect: Defect, offset: usize, message: String) {
        let line = self.line_at(offset);
        self.checked.findings.push(Finding {
            defect,
            number: None,
            variation: 0,
            line,
            repeats: None,
            message,
        });
    }

    fn fail(&mut self, fault: &SgfError) {
        let offset = match fault {
            SgfError::Broken { offset } => *offset,
            SgfError::Truncated => self.text.len(),
            _ => 0,
        };
        let (defect, message) = match fault {
            // The offset is in bytes of this game after decoding, which help nobody.
            SgfError::Broken { .. } => {
                let (line, column) = (self.line_at(offset), self.column_at(offset));
                let message = format!("not SGF from line {line}, column {column} on");
                (Defect::Syntax, message)
            }
            _ => described(fault),
        };
        self.find(defect, offset, message);
    }

    /// Returns the column of an offset, in characters from 1.
    fn column_at(&self, offset: usize) -> usize {
        let before = &self.text[..offset];
        match before.rsplit_once('\n') {
            Some((_, line)) => line.chars().count() + 1,
            None => self.first_column + before.chars().count(),
        }
    }

    fn line_at(&mut self, offset: usize) -> usize {
        let (from, line) = self.latest;
        let text = self.text.as_bytes();
        let line = match text.get(from..offset) {
            Some(between) => line + line_ends(between),
            None => self.first_line + line_ends(&text[..offset]),
        };
        self.latest = (offset, line);
        line
    }
}

fn described(fault: &SgfError) -> (Defect, String) {
    let defect = match fault {
        SgfError::OtherGame => Defect::OtherGame,
        SgfError::Size => Defect::Size,
        SgfError::Setup(_) => Defect::Setup,
        SgfError::Value { .. } => Defect::Value,
        _ => Defect::Syntax,
    };
    (defect, fault.to_string())
}

#[cfg(test)]
mod tests;

//! One check: what is right, where that is said, who notices, and how it is found out.

use std::collections::BTreeSet;

use clap::ValueEnum;
use serde::Serialize;

use super::ability::Ability;
use super::behaviour;
use super::learn::Learned;
use super::subject::{Subject, Unanswered};
use crate::cli::expected::ExpectedAnswer;
use ponnuki::board::{BoardSize, Color, named_enum};

named_enum! {
    names only:
    /// How binding a check is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum CheckLevel {
        /// The specification of GTP version 2, draft 2, or the rules of the game demand it.
        Must = "must",
        /// Named clients need it.
        Should = "should",
        /// A command that engines may offer has this form.
        May = "may",
    }
}

/// The clients that notice a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Client {
    /// Sabaki
    Sabaki,
    /// GoGui's window
    Gogui,
    /// gogui-twogtp and other runners of matches
    Twogtp,
    /// The client of the Computer Go Server
    Cgos,
    /// kgsGtp
    Kgs,
    /// gtp2ogs, for online-go.com
    Ogs,
    /// Lizzie and its successors
    Lizzie,
}

/// How a check is carried out.
#[derive(Debug)]
pub(super) enum Procedure {
    /// Commands and expected answers.
    Steps(Vec<CheckStep>),
    /// A function of the program.
    Code(Code),
    /// Random games, which are played once for all of these checks.
    Games,
    /// All that the engine has written so far, whatever it was asked.
    Standing,
}

/// A check as a function.
pub(super) type Code = fn(&mut Subject<'_>, &Learned) -> Judgement;

/// The verdict on a check, unless a question to the engine got no answer.
pub(super) type Judgement = Result<CheckVerdict, Unanswered>;

/// One step of a check in data.
#[derive(Debug)]
pub(super) enum CheckStep {
    /// Sends a command that must succeed, or the check cannot be carried out.
    Prepare(&'static str),
    /// Sends a command, whose answer the next step checks.
    Send(&'static str),
    /// Sends bytes as they are.
    SendBytes(Vec<u8>),
    /// Reads an answer and compares it.
    Expect(Expected),
    /// Compares the stones of a colour.
    Stones(Color, Vec<&'static str>),
}

/// The expected answer.
#[derive(Debug)]
pub(super) struct Expected {
    /// The line of the file after its first word, for messages.
    pub(super) line: &'static str,
    /// The id; `None` for that of the command.
    pub(super) id: Option<u32>,
    /// Whether it is a success; `None` if either will do.
    pub(super) is_success: Option<bool>,
    text: Option<ExpectedAnswer>,
}

impl Expected {
    /// Returns whether an answer meets the expectation.
    pub(super) fn is_met_by(&self, is_success: bool, text: &str) -> bool {
        let expected = self.text.as_ref();
        self.is_success.is_none_or(|wanted| wanted == is_success)
            && expected.is_none_or(|expected| expected.is_met_by(text))
    }

    fn parse(line: &'static str) -> Result<Self, String> {
        let is_success = match line.as_bytes()[0] {
            b'=' => Some(true),
            b'?' => Some(false),
            _ => None,
        };
        let text = line[1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
        let id = line[1..line.len() - text.len()].parse().ok();
        let text = ExpectedAnswer::parse(0, text.trim())?;
        Ok(Self {
            line,
            id,
            is_success,
            text,
        })
    }
}

/// The verdict on a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CheckVerdict {
    /// The engine is right.
    Pass,
    /// The engine is wrong: what was expected, and what came.
    Fail(String),
    /// The check does not concern this engine.
    NotApplicable(String),
    /// The check could not be carried out.
    NotDetermined(String),
    /// The check rests on an ability that the engine lacks.
    RestsOn(Ability),
}

/// Returns the failure of an expectation.
pub(super) fn fail(text: impl Into<String>) -> CheckVerdict {
    CheckVerdict::Fail(text.into())
}

/// Returns that a check could not be carried out.
pub(super) fn undetermined(text: impl Into<String>) -> CheckVerdict {
    CheckVerdict::NotDetermined(text.into())
}

/// A check.
#[derive(Debug)]
pub(super) struct ConformCheck {
    pub(super) name: &'static str,
    pub(super) level: CheckLevel,
    /// A sentence that states the right behaviour.
    pub(super) text: &'static str,
    /// Where that is said.
    pub(super) source: &'static str,
    /// The clients that notice a failure.
    pub(super) who: Vec<Client>,
    /// Public threads about it.
    pub(super) thread: &'static str,
    /// The commands that the engine must list.
    needs: Vec<&'static str>,
    /// The abilities without which a failure is no finding.
    rests: BTreeSet<Ability>,
    /// Whether colours are sent as the check writes them, whatever the engine knows.
    pub(super) is_literal: bool,
    /// Facts about the engine that must have been learned.
    conditions: Vec<(&'static str, &'static str)>,
    /// The side of the board; `None` if the check sets none up.
    pub(super) size: Option<BoardSize>,
    /// An SGF record for the engine to read. `{record}` in a command is the path of its file.
    pub(super) record: Option<&'static str>,
    /// Whether it takes long, so that it runs after the others.
    is_long: bool,
    /// Whether it begins with a new process.
    pub(super) needs_start: bool,
    pub(super) procedure: Procedure,
}

impl ConformCheck {
    /// Parses one block of a file of checks.
    ///
    /// # Errors
    /// The first line that is wrong.
    fn parse(level: CheckLevel, block: &'static str) -> Result<Self, String> {
        let mut check = Self {
            name: "",
            level,
            text: "",
            source: "",
            who: Vec::new(),
            thread: "",
            needs: Vec::new(),
            rests: BTreeSet::new(),
            is_literal: false,
            conditions: Vec::new(),
            size: Some(BoardSize::square(9).map_err(|error| error.to_string())?),
            record: None,
            is_long: false,
            needs_start: false,
            procedure: Procedure::Steps(Vec::new()),
        };
        let mut steps = Vec::new();
        for line in block.lines().filter(|line| !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let words = || rest.split_ascii_whitespace();
            match word {
                "check" => check.name = rest,
                "text" => check.text = rest,
                "source" => check.source = rest,
                "thread" => check.thread = rest,
                "who" => {
                    check.who = words()
                        .map(|name| Client::from_str(name, false))
                        .collect::<Result<_, _>>()?;
                }
                "needs" => check.needs = words().collect(),
                "rests" => {
                    let named = |name| Ability::ALL.into_iter().find(|it| it.name() == name);
                    let rests: Option<BTreeSet<_>> = words().map(named).collect();
                    check.rests = rests.ok_or(line)?;
                }
                "literal" => check.is_literal = true,
                "if" => {
                    let condition = rest.split_once(' ').ok_or(line)?;
                    if !Learned::FACTS.contains(&condition.0) {
                        return Err(line.into());
                    }
                    check.conditions.push(condition);
                }
                "size" if rest == "none" => check.size = None,
                "size" => check.size = Some(rest.parse().map_err(|_| line)?),
                "record" => check.record = Some(rest),
                "coded" => {
                    let code = behaviour::code(check.name).ok_or(check.name)?;
                    check.procedure = Procedure::Code(code);
                }
                "games" => {
                    check.rests.extend([Ability::Plays, Ability::SameColor]);
                    check.procedure = Procedure::Games;
                }
                "standing" => {
                    check.size = None;
                    check.procedure = Procedure::Standing;
                }
                "long" => check.is_long = true,
                "new" => check.needs_start = true,
                ":" => steps.push(CheckStep::Prepare(rest)),
                ">" => steps.push(CheckStep::Send(rest)),
                ">>" => steps.push(CheckStep::SendBytes(unescaped(rest).ok_or(line)?)),
                "stones" => {
                    let mut words = words();
                    let color = words.next().and_then(Color::named).ok_or(line)?;
                    steps.push(CheckStep::Stones(color, words.collect()));
                }
                _ if line.starts_with(['=', '?', '*']) => {
                    steps.push(CheckStep::Expect(Expected::parse(line)?));
                }
                _ => return Err(line.into()),
            }
        }
        if !steps.is_empty() {
            check.rests.extend(rests(&steps, check.is_literal));
            check.procedure = Procedure::Steps(steps);
        }
        // The check that finds out about an ability does not rest on it.
        let name = check.name;
        check.rests.retain(|ability| ability.check() != name);
        Ok(check)
    }

    /// Returns an ability that the check rests on and the engine lacks.
    pub(super) fn lacking(&self, lacks: &BTreeSet<Ability>) -> Option<Ability> {
        self.rests.intersection(lacks).next().copied()
    }

    /// Returns whether a failure may be noticed by the named clients: optional commands are listed,
    /// so clients use them, but what engines need not do hurts nobody.
    pub(super) fn hurts_clients(&self) -> bool {
        self.level != CheckLevel::May
            || !self.needs.is_empty()
            || matches!(self.procedure, Procedure::Games)
    }

    /// Returns the verdict without a run, if the check does not concern this engine.
    pub(super) fn exemption(
        &self,
        subject: &Subject<'_>,
        learned: &Learned,
    ) -> Option<CheckVerdict> {
        if let Some(missing) = self.needs.iter().find(|name| !subject.knows(name)) {
            return Some(if learned.commands == 0 {
                undetermined("the engine's commands are not known")
            } else {
                CheckVerdict::NotApplicable(format!("the engine does not list {missing}"))
            });
        }
        if let Some(size) = self.size.filter(|&size| learned.refuses(size)) {
            let reason = format!("the engine refuses boards of {size}");
            return Some(CheckVerdict::NotApplicable(reason));
        }
        let mut conditions = self.conditions.iter();
        let (fact, value) = conditions.find(|(fact, value)| !learned.is(fact, value))?;
        let reason = format!("only for engines with {fact} {value}");
        Some(CheckVerdict::NotApplicable(reason))
    }

    /// Returns whether this client notices a failure.
    pub(super) fn concerns(&self, client: Client) -> bool {
        self.level != CheckLevel::Should || self.who.contains(&client)
    }
}

/// Returns the abilities that a failure of these steps may be due to.
fn rests(steps: &[CheckStep], is_literal: bool) -> BTreeSet<Ability> {
    let mut found = BTreeSet::new();
    let mut last_color = None;
    for step in steps {
        let (text, is_raw) = match step {
            CheckStep::Prepare(command) | CheckStep::Send(command) => {
                ((*command).to_owned(), is_literal)
            }
            CheckStep::SendBytes(bytes) => (String::from_utf8_lossy(bytes).into_owned(), true),
            CheckStep::Expect(_) | CheckStep::Stones(..) => continue,
        };
        if is_raw && text.starts_with(|letter: char| letter.is_ascii_digit()) {
            found.insert(Ability::Ids);
        }
        for line in text.lines() {
            let words: Vec<_> = line.split_ascii_whitespace().collect();
            let is_word = |word: &&str| ["black", "white"].contains(&word.to_lowercase().as_str());
            if is_raw && words.iter().any(is_word) {
                found.insert(Ability::ColorWords);
            }
            if line.contains("known_command") {
                found.insert(Ability::KnownCommand);
            }
            let color = words.get(1).copied().and_then(Color::named);
            match words[..] {
                ["play", _, vertex] => {
                    found.insert(Ability::Plays);
                    if vertex.eq_ignore_ascii_case("pass") {
                        found.insert(Ability::Passes);
                    }
                    if color.is_some() && color == last_color {
                        found.insert(Ability::SameColor);
                    }
                    last_color = color;
                }
                ["clear_board"] => last_color = None,
                _ => {}
            }
        }
    }
    found
}

/// Resolves the escapes of bytes to send. Returns `None` for an unknown one.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        bytes.push(match (byte, tail.first()) {
            (b'\\', Some(b'x')) => {
                let digits = std::str::from_utf8(tail.get(1..3)?).ok()?;
                rest = &tail[3..];
                u8::from_str_radix(digits, 16).ok()?
            }
            (b'\\', Some(letter)) => {
                rest = &tail[1..];
                match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'\\' => b'\\',
                    _ => return None,
                }
            }
            _ => *byte,
        });
    }
    Some(bytes)
}

/// Returns all checks in the order in which they run. Those of extensions may change the rules,
/// so they come late, long ones come later, and standing ones are judged by all that came before.
pub(super) fn all() -> Result<Vec<ConformCheck>, String> {
    let files = [
        (CheckLevel::Must, include_str!("must.checks")),
        (CheckLevel::Should, include_str!("should.checks")),
        (CheckLevel::May, include_str!("may.checks")),
    ];
    let mut checks = Vec::new();
    for (level, file) in files {
        let blocks = file.split("\n\n").map(str::trim);
        for block in blocks.filter(|block| block.lines().any(|line| line.starts_with("check "))) {
            checks.push(ConformCheck::parse(level, block)?);
        }
    }
    let is_standing = |check: &ConformCheck| matches!(check.procedure, Procedure::Standing);
    checks.sort_by_key(|check| (is_standing(check), check.is_long));
    Ok(checks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_says_what_is_right_and_who_says_so() {
        let mut names = BTreeSet::new();
        for check in all().unwrap() {
            let name = check.name;
            assert!(names.insert(name), "{name} is there twice");
            assert!(check.text.ends_with('.'), "{name}");
            assert!(!check.source.is_empty(), "{name} has no source");
            let is_for_clients = check.level == CheckLevel::Should;
            assert!(!is_for_clients || !check.who.is_empty(), "{name}");
            if let Procedure::Steps(steps) = check.procedure {
                let is_checked =
                    |step: &CheckStep| !matches!(step, CheckStep::Send(_) | CheckStep::Prepare(_));
                assert!(steps.iter().any(is_checked), "{name}");
            }
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let parse = |block| ConformCheck::parse(CheckLevel::Must, block).err();
        assert!(parse("check a\n> name\n= [b").is_none());
        for line in [
            "what is this",
            "who nobody",
            "= b]",
            "= [(]",
            ">> \\q",
            "stones red D4",
        ] {
            let block: &'static str = format!("check a\n{line}").leak();
            assert!(parse(block).is_some(), "{line}");
        }
        assert_eq!(unescaped("a\\n\\x00\\\\").unwrap(), b"a\n\0\\");
    }
}

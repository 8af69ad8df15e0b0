//! One check: what is right, where that is said, who notices, and how it is found out.

use std::collections::BTreeSet;

use clap::ValueEnum;
use serde::Serialize;

use super::ability::Ability;
use super::behaviour::{self, Code};
use super::learn::Learned;
use super::outcome::{CheckVerdict, undetermined};
use super::script::{CheckStep, rests};
use super::subject::Subject;
use ponnuki_core::board::{BoardSize, named_enum};

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
    /// Returns a check without a line, of an empty board of nine lines.
    fn new(level: CheckLevel) -> Self {
        Self {
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
            size: BoardSize::square(9).ok(),
            record: None,
            is_long: false,
            needs_start: false,
            procedure: Procedure::Steps(Vec::new()),
        }
    }

    /// Parses one block of a file of checks.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub(super) fn parse(level: CheckLevel, block: &'static str) -> Result<Self, String> {
        let mut check = Self::new(level);
        let mut steps = Vec::new();
        for line in block.lines().filter(|line| !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if let Some(step) = CheckStep::parse(line)? {
                steps.push(step);
            } else if !check.describe(word, rest).ok_or(line)?
                && !check.condition(word, rest).ok_or(line)?
                && !check.proceed(word).ok_or(check.name)?
            {
                return Err(line.into());
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

    /// Takes a line that says what the check is about. Returns whether it is one, or `None` if it
    /// is wrong.
    fn describe(&mut self, word: &str, rest: &'static str) -> Option<bool> {
        match word {
            "check" => self.name = rest,
            "text" => self.text = rest,
            "source" => self.source = rest,
            "thread" => self.thread = rest,
            "who" => {
                let clients = rest.split_ascii_whitespace();
                let clients = clients.map(|name| Client::from_str(name, false).ok());
                self.who = clients.collect::<Option<_>>()?;
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// Takes a line about the engines that are checked, or about the board and the start. Returns
    /// whether it is one, or `None` if it is wrong.
    fn condition(&mut self, word: &str, rest: &'static str) -> Option<bool> {
        match word {
            "needs" => self.needs = rest.split_ascii_whitespace().collect(),
            "rests" => {
                let named = |name| Ability::ALL.into_iter().find(|it| it.name() == name);
                let rests = rest.split_ascii_whitespace().map(named);
                self.rests = rests.collect::<Option<_>>()?;
            }
            "if" => {
                let (fact, values) = rest.split_once(' ')?;
                Learned::FACTS.contains(&fact).then_some(())?;
                self.conditions.push((fact, values));
            }
            "literal" => self.is_literal = true,
            "size" if rest == "none" => self.size = None,
            "size" => self.size = Some(rest.parse().ok()?),
            "record" => self.record = Some(rest),
            "long" => self.is_long = true,
            "new" => self.needs_start = true,
            _ => return Some(false),
        }
        Some(true)
    }

    /// Takes a line that says how the check is carried out, if not by steps. Returns whether it is
    /// one, or `None` if the check has no function.
    fn proceed(&mut self, word: &str) -> Option<bool> {
        match word {
            "coded" => self.procedure = Procedure::Code(behaviour::code(self.name)?),
            "games" => {
                self.rests.extend([Ability::Plays, Ability::SameColor]);
                self.procedure = Procedure::Games;
            }
            "standing" => {
                self.size = None;
                self.procedure = Procedure::Standing;
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// Returns whether the check may read fewer answers than there are.
    pub(super) fn reads_bytes(&self) -> bool {
        match &self.procedure {
            Procedure::Steps(steps) => steps
                .iter()
                .any(|step| matches!(step, CheckStep::SendBytes(_))),
            Procedure::Code(_) | Procedure::Games => true,
            Procedure::Standing => false,
        }
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
    fn every_ability_has_its_check() {
        let checks = all().unwrap();
        for ability in Ability::ALL {
            let check = checks.iter().find(|check| check.name == ability.check());
            let rests = &check.unwrap().rests;
            assert!(!rests.contains(&ability), "{}", ability.check());
        }
    }

    #[test]
    fn long_checks_come_late_and_those_that_stand_come_last() {
        let rank = |check: &ConformCheck| match check.procedure {
            Procedure::Standing => 2,
            _ => u8::from(check.is_long),
        };
        let ranks: Vec<_> = all().unwrap().iter().map(rank).collect();
        assert!(ranks.is_sorted());
        assert_eq!((ranks.first(), ranks.last()), (Some(&0), Some(&2)));
    }

    #[test]
    fn a_block_has_all_that_it_says() {
        let block = "check a\ntext It is.\nsource GTP\nwho kgs ogs\nthread b 7\nneeds undo\n\
                     if ko simple\nsize 5\nlong\nnew\nliteral\nrests plays\n> play white D4\n=";
        let check = ConformCheck::parse(CheckLevel::Should, block).unwrap();
        assert_eq!(
            [check.name, check.text, check.source],
            ["a", "It is.", "GTP"]
        );
        assert_eq!(check.who, [Client::Kgs, Client::Ogs]);
        assert_eq!(
            (check.thread, check.needs.as_slice()),
            ("b 7", &["undo"][..])
        );
        assert_eq!(check.conditions, [("ko", "simple")]);
        assert_eq!(check.size, BoardSize::square(5).ok());
        assert!(check.is_long && check.needs_start && check.is_literal);
        let rests = [Ability::Plays, Ability::ColorWords];
        assert_eq!(Vec::from_iter(check.rests.clone()), rests);
        assert!(check.concerns(Client::Kgs) && !check.concerns(Client::Gogui));
        let lacks = BTreeSet::from([Ability::ColorWords, Ability::Ids]);
        assert_eq!(check.lacking(&lacks), Some(Ability::ColorWords));
        let must = ConformCheck::parse(CheckLevel::Must, "check a\nsize none\n> name\n=").unwrap();
        assert!(must.concerns(Client::Gogui) && must.hurts_clients() && must.size.is_none());
        let may = ConformCheck::parse(CheckLevel::May, "check a\n> name\n=").unwrap();
        assert!(!may.hurts_clients());
    }

    #[test]
    fn a_wrong_line_is_named() {
        let parse = |line: &str| {
            let block: &'static str = format!("check a\n{line}").leak();
            ConformCheck::parse(CheckLevel::Must, block).err()
        };
        assert_eq!(parse("> name\n= [b"), None);
        for line in [
            "what is this",
            "who nobody",
            "rests nothing",
            "if komi 7",
            "if ko",
            "size 26",
            ">> \\q",
            "stones red D4",
        ] {
            assert_eq!(parse(line).as_deref(), Some(line));
        }
        assert!(parse("= [(]").unwrap().contains("regular expression"));
        assert_eq!(parse("coded").as_deref(), Some("a"));
    }
}

//! The rules by play: random games, whose moves are played on the engine and whose positions it
//! is asked about.
//!
//! Asks only questions whose answer is the same under every rule set that the engine may use.
//! No pass follows another, so that no game ends before its line.

mod answer;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::time::{Duration, Instant};

use super::learn::Learned;
use super::outcome::{CheckVerdict, Judgement, Unanswered, fail, undetermined};
use super::reply::Reply;
use super::shrink::shortest;
use super::subject::{StoneFinder, Subject, word};
use crate::cli::plain;
use answer::{common_answer, concerned, is_move, is_right, is_success, words};
use ponnuki_core::board::{BoardSize, Color, EyeRule, Point, PointSet, true_eyes};
use ponnuki_core::rules::{KoRule, Komi, Rules, Suicide};
use ponnuki_core::{Game, Move, RandomStream};
use ponnuki_formats::drawing::{Glyph, TextBoard};
use ponnuki_formats::sgf::{self, Record};

/// The sides of the boards.
const SIDES: [usize; 5] = [5, 7, 9, 13, 19];

/// The length of a game, in moves. Some engines remember no more than 500.
const MAX_MOVES: usize = 400;

/// After this many moves, all are taken back and played again. Some engines play all moves again
/// for each undo.
const MAX_UNDONE: usize = 100;

/// The largest area on which eyes are filled too and captures preferred, so that positions return.
const MAX_WILD_AREA: usize = 49;

/// How every other game begins, by Black and White in turn: a send-two-return-one at B1, which
/// random play rarely reaches.
const OPENING: [&str; 9] = ["A2", "C2", "B2", "D1", "E5", "B1", "E3", "A1", "C1"];

/// One move in this many is a pass.
const PASS_INTERVAL: u64 = 24;

/// After this many moves, and after each capture, the position is compared.
const COMPARISON_INTERVAL: usize = 10;

/// How many forbidden points a position is asked about, and how many stones of each colour.
const MAX_POINTS: usize = 3;

/// How many commands are sent together.
const BATCH: usize = 50;

/// The sum of the areas of the games on one board, and how many times as many are played in a
/// thorough run.
const AREA: usize = 200;
const THOROUGHNESS: usize = 100;

/// The share of the time for all checks that the games on one board may take, and again each
/// search for a short line.
const TIME_SHARE: u32 = 15;

/// The findings of the random games.
pub(super) struct Findings {
    /// The verdicts on the checks that fail or stay open, and the commands that show them.
    found: BTreeMap<&'static str, (CheckVerdict, Vec<String>)>,
    /// The verdict on the others.
    rest: CheckVerdict,
}

impl Findings {
    /// Returns the verdict on a check. Plays the line of a finding again, so that the dialogue shows
    /// it.
    pub(super) fn verdict(&self, check: &str, subject: &mut Subject<'_>) -> Judgement {
        match self.found.get(check) {
            Some((verdict, commands)) => replay(subject, commands).map(|_| verdict.clone()),
            None => Ok(self.rest.clone()),
        }
    }
}

/// A line whose last answer is wrong, and no other.
struct FailedLine {
    /// The check that it concerns.
    check: &'static str,
    line: Vec<String>,
    right: String,
    /// The answer, unless the engine died or hung.
    given: Option<String>,
}

impl FailedLine {
    /// Returns whether the engine is wrong. It may refuse every command but a legal play.
    fn is_certain(&self) -> bool {
        word(self.last()) == "play" || self.given.as_deref().is_some_and(is_success)
    }

    fn last(&self) -> &str {
        self.line.last().map_or("", String::as_str)
    }

    /// Says what was expected, and what came.
    fn sentence(&self) -> String {
        let (number, last) = (self.line.len(), self.last());
        let (right, given) = (&self.right, self.given.as_deref().unwrap_or("no answer"));
        let (expected, found) = (words(right), words(given));
        let difference =
            if is_success(given) && is_success(right) && expected.len().max(found.len()) > 1 {
                let [missing, surplus] = [&expected - &found, &found - &expected]
                    .map(|words| words.into_iter().collect::<Vec<_>>().join(" "));
                format!("missing `{missing}`, too many `{surplus}`")
            } else {
                format!("expected `{right}`, got `{given}`")
            };
        plain::line(&format!("command {number}, `{last}`: {difference}"))
    }
}

/// Sends commands to an engine. Returns its answers up to its death.
type Replay<'a> = dyn FnMut(&[String]) -> Result<Vec<String>, Unanswered> + 'a;

/// The games on one board.
struct Trial<'a> {
    /// The start of the game under each of the rules that the engine may have.
    start: Vec<Game>,
    /// The commands that the engine lists.
    commands: BTreeSet<String>,
    replay: &'a mut Replay<'a>,
    findings: &'a mut Findings,
    /// The time for the games, and again for each search for a short line.
    time: Duration,
}

impl Trial<'_> {
    /// Returns the games after a line.
    fn games(&self, line: &[String]) -> Vec<Game> {
        let mut games = self.start.clone();
        for command in line {
            common_answer(&mut games, command);
        }
        games
    }

    /// Returns a random game with questions for the checks that have not failed.
    fn line(&self, number: usize) -> Vec<String> {
        let size = self.start[0].size();
        let mut stream = RandomStream::new(size.area() as u64, number as u64);
        let (mut games, mut line) = (self.start.clone(), Vec::new());
        let mut opening = OPENING.iter().filter(|_| number.is_multiple_of(2));
        let add = |games: &mut [Game], line: &mut Vec<String>, command: String| {
            common_answer(games, &command);
            line.push(command);
            line.extend(self.questions(games));
        };
        for longest in [MAX_UNDONE, MAX_MOVES] {
            while games[0].turns().len() < longest {
                let opened = opening.next().map(|&name| name.to_owned());
                let Some(vertex) = opened.or_else(|| choose(&games, &mut stream)) else {
                    break;
                };
                let command = format!("play {} {vertex}", games[0].to_move());
                add(&mut games, &mut line, command);
            }
            if longest == MAX_UNDONE && self.is_asked("undo") {
                let forward = line.clone();
                for _ in 0..games[0].turns().len() {
                    add(&mut games, &mut line, "undo".to_owned());
                }
                games = self.games(&forward);
                line.extend(forward);
            }
        }
        line
    }

    /// Returns whether the engine lists a command, and its check has no finding yet.
    fn is_asked(&self, command: &str) -> bool {
        let is_listed = self.commands.contains(word(command));
        is_listed && !self.findings.found.contains_key(concerned(command))
    }

    /// Returns questions about the position, if it is one to compare. The stones come first,
    /// because other answers follow from them.
    fn questions(&self, games: &mut [Game]) -> Vec<String> {
        let game = &games[0];
        let is_compared = game.turns().last().is_none_or(|turn| {
            let removed = turn.captured | turn.suicided;
            !removed.is_empty() || game.turns().len().is_multiple_of(COMPARISON_INTERVAL)
        });
        if !is_compared {
            return Vec::new();
        }
        let color = game.to_move();
        let is_illegal =
            |&point: &Point| games.iter().all(|game| game.check(color, point).is_err());
        let illegal = game.board().empty().iter().filter(is_illegal).collect();
        let [black, white] = Color::BOTH.map(|color| game.board().stones(color));
        let some = |points: PointSet| points.iter().take(MAX_POINTS);
        let refused = [illegal, black, white].into_iter().flat_map(some);
        let mut points: Vec<_> = refused.collect();
        let with_color = |name| Color::BOTH.map(|color| format!("{name} {color}"));
        let with_points = |name, points: &[Point]| -> Vec<_> {
            let vertices = points.iter().map(|&point| game.size().coordinates(point));
            let command = |vertex| format!("{name} {color} {vertex}");
            vertices.map(command).collect()
        };
        let mut questions = with_color("list_stones").to_vec();
        questions.extend(with_points("play", &points));
        questions.extend(with_color("list_stones"));
        questions.extend(with_color("captures"));
        questions.push(format!("all_legal {color}"));
        points.extend(game.legal_points(color).first());
        questions.extend(with_points("is_legal", &points));
        questions
            .retain(|command| self.is_asked(command) && common_answer(games, command).is_some());
        questions
    }

    /// Plays a line on the engine, unless its answers depend on the rules. Returns it up to the
    /// first wrong answer.
    fn failure(&mut self, line: &[String]) -> Result<Option<FailedLine>, Unanswered> {
        let mut games = self.start.clone();
        let mut right = |command: &String| common_answer(&mut games, command);
        let Some(rights) = line.iter().map(&mut right).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let commands = self.commands(line);
        let replies = (self.replay)(&commands)?.into_iter();
        let mut replies = replies.skip(commands.len() - line.len());
        let mut given = None;
        let wrong = rights.iter().position(|right| {
            given = replies.next();
            !given.as_ref().is_some_and(|given| is_right(right, given))
        });
        Ok(wrong.map(|index| {
            let line = line[..=index].to_vec();
            let last_move = line.iter().rposition(|command| is_move(command));
            let is_refused = last_move.is_some_and(|at| !is_success(&rights[at]));
            let check = match concerned(&line[index]) {
                check @ ("rules-captures" | "rules-legal") => check,
                _ if line.iter().any(|command| command == "undo") => "rules-undo",
                _ if is_refused => "rules-refused",
                _ => "rules-play",
            };
            FailedLine {
                check,
                line,
                right: rights[index].clone(),
                given,
            }
        }))
    }

    /// Returns the commands that play a line from the start.
    fn commands(&self, line: &[String]) -> Vec<String> {
        let width = self.start[0].size().width();
        let start = [format!("boardsize {width}"), "clear_board".to_owned()];
        [&start, line].concat()
    }

    /// Plays games until the time is used up. After a failure, a game is played again without
    /// the questions of the check that has failed.
    fn run(&mut self, games: usize) -> Result<(), Unanswered> {
        let until = Instant::now() + self.time;
        let (mut number, mut is_over) = (0, false);
        while number < games && !is_over {
            let Some(mut failure) = self.failure(&self.line(number))? else {
                number += 1;
                is_over = Instant::now() > until;
                continue;
            };
            let verdict = if failure.is_certain() {
                failure = self.shortened(failure);
                fail(self.explanation(&failure))
            } else {
                undetermined(failure.sentence())
            };
            let finding = (verdict, self.commands(&failure.line));
            let earlier = self.findings.found.insert(failure.check, finding);
            if failure.check == "rules-play" || earlier.is_some() {
                let reason = format!("{} has failed: {}", failure.check, failure.sentence());
                self.findings.rest = undetermined(reason);
                break;
            }
        }
        Ok(())
    }

    /// Returns a failure of the same kind with a short line.
    fn shortened(&mut self, mut failure: FailedLine) -> FailedLine {
        let until = Instant::now() + self.time;
        let line = failure.line.clone();
        let (before, last) = line.split_at(line.len() - 1);
        // First try the line without undone moves and without queries.
        let games = self.games(before);
        let size = games[0].size();
        let made = games[0].turns().iter();
        let made = made.map(|turn| format!("play {} {}", turn.color, turn.action.name(size)));
        let moves = before.iter().filter(|command| is_move(command)).cloned();
        let simple: [Vec<_>; 2] = [made.collect(), moves.collect()];
        let mut fails = |line: &[String]| {
            if Instant::now() > until {
                return false;
            }
            let found = self.failure(line).ok().flatten().filter(|found| {
                found.line.len() == line.len()
                    && is_success(&found.right) == is_success(&failure.right)
                    && found.is_certain()
            });
            let is_alike = found.is_some();
            if let Some(found) = found {
                failure = found;
            }
            is_alike
        };
        let simple = simple.map(|moves| [&moves, last].concat());
        let line = simple.into_iter().find(|line| fails(line)).unwrap_or(line);
        let passing = |command: &String| {
            let (play, vertex) = command.rsplit_once(' ')?;
            (play.starts_with("play") && vertex != "pass").then(|| format!("{play} pass"))
        };
        shortest(line, passing, fails);
        failure
    }

    /// Says what was expected and came, with the position, the commands to paste and the game as
    /// SGF.
    fn explanation(&self, failure: &FailedLine) -> String {
        let game = &self.games(&failure.line)[0];
        let last = game.last_moves()[0];
        let glyph = |point| game.board().at(point).map_or(Glyph::Empty, Glyph::Stone);
        let board = TextBoard { colors: false }.draw(game.size(), last, glyph);
        let commands = self.commands(&failure.line).join("\n");
        let record = sgf::write(game, &Record::default());
        format!("{}\n{board}{commands}\n{record}", failure.sentence())
    }
}

/// Chooses a move that is legal under all rules. Returns `None` at the end of the game.
fn choose(games: &[Game], stream: &mut RandomStream) -> Option<String> {
    let game = &games[0];
    let (color, size) = (game.to_move(), game.size());
    if games.iter().any(|game| game.outcome().is_some()) {
        return None;
    }
    let is_legal = |&point: &Point| games.iter().all(|game| game.check(color, point).is_ok());
    let mut points: PointSet = game.board().empty().iter().filter(is_legal).collect();
    if size.area() > MAX_WILD_AREA {
        points -= true_eyes(game.board(), color, EyeRule::default());
    } else if stream.below(4) != Some(0) {
        let preview = |point| game.judge(color, point);
        let captures = |&point: &Point| preview(point).is_ok_and(|after| after.captured > 0);
        let capturing: PointSet = points.iter().filter(captures).collect();
        if !capturing.is_empty() {
            points = capturing;
        }
    }
    let can_pass = !game.would_end_by_pass();
    if can_pass && stream.below(PASS_INTERVAL) == Some(0) {
        points = PointSet::EMPTY;
    }
    let action = Move::from(points.choose(stream));
    (can_pass || action != Move::Pass).then(|| action.name(size))
}

/// Returns the starts under the rules that the engine may have, the strictest first. Where a rule
/// is unknown, the strictest and the most lenient one stand for all. Superko may come with a
/// button, which forgets earlier positions. If suicide of one stone is legal, simple ko has
/// several meanings.
fn starts(size: BoardSize, ko: Option<KoRule>, suicide: Option<Suicide>) -> Vec<Game> {
    let kos = match &ko {
        None => &[KoRule::Positional, KoRule::Unrestricted][..],
        Some(KoRule::Simple) if suicide.is_none_or(|known| known == Suicide::Allowed) => {
            &[KoRule::Simple, KoRule::Unrestricted]
        }
        Some(ko) => slice::from_ref(ko),
    };
    let unknown = &[Suicide::Forbidden, Suicide::Allowed][..];
    let suicides = suicide.as_ref().map_or(unknown, slice::from_ref);
    let mut games = Vec::new();
    for &ko in kos {
        for &suicide in suicides {
            for has_button in [false, true] {
                let mut rules = Rules::default();
                (rules.ko, rules.suicide, rules.has_button) = (ko, suicide, has_button);
                games.push(Game::new(size, rules, Komi::default()));
            }
        }
    }
    games
}

/// Plays games on all boards that the engine accepts.
pub(super) fn play(subject: &mut Subject<'_>, learned: &Learned) -> Result<Findings, Unanswered> {
    let mut findings = Findings {
        found: BTreeMap::new(),
        rest: CheckVerdict::NotApplicable("the engine refuses all boards".to_owned()),
    };
    let limits = subject.limits;
    let times = if limits.is_thorough { THOROUGHNESS } else { 1 };
    let mut commands = subject.commands.clone();
    if subject.finder != StoneFinder::List {
        // A wrong list is the matter of another check.
        commands.remove("list_stones");
    }
    let sizes = SIDES.map(BoardSize::square).into_iter().flatten();
    for size in sizes.filter(|&size| !learned.refuses(size)) {
        if let Some(reason) = subject.clear(size.width())? {
            findings.rest = undetermined(reason);
            break;
        }
        findings.rest = CheckVerdict::Pass;
        let mut trial = Trial {
            start: starts(size, learned.ko, learned.suicide),
            commands: commands.clone(),
            replay: &mut |commands| replay(subject, commands),
            findings: &mut findings,
            time: limits.total / TIME_SHARE,
        };
        trial.run((AREA * times / size.area()).max(1))?;
        if findings.rest != CheckVerdict::Pass {
            break;
        }
    }
    Ok(findings)
}

/// Sends commands to the engine. Returns its answers up to its death.
fn replay(subject: &mut Subject<'_>, commands: &[String]) -> Result<Vec<String>, Unanswered> {
    let mut replies = Vec::new();
    // After a death, they are sent one by one, so that the last one is known.
    for batch in [BATCH, 1] {
        subject.forget();
        replies.clear();
        for commands in commands.chunks(batch) {
            match subject.ask_all(commands) {
                Ok(more) => replies.extend(more.iter().map(Reply::meaning)),
                Err(Unanswered::Fault(_) | Unanswered::Withheld(_)) => break,
                Err(stop) => return Err(stop),
            }
        }
        if replies.len() == commands.len() {
            break;
        }
    }
    Ok(replies)
}

/// Returns the verdict without a game, if a check does not concern this engine.
pub(super) fn exemption(subject: &Subject<'_>, check: &str) -> Option<CheckVerdict> {
    let has_questions = subject.knows("is_legal") || subject.knows("all_legal");
    (check == "rules-legal" && !has_questions).then(|| {
        let reason = "the engine lists neither is_legal nor all_legal";
        CheckVerdict::NotApplicable(reason.to_owned())
    })
}

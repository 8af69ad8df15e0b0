//! Checks of behaviour that need more than commands and fixed answers.

use std::time::{Duration, Instant};

use super::ability::Ability;
use super::learn::Learned;
use super::outcome::{CheckVerdict, Judgement, Unanswered, fail, undetermined};
use super::probe;
use super::reply::Reply;
use super::subject::{EndCause, Subject};
use crate::cli::position::lenient;
use ponnuki_core::board::{BoardSize, Color, PointSet};
use ponnuki_core::game::Game;
use ponnuki_core::rules::Komi;

/// How long an engine may take to end: the default of Sabaki, and more than gtp2ogs waits.
const GRACE: Duration = Duration::from_secs(3);

/// The length of a long line, in bytes: more than `lz-analyze` with `avoid` and all points of a
/// board.
const LONG_LINE: usize = 5_000;

/// The number of moves that an engine is asked for on each board.
const GENERATED_MOVES: usize = 6;

/// How much the memory of an engine may grow in many short games, in KiB.
const MAX_GROWTH_KIB: u64 = 1 << 16;

/// How many games these are, and in a thorough run.
const GAMES: [usize; 2] = [400, 1_000];

/// The share of the time for all checks that these games may take.
const TIME_SHARE: u32 = 20;

/// Tolerance of the clock for a busy machine.
const CLOCK_ALLOWANCE: Duration = Duration::from_millis(300);

/// Commands of the specification that may be sent without arguments: they fail or change the
/// board alone.
const HARMLESS: &str = "boardsize fixed_handicap known_command komi list_commands loadsgf name \
                        place_free_handicap play set_free_handicap showboard time_left \
                        time_settings undo";

/// A check as a function.
pub(super) type Code = fn(&mut Subject<'_>, &Learned) -> Judgement;

/// Returns the function of a check that is marked as `coded`.
pub(super) fn code(check: &str) -> Option<Code> {
    Some(match check {
        "commands-known" => commands_known,
        "commands-work" => commands_work,
        "boardsize-real" => boardsize_real,
        "line-long" => line_long,
        "rules-consistent" => |_, learned| Ok(learned.consistency()),
        "genmove-legal" => genmove_legal,
        "time-absolute" => |subject, _| timed(subject, 3, false),
        "time-canadian" => |subject, _| timed(subject, 2, true),
        "score-counted" => score_counted,
        "score-komi" => |subject, _| compare_komi(subject, true),
        "score-komi-again" => |subject, _| compare_komi(subject, false),
        "score-handicap" => score_handicap,
        "score-dead" => score_dead,
        "analyze-lz" => |subject, _| analyze(subject, "lz-analyze"),
        "analyze-kata" => |subject, _| analyze(subject, "kata-analyze"),
        "memory-bounded" => memory_bounded,
        "quit-answered" => quit_answered,
        "quit-ends" => quit_ends,
        "input-end" => input_end,
        "signal-term" => signal_term,
        _ => return None,
    })
}

/// Passes if nothing failed.
fn passes(failure: Option<String>) -> CheckVerdict {
    failure.map_or(CheckVerdict::Pass, CheckVerdict::Fail)
}

/// Asks a command that must succeed. An error becomes the verdict.
macro_rules! succeed {
    ($subject:ident, $($command:tt)*) => {{
        let command = format!($($command)*);
        let reply = $subject.ask(&command)?;
        if !reply.is_success {
            return Ok(fail(format!("expected success of `{command}`, got `{}`", reply.line())));
        }
        reply
    }};
}

fn commands_known(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    let names: Vec<_> = subject.commands.iter().cloned().collect();
    if names.is_empty() {
        return Ok(undetermined("the engine's commands are not known"));
    }
    let question = |name| format!("known_command {name}");
    let replies = subject.ask_all(&names.iter().map(question).collect::<Vec<_>>())?;
    let answers = names.iter().zip(&replies);
    let unknown = answers.filter(|(_, reply)| reply.text != "true");
    let unknown: Vec<_> = unknown
        .map(|(name, reply)| format!("{name} `{}`", reply.line()))
        .collect();
    let failure = || format!("expected `= true` of {}", unknown.join(", "));
    Ok(passes((!unknown.is_empty()).then(failure)))
}

fn commands_work(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    for command in HARMLESS.split(' ') {
        let is_unanswered =
            command == "known_command" && subject.lacks.contains(&Ability::KnownCommand);
        if subject.knows(command) && !is_unanswered {
            let reply = subject.ask(command)?;
            if reply.text == "unknown command" {
                let line = reply.line();
                return Ok(fail(format!("{command} is listed, but answered `{line}`")));
            }
        }
    }
    Ok(CheckVerdict::Pass)
}

fn boardsize_real(subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
    for &side in &learned.sizes {
        if let Some(reason) = subject.clear(side)? {
            return Ok(fail(reason));
        }
        // The corner of the board, and that of a larger one.
        for (side_of_corner, color, is) in [(side, "black", "is"), (side + 1, "white", "is not")] {
            let Ok(size) = BoardSize::square(side_of_corner) else {
                continue;
            };
            let Some(corner) = size.iter().last().filter(|_| side_of_corner > 1) else {
                continue;
            };
            let corner = size.coordinates(corner);
            let reply = subject.ask(format_args!("play {color} {corner}"))?;
            if reply.is_refusal == (is == "is") {
                let line = reply.line();
                return Ok(fail(format!(
                    "expected that {corner} {is} on the board of size {side}, got `{line}`"
                )));
            }
        }
    }
    Ok(CheckVerdict::Pass)
}

fn line_long(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    let line = format!("11 known_command {}\n", "x".repeat(LONG_LINE));
    subject.send_bytes(line.as_bytes())?;
    let reply = subject.read_any()?;
    let strays = subject.strays()?;
    let is_right = subject.answers_to(&reply, "11") && strays.is_empty();
    let (line, more) = (reply.line(), strays.len());
    Ok(passes((!is_right).then(|| {
        format!("expected one answer with the id 11, got `{line}` and {more} more answers")
    })))
}

/// Plays a generated move. Returns what is wrong with it.
fn follow(reply: &Reply, game: &mut Game, color: Color) -> Option<String> {
    let vertex = reply.text.as_str();
    if !reply.is_success {
        return Some(format!("expected a move, got `{}`", reply.line()));
    }
    if vertex.eq_ignore_ascii_case("resign") {
        game.resign(color);
        return None;
    }
    let point = game.size().point_named(vertex);
    if point.is_none() && !vertex.eq_ignore_ascii_case("pass") {
        return Some(format!(
            "expected a vertex of the board, pass or resign, got `{vertex}`"
        ));
    }
    let reason = game.play(color, point.into()).err()?;
    Some(format!("expected a legal move, got {vertex}: {reason}"))
}

fn genmove_legal(subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
    let rules = learned.rules.unwrap_or_else(lenient);
    let sizes = [5, 9, 19].map(BoardSize::square).into_iter().flatten();
    for size in sizes.filter(|size| learned.sizes.contains(&size.width())) {
        if subject.clear(size.width())?.is_some() {
            continue;
        }
        let mut game = Game::new(size, rules, Komi::default());
        for _ in 0..GENERATED_MOVES {
            let color = game.to_move();
            let reply = subject.ask(format_args!("genmove {color}"))?;
            if let Some(failure) = follow(&reply, &mut game, color) {
                let is_point = game.size().point_named(&reply.text).is_some();
                if is_point && subject.has_stone(&reply.text)? == Some(false) {
                    return Ok(undetermined(
                        "generated moves are not played (genmove-plays)",
                    ));
                }
                return Ok(fail(failure));
            }
            if game.outcome().is_some() {
                break;
            }
        }
    }
    Ok(CheckVerdict::Pass)
}

/// Asks for six moves of Black on one clock, with an answer of White's after each, and returns
/// whether they took longer than it allows. `stones` is that of `time_left`, 0 for absolute time.
fn timed(subject: &mut Subject<'_>, seconds: u32, is_canadian: bool) -> Judgement {
    const MOVES: u32 = 6;
    let given = Duration::from_secs(seconds.into());
    let settings = if is_canadian {
        format!("0 {seconds} {MOVES}")
    } else {
        format!("{seconds} 0 0")
    };
    succeed!(subject, "time_settings {settings}");
    let waits = |subject: &Subject<'_>| subject.process_id().map_or(Duration::ZERO, queue_wait);
    let before = waits(subject);
    let mut used = Duration::ZERO;
    for made in 0..MOVES {
        let left = given.saturating_sub(used).as_secs();
        let stones = if is_canadian { MOVES - made } else { 0 };
        succeed!(subject, "time_left black {left} {stones}");
        let begun = Instant::now();
        let reply = succeed!(subject, "genmove black");
        used += begun.elapsed();
        if used > given + CLOCK_ALLOWANCE {
            let waited = waits(subject).saturating_sub(before);
            if used.saturating_sub(waited) <= given {
                return Ok(undetermined("other programs keep this machine busy"));
            }
            let used = used.as_secs_f64();
            return Ok(fail(format!(
                "expected {MOVES} moves within {seconds} s, but {} took {used:.1} s",
                made + 1
            )));
        }
        if reply.text.eq_ignore_ascii_case("resign") {
            break;
        }
        subject.ask("play white pass")?;
    }
    // The limits end with the check.
    subject
        .ask("time_settings 0 1 0")
        .map(|_| CheckVerdict::Pass)
}

/// Returns how long the threads of a process have waited for a processor, where the system says so.
fn queue_wait(id: u32) -> Duration {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{id}/task")) else {
        return Duration::ZERO;
    };
    let wait = |thread: std::io::Result<std::fs::DirEntry>| {
        let text = system_file(&format!("{}/schedstat", thread.ok()?.path().display()))?;
        text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
    };
    Duration::from_nanos(threads.filter_map(wait).sum())
}

/// Reads a file of the system.
#[expect(clippy::disallowed_methods, reason = "these files cannot block")]
fn system_file(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn score_counted(subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
    if learned.scoring.is_some() {
        return Ok(CheckVerdict::Pass);
    }
    let expected = probe::possible_scores();
    match probe::played_score(subject, false, 0.5)? {
        Some(given) if !expected.contains(&given) => Ok(fail(format!(
            "expected one of {expected:?} points for Black, got {given}"
        ))),
        Some(_) => Ok(CheckVerdict::Pass),
        None => Ok(undetermined("the finished board could not be scored")),
    }
}

/// Compares the scores of the finished board with two komi, of two processes if `restarts`.
fn compare_komi(subject: &mut Subject<'_>, restarts: bool) -> Judgement {
    let small = probe::played_score(subject, false, 0.5)?;
    if restarts {
        subject.end();
    }
    let large = probe::played_score(subject, false, 10.5)?;
    let (Some(small), Some(large)) = (small, large) else {
        return Ok(undetermined("the finished board could not be scored"));
    };
    let (expected, is_wrong) = (small - 10.0, (small - large - 10.0).abs() > f64::EPSILON);
    Ok(passes(is_wrong.then(|| {
        format!("expected {expected} points for Black with komi 10.5, got {large}")
    })))
}

fn score_handicap(subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
    let (Some(rules), None) = (learned.rules, learned.handicap_bonus) else {
        return Ok(CheckVerdict::Pass);
    };
    if learned.scoring.is_none() {
        return Ok(undetermined("the rules of counting are not known"));
    }
    let Some(given) = probe::played_score(subject, true, 0.5)? else {
        return Ok(undetermined("the finished board could not be scored"));
    };
    let expected = probe::handicap_scores(rules);
    Ok(fail(format!(
        "expected one of {expected:?} points for Black after two handicap stones, got {given}"
    )))
}

fn score_dead(subject: &mut Subject<'_>, learned: &Learned) -> Judgement {
    let (Some(rules), Some(_)) = (learned.rules, learned.scoring) else {
        return Ok(undetermined("the rules of counting are not known"));
    };
    let Some(mut game) = probe::finished(rules, false) else {
        return Ok(undetermined("no game"));
    };
    if probe::played_score(subject, false, 0.5)?.is_none() {
        return Ok(undetermined("the finished board could not be scored"));
    }
    // A white stone that no one can save.
    for (color, vertex) in [(Color::Black, "A1"), (Color::White, "C7")] {
        let action = game.size().point_named(vertex);
        if game.play(color, action.into()).is_err()
            || !subject.accepts(format_args!("play {color} {vertex}"))?
        {
            return Ok(undetermined("the last moves were refused"));
        }
    }
    let score = succeed!(subject, "final_score").text;
    let dead = succeed!(subject, "final_status_list dead").text;
    let size = game.size();
    let names = dead.split_ascii_whitespace();
    let points: Option<PointSet> = names.map(|name| size.point_named(name)).collect();
    let (Some(points), Some(given)) = (points, probe::margin(&score)) else {
        let got = format!("`{dead}` and `{score}`");
        return Ok(fail(format!("expected points and a score, got {got}")));
    };
    let expected = game.score_of(game.margin_without(&points));
    let is_wrong = (expected.value() - given).abs() > f64::EPSILON;
    Ok(passes(is_wrong.then(|| {
        format!("expected {expected} without the dead stones `{dead}`, got {score}")
    })))
}

/// Lets the engine analyse, and ends that with another command, then with an empty line.
fn analyze(subject: &mut Subject<'_>, command: &str) -> Judgement {
    let is_report = |line: &str| {
        line.starts_with("info move ") && line.contains(" visits ") && line.contains(" winrate ")
    };
    succeed!(subject, "play black D4");
    for (id, end) in [
        ("21", "31 protocol_version\n"),
        ("22", "\n32 protocol_version\n"),
    ] {
        subject.send_bytes(format!("{id} {command} white 10\n").as_bytes())?;
        std::thread::sleep(Duration::from_millis(300));
        subject.send_bytes(end.as_bytes())?;
        let reports = subject.read_any()?;
        let other = reports.text.lines().find(|line| !is_report(line));
        if !subject.answers_to(&reports, id) || !reports.is_success || other.is_some() {
            let line = other.unwrap_or(&reports.text);
            return Ok(fail(format!(
                "expected `={id}` and lines `info move ... visits ... winrate ...`, got `{line}`"
            )));
        }
        let after = subject.read_any()?;
        if !subject.answers_to(&after, &end.trim()[..2]) {
            return Ok(fail(format!(
                "expected the answer to the command with the id after the analysis, got `{}`",
                after.line()
            )));
        }
    }
    Ok(CheckVerdict::Pass)
}

fn memory_bounded(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    let game = [
        "clear_board",
        "play black D4",
        "play white F6",
        "play black F4",
    ];
    let [few, many] = GAMES;
    let games = if subject.limits.is_thorough {
        many
    } else {
        few
    };
    let until = Instant::now() + subject.limits.total / TIME_SHARE;
    let mut play = |games: usize| -> Result<Option<u64>, Unanswered> {
        for _ in 0..games {
            if Instant::now() > until {
                return Ok(None);
            }
            subject.ask_all(&game)?;
        }
        Ok(subject.process_id().and_then(memory_kib))
    };
    let (Some(before), Some(after)) = (play(games / 10)?, play(games)?) else {
        return Ok(undetermined(
            "the games take too long, or the system does not show the memory",
        ));
    };
    let growth = after.saturating_sub(before);
    let more = growth / 1024;
    Ok(passes((growth > MAX_GROWTH_KIB).then(|| {
        format!("expected the same memory after {games} games, got {more} MiB more")
    })))
}

/// Returns the memory that a process holds, in KiB, where the system shows it in files.
fn memory_kib(id: u32) -> Option<u64> {
    let status = system_file(&format!("/proc/{id}/status"))?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

fn quit_answered(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    subject.restart()?;
    succeed!(subject, "quit");
    subject.end();
    Ok(CheckVerdict::Pass)
}

fn quit_ends(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    subject.restart()?;
    subject.send_bytes(b"quit\n")?;
    Ok(ends(subject, EndCause::Command))
}

fn input_end(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    subject.restart()?;
    Ok(ends(subject, EndCause::InputEnd))
}

fn signal_term(subject: &mut Subject<'_>, _: &Learned) -> Judgement {
    if cfg!(not(unix)) {
        return Ok(undetermined("this system has no such signal"));
    }
    subject.restart()?;
    Ok(ends(subject, EndCause::Signal))
}

/// Does something to the engine that must end it, and judges whether it ends soon.
fn ends(subject: &mut Subject<'_>, cause: EndCause) -> CheckVerdict {
    let Some(engine) = subject.take_engine() else {
        return undetermined("the engine has ended before");
    };
    let is_over = engine.ends_after(cause, GRACE);
    let seconds = GRACE.as_secs();
    passes((!is_over).then(|| format!("expected the end of the process within {seconds} s")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conform::subject::tests::{altered, right};

    /// Carries out a check of this name on an engine about which all is learned.
    fn verdict(mut subject: Subject<'_>, check: &str) -> CheckVerdict {
        let learned = Learned::new(&mut subject).unwrap();
        subject.clear(9).unwrap();
        code(check).unwrap()(&mut subject, &learned).unwrap()
    }

    /// Returns the sentence of a failure, or nothing.
    fn failure(subject: Subject<'_>, check: &str) -> String {
        match verdict(subject, check) {
            CheckVerdict::Fail(sentence) => sentence,
            _ => String::new(),
        }
    }

    #[test]
    fn our_own_engine_passes() {
        for check in [
            "commands-known",
            "commands-work",
            "boardsize-real",
            "line-long",
            "rules-consistent",
            "genmove-legal",
            "score-counted",
            "score-komi",
            "score-komi-again",
            "score-handicap",
            "score-dead",
            "quit-answered",
            "input-end",
        ] {
            assert_eq!(verdict(right(), check), CheckVerdict::Pass, "{check}");
        }
        assert!(code("no-such-check").is_none());
    }

    #[test]
    fn a_listed_command_that_is_unknown_is_named() {
        let lists_more = |line: &str, answer: String| {
            let is_list = line.ends_with("list_commands") && !line.contains("known_command");
            Some(if is_list {
                answer.replace("\n\n", "\nponder\n\n")
            } else {
                answer
            })
        };
        let sentence = failure(altered(lists_more), "commands-known");
        assert_eq!(sentence, "expected `= true` of ponder `= false`");
    }

    #[test]
    fn moves_that_are_illegal_or_no_vertices_are_told() {
        let size = BoardSize::square(9).unwrap();
        let mut game = Game::new(size, lenient(), Komi::default());
        let mut follow = |status: &str, text: &str, color| {
            let reply = Reply {
                is_success: status == "=",
                text: text.to_owned(),
                ..Reply::default()
            };
            super::follow(&reply, &mut game, color).unwrap_or_default()
        };
        assert_eq!(follow("=", "D4", Color::Black), "");
        assert_eq!(follow("=", "pass", Color::White), "");
        let occupied = follow("=", "D4", Color::Black);
        assert!(
            occupied.starts_with("expected a legal move, got D4: "),
            "{occupied}"
        );
        let words = "expected a vertex of the board, pass or resign, got `D44`";
        assert_eq!(follow("=", "D44", Color::Black), words);
        assert_eq!(
            follow("?", "no", Color::Black),
            "expected a move, got `? no`"
        );
        assert_eq!(follow("=", "RESIGN", Color::Black), "");
    }

    #[test]
    fn scores_that_leave_out_komi_or_keep_dead_stones_are_told() {
        let constant = |line: &str, answer: String| {
            let is_score = line.ends_with("final_score");
            let status = answer.split(' ').next()?.to_owned();
            Some(if is_score {
                status + " B+3.5\n\n"
            } else {
                answer
            })
        };
        let sentence = failure(altered(constant), "score-komi");
        assert_eq!(
            sentence,
            "expected -6.5 points for Black with komi 10.5, got 3.5"
        );
        let other_dead = |line: &str, answer: String| {
            let is_list = line.ends_with("final_status_list dead");
            let status = answer.split(' ').next()?.to_owned();
            Some(if is_list { status + " C7\n\n" } else { answer })
        };
        let sentence = failure(altered(other_dead), "score-dead");
        assert!(
            sentence.contains("without the dead stones `C7`"),
            "{sentence}"
        );
    }

    #[test]
    fn an_engine_that_goes_on_is_told() {
        // The scripted engine ends at the end of its input alone.
        let sentence = failure(right(), "quit-ends");
        assert_eq!(sentence, "expected the end of the process within 3 s");
    }
}

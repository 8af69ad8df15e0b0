//! The deviations from the protocol and the rules that the proxy commits.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::str;
use std::thread;
use std::time::Duration;

use ponnuki::{Board, Color, Coordinates, Preview};

use crate::proxy::{Position, Proxy, ProxyAnswer, ProxyCommand, say, sleep};
use DeviationKind::{
    Accepts, Allows, Asks, Does, Exits, Lacks, Refuses, Says, Turns, Undoes, Writes,
};

/// How an engine deviates.
#[derive(Clone, Copy)]
pub(crate) enum DeviationKind {
    /// Nothing is wrong.
    Nothing,
    /// An answer is written when the next line arrives.
    Holds,
    /// All answers are written at the end of the input.
    Keeps,
    /// Empty lines are answered.
    AnswersEmpty,
    /// Lines that hold only a comment are answered.
    AnswersComment,
    /// Signals and the end of the input are ignored.
    IgnoresEnd,
    /// Analyses do not stop at the next command.
    AnalysesOn,
    /// A command is refused.
    Refuses(fn(&Proxy, &ProxyCommand) -> bool),
    /// The engine is asked another command.
    Asks(fn(&Proxy, &ProxyCommand) -> String),
    /// A command succeeds without effect.
    Lacks,
    /// A command that the engine refuses is accepted, without effect.
    Accepts(fn(&Proxy, &ProxyCommand, &ProxyAnswer) -> bool),
    /// A play that the engine refuses is made, depending on its preview and the position after it.
    Allows(fn(&Proxy, &Preview, &Position) -> bool),
    /// Another position is reached, given the mover and the positions before and after.
    Turns(fn(&Proxy, Color, Position, Position) -> Option<Position>),
    /// A move is taken back after a command that succeeds, or that fails.
    Undoes(bool),
    /// The message of a success is another.
    Says(fn(&Proxy, &ProxyCommand, &str) -> String),
    /// The process ends instead of answering.
    Exits(fn(&ProxyCommand, &ProxyAnswer) -> bool),
    /// More is done before the answer is written.
    Does(fn(&mut Proxy, &ProxyCommand, &mut ProxyAnswer) -> io::Result<()>),
    /// The answer is written in another form.
    Writes(fn(&ProxyCommand, String) -> String),
}

/// A deviation.
#[derive(Clone, Copy)]
pub(crate) struct Deviation {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    /// The command that it concerns, or nothing for all.
    command: &'static str,
    pub(crate) kind: DeviationKind,
    /// Changes the written answers to all commands, if it is more than one deviation.
    pub(crate) form: Option<fn(&ProxyCommand, String) -> String>,
}

impl fmt::Debug for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Deviation {
    /// Returns how the engine deviates at this command, if it does.
    pub(crate) fn at(&self, command: &ProxyCommand) -> DeviationKind {
        match self.command {
            "" => self.kind,
            name if name == command.name() => self.kind,
            _ => DeviationKind::Nothing,
        }
    }
}

const fn row(
    name: &'static str,
    command: &'static str,
    meaning: &'static str,
    kind: DeviationKind,
) -> Deviation {
    Deviation {
        name,
        meaning,
        command,
        kind,
        form: None,
    }
}

/// Returns a row of an engine like one that people have written, with several deviations.
const fn engine(
    name: &'static str,
    meaning: &'static str,
    kind: DeviationKind,
    form: fn(&ProxyCommand, String) -> String,
) -> Deviation {
    Deviation {
        form: Some(form),
        ..row(name, "", meaning, kind)
    }
}

/// The commands that the specification requires, as `list_commands` answers.
const REQUIRED: &str = "protocol_version\nname\nversion\nknown_command\nlist_commands\nquit\nboardsize\n\
                        clear_board\nkomi\nplay\ngenmove";

/// Leaves the optional commands out of an answer to `list_commands`.
fn without_options(command: &ProxyCommand, answer: String) -> String {
    match command.name() {
        "list_commands" => format!("={} {REQUIRED}\n\n", command.id),
        _ => answer,
    }
}

/// All deviations: `p` for the proxy, `c` for the command and `a` for the answer.
#[rustfmt::skip] // One row a deviation, as long as it is.
pub(crate) static ALL: &[Deviation] = &[
    row("none", "", "Passes everything on", DeviationKind::Nothing),
    // The form of answers
    row("id-missing", "", "Leaves the ids out of answers", Writes(|c, a| a.replacen(&c.id, "", 1))),
    row("id-narrow", "", "Answers with ids modulo 65,536", Writes(|c, a| match c.id.parse::<u32>() {
        Ok(id) => a.replacen(&c.id, &(id as u16).to_string(), 1),
        Err(_) => a,
    })),
    row("answer-unended", "komi", "Ends the answer to komi with one line feed", Writes(|_, a| a.replace("\n\n", "\n"))),
    row("answer-crlf", "", "Ends lines with CR LF", Writes(|_, a| a.replace('\n', "\r\n"))),
    row("answer-glued", "", "Writes no blank after the status and the id", Writes(|_, a| a.replacen(' ', "", 1))),
    row("answer-control", "name", "Writes a control character after the name", Says(|_, _, a| format!("{a}\u{7}"))),
    row("answer-double", "clear_board", "Answers clear_board twice", Writes(|_, a| a.repeat(2))),
    row("answer-held", "", "Writes an answer when the next line arrives", DeviationKind::Holds),
    row("answer-slow", "", "Answers 300 ms late", Does(|_, _, _| {
        thread::sleep(Duration::from_millis(300));
        Ok(())
    })),
    row("error-line", "", "Writes two empty lines after an error", Writes(|_, a| {
        if a.starts_with('?') { a + "\n" } else { a }
    })),
    row("list-gap", "list_commands", "Writes an empty line into list_commands", Says(|_, _, a| a.replacen('\n', "\n\n", 1))),
    row("name-lines", "name", "Answers name with two lines", Says(|_, _, a| format!("{a}\n1.0"))),
    // The form of commands
    row("line-empty", "", "Answers empty lines", DeviationKind::AnswersEmpty),
    row("line-comment", "", "Answers lines that hold only a comment", DeviationKind::AnswersComment),
    row("comment-refused", "", "Refuses commands with a comment", Refuses(|_, c| c.line.contains(&b'#'))),
    row("cr-refused", "", "Refuses lines that end with CR LF", Refuses(|_, c| c.line.contains(&b'\r'))),
    row("tab-refused", "", "Refuses lines with a tab", Refuses(|_, c| c.line.contains(&b'\t'))),
    row("control-refused", "", "Refuses lines with other control characters", Refuses(|_, c| {
        c.line.iter().any(|byte| byte.is_ascii_control() && !b"\t\r\n".contains(byte))
    })),
    row("long-exit", "", "Exits at a line of more than 4,096 bytes", Exits(|c, _| c.line.len() > 4096)),
    row("bytes-exit", "", "Exits at a line that is not UTF-8", Exits(|c, _| str::from_utf8(&c.line).is_err())),
    row("case-ignored", "", "Reads the names of commands in any case", Asks(|_, c| {
        c.text().replacen(c.name(), &c.name().to_lowercase(), 1)
    })),
    // Commands of administration
    row("unknown-text", "", "Refuses unknown commands with another message", Does(|_, _, a| {
        if a.is_unknown() { *a = ProxyAnswer::new(false, "no such command"); }
        Ok(())
    })),
    row("unknown-accepted", "", "Accepts unknown commands", Accepts(|_, _, a| a.is_unknown())),
    row("unknown-exit", "", "Exits at an unknown command", Exits(|_, a| a.is_unknown())),
    row("known-yes", "known_command", "Answers known_command with yes or no", Says(|_, _, a| {
        a.replace("true", "yes").replace("false", "no")
    })),
    row("list-extra", "list_commands", "Lists a command that is unknown", Says(|_, _, a| format!("{a}\nponder"))),
    row("protocol-one", "protocol_version", "Answers protocol_version with 1", Says(|_, _, _| "1".into())),
    row("quit-silent", "quit", "Exits without answering quit", Exits(|_, _| true)),
    row("quit-stays", "quit", "Answers quit, but does not exit", Does(|p, c, a| {
        say(p.form(c, a).as_bytes())?;
        sleep()
    })),
    row("end-ignored", "", "Ignores SIGTERM and the end of its input", DeviationKind::IgnoresEnd),
    row("memory-kept", "clear_board", "Keeps 256 KiB more at every clear_board", Does(|p, _, _| {
        p.ballast.extend([1; 1 << 18]);
        Ok(())
    })),
    // Arguments
    row("column-i", "play", "Reads column I as J", Asks(|_, c| {
        let vertex = c.argument(1).replace(['i', 'I'], "J");
        format!("play {} {vertex}", c.argument(0))
    })),
    row("vertex-off", "play", "Accepts plays off the board, without effect", Accepts(|p, c, _| {
        c.argument(1).parse::<Coordinates>().is_ok() && p.point(c).is_none()
    })),
    row("vertex-lower", "play", "Refuses vertices in lower case", Refuses(|p, c| {
        p.point(c).is_some() && c.argument(1).starts_with(char::is_lowercase)
    })),
    row("pass-capitals", "play", "Refuses PASS in upper case", Refuses(|_, c| c.argument(1) == "PASS")),
    row("color-word", "", "Refuses the colour white, but not w", Refuses(|_, c| c.argument(0) == "white")),
    row("resign-played", "play", "Accepts resign as a play, without effect", Accepts(|_, c, _| {
        c.argument(1).eq_ignore_ascii_case("resign")
    })),
    row("boardsize-word", "boardsize", "Accepts sizes that are not numbers, without effect", Accepts(|_, c, _| {
        c.argument(0).parse::<f64>().is_err()
    })),
    row("boardsize-zero", "boardsize", "Accepts the size 0, without effect", Accepts(|_, c, _| c.argument(0) == "0")),
    row("boardsize-kept", "boardsize", "Accepts sizes above 25, without effect", Accepts(|_, c, _| {
        c.argument(0).parse::<u32>().is_ok_and(|size| size > 25)
    })),
    row("boardsize-clears", "boardsize", "Clears the board when it refuses a size", Does(|p, _, a| {
        if !a.is_success { p.tell("clear_board")?; }
        Ok(())
    })),
    row("komi-negative", "komi", "Refuses negative komi", Refuses(|_, c| c.argument(0).starts_with('-'))),
    row("komi-cleared", "clear_board", "Sets komi to 0 when the board is cleared", Does(|p, _, _| p.tell("komi 0").map(drop))),
    // The rules
    row("occupied", "play", "Accepts plays on stones, without effect", Accepts(|p, c, _| p.is_occupied(c))),
    row("suicide", "play", "Allows suicide of two stones or more on 5x5", Allows(|p, preview, _| {
        preview.suicided > 1 && p.size.area() == 25
    })),
    row("ko-retake", "play", "Allows a ko to be retaken at once", Allows(|p, _, after| {
        p.positions.iter().rev().nth(1) == Some(after)
    })),
    row("undo-history", "undo", "Forgets earlier positions at an undo", Turns(|_, _, _, now| Some(now))),
    row("capture-two", "", "Loses a stone that captures two chains or more", Turns(|p, color, before, mut now| {
        let captured = before[!color] - now[!color];
        now[color] &= before[color];
        (captured.components(p.size).count() > 1).then_some(now)
    })),
    row("capture-left", "", "Leaves one of three captured stones or more", Turns(|p, color, before, now| {
        let captured = before[!color] - now[!color];
        let left = captured.iter().filter(|_| captured.len() > 2).map(|point| {
            let mut left = now;
            left[!color].insert(point);
            left
        });
        left.into_iter().find(|left| Board::with_stones(p.size, left).is_ok())
    })),
    row("color-twice", "play", "Refuses two moves in a row by one colour", Refuses(|p, c| p.mover == c.color())),
    row("pass-refused", "play", "Refuses passes", Refuses(|_, c| c.argument(1).eq_ignore_ascii_case("pass"))),
    row("corner-refused", "play", "Refuses plays at A1", Refuses(|_, c| c.argument(1).eq_ignore_ascii_case("a1"))),
    row("column-off", "play", "Plays columns K to N of 13x13 one to the left", Asks(|p, c| {
        let (color, vertex) = (c.argument(0), c.argument(1).to_uppercase());
        match vertex.as_bytes() {
            &[column @ b'K'..=b'N', ..] if p.size.width() == 13 => {
                format!("play {color} {}{}", char::from(column - 1), &vertex[1..])
            }
            _ => c.text(),
        }
    })),
    row("refusal-undo", "play", "Takes the last move back when it refuses a play", Undoes(false)),
    row("refusal-exit", "play", "Exits at a play that it refuses", Exits(|_, a| !a.is_success)),
    row("undo-captures", "undo", "Does not give captured stones back at an undo", Turns(|_, _, before, now| {
        let kept = Position { black: now.black & before.black, white: now.white & before.white };
        (kept != now).then_some(kept)
    })),
    row("undo-nothing", "undo", "Accepts undo without effect", Lacks),
    row("undo-twice", "undo", "Takes two moves back at an undo", Undoes(true)),
    row("undo-empty", "undo", "Accepts undo when there is no move", Accepts(|_, _, _| true)),
    row("undo-exit", "undo", "Exits at undo", Exits(|_, _| true)),
    // Questions
    row("stones-short", "list_stones", "Leaves the last stone out of list_stones", Says(|_, _, a| {
        a.rsplit_once(' ').map_or("", |(rest, _)| rest).into()
    })),
    row("legal-occupied", "is_legal", "Calls plays on stones legal", Says(|p, c, a| {
        if p.is_occupied(c) { "1".into() } else { a.into() }
    })),
    row("captures-count", "captures", "Counts one captured stone too many", Says(|_, _, a| {
        a.parse().map_or(a.into(), |count: u32| (count + 1).to_string())
    })),
    row("score-sign", "final_score", "Exchanges the colours in final_score", Says(|_, _, a| match a.as_bytes() {
        [b'B', ..] => a.replacen('B', "W", 1),
        _ => a.replacen('W', "B", 1),
    })),
    row("score-komi", "final_score", "Leaves the komi out of final_score", Does(|p, _, a| {
        if !a.is_success { return Ok(()); }
        let komi: f64 = p.tell("get_komi")?.message().parse().unwrap_or(0.0);
        let margin = a.message().replace("B+", "").replace("W+", "-");
        let margin = margin.parse().unwrap_or(0.0) + komi;
        let winner = if margin > 0.0 { "B+" } else { "W+" };
        *a = ProxyAnswer::new(true, &format!("{winner}{}", margin.abs()));
        Ok(())
    })),
    row("score-hang", "final_score", "Never answers final_score", Does(|_, _, _| sleep())),
    // Moves of the engine
    row("genmove-banner", "genmove", "Writes a line before the answer to genmove", Writes(|_, a| format!("Thinking\n{a}"))),
    row("genmove-occupied", "genmove", "Answers every third genmove with the point of a stone", Says(|p, _, a| {
        let turns = p.positions.len();
        let stones = p.positions[turns.saturating_sub(2)];
        let stone = (stones.black | stones.white).first().filter(|_| turns % 3 == 0);
        stone.map_or(a.into(), |stone| p.size.coordinates(stone).to_string())
    })),
    row("genmove-unplayed", "genmove", "Does not play the move of genmove", Undoes(true)),
    row("genmove-lower", "genmove", "Answers genmove in lower case", Says(|_, _, a| a.to_lowercase())),
    row("genmove-text", "genmove", "Adds a win rate to the answer to genmove", Says(|_, _, a| format!("{a} (52 %)"))),
    row("genmove-late", "", "Takes 1 s more for genmove than is left, if less than 10 s are left", Does(|p, c, _| {
        match c.name() {
            "time_settings" | "time_left" => {
                let numbers = c.words.iter().filter_map(|word| word.parse::<f64>().ok());
                p.clock = numbers.take(2).sum();
            }
            "genmove" if p.clock < 10.0 => thread::sleep(Duration::from_secs_f64(p.clock + 1.0)),
            _ => {}
        }
        Ok(())
    })),
    row("genmove-registered", "reg_genmove", "Plays the move of reg_genmove", Asks(|_, c| c.text().replace("reg_", ""))),
    // Handicap
    row("handicap-mirrored", "fixed_handicap", "Mirrors the points of fixed_handicap", Does(|p, _, a| {
        if !a.is_success { return Ok(()); }
        let points = a.message().split(' ').filter_map(|name| p.size.point_named(name));
        let mirrored = points.map(|point| {
            let mut at = p.size.coordinates(point);
            at.column = p.size.width() as u8 - 1 - at.column;
            at.to_string()
        });
        let points = mirrored.collect::<Vec<_>>().join(" ");
        p.tell("clear_board")?;
        p.tell(&format!("set_free_handicap {points}"))?;
        *a = ProxyAnswer::new(true, &points);
        Ok(())
    })),
    row("handicap-stones", "fixed_handicap", "Clears a board with stones at fixed_handicap", Does(|p, c, a| {
        if !a.is_success {
            p.tell("clear_board")?;
            *a = p.ask(c)?;
        }
        Ok(())
    })),
    row("handicap-repeated", "set_free_handicap", "Accepts repeated points of set_free_handicap", Asks(|_, c| {
        let mut seen = BTreeSet::new();
        let new = c.words.iter().filter(|word| seen.insert(word.to_lowercase()));
        new.cloned().collect::<Vec<_>>().join(" ")
    })),
    row("handicap-pass", "set_free_handicap", "Accepts passes in set_free_handicap", Asks(|_, c| {
        c.text().to_lowercase().replace(" pass", "")
    })),
    // Engines like real ones
    row("flush-missing", "", "Writes all answers at the end of the input", DeviationKind::Keeps),
    engine("size-twice", "Answers a refused size twice, knows 9, 13 and 19 lines, and repeats no ids", Refuses(|_, c| {
        c.name() == "boardsize" && !["9", "13", "19"].contains(&c.argument(0))
    }), |c, a| {
        let is_refused_size = c.name() == "boardsize" && a.starts_with('?');
        if is_refused_size { "? unacceptable size\n\n= \n\n".into() } else { without_options(c, a).replacen(&c.id, "", 1) }
    }),
    engine("size-twice-id", "Answers a refused size twice, the second time without an id", DeviationKind::Nothing, |c, a| {
        if c.name() == "boardsize" && a.starts_with('?') { a + "= \n\n" } else { a }
    }),
    engine("color-letters", "Knows colours by b and w alone, and answers errors with =", Refuses(|_, c| {
        c.color().is_some() && c.argument(0).len() > 1
    }), |c, a| {
        let is_error = a.starts_with('?') && !a.ends_with(" unknown command\n\n");
        if is_error { a.replacen('?', "=", 1).replacen(' ', " Error: ", 1) } else { without_options(c, a) }
    }),
    engine("play-anywhere", "Accepts plays on stones, and does not know known_command", Accepts(|p, c, _| {
        c.name() == "play" && p.is_occupied(c)
    }), |c, a| match c.name() {
        "known_command" => format!("?{} unknown command\n\n", c.id),
        _ => without_options(c, a),
    }),
    row("analysis-endless", "", "Analyses on when the next command arrives", DeviationKind::AnalysesOn),
];

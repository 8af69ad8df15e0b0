//! The forms in which the same input can reach an engine.
//!
//! GTP leaves much to the controller: line ends, blanks, comments, control characters, and whether
//! it waits for answers. None of this may change an answer, so every session and every regression
//! file is replayed in each of these forms.

use std::fmt::Write as _;
use std::path::PathBuf;

use libtest_mimic::Trial;

use crate::engine::{Answer, Ended, Engine, Pace, parse_answers};
use crate::session;
use ponnuki_testing::trial;

/// Makes a trial of each stream but the first, which plays all sessions of the files in it, and one
/// of many lines at once.
pub(crate) fn trials(sessions: &[PathBuf]) -> Vec<Trial> {
    let trial = |&stream: &Stream| {
        let sessions = sessions.to_vec();
        trial(format!("stream::{}::sessions", stream.name()), move || {
            let failures = sessions
                .iter()
                .flat_map(|path| session::failures(path, stream));
            let failures: Vec<_> = failures.collect();
            assert!(failures.is_empty(), "{}", failures.join("\n\n"));
        })
    };
    let streams = Stream::ALL[1..].iter().map(trial);
    streams
        .chain([self::trial("stream::flood", flood)])
        .collect()
}

/// Sends ten thousand games of two moves as numbered commands. Every answer must come, in order
/// and with its number.
fn flood() {
    let turns = [
        ("clear_board", true, ""),
        ("play b C3", true, ""),
        ("list_stones b", true, "C3"),
        ("play w C3", false, "illegal move"),
        ("undo", true, ""),
    ];
    let mut input = String::from("0 boardsize 5\n");
    for number in 1..=50_000_usize {
        let _ = writeln!(input, "{number} {}", turns[(number - 1) % turns.len()].0);
    }
    let engine = Engine::start("--seed 1");
    engine.send(input.into_bytes(), Pace::Whole);
    let answers = parse_answers(&engine.end().output);
    assert_eq!(answers.len(), 50_001);
    for (number, answer) in answers.into_iter().enumerate().skip(1) {
        let (command, success, text) = turns[(number - 1) % turns.len()];
        let expected = Answer {
            success,
            id: Some(number as u32),
            text: text.to_owned(),
        };
        assert_eq!(answer, expected, "{command}");
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    /// Waits for the answer to a line before it sends the next one, as a controller does in a game.
    LineByLine,
    /// Sends everything at once before it reads an answer.
    Pipelined,
    /// Sends one byte at a time.
    Bytes,
    /// Ends lines with CR LF.
    Crlf,
    /// Sends a tab for every blank.
    Tabs,
    /// Ends every line with a comment, and puts comment lines and blank lines in between.
    Comments,
    /// Puts control characters, which an engine must drop, between all bytes.
    Noise,
}

pub(crate) struct Input {
    /// Its bytes, including the line feed if it has one.
    pub(crate) bytes: Vec<u8>,
    pub(crate) answers: usize,
}

impl Stream {
    pub(crate) const ALL: [Self; 7] = [
        Self::LineByLine,
        Self::Pipelined,
        Self::Bytes,
        Self::Crlf,
        Self::Tabs,
        Self::Comments,
        Self::Noise,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::LineByLine => "line-by-line",
            Self::Pipelined => "pipelined",
            Self::Bytes => "bytes",
            Self::Crlf => "crlf",
            Self::Tabs => "tabs",
            Self::Comments => "comments",
            Self::Noise => "noise",
        }
    }

    /// Returns whether the stream leaves the bytes of a line unchanged and sends lines whole.
    pub(crate) fn keeps_bytes(self) -> bool {
        matches!(self, Self::LineByLine | Self::Pipelined)
    }

    /// Returns the bytes of a line as this stream sends them.
    fn dress(self, line: &[u8]) -> Vec<u8> {
        let (text, end) = match line.strip_suffix(b"\n") {
            Some(text) => (text, &b"\n"[..]),
            None => (line, &b""[..]),
        };
        match self {
            Self::LineByLine | Self::Pipelined | Self::Bytes => line.to_vec(),
            Self::Crlf if end.is_empty() => line.to_vec(),
            Self::Crlf => [text, b"\r\n"].concat(),
            Self::Tabs => line
                .iter()
                .map(|&byte| if byte == b' ' { b'\t' } else { byte })
                .collect(),
            Self::Comments => {
                let before = b"# nothing to answer \xff\xfe = ? quit\n\n \t \n";
                [before, text, b"# name\t\x80", end].concat()
            }
            Self::Noise => {
                let mut noisy = Vec::with_capacity(2 * line.len() + 2);
                for (index, &byte) in text.iter().enumerate() {
                    noisy.push(NOISE[index % NOISE.len()]);
                    noisy.push(byte);
                }
                noisy.extend([b"\r\x7f\0", end].concat());
                noisy
            }
        }
    }

    /// Starts an engine, sends the input in this form and returns everything that it wrote.
    pub(crate) fn play(self, arguments: &str, inputs: &[Input]) -> Ended {
        let mut engine = Engine::start(arguments);
        let pace = match self {
            Self::Bytes => Pace::Bytes,
            _ => Pace::Whole,
        };
        let mut all = Vec::new();
        for input in inputs {
            let bytes = self.dress(&input.bytes);
            if self == Self::LineByLine {
                let ends_line = bytes.ends_with(b"\n");
                engine.send(bytes, pace);
                if ends_line {
                    engine.wait_answers(input.answers);
                    engine.skip_answers();
                }
            } else {
                all.extend(bytes);
            }
        }
        engine.send(all, pace);
        engine.finish()
    }
}

/// Control characters without a meaning in GTP, which excludes tab and line feed; used in turn.
const NOISE: [u8; 7] = [0x01, b'\r', 0x00, 0x7f, 0x0b, 0x1f, 0x1b];

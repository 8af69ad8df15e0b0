//! The win rate that a program reports with its move.
//!
//! Programs answer `lz-genmove_analyze` and `kata-genmove_analyze` with lines about all
//! moves and, at the end, the move:
//!
//! ```text
//! =
//! info move D4 visits 90 winrate 0.62 order 0 pv D4 C3 info move C3 visits 10 ...
//! play D4
//! ```
//!
//! The win rate is from the point of view of the colour to move. Leela Zero reports it
//! in parts of 10,000, KataGo from 0 to 1 (`docs/GTP_Extensions.md`). Both write at
//! least one line, whatever the interval.

use super::Contender;
use crate::client::{Fault, excerpt};

/// The interval between two lines about all moves, in centiseconds. One hour is long
/// enough that programs write only the line at the end.
const INTERVAL: u32 = 360_000;

/// A program's answer when it is asked for a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::r#match) struct MoveReply {
    pub(in crate::r#match) text: String,
    /// The win rate that the program reported with the move, from 0 to 1.
    pub(in crate::r#match) win_rate: Option<f64>,
}

/// A command that asks for a move with a report.
#[derive(Clone, Copy, Debug)]
pub(in crate::r#match) struct Style {
    name: &'static str,
    /// The win rate of a game that is won.
    most: f64,
}

const KATA: Style = Style {
    name: "kata-genmove_analyze",
    most: 1.0,
};
const LEELA: Style = Style {
    name: "lz-genmove_analyze",
    most: 10_000.0,
};

/// The part of an `info` line about one move.
#[derive(Clone, Debug, Default)]
struct Info<'a> {
    vertex: &'a str,
    win_rate: Option<&'a str>,
    is_first: bool,
}

impl Contender {
    /// Returns the command that makes the program report win rates, if it has one.
    pub(in crate::r#match) fn style(&self) -> Option<Style> {
        let mut styles = [KATA, LEELA].into_iter();
        styles.find(|style| self.knows(style.name))
    }
}

impl Style {
    /// Returns the command for a move of the colour with this letter.
    pub(super) fn command(self, letter: char) -> String {
        format!("{} {letter} {INTERVAL}", self.name)
    }

    pub(super) fn read(self, answer: &str) -> Result<MoveReply, Fault> {
        let mut lines = answer.lines().map(str::trim).rev();
        let last = lines.find(|line| !line.is_empty()).unwrap_or("");
        let mut words = last.split_whitespace();
        let (Some("play"), Some(vertex), None) = (words.next(), words.next(), words.next()) else {
            let (name, end) = (self.name, excerpt(last.as_bytes()));
            return Err(Fault::malformed(format!(
                "ended its answer to {name} with '{end}' instead of 'play' and a move"
            )));
        };
        let report = lines.find(|line| line.starts_with("info "));
        let infos = report.map_or_else(Vec::new, infos);
        let played = |info: &&Info<'_>| info.vertex.eq_ignore_ascii_case(vertex);
        // A resignation, or a move from a book, is not among the moves of the report.
        let info = infos
            .iter()
            .find(played)
            .or_else(|| infos.iter().find(|info| info.is_first))
            .or_else(|| infos.first());
        let win_rate = info
            .and_then(|info| info.win_rate.map(|text| self.win_rate(info.vertex, text)))
            .transpose()?;
        Ok(MoveReply {
            text: vertex.to_owned(),
            win_rate,
        })
    }

    fn win_rate(self, vertex: &str, text: &str) -> Result<f64, Fault> {
        let most = self.most;
        let rate = text.parse().map(|rate: f64| rate / most);
        rate.ok()
            .filter(|rate| (0.0..=1.0).contains(rate))
            .ok_or_else(|| {
                let (vertex, text) = (excerpt(vertex.as_bytes()), excerpt(text.as_bytes()));
                Fault::malformed(format!(
                    "reported a win rate of '{text}' for {vertex}, which is not from 0 to {most}"
                ))
            })
    }
}

/// Splits an `info` line into its parts about single moves.
fn infos(line: &str) -> Vec<Info<'_>> {
    let mut infos = Vec::new();
    let mut words = line.split_whitespace();
    // The words after `pv` are moves, perhaps followed by other sections.
    let mut is_inside = false;
    while let Some(word) = words.next() {
        match word {
            "info" => {
                infos.push(Info::default());
                is_inside = true;
            }
            "pv" | "rootInfo" | "ownership" => is_inside = false,
            _ => {}
        }
        let Some(info) = infos.last_mut().filter(|_| is_inside) else {
            continue;
        };
        match word {
            "move" => info.vertex = words.next().unwrap_or_default(),
            "winrate" => info.win_rate = words.next(),
            "order" => info.is_first = words.next() == Some("0"),
            _ => {}
        }
    }
    infos
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str, win_rate: Option<f64>) -> MoveReply {
        let text = text.to_owned();
        MoveReply { text, win_rate }
    }

    const INFO: &str = "info move C3 visits 4 utility 0.1 winrate 0.25 scoreMean -2 order 1 pv C3 D4 \
         info move D4 visits 8 winrate 0.625 order 0 pv D4 C3 rootInfo visits 12 winrate 0.5";

    #[test]
    fn the_win_rate_is_that_of_the_move_that_is_played() {
        let read = |vertex: &str| KATA.read(&format!("{INFO}\nplay {vertex}")).unwrap();
        assert_eq!(read("D4"), reply("D4", Some(0.625)));
        assert_eq!(read("c3"), reply("c3", Some(0.25)));
        // The line does not mention these moves, so the best one is used.
        assert_eq!(read("resign"), reply("resign", Some(0.625)));
        assert_eq!(read("Z99"), reply("Z99", Some(0.625)));
    }

    #[test]
    fn the_last_line_counts() {
        let early = INFO.replace("0.625", "0.875");
        let text = format!("{early}\n{INFO}\n\nplay D4\n");
        assert_eq!(KATA.read(&text).unwrap(), reply("D4", Some(0.625)));
    }

    #[test]
    fn leela_zero_counts_in_parts_of_ten_thousand() {
        let text = "info move D4 visits 8 winrate 9300 prior 10 lcb 9200 order 0 pv D4\nplay D4";
        assert_eq!(LEELA.read(text).unwrap(), reply("D4", Some(0.93)));
        let refused = KATA.read(text).unwrap_err().detail;
        assert_eq!(
            refused,
            "reported a win rate of '9300' for D4, which is not from 0 to 1"
        );
        let text = text.replace("9300", "10001");
        let refused = LEELA.read(&text).unwrap_err().detail;
        assert_eq!(
            refused,
            "reported a win rate of '10001' for D4, which is not from 0 to 10000"
        );
    }

    #[test]
    fn a_move_may_come_without_a_report() {
        for text in [
            "play D4",
            "hello\nplay D4",
            "info move D4 visits 3 order 0 pv D4\nplay D4",
            "info\nplay D4",
            "info move\nplay D4",
            "info move D4 winrate\nplay D4",
        ] {
            assert_eq!(KATA.read(text).unwrap(), reply("D4", None), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        for rate in ["nan", "inf", "7e9", "-0.01", "1.01", "many", "0,5"] {
            let text = format!("info move D4 winrate {rate} order 0 pv D4\nplay D4");
            let reason =
                format!("reported a win rate of '{rate}' for D4, which is not from 0 to 1");
            assert_eq!(KATA.read(&text).unwrap_err().detail, reason);
        }
        for (text, end) in [
            ("", ""),
            (INFO, "info move C3"),
            ("play", "play"),
            ("play D4 C3", "play D4 C3"),
            ("D4", "D4"),
            ("play D4\ninfo", "info"),
        ] {
            let error = KATA.read(text).unwrap_err().detail;
            let start = format!("ended its answer to kata-genmove_analyze with '{end}");
            assert!(error.starts_with(&start), "{error}");
            assert!(error.ends_with("' instead of 'play' and a move"), "{error}");
        }
    }
}

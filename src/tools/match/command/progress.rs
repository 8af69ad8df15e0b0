//! The progress of a match on standard error: a bar on a terminal, lines otherwise.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::cli::{plain, progress};
use crate::r#match::{GameRecord, GameResult};
use indicatif::ProgressBar;
use ponnuki_core::board::ByColor;
use ponnuki_formats::text::counted;

const MIN_PAUSE: Duration = Duration::from_secs(1);

const MAX_PAUSE: Duration = Duration::from_secs(60);

const PARTS: u64 = 20;

pub(super) struct MatchProgress {
    /// Hidden unless standard error is a terminal.
    bar: ProgressBar,
    /// Whether lines are printed: neither on a terminal nor if the command is quiet.
    has_lines: bool,
    /// The time of the last progress line, and the number of games that it reported.
    last: Instant,
    reported: u64,
    played: u64,
    games: u64,
    /// The number of games of earlier runs, which do not affect the pace.
    before: u64,
    begun: Instant,
    wins: Vec<(String, u64)>,
    /// The display names of the players, as far as they are known.
    titles: HashMap<String, String>,
    draws: u64,
    no_result: u64,
    faults: u64,
}

impl MatchProgress {
    pub(super) fn new(games: u64, players: Vec<String>, is_quiet: bool) -> Self {
        let template = "{bar:24} {pos}/{len} games, {msg}, {eta} left";
        let bar = progress::bar(games, template, is_quiet);
        bar.set_message("no games yet");
        Self {
            bar,
            has_lines: !is_quiet && !io::stderr().is_terminal(),
            last: Instant::now(),
            reported: 0,
            played: 0,
            games,
            before: 0,
            begun: Instant::now(),
            wins: players.into_iter().map(|player| (player, 0)).collect(),
            titles: HashMap::new(),
            draws: 0,
            no_result: 0,
            faults: 0,
        }
    }

    pub(super) fn count_earlier(&mut self, record: &GameRecord) {
        self.count(record);
        self.before = self.played;
    }

    /// Starts the timer for the games of this run.
    pub(super) fn begin(&mut self) {
        self.begun = Instant::now();
        self.bar.set_position(self.played);
        self.bar.reset_eta();
        self.reported = self.played;
    }

    pub(super) fn add(&mut self, record: &GameRecord) {
        self.count(record);
        let text = self.score();
        let left = self.time_left();
        let (pause, games) = (self.last.elapsed(), self.played - self.reported);
        let is_due = self.played == self.games || is_due(games, self.games, pause);
        if self.has_lines && is_due {
            self.last = Instant::now();
            self.reported = self.played;
            let (played, games) = (self.played, counted(self.games, "game"));
            // A closed standard error is not a failure.
            let _ = writeln!(io::stderr(), "{played} of {games}, {text}, {left}");
        }
        self.bar.set_message(text);
        self.bar.set_position(self.played);
    }

    /// Stops the bar, but leaves it on the screen.
    pub(super) fn end(&self) {
        self.bar.abandon();
    }

    fn count(&mut self, record: &GameRecord) {
        self.played += 1;
        self.faults += u64::from(record.end.is_fault());
        if let [_, _] = self.wins.as_slice()
            && self.titles.is_empty()
        {
            let ByColor { black, white } = record.titles();
            self.titles.insert(record.black.player.clone(), black);
            self.titles.insert(record.white.player.clone(), white);
        }
        match record.result() {
            GameResult::Won(color) => {
                let winner = &record.participant(color).player;
                let known = self.wins.iter_mut().find(|(player, _)| player == winner);
                if let Some((_, wins)) = known {
                    *wins += 1;
                }
            }
            GameResult::Drawn => self.draws += 1,
            GameResult::NoResult => self.no_result += 1,
        }
    }

    fn score(&self) -> String {
        let score = |(player, wins): &(String, u64)| {
            let title = self.titles.get(player).unwrap_or(player);
            format!("{}: {wins}", plain::line(title))
        };
        let mut words: Vec<String> = self.wins.iter().map(score).collect();
        for (number, what) in [
            (self.draws, "draws"),
            (self.no_result, "without result"),
            (self.faults, "by faults"),
        ] {
            if number > 0 {
                words.push(format!("{number} {what}"));
            }
        }
        words.join(", ")
    }

    /// Estimates the time of the remaining games from the pace of this run.
    fn time_left(&self) -> String {
        let here = self.played - self.before;
        // The file may contain games beyond --games or of other shards.
        let left = self.games.saturating_sub(self.played);
        let seconds = self.begun.elapsed().as_secs_f64() / here.max(1) as f64 * left as f64;
        let time = Duration::from_secs(seconds.round() as u64);
        format!("{} left", indicatif::HumanDuration(time))
    }
}

/// Returns whether a progress line is due, given the number of games and the time since
/// the last line.
fn is_due(games: u64, all: u64, pause: Duration) -> bool {
    pause >= MAX_PAUSE || (pause >= MIN_PAUSE && games * PARTS >= all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::{Ending, testing};

    #[test]
    fn a_line_is_due_after_a_part_of_the_match_or_a_minute() {
        for (games, milliseconds, expected) in [
            (5, 1_000, true),
            (5, 999, false),
            (4, 59_999, false),
            (1, 60_000, true),
        ] {
            let pause = Duration::from_millis(milliseconds);
            assert_eq!(is_due(games, 100, pause), expected, "{games} {pause:?}");
        }
    }

    #[test]
    fn the_score_leaves_out_what_did_not_happen() {
        let players = ["A", "B"].map(str::to_owned).into();
        let mut progress = MatchProgress::new(4, players, true);
        let mut record = testing::record("m", 0);
        progress.add(&record);
        assert_eq!(progress.score(), "Ponnuki 0.1.0: 1, GNU Go 3.8: 0");
        record.end = Ending::Crash;
        progress.add(&record);
        record.winner = None;
        progress.add(&record);
        let score = "Ponnuki 0.1.0: 2, GNU Go 3.8: 0, 1 draws, 2 by faults";
        assert_eq!(progress.score(), score);
    }
}

//! The statistics of each player.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::r#match::record::{Ending, GameRecord, GameResult, Participant, program};
use crate::r#match::statistics::{Counts, Interval};
use ponnuki_core::board::Color;

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct PlayerSummary {
    /// The player's label: `A`, `B`, or its name in a tournament.
    pub(crate) player: String,
    /// The name to show, unique among the players.
    pub(crate) title: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) command: String,
    /// The Elo rating known before the match. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known_elo: Option<f64>,
    pub(crate) black: Counts,
    pub(crate) white: Counts,
    pub(crate) no_result: u64,
    /// The points per game with a result; `null` if no game has a result.
    pub(crate) score: Option<f64>,
    pub(crate) interval: Option<Interval>,
    /// The number of games lost by a fault, by kind.
    pub(crate) faults: BTreeMap<Ending, u64>,
    pub(crate) lost_on_time: u64,
    /// The number of games for which the program's score differed from the
    /// official one.
    pub(crate) disputed: u64,
    pub(crate) time: TimeSummary,
}

/// The time that a player spent on its moves, in seconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct TimeSummary {
    pub(crate) total: f64,
    /// The number of moves that the program was asked for.
    pub(crate) moves: u64,
    /// The mean time per move, or `null` without moves.
    pub(crate) mean: Option<f64>,
    pub(crate) longest: f64,
}

impl PlayerSummary {
    fn add(&mut self, record: &GameRecord, color: Color) {
        let (clock, counts) = match color {
            Color::Black => (record.time.black, &mut self.black),
            Color::White => (record.time.white, &mut self.white),
        };
        let result = record.result();
        *counts += result.counts(color);
        self.no_result += u64::from(result == GameResult::NoResult);
        self.disputed += u64::from(record.scores.disagrees(color));
        if result == GameResult::Won(!color) {
            if record.end.is_fault() {
                *self.faults.entry(record.end).or_default() += 1;
            }
            self.lost_on_time += u64::from(record.end == Ending::Time);
        }
        self.time.total += clock.total;
        self.time.moves += clock.moves as u64;
        self.time.longest = self.time.longest.max(clock.longest);
    }

    pub(crate) fn counts(&self) -> Counts {
        self.black + self.white
    }

    /// Returns whether the player had both colours in games with a result. If not,
    /// the results by colour add no information.
    pub(crate) fn has_both_colors(&self) -> bool {
        self.black.games() > 0 && self.white.games() > 0
    }

    pub(crate) fn full_name(&self) -> String {
        program(&self.name, &self.version)
    }
}

#[derive(Clone, Debug)]
pub(super) struct PlayerTally {
    /// The lowest number of a game of the player, which determines the program.
    first: u64,
    /// The highest number of a game in which the player has a title, which a continued
    /// match may have changed.
    titled_in: u64,
    /// The highest number of a game in which the player has a known rating.
    rated_in: u64,
    /// The player as these three games describe it.
    pub(super) who: Participant,
    summary: PlayerSummary,
}

impl PlayerTally {
    /// Creates a player that appears in this game, without counting the game.
    pub(super) fn new(game: u64, who: &Participant) -> Self {
        Self {
            first: game,
            titled_in: 0,
            rated_in: 0,
            who: Participant {
                title: None,
                elo: None,
                ..who.clone()
            },
            summary: PlayerSummary::default(),
        }
    }

    pub(super) fn add(&mut self, record: &GameRecord, color: Color) {
        let who = record.participant(color);
        if record.game < self.first {
            self.first = record.game;
            self.who = Participant {
                title: self.who.title.take(),
                elo: self.who.elo,
                ..who.clone()
            };
        }
        if who.title.is_some() && (self.who.title.is_none() || record.game > self.titled_in) {
            self.titled_in = record.game;
            self.who.title.clone_from(&who.title);
        }
        if who.elo.is_some() && record.game >= self.rated_in {
            self.rated_in = record.game;
            self.who.elo = who.elo;
        }
        self.summary.add(record, color);
    }

    /// Computes the figures that depend on all games, and sets the name to show.
    pub(super) fn finish(self, title: String) -> PlayerSummary {
        let Self { who, summary, .. } = self;
        let (counts, time) = (summary.counts(), summary.time);
        PlayerSummary {
            player: who.player,
            title,
            name: who.name,
            version: who.version,
            command: who.command,
            known_elo: who.elo,
            score: counts.score(),
            interval: counts.interval(),
            time: TimeSummary {
                mean: (time.moves > 0).then(|| time.total / time.moves as f64),
                ..time
            },
            ..summary
        }
    }
}

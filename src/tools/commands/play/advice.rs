//! Advice for the person: the hint and the win rate of a position, from one search of fixed
//! strength. A beginner who plays a low level needs better advice than that level gives.

use std::time::Duration;

use ponnuki_core::{Choice, Color, Game, Move};
use ponnuki_formats::text::lead_text;
use ponnuki_play::Player;
use ponnuki_play::player::{
    Analysis, AnalysisOptions, MoveAnalysis, PlayerKind, PlayerSettings, Reports, SearchOptions,
    StopFlag,
};

/// The visits of the search. They take less than half a second on any processor with vectors.
const VISITS: u64 = 500;

/// How many moves of the principal variation a hint shows.
const HINT_MOVES: usize = 6;

/// Returns the settings of the player that gives advice, with this memory in MiB.
pub(super) fn settings(memory: usize) -> PlayerSettings {
    PlayerSettings {
        kind: PlayerKind::Search,
        search: SearchOptions {
            memory,
            ..SearchOptions::default()
        },
        ..PlayerSettings::default()
    }
}

/// The best move of a colour, with its value.
pub(super) struct Advice<'a> {
    game: &'a Game,
    color: Color,
    best: Move,
    /// The analysis of the best move; `None` if no playout began with it.
    found: Option<MoveAnalysis>,
    /// The win rate of the colour, from 0 to 1.
    win_rate: f64,
    /// The lead of the colour, in points, and the standard deviation of the result about it.
    lead: f64,
    spread: f64,
}

impl<'a> Advice<'a> {
    /// Asks a player for the best move.
    pub(super) fn ask(player: &mut dyn Player, game: &'a Game, color: Color) -> Self {
        let reports = Reports::Analysis(AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(VISITS),
            ..AnalysisOptions::default()
        });
        let mut last = None;
        let mut keep = |analysis: &Analysis| last = Some(analysis.clone());
        let stop = StopFlag::new();
        let best = match player.choose_and_report(game, color, &reports, &stop, &mut keep) {
            Choice::Move(action) => action,
            Choice::Resign => Move::Pass,
        };
        let analysis = last.expect("a choice with an analysis is reported");
        let mut moves = analysis.moves.into_iter();
        let found = moves.find(|entry| entry.action == best && entry.visits > 0);
        let value = |entry: &MoveAnalysis| (entry.winrate, entry.score_lead, entry.score_stdev);
        let of_position = (analysis.winrate, analysis.score_lead, analysis.score_stdev);
        let (win_rate, lead, spread) = found.as_ref().map_or(of_position, value);
        Self {
            game,
            color,
            best,
            found,
            win_rate,
            lead,
            spread,
        }
    }

    /// Describes the best move: `D2, win rate 49 % for black, expected line D2 F3 E4.`
    pub(super) fn hint(&self) -> String {
        let size = self.game.size();
        let line = self.found.iter().flat_map(|found| &found.pv);
        let line: Vec<_> = line.take(HINT_MOVES).map(|it| it.name(size)).collect();
        let best = self.best.name(size);
        match self.best {
            Move::Play(_) if !line.is_empty() => {
                let (value, line) = (self.value(), line.join(" "));
                format!("{best}, {value}, expected line {line}.")
            }
            _ => format!("{best}, {}.", self.value()),
        }
    }

    /// Describes the value of the position: `W+0.3, give or take 6, win rate 49 % for black.`
    pub(super) fn verdict(&self) -> String {
        let lead = lead_text(f64::from(self.color.sign()) * self.lead);
        let spread = self.spread.round();
        let about = if spread > 0.0 {
            format!(", give or take {spread}")
        } else {
            String::new()
        };
        format!("{lead}{about}, {}.", self.value())
    }

    fn value(&self) -> String {
        let percent = (100.0 * self.win_rate).round();
        let is_decided = self.win_rate.max(1.0 - self.win_rate) >= Analysis::DECIDED;
        let decided = if is_decided { ", decided" } else { "" };
        format!("win rate {percent} % for {}{decided}", self.color)
    }
}

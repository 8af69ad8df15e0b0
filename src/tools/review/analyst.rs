//! Analysts, which search the positions of a game.

use std::time::Duration;

use super::value::PositionValue;
use ponnuki_core::board::Color;
use ponnuki_core::game::{Game, Move, Turn};
use ponnuki_play::player::deviation;
use ponnuki_play::player::{
    Analysis, AnalysisOptions, Player, SearchOptions, SearchPlayer, StopFlag,
};

/// The memory of each search in MiB. Fixed, so that the values do not depend on the number
/// of parallel searches.
const MEMORY: usize = 64;

/// The later looks of a review search a position with this many times the visits of the first look.
const LATER_LOOKS: u64 = 4;

/// The number of searches of each position in the third look.
const THIRD_LOOKS: usize = 4;

/// The minimum number of visits through a move for a variation to include it.
const SHOWN_FROM: u64 = 2;

/// The maximum length of a variation.
const MAX_LINE_MOVES: usize = 12;

/// The result of searching a position, once or several times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// The value of the position: the mean of the searches.
    pub(super) value: PositionValue,
    /// The standard error of the win rate, if there were several searches.
    pub(super) error: Option<f64>,
    /// The first choices of the searches, each once. Never empty.
    pub(super) first_choices: Vec<Move>,
    /// The moves that the first search has tried, best first. Never empty.
    pub(super) moves: Vec<Move>,
    /// The principal variation. Its first move is the best one.
    pub(super) line: Vec<Move>,
}

/// Searches positions one by one, once with each of its seeds. Each result depends on the seeds and
/// the position alone.
pub(super) struct Analyst {
    player: SearchPlayer,
    seeds: Vec<u64>,
    visits: u64,
}

impl Analyst {
    /// Creates an analyst.
    pub(super) fn new(visits: u64, seed: u64) -> Self {
        let options = SearchOptions {
            memory: MEMORY,
            ..SearchOptions::default()
        };
        Self {
            player: SearchPlayer::new(seed, options),
            seeds: vec![seed],
            visits,
        }
    }

    /// Creates an analyst for suspected mistakes. It has more visits and another seed, so
    /// that the two searches are independent.
    pub(super) fn for_second_look(visits: u64, seed: u64) -> Self {
        Self::new(visits.saturating_mul(LATER_LOOKS), seed.wrapping_add(1))
    }

    /// Creates an analyst for the costliest mistakes. It searches each position several times, and
    /// shares no seed with the looks of a review with a seed nearby.
    pub(super) fn for_third_look(visits: u64, seed: u64) -> Self {
        let mut analyst = Self::for_second_look(visits, seed);
        let shifted = |number: u64| seed.wrapping_add(number << 32);
        analyst.seeds = (1..).take(THIRD_LOOKS).map(shifted).collect();
        analyst
    }

    /// Searches the position of a game with `color` to move. Returns `None` if the flag was
    /// raised.
    ///
    /// Passes just before the position are undone, because another pass would end the game
    /// and score the dead stones as alive.
    pub(super) fn search(
        &mut self,
        game: &Game,
        color: Color,
        stop: &StopFlag,
    ) -> Option<Evaluation> {
        let is_play = |turn: &Turn| turn.action != Move::Pass;
        let since = game.turns_since_setup();
        let passes = since.len() - since.iter().rposition(is_play).map_or(0, |last| last + 1);
        let mut game = game.clone();
        game.undo_to(game.turns().len() - passes);
        let seeds = self.seeds.clone().into_iter();
        let found = seeds.map(|seed| self.search_once(&game, color, seed, stop));
        Evaluation::mean(found.collect::<Option<_>>()?)
    }

    fn search_once(
        &mut self,
        game: &Game,
        color: Color,
        seed: u64,
        stop: &StopFlag,
    ) -> Option<Evaluation> {
        // Also drops the tree of the previous position.
        self.player.set_seed(seed);
        let options = AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(self.visits),
            ..AnalysisOptions::default()
        };
        let mut last = None;
        let mut keep = |analysis: &Analysis| last = Some(Evaluation::new(analysis));
        self.player.analyze(game, color, &options, stop, &mut keep);
        last.filter(|_| !stop.is_raised())
    }
}

impl Evaluation {
    fn new(analysis: &Analysis) -> Self {
        let tried = analysis.moves.iter().filter(|entry| entry.visits > 0);
        let moves: Vec<_> = tried.map(|entry| entry.action).collect();
        let line = analysis.moves.first().map_or_else(Vec::new, |best| {
            let shown = best.pv.iter().zip(&best.pv_visits).enumerate();
            shown
                .take_while(|&(index, (_, &visits))| index == 0 || visits >= SHOWN_FROM)
                .map(|(_, (&action, _))| action)
                .take(MAX_LINE_MOVES)
                .collect()
        });
        let or_pass = |moves: Vec<Move>| {
            if moves.is_empty() {
                vec![Move::Pass]
            } else {
                moves
            }
        };
        let moves = or_pass(moves);
        Self {
            value: PositionValue::new(analysis),
            error: None,
            first_choices: vec![moves[0]],
            moves,
            line: or_pass(line),
        }
    }

    /// Returns the mean of several searches of a position, with the moves of the first one. Returns
    /// `None` without any.
    fn mean(searches: Vec<Self>) -> Option<Self> {
        let number = searches.len() as f64;
        let mean = |of: fn(&PositionValue) -> f64| {
            searches.iter().map(|found| of(&found.value)).sum::<f64>() / number
        };
        let value = PositionValue {
            black_wins: mean(|value| value.black_wins),
            lead: mean(|value| value.lead),
        };
        let square = mean(|value| value.black_wins * value.black_wins);
        let error = deviation(value.black_wins, square) / (number - 1.0).sqrt();
        let mut first_choices = Vec::new();
        for choice in searches.iter().map(|found| found.moves[0]) {
            if !first_choices.contains(&choice) {
                first_choices.push(choice);
            }
        }
        Some(Self {
            value,
            error: (searches.len() > 1).then_some(error),
            first_choices,
            ..searches.into_iter().next()?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki_play::player::{ChoiceRule, MoveAnalysis};

    #[test]
    fn a_line_ends_where_few_playouts_went() {
        for (visits, length) in [
            (&[100, 2, 1][..], 2),
            (&[100, 1, 1], 1),
            (&[1, 1], 1),
            (&[50; 30], MAX_LINE_MOVES),
        ] {
            let found = Evaluation::new(&Analysis {
                color: Color::White,
                choice_rule: ChoiceRule::Best,
                visits: visits[0],
                moves: vec![MoveAnalysis {
                    action: Move::Pass,
                    visits: visits[0],
                    winrate: 0.25,
                    prior: 1.0,
                    lcb: 0.0,
                    score_lead: 1.5,
                    score_stdev: 0.0,
                    pv: vec![Move::Pass; visits.len()],
                    pv_visits: visits.to_vec(),
                }],
                winrate: 0.25,
                score_lead: 1.5,
                score_stdev: 0.0,
                ownership: None,
            });
            assert_eq!(found.line.len(), length, "{visits:?}");
            assert_eq!(found.value.words(), "Black wins 75.0 %, score W+1.5");
        }
    }

    #[test]
    fn several_searches_have_a_mean_and_an_error() {
        let found = |black_wins, lead| Evaluation {
            value: PositionValue { black_wins, lead },
            error: None,
            first_choices: vec![Move::Pass],
            moves: vec![Move::Pass],
            line: vec![Move::Pass],
        };
        let one = Evaluation::mean(vec![found(0.4, 2.0)]);
        assert_eq!(one, Some(found(0.4, 2.0)));
        let mean = Evaluation::mean(vec![found(0.4, 2.0), found(0.5, 3.0), found(0.6, 7.0)]);
        let mean = mean.unwrap();
        assert_eq!(mean.value.words(), "Black wins 50.0 %, score B+4.0");
        // The sample has a standard deviation of 0.1.
        assert!((mean.error.unwrap() - 0.1 / 3_f64.sqrt()).abs() < 1e-9);
        assert_eq!(Evaluation::mean(Vec::new()), None);
    }
}

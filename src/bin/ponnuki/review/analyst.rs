//! Analysts, which search the positions of a game.

use std::time::Duration;

use super::judgement::PositionValue;
use ponnuki::board::Color;
use ponnuki::game::{Game, Move, Turn};
use ponnuki::player::{
    Analysis, AnalysisOptions, Player, Question, SearchOptions, SearchPlayer, StopFlag,
};

/// The memory of each search in MiB. Fixed, so that the values do not depend on the number
/// of parallel searches.
const MEMORY: usize = 64;

/// The second look uses this many times the playouts of the first.
const SECOND_LOOK: u64 = 4;

/// The minimum number of visits through a move for a variation to include it.
const SHOWN_FROM: u64 = 2;

/// The maximum length of a variation.
const MAX_LINE_MOVES: usize = 12;

/// The result of searching a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// The value of the position.
    pub(super) value: PositionValue,
    /// The moves that the search has tried, best first. Never empty.
    pub(super) moves: Vec<Move>,
    /// The principal variation. Its first move is the best one.
    pub(super) line: Vec<Move>,
}

/// Searches positions one by one. Each result depends on the seed and the position alone.
pub(super) struct Analyst {
    player: SearchPlayer,
    seed: u64,
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
            seed,
            visits,
        }
    }

    /// Creates an analyst for suspected mistakes. It has more playouts and another seed, so
    /// that the two searches are independent.
    pub(super) fn for_second_look(visits: u64, seed: u64) -> Self {
        let mut analyst = Self::new(visits, seed.wrapping_add(1));
        analyst.visits = analyst.visits.saturating_mul(SECOND_LOOK);
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
        // Also drops the tree of the previous position.
        self.player.set_seed(self.seed);
        let question = Question::Analysis(AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(self.visits),
            ..AnalysisOptions::default()
        });
        let mut last = None;
        let mut keep = |analysis: &Analysis| last = Some(Evaluation::new(analysis));
        self.player.think(&game, color, &question, stop, &mut keep);
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
        Self {
            value: PositionValue::new(analysis),
            moves: or_pass(moves),
            line: or_pass(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ponnuki::player::{ChoiceRule, MoveAnalysis};

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
}

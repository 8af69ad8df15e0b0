//! Workers, which analyse one position at a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::answer::{AnalyzedPosition, nothing};
use super::query::AnswerPart;
use super::queue::TurnRequest;
use ponnuki::board::Color;
use ponnuki::game::Game;
use ponnuki::player::{
    Analysis, AnalysisOptions, Player, PlayoutCache, Question, SearchOptions, SearchPlayer,
    TreeSharing,
};

/// A search that answers the requests of one thread.
pub(super) struct AnalysisWorker {
    player: SearchPlayer,
    seed: u64,
}

impl AnalysisWorker {
    /// Creates a worker with this many search threads and MiB of memory. Workers share the
    /// cached playouts.
    pub(super) fn new(seed: u64, threads: usize, memory: usize, cache: Arc<PlayoutCache>) -> Self {
        let options = SearchOptions {
            threads,
            memory,
            // Separate trees keep answers reproducible from the seed, whatever the number
            // of threads.
            trees: TreeSharing::Separate,
            ..SearchOptions::default()
        };
        let mut player = SearchPlayer::new(seed, options);
        player.share(cache);
        Self { player, seed }
    }

    /// Analyses a position. Passes reports during the search, if requested, and then the
    /// last answer to `answer`.
    pub(super) fn analyze(&mut self, request: &TurnRequest, answer: &mut dyn FnMut(&Value)) {
        let (query, turn) = (&request.query, request.turn);
        let Ok((game, color)) = query.game.at(turn) else {
            return answer(&nothing(&query.id, turn));
        };
        let (wanted, seed) = (&query.wanted, self.seed);
        let mut describe = |analysis: &Analysis, is_during_search| {
            let position = AnalyzedPosition {
                game: &game,
                analysis,
                wanted,
                seed,
            };
            answer(&position.answer(&query.id, turn, is_during_search));
        };
        let last = self.search(request, &game, color, &mut |analysis| {
            describe(analysis, true);
        });
        match last.filter(|analysis| analysis.visits > 0) {
            Some(analysis) => describe(&analysis, false),
            None => answer(&nothing(&query.id, turn)),
        }
    }

    /// Searches until a limit is reached or the request is stopped. Returns the last analysis.
    fn search(
        &mut self,
        request: &TurnRequest,
        game: &Game,
        color: Color,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let wanted = &request.query.wanted;
        let begun = Instant::now();
        // Reseeded, so that each answer depends on the seed and the position alone.
        self.player.set_seed(self.seed);
        let [first, every] = wanted.reports.unwrap_or([Duration::MAX; 2]);
        let limit = wanted.settings.time.unwrap_or(Duration::MAX);
        let question = Question::Analysis(AnalysisOptions {
            interval: first.min(every).min(limit),
            playouts: Some(wanted.settings.visits),
            ownership: wanted.includes(AnswerPart::Ownership),
            restrictions: wanted.restrictions.clone(),
        });
        let mut next = first;
        let mut last = None;
        self.player
            .think(game, color, &question, &request.stop, &mut |analysis| {
                let spent = begun.elapsed();
                let is_over = analysis.visits >= wanted.settings.visits || spent >= limit;
                if spent >= next && !is_over && !request.stop.is_raised() && analysis.visits > 0 {
                    report(analysis);
                    next = spent.saturating_add(every);
                }
                if is_over {
                    request.stop.raise();
                }
                last = Some(analysis.clone());
            });
        last
    }
}

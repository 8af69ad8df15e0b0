//! Draws the moves of an opening and judges the position after them.

use std::time::Duration;

use super::{Attempt, Balance};
use ponnuki::RandomStream;
use ponnuki::board::Color;
use ponnuki::game::{Fingerprint, Game, Move};
use ponnuki::player::{
    Analysis, AnalysisOptions, MoveAnalysis, Player, PlayoutPlayer, Question, SearchOptions,
    StopFlag,
};

/// The memory of a search in MiB, enough for the tree of some 10,000 playouts.
const MEMORY: usize = 128;

/// A move is drawn only if the best one has at most this many times its visits, because
/// moves with fewer were visited by chance.
const SENSIBLE: u64 = 4;

pub(in super::super) struct OpeningJudge<'a> {
    balance: &'a Balance,
    player: PlayoutPlayer,
}

impl<'a> OpeningJudge<'a> {
    pub(in super::super) fn new(balance: &'a Balance) -> Self {
        let options = SearchOptions {
            memory: MEMORY,
            ..SearchOptions::default()
        };
        Self {
            balance,
            player: PlayoutPlayer::new(0, options),
        }
    }

    /// Makes the try with this number. The position is judged only if `claim` confirms
    /// that no earlier try has led to it, up to symmetry.
    pub(super) fn attempt(&mut self, number: u64, claim: impl FnOnce(u64) -> bool) -> Attempt {
        let mut stream = RandomStream::new(self.balance.seed, number);
        let judging_seed = stream.bits();
        let Some(game) = self.draw(&mut stream) else {
            return Attempt::Short;
        };
        let key = Fingerprint::from_position(&game).turned;
        let winrate = claim(key).then(|| self.judge(&game, judging_seed));
        Attempt::Played {
            key,
            moves: game.turns().iter().map(|turn| turn.action).collect(),
            winrate,
        }
    }

    /// Plays the moves of an opening, each drawn from the sensible ones in proportion
    /// to its visits. Returns `None` if there are not enough moves.
    fn draw(&mut self, stream: &mut RandomStream) -> Option<Game> {
        let Balance { rules, plies, .. } = self.balance;
        self.player.set_seed(stream.bits());
        let mut game = Game::new(self.balance.size, rules.chosen(), rules.komi());
        for _ in 0..*plies {
            let playouts = self.balance.playouts.div_ceil(2);
            let analysis = self.analyze(&game, playouts.into());
            let action = drawn(&analysis?.moves, stream)?;
            game.play(game.to_move(), action).ok()?;
        }
        (*plies > 0 && game.outcome().is_none()).then_some(game)
    }

    /// Returns Black's win rate in a position, from a search that is independent of earlier ones.
    pub(in super::super) fn judge(&mut self, game: &Game, seed: u64) -> f64 {
        self.player.set_seed(seed);
        let analysis = self.analyze(game, self.balance.playouts.into());
        let winrate = analysis.map_or(0.5, |analysis| analysis.winrate);
        match game.to_move() {
            Color::Black => winrate,
            Color::White => 1.0 - winrate,
        }
    }

    fn analyze(&mut self, game: &Game, playouts: u64) -> Option<Analysis> {
        let question = Question::Analysis(AnalysisOptions {
            interval: Duration::MAX,
            playouts: Some(playouts),
            ..AnalysisOptions::default()
        });
        let mut last = None;
        let (color, stop) = (game.to_move(), StopFlag::new());
        self.player
            .think(game, color, &question, &stop, &mut |analysis| {
                last = Some(analysis.clone());
            });
        last
    }
}

/// Draws a play from the sensible ones, of which the best comes first.
fn drawn(moves: &[MoveAnalysis], stream: &mut RandomStream) -> Option<Move> {
    let most = moves.first()?.visits;
    let is_sensible = |entry: &&MoveAnalysis| {
        entry.action != Move::Pass && entry.visits.saturating_mul(SENSIBLE) >= most
    };
    let sensible = || moves.iter().filter(is_sensible);
    let mut left = stream.below(sensible().map(|entry| entry.visits).sum())?;
    for entry in sensible() {
        match left.checked_sub(entry.visits) {
            Some(rest) => left = rest,
            None => return Some(entry.action),
        }
    }
    None
}

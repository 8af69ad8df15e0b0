//! The figures of a match that help to plan another one between similar players.

use super::Summary;

/// The draw rate, the variance and the time per game of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Precedent {
    /// The share of draws among the games with a result, 0 to 1.
    pub(crate) draws: f64,
    /// The variance of the score of pairs of games relative to that of independent
    /// games; `None` if there are no pairs or all pairs are equal.
    pub(crate) variance_ratio: Option<f64>,
    /// The mean time in seconds that both programs together spent on the moves of a
    /// game.
    pub(crate) seconds_per_game: f64,
}

impl Summary {
    /// Returns the figures for planning, or `None` unless two players competed for a
    /// score and at least one game has a result.
    pub(crate) fn precedent(&self) -> Option<Precedent> {
        let counts = self.players.first()?.counts();
        if !self.has_two_players() || counts.games() == 0 {
            return None;
        }
        let seconds: f64 = self.players.iter().map(|player| player.time.total).sum();
        Some(Precedent {
            draws: counts.draws as f64 / counts.games() as f64,
            variance_ratio: self.pairs.as_ref().and_then(|pairs| pairs.variance_ratio),
            seconds_per_game: seconds / self.games as f64,
        })
    }
}

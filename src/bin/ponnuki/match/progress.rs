//! The results on which later games depend: the handicap of a ladder, the pairs of a
//! Swiss tournament.

use std::collections::HashSet;

use super::record::{GameRecord, GameResult};
use super::settings::{Beginning, MatchSettings, TournamentFormat};
use super::swiss::Swiss;
use ponnuki::board::{ByColor, Color};

/// The numbers of the games that earlier runs have played and, if later games depend
/// on them, their results. The records themselves are not kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Done {
    games: HashSet<u64>,
    /// The results; `None` if no game depends on another.
    results: Option<Vec<EarlierGame>>,
}

/// A game on whose result later ones depend.
#[derive(Clone, Debug)]
pub(super) struct EarlierGame {
    pub(super) game: u64,
    pub(super) handicap: usize,
    pub(super) result: GameResult,
    /// The labels of the players.
    pub(super) players: ByColor<String>,
}

impl EarlierGame {
    pub(super) fn new(record: &GameRecord) -> Self {
        Self {
            game: record.game,
            handicap: record.handicap,
            result: record.result(),
            players: ByColor {
                black: record.black.player.clone(),
                white: record.white.player.clone(),
            },
        }
    }
}

impl Done {
    pub(crate) fn new(settings: &MatchSettings) -> Self {
        Self {
            games: HashSet::new(),
            results: (!matches!(Standing::new(settings), Standing::Free)).then(Vec::new),
        }
    }

    /// Adds a game. Returns `false` if the game is already in the set.
    pub(crate) fn add(&mut self, record: &GameRecord) -> bool {
        if let Some(results) = &mut self.results {
            results.push(EarlierGame::new(record));
        }
        self.games.insert(record.game)
    }

    pub(crate) fn contains(&self, game: u64) -> bool {
        self.games.contains(&game)
    }
}

/// The state of a match after some of its games.
#[derive(Clone, Debug)]
pub(super) enum Standing {
    /// No game depends on another.
    Free,
    /// Each game has the handicap that follows from the results before it, as in the
    /// Random Go Challenge (G. Farnebäck, 2004,
    /// <http://www.lysator.liu.se/~gunnar/gtp/random_go_challenge.html>), which measures
    /// how many handicap stones a program can give to a random player.
    Ladder {
        next: u64,
        /// The handicap of that game, which is 0 for the first one.
        handicap: usize,
    },
    /// Each round has the pairs that follow from the rounds before it.
    Swiss(Swiss),
}

impl Standing {
    pub(super) fn new(settings: &MatchSettings) -> Self {
        if matches!(settings.beginning, Beginning::Ladder) {
            return Self::Ladder {
                next: 0,
                handicap: 0,
            };
        }
        match settings.format {
            TournamentFormat::Swiss { games } => {
                Self::Swiss(Swiss::new(settings.players.len(), games, settings.seed))
            }
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => Self::Free,
        }
    }

    /// Returns the state after the games of earlier runs, or `None` if those games do
    /// not follow from each other.
    pub(super) fn after(settings: &MatchSettings, done: &Done) -> Option<Self> {
        let mut games: Vec<_> = done.results.iter().flatten().collect();
        games.sort_unstable_by_key(|earlier| earlier.game);
        let mut standing = Self::new(settings);
        let follow = games.into_iter().all(|game| standing.add(settings, game));
        follow.then_some(standing)
    }

    pub(super) const fn handicap(&self) -> usize {
        match self {
            Self::Ladder { handicap, .. } => *handicap,
            Self::Free | Self::Swiss(_) => 0,
        }
    }

    /// Returns the pair that plays a game, or `None` if it is not known yet.
    pub(super) fn pair(&self, game: u64) -> Option<[usize; 2]> {
        match self {
            Self::Swiss(swiss) => swiss.pair(game),
            Self::Free | Self::Ladder { .. } => None,
        }
    }

    /// Adds the result of a game. Returns `false` and changes nothing if the game cannot come next.
    pub(super) fn add(&mut self, settings: &MatchSettings, played: &EarlierGame) -> bool {
        match self {
            Self::Free => true,
            Self::Ladder { next, handicap } => {
                if played.game != *next || played.handicap != *handicap {
                    return false;
                }
                *next += 1;
                // Black's stones leave at least one point of the board empty.
                let most = settings.size.area() - 1;
                *handicap = next_handicap(*handicap, played.result.winner(), most);
                true
            }
            Self::Swiss(swiss) => {
                let Some(pair) = swiss.pair(played.game) else {
                    return false;
                };
                let (colors, _) = settings.colors(played.game, pair);
                let labels = colors.map(|player| &settings.players[player].label);
                let ByColor { black, white } = &played.players;
                if (labels.black, labels.white) != (black, white) {
                    return false;
                }
                let black = half_points(played.result);
                let points = pair.map(|player| {
                    if player == colors.black {
                        black
                    } else {
                        2 - black
                    }
                });
                swiss.add(played.game, points)
            }
        }
    }
}

/// Returns the next handicap on a ladder: one stone more if White won, one less if
/// Black won, clamped to 0 and `most`.
fn next_handicap(handicap: usize, winner: Option<Color>, most: usize) -> usize {
    match winner {
        Some(Color::White) => (handicap + 1).min(most),
        Some(Color::Black) => handicap.saturating_sub(1),
        None => handicap,
    }
}

/// Returns Black's half points: 2 for a win, 1 for a draw; White has the rest of the two. A
/// game without a result counts as a draw, so that every round ends.
fn half_points(result: GameResult) -> u64 {
    match result {
        GameResult::Won(winner) => 2 * u64::from(winner == Color::Black),
        GameResult::Drawn | GameResult::NoResult => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::testing::{record, settings};
    use ponnuki::board::BoardSize;

    /// Returns a game won by the player with the smaller label.
    fn played(settings: &MatchSettings, progress: &Standing, game: u64) -> EarlierGame {
        let (colors, _) = settings.colors(game, progress.pair(game).unwrap());
        let mut record = record("", game);
        record.black.player = settings.players[colors.black].label.clone();
        record.white.player = settings.players[colors.white].label.clone();
        let black_wins = colors.black < colors.white;
        record.winner = Some(if black_wins {
            Color::Black
        } else {
            Color::White
        });
        EarlierGame::new(&record)
    }

    #[test]
    fn a_swiss_tournament_continues_from_its_games() {
        let mut settings = settings(5);
        settings.format = TournamentFormat::Swiss { games: 2 };
        let mut progress = Standing::new(&settings);
        let mut games = Vec::new();
        for game in 0..10 {
            let next = played(&settings, &progress, game);
            assert!(progress.add(&settings, &next));
            games.push(next);
        }
        let after = |games: &[EarlierGame]| {
            let mut done = Done::new(&settings);
            done.results = Some(games.to_vec());
            Standing::after(&settings, &done)
        };
        let again = after(&games).unwrap();
        assert_eq!(again.pair(11), progress.pair(11));
        assert!(progress.pair(12).is_none());
        // A game of the third round cannot come before the second one has ended.
        assert!(after(&[&games[..7], &games[8..]].concat()).is_none());
        // A game must have the players whom the results pair.
        games[5].players.black = "E?".to_owned();
        assert!(after(&games).is_none());
    }

    #[test]
    fn the_ladder_goes_up_and_down() {
        let mut handicap = 0;
        for (winner, expected) in [
            (Some(Color::Black), 0),
            (Some(Color::White), 1),
            (Some(Color::White), 2),
            (None, 2),
            (Some(Color::White), 2),
            (Some(Color::Black), 1),
        ] {
            handicap = next_handicap(handicap, winner, 2);
            assert_eq!(handicap, expected);
        }
    }

    #[test]
    fn the_ladder_ends_when_one_point_is_empty() {
        let mut settings = settings(2);
        settings.beginning = Beginning::Ladder;
        settings.size = BoardSize::square(2).unwrap();
        let mut progress = Standing::new(&settings);
        for (game, handicap) in (0..).zip([0, 1, 2, 3, 3]) {
            assert_eq!(progress.handicap(), handicap);
            let mut record = record("", game);
            record.handicap = handicap;
            record.winner = Some(Color::White);
            assert!(progress.add(&settings, &EarlierGame::new(&record)));
        }
    }

    #[test]
    fn a_game_without_a_result_is_a_draw_for_the_pairing() {
        for (result, points) in [
            (GameResult::Won(Color::White), 0),
            (GameResult::Won(Color::Black), 2),
            (GameResult::Drawn, 1),
            (GameResult::NoResult, 1),
        ] {
            assert_eq!(half_points(result), points);
        }
    }
}

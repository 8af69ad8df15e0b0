//! The plan of a game: players, seeds and opening. It depends only on the
//! settings and the number of the game (on a ladder and in a Swiss tournament also on
//! the results of earlier games), so games can be played in any order, by any number of
//! threads and on any number of machines.

use super::openings::{OpeningLine, handicap_start, random_points};
use super::progress::Standing;
use super::settings::{Beginning, MatchSettings};
use ponnuki::RandomStream;
use ponnuki::board::{ByColor, Color};
use ponnuki::rules::free_handicap;

/// Added to the number of an opening to select its random stream, apart from
/// the streams of the games.
const OPENINGS: u64 = 1 << 63;

/// Added to the number of a game to select the random stream of its handicap
/// stones.
const STONES: u64 = 1 << 62;

/// The range of the seeds for programs, as a mask: non-negative 32-bit integers,
/// which most programs can read.
const SEED_BITS: u64 = (1 << 31) - 1;

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The number of the game.
    pub(super) game: u64,
    /// The players, as indices into the settings.
    pub(super) players: ByColor<usize>,
    /// The seed of each program.
    pub(super) seeds: ByColor<u64>,
    /// The stones and moves that the game begins with.
    pub(super) opening: OpeningLine,
}

impl Plan {
    /// Plans a game; `None` if it depends on games that have not been played yet.
    pub(super) fn new(settings: &MatchSettings, game: u64, progress: &Standing) -> Option<Self> {
        let mut stream = RandomStream::new(settings.seed, game);
        let mut seed = || stream.bits() & SEED_BITS;
        let pair = settings.pair(game).or_else(|| progress.pair(game))?;
        let (players, stones) = settings.colors(game, pair);
        // Seeds are drawn for the players in their order, not by colour.
        let (first, second) = (seed(), seed());
        let seeds = if players.black < players.white {
            ByColor {
                black: first,
                white: second,
            }
        } else {
            ByColor {
                black: second,
                white: first,
            }
        };
        Some(Self {
            game,
            players,
            seeds,
            opening: opening(settings, game, stones, progress),
        })
    }

    /// Returns the index of the player that has a colour.
    pub(super) fn player(&self, color: Color) -> usize {
        self.players[color]
    }
}

/// Chooses the opening of a game between players whose handicaps differ by this
/// number of stones.
fn opening(settings: &MatchSettings, game: u64, stones: usize, progress: &Standing) -> OpeningLine {
    let size = settings.size;
    let number = settings.opening(game);
    let given = |stones| OpeningLine {
        from: String::new(),
        start: handicap_start(stones),
        moves: Vec::new(),
    };
    match &settings.beginning {
        Beginning::Empty => given(free_handicap(size, stones)),
        Beginning::Openings(lines) => lines[number as usize % lines.len()].clone(),
        Beginning::Random(moves) => {
            let seed = RandomStream::new(settings.seed, OPENINGS | number).bits();
            OpeningLine::random(size, settings.rules, *moves, seed)
        }
        Beginning::Handicap(stones) => given(free_handicap(size, *stones)),
        Beginning::Ladder => {
            let mut stream = RandomStream::new(settings.seed, STONES | game);
            given(random_points(size, progress.handicap(), &mut stream))
        }
    }
}

//! The plan of a game: players, seeds and opening. It depends only on the
//! settings and the number of the game, so games can be played in any order, by any
//! number of threads and on any number of machines.

use super::openings::{OpeningLine, handicap_start};
use super::settings::{Beginning, MatchSettings};
use ponnuki_core::RandomStream;
use ponnuki_core::board::ByColor;
use ponnuki_core::rules::free_handicap;

/// The bit that separates the random streams of openings from those of games.
const OPENINGS: u64 = 1 << 63;

/// The mask for seeds of programs: most programs can read non-negative 32-bit integers.
const SEED_BITS: u64 = (1 << 31) - 1;

#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) game: u64,
    /// The players, as indices into the settings.
    pub(super) players: ByColor<usize>,
    pub(super) seeds: ByColor<u64>,
    pub(super) opening: OpeningLine,
}

impl Plan {
    pub(super) fn new(settings: &MatchSettings, game: u64) -> Self {
        let mut stream = RandomStream::new(settings.seed, game);
        let mut seed = || stream.bits() & SEED_BITS;
        let (players, stones) = settings.colors(game);
        // Seeds are drawn in the order of the players, whatever their colours.
        let (first, second) = (seed(), seed());
        let (black, white) = if players.black < players.white {
            (first, second)
        } else {
            (second, first)
        };
        Self {
            game,
            players,
            seeds: ByColor { black, white },
            opening: opening(settings, game, stones),
        }
    }
}

/// Chooses the opening of a game between players whose handicaps differ by this
/// number of stones.
fn opening(settings: &MatchSettings, game: u64, stones: usize) -> OpeningLine {
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
    }
}

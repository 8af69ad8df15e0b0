//! What is settled about a game before it begins. It follows from the
//! settings and the number of the game alone (on a ladder also from the games
//! before), so that games may be played in any order, by any number of threads
//! and on any number of machines.

use super::openings::{OpeningLine, handicap_start, random_points};
use super::settings::{Beginning, MatchSettings};
use crate::board::{ByColor, Color};
use crate::random::RandomStream;
use crate::rules::free_handicap;

/// The stream that openings draw from, as opposed to those of the games.
const OPENINGS: u64 = 1 << 63;

/// The stream that handicap stones draw from.
const STONES: u64 = 1 << 62;

/// The bits of the seeds that programs are given: the positive numbers of a
/// 32-bit integer, which is what most of them read.
const SEED_BITS: u64 = (1 << 31) - 1;

/// A game that is to be played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The number of the game.
    pub(super) game: u64,
    /// Who plays, as numbers of players.
    pub(super) players: ByColor<usize>,
    /// What each is given as its seed.
    pub(super) seeds: ByColor<u64>,
    /// How it begins.
    pub(super) opening: OpeningLine,
}

impl Plan {
    /// The plan of a game. `handicap` is what the ladder asks for.
    pub(super) fn new(settings: &MatchSettings, game: u64, handicap: usize) -> Self {
        let mut stream = RandomStream::new(settings.seed, game);
        let mut seed = || stream.bits() & SEED_BITS;
        let players = settings.colors(game);
        // Drawn for the players, not for the colours, as the opening is for both.
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
        Self {
            game,
            players,
            seeds,
            opening: opening(settings, game, handicap),
        }
    }

    /// The number of the player that has a colour.
    pub(super) fn player(&self, color: Color) -> usize {
        self.players[color]
    }
}

/// How a game begins.
fn opening(settings: &MatchSettings, game: u64, handicap: usize) -> OpeningLine {
    let size = settings.size;
    let number = settings.opening(game);
    let given = |stones| OpeningLine {
        from: String::new(),
        start: handicap_start(stones),
        moves: Vec::new(),
    };
    match &settings.beginning {
        Beginning::Empty => given(free_handicap(size, 0)),
        Beginning::Openings(lines) => lines[number as usize % lines.len()].clone(),
        Beginning::Random(moves) => {
            let seed = RandomStream::new(settings.seed, OPENINGS | number).bits();
            OpeningLine::random(size, settings.rules, *moves, seed)
        }
        Beginning::Handicap(stones) => given(free_handicap(size, *stones)),
        Beginning::Ladder => {
            let mut stream = RandomStream::new(settings.seed, STONES | game);
            given(random_points(size, handicap, &mut stream))
        }
    }
}

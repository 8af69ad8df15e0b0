//! Boards as bytes: the stones, the legal actions and the planes of a position.
//!
//! Rows are written from the top, so that `[y, x]` of an array is a point as people read it.

use ponnuki_core::{BoardSize, ByColor, Color, Game, IllegalMove, Move, PointSet};

use crate::array::action_number;
use crate::error::value_error;

/// The planes of numbers that show a position to a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planes {
    /// One plane: the stones, 1 for Black's and -1 for White's.
    Stones,
    /// The 17 planes of `AlphaGo` Zero (Silver et al., 2017).
    Zero,
    /// The planes of this package.
    Ponnuki,
}

/// The number of positions that [`Planes::Zero`] shows.
const ZERO_POSITIONS: usize = 8;

impl Planes {
    /// Reads planes by name; `None` means the stones.
    pub(crate) fn named(name: Option<&str>) -> pyo3::PyResult<Self> {
        match name {
            None => Ok(Self::Stones),
            Some("zero") => Ok(Self::Zero),
            Some("ponnuki") => Ok(Self::Ponnuki),
            Some(name) => Err(value_error(format!(
                "planes: '{name}' is not 'zero' or 'ponnuki'"
            ))),
        }
    }

    /// Returns the number of planes.
    pub(crate) const fn count(self) -> usize {
        match self {
            Self::Stones => 1,
            Self::Zero => 2 * ZERO_POSITIONS + 1,
            Self::Ponnuki => 14,
        }
    }

    /// Writes a game as `color` sees it. `legal` are the points where the colour may play.
    pub(crate) fn write(self, game: &Game, color: Color, legal: &PointSet, out: &mut [u8]) {
        match self {
            Self::Stones => write_stones(&game.board().position(), game.size(), out),
            Self::Zero => write_zero(game, color, out),
            Self::Ponnuki => write_ponnuki(game, color, legal, out),
        }
    }
}

/// Returns the lowest eight bits as bytes of 0 or 1, the lowest first.
///
/// A table would be slower, because the games drive it out of the cache.
#[inline(always)]
const fn spread(bits: u32) -> u64 {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    // Byte i holds bit i of the byte, in its place. Adding 127 carries it to the highest.
    let placed = ((bits & 0xff) as u64 * EACH) & 0x8040_2010_0804_0201;
    (placed + 127 * EACH) >> 7 & EACH
}

/// Writes the rows of a board from the top: 1 for each bit of `ones(row)` and -1 for each of
/// `minus_ones(row)`. Rows are counted from the bottom.
#[inline(always)]
fn write_rows(
    size: BoardSize,
    ones: impl Fn(usize) -> u32,
    minus_ones: impl Fn(usize) -> u32,
    out: &mut [u8],
) {
    match size.width() {
        ..=8 => write_eights::<1>(size, ones, minus_ones, out),
        9..=16 => write_eights::<2>(size, ones, minus_ones, out),
        17..=24 => write_eights::<3>(size, ones, minus_ones, out),
        _ => write_eights::<4>(size, ones, minus_ones, out),
    }
}

/// Writes rows that are up to `N` times eight points wide.
///
/// All `N` times eight bytes are written at once. Those beyond the end of a row are overwritten
/// by the next.
#[inline(always)]
fn write_eights<const N: usize>(
    size: BoardSize,
    ones: impl Fn(usize) -> u32,
    minus_ones: impl Fn(usize) -> u32,
    out: &mut [u8],
) {
    for (y, row) in (0..size.height()).rev().enumerate() {
        let (ones, minus_ones) = (ones(row), minus_ones(row));
        let eight = |x| spread(ones >> x) | (spread(minus_ones >> x) * 255);
        let rest = &mut out[y * size.width()..];
        if let Some(eights) = rest.as_chunks_mut().0.first_chunk_mut::<N>() {
            for (x, bytes) in (0..).step_by(8).zip(eights) {
                *bytes = eight(x).to_le_bytes();
            }
        } else {
            for (x, byte) in rest.iter_mut().take(size.width()).enumerate() {
                *byte = (eight(x) & 0xff) as u8;
            }
        }
    }
}

/// Writes 1 for each point of a set and 0 for the others.
pub(crate) fn write_set(set: &PointSet, size: BoardSize, out: &mut [u8]) {
    if set.is_empty() {
        out.fill(0);
    } else {
        write_rows(size, |row| set.row(size, row), |_| 0, out);
    }
}

/// Writes 1 for Black's stones, -1 for White's and 0 for empty points.
fn write_stones(stones: &ByColor<PointSet>, size: BoardSize, out: &mut [u8]) {
    let ByColor { black, white } = stones;
    write_rows(
        size,
        |row| black.row(size, row),
        |row| white.row(size, row),
        out,
    );
}

/// Writes the planes of Silver et al., "Mastering the game of Go without human knowledge",
/// 2017, as a colour sees them: its own and the opponent's stones now and after each of the seven turns
/// before, the latest first, and a plane of ones if that colour is Black.
fn write_zero(game: &Game, color: Color, out: &mut [u8]) {
    let size = game.size();
    let mut planes = out.chunks_exact_mut(size.area());
    let now = game.turns().len();
    for back in 0..ZERO_POSITIONS {
        let stones = now
            .checked_sub(back)
            .and_then(|number| game.position_after(number))
            .unwrap_or_default();
        for (color, plane) in [color, !color].into_iter().zip(&mut planes) {
            write_set(&stones[color], size, plane);
        }
    }
    for plane in planes {
        plane.fill(u8::from(color == Color::Black));
    }
}

/// Writes the planes of this package, in the order that `VectorGo` documents.
fn write_ponnuki(game: &Game, color: Color, legal: &PointSet, out: &mut [u8]) {
    let (size, board) = (game.size(), game.board());
    let stones = board.position();
    let by_liberties = board.stones_by_liberties();
    let [own, opponent] = [color, !color].map(|color| by_liberties.map(|set| set & stones[color]));
    let repeating = (board.empty() - *legal).into_iter().filter(|&point| {
        let reason = game.check(color, point).err();
        reason.is_some_and(IllegalMove::is_repetition)
    });
    let sets = [stones[color], stones[!color], *legal]
        .into_iter()
        .chain(own)
        .chain(opponent)
        .chain([repeating.collect()]);
    let mut planes = out.chunks_exact_mut(size.area());
    for (set, plane) in sets.zip(&mut planes) {
        write_set(&set, size, plane);
    }
    for (point, plane) in game.last_moves().into_iter().zip(&mut planes) {
        plane.fill(0);
        if let Some(point) = point {
            plane[action_number(size, point)] = 1;
        }
    }
    let last = game.turns().last();
    let has_passed = last.is_some_and(|turn| turn.action == Move::Pass);
    for (holds, plane) in [has_passed, color == Color::Black].into_iter().zip(planes) {
        plane.fill(holds.into());
    }
}

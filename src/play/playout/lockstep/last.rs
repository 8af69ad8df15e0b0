//! The last positions of games, passed on one by one.

use crate::playout::cpu::Vector;
use ponnuki_core::board::{BoardSize, ByColor, Point, PointSet};

use super::arithmetic::transpose;

/// What a run keeps of the last positions of its games.
#[derive(Default)]
pub(crate) enum Kept<'a> {
    /// The exclusive or of their hashes.
    #[default]
    Hashes,
    /// That, and the owners of the points, summed over all games.
    Ownership,
    /// No totals: each position is passed on with the index of its series, in no particular
    /// order and some time after the end of the game.
    Each(&'a mut dyn FnMut(usize, LastPosition)),
}

/// The last positions that are not yet passed on, at most one for each slot.
///
/// They wait until a second game ends in a slot. To turn the bits of 64 games into the sets
/// of each costs the same however many of the games have ended.
pub(super) struct LastGames<'a, V> {
    /// For each point: is it in Black's area, in White's, empty?
    planes: Vec<[V; 3]>,
    /// The slots with a position, and the series of their games.
    places: V,
    series: Vec<usize>,
    /// For 64 points at a time, the planes of 64 games.
    squares: Vec<[[u64; 64]; 3]>,
    each: &'a mut dyn FnMut(usize, LastPosition),
}

/// The last position of a game, in the squares of 64 games.
#[derive(Clone, Copy)]
pub(crate) struct LastPosition<'a> {
    squares: &'a [[[u64; 64]; 3]],
    place: usize,
}

impl LastPosition<'_> {
    /// Returns the points of Black's area, those of White's, and the empty points.
    fn sets<const W: usize>(&self) -> [PointSet<W>; 3] {
        let mut sets = [[0; W]; 3];
        for (index, squares) in self.squares.iter().enumerate() {
            for (words, square) in sets.iter_mut().zip(squares) {
                words[index] = square[self.place];
            }
        }
        sets.map(|words| PointSet::from_words(&words))
    }

    pub(crate) fn owned<const W: usize>(&self) -> ByColor<PointSet<W>> {
        let [black, white, _] = self.sets();
        ByColor { black, white }
    }

    /// Returns the stones, which are the points of the areas that are not empty.
    pub(crate) fn stones<const W: usize>(&self) -> ByColor<PointSet<W>> {
        let [black, white, empty] = self.sets();
        ByColor { black, white }.map(|owned| owned - empty)
    }
}

impl<'a, V: Vector> LastGames<'a, V> {
    #[inline(always)]
    pub(super) fn new(size: BoardSize, each: &'a mut dyn FnMut(usize, LastPosition)) -> Self {
        Self {
            planes: vec![[V::none(); 3]; 64 * size.words()],
            places: V::none(),
            series: vec![0; V::GAMES],
            squares: vec![[[0; 64]; 3]; size.words()],
            each,
        }
    }

    /// Takes games, whose points are [kept](Self::keep) next. Passes on all positions if one
    /// of them is in a slot of these games.
    #[inline(always)]
    pub(super) fn make_room(&mut self, games: V, series: &[usize]) {
        if !(games & self.places).is_none() {
            self.pass_on();
        }
        self.places |= games;
        for game in games.games() {
            self.series[game] = series[game];
        }
    }

    /// Keeps a point of some games: the colours that own it, Black first, and whether it is
    /// empty.
    #[inline(always)]
    pub(super) fn keep(&mut self, point: Point, games: V, [black, white]: [V; 2], empty: V) {
        let planes = &mut self.planes[point.index()];
        for (plane, new) in planes.iter_mut().zip([black, white, empty]) {
            *plane = games.select(new, *plane);
        }
    }

    #[inline(always)]
    pub(super) fn pass_on(&mut self) {
        for word in 0..V::WORDS {
            let games = self.places.words()[word];
            if games == 0 {
                continue;
            }
            self.transpose(word);
            for place in (0..64).filter(|place| games >> place & 1 != 0) {
                let last = LastPosition {
                    squares: &self.squares,
                    place,
                };
                (self.each)(self.series[64 * word + place], last);
            }
        }
        self.places = V::none();
    }

    /// Fills the squares with the sets of 64 games, those of one word of a vector.
    #[inline(always)]
    fn transpose(&mut self, word: usize) {
        for (squares, points) in self.squares.iter_mut().zip(self.planes.chunks_exact(64)) {
            for (plane, square) in squares.iter_mut().enumerate() {
                for (row, planes) in square.iter_mut().zip(points) {
                    *row = planes[plane].words()[word];
                }
                transpose(square);
            }
        }
    }
}

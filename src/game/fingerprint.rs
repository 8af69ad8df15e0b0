//! Finds games with the same moves.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Game;
use crate::board::{BoardSize, ByColor, Color, Coordinates, PointSet, Symmetry};

/// The start and the moves of a game as hashes of 64 bits, which are the same in
/// every run. Among a million different games, the chance that two share one is
/// below one in ten million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// The hash of the game as played.
    pub plain: u64,
    /// The hash of one of its rotations and reflections, the same for all games
    /// that are equal up to symmetry.
    pub turned: u64,
}

/// The start and the moves of a game. A pass is `None`.
#[derive(Clone, Debug)]
pub struct Course {
    /// The size of the board.
    pub size: BoardSize,
    /// The stones at the start, Black's first.
    pub stones: [Vec<Option<Coordinates>>; 2],
    /// The moves in order.
    pub moves: Vec<(Color, Option<Coordinates>)>,
    /// The stones set up between moves, Black's first, with the number of moves before.
    pub setups: Vec<(usize, [Vec<Option<Coordinates>>; 2])>,
}

impl Fingerprint {
    /// Returns the fingerprint of a game.
    ///
    /// ```
    /// use ponnuki::game::Fingerprint;
    /// use ponnuki::sgf;
    ///
    /// // A game and its mirror image.
    /// let one = sgf::read(b"(;SZ[9];B[cc];W[dg])", None)?;
    /// let other = sgf::read(b"(;SZ[9];B[gc];W[fg])", None)?;
    /// assert_eq!(Fingerprint::from_game(&one).turned, Fingerprint::from_game(&other).turned);
    /// # Ok::<(), sgf::SgfError>(())
    /// ```
    pub fn from_game(game: &Game) -> Self {
        let size = game.size();
        let at = |point| Some(size.coordinates(point));
        let both = |stones: &ByColor<PointSet>| {
            [stones.black, stones.white].map(|stones| stones.iter().map(at).collect())
        };
        let turns = game.turns().iter();
        Self::from_course(&Course {
            size,
            stones: both(&game.start().stones),
            moves: turns
                .map(|turn| (turn.color, turn.action.point().and_then(at)))
                .collect(),
            setups: game
                .setups()
                .map(|setup| (setup.moves, both(&setup.stones)))
                .collect(),
        })
    }

    /// Returns the fingerprint of the position at the end of a game: the stones and
    /// the colour to move, however the moves led there.
    pub fn from_position(game: &Game) -> Self {
        let size = game.size();
        let at = |point| Some(size.coordinates(point));
        let stones = game.board().position();
        Self::from_course(&Course {
            size,
            stones: [stones.black, stones.white].map(|stones| stones.iter().map(at).collect()),
            // A pass stands for the turn.
            moves: vec![(game.to_move(), None)],
            setups: Vec::new(),
        })
    }

    /// Returns the fingerprint of a game with this course.
    pub fn from_course(course: &Course) -> Self {
        let mut hashes = Symmetry::all(course.size).map(|turn| course.hash(turn));
        let plain = hashes.next().unwrap_or_default();
        let upright = hashes.fold(plain, u64::min);
        // The symmetries of a rectangle keep its width; the others lay it on its side.
        let lying = course.lying().map_or(upright, |course| {
            let hashes = Symmetry::all(course.size).map(|turn| course.hash(turn));
            hashes.fold(upright, u64::min)
        });
        Self {
            plain,
            turned: lying,
        }
    }
}

impl Course {
    /// Returns the game with rows and columns exchanged, unless the board is a square.
    fn lying(&self) -> Option<Self> {
        let size = BoardSize::new(self.size.height(), self.size.width()).ok()?;
        let exchange = |at: &Option<Coordinates>| {
            at.map(|Coordinates { column, row }| Coordinates {
                column: row,
                row: column,
            })
        };
        let both = |stones: &[Vec<_>; 2]| {
            stones
                .each_ref()
                .map(|stones| stones.iter().map(exchange).collect())
        };
        let moves = self.moves.iter();
        let setups = self.setups.iter();
        (!size.is_square()).then(|| Self {
            size,
            stones: both(&self.stones),
            moves: moves.map(|(color, at)| (*color, exchange(at))).collect(),
            setups: setups.map(|(moves, at)| (*moves, both(at))).collect(),
        })
    }

    /// Returns a hash of the game as played on the transformed board. A pass is 0;
    /// the largest number separates the parts.
    fn hash(&self, turn: Symmetry) -> u64 {
        let size = self.size;
        let place = |at: Option<Coordinates>| {
            at.map_or(0, |at| {
                let image = turn.image(at, size);
                u16::from(image.row) * size.width() as u16 + u16::from(image.column) + 1
            })
        };
        let mut form = vec![size.width() as u16, size.height() as u16];
        let add = |form: &mut Vec<u16>, both: &[Vec<_>; 2]| {
            for stones in both {
                let begin = form.len();
                form.extend(stones.iter().map(|&at| place(at)));
                form[begin..].sort_unstable();
                form.push(u16::MAX);
            }
        };
        add(&mut form, &self.stones);
        let moves = self.moves.iter();
        form.extend(moves.map(|&(color, at)| place(at) << 1 | color as u16));
        for (moves, stones) in &self.setups {
            form.extend([u16::MAX, (moves >> 16) as u16, *moves as u16]);
            add(&mut form, stones);
        }
        let mut hasher = DefaultHasher::new();
        form.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(all(test, feature = "sgf"))]
mod tests {
    use super::*;
    use crate::sgf;

    fn fingerprint(text: &str) -> Fingerprint {
        Fingerprint::from_game(&sgf::read(text.as_bytes(), None).unwrap())
    }

    #[test]
    fn a_game_is_known_however_the_board_lies() {
        let game = fingerprint("(;SZ[9]AB[aa];W[cc];B[dg];W[])");
        for same in [
            "(;SZ[9]AB[ia];W[gc];B[fg];W[])",
            "(;SZ[9]AB[aa];W[cc];B[gd];W[])",
        ] {
            let other = fingerprint(same);
            assert_ne!(game.plain, other.plain, "{same}");
            assert_eq!(game.turned, other.turned, "{same}");
        }
        for different in [
            "(;SZ[9]AB[aa];W[cc];B[dg])",
            "(;SZ[9]AW[aa];W[cc];B[dg];W[])",
            "(;SZ[9]AB[aa];B[cc];W[dg];B[])",
            "(;SZ[10]AB[aa];W[cc];B[dg];W[])",
            "(;SZ[9]AB[aa];W[dg];B[cc];W[])",
        ] {
            assert_ne!(game.turned, fingerprint(different).turned, "{different}");
        }
    }

    #[test]
    fn a_rectangle_may_lie_on_its_side() {
        let game = fingerprint("(;SZ[13:7]AB[aa];W[cb])");
        for same in ["(;SZ[7:13]AB[aa];W[bc])", "(;SZ[7:13]AB[ga];W[fc])"] {
            let other = fingerprint(same);
            assert_ne!(game.plain, other.plain, "{same}");
            assert_eq!(game.turned, other.turned, "{same}");
        }
        let other = fingerprint("(;SZ[7:13]AB[aa];W[cb])");
        assert_ne!(game.turned, other.turned);
    }

    #[test]
    fn a_position_is_known_however_it_arose() {
        let position = |text: &str| {
            Fingerprint::from_position(&sgf::read(text.as_bytes(), None).unwrap()).turned
        };
        let first = position("(;SZ[9];B[cc];W[dg];B[ee])");
        for same in [
            "(;SZ[9];B[ee];W[dg];B[cc])",
            "(;SZ[9];B[gc];W[fg];B[ee])",
            "(;SZ[9]AB[cc][ee]AW[dg]PL[W])",
            "(;SZ[9];B[cc];W[gd];B[];W[];B[ee])",
        ] {
            assert_eq!(position(same), first, "{same}");
        }
        for different in [
            "(;SZ[9]AB[cc][ee]AW[dg]PL[B])",
            "(;SZ[9];B[cc];W[dg];B[ed])",
            "(;SZ[9]AW[cc][ee]AB[dg]PL[W])",
            "(;SZ[9]AW[cc][ee]AB[dg]PL[B])",
            "(;SZ[10];B[cc];W[dg];B[ee])",
        ] {
            assert_ne!(position(different), first, "{different}");
        }
    }
}

//! Finds games with the same moves.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Game;
use crate::board::{BoardSize, ByColor, Color, Coordinates, PointSet, Symmetry};

/// The start and the moves of a game as hashes of 64 bits, which are the same in
/// every run. Among a million different games, the chance that two share one is
/// below one in ten million.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::game::Fingerprint;
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules, Start};
///
/// let size = BoardSize::square(9)?;
/// let mut played = Game::new(size, Rules::default(), Komi::default());
/// played.play(Color::Black, Move::from(size.point_named("C3")))?;
/// played.play(Color::White, Move::from(size.point_named("G7")))?;
/// // The same position as a problem, without the moves.
/// let start = Start { stones: played.board().position(), ..Start::default() };
/// let set_up = Game::with_start(size, Rules::default(), Komi::default(), start)?;
/// assert_eq!(Fingerprint::from_position(&set_up), Fingerprint::from_position(&played));
/// assert_ne!(Fingerprint::from_game(&set_up), Fingerprint::from_game(&played));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// The hash of the game as played.
    pub plain: u64,
    /// The hash of one of its rotations and reflections, the same for all games
    /// that are equal up to symmetry.
    pub turned: u64,
}

/// The start and the moves of a game. A pass is `None`.
///
/// ```
/// # use ponnuki_core as ponnuki;
/// use ponnuki::game::{Course, Fingerprint};
/// use ponnuki::{BoardSize, Color, Game, Komi, Move, Rules};
///
/// let mut game = Game::new(BoardSize::square(9)?, Rules::default(), Komi::default());
/// game.play(Color::Black, Move::from(game.size().point_named("C3")))?;
/// game.play(Color::White, Move::Pass)?;
/// // A record of the same game, found without playing it out.
/// let moves = vec![(Color::Black, Some("C3".parse()?)), (Color::White, None)];
/// let course = Course { size: game.size(), stones: [vec![], vec![]], moves, setups: vec![] };
/// assert_eq!(Fingerprint::from_course(&course), Fingerprint::from_game(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// # use ponnuki_core as ponnuki;
    /// use ponnuki::game::Fingerprint;
    /// use ponnuki::{BoardSize, Game, Komi, Move, Rules};
    ///
    /// let size = BoardSize::square(9)?;
    /// let mut game = Game::new(size, Rules::default(), Komi::default());
    /// let mut mirrored = game.clone();
    /// for [one, other] in [["C7", "G7"], ["D3", "F3"]] {
    ///     game.play(game.to_move(), Move::from(size.point_named(one)))?;
    ///     mirrored.play(mirrored.to_move(), Move::from(size.point_named(other)))?;
    /// }
    /// let [one, other] = [game, mirrored].map(|game| Fingerprint::from_game(&game));
    /// assert!(one.turned == other.turned && one.plain != other.plain);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;
    use crate::rules::{Komi, Rules};

    /// Returns a game that begins with black and white stones. A move is the letter of a colour and
    /// a point, or the letter alone for a pass.
    fn game(size: &str, [black, white]: [&str; 2], to_move: Color, moves: &str) -> Game {
        let size: BoardSize = size.parse().unwrap();
        let point = |name: &str| size.point_named(name);
        let points = |names: &str| names.split_whitespace().filter_map(point).collect();
        let start = Start {
            stones: ByColor {
                black: points(black),
                white: points(white),
            },
            to_move,
            ..Start::default()
        };
        let mut game = Game::with_start(size, Rules::default(), Komi::default(), start).unwrap();
        for turn in moves.split_whitespace() {
            let (letter, name) = turn.split_at(1);
            let color = if letter == "B" {
                Color::Black
            } else {
                Color::White
            };
            game.play(color, point(name).into()).unwrap();
        }
        game
    }

    fn fingerprint(size: &str, stones: [&str; 2], moves: &str) -> Fingerprint {
        Fingerprint::from_game(&game(size, stones, Color::Black, moves))
    }

    #[test]
    fn a_game_is_known_however_the_board_lies() {
        let game = fingerprint("9", ["A9", ""], "WC7 BD3 W");
        for (black, moves) in [("J9", "WG7 BF3 W"), ("A9", "WC7 BG6 W")] {
            let other = fingerprint("9", [black, ""], moves);
            assert_ne!(game.plain, other.plain, "{black} {moves}");
            assert_eq!(game.turned, other.turned, "{black} {moves}");
        }
        for (size, stones, moves) in [
            ("9", ["A9", ""], "WC7 BD3"),
            ("9", ["", "A9"], "WC7 BD3 W"),
            ("9", ["A9", ""], "BC7 WD3 B"),
            ("10", ["A10", ""], "WC8 BD4 W"),
            ("9", ["A9", ""], "WD3 BC7 W"),
        ] {
            let other = fingerprint(size, stones, moves);
            assert_ne!(game.turned, other.turned, "{size} {stones:?} {moves}");
        }
    }

    #[test]
    fn a_rectangle_may_lie_on_its_side() {
        let game = fingerprint("13x7", ["A7", ""], "WC6");
        for (black, moves) in [("A13", "WB11"), ("G13", "WF11")] {
            let other = fingerprint("7x13", [black, ""], moves);
            assert_ne!(game.plain, other.plain, "{black} {moves}");
            assert_eq!(game.turned, other.turned, "{black} {moves}");
        }
        let other = fingerprint("7x13", ["A13", ""], "WC12");
        assert_ne!(game.turned, other.turned);
    }

    #[test]
    fn a_position_is_known_however_it_arose() {
        let position = |size, stones, to_move, moves| {
            Fingerprint::from_position(&game(size, stones, to_move, moves)).turned
        };
        let empty = ["", ""];
        let (black, white) = (Color::Black, Color::White);
        let first = position("9", empty, black, "BC7 WD3 BE5");
        for (stones, to_move, moves) in [
            (empty, black, "BE5 WD3 BC7"),
            (empty, black, "BG7 WF3 BE5"),
            (["C7 E5", "D3"], white, ""),
            (empty, black, "BC7 WG6 B W BE5"),
        ] {
            let same = position("9", stones, to_move, moves);
            assert_eq!(same, first, "{stones:?} {to_move} {moves}");
        }
        for (size, stones, to_move, moves) in [
            ("9", ["C7 E5", "D3"], black, ""),
            ("9", empty, black, "BC7 WD3 BE6"),
            ("9", ["D3", "C7 E5"], white, ""),
            ("9", ["D3", "C7 E5"], black, ""),
            ("10", ["C8 E6", "D4"], white, ""),
        ] {
            let other = position(size, stones, to_move, moves);
            assert_ne!(other, first, "{size} {stones:?} {to_move} {moves}");
        }
    }
}

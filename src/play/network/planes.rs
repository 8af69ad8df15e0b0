//! What the network sees of a position: planes of points, and a few numbers.

use ponnuki_core::board::{Board, BoardSize, Color, EyeRule, PointSet, Symmetry, true_eyes};
use ponnuki_core::game::{Game, Move};

/// The channels of a point: 14 planes, and two that are always 0, since the kernels read four
/// channels at once.
pub(super) const CHANNELS: usize = 16;

/// The activation that marks a point in a plane: large, since the layer after it drops the last seven
/// bits of each sum.
pub(super) const SET: u8 = 128;

/// The largest komi that a network is told, in quarter points: more than any board has points.
const MAX_KOMI: f64 = 4000.0;

/// What a network is asked about: a board, and who moves under which conditions.
///
/// | plane | points |
/// |---|---|
/// | 0, 1 | own stones; the opponent's |
/// | 2 to 4 | own chains with one, two and three liberties |
/// | 5 to 7 | the same of the opponent |
/// | 8 | the point that a simple ko forbids |
/// | 9 to 11 | the last move, the one before it, and the one before that |
/// | 12 | legal plays but true eyes, without regard to superko |
/// | 13 | the board |
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The bits of the planes of each point, row by row from the bottom left corner.
    pub(crate) planes: Vec<u16>,
    /// What the side to move gains by the rules, in quarter points, up to [`MAX_KOMI`].
    pub(crate) komi: i32,
    pub(crate) after_pass: bool,
    /// What is left out, for the answer to be completed.
    pub(super) untold: Untold,
}

/// What the side to move gains and the network is not told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Untold {
    /// In points.
    pub(super) lead: f32,
    /// In units of the logit of a win.
    pub(super) logit: f32,
}

/// Returns where the image of each point under a symmetry stands in the planes, which go row by row
/// from the bottom left corner. The points are in the order of [`BoardSize::iter`].
pub(crate) fn images(size: BoardSize, symmetry: Symmetry) -> Vec<usize> {
    let place = |point| {
        let at = symmetry.image(size.coordinates(point), size);
        usize::from(at.row) * size.width() + usize::from(at.column)
    };
    size.iter().map(place).collect()
}

impl Question {
    /// Returns the question about a game with a colour to move, for points with these images.
    pub(crate) fn new(game: &Game, to_move: Color, images: &[usize]) -> Self {
        let board = game.board();
        let size = board.size();
        let mut sets = [PointSet::EMPTY; 13];
        let liberties = Liberties::new(board);
        for (color, first) in [(to_move, 2), (!to_move, 5)] {
            let stones = board.stones(color);
            sets[usize::from(color != to_move)] = stones;
            for (set, chains) in sets[first..].iter_mut().zip(&liberties.0) {
                *set = *chains & stones;
            }
        }
        let ko = simple_ko(game, to_move);
        sets[8] = ko;
        for (set, turn) in sets[9..12].iter_mut().zip(game.turns().iter().rev()) {
            *set = turn
                .action
                .point()
                .map_or(PointSet::EMPTY, PointSet::single);
        }
        sets[12] = liberties.plays(board, to_move) - ko;
        let mut planes = vec![1 << 13; size.area()];
        for (point, &place) in size.iter().zip(images) {
            for (plane, set) in sets.iter().enumerate() {
                planes[place] |= u16::from(set.contains(point)) << plane;
            }
        }
        Self {
            width: size.width(),
            height: size.height(),
            planes,
            komi: (4.0 * f64::from(to_move.sign()) * game.compensation())
                .round()
                .clamp(-MAX_KOMI, MAX_KOMI) as i32,
            after_pass: game
                .turns()
                .last()
                .is_some_and(|turn| turn.action == Move::Pass),
            untold: Untold::default(),
        }
    }

    /// Returns whether the network is taught to play on a point, by its place in the planes.
    pub(super) fn is_play(&self, place: usize) -> bool {
        self.planes[place] >> 12 & 1 != 0
    }
}

/// The stones of chains with one liberty, two and three.
struct Liberties([PointSet; 3]);

impl Liberties {
    fn new(board: &Board) -> Self {
        let mut sets = [PointSet::EMPTY; 3];
        for chain in board.chains() {
            if let Some(set) = sets.get_mut(chain.liberties.len() - 1) {
                *set |= chain.stones;
            }
        }
        Self(sets)
    }

    /// Returns the plays of a colour that are no suicide and fill no true eye.
    fn plays(&self, board: &Board, color: Color) -> PointSet {
        let [one, ..] = self.0;
        let (size, empty) = (board.size(), board.empty());
        let joins = board.stones(color) - one;
        let captures = board.stones(!color) & one;
        let plays = empty & (empty | joins | captures).neighbours(size);
        plays - true_eyes(board, color, EyeRule::EnemyDiagonals)
    }
}

/// Returns the point where a play would take back the stone that has just captured one, if any.
fn simple_ko(game: &Game, to_move: Color) -> PointSet {
    let (board, Some(last)) = (game.board(), game.turns().last()) else {
        return PointSet::EMPTY;
    };
    let lone = last.action.point().and_then(|point| board.chain(point));
    match lone {
        Some(chain)
            if last.color != to_move
                && last.captured.len() == 1
                && chain.stones.len() == 1
                && chain.liberties.len() == 1 =>
        {
            last.captured
        }
        _ => PointSet::EMPTY,
    }
}

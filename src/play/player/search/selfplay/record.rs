//! Games as lines of text: the size of the board, the komi and the moves, Black's first.

use crate::network::{Question, images};
use ponnuki_core::board::{BoardSize, Symmetry};
use ponnuki_core::game::{Game, Move};
use ponnuki_core::rules::Rules;

use super::sample::{Open, Sample};

/// Returns a game from an empty board as a line.
pub(super) fn record(game: &Game) -> Option<String> {
    let is_plain = game.start().stones.black.is_empty() && game.size().is_square();
    let head = format!("{} {}", game.size().width(), game.komi().value());
    let moves = game
        .turns()
        .iter()
        .map(|turn| turn.action.name(game.size()));
    is_plain.then(|| {
        let words: Vec<_> = [head].into_iter().chain(moves).collect();
        words.join(" ")
    })
}

/// Returns the beginning of the game in a line, and its moves, which may be illegal. Returns `None` if
/// the line has another form.
pub fn read_record(line: &str) -> Option<(Game, Vec<Move>)> {
    let mut words = line.split_whitespace();
    let size = BoardSize::square(words.next()?.parse().ok()?).ok()?;
    let game = Game::new(size, Rules::default(), words.next()?.parse().ok()?);
    let action = |word: &str| match word {
        "pass" => Some(Move::Pass),
        name => size.point_named(name).map(Move::Play),
    };
    let moves = words.map(action).collect::<Option<_>>()?;
    Some((game, moves))
}

/// Returns a sample for each position of a line before a move. Its policy is that move. Returns
/// `None` if the line is no legal game.
///
/// ```
/// # mod ponnuki { pub use {ponnuki_core::*, ponnuki_play::*}; }
/// use ponnuki::player::selfplay::samples_of;
///
/// let samples = samples_of("5 0 C3 pass pass").unwrap();
/// assert_eq!((samples.len(), samples[0].lead, samples[1].lead), (3, 25.0, -25.0));
/// assert!(samples_of("5 0 C3 C3").is_none());
/// ```
pub fn samples_of(line: &str) -> Option<Vec<Sample>> {
    let (mut game, moves) = read_record(line)?;
    let size = game.size();
    let images = images(size, Symmetry::default());
    let mut samples = Vec::new();
    for action in moves {
        let color = game.to_move();
        let mut policy = vec![0.0; size.area() + 1];
        policy[place_of(size, action)] = 1.0;
        samples.push(Open {
            color,
            question: Question::new(&game, color, &images),
            policy,
            teaches_policy: true,
            win: 0.5,
        });
        game.play(color, action).ok()?;
    }
    Some(
        samples
            .into_iter()
            .map(|sample| sample.close(&game))
            .collect(),
    )
}

/// Returns the place of a move among the probabilities: points row by row from A1, then the pass.
pub(super) fn place_of(size: BoardSize, action: Move) -> usize {
    action.point().map_or(size.area(), |point| {
        let at = size.coordinates(point);
        usize::from(at.row) * size.width() + usize::from(at.column)
    })
}

//! Openings: from SGF files and lists of moves, random moves, and handicap stones.
//!
//! `source` reads openings in every format (`move_lists` is one of them), and `reading`
//! checks each. `ready` holds the built-in sets.

mod move_lists;
mod reading;
mod ready;
mod source;

pub(crate) use source::OpeningSource;

use ponnuki_core::board::{BoardSize, ByColor, Color, PointSet};
use ponnuki_core::game::{Choice, Game, Move, Start};
use ponnuki_core::rules::{Komi, Rules};
use ponnuki_play::player::{Player, RandomPlayer, StopFlag};

/// The stones and moves that a game begins with.
#[derive(Clone, Debug)]
pub(crate) struct OpeningLine {
    /// The name of the source in the record; empty for the empty board and handicap stones.
    pub(super) from: String,
    pub(super) start: Start,
    /// The moves, in alternating colours.
    pub(super) moves: Vec<Move>,
}

impl OpeningLine {
    /// Plays up to `moves` random moves on an empty board. The line ends early if the
    /// random player would pass.
    pub(super) fn random(size: BoardSize, rules: Rules, moves: usize, seed: u64) -> Self {
        let mut game = Game::new(size, rules, Komi::default());
        let mut player = RandomPlayer::new(seed);
        while game.turns().len() < moves && game.outcome().is_none() {
            let color = game.to_move();
            let chosen = player.choose(&game, color, &StopFlag::new());
            let Choice::Move(action @ Move::Play(_)) = chosen else {
                break;
            };
            if game.play(color, action).is_err() {
                break;
            }
        }
        Self {
            from: "random".to_owned(),
            start: Start::default(),
            moves: game.turns().iter().map(|turn| turn.action).collect(),
        }
    }

    /// Returns a game that begins with the line.
    ///
    /// # Panics
    /// If the line is illegal, which the reading of openings rules out. A match without the
    /// planned opening would be recorded as one with it.
    pub(super) fn game(&self, size: BoardSize, rules: Rules, komi: &Komi) -> Game {
        const CHECKED: &str = "openings are checked when they are read";
        let mut game = Game::with_start(size, rules, komi.clone(), self.start).expect(CHECKED);
        for &action in &self.moves {
            game.play(game.to_move(), action).expect(CHECKED);
        }
        game
    }

    /// Formats the line as input for the fingerprint of the match.
    ///
    /// The format does not depend on `Debug`, because a match with openings could no
    /// longer be resumed if it changed.
    pub(super) fn to_line(&self) -> String {
        let (stones, handicap) = (self.start.stones, self.start.handicap);
        let ByColor { black, white } =
            stones.map(|set| listed(set, |point| point.index().to_string()));
        let to_move = match self.start.to_move {
            Color::Black => "Black",
            Color::White => "White",
        };
        let moves = listed(&self.moves, |action| match action {
            Move::Pass => "Pass".to_owned(),
            Move::Play(point) => format!("Play(Point({}))", point.index()),
        });
        format!(
            "{:?} Start {{ stones: ByColor {{ black: {{{black}}}, white: {{{white}}} }}, \
             handicap: {handicap}, to_move: {to_move} }} [{moves}]",
            self.from
        )
    }
}

fn listed<I: IntoIterator>(items: I, text: impl Fn(I::Item) -> String) -> String {
    let texts: Vec<_> = items.into_iter().map(text).collect();
    texts.join(", ")
}

/// Returns the start of a game with these handicap stones, or the empty board
/// without stones.
pub(super) fn handicap_start(stones: PointSet) -> Start {
    if stones.is_empty() {
        return Start::default();
    }
    Start {
        stones: ByColor {
            black: stones,
            white: PointSet::EMPTY,
        },
        handicap: stones.len(),
        to_move: Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_moves_are_as_many_as_the_board_allows() {
        for (length, wanted, played) in [(5, 6, 6), (1, 6, 0)] {
            let size = BoardSize::square(length).unwrap();
            let line = OpeningLine::random(size, Rules::default(), wanted, 3);
            assert_eq!(line.moves.len(), played, "{line:?}");
        }
    }

    #[test]
    #[should_panic(expected = "openings are checked")]
    fn an_illegal_opening_is_never_another_game() {
        let size = BoardSize::square(3).unwrap();
        // More handicap stones than the board can hold.
        let line = OpeningLine {
            from: "a.sgf".to_owned(),
            start: handicap_start(size.points()),
            moves: Vec::new(),
        };
        line.game(size, Rules::default(), &Komi::default());
    }

    #[test]
    fn the_text_for_the_fingerprint_never_changes() {
        let size = BoardSize::square(5).unwrap();
        let point = |name| size.point_named(name).unwrap();
        let mut line = OpeningLine {
            from: "a.sgf".to_owned(),
            start: handicap_start([point("A1"), point("B3")].into_iter().collect()),
            moves: vec![Move::Play(point("C3")), Move::Pass],
        };
        assert_eq!(
            line.to_line(),
            "\"a.sgf\" Start { stones: ByColor { black: {0, 13}, white: {} }, \
             handicap: 2, to_move: White } [Play(Point(14)), Pass]"
        );
        line.start = Start::default();
        line.moves.clear();
        assert_eq!(
            line.to_line(),
            "\"a.sgf\" Start { stones: ByColor { black: {}, white: {} }, \
             handicap: 0, to_move: Black } []"
        );
    }
}

//! The neutral points and the chains that make groups seki, when the game has stopped
//! before all neutral points were filled.
//!
//! People stop when nothing is left to gain, so most neutral points beside living groups
//! are merely not filled yet. The neutral points of a seki stay open, because whoever fills
//! one loses the stones. [`NeutralPoints::Filled`] tells them apart by filling: a play on a
//! neutral point is safe if it captures nothing, if it leaves its chain two liberties, if
//! need be after one more play that touches no opponent, and if every chain that it puts in
//! atari can be saved by a play that is safe too. The judgement takes the plays one by one,
//! without search or playouts, so it can be wrong where several depend on each other.

use super::{Board, Color, Point, PointSet, area, named_enum};

named_enum! {
    /// How the neutral points that are still open bear on seki.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum NeutralPoints {
        /// Fill those that can be filled safely.
        ///
        /// The fillings are assumed for the judgement of seki only.
        #[default]
        Filled = "filled",
        /// Take every one as the liberty of a seki.
        Open = "open",
    }
}

/// The neutral points and the stones that make the groups beside them seki.
pub(super) struct SekiMarks {
    /// The neutral points that stay open.
    pub(super) open: PointSet,
    /// The stones of chains that stay in atari.
    pub(super) in_atari: PointSet,
}

impl SekiMarks {
    /// Returns the marks of a board without its dead stones.
    pub(super) fn new(mut board: Board, neutral: NeutralPoints) -> Self {
        if neutral == NeutralPoints::Filled {
            fill(&mut board);
        }
        let mut in_atari = PointSet::EMPTY;
        for chain in board.chains() {
            let Some(liberty) = chain.liberties.only() else {
                continue;
            };
            let is_saved = neutral == NeutralPoints::Filled
                && after_safe_play(&board, chain.color, liberty).is_some();
            if !is_saved {
                in_atari |= chain.stones;
            }
        }
        Self {
            open: area(&board, &PointSet::EMPTY).neutral,
            in_atari,
        }
    }
}

/// Plays on the neutral points as long as that is safe.
fn fill(board: &mut Board) {
    loop {
        let before = board.empty();
        for point in area(board, &PointSet::EMPTY).neutral {
            let beside = PointSet::single(point).neighbours(board.size());
            let colors = Color::BOTH.into_iter();
            let is_beside = |color: &Color| board.stones(*color).intersects(&beside);
            let filled = colors
                .filter(is_beside)
                .find_map(|color| after_safe_play(board, color, point));
            if let Some(filled) = filled {
                *board = filled;
            }
        }
        if board.empty() == before {
            return;
        }
    }
}

/// Returns the board after a play and the plays that save the opponent's chains, if the
/// play is safe.
fn after_safe_play(board: &Board, color: Color, point: Point) -> Option<Board> {
    let preview = board.preview(color, point).ok()?;
    if preview.captured + preview.suicided > 0 {
        return None;
    }
    let mut board = board.clone();
    board.place(color, point);
    if let Some(liberty) = board.chain(point)?.liberties.only() {
        // A play inside the own territory may protect the chain beforehand.
        let around = PointSet::single(liberty).neighbours(board.size());
        if around.intersects(&board.stones(!color)) {
            return None;
        }
        board.place(color, liberty);
    }
    if board.chain(point)?.liberties.len() < 2 {
        return None;
    }
    let beside = PointSet::single(point).neighbours(board.size());
    for stone in beside & board.stones(!color) {
        if let Some(liberty) = board.chain(stone)?.liberties.only() {
            board = after_safe_play(&board, !color, liberty)?;
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    /// Returns the neutral points that stay open, and the stones in atari.
    fn marks(rows: &str) -> (String, String) {
        let board = diagram::parse(rows).unwrap();
        let marks = SekiMarks::new(board.clone(), NeutralPoints::Filled);
        let [open, in_atari] = [marks.open, marks.in_atari].map(|set| set.names(board.size()));
        (open, in_atari)
    }

    #[test]
    fn a_neutral_point_between_living_groups_is_filled() {
        assert_eq!(marks(".X.O./XX.OO/.X.O."), (String::new(), String::new()));
    }

    #[test]
    fn the_shared_liberties_of_a_seki_stay_open() {
        // A play at C9 or E9 is captured, whichever side makes it.
        let seki = ".O.X.O.OX/OOOXOOOOX/XXXOOXXXX/..XXXX.../........./........./........./........./.........";
        assert_eq!(marks(seki), ("C9 E9".to_owned(), String::new()));
    }

    #[test]
    fn a_chain_in_atari_is_safe_if_it_can_connect() {
        // White fills B1 once Black has played C1.
        assert_eq!(marks("XX.OO/XXO.O/X.OOO").1, "");
    }
}

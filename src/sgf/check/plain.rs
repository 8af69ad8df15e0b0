//! A quick look at games in which nothing special happens, as in nearly all records.
//!
//! Such a game begins on an empty board, each node has at most one move, the colours
//! take turns, no play removes its own stones, and no position occurs twice. So it is
//! legal under all rules, and its history need not be kept: the hashes are enough to
//! find out that no position returns. All other games, also those in which two hashes
//! are equal by chance, are left to the full check.

use crate::board::{Board, BoardSize, Color};
use crate::game::Move;
use crate::sgf::SgfError;
use crate::sgf::nodes::{NodeEvent, Nodes};
use crate::sgf::steps::{Step, is_step, single_move};

/// The number of hashes in the table, a power of two.
const TABLE: usize = 1 << 11;

/// The largest number of moves of a game in the table, which must not become full.
const MAX_MOVES: usize = TABLE / 2;

/// Memory that is used for one game after the other.
#[derive(Debug)]
pub(super) struct PlainReader {
    /// An empty board of the size of the latest game, which is copied.
    empty: Option<Board>,
    /// The hashes of the positions of a game, each at the first free place from the
    /// one that its bits name. 0, a free place, is the hash of the empty board, to
    /// which no plain game returns.
    hashes: Vec<u64>,
}

impl Default for PlainReader {
    fn default() -> Self {
        Self {
            empty: None,
            hashes: vec![0; TABLE],
        }
    }
}

impl PlainReader {
    /// Follows the main line of a game after its root, to the end of the text. Returns
    /// the number of moves, or `None` unless the game is plain. If `variations` count, a
    /// game that has some is not plain.
    ///
    /// # Errors
    /// The text is not SGF.
    pub(super) fn follow(
        &mut self,
        nodes: &mut Nodes,
        size: BoardSize,
        variations: bool,
    ) -> Result<Option<usize>, SgfError> {
        let empty = self.empty.take().filter(|board| board.size() == size);
        let empty = self.empty.insert(empty.unwrap_or_else(|| Board::new(size)));
        let mut board = empty.clone();
        self.hashes.fill(0);
        let mut last = None;
        let mut moves = 0;
        let mut on_main_line = true;
        while let Some(event) = nodes.next()? {
            match event {
                NodeEvent::Node if on_main_line => {}
                NodeEvent::Node if variations => return Ok(None),
                NodeEvent::Close => {
                    on_main_line = false;
                    continue;
                }
                _ => continue,
            }
            if !nodes.properties().iter().any(is_step) {
                continue;
            }
            let step = single_move(nodes.properties(), size);
            let Some(Step::Move { color, action }) = step else {
                return Ok(None);
            };
            let (Some(action), true) = (action, last != Some(color) && moves < MAX_MOVES) else {
                return Ok(None);
            };
            if !self.play(&mut board, color, action) {
                return Ok(None);
            }
            last = Some(color);
            moves += 1;
        }
        Ok(Some(moves))
    }

    /// Makes a move, and returns whether it is plain.
    fn play(&mut self, board: &mut Board, color: Color, action: Move) -> bool {
        let Move::Play(point) = action else {
            return true;
        };
        let Ok(preview) = board.preview(color, point) else {
            return false;
        };
        if preview.suicided > 0 || !self.is_new(preview.hash.value()) {
            return false;
        }
        board.place(color, point);
        true
    }

    /// Adds a hash, and returns whether it is new.
    fn is_new(&mut self, hash: u64) -> bool {
        let mut place = hash as usize;
        loop {
            place %= TABLE;
            match self.hashes[place] {
                0 => {
                    self.hashes[place] = hash;
                    // A hash that looks like a free place cannot be remembered.
                    return hash != 0;
                }
                known if known == hash => return false,
                _ => place += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_with_the_same_place_are_told_apart() {
        let mut plain = PlainReader::default();
        let table = TABLE as u64;
        let hashes = [1, 1 + table, 2, 1 + 2 * table, table - 1, 2 * table - 1];
        assert!(hashes.iter().all(|&hash| plain.is_new(hash)));
        assert!(!hashes.iter().any(|&hash| plain.is_new(hash)));
        assert!(!plain.is_new(0));
    }
}

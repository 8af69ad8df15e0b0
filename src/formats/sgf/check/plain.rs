//! A fast path for plain games, which nearly all records are.
//!
//! A plain game begins on an empty board, each node has at most one move, the colours
//! alternate, no play is suicide, and no position repeats. Such a game is legal under
//! all rules, and it suffices to keep the hashes of its positions to see that none
//! repeats. All other games, including those in which two hashes collide, are left to
//! the full check.

use crate::sgf::SgfError;
use crate::sgf::nodes::{NodeEvent, Nodes};
use crate::sgf::steps::{Step, is_step, single_move};
use ponnuki_core::board::{Board, BoardSize, Color};
use ponnuki_core::game::Move;

/// How many slots the table of hashes has, a power of two.
const TABLE: usize = 1 << 11;

/// The most moves of a plain game: they fill at most half of the table.
const MAX_MOVES: usize = TABLE / 2;

/// Replays plain games, reusing its memory from one game to the next.
#[derive(Debug)]
pub(super) struct PlainReader {
    /// An empty board of the last game's size, cloned for each game.
    empty: Option<Board>,
    /// The hashes of the positions of a game: an open-addressing table with linear
    /// probing. 0, which marks a free slot, is the hash of the empty board, to which no
    /// plain game returns.
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
    /// Replays the main line of a game after its root, and reads to the end of the game.
    /// Returns how many moves it has, or `None` unless the game is plain. If `variations` is
    /// set, a game that has some is not plain.
    ///
    /// # Errors
    /// Any [`SgfError`] of the syntax.
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

    /// Plays a move, and returns whether the game is still plain.
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

    /// Inserts a hash, and returns whether it is new.
    fn is_new(&mut self, hash: u64) -> bool {
        let mut place = hash as usize;
        loop {
            place %= TABLE;
            match self.hashes[place] {
                0 => {
                    self.hashes[place] = hash;
                    // A hash of 0 looks like a free slot, so it cannot be stored.
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

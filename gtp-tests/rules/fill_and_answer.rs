//! A second judgement of seki, for positions whose neutral points are still open.
//!
//! A play on a neutral point is safe if it captures nothing, if it leaves its chain two
//! liberties, if need be after one more play that touches no opponent, and if every chain that
//! it puts in atari can be saved by a play that is safe too. Once all safe plays are made, a
//! group is in seki beside a neutral point or with a chain in atari that has no safe play.

use ponnuki_core::board::{Board, Color, Point, PointSet, area};

/// Returns the stones in seki on a board without dead stones.
pub(crate) fn in_seki(board: &Board) -> PointSet {
    let size = board.size();
    let mut filled = board.clone();
    fill(&mut filled);
    let mut seki = area(&filled, &PointSet::EMPTY).neutral.neighbours(size);
    for chain in filled.chains() {
        let liberty = chain.liberties.only();
        if liberty.is_some_and(|liberty| after_safe_play(&filled, chain.color, liberty).is_none()) {
            seki |= chain.stones;
        }
    }
    let owned = area(board, &PointSet::EMPTY);
    let groups = owned
        .black
        .components(size)
        .chain(owned.white.components(size));
    let in_seki = groups.filter(|group| group.intersects(&seki));
    in_seki.fold(PointSet::EMPTY, |all, group| all | group) - board.empty()
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

/// Returns the board after a play and the plays that save the opponent's chains, if the play
/// is safe.
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

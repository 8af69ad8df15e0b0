//! The statistics of a tree's moves.

use crate::game::Move;
use crate::player::search::record::MoveRecord;

use super::tree::{Node, ROOT, Tree};

/// Returns the permitted moves of the root of a tree.
pub(super) fn root_moves(tree: &Tree) -> impl Iterator<Item = MoveRecord> {
    let nodes = tree.children(ROOT);
    nodes
        .filter(|&node| !tree.is_forbidden(node))
        .map(|node| record(tree, node))
}

fn record(tree: &Tree, node: Node) -> MoveRecord {
    let (margin, square) = tree.margin(node);
    MoveRecord {
        action: tree.action(node),
        visits: tree.visits(node),
        value: tree.value(node).into(),
        winrate: tree.winrate(node),
        margin: margin.into(),
        square: square.into(),
        prior: tree.prior(node),
    }
}

/// Returns a move of the root and the most visited moves after it, each with its
/// visits.
pub(super) fn line(tree: &Tree, first: Move) -> Vec<(Move, u32)> {
    let mut line = Vec::new();
    let mut wanted = tree.child(ROOT, first);
    while let Some(node) = wanted {
        line.push((tree.action(node), tree.visits(node)));
        wanted = tree
            .children(node)
            .filter(|&child| tree.visits(child) > 0)
            .max_by_key(|&child| tree.visits(child));
    }
    line
}

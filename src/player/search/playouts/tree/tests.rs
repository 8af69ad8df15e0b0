//! Trees that grow, are pruned, and run out of memory.

use super::*;
use crate::board::{BoardSize, Point, PointSet};
use counting::{BATCH, BUSY_FROM, SLOTS};
use nodes::unpack;
use std::thread;

/// The equivalence parameter of RAVE.
const EQUIVALENCE: f32 = 3500.0;

fn play(index: usize) -> Move {
    Move::Play(Point::from_index(index))
}

/// Creates a tree for several threads.
fn shared(capacity: usize, threads: usize) -> Tree {
    let mut tree = Tree::new(capacity);
    tree.set_threads(threads);
    tree
}

fn prior(index: usize, value: f32) -> Prior {
    Prior {
        action: play(index),
        weight: 10.0,
        value,
    }
}

fn expand(tree: &mut Tree, node: Node, values: &[(usize, f32)]) {
    let mut priors: Vec<_> = values
        .iter()
        .map(|&(point, value)| prior(point, value))
        .collect();
    tree.expand(node, &mut priors, &mut RandomStream::new(1, 1));
}

fn child(tree: &Tree, node: Node, point: usize) -> Node {
    let mut children = tree.children(node);
    children
        .find(|&child| tree.action(child) == play(point))
        .unwrap()
}

fn select(tree: &mut Tree, node: Node) -> Option<Node> {
    let mut buffers = Buffers::default();
    let shared = TreeAccess::Shared(tree).select(node, EQUIVALENCE, &mut buffers);
    let alone = TreeAccess::Alone(tree).select(node, EQUIVALENCE, &mut buffers);
    assert_eq!(alone, shared);
    alone
}

/// A playout after which the other colour played no point.
fn playout(result: f32, margin: f32) -> NodePlayout<2> {
    NodePlayout {
        result,
        margin,
        first: PointSet::EMPTY,
    }
}

/// Counts a playout through a node.
fn update(tree: &Tree, node: Node, result: f32, margin: f32) {
    count(tree, node, &playout(result, margin));
}

/// Counts a playout in a tree that may be shared.
fn count(tree: &Tree, node: Node, playout: &NodePlayout<2>) {
    PlayoutCounter::new().add(&mut TreeAccess::Shared(tree), tree.enter(node), playout);
}

/// Counts a playout in which the other colour played these points, with its result.
fn update_amaf(mut tree: TreeAccess, node: Node, first: &PointSet<2>, result: f32) {
    let playout = NodePlayout {
        first: *first,
        ..playout(1.0 - result, 0.0)
    };
    let step = tree.enter(node);
    PlayoutCounter::new().add(&mut tree, step, &playout);
}

fn amaf(tree: &Tree, node: Node) -> (f32, f32) {
    unpack(tree.amaf[node].load(Ordering::Relaxed))
}

#[test]
fn the_most_urgent_child_is_selected() {
    let mut tree = Tree::new(100);
    assert_eq!(select(&mut tree, ROOT), None);
    expand(&mut tree, ROOT, &[(3, 0.5), (4, 0.6), (5, 0.4)]);
    assert_eq!(select(&mut tree, ROOT), Some(child(&tree, ROOT, 4)));
    // Three losses bring it below the next child.
    let four = child(&tree, ROOT, 4);
    for _ in 0..3 {
        update(&tree, four, 0.0, -5.0);
    }
    assert!((tree.value(four) - 6.0 / 13.0).abs() < 1e-6);
    assert!((tree.margin(four).0 + 5.0).abs() < 1e-6);
    assert_eq!(tree.visits(four), 3);
    assert_eq!(select(&mut tree, ROOT), Some(child(&tree, ROOT, 3)));
    // AMAF results count before the move itself is tried.
    let five: PointSet<2> = PointSet::single(Point::from_index(5));
    for _ in 0..30 {
        update_amaf(TreeAccess::Alone(&mut tree), ROOT, &five, 1.0);
    }
    assert_eq!(select(&mut tree, ROOT), Some(child(&tree, ROOT, 5)));
    let chosen = child(&tree, ROOT, 5);
    tree.forbid(chosen);
    assert_eq!(select(&mut tree, ROOT), Some(child(&tree, ROOT, 3)));
}

#[test]
fn amaf_results_count_for_the_points_played_first() {
    let mut tree = Tree::new(100);
    let points = [0, 31, 32, 63, 64, 79, 90, 100, 127];
    expand(&mut tree, ROOT, &points.map(|point| (point, 0.5)));
    let first: PointSet<2> = [0, 32, 64, 79, 127]
        .map(Point::from_index)
        .into_iter()
        .collect();
    let last = PointSet::single(Point::from_index(79));
    update_amaf(TreeAccess::Alone(&mut tree), ROOT, &first, 1.0);
    update_amaf(TreeAccess::Shared(&tree), ROOT, &last, 0.0);
    for point in points {
        let node = child(&tree, ROOT, point);
        let expected = match point {
            79 => (2.0, 0.5),
            _ if first.contains(Point::from_index(point)) => (1.0, 1.0),
            _ => (0.0, 0.5),
        };
        assert_eq!(amaf(&tree, node), expected);
    }
    // A pass is never among the points.
    let pass = Prior {
        action: Move::Pass,
        weight: 10.0,
        value: 0.5,
    };
    let leaf = child(&tree, ROOT, 31);
    tree.expand(leaf, &mut [pass], &mut RandomStream::new(1, 1));
    let all = BoardSize::square(9).unwrap().points();
    update_amaf(TreeAccess::Alone(&mut tree), leaf, &all, 1.0);
    let pass = tree.children(leaf).start;
    assert_eq!(amaf(&tree, pass), (0.0, 0.5));
}

#[test]
fn the_subtree_of_a_move_is_kept_and_nothing_else() {
    let mut tree = Tree::new(100);
    expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
    for (point, below) in [(3, [31, 32]), (2, [21, 22]), (1, [11, 12])] {
        let node = child(&tree, ROOT, point);
        expand(
            &mut tree,
            node,
            &below.map(|index| (index, index as f32 / 100.0)),
        );
    }
    let deep = child(&tree, child(&tree, ROOT, 2), 22);
    expand(&mut tree, deep, &[(221, 0.7)]);
    update(&tree, deep, 1.0, 2.0);
    assert!(!tree.advance(play(9)));
    assert!(tree.advance(play(2)));
    assert_eq!(tree.len(), 1 + 2 + 1);
    let kept = child(&tree, ROOT, 22);
    assert_eq!(tree.visits(kept), 1);
    assert!((tree.value(child(&tree, ROOT, 21)) - 0.21).abs() < 1e-6);
    assert!((tree.value(child(&tree, kept, 221)) - 0.7).abs() < 1e-6);
    assert!(tree.advance(play(22)));
    assert!(tree.advance(play(221)));
    assert_eq!(tree.len(), 1);
}

#[test]
fn pruning_drops_nodes_below_the_least_visited() {
    let mut tree = Tree::new(12);
    expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
    for (point, visits) in [(3, 1), (2, 9), (1, 4)] {
        let node = child(&tree, ROOT, point);
        expand(
            &mut tree,
            node,
            &[(10 * point + 1, 0.5), (10 * point + 2, 0.5)],
        );
        for _ in 0..visits {
            update(&tree, node, 1.0, 2.0);
        }
    }
    assert_eq!(tree.len(), 10);
    tree.prune();
    assert_eq!(tree.len(), 6);
    let best = child(&tree, ROOT, 2);
    assert_eq!((tree.visits(best), tree.children(best).len()), (9, 2));
    child(&tree, best, 22);
    for pruned in [1, 3] {
        let node = child(&tree, ROOT, pruned);
        assert!(tree.visits(node) > 0 && tree.children(node).is_empty());
    }
    // There is enough room now, so nothing more is dropped.
    tree.prune();
    assert_eq!(tree.len(), 6);
    // The moves of the root are always kept.
    let mut small = Tree::new(4);
    expand(&mut small, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
    small.prune();
    assert_eq!(small.len(), 4);
}

#[test]
fn a_tree_takes_the_memory_that_can_be_had() {
    let tree = Tree::new(usize::MAX);
    assert!(tree.has_room(1000) && u32::try_from(tree.capacity()).is_ok());
}

#[test]
fn room_is_bounded() {
    let mut tree = Tree::new(4);
    assert!(tree.has_room(3) && !tree.has_room(4));
    expand(&mut tree, ROOT, &[(1, 0.1), (2, 0.2), (3, 0.3)]);
    assert!(!tree.has_room(1));
    assert!(tree.advance(play(2)));
    assert!(tree.has_room(3));
}

#[test]
fn a_thread_on_its_way_counts_as_a_loss() {
    let mut tree = shared(100, 2);
    expand(&mut tree, ROOT, &[(3, 0.6), (4, 0.59)]);
    let best = child(&tree, ROOT, 3);
    assert_eq!(select(&mut tree, ROOT), Some(best));
    let step = tree.enter(best);
    assert!((tree.value(best) - 6.0 / 11.0).abs() < 1e-6);
    assert_eq!(select(&mut tree, ROOT), Some(child(&tree, ROOT, 4)));
    // The result takes the place of the loss.
    PlayoutCounter::new().add(&mut TreeAccess::Shared(&tree), step, &playout(1.0, 4.0));
    assert!((tree.value(best) - 7.0 / 11.0).abs() < 1e-6);
    assert_eq!((tree.visits(best), tree.margin(best).0), (1, 4.0));
    // A single thread adds no virtual loss.
    let mut alone = Tree::new(100);
    expand(&mut alone, ROOT, &[(3, 0.6)]);
    let only = child(&alone, ROOT, 3);
    let step = alone.enter(only);
    assert!((alone.value(only) - 0.6).abs() < 1e-6);
    PlayoutCounter::new().add(&mut TreeAccess::Alone(&mut alone), step, &playout(1.0, 4.0));
    assert!((alone.value(only) - 7.0 / 11.0).abs() < 1e-6);
}

#[test]
fn a_busy_node_has_no_virtual_loss_and_gets_its_playouts_in_batches() {
    let quiet = 2 * BUSY_FROM;
    let mut tree = shared(100, 2);
    expand(&mut tree, ROOT, &[(3, 0.6), (4, 0.59)]);
    let chosen = child(&tree, ROOT, 3);
    let won = NodePlayout {
        first: PointSet::single(Point::from_index(3)),
        ..playout(1.0, 2.0)
    };
    let mut counter = PlayoutCounter::new();
    let mut seen = Vec::new();
    for turn in 0..=quiet + BATCH {
        let before = tree.value(ROOT);
        let step = tree.enter(ROOT);
        assert_eq!(tree.value(ROOT) < before, turn < quiet, "{turn}");
        counter.add(&mut TreeAccess::Shared(&tree), step, &won);
        seen.push(tree.visits(ROOT) as usize);
    }
    assert_eq!(seen[..quiet], (1..=quiet).collect::<Vec<_>>());
    assert_eq!(
        seen[quiet..],
        [0, 0, 0, BATCH, BATCH].map(|more| quiet + more)
    );
    // All playouts are counted in the end.
    counter.finish(&mut TreeAccess::Shared(&tree));
    let all = quiet + BATCH + 1;
    assert_eq!(tree.visits(ROOT) as usize, all);
    assert_eq!((tree.winrate(ROOT), tree.margin(ROOT).0), (1.0, 2.0));
    assert_eq!(amaf(&tree, chosen), (all as f32, 0.0));
    // The more threads, the longer a loss makes a difference.
    tree.set_threads(3);
    let before = tree.value(ROOT);
    tree.enter(ROOT);
    assert!(tree.value(ROOT) < before);
}

#[test]
fn a_busy_node_gives_its_slot_to_another_one() {
    let quiet = 2 * BUSY_FROM;
    let mut tree = shared(200, 2);
    let points: Vec<_> = (0..=SLOTS).map(|point| (point, 0.5)).collect();
    expand(&mut tree, ROOT, &points);
    let mut counter = PlayoutCounter::new();
    let mut count = |node| {
        let step = tree.enter(node);
        counter.add(&mut TreeAccess::Shared(&tree), step, &playout(1.0, 2.0));
    };
    [ROOT, SLOTS].repeat(quiet).into_iter().for_each(&mut count);
    count(ROOT);
    assert_eq!(tree.visits(ROOT) as usize, quiet);
    count(SLOTS);
    assert_eq!(tree.visits(ROOT) as usize, quiet + 1);
    assert_eq!(tree.visits(SLOTS) as usize, quiet);
}

#[test]
fn threads_lose_no_result_and_expand_a_node_once() {
    const THREADS: usize = 4;
    const ROUNDS: usize = 2_000;
    let mut tree = shared(20_000, THREADS);
    expand(&mut tree, ROOT, &[(3, 0.5), (4, 0.5), (5, 0.5)]);
    let tree = &tree;
    let expanded: usize = thread::scope(|scope| {
        let work = |seed| {
            move || {
                let tree = &mut TreeAccess::Shared(tree);
                let mut counter = PlayoutCounter::new();
                let mut stream = RandomStream::new(seed, 0);
                let mut expanded = 0;
                for round in 0..ROUNDS {
                    let root = tree.enter(ROOT);
                    let node = tree.select(ROOT, EQUIVALENCE, counter.buffers()).unwrap();
                    let step = tree.enter(node);
                    if tree.children(node).is_empty() && tree.claim(node) {
                        let mut priors = [7, 8].map(|point| prior(point, 0.5));
                        tree.expand(node, &mut priors, &mut stream);
                        expanded += 1;
                    }
                    let result = (round % 2) as f32;
                    counter.add(tree, step, &playout(result, 1.0));
                    counter.add(tree, root, &playout(1.0 - result, -1.0));
                }
                counter.finish(tree);
                expanded
            }
        };
        let threads: Vec<_> = (0..THREADS as u64)
            .map(|seed| scope.spawn(work(seed)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert_eq!(expanded, 3);
    assert_eq!(tree.len(), 1 + 3 + 3 * 2);
    assert_eq!(tree.visits(ROOT) as usize, THREADS * ROUNDS);
    let visits = |node| tree.visits(node) as usize;
    assert_eq!(
        tree.children(ROOT).map(visits).sum::<usize>(),
        THREADS * ROUNDS
    );
    let (weights, wins) = tree
        .children(ROOT)
        .fold((0.0, 0.0), |(weights, wins), node| {
            let (weight, value) = tree.result(node);
            (weights + weight, wins + weight * value)
        });
    assert!((weights - (THREADS * ROUNDS + 30) as f32).abs() < 1e-3);
    assert!(
        (wins - (THREADS * ROUNDS / 2 + 15) as f32).abs() < 2.0,
        "{wins}"
    );
}

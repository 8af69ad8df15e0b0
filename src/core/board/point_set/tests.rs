//! Tests of point sets.

use super::*;

fn set(size: BoardSize, names: &str) -> PointSet {
    names
        .split(' ')
        .map(|name| size.point_named(name).unwrap())
        .collect()
}

#[test]
fn neighbours_do_not_wrap() {
    let size = BoardSize::new(3, 4).unwrap();
    let board = size.points();
    let around = |name: &str| (set(size, name).neighbours(size) & board).names(size);
    assert_eq!(around("A1"), "B1 A2");
    assert_eq!(around("C2"), "C1 B2 C3");
    assert_eq!(around("A4"), "A3 B4");
    assert_eq!(around("B3"), "B2 A3 C3 B4");
}

#[test]
fn diagonals_do_not_wrap_even_in_one_column() {
    for (width, height) in [(1, 5), (5, 1), (2, 3), (25, 25), (3, 3)] {
        let size = BoardSize::new(width, height).unwrap();
        let board = size.points();
        for point in size.iter() {
            let at = size.coordinates(point);
            let mut expected = PointSet::<MAX_WORDS>::EMPTY;
            for other in size.iter() {
                let to = size.coordinates(other);
                if at.column.abs_diff(to.column) == 1 && at.row.abs_diff(to.row) == 1 {
                    expected.insert(other);
                }
            }
            let found = PointSet::single(point)
                .diagonal_steps(size)
                .into_iter()
                .fold(PointSet::EMPTY, |all, step| all | (step & board));
            assert_eq!(found, expected, "{at} on {size}");
        }
    }
}

#[test]
fn neighbour_counts_are_those_of_each_point() {
    let size = BoardSize::new(4, 3).unwrap();
    let board: PointSet = size.points();
    for bits in 0..1 << size.area() {
        let numbered = size.iter().enumerate();
        let chosen = numbered.filter(|(number, _)| bits >> number & 1 == 1);
        let chosen: PointSet = chosen.map(|(_, point)| point).collect();
        let counts = chosen.neighbour_counts(size);
        for point in size.iter() {
            let number = (PointSet::single(point).neighbours(size) & chosen).len();
            let is_counted = counts.map(|set| (set & board).contains(point));
            assert_eq!(
                is_counted,
                [1, 2, 3, 4].map(|least| number >= least),
                "{chosen:4?}"
            );
        }
    }
}

#[test]
fn nth_agrees_with_iteration() {
    let size = BoardSize::square(25).unwrap();
    let points: PointSet = size.iter().filter(|p| p.index() % 7 == 3).collect();
    let listed: Vec<_> = points.iter().collect();
    assert_eq!(points.len(), listed.len());
    for (n, &point) in listed.iter().enumerate() {
        assert_eq!(points.nth(n), Some(point));
    }
    assert_eq!(points.nth(listed.len()), None);
}

#[test]
fn components_partition_the_set() {
    let size = BoardSize::square(9).unwrap();
    let stones = set(size, "A1 B1 C2 C3 J9 H8 A9");
    let parts: Vec<_> = stones
        .components(size)
        .map(|part| part.names(size))
        .collect();
    assert_eq!(parts, ["A1 B1", "C2 C3", "H8", "A9", "J9"]);
}

#[test]
fn debug_lists_indices_or_draws_the_board() {
    let size = BoardSize::new(3, 4).unwrap();
    let stones = set(size, "A1 B1 C1 B3");
    assert_eq!(format!("{stones:?}"), "{0..=2, 9}");
    assert_eq!(format!("{stones:3?}"), "\n.x.\n...\nxxx");
    assert_eq!(format!("{:?}", PointSet::<MAX_WORDS>::EMPTY), "{}");
}

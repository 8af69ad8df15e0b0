//! Positions with known eyes, sekis and protecting moves.

use super::blocks::blocks;
use super::*;
use crate::board::{Count, Scoring, Symmetry, Tax, diagram};
use crate::random::RandomStream;

/// Counts a position with dead stones on these points.
fn count(rows: &str, dead: &str, neutral: NeutralPoints) -> (BoardSize, Count) {
    let board = diagram::parse(rows).unwrap();
    let size = board.size();
    let names = dead.split_whitespace();
    let dead = names.map(|name| size.point_named(name).unwrap()).collect();
    (size, Count::new(&board, ByColor::default(), &dead, neutral))
}

/// Returns the stones in seki once the neutral points are filled.
fn in_seki(rows: &str, dead: &str) -> String {
    let (size, count) = count(rows, dead, NeutralPoints::Filled);
    count.in_seki().names(size)
}

#[test]
fn neutral_points_between_living_groups_do_not_matter() {
    assert_eq!(in_seki(".X..O./XX..OO/.X..O.", ""), "");
    // Under the strict rule, they do.
    let (_, strict) = count(".X..O./XX..OO/.X..O.", "", NeutralPoints::Open);
    assert_eq!(strict.independent_groups, ByColor::both(0));
}

#[test]
fn groups_that_share_their_liberties_are_in_seki() {
    // White has an eye on each side, and whoever plays at C9 or E9 is captured.
    let rows =
        ".O.X.O.OX/OOOXOOOOX/XXXOOXXXX/..XXXX.../........./........./........./........./.........";
    let seki = "D7 E7 A8 B8 C8 D8 E8 F8 G8 H8 B9 D9 F9 H9";
    assert_eq!(in_seki(rows, ""), seki);
}

#[test]
fn a_group_lives_if_its_space_is_worth_two_eyes() {
    // Spaces of Black, the points of dead white stones, and whether Black lives.
    let spaces = [
        ("XXXX/X..X/XXXX", "", false),
        ("XXXXX/X...X/XXXXX", "", true),
        ("XXXXX/X.O.X/XXXXX", "C2", false),
        ("XXXXX/X...X/XXOXX/XXXXX", "C2", true),
        ("XXXX/X..X/X..X/XXXX", "", false),
        ("XXXXX/X...X/XX.XX/XXXXX", "", true),
        ("XXXXX/X..XX/X.O.X/XXXXX", "C2", false),
        ("XXXXX/X..XX/X...X/XXXXX", "", true),
        ("XXXXXX/X....X/XXXXXX", "", true),
        ("XXXXXX/XOO..X/XXXXXX", "B2 C2", true),
        ("XXXXXX/X.OO.X/XXXXXX", "C2 D2", false),
        ("XXXXXX/XO..OX/XXXXXX", "B2 E2", true),
        ("XXXXX/X...X/X...X/XXXXX", "", true),
        // Captured, four stones in a row leave room for two eyes, and three or a square do not.
        ("XXXXXX/XOOO.X/XXXXXX", "B2 C2 D2", false),
        ("XXXXXXX/XOOOO.X/XXXXXXX", "B2 C2 D2 E2", true),
        ("XXXXX/XOO.X/XOO.X/XXXXX", "B2 C2 B3 C3", false),
        ("XXXXXX/XOOO.X/XOOO.X/XXXXXX", "B2 C2 D2 B3 C3 D3", true),
    ];
    for (rows, dead, lives) in spaces {
        let (_, count) = count(rows, dead, NeutralPoints::Filled);
        assert_eq!(count.independent_groups.black, usize::from(lives), "{rows}");
    }
}

#[test]
fn eyes_that_need_each_other_are_true() {
    // Both eyes of White look false, but all stones around them are connected.
    assert_eq!(
        in_seki(".XOO./XXXXX/OX.XO/.XXX./OOO.O", ""),
        "A1 B1 C1 E1 A3 E3 C5 D5"
    );
    let two_headed = "XXXXXX./XOOOOX./XO.OOXX/XOO.OOX/XXOOOOX/.XXXXXX";
    assert_eq!(in_seki(two_headed, ""), "");
}

/// E4 is a false eye of Black, because it alone connects E3 to the eyes.
const FALSE_EYE: &str = ".X.XXOO./XXXX.XOO/OOOOXXO./.OO.OOOO/O.OOO.O.";

#[test]
fn a_false_eye_that_connects_needs_a_protecting_move() {
    let (size, filled) = count(FALSE_EYE, "", NeutralPoints::Filled);
    assert_eq!(filled.unprotected, PointSet::EMPTY);
    let (_, protected) = count(FALSE_EYE, "", NeutralPoints::Protected);
    assert_eq!(protected.unprotected.names(size), "E4");
    assert_eq!(protected.independent, filled.independent);
    // The move costs a point of territory and none of the area.
    for (scoring, points) in [(Scoring::Area, 13), (Scoring::Territory, 2)] {
        let points_of = |count: &Count| count.points(Color::Black, scoring, Tax::Seki);
        let lost = i32::from(scoring == Scoring::Territory);
        assert_eq!(
            [points_of(&protected), points_of(&filled)],
            [points, points + lost]
        );
    }
}

#[test]
fn shapes_block_the_way_into_a_territory() {
    let shapes = [
        ("OOOOO/OXXOO/O..OO/OX.OO/OOOOO", "B3"),
        ("OOOOO/O.XOO/O...O/O.XOO/OOOOO", "C3"),
        ("OOOOO/OX..O/O..XO/OX..O/OOOOO", "C3"),
        ("OOOOO/OO.OO/OX.XO", "C1"),
        ("OOOOO/OXXOO/O..OO", "B1 C1"),
        ("OOOOO/O.XOO/O...O", "C1"),
        // The opponent cuts, or is not at the edge.
        ("OOOOO/OOXOO/O...O", ""),
        ("OOOOO/O.XOO/O...O/OOOOO", ""),
    ];
    for (rows, names) in shapes {
        let board = diagram::sized::<2, 128>(rows);
        let position = FinalPosition::new(&board, &PointSet::EMPTY);
        let points = blocks(&position, Color::Black);
        assert_eq!(points.names(board.size()), names, "{rows}");
    }
}

#[test]
fn the_count_does_not_depend_on_the_orientation() {
    let mut random = RandomStream::new(1, 1);
    let mut unprotected = 0;
    for round in 0..200 {
        let size = BoardSize::new(3 + round % 7, 3 + round / 7 % 7).unwrap();
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for _ in 0..size.area() {
            let Some(point) = board.empty().choose(&mut random) else {
                break;
            };
            if board
                .preview(color, point)
                .is_ok_and(|play| play.suicided == 0)
            {
                board.place(color, point);
            }
            color = !color;
        }
        let stone = (board.points() - board.empty()).choose(&mut random);
        let dead = stone
            .and_then(|stone| board.chain(stone))
            .map_or(PointSet::EMPTY, |chain| chain.stones);
        let mut counts = Symmetry::all(size).map(|symmetry| {
            let image = |set: PointSet| -> PointSet {
                let at = |point| symmetry.image(size.coordinates(point), size);
                set.iter()
                    .filter_map(|point| size.point(at(point)))
                    .collect()
            };
            let stones = board.position().map(image);
            let board = Board::restored(size, &stones);
            let count = Count::new(
                &board,
                ByColor::default(),
                &image(dead),
                NeutralPoints::Protected,
            );
            let margin = count.margin(Scoring::Territory, Tax::Seki);
            (margin, count.independent_groups, count.unprotected.len())
        });
        let first = counts.next().unwrap();
        assert!(counts.all(|other| other == first), "{board:?}");
        unprotected += first.2;
    }
    assert!(unprotected > 10, "{unprotected}");
}

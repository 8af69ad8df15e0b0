//! Tests of the board through its public methods.

use super::*;

fn board(rows: &str) -> Board {
    diagram::parse(rows).unwrap()
}

fn check(board: &Board, color: Color, at: Point, rule: Suicide) -> Result<(), IllegalMove> {
    let preview = board.preview(color, at)?;
    if rule.permits(preview.suicided) {
        Ok(())
    } else {
        Err(IllegalMove::Suicide)
    }
}

fn point(board: &Board, name: &str) -> Point {
    board.size().point_named(name).unwrap()
}

fn after(rows: &str, color: Color, name: &str) -> String {
    let mut board = board(rows);
    let at = point(&board, name);
    let preview = board.preview(color, at).unwrap();
    let (position, removed) = (board.position_after(color, at), board.removed_by(color, at));
    assert_eq!(board.place(color, at), removed);
    assert_eq!(board.hash(), preview.hash);
    assert_eq!(board.position(), position);
    assert_eq!(
        (removed.captured.len(), removed.suicided.len()),
        (preview.captured, preview.suicided)
    );
    assert!(board.is_consistent(), "{board:?}");
    diagram::draw_line(&board)
}

#[test]
fn plays_capture_and_merge() {
    let plays = "
        a corner stone          | .X/OX               | b A2 | XX/.X
        two chains at once      | XO.OX/.X.X.         | b C2 | X.X.X/.X.X.
        capture before suicide  | .XO/XO./O..         | w A3 | O.O/.O./O..
        multi-stone suicide     | X.O/OO.             | b B2 | ..O/OO.
        single-stone suicide    | .O/O.               | b A2 | .O/O.
        a ring dies from inside | OOOO/OXXO/OX.O/OOO. | w C2 | OOOO/O..O/O.OO/OOO.
        no wrap over the wall   | ..X/O../..X         | w C2 | ..X/O.O/..X
        joining three chains    | .X./X.X/...         | b B2 | .X./XXX/...";
    for row in plays.trim().lines() {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [name, rows, play, expected] = cells[..] else {
            panic!("{row}");
        };
        let (color, at) = play.split_once(' ').unwrap();
        let color = Color::named(color).unwrap();
        assert_eq!(after(rows, color, at), expected, "{name}");
    }
}

#[test]
fn suicide_is_judged_by_the_rule() {
    use Suicide::{Allowed, Forbidden, MultiStone};
    let single = board(".O/O.");
    let several = board("X.O/OO.");
    for (board, name, rule, verdict) in [
        (&single, "A2", Forbidden, Err(IllegalMove::Suicide)),
        (&single, "A2", MultiStone, Err(IllegalMove::Suicide)),
        (&single, "A2", Allowed, Ok(())),
        (&several, "B2", Forbidden, Err(IllegalMove::Suicide)),
        (&several, "B2", MultiStone, Ok(())),
        (&several, "B2", Allowed, Ok(())),
        (&several, "A2", Allowed, Err(IllegalMove::Occupied)),
    ] {
        assert_eq!(
            check(board, Color::Black, point(board, name), rule),
            verdict,
            "{name} {rule}"
        );
    }
}

#[test]
fn a_point_of_a_larger_board_is_off_the_board() {
    let small = Board::new(BoardSize::square(3).unwrap());
    let large = BoardSize::square(25).unwrap();
    for beyond in [Point::from_index(3), large.iter().last().unwrap()] {
        assert_eq!(
            check(&small, Color::Black, beyond, Suicide::Allowed),
            Err(IllegalMove::OffBoard)
        );
    }
}

#[test]
fn chains_and_their_liberties() {
    let board = board("XX.O/.X.O/O..X");
    let listed: Vec<_> = board
        .chains()
        .into_iter()
        .map(|chain| (chain.color, chain.stones.len(), chain.liberties.len()))
        .collect();
    assert_eq!(
        listed,
        [
            (Color::White, 1, 2),
            (Color::Black, 1, 1),
            (Color::Black, 3, 4),
            (Color::White, 2, 2)
        ]
    );
    assert_eq!(board.chain(point(&board, "C1")), None);
}

#[test]
fn illegal_positions_are_refused() {
    let size = BoardSize::new(2, 1).unwrap();
    let one = |name: &str| PointSet::single(size.point_named(name).unwrap());
    let stones = |black, white| Board::with_stones(size, &ByColor { black, white });
    assert_eq!(stones(one("A1"), one("A1")), Err(StonesError::Overlap));
    assert_eq!(stones(one("A1"), one("B1")), Err(StonesError::NoLiberty));
    assert_eq!(
        stones(PointSet::single(Point::from_index(2)), one("B1")),
        Err(StonesError::OffBoard)
    );
    assert!(stones(one("A1"), PointSet::EMPTY).is_ok());
}

#[test]
fn every_size_has_a_board() {
    for width in 1..=25 {
        for height in 1..=25 {
            let size = BoardSize::new(width, height).unwrap();
            let mut board = Board::new(size);
            assert!(board.is_consistent());
            assert_eq!(board.empty().len(), size.area());
            for (index, point) in size.iter().enumerate() {
                let color = Color::BOTH[index % 2];
                if check(&board, color, point, Suicide::Forbidden).is_ok() {
                    board.place(color, point);
                }
            }
            assert!(board.is_consistent(), "{board:?}");
        }
    }
}

//! Tests on known positions. `exhaustive` compares with all plays of the opponent.

mod exhaustive;

use serde_json::Value;

use super::*;
use crate::board::{EyeRule, diagram, true_eyes};

/// The rules that make suicide of two or more stones legal.
const LEGAL: [Suicide; 2] = [Suicide::MultiStone, Suicide::Allowed];

fn names(rows: &str, color: Color, suicide: Suicide) -> [String; 2] {
    let board = diagram::parse(rows).unwrap();
    let life = pass_alive(&board, suicide)[color];
    assert_eq!(life, pass_alive_of(&board, color, suicide));
    assert!(!life.stones.intersects(&life.territory));
    let both: PointSet = life.stones.iter().chain(life.territory.iter()).collect();
    assert_eq!(life.points(), both);
    [life.stones, life.territory].map(|points| points.names(board.size()))
}

fn exchanged(rows: &str) -> String {
    let exchange = |letter| match letter {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    rows.chars().map(exchange).collect()
}

/// Checks Black's stones and territory, and White's with the colours exchanged.
fn expect(rows: &str, suicide: Suicide, expected: [&str; 2]) {
    let black = names(rows, Color::Black, suicide);
    assert_eq!(black, expected, "{rows} {suicide}");
    let white = names(&exchanged(rows), Color::White, suicide);
    assert_eq!(white, expected, "{rows} {suicide}");
}

#[test]
fn the_rule_on_suicide_does_not_matter_here() {
    for (rows, stones, territory) in [
        // Two eyes. Outside, White has room for only one eye, at E1.
        (
            ".X.XO/XXXXO/OOOO.",
            "A2 B2 C2 D2 B3 D3",
            "A1 B1 C1 D1 E1 E2 A3 C3 E3",
        ),
        // One eye.
        (".XXXO/XXXXO/OOOO.", "", ""),
        (".XO./XXO./OOO.", "", ""),
        // Two chains that share two eyes.
        ("X.XO/.XXO/XXOO/OO..", "A2 B2 B3 C3 A4 C4", "A3 B4"),
        // A chain that hangs on one that lives only with it: both die.
        ("X.XO./.XO../XO...", "", ""),
        // A large eye. Each of its points is next to the chain.
        (
            ".X..XO/XXXXXO/OOOO..",
            "A2 B2 C2 D2 E2 B3 E3",
            "A1 B1 C1 D1 E1 F1 F2 A3 C3 D3 F3",
        ),
        // An empty board and a lone stone.
        ("...../...../.....", "", ""),
        ("..X../...../.....", "", ""),
        // A board without room for two eyes is nobody's territory.
        (".", "", ""),
        ("..", "", ""),
        ("O.", "", ""),
        ("X.", "", ""),
        (".X.", "B1", "A1 C1"),
    ] {
        for suicide in Suicide::ALL {
            expect(rows, suicide, [stones, territory]);
        }
    }
}

#[test]
fn stones_inside_an_eye_matter_only_where_suicide_is_legal() {
    for (rows, forbidden, legal) in [
        // C3 is not next to the chain.
        ("..O/XX./.X.", ["B1 A2 B2", "A1 C1 C2 A3 B3 C3"], ["", ""]),
        // Chains that live only together. A2 and A3 are not next to B1.
        (
            "...X/XX../OXXX/OOX./.X.X",
            ["B1 D1 C2 B3 C3 D3 A4 B4", "A1 C1 A2 B2 D2 A3"],
            ["", ""],
        ),
        // C2 and D2 are next to no chain, but Black has two more eyes.
        (
            ".X.X../XXXXXX/XX..XX/X.OO.X/XX..XX",
            [
                "A1 B1 E1 F1 A2 F2 A3 B3 E3 F3 A4 B4 C4 D4 E4 F4 B5 D5",
                "C1 D1 B2 C2 D2 E2 C3 D3 A5 C5 E5 F5",
            ],
            [
                "A1 B1 E1 F1 A2 F2 A3 B3 E3 F3 A4 B4 C4 D4 E4 F4 B5 D5",
                "C1 D1 B2 C2 D2 E2 C3 D3 A5 C5 E5 F5",
            ],
        ),
        // The prisoner D3 is next to the chain, so its eye is still vital.
        (
            ".X.OXO../XXXXXO../OOOOO...",
            ["A2 B2 C2 D2 E2 B3 E3", "A3 C3 D3"],
            ["A2 B2 C2 D2 E2 B3 E3", "A3 C3 D3"],
        ),
    ] {
        expect(rows, Suicide::Forbidden, forbidden);
        for suicide in LEGAL {
            expect(rows, suicide, legal);
        }
    }
}

#[test]
fn territory_has_no_room_for_two_eyes() {
    // Black lives below. The comments list the points of the region above that
    // are next to no stone of Black.
    for (above, region) in [
        // None.
        (".XXXXXX/XXXXXXX", " A4"),
        // A4.
        ("..XXXXX/.XXXXXX", " A3 A4 B4"),
        // A4 B4, which are neighbours.
        ("...XXXX/..XXXXX", " A3 B3 A4 B4 C4"),
        // A4 A5, which are neighbours.
        ("..XXXXX/..XXXXX/.XXXXXX", " A3 A4 B4 A5 B5"),
        // A4 G4, room for two eyes.
        ("......./.XXXXX.", ""),
        // A4 A5 B5, room for two eyes at A4 and B5.
        ("...XXXX/..XXXXX/.XXXXXX", ""),
        // All but one row.
        ("......./......./.......", ""),
    ] {
        for suicide in Suicide::ALL {
            let rows = format!("{above}/XXXXXXX/.X.X.X.");
            let [stones, territory] = names(&rows, Color::Black, suicide);
            assert!(stones.starts_with("B1 D1 F1 A2 B2"), "{rows}: {stones}");
            assert_eq!(territory, format!("A1 C1 E1 G1{region}"), "{rows}");
            let [stones, _] = names(&rows, Color::White, suicide);
            assert_eq!(stones, "", "{rows}");
        }
    }
}

#[test]
fn two_eyes_need_two_points_that_are_not_neighbours() {
    let size = BoardSize::square(5).unwrap();
    for (points, has_room) in [
        ("", false),
        ("C3", false),
        ("C3 C4", false),
        ("C3 D3", false),
        ("C3 D4", true),
        ("C3 C5", true),
        ("A1 E5", true),
        ("C3 C4 C5", true),
        ("C3 C4 D3", true),
        // E1 and A2 follow each other on the grid, apart from the wall.
        ("E1 A2", true),
    ] {
        let points: PointSet = points
            .split_whitespace()
            .map(|name| size.point_named(name).unwrap())
            .collect();
        let names = points.names(size);
        assert_eq!(has_room_for_two_eyes(points, size), has_room, "{names}");
    }
}

#[test]
fn a_two_headed_dragon_lives() {
    // The diagonal points of its eyes D6 and D2 are White's, but both halves of
    // the chain are next to both eyes.
    let rows = "..XXOO./.OX.XXO/.OXXOXO/.OX.OXO/.OXXOXO/.OX.XXO/..OXX.O";
    let board = diagram::parse(rows).unwrap();
    let size = board.size();
    let d6 = size.point_named("D6").unwrap();
    let by_diagonals = true_eyes(&board, Color::Black, EyeRule::EnemyDiagonals);
    assert!(!by_diagonals.contains(d6));
    for suicide in Suicide::ALL {
        let life = pass_alive(&board, suicide).black;
        assert_eq!(life.stones, board.stones(Color::Black));
        assert_eq!(life.territory.names(size), "D2 E3 D4 E4 E5 D6");
    }
}

fn positions() -> Vec<Value> {
    let text = include_str!("../../../../gtp-tests/data/life.json");
    let Ok(Value::Array(positions)) = serde_json::from_str(text) else {
        panic!("life.json is not a list");
    };
    positions
}

fn drawn(board: &Board, suicide: Suicide) -> String {
    let life = pass_alive(board, suicide);
    let size = board.size();
    let letter = |point| {
        let owner = Color::BOTH.into_iter();
        let mut owner = owner.filter(|&color| life[color].points().contains(point));
        owner.next().map_or('.', Color::letter)
    };
    let row = |row| size.row(row).map(letter).collect::<String>();
    let rows: Vec<String> = (0..size.height()).rev().map(row).collect();
    rows.join("/")
}

#[test]
fn known_positions_have_their_areas() {
    let positions = positions();
    assert_eq!(positions.len(), 5);
    for entry in &positions {
        let rows = |field: &str| {
            let rows = entry[field].as_array().unwrap().iter();
            let rows: Vec<&str> = rows.map(|row| row.as_str().unwrap()).collect();
            rows.join("/")
        };
        let board = diagram::parse(&rows("diagram")).unwrap();
        let [forbidden, legal] = [rows("suicide_forbidden"), rows("suicide_legal")];
        let id = &entry["id"];
        assert_eq!(drawn(&board, Suicide::Forbidden), forbidden, "{id}");
        for suicide in LEGAL {
            assert_eq!(drawn(&board, suicide), legal, "{id}");
        }
    }
}

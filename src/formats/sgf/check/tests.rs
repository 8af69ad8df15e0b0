//! Tests of every kind of defect, and of records without any.

use super::*;
use crate::sgf::Games;
use ponnuki_core::board::Color;
use ponnuki_core::rules::Preset;

fn game(text: &str) -> GameText {
    GameText {
        number: 1,
        line: 1,
        column: 1,
        is_converted: false,
        bytes: text.as_bytes().to_vec(),
    }
}

/// Finds all stones alive, which is right in these games.
fn all_alive(_game: &Game) -> JudgedStones {
    JudgedStones::default()
}

fn checked(text: &str, options: &CheckOptions) -> CheckedRecord {
    Checker::new(options.clone()).check(&game(text))
}

/// Checks all variations, and writes a finding as `move/variation@line defect: text`.
fn findings(text: &str) -> Vec<String> {
    let options = CheckOptions {
        variations: true,
        ..CheckOptions::default()
    };
    written(&checked(text, &options))
}

fn written(checked: &CheckedRecord) -> Vec<String> {
    let write = |finding: &Finding| {
        let number = finding.number.map_or(String::new(), |at| at.to_string());
        let (variation, line) = (finding.variation, finding.line);
        let (defect, message) = (finding.defect, &finding.message);
        format!("{number}/{variation}@{line} {defect}: {message}")
    };
    checked.findings.iter().map(write).collect()
}

#[test]
fn every_defect_has_its_place() {
    for (text, expected) in [
        (
            "",
            "/0@1 syntax: no game found: an SGF game starts with '(;'",
        ),
        (
            "(;SZ[9];B[aa];W[bb]",
            "/0@1 syntax: line 1, column 20: the game has no last ')'",
        ),
        (
            "(;SZ[9]\n;B[aa]\n;x)",
            "/0@3 syntax: line 3, column 2: what stands here is not SGF and is left out",
        ),
        (
            "(;US[Matsuyama [3d]])",
            "/0@1 syntax: line 1, column 19: a ']' in the text needs a '\\' before it",
        ),
        (
            "(;GM[3])",
            "/0@1 other-game: the file contains a game other than Go",
        ),
        (
            "(;SZ[26])",
            "/0@1 size: the board must be 1 to 25 points wide and high",
        ),
        ("(;KM[6,5])", "/0@1 komi: '6,5' is read as 6.5"),
        (
            "(;SZ[19]KM[375]RU[Chinese]AP[GNU Go:3.8]RE[B+R]\nAP[foxwq];B[pd])",
            "/0@1 komi: '375' is read as 7.5, as Fox means it",
        ),
        (
            "(;SZ[19]KM[375];B[pd])",
            "/0@1 komi: '375' is read as 7.5, as Fox means it",
        ),
        (
            "(;SZ[19]KM[325]AP[SGFC:2.0];B[pd])",
            "/0@1 komi: '325' is read as 6.5, as Fox means it",
        ),
        (
            "(;SZ[19]KM[50]HA[2]AB[dd][pp]AP[foxwq];W[qc])",
            "/0@1 komi: '50' is read as 0.5, as Fox means it",
        ),
        (
            "(;SZ[19]KM[750]AP[YuanYu];B[pd])",
            "/0@1 komi: '750' is beyond the 361 points of the board",
        ),
        (
            "(;SZ[9]KM[-82]\n;B[aa])",
            "/0@1 komi: '-82' is beyond the 81 points of the board",
        ),
        (
            "(;SZ[9];B[aa]\n;W[a])",
            "2/0@2 value: property W has an unreadable value",
        ),
        (
            "(;SZ[9]AB[zz])",
            "1/0@1 setup: impossible setup stones: a stone is off the board",
        ),
        (
            "(;SZ[2]AB[aa][ab][ba][bb])",
            "/0@1 setup: impossible setup stones: a chain has no liberty",
        ),
        (
            "(;SZ[9];B[aa];AW[bb]W[cc])",
            "2/0@1 setup-with-move: setup stones and a move in one node",
        ),
        (
            "(;SZ[9];B[aa]W[bb])",
            "2/0@1 two-moves: 2 moves in one node",
        ),
        (
            "(;SZ[9];B[aa];B[bb])",
            "2/0@1 turn: black moves, but it is the turn of white",
        ),
        (
            "(;SZ[9];B[aa];W[jj])",
            "2/0@1 off-board: [jj] is not on a 9x9 board",
        ),
        (
            "(;SZ[9];B[aa];W[aa])",
            "2/0@1 occupied: A9 already has a stone",
        ),
        (
            "(;SZ[9]RU[Chinese]AB[ab][ba];W[aa])",
            "1/0@1 suicide: A9 removes white's own stones",
        ),
        (
            "(;SZ[5]RU[Chinese]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];W[bb])",
            "2/0@1 ko: B4 retakes the ko at once",
        ),
        (
            "(;SZ[5]RU[cgos]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];W[bb])",
            "2/0@1 superko: B4 repeats the start position",
        ),
    ] {
        assert_eq!(findings(text), [expected], "{text}");
    }
}

#[test]
fn contradictions_of_the_header_are_found() {
    for (text, expected) in [
        (
            "(;SZ[9]CA[nosuch]PB[a])",
            "/0@1 encoding: 'nosuch' is not known; the text is read as UTF-8",
        ),
        (
            "(;SZ[9]CA[replacement];B[aa])",
            "/0@1 encoding: 'replacement' is not known; the text is read as UTF-8",
        ),
        (
            "(;SZ[9]RU[House]AB[ab][ba];W[aa])",
            "/0@1 rules: 'House' rules are not known: moves are checked under simple ko with \
             suicide allowed, and the result is not compared with the score",
        ),
        (
            "(;SZ[19]HA[4]RU[Chinese];W[dd])",
            "/0@1 handicap: HA[4], but no black stones are set up",
        ),
        (
            "(;SZ[19]HA[3];AB[dd][pp];W[qd])",
            "/0@1 handicap: HA[3], but 2 black stones are set up",
        ),
        (
            "(;SZ[9]KM[7.5]KM[6.5]PB[a]KM[5.5];B[aa])",
            "/0@1 repeated: KM is there more than once; the last one counts",
        ),
        (
            "(;sz[9];b[ee]\n;w[aa])",
            "/0@1 lower-case: properties in lower case, such as 'sz', are read as capitals",
        ),
        (
            "(;SZ[9];B[aa]\n(;W[bb])(;x[aa]))",
            "/0@2 lower-case: properties in lower case, such as 'x', are read as capitals",
        ),
    ] {
        assert_eq!(findings(text), [expected], "{text}");
    }
}

#[test]
fn good_records_have_no_findings() {
    for text in [
        "(;)",
        "(;FF[1]GaMe[1]SiZe[9]KoMi[];Black[aa];White[tt];B[])",
        "(;SZ[19]HA[2]AB[dd][pp];W[qc];B[oc])",
        "(;SZ[9]AB[aa]PL[W];W[bb])",
        "(;SZ[9];B[aa];AE[aa]AW[bb];B[cc])",
        "(;SZ[9]AB[ab][ba];W[aa])",
        "(;SZ[19]HA[2]RU[]CA[];AB[dd];AB[pp];W[qc];B[oc])",
        "(;SZ[19]HA[1]CA[cp936]AP[GNU Go:3.8]AP[foxwq]C[a]C[b];B[oc])",
        "(;SZ[19]KM[150]AP[Ponnuki];B[pd])",
        "(;SZ[1]KM[7.5])",
        "(;SZ[5]KM[-25])",
        "(;SZ[19]KM[0]HA[2]AB[dd][pp]AP[foxwq];W[qc])",
        "(;SZ[9];B[aa](;W[bb];B[cc])(;W[bb])(;W[cc](;B[bb])(;B[dd])))",
    ] {
        assert_eq!(findings(text), [""; 0], "{text}");
    }
}

#[test]
fn a_quick_look_finds_what_the_full_check_finds() {
    // Fingerprints need the full check.
    let full = CheckOptions {
        fingerprints: true,
        ..CheckOptions::default()
    };
    let ko = "AB[ba][ab][bc]AW[bb][ca][cc][db]";
    let played = ";B[ba];W[bb];B[ab];W[ca];B[bc];W[cc];B[ee];W[db];B[cb]";
    for text in [
        "(;SZ[5];B[aa];W[bb];C[x];B[cc](;W[dd])(;W[ee];B[ff]))".to_owned(),
        format!("(;SZ[5]RU[cgos]{played};W[ed];B[de];W[bb])"),
        format!("(;SZ[5]RU[Chinese]{played};W[bb])"),
        format!("(;SZ[5]RU[cgos]{played};W[bb])"),
        format!("(;SZ[5]KM[x]{played};W[ba])"),
        format!("(;SZ[5]{ko};B[aa];W[ee])"),
        "(;SZ[3]RU[cgos];B[ba];W[cc];B[ab];W[aa])".to_owned(),
        "(;SZ[1]RU[Chinese];B[aa])".to_owned(),
        "(;SZ[5]RU[Chinese];B[aa];W[ab];B[ee];W[bb];B[de];W[ca];B[ba])".to_owned(),
        "(;SZ[9];B[aa](;W[bb];B[ee])(;W[cc]))".to_owned(),
        "(;SZ[9];B[aa];W[bb]".to_owned(),
        "(;SZ[9]HA[2]KM[0]KM[1];B[aa]\n;x[];W[bb](;W[cc])(;y[]))".to_owned(),
        "(;SZ[9];W[aa];B[bb];W[];B[tt];W[cc];W[dd])".to_owned(),
    ] {
        for variations in [false, true] {
            let quick = CheckOptions {
                variations,
                ..CheckOptions::default()
            };
            let full = CheckOptions {
                variations,
                ..full.clone()
            };
            let (quick, full) = (checked(&text, &quick), checked(&text, &full));
            assert_eq!(written(&quick), written(&full), "{text}");
            assert_eq!(quick.moves, full.moves, "{text}");
            assert_eq!(quick.variations, full.variations, "{text}");
            assert_eq!(quick.size, full.size, "{text}");
        }
    }
}

#[test]
fn games_of_different_sizes_may_follow_one_another() {
    let mut checker = Checker::new(CheckOptions::default());
    let suicide = "(;SZ[3]RU[Chinese];B[ba];W[cc];B[ab];W[aa])";
    for (text, findings) in [("(;SZ[19];B[pd];W[dp])", 0), (suicide, 1), (suicide, 1)] {
        let found = checker.check(&game(text)).findings;
        assert_eq!(found.len(), findings, "{text}");
    }
}

#[test]
fn a_game_with_an_illegal_move_has_no_score_and_no_fingerprint() {
    let options = CheckOptions {
        score: Some(all_alive),
        fingerprints: true,
        ..CheckOptions::default()
    };
    let broken = checked("(;SZ[9]RU[Chinese]RE[B+9];B[aa];W[aa])", &options);
    assert_eq!(broken.findings.len(), 1);
    assert!(broken.score.is_none() && broken.fingerprint.is_none());
}

#[test]
fn variations_are_judged_from_where_they_begin() {
    // The second variation plays on a point that only the first occupies; the third plays on
    // a stone of its parent.
    let text = "(;SZ[9];B[aa](;W[bb];B[cc])(;W[cc];B[bb]\n;W[bb](;B[dd])(;B[ee]))(;W[aa]))";
    let expected = [
        "4/1@2 occupied: B8 already has a stone",
        "2/3@2 occupied: A9 already has a stone",
    ];
    assert_eq!(findings(text), expected);
    let main_line = checked(text, &CheckOptions::default());
    assert_eq!(written(&main_line), [""; 0]);
    assert_eq!(main_line.moves, 3);
    // A setup within a variation ends with the variation.
    let text = "(;SZ[9];B[aa](;AW[bb][cc];B[dd])(;W[bb];B[cc];AE[aa];W[aa];B[dd])(;W[dd];B[aa]))";
    let expected = ["3/2@1 occupied: A9 already has a stone"];
    assert_eq!(findings(text), expected);
}

#[test]
fn the_rules_of_the_file_can_be_replaced() {
    let text = "(;SZ[5]RU[House]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];W[];B[];W[bb])";
    let by_file = checked(text, &CheckOptions::default());
    assert!(!by_file.rules_are_known);
    assert_eq!(by_file.findings[0].defect, Defect::Rules);
    let options = CheckOptions {
        rules: Some(Preset::TrompTaylor.rules()),
        ..CheckOptions::default()
    };
    let by_superko = checked(text, &options);
    assert!(by_superko.rules_are_known);
    assert_eq!(
        written(&by_superko),
        ["4/0@1 superko: B4 repeats the start position"]
    );
    assert_eq!(by_superko.findings[0].repeats, Some(0));
    assert_eq!(by_superko.moves, 3);
}

#[test]
fn superko_counts_moves_from_the_root() {
    let ko = "AB[ba][ab][bc]AW[bb][ca][cc][db]";
    let text = format!("(;SZ[5]RU[cgos];B[ee];AE[ee]{ko}PL[B];B[cb];W[];B[];W[bb])");
    assert_eq!(
        findings(&text),
        ["5/0@1 superko: B4 repeats the position after move 1"]
    );
}

#[test]
fn results_are_compared_with_the_area() {
    // Finds Black dead wherever White has a stone.
    let judge: StoneJudge = |game| {
        let has_white = !game.board().stones(Color::White).is_empty();
        let black = has_white.then(|| game.board().stones(Color::Black));
        JudgedStones {
            dead: black.unwrap_or_default(),
            ..JudgedStones::default()
        }
    };
    let options = CheckOptions {
        score: Some(judge),
        ..CheckOptions::default()
    };
    let ended = |header: &str| checked(&format!("(;SZ[3]KM[0.5]{header}PL[B];B[];W[])"), &options);
    let game =
        |result: &str, rules: &str| ended(&format!("{rules}RE[{result}]AB[aa][ab][ac]AW[cb]"));
    // Black leads by 2 points with all stones, and has none without its dead stones.
    for right in ["B+1.5", "W+9.5", "B+", "?", "B+R", ""] {
        assert_eq!(written(&game(right, "RU[cgos]")), [""; 0], "{right}");
    }
    let wrong = game("W+3.5", "RU[cgos]");
    assert_eq!(wrong.findings[0].defect, Defect::Result);
    assert!(
        wrong.findings[0]
            .message
            .starts_with("W+3.5 is claimed, but the area makes it ")
    );
    assert_eq!(
        written(&game("White won", "RU[cgos]")),
        ["/0@1 result: 'White won' cannot be read"]
    );
    for wrong in ["W+", "W+8.5", "0"] {
        assert_eq!(
            written(&ended(&format!("RU[cgos]RE[{wrong}]AB[ba][bb][bc]"))),
            [format!(
                "/0@1 result: {wrong} is claimed, but the area makes it B+8.5"
            )]
        );
    }
    // The last node marks a stone dead.
    let marked = "(;SZ[3]KM[0.5]RU[cgos]RE[B+8.5]AB[ba][bb][bc]AW[aa]PL[B];B[];W[]TB[aa])";
    assert_eq!(written(&checked(marked, &options)), [""; 0]);
    // A game that did not end with two passes is not scored.
    let unfinished = checked("(;SZ[3]RU[cgos]RE[W+3.5];B[bb];W[])", &options);
    assert_eq!((written(&unfinished), unfinished.score), (vec![], None));
    // Nothing is known about the score under unknown rules.
    let unknown = game("W+3.5", "RU[House]");
    assert_eq!((unknown.findings.len(), unknown.score), (1, None));
    assert_eq!(unknown.findings[0].defect, Defect::Rules);
    assert_eq!(
        written(&ended("RU[Japanese]RE[B+8.5]AB[ba][bb][bc]")),
        ["/0@1 result: B+8.5 is claimed, but the territory makes it B+5.5"]
    );
}

#[test]
fn only_what_surely_contradicts_the_position_is_a_finding() {
    let options = CheckOptions {
        score: Some(all_alive),
        ..CheckOptions::default()
    };
    // Each colour owns 27 points beside its wall, and the column between the walls is open.
    let walls = "AB[da][db][dc][dd][de][df][dg][dh][di]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi]";
    let found = |rules: &str, result: &str| {
        let record = format!("(;SZ[9]KM[0.5]RU[{rules}]RE[{result}]{walls}PL[B];B[];W[])");
        checked(&record, &options).findings.len()
    };
    assert_eq!(found("Japanese", "W+0.5"), 0);
    assert_eq!(found("Japanese", "B+0.5"), 0, "a point may be an eye");
    assert_eq!(found("Japanese", "W+2.5"), 1);
    assert_eq!(found("Chinese", "B+0.5"), 1, "areas are exact");
}

#[test]
fn a_guessed_encoding_is_a_finding() {
    for (claim, found) in [
        (
            "nosuch",
            "'nosuch' is not known; the text is read as windows-1252",
        ),
        (
            "UTF-8",
            "the bytes are not UTF-8; the text is read as windows-1252",
        ),
    ] {
        let bytes = [b"(;SZ[9]CA[", claim.as_bytes(), b"]PB[\xE9])"].concat();
        let game = GameText { bytes, ..game("") };
        let checked = Checker::default().check(&game);
        assert_eq!(written(&checked), [format!("/0@1 encoding: {found}")]);
    }
}

#[test]
fn a_place_in_the_file_is_counted_from_its_beginning() {
    let file = "(;C[\u{e9}])\n(;C[\u{e9}])(;C[\u{e9}]])(;B)";
    let places = Games::new(file.as_bytes()).map(|game| {
        let checked = Checker::default().check(&game.unwrap());
        written(&checked).concat()
    });
    assert_eq!(
        places.collect::<Vec<_>>(),
        [
            "",
            "",
            "/0@2 syntax: line 2, column 13: a ']' in the text needs a '\\' before it",
            "/0@2 syntax: not SGF from line 2, column 19 on"
        ]
    );
}

#[test]
fn deep_records_are_harmless() {
    let deep = format!("(;SZ[9]{}{}", "(;B[]".repeat(30_000), ")".repeat(30_001));
    let found = findings(&deep);
    assert_eq!(found.len(), 1, "{}", found[0]);
    let setups = format!("(;SZ[9]{})", ";AB[aa];W[bb];AE[bb]".repeat(2_000));
    let found = findings(&setups);
    assert!(
        found.last().unwrap().contains("more than 1000 times"),
        "{found:?}"
    );
    let wide = format!("(;SZ[9];B[aa]{})", "(;W[bb];B[cc])".repeat(3_000));
    assert_eq!(findings(&wide), [""; 0]);
}

#[test]
fn a_right_result_counts_the_prisoners_from_before_a_setup() {
    let options = CheckOptions {
        score: Some(all_alive),
        variations: true,
        ..CheckOptions::default()
    };
    let taken = "(;SZ[9]KM[0]RU[Japanese]RE[B+1];B[ba];W[aa];B[ab];W[gg]";
    for rest in [
        ";AB[cc];B[];W[])",
        ";AW[cc];AE[cc]AW[cd];B[];W[])",
        // Variations begin before, after and between setups.
        "(;AB[cc];B[](;W[])(;AE[cc];W[cc]))(;AB[dd](;AB[ee];B[ff])(;B[ee]))(;B[cc];W[dd];B[ee]))",
    ] {
        assert_eq!(
            written(&checked(&format!("{taken}{rest}"), &options)),
            [""; 0],
            "{rest}"
        );
    }
}

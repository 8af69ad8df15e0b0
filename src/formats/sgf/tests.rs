//! Tests of whole files that are read or rejected.

mod mended;
mod written;

use proptest::prelude::*;

use super::{ReadOptions, Record, RulesBasis, SgfError, read, read_from, read_with_defects, write};
use ponnuki_core::board::{BoardSize, Color, diagram};
use ponnuki_core::game::{Game, Move, Outcome, Start};
use ponnuki_core::rules::{Preset, Rules, fixed_handicap};

fn load(text: &str) -> Game {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn before(text: &str, until: usize) -> Game {
    read(text.as_bytes(), Some(until)).unwrap()
}

/// Reads a game that must be SGF to the letter.
fn read_strictly(text: &str) -> Result<Game, SgfError> {
    let options = ReadOptions {
        is_strict: true,
        ..ReadOptions::default()
    };
    read_from(text.as_bytes(), None, &options)
}

/// Asserts that a text is refused with an error that is written like this for debugging.
fn refuses(text: &str, expected: &str) {
    let error = match read_strictly(text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => format!("{error:?}"),
    };
    assert!(error.starts_with(expected), "{text}: {error}");
}

fn rows(game: &Game) -> String {
    diagram::draw_line(game.board())
}

#[test]
fn sizes_and_their_default() {
    assert_eq!(load("(;)").size(), BoardSize::square(19).unwrap());
    assert_eq!(load("(;SZ[9])").size(), BoardSize::square(9).unwrap());
    assert_eq!(load("(;SZ[25])").size(), BoardSize::square(25).unwrap());
    assert_eq!(load("(;SZ[1])").size(), BoardSize::square(1).unwrap());
    assert_eq!(load("(;SZ[13:7])").size(), BoardSize::new(13, 7).unwrap());
    for size in ["0", "26", "-1", "300", "", "x", "9:", "9:26", "9:9:9"] {
        refuses(&format!("(;SZ[{size}])"), "Size");
    }
}

#[test]
fn rows_are_counted_from_the_top() {
    let game = load("(;SZ[3:2];B[aa];W[cb])");
    assert_eq!(rows(&game), "X../..O");
    assert_eq!(game.to_move(), Color::Black);
}

#[test]
fn the_position_before_a_move() {
    let file = "(;SZ[5];B[aa];W[ba];B[];W[ca];B[da])";
    assert_eq!(rows(&before(file, 1)), "...../...../...../...../.....");
    assert_eq!(rows(&before(file, 0)), rows(&before(file, 1)));
    assert_eq!(rows(&before(file, 3)), "XO.../...../...../...../.....");
    assert_eq!(before(file, 4).turns().len(), 3);
    assert_eq!(before(file, 4).to_move(), Color::White);
    assert_eq!(before(file, 6).turns().len(), 5);
    assert_eq!(before(file, 600).turns().len(), 5);
    assert_eq!(before(file, usize::MAX).turns().len(), 5);
}

#[test]
fn the_main_line_of_the_first_game() {
    let game = load("(;SZ[3](;B[aa](;W[ba])(;W[ca]))(;B[bb]))(;SZ[9])");
    assert_eq!(rows(&game), "XO./.../...");
}

#[test]
fn passes_in_both_spellings() {
    assert_eq!(
        load("(;SZ[19];B[tt];W[])").outcome(),
        Some(Outcome::TwoPasses)
    );
    assert_eq!(load("(;SZ[9:19];B[tt])").turns()[0].action, Move::Pass);
    let on_25 = load("(;SZ[25];B[tt])");
    let stones = on_25.board().stones(Color::Black);
    assert_eq!(stones.names(on_25.size()), "U6");
    refuses(
        "(;SZ[20];B[tu])",
        "IllegalMove { number: 1, reason: OffBoard }",
    );
}

#[test]
fn rules_that_no_one_names_are_those_that_the_record_suggests() {
    let japanese = Preset::Japanese.rules();
    let tygem = RulesBasis::Server("Tygem");
    for (root, basis, rules) in [
        ("KM[6.5]", RulesBasis::Komi, japanese),
        ("KM[5目半]", RulesBasis::Komi, japanese),
        ("KM[6.5]RU[house]", RulesBasis::Komi, japanese),
        ("HA[2]AB[aa][bb]KM[0]PC[타이젬 바둑]", tygem, japanese),
        ("PC[Tygem Baduk]", tygem, japanese),
        ("KM[7.5]", RulesBasis::Default, Rules::default()),
        ("KM[]", RulesBasis::Default, Rules::default()),
        ("", RulesBasis::Default, Rules::default()),
        ("KM[6.5]RU[AGA]", RulesBasis::Named, Preset::Aga.rules()),
    ] {
        let record = format!("(;SZ[9]{root};B[ee])");
        let found = read_with_defects(record.as_bytes(), None, &ReadOptions::default()).unwrap();
        assert_eq!((found.rules, found.game.rules()), (basis, rules), "{root}");
        let given = ReadOptions {
            rules: Some(Preset::TrompTaylor.rules()),
            ..ReadOptions::default()
        };
        let found = read_with_defects(record.as_bytes(), None, &given).unwrap();
        if basis != RulesBasis::Named {
            let expected = (RulesBasis::Given, Preset::TrompTaylor.rules());
            assert_eq!((found.rules, found.game.rules()), expected, "{root}");
        }
    }
}

#[test]
fn handicap_and_setup_stones() {
    let game = load("(;SZ[9]HA[2]KM[0.5]AB[gc][cg])");
    let start = Start::handicap(fixed_handicap(game.size(), 2).unwrap(), 2);
    assert_eq!(*game.start(), start);
    assert_eq!(game.komi().to_string(), "0.5");

    let setup = load("(;SZ[3]AB[aa:ba]AW[cc]AE[aa]PL[W];AB[ac])");
    assert_eq!(rows(&setup), ".X./.../X.O");
    assert_eq!((setup.start().handicap, setup.to_move()), (0, Color::White));
    assert_eq!(load("(;HA[0]AB[aa])").to_move(), Color::Black);
    assert_eq!(load("(;HA[x]AB[][]AW[])").to_move(), Color::Black);
    assert_eq!(load("(;HA[3];B[aa];W[bb])").start().handicap, 3);
    assert_eq!(load("(;SZ[2]HA[99])").start().handicap, 3);
    // Without PL the first move decides the turn.
    assert_eq!(
        before("(;SZ[9]AB[aa];W[bb])", 1).start().to_move,
        Color::White
    );
}

#[test]
fn the_turn_in_every_spelling() {
    for (value, color) in [
        ("B", Color::Black),
        ("1", Color::Black),
        ("b", Color::Black),
        ("black", Color::Black),
        ("W", Color::White),
        ("2", Color::White),
        (" w ", Color::White),
        ("White", Color::White),
    ] {
        let file = format!("(;SZ[3];PL[{value}]AB[aa]AW[bb])");
        assert_eq!(load(&file).start().to_move, color, "{file}");
        let later = format!("(;SZ[3];B[aa];PL[{value}])");
        assert_eq!(load(&later).to_move(), color, "{later}");
    }
    for value in ["0", "3", "12", "x", "B][W"] {
        refuses(
            &format!("(;SZ[3]PL[{value}])"),
            "Value { property: \"PL\" }",
        );
    }
}

#[test]
fn impossible_setup_is_refused() {
    for file in [
        "(;SZ[3]AB[dd])",
        "(;SZ[2]AB[aa]AW[ab][ba])",
        "(;SZ[1]AB[aa])",
        "(;SZ[2];B[aa];AW[ab][ba])",
    ] {
        refuses(file, "Setup(");
    }
    assert_eq!(rows(&load("(;SZ[2]AB[aa]AW[aa])")), "O./..");
}

#[test]
fn setup_after_moves_keeps_the_moves_and_the_prisoners() {
    let file = "(;SZ[3];B[aa];W[bb];AE[aa]AB[cc]PL[W];W[ca])";
    let game = load(file);
    assert_eq!(rows(&game), "..O/.O./..X");
    assert_eq!(game.turns().len(), 3);
    assert_eq!(rows(&before(file, 3)), ".../.O./..X");
    // Black has captured a stone when stones are added, removed or changed.
    let taken = "SZ[9]KM[0]RU[Japanese];B[ba];W[aa];B[ab];W[gg]";
    for (setup, result) in [
        ("AB[cc]", "B+1"),
        ("AW[cc]", "B+1"),
        ("AE[gg]", "B+80"),
        ("AW[ba]", "B+1"),
        ("AB[cc];AE[cc]AW[dd]", "B+1"),
    ] {
        let mut game = load(&format!("(;{taken};{setup};B[];W[])"));
        assert_eq!(
            (game.captures(Color::Black), game.turns().len()),
            (1, 6),
            "{setup}"
        );
        assert_eq!(game.score().to_string(), result, "{setup}");
        let again = load(&write(&game, &Record::default()));
        assert!(again.setups().eq(game.setups()), "{setup}");
        assert_eq!(again.turns(), game.turns(), "{setup}");
        assert_eq!(again.score(), game.score(), "{setup}");
        assert_eq!(again.board().position(), game.board().position(), "{setup}");
        for moves in (0..6).rev() {
            assert!(game.undo().is_some(), "{setup}");
            let shorter = before(&format!("(;{taken};{setup};B[];W[])"), moves + 1);
            assert_eq!(rows(&game), rows(&shorter), "{setup} {moves}");
            assert_eq!(game.captures(Color::Black), shorter.captures(Color::Black));
        }
        assert_eq!((game.undo(), game.captures(Color::Black)), (None, 0));
    }
    // The passes around a setup do not end the game.
    assert_eq!(load("(;SZ[3];B[];AB[cc];W[])").outcome(), None);
    // No position from before a setup is said to return.
    let retaken = load("(;SZ[5]RU[cgos]AB[ba][ab][bc]AW[bb][ca][cc][db]PL[B];B[cb];AW[ee];W[bb])");
    assert_eq!(retaken.turns().len(), 2);
    // Each setup takes memory, so there is a limit.
    let setups = |count: usize| format!("(;SZ[9]{})", ";B[];AB[aa];AE[aa];AW[bb]".repeat(count));
    assert_eq!(load(&setups(1000)).setups().len(), 1000);
    refuses(&setups(1001), "TooManySetups");
    // PL alone keeps the moves.
    let turned = load("(;SZ[3];B[aa];PL[B])");
    assert_eq!((turned.turns().len(), turned.to_move()), (1, Color::Black));
}

#[test]
fn the_turn_before_a_move_is_that_of_its_player() {
    let file = "(;SZ[3];B[aa];B[ba];W[ca])";
    assert_eq!(before(file, 2).to_move(), Color::Black);
    assert_eq!(before(file, 3).to_move(), Color::White);
}

#[test]
fn komi_and_rules() {
    assert_eq!(load("(;KM[6.5])").komi().to_string(), "6.5");
    assert_eq!(load("(;KM[-3])").komi().to_string(), "-3");
    assert_eq!(load("(;)").komi().to_string(), "7.5");
    assert_eq!(load("(;KM[])").komi().to_string(), "7.5");
    // The Fox server writes hundredths of points, or of stones.
    for (written, komi) in [
        ("50", "0.5"),
        ("275", "5.5"),
        ("550", "5.5"),
        ("325", "6.5"),
        ("650", "6.5"),
        ("350", "7"),
        ("700", "7"),
        ("375", "7.5"),
        ("750", "7.5"),
    ] {
        let by_fox = format!("(;KM[{written}]AP[GNU Go:3.8]AP[foxwq])");
        assert_eq!(load(&by_fox).komi().to_string(), komi);
        let by_another = load(&format!("(;KM[{written}]AP[Ponnuki:1])"));
        assert_eq!(by_another.komi().to_string(), written);
        // Without the name of Fox, 50 may be meant literally, and on a large board 275.
        for size in [7, 9, 19, 25] {
            let is_literal = written == "50" || size == 25 && written == "275";
            let expected = if is_literal { written } else { komi };
            for program in ["", "AP[SGFC:2.0]"] {
                let unnamed = load(&format!("(;KM[{written}]PB[foxwq]{program}SZ[{size}])"));
                assert_eq!(unnamed.komi().to_string(), expected, "{size} {program}");
            }
        }
    }
    for komi in ["24.5", "150", "-300", "400"] {
        assert_eq!(load(&format!("(;KM[{komi}])")).komi().to_string(), komi);
    }
    for komi in ["0", "6.5", "7.5", "3.75", "37.5", "65", "-650"] {
        let by_fox = format!("(;AP[foxwq]KM[{komi}])");
        assert_eq!(load(&by_fox).komi().to_string(), komi);
    }
    for komi in ["nan", "inf", "6,5", "x", "1e999"] {
        refuses(&format!("(;KM[{komi}])"), "Value {");
    }
    assert_eq!(load("(;RU[Chinese])").rules(), Preset::Chinese.rules());
    assert_eq!(load("(;RU[NZ])").rules(), Preset::NewZealand.rules());
    assert_eq!(load("(;RU[Japanese])").rules(), Preset::Japanese.rules());
    assert_eq!(load("(;RU[House])").rules(), Rules::default());
    assert_eq!(load("(;)").rules(), Rules::default());
}

#[test]
fn results_by_resignation() {
    let outcome = |file: &str| load(file).outcome();
    let resignation = |winner| Some(Outcome::Resignation { winner });
    assert_eq!(outcome("(;RE[B+R];B[aa])"), resignation(Color::Black));
    assert_eq!(outcome("(;RE[W+Resign];B[aa])"), resignation(Color::White));
    for result in ["B+3.5", "W+T", "B+F", "0", "Draw", "Void", "?", "", "R+B"] {
        assert_eq!(outcome(&format!("(;RE[{result}];B[aa])")), None, "{result}");
    }
    assert_eq!(before("(;RE[B+R];B[aa])", 1).outcome(), None);
    assert_eq!(
        before("(;RE[B+R];B[aa])", 2).outcome(),
        resignation(Color::Black)
    );
}

#[test]
fn illegal_moves_name_their_number() {
    let suicide = "SZ[3]AW[ab][ba];B[aa]";
    for (file, number, reason) in [
        ("(;SZ[9];B[aa];W[aa])", 2, "Occupied"),
        ("(;SZ[9];B[jj])", 1, "OffBoard"),
        (&format!("(;RU[Chinese]{suicide})"), 1, "Suicide"),
    ] {
        let error = format!("IllegalMove {{ number: {number}, reason: {reason} }}");
        refuses(file, &error);
    }
    assert_eq!(load(&format!("(;{suicide})")).turns().len(), 1);
    // Moves from `until` on are not checked.
    assert_eq!(before("(;SZ[9];B[aa];W[aa])", 2).turns().len(), 1);
    refuses("(;SZ[9];B[aa];W[a])", "Value {");
    refuses("(;SZ[9];B[aa][bb])", "Value {");
}

/// A ko that is retaken at once.
const KO: &str = "AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb]";

#[test]
fn the_ko_is_kept_under_every_rule() {
    for rules in ["", "RU[Japanese]", "RU[cgos]", "RU[AGA]"] {
        let file = format!("(;SZ[5]{rules}{KO})");
        refuses(&file, "IllegalMove { number: 2,");
    }
}

/// On 2x2: A1 B1, A2 pass, B2 takes B1, and White's B1 takes all; Black's A1 then repeats
/// the board after move 1.
const SUPERKO: &str = "SZ[2];B[ab];W[bb];B[aa];W[];B[ba];W[bb];B[ab]";

#[test]
fn repetitions_are_judged_by_the_rules_of_the_file() {
    let file = |rules: &str| format!("(;{rules}{SUPERKO})");
    refuses(
        &file("RU[cgos]"),
        "IllegalMove { number: 7, reason: Superko {",
    );
    for rules in ["", "RU[House]"] {
        let game = load(&file(rules));
        assert_eq!(game.turns().len(), 7);
        assert_eq!(game.rules(), Rules::default());
    }
    assert_eq!(load(&file("RU[Korean]")).rules(), Preset::Japanese.rules());
}

#[test]
fn other_files_are_refused() {
    refuses("(;GM[2]B[aa])", "OtherGame");
    refuses("(;GM[x])", "Value {");
    refuses("(;GM[1]GM[2])", "OtherGame");
    refuses("", "NoGame");
    refuses("(;B[aa]", "Truncated");
    // Text after the first game is ignored.
    assert_eq!(load("(;SZ[3]))(").size().width(), 3);
    refuses(&" ".repeat(super::MAX_SGF_BYTES + 1), "TooLong");
}

#[test]
fn old_and_foreign_files_are_read() {
    assert_eq!(
        rows(&load("(;GaMe[1]SiZe[3]\n\n;Black[aa]\n;White[bb])")),
        "X../.O./..."
    );
    let latin = read(b"(;SZ[3]PB[Andr\xE9];B[aa])", None).unwrap();
    assert_eq!(rows(&latin), "X../.../...");
    let japanese = read(b"(;CA[Shift_JIS]SZ[3]PB[\x83\x5D\x83\x5C];B[aa])", None).unwrap();
    assert_eq!(rows(&japanese), "X../.../...");
    // Records of NNGS among GNU Go's tests have properties twice.
    let twice = load("(;FF[4]GM[1]GM[1]FF[4]SZ[3];B[aa])");
    assert_eq!(rows(&twice), "X../.../...");
}

#[test]
fn a_file_of_a_million_nodes_is_harmless() {
    let long = format!("(;SZ[9]{})", ";B[]".repeat(100_000));
    assert_eq!(load(&long).turns().len(), 100_000);
    let nested = format!(
        "(;SZ[9]{}{})",
        "(;C[x]".repeat(300_000),
        ")".repeat(300_000)
    );
    assert_eq!(load(&nested).turns().len(), 0);
    let rectangles = format!("(;SZ[25]AB{})", "[aa:yx]".repeat(100_000));
    refuses(&rectangles, "Value {");
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, None);
    }

    /// Combines tokens of SGF at random, which get further into the parser than random bytes.
    #[test]
    fn random_pieces_never_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "(", ")", ";", "[", "]", "\\", ":", "\n", " ", "é", "B", "W", "AB", "AW", "AE", "PL", "SZ", "KM", "HA",
                "GM", "RU", "RE", "CA", "C", "B[aa]", "W[bb]", "B[]", "AB[aa:cc]", "AE[aa]", "SZ[3]", "HA[2]",
                "GM[1]", "PL[W]", "KM[5.5]", "[tt]", "[zz]", "[ZZ]", "[aa:ZZ]", "[B]", "[1]", "[-9]", "x",
            ]),
            0..40,
        ),
        until in 0_usize..5,
    ) {
        let _ = read(format!("(;{})", pieces.concat()).as_bytes(), Some(until));
        let _ = read(pieces.concat().as_bytes(), None);
    }
}

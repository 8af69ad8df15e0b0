//! Tests of whole files: read, rejected, or written and read back.

use proptest::prelude::*;

use super::{FileDefaults, Record, SgfError, read, read_numbered, write};
use crate::board::{BoardSize, Color, IllegalMove, diagram};
use crate::game::{Game, Move, Outcome, Start};
use crate::rules::{Preset, Rules, fixed_handicap};

fn load(text: &str) -> Game {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn before(text: &str, until: usize) -> Game {
    read(text.as_bytes(), Some(until)).unwrap()
}

fn refused(text: &str) -> SgfError {
    read(text.as_bytes(), None).expect_err(text)
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
        assert!(
            matches!(refused(&format!("(;SZ[{size}])")), SgfError::Size),
            "{size}"
        );
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
    assert_eq!(
        on_25
            .size()
            .coordinates(on_25.board().stones(Color::Black).first().unwrap())
            .to_string(),
        "U6"
    );
    assert!(matches!(
        refused("(;SZ[20];B[tu])"),
        SgfError::IllegalMove {
            number: 1,
            reason: IllegalMove::OffBoard
        }
    ));
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
        let file = format!("(;SZ[3]PL[{value}])");
        assert!(
            matches!(refused(&file), SgfError::Value { property } if property == "PL"),
            "{file}"
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
        assert!(matches!(refused(file), SgfError::Setup(_)), "{file}");
    }
    assert_eq!(rows(&load("(;SZ[2]AB[aa]AW[aa])")), "O./..");
}

#[test]
fn setup_after_moves_starts_a_new_game() {
    let file = "(;SZ[3];B[aa];W[bb];AE[aa]AB[cc]PL[W];W[ca])";
    let game = load(file);
    assert_eq!(rows(&game), "..O/.O./..X");
    assert_eq!(game.turns().len(), 1);
    assert_eq!(game.start().to_move, Color::White);
    // A setup does not renumber the moves.
    assert_eq!(rows(&before(file, 3)), ".../.O./..X");
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
        ("650", "6.5"),
        ("325", "6.5"),
        ("375", "7.5"),
        ("750", "7.5"),
    ] {
        let by_fox = format!("(;KM[{written}]AP[GNU Go:3.8]AP[foxwq])");
        assert_eq!(load(&by_fox).komi().to_string(), komi);
        let by_another = load(&format!("(;KM[{written}]AP[Ponnuki:1])"));
        assert_eq!(by_another.komi().to_string(), written);
        // Without a program, only values that exceed the area cannot be meant literally.
        for (size, is_literal) in [(19, written == "325"), (9, false), (25, true)] {
            let unnamed = load(&format!("(;KM[{written}]PB[foxwq]SZ[{size}])"));
            let is_literal = is_literal && written != "650" && written != "750";
            let expected = if is_literal { written } else { komi };
            assert_eq!(unnamed.komi().to_string(), expected, "{size}");
        }
    }
    for komi in ["0", "6.5", "7.5", "3.75", "37.5", "65", "-650"] {
        let by_fox = format!("(;AP[foxwq]KM[{komi}])");
        assert_eq!(load(&by_fox).komi().to_string(), komi);
    }
    for komi in ["nan", "inf", "6,5", "x", "1e999"] {
        assert!(
            matches!(refused(&format!("(;KM[{komi}])")), SgfError::Value { .. }),
            "{komi}"
        );
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
    let illegal = |file: &str| match refused(file) {
        SgfError::IllegalMove { number, reason } => (number, reason),
        error => panic!("{error}"),
    };
    assert_eq!(illegal("(;SZ[9];B[aa];W[aa])"), (2, IllegalMove::Occupied));
    assert_eq!(illegal("(;SZ[9];B[jj])"), (1, IllegalMove::OffBoard));
    let suicide = "SZ[3]AW[ab][ba];B[aa]";
    assert_eq!(
        illegal(&format!("(;RU[Chinese]{suicide})")),
        (1, IllegalMove::Suicide)
    );
    assert_eq!(load(&format!("(;{suicide})")).turns().len(), 1);
    // Moves from `until` on are not checked.
    assert_eq!(before("(;SZ[9];B[aa];W[aa])", 2).turns().len(), 1);
    assert!(matches!(
        refused("(;SZ[9];B[aa];W[a])"),
        SgfError::Value { .. }
    ));
    assert!(matches!(
        refused("(;SZ[9];B[aa][bb])"),
        SgfError::Value { .. }
    ));
}

/// A ko that is retaken at once.
const KO: &str = "AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb]";

#[test]
fn the_ko_is_kept_under_every_rule() {
    for rules in ["", "RU[Japanese]", "RU[cgos]", "RU[AGA]"] {
        let file = format!("(;SZ[5]{rules}{KO})");
        assert!(
            matches!(refused(&file), SgfError::IllegalMove { number: 2, .. }),
            "{file}"
        );
    }
}

/// On 2x2: A1 B1, A2 pass, B2 takes B1, and White's B1 takes all; Black's A1 then repeats
/// the board after move 1.
const SUPERKO: &str = "SZ[2];B[ab];W[bb];B[aa];W[];B[ba];W[bb];B[ab]";

#[test]
fn repetitions_are_judged_by_the_rules_of_the_file() {
    let file = |rules: &str| format!("(;{rules}{SUPERKO})");
    assert!(matches!(
        refused(&file("RU[cgos]")),
        SgfError::IllegalMove {
            number: 7,
            reason: IllegalMove::Superko { .. }
        }
    ));
    for rules in ["", "RU[House]"] {
        let game = load(&file(rules));
        assert_eq!(game.turns().len(), 7);
        assert_eq!(game.rules(), Rules::default());
    }
    assert_eq!(load(&file("RU[Korean]")).rules(), Preset::Japanese.rules());
}

#[test]
fn moves_that_the_rules_to_come_forbid_are_read_back() {
    // A suicide, and a repetition, in files with unsupported rules.
    for file in [
        "(;SZ[5]RU[House]AB[ab][ba];W[aa])".to_owned(),
        format!("(;{SUPERKO})"),
    ] {
        let game = load(&file);
        let text = write(&game, &Record::default());
        assert!(text.contains("so-far=simple"), "{text}");
        let again = load(&text);
        assert_eq!(again.turns(), game.turns());
        assert_eq!(again.outcome(), game.outcome());
        assert_eq!(again.rules(), Rules::default());
    }
}

#[test]
fn rules_that_change_within_a_game_are_read_back() {
    // Without a ko rule the ko is retaken at once.
    let mut game = load(&format!(
        "(;SZ[5]RU[ko=none suicide=allowed handicap-bonus=none]{KO})"
    ));
    game.set_rules(Rules::default());
    let text = write(&game, &Record::default());
    assert!(text.contains("so-far=none"), "{text}");
    let again = load(&text);
    assert_eq!(again.turns(), game.turns());
    assert_eq!(again.rules(), Rules::default());
}

#[test]
fn positions_before_the_button_may_return_after_a_change_of_rules() {
    let axes = "ko=none suicide=allowed handicap-bonus=none scoring=area tax=none button=true";
    let mut game = load(&format!("(;SZ[5]RU[{axes}]{KO};B[];W[])"));
    let rules = Rules {
        has_button: true,
        ..Rules::default()
    };
    game.set_rules(rules);
    let text = write(&game, &Record::default());
    assert!(text.contains("so-far=none"), "{text}");
    let again = load(&text);
    assert_eq!(again.rules(), rules);
    for game in [game, again] {
        assert_eq!((game.button(), game.outcome()), (Some(Color::Black), None));
        let takes_ko = game.size().point_named("C4").expect("C4");
        assert_eq!(game.check(Color::Black, takes_ko), Ok(()));
    }
}

#[test]
fn passes_of_a_file_cost_a_stone() {
    let axes = "ko=simple suicide=forbidden handicap-bonus=none scoring=territory tax=none \
                button=false pass-stones=true";
    let game = load(&format!("(;SZ[3]KM[0]RU[{axes}];B[bb];W[];B[];W[])"));
    let again = load(&write(&game, &Record::default()));
    for game in [game, again] {
        assert!(game.rules().has_pass_stones);
        let prisoners = Color::BOTH.map(|color| game.pass_stones(!color));
        assert_eq!(prisoners, [2, 1]);
        assert_eq!(game.score().to_string(), "B+9");
    }
}

#[test]
fn a_game_that_is_played_out_is_read_back() {
    // After the main phase White takes a ko, and Black lifts its block on the stone.
    let file = "(;SZ[4:3]RU[japanese-playout]PL[W]AB[ab][ba][bc][cb]AW[ca][cc][db]\
                ;W[];B[];W[bb];B[bb])";
    let game = load(file);
    assert_eq!(game.turns()[3].lifted, game.turns()[2].action.point());
    check_again(&game);
}

/// Checks that a game is read back with its turns and its phase.
fn check_again(game: &Game) {
    let again = load(&write(game, &Record::default()));
    assert_eq!(again.turns(), game.turns());
    assert_eq!(again.board(), game.board());
    assert_eq!(
        (again.phase(), again.blocked()),
        (game.phase(), game.blocked())
    );
}

#[test]
fn moves_before_a_change_to_rules_with_a_cleanup_have_none() {
    // White takes a ko after two passes, and Black takes it back later.
    let moves = "PL[W]AB[ab][ba][bc][cb]AW[ca][cc][db];W[];B[];W[bb];B[ea];W[ec];B[cb]";
    let file = format!("(;SZ[5:3]RU[japanese]{moves})");
    let played_out = Preset::JapanesePlayout.rules();
    let mut game = load(&file);
    assert_eq!(game.captures(Color::Black), 1);
    game.set_rules(played_out);
    check_again(&game);
    let unstated = FileDefaults {
        rules: played_out,
        ..FileDefaults::default()
    };
    let without = read_numbered(format!("(;SZ[5:3]{moves})").as_bytes(), &unstated);
    assert_eq!(without.unwrap().0.board(), game.board());
    // The moves are legal with clean-up phases too, but would lead to another one.
    let mut game = load("(;SZ[5]RU[japanese];B[];W[];B[cc])");
    game.set_rules(played_out);
    check_again(&game);
}

#[test]
fn moves_with_a_cleanup_before_a_change_to_other_rules_are_kept() {
    let mut game = load(
        "(;SZ[4:3]RU[japanese-playout]PL[W]AB[ab][ba][bc][cb]AW[ca][cc][db]\
         ;W[];B[];W[bb];B[bb])",
    );
    game.set_rules(Preset::Chinese.rules());
    check_again(&game);
}

#[test]
fn other_files_are_refused() {
    assert!(matches!(refused("(;GM[2]B[aa])"), SgfError::OtherGame));
    assert!(matches!(refused("(;GM[x])"), SgfError::Value { .. }));
    assert!(matches!(refused("(;GM[1]GM[2])"), SgfError::OtherGame));
    assert!(matches!(refused(""), SgfError::NoGame));
    assert!(matches!(refused("(;B[aa]"), SgfError::Truncated));
    // Text after the first game is ignored.
    assert_eq!(load("(;SZ[3]))(").size().width(), 3);
    let long = vec![b' '; super::MAX_SGF_BYTES + 1];
    assert!(matches!(read(&long, None), Err(SgfError::TooLong)));
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
    assert!(matches!(refused(&rectangles), SgfError::Value { .. }));
}

#[test]
fn a_record_spells_everything() {
    let size = BoardSize::new(9, 7).unwrap();
    let mut game = Game::new(size, Preset::Aga.rules(), "0.5".parse().unwrap());
    game.begin(Start::handicap(fixed_handicap(size, 2).unwrap(), 2))
        .unwrap();
    let play = |name: &str| Move::Play(size.point_named(name).unwrap());
    game.play(Color::White, play("E4")).unwrap();
    game.play(Color::Black, Move::Pass).unwrap();
    game.resign(Color::White);
    let record = Record {
        result: None,
        seed: Some(42),
        black: Some("A]B".to_owned()),
        white: Some("Ponnuki".to_owned()),
        comment: Some("End: resign".to_owned()),
        has_territory: false,
    };
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        write(&game, &record),
        format!(
            "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki:{version}]SZ[9:7]KM[0.5]RU[AGA]HA[2]AB[ce][gc]PL[W]\
             PB[A\\]B]PW[Ponnuki]RE[B+R]C[random seed 42\nEnd\\: resign]\n;W[ed];B[])"
        )
    );
}

#[test]
fn a_record_states_the_result_of_a_finished_game() {
    let mut game = Game::new(
        BoardSize::square(3).unwrap(),
        Rules::default(),
        "7.5".parse().unwrap(),
    );
    assert!(!write(&game, &Record::default()).contains("RE["));
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    assert!(write(&game, &Record::default()).contains("RE[W+7.5]"));
    let given = Record {
        result: Some("B+T".to_owned()),
        ..Record::default()
    };
    assert!(write(&game, &given).contains("RE[B+T]"));
}

#[test]
fn the_territory_of_the_last_node_decides_the_dead_stones() {
    let text = |moves: &str| format!("(;SZ[3]KM[0]RU[Chinese];B[bb];W[aa]{moves})");
    for (moves, dead) in [
        (";B[];W[]TB[aa:ca][ab][cb][ac:cc]", Some("A3")),
        (";B[];W[];C[counted]TW[]TB[aa]", Some("A3")),
        (";B[];W[]TB[ba]", Some("")),
        (";B[];W[]TW[bb]TB[aa]", Some("B2 A3")),
        (";B[];W[]", None),
        (";B[];W[]TB[zz]", None),
        (";B[]TB[aa];W[]", None),
        (";B[]TB[aa]", None),
        (";B[];W[](;TB[ba])(;TB[aa])", Some("")),
    ] {
        let game = read(text(moves).as_bytes(), None).unwrap();
        let found = game
            .is_dead_decided()
            .then(|| game.dead().names(game.size()));
        assert_eq!(found.as_deref(), dead, "{moves}");
    }
    let mut game = read(text(";B[];W[]").as_bytes(), None).unwrap();
    let mut record = Record {
        has_territory: true,
        ..Record::default()
    };
    assert!(!write(&game, &record).contains("TB["));
    game.mark_dead(game.size().point_named("A3").unwrap());
    let written = write(&game, &record);
    assert!(
        written.ends_with(";W[]TB[ac][bc][cc][ab][cb][aa][ba][ca])"),
        "{written}"
    );
    let again = read(written.as_bytes(), None).unwrap();
    assert_eq!((again.dead(), again.score()), (game.dead(), game.score()));
    record.has_territory = false;
    assert!(!write(&game, &record).contains("TB["));
}

/// Returns all properties of a game that a file can express.
fn contents(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let turns: Vec<_> = game
        .turns()
        .iter()
        .map(|turn| (turn.color, turn.action, turn.captured, turn.suicided))
        .collect();
    (
        (
            game.size(),
            *game.start(),
            game.rules(),
            game.komi().value(),
        ),
        (turns, rows(game), game.to_move(), game.outcome()),
    )
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::all().collect::<Vec<_>>())
}

proptest! {
    /// Writes random legal games, with the colours in any order, and reads them back.
    #[test]
    fn what_is_written_reads_back(
        (width, height) in (1_usize..=25, 1_usize..=25),
        rules in any_rules(),
        half_points in -200_i32..200,
        handicap in 0_usize..10,
        moves in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 0..80),
        end in 0..3,
    ) {
        let size = BoardSize::new(width, height).unwrap();
        let komi = format!("{:.1}", f64::from(half_points) / 2.0).parse().unwrap();
        let mut game = Game::new(size, rules, komi);
        if let Some(stones) = fixed_handicap(size, handicap) {
            game.begin(Start::handicap(stones, handicap)).unwrap();
        }
        for (black, index) in moves {
            let color = if black { Color::Black } else { Color::White };
            let legal = game.legal_points(color);
            let action = legal.nth(index.index(legal.len() + 1)).map_or(Move::Pass, Move::Play);
            game.play(color, action).unwrap();
        }
        match end {
            0 => game.resign(Color::White),
            1 => game.set_to_move(Color::White),
            _ => {}
        }
        let text = write(&game, &Record::default());
        prop_assert!(text.is_ascii());
        let back = read(text.as_bytes(), None).unwrap();
        prop_assert_eq!(contents(&back), contents(&game), "{}", text);
        prop_assert_eq!(write(&back, &Record::default()), text);
    }

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

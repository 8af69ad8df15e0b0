//! Tests of games that are written and read back.

use proptest::prelude::*;

use super::{KO, SUPERKO, load, rows};
use crate::sgf::{ReadOptions, Record, read, read_from, write};
use ponnuki_core::board::{BoardSize, Color};
use ponnuki_core::game::{Game, Move, Start};
use ponnuki_core::rules::{Preset, Rules, fixed_handicap};

/// Reads back a game whose moves were made under this ko rule.
fn read_back(game: &Game, ko: &str) -> Game {
    let text = write(game, &Record::default());
    assert!(text.contains(&format!("so-far={ko}")), "{text}");
    let again = load(&text);
    assert_eq!(again.turns(), game.turns());
    again
}

#[test]
fn moves_that_the_rules_to_come_forbid_are_read_back() {
    // A suicide, and a repetition, in files with unsupported rules.
    for file in [
        "(;SZ[5]RU[House]AB[ab][ba];W[aa])".to_owned(),
        format!("(;{SUPERKO})"),
    ] {
        let game = load(&file);
        let again = read_back(&game, "simple");
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
    assert_eq!(read_back(&game, "none").rules(), Rules::default());
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
    let again = read_back(&game, "none");
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
    let mut game = load(file);
    assert_eq!(game.turns()[3].lifted, game.turns()[2].action.point());
    check_again(&game);
    // The moves are kept under rules without clean-up phases too.
    game.set_rules(Preset::Chinese.rules());
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
    let unstated = ReadOptions {
        rules: Some(played_out),
        ..ReadOptions::default()
    };
    let without = read_from(format!("(;SZ[5:3]{moves})").as_bytes(), None, &unstated);
    assert_eq!(without.unwrap().board(), game.board());
    // The moves are legal with clean-up phases too, but would lead to another one.
    let mut game = load("(;SZ[5]RU[japanese];B[];W[];B[cc])");
    game.set_rules(played_out);
    check_again(&game);
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

#[test]
fn dead_stones_on_points_that_nobody_owns_stay_dead() {
    for (text, dead, score) in [
        (
            "(;SZ[3:5]KM[-3]RU[chinese-ogs]AB[ae]AW[bd]PL[B];B[aa];W[bc];B[];W[];B[];B[]\
             ;W[ce];B[cc];B[bb];W[];B[])",
            &["A1"][..],
            "B+6",
        ),
        (
            "(;SZ[5]KM[7.25]RU[stone-scoring]AB[ae]AW[bd]PL[B];W[be];B[];B[da];W[cb];B[]\
             ;W[ac];B[db];W[bc];B[dc];W[];B[ab];W[cc];B[];W[])",
            &["A1", "A4"],
            "W+10.25",
        ),
        // A dead stone within its own area.
        ("(;SZ[3]KM[0];B[bb];W[];B[aa];W[];B[];W[])", &["A3"], "B+9"),
    ] {
        let mut game = read(text.as_bytes(), None).unwrap();
        let size = game.size();
        let points = dead.iter().map(|name| size.point_named(name).unwrap());
        game.decide_dead(points.collect());
        assert_eq!(game.score().to_string(), score);
        let record = Record {
            has_territory: true,
            ..Record::default()
        };
        let again = read(write(&game, &record).as_bytes(), None).unwrap();
        assert_eq!((again.dead(), again.score()), (game.dead(), game.score()));
    }
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
        (game.setups().copied().collect::<Vec<_>>(), game.score()),
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
        moves in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), 0..20), 0..80),
        end in 0..3,
    ) {
        let size = BoardSize::new(width, height).unwrap();
        let komi = format!("{:.1}", f64::from(half_points) / 2.0).parse().unwrap();
        let mut game = Game::new(size, rules, komi);
        if let Some(stones) = fixed_handicap(size, handicap) {
            game.begin(Start::handicap(stones, handicap)).unwrap();
        }
        for (black, index, setup) in moves {
            if setup == 0 {
                let mut stones = game.board().position();
                let point = size.iter().nth(index.index(size.area())).unwrap();
                for color in Color::BOTH {
                    stones[color].remove(point);
                }
                if !black {
                    stones.black.insert(point);
                }
                // A chain may have no liberty.
                let _ = game.set_up(stones, !game.to_move());
            }
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
}

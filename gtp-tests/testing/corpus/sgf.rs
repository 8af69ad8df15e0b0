//! Reads and checks bytes as SGF.

use ponnuki_core::{Color, Game, Move, Outcome, PointSet};
use ponnuki_formats::sgf::check::{CheckOptions, CheckedRecord, Checker, Defect};
use ponnuki_formats::sgf::{self, GameText, Games, ReadOptions, Record, SgfError};
use ponnuki_play::estimate::judged_stones;

/// Reads a file in full and up to a move. A game that can be read must be unchanged
/// after it is written and read back, and its second copy must have the same bytes.
pub fn read(bytes: &[u8]) {
    check(bytes);
    // The length of the input chooses the move, so that the file needs no extra byte.
    for until in [None, Some(bytes.len() % 16)] {
        let Ok(game) = sgf::read(bytes, until) else {
            continue;
        };
        let text = sgf::write(&game, &Record::default());
        let again = read_strictly(text.as_bytes());
        let again = again.unwrap_or_else(|error| panic!("{error}\nwritten: {text}"));
        assert_eq!(facts(&again), facts(&game), "written: {text}");
        assert_eq!(sgf::write(&again, &Record::default()), text);
    }
}

/// Reads a game that must be SGF to the letter, with legal moves.
fn read_strictly(bytes: &[u8]) -> Result<Game, SgfError> {
    let options = ReadOptions {
        is_strict: true,
        ..ReadOptions::default()
    };
    sgf::read_from(bytes, None, &options)
}

/// The facts about a game that a record preserves.
#[derive(Debug, PartialEq)]
struct Facts {
    rules: ponnuki_core::Rules,
    komi: f64,
    size: ponnuki_core::BoardSize,
    handicap: usize,
    start: ponnuki_core::ByColor<PointSet>,
    first: Color,
    turns: Vec<(Color, Move)>,
    stones: ponnuki_core::ByColor<PointSet>,
    captures: [usize; 2],
    to_move: Color,
    outcome: Option<Outcome>,
}

fn facts(game: &Game) -> Facts {
    let start = game.start();
    Facts {
        rules: game.rules(),
        komi: game.komi().value(),
        size: game.size(),
        // A handicap of one stone means only that Black moves first.
        handicap: if start.handicap < 2 {
            0
        } else {
            start.handicap
        },
        start: start.stones,
        first: start.to_move,
        turns: game
            .turns()
            .iter()
            .map(|turn| (turn.color, turn.action))
            .collect(),
        stones: game.board().position(),
        captures: Color::BOTH.map(|color| game.captures(color)),
        to_move: game.to_move(),
        outcome: game.outcome(),
    }
}

/// Divides a file into games, copies and checks them. The quick look must find what the
/// full check finds, and a game that can be read strictly has no illegal move.
fn check(bytes: &[u8]) {
    for game in Games::new(bytes).flatten() {
        let copy = game.mended();
        let copied = GameText {
            bytes: copy.clone().into_bytes(),
            ..game.clone()
        };
        assert_eq!(copied.mended(), copy);
        let [quick, full] = [false, true].map(|fingerprints| checked(&game, fingerprints));
        assert_eq!(quick.findings, full.findings);
        assert_eq!(quick.moves, full.moves);
        if read_strictly(&game.bytes).is_ok() {
            for finding in &full.findings {
                assert!(
                    matches!(
                        finding.defect,
                        Defect::Encoding
                            | Defect::Komi
                            | Defect::Rules
                            | Defect::Handicap
                            | Defect::Repeated
                            | Defect::LowerCase
                            | Defect::Setup
                            | Defect::SetupWithMove
                            | Defect::TwoMoves
                            | Defect::Turn
                    ),
                    "{finding:?}"
                );
            }
        }
        let variations = CheckOptions {
            variations: true,
            score: Some(judged_stones),
            ..CheckOptions::default()
        };
        Checker::new(variations).check(&game);
    }
}

fn checked(game: &GameText, fingerprints: bool) -> CheckedRecord {
    let options = CheckOptions {
        fingerprints,
        ..CheckOptions::default()
    };
    Checker::new(options).check(game)
}

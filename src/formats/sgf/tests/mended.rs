//! Records that are not quite SGF: each is read as far as it goes, and none in silence.

use proptest::prelude::*;

use super::{load, read_strictly};
use crate::sgf::check::{CheckOptions, Checker};
use crate::sgf::{Games, Record, SgfError, read, write};
use ponnuki_core::game::{Game, Move};

/// Each line has a record, in which `\n` is a line break, the game that it is read as, and the
/// findings as `KIND@LINE`.
const RECORDS: &str = include_str!("../../../../gtp-tests/data/records.tsv");

/// Describes a game: its size, its komi, and its moves.
fn described(game: &Game) -> String {
    let size = game.size();
    let moves = game.turns().iter().map(|turn| match turn.action {
        Move::Pass => format!("{}-", turn.color.initial()),
        Move::Play(point) => format!("{}{}", turn.color.initial(), size.coordinates(point)),
    });
    let moves: Vec<_> = moves.collect();
    format!("{size} {} {}", game.komi(), moves.join(" "))
}

/// Checks all games of a record, and returns the findings.
fn found(record: &str) -> Vec<String> {
    let mut checker = Checker::new(CheckOptions {
        variations: true,
        ..CheckOptions::default()
    });
    let games = Games::new(record.as_bytes());
    let findings = games.flat_map(|game| checker.check(&game.unwrap()).findings);
    findings
        .map(|found| format!("{}@{}", found.defect.name(), found.line))
        .collect()
}

#[test]
fn records_are_read_as_far_as_they_go() {
    for line in RECORDS.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split('\t').collect();
        let [record, reading, findings] = columns[..] else {
            panic!("three columns: {line}");
        };
        let record = record.replace("\\n", "\n").replace("\\r", "\r");
        let game = read(record.as_bytes(), None);
        let game = game.map_or_else(|error| format!("refused: {error}"), |game| described(&game));
        assert_eq!(game.trim_end(), reading, "{line}");
        assert_eq!(found(&record).join(" "), findings, "{line}");
        // What cannot be read otherwise is refused where each letter counts.
        assert!(
            !game.starts_with("refused") || read_strictly(&record).is_err(),
            "{line}"
        );
    }
}

#[test]
fn a_mended_record_is_the_same_game() {
    for line in RECORDS.lines().filter(|line| !line.starts_with('#')) {
        let record = line.split('\t').next().unwrap_or_default();
        let record = record.replace("\\n", "\n").replace("\\r", "\r");
        let mended: String = Games::new(record.as_bytes())
            .map(|game| game.unwrap().mended())
            .collect();
        let [before, after] = [&record, &mended].map(|text| read(text.as_bytes(), None).ok());
        let [before, after] = [before, after].map(|game| game.as_ref().map(described));
        assert_eq!(before, after, "{line}");
        // What is left has no right form that follows from the record.
        let mut former = found(&record);
        for finding in found(&mended) {
            let kind = finding.split('@').next().unwrap();
            let is_kind = |other: &String| other.split('@').next() == Some(kind);
            let known = former.iter().position(is_kind);
            former.remove(known.unwrap_or_else(|| panic!("{finding} is new: {mended}")));
            let is_syntax = matches!(kind, "syntax" | "lower-case");
            assert!(!is_syntax || before.is_none(), "{finding}: {mended}");
        }
        let again: String = Games::new(mended.as_bytes())
            .map(|game| game.unwrap().mended())
            .collect();
        assert_eq!(again.trim_end(), mended.trim_end(), "{line}");
    }
}

#[test]
fn a_good_record_needs_no_mending() {
    for record in [
        "(;SZ[9]C[a [b c\\] (d; e)];B[ee];W[ce])",
        "Dear (friend), see [x]\n(;SZ[9];B[ee])",
        "(;SZ[9]AB[aa]\n[bb];W[cc]\n\n(;B[dd])\n(;B[ee])\n)",
    ] {
        assert_eq!(found(record), [""; 0], "{record}");
        assert!(read_strictly(record).is_ok(), "{record}");
    }
}

#[test]
fn a_variation_is_not_taken_for_the_game() {
    let record = "(SZ[9];B[ee](;W[ce])(;W[cc]))";
    assert!(matches!(read_strictly(record), Err(SgfError::NoGame)));
}

#[test]
fn hostile_text_takes_linear_time() {
    let brackets = format!("(;{};B[aa])", "C[a]b ".repeat(500_000));
    assert!(read(brackets.as_bytes(), None).is_err());
    let text = format!("(;C[{}];B[aa])", "a]b ".repeat(500_000));
    assert_eq!(load(&text).turns().len(), 1);
    let roots = "(;GM[1];B[aa]".repeat(20_000);
    assert_eq!(Games::new(roots.as_bytes()).count(), 20_000);
}

/// A record in order, of which each character may be changed.
const GOOD: &str = "(;GM[1]SZ[9]KM[7]PB[Ann [9d\\]]C[A comment; it has (some) marks.]\
    ;B[ee];W[ce]C[two\nlines](;B[gc];W[gg])(;B[cc]N[b];W[gg]))";

/// The moves of its main line, as it writes them.
const MOVES: [&str; 4] = [";B[ee]", ";W[ce]", ";B[gc]", ";W[gg]"];

proptest! {
    /// A character that is lost, doubled or put in costs the moves behind it at most.
    #[test]
    fn a_slip_loses_no_move_before_it(
        place in 0..GOOD.len(),
        slip in prop::sample::select(vec!["", "]", "[", "\\", "x", " ", "\n", "()", "C"]),
        is_lost: bool,
    ) {
        let rest = &GOOD[place + usize::from(is_lost)..];
        let record = format!("{}{slip}{rest}", &GOOD[..place]);
        let ends = MOVES.map(|action| GOOD.find(action).unwrap() + action.len());
        // A slip in the root can change the board or make the record unreadable.
        let in_root = place < ends[0] - MOVES[0].len();
        match read(record.as_bytes(), None) {
            Ok(game) if !in_root => {
                let before = ends.iter().filter(|&&end| end < place).count();
                let (read, whole) = (game.turns(), load(GOOD));
                prop_assert!(read.len() >= before, "{record}");
                prop_assert_eq!(&read[..before], &whole.turns()[..before], "{}", record);
            }
            Err(_) if !in_root => prop_assert!(false, "{record}"),
            _ => {}
        }
    }

    /// What was mended is SGF: written again, nothing is wrong with it any more.
    #[test]
    fn what_is_read_can_be_written(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["(", ")", ";", "[", "]", "\\", "B[aa]", "W[bb]", "C[", "C[x]", "x ", "\n", "é"]),
            0..30,
        ),
    ) {
        let record = format!("(;SZ[3]{}", pieces.concat());
        if let Ok(game) = read(record.as_bytes(), None) {
            prop_assert!(found(&write(&game, &Record::default())).is_empty(), "{record}");
        }
        let _ = found(&record);
    }
}

//! The openings that come with the program.
//!
//! A published set never changes; otherwise, matches that use it could not be resumed.
//! The head of each file names the command that made it.

use std::path::Path;

use super::move_lists;
use super::reading::OpeningReader;
use crate::cli::failure::Failure;

struct ReadySet {
    size: &'static str,
    /// The name of the file in the records.
    file: &'static str,
    text: &'static str,
}

/// The sets by ascending board size.
const SETS: [ReadySet; 2] = [
    ReadySet {
        size: "9x9",
        file: "ready/9x9.txt",
        text: include_str!("ready/9x9.txt"),
    },
    ReadySet {
        size: "13x13",
        file: "ready/13x13.txt",
        text: include_str!("ready/13x13.txt"),
    },
];

pub(super) fn read(reading: &mut OpeningReader) -> Result<(), Failure> {
    let size = reading.size.to_string();
    let set = SETS.iter().find(|set| set.size == size).ok_or_else(|| {
        Failure::new(format_args!(
            "there are no ready openings for {size}, only for {}; \
             'ponnuki match openings' makes others",
            SETS.map(|set| set.size).join(" and ")
        ))
    })?;
    move_lists::read(set.text, Path::new(set.file), set.file, reading)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cli::args::RulesArgs;
    use crate::r#match::openings::balance::OpeningJudge;
    use crate::r#match::openings::{Balance, OpeningLine};
    use ponnuki::board::BoardSize;
    use ponnuki::files::Fnv1a;
    use ponnuki::game::{Fingerprint, Game, Move};
    use ponnuki::rules::{Komi, Rules};

    /// The number of openings in each set, and of moves in each opening.
    const EXPECTED: [(usize, usize); 2] = [(200, 6), (100, 6)];

    fn openings(size: BoardSize) -> Vec<OpeningLine> {
        let mut reading = OpeningReader::new(size, Rules::default());
        read(&mut reading).unwrap();
        reading.finish()
    }

    fn game(size: BoardSize, line: &OpeningLine) -> Game {
        let mut game = Game::new(size, Rules::default(), Komi::default());
        for &action in &line.moves {
            game.play(game.to_move(), action).unwrap();
        }
        game
    }

    fn winrates(text: &str) -> Vec<f64> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let comments = lines.map(|line| line.split_once("  # ").unwrap().1);
        comments.map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn every_opening_is_legal_and_leads_to_a_position_of_its_own() {
        for (set, (count, plies)) in SETS.iter().zip(EXPECTED) {
            let size = set.size.parse().unwrap();
            let lines = openings(size);
            assert_eq!(lines.len(), count);
            let mut positions = BTreeSet::new();
            for line in &lines {
                assert_eq!(line.moves.len(), plies, "{}", line.from);
                assert!(!line.moves.contains(&Move::Pass), "{}", line.from);
                positions.insert(Fingerprint::from_position(&game(size, line)).turned);
            }
            assert_eq!(positions.len(), count);
        }
    }

    #[test]
    fn each_file_says_how_it_is_made_and_how_balanced_it_is() {
        for (ReadySet { size, file, text }, (count, plies)) in SETS.iter().zip(EXPECTED) {
            let command = format!(
                "\n# ponnuki match openings --size {size} --plies {plies} --count {count} --within 5 --komi 7.5 "
            );
            assert!(text.contains(&command), "{file}");
            let winrates = winrates(text);
            assert_eq!(winrates.len(), count);
            let near = |winrate: &f64| (45.0..=55.0).contains(winrate);
            assert!(winrates.iter().all(near), "{winrates:?}");
        }
    }

    #[test]
    fn another_search_agrees_with_the_win_rates() {
        for set in SETS {
            let size = set.size.parse().unwrap();
            let balance = Balance {
                size,
                rules: RulesArgs::default(),
                plies: 6,
                count: 1,
                within: 5.0,
                playouts: 600,
                seed: 0,
                threads: 1,
            };
            let mut judge = OpeningJudge::new(&balance);
            let lines = openings(size);
            for (line, winrate) in lines.iter().zip(winrates(set.text)).step_by(40) {
                let again = 100.0 * judge.judge(&game(size, line), 5);
                let apart = (again - winrate).abs();
                assert!(apart < 12.0, "{}: {again} instead of {winrate}", line.from);
            }
        }
    }

    #[test]
    fn the_sets_never_change() {
        let hashes = SETS.map(|set| Fnv1a::EMPTY.with(set.text.as_bytes()).0);
        assert_eq!(hashes, [0x55d1_e7f9_9776_d085, 0xa1b0_5cfe_432b_dc1f]);
    }
}

//! `ponnuki train`: what it reads, prints and refuses.

use crate::runner::{Folder, assert_contains, assert_starts, rows};

/// Returns a folder with ten short games on 5x5, one on 7x7, a broken file and a file
/// of another kind.
fn games() -> Folder {
    let folder = Folder::of(&[
        ("records/large.sgf", "(;SZ[7];B[dd])"),
        ("records/broken.SGF", "(;SZ[5];B[zz])"),
        ("records/notes.txt", "not a game"),
    ]);
    for number in 0..10 {
        let more = if number < 5 { "" } else { "more/" };
        let text = "(;SZ[5]RU[Japanese];B[cc];W[bb];B[cb];W[bc];B[bd];W[ab];B[dd])";
        folder.write(&format!("records/{more}{number}.sgf"), text);
    }
    folder
}

#[test]
fn weights_are_learned_from_games() {
    let folder = games();
    let run = folder.run("train records --size 5 --least 2");
    assert_contains(&run.err, "10 games in 12 files\n");
    assert_contains(&run.err, "broken.SGF is left out: ");
    assert!(!run.err.contains("Japanese"), "{}", run.err);
    let text = run.succeeds();
    assert_starts(&text, "# 10 games, ");
    // Every tenth game is kept apart.
    assert_contains(&text, "\n# Seen: 63 positions, ");
    assert_contains(&text, "\n# Unseen: 7 positions, ");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        assert!(words.next().is_some_and(|name| !name.is_empty()), "{line}");
        assert!(words.all(|word| word.split_once(':').is_some()), "{line}");
    }
    let again = folder.run("train records --size 5 --least 2 -q");
    assert_eq!(again.out, text);
    assert!(!again.err.contains("games"), "{}", again.err);
}

#[test]
fn without_games_there_is_nothing_to_learn() {
    let folder = games();
    for [arguments, status, reason] in rows(
        "
        records --size 9     | 1 | no file holds a game on a 9x9 board
        no-such.sgf --size 9 | 1 | no file holds a game
        records --size 26    | 2 | 1 to 25
        records              | 2 | --size
        --size 9             | 2 | FILE
        ",
    ) {
        let refused = folder.run(&format!("train {arguments}"));
        refused.fails(status.parse().unwrap(), reason);
    }
}

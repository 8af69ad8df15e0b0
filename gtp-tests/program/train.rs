//! `ponnuki train`: what it reads, prints and refuses.

use super::{ponnuki, stderr, stdout};

/// Returns a folder with ten short games on 5x5, one on 7x7, a broken file and a file
/// of another kind.
fn games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("more")).unwrap();
    for number in 0..10 {
        let name = if number < 5 { "" } else { "more/" };
        let text = "(;SZ[5]RU[Japanese];B[cc];W[bb];B[cb];W[bc];B[bd];W[ab];B[dd])";
        write(&format!("{name}{number}.sgf"), text);
    }
    write("large.sgf", "(;SZ[7];B[dd])");
    write("broken.SGF", "(;SZ[5];B[zz])");
    write("notes.txt", "not a game");
    folder
}

#[test]
fn weights_are_learned_from_games() {
    let folder = games();
    let path = folder.path().to_str().unwrap();
    let output = ponnuki(&["train", path, "--size", "5", "--least", "2"], "");
    let (text, told) = (stdout(&output), stderr(&output));
    assert!(output.status.success(), "{told}");
    assert!(told.contains("10 games in 12 files\n"), "{told}");
    assert!(told.contains("broken.SGF is left out: "), "{told}");
    assert!(!told.contains("Japanese"), "{told}");
    assert!(text.starts_with("# 10 games, "), "{text}");
    // Every tenth game is kept apart.
    assert!(text.contains("\n# Seen: 63 positions, "), "{text}");
    assert!(text.contains("\n# Unseen: 7 positions, "), "{text}");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        assert!(words.next().is_some_and(|name| !name.is_empty()), "{line}");
        assert!(words.all(|word| word.split_once(':').is_some()), "{line}");
    }
    let again = ponnuki(&["train", path, "--size", "5", "--least", "2", "-q"], "");
    assert_eq!(stdout(&again), text);
    assert!(!stderr(&again).contains("games"), "{}", stderr(&again));
}

#[test]
fn without_games_there_is_nothing_to_learn() {
    let folder = games();
    let path = folder.path().to_str().unwrap();
    for (arguments, status, words) in [
        (
            &["train", path, "--size", "9"][..],
            1,
            "no file holds a game on a 9x9 board",
        ),
        (
            &["train", "no-such.sgf", "--size", "9"],
            1,
            "no file holds a game",
        ),
        (&["train", path, "--size", "26"], 2, "1 to 25"),
        (&["train", path], 2, "--size"),
        (&["train", "--size", "9"], 2, "FILE"),
    ] {
        let output = ponnuki(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

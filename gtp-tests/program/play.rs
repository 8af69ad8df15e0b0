//! `ponnuki play` through a pipe.

use crate::ponnuki;
use crate::runner::{Folder, assert_contains, assert_starts};

#[test]
fn a_game_is_played_through_a_pipe() {
    let text = ponnuki("play --boardsize 5 --seed 3", "c3\nundo\npass\nquit\n").succeeds();
    assert_contains(&text, "black plays C3\n");
    // There are no colours outside a terminal.
    assert!(!text.contains('\x1b'));
}

#[test]
fn a_game_is_finished_through_a_pipe() {
    let record = "(;SZ[5]KM[0.5]AB[ad][bd][cd][dd][be][de][dc][db][da][ac][bc][cc]AW[ea];B[ec])";
    let folder = Folder::of(&[("game.sgf", record)]);
    let input = "pass\nalive E5\ndead E5\nquit\n";
    let run = folder.run_with("play --load game.sgf --seed 3", input);
    let text = run.succeeds();
    for line in [
        "\nblack passes\n",
        "\nBoth passed: the game is over.\n",
        "\nX O stones, # @ dead stones, x o territory, . neutral\n",
        "\ndead: E5\nrules: cgos\nkomi: 0.5\nresult: B+24.5\n",
    ] {
        assert_contains(&text, line);
    }
    assert_eq!(text.matches("\nresult: ").count(), 3, "{text}");
}

#[test]
fn a_watched_game_is_the_same_for_the_same_seed() {
    let watch = |seed| {
        let line = format!("play --watch 1 3 --boardsize 5 --seed {seed}");
        ponnuki(&line, "").succeeds()
    };
    let text = watch(4);
    let head = "Black (X) is Ponnuki level 1, White (O) is Ponnuki level 3. The seed is 4.\n";
    assert_starts(&text, head);
    assert_contains(&text, "\nBoth passed after ");
    assert_contains(&text, "\nresult: ");
    let is_short = text.lines().count() < 120 && !text.contains('\x1b');
    assert!(is_short, "{text}");
    assert_eq!(watch(4), text);
    assert_ne!(watch(5), text);
}
